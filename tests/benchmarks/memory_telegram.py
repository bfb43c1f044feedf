"""A Telegram that answers from memory: no network, no sockets, and its own time told apart."""

from __future__ import annotations

import asyncio
import json
import time
from collections import Counter
from typing import Any

from telegram.request import BaseRequest, RequestData

ME = {"id": 7_000_000_001, "is_bot": True, "first_name": "Деберц", "username": "deberts_bot"}


class MemoryTelegram(BaseRequest):
    """Takes every call of a bot.

    `newest` is the last message of each chat, as its sender gave it; `answered` tells when each press was
    answered. `spent` is the processor time (s) that this side has taken.
    """

    def __init__(self) -> None:
        self.calls: Counter[str] = Counter()
        self.newest: dict[int, dict[str, Any]] = {}
        self._drawn: dict[int, asyncio.Future[None]] = {}
        self.answered: dict[str, float] = {}
        self.spent = 0.0
        self._next_id = 0

    def drawn(self, chat_id: int) -> asyncio.Future[None]:
        """Return a future that is done when something has been sent or edited in a chat."""
        future: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._drawn[chat_id] = future
        return future

    @property
    def read_timeout(self) -> float | None:
        """Nothing here waits."""
        return 5.0

    async def initialize(self) -> None:
        """Nothing to open."""

    async def shutdown(self) -> None:
        """Nothing to close."""

    async def do_request(
        self, url: str, method: str, request_data: RequestData | None = None, *_: Any, **__: Any
    ) -> tuple[int, bytes]:
        """Answer a call."""
        start = time.thread_time()
        name = url.rsplit("/", 1)[1]
        self.calls[name] += 1
        params = {} if request_data is None else request_data.parameters
        answer = json.dumps({"ok": True, "result": self._result(name, params)}).encode()
        self.spent += time.thread_time() - start
        return 200, answer

    def _result(self, name: str, params: dict[str, Any]) -> object:
        if name == "getMe":
            return ME
        if name == "answerCallbackQuery":
            self.answered[params["callback_query_id"]] = time.perf_counter()
            return True
        if name == "sendMessage":
            self._next_id += 1
            return self._message(params, self._next_id)
        if name in ("editMessageText", "editMessageReplyMarkup"):
            return self._message(params, int(params["message_id"]))
        if name == "getChatMember":
            return {"status": "member", "user": ME}
        return True

    def _message(self, params: dict[str, Any], message_id: int) -> dict[str, Any]:
        chat_id = int(params["chat_id"])
        if (drawn := self._drawn.pop(chat_id, None)) is not None and not drawn.done():
            drawn.set_result(None)
        chat = {"id": chat_id, "type": "private" if chat_id > 0 else "group"}
        message = {
            "message_id": message_id,
            "date": 1_800_000_000,
            "chat": chat,
            "text": params.get("text", "."),
        }
        # As Telegram does, with all that was sent.
        if (markup := params.get("reply_markup")) is not None:
            message["reply_markup"] = json.loads(markup) if isinstance(markup, str) else markup
        if message_id >= self.newest.get(chat_id, message)["message_id"]:
            self.newest[chat_id] = message
        return message
