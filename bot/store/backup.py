"""Looking into a database without changing it, and copying it while the bot works on it."""

from __future__ import annotations

import os
import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from urllib.parse import quote

from .database import BUSY_SECONDS, UnusableDatabaseError
from .schema import VERSION

# What SQLite keeps beside a file that is in use.
BESIDE = ("-wal", "-shm", "-journal")


class BackupError(Exception):
    """The copy was not made; the message is one line for the operator."""


@contextmanager
def reading(path: Path) -> Iterator[sqlite3.Connection]:
    """Look into a database of this bot: one picture of it for all questions, whoever writes meanwhile.

    Nothing is written or upgraded, and nothing stays beside the file that was not there. Raises
    `UnusableDatabaseError` if there is no such file, or it is not this bot's or of a newer one.
    """
    if not path.is_file():
        raise UnusableDatabaseError(f"there is no database {path}")
    connection = None
    try:
        connection = _connect(path)
        _recognise(connection, path)
        connection.execute("BEGIN")
        yield connection
    except sqlite3.Error as error:
        raise UnusableDatabaseError(f"cannot read the database {path}: {error}") from None
    finally:
        if connection is not None:
            connection.close()


def _connect(path: Path) -> sqlite3.Connection:
    """Open a file to read it.

    A connection that may only read leaves the files of the write-ahead log behind if it had to make them, so
    where there is no log one that could write is used: it takes them away again. In a folder that takes no
    files nobody works on the file, and it is read as it lies there.
    """
    running = Path(f"{path}-wal").exists()
    for mode in ("mode=ro",) if running else ("mode=rw", "mode=ro&immutable=1"):
        connection = sqlite3.connect(
            f"file:{quote(str(path.absolute()))}?{mode}", uri=True, timeout=BUSY_SECONDS, isolation_level=None
        )
        try:
            connection.execute("PRAGMA query_only = ON")
            connection.execute("SELECT count(*) FROM sqlite_schema").fetchone()
            return connection
        except sqlite3.OperationalError as error:
            connection.close()
            failure = error
        except sqlite3.Error:
            connection.close()
            raise
    raise failure


def version_of(connection: sqlite3.Connection) -> int:
    """Return the version of a database's schema."""
    return int(connection.execute("PRAGMA user_version").fetchone()[0])


def _recognise(connection: sqlite3.Connection, path: Path) -> None:
    version = version_of(connection)
    if version > VERSION:
        raise UnusableDatabaseError(
            f"cannot read the database {path}: a newer bot has written it, schema {version}; "
            f"this one knows {VERSION}"
        )
    ours = "SELECT count(*) FROM sqlite_schema WHERE type = 'table' AND name IN ('rooms', 'seats', 'deals')"
    if version < 1 or connection.execute(ours).fetchone() != (3,):
        raise UnusableDatabaseError(f"cannot read the database {path}: it is not this bot's")


def back_up(source: Path, target: Path, replace: bool = False) -> int:
    """Copy a database, while a bot may be writing to it, into one whole file; returns its size in bytes.

    The copy holds every change that was committed when it began. It appears under its name only when it is
    complete and has been checked. `replace`: a file of that name is replaced.

    Raises `BackupError`, and `UnusableDatabaseError` if the source cannot be read.
    """
    _check_target(source, target, replace)
    partial: Path | None = None
    try:
        handle, name = tempfile.mkstemp(prefix=f".{target.name}.", suffix=".part", dir=target.parent)
        os.close(handle)
        partial = Path(name)
        _copy(source, partial)
        size = partial.stat().st_size
        _sync(partial)
        partial.replace(target)
        _sync(target.parent)
        return size
    except OSError as error:
        raise BackupError(f"cannot write {target}: {error.strerror}") from None
    except sqlite3.Error as error:
        raise BackupError(f"cannot write {target}: {error}") from None
    finally:
        if partial is not None:
            for left in (partial, *(Path(f"{partial}{end}") for end in BESIDE)):
                with suppress(OSError):
                    left.unlink(missing_ok=True)


def _check_target(source: Path, target: Path, replace: bool) -> None:
    if target.resolve() in [Path(f"{source.resolve()}{end}") for end in ("", *BESIDE)] or (
        target.exists() and source.exists() and target.samefile(source)
    ):
        raise BackupError(f"{target} is the database itself")
    if target.is_dir():
        raise BackupError(f"{target} is a folder")
    if not target.parent.is_dir():
        raise BackupError(f"there is no folder {target.parent}")
    if target.exists() and not replace:
        raise BackupError(f"{target} exists already; --force replaces it")
    # SQLite would take what lies there for a part of the new file.
    if any(Path(f"{target}{end}").exists() for end in BESIDE):
        raise BackupError(f"{target} is a database in use: something lies beside it")


def _copy(source: Path, partial: Path) -> None:
    """Copy in one go: in steps it would begin anew whenever the bot writes in between."""
    with closing(sqlite3.connect(partial, isolation_level=None)) as copy:
        with reading(source) as connection:
            try:
                connection.backup(copy)
            except sqlite3.Error as error:
                raise BackupError(f"cannot copy the database {source}: {error}") from None
        # The copy is one file, without a log beside it; the bot that opens it sets that up again.
        copy.execute("PRAGMA journal_mode = DELETE")
        if copy.execute("PRAGMA integrity_check(1)").fetchone() != ("ok",):
            raise BackupError(f"the database {source} is damaged, and so would be its copy")
        if copy.execute("PRAGMA foreign_key_check").fetchone() is not None:
            raise BackupError(f"the database {source} is damaged: something refers to what is not there")


def _sync(path: Path) -> None:
    """Have what is written survive a power cut."""
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
