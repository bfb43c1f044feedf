"""Tables of two for the benchmarks: opened, pressed at, and copied in the file."""

from __future__ import annotations

import asyncio
import json
import random
import sqlite3
import time
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager, closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from telegram import Update
from telegram.request import HTTPXRequest

from bot.clock import Clock
from bot.rooms.service import Rooms
from bot.rooms.views import RoomView
from bot.sandbox.html_text import parse_html
from bot.screens.presses import Move, encode
from bot.store.database import Database
from bot.telegram import pace
from bot.telegram.app import App, make_application
from bot.telegram.outbox import Outbox
from bot.telegram.receiving import read_updates
from bot.telegram.run import running

from .memory_telegram import ME, MemoryTelegram

TOKEN = "7000000001:benchmark"
FIRST_USER, FIRST_CHAT = 5_000_000_000, -4_000_000_000


@dataclass(frozen=True, slots=True)
class Table:
    """A room and the two who play there."""

    room_id: int
    people: tuple[int, int]


class Bench:
    """A bot at work on a file, with a Telegram in memory."""

    def __init__(self, app: App, outbox: Outbox, telegram: MemoryTelegram) -> None:
        self.app = app
        self.outbox = outbox
        self.telegram = telegram
        self.tables: list[Table] = []
        self.chosen = 0.0
        self.presser: dict[int, int] = {}
        self._presses = 0

    @property
    def rooms(self) -> Rooms:
        """The bot's rooms."""
        return self.outbox._rooms

    async def open_tables(self, count: int) -> None:
        """Open that many tables, each in a group of its own, and deal."""
        for number in range(len(self.tables), len(self.tables) + count):
            chat_id = FIRST_CHAT - number
            people = (FIRST_USER + 2 * number, FIRST_USER + 2 * number + 1)
            await self.rooms.people.meet_chat(chat_id, f"Группа {number}", "ru")
            users = [await self.rooms.people.meet(user_id, f"Игрок {user_id}", "ru") for user_id in people]
            for user_id in people:
                await self.rooms.set_reachable(user_id, True)
            view = await self.rooms.open(chat_id, None, users[0])
            await self.rooms.sit(view.id, users[1])
            await self.rooms.start(view.id, users[0].id, view.revision)
            self.tables.append(Table(view.id, people))
        await self.shown()

    async def shown(self) -> None:
        """Wait until every chat shows the state."""
        while self.outbox._behind:  # noqa: ASYNC110 (the outbox tells nobody)
            await asyncio.sleep(0.001)

    def press(self, table: Table, chance: random.Random) -> tuple[int, bytes] | None:
        """Return who is next at a table and the answer with a legal press; None once the match is over."""
        start = time.thread_time()
        room = self.rooms._entries[table.room_id].room
        assert room is not None
        assert room.match is not None
        update = None
        if not room.match.over:
            action = chance.choice(room.match.legal())
            view = room.view()
            user_id = table.people[action.seat]
            self._presses += 1
            move = Move(table.room_id, view.deal_number, view.action_count, action.code)
            update = (
                user_id,
                press_update(self._presses, user_id, read(self.telegram.newest[user_id]), encode(move)),
            )
        self.chosen += time.thread_time() - start
        return update

    def only_the_presser(self) -> None:
        """Draw nobody's console but the one of who pressed; `presser` says who that is at a table."""
        original = self.outbox._put

        def put(view: RoomView, audience: int, moment: float) -> None:
            if audience == self.presser.get(view.id):
                original(view, audience, moment)

        self.outbox._put = put  # type: ignore[method-assign]


def read(message: dict[str, Any]) -> dict[str, Any]:
    """Return a message with its HTML read, as Telegram does."""
    text, entities = parse_html(message["text"], lambda _: None)
    found = {"entities": [one.to_json() for one in entities]} if entities else {}
    return {**message, "text": text, **found}


