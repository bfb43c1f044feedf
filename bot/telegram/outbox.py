"""The outbox makes chats look like the state: one pass after another until nothing differs.

Every chat has a lane. A pass over a room's audience (its group, or one player) compares what its messages
show with what they should, and makes the first call that is missing; the newest state is rendered when the
call is made, so states in between are never sent. Answers to commands go through the same lanes, first.
Nobody waits for a lane, and what fails here changes no game.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field, replace

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
ANSWER_TRIES = 5
LONGEST_BACKOFF = 60.0
STRIPPED = "no buttons"

GROUP = 0  # the audience that is no user
Call = Callable[[], Awaitable[object]]


@dataclass(slots=True)
class Answer:
    """One message or edit that a command asked for."""

    call: Call
    tries: int = 0


@dataclass(slots=True)
class Lane:
    """What is to be done in one chat: passes due by (room, audience), and answers."""

    due: dict[tuple[int, int], float] = field(default_factory=dict)
    answers: list[Answer] = field(default_factory=list)
    wake: asyncio.Event = field(default_factory=asyncio.Event)
    blocked_until: float = 0.0
    failures: int = 0
    task: asyncio.Task[None] | None = None


class Outbox:
    """Sends and edits everything but answers to presses. Start it with `start`, end it with `stop`."""

    def __init__(self, rooms: Rooms, messages: Messages, gateway: Gateway, clock: Clock) -> None:
        self._rooms = rooms
        self._messages = messages
        self._gateway = gateway
        self._clock = clock
        self._pace = Pace(clock)
        self._lanes: dict[int, Lane] = {}
        self._glances: dict[int, object] = {}
        self._waiting: dict[int, float] = {}
        self._pressed_at: dict[int, float] = {}
        self._rejected: dict[tuple[int, str], str] = {}
        self._ticker: asyncio.Task[None] | None = None
        self._stopped = False
        rooms.listener = self.mark

    async def start(self) -> None:
        """Bring the chats up to date that are behind, and look after the tables that wait."""
        for room_id, since in await self._rooms.waiting():
            self._wait_on(room_id, since)
        for room_id in await self._rooms.behind():
            self.mark(await self._rooms.view(room_id))
        self._ticker = asyncio.create_task(self._tick(), name="outbox ticker")

    async def stop(self) -> None:
        """End at once; what has not been sent is sent after the next start."""
        self._stopped = True
        tasks = [lane.task for lane in self._lanes.values() if lane.task is not None]
        tasks += [self._ticker] if self._ticker is not None else []
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    @property
    def idle(self) -> bool:
        """Whether nothing is to be done in any chat, not even later."""
        return not self._lanes

    # What is to be done

    def mark(self, view: RoomView) -> None:
        """Note that a room has changed: its chats are to be made right."""
        now = self._clock.now()
        glance = _glance(view)
        # The group sees a trick when it is complete; the players see every card.
        lazy = view.phase is Phase.PLAYING and self._glances.get(view.id) == glance
        self._glances[view.id] = glance
        self._put(view.chat_id, (view.id, GROUP), now + LAZY_SECONDS if lazy else now)
        for player in view.seats:
            if player is not None:
                self._put(player.user_id, (view.id, player.user_id), now)
        if view.phase is Phase.PLAYING:
            self._wait_on(view.id, view.turn_since)
        else:
            self._waiting.pop(view.id, None)

    def noted_press(self, user_id: int) -> None:
        """Note that a player is there: the phone need not ring for a while."""
        self._pressed_at[user_id] = self._clock.now()

    async def is_current(self, view: RoomView, chat_id: int, message_id: int) -> bool:
        """Tell whether a message is one of those that the room has in that chat now."""
        shown = await self._messages.of(view.id)
        return any(
            message.chat_id == chat_id and message.message_id == message_id
            for slot, message in shown.items()
            if not slot.startswith(OLD)
        )

    async def repost(self, view: RoomView, user_id: int | None = None) -> None:
        """Show a room anew at the bottom: the group's message, or a player's console."""
        slot = live_slot(view) if user_id is None else console_slot(user_id)
        await self._retire(view.id, slot)
        chat_id = view.chat_id if user_id is None else user_id
        self._put(chat_id, (view.id, GROUP if user_id is None else user_id), self._clock.now())

    def answer(self, chat_id: int, thread_id: int | None, screen: Screen) -> None:
        """Send a message that a command asked for."""
        self._add(chat_id, lambda: self._gateway.send(chat_id, thread_id, screen))

    def answer_file(
        self, chat_id: int, thread_id: int | None, name: str, content: bytes, caption: str
    ) -> None:
        """Send a file that a command asked for."""
        self._add(chat_id, lambda: self._gateway.send_file(chat_id, thread_id, name, content, caption))

    def replace(self, chat_id: int, message_id: int, screen: Screen) -> None:
        """Let a message of an earlier answer show something else."""
        self._add(chat_id, lambda: self._gateway.edit(chat_id, message_id, screen))

    def disarm(self, view: RoomView | None, chat_id: int, message_id: int) -> None:
        """Take the buttons of a message away, unless it has become one of the room's meanwhile."""

        async def strip() -> None:
            if view is None or not await self.is_current(view, chat_id, message_id):
                await self._gateway.strip(chat_id, message_id)

        self._add(chat_id, strip)

    # Lanes

    def _lane(self, chat_id: int) -> Lane:
        lane = self._lanes.get(chat_id)
        if lane is None:
            lane = self._lanes[chat_id] = Lane()
            lane.task = asyncio.create_task(self._work(chat_id, lane), name=f"outbox lane {chat_id}")
        lane.wake.set()
        return lane

    def _put(self, chat_id: int, key: tuple[int, int], moment: float) -> None:
        if self._stopped:
            return
        due = self._lane(chat_id).due
        due[key] = min(moment, due.get(key, moment))

    def _add(self, chat_id: int, call: Call) -> None:
        if not self._stopped:
            self._lane(chat_id).answers.append(Answer(call))

    async def _work(self, chat_id: int, lane: Lane) -> None:
        """Work off one chat's lane, at the chat's pace; ends when nothing is left."""
        while lane.answers or lane.due:
            now = self._clock.now()
            if lane.blocked_until > now:
                await self._nap(lane, lane.blocked_until - now)
                continue
            if lane.answers:
                wait = self._pace.delay(chat_id, answer=True)
                if wait > 0:
                    await self._clock.sleep(wait)
                    continue
                await self._guarded(lane, None, self._give(chat_id, lane, lane.answers.pop(0)))
                continue
            key = min(lane.due, key=lambda one: lane.due[one])
            wait = max(lane.due[key] - now, self._pace.delay(chat_id, answer=False))
            if wait > 0:
                await self._nap(lane, wait)
                continue
            del lane.due[key]
            await self._guarded(lane, key, self._pass(chat_id, lane, *key))
        del self._lanes[chat_id]

    async def _guarded(self, lane: Lane, key: tuple[int, int] | None, work: Awaitable[None]) -> None:
        """Do a lane's work; nothing that goes wrong in it may end the lane."""
        try:
            await work
        except RefusalError as error:
            if error.kind == "busy":
                log.warning("the outbox waits for the database")
                self._back_off(lane)
                if key is not None:
                    lane.due.setdefault(key, self._clock.now())
        except Exception:
            log.exception("the outbox failed at room %s", key and key[0])

    async def _nap(self, lane: Lane, seconds: float) -> None:
        """Sleep, but wake up when the lane gets something to do."""
        lane.wake.clear()
        tasks = {
            asyncio.ensure_future(self._clock.sleep(seconds)),
            asyncio.ensure_future(lane.wake.wait()),
        }
        try:
            await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in tasks:
                task.cancel()

    async def _give(self, chat_id: int, lane: Lane, answer: Answer) -> None:
        """Make the call of an answer; try again where that can help."""
        self._pace.note(chat_id)
        try:
            await answer.call()
            lane.failures = 0
        except ThrottledError as error:
            self._block(lane, error.seconds)
            lane.answers.insert(0, answer)
        except UnsureError:
            answer.tries += 1
            if answer.tries < ANSWER_TRIES:
                lane.answers.insert(0, answer)
                self._back_off(lane)
            else:
                log.warning("an answer could not be sent: the network failed %d times", ANSWER_TRIES)
        except MigratedError as error:
            await self._rooms.move_chat(chat_id, error.chat_id)
        except ShutOutError:
            await self._shut_out(chat_id)
        except (NoMessageError, NoThreadError, RejectedError) as error:
            log.info("an answer could not be sent: %s", error)

    def _block(self, lane: Lane, seconds: float) -> None:
        lane.blocked_until = self._clock.now() + seconds

    def _back_off(self, lane: Lane) -> None:
        """Let a lane rest after a failure of the network, longer each time."""
        lane.failures += 1
        self._block(lane, min(LONGEST_BACKOFF, 2.0 ** min(lane.failures, 10) / 2))

    # Passes

    async def _pass(self, chat_id: int, lane: Lane, room_id: int, audience: int) -> None:
        """Make the first call that an audience of a room lacks; come back if there was one."""
        view = await self._rooms.view(room_id)
        step = await self._next_step(view, audience)
        if step is None:
            await self._settle(view)
            return
        if step.chat_id != chat_id:
            # The room has moved to another chat since this pass was put down.
            self._put(step.chat_id, (room_id, audience), self._clock.now())
            return
        self._pace.note(chat_id)
        again = True
        try:
            await self._take(view, step)
            lane.failures = 0
        except ThrottledError as error:
            self._block(lane, error.seconds)
        except UnsureError:
            self._back_off(lane)
        except NoMessageError:
            await self._messages.forget(room_id, step.want.slot)
        except NoThreadError:
            await self._rooms.drop_thread(room_id)
        except MigratedError as error:
            again = False
            await self._rooms.move_chat(chat_id, error.chat_id)
        except ShutOutError:
            again = False
            await self._shut_out(chat_id, view)
            await self._settle(await self._rooms.view(room_id))
        except ApiError as error:
            # To repeat it is no use; the next change of the screen is tried again.
            log.error("Telegram rejects %s of room %d: %s", step.want.slot.split(":")[0], room_id, error)
            self._rejected[room_id, step.want.slot] = step.digest
        if again:
            lane.due.setdefault((room_id, audience), self._clock.now())

    async def _next_step(self, view: RoomView, audience: int) -> Step | None:
        """Return the first thing that differs between what an audience sees and should see."""
        shown = await self._messages.of(view.id)
        wants, chat_id = await self._wants(view, audience, shown)
        for want in wants:
            message = shown.get(want.slot)
            if message is not None and message.chat_id != chat_id:
                # The group has a new id; what stood under the old one is out of reach.
                message = None
            wanted = STRIPPED if want.screen is None else digest(want.screen)
            if message is None and not want.create:
                continue
            if self._rejected.get((view.id, want.slot)) == wanted:
                continue
            if message is not None and message.digest == wanted:
                continue
            if message is not None and want.waits and not message.waits and self._should_ring(audience):
                await self._retire(view.id, want.slot)
                message = None
            return Step(chat_id, want, message, wanted)
        return None

    async def _wants(self, view: RoomView, audience: int, shown: dict[str, Shown]) -> tuple[list[Want], int]:
        """Return what an audience's messages should show, and its chat."""
        now = self._clock.now()
        people = self._rooms.people
        if audience == GROUP:
            chat_id = view.chat_id
            chat = await people.chat(chat_id)
            if chat is None or not chat.writable:
                return [], chat_id
            wants = group_wants(view, shown, texts(view.language), self._gateway.username, now)
        else:
            chat_id = audience
            user = await people.user(audience)
            seat = view.seat_of(audience)
            if user is None or not user.reachable or seat is None:
                return [], chat_id
            console = await self._rooms.console(view.id, audience)
            want = console_want(console, audience, texts_of(user), now)
            wants = [] if want is None else [want]
        wants += [
            Want(slot, None, create=False)
            for slot, message in shown.items()
            if slot.startswith(OLD) and message.chat_id == chat_id
        ]
        return wants, chat_id

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
            thread_id = view.thread_id if step.chat_id == view.chat_id else None
            message_id = await self._gateway.send(step.chat_id, thread_id, want.screen)
            shown = Shown(step.chat_id, message_id, step.digest, view.version, want.waits)
        else:
            await self._gateway.edit(message.chat_id, message.message_id, want.screen)
            shown = replace(message, digest=step.digest, version=view.version, waits=want.waits)
        await self._messages.save(view.id, want.slot, shown)

    async def _retire(self, room_id: int, slot: str) -> None:
        """Give up a slot's message: a new one takes its place, the old one is to lose its buttons."""
        message = (await self._messages.of(room_id)).get(slot)
        if message is not None:
            await self._messages.rename(room_id, slot, old_slot(message.message_id))

    def _should_ring(self, user_id: int) -> bool:
        return self._clock.now() - self._pressed_at.get(user_id, 0.0) > RING_AFTER

    async def _settle(self, view: RoomView) -> None:
        """Note that a room's chats are right, if nothing is to be done for it any more."""
        if not any(key[0] == view.id for lane in self._lanes.values() for key in lane.due):
            await self._rooms.settled(view.id, view.version)

    async def _shut_out(self, chat_id: int, view: RoomView | None = None) -> None:
        """The bot may not write in a chat: note it, and tell a table's owner who can be told."""
        if chat_id > 0:
            if view is not None:
                await self._messages.forget(view.id, console_slot(chat_id))
            await self._rooms.set_reachable(chat_id, False)
            return
        await self._rooms.set_writable(chat_id, False)
        if view is None or view.owner_id is None:
            return
        owner = await self._rooms.people.user(view.owner_id)
        if owner is not None and owner.reachable:
            t = texts_of(owner)
            self.answer(owner.id, None, Screen(t.html("group-silent", title=view.title)))

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
            try:
                for room_id in [room_id for room_id, at in self._waiting.items() if at <= now]:
                    view = await self._rooms.view(room_id)
                    self._wait_on(room_id, view.turn_since)
                    self._put(view.chat_id, (room_id, GROUP), now)
            except RefusalError as error:
                log.warning("a waiting table could not be looked at: %s", error.kind)
            self._pace.forget()
            for room_id in self._rooms.forget_idle(IDLE_SECONDS):
                self._messages.drop(room_id)
                self._glances.pop(room_id, None)


@dataclass(frozen=True, slots=True)
class Step:
    """A call to be made: what is wanted, the message that stands there, the digest it will have."""

    chat_id: int
    want: Want
    message: Shown | None
    digest: str


def _glance(view: RoomView) -> object:
    """Return what the group's table must show soon: everything but the cards of an unfinished trick."""
    match = view.match
    deal = None if match is None else match.deal
    if deal is None:
        return view
    return (
        view.phase,
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
