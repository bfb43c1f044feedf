"""The way from the bot to the sandbox without HTTP: most of a test's time would go there.

Tests of the bot as a process, of its start and stop, and of the sandbox itself go over HTTP in earnest.
"""

from __future__ import annotations

import asyncio
import json
from typing import Any
from urllib.parse import urlsplit

from telegram.error import NetworkError
from telegram.request import RequestData

from bot.sandbox import Sandbox
from bot.sandbox.calls import Request, answer


async def ask(server: Sandbox, url: str, data: RequestData | None) -> tuple[int, bytes]:
    """Make a call at a sandbox; returns the status and the body. No files can be sent so.

    Who stops waiting for it does not stop the work.
    """
    gone: asyncio.Future[None] = asyncio.get_running_loop().create_future()
    work = asyncio.ensure_future(_work(server, url, data, gone))
    try:
        return await asyncio.shield(work)
    except asyncio.CancelledError:
        gone.set_result(None)
        raise


async def _work(
    server: Sandbox, url: str, data: RequestData | None, gone: asyncio.Future[None]
) -> tuple[int, bytes]:
    _, root, method = urlsplit(url).path.split("/")
    body = json.dumps({} if data is None else data.parameters).encode()
    found: list[tuple[int, dict[str, Any]]] = []

    async def call() -> None:
        request = Request(root.removeprefix("bot"), method, "", "application/json", body, gone)
        found.append(await answer(server.world, request))

    with server.world.at_work():
        if not await server.run(asyncio.ensure_future(call())):
            raise NetworkError("cut off")
    ((status, content),) = found
    return status, json.dumps(content).encode()
