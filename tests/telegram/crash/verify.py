"""What must be true of the file and of the chats when all is over."""

from __future__ import annotations

import asyncio
import json
import random
import sqlite3
from collections import Counter
from collections.abc import Iterable
from contextlib import closing
from pathlib import Path
from typing import Any

from bot.deberts.actions import TEXTS, Action
from bot.deberts.match import Match
from bot.deberts.record import read_deck, replay
from bot.deberts.rules import make_rules
from bot.deberts.view import public_view
from bot.locales import texts
from bot.rooms.errors import RefusalError
from bot.rooms.parts import present_part
from bot.rooms.service import Rooms
from bot.rooms.views import Ending
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
    """Every move that was answered as done is in the journal once, by who pressed it, and nothing else is.

    Nothing else but what the clock has done: that was done by no press.
    """
    journal: dict[tuple[int, int, int], tuple[str, int]] = {}
    by_clock: set[tuple[int, int, int]] = set()
    for room, deal, place, action, user, clock in read(
        path, "SELECT room_id, deal, place, action, user_id, by_clock FROM actions"
    ):
        journal[room, deal, place] = (action, user)
        if clock:
            by_clock.add((room, deal, place))
    clocked = {room for (room,) in read(path, "SELECT id FROM rooms WHERE clock_seconds > 0")}
    assert {room for room, _, _ in by_clock} <= clocked, "the clock has played where there is none"
    in_parts = _places_by_part(path)
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
        seat = seats[move.room, one.person.id]
        act = (f"{seat} {TEXTS[move.code]}", one.person.id)
        if isinstance(move, Move):
            counts["presses of moves"] += 1
            place = (move.room, move.deal, move.count)
            before = journal.get(place) == act
        else:
            counts["presses of moves in the group"] += 1
            found = in_parts.get((move.room, move.deal, move.part), {})
            # One card is played once, with bela or without it.
            card = f"{seat} {TEXTS[move.code].removesuffix(' bela')}"
            before = card in found or f"{card} bela" in found
            place = (move.room, move.deal, found.get(act[0], -1))
        # A press whose bot was killed between the commit and the answer comes again, and was done before.
        if one.text in (None, move_toast(move.code, RU), ALREADY):
            maybe.setdefault(place, []).append(act)
        if one.text == move_toast(move.code, RU):
            counts["answered as done"] += 1
            assert journal.get(place) == act, (
                f"{one.data} was answered as done, the journal has {journal.get(place)}"
            )
            assert place not in done, f"{one.data} was answered as done twice"
            assert place not in by_clock, f"{one.data} was answered as done, and the clock did it"
            done.add(place)
        elif one.text is None:
            counts["not answered"] += 1
            counts["not answered, done all the same"] += journal.get(place) == act
        elif one.text == ALREADY:
            counts["answered as done before"] += 1
            assert before, f"{one.data} was not done before"
        else:
            counts["refused"] += 1
    # What was done was not all refused: some press was answered as done, or its answer was lost.
    for place, act in journal.items():
        if place not in by_clock:
            assert act in maybe.get(place, []), f"{act} at {place} was done by no press"
    counts["moves in the journal"] = len(journal)
    counts["moves by the clock"] = len(by_clock)
    return counts


def _places_by_part(path: Path) -> dict[tuple[int, int, int], dict[str, int]]:
    """Return the places of the acts of every part of every deal, by the journal and the engine."""
    found: dict[tuple[int, int, int], dict[str, int]] = {}
    for room, record in records(path).items():
        match = Match(make_rules(record["rules"]), record["first_dealer"])
        for number, deal in enumerate(record["deals"]):
            match.deal_cards(read_deck(deal["deck"]))
            for place, text in enumerate(deal["actions"]):
                view = public_view(match).deal
                assert view is not None
                found.setdefault((room, number, present_part(view)), {})[text] = place
                match.apply(Action.parse(text))
    return found


def records(path: Path) -> dict[int, dict[str, Any]]:
    """Return the record of every room that has been dealt; its journal has no gaps."""
    found: dict[int, dict[str, Any]] = {
        room: {"format": "deberts/1", "rules": json.loads(rules), "first_dealer": dealer, "deals": []}
        for room, rules, dealer in read(
            path, "SELECT id, rules, first_dealer FROM rooms WHERE first_dealer IS NOT NULL"
        )
    }
    for room, _, deck in read(path, "SELECT room_id, number, deck FROM deals ORDER BY room_id, number"):
        found[room]["deals"].append({"deck": deck.split(), "actions": []})
    actions = "SELECT room_id, deal, place, action FROM actions ORDER BY room_id, deal, place"
    for room, deal, place, action in read(path, actions):
        played = found[room]["deals"][deal]["actions"]
        assert place == len(played), f"room {room}, deal {deal}: no action {len(played)}"
        played.append(action)
    return found


