"""Database files with real matches in them, of this and of every earlier schema."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

from bot.store.database import Database
from bot.store.schema import MIGRATIONS

from .tables import ANNA, BORIS, VERA, Friends


async def played_file(path: Path) -> dict[str, int]:
    """Write a database with a room in every phase; returns the rooms by what they are."""
    database = await Database.open(path)
    friends = Friends(database, seed=5)
    await friends.arrive()
    rooms = {
        "lobby": await friends.lobby(ANNA, VERA),
        "closed": await friends.lobby(ANNA),
        "playing": await friends.match(ANNA, BORIS),
        "stopped": await friends.match(ANNA, BORIS),
        "finished": await friends.match(ANNA, BORIS, target=301),
    }
    await friends.play_on(rooms["finished"])
    for room in ("playing", "stopped"):
        while (await friends.rooms.view(rooms[room])).deal_number < 2:
            await friends.step(rooms[room])
        for _ in range(4):
            await friends.step(rooms[room])
    anna = await friends.user(ANNA)
    await friends.rooms.stop(rooms["closed"], anna, is_admin=False)
    await friends.rooms.stop(rooms["stopped"], anna, is_admin=False)
    await friends.rooms.save_rules(rooms["lobby"], ANNA, "наши")
    await database.close()
    return rooms


def as_of_version(source: Path, target: Path, version: int) -> None:
    """Write what a file holds as a bot of an earlier schema would have: as far as that has places for it."""
    with closing(sqlite3.connect(target, isolation_level=None)) as old:
        for statements in MIGRATIONS[:version]:
            for statement in statements:
                old.execute(statement)
        old.execute("ATTACH ? AS new", (str(source),))
        tables = old.execute("SELECT name FROM main.sqlite_schema WHERE type = 'table'").fetchall()
        for (table,) in tables:
            if not table.startswith("sqlite_"):
                columns = ", ".join(row[1] for row in old.execute(f"PRAGMA main.table_info({table})"))
                old.execute(f"INSERT INTO main.{table} ({columns}) SELECT {columns} FROM new.{table}")
        old.execute("DETACH new")
        old.execute(f"PRAGMA user_version = {version}")
