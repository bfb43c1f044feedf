"""Opening: new files, files of before, and files that cannot serve."""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from bot.store import database as module
from bot.store.database import Database, UnusableDatabaseError
from bot.store.schema import MIGRATIONS, VERSION

Schema = set[tuple[str, str, str]]


def connected(path: Path) -> closing[sqlite3.Connection]:
    return closing(sqlite3.connect(path, isolation_level=None))


def write_version(path: Path, version: int) -> None:
    """Make a file as a bot of that version left it, with a group in it."""
    with connected(path) as connection:
        for statements in MIGRATIONS[:version]:
            for statement in statements:
                connection.execute(statement)
        connection.execute(f"PRAGMA user_version = {version}")
        if version:
            connection.execute("INSERT INTO chats (id, title, language) VALUES (-5, 'Друзья', 'ru')")


def schema(path: Path) -> tuple[int, Schema]:
    with connected(path) as connection:
        version = connection.execute("PRAGMA user_version").fetchone()[0]
        rows = connection.execute("SELECT type, name, sql FROM sqlite_schema WHERE sql IS NOT NULL")
        return version, {(kind, name, " ".join(sql.split())) for kind, name, sql in rows}


def contents(folder: Path) -> dict[str, bytes]:
    return {file.name: file.read_bytes() for file in folder.iterdir()}


async def open_and_close(path: Path) -> None:
    await (await Database.open(path)).close()


async def refused(path: Path) -> str:
    """Open what cannot be opened: no thread and no connection may stay. Returns the message."""
    before = set(threading.enumerate())
    with pytest.raises(UnusableDatabaseError) as caught:
        await Database.open(path)
    for thread in set(threading.enumerate()) - before:
        thread.join(10)
        assert not thread.is_alive()
    message = str(caught.value)
    assert len(message.splitlines()) == 1
    assert str(path) in message
    return message


async def test_a_new_file_in_a_new_folder(tmp_path: Path) -> None:
    path = tmp_path / "data" / "of the bot" / "bot.sqlite3"
    await open_and_close(path)
    assert schema(path)[0] == VERSION


async def test_opened_again_it_is_the_same(tmp_path: Path) -> None:
    path = tmp_path / "bot.sqlite3"
    await open_and_close(path)
    before = schema(path)
    await open_and_close(path)
    assert schema(path) == before


async def test_no_thread_stays_after_closing(tmp_path: Path) -> None:
    before = set(threading.enumerate())
    await open_and_close(tmp_path / "bot.sqlite3")
    for thread in set(threading.enumerate()) - before:
        thread.join(10)
        assert not thread.is_alive()


@pytest.mark.parametrize("version", range(VERSION + 1))
async def test_a_file_of_every_earlier_version_is_brought_up(tmp_path: Path, version: int) -> None:
    path, new = tmp_path / "old.sqlite3", tmp_path / "new.sqlite3"
    write_version(path, version)
    await open_and_close(path)
    await open_and_close(new)
    assert schema(path) == schema(new)
    assert schema(path)[0] == VERSION
    with connected(path) as connection:
        assert connection.execute("PRAGMA foreign_key_check").fetchall() == []
        titles = connection.execute("SELECT title FROM chats").fetchall()
    assert titles == ([("Друзья",)] if version else [])


async def test_a_later_migration_runs_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "bot.sqlite3"
    await open_and_close(path)
    later = ("ALTER TABLE chats ADD COLUMN colour TEXT NOT NULL DEFAULT 'red'", "CREATE TABLE x (y)")
    monkeypatch.setattr(module, "MIGRATIONS", (*MIGRATIONS, later))
    monkeypatch.setattr(module, "VERSION", VERSION + 1)
    await open_and_close(path)
    await open_and_close(path)
    version, found = schema(path)
    assert version == VERSION + 1
    assert ("table", "x", "CREATE TABLE x (y)") in found


