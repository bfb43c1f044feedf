"""Rooms and their journals, as rows."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from .database import Transaction
from .people import UserRow


@dataclass(slots=True)
class RoomRow:
    """A room but for its journal; `rules`, `winners` and `result` are plain JSON values.

    `changed_at` is when anything was last done at the table; `turn_since`, when the present turn began.
    """

    id: int
    chat_id: int
    thread_id: int | None
    phase: str
    rules: dict[str, Any]
    owner_id: int | None
    first_dealer: int | None
    version: int
    revision: int
    page: str
    created_at: float
    changed_at: float
    turn_since: float
    ended_at: float | None = None
    stopped_by: str | None = None
    winners: list[int] | None = None
    result: list[int] | None = None
    rematch_of: int | None = None
    clock_seconds: int = 0
    clock_then: str = "play"
    deadline: float | None = None
    wake_at: float | None = None
    told: bool = False
    reminded: int = 0
    overdue: bool = False
    stand_ins: int = 0
    nudged_at: float | None = None
    nudged_by: int | None = None
    plays_here: bool = False
    ending: str = ""


@dataclass(frozen=True, slots=True)
class DealRow:
    """A deal of the journal: the deck's codes, its nonce, and the texts of what was done."""

    number: int
    deck: str
    nonce: str
    actions: list[str] = field(default_factory=list)


class DamagedError(ValueError):
    """Rows of a room that cannot be read or do not belong together; the message names no card."""


_COLUMNS = (
    "id, chat_id, thread_id, phase, rules, owner_id, first_dealer, version, revision, page, "
    "created_at, changed_at, turn_since, ended_at, stopped_by, winners, result, rematch_of, "
    "clock_seconds, clock_then, deadline, wake_at, told, reminded, overdue, stand_ins, "
    "nudged_at, nudged_by, plays_here, ending"
)

_NAMES = _COLUMNS.split(", ")


async def insert_room(tx: Transaction, row: RoomRow) -> int:
    """Insert a new room; returns the id it got."""
    return await tx.run(
        """INSERT INTO rooms (chat_id, thread_id, phase, rules, owner_id, version, revision, page,
            created_at, changed_at, turn_since, rematch_of, clock_seconds, clock_then)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)""",
        row.chat_id,
        row.thread_id,
        row.phase,
        json.dumps(row.rules),
        row.owner_id,
        row.version,
        row.revision,
        row.page,
        row.created_at,
        row.changed_at,
        row.turn_since,
        row.rematch_of,
        row.clock_seconds,
        row.clock_then,
    )


async def update_room(tx: Transaction, row: RoomRow) -> None:
    """Write everything of a room that can change."""
    await tx.write(
        """UPDATE rooms SET thread_id = ?, phase = ?, rules = ?, owner_id = ?, first_dealer = ?, version = ?,
            revision = ?, page = ?, changed_at = ?, turn_since = ?, ended_at = ?, stopped_by = ?, winners = ?,
            result = ?, clock_seconds = ?, clock_then = ?, plays_here = ?, ending = ? WHERE id = ?""",
        row.thread_id,
        row.phase,
        json.dumps(row.rules),
        row.owner_id,
        row.first_dealer,
        row.version,
        row.revision,
        row.page,
        row.changed_at,
        row.turn_since,
        row.ended_at,
        row.stopped_by,
        _dumps(row.winners),
        _dumps(row.result),
        row.clock_seconds,
        row.clock_then,
        row.plays_here,
        row.ending,
        row.id,
    )
    await save_turn(tx, row)


async def touch_room(tx: Transaction, row: RoomRow) -> None:
    """Write what a move changes of a room that goes on: the version and the times."""
    await tx.write(
        "UPDATE rooms SET version = ?, changed_at = ?, turn_since = ? WHERE id = ?",
        row.version,
        row.changed_at,
        row.turn_since,
        row.id,
    )
    if row.clock_seconds or row.nudged_at is not None:
        await save_turn(tx, row)


