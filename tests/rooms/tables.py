"""A group of friends, the rooms of a bot on one database, and the means to play and to compare."""

from __future__ import annotations

import random
from collections.abc import Awaitable, Sequence

import pytest

from bot.clock import VirtualClock
from bot.deberts.actions import CODE_BY_TEXT, Action
from bot.rooms.errors import IllegalMoveError, RefusalError
from bot.rooms.service import Rooms
from bot.rooms.views import ConsoleView, Phase, RoomView
from bot.store.database import Database
from bot.store.people import ChatRow, UserRow, save_chat, save_user

GROUP = -100
OTHER_GROUP = -200
NAMES = ("Анна", "Борис", "Вера", "Глеб", "Дина", "Егор")
ANNA, BORIS, VERA, GLEB = range(101, 105)


class Friends:
    """Six people, known and reachable, two groups, and rooms whose every told view is kept."""

    def __init__(self, database: Database, seed: int = 1) -> None:
        self.database = database
        self.clock = VirtualClock()
        self.chance = random.Random(seed)
        self.rooms = Rooms(database, self.clock, random.Random(seed + 1))
        self.told: list[RoomView] = []
        self.rooms.listener = self.told.append

    async def arrive(self) -> None:
        """Let the bot meet everybody."""
        async with self.database.transaction() as tx:
            for chat_id, title in ((GROUP, "Друзья"), (OTHER_GROUP, "Соседи")):
                await save_chat(tx, ChatRow(chat_id, title, "ru", True))
            for number, name in enumerate(NAMES):
                await save_user(tx, UserRow(ANNA + number, name, "ru", None, True))

    async def user(self, user_id: int) -> UserRow:
        user = await self.rooms.people.user(user_id)
        assert user is not None
        return user

    # Rooms in a state

    async def lobby(self, *seated: int, chat: int = GROUP, thread: int | None = None) -> int:
        """Open a table and seat people; the first opens it. Nobody: an anonymous admin opens it."""
        view = await self.rooms.open(chat, thread, await self.user(seated[0]) if seated else None)
        for user_id in seated[1:]:
            await self.rooms.sit(view.id, await self.user(user_id))
        return view.id

    async def set_rule(self, room: int, parameter: str, value: str | int | bool) -> None:
        view = await self.rooms.view(room)
        assert view.owner_id is not None
        await self.rooms.set_rule(room, view.owner_id, view.revision, parameter, value)

    async def match(
        self, *seated: int, target: int = 501, chat: int = GROUP, thread: int | None = None
    ) -> int:
        """Start a match of these people to a target."""
        room = await self.lobby(*(seated or (ANNA, BORIS)), chat=chat, thread=thread)
        if target != 501:
            await self.set_rule(room, "target", target)
        await self.start(room)
        return room

    async def start(self, room: int) -> None:
        view = await self.rooms.view(room)
        assert view.owner_id is not None
        await self.rooms.start(room, view.owner_id, view.revision)

    async def finished(self, *seated: int, chat: int = GROUP, thread: int | None = None) -> int:
        """Play a short match to its end."""
        room = await self.match(*seated, target=1, chat=chat, thread=thread)
        await self.play_on(room)
        return room

    # Playing

    async def whose(self, room: int) -> int:
        """Return who is at turn."""
        view = await self.rooms.view(room)
        assert view.match is not None
        assert view.match.deal is not None
        seat = view.match.deal.turn
        assert seat is not None
        player = view.seats[seat]
        assert player is not None
        return player.user_id

    async def legal(self, room: int) -> tuple[ConsoleView, Sequence[Action]]:
        """Return the console of who is at turn, and what may be done there."""
        console = await self.rooms.console(room, await self.whose(room))
        assert console.seat_view is not None
        return console, console.seat_view.legal

    async def choose(self, room: int) -> tuple[int, int, int, int]:
        """Choose a legal move at random: user, deal, count, code. Calls must not drown in cards."""
        console, legal = await self.legal(room)
        calls = [action for action in legal if action.card is None]
        use_calls = calls and self.chance.random() < 0.6
        action = self.chance.choice(calls if use_calls else list(legal))
        player = console.room.seats[console.seat]
        assert player is not None
        return player.user_id, console.room.deal_number, console.room.action_count, action.code

    async def step(self, room: int) -> RoomView:
        """Do a legal move at random, a second after the one before."""
        move = await self.choose(room)
        self.clock.advance(1)
        return await self.rooms.move(room, *move)

    async def do(self, room: int, text: str) -> RoomView:
        """Let who is at turn do this."""
        view = await self.rooms.view(room)
        user = await self.whose(room)
        return await self.rooms.move(room, user, view.deal_number, view.action_count, CODE_BY_TEXT[text])

    async def play_on(self, room: int, most: int = 3000) -> RoomView:
        """Play at random to the end of the match."""
        view = await self.rooms.view(room)
        for _ in range(most):
            if view.phase is not Phase.PLAYING:
                break
            view = await self.step(room)
        assert view.phase is Phase.FINISHED
        return view

    # Comparing

    async def assert_as_in_file(self, *rooms: int) -> None:
        """Compare what is in memory with what a bot that starts now reads from the file."""
        fresh = Rooms(self.database, self.clock, random.Random(0))
        for room in rooms:
            await self.assert_same(fresh, room)

    async def assert_same(self, other: Rooms, room: int) -> None:
        view = await self.rooms.view(room)
        assert view == await other.view(room)
        for player in view.seats:
            if player is not None:
                here = await self.rooms.console(room, player.user_id)
                assert here == await other.console(room, player.user_id)


async def refused(doing: Awaitable[object], kind: str) -> RefusalError:
    """Await what must be refused in this way."""
    with pytest.raises(RefusalError) as caught:
        await doing
    assert caught.value.kind == kind
    return caught.value


async def illegal(doing: Awaitable[object], rule: str) -> None:
    """Await a move that the rules of the game must forbid."""
    error = await refused(doing, "illegal-move")
    assert isinstance(error, IllegalMoveError)
    assert error.broken.rule == rule
