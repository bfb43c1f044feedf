"""Presses that nobody could have made: random, mutated, by the wrong people, on the wrong messages.

They go straight into the real application, with a Telegram behind it that only answers.
"""

from __future__ import annotations

import asyncio
import itertools
import json
import logging
import math
import random
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest
from telegram import Update
from telegram.ext import ApplicationBuilder
from telegram.request import BaseRequest, RequestData

from bot.clock import PacedClock
from bot.deberts.actions import TEXTS
from bot.deberts.presets import PRESETS
from bot.deberts.rules import PARAMETERS
from bot.locales import LANGUAGES
from bot.rooms.errors import RefusalError
from bot.rooms.limits import PERIODS, THENS
from bot.rooms.views import Phase, RoomView
from bot.screens import absence_presses as a
from bot.screens import presses as p
from bot.screens.presses import BadPressError, decode, encode
from bot.store import messages as stored
from bot.store.database import Database
from bot.telegram.app import App
from bot.telegram.kit import NOBODIES
from bot.telegram.outbox import Outbox
from bot.telegram.run import running

from .test_presses import mutations

TOKEN = "7000000001:AAforged"
GROUP, OTHER = -100, -200
ANNA, BORIS, VERA, GLEB, STRANGER, BOT = 11, 12, 13, 14, 15, 16
PEOPLE = (ANNA, BORIS, VERA, GLEB, STRANGER)


class Telegram(BaseRequest):
    """Says yes to everything and counts the answers to presses."""

    def __init__(self) -> None:
        self.answers: Counter[str] = Counter()
        self.texts: Counter[str] = Counter()
        self.numbers = itertools.count(1000)

    @property
    def read_timeout(self) -> float | None:
        return 1.0

    async def initialize(self) -> None:
        pass

    async def shutdown(self) -> None:
        pass

    async def do_request(
        self, url: str, method: str, request_data: RequestData | None = None, *_: Any, **__: Any
    ) -> tuple[int, bytes]:
        values: dict[str, Any] = {} if request_data is None else dict(request_data.parameters)
        name = url.rsplit("/", 1)[1]
        result: object = True
        if name == "answerCallbackQuery":
            self.answers[values["callback_query_id"]] += 1
            text = values.get("text", "")
            assert len(text) <= 200
            assert not values.get("url"), "nobody here is new to the bot"
            self.texts[text] += 1
        elif name == "getMe":
            result = {"id": 7000000001, "is_bot": True, "first_name": "Деберц", "username": "deberts_bot"}
        elif name == "getChatMember":
            user = {"id": values["user_id"], "is_bot": False, "first_name": "x"}
            result = {"status": "member", "user": user}
        elif name.startswith(("send", "edit")):
            number = values.get("message_id") or next(self.numbers)
            result = {"message_id": number, "date": 1, "chat": {"id": values["chat_id"], "type": "private"}}
        return 200, json.dumps({"ok": True, "result": result}).encode()


