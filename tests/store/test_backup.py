"""Copies of a database: whole and of one moment, whoever writes meanwhile, or none at all."""

from __future__ import annotations

import resource
import sqlite3
import threading
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from bot.store.backup import BackupError, back_up, reading, version_of
from bot.store.database import Database, UnusableDatabaseError
from bot.store.schema import VERSION

from .test_open import contents, newer, no_database, of_another_program, write_version


def connected(path: Path) -> closing[sqlite3.Connection]:
    return closing(sqlite3.connect(path, isolation_level=None))


@pytest.fixture
def source(tmp_path: Path) -> Path:
    """A database of a bot that was stopped, with a group in it."""
    path = tmp_path / "data" / "bot.sqlite3"
    path.parent.mkdir()
    write_version(path, VERSION)
    with connected(path) as connection:
        connection.execute("PRAGMA journal_mode = WAL")
    return path


@pytest.fixture
def target(tmp_path: Path) -> Path:
    folder = tmp_path / "copies"
    folder.mkdir()
    return folder / "copy.sqlite3"


def refused(source: Path, target: Path, replace: bool = False) -> str:
    """Make no copy; nothing may be left or touched where it would have been. Returns the message."""
    before = contents(target.parent) if target.parent.is_dir() else None
    with pytest.raises((BackupError, UnusableDatabaseError)) as caught:
        back_up(source, target, replace)
    if before is not None:
        assert contents(target.parent) == before
    assert len(str(caught.value).splitlines()) == 1
    return str(caught.value)


def test_a_copy_is_one_file_with_everything(source: Path, target: Path) -> None:
    before = contents(source.parent)
    size = back_up(source, target)
    assert contents(source.parent) == before
    assert [file.name for file in target.parent.iterdir()] == ["copy.sqlite3"]
    assert target.stat().st_size == size
    with connected(target) as copy:
        assert copy.execute("SELECT id, title FROM chats").fetchall() == [(-5, "Друзья")]
        assert copy.execute("PRAGMA user_version").fetchone() == (VERSION,)
        assert copy.execute("PRAGMA journal_mode").fetchone() == ("delete",)


async def test_a_copy_serves_as_a_database(source: Path, target: Path) -> None:
    back_up(source, target)
    opened = await Database.open(target)
    async with opened.reading() as tx:
        assert await tx.all("SELECT title FROM chats") == [("Друзья",)]
    await opened.close()


@pytest.mark.parametrize("version", range(1, VERSION + 1))
def test_a_copy_keeps_the_schema_it_finds(tmp_path: Path, target: Path, version: int) -> None:
    write_version(tmp_path / "old.sqlite3", version)
    back_up(tmp_path / "old.sqlite3", target)
    with reading(target) as copy:
        assert version_of(copy) == version


def test_what_is_committed_but_still_in_the_log_is_copied(source: Path, target: Path) -> None:
    with connected(source) as writer:
        writer.execute("UPDATE chats SET title = 'Соседи'")
        writer.execute("BEGIN IMMEDIATE")
        writer.execute("UPDATE chats SET title = 'nobody knows'")
        back_up(source, target)
        writer.execute("ROLLBACK")
    with connected(target) as copy:
        assert copy.execute("SELECT title FROM chats").fetchall() == [("Соседи",)]


def test_it_is_of_one_moment_while_somebody_writes(source: Path, target: Path) -> None:
    """Every transaction writes the same number in two places far apart; no copy may see them differ."""
    with connected(source) as connection:
        connection.executemany(
            "INSERT INTO chats (id, title, language) VALUES (?, ?, 'ru')",
            [(number, "x" * 2000) for number in range(1000)],
        )
        connection.execute("INSERT INTO users (id, name) VALUES (1, '0')")
        connection.execute("UPDATE chats SET title = '0' WHERE id = 999")
    stop, written = threading.Event(), threading.Semaphore(0)

    def write() -> None:
        with connected(source) as connection:
            number = 0
            while not stop.is_set():
                number += 1
                connection.execute("BEGIN IMMEDIATE")
                connection.execute("UPDATE users SET name = ?", (str(number),))
                connection.execute("UPDATE chats SET title = ? WHERE id = 999", (str(number),))
                connection.execute("COMMIT")
                written.release()

    writer = threading.Thread(target=write)
    writer.start()
    try:
        seen = []
        for _ in range(5):
            assert written.acquire(timeout=20)
            back_up(source, target, replace=True)
            with connected(target) as copy:
                (name,) = copy.execute("SELECT name FROM users").fetchone()
                assert copy.execute("SELECT title FROM chats WHERE id = 999").fetchone() == (name,)
            seen.append(int(name))
    finally:
        stop.set()
        writer.join()
    assert seen == sorted(seen)
    assert seen[-1] > 0


