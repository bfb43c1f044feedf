"""The bot as a process of its own, which can be killed and started again."""

from __future__ import annotations

import asyncio
import contextlib
import os
import sys
from collections.abc import Callable
from enum import StrEnum
from pathlib import Path
from typing import Any

from bot.config import Settings
from bot.sandbox.world import World

_ROOT = Path(__file__).parents[3]
_STOP_SECONDS = 6.0


class State(StrEnum):
    """What the bot is doing."""

    STARTING = "starting"
    RUNNING = "running"
    DOWN = "down"


class BotProcess:
    """Runs `python -m bot run` against a Bot API server, on a database file, without the operator's settings.

    `changed` is called whenever `state`, `starts` or `said` (the last line it logged) is another.
    """

    def __init__(
        self, world: World, api_url: str, database: Path, pace: float, changed: Callable[[], None]
    ) -> None:
        # An empty value stands for none, in spite of a .env file.
        own = {name.upper(): "" for name in Settings.model_fields}
        self._environment = {
            **os.environ,
            **own,
            "BOT_TOKEN": world.token,
            "BOT_API_URL": api_url,
            "DATABASE_PATH": str(database),
            "PACE": str(pace),
            "PYTHONUNBUFFERED": "1",
        }
        self._changed = changed
        # Starts and ends come one after the other: there is one bot.
        self._lock = asyncio.Lock()
        self._process: asyncio.subprocess.Process | None = None
        self._watch: asyncio.Task[None] | None = None
        self.state = State.DOWN
        self.starts = 0
        self.said: str | None = None
        world.observers.append(self._called)

    def to_json(self) -> dict[str, Any]:
        """Return what the stage shows."""
        return {"state": self.state.value, "starts": self.starts, "said": self.said}

    async def start(self) -> None:
        """Start it, unless it runs."""
        async with self._lock:
            if self._process is not None:
                return
            self.state = State.STARTING
            self.starts += 1
            self.said = None
            self._changed()
            try:
                self._process = await self._execute()
            except OSError as error:
                self.state = State.DOWN
                self.said = f"the bot cannot be started: {error.strerror}"
                self._changed()
                return
            self._watch = asyncio.create_task(self._follow(self._process))

    async def _execute(self) -> asyncio.subprocess.Process:
        return await asyncio.create_subprocess_exec(
            sys.executable,
            "-m",
            "bot.sandbox.page.child",
            cwd=_ROOT,
            env=self._environment,
            stdin=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.PIPE,
            # Ctrl-C in the terminal is for the page, which then ends the bot.
            start_new_session=True,
            # Its database holds everybody's cards.
            umask=0o077,
        )

    async def kill(self) -> None:
        """End it at once, as a power cut does."""
        async with self._lock:
            await self._kill()

    async def _kill(self) -> None:
        if self._process is not None:
            with contextlib.suppress(ProcessLookupError):
                self._process.kill()
            await self._ended()

    async def stop(self) -> None:
        """Ask it to end; at once if it does not within seconds."""
        async with self._lock:
            if self._process is None:
                return
            with contextlib.suppress(ProcessLookupError):
                self._process.terminate()
            try:
                async with asyncio.timeout(_STOP_SECONDS):
                    await self._ended()
            except TimeoutError:
                await self._kill()

    async def _ended(self) -> None:
        if self._watch is not None:
            await asyncio.shield(self._watch)

    async def _follow(self, process: asyncio.subprocess.Process) -> None:
        """Keep the last line of the log until the process has ended."""
        assert process.stderr is not None
        while True:
            try:
                line = await process.stderr.readline()
            except ValueError:  # longer than the reader bears; the rest of it is dropped
                continue
            if not line:
                break
            if said := line.decode(errors="replace").strip():
                self.said = said[:300]
                self._changed()
        await process.wait()
        self._process = None
        self.state = State.DOWN
        self._changed()

    def _called(self, method: str, _params: dict[str, Any]) -> None:
        """Who asks for updates is at work."""
        if method == "getUpdates" and self.state is State.STARTING:
            self.state = State.RUNNING
            self._changed()
