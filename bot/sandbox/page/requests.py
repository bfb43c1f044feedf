"""Requests of a browser: `{"do": name, "n": number, ...}`, checked against what the named function takes."""

from __future__ import annotations

import inspect
import json
from collections.abc import Awaitable, Callable
from typing import Any, Generic, TypeVar

from pydantic import ConfigDict, ValidationError, validate_call

from bot.sandbox.errors import SandboxError

Actor = TypeVar("Actor")
Frame = dict[str, Any]
Work = Callable[..., Awaitable[Frame | None] | Frame | None]


class Requests(Generic[Actor]):
    """What can be asked for, by name; a function takes the actor, and the request's fields by keyword."""

    def __init__(self) -> None:
        self._work: dict[str, tuple[Work, frozenset[str]]] = {}

    @property
    def names(self) -> list[str]:
        """Everything that can be asked for."""
        return list(self._work)

    def add(self, work: Work) -> Work:
        """Declare that something can be asked for; types are checked, unknown fields refused."""
        config = ConfigDict(arbitrary_types_allowed=True, strict=True)
        known = frozenset(list(inspect.signature(work).parameters)[1:])
        self._work[work.__name__] = validate_call(config=config)(work), known
        return work

    async def run(self, actor: Actor, request: Frame) -> Frame | None:
        """Do what is asked for; returns the answer, if there is one.

        Raises `SandboxError`, also for what cannot be understood.
        """
        fields = {name: value for name, value in request.items() if name not in ("do", "n")}
        work, known = self._work.get(str(request.get("do")), (None, frozenset()))
        if work is None or not fields.keys() <= known:
            raise SandboxError("bad_request")
        try:
            result = work(actor, **fields)
            return await result if inspect.isawaitable(result) else result
        except ValidationError:
            raise SandboxError("bad_request") from None


def read(text: str | bytes) -> Frame:
    """Read a request. Raises `SandboxError`."""
    try:
        request = json.loads(text)
        # A lone surrogate is no text that a message could hold.
        json.dumps(request, ensure_ascii=False).encode()
    except (ValueError, RecursionError):
        raise SandboxError("bad_request") from None
    if not isinstance(request, dict):
        raise SandboxError("bad_request")
    return request
