"""The bot and the sandbox in one process on a clock that moves only when nothing else does.

The bot is the real one: the library's `Application`, polling. Every request it makes is checked against a
model of the Bot API that is not ours.
"""

from __future__ import annotations

import asyncio
import random
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine
from contextlib import AsyncExitStack, asynccontextmanager
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from httpx import create_ssl_context
from telegram.error import TimedOut
from telegram.request import HTTPXRequest, RequestData

from bot.clock import VirtualClock
from bot.rooms.service import Rooms
from bot.sandbox import Answer, Chat, Message, Person, Sandbox, World, serve
from bot.sandbox.updates import first_of
from bot.sandbox.weather import Weather
from bot.store.database import Database
from bot.telegram.app import CALL_SECONDS, App, make_application
from bot.telegram.deadlines import Hearing
from bot.telegram.gateway import Gateway
from bot.telegram.operator import House
from bot.telegram.outbox import Outbox
from bot.telegram.run import UPDATES, running
from tests.bot_api_models import check_request

from .direct import ask

# Rounds of the event loop without anything going on before time moves.
QUIET_ROUNDS = 12
# How often to look, in real seconds, while something is on its way.
GLANCE = 0.0005


class _Requests:
    """Counts the requests that are on their way; long polls do not count.

    With a `clock` the bot gives a request up after as many seconds of it as it does in earnest.
    """

    in_flight = 0
    clock: VirtualClock | None = None


def _counting(original: Any, server: Sandbox) -> Any:
    async def do_request(
        self: HTTPXRequest, url: str, method: str, request_data: RequestData | None = None, **options: Any
    ) -> Any:
        step = 0 if url.endswith("/getUpdates") else 1
        _Requests.in_flight += step
        if request_data is not None and request_data.contains_files:
            work = original(self, url, method, request_data, **options)
        else:
            work = ask(server, url, request_data)
        try:
            return await (_patiently(work, _Requests.clock) if step and _Requests.clock else work)
        finally:
            _Requests.in_flight -= step

    return do_request


async def _patiently(work: Coroutine[Any, Any, Any], clock: VirtualClock) -> Any:
    """Wait for a request as long as the bot does, on the clock."""
    task = asyncio.ensure_future(work)
    try:
        if await first_of(clock, CALL_SECONDS, task):
            return await task
        raise TimedOut
    finally:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)


async def _poll(app: App, stack: AsyncExitStack) -> None:
    assert app.updater is not None
    await app.updater.start_polling(poll_interval=0, timeout=50, allowed_updates=UPDATES)
    stack.push_async_callback(app.updater.stop)


class Play:
    """A running bot, a world around it, and the means to let time pass."""

    def __init__(self, world: World, server: Sandbox, clock: VirtualClock, path: Path | None) -> None:
        self.world = world
        self.server = server
        self.clock = clock
        self.path = path
        self.app: App | None = None
        self.outbox: Outbox | None = None
        self.house = House()
        self.hearing = Hearing(clock)
        self._database: Database | None = None
        self._weather: Weather | None = None
        self._stack = AsyncExitStack()

    @property
    def weather(self) -> Weather:
        """What goes wrong between the bot and Telegram; calls that are slow or lost wait for the clock."""
        if self._weather is None:
            self._weather = Weather(self.world)
            _Requests.clock = self.clock
        return self._weather

    @property
    def database(self) -> Database:
        """The bot's database."""
        assert self._database is not None
        return self._database

    @property
    def rooms(self) -> Rooms:
        """The bot's rooms."""
        assert self.outbox is not None
        return self.outbox._rooms

    async def start(
        self, seed: int = 1, receive: Callable[[App, AsyncExitStack], Awaitable[None]] = _poll
    ) -> None:
        """Start the bot on its database file; `receive` begins to take updates."""
        self._database = await Database.open(self.path or ":memory:")
        self._stack.push_async_callback(self._database.close)
        app = self.app = make_application(self.world.token, self.server.url)
        await app.initialize()
        self._stack.push_async_callback(app.shutdown)
        chance = random.Random(seed)
        self.outbox = await self._stack.enter_async_context(
            running(app, self._database, self.clock, chance, self.house, self.hearing)
        )
        await receive(app, self._stack)
        await self.settle()

    async def stop(self) -> None:
        """Stop the bot; the world goes on."""
        await self._stack.aclose()
        self.app = self.outbox = self._database = None

    async def restart(self) -> None:
        """Stop the bot and start it again from the file."""
        assert self.path is not None, "this bot plays in memory"
        await self.stop()
        await self.start(seed=2)

    def _busy(self) -> bool:
        app = self.app
        if app is None or self._database is None:
            return False
        waiting: Counter[str] = Counter() if self._weather is None else self._weather.waiting
        return bool(
            self.world.in_flight
            or _Requests.in_flight > waiting.total()
            or self.world.pending_updates
            or not (self.world.polling or self.world.webhook)
            or not app.update_queue.empty()
            # Handlers wait for these calls only.
            or app.update_processor.current_concurrent_updates
            > waiting["answerCallbackQuery"] + waiting["getChatMember"]
            or self._database._lock.locked()
        )

    async def quiet(self) -> None:
        """Let everything happen that needs no time."""
        rounds = 0
        while rounds < QUIET_ROUNDS:
            busy = self._busy()
            rounds = 0 if busy else rounds + 1
            # Looking without a pause would keep the database's thread from working.
            await asyncio.sleep(GLANCE if busy else 0)

    async def settle(self, most: float = 600.0) -> None:
        """Let time pass until every chat shows the state, `most` seconds at the longest."""
        end = self.clock.now() + most
        await self.quiet()
        while self.outbox is not None and not self.outbox.idle:
            wake = self.clock.next_wake()
            if wake is None or wake > end:
                return
            self.clock.advance_to(wake)
            await self.quiet()

    async def wait(self, seconds: float) -> None:
        """Let that much time pass."""
        end = self.clock.now() + seconds
        await self.quiet()
        while (wake := self.clock.next_wake()) is not None and wake <= end:
            self.clock.advance_to(wake)
            await self.quiet()
        self.clock.advance_to(end)
        await self.quiet()

    async def press(self, person: Person, message: Message, label: str) -> Answer:
        """Press a button, read the answer, and let the chats be put right."""
        answer = await person.press(message, label)
        await self.settle()
        return answer

    async def say(self, person: Person, chat: Chat, text: str, **rest: Any) -> None:
        """Write a message and let the bot react to it."""
        await person.write(chat, text, **rest)
        await self.settle()


# Reading the certificates of the internet, which a test never meets, takes longer than most tests.
_one_ssl_context = cache(create_ssl_context)


async def _no_menus(gateway: Gateway) -> None:
    """Spare a test the command menus."""


@asynccontextmanager
async def play(path: Path | None, *, start: bool = True, menus: bool = False) -> AsyncIterator[Play]:
    """Have a running bot in an empty world; on leaving no call may have gone over a limit."""
    clock = VirtualClock()
    world = World(clock)
    world.observers.append(check_request)
    async with serve(world) as server:
        game = Play(world, server, clock, path)
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(HTTPXRequest, "do_request", _counting(HTTPXRequest.do_request, server))
            patch.setattr("httpx._transports.default.create_ssl_context", _one_ssl_context)
            if not menus:
                patch.setattr("bot.telegram.run.set_menus", _no_menus)
            try:
                if start:
                    await game.start()
                yield game
            finally:
                _Requests.clock = None
                if game._weather is not None:
                    await game._weather.close()
                await game.stop()
    assert not world.limits.refused