async def save_turn(tx: Transaction, row: RoomRow) -> None:
    """Write how the clock of the present turn stands, and who was nudged."""
    await tx.write(
        """UPDATE rooms SET deadline = ?, wake_at = ?, told = ?, reminded = ?, overdue = ?, stand_ins = ?,
            nudged_at = ?, nudged_by = ? WHERE id = ?""",
        row.deadline,
        row.wake_at,
        row.told,
        row.reminded,
        row.overdue,
        row.stand_ins,
        row.nudged_at,
        row.nudged_by,
        row.id,
    )


async def replace_seats(tx: Transaction, room_id: int, users: Sequence[int | None]) -> None:
    """Write who sits where."""
    await tx.write("DELETE FROM seats WHERE room_id = ?", room_id)
    for seat, user in enumerate(users):
        if user is not None:
            await tx.write("INSERT INTO seats (room_id, seat, user_id) VALUES (?, ?, ?)", room_id, seat, user)


async def insert_deal(tx: Transaction, room_id: int, deal: DealRow, dealt_at: float) -> None:
    """Append a deal to the journal."""
    await tx.write(
        "INSERT INTO deals (room_id, number, deck, nonce, dealt_at) VALUES (?, ?, ?, ?, ?)",
        room_id,
        deal.number,
        deal.deck,
        deal.nonce,
        dealt_at,
    )


async def insert_action(
    tx: Transaction,
    room_id: int,
    deal: int,
    place: int,
    action: str,
    user_id: int,
    done_at: float,
    by_clock: bool = False,
) -> None:
    """Append an action to the journal; the key refuses a second one in its place.

    `by_clock` says that the bot did it for a player who let the time pass.
    """
    await tx.write(
        """INSERT INTO actions (room_id, deal, place, action, user_id, done_at, by_clock)
        VALUES (?, ?, ?, ?, ?, ?, ?)""",
        room_id,
        deal,
        place,
        action,
        user_id,
        done_at,
        by_clock,
    )


async def insert_result(tx: Transaction, room_id: int, deal: int, result: dict[str, Any]) -> None:
    """Keep what a finished deal came to."""
    await tx.write(
        "INSERT INTO results (room_id, deal, result) VALUES (?, ?, ?)", room_id, deal, json.dumps(result)
    )


async def load_room(tx: Transaction, room_id: int) -> RoomRow | None:
    """Return a room, or None. Raises `DamagedError`."""
    row = await tx.one(f"SELECT {_COLUMNS} FROM rooms WHERE id = ?", room_id)
    return None if row is None else _room(row)


async def load_seats(tx: Transaction, room_id: int) -> dict[int, UserRow]:
    """Return the people of a room by seat."""
    rows = await tx.all(
        """SELECT seat, id, name, client_language, language, reachable
        FROM seats JOIN users ON users.id = seats.user_id WHERE room_id = ? AND NOT vacant""",
        room_id,
    )
    return {row[0]: UserRow(row[1], row[2], row[3], row[4], bool(row[5])) for row in rows}


async def load_journal(tx: Transaction, room_id: int) -> list[DealRow]:
    """Return the deals of a room with their actions, in order. Raises `DamagedError` if one is missing."""
    deals = [
        DealRow(number, deck, nonce)
        for number, deck, nonce in await tx.all(
            "SELECT number, deck, nonce FROM deals WHERE room_id = ? ORDER BY number", room_id
        )
    ]
    for expected, deal in enumerate(deals):
        if deal.number != expected:
            raise DamagedError(f"deal {expected} is missing")
    for number, place, action in await tx.all(
        "SELECT deal, place, action FROM actions WHERE room_id = ? ORDER BY deal, place", room_id
    ):
        if not 0 <= number < len(deals):
            raise DamagedError(f"deal {number} is missing")
        actions = deals[number].actions
        if place != len(actions):
            raise DamagedError(f"deal {number}, action {len(actions)} is missing")
        actions.append(action)
    return deals


