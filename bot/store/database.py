"""The database file: opening, upgrading, and one transaction after another on one connection."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any

import aiosqlite

from .faults import FaultLog
from .schema import MIGRATIONS, VERSION

BUSY_SECONDS = 5.0
# Once somebody has held the file for longer, the next in the queue do not wait as long as the first.
IMPATIENT_SECONDS = 0.2
Row = tuple[Any, ...]
Statement = tuple[str, Sequence[Any]]
_BEGIN: Statement = ("BEGIN IMMEDIATE", ())


class UnusableDatabaseError(Exception):
    """The file cannot serve as the bot's database; the message is one line for the operator."""


class StoreError(Exception):
    """The database did not take a change or answer a question; nothing was changed."""


class Connection(aiosqlite.Connection):
    """Executes several statements in one visit to its thread; a visit costs more than a statement."""

    async def execute_all(self, statements: Sequence[Statement]) -> int:
        """Execute statements in order; returns the row id that the last one inserted, if it did."""
        return int(await self._execute(self._execute_all, statements))  # type: ignore[no-untyped-call]

    def _execute_all(self, statements: Sequence[Statement]) -> int:
        row_id = 0
        for sql, values in statements:
            row_id = self._conn.execute(sql, values).lastrowid or 0
        return row_id


class Transaction:
    """The inside of one transaction: statements with their values.

    Without `begins` it is no transaction but questions between transactions.
    """

    def __init__(self, connection: Connection, begins: bool) -> None:
        self._connection = connection
        # What is to be executed before anything else.
        self._waiting: list[Statement] = [_BEGIN] if begins else []

    async def write(self, sql: str, *values: Any) -> None:
        """Have a statement executed, together with others: before the next question, or with the commit."""
        self._waiting.append((sql, values))

    async def run(self, sql: str, *values: Any) -> int:
        """Execute a statement now; returns the row id it inserted, if it did."""
        await self.write(sql, *values)
        return await self._catch_up()

    async def all(self, sql: str, *values: Any) -> list[Row]:
        """Return every row of a query."""
        await self._catch_up()
        return [tuple(row) for row in await self._connection.execute_fetchall(sql, values)]

    async def commit(self) -> None:
        """Execute what waits, and commit; where nothing was asked or written there is nothing to commit."""
        if self._waiting == [_BEGIN]:
            return
        await self.write("COMMIT")
        await self._catch_up()

    async def _catch_up(self) -> int:
        waiting, self._waiting = self._waiting, []
        return await self._connection.execute_all(waiting) if waiting else 0

    async def one(self, sql: str, *values: Any) -> Row | None:
        """Return the first row of a query, or None."""
        rows = await self.all(sql, *values)
        return rows[0] if rows else None


