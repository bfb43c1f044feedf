"""The database as rooms use it: what it does not do is logged and refused as "busy"."""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager

from bot.store.database import Database, StoreError, Transaction

from .errors import RefusalError

log = logging.getLogger(__name__)


def writing(database: Database) -> AbstractAsyncContextManager[Transaction]:
    """Make everything inside one transaction. Raises `RefusalError` ("busy")."""
    return _or_busy(database.transaction(), "take a change")


def reading(database: Database) -> AbstractAsyncContextManager[Transaction]:
    """Ask questions between transactions. Raises `RefusalError` ("busy")."""
    return _or_busy(database.reading(), "answer")


@asynccontextmanager
async def _or_busy(
    opening: AbstractAsyncContextManager[Transaction], what: str
) -> AsyncIterator[Transaction]:
    try:
        async with opening as tx:
            yield tx
    except StoreError as error:
        log.warning("the database did not %s: %s", what, error)
        raise RefusalError("busy") from None