async def test_a_migration_that_fails_leaves_the_file_as_it_was(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "bot.sqlite3"
    await open_and_close(path)
    before = schema(path)
    monkeypatch.setattr(module, "MIGRATIONS", (*MIGRATIONS, ("CREATE TABLE x (y)", "DROP TABLE nowhere")))
    monkeypatch.setattr(module, "VERSION", VERSION + 1)
    assert "nowhere" in await refused(path)
    assert schema(path) == before


async def test_a_migration_may_make_a_table_anew(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What SQLite cannot alter is copied, dropped and renamed: the keys to the table must not mind."""
    path = tmp_path / "bot.sqlite3"
    await open_and_close(path)
    with connected(path) as connection:
        connection.execute("INSERT INTO chats (id, title, language) VALUES (-5, 'Друзья', 'ru')")
        connection.execute(
            """INSERT INTO rooms
                (chat_id, phase, rules, version, revision, created_at, changed_at, turn_since)
            VALUES (-5, 'lobby', '{}', 1, 0, 0, 0, 0)"""
        )
    anew = (
        "CREATE TABLE anew (id INTEGER PRIMARY KEY, title TEXT, language TEXT, writable INTEGER)",
        "INSERT INTO anew SELECT id, title, language, writable FROM chats",
        "DROP TABLE chats",
        "ALTER TABLE anew RENAME TO chats",
    )
    monkeypatch.setattr(module, "MIGRATIONS", (*MIGRATIONS, anew))
    monkeypatch.setattr(module, "VERSION", VERSION + 1)
    await open_and_close(path)
    with connected(path) as connection:
        assert connection.execute("SELECT chat_id FROM rooms").fetchall() == [(-5,)]
        assert connection.execute("PRAGMA foreign_key_check").fetchall() == []


async def test_a_migration_that_breaks_a_key_is_not_done(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "bot.sqlite3"
    await open_and_close(path)
    orphan = ("INSERT INTO seats (room_id, seat, user_id) VALUES (1, 0, 1)",)
    monkeypatch.setattr(module, "MIGRATIONS", (*MIGRATIONS, orphan))
    monkeypatch.setattr(module, "VERSION", VERSION + 1)
    assert "damaged" in await refused(path)
    assert schema(path)[0] == VERSION


# Files that cannot serve


def no_database(path: Path) -> None:
    path.write_bytes(b"a shopping list, and not a short one: " * 200)


def directory(path: Path) -> None:
    path.mkdir()


def directory_for_the_journal(path: Path) -> None:
    (path.parent / f"{path.name}-wal").mkdir()


def file_for_the_folder(path: Path) -> None:
    path.parent.rmdir()
    path.parent.write_text("in the way")


def newer(path: Path) -> None:
    write_version(path, VERSION)
    with connected(path) as connection:
        connection.execute(f"PRAGMA user_version = {VERSION + 1}")


def of_another_program(path: Path) -> None:
    with connected(path) as connection:
        connection.execute("CREATE TABLE recipes (id INTEGER PRIMARY KEY, text TEXT)")


def of_another_program_with_versions(path: Path) -> None:
    of_another_program(path)
    with connected(path) as connection:
        connection.execute(f"PRAGMA user_version = {VERSION}")


def damaged(path: Path) -> None:
    """Destroy every page but the first, which alone is read on opening."""
    write_version(path, VERSION)
    with connected(path) as connection:
        size = connection.execute("PRAGMA page_size").fetchone()[0]
    whole = path.read_bytes()
    path.write_bytes(whole[:size] + b"\xff" * (len(whole) - size))


def cut_off(path: Path) -> None:
    write_version(path, VERSION)
    path.write_bytes(path.read_bytes()[:-10_000])


@pytest.mark.parametrize(
    ("spoil", "says"),
    [
        (no_database, "not a database"),
        (directory, "unable to open"),
        (directory_for_the_journal, ""),
        (file_for_the_folder, "folder"),
        (newer, "newer"),
        (of_another_program, "another program"),
        (of_another_program_with_versions, "no such table"),
        (damaged, ""),
        (cut_off, ""),
    ],
)
async def test_an_unusable_file_is_told_in_one_line(
    tmp_path: Path, spoil: Callable[[Path], None], says: str
) -> None:
    path = tmp_path / "data" / "bot.sqlite3"
    path.parent.mkdir()
    spoil(path)
    assert says in await refused(path)


@pytest.mark.parametrize("spoil", [no_database, newer, of_another_program, of_another_program_with_versions])
async def test_a_refused_file_is_left_alone(tmp_path: Path, spoil: Callable[[Path], None]) -> None:
    path = tmp_path / "recipes.sqlite3"
    spoil(path)
    before = contents(tmp_path)
    await refused(path)
    assert contents(tmp_path) == before


async def test_a_file_that_another_writer_holds(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "BUSY_SECONDS", 0.0)
    path = tmp_path / "bot.sqlite3"
    await open_and_close(path)
    with connected(path) as other:
        other.execute("BEGIN IMMEDIATE")
        assert "locked" in await refused(path)
    await open_and_close(path)
