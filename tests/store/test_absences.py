"""Rooms of before there were clocks, and what the file answers about time."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.store import absences
from bot.store.database import Database
from bot.store.people import ChatRow, UserRow, save_chat, save_user
from bot.store.rooms import load_room, load_seats
from bot.store.rule_sets import last_rules

from .test_open import connected, write_version

ROOM = """INSERT INTO rooms (id, chat_id, phase, rules, first_dealer, version, revision, created_at,
    changed_at, turn_since) VALUES (?1, -5, ?2, '{}', 0, 1, 0, 1, ?3, ?3)"""


@pytest.mark.parametrize("version", [1, 2])
async def test_a_match_of_an_earlier_bot_goes_on_without_a_clock(tmp_path: Path, version: int) -> None:
    path = tmp_path / "bot.sqlite3"
    write_version(path, version)
    with connected(path) as connection:
        connection.execute("INSERT INTO users (id, name) VALUES (7, 'Анна')")
        connection.execute(ROOM, (1, "playing", 5.0))
        connection.execute("INSERT INTO seats (room_id, seat, user_id) VALUES (1, 0, 7)")
        connection.execute("INSERT INTO deals VALUES (1, 0, '', '', 1)")
        connection.execute("INSERT INTO actions VALUES (1, 0, 0, '0 pass', 7, 1)")
        if version > 1:
            connection.execute("INSERT INTO last_rules VALUES (-5, 7, '{\"target\": 301}')")
    database = await Database.open(path)
    async with database.reading() as tx:
        row = await load_room(tx, 1)
        assert row is not None
        assert (row.clock_seconds, row.clock_then, row.deadline, row.wake_at) == (0, "play", None, None)
        assert (row.told, row.reminded, row.overdue, row.stand_ins, row.plays_here) == (
            False,
            0,
            False,
            0,
            False,
        )
        assert (row.nudged_at, row.nudged_by, row.ending) == (None, None, "")
        assert set(await load_seats(tx, 1)) == {0}
        assert await absences.load_left(tx, 1) == {}
        assert await absences.load_substitutes(tx, 1) == {}
        assert await tx.all("SELECT by_clock FROM actions") == [(0,)]
        last = await last_rules(tx, -5, 7)
        assert last == (({"target": 301}, 0, "play") if version > 1 else None)
    await database.close()


async def with_rooms(database: Database, *rooms: tuple[int, str, float]) -> None:
    async with database.transaction() as tx:
        await save_chat(tx, ChatRow(-5, "Друзья", "ru", True))
        for user_id in (7, 8):
            await save_user(tx, UserRow(user_id, f"{user_id}", None, None, True))
        for room in rooms:
            await tx.run(ROOM, *room)


async def test_the_clocks_that_are_to_be_looked_at(database: Database) -> None:
    await with_rooms(database, *((number, "playing", 0.0) for number in range(1, 6)))
    async with database.transaction() as tx:
        for room, wake, deadline, overdue in (
            (1, 30.0, 60.0, 0),
            (2, 10.0, 20.0, 0),
            (3, None, 15.0, 1),
            (4, 90.0, 90.0, 0),
        ):
            await tx.run(
                "UPDATE rooms SET wake_at = ?, deadline = ?, overdue = ? WHERE id = ?",
                wake,
                deadline,
                overdue,
                room,
            )
        assert await absences.rooms_to_wake(tx, 9.0) == []
        assert await absences.rooms_to_wake(tx, 30.0) == [2, 1]
        assert await absences.next_wake(tx, 9.0) == 10.0
        assert await absences.next_wake(tx, 30.0) == 90.0
        assert await absences.next_wake(tx, 90.0) is None


async def test_the_rooms_that_nobody_touches(database: Database) -> None:
    await with_rooms(
        database, (1, "lobby", 100.0), (2, "lobby", 101.0), (3, "playing", 50.0), (4, "playing", 51.0),
        (5, "playing", 50.0), (6, "finished", 0.0), (7, "stopped", 0.0),
        (8, "lobby", 1.0), (9, "playing", 1.0),
    )  # fmt: skip
    async with database.transaction() as tx:
        # Somebody has done something there since the turn began.
        await tx.run("UPDATE rooms SET changed_at = 101 WHERE id IN (8, 9)")
        await tx.run("UPDATE rooms SET clock_seconds = 100 WHERE id = 5")
        # Three periods of 100 s before 349 end at 49, before 350 at 50.
        assert await absences.untouched_rooms(tx, 100.0, 50.0, 349.0, 3) == [1, 3]
        assert await absences.untouched_rooms(tx, 100.0, 50.0, 350.0, 3) == [1, 3, 5]


async def test_a_seat_that_is_left_keeps_its_player_until_somebody_takes_it(database: Database) -> None:
    await with_rooms(database, (1, "playing", 0.0))
    async with database.transaction() as tx:
        await tx.run("INSERT INTO seats (room_id, seat, user_id) VALUES (1, 0, 7)")
        await absences.leave_seat(tx, 1, 0)
        assert await load_seats(tx, 1) == {}
        assert [user.id for user in (await absences.load_left(tx, 1)).values()] == [7]
        eight = UserRow(8, "8", None, None, True)
        asking = absences.SubstituteRow(0, eight, (7, 9))
        await absences.replace_substitutes(tx, 1, [asking])
        assert await absences.load_substitutes(tx, 1) == {0: asking}
        await absences.take_vacant_seat(tx, 1, 0, 8)
        await absences.replace_substitutes(tx, 1, [])
        assert await absences.load_left(tx, 1) == {}
        assert {seat: user.id for seat, user in (await load_seats(tx, 1)).items()} == {0: 8}
        assert await absences.load_substitutes(tx, 1) == {}