class Scene:
    """A lobby, a match in the middle of a deal, a finished one and a stopped one; and a lobby next door."""

    def __init__(self, app: App, outbox: Outbox, database: Database, telegram: Telegram) -> None:
        self.app = app
        self.outbox = outbox
        self.rooms = outbox._rooms
        self.database = database
        self.telegram = telegram
        self.numbers = itertools.count(1)
        self.views: dict[int, RoomView] = {}
        self.legal: set[int] = set()
        self.shown: list[tuple[int, int, str]] = []

    async def set(self, chance: random.Random) -> None:
        """Have everything there is to press at."""
        rooms, people = self.rooms, self.rooms.people
        for number in PEOPLE:
            await people.meet(number, f"Имя {number}", "ru")
            await rooms.set_reachable(number, True)
        for chat in (GROUP, OTHER):
            await people.meet_chat(chat, f"Группа {chat}", "ru")
        anna = await people.user(ANNA)
        boris = await people.user(BORIS)
        assert anna is not None
        assert boris is not None
        for _ in range(4):
            view = await rooms.open(GROUP, None, anna)
            await rooms.sit(view.id, boris)
            self.views[view.id] = view
        lobby, playing, finished, stopped = self.views
        for room in (lobby, playing, finished):
            await rooms.set_preset(room, ANNA, 0, "short" if room == finished else "kharkov")
            await rooms.set_rule(room, ANNA, 1, "players", "2" if room != lobby else "3")
        await rooms.save_rules(lobby, ANNA, "наши")
        for room in (playing, finished):
            await rooms.start(room, BORIS, 2)
        while (await rooms.view(finished)).live:
            await self.play_one(finished, chance)
        for _ in range(9):
            await self.play_one(playing, chance)
        await rooms.stop(stopped, anna, is_admin=False)
        far = await rooms.open(OTHER, None, anna)
        self.views[far.id] = far
        await self.settle()
        await self.look()

    async def play_one(self, room: int, chance: random.Random) -> None:
        """Make one legal move."""
        view = await self.rooms.view(room)
        for user in (ANNA, BORIS):
            console = await self.rooms.console(room, user)
            if console.seat_view is not None and console.seat_view.legal:
                code = chance.choice(console.seat_view.legal).code
                await self.rooms.move(room, user, view.deal_number, view.action_count, code)
                return

    async def settle(self) -> None:
        """Wait until the outbox has nothing left to do."""
        async with asyncio.timeout(20):
            while not self.outbox.idle:  # noqa: ASYNC110 (the outbox tells nobody)
                await asyncio.sleep(0.001)

    async def look(self) -> None:
        """Take note of what there is: rooms, their messages, and what would be legal."""
        self.views = {room: await self.rooms.view(room) for room in self.views}
        self.shown.clear()
        for room in self.views:
            async with self.database.reading() as tx:
                for slot, message in (await stored.load_messages(tx, room)).items():
                    self.shown.append((message.chat_id, message.message_id, slot))

    async def state(self) -> list[Any]:
        """Return everything that is stored but which message shows what."""
        async with self.database.reading() as tx:
            tables = await tx.all("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name")
            return [
                (name, sorted(await tx.all(f"SELECT * FROM {name}"), key=repr))
                for (name,) in tables
                if name != "messages"
            ]

    async def may(self, user: int, chat: int, message: int, data: object) -> bool:
        """Tell whether this is a press that this person may well make there, and that does something."""
        try:
            press = decode(data)
        except BadPressError:
            return False
        if user not in PEOPLE:
            return False
        if isinstance(press, p.SetLanguage):
            return chat > 0 and press.language in LANGUAGES
        if isinstance(press, p.Forget):
            return chat > 0 and press.confirmed
        view = self.views.get(press.room)
        if view is None or isinstance(press, p.Query):
            return False
        if isinstance(press, p.Choose):
            # Who chooses the lobby to leave has stood up.
            return press.command == "leave"
        here, owner = view.chat_id == chat, view.owner_id == user
        seated = view.seat_of(user) is not None
        match press:
            case p.Stop(_, confirmed):
                return confirmed and view.live and (here or seated)
            case p.Rematch():
                return view.phase is Phase.FINISHED and seated
            case p.Move(room, deal, count, code):
                if view.phase is not Phase.PLAYING or not seated:
                    return False
                console = await self.rooms.console(room, user)
                legal = [] if console.seat_view is None else [one.code for one in console.seat_view.legal]
                return (deal, count) == (view.deal_number, view.action_count) and code in legal
            case a.Nudge() | a.PlayHere() | a.GroupMove():
                return view.phase is Phase.PLAYING and seated
            case a.Claim():
                return view.overdue and seated
            case a.Leave(_, who, answer):
                return view.live and seated and who == user and answer == "yes"
            case a.TakeOver():
                return bool(view.vacant) and here
            case a.Vote():
                return bool(view.requests)
        if view.phase is not Phase.LOBBY or not here:
            return False
        match press:
            case p.Seat() | p.SeatAt():
                return True
            case p.Page(_, page):
                return owner or not page
            case a.SetClock(_, revision):
                return owner and revision == view.revision
            case p.Start(_, revision):
                return seated and revision == view.revision
        return owner and press.revision == view.revision

    async def press(self, user: int, chat: int, message: int, data: object, *, odd: str = "") -> str:
        """Deliver a press as Telegram would, or a broken one."""
        number = f"{next(self.numbers)}"
        kind = "private" if chat > 0 else "group"
        query: dict[str, Any] = {
            "id": number,
            "from": {"id": user, "is_bot": user == BOT, "first_name": f"Имя {user}", "language_code": "ru"},
            "message": {"message_id": message, "date": 1, "chat": {"id": chat, "type": kind}, "text": "x"},
            "chat_instance": "1",
            "data": data,
        }
        if odd == "gone":
            query["message"] = {"message_id": message, "date": 0, "chat": {"id": chat, "type": kind}}
        elif odd == "inline":
            del query["message"]
            query["inline_message_id"] = "AAA"
        elif odd == "game":
            del query["data"]
            query["game_short_name"] = "x"
        update = Update.de_json({"update_id": int(number), "callback_query": query}, self.app.bot)
        await self.app.process_update(update)
        return number


