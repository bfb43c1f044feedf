"""What an operator wants to know of the database: how much there is in it, and how large it is."""

from __future__ import annotations

import os

from .database import Transaction


async def rooms_by_phase(tx: Transaction) -> dict[str, int]:
    """Return how many rooms stand in each phase; phases without rooms are left out."""
    return dict(await tx.all("SELECT phase, count(*) FROM rooms GROUP BY phase"))


async def sizes(tx: Transaction) -> tuple[int, int]:
    """Return the bytes of the file and of the log beside it; a database in memory has no log."""
    row = await tx.one("SELECT page_count * page_size FROM pragma_page_count, pragma_page_size")
    path = await tx.one("SELECT file FROM pragma_database_list WHERE name = 'main'")
    return (0 if row is None else int(row[0])), _size(f"{path[0]}-wal" if path and path[0] else "")


def _size(path: str) -> int:
    try:
        return os.stat(path).st_size
    except OSError:
        return 0
