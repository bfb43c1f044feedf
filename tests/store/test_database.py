"""Transactions: everything or nothing, whatever fails."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.store import database as module
from bot.store.database import Database, StoreError
from bot.store.people import ChatRow, load_chat, save_chat

from .faults import Fault, faults

CHAT = ChatRow(-1, "Друзья", "ru", True)
OTHER = ChatRow(-2, "Соседи", "uk", False)


@pytest.fixture
async def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Database]:
    monkeypatch.setattr(module, "BUSY_SECONDS", 0.0)
    opened = await Database.open(tmp_path / "bot.sqlite3")
    yield opened
    await opened.close()


async def chats(database: Database) -> int:
    async with database.reading() as tx:
        row = await tx.one("SELECT count(*) FROM chats")
    assert row is not None
    return int(row[0])


async def add(database: Database, *rows: ChatRow) -> None:
    async with database.transaction() as tx:
        for row in rows:
            await save_chat(tx, row)


async def test_game_actions_survive_a_power_cut(file: Database) -> None:
    async with file.reading() as tx:
        assert await tx.one("PRAGMA journal_mode") == ("wal",)
        assert await tx.one("PRAGMA synchronous") == (2,)  # FULL
        assert await tx.one("PRAGMA foreign_keys") == (1,)


async def test_what_is_committed_is_in_the_file(file: Database, tmp_path: Path) -> None:
    await add(file, CHAT)
    other = sqlite3.connect(tmp_path / "bot.sqlite3")
    try:
        assert other.execute("SELECT id, title FROM chats").fetchall() == [(CHAT.id, CHAT.title)]
    finally:
        other.close()


async def test_an_exception_undoes_everything(database: Database) -> None:
    async def fail() -> None:
        async with database.transaction() as tx:
            await save_chat(tx, CHAT)
            raise KeyError("not SQLite's")

    with pytest.raises(KeyError, match="not SQLite's"):
        await fail()
    assert await chats(database) == 0
    await add(database, CHAT)


async def test_a_key_to_nothing_is_refused(database: Database) -> None:
    async def seat_nobody() -> None:
        async with database.transaction() as tx:
            await save_chat(tx, CHAT)
            await tx.run("INSERT INTO seats (room_id, seat, user_id) VALUES (5, 0, 7)")

    with pytest.raises(StoreError, match="FOREIGN KEY"):
        await seat_nobody()
    assert await chats(database) == 0


async def test_nothing_is_seen_before_the_commit(database: Database) -> None:
    inside = asyncio.Event()
    go_on = asyncio.Event()

    async def change() -> None:
        async with database.transaction() as tx:
            await save_chat(tx, CHAT)
            inside.set()
            await go_on.wait()

    changing = asyncio.create_task(change())
    await inside.wait()
    asking = asyncio.create_task(chats(database))
    await asyncio.sleep(0)
    assert not asking.done()
    go_on.set()
    assert await asking == 1
    await changing


@pytest.mark.parametrize("fault", ["fails", "is cancelled"])
@pytest.mark.parametrize("at", range(4))
async def test_a_transaction_that_is_cut_off_is_done_or_undone(
    database: Database, at: int, fault: Fault
) -> None:
    with faults(database) as between:
        between.arm(at, fault)
        expected = StoreError if fault == "fails" else asyncio.CancelledError
        with pytest.raises(expected):
            await asyncio.create_task(add(database, CHAT, OTHER))
        assert not between.armed
        done = [statement.split()[0] for statement in between.statements]
        # Cut off on its way to the connection's thread, all of it is carried out all the same.
        assert done == ["BEGIN", "INSERT", "INSERT", "COMMIT"][: at + 1 if fault == "fails" else 4]
        assert await chats(database) == (2 if fault == "is cancelled" else 0)
        await add(database, CHAT, OTHER)
        assert await chats(database) == 2


async def test_who_is_cancelled_again_while_it_is_undone_leaves_nothing_open(database: Database) -> None:
    entered = asyncio.Event()

    async def wait() -> None:
        async with database.transaction() as tx:
            await save_chat(tx, CHAT)
            entered.set()
            await asyncio.Event().wait()

    task = asyncio.create_task(wait())
    await entered.wait()
    task.cancel()
    await asyncio.sleep(0)
    task.cancel()
    await asyncio.wait([task])
    assert task.cancelled()
    await add(database, OTHER)
    assert await chats(database) == 1


async def test_another_writer_makes_it_busy(file: Database, tmp_path: Path) -> None:
    other = sqlite3.connect(tmp_path / "bot.sqlite3", isolation_level=None)
    try:
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(StoreError, match="locked"):
            await add(file, CHAT)
        assert await chats(file) == 0  # reading goes on
        other.execute("ROLLBACK")
        await add(file, CHAT)
    finally:
        other.close()
    assert await chats(file) == 1


async def test_a_full_disk_changes_nothing(file: Database) -> None:
    async with file.reading() as tx:
        row = await tx.one("PRAGMA page_count")
        assert row is not None
        await tx.all(f"PRAGMA max_page_count = {row[0]}")
    with pytest.raises(StoreError, match="full"):
        await add(file, CHAT, ChatRow(-3, "x" * 100_000, "ru", True))
    assert await chats(file) == 0
    await add(file, CHAT)
    assert await chats(file) == 1


async def test_a_file_that_takes_nothing_more(file: Database) -> None:
    async with file.reading() as tx:
        await tx.all("PRAGMA query_only = ON")
    with pytest.raises(StoreError, match="readonly"):
        await add(file, CHAT)
    async with file.reading() as tx:
        await tx.all("PRAGMA query_only = OFF")
        assert await load_chat(tx, CHAT.id) is None
    await add(file, CHAT)


async def test_a_bad_question_is_a_store_error(database: Database) -> None:
    with pytest.raises(StoreError, match="no such table"):
        async with database.reading() as tx:
            await tx.all("SELECT 1 FROM nowhere")


async def test_a_closed_database_refuses() -> None:
    database = await Database.open(":memory:")
    await database.close()
    await database.close()
    with pytest.raises(StoreError, match="closed"):
        await add(database, CHAT)
    with pytest.raises(StoreError, match="closed"):
        await chats(database)


async def test_closing_waits_for_the_transaction_in_progress(tmp_path: Path) -> None:
    database = await Database.open(tmp_path / "bot.sqlite3")
    adding = asyncio.create_task(add(database, CHAT))
    await asyncio.sleep(0)
    await database.close()
    await adding
    again = await Database.open(tmp_path / "bot.sqlite3")
    try:
        assert await chats(again) == 1
    finally:
        await again.close()
