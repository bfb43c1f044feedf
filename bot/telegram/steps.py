"""Steps: what a room's audience sees compared with what it should see, and the first call that is missing."""

from __future__ import annotations

from dataclasses import dataclass, replace

from bot.clock import Clock
from bot.locales import texts
from bot.rooms.service import Rooms
from bot.rooms.views import ConsoleView, Phase, RoomView
from bot.screens.leaving import left_table
from bot.screens.parts import Screen
from bot.screens.table import moved_on

from .gateway import digest
from .lanes import Key
from .layout import (
    OLD,
    Want,
    console_user,
    console_want,
    group_wants,
    main_slot,
    old_chat,
    old_slot,
)
from .shown import STRIPPED, Messages, Shown
from .speech import texts_of

# A player who has not pressed anything for so long is rung by a new message.
RING_AFTER = 60.0

GROUP = 0
"""The audience of a room that is no user."""


@dataclass(frozen=True, slots=True)
class Step:
    """A call to be made in a chat: what is wanted of a slot, and what the slot holds before.

    `digest` is the one that the message will have; `more`: it is not the only one that is missing.
    """

    chat_id: int
    want: Want
    before: Shown | None
    digest: str
    more: bool = False

    @property
    def message(self) -> Shown | None:
        """The message to change. What stands in a chat that has become another is out of reach."""
        return self.before if self.before is not None and self.before.chat_id == self.chat_id else None


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

    def accept(self, room_id: int, step: Step) -> None:
        """Note that Telegram has taken a screen of this slot."""
        self._rejected.pop((room_id, step.want.slot), None)

    def is_rejected(self, view: RoomView, audience: int) -> bool:
        """Tell whether Telegram has not taken the newest screen of the message where the game goes on."""
        return (view.id, main_slot(view, chat_of(view, audience))) in self._rejected

    def note_press(self, user_id: int) -> None:
        """Note that a player is there: the phone need not ring for a while."""
        self._pressed_at[user_id] = self._clock.now()

    def forget(self, room_ids: list[int]) -> None:
        """Drop what is kept of rooms, and presses of long ago."""
        before = self._clock.now() - RING_AFTER
        self._pressed_at = {user: at for user, at in self._pressed_at.items() if at >= before}
        for key in [key for key in self._rejected if key[0] in room_ids]:
            del self._rejected[key]

    async def next(
        self, seen: RoomView | ConsoleView, audience: int, rest_first: bool = False
    ) -> Step | None:
        """Return the first thing that differs between what an audience sees and should see of a room.

        `seen` is what it may know: a player's is a console. With `rest_first` the message where the game goes
        on comes last instead of first.
        """
        view = seen.room if isinstance(seen, ConsoleView) else seen
        key = (view.id, audience)
        chat_id = chat_of(view, audience)
        main = main_slot(view, chat_id)
        shown = await self._messages.of(view.id)
        if audience != GROUP and main in shown and view.seat_of(audience) is None:
            # Who has left keeps no console.
            await self._retire(view.id, main, shown)
        if not await self.may_write(view, audience):
            # Once it may again, everything is shown anew at the bottom.
            await self._retire(view.id, main, shown)
            self._anew.discard(key)
            return None
        if key in self._anew:
            # Who asks for it gets another try.
            self._rejected.pop((view.id, main), None)
        wants = await self._wants(seen, audience, shown)
        if rest_first:
            wants.sort(key=lambda want: want.slot == main)
        first: Step | None = None
        for want in wants:
            # A message that is given up is to lose its buttons after the new one has been sent.
            retired = first is None and want.slot == main and want.create and key in self._anew
            if retired:
                await self._retire(view.id, main, shown)
                self._anew.discard(key)
            looks = STRIPPED if want.screen is None else digest(want.screen)
            step = Step(chat_id, want, shown.get(want.slot), looks, more=retired)
            if not self._is_missing(view.id, step):
                continue
            if first is not None:
                return replace(first, more=True)
            first = step
            message = step.message
            if message is not None and want.waits and not message.waits and self._should_ring(audience):
                await self._retire(view.id, want.slot, shown)
                first = Step(chat_id, want, None, looks, more=True)
        if first is None:
            self._anew.discard(key)
        return first

    def _is_missing(self, room_id: int, step: Step) -> bool:
        """Tell whether a step would change anything, as far as the bot knows."""
        if step.message is None:
            return step.want.create and self._rejected.get((room_id, step.want.slot)) != step.digest
        return step.digest not in (step.message.digest, self._rejected.get((room_id, step.want.slot)))

    async def strangers(self, view: RoomView) -> list[int]:
        """Return the people who have messages of a room but do not sit there any more."""
        slots = await self._messages.of(view.id)
        chats = {console_user(slot) or old_chat(slot) or GROUP for slot in slots}
        return [chat for chat in chats if chat > 0 and view.seat_of(chat) is None]

    async def may_write(self, view: RoomView, audience: int) -> bool:
        """Tell whether the bot may write to an audience, as far as it knows."""
        if audience == GROUP:
            chat = await self._rooms.people.chat(view.chat_id)
            return chat is not None and chat.writable
        user = await self._rooms.people.user(audience)
        return user is not None and user.reachable

    async def _wants(
        self, seen: RoomView | ConsoleView, audience: int, shown: dict[str, Shown]
    ) -> list[Want]:
        """Return what an audience's messages should show."""
        now = self._clock.now()
        wants: list[Want] = []
        if isinstance(seen, ConsoleView):
            chat_id = audience
            user = await self._rooms.people.user(audience)
            want = None if user is None else console_want(seen, audience, texts_of(user), now)
            wants += [] if want is None else [want]
        else:
            chat_id = chat_of(seen, audience)
            if audience == GROUP:
                wants += group_wants(seen, shown, texts(seen.language), self._username, now)
        old = [slot for slot, one in shown.items() if slot.startswith(OLD) and one.chat_id == chat_id]
        if old:
            last_word = await self._last_word(seen, audience)
            wants += [Want(slot, last_word, create=False) for slot in old]
        return wants

    async def _last_word(self, seen: RoomView | ConsoleView, audience: int) -> Screen | None:
        """Return what a message that was given up goes on showing; None: the same, without buttons.

        While a match is played that is where it goes on; of who has left it, that they have.
        """
        view = seen.room if isinstance(seen, ConsoleView) else seen
        if audience == GROUP:
            return moved_on(view, texts(view.language)) if view.phase is Phase.PLAYING else None
        user = await self._rooms.people.user(audience)
        if user is None or view.match is None:
            return None
        if not isinstance(seen, ConsoleView):
            return left_table(view, texts_of(user))
        return moved_on(view, texts_of(user)) if view.phase is Phase.PLAYING else None

    async def _retire(self, room_id: int, slot: str, shown: dict[str, Shown]) -> None:
        """Give up a slot's message: a new one takes its place, the old one is to lose its buttons."""
        if (message := shown.get(slot)) is not None:
            await self._messages.rename(room_id, slot, old_slot(message.chat_id, message.message_id))

    def _should_ring(self, user_id: int) -> bool:
        return self._clock.now() - self._pressed_at.get(user_id, 0.0) > RING_AFTER
