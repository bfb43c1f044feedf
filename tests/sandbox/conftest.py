"""A world on a clock that stands still, served over real HTTP, and a bare client in place of a bot."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from typing import Any

import httpx
import pytest

from bot.clock import VirtualClock
from bot.sandbox import Sandbox, World, serve
from tests.bot_api_models import check_result


class BareBot:
    """Calls methods with JSON bodies and checks what comes back against aiogram's models."""

    def __init__(self, client: httpx.AsyncClient, server: Sandbox) -> None:
        self.client = client
        self.server = server
        self.root = f"{server.base_url}{server.world.token}"

    async def raw(self, method: str, **params: Any) -> dict[str, Any]:
        """Return the whole answer."""
        response = await self.client.post(f"{self.root}/{method}", json=params)
        body = response.json()
        assert isinstance(body, dict)
        assert response.status_code == (200 if body["ok"] else body["error_code"])
        return body

    async def call(self, method: str, **params: Any) -> Any:
        """Return the result of a call that succeeds."""
        body = await self.raw(method, **params)
        assert body["ok"], body
        check_result(method, body["result"])
        return body["result"]

    async def refused(self, method: str, **params: Any) -> str:
        """Return the description of a call that is refused."""
        body = await self.raw(method, **params)
        assert not body["ok"]
        description = body["description"]
        assert isinstance(description, str)
        return description

    async def send(self, chat_id: int, text: str = "привет", **params: Any) -> Any:
        """Send a message."""
        return await self.call("sendMessage", chat_id=chat_id, text=text, **params)

    async def updates(self, **params: Any) -> list[dict[str, Any]]:
        """Return the waiting updates and forget them."""
        found = await self.call("getUpdates", **params)
        if found:
            await self.call("getUpdates", offset=found[-1]["update_id"] + 1)
        assert isinstance(found, list)
        return found


def keyboard(*rows: list[tuple[str, str]]) -> dict[str, Any]:
    """Return an inline keyboard of (label, callback data)."""
    return {
        "inline_keyboard": [[{"text": text, "callback_data": data} for text, data in row] for row in rows]
    }


async def settle(rounds: int = 20) -> None:
    """Let everything that is ready happen."""
    for _ in range(rounds):
        await asyncio.sleep(0.001)


@pytest.fixture
def clock() -> VirtualClock:
    return VirtualClock()


@pytest.fixture
def world(clock: VirtualClock) -> World:
    return World(clock)


@pytest.fixture
async def server(world: World) -> AsyncIterator[Sandbox]:
    async with serve(world) as server:
        yield server


@pytest.fixture
async def bot(server: Sandbox) -> AsyncIterator[BareBot]:
    # Not to verify spares reading the certificates for every test.
    async with httpx.AsyncClient(trust_env=False, verify=False) as client:
        yield BareBot(client, server)
