"""How fast the bot may speak: within what Telegram allows each chat (telegram.md, limits).

Tables are written to in slots, of which a group has fifteen a minute. The rest of the twenty calls that
Telegram allows it is for answers to commands, the quick ones; whatever else is answered takes a slot.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, field

from bot.clock import Clock

# Between any two calls to one chat.
CHAT_SECONDS = 1.0
# Between two slots.
PRIVATE_SECONDS = 1.0
GROUP_SECONDS = 4.0
# So many answers in `WINDOW` seconds need no slot.
QUICK_ANSWERS = 4
WINDOW = 60.0
# 30 a second over all, with room to spare.
ALL_SECONDS = 0.04


@dataclass(slots=True)
class _Chat:
    """When a chat was last called, when in a slot, and when its last quick answers were given."""

    last: float = 0.0
    slot: float = 0.0
    quick: deque[float] = field(default_factory=lambda: deque(maxlen=QUICK_ANSWERS))


class Pace:
    """Remembers the calls made to each chat and says when the next may follow."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._chats: dict[int, _Chat] = {}
        self._last = 0.0

    def delay(self, chat_id: int, answer: bool) -> float:
        """Return the seconds this chat has to wait; an `answer` to a command may go sooner."""
        chat = self._chats.get(chat_id)
        if chat is None:
            return 0.0
        free = chat.slot + (PRIVATE_SECONDS if chat_id > 0 else GROUP_SECONDS)
        if answer:
            free = min(free, self._quick_from(chat))
        return max(0.0, max(free, chat.last + CHAT_SECONDS) - self._clock.now())

    def delay_all(self) -> float:
        """Return the seconds that every chat has to wait."""
        return max(0.0, self._last + ALL_SECONDS - self._clock.now())

    def is_quick(self, chat_id: int) -> bool:
        """Tell whether an answer given now would be one of the quick."""
        chat = self._chats.get(chat_id)
        return chat is None or self._quick_from(chat) <= self._clock.now()

    def note(self, chat_id: int, answer: bool = False) -> None:
        """Count a call that is being made now."""
        quick = answer and self.is_quick(chat_id)
        chat = self._chats.setdefault(chat_id, _Chat())
        self._last = chat.last = now = self._clock.now()
        if quick:
            chat.quick.append(now)
        else:
            chat.slot = now

    def forget(self) -> None:
        """Drop the chats whose calls no longer hold anything up."""
        before = self._clock.now() - WINDOW
        for chat_id in [number for number, chat in self._chats.items() if chat.last < before]:
            del self._chats[chat_id]

    @staticmethod
    def _quick_from(chat: _Chat) -> float:
        return chat.quick[0] + WINDOW if len(chat.quick) == QUICK_ANSWERS else 0.0
