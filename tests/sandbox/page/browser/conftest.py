"""One browser for all tests of a process."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest
import pytest_asyncio
from playwright.async_api import Browser

from .driver import find_chromium, launched


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def chromium() -> AsyncIterator[Browser]:
    """Run Chromium; whoever has none skips these tests."""
    path = find_chromium()
    if path is None:
        pytest.skip("no Chromium on PATH: apt-get install chromium")
    async with launched(path) as browser:
        yield browser
