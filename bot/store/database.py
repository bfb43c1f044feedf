"""The database file: opening, upgrading, and one transaction after another on one connection."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import aiosqlite

from .schema import MIGRATIONS, VERSION

BUSY_SECONDS = 5.0
Row = tuple[Any, ...]


class UnusableDatabaseError(Exception):
    """The file cannot serve as the bot's database; the message is one line for the operator."""


class StoreError(Exception):
    """The database did not take a change or answer a question; nothing was changed."""


class Transaction:
    """The inside of one transaction: statements with their values."""

    def __init__(self, connection: aiosqlite.Connection) -> None:
        self._connection = connection

    async def run(self, sql: str, *values: Any) -> int:
        """Execute a statement; returns the row id it inserted, if it did."""
        async with self._connection.execute(sql, values) as cursor:
            return cursor.lastrowid or 0

    async def run_many(self, sql: str, rows: Iterable[Row]) -> None:
        """Execute a statement for each row of values."""
        await self._connection.executemany(sql, rows)

    async def all(self, sql: str, *values: Any) -> list[Row]:
        """Return every row of a query."""
        return [tuple(row) for row in await self._connection.execute_fetchall(sql, values)]

    async def one(self, sql: str, *values: Any) -> Row | None:
        """Return the first row of a query, or None."""
        rows = await self.all(sql, *values)
        return rows[0] if rows else None


class Database:
    """One open database. Questions and changes queue for the one connection."""

    def __init__(self, connection: aiosqlite.Connection) -> None:
        self._connection = connection
        self._lock = asyncio.Lock()

    @classmethod
    async def open(cls, path: Path | str) -> Database:
        """Open or create the file (`:memory:` too) and bring its schema up to date.

        Raises `UnusableDatabaseError` if it is damaged, locked, of a newer schema, or not to be written.
        """
        if str(path) != ":memory:":
            path = Path(path)
            try:
                path.parent.mkdir(parents=True, exist_ok=True)
            except OSError as error:
                raise UnusableDatabaseError(
                    f"cannot make the folder of the database {path}: {error.strerror}"
                ) from None
        connection = aiosqlite.connect(path, timeout=BUSY_SECONDS, isolation_level=None)
        try:
            await connection
            await _prepare(connection)
        except sqlite3.Error as error:
            await connection.close()
            raise UnusableDatabaseError(f"cannot use the database {path}: {error}") from None
        except BaseException:
            await connection.close()
            raise
        return cls(connection)

    async def close(self) -> None:
        """Close the file after the transaction in progress."""
        async with self._lock:
            await self._connection.close()

    @asynccontextmanager
    async def transaction(self) -> AsyncIterator[Transaction]:
        """Make everything inside one transaction: committed at the end, undone by an exception.

        Raises `StoreError` if SQLite refuses any of it.
        """
        async with self._lock:
            try:
                await self._connection.execute("BEGIN IMMEDIATE")
                yield Transaction(self._connection)
                await self._connection.execute("COMMIT")
            except sqlite3.Error as error:
                await self._roll_back()
                raise StoreError(str(error)) from None
            except BaseException:
                await asyncio.shield(self._roll_back())
                raise

    async def _roll_back(self) -> None:
        if self._connection.in_transaction:
            try:
                await self._connection.execute("ROLLBACK")
            except sqlite3.Error as error:
                raise StoreError(str(error)) from None

    @asynccontextmanager
    async def reading(self) -> AsyncIterator[Transaction]:
        """Ask questions between transactions. Raises `StoreError` if SQLite does not answer."""
        async with self._lock:
            try:
                yield Transaction(self._connection)
            except sqlite3.Error as error:
                raise StoreError(str(error)) from None


async def _prepare(connection: aiosqlite.Connection) -> None:
    """Set the connection up and run the migrations that the file lacks, each in a transaction."""
    for pragma in ("journal_mode = WAL", "synchronous = FULL", "foreign_keys = ON"):
        await connection.execute(f"PRAGMA {pragma}")
    await connection.execute("BEGIN IMMEDIATE")
    try:
        async with connection.execute("PRAGMA user_version") as cursor:
            found = await cursor.fetchone()
        version = int(found[0]) if found is not None else 0
        if version > VERSION:
            raise UnusableDatabaseError(
                f"the database has schema {version}, this bot knows {VERSION}: it was written by a newer bot"
            )
        for statements in MIGRATIONS[version:]:
            for statement in statements:
                await connection.execute(statement)
        if version < VERSION:
            await connection.execute(f"PRAGMA user_version = {VERSION}")
        await connection.execute("COMMIT")
    except BaseException:
        if connection.in_transaction:
            await connection.execute("ROLLBACK")
        raise
