"""Steps: what a room's audience sees compared with what it should see, and the first call that is missing."""

from __future__ import annotations

from dataclasses import dataclass, replace

from bot.clock import Clock
from bot.locales import texts
from bot.rooms.service import Rooms
from bot.rooms.views import RoomView

from .gateway import digest
from .lanes import Key
from .layout import OLD, Want, console_slot, console_want, group_wants, live_slot, old_slot
from .shown import Messages, Shown
from .speech import texts_of

# A player who has not pressed anything for so long is rung by a new message.
RING_AFTER = 60.0
STRIPPED = "no buttons"

GROUP = 0
"""The audience of a room that is no user."""


@dataclass(frozen=True, slots=True)
class Step:
    """A call to be made in a chat: what is wanted of a slot, and what the slot holds before.

    `more`: it is not the only one that is missing.
    """

    chat_id: int
    want: Want
    before: Shown | None
    more: bool = False

    @property
    def message(self) -> Shown | None:
        """The message to change. What stands in a chat that has become another is out of reach."""
        return self.before if self.before is not None and self.before.chat_id == self.chat_id else None

    @property
    def digest(self) -> str:
        """The digest that the message will have."""
        return STRIPPED if self.want.screen is None else digest(self.want.screen)


def chat_of(view: RoomView, audience: int) -> int:
    """Return the chat of a room's audience."""
    return view.chat_id if audience == GROUP else audience


class Steps:
    """Finds the next step for an audience, with all that decides whether it is an edit or a new message."""

    def __init__(self, rooms: Rooms, messages: Messages, username: str, clock: Clock) -> None:
        self._rooms = rooms
        self._messages = messages
        self._username = username
        self._clock = clock
        self._anew: set[Key] = set()
        self._rejected: dict[tuple[int, str], str] = {}
        self._pressed_at: dict[int, float] = {}

    def show_anew(self, room_id: int, audience: int) -> None:
        """Let an audience's main message be sent once more, at the bottom."""
        self._anew.add((room_id, audience))

    def reject(self, room_id: int, step: Step) -> None:
        """Note that Telegram does not take this screen: the next that differs is tried."""
        self._rejected[room_id, step.want.slot] = step.digest

    def note_press(self, user_id: int) -> None:
        """Note that a player is there: the phone need not ring for a while."""
        self._pressed_at[user_id] = self._clock.now()

    def forget(self, room_ids: list[int]) -> None:
        """Drop what is kept of rooms, and presses of long ago."""
        before = self._clock.now() - RING_AFTER
        self._pressed_at = {user: at for user, at in self._pressed_at.items() if at >= before}
        for key in [key for key in self._rejected if key[0] in room_ids]:
            del self._rejected[key]

    async def next(self, view: RoomView, audience: int, rest_first: bool = False) -> Step | None:
        """Return the first thing that differs between what an audience sees and should see.

        With `rest_first` the message where the game goes on comes last instead of first.
        """
        key = (view.id, audience)
        chat_id = chat_of(view, audience)
        main = live_slot(view) if audience == GROUP else console_slot(audience)
        shown = await self._messages.of(view.id)
        if not await self.may_write(view, audience):
            # Once it may again, everything is shown anew at the bottom.
            await self._retire(view.id, main, shown)
            self._anew.discard(key)
            return None
        wants = await self._wants(view, audience, shown)
        if rest_first:
            wants.sort(key=lambda want: want.slot == main)
        first: Step | None = None
        for want in wants:
            if first is None and want.slot == main and want.create and key in self._anew:
                await self._retire(view.id, main, shown)
                self._anew.discard(key)
            step = Step(chat_id, want, shown.get(want.slot))
            if not self._is_missing(view.id, step):
                continue
            if first is not None:
                return replace(first, more=True)
            first = step
            message = step.message
            if message is not None and want.waits and not message.waits and self._should_ring(audience):
                await self._retire(view.id, want.slot, shown)
                first = Step(chat_id, want, None)
        if first is None:
            self._anew.discard(key)
        return first

    def _is_missing(self, room_id: int, step: Step) -> bool:
        """Tell whether a step would change anything, as far as the bot knows."""
        if step.message is None:
            return step.want.create and self._rejected.get((room_id, step.want.slot)) != step.digest
        return step.digest not in (step.message.digest, self._rejected.get((room_id, step.want.slot)))

    async def may_write(self, view: RoomView, audience: int) -> bool:
        """Tell whether the bot may write to an audience, as far as it knows."""
        if audience == GROUP:
            chat = await self._rooms.people.chat(view.chat_id)
            return chat is not None and chat.writable
        user = await self._rooms.people.user(audience)
        return user is not None and user.reachable

    async def _wants(self, view: RoomView, audience: int, shown: dict[str, Shown]) -> list[Want]:
        """Return what an audience's messages should show."""
        now = self._clock.now()
        chat_id = chat_of(view, audience)
        wants: list[Want] = []
        if audience == GROUP:
            wants += group_wants(view, shown, texts(view.language), self._username, now)
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

    async def _retire(self, room_id: int, slot: str, shown: dict[str, Shown]) -> None:
        """Give up a slot's message: a new one takes its place, the old one is to lose its buttons."""
        if (message := shown.get(slot)) is not None:
            await self._messages.rename(room_id, slot, old_slot(message.chat_id, message.message_id))

    def _should_ring(self, user_id: int) -> bool:
        return self._clock.now() - self._pressed_at.get(user_id, 0.0) > RING_AFTER
