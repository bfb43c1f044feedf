"""Whole matches of any rules and line-up, played by presses while others look, ask and press wrongly."""

from __future__ import annotations

import random
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from bot.deberts.actions import TEXTS
from bot.deberts.match import Match
from bot.deberts.view import public_view
from bot.rooms.parts import present_part
from bot.sandbox import Chat, Message, Person
from bot.sandbox.keyboard import Button
from bot.sandbox.player import choose, moves
from bot.screens.absence_presses import GroupMove, Leave, Nudge, PlayHere, SetClock, TakeOver, Vote
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
    decode,
    encode,
)

from .harness import Play
from .tables import AT_ONCE, Table, open_lobby, room_of
from .truth import Truth

NAMES = ("Анна", "Борис", "Вера", "Глеб")
SEATS = {"2": 2, "3": 3, "4": 4, "2x2": 4}
ASKED = ("/score", "/last", "/rules", "/history", "/export", "/table", "/help", "/stop", "/verify")
ASKED_ALONE = ("/score", "/last", "/rules", "/history", "/export", "/hand", "/start", "/verify")


async def open_match(
    game: Play,
    group: Chat,
    people: list[Person],
    *,
    preset: str = "gambler",
    players: str = "2",
    clock: int = 0,
    rest: Mapping[str, Any] | None = None,
    **rules: str,
) -> Table:
    """Seat people at a table with these rules and deal."""
    table = await open_lobby(game, group, people[0], **(rest or {}))
    revision = 0
    presses: list[SetPreset | SetRule | SetClock] = [SetPreset(table.room, 0, preset)]
    presses += [SetRule(table.room, 0, name, value) for name, value in {"players": players, **rules}.items()]
    presses += [SetClock(table.room, 0, clock, "play")] if clock else []
    for press in presses:
        await people[0].press_data(table.board(), encode(replace(press, revision=revision)))
        (revision,) = await table.stored("revision")
    table.people = tuple(people[: SEATS[players]])
    for person in table.people[1:]:
        await person.press_data(table.board(), encode(Seat(table.room, True)))
    await people[0].press_data(table.board(), encode(Start(table.room, revision)))
    await game.settle(AT_ONCE)
    assert await table.stored("phase") == ("playing",)
    return table


@dataclass(frozen=True, slots=True)
class Ways:
    """How often something else is done than to press at once in private.

    `here`: the move is made at the group's table, as all moves of who has blocked the bot are. `late`: the
    player does not press, the clock plays. `hurry`: another player nudges. `leave`: somebody leaves, and
    somebody else takes the seat, which happens `most_leave` times at most.
    """

    here: float = 0.0
    late: float = 0.0
    hurry: float = 0.0
    leave: float = 0.0
    most_leave: int = 2


AS_EVER = Ways()


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
        ways: Ways = AS_EVER,
    ) -> None:
        self.table = table
        self.game = table.game
        self.truth = truth
        self.chance = chance
        self.onlookers = onlookers
        self.busy = busy
        self.between = between
        self.ways = ways
        self.moves = self.moves_here = self.left = self.clocked = 0
        self.waited = 0.0

    def match(self) -> Match:
        """Return the match as it is stored."""
        return self.truth.look(self.game.clock.now())[self.table.room].match

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
            if self.chance.random() < self.ways.hurry:
                nudge = Nudge(self.table.room, len(match.deals), match.deal.turn if match.deal else 0)
                await self.chance.choice(self.table.people).press_data(self.table.board(), encode(nudge))
            if self.left < self.ways.most_leave and self.chance.random() < self.ways.leave:
                await self.replace_somebody()
            await self.move()
        raise AssertionError("the match does not end")

    async def move(self) -> None:
        """Let whose turn it is press what the newest console offers; wait where it does not show the turn."""
        match = self.match()
        deal = match.deal
        assert deal is not None
        person = self.table.people[deal.turn]
        turn = (len(match.deals), len(deal.log))
        if self.chance.random() < self.ways.late:
            await self.game.wait(75)
            now = self.match()
            self.clocked += now.deal is None or (len(now.deals), len(now.deal.log)) != turn
            return
        if self.ways.here and (person.private.is_blocked or self.chance.random() < self.ways.here):
            await self.move_here(person, match)
            return
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

    async def move_here(self, person: Person, match: Match) -> None:
        """Let whose turn it is press at the group's table, which may lag behind."""
        table = self.table
        offered = [press for press in map(_group_move, table.board().buttons) if press is not None]
        legal = match.codes()
        now = [one for one in offered if one.code in legal and (one.deal, one.part) == _where(match)]
        if not now:
            if not offered:
                await person.press_data(table.board(), encode(PlayHere(table.room, True)))
            await self.game.wait(5)
            self.waited += 5
            assert self.waited < 7200, f"{person} is not offered the cards in the group"
            return
        answer = await person.press_data(table.board(), encode(self.chance.choice(now)))
        assert not answer.show_alert
        await self.game.settle(AT_ONCE)
        self.moves += 1
        self.moves_here += 1

    async def replace_somebody(self) -> None:
        """Let a player leave, and let an onlooker have the seat when all others have agreed."""
        table, chance = self.table, self.chance
        seats = [seat for seat, person in enumerate(table.people) if not person.private.is_blocked]
        others = [person for person in self.onlookers if not person.private.is_blocked]
        if not seats or not others:
            return
        seat, new = chance.choice(seats), chance.choice(others)
        leaver = table.people[seat]
        await self.game.say(leaver, table.group, "/leave")
        await leaver.press_data(leaver.last(table.group), encode(Leave(table.room, leaver.id, "yes")))
        await self.game.settle(AT_ONCE)
        await new.press_data(table.board(), encode(TakeOver(table.room, seat)))
        await self.game.settle(AT_ONCE)
        for person in table.people:
            if person is not leaver:
                await person.press_data(table.board(), encode(Vote(table.room, seat, new.id, True)))
                await self.something(self.match())
        await self.game.settle(AT_ONCE)
        if self.match().over:
            # The clock has played meanwhile.
            return
        people = self.truth.look(self.game.clock.now())[table.room].people
        assert people[seat] == new.id, f"{new} has not been given the seat of {leaver}"
        table.people = tuple(new if person is leaver else person for person in table.people)
        self.onlookers = tuple(leaver if person is new else person for person in self.onlookers)
        self.left += 1

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
            where = table.group if person.private.is_blocked else person.private
            own = [message for message in person.messages(where) if message.sender is self.game.world.bot]
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


def _group_move(button: Button) -> GroupMove | None:
    press = decode(button.callback_data) if button.callback_data is not None else None
    return press if isinstance(press, GroupMove) else None


def _where(match: Match) -> tuple[int, int]:
    """Return the deal and its part that the buttons of the group's table are for."""
    deal = public_view(match).deal
    assert deal is not None
    return len(match.deals), present_part(deal)


def truth_of(game: Play) -> Truth:
    """Return what lies where, by the game's file."""
    assert isinstance(game.path, Path)
    return Truth(game.path)
