"""Tables that friends sit at: opened and played by presses, looked at through the chats and the file."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from typing import Any

from bot.deberts.match import Match
from bot.deberts.record import replay
from bot.locales import texts
from bot.sandbox import Answer, Chat, Message, Person
from bot.sandbox.markup import parse_text
from bot.sandbox.player import choose, moves
from bot.screens.absence_presses import Claim, Leave
from bot.screens.presses import BadPressError, Choose, Move, Press, Seat, SetRule, Start, Stop, decode, encode
from bot.screens.table import table as table_screen

from .harness import Play

# Seconds in which everything is shown but the cards of an unfinished trick in the group.
AT_ONCE = 9.0
# What the buttons of the bot's questions are; on a table there are others beside them.
QUESTIONS: set[type[Press]] = {Choose, Stop, Leave, Claim}


def room_of(message: Message) -> int | None:
    """Return the room that a message's buttons are about."""
    for button in message.buttons:
        try:
            press = decode(button.callback_data)
        except BadPressError:
            continue
        if hasattr(press, "room"):
            return int(press.room)
    return None


def kinds(message: Message) -> set[type[Press]]:
    """Return the kinds of a message's buttons."""
    found = set()
    for button in message.buttons:
        try:
            found.add(type(decode(button.callback_data)))
        except BadPressError:
            continue
    return found


def button_of(message: Message, kind: type[Press]) -> str:
    """Return the data of a message's first button of a kind."""
    for button in message.buttons:
        try:
            if isinstance(decode(button.callback_data), kind):
                return str(button.callback_data)
        except BadPressError:
            continue
    raise AssertionError(f"no {kind.__name__} among {message.labels}")


class Table:
    """One table: its room, its group and who plays, in the order of the seats."""

    def __init__(self, game: Play, group: Chat, people: tuple[Person, ...], room: int) -> None:
        self.game = game
        self.group = group
        self.people = people
        self.room = room

    # What the chats show

    def board(self) -> Message:
        """Return the group's newest message of this table that has buttons."""
        return self._newest(self.people[0], self.group)

    def console(self, person: Person) -> Message:
        """Return a player's newest message of this table that has buttons."""
        return self._newest(person, person.private)

    def consoles(self, person: Person) -> list[Message]:
        """Return every message of this table that a player has with buttons."""
        return self._messages(person, person.private)

    def _newest(self, person: Person, chat: Chat) -> Message:
        found = self._messages(person, chat)
        assert found, f"no message of room {self.room}"
        return found[-1]

    def _messages(self, person: Person, chat: Chat) -> list[Message]:
        """Return what looks like this table: a question whether to leave or to stop it does not."""
        messages = [message for message in person.messages(chat) if room_of(message) == self.room]
        return [message for message in messages if not kinds(message) <= QUESTIONS]

    async def press(self, person: Person, message: Message, kind: type[Press]) -> Answer:
        """Press the message's first button of a kind and let the chats be put right."""
        answer = await person.press_data(message, button_of(message, kind))
        await self.game.settle()
        return answer

    async def check_board(self) -> None:
        """The group's message is the table as the room is now."""
        view = await self.game.rooms.view(self.room)
        username = str(self.game.world.bot.username)
        screen = table_screen(view, texts(view.language), username, self.game.clock.now())
        assert self.board().text == parse_text(screen.text, "HTML").plain

    # What the file holds

    async def stored(self, columns: str) -> tuple[Any, ...]:
        """Return columns of the room's row."""
        async with self.game.database.reading() as tx:
            row = await tx.one(f"SELECT {columns} FROM rooms WHERE id = ?", self.room)
        assert row is not None
        return row

    async def record(self) -> dict[str, Any]:
        """Return the match as it is stored, read without the code that is tested."""
        async with self.game.database.reading() as tx:
            rules = await tx.one("SELECT rules, first_dealer FROM rooms WHERE id = ?", self.room)
            decks = await tx.all("SELECT deck FROM deals WHERE room_id = ? ORDER BY number", self.room)
            actions = await tx.all(
                "SELECT deal, action FROM actions WHERE room_id = ? ORDER BY deal, place", self.room
            )
        assert rules is not None
        deals = [{"deck": deck.split(), "actions": [a for d, a in actions if d == number]}
                 for number, (deck,) in enumerate(decks)]  # fmt: skip
        return {
            "format": "deberts/1",
            "rules": json.loads(rules[0]),
            "first_dealer": rules[1],
            "deals": deals,
        }

    async def match(self) -> Match:
        """Return the match as it replays from the file, hands and all."""
        return replay(await self.record())

    async def player(self) -> Person:
        """Return whose turn it is."""
        match = await self.match()
        assert match.deal is not None
        return self.people[match.deal.turn]

    # Playing

    async def move(self, chance: random.Random, person: Person | None = None) -> Answer:
        """Let a player, or whoever's turn it is, press a button that is legal now."""
        person = person or await self.player()
        message = self.console(person)
        button = choose(message, chance)
        assert button.callback_data is not None
        answer = await person.press_data(message, button.callback_data)
        await self.game.settle(AT_ONCE)
        return answer

    async def play_until(self, there: Callable[[Match], bool], seed: int = 1) -> Match:
        """Play at random until the match looks like that."""
        chance = random.Random(seed)
        while not there(match := await self.match()):
            assert not match.over, "the match ended before"
            await self.move(chance)
        return match

    async def mid_trick(self) -> Match:
        """Play until a trick has its first card."""
        return await self.play_until(lambda match: match.deal is not None and bool(match.deal.trick))


async def meet(game: Play, *names: str, language: str = "ru") -> list[Person]:
    """Create people who have opened the bot."""
    people = [game.world.person(name, language_code=language) for name in names]
    for person in people:
        await person.start()
    await game.settle()
    return people


async def open_lobby(game: Play, group: Chat, owner: Person, **where: Any) -> Table:
    """Let somebody open a table and return it."""
    await game.say(owner, group, "/deberts", **where)
    room = room_of(owner.last(group))
    assert room is not None
    return Table(game, group, (owner,), room)


async def open_table(
    game: Play, group: Chat, *people: Person, target: int | None = None, **where: Any
) -> Table:
    """Seat people at a new table and deal."""
    table = await open_lobby(game, group, people[0], **where)
    if target is not None:
        data = encode(SetRule(table.room, 0, "target", str(target)))
        await people[0].press_data(table.board(), data)
        await game.settle()
    for person in people[1:]:
        await table.press(person, table.board(), Seat)
    table.people = people
    await table.press(people[0], table.board(), Start)
    return table


async def two_friends(game: Play, target: int | None = None, **kind: Any) -> Table:
    """Seat Anna and Boris at a dealt table in their group."""
    people = await meet(game, "Анна", "Борис")
    group = game.world.group("Друзья", people, **kind)
    return await open_table(game, group, *people, target=target)


def offered(message: Message) -> set[int]:
    """Return the codes of the moves that a console marks as possible."""
    return {move.code for _, move in moves(message)}


def every_move(message: Message) -> list[Move]:
    """Return every move on a console's buttons."""
    found = []
    for button in message.buttons:
        try:
            press = decode(button.callback_data)
        except BadPressError:
            continue
        if isinstance(press, Move):
            found.append(press)
    return found
