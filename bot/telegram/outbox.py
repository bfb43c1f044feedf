"""The outbox makes chats look like the state: one pass after another until nothing differs.

A pass over a room's audience (its group, or one player) compares what its messages show with what they
should, and makes the first call that is missing; the newest state is rendered when the call is made, so
states in between are never sent. Passes and answers to commands go through the lanes of their chats.
Nobody waits for a lane, and what fails here changes no game.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace

from bot.clock import Clock
from bot.locales import texts
from bot.rooms.errors import RefusalError
from bot.rooms.service import Rooms
from bot.rooms.views import Phase, RoomView
from bot.screens.parts import Screen
from bot.screens.table import WAITING_STEPS

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
    digest,
)
from .lanes import Answer, Key, Lanes
from .layout import OLD, Want, console_slot, console_want, group_wants, live_slot, old_slot
from .pace import Pace
from .shown import Messages, Shown
from .speech import texts_of

log = logging.getLogger(__name__)

# A player who has not pressed anything for so long is rung by a new message.
RING_AFTER = 60.0
# How long the table may lag behind a card in the middle of a trick.
LAZY_SECONDS = 15.0
# How often the tables that wait for somebody are looked at.
TICK = 15.0
# Rooms nobody touches leave the memory.
IDLE_SECONDS = 3600.0
STRIPPED = "no buttons"

GROUP = 0  # the audience that is no user


class Outbox:
    """Sends and edits everything but answers to presses. Start it with `start`, end it with `stop`."""

    def __init__(self, rooms: Rooms, messages: Messages, gateway: Gateway, clock: Clock) -> None:
        self._rooms = rooms
        self._messages = messages
        self._gateway = gateway
        self._clock = clock
        self._pace = Pace(clock)
        self._lanes = Lanes(clock, self._pace, self._pass, self._give)
        # One pass at a time decides what to call, so that together they keep to the pace of all.
        self._turn = asyncio.Lock()
        # The audiences of each room that may not see it as it is, with the version they are to see; and
        # those who are to be shown it anew, at the bottom.
        self._behind: dict[int, dict[int, int]] = {}
        self._anew: set[Key] = set()
        # Rooms and chats between which a message is on its way: its id is not known yet.
        self._sending: set[Key] = set()
        self._glances: dict[int, object] = {}
        self._waiting: dict[int, float] = {}
        self._pressed_at: dict[int, float] = {}
        self._rejected: dict[tuple[int, str], str] = {}
        self._ticker: asyncio.Task[None] | None = None
        rooms.listener = self.mark

    async def start(self) -> None:
        """Bring the chats up to date that are behind, and look after the tables that wait."""
        for room_id, since in await self._rooms.waiting():
            self._wait_on(room_id, since)
        for room_id in await self._rooms.behind():
            try:
                self.mark(await self._rooms.view(room_id))
            except RefusalError as error:
                # One room that cannot be read is no reason to keep the others waiting.
                if error.kind == "busy":
                    raise
                log.error("room %d cannot be shown", room_id)
        self._ticker = asyncio.create_task(self._tick(), name="outbox ticker")

    async def stop(self) -> None:
        """End at once; what has not been sent is sent after the next start."""
        if self._ticker is not None:
            self._ticker.cancel()
            await asyncio.gather(self._ticker, return_exceptions=True)
        await self._lanes.stop()

    @property
    def idle(self) -> bool:
        """Whether nothing is to be done in any chat, not even later."""
        return not len(self._lanes)

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
        self._pressed_at[user_id] = self._clock.now()

    async def is_current(self, view: RoomView, chat_id: int, message_id: int) -> bool:
        """Tell whether a message is one of those that the room has in that chat now.

        While one is being sent, any may be it: people press before its id comes back.
        """
        shown = await self._messages.of(view.id)
        return (view.id, chat_id) in self._sending or any(
            message.chat_id == chat_id and message.message_id == message_id
            for slot, message in shown.items()
            if not slot.startswith(OLD)
        )

    def repost(self, view: RoomView, user_id: int | None = None) -> None:
        """Show a room anew at the bottom: the group's message, or a player's console."""
        audience = GROUP if user_id is None else user_id
        self._anew.add((view.id, audience))
        self._put(view, audience, self._clock.now())

    async def shut_out(self, chat_id: int) -> None:
        """Note that the bot may not write in a chat, and tell the owners of its tables who can be told."""
        if chat_id > 0:
            await self._rooms.set_reachable(chat_id, False)
            return
        if not await self._rooms.set_writable(chat_id, False):
            return
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
        self._lanes.put(_chat(view, audience), (view.id, audience), moment)

    async def _pass(self, chat_id: int, key: Key) -> bool:
        """Make the first call that an audience of a room lacks; tells whether to come back."""
        room_id, audience = key
        try:
            async with self._turn:
                view = await self._rooms.view(room_id)
                step = await self._next_step(view, audience)
                if step is not None and _chat(view, audience) == chat_id:
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
        if _chat(view, audience) != chat_id:
            # The room has moved to another chat since this pass was put down.
            self._put(view, audience, self._clock.now())
            return False
        return await self._try(view, step)

    async def _try(self, view: RoomView, step: Step) -> bool:
        """Make the call of a step and see to what went wrong; tells whether to come back."""
        try:
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
            self._rejected[view.id, step.want.slot] = step.digest
        return True

    async def _next_step(self, view: RoomView, audience: int) -> Step | None:
        """Return the first thing that differs between what an audience sees and should see."""
        key = (view.id, audience)
        chat_id = _chat(view, audience)
        main = live_slot(view) if audience == GROUP else console_slot(audience)
        shown = await self._messages.of(view.id)
        if not await self._may_write(view, audience):
            # Once it may again, everything is shown anew at the bottom.
            await self._retire(view.id, main, shown)
            self._anew.discard(key)
            return None
        for want in await self._wants(view, audience, shown):
            if want.slot == main and want.create and key in self._anew:
                await self._retire(view.id, main, shown)
                self._anew.discard(key)
            step = Step(chat_id, want, shown.get(want.slot))
            message = step.message
            if message is None and not want.create:
                continue
            if self._rejected.get((view.id, want.slot)) == step.digest:
                continue
            if message is not None and message.digest == step.digest:
                continue
            if message is not None and want.waits and not message.waits and self._should_ring(audience):
                await self._retire(view.id, want.slot, shown)
                return Step(chat_id, want, None)
            return step
        self._anew.discard(key)
        return None

    async def _may_write(self, view: RoomView, audience: int) -> bool:
        if audience == GROUP:
            chat = await self._rooms.people.chat(view.chat_id)
            return chat is not None and chat.writable
        user = await self._rooms.people.user(audience)
        return user is not None and user.reachable

    async def _wants(self, view: RoomView, audience: int, shown: dict[str, Shown]) -> list[Want]:
        """Return what an audience's messages should show."""
        now = self._clock.now()
        chat_id = _chat(view, audience)
        wants: list[Want] = []
        if audience == GROUP:
            wants += group_wants(view, shown, texts(view.language), self._gateway.username, now)
        elif view.seat_of(audience) is not None:
            user = await self._rooms.people.user(audience)
            console = await self._rooms.console(view.id, audience)
            want = None if user is None else console_want(console, audience, texts_of(user), now)
            wants += [] if want is None else [want]
        wants += [
            Want(slot, None, create=False)
            for slot, message in shown.items()
            if slot.startswith(OLD) and message.chat_id == chat_id
        ]
        return wants

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
            shown = replace(message, digest=step.digest, version=view.version, waits=want.waits)
        await self._messages.save(view.id, want.slot, step.before, shown)

    async def _send(self, view: RoomView, step: Step, screen: Screen) -> Shown:
        thread_id = view.thread_id if step.chat_id == view.chat_id else None
        self._sending.add((view.id, step.chat_id))
        try:
            message_id = await self._gateway.send(step.chat_id, thread_id, screen)
        finally:
            self._sending.discard((view.id, step.chat_id))
        return Shown(step.chat_id, message_id, step.digest, view.version, step.want.waits)

    async def _retire(self, room_id: int, slot: str, shown: dict[str, Shown]) -> None:
        """Give up a slot's message: a new one takes its place, the old one is to lose its buttons."""
        if (message := shown.get(slot)) is not None:
            await self._messages.rename(room_id, slot, old_slot(message.chat_id, message.message_id))

    def _should_ring(self, user_id: int) -> bool:
        return self._clock.now() - self._pressed_at.get(user_id, 0.0) > RING_AFTER

    async def _arrived(self, view: RoomView, audience: int) -> None:
        """Note that an audience sees a room as it is or never will; with the last the room is settled."""
        await self._messages.flush(view.id)
        if audience == GROUP and not await self._may_write(view, GROUP):
            return
        behind = self._behind.get(view.id, {})
        if behind.get(audience, 0) <= view.version:
            behind.pop(audience, None)
        if not behind:
            self._behind.pop(view.id, None)
            await self._rooms.settled(view.id, view.version)

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
                    log.warning("a waiting table could not be looked at: %s", error.kind)
                except Exception:
                    log.exception("a waiting table could not be looked at")
            self._forget(now)

    def _forget(self, now: float) -> None:
        """Leave to the file, or to oblivion, what nobody has needed for long."""
        self._pace.forget()
        for user_id in [user for user, at in self._pressed_at.items() if now - at > RING_AFTER]:
            del self._pressed_at[user_id]
        for room_id in self._rooms.forget_idle(IDLE_SECONDS):
            self._messages.drop(room_id)
            self._glances.pop(room_id, None)
            for key in [key for key in self._rejected if key[0] == room_id]:
                del self._rejected[key]


@dataclass(frozen=True, slots=True)
class Step:
    """A call to be made in a chat: what is wanted of a slot, and what the slot holds before."""

    chat_id: int
    want: Want
    before: Shown | None

    @property
    def message(self) -> Shown | None:
        """The message to change. What stands in a chat that has become another is out of reach."""
        return self.before if self.before is not None and self.before.chat_id == self.chat_id else None

    @property
    def digest(self) -> str:
        """The digest that the message will have."""
        return STRIPPED if self.want.screen is None else digest(self.want.screen)


def _chat(view: RoomView, audience: int) -> int:
    """Return the chat of a room's audience."""
    return view.chat_id if audience == GROUP else audience


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
    )
