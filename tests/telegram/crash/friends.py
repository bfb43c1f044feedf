"""People who play match after match through the chats, whatever becomes of the bot meanwhile.

And people who never begin: they turn the pages of a lobby, sit down and stand up.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import random
import sqlite3
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from bot.deberts.rules import make_rules
from bot.deberts.view import public_view
from bot.rooms.parts import present_part
from bot.sandbox import Chat, Message, Person, Press, World
from bot.sandbox.player import choose, moves
from bot.screens.absence_presses import GroupMove, PlayHere, SetClock
from bot.screens.presses import (
    Move,
    Page,
    Rematch,
    Seat,
    SeatAt,
    SetPreset,
    SetRule,
    Start,
    decode,
    encode,
)
from tests.telegram.rightness import presses
from tests.telegram.truth import Followed, Truth

# How long somebody waits for an answer or for a message before trying something else, in real seconds.
PATIENCE = 3.0
# How long the clock of a table may need to play for somebody: its reminder, and lives of the bot between.
CLOCK_PATIENCE = 4.0
# The pages that are turned in a lobby, there and back.
PAGES = ("rules", "preset", "clock", "target", "saved", "rules-play", "dave")
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


@dataclass(frozen=True, slots=True)
class Game:
    """What is played at a table: the seats, the rules, the turn clock, and how.

    `late` is how often somebody does not press until the clock has played; `here` how often a move is pressed
    at the group's table.
    """

    seats: int
    rules: dict[str, str] = field(default_factory=dict)
    clock: int = 0
    late: float = 0.0
    here: float = 0.0
    is_lobby: bool = False


class Table:
    """A table of one group that the same people sit down at again and again."""

    def __init__(
        self,
        world: World,
        path: Path,
        truth: Truth,
        group: Chat,
        people: tuple[Person, ...],
        game: Game,
        chance: random.Random,
    ) -> None:
        self.world = world
        self.group = group
        self.people = people
        self.truth = truth
        self.game = game
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

    async def _prepare(self, rules: str, revision: int, clock: int) -> None:
        """Set the next thing that is not as it is to be, or start."""
        assert self.room is not None
        stored = make_rules(json.loads(rules))
        owner = self.people[0]
        wrong = {name: value for name, value in self.game.rules.items() if str(stored.value(name)) != value}
        seated = self._seated()
        missing = [person for person in self.people if person.id not in seated]
        if "preset" in wrong:
            await self._press(owner, self.group, encode(SetPreset(self.room, revision, wrong["preset"])))
        elif wrong:
            name, value = next(iter(wrong.items()))
            await self._press(owner, self.group, encode(SetRule(self.room, revision, name, value)))
        elif clock != self.game.clock:
            await self._press(
                owner, self.group, encode(SetClock(self.room, revision, self.game.clock, "play"))
            )
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
        if self.chance.random() < self.game.late:
            await self._until(lambda: self._turn() != wanted, CLOCK_PATIENCE)
            return
        if self.chance.random() < self.game.here:
            await self._move_here(person, room)
            return
        message = self._offer(person, wanted)
        if message is None:
            await asyncio.sleep(0.005)
            return
        data = str(choose(message, self.chance).callback_data)
        await self._done(person.press_nowait(message, data), person)

    async def _done(self, press: Press, person: Person) -> None:
        """Note a press of a move, repeat one now and then, and wait for the answer."""
        self.done.append(Pressed(person, press.data, press))
        if self.chance.random() < 0.1:
            # Pressed twice, or what was pressed before.
            again = self.chance.choice(self.done[-5:])
            self.done.append(Pressed(again.person, again.data, again.person.repeat(again.press)))
        await self._answered(press)

    async def _move_here(self, person: Person, room: Followed) -> None:
        """Let whose turn it is press at the group's table; before that somebody has to ask for the cards."""
        match = room.match
        deal = public_view(match).deal
        assert self.room is not None
        assert deal is not None
        where = (self.room, len(match.deals), present_part(deal))
        board = next((m for m in self._seen(person, self.group) if self.room in _rooms(m)), None)
        acts = [] if board is None else [one for one in presses(board) if isinstance(one, GroupMove)]
        now = [one for one in acts if (one.room, one.deal, one.part) == where and one.code in match.codes()]
        if board is not None and now:
            await self._done(person.press_nowait(board, encode(self.chance.choice(now))), person)
        elif board is not None and not acts:
            await self._press(person, self.group, encode(PlayHere(self.room, True)))
        else:
            await asyncio.sleep(0.005)

    def _turn(self) -> tuple[int, int, int] | None:
        """Return what the table waits for, as a button of a move says it."""
        assert self.room is not None
        room = self.truth.look(self.world.clock.now())[self.room]
        deal = room.match.deal
        return None if deal is None else (self.room, len(room.match.deals), len(deal.log))

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
        rows = self._ask("SELECT phase, rules, revision, clock_seconds FROM rooms WHERE id = ?", self.room)
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


