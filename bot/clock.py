"""Time as a thing that is handed in: rooms, outbox and sandbox share one clock."""

from __future__ import annotations

import asyncio
import heapq
import itertools
import time
from typing import Protocol


class Clock(Protocol):
    """What the program knows of time."""

    def now(self) -> float:
        """Return the present time in Unix seconds."""
        ...

    async def sleep(self, seconds: float) -> None:
        """Return after that many seconds of this clock."""
        ...


class PacedClock:
    """The real time, or time that runs `pace` times as fast, for demos and tests across processes."""

    def __init__(self, pace: float = 1.0) -> None:
        if pace <= 0:
            raise ValueError("the pace must be above zero")
        self._pace = pace
        self._start = time.time()
        self._origin = time.monotonic()

    def now(self) -> float:
        """Return the present time in Unix seconds, as paced since this clock was made."""
        return self._start + (time.monotonic() - self._origin) * self._pace

    async def sleep(self, seconds: float) -> None:
        """Sleep `seconds / pace` real seconds."""
        await asyncio.sleep(max(0.0, seconds) / self._pace)


class VirtualClock:
    """Time that stands still until it is told to go on; whole matches pass without waiting."""

    def __init__(self, start: float = 1_800_000_000.0) -> None:
        self._now = start
        self._tie = itertools.count()
        self._sleepers: list[tuple[float, int, asyncio.Future[None]]] = []

    def now(self) -> float:
        """Return the present time in Unix seconds."""
        return self._now

    async def sleep(self, seconds: float) -> None:
        """Wait until the clock has been moved on by that much."""
        if seconds <= 0:
            await asyncio.sleep(0)
            return
        woken: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        heapq.heappush(self._sleepers, (self._now + seconds, next(self._tie), woken))
        await woken

    def next_wake(self) -> float | None:
        """Return when the first sleeper wants to wake, or None if nobody sleeps."""
        while self._sleepers and self._sleepers[0][2].done():
            heapq.heappop(self._sleepers)
        return self._sleepers[0][0] if self._sleepers else None

    def advance(self, seconds: float) -> None:
        """Move the time on and wake everybody whose time has come, in order."""
        self.advance_to(self._now + seconds)

    def advance_to(self, moment: float) -> None:
        """Move the time on to `moment` (never back) and wake the sleepers due by then."""
        while (wake := self.next_wake()) is not None and wake <= moment:
            self._now = max(self._now, wake)
            heapq.heappop(self._sleepers)[2].set_result(None)
        self._now = max(self._now, moment)
