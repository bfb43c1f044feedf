"""A running bot in an empty world."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from .harness import Play, play


@pytest.fixture
async def game() -> AsyncIterator[Play]:
    """A bot that plays in memory."""
    async with play(None) as running:
        yield running


@pytest.fixture
async def kept(tmp_path: Path) -> AsyncIterator[Play]:
    """A bot that keeps its file, so that it can be started again."""
    async with play(tmp_path / "bot.sqlite3") as running:
        yield running
