"""Two friends, a group, and a running bot."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from .harness import Play, play


@pytest.fixture
async def game(tmp_path: Path) -> AsyncIterator[Play]:
    async with play(tmp_path / "bot.sqlite3") as running:
        yield running
