"""A connection that fails, or is cut off, at a statement of one's choice."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Literal

from bot.store.database import Database

Fault = Literal["fails", "is cancelled"]


class Faults:
    """What stands between a `Database` and its connection; passes everything on unless told otherwise."""

    def __init__(self, connection: Any) -> None:
        self._connection = connection
        self._left: int | None = None
        self._fault: Fault = "fails"
        self._of = ""
        self.statements: list[str] = []

    def arm(self, after: int, fault: Fault, of: str = "") -> None:
        """Let the statement fail that comes after so many others; it is cancelled when it is on its way.

        Only statements that begin `of` something certain count.
        """
        self._left, self._fault, self._of = after, fault, of

    @property
    def armed(self) -> bool:
        """Whether the fault is still to come."""
        return self._left is not None

    def disarm(self) -> None:
        """Pass everything on."""
        self._left = None

    def _hit(self, sql: str) -> None:
        self.statements.append(" ".join(sql.split()))
        if self._left is None or not self.statements[-1].startswith(self._of):
            return
        self._left -= 1
        if self._left >= 0:
            return
        self._left = None
        if self._fault == "fails":
            raise sqlite3.OperationalError("disk I/O error")
        task = asyncio.current_task()
        assert task is not None
        task.cancel()

    def execute(self, sql: str, *rest: Any) -> Any:
        self._hit(sql)
        return self._connection.execute(sql, *rest)

    def executemany(self, sql: str, *rest: Any) -> Any:
        self._hit(sql)
        return self._connection.executemany(sql, *rest)

    def execute_fetchall(self, sql: str, *rest: Any) -> Any:
        self._hit(sql)
        return self._connection.execute_fetchall(sql, *rest)

    async def execute_all(self, statements: Any) -> Any:
        for place, (sql, _) in enumerate(statements):
            try:
                self._hit(sql)
            except sqlite3.Error:
                # What came before has been done.
                await self._connection.execute_all(statements[:place])
                raise
        return await self._connection.execute_all(statements)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._connection, name)


@contextmanager
def faults(database: Database) -> Iterator[Faults]:
    """Put faults between a database and its connection."""
    connection = database._connection
    between = Faults(connection)
    database._connection = between  # type: ignore[assignment]
    try:
        yield between
    finally:
        database._connection = connection
