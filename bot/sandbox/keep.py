"""Saving a world to a file, loading it back, and keeping it saved."""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import logging
import os
from pathlib import Path

from bot.clock import Clock, PacedClock

from .kept.read import decode
from .kept.shape import KeptError
from .kept.write import Snapshot, encode, snapshot
from .updates import first_of
from .world import Report, World

__all__ = ["Keeper", "KeptError", "load", "save"]

logger = logging.getLogger(__name__)

SAVE_SECONDS = 1.0
"""How long changes are gathered before they are saved."""

RETRY_SECONDS = 10.0
"""How long to wait after a save that failed."""


def save(world: World, path: Path) -> None:
    """Save a world for `load`: the old file is there until the new one is whole. Raises OSError.

    Only the owner may read the file, since it holds hands of cards and the bot's token. Presses, limits and
    the webhook are not saved: a bot that was cut off from them starts anew.
    """
    _replace(path, encode(snapshot(world)))


def load(path: Path, clock: Clock) -> World:
    """Return the saved world on this clock; KeptError, with a sentence for the operator, if it cannot be."""
    try:
        data = path.read_bytes()
    except OSError as error:
        raise KeptError(f"{path} cannot be read: {error.strerror}") from None
    try:
        return decode(data, clock)
    except KeptError as error:
        raise KeptError(f"{path} {error}") from None


class Keeper:
    """Saves a world soon after each change, at most once a second of real time, and when it is closed.

    The event loop only takes a snapshot; encoding and writing are done in a thread. What cannot be saved is
    logged in one line and tried again later. `clock` is the real time, for tests another.
    """

    def __init__(self, world: World, path: Path, clock: Clock | None = None) -> None:
        self._world = world
        self._path = path
        self._clock = PacedClock() if clock is None else clock
        self._task: asyncio.Task[None] | None = None
        self._saved = b""

    async def start(self) -> None:
        """Watch the world from now on."""
        loop = asyncio.get_running_loop()
        self._closing: asyncio.Future[None] = loop.create_future()
        self._called: asyncio.Future[None] = loop.create_future()
        self._world.reporters.append(self._report)
        self._look_out()
        self._task = asyncio.create_task(self._run())

    async def close(self) -> None:
        """Save what is not saved yet, once, and stop."""
        if self._task is None:
            return
        self._world.reporters.remove(self._report)
        self._closing.set_result(None)
        await self._task
        self._task = None
        await self._save()

    def _report(self, _: Report) -> None:
        # A call may confirm updates or set commands, which is no change in a chat.
        if not self._called.done():
            self._called.set_result(None)

    def _look_out(self) -> None:
        """Look for changes from now on."""
        if self._called.done():
            self._called = asyncio.get_running_loop().create_future()
        self._news = (self._world.changed(), self._world.updates.changed(), self._called)

    async def _run(self) -> None:
        is_saved = True
        while True:
            if is_saved:
                await asyncio.wait({*self._news, self._closing}, return_when=asyncio.FIRST_COMPLETED)
            if await first_of(self._clock, SAVE_SECONDS if is_saved else RETRY_SECONDS, self._closing):
                return
            is_saved = await self._save()

    async def _save(self) -> bool:
        # No change can come between these two.
        taken = snapshot(self._world)
        self._look_out()
        try:
            await asyncio.to_thread(self._write, taken)
        except (OSError, ValueError) as error:
            reason = (isinstance(error, OSError) and error.strerror) or error
            logger.warning("the sandbox could not be saved to %s: %s", self._path, reason)
            return False
        return True

    def _write(self, taken: Snapshot) -> None:
        data = encode(taken)
        mark = hashlib.blake2b(data).digest()
        if mark != self._saved or not self._path.exists():
            _replace(self._path, data)
            self._saved = mark


def _replace(path: Path, data: bytes) -> None:
    new = path.with_name(f"{path.name}.new")
    with contextlib.suppress(FileNotFoundError):
        # Left by one who was killed while writing.
        new.unlink()
    try:
        with open(os.open(new, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        new.replace(path)
    except OSError:
        with contextlib.suppress(OSError):
            new.unlink()
        raise