@asynccontextmanager
async def set_scene(chance: random.Random) -> AsyncIterator[Scene]:
    telegram = Telegram()
    requests = ApplicationBuilder().token(TOKEN).request(telegram).get_updates_request(Telegram())
    app = requests.updater(None).build()
    database = await Database.open(":memory:")
    await app.initialize()
    with pytest.MonkeyPatch.context() as patch:
        # Weeks pass here, and nothing but a press is to end a room.
        for limit in ("expiry.LOBBY_SECONDS", "expiry.MATCH_SECONDS", "matches.IDLE_SECONDS"):
            patch.setattr(f"bot.rooms.{limit}", math.inf)
        async with running(app, database, PacedClock(20_000), random.Random(1)) as outbox:
            scene = Scene(app, outbox, database, telegram)
            await scene.set(chance)
            yield scene
    await app.shutdown()
    await database.close()


def made_up(scene: Scene, chance: random.Random) -> p.Press:
    """Return a press of any kind whose parts are all possible, or nearly."""
    room = chance.choice([*scene.views, 0, 99, 10**17])
    view = scene.views.get(room)
    revision = chance.choice([0, 1, 2, 3, 10**17, 0 if view is None else view.revision])
    deal = chance.choice([0, 1, 2, 10**17, 0 if view is None else view.deal_number])
    count = chance.choice([0, 1, 5, 10**17, 0 if view is None else view.action_count])
    name = chance.choice(list(PARAMETERS))
    values = [p.value_text(value) for value in PARAMETERS[name].values] or ["0", "1", "501", "10" * 8]
    number = chance.choice([0, 1, 2, 10**17])
    kinds: list[p.Press] = [
        p.Query(room, chance.choice(p.QUERIES)),
        p.Seat(room, chance.random() < 0.5),
        p.SeatAt(room, chance.randrange(4)),
        p.Start(room, revision),
        p.Page(room, chance.choice([*p.PAGES, name])),
        p.SetRule(room, revision, name, chance.choice(values)),
        p.SetPreset(room, revision, chance.choice(list(PRESETS))),
        p.UseSaved(room, revision, number),
        p.DropSaved(room, revision, number),
        p.Choose(room, chance.choice(p.COMMANDS)),
        p.Stop(room, chance.random() < 0.5),
        p.Rematch(room),
        p.SetLanguage(chance.choice([*LANGUAGES, "uk", "xx"])),
        p.Forget(chance.random() < 0.5),
        a.SetClock(room, revision, chance.choice(PERIODS), chance.choice(THENS)),
        a.Nudge(room, deal, chance.randrange(4)),
        a.Claim(room, deal, count, chance.choice(a.ANSWERS)),
        a.Leave(room, chance.choice(PEOPLE), chance.choice(a.ANSWERS)),
        a.TakeOver(room, chance.randrange(4)),
        a.Vote(room, chance.randrange(4), chance.choice(PEOPLE), chance.random() < 0.5),
        a.PlayHere(room, chance.random() < 0.5),
        a.GroupMove(room, deal, chance.choice([0, 1, 2, 5, 10**6]), chance.randrange(len(TEXTS))),
    ]
    if chance.random() < 0.4:
        return p.Move(room, deal, count, chance.randrange(len(TEXTS)))
    return chance.choice(kinds)


def junk(chance: random.Random) -> str:
    """Return what is no press at all."""
    length = chance.choice([0, 1, 2, 8, 32, 64, 65, 300])
    alphabet = chance.choice(["m:0123456789", "mqlcsrg:", "\x00\n\t \u202e\u0663♥️ЖA", None])
    if alphabet is not None:
        return "".join(chance.choices(alphabet, k=length))
    return "".join(chr(chance.randrange(1, 0xD7FF)) for _ in range(length))


