"""No unplayed card leaves its owner, no deck, no token: whole matches of every line-up, overheard."""

from __future__ import annotations

import logging
import random
import re
from collections.abc import Iterator

import pytest

from bot.deberts.cards import CODES, cards
from bot.deberts.presets import LINEUPS, PRESETS
from bot.locales import texts
from bot.sandbox.decoding import Upload
from bot.sandbox.weather import Weather
from bot.screens.cards import card
from bot.screens.presses import Move, Query, encode
from bot.screens.sheet import sheet

from .harness import Play
from .matches import NAMES, SEATS, Player, open_match, truth_of
from .secrets import Secrets, named
from .tables import meet, two_friends

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


# Matches

EVERYDAY = [
    ("gambler", "2", 1),
    ("moscow", "3", 2),
    ("classic", "4", 3),
    ("odessa", "2x2", 4),
    ("short", "2", 5),
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
