"""No unplayed card leaves its owner, no deck, no token: whole matches of every line-up, overheard."""

from __future__ import annotations

import copy
import logging
import random
import re
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from bot.clock import VirtualClock
from bot.deberts.cards import CODES, cards
from bot.deberts.presets import LINEUPS, PRESETS
from bot.locales import texts
from bot.sandbox import World
from bot.sandbox.decoding import Upload
from bot.sandbox.weather import Weather
from bot.screens.absence_presses import PlayHere
from bot.screens.cards import card
from bot.screens.presses import Move, Query, encode
from bot.screens.sheet import sheet

from .harness import Play
from .matches import NAMES, SEATS, Player, Ways, open_match, truth_of
from .secrets import Secrets, named
from .tables import meet, two_friends
from .truth import Truth

RU, EN = texts("ru"), texts("en")


@pytest.fixture
def secrets(kept: Play) -> Iterator[Secrets]:
    """The kit on a running bot."""
    truth = truth_of(kept)
    with Secrets(kept.world, truth) as kit:
        yield kit
    truth.close()


# What it understands


@pytest.mark.parametrize("number", range(32))
def test_a_card_is_recognised_however_it_is_written(number: int) -> None:
    for t in (RU, EN):
        face = card(number, t)
        for text in (face, f"Анна: {face}", f"<b>{face}</b>", f"{face}!", f"[{face}]", f"x {face}, 12"):
            assert named(text) == {number}, text
    assert named(f"m:1:2:3:play {CODES[number]}") == {number}
    assert named(f'{{"deck": ["{CODES[number]}"]}}') == {number}


def test_a_hand_told_by_suits_is_recognised() -> None:
    assert named("♠️ Т 10 9\n♥️ К (козырь)\nХод: Вера") == {7, 3, 2, 30}
    assert named("<b>♣️</b> A Q") == {15, 13}


@pytest.mark.parametrize(
    "text",
    ["", "Козырь ♠️ · играет Борис", "Сдача 10: ♠️ Борис", "<pre>10♠        492\n 7♥  8</pre>", "7 взяток",
     "♣️ Дима", "♥️ 70 очков", "<pre> 8♥ ВСЕГО</pre>", "ТУЗ♠ок"],
)  # fmt: skip
def test_what_is_no_card_is_taken_for_none(text: str) -> None:
    assert not named(text)


async def test_whatever_is_given_away_is_noticed(kept: Play, secrets: Secrets) -> None:
    table = await two_friends(kept)
    await table.mid_trick()
    secrets.check()
    match = await table.match()
    assert match.deal is not None
    anna, boris = table.people
    hand = cards(match.deal.hands[0])
    face = card(hand[0], RU)
    press = next(iter(kept.world.presses.values()))
    token = kept.world.token
    data = encode(Move(table.room, 0, 0, hand[0]))
    stock = set(range(32)) - {match.deal.upcard} - set(match.deal.trick)
    for mask in match.deal.hands:
        stock -= set(cards(mask))
    below = card((stock - {match.deal.bottom}).pop(), EN)

    def given_away() -> int:
        count, secrets.leaks[:] = len(secrets.leaks), []
        return count

    button = [[{"text": "x", "callback_data": data}]]
    for method, params in (
        ("sendMessage", {"chat_id": boris.id, "text": face}),
        ("sendMessage", {"chat_id": table.group.id, "text": face}),
        ("editMessageText", {"chat_id": boris.id, "text": "", "reply_markup": {"inline_keyboard": button}}),
        ("sendMessage", {"chat_id": anna.id, "text": below}),
        ("sendMessage", {"chat_id": anna.id, "text": token}),
        ("sendMessage", {"chat_id": anna.id, "text": (secrets.truth.look()[table.room].nonces)[0]}),
        ("setMyCommands", {"commands": [{"command": "x", "description": face}]}),
    ):
        secrets.hear(method, params)
        assert given_away() == 1, (method, params)
    stranger = kept.world.person("Вера")
    stranger.join(table.group)
    peek = stranger.press_nowait(table.board(), encode(Query(table.room, "hand")))
    secrets.hear("answerCallbackQuery", {"callback_query_id": peek.id, "text": face})
    assert given_away() == 1
    record = '{"deals": [{"deck": ' + str(secrets.truth.rooms[table.room].decks[0]).replace("'", '"') + "}]}"
    upload = Upload("x.json", "application/json", record.encode())
    secrets.hear("sendDocument", {"chat_id": anna.id, "document": upload})
    assert given_away() == 1
    for text in (face, CODES[hand[0]], token, "♥"):
        logging.getLogger("bot.rooms.service").debug("said %s", text)
        logging.getLogger("another").warning("said %s", text)
        assert given_away() == (1 if text == token else 2)
    # And what is no secret is none.
    secrets.hear("sendMessage", {"chat_id": anna.id, "text": face})
    secrets.hear("sendMessage", {"chat_id": table.group.id, "text": card(match.deal.trick[0], RU)})
    secrets.hear(
        "answerCallbackQuery", {"callback_query_id": press.id, "text": sheet(await kept.rooms.view(1), RU)}
    )
    assert not given_away()
    await kept.settle()