def check_records(path: Path) -> Counter[str]:
    """Every match replays, the finished ones to what is stored of them.

    A match that was claimed stands as it was then: it is finished, though by its journal it is not over.
    """
    counts: Counter[str] = Counter()
    played = records(path)
    results: dict[int, list[dict[str, Any]]] = {}
    for room, result in read(path, "SELECT room_id, result FROM results ORDER BY room_id, deal"):
        results.setdefault(room, []).append(json.loads(result))
    for room, phase, winners, result, ending in read(
        path, "SELECT id, phase, winners, result, ending FROM rooms"
    ):
        counts[f"rooms: {phase}"] += 1
        if ending:
            counts[f"rooms: {ending}"] += 1
        if room not in played:
            continue
        match = replay(played[room])
        counts["deals"] += len(played[room]["deals"])
        claimed = ending == Ending.CLAIMED
        assert not claimed or phase == "finished"
        assert match.over == (phase == "finished" and not claimed)
        told = [
            json.loads(json.dumps({name: getattr(one, name) for name in _RESULT})) for one in match.results
        ]
        assert results.get(room, []) == told
        if claimed:
            assert match.deal is not None
            loser = match.rules.side_of[match.deal.turn]
            assert json.loads(winners) == [side for side in range(match.rules.sides) if side != loser]
            assert json.loads(result) == list(match.sheet.totals)
        elif match.over:
            assert json.loads(winners) == list(match.outcome.winners)
            assert json.loads(result) == list(match.outcome.result)
    return counts


async def check_chats(world: World, path: Path, room: int | None = None) -> Looked:
    """Every chat shows what the file says, or those of one room; returns what was found, orphans among it."""
    copy = path.with_name("copy.sqlite3" if room is None else f"copy-{room}.sqlite3")
    for left in copy.parent.glob(f"{copy.name}*"):
        left.unlink()
    with (
        closing(sqlite3.connect(f"file:{path}?mode=ro", uri=True, timeout=10)) as source,
        closing(sqlite3.connect(copy)) as target,
    ):
        source.backup(target)
    database = await Database.open(copy)
    try:
        looked = await look(world, Rooms(database, world.clock, random.Random(1)), database, room)
    finally:
        await database.close()
    assert not looked.wrong, "\n\n".join(looked.wrong)
    return looked


async def press_orphans(world: World, path: Path, orphans: list[Message]) -> Counter[str]:
    """Press the buttons of every orphan: nothing is done but what questions ask for, and its buttons go."""
    counts: Counter[str] = Counter()
    before = _done_by_people(path)
    seated: dict[int, list[int]] = {}
    for room, user in read(path, "SELECT room_id, user_id FROM seats"):
        seated.setdefault(room, []).append(user)
    for number, orphan in enumerate(orphans):
        # Most of these presses come late: with the first the buttons go.
        for press in presses(orphan):
            people = [orphan.chat.id] if orphan.chat.id > 0 else seated.get(getattr(press, "room", 0), [])
            who = world.people[people[number % len(people)] if people else min(world.people)]
            answer = await who.press_data(orphan, encode(press))
            counts[f"orphans: {type(press).__name__}"] += 1
            if not isinstance(press, Query):
                assert answer.text, f"{press} on an orphan is not refused"
                assert not isinstance(press, Move) or answer.text != move_toast(press.code, RU)
        async with asyncio.timeout(30):
            while orphan.buttons:
                await world.changed()
    assert _done_by_people(path) == before
    return counts


def _done_by_people(path: Path) -> list[list[tuple[Any, ...]]]:
    """Return what only people change: the clock of a table goes on meanwhile."""
    questions = (
        "SELECT * FROM actions WHERE NOT by_clock ORDER BY room_id, deal, place",
        "SELECT id, revision, owner_id, page, plays_here FROM rooms WHERE NOT clock_seconds ORDER BY id",
        "SELECT room_id, seat, user_id FROM seats ORDER BY room_id, seat",
        "SELECT room_id, seat, user_id, agreed FROM substitutes ORDER BY room_id, seat",
    )
    return [read(path, question) for question in questions]
