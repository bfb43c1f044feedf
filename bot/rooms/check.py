"""Checking a whole database: every journal replays, and everything kept beside it agrees with the replay.

Rooms, deals and actions are named by their numbers as in the file and in records, from 0 on. No line says
what was on a card or how somebody is called.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bot.deberts.errors import DebertsError
from bot.deberts.match import Match
from bot.deberts.record import FORMAT, RecordError, replay
from bot.deberts.rules import make_rules
from bot.deberts.scoring import DealResult
from bot.store.backup import reading, version_of
from bot.store.schema import MIGRATIONS, VERSION

from .views import Ending

Row = tuple[Any, ...]

# As many lines of SQLite's own as an operator may want to read.
_MOST = 20
# SQLite's own tables, and those that Litestream keeps in a database it replicates.
_NOT_OURS = ("sqlite_", "_litestream_")


@dataclass(frozen=True, slots=True)
class Report:
    """What a check has found: `problems` are lines for the operator, the numbers are what was looked at."""

    version: int
    rooms: int
    deals: int
    actions: int
    problems: tuple[str, ...]

    @property
    def summary(self) -> str:
        """The whole in one line."""
        age = (
            ""
            if self.version == VERSION
            else f" (this bot's is {VERSION}: it upgrades the file at its start)"
        )
        found = len(self.problems)
        verdict = "no problems" if not found else f"{found} problem{'s' if found > 1 else ''}"
        return (
            f"schema {self.version}{age}, {self.rooms} rooms, {self.deals} deals, "
            f"{self.actions} actions: {verdict}"
        )


def check(path: Path) -> Report:
    """Check a database, also one that a bot is working on; it is only read.

    Raises `store.database.UnusableDatabaseError` if it is none of this bot's, or cannot be read at all.
    """
    with reading(path) as connection:
        version = version_of(connection)
        problems: list[str] = []
        rooms = deals = actions = 0
        try:
            problems += _structure(connection, version)
            rooms, deals, actions = (_count(connection, table) for table in ("rooms", "deals", "actions"))
            problems += _rooms(connection, version)
            problems += _substitutes(connection, version)
            problems += _rules(connection, version)
        except sqlite3.DatabaseError as error:
            problems.append(f"damaged: it cannot be read to the end: {error}")
    return Report(version, rooms, deals, actions, tuple(problems))


def _count(connection: sqlite3.Connection, table: str) -> int:
    return int(connection.execute(f"SELECT count(*) FROM {table}").fetchone()[0])


# The file


def _structure(connection: sqlite3.Connection, version: int) -> Iterator[str]:
    """Look at pages and indexes, tables and keys."""
    for (line,) in connection.execute(f"PRAGMA integrity_check({_MOST})"):
        if line != "ok":
            yield f"damaged: {' '.join(line.split())}"
    expected, found = _expected(version), _schema(connection)
    for kind, name in sorted(expected.keys() | found.keys()):
        if (kind, name) not in found:
            yield f"the {kind} {name} is missing"
        elif expected.get((kind, name)) != found[kind, name]:
            yield f"the {kind} {name} is not as in schema {version}"
    for table, key, other, _ in connection.execute("PRAGMA foreign_key_check").fetchmany(_MOST):
        row = "" if key is None else f" {key}"
        yield f"{table}{row} refers to something in {other} that is not there"


def _schema(connection: sqlite3.Connection) -> dict[tuple[str, str], str]:
    rows = connection.execute("SELECT type, name, sql FROM sqlite_schema WHERE sql IS NOT NULL")
    return {(kind, name): " ".join(sql.split()) for kind, name, sql in rows if not name.startswith(_NOT_OURS)}


def _expected(version: int) -> dict[tuple[str, str], str]:
    """Return the schema of a version, as SQLite keeps it."""
    with closing(sqlite3.connect(":memory:")) as connection:
        for statements in MIGRATIONS[:version]:
            for statement in statements:
                connection.execute(statement)
        return _schema(connection)


def _rules(connection: sqlite3.Connection, version: int) -> Iterator[str]:
    """Look at the rules kept beside the rooms. Rules that are no longer played are no problem."""
    if version < 2:
        return
    for table, key in (("rule_sets", "id"), ("last_rules", "user_id")):
        for number, rules in connection.execute(f"SELECT {key}, rules FROM {table}"):
            if not isinstance(_json(rules), dict):
                yield f"{table} {number}: the rules cannot be read"


# Rooms


def _substitutes(connection: sqlite3.Connection, version: int) -> Iterator[str]:
    """Look at who has agreed to whom."""
    if version < 3:
        return
    for room, agreed in connection.execute("SELECT room_id, agreed FROM substitutes ORDER BY room_id"):
        if not isinstance(_json(agreed), list):
            yield f"room {room}: who has agreed to a substitute cannot be read"


def _rooms(connection: sqlite3.Connection, version: int) -> Iterator[str]:
    columns = "id, phase, rules, first_dealer, version, settled_version, owner_id, ended_at, winners, result"
    # How a room ended is known since schema 3; before, every end was by the rules or by somebody.
    ending = "ending" if version >= 3 else "''"
    for row in connection.execute(f"SELECT {columns}, {ending} FROM rooms ORDER BY id"):
        for problem in _room(connection, *row):
            yield f"room {row[0]}: {problem}"


def _room(
    connection: sqlite3.Connection,
    room: int,
    phase: str,
    rules_text: str,
    first_dealer: int | None,
    version: int,
    settled: int,
    owner: int | None,
    ended_at: float | None,
    winners: str | None,
    result: str | None,
    ending: str,
) -> Iterator[str]:
    """Look at one room and its journal."""
    if settled > version:
        yield f"settled at version {settled}, which is still to come"
    if (ended_at is None) != (phase in ("lobby", "playing")):
        yield f"{phase}, but it {'has not ended' if ended_at is None else 'has ended'}"
    if ending not in tuple(Ending):
        yield "it ended in a way that is not known"
    rules = _json(rules_text)
    try:
        if not isinstance(rules, dict):
            raise RecordError("rules must be an object")
        seats = make_rules(rules).seats
    except DebertsError:
        yield "the rules cannot be read"
        return
    yield from _seats(connection, room, seats, first_dealer is not None, owner)
    deals, journal_problems = _journal(connection, room)
    yield from journal_problems
    if first_dealer is None:
        if phase in ("playing", "finished") or deals:
            yield f"{phase} without a first dealer"
        return
    if phase == "lobby":
        yield "a lobby with a first dealer"
    try:
        match = replay({"format": FORMAT, "rules": rules, "first_dealer": first_dealer, "deals": deals})
    except RecordError as error:
        # The message itself may name a card.
        yield ", ".join(filter(None, ("the journal does not replay", error.place)))
        return
    claimed = phase == "finished" and ending == Ending.CLAIMED
    yield from _standing(match, phase, claimed, _json(winners), _json(result))
    yield from _results(connection, room, match)


def _seats(
    connection: sqlite3.Connection, room: int, seats: int, started: bool, owner: int | None
) -> Iterator[str]:
    taken = [row[0] for row in connection.execute("SELECT seat FROM seats WHERE room_id = ?", (room,))]
    if any(not 0 <= seat < seats for seat in taken):
        yield f"somebody sits outside the {seats} seats"
    if started and len(taken) < seats:
        yield f"{len(taken)} of {seats} players in a match"
    if owner is None and taken and not started:
        yield "a lobby with players and without an owner"


def _journal(connection: sqlite3.Connection, room: int) -> tuple[list[dict[str, Any]], list[str]]:
    """Return the deals of a room as a record has them, and what is wrong with how they are kept."""
    problems = []
    deals: list[dict[str, Any]] = []
    rows = connection.execute(
        "SELECT number, deck, nonce FROM deals WHERE room_id = ? ORDER BY number", (room,)
    ).fetchall()
    for place, (number, deck, nonce) in enumerate(rows):
        if number != place:
            problems.append(f"deal {place} is missing")
            break
        deals.append({"deck": deck.split(), "nonce": nonce, "actions": []})
    for deal, place, action in connection.execute(
        "SELECT deal, place, action FROM actions WHERE room_id = ? ORDER BY deal, place", (room,)
    ):
        if not 0 <= deal < len(deals):
            continue
        actions = deals[deal]["actions"]
        if place != len(actions):
            problems.append(f"deal {deal}, action {len(actions)} is missing")
            del deals[deal + 1 :]
            break
        actions.append(action)
    return deals, problems


def _standing(match: Match, phase: str, claimed: bool, winners: object, result: object) -> Iterator[str]:
    """Compare how a room stands with how its journal ends; who claimed an end has won, whatever the cards."""
    outcome = match.outcome
    if claimed:
        if match.over:
            yield "ended by a claim, but by the journal the match was over"
        sides = set(range(len(match.sheet.totals)))
        if not isinstance(winners, list) or not winners or not set(winners) < sides:
            yield "ended by a claim, but not one that leaves winners and losers"
        if result != list(match.sheet.totals):
            yield "the result is not that of the journal"
        return
    if phase == "playing" and (match.over or match.deal is None):
        yield "playing, but by the journal " + ("the match is over" if match.over else "no deal is open")
    if phase == "finished" and not match.over:
        yield "finished, but by the journal the match goes on"
    if phase in ("lobby", "playing"):
        expected: tuple[object, object] = (None, None)
    elif phase == "stopped":
        expected = ([], list(match.sheet.totals))
    else:
        expected = (list(outcome.winners), list(outcome.result))
    if winners != expected[0]:
        yield "the winners are not those of the journal"
    if result != expected[1]:
        yield "the result is not that of the journal"


def _results(connection: sqlite3.Connection, room: int, match: Match) -> Iterator[str]:
    """Compare what is kept of each finished deal with what the journal makes of it."""
    rows = connection.execute("SELECT deal, result FROM results WHERE room_id = ? ORDER BY deal", (room,))
    kept = dict(rows.fetchall())
    for number in sorted(kept.keys() | set(range(len(match.results)))):
        if number not in kept:
            yield f"deal {number} has no result"
        elif not 0 <= number < len(match.results):
            yield f"deal {number} has a result but has not ended"
        elif not _agrees(_json(kept[number]), match.results[number]):
            yield f"deal {number}: the result is not that of the journal"


def _agrees(kept: object, result: DealResult) -> bool:
    """Tell whether all that is kept of a deal is what the engine says; the least is outcome and totals."""
    if not isinstance(kept, dict) or not {"outcome", "totals"} <= kept.keys():
        return False
    said = json.loads(json.dumps({name: getattr(result, name, "unknown") for name in kept}))
    return bool(kept == said)


def _json(text: str | None) -> object:
    """Read a value that is kept as JSON; what is none agrees with nothing."""
    if text is None:
        return None
    try:
        return json.loads(text)
    except (ValueError, TypeError):
        return text
