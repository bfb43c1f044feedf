"""Whole matches of any rules and line-up, played by presses while others look, ask and press wrongly."""

from __future__ import annotations

import random
from collections.abc import Awaitable, Callable, Mapping
from pathlib import Path
from typing import Any

from bot.deberts.actions import TEXTS
from bot.deberts.match import Match
from bot.sandbox import Chat, Message, Person
from bot.sandbox.player import choose, moves
from bot.screens.presses import (
    COMMANDS,
    QUERIES,
    Choose,
    Move,
    Query,
    Seat,
    SetPreset,
    SetRule,
    Start,
    encode,
)

from .harness import Play
from .tables import AT_ONCE, Table, open_lobby, room_of
from .truth import Truth

NAMES = ("Анна", "Борис", "Вера", "Глеб")
SEATS = {"2": 2, "3": 3, "4": 4, "2x2": 4}
ASKED = ("/score", "/last", "/rules", "/history", "/export", "/table", "/help", "/stop")
ASKED_ALONE = ("/score", "/last", "/rules", "/history", "/export", "/hand", "/start")


async def open_match(
    game: Play,
    group: Chat,
    people: list[Person],
    *,
    preset: str = "gambler",
    players: str = "2",
    rest: Mapping[str, Any] | None = None,
    **rules: str,
) -> Table:
    """Seat people at a table with these rules and deal."""
    table = await open_lobby(game, group, people[0], **(rest or {}))
    revision = 0
    presses: list[SetPreset | SetRule] = [SetPreset(table.room, 0, preset)]
    presses += [SetRule(table.room, 0, name, value) for name, value in {"players": players, **rules}.items()]
    for press in presses:
        await people[0].press_data(table.board(), encode(_with_revision(press, revision)))
        (revision,) = await table.stored("revision")
    table.people = tuple(people[: SEATS[players]])
    for person in table.people[1:]:
        await person.press_data(table.board(), encode(Seat(table.room, True)))
    await people[0].press_data(table.board(), encode(Start(table.room, revision)))
    await game.settle(AT_ONCE)
    assert await table.stored("phase") == ("playing",)
    return table


def _with_revision(press: SetPreset | SetRule, revision: int) -> SetPreset | SetRule:
    if isinstance(press, SetPreset):
        return SetPreset(press.room, revision, press.preset)
    return SetRule(press.room, revision, press.parameter, press.value)


class Player:
    """Plays a table to its end, and meanwhile does what people do around it.

    `busy` is how often something else is done before a move; `between` is awaited before every step, with
    its number: a step is a move, or a wait for a console to show whose turn it is.
    """

    def __init__(
        self,
        table: Table,
        truth: Truth,
        chance: random.Random,
        *,
        onlookers: tuple[Person, ...] = (),
        busy: float = 0.0,
        between: Callable[[int], Awaitable[None]] | None = None,
    ) -> None:
        self.table = table
        self.game = table.game
        self.truth = truth
        self.chance = chance
        self.onlookers = onlookers
        self.busy = busy
        self.between = between
        self.moves = 0
        self.waited = 0.0

    def match(self) -> Match:
        """Return the match as it is stored."""
        return self.truth.look()[self.table.room].match

    async def play(self, most: int = 3000) -> Match:
        """Press until the match is over."""
        for step in range(most):
            match = self.match()
            if match.over:
                await self.game.settle()
                return match
            if self.between is not None:
                await self.between(step)
                match = self.match()
                if match.over:
                    continue
            if self.chance.random() < self.busy:
                await self.something(match)
            await self.move()
        raise AssertionError("the match does not end")

    async def move(self) -> None:
        """Let whose turn it is press what the newest console offers; wait where it does not show the turn."""
        match = self.match()
        deal = match.deal
        assert deal is not None
        person = self.table.people[deal.turn]
        message = self.offer(person, match)
        if message is None:
            await self.game.wait(5)
            self.waited += 5
            assert self.waited < 7200, f"{person} is not shown that it is their turn"
            return
        data = choose(message, self.chance).callback_data
        assert data is not None
        press = person.press_nowait(message, data)
        await self.game.settle(AT_ONCE)
        if not press.outcome.done():
            await self.game.wait(5)
        self.moves += 1

    def offer(self, person: Person, match: Match) -> Message | None:
        """Return the person's message that offers the present decision."""
        assert match.deal is not None
        if person.private.is_blocked:
            return None
        wanted = (self.table.room, len(match.deals), len(match.deal.log))
        for message in reversed(person.messages()):
            if any((move.room, move.deal, move.count) == wanted for _, move in moves(message)):
                return message
        return None

    async def something(self, match: Match) -> None:
        """Look, ask, or press what is not to be pressed."""
        chance, table = self.chance, self.table
        person = chance.choice((*table.people, *self.onlookers))
        messages = [message for message in person.messages(table.group) if room_of(message) is not None]
        what = chance.randrange(5)
        if what == 0 and messages:
            message = chance.choice(messages[-3:])
            await person.press_data(message, encode(Query(table.room, chance.choice(QUERIES))))
        elif what == 1:
            await person.write(table.group, chance.choice(ASKED))
        elif what == 2 and not person.private.is_blocked:
            await person.write(person.private, chance.choice(ASKED_ALONE))
        elif what == 3 and match.deal is not None:
            # A card of anybody's, a decision of any time, on any message.
            count = max(0, len(match.deal.log) - chance.choice((0, 0, 1, 2)))
            move = Move(
                table.room,
                max(0, len(match.deals) - chance.choice((0, 0, 0, 1))),
                count,
                chance.randrange(len(TEXTS)),
            )
            own = [message for message in person.messages() if message.sender is self.game.world.bot]
            legal = (
                person in table.people
                and person is table.people[match.deal.turn]
                and move.code in match.codes()
            )
            if own and not legal:
                await person.press_data(chance.choice(own), encode(move))
        elif messages:
            await person.press_data(messages[-1], encode(Choose(table.room, chance.choice(COMMANDS))))
        await self.game.settle(AT_ONCE)


def truth_of(game: Play) -> Truth:
    """Return what lies where, by the game's file."""
    assert isinstance(game.path, Path)
    return Truth(game.path)