class Database:
    """One open database. Questions and changes queue for the one connection."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self._lock = asyncio.Lock()
        self._closed = False
        self._impatient = False
        self.writes = FaultLog("the database does not take changes", "the database takes changes again")
        self.reads = FaultLog("the database does not answer", "the database answers again")

    @classmethod
    async def open(cls, path: Path | str) -> Database:
        """Open or create the file (`:memory:` too) and bring its schema up to date.

        Raises `UnusableDatabaseError` if it is damaged, locked, of a newer schema, of another program, or not
        to be written.
        """
        try:
            if str(path) != ":memory:":
                Path(path).parent.mkdir(parents=True, exist_ok=True)
            # A connection that cannot be opened would leave its thread behind: see first whether it can.
            sqlite3.connect(path).close()
        except OSError as error:
            raise UnusableDatabaseError(
                f"cannot make the folder of the database {path}: {error.strerror}"
            ) from None
        except sqlite3.Error as error:
            raise UnusableDatabaseError(f"cannot use the database {path}: {error}") from None
        connection = Connection(
            lambda: sqlite3.connect(path, timeout=BUSY_SECONDS, isolation_level=None), iter_chunk_size=64
        )
        try:
            await connection
            await _prepare(connection)
        except (sqlite3.Error, _RefusedError) as error:
            await connection.close()
            raise UnusableDatabaseError(f"cannot use the database {path}: {error}") from None
        except BaseException:
            await connection.close()
            raise
        return cls(connection)

    async def close(self) -> None:
        """Close the file after the transaction in progress. To close it again does nothing."""
        async with self._lock:
            self._closed = True
            await self._connection.close()

    @asynccontextmanager
    async def transaction(self) -> AsyncIterator[Transaction]:
        """Make everything inside one transaction: committed at the end, undone by an exception.

        Raises `StoreError` if SQLite refuses any of it. A cancellation that comes during the commit leaves
        open whether it was done: the file tells whoever reads it next.
        """
        async with self._open_connection(self.writes) as connection:
            try:
                transaction = Transaction(connection, begins=True)
                yield transaction
                await transaction.commit()
            except BaseException:
                # The connection's thread works in order: a statement that was cut off comes first, and
                # after a COMMIT there is nothing to undo.
                with suppress(sqlite3.Error):
                    await connection.rollback()
                raise

    @asynccontextmanager
    async def reading(self) -> AsyncIterator[Transaction]:
        """Ask questions between transactions. Raises `StoreError` if SQLite does not answer."""
        async with self._open_connection(self.reads) as connection:
            yield Transaction(connection, begins=False)

    @asynccontextmanager
    async def _open_connection(self, faults: FaultLog) -> AsyncIterator[Connection]:
        """Have the connection alone; what SQLite raises becomes a `StoreError`, told to the operator."""
        async with self._lock:
            if self._closed:
                raise StoreError("the database is closed")
            try:
                yield self._connection
            except sqlite3.Error as error:
                faults.failed(str(error))
                await self._wait_less(getattr(error, "sqlite_errorcode", None) == sqlite3.SQLITE_BUSY)
                raise StoreError(str(error)) from None
            else:
                faults.worked()
                if faults is self.writes:
                    await self._wait_less(False)

    async def _wait_less(self, impatient: bool) -> None:
        """Set how long to wait for somebody else who holds the file."""
        if impatient != self._impatient:
            self._impatient = impatient
            seconds = min(IMPATIENT_SECONDS, BUSY_SECONDS) if impatient else BUSY_SECONDS
            with suppress(sqlite3.Error):
                await self._connection.execute(f"PRAGMA busy_timeout = {round(seconds * 1000)}")


class _RefusedError(Exception):
    """The file is a database, but not one that this bot can work with."""


async def _prepare(connection: Connection) -> None:
    """Set the connection up and run the migrations that the file lacks, all in one transaction."""
    await _recognise(connection)
    # A migration may have to make a table anew, which the keys to it would not let it.
    for pragma in ("journal_mode = WAL", "synchronous = FULL", "foreign_keys = OFF"):
        await connection.execute_fetchall(f"PRAGMA {pragma}")
    await connection.execute("BEGIN IMMEDIATE")
    try:
        await _migrate(connection)
        await connection.execute("COMMIT")
    except BaseException:
        with suppress(sqlite3.Error):
            await connection.rollback()
        raise
    await connection.execute_fetchall("PRAGMA foreign_keys = ON")


async def _recognise(connection: aiosqlite.Connection) -> None:
    """Look whether the file is whole and ours, or new, before anything is written to it."""
    version = await _value(connection, "PRAGMA user_version")
    if version > VERSION:
        raise _RefusedError(f"a newer bot has written it, schema {version}; this one knows {VERSION}")
    if version:
        # Another program's file may have a version too.
        await connection.execute_fetchall("SELECT id FROM rooms LIMIT 0")
    elif await _value(connection, "SELECT count(*) FROM sqlite_schema"):
        raise _RefusedError("it belongs to another program")
    if await _value(connection, "PRAGMA quick_check(1)") != "ok":
        raise _RefusedError("it is damaged")


async def _migrate(connection: Connection) -> None:
    """Bring the schema from the version of the file to that of the program."""
    version = await _value(connection, "PRAGMA user_version")
    if version == VERSION:
        return
    await connection.execute_all(
        [(statement, ()) for statements in MIGRATIONS[version:] for statement in statements]
    )
    if await connection.execute_fetchall("PRAGMA foreign_key_check"):
        raise _RefusedError("it is damaged: something refers to what is not there")
    await connection.execute(f"PRAGMA user_version = {VERSION}")


async def _value(connection: aiosqlite.Connection, question: str) -> Any:
    """Return the only value of the first row."""
    rows = [*await connection.execute_fetchall(question)]
    return rows[0][0]
