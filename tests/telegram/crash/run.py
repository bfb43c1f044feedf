"""One run: people, tables, the bot and its killer, and all that is checked at the end."""

from __future__ import annotations

import asyncio
import random
import signal
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import pytest

from bot.clock import PacedClock
from bot.sandbox import World, serve
from tests.bot_api_models import check_request
from tests.telegram.secrets import Secrets
from tests.telegram.truth import Truth

from .friends import Game, Lobby, Table
from .process import Killer, Process
from .verify import check_chats, check_presses, check_records, press_orphans, read

# How long an answer to a press may take, in real seconds.
QUERY_SECONDS = 5.0
NAMES = ("Анна", "Борис", "Вера", "Глеб", "Дима", "Ева", "Жанна", "Захар", "Ира", "Костя")
# What is played where: mostly matches of one deal, so that many end.
GAMES = (
    Game(2, {"preset": "short", "players": "2", "target": "1"}),
    Game(4, is_lobby=True),
    Game(2, {"preset": "short", "players": "2", "target": "1"}, here=0.8),
    Game(3, {"preset": "short", "players": "3", "target": "1"}, clock=60, late=0.08),
    Game(2, {"preset": "gambler", "players": "2", "target": "101"}),
    Game(4, {"preset": "kharkov", "players": "2x2", "target": "101"}, here=0.3),
    Game(2, {"preset": "short", "players": "2", "target": "1"}),
)


@dataclass(frozen=True, slots=True)
class Plan:
    """How much is to happen, at least."""

    kills: int
    matches: int
    rooms: int = 7
    pace: float = 60.0
    seed: int = 1


async def run(plan: Plan, folder: Path, told: Callable[[str], None] = print) -> Counter[str]:
    """Play and kill as planned, check everything, and return the counts. `told` hears how it goes on."""
    chance = random.Random(plan.seed)
    path, log = folder / "bot.sqlite3", folder / "bot.log"
    world = World(PacedClock(plan.pace))
    world.observers.append(check_request)
    with pytest.MonkeyPatch.context() as patch:
        # A busy machine's real time is no reason to lose answers, which are what is to be checked.
        patch.setattr("bot.sandbox.methods.messages.QUERY_LIFETIME", QUERY_SECONDS * plan.pace)
        async with serve(world) as server:
            process = Process(server, path, log, plan.pace)
            await process.start()
            try:
                return await _play(plan, world, process, path, chance, told)
            finally:
                await process.end(signal.SIGKILL)


async def _play(
    plan: Plan, world: World, process: Process, path: Path, chance: random.Random, told: Callable[[str], None]
) -> Counter[str]:
    people = [world.person(name) for name in NAMES[: max(4, plan.rooms + 1)]]
    for person in people:
        await person.start()
    await people[0].wait_for(lambda: all(len(person.messages()) == 2 for person in people), 60)
    truth = Truth(path)
    # What was on its way when a new deal was dealt, or when the bot was killed, is some seconds old.
    secrets = Secrets(world, truth, slack=5 * plan.pace)
    killer = Killer(world, process, chance)
    tables: list[Table] = []
    for number in range(plan.rooms):
        if number % 2 == 0:
            group = world.group(f"Группа {number // 2 + 1}", people)
        game = GAMES[number % len(GAMES)]
        at = tuple(people[(number + place) % len(people)] for place in range(game.seats))
        kind = Lobby if game.is_lobby else Table
        table = kind(world, path, truth, group, at, game, random.Random(chance.random()))
        if isinstance(table, Lobby):
            table.turned_back = killer.turned_back
            table.lives = killer.kills.total
            table.check = partial(check_chats, world, path)
        tables.append(table)
    playing = [asyncio.create_task(table.play()) for table in tables]
    killing = asyncio.create_task(killer.run())
    await _until_enough(plan, path, killer, tables, [*playing, killing], told)

    killer.is_over = True
    await killing
    for table in tables:
        table.is_over = True
    await asyncio.gather(*playing)
    await _settled(path)
    assert await process.end(signal.SIGTERM) == 0

    counts: Counter[str] = Counter({"kills": killer.kills.total()})
    counts.update({f"kills: {kind}": count for kind, count in killer.kills.items()})
    pressed = [one for table in tables for one in table.done]
    looked = await check_chats(world, path)
    counts.update(check_records(path))
    counts.update(check_presses(path, pressed))
    counts["messages compared with the file"] = looked.messages
    counts["lobbies looked at after a kill"] = sum(t.checked for t in tables if isinstance(t, Lobby))
    counts["orphans"] = len(looked.orphans)
    counts["calls answered with 429"] = len(world.limits.refused)
    await process.start()
    # A signal that comes before the bot listens for it would be the end of any program.
    await killer.listening()
    counts.update(await press_orphans(world, path, looked.orphans))
    await _settled(path)
    assert await process.end(signal.SIGTERM) == 0
    await check_chats(world, path)
    said = process.log.read_text()
    assert "Traceback" not in said, said
    for line in said.splitlines():
        secrets.look_at_log(line)
    secrets.check()
    counts["payloads looked at for secrets"] = secrets.heard.total() - secrets.heard["log"]
    counts["lines of log looked at for secrets"] = secrets.heard["log"]
    for table in tables:
        table.close()
    truth.close()
    return counts


async def _until_enough(
    plan: Plan,
    path: Path,
    killer: Killer,
    tables: list[Table],
    tasks: list[asyncio.Task[None]],
    told: Callable[[str], None],
) -> None:
    """Wait until enough has happened; what fails meanwhile is raised."""
    start = last = time.monotonic()
    while True:
        await asyncio.wait(tasks, timeout=0.2, return_when=asyncio.FIRST_EXCEPTION)
        for task in tasks:
            if task.done():
                await task
        ((matches,),) = read(path, "SELECT count(*) FROM rooms WHERE phase = 'finished'")
        kills = killer.kills.total()
        if time.monotonic() - last > 20:
            last = time.monotonic()
            told(f"{last - start:.0f} s: {kills} kills, {matches} matches have ended")
        looked = all(table.checked for table in tables if isinstance(table, Lobby))
        if kills >= plan.kills and matches >= plan.matches and looked:
            return


async def _settled(path: Path) -> None:
    """Wait until all chats are known to show the state, and every clock rests: nobody presses any more."""
    unsettled = "SELECT 1 FROM rooms WHERE settled_version < version OR wake_at IS NOT NULL LIMIT 1"
    async with asyncio.timeout(120):
        while read(path, unsettled):  # noqa: ASYNC110 (another process)
            await asyncio.sleep(0.05)
    # A press that came late may still change something.
    await asyncio.sleep(0.3)
