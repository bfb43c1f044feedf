"""The database as rooms use it: what it does not do is logged and refused as "busy"."""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from bot.store.database import Database, StoreError, Transaction

from .errors import RefusalError

log = logging.getLogger(__name__)


@asynccontextmanager
async def writing(database: Database) -> AsyncIterator[Transaction]:
    """Make everything inside one transaction. Raises `RefusalError` ("busy")."""
    try:
        async with database.transaction() as tx:
            yield tx
    except StoreError as error:
        log.warning("the database did not take a change: %s", error)
        raise RefusalError("busy") from None


@asynccontextmanager
async def reading(database: Database) -> AsyncIterator[Transaction]:
    """Ask questions between transactions. Raises `RefusalError` ("busy")."""
    try:
        async with database.reading() as tx:
            yield tx
    except StoreError as error:
        log.warning("the database did not answer: %s", error)
        raise RefusalError("busy") from None
