"""A stage served without a bot, on a clock that stands still, and browsers made of a bare socket."""

from __future__ import annotations

import asyncio
import json
import random
from collections.abc import AsyncIterator, Callable
from typing import Any

import httpx
import pytest
from tornado.websocket import WebSocketClientConnection, websocket_connect

from bot.clock import VirtualClock
from bot.sandbox import World
from bot.sandbox.page.phones import Phone
from bot.sandbox.page.stage import Stage
from bot.sandbox.page.web import Web

Frame = dict[str, Any]


class Browser:
    """One socket: what has come so far, and requests with their answers."""

    def __init__(self, connection: WebSocketClientConnection) -> None:
        self._connection = connection
        self._numbers = 0
        self._is_over = False
        self.frames: list[Frame] = []

    async def next(self, fits: Callable[[Frame], bool]) -> Frame:
        """Return the next frame that fits, passing over others; fails if the socket ends first."""
        async with asyncio.timeout(10):
            while True:
                text = await self._connection.read_message()
                assert text is not None, f"the socket has ended; it brought {self.frames}"
                frame: Frame = json.loads(text)
                self.frames.append(frame)
                if fits(frame):
                    return frame

    async def of(self, kind: str) -> Frame:
        """Return the next frame of a type."""
        return await self.next(lambda frame: frame["type"] == kind)

    async def raw(self, text: str | bytes) -> None:
        """Send anything."""
        await self._connection.write_message(text, binary=isinstance(text, bytes))

    async def send(self, do: str, **fields: Any) -> int:
        """Send a request; returns its number."""
        self._numbers += 1
        await self.raw(json.dumps({"do": do, "n": self._numbers, **fields}))
        return self._numbers

    async def ask(self, do: str, **fields: Any) -> Frame:
        """Send a request and return what answers it."""
        number = await self.send(do, **fields)
        return await self.next(lambda frame: frame.get("n") == number)

    async def do(self, do: str, **fields: Any) -> None:
        """Send a request that is done."""
        assert await self.ask(do, **fields) == {"type": "done", "n": self._numbers}

    async def refused(self, do: str, **fields: Any) -> str:
        """Send a request that is refused; returns the sentence."""
        frame = await self.ask(do, **fields)
        assert frame["type"] == "error", frame
        return str(frame["text"])

    async def ended(self) -> None:
        """Wait until the other side has closed the socket."""
        async with asyncio.timeout(10):
            while not self._is_over:
                text = await self._connection.read_message()
                if text is None:
                    self._is_over = True
                else:
                    self.frames.append(json.loads(text))

    async def close(self) -> None:
        """Close the window."""
        self._connection.close()
        await self.ended()


class Show:
    """A served stage, and browsers to open on it."""

    def __init__(self, stage: Stage, client: httpx.AsyncClient) -> None:
        self.stage = stage
        self.world = stage.world
        self.client = client
        self.browsers: list[Browser] = []

    @property
    def people(self) -> list[Phone]:
        """The phones in order."""
        return list(self.stage.phones.values())

    async def open(self, path: str) -> Browser:
        """Open a socket by its path."""
        address = self.stage.address.replace("http", "ws", 1)
        browser = Browser(await websocket_connect(f"{address}{path}"))
        self.browsers.append(browser)
        return browser

    async def director(self) -> Browser:
        """Open the stage."""
        return await self.open(f"/stage/{self.stage.key}/socket")

    async def phone(self, phone: Phone) -> Browser:
        """Open a phone on the stage."""
        return await self.open(f"{phone.path}/socket?stage={self.stage.key}")

    async def friend(self, phone: Phone) -> Browser:
        """Open a phone by its link."""
        return await self.open(f"{phone.path}/socket")

    async def get(self, path: str, **headers: str) -> httpx.Response:
        """Fetch a page."""
        return await self.client.get(f"{self.stage.address}{path}", headers=headers)


@pytest.fixture
async def show() -> AsyncIterator[Show]:
    """Anna and Boris in a group with the bot, which nobody plays."""
    stage = Stage(World(VirtualClock()), random.Random(1))
    stage.open("ru")
    web = Web(stage)
    stage.address = f"http://127.0.0.1:{web.listen('127.0.0.1', 0)}"
    async with httpx.AsyncClient(trust_env=False, verify=False) as client:
        show = Show(stage, client)
        yield show
        for browser in show.browsers:
            await browser.close()
    await web.close()
    await stage.close()
