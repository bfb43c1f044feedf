"""Friends around a database in memory or, to start anew, in a file."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

from bot.store.database import Database

from .tables import Friends


@pytest.fixture
async def friends() -> AsyncIterator[Friends]:
    database = await Database.open(":memory:")
    people = Friends(database)
    await people.arrive()
    yield people
    await database.close()
