"""How fast the bot may speak: within what Telegram allows each chat (telegram.md, limits)."""

from __future__ import annotations

from collections import deque

from bot.clock import Clock

PRIVATE_SECONDS = 1.0
GROUP_SECONDS = 4.0
# Telegram allows a group 20 calls in 60 s; what the tables leave of that is for answers to commands.
GROUP_CALLS = 19
WINDOW = 60.0
# 30 a second over all, with room to spare.
ALL_SECONDS = 0.04


class Pace:
    """Remembers the calls made to each chat and says when the next may follow."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._calls: dict[int, deque[float]] = {}
        self._last = 0.0

    def delay(self, chat_id: int, answer: bool) -> float:
        """Return the seconds this chat has to wait; an `answer` to a command may go sooner in a group."""
        calls = self._calls.get(chat_id)
        if not calls:
            return 0.0
        gap = PRIVATE_SECONDS if chat_id > 0 or answer else GROUP_SECONDS
        free = calls[-1] + gap
        if chat_id < 0 and len(calls) >= GROUP_CALLS:
            free = max(free, calls[-GROUP_CALLS] + WINDOW)
        return max(0.0, free - self._clock.now())

    def delay_all(self) -> float:
        """Return the seconds that every chat has to wait."""
        return max(0.0, self._last + ALL_SECONDS - self._clock.now())

    def note(self, chat_id: int) -> None:
        """Count a call that is being made now."""
        self._last = now = self._clock.now()
        calls = self._calls.setdefault(chat_id, deque(maxlen=GROUP_CALLS if chat_id < 0 else 1))
        calls.append(now)

    def forget(self) -> None:
        """Drop the chats whose calls no longer hold anything up."""
        before = self._clock.now() - WINDOW
        for chat_id in [chat for chat, calls in self._calls.items() if calls[-1] < before]:
            del self._calls[chat_id]