async def live_rooms(tx: Transaction, chat_id: int, thread_id: int | None) -> list[int]:
    """Return the rooms of a topic that have not ended, oldest first."""
    rows = await tx.all(
        """SELECT id FROM rooms WHERE chat_id = ? AND thread_id IS ? AND phase IN ('lobby', 'playing')
        ORDER BY id""",
        chat_id,
        thread_id,
    )
    return [row[0] for row in rows]


async def all_live_rooms(tx: Transaction, chat_id: int) -> list[int]:
    """Return the rooms of a chat, whatever their topic, that have not ended, oldest first."""
    rows = await tx.all(
        "SELECT id FROM rooms WHERE chat_id = ? AND phase IN ('lobby', 'playing') ORDER BY id", chat_id
    )
    return [row[0] for row in rows]


async def unfinished_rooms(tx: Transaction, chat_id: int) -> list[int]:
    """Return the rooms of a chat that have not ended, or that some chat does not show as they ended."""
    rows = await tx.all(
        """SELECT id FROM rooms WHERE chat_id = ?
        AND (phase IN ('lobby', 'playing') OR settled_version < version) ORDER BY id""",
        chat_id,
    )
    return [row[0] for row in rows]


async def groups_with_live_rooms(tx: Transaction) -> list[int]:
    """Return the groups with rooms that have not ended."""
    rows = await tx.all(
        "SELECT DISTINCT chat_id FROM rooms WHERE phase IN ('lobby', 'playing') ORDER BY chat_id"
    )
    return [row[0] for row in rows]


async def silent_chats(tx: Transaction) -> list[int]:
    """Return the groups where the bot may not write, and that have rooms to be shown."""
    rows = await tx.all(
        """SELECT id FROM chats WHERE NOT writable AND EXISTS (SELECT 1 FROM rooms WHERE chat_id = chats.id
            AND (phase IN ('lobby', 'playing') OR settled_version < version)) ORDER BY id"""
    )
    return [row[0] for row in rows]


async def count_live(tx: Transaction, chat_id: int) -> int:
    """Return how many rooms of a chat have not ended."""
    row = await tx.one(
        "SELECT count(*) FROM rooms WHERE chat_id = ? AND phase IN ('lobby', 'playing')", chat_id
    )
    return 0 if row is None else int(row[0])


async def lonely_lobbies(tx: Transaction, chat_id: int, user_id: int | None) -> list[int]:
    """Return the lobbies of a chat where nobody sits, or only this person does, oldest first."""
    rows = await tx.all(
        """SELECT id FROM rooms WHERE chat_id = ? AND phase = 'lobby' AND NOT EXISTS
            (SELECT 1 FROM seats WHERE seats.room_id = rooms.id AND seats.user_id IS NOT ?)
        ORDER BY id""",
        chat_id,
        user_id,
    )
    return [row[0] for row in rows]


async def live_rooms_of(tx: Transaction, user_id: int) -> list[int]:
    """Return the rooms where a person sits and that have not ended, oldest first."""
    rows = await tx.all(
        """SELECT rooms.id FROM rooms JOIN seats ON seats.room_id = rooms.id
        WHERE seats.user_id = ? AND NOT seats.vacant AND rooms.phase IN ('lobby', 'playing')
        ORDER BY rooms.id""",
        user_id,
    )
    return [row[0] for row in rows]


async def newest_finished(tx: Transaction, chat_id: int, thread_id: int | None) -> int | None:
    """Return the room of a topic that finished last, or None."""
    row = await tx.one(
        """SELECT id FROM rooms WHERE chat_id = ? AND thread_id IS ? AND phase = 'finished'
        ORDER BY ended_at DESC, id DESC LIMIT 1""",
        chat_id,
        thread_id,
    )
    return None if row is None else int(row[0])


