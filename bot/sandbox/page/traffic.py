"""The last calls of the bot and their answers, as the stage shows them."""

from __future__ import annotations

import itertools
import json
from collections import deque
from collections.abc import Callable, Iterable
from typing import Any

from bot.sandbox.decoding import Upload
from bot.sandbox.limits import GROUP_CALLS
from bot.sandbox.world import Report, World

KEPT = 100
_LONGEST = 600
_PRIVATE_CALLS = 60
_HIDDEN = "…"


class Traffic:
    """Keeps the last calls; what is meant for somebody for whom `is_hidden` holds, without its contents."""

    def __init__(self, world: World, is_hidden: Callable[[int], bool]) -> None:
        self._world = world
        self._is_hidden = is_hidden
        self._numbers = itertools.count(1)
        self._calls: deque[dict[str, Any]] = deque(maxlen=KEPT)
        world.reporters.append(self._keep)

    def since(self, number: int) -> list[dict[str, Any]]:
        """Return the calls after that one, oldest first."""
        return [call for call in self._calls if call["number"] > number]

    def load(self) -> dict[str, Any]:
        """Return how many calls of the last minute each chat has had, against what Telegram allows."""
        limits = self._world.limits
        chats = []
        for chat_id, calls in sorted(limits.counts().items()):
            limit = GROUP_CALLS if chat_id < 0 else _PRIVATE_CALLS
            chats.append({"id": chat_id, "title": self._title(chat_id), "calls": calls, "limit": limit})
        second = sum(limits.count(chat_id, 1.0) for chat_id in limits.counts())
        return {"chats": chats, "second": second}

    def _keep(self, report: Report) -> None:
        if report.method == "getUpdates" and not report.answer:
            return
        error = report.error
        hidden = any(map(self._is_hidden, _people(self._world, report)))
        answer: object = error.to_json() if error is not None else report.answer
        if report.method == "getUpdates" and isinstance(answer, list):
            # Whole updates would drown everything else; a press names a card of whoever pressed.
            answer = [kind for update in answer for kind in update if kind != "update_id"]
        chat_id = report.params.get("chat_id")
        self._calls.append(
            {
                "number": next(self._numbers),
                "time": int(report.ended),
                "method": report.method,
                "chat": self._title(chat_id) if isinstance(chat_id, int) else None,
                "ok": error is None,
                "code": 200 if error is None else error.code,
                "ms": round((report.ended - report.started) * 1000),
                "params": _HIDDEN if hidden else _short(dict(report.params)),
                "answer": _HIDDEN if hidden and error is None else _short(answer),
            }
        )

    def _title(self, chat_id: int) -> str:
        chat = self._world.chats.get(chat_id)
        if chat is None:
            return str(chat_id)
        return chat.user.full_name if chat.user is not None else str(chat.title)


def _people(world: World, report: Report) -> Iterable[int]:
    """Yield the ids of the people whom a call shows something that others must not see."""
    params = report.params
    if isinstance(chat_id := params.get("chat_id"), int) and chat_id > 0:
        yield chat_id
    if isinstance(user_id := params.get("receiver_user_id"), int):
        yield user_id
    ephemeral = params.get("ephemeral_message_parameters")
    if isinstance(ephemeral, dict) and isinstance(ephemeral.get("receiver_user_id"), int):
        yield ephemeral["receiver_user_id"]
    press = world.presses.get(str(params.get("callback_query_id")))
    if press is not None:
        yield press.user.id


def _short(value: object) -> str:
    text = json.dumps(value, ensure_ascii=False, default=_upload)
    return text if len(text) <= _LONGEST else f"{text[:_LONGEST]}…"


def _upload(value: object) -> str:
    return f"attach://{value.name}" if isinstance(value, Upload) else repr(value)