async def test_a_table_that_tells_something_by_its_cards_is_noticed(kept: Play, secrets: Secrets) -> None:
    table = await two_friends(kept)
    await kept.press(table.people[0], table.board(), encode(PlayHere(table.room, True)))
    await table.play_until(lambda match: match.deal is not None and len(match.deal.winners) == 2)
    await kept.settle()
    secrets.check()
    assert {0, 4, 5} <= set(secrets.tables)
    board, anna = table.board(), table.people[0]
    markup = [[button.to_json() for button in row] for row in board.keyboard or ()]
    group, private = board.chat.id, anna.id
    card_rows = [row for row in markup if row[0]["callback_data"].startswith(f"t:{table.room}:0:6:play")]
    assert [len(row) for row in card_rows] == [8, 8, 8, 8, 2]

    def leaks(chat_id: int = group, text: str = "", **kept_fields: Any) -> int:
        keyboard = {"inline_keyboard": copy.deepcopy(markup)}
        for change in kept_fields.values():
            change(keyboard["inline_keyboard"])
        secrets.hear("editMessageText", {"chat_id": chat_id, "text": text, "reply_markup": keyboard})
        count, secrets.leaks[:] = len(secrets.leaks), []
        return count

    at = markup.index(card_rows[0])
    match = await table.match()
    assert match.deal is not None
    hidden = card(cards(match.deal.hands[1])[0], RU)
    assert not leaks()
    assert leaks(private)
    assert leaks(text=hidden)
    assert leaks(change=lambda rows: rows[at].pop(3))
    assert leaks(change=lambda rows: rows[at].reverse())
    assert leaks(change=lambda rows: rows.pop(at + 4))
    assert leaks(change=lambda rows: rows[at][3].update(style="success"))
    assert leaks(change=lambda rows: rows[at][3].update(text="✓ " + rows[at][3]["text"]))
    assert leaks(change=lambda rows: rows[at][3].update(text=rows[at][4]["text"]))
    assert leaks(change=lambda rows: rows[at][3].update(is_disabled=True))
    assert leaks(
        change=lambda rows: rows[-1].append({"text": hidden, "callback_data": f"q:{table.room}:hand"})
    )
    secrets.strange.clear()


@pytest.mark.parametrize(
    ("method", "params"),
    [
        ("sendSticker", {"chat_id": 1, "sticker": "x"}),
        ("answerInlineQuery", {"inline_query_id": "1", "results": []}),
        ("getUpdates", {"allowed_updates": ["message", "inline_query"]}),
        ("sendMessage", {"chat_id": 1, "text": "", "reply_markup": {"keyboard": [[{"text": "x"}]]}}),
        (
            "sendMessage",
            {"chat_id": 1, "text": "", "reply_markup": {"inline_keyboard": [[{"text": "x", "web_app": {}}]]}},
        ),
    ],
)
def test_anything_but_text_messages_and_buttons_is_noticed(
    tmp_path: Path, method: str, params: dict[str, Any]
) -> None:
    sqlite3.connect(tmp_path / "empty").execute("CREATE TABLE x (x)").connection.close()
    kit = Secrets(World(VirtualClock()), Truth(tmp_path / "empty"))
    kit.hear(method, params)
    with pytest.raises(AssertionError, match=r"[iI]nline|keyboard|web_app|Sticker"):
        kit.check()


# Matches

EVERYDAY = [
    ("gambler", "2", 1),
    ("moscow", "3", 2),
    ("odessa", "2x2", 4),
]
EVERYTHING = [(preset, players, 10 + seed) for preset in PRESETS for players in LINEUPS for seed in range(2)]


@pytest.mark.parametrize(
    ("preset", "players", "seed"),
    [*EVERYDAY, *(pytest.param(*row, marks=pytest.mark.long) for row in EVERYTHING)],
)
async def test_nothing_is_given_away_in_a_match(
    kept: Play, secrets: Secrets, preset: str, players: str, seed: int
) -> None:
    chance = random.Random(seed)
    people = await meet(kept, *NAMES[: SEATS[players]], "Зритель", language=chance.choice(("ru", "en")))
    group = kept.world.group("Друзья", people)
    target = "1" if PRESETS[preset].changes.get("scoring") else "51"
    table = await open_match(kept, group, people, preset=preset, players=players, target=target)
    player = Player(table, secrets.truth, chance, onlookers=(people[-1],), busy=0.3)
    await player.play()
    for person in people:
        for text in ("/history", "/export", "/score", "/last"):
            await kept.say(person, group, text)
            await kept.say(person, person.private, text)
    secrets.check()
    for what in ("sendMessage", "editMessageText"):
        assert secrets.named[what], f"no {what} named a card"
    assert secrets.heard["answerCallbackQuery"]
    assert secrets.heard["sendDocument"]


