"""The way from the bot's HTTP client to the sandbox without sockets: most of a test's time would go there.

Tests of the bot as a process, of its start and stop, and of the sandbox itself go over HTTP in earnest.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from typing import Any

import httpx

from bot.sandbox import Sandbox
from bot.sandbox.calls import Request, answer


class Direct(httpx.AsyncBaseTransport):
    """Carries requests to a sandbox; what is sent and answered is the same as over HTTP.

    Whatever goes elsewhere, such as to the bot's own webhook, takes the `other` way.
    """

    def __init__(self, server: Sandbox, other: Callable[[], httpx.AsyncBaseTransport]) -> None:
        self._server = server
        self._other = other

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        """Make a call. Who stops waiting for it does not stop the work."""
        if not str(request.url).startswith(self._server.base_url):
            async with self._other() as other:
                came = await other.handle_async_request(request)
                return httpx.Response(came.status_code, content=await came.aread())
        gone: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        work = asyncio.ensure_future(self._work(request, await request.aread(), gone))
        try:
            return await asyncio.shield(work)
        except asyncio.CancelledError:
            gone.set_result(None)
            raise

    async def _work(self, request: httpx.Request, body: bytes, gone: asyncio.Future[None]) -> httpx.Response:
        _, root, method = request.url.path.split("/")
        found: list[tuple[int, dict[str, Any]]] = []

        async def call() -> None:
            query, kind = request.url.query.decode(), request.headers.get("Content-Type", "")
            asked = Request(root.removeprefix("bot"), method, query, kind, body, gone)
            found.append(await answer(self._server.world, asked))

        with self._server.world.at_work():
            if not await self._server.run(asyncio.ensure_future(call())):
                raise httpx.ReadError("cut off")
        ((status, content),) = found
        return httpx.Response(status, content=json.dumps(content).encode())
