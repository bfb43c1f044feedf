"""How much a bot may write: what Telegram limits, on the clock handed in."""

from __future__ import annotations

import math
from collections import defaultdict, deque
from dataclasses import dataclass

from bot.clock import Clock

from .errors import too_many

GROUP_CALLS = 20
GROUP_WINDOW = 60.0
PRIVATE_PER_SECOND = 1.0
PRIVATE_BURST = 3
OVERALL_PER_SECOND = 30
MOST_REFUSED = 10_000


@dataclass(frozen=True, slots=True)
class Refusal:
    """A call that was answered with 429: when, which, where, and the seconds it was told to wait."""

    time: float
    method: str
    chat_id: int
    retry_after: int


class Limits:
    """Counts the `send*` and `edit*` calls; edits weigh as much as sends.

    A refused call is not counted. `enabled = False` lets everything through but goes on counting.
    """

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._calls: defaultdict[int, deque[float]] = defaultdict(deque)
        self._overall: deque[float] = deque()
        self._tokens: dict[int, tuple[float, float]] = {}
        self.enabled = True
        self.refused: deque[Refusal] = deque(maxlen=MOST_REFUSED)

    def spend(self, chat_id: int, method: str) -> None:
        """Count one call to this chat, or refuse it with 429."""
        now = self._clock.now()
        wait = max(self._overall_wait(now), self._chat_wait(chat_id, now))
        if wait > 0 and self.enabled:
            retry_after = max(1, math.ceil(wait))
            self.refused.append(Refusal(now, method, chat_id, retry_after))
            raise too_many(retry_after)
        self._overall.append(now)
        self._calls[chat_id].append(now)
        if chat_id > 0:
            self._tokens[chat_id] = (self._private_tokens(chat_id, now) - 1, now)

    def count(self, chat_id: int, seconds: float = GROUP_WINDOW) -> int:
        """Return how many calls to this chat there were in the last seconds, at most 60."""
        now = self._clock.now()
        return sum(moment > now - seconds for moment in self._recent(chat_id, now))

    def counts(self) -> dict[int, int]:
        """Return the calls of the last 60 s of every chat that had any."""
        return {chat_id: count for chat_id in list(self._calls) if (count := self.count(chat_id))}

    def _recent(self, chat_id: int, now: float) -> deque[float]:
        calls = self._calls[chat_id]
        while calls and calls[0] <= now - GROUP_WINDOW:
            calls.popleft()
        return calls

    def _overall_wait(self, now: float) -> float:
        while self._overall and self._overall[0] <= now - 1:
            self._overall.popleft()
        return self._overall[0] + 1 - now if len(self._overall) >= OVERALL_PER_SECOND else 0

    def _chat_wait(self, chat_id: int, now: float) -> float:
        if chat_id > 0:
            missing = 1 - self._private_tokens(chat_id, now)
            # Less than a microsecond missing is rounding, not haste.
            return missing / PRIVATE_PER_SECOND if missing > 1e-6 else 0
        calls = self._recent(chat_id, now)
        return calls[0] + GROUP_WINDOW - now if len(calls) >= GROUP_CALLS else 0

    def _private_tokens(self, chat_id: int, now: float) -> float:
        tokens, since = self._tokens.get(chat_id, (float(PRIVATE_BURST), now))
        return min(float(PRIVATE_BURST), tokens + (now - since) * PRIVATE_PER_SECOND)