def test_a_file_that_exists_is_replaced_only_if_wished(source: Path, target: Path) -> None:
    target.write_text("last week's")
    assert "--force" in refused(source, target)
    back_up(source, target, replace=True)
    with connected(target) as copy:
        assert copy.execute("SELECT count(*) FROM chats").fetchone() == (1,)


@pytest.mark.parametrize("end", ["", "-wal", "-shm"])
def test_the_database_itself_is_not_overwritten(source: Path, end: str) -> None:
    before = contents(source.parent)
    for target in (Path(f"{source}{end}"), source.parent / ".." / "data" / f"bot.sqlite3{end}"):
        assert "itself" in refused(source, target, replace=True)
    assert contents(source.parent) == before


def test_nor_by_another_name(source: Path, target: Path) -> None:
    target.hardlink_to(source)
    assert "itself" in refused(source, target, replace=True)


def test_nor_a_database_that_is_in_use(source: Path, target: Path) -> None:
    back_up(source, target)
    Path(f"{target}-wal").write_bytes(b"")
    assert "in use" in refused(source, target, replace=True)


@pytest.mark.parametrize("spoil", [no_database, newer, of_another_program])
def test_what_is_no_database_of_ours_is_not_copied(
    tmp_path: Path, target: Path, spoil: Callable[[Path], None]
) -> None:
    path = tmp_path / "other.sqlite3"
    spoil(path)
    before = path.read_bytes()
    assert str(path) in refused(path, target)
    assert path.read_bytes() == before


def test_what_is_not_there_is_not_copied(tmp_path: Path, source: Path, target: Path) -> None:
    assert "no database" in refused(tmp_path / "nowhere.sqlite3", target)
    assert not (tmp_path / "nowhere.sqlite3").exists()
    assert "no folder" in refused(source, tmp_path / "nowhere" / "copy.sqlite3")
    with pytest.raises(BackupError, match="a folder"):
        back_up(source, target.parent, replace=True)


def test_a_damaged_database_is_not_copied(source: Path, target: Path) -> None:
    with connected(source) as connection:
        connection.executemany(
            "INSERT INTO users (id, name) VALUES (?, ?)", [(number, "x" * 300) for number in range(100)]
        )
    whole = source.read_bytes()
    source.write_bytes(whole[:-8192] + b"\xff" * 8192)
    assert "damaged" in refused(source, target)


def test_a_copy_that_finds_no_room_is_none(source: Path, target: Path) -> None:
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (16_384, hard))
    try:
        assert "cannot" in refused(source, target)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


def test_looking_changes_nothing_and_leaves_nothing(source: Path) -> None:
    before = contents(source.parent)
    with reading(source) as connection:
        assert connection.execute("SELECT title FROM chats").fetchall() == [("Друзья",)]
        with pytest.raises(sqlite3.OperationalError, match="readonly"):
            connection.execute("DELETE FROM chats")
    assert contents(source.parent) == before


def test_looking_into_a_file_that_a_bot_left_when_it_was_killed(source: Path) -> None:
    with connected(source) as writer:
        writer.execute("UPDATE chats SET title = 'Соседи'")
        files = contents(source.parent)
    for name, content in files.items():
        (source.parent / name).write_bytes(content)
    before = source.read_bytes()
    with reading(source) as connection:
        assert connection.execute("SELECT title FROM chats").fetchall() == [("Соседи",)]
    assert source.read_bytes() == before
    assert Path(f"{source}-wal").exists()
