"""The database as rooms use it: what it does not do is refused as "busy". The store tells the operator."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager

from bot.store.database import Database, StoreError, Transaction

from .errors import RefusalError


def writing(database: Database) -> AbstractAsyncContextManager[Transaction]:
    """Make everything inside one transaction. Raises `RefusalError` ("busy")."""
    return _or_busy(database.transaction())


def reading(database: Database) -> AbstractAsyncContextManager[Transaction]:
    """Ask questions between transactions. Raises `RefusalError` ("busy")."""
    return _or_busy(database.reading())


@asynccontextmanager
async def _or_busy(opening: AbstractAsyncContextManager[Transaction]) -> AsyncIterator[Transaction]:
    try:
        async with opening as tx:
            yield tx
    except StoreError:
        raise RefusalError("busy") from None