async def newest_finished_of(tx: Transaction, user_id: int) -> int | None:
    """Return the room that finished last where a person sat, or None."""
    row = await tx.one(
        """SELECT rooms.id FROM rooms JOIN seats ON seats.room_id = rooms.id
        WHERE seats.user_id = ? AND NOT seats.vacant AND rooms.phase = 'finished'
        ORDER BY rooms.ended_at DESC, rooms.id DESC LIMIT 1""",
        user_id,
    )
    return None if row is None else int(row[0])


async def rematch_of(tx: Transaction, room_id: int) -> int | None:
    """Return the rematch of a room that has not been stopped, or None."""
    row = await tx.one(
        "SELECT id FROM rooms WHERE rematch_of = ? AND phase != 'stopped' ORDER BY id DESC LIMIT 1", room_id
    )
    return None if row is None else int(row[0])


async def rooms_behind(tx: Transaction) -> list[int]:
    """Return the rooms that some chat does not show as they are, or with messages that were given up."""
    rows = await tx.all(
        """SELECT id FROM rooms WHERE settled_version < version
        UNION SELECT room_id FROM messages WHERE slot LIKE 'old:%' ORDER BY 1"""
    )
    return [row[0] for row in rows]


async def waiting_rooms(tx: Transaction) -> list[tuple[int, float]]:
    """Return the rooms being played and since when each waits for somebody."""
    rows = await tx.all("SELECT id, turn_since FROM rooms WHERE phase = 'playing'")
    return [(row[0], row[1]) for row in rows]


async def settle_room(tx: Transaction, room_id: int, version: int) -> None:
    """Remember that all chats of a room show this version."""
    await tx.write(
        "UPDATE rooms SET settled_version = ? WHERE id = ? AND settled_version < ?",
        version,
        room_id,
        version,
    )


async def ended_rooms(
    tx: Transaction, chat_id: int | None, user_id: int | None, limit: int
) -> list[tuple[RoomRow, list[str], str, int]]:
    """Return the rooms that ended last in a chat or with a person: row, names by seat, title, deals.

    Lobbies that were closed before a card was dealt are left out, and what cannot be read.
    """
    where = "rooms.chat_id = ?" if chat_id is not None else "mine.user_id = ? AND NOT mine.vacant"
    join = "" if chat_id is not None else "JOIN seats AS mine ON mine.room_id = rooms.id"
    columns = ", ".join(f"rooms.{name}" for name in _NAMES)
    rows = await tx.all(
        f"""SELECT {columns}, chats.title,
            (SELECT count(*) FROM deals WHERE deals.room_id = rooms.id) AS dealt
        FROM rooms JOIN chats ON chats.id = rooms.chat_id {join}
        WHERE {where} AND rooms.phase IN ('finished', 'stopped') AND dealt > 0
        ORDER BY rooms.ended_at DESC, rooms.id DESC LIMIT ?""",
        chat_id if chat_id is not None else user_id,
        limit,
    )
    found = []
    for row in rows:
        try:
            ended = _room(row[:-2])
        except DamagedError:
            continue
        names = await tx.all(
            """SELECT users.name FROM seats JOIN users ON users.id = seats.user_id
            WHERE seats.room_id = ? ORDER BY seats.seat""",
            row[0],
        )
        found.append((ended, [name for (name,) in names], row[-2], row[-1]))
    return found


def _room(row: tuple[Any, ...]) -> RoomRow:
    values = list(row)
    for place, kind in ((4, dict), (15, list | None), (16, list | None)):
        try:
            values[place] = None if values[place] is None else json.loads(values[place])
        except (ValueError, TypeError):
            raise DamagedError(f"its {_NAMES[place]} cannot be read") from None
        if not isinstance(values[place], kind):
            raise DamagedError(f"its {_NAMES[place]} cannot be read")
    for place in (22, 24, 28):
        values[place] = bool(values[place])
    return RoomRow(*values)


def _dumps(value: list[int] | None) -> str | None:
    return None if value is None else json.dumps(value)
