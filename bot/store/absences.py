"""Seats that were left and who asks for them, and the rooms that time is to be counted for."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass

from .database import Transaction
from .people import UserRow


@dataclass(frozen=True, slots=True)
class SubstituteRow:
    """Somebody who asks for a vacant seat; `agreed` are the ids of the players who have said yes."""

    seat: int
    user: UserRow
    agreed: tuple[int, ...]


async def load_left(tx: Transaction, room_id: int) -> dict[int, UserRow]:
    """Return by seat who has left a seat that nobody has taken since."""
    rows = await tx.all(
        """SELECT seat, id, name, client_language, language, reachable
        FROM seats JOIN users ON users.id = seats.user_id WHERE room_id = ? AND vacant""",
        room_id,
    )
    return {row[0]: UserRow(row[1], row[2], row[3], row[4], bool(row[5])) for row in rows}


async def rooms_left_by(tx: Transaction, user_id: int) -> list[int]:
    """Return the rooms being played where a person has left a seat that nobody has taken since."""
    rows = await tx.all(
        """SELECT rooms.id FROM rooms JOIN seats ON seats.room_id = rooms.id
        WHERE seats.user_id = ? AND seats.vacant AND rooms.phase = 'playing'""",
        user_id,
    )
    return [row[0] for row in rows]


async def seats_asked_by(tx: Transaction, user_id: int) -> list[tuple[int, int]]:
    """Return the vacant seats that a person asks for in matches being played, as room and seat."""
    rows = await tx.all(
        """SELECT rooms.id, substitutes.seat FROM rooms JOIN substitutes ON substitutes.room_id = rooms.id
        WHERE substitutes.user_id = ? AND rooms.phase = 'playing'""",
        user_id,
    )
    return [(row[0], row[1]) for row in rows]


async def leave_seat(tx: Transaction, room_id: int, seat: int) -> None:
    """Let a seat be vacant."""
    await tx.write("UPDATE seats SET vacant = 1 WHERE room_id = ? AND seat = ?", room_id, seat)


async def take_vacant_seat(tx: Transaction, room_id: int, seat: int, user_id: int) -> None:
    """Give a vacant seat to a person."""
    await tx.write(
        "UPDATE seats SET user_id = ?, vacant = 0 WHERE room_id = ? AND seat = ?", user_id, room_id, seat
    )


async def load_substitutes(tx: Transaction, room_id: int) -> dict[int, SubstituteRow]:
    """Return by seat who asks for it."""
    rows = await tx.all(
        """SELECT seat, agreed, id, name, client_language, language, reachable
        FROM substitutes JOIN users ON users.id = substitutes.user_id WHERE room_id = ?""",
        room_id,
    )
    return {
        row[0]: SubstituteRow(
            row[0], UserRow(row[2], row[3], row[4], row[5], bool(row[6])), tuple(json.loads(row[1]))
        )
        for row in rows
    }


async def replace_substitutes(tx: Transaction, room_id: int, rows: Iterable[SubstituteRow]) -> None:
    """Write who asks for which seat."""
    await tx.write("DELETE FROM substitutes WHERE room_id = ?", room_id)
    insert = "INSERT INTO substitutes (room_id, seat, user_id, agreed) VALUES (?, ?, ?, ?)"
    for row in rows:
        await tx.write(insert, room_id, row.seat, row.user.id, json.dumps(row.agreed))


async def rooms_to_wake(tx: Transaction, now: float) -> list[int]:
    """Return the rooms whose clock is to be looked at."""
    return [row[0] for row in await tx.all("SELECT id FROM rooms WHERE wake_at <= ? ORDER BY wake_at", now)]


async def next_wake(tx: Transaction, now: float) -> float | None:
    """Return when the next room's clock after those due is to be looked at, in Unix seconds, or None."""
    row = await tx.one("SELECT min(wake_at) FROM rooms WHERE wake_at > ?", now)
    return None if row is None else row[0]


async def untouched_rooms(
    tx: Transaction, lobbies_before: float, matches_before: float, now: float, periods: int
) -> list[int]:
    """Return the rooms where nothing has been done since these moments.

    A match is left alone for so many `periods` of its own clock at least.
    """
    # The index is one of turns, and a turn's beginning is a touch itself.
    rows = await tx.all(
        """SELECT id FROM rooms WHERE phase IN ('lobby', 'playing') AND turn_since <= max(?1, ?2)
            AND (phase = 'lobby' AND changed_at <= ?1
            OR phase = 'playing' AND changed_at <= min(?2, ?3 - ?4 * clock_seconds))
        ORDER BY id""",
        lobbies_before,
        matches_before,
        now,
        periods,
    )
    return [row[0] for row in rows]