class Lobby(Table):
    """A table that never begins: its screens come back to what they were, over and over.

    `turned_back` is called when a page has been shown and the press that leads back has been answered: the
    bot has still to show it. `lives` says how often the bot has been killed; after each time `check` is
    awaited, once the bot knows that the table is shown as it is.
    """

    def __init__(self, *rest: Any) -> None:
        super().__init__(*rest)
        self.turned_back: Callable[[], None] = lambda: None
        self.lives: Callable[[], int] = lambda: 0
        self.check: Callable[[int], Awaitable[object]] | None = None
        self.checked = 0
        self._shown = asyncio.Event()
        self.world.watchers.append(self._changed)

    async def play(self) -> None:
        """Turn pages, sit and stand until `is_over`."""
        life = 0
        while not self.is_over:
            if self.room is None:
                await self._open()
                continue
            if self.check is not None and self.lives() != life:
                life = self.lives()
                await self._until(self._settled, 10.0)
                if self._settled():
                    await self.check(self.room)
                    self.checked += 1
            if self.chance.random() < 0.6:
                await self._turn_pages()
            else:
                await self._sit_and_stand()
            await asyncio.sleep(self.chance.choice((0.0, 0.02, 0.1)))

    def _settled(self) -> bool:
        return bool(self._ask("SELECT 1 FROM rooms WHERE id = ? AND settled_version >= version", self.room))

    async def _turn_pages(self) -> None:
        """Open a page and go back in the very moment that it is shown, mostly."""
        assert self.room is not None
        owner, page = self.people[0], self.chance.choice(PAGES)
        self._shown.clear()
        await self._press(owner, self.group, encode(Page(self.room, page)))
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self._shown.wait(), 1)
        board = next((m for m in self._seen(owner, self.group) if self.room in _rooms(m)), None)
        if board is not None and self.chance.random() < 0.9:
            press = owner.press_nowait(board, encode(Page(self.room, "")))
            self.done.append(Pressed(owner, press.data, press))
            await self._answered(press)
            self.turned_back()

    def _changed(self, message: Message) -> None:
        """Note that the table's message shows a page."""
        # The pages of the rules offer no seat.
        is_page = not any(isinstance(one, Seat) for one in presses(message))
        if is_page and message.chat is self.group and self.room in _rooms(message):
            self._shown.set()

    async def _sit_and_stand(self) -> None:
        """Let anybody but the owner sit down or stand up, on any seat."""
        assert self.room is not None
        person = self.chance.choice(self.people[1:])
        seat = self.chance.randrange(self.game.seats)
        act = self.chance.choice((Seat(self.room, True), Seat(self.room, False), SeatAt(self.room, seat)))
        await self._press(person, self.group, encode(act))


def _rooms(message: Message) -> set[int]:
    return {press.room for press in presses(message) if hasattr(press, "room")}


def _offers(message: Message, kind: type, room: int) -> bool:
    return any(isinstance(press, kind) and getattr(press, "room", None) == room for press in presses(message))


def as_move(pressed: Pressed) -> Move | GroupMove | None:
    """Return what a press of a move said, None for any other."""
    press = decode(pressed.data)
    return press if isinstance(press, Move | GroupMove) else None
