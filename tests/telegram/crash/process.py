"""The bot's process, and what kills it."""

from __future__ import annotations

import asyncio
import contextlib
import os
import random
import signal
import sys
from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from bot.sandbox import Press, Sandbox, World

ROOT = Path(__file__).parents[3]


class Process:
    """`python -m bot run` against a sandbox, on a file, life after life; `log` has what all of them said."""

    def __init__(self, server: Sandbox, database: Path, log: Path, pace: float) -> None:
        self._environment = {
            "PATH": os.environ["PATH"],
            "BOT_TOKEN": server.world.token,
            "BOT_API_URL": server.url,
            "DATABASE_PATH": str(database),
            "PACE": str(pace),
            "LOG_LEVEL": "DEBUG",
        }
        self._process: asyncio.subprocess.Process | None = None
        self.log = log

    async def start(self) -> None:
        """Begin a life."""
        with self.log.open("ab") as log:
            self._process = await asyncio.create_subprocess_exec(
                sys.executable, "-m", "bot", "run", cwd=ROOT, env=self._environment, stderr=log
            )

    async def end(self, number: signal.Signals) -> int:
        """End a life; returns the exit code."""
        process, self._process = self._process, None
        if process is None:
            return 0
        with contextlib.suppress(ProcessLookupError):
            process.send_signal(number)
        return await process.wait()

    @property
    def alive(self) -> bool:
        """Whether it has not ended by itself."""
        return self._process is not None and self._process.returncode is None


class Killer:
    """Kills a process at moments of several kinds and starts it again, until it is told to stop.

    `kills` counts them by kind: at any time, just after a press was made, while a press is being answered,
    while a message is being sent, while one is being edited, just after somebody has pressed what leads a
    screen back to how it looked before, and before the process has started to listen.
    """

    KINDS = ("any time", "press", "answer", "send", "edit", "back", "start")

    def __init__(self, world: World, process: Process, chance: random.Random) -> None:
        self._world = world
        self._process = process
        self._chance = chance
        self._waits_for: str | None = None
        self._moment = asyncio.Event()
        self.kills: Counter[str] = Counter()
        self.is_over = False
        world.press_watchers.append(self._pressed)
        world.observers.append(self._called)

    def turned_back(self) -> None:
        """Take note that a screen is to look as it did before, which the bot has still to show."""
        self._come("back")

    def _pressed(self, press: Press) -> None:
        self._come("press")

    def _called(self, method: str, params: Mapping[str, Any]) -> None:
        for kind, start in (("answer", "answer"), ("send", "send"), ("edit", "edit")):
            if method.startswith(start):
                self._come(kind)

    def _come(self, kind: str) -> None:
        if self._waits_for == kind:
            self._moment.set()

    async def run(self) -> None:
        """Kill and start until `is_over`; the process is left running."""
        while not self.is_over:
            kind = self._chance.choices(self.KINDS, (3, 3, 2, 4, 2, 3, 1))[0]
            if kind == "start":
                await asyncio.sleep(self._chance.uniform(0, 1.2))
            else:
                await self.listening()
                # Let some cards be played in every life.
                await asyncio.sleep(self._chance.uniform(0.1, 1.0))
                if kind != "any time":
                    await self._wait_for(kind)
            assert self._process.alive, "the bot has ended by itself"
            assert await self._process.end(signal.SIGKILL) == -signal.SIGKILL
            self.kills[kind] += 1
            await asyncio.sleep(self._chance.choice((0, 0, 0.1)))
            await self._process.start()

    async def listening(self) -> None:
        """Wait until the bot of this life asks for updates."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(15):
                while not self._world.polling:  # noqa: ASYNC110 (another process asks)
                    await asyncio.sleep(0.01)

    async def _wait_for(self, kind: str) -> None:
        self._moment.clear()
        self._waits_for = kind
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self._moment.wait(), 2)
        self._waits_for = None
        # The call, or the work after the press, is under way by then, or just done.
        await asyncio.sleep(self._chance.choice((0, 0, 0.001, 0.003, 0.01)))
