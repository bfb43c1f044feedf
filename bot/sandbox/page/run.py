"""The page put together: world, Bot API, bot and browsers, until somebody stops it."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import random
import signal
import socket
import sys
import webbrowser
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

from bot.clock import PacedClock
from bot.sandbox.keep import Keeper, load
from bot.sandbox.server import serve
from bot.sandbox.world import World

from .bot_process import BotProcess, State
from .folder import FolderError, load_phones, own_folder, save_phones
from .phones import new_key
from .stage import Stage
from .web import Web

DEFAULT_PORT = 8421
_LOOPBACK = ("127.0.0.1", "localhost", "::1")
_ANY = ("0.0.0.0", "::")
_START_SECONDS = 60.0

logger = logging.getLogger(__name__)


class PageError(Exception):
    """The page cannot be shown; the message is one line for whoever started it."""


@dataclass(frozen=True, slots=True)
class Options:
    """Where the page is shown, what it keeps, how fast its time goes. No port: the usual or a free one."""

    host: str = "127.0.0.1"
    port: int | None = None
    keep: Path | None = None
    pace: float = 1.0


@asynccontextmanager
async def showing(options: Options) -> AsyncIterator[Stage]:
    """Show the page. Raises `PageError` and `bot.sandbox.keep.KeptError`."""
    async with contextlib.AsyncExitStack() as stack:
        clock = PacedClock(options.pace)
        try:
            folder = stack.enter_context(own_folder(options.keep))
        except FolderError as error:
            raise PageError(str(error)) from None
        world = _world(folder, clock)
        stage = Stage(world, random.SystemRandom())
        load_phones(folder, stage.phones)
        stage.kept = None if options.keep is None else str(options.keep)
        web = Web(stage)
        port = _listen(web, options)
        stage.address = f"http://{_bracketed(_reachable(options.host))}:{port}"
        stage.is_shared = options.host not in _LOOPBACK
        if options.keep is not None:
            keeper = Keeper(world, folder / "world.json")
            await keeper.start()
            stack.push_async_callback(keeper.close)
            stack.callback(_save_phones, folder, stage)
            stage.taken.append(lambda _phone, _hand: _save_phones(folder, stage))
        server = await stack.enter_async_context(serve(world))
        bot = stage.bot = BotProcess(
            world, server.url, folder / "deberts.sqlite3", options.pace, stage.changed
        )
        stack.push_async_callback(bot.stop)
        stack.push_async_callback(stage.close)
        stack.push_async_callback(web.close)
        await bot.start()
        await _first_start(bot, world)
        yield stage


async def _first_start(bot: BotProcess, world: World) -> None:
    """Wait until the bot listens. Raises `PageError` with its own words if it ends instead."""
    try:
        async with asyncio.timeout(_START_SECONDS):
            while bot.state is State.STARTING:
                await world.changed()
    except TimeoutError:
        raise PageError(f"the bot has not started in {_START_SECONDS:.0f} s") from None
    if bot.state is State.DOWN:
        raise PageError((bot.said or "the bot has ended at once").removeprefix("bot: "))


def _world(folder: Path, clock: PacedClock) -> World:
    path = folder / "world.json"
    # Whoever knew the token could speak for the bot, from this machine at least.
    return load(path, clock) if path.exists() else World(clock, token=f"7000000001:{new_key()}")


def _save_phones(folder: Path, stage: Stage) -> None:
    try:
        save_phones(folder, list(stage.phones.values()))
    except OSError as error:
        logger.warning("the phones could not be saved in %s: %s", folder, error.strerror)


def _listen(web: Web, options: Options) -> int:
    """Listen; if no port is asked for and the usual one is taken, on a free one."""
    try:
        if options.port is not None:
            return web.listen(options.host, options.port)
        with contextlib.suppress(OSError):
            return web.listen(options.host, DEFAULT_PORT)
        return web.listen(options.host, 0)
    except (OSError, OverflowError) as error:
        port = DEFAULT_PORT if options.port is None else options.port
        reason = error.strerror if isinstance(error, OSError) else error
        raise PageError(f"cannot listen on {options.host}:{port}: {reason}") from None


def _reachable(host: str) -> str:
    """Return the address under which others find this machine, for one that means every address."""
    if host not in _ANY:
        return host
    # Nothing is sent: this only asks the system which address it would speak from.
    for family, other in ((socket.AF_INET, "192.0.2.1"), (socket.AF_INET6, "2001:db8::1")):
        if family == socket.AF_INET and host == "::" and not socket.has_dualstack_ipv6():
            continue
        with contextlib.suppress(OSError), socket.socket(family, socket.SOCK_DGRAM) as probe:
            probe.connect((other, 9))
            return str(probe.getsockname()[0])
    return "127.0.0.1"


def _bracketed(host: str) -> str:
    return f"[{host}]" if ":" in host else host


async def show(options: Options, open_browser: bool) -> int:
    """Show the page until Ctrl-C or SIGTERM; returns the exit code."""
    stop = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        loop.add_signal_handler(number, stop.set)
    async with showing(options) as stage:
        address = f"{stage.address}/stage/{stage.key}"
        print(f"Play deberts in a browser: {address}\nCtrl-C ends it.", flush=True)
        if open_browser and _has_screen():
            await asyncio.to_thread(webbrowser.open, address)
        await stop.wait()
    return 0


def _has_screen() -> bool:
    """Tell whether a browser has anywhere to open; a terminal's browser would only be in the way."""
    if not sys.stdout.isatty():
        return False
    return sys.platform in ("darwin", "win32") or bool({"DISPLAY", "WAYLAND_DISPLAY"} & os.environ.keys())
