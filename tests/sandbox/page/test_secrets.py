"""Matches on the page with one phone in a friend's hands: the stage never learns a card of that hand."""

from __future__ import annotations

import math
import random
from pathlib import Path

import pytest
from tornado.websocket import websocket_connect

from bot.sandbox.page.stage import Stage
from bot.sandbox.page.web import Web
from tests.telegram.harness import play
from tests.telegram.matches import Player, open_match, truth_of
from tests.telegram.secrets import Secrets, named, strings
from tests.telegram.tables import AT_ONCE, meet

from .conftest import Browser, Frame


class Eyes:
    """Looks at every frame that browsers have got since the last look."""

    def __init__(self, secrets: Secrets, browsers: dict[str, Browser], readers: frozenset[int]) -> None:
        self.secrets = secrets
        self.browsers = browsers
        self.readers = readers
        self.seen = 0

    async def look(self) -> None:
        """Read what has come and let the kit look at it."""
        for name, browser in self.browsers.items():
            del browser.frames[:]
            await browser.do("language", code="ru") if name == "stage" else await browser.ask("close", chat=0)
            for frame in browser.frames:
                for part in parts(frame):
                    self.seen += bool(named("\n".join(strings(part))))
                    self.secrets.look(f"{name}: {frame['type']}", part, self.readers)


def parts(frame: Frame) -> list[object]:
    """Return what of a frame is about different moments."""
    lists = [value for value in frame.values() if isinstance(value, list)]
    return [item for one in lists for item in one] or [frame]


@pytest.mark.parametrize("seed", [1, *(pytest.param(seed, marks=pytest.mark.long) for seed in (2, 3, 4))])
async def test_the_stage_never_shows_a_card_of_a_hand_that_a_friend_holds(tmp_path: Path, seed: int) -> None:
    chance = random.Random(seed)
    async with play(tmp_path / "bot.sqlite3") as game:
        anna, boris, vera = people = await meet(game, "Анна", "Борис", "Вера")
        group = game.world.group("Друзья", people)
        stage = Stage(game.world, random.Random(1))
        web = Web(stage)
        stage.address = f"http://127.0.0.1:{web.listen('127.0.0.1', 0)}"
        truth = truth_of(game)
        # What the stage shows of the traffic may be some deals old.
        secrets = Secrets(game.world, truth, slack=math.inf)
        phones = {phone.id: phone for phone in stage.phones.values()}
        opened = []

        async def browse(path: str) -> Browser:
            browser = Browser(await websocket_connect(stage.address.replace("http", "ws", 1) + path))
            opened.append(browser)
            return browser

        friend = await browse(f"{phones[boris.id].path}/socket")
        await friend.do("open", chat=boris.id)
        browsers = {
            "stage": await browse(f"/stage/{stage.key}/socket"),
            "phone": await browse(f"{phones[anna.id].path}/socket?stage={stage.key}"),
        }
        for chat in (anna.id, group.id):
            await browsers["phone"].do("open", chat=chat)
        # Anna's and Vera's phones lie on the stage, and so do their hands.
        eyes = Eyes(secrets, browsers, frozenset({anna.id, vera.id}))
        table = await open_match(game, group, people, preset="moscow", players="3", target="51")

        async def look(moves: int) -> None:
            await eyes.look()

        await Player(table, truth, chance, busy=0.3, between=look).play()
        for text in ("/last", "/score", "/history", "/export"):
            await game.say(boris, boris.private, text)
            await eyes.look()
        await game.settle(AT_ONCE)
        await eyes.look()
        secrets.check()
        assert eyes.seen > 20, "the stage has shown no cards at all"
        for browser in opened:
            await browser.close()
        await web.close()
        await stage.close()
        truth.close()


def test_the_kit_would_notice_a_card_in_a_frame() -> None:
    frame = {"type": "traffic", "calls": [{"params": '{"text": "К♥️", "callback_data": "m:1:0:3:play AS"}'}]}
    assert named("\n".join(strings(frame))) == {30, 7}
