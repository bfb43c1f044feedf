"""What must be true of the file and of the chats when all is over."""

from __future__ import annotations

import asyncio
import json
import random
import shutil
import sqlite3
from collections import Counter
from collections.abc import Iterable
from contextlib import closing
from pathlib import Path
from typing import Any

from bot.deberts.actions import TEXTS
from bot.deberts.record import replay
from bot.locales import texts
from bot.rooms.errors import RefusalError
from bot.rooms.service import Rooms
from bot.sandbox import Message, World
from bot.screens.presses import Move, Query, encode
from bot.screens.refusals import refusal_text
from bot.screens.toasts import move_toast
from bot.store.database import Database
from tests.telegram.rightness import Looked, look, presses

from .friends import Pressed, as_move

RU = texts("ru")
ALREADY = refusal_text(RefusalError("already-done"), None, RU)
_RESULT = ("outcome", "dealer", "taker", "trump", "counted", "written", "pots_won", "fines", "totals")


def read(path: Path, sql: str) -> list[tuple[Any, ...]]:
    """Return what the bot's file says."""
    with closing(sqlite3.connect(f"file:{path}?mode=ro", uri=True, timeout=10)) as file:
        return file.execute(sql).fetchall()


def check_presses(path: Path, pressed: Iterable[Pressed]) -> Counter[str]:
    """Every move that was answered as done is in the journal once, by who pressed it, and nothing else is."""
    journal = {
        (room, deal, place): (action, user)
        for room, deal, place, action, user in read(
            path, "SELECT room_id, deal, place, action, user_id FROM actions"
        )
    }
    seats = {
        (room, user): seat for room, seat, user in read(path, "SELECT room_id, seat, user_id FROM seats")
    }
    counts: Counter[str] = Counter()
    done: set[tuple[int, int, int]] = set()
    maybe: dict[tuple[int, int, int], list[tuple[str, int]]] = {}
    for one in pressed:
        move = as_move(one)
        if move is None:
            counts["of lobbies and rematches"] += 1
            continue
        counts["presses of moves"] += 1
        place = (move.room, move.deal, move.count)
        act = (f"{seats[move.room, one.person.id]} {TEXTS[move.code]}", one.person.id)
        # A press whose bot was killed between the commit and the answer comes again, and was done before.
        if one.text in (None, move_toast(move.code, RU), ALREADY):
            maybe.setdefault(place, []).append(act)
        if one.text == move_toast(move.code, RU):
            counts["answered as done"] += 1
            assert journal.get(place) == act, (
                f"{one.data} was answered as done, the journal has {journal.get(place)}"
            )
            assert place not in done, f"{one.data} was answered as done twice"
            done.add(place)
        elif one.text is None:
            counts["not answered"] += 1
            counts["not answered, done all the same"] += journal.get(place) == act
        elif one.text == ALREADY:
            counts["answered as done before"] += 1
            assert journal.get(place) == act, f"{one.data} was not done before"
        else:
            counts["refused"] += 1
    # What was done was not all refused: some press was answered as done, or its answer was lost.
    for place, act in journal.items():
        assert act in maybe.get(place, []), f"{act} at {place} was done by no press"
    counts["moves in the journal"] = len(journal)
    return counts


def check_records(path: Path) -> Counter[str]:
    """Every match replays, the finished ones to what is stored of them."""
    counts: Counter[str] = Counter()
    decks: dict[int, list[dict[str, Any]]] = {}
    for room, _, deck in read(path, "SELECT room_id, number, deck FROM deals ORDER BY room_id, number"):
        decks.setdefault(room, []).append({"deck": deck.split(), "actions": []})
    actions = "SELECT room_id, deal, place, action FROM actions ORDER BY room_id, deal, place"
    for room, deal, place, action in read(path, actions):
        played = decks[room][deal]["actions"]
        assert place == len(played), f"room {room}, deal {deal}: no action {len(played)}"
        played.append(action)
    results: dict[int, list[dict[str, Any]]] = {}
    for room, result in read(path, "SELECT room_id, result FROM results ORDER BY room_id, deal"):
        results.setdefault(room, []).append(json.loads(result))
    for room, phase, rules, dealer, winners, result in read(
        path, "SELECT id, phase, rules, first_dealer, winners, result FROM rooms"
    ):
        counts[f"rooms: {phase}"] += 1
        if dealer is None:
            assert room not in decks
            continue
        record = {
            "format": "deberts/1",
            "rules": json.loads(rules),
            "first_dealer": dealer,
            "deals": decks[room],
        }
        match = replay(record)
        counts["deals"] += len(decks[room])
        assert match.over == (phase == "finished")
        told = [
            json.loads(json.dumps({name: getattr(one, name) for name in _RESULT})) for one in match.results
        ]
        assert results.get(room, []) == told
        if match.over:
            assert json.loads(winners) == list(match.outcome.winners)
            assert json.loads(result) == list(match.outcome.result)
    return counts


async def check_chats(world: World, path: Path) -> Looked:
    """Every chat shows what the file says; returns what was found, orphans among it."""
    copy = path.with_name("copy.sqlite3")
    for left in copy.parent.glob("copy.sqlite3*"):
        left.unlink()
    for ending in ("", "-wal"):
        source = path.with_name(path.name + ending)
        if source.exists():
            shutil.copyfile(source, copy.with_name(copy.name + ending))
    database = await Database.open(copy)
    try:
        looked = await look(world, Rooms(database, world.clock, random.Random(1)), database)
    finally:
        await database.close()
    assert not looked.wrong, "\n\n".join(looked.wrong)
    return looked


async def press_orphans(world: World, path: Path, orphans: list[Message]) -> Counter[str]:
    """Press a button of every orphan: a move is refused, and whatever it was, its buttons go."""
    counts: Counter[str] = Counter()
    before = read(path, "SELECT * FROM actions")
    for orphan in orphans:
        found = presses(orphan)
        chat = orphan.chat
        people = list(world.people.values())
        who = next((person for person in people if person.id == chat.id), people[0])
        # What does most first: a move, then what belongs to a lobby or to the end of a match.
        press = min(found, key=lambda one: (not isinstance(one, Move), isinstance(one, Query)))
        counts[f"orphans: {type(press).__name__}"] += 1
        answer = await who.press_data(orphan, encode(press))
        if isinstance(press, Move):
            assert answer.text
            assert answer.text != move_toast(press.code, RU)
        async with asyncio.timeout(30):
            while orphan.buttons:
                await world.changed()
    assert read(path, "SELECT * FROM actions") == before
    return counts