def press_update(number: int, user_id: int, message: dict[str, Any], data: str) -> bytes:
    """Return an answer to getUpdates: a press in private, as Telegram sends it, with the whole message."""
    person = {"id": user_id, "is_bot": False, "first_name": f"Игрок {user_id}", "language_code": "ru"}
    chat = {"id": user_id, "type": "private", "first_name": person["first_name"]}
    message = {**message, "date": 1_800_000_000, "chat": chat, "from": ME}
    query = {"id": str(number), "from": person, "message": message, "chat_instance": "1", "data": data}
    return json.dumps({"ok": True, "result": [{"update_id": number, "callback_query": query}]}).encode()


def received(answer: bytes, app: App) -> Update:
    """Read the one update that an answer to getUpdates holds, as the bot does."""
    (update,) = read_updates(HTTPXRequest.parse_json_payload(answer)["result"], app.bot)
    return update


def without_limits() -> None:
    """Let every call be made at once, as if Telegram had no limits: what is measured is the bot."""
    pace.CHAT_SECONDS = pace.PRIVATE_SECONDS = pace.GROUP_SECONDS = pace.ALL_SECONDS = 0.0


@asynccontextmanager
async def bench(path: Path, clock: Clock) -> AsyncIterator[Bench]:
    """Have a bot at work on a file; updates are handed to its application."""
    async with AsyncExitStack() as stack:
        database = await Database.open(path)
        stack.push_async_callback(database.close)
        telegram = MemoryTelegram()
        app = make_application(TOKEN, "http://127.0.0.1:1")
        app.bot._request = (telegram, telegram)
        await app.initialize()
        stack.push_async_callback(app.shutdown)
        outbox = await stack.enter_async_context(running(app, database, clock, random.Random(1)))
        yield Bench(app, outbox, telegram)


def multiply(path: Path, count: int) -> None:
    """Copy the only room of a closed file until it holds `count`, each with people and a group of its own."""
    with closing(sqlite3.connect(path)) as file:
        (room,) = file.execute("SELECT * FROM rooms").fetchall()
        columns = [row[1] for row in file.execute("PRAGMA table_info(rooms)")]
        owner, chat = room[columns.index("owner_id")], room[columns.index("chat_id")]
        for number in range(1, count):
            users, group = (
                {owner: FIRST_USER + 2 * number, owner + 1: FIRST_USER + 2 * number + 1},
                chat - number,
            )
            file.execute(
                "INSERT INTO chats SELECT ?, title, language, writable FROM chats WHERE id = ?", (group, chat)
            )
            for old, new in users.items():
                _copy(file, "users", "id", old, {"id": new})
            _copy(
                file,
                "rooms",
                "id",
                room[0],
                {"id": room[0] + number, "chat_id": group, "owner_id": users[owner]},
            )
            for old, new in users.items():
                _copy(
                    file,
                    "seats",
                    "room_id",
                    room[0],
                    {"room_id": room[0] + number, "user_id": new},
                    ("user_id", old),
                )
            for table in ("deals", "actions", "results"):
                _copy(file, table, "room_id", room[0], {"room_id": room[0] + number})
            for old, new in {**users, chat: group}.items():
                slot = {"slot": f"console:{new}"} if new > 0 else {}
                _copy(
                    file,
                    "messages",
                    "room_id",
                    room[0],
                    {"room_id": room[0] + number, "chat_id": new, **slot},
                    ("chat_id", old),
                )
        file.commit()


def _copy(
    file: sqlite3.Connection,
    table: str,
    key: str,
    value: int,
    changes: dict[str, object],
    also: tuple[str, int] | None = None,
) -> None:
    """Copy rows of a table with some columns changed."""
    columns = [row[1] for row in file.execute(f"PRAGMA table_info({table})")]
    selected = ", ".join("?" if name in changes else name for name in columns)
    where, values = f"{key} = ?", [value]
    if also is not None:
        where, values = f"{where} AND {also[0]} = ?", [value, also[1]]
    file.execute(
        f"INSERT INTO {table} ({', '.join(columns)}) SELECT {selected} FROM {table} WHERE {where}",
        [*(changes[name] for name in columns if name in changes), *values],
    )
