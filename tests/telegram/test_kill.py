"""The bot as a process of its own, killed in the middle of a trick and started again."""

from __future__ import annotations

import asyncio
import os
import random
import signal
import sqlite3
import sys
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, closing
from pathlib import Path

import pytest

from bot.clock import PacedClock
from bot.sandbox import Message, Person, Sandbox, World, serve
from bot.sandbox.player import choose, console
from bot.screens.presses import Seat, Start
from tests.bot_api_models import check_request

from .tables import button_of, kinds, room_of

ROOT = Path(__file__).parents[2]
PACE = 60.0


class Process:
    """`python -m bot run` against a sandbox, on a file."""

    def __init__(self, server: Sandbox, path: Path) -> None:
        self._environment = {
            "PATH": os.environ["PATH"],
            "BOT_TOKEN": server.world.token,
            "BOT_API_URL": server.url,
            "DATABASE_PATH": str(path),
            "PACE": str(PACE),
            "LOG_LEVEL": "DEBUG",
        }
        self._process: asyncio.subprocess.Process | None = None
        self.logs = b""

    async def start(self) -> None:
        self._process = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "bot", "run",
            cwd=ROOT, env=self._environment, stderr=asyncio.subprocess.PIPE,
        )  # fmt: skip

    async def end(self, number: signal.Signals) -> int:
        process, self._process = self._process, None
        if process is None:
            return 0
        process.send_signal(number)
        _, logs = await process.communicate()
        self.logs += logs
        assert process.returncode is not None
        return process.returncode


@asynccontextmanager
async def bot_process(path: Path) -> AsyncIterator[tuple[World, Process]]:
    world = World(PacedClock(PACE))
    world.observers.append(check_request)
    async with serve(world) as server:
        process = Process(server, path)
        await process.start()
        try:
            yield world, process
        finally:
            await process.end(signal.SIGKILL)
            # What the bot said of itself, should the test fail.
            print(process.logs.decode())


def journal(path: Path) -> list[str]:
    """Return every action in the file, in order."""
    with closing(sqlite3.connect(f"file:{path}?mode=ro", uri=True)) as file:
        return [row[0] for row in file.execute("SELECT action FROM actions ORDER BY deal, place")]


def decks(path: Path) -> list[str]:
    """Return the decks in the file, in order."""
    with closing(sqlite3.connect(f"file:{path}?mode=ro", uri=True)) as file:
        return [row[0] for row in file.execute("SELECT deck FROM deals ORDER BY number")]


async def turn(people: list[Person], count: int) -> tuple[Person, Message]:
    """Wait until somebody's console offers the decision after so many actions of the first deal."""

    def look() -> list[tuple[Person, Message]]:
        found = [(person, console(person)) for person in people]
        return [
            (person, message)
            for person, message in found
            if message is not None and f"m:1:0:{count}:" in str([b.callback_data for b in message.buttons])
        ]

    return (await people[0].wait_for(look))[0]


async def until(there: Callable[[], bool]) -> None:
    """Look at the file every now and then until it is as wanted."""
    async with asyncio.timeout(60):
        while not there():  # noqa: ASYNC110 (another process writes the file)
            await asyncio.sleep(0.02)


async def written(path: Path, count: int) -> None:
    """Wait until so many actions are in the file. (A late press may be done and yet not be answered.)"""
    await until(lambda: len(journal(path)) >= count)


async def shown(path: Path) -> None:
    """Wait until the bot knows that all chats show the state."""

    def settled() -> bool:
        with closing(sqlite3.connect(f"file:{path}?mode=ro", uri=True)) as file:
            return bool(file.execute("SELECT settled_version = version FROM rooms").fetchone()[0])

    await until(settled)


async def open_match(world: World, path: Path, people: list[Person]) -> None:
    """Seat two people and deal."""
    anna, boris = people
    group = world.group("Друзья", people)
    for person in people:
        await person.start()
    await anna.wait_for(lambda: len(anna.messages()) == len(boris.messages()) == 2)
    await anna.write(group, "/deberts")
    await anna.wait_for(lambda: room_of(anna.last(group)))
    lobby = anna.last(group)
    boris.press_nowait(lobby, button_of(lobby, Seat))
    await anna.wait_for(lambda: Start in kinds(lobby))
    anna.press_nowait(lobby, button_of(lobby, Start))


@pytest.mark.long
async def test_killed_in_the_middle_of_a_trick_the_same_button_goes_on_with_the_same_cards(
    tmp_path: Path,
) -> None:
    path = tmp_path / "bot.sqlite3"
    chance = random.Random(1)
    async with bot_process(path) as (world, process):
        people = [world.person("Анна"), world.person("Борис")]
        await open_match(world, path, people)
        done = 0
        while True:
            person, message = await turn(people, done)
            data = str(choose(message, chance).callback_data)
            if any(" play " in action for action in journal(path)):
                break
            person.press_nowait(message, data)
            done += 1
            await written(path, done)

        # Killed between two cards of a trick: the button that was drawn before works after.
        await shown(path)
        before, dealt = journal(path), decks(path)
        await process.end(signal.SIGKILL)
        person.press_nowait(message, data)
        await process.start()
        await written(path, done + 1)
        assert journal(path)[:done] == before
        assert decks(path) == dealt

        # Killed as soon as a card is in the file: the chats come to show it all the same.
        person, message = await turn(people, done + 1)
        person.press_nowait(message, str(choose(message, chance).callback_data))
        await written(path, done + 2)
        await process.end(signal.SIGKILL)
        await process.start()
        await shown(path)
        person, message = await turn(people, done + 2)
        person.press_nowait(message, str(choose(message, chance).callback_data))
        await written(path, done + 3)
        await shown(path)
        assert decks(path) == dealt
        for one in people:
            tables = [message for message in one.messages() if room_of(message) == 1]
            assert len(tables) <= 2, "of what a kill cut off one message may be left"
        assert await process.end(signal.SIGTERM) == 0
    assert not world.limits.refused
    assert world.token.encode() not in process.logs
    assert b"Traceback" not in process.logs
