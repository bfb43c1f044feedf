"""People who play match after match through the chats, whatever becomes of the bot meanwhile."""

from __future__ import annotations

import asyncio
import contextlib
import json
import random
import sqlite3
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bot.deberts.rules import make_rules
from bot.sandbox import Chat, Message, Person, Press, World
from bot.sandbox.player import choose, moves
from bot.screens.presses import Move, Rematch, Seat, SetPreset, SetRule, Start, decode, encode
from tests.telegram.rightness import presses
from tests.telegram.truth import Truth

# How long somebody waits for an answer or for a message before trying something else, in real seconds.
PATIENCE = 3.0
# How many of the newest messages of a chat somebody looks at.
SIGHT = 30


@dataclass(frozen=True, slots=True)
class Pressed:
    """A press: by whom, what it said, and the press itself with its answer."""

    person: Person
    data: str
    press: Press

    @property
    def text(self) -> str | None:
        """The answer's text; None if none has come, or too late."""
        outcome = self.press.outcome
        answer = outcome.result() if outcome.done() and not outcome.cancelled() else None
        return None if answer is None else answer.text


class Table:
    """A table of one group that the same people sit down at again and again."""

    def __init__(
        self,
        world: World,
        path: Path,
        truth: Truth,
        group: Chat,
        people: tuple[Person, ...],
        rules: dict[str, str],
        chance: random.Random,
    ) -> None:
        self.world = world
        self.group = group
        self.people = people
        self.truth = truth
        self.rules = rules
        self.chance = chance
        self.done: list[Pressed] = []
        self.is_over = False
        self.room: int | None = None
        self._path = path
        self._file: sqlite3.Connection | None = None

    # What they do

    async def play(self) -> None:
        """Play match after match until `is_over`."""
        while not self.is_over:
            row = self._row()
            if row is None:
                await self._open()
            elif row[0] == "lobby":
                await self._prepare(*row[1:])
            elif row[0] == "playing":
                await self._move()
            else:
                await self._again()

    async def _open(self) -> None:
        """Ask for a table and wait until there is one."""
        known = self._newest()
        await self.people[0].write(self.group, "/deberts")
        await self._until(lambda: self._newest() != known)
        self.room = self._newest() or self.room

    async def _prepare(self, rules: str, revision: int) -> None:
        """Set the next thing that is not as it is to be, or start."""
        assert self.room is not None
        stored = make_rules(json.loads(rules))
        owner = self.people[0]
        wrong = {name: value for name, value in self.rules.items() if str(stored.value(name)) != value}
        seated = self._seated()
        missing = [person for person in self.people if person.id not in seated]
        if "preset" in wrong:
            await self._press(owner, self.group, encode(SetPreset(self.room, revision, wrong["preset"])))
        elif wrong:
            name, value = next(iter(wrong.items()))
            await self._press(owner, self.group, encode(SetRule(self.room, revision, name, value)))
        elif missing:
            await self._press(missing[0], self.group, encode(Seat(self.room, True)))
        else:
            starter = self.chance.choice(self.people)
            await self._press(starter, self.group, encode(Start(self.room, revision)))

    async def _move(self) -> None:
        """Let whose turn it is press what the newest console offers."""
        assert self.room is not None
        room = self.truth.look(self.world.clock.now()).get(self.room)
        if room is None or room.match.deal is None:
            await asyncio.sleep(0.005)
            return
        deal = room.match.deal
        person = next(one for one in self.people if one.id == room.people[deal.turn])
        wanted = (self.room, len(room.match.deals), len(deal.log))
        message = self._offer(person, wanted)
        if message is None:
            await asyncio.sleep(0.005)
            return
        data = str(choose(message, self.chance).callback_data)
        press = person.press_nowait(message, data)
        self.done.append(Pressed(person, data, press))
        if self.chance.random() < 0.1:
            # Pressed twice, or what was pressed before.
            again = self.chance.choice(self.done[-5:])
            self.done.append(Pressed(again.person, again.data, again.person.repeat(again.press)))
        await self._answered(press)

    async def _again(self) -> None:
        """Ask for a rematch, or for a new table."""
        assert self.room is not None
        known = self._newest()
        seen = self._seen(self.people[0], self.group)
        message = next((m for m in seen if _offers(m, Rematch, self.room)), None)
        if message is None or self.chance.random() < 0.5:
            await self._open()
            return
        who = self.chance.choice(self.people)
        press = who.press_nowait(message, encode(Rematch(self.room)))
        self.done.append(Pressed(who, press.data, press))
        await self._answered(press)
        await self._until(lambda: self._newest() != known)
        self.room = self._newest() or self.room

    # How they do it

    async def _press(self, person: Person, chat: Chat, data: str) -> None:
        """Press this on the newest message of the table in a chat, if it is there."""
        assert self.room is not None
        message = next((m for m in self._seen(person, chat) if self.room in _rooms(m)), None)
        if message is None:
            await asyncio.sleep(0.01)
            return
        press = person.press_nowait(message, data)
        self.done.append(Pressed(person, data, press))
        await self._answered(press)
        row = self._row()
        await self._until(lambda: self._row() != row, 0.2)

    async def _answered(self, press: Press) -> None:
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(PATIENCE):
                await asyncio.shield(press.outcome)

    async def _until(self, there: Callable[[], bool], seconds: float = PATIENCE) -> None:
        loop = asyncio.get_running_loop()
        end = loop.time() + seconds
        while not there() and loop.time() < end:  # noqa: ASYNC110 (another process writes the file)
            await asyncio.sleep(0.01)

    def _offer(self, person: Person, wanted: tuple[int, int, int]) -> Message | None:
        """Return a message that offers the person this decision: mostly the newest, now and then another."""
        found = [
            message
            for message in self._seen(person, person.private)
            if any((move.room, move.deal, move.count) == wanted for _, move in moves(message))
        ]
        return None if not found else found[0] if self.chance.random() < 0.9 else self.chance.choice(found)

    def _seen(self, person: Person, chat: Chat) -> list[Message]:
        return person.messages(chat)[: -SIGHT - 1 : -1]

    # What the file says

    def _ask(self, sql: str, *values: object) -> list[tuple[Any, ...]]:
        if self._file is None:
            try:
                self._file = sqlite3.connect(f"file:{self._path}?mode=ro", uri=True, timeout=10)
            except sqlite3.OperationalError:
                return []
        try:
            return self._file.execute(sql, values).fetchall()
        except sqlite3.OperationalError:
            # The bot has not made its tables yet.
            return []

    def _row(self) -> tuple[Any, ...] | None:
        rows = self._ask("SELECT phase, rules, revision FROM rooms WHERE id = ?", self.room)
        return rows[0] if rows else None

    def _newest(self) -> int | None:
        """Return the newest room of this group whose owner is this table's."""
        rows = self._ask(
            """SELECT max(rooms.id) FROM rooms JOIN seats ON seats.room_id = rooms.id AND seats.seat = 0
            WHERE chat_id = ? AND seats.user_id = ?""",
            self.group.id,
            self.people[0].id,
        )
        return rows[0][0] if rows else None

    def _seated(self) -> set[object]:
        return {user for (user,) in self._ask("SELECT user_id FROM seats WHERE room_id = ?", self.room)}

    def close(self) -> None:
        """Let go of the file."""
        if self._file is not None:
            self._file.close()


def _rooms(message: Message) -> set[int]:
    return {press.room for press in presses(message) if hasattr(press, "room")}


def _offers(message: Message, kind: type, room: int) -> bool:
    return any(isinstance(press, kind) and getattr(press, "room", None) == room for press in presses(message))


def as_move(pressed: Pressed) -> Move | None:
    """Return what a press of a move said, None for any other."""
    press = decode(pressed.data)
    return press if isinstance(press, Move) else None