# The rules, the line-up and the seat of who has blocked the bot, if anybody.
VANISHING = [
    ("kharkov", "3", 1),
    ("moscow", "2", None),
    ("odessa", "2x2", 0),
    ("classic", "4", 2),
    ("poltinnik", "2", 1),
]


@pytest.mark.parametrize(
    ("preset", "players", "blocked", "seed"),
    [
        (*VANISHING[0], 1),
        *(pytest.param(*row, seed, marks=pytest.mark.long) for row in VANISHING for seed in range(2, 6)),
    ],
)
async def test_nothing_is_given_away_when_players_vanish_and_the_group_is_played_in(
    kept: Play, secrets: Secrets, preset: str, players: str, blocked: int | None, seed: int
) -> None:
    """Cards in the group, a clock that plays, nudges, substitutes, and somebody who has blocked the bot."""
    chance = random.Random(seed)
    people = await meet(kept, *NAMES[: SEATS[players]], "Зритель", "Сменщик")
    group = kept.world.group("Друзья", people)
    table = await open_match(kept, group, people, preset=preset, players=players, clock=60, target="101")
    if blocked is not None:
        people[blocked].block()
    await kept.settle()
    ways = Ways(here=0.4, late=0.1, hurry=0.05, leave=0.1)
    player = Player(table, secrets.truth, chance, onlookers=tuple(people[-2:]), busy=0.2, ways=ways)
    await player.play()
    for person in people:
        await kept.say(person, group, "/verify")
    secrets.check()
    if seed == 1:
        assert {4, 5, 6} <= set(secrets.tables), "the table was not looked at"
        assert player.moves_here, "nobody has played in the group"
        assert player.clocked, "the clock has never played"
        assert player.left, "nobody has left"


@pytest.mark.parametrize("seed", [1, *(pytest.param(seed, marks=pytest.mark.long) for seed in range(2, 20))])
async def test_nothing_is_given_away_when_everything_goes_wrong(
    kept: Play, secrets: Secrets, seed: int
) -> None:
    """Errors of Telegram, broken screens and a database that refuses: what is said of them is harmless."""
    chance = random.Random(seed)
    people = await meet(kept, *NAMES[:3], "Зритель")
    group = kept.world.group("Друзья", people)
    table = await open_match(kept, group, people, preset="kharkov", players="3", target="101")
    weather = Weather(kept.world, chance)
    broken = pytest.MonkeyPatch()

    def fail(*_: object, **__: object) -> None:
        match = secrets.truth.look()[table.room].match
        raise RuntimeError(f"a bug in {len(match.deals)}")

    async def trouble(moves: int) -> None:
        weather.failing = "third" if moves % 7 < 4 else "never"
        weather.repeat = moves % 5 == 0
        weather.throttled = {group.id} if moves % 11 < 3 else set()
        broken.undo()
        if moves % 13 == 5:
            broken.setattr("bot.telegram.presses.last_trick_alert", fail)
        if moves % 13 == 9:
            broken.setattr("bot.telegram.layout.table", fail)

    player = Player(table, secrets.truth, chance, onlookers=(people[-1],), busy=0.5, between=trouble)
    await player.play()
    broken.undo()
    await weather.close()
    await kept.settle()
    secrets.check()
    assert any("Traceback" in line for line in secrets.lines), "nothing has failed"


@pytest.mark.parametrize("action", ["0 play AS", "1 play TH", "0 play XX", "1 order S"])
async def test_a_match_that_does_not_replay_is_reported_without_its_cards(
    kept: Play, secrets: Secrets, action: str
) -> None:
    table = await two_friends(kept)
    await table.play_until(lambda match: match.deal is not None and len(match.deal.winners) == 2)
    person = await table.player()
    async with kept.database.transaction() as tx:
        await tx.run("UPDATE actions SET action = ? WHERE place = (SELECT max(place) FROM actions)", action)
    kept.rooms.forget_idle(-1)
    await person.press_data(table.console(person), encode(Query(table.room, "hand")))
    secrets.check()
    (said,) = {line.split(": ", 1)[1] for line in secrets.lines}
    assert re.fullmatch(rf"room {table.room} does not replay: deal 0, action \d+", said)
