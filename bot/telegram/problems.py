"""The last things that went wrong, for the operator: when and where, and nothing of what was said."""

from __future__ import annotations

import logging
from collections import deque
from dataclasses import dataclass

KEPT = 5


@dataclass(frozen=True, slots=True)
class Problem:
    """A warning or an error: `at` in Unix seconds, `kind` is the place in the program and the exception."""

    at: float
    level: str
    kind: str


class LastProblems(logging.Handler):
    """Keeps the newest warnings and errors; their texts may hold what people wrote, so those are not kept."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self._newest: deque[Problem] = deque(maxlen=KEPT)

    def emit(self, record: logging.LogRecord) -> None:
        """Keep when and where something went wrong."""
        error = record.exc_info[0] if record.exc_info else None
        kind = f"{record.name}.{record.funcName}" + (f" ({error.__name__})" if error is not None else "")
        self._newest.append(Problem(record.created, record.levelname, kind))

    def newest(self) -> tuple[Problem, ...]:
        """Return what is kept, the newest first."""
        return tuple(reversed(self._newest))
