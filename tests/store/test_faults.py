"""What an operator reads of a database that fails, and how long it lets people wait."""

from __future__ import annotations

import sqlite3
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.store import database as module
from bot.store.database import Database, StoreError
from bot.store.faults import FaultLog
from bot.store.people import ChatRow, save_chat


class Clock:
    def __init__(self) -> None:
        self.time = 100.0

    def now(self) -> float:
        return self.time


@pytest.fixture
def clock() -> Clock:
    return Clock()


def fault_log(clock: Clock) -> FaultLog:
    faults = FaultLog("it fails", "it works")
    faults.now = clock.now
    return faults


def test_a_fault_is_told_once_and_its_end_too(clock: Clock, caplog: pytest.LogCaptureFixture) -> None:
    faults = fault_log(clock)
    faults.worked()
    for _ in range(3):
        faults.failed("disk full")
        clock.time += 1
    faults.failed("locked")
    faults.failed("disk full")
    assert faults.failing
    clock.time += 10
    faults.worked()
    faults.worked()
    assert not faults.failing
    assert caplog.messages == [
        "it fails: disk full",
        "it fails: locked",
        "it works; it had failed 5 times",
    ]
    faults.failed("disk full")
    assert caplog.messages[3:] == ["it fails: disk full"]


def test_what_fails_now_and_then_is_one_fault(clock: Clock, caplog: pytest.LogCaptureFixture) -> None:
    faults = fault_log(clock)
    for _ in range(20):
        faults.failed("disk full")
        clock.time += 9
        faults.worked()
    assert caplog.messages == ["it fails: disk full"]
    clock.time += 1
    faults.worked()
    assert caplog.messages[1:] == ["it works; it had failed 20 times"]


@pytest.fixture
async def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Database]:
    monkeypatch.setattr(module, "BUSY_SECONDS", 0.004)
    monkeypatch.setattr(module, "IMPATIENT_SECONDS", 0.002)
    opened = await Database.open(tmp_path / "bot.sqlite3")
    yield opened
    await opened.close()


async def patience(database: Database) -> int:
    """Return how long it waits for others now, in milliseconds."""
    async with database.reading() as tx:
        row = await tx.one("PRAGMA busy_timeout")
    assert row is not None
    return int(row[0])


async def add(database: Database, number: int) -> None:
    async with database.transaction() as tx:
        await save_chat(tx, ChatRow(number, "Друзья", "ru", True))


async def test_while_somebody_holds_the_file_only_the_first_waits_long(
    file: Database, tmp_path: Path
) -> None:
    other = sqlite3.connect(tmp_path / "bot.sqlite3", isolation_level=None)
    try:
        assert await patience(file) == 4
        other.execute("BEGIN IMMEDIATE")
        for _ in range(2):
            with pytest.raises(StoreError):
                await add(file, -1)
            assert await patience(file) == 2
        other.execute("ROLLBACK")
        await add(file, -1)
        assert await patience(file) == 4
    finally:
        other.close()


async def test_reading_and_writing_are_told_apart(
    file: Database, clock: Clock, caplog: pytest.LogCaptureFixture
) -> None:
    file.reads.now = file.writes.now = clock.now
    with pytest.raises(StoreError):
        async with file.reading() as tx:
            await tx.all("SELECT * FROM nowhere")
    await add(file, -1)
    assert file.reads.failing
    assert not file.writes.failing
    clock.time += 10
    assert await patience(file) == 4
    assert [message.split(":")[0].split(";")[0] for message in caplog.messages] == [
        "the database does not answer",
        "the database answers again",
    ]


async def test_a_change_of_mind_and_a_closed_database_are_no_faults(
    file: Database, caplog: pytest.LogCaptureFixture
) -> None:
    async def give_up() -> None:
        async with file.transaction():
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        await give_up()
    await file.close()
    with pytest.raises(StoreError):
        await add(file, -1)
    assert caplog.messages == []
