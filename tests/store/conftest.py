"""A database in memory."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

from bot.store.database import Database


@pytest.fixture
async def database() -> AsyncIterator[Database]:
    opened = await Database.open(":memory:")
    yield opened
    await opened.close()