async def forge(seed: int, count: int, caplog: pytest.LogCaptureFixture) -> Counter[str]:
    """Deliver so many presses; returns how many there were of each sort."""
    caplog.set_level(logging.INFO)
    chance = random.Random(seed)
    print(f"seed {seed}")
    done: Counter[str] = Counter()
    async with set_scene(chance) as scene:
        assert {view.phase for view in scene.views.values()} == set(Phase)
        before = await scene.state()
        while done.total() < count:
            for _ in range(500):
                press = made_up(scene, chance)
                try:
                    data = encode(press)
                except AssertionError:
                    continue
                sort = chance.choices(("possible", "mutated", "junk"), (3, 4, 1))[0]
                if sort == "mutated":
                    data = mutations(data, chance)
                elif sort == "junk":
                    data = junk(chance)
                chat, message, _ = chance.choice(scene.shown)
                if chance.random() < 0.2:
                    message = chance.choice([0, 1, 999, 10**9, -1])
                if chance.random() < 0.2:
                    chat = chance.choice([GROUP, OTHER, -300, *PEOPLE])
                user = chance.choice([*PEOPLE, *PEOPLE, BOT, *NOBODIES])
                if chat > 0 and chance.random() < 0.7:
                    user = chat
                if await scene.may(user, chat, message, data):
                    done["skipped"] += 1
                    continue
                odd = chance.choices(("", "gone", "inline", "game"), (20, 1, 1, 1))[0]
                number = await scene.press(user, chat, message, data, odd=odd)
                assert scene.telegram.answers.pop(number, 0) == 1, (user, chat, message, data, odd)
                done[sort] += 1
            await scene.settle()
            after = await scene.state()
            assert after == before
            await scene.look()
        assert not scene.telegram.answers
        done["answers"] = len(scene.telegram.texts)
    worst = [record for record in caplog.records if record.levelno > logging.INFO]
    assert not worst, worst[0].getMessage()
    return done


@pytest.mark.parametrize("seed", [1, pytest.param(2, marks=pytest.mark.long)])
async def test_forged_presses_are_answered_and_change_nothing(
    seed: int, caplog: pytest.LogCaptureFixture
) -> None:
    done = await forge(seed, 2000, caplog)
    # What comes of a forgery is not always the same: many different rules were there to be tried.
    assert done["answers"] > 15


@pytest.mark.long
@pytest.mark.parametrize("seed", range(10, 14))
async def test_a_hundred_thousand_forged_presses(seed: int, caplog: pytest.LogCaptureFixture) -> None:
    done = await forge(seed, 30_000, caplog)
    assert done["possible"] + done["mutated"] + done["junk"] >= 25_000


async def test_the_scene_is_one_where_presses_work(caplog: pytest.LogCaptureFixture) -> None:
    """What the tests above leave out does change something: their silence is not that of a dead bot."""
    async with set_scene(random.Random(3)) as scene:
        lobby = next(view for view in scene.views.values() if view.phase is Phase.LOBBY)
        playing = next(view for view in scene.views.values() if view.phase is Phase.PLAYING)
        before = await scene.state()
        seat = encode(p.Seat(lobby.id, True))
        async with scene.database.reading() as tx:
            message = (await stored.load_messages(tx, lobby.id))["lobby"].message_id
        assert await scene.may(STRANGER, GROUP, message, seat)
        await scene.press(STRANGER, GROUP, message, seat)
        seated = await scene.state()
        assert seated != before
        for user in (ANNA, BORIS):
            console = await scene.rooms.console(playing.id, user)
            assert console.seat_view is not None
            chat, message, _ = next(one for one in scene.shown if one[2] == f"console:{user}")
            for action in console.seat_view.legal[:1]:
                move = p.Move(playing.id, playing.deal_number, playing.action_count, action.code)
                assert await scene.may(user, chat, message, encode(move))
                await scene.press(user, chat, message, encode(move))
        assert await scene.state() != seated
        with pytest.raises(RefusalError):
            await scene.rooms.view(99)
        await scene.settle()
