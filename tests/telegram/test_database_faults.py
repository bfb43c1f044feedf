"""A database that fails while people play: what was acknowledged is in the file, and play goes on."""

from __future__ import annotations

import random
import sqlite3
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from bot.locales import texts
from bot.rooms.check import check
from bot.sandbox import Answer
from bot.store import database as module
from bot.store.database import Database

from .harness import Play, play
from .tables import Table, meet, two_friends

RU, EN = texts("ru"), texts("en")
BUSY = RU.plain("refusal-busy")
REFUSES = "the database does not take changes"
AGAIN = "the database takes changes again"


@asynccontextmanager
async def read_only(database: Database, path: Path) -> AsyncIterator[None]:
    """The file takes no changes."""
    await _pragma(database, "query_only = ON")
    yield
    await _pragma(database, "query_only = OFF")


@asynccontextmanager
async def full(database: Database, path: Path) -> AsyncIterator[None]:
    """There is no room for another page, which the journal needs after some eighty moves."""
    async with database.reading() as tx:
        row = await tx.one("PRAGMA page_count")
        assert row is not None
        limit = await tx.one("PRAGMA max_page_count")
        assert limit is not None
        await tx.all(f"PRAGMA max_page_count = {row[0]}")
    yield
    await _pragma(database, f"max_page_count = {limit[0]}")


@asynccontextmanager
async def held(database: Database, path: Path) -> AsyncIterator[None]:
    """Another program is writing to the file all the time."""
    other = sqlite3.connect(path, isolation_level=None)
    try:
        other.execute("BEGIN IMMEDIATE")
        yield
        other.execute("ROLLBACK")
    finally:
        other.close()


async def _pragma(database: Database, setting: str) -> None:
    async with database.reading() as tx:
        await tx.all(f"PRAGMA {setting}")


FAULTS = [read_only, held]
Fault = Callable[[Database, Path], Any]


@pytest.fixture
async def path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(module, "BUSY_SECONDS", 0.0)
    return tmp_path / "bot.sqlite3"


async def journal(table: Table) -> list[list[str]]:
    return [deal["actions"] for deal in (await table.record())["deals"]]


def sent(game: Play, table: Table) -> list[int]:
    """Return how many messages each chat has got."""
    anna, *_ = table.people
    return [len(anna.messages(table.group)), *(len(person.messages()) for person in table.people)]


def lines(caplog: pytest.LogCaptureFixture, words: str) -> list[str]:
    return [message for message in caplog.messages if words in message]


@pytest.mark.parametrize("fault", FAULTS)
async def test_a_press_is_in_the_journal_or_refused_and_play_goes_on(
    path: Path, fault: Fault, caplog: pytest.LogCaptureFixture
) -> None:
    async with play(path) as game:
        table = await two_friends(game)
        await table.mid_trick()
        chance = random.Random(3)
        before, messages = await journal(table), sent(game, table)
        async with fault(game.database, path):
            for _ in range(5):
                assert (await table.move(chance)).text == BUSY
            await game.wait(60)
            assert (await table.move(chance)).text == BUSY
            assert await journal(table) == before
            # Whoever asks is answered: to look is no change.
            person = await table.player()
            answer = await person.press_data(table.board(), f"q:{table.room}:hand")
            assert answer.show_alert
            assert answer.text != BUSY
        assert sent(game, table) == messages
        assert len(lines(caplog, REFUSES)) == 1
        assert lines(caplog, AGAIN) == []

        await game.wait(60)
        await table.move(chance)
        assert sum(map(len, await journal(table))) == sum(map(len, before)) + 1
        await table.play_until(lambda match: len(match.results) > 0)
        await game.settle()
        await table.check_board()
        assert len(lines(caplog, REFUSES)) == len(lines(caplog, AGAIN)) == 1
        assert len([r for r in caplog.records if r.levelname in ("WARNING", "ERROR")]) == 2
    assert check(path).problems == ()


async def test_a_disk_that_fills_up_loses_nothing_that_was_acknowledged(
    path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async with play(path) as game:
        table = await two_friends(game, target=1001)
        await table.mid_trick()
        chance = random.Random(3)
        acknowledged = sum(map(len, await journal(table)))
        refused = 0
        async with full(game.database, path):
            while refused < 10:
                answer: Answer = await table.move(chance)
                if answer.text == BUSY:
                    refused += 1
                else:
                    acknowledged += 1
                assert sum(map(len, await journal(table))) == acknowledged
        assert lines(caplog, f"{REFUSES}: database or disk is full")
        assert len(lines(caplog, REFUSES)) == 1
        await game.wait(120)
        for _ in range(5):
            assert (await table.move(chance)).text != BUSY
        await game.settle()
        await table.check_board()
        assert len(lines(caplog, AGAIN)) == 1
    assert check(path).problems == ()


@pytest.mark.parametrize("fault", FAULTS)
async def test_after_a_kill_in_the_middle_of_it_the_game_is_as_it_was_told(path: Path, fault: Fault) -> None:
    async with play(path) as game:
        table = await two_friends(game)
        await table.mid_trick()
        before = await journal(table)
        async with fault(game.database, path):
            assert (await table.move(random.Random(3))).text == BUSY
        await game.restart()
        assert await journal(table) == before
        await table.move(random.Random(3))
        assert sum(map(len, await journal(table))) == sum(map(len, before)) + 1


async def test_lobby_and_commands_are_refused_in_a_sentence(path: Path) -> None:
    async with play(path) as game:
        anna, boris = await meet(game, "Анна", "Борис")
        john = game.world.person("John", language_code="en")
        await john.start()
        group = game.world.group("Друзья", [anna, boris, john])
        await game.say(anna, group, "/deberts")
        lobby = anna.last(group)
        vera = game.world.person("Вера")
        vera.join(group)
        await game.settle()
        async with read_only(game.database, path):
            assert (await game.press(boris, lobby, "Сесть")).text == BUSY
            await game.say(anna, group, "/deberts")
            assert anna.last(group).text == BUSY
            await game.say(anna, group, "/score")
            assert anna.last(group).text != BUSY
            # Whom the bot has not met yet it cannot note, but it answers, in their language.
            assert (await game.press(vera, lobby, "Сесть")).text == BUSY
            await game.say(vera, group, "/help")
            assert vera.last(group).text == BUSY
            mary = game.world.person("Mary", language_code="en")
            await game.say(mary, mary.private, "hello?")
            assert mary.last().text == EN.plain("refusal-busy")
        assert (await game.press(boris, lobby, "Сесть")).text == RU.plain("toast-seated")


async def test_a_database_that_does_not_even_answer(path: Path, caplog: pytest.LogCaptureFixture) -> None:
    async with play(path) as game:
        table = await two_friends(game)
        anna, _ = table.people
        await table.mid_trick()
        before = await journal(table)
        person = await table.player()
        move = table.console(person)
        chance = random.Random(3)
        game.rooms.forget_idle(-1)
        async with game.database.reading() as tx:
            await tx.all("ALTER TABLE rooms RENAME TO gone")
        assert (await anna.press_data(table.board(), f"q:{table.room}:score")).text == BUSY
        assert (await person.press_data(move, f"q:{table.room}:hand")).text == BUSY
        await game.say(anna, table.group, "/score")
        assert anna.last(table.group).text == BUSY
        async with game.database.reading() as tx:
            await tx.all("ALTER TABLE gone RENAME TO rooms")
        assert len(lines(caplog, "the database does not answer")) == 1
        assert await journal(table) == before
        await table.move(chance)
        assert sum(map(len, await journal(table))) == sum(map(len, before)) + 1
