"""The outbox makes chats look like the state: one pass after another until nothing differs.

A pass over a room's audience (its group, or one player) makes the first call that is missing (`steps`); the
newest state is rendered when the call is made, so states in between are never sent. Passes and answers to
commands go through the lanes of their chats. Nobody waits for a lane, and what fails here changes no game.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace

from bot.clock import Clock
from bot.rooms.errors import RefusalError
from bot.rooms.service import Rooms
from bot.rooms.views import ConsoleView, Phase, RoomView
from bot.screens.parts import Screen
from bot.screens.table import WAITING_STEPS

from .behind import WriteBehind
from .gateway import (
    ApiError,
    Gateway,
    MigratedError,
    NoMessageError,
    NoThreadError,
    RejectedError,
    ShutOutError,
    ThrottledError,
    UnsureError,
)
from .lanes import Answer, Key, Lanes
from .layout import OLD, main_slot, may_look_back
from .pace import GROUP_SECONDS, Pace
from .shown import STRIPPED, Messages, Shown
from .speech import texts_of
from .steps import GROUP, Step, Steps, chat_of

log = logging.getLogger(__name__)

# How long the table may lag behind a card in the middle of a trick.
LAZY_SECONDS = 15.0
# How much sooner than it is put down what else a room lacks in its group counts as due.
REST_LEAD = 14.0
# How often the tables that wait for somebody are looked at.
TICK = 15.0
# Rooms nobody touches leave the memory.
IDLE_SECONDS = 3600.0
# How often it is tried whether the bot may write again in a group where it might not: of rights that a whole
# group is given or loses Telegram says nothing.
PROBE_SECONDS = 600.0


class Outbox:
    """Sends and edits everything but answers to presses. Start it with `start`, end it with `stop`."""

    def __init__(self, rooms: Rooms, messages: Messages, gateway: Gateway, clock: Clock) -> None:
        self._rooms = rooms
        self._messages = messages
        self._gateway = gateway
        self._clock = clock
        self._pace = Pace(clock)
        self._lanes = Lanes(clock, self._pace, self._pass, self._give)
        self._steps = Steps(rooms, messages, gateway.username, clock)
        # One pass at a time decides what to call, so that together they keep to the pace of all.
        self._turn = asyncio.Lock()
        # The audiences of each room that may not see it as it is, with the version they are to see.
        self._behind: dict[int, dict[int, int]] = {}
        # Rooms and chats between which a message is on its way: its id is not known yet.
        self._sending: set[Key] = set()
        # Groups' passes that are over anything but the message where the game goes on, and when a group may
        # have the next of them.
        self._rest_turns: set[Key] = set()
        self._rest_at: dict[int, float] = {}
        self._glances: dict[int, object] = {}
        self._waiting: dict[int, float] = {}
        # Groups whose owners have been told that the bot may not write there, until it may.
        self._complained: set[int] = set()
        self._probe_at = clock.now() + PROBE_SECONDS
        self._written = WriteBehind(rooms, messages, clock)
        # The tasks that have a call on its way.
        self._under_way: set[asyncio.Task[object]] = set()
        self._ticker: asyncio.Task[None] | None = None
        self._catching_up: asyncio.Task[None] | None = None
        rooms.listener = self.mark

    async def start(self) -> None:
        """Bring the chats up to date that are behind, and look after the tables that wait."""
        for room_id, since in await self._rooms.waiting():
            self._wait_on(room_id, since)
        catching_up = self._catch_up(await self._rooms.behind())
        self._catching_up = asyncio.create_task(catching_up, name="outbox catching up")
        self._ticker = asyncio.create_task(self._tick(), name="outbox ticker")

    async def _catch_up(self, behind: list[int]) -> None:
        """Mark the rooms that some chat does not show as they are, while presses are answered already."""
        for room_id in behind:
            while True:
                try:
                    view = await self._rooms.view(room_id)
                    await self._messages.doubt(room_id, may_look_back(view, await self._messages.of(room_id)))
                    self.mark(view)
                except RefusalError as error:
                    if error.kind == "busy":
                        await self._clock.sleep(TICK)
                        continue
                    # One room that cannot be read is no reason to keep the others waiting.
                    log.error("room %d cannot be shown", room_id)
                except Exception:
                    log.exception("room %d cannot be shown", room_id)
                break

    async def forget_chat(self, user_id: int) -> None:
        """Leave a person who has been forgotten out of what is remembered of messages."""
        await self._messages.forget_chat(user_id)

    async def stop(self) -> None:
        """End at once; what has not been sent is sent after the next start."""
        tasks = [task for task in (self._ticker, self._catching_up) if task is not None]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await self._lanes.stop(set(self._under_way))
        await self._written.stop()

    @property
    def idle(self) -> bool:
        """Whether nothing is to be done in any chat, not even later."""
        caught_up = self._catching_up is None or self._catching_up.done()
        return caught_up and not len(self._lanes) and self._written.idle

    @property
    def backlog(self) -> tuple[int, int]:
        """How many chats have something left to do, and how many rooms somebody does not see as they are."""
        return len(self._lanes), len(self._behind)

    # What is to be done

    def mark(self, view: RoomView) -> None:
        """Note that a room has changed: its chats are to be made right."""
        now = self._clock.now()
        glance = _glance(view)
        # The group sees a trick when it is complete; the players see every card.
        lazy = view.phase is Phase.PLAYING and self._glances.get(view.id) == glance
        self._glances[view.id] = glance
        self._put(view, GROUP, now + LAZY_SECONDS if lazy else now)
        for player in view.seats:
            if player is not None:
                self._put(view, player.user_id, now)
        if view.phase is Phase.PLAYING:
            self._wait_on(view.id, view.turn_since)
        else:
            self._waiting.pop(view.id, None)

    def noted_press(self, user_id: int) -> None:
        """Note that a player is there: the phone need not ring for a while."""
        self._steps.note_press(user_id)

    async def is_current(self, view: RoomView, chat_id: int, message_id: int) -> bool:
        """Tell whether a message is one of those that the room has in that chat now.

        While one is being sent, any may be it: people press before its id comes back. One that was given up
        serves until the one that takes its place is there.
        """
        shown = await self._messages.of(view.id)
        main = main_slot(view, chat_id)
        return (view.id, chat_id) in self._sending or any(
            message.chat_id == chat_id and message.message_id == message_id
            for slot, message in shown.items()
            if main not in shown or not slot.startswith(OLD)
        )

    def repost(self, view: RoomView, user_id: int | None = None) -> None:
        """Show a room anew at the bottom: the group's message, or a player's console."""
        audience = GROUP if user_id is None else user_id
        self._steps.show_anew(view.id, audience)
        self._put(view, audience, self._clock.now())

    def ring(self, view: RoomView) -> None:
        """Let the phone of whoever a match waits for ring: the console is sent anew.

        Who has none, or has left, is called by the group's table.
        """
        audience = _turn_audience(view)
        self.repost(view, None if audience == GROUP else audience)

    def ring_others(self, view: RoomView) -> None:
        """Let the phones ring of who may end a match because of its player at turn."""
        for seat, player in enumerate(view.seats):
            if player is not None and view.rules.side_of[seat] != view.turn_side:
                self.repost(view, player.user_id)

    async def shut_out(self, chat_id: int) -> None:
        """Note that the bot may not write in a chat, and tell the owners of its tables who can be told."""
        if chat_id > 0:
            await self._rooms.set_reachable(chat_id, False)
            return
        if not await self._rooms.set_writable(chat_id, False) or chat_id in self._complained:
            return
        self._complained.add(chat_id)
        owners = {view.owner_id: view.title for view in await self._rooms.live(chat_id)}
        for owner_id, title in owners.items():
            owner = None if owner_id is None else await self._rooms.people.user(owner_id)
            if owner is not None and owner.reachable:
                self.answer(owner.id, None, Screen(texts_of(owner).html("group-silent", title=title)))

    # Answers

    def answer(self, chat_id: int, thread_id: int | None, screen: Screen) -> None:
        """Send a message that a command asked for."""

        async def send(chat: int) -> None:
            await self._gateway.send(chat, thread_id, screen)

        self._lanes.add(chat_id, Answer((thread_id, screen), send, follows=True))

    def answer_file(
        self, chat_id: int, thread_id: int | None, name: str, content: bytes, caption: str
    ) -> None:
        """Send a file that a command asked for."""

        async def send(chat: int) -> None:
            await self._gateway.send_file(chat, thread_id, name, content, caption)

        self._lanes.add(chat_id, Answer((thread_id, name), send, follows=True))

    def leave(self, chat_id: int, screen: Screen) -> None:
        """Say a last word in a group, if the bot may, and leave it."""
        said = False

        async def say_and_leave(chat: int) -> None:
            nonlocal said
            if not said:
                with suppress(ShutOutError, RejectedError):
                    await self._gateway.send(chat, None, screen)
                said = True
            await self._gateway.leave(chat)

        self._lanes.add(chat_id, Answer("leave", say_and_leave, follows=True))

    def replace(self, chat_id: int, message_id: int, screen: Screen) -> None:
        """Let a message of an earlier answer show something else."""
        self._change(chat_id, message_id, lambda chat: self._gateway.edit(chat, message_id, screen))

    def disarm(self, chat_id: int, message_id: int) -> None:
        """Take the buttons of a message away that is no room's."""
        self._change(chat_id, message_id, lambda chat: self._gateway.strip(chat, message_id))

    def _change(self, chat_id: int, message_id: int, call: Callable[[int], Awaitable[None]]) -> None:
        """Change a message unless it is a room's: a forged press must not touch those."""

        async def change(chat: int) -> None:
            if not await self._messages.stands(chat, message_id):
                await call(chat)

        self._lanes.add(chat_id, Answer(message_id, change))

    async def _give(self, chat_id: int, answer: Answer) -> None:
        """Make the call of an answer."""
        try:
            with self._calling():
                await answer.call(chat_id)
        except MigratedError as error:
            await self._rooms.move_chat(chat_id, error.chat_id)
            if answer.follows:
                self._lanes.add(error.chat_id, answer)
        except ShutOutError:
            await self.shut_out(chat_id)
        except (NoMessageError, NoThreadError, RejectedError) as error:
            log.info("an answer could not be sent: %s", error)

    # Passes

    def _put(self, view: RoomView, audience: int, moment: float) -> None:
        behind = self._behind.setdefault(view.id, {})
        behind[audience] = max(view.version, behind.get(audience, 0))
        self._lanes.put(chat_of(view, audience), (view.id, audience), moment)

    async def _pass(self, chat_id: int, key: Key) -> bool:
        """Make the first call that an audience of a room lacks; tells whether to come back."""
        room_id, audience = key
        rest_first = key in self._rest_turns
        self._rest_turns.discard(key)
        try:
            async with self._turn:
                # The group is nobody in particular.
                seen = await self._rooms.seen_by(room_id, audience)
                view = seen.room if isinstance(seen, ConsoleView) else seen
                if audience == GROUP:
                    for user_id in await self._steps.strangers(view):
                        self._put(view, user_id, self._clock.now())
                step = await self._steps.next(seen, audience, rest_first)
                if step is not None and step.chat_id == chat_id:
                    while (wait := self._pace.delay_all()) > 0:
                        await self._clock.sleep(wait)
                    self._pace.note(chat_id)
        except RefusalError as error:
            if error.kind == "busy":
                raise
            # Nobody's room, or nobody's seat, any more.
            self._behind.get(room_id, {}).pop(audience, None)
            return False
        if step is None:
            await self._arrived(view, audience)
            return False
        if step.chat_id != chat_id:
            # The room has moved to another chat since this pass was put down.
            self._put(view, audience, self._clock.now())
            return False
        if step.more and audience == GROUP and not rest_first:
            self._let_rest_in(chat_id, key)
        return await self._try(view, audience, step)

    def _let_rest_in(self, chat_id: int, key: Key) -> None:
        """Give what else a room lacks in its group a turn: where all play fast, its table always comes first.

        One in a round of all tables of the group, so that each table stays right within its time.
        """
        now = self._clock.now()
        if now < self._rest_at.get(chat_id, 0.0):
            return
        # The table of this pass is not among those that wait.
        tables = self._lanes.passes(chat_id) + 1
        self._rest_at[chat_id] = now + GROUP_SECONDS * (tables + 1)
        self._rest_turns.add(key)
        self._lanes.put(chat_id, key, now - REST_LEAD)

    async def _try(self, view: RoomView, audience: int, step: Step) -> bool:
        """Make the call of a step and see to what went wrong; tells whether to come back."""
        try:
            with self._calling():
                await self._take(view, step)
        except (ThrottledError, UnsureError):
            raise
        except NoMessageError:
            await self._messages.forget(view.id, step.want.slot)
        except NoThreadError:
            if step.message is not None:
                await self._messages.forget(view.id, step.want.slot)
            elif view.thread_id is not None:
                await self._rooms.drop_thread(view.id)
            else:
                # There is no other place in the group to go on in.
                await self.shut_out(step.chat_id)
        except MigratedError as error:
            await self._rooms.move_chat(step.chat_id, error.chat_id)
        except ShutOutError:
            await self.shut_out(step.chat_id)
        except ApiError as error:
            # To repeat it is no use; the next change of the screen is tried again.
            log.error("Telegram rejects %s of room %d: %s", step.want.slot.split(":")[0], view.id, error)
            self._steps.reject(view.id, step)
        else:
            self._steps.accept(view.id, step)
            self._complained.discard(step.chat_id)
            if not step.more:
                await self._arrived(view, audience)
                return False
        return True

    @contextmanager
    def _calling(self) -> Iterator[None]:
        task = asyncio.current_task()
        assert task is not None
        self._under_way.add(task)
        try:
            yield
        finally:
            self._under_way.discard(task)

    async def _take(self, view: RoomView, step: Step) -> None:
        """Make the call of a step and remember what the message shows now."""
        want, message = step.want, step.message
        if want.screen is None:
            assert message is not None
            await self._gateway.strip(message.chat_id, message.message_id)
            if want.slot.startswith(OLD):
                await self._messages.forget(view.id, want.slot)
                return
            shown = replace(message, digest=STRIPPED, version=view.version)
        elif message is None:
            shown = await self._send(view, step, want.screen)
        else:
            await self._gateway.edit(message.chat_id, message.message_id, want.screen)
            if want.slot.startswith(OLD):
                await self._messages.forget(view.id, want.slot)
                return
            shown = replace(message, digest=step.digest, version=view.version, waits=want.waits)
        await self._messages.save(view.id, want.slot, step.before, shown)
        self._written.later()

    async def _send(self, view: RoomView, step: Step, screen: Screen) -> Shown:
        thread_id = view.thread_id if step.chat_id == view.chat_id else None
        self._sending.add((view.id, step.chat_id))
        try:
            message_id = await self._gateway.send(step.chat_id, thread_id, screen)
        finally:
            self._sending.discard((view.id, step.chat_id))
        return Shown(step.chat_id, message_id, step.digest, view.version, step.want.waits)

    async def _arrived(self, view: RoomView, audience: int) -> None:
        """Note that an audience sees a room as it is or never will; with the last the room is settled."""
        if audience == GROUP and not await self._steps.may_write(view, GROUP):
            return
        told = audience == _turn_audience(view) and not self._steps.is_rejected(view, audience)
        if view.deadline is not None and not view.told and told:
            await self._rooms.turn_told(view.id, view.deal_number, view.action_count)
        behind = self._behind.get(view.id, {})
        if behind.get(audience, 0) <= view.version:
            behind.pop(audience, None)
        if not behind:
            self._behind.pop(view.id, None)
            self._written.settle(view.id, view.version)

    # Tables that wait

    def _wait_on(self, room_id: int, since: float) -> None:
        waited = self._clock.now() - since
        steps = [step for step in WAITING_STEPS if step > waited]
        if steps:
            self._waiting[room_id] = since + steps[0]
        else:
            self._waiting.pop(room_id, None)

    async def _tick(self) -> None:
        """Now and then: let tables say how long they wait, and let idle rooms leave the memory."""
        while True:
            await self._clock.sleep(TICK)
            now = self._clock.now()
            for room_id in [room_id for room_id, at in self._waiting.items() if at <= now]:
                try:
                    view = await self._rooms.view(room_id)
                    self._wait_on(room_id, view.turn_since)
                    self._put(view, GROUP, now)
                except RefusalError as error:
                    if error.kind != "busy":
                        log.warning("a waiting table could not be looked at: %s", error.kind)
                except Exception:
                    log.exception("a waiting table could not be looked at")
            if now >= self._probe_at:
                self._probe_at = now + PROBE_SECONDS
                await self._probe()
            self._forget(now)

    async def _probe(self) -> None:
        """Try once more where the bot might not write."""
        try:
            for view in await self._rooms.presume_writable():
                self.mark(view)
        except RefusalError as error:
            log.warning("the silent groups could not be looked at: %s", error.kind)
        except Exception:
            log.exception("the silent groups could not be looked at")

    def _forget(self, now: float) -> None:
        """Leave to the file, or to oblivion, what nobody has needed for long."""
        self._pace.forget()
        self._rest_at = {chat: at for chat, at in self._rest_at.items() if at > now}
        idle = self._rooms.forget_idle(IDLE_SECONDS)
        self._steps.forget(idle)
        for room_id in idle:
            self._messages.drop(room_id)
            self._glances.pop(room_id, None)


def _glance(view: RoomView) -> object:
    """Return what the group's table must show soon: everything but the cards of an unfinished trick."""
    match = view.match
    deal = None if match is None else match.deal
    if deal is None:
        return view
    return (
        view.phase,
        view.chat_id,
        view.thread_id,
        view.language,
        view.seats,
        view.deal_number,
        deal.bids,
        deal.phase,
        deal.trick_number,
        deal.declared,
        deal.bela_seat,
        deal.swap_seat,
        deal.dave_offered,
        view.overdue,
        view.reminded,
        view.nudged_by,
        view.stand_ins,
        view.requests,
        view.plays_here,
        # Where the table is what somebody plays by it follows every card.
        view.action_count if view.plays_here or _turn_audience(view) == GROUP else None,
    )


def _turn_audience(view: RoomView) -> int:
    """Return whose messages tell the player at turn: the own console, or the group's table without one."""
    player = view.waits_for
    return GROUP if player is None or not player.reachable else player.user_id
