"""What the operator reads of a database that fails: one line when it begins, and one when it is over."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable

log = logging.getLogger(__name__)

# A fault is over when nothing has failed for so long: where there is too little room, small changes are taken
# while others are refused.
QUIET_SECONDS = 10.0


class FaultLog:
    """Says once that something fails, however often it does, and once that it works again.

    `now` gives seconds of any clock that goes on.
    """

    def __init__(self, fails: str, works: str) -> None:
        self._fails = fails
        self._works = works
        self._said: set[str] = set()
        self._count = 0
        self._failed_at = 0.0
        self.now: Callable[[], float] = time.monotonic

    @property
    def failing(self) -> bool:
        """Whether the last that was heard is that it fails."""
        return bool(self._said)

    def failed(self, reason: str) -> None:
        """Note a failure; each reason is told once while the fault lasts."""
        if reason not in self._said:
            self._said.add(reason)
            log.error("%s: %s", self._fails, reason)
        self._count += 1
        self._failed_at = self.now()

    def worked(self) -> None:
        """Note that it has worked."""
        if self._said and self.now() - self._failed_at >= QUIET_SECONDS:
            log.warning("%s; it had failed %d times", self._works, self._count)
            self._said.clear()
            self._count = 0
