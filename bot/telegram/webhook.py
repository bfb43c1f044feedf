"""Updates as Telegram posts them, where a webhook is set: a small server of our own.

The library's answers an update that it cannot read with an error, so that Telegram posts it again and again.
"""

from __future__ import annotations

import hmac
import json
from contextlib import AsyncExitStack
from typing import Any

from telegram.error import TelegramError
from tornado.httpserver import HTTPServer
from tornado.web import Application, HTTPError, RequestHandler

from .app import App
from .receiving import read_updates

PATH = "telegram"
MAX_BODY = 1024 * 1024


class _Hook(RequestHandler):
    """Takes one update a request, from whoever knows the secret."""

    def initialize(self, app: App, secret: str | None) -> None:
        self._app = app
        self._secret = secret

    async def post(self) -> None:
        headers = self.request.headers
        told = headers.get("X-Telegram-Bot-Api-Secret-Token", "")
        if self._secret is not None and not hmac.compare_digest(told.encode(), self._secret.encode()):
            raise HTTPError(403)
        if headers.get("Content-Type", "").partition(";")[0] != "application/json":
            raise HTTPError(403)
        try:
            (update,) = read_updates([json.loads(self.request.body)], self._app.bot)
        except (ValueError, TelegramError):
            raise HTTPError(400) from None
        await self._app.update_queue.put(update)

    def log_exception(self, *_: Any) -> None:
        """Say nothing of strangers at the door."""


async def listen(app: App, port: int, address: str, secret: str | None, stack: AsyncExitStack) -> None:
    """Take updates that are posted to `/telegram` till the stack is closed. Raises `OSError`."""
    hook = (rf"/{PATH}/?", _Hook, {"app": app, "secret": secret})
    server = HTTPServer(Application([hook], log_function=lambda _: None), max_body_size=MAX_BODY)
    server.listen(port, address)
    stack.push_async_callback(server.close_all_connections)
    stack.callback(server.stop)
