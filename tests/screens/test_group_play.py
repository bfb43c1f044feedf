"""The group's table with the cards on it: the same for everybody, whatever anybody holds."""

from __future__ import annotations

import dataclasses
import random

import pytest

from bot.deberts.match import Match
from bot.deberts.presets import PRESETS
from bot.deberts.rules import Rules, make_rules
from bot.deberts.view import public_view
from bot.locales import LANGUAGES, texts
from bot.rooms.parts import present_part
from bot.screens.absence_presses import GroupMove, PlayHere
from bot.screens.parts import Screen
from bot.screens.presses import decode
from bot.screens.table import table

from .checks import check_screen
from .rooms import deal, play, random_match, room_of
from .test_goldens import BOT, GAMBLER, RU, labels, two_fifties
from .test_states import EXTRAS


def shown(match: Match, language: str = "ru") -> Screen:
    room = dataclasses.replace(room_of(match), plays_here=True, deal_number=len(match.deals))
    return table(room, texts(language), BOT, 0.0)


def offered(screen: Screen) -> set[int]:
    presses = [decode(button.data) for row in screen.rows for button in row if button.data is not None]
    return {press.code for press in presses if isinstance(press, GroupMove)}


def test_all_cards_by_suit_and_rank_and_both_ways_of_bela() -> None:
    screen = shown(two_fifties())
    check_screen(screen)
    assert labels(screen) == [
        ["Объявить комбинации"],
        ["7♠️", "8♠️", "9♠️", "10♠️", "В♠️", "Д♠️", "К♠️", "Т♠️"],
        ["7♣️", "8♣️", "9♣️", "10♣️", "В♣️", "Д♣️", "К♣️", "Т♣️"],
        ["7♦️", "8♦️", "9♦️", "10♦️", "В♦️", "Д♦️", "К♦️", "Т♦️"],
        ["7♥️", "8♥️", "9♥️", "10♥️", "В♥️", "Д♥️", "К♥️", "Т♥️"],
        ["К♥️ + бела", "Д♥️ + бела"],
        ["✖ Спрятать карты"],
        ["🃏 Мои карты", "Последняя взятка"],
        ["Счёт", "Играть в личке"],
        ["👋 Поторопить"],
    ]
    assert screen.rows[1][0].data == "t:7:0:4:play 7S"
    assert screen.rows[5][1].data == "t:7:0:4:play QH bela"
    # When bela is on the table everybody knows where it is.
    after = shown(play(two_fifties(), "0 play QH bela"))
    assert not [code for code in offered(after) if 32 <= code < 64]


def test_who_cannot_be_written_to_is_sent_to_the_cards_of_the_table_only_while_they_are_hidden() -> None:
    room = room_of(two_fifties(), unreachable=(1,))
    hidden = table(room, RU, BOT, 0.0)
    assert hidden.text.endswith(
        "⚠️ Бот не может написать: <b>Борис</b>. Откройте бота, а пока карты — по кнопке «Мои карты», "
        "и ходить можно прямо отсюда: «Играть здесь»."
    )
    assert ["👋 Поторопить", "🎴 Играть здесь"] in labels(hidden)
    open_here = table(dataclasses.replace(room, plays_here=True), RU, BOT, 0.0)
    check_screen(open_here)
    assert open_here.text.endswith(
        "⚠️ Бот не может написать: <b>Борис</b>. Откройте бота, а пока карты — по кнопке «Мои карты»."
    )
    assert ["👋 Поторопить"] in labels(open_here)


def test_the_calls_of_each_part_of_a_deal() -> None:
    hands = ("JH 7H KS QS JS AD", "9H AH TC KC 8D 7D")
    match = deal(GAMBLER, 0, *hands, rest="TH JC QC 9C KH QH 8S")
    assert labels(shown(match))[:2] == [["Играю ♥️", "Пас"], ["✖ Спрятать карты"]]
    play(match, "1 pass", "0 pass")
    assert labels(shown(match))[:2] == [["Играю ♠️", "Играю ♣️", "Играю ♦️"], ["Пас"]]
    match = deal(GAMBLER, 0, *hands, rest="TH JC QC 9C KH QH 8S")
    play(match, "1 pass", "0 order H")
    assert labels(shown(match))[0] == ["Объявить комбинации", "Обменять 7♥️ на 10♥️"]
    rules = make_rules({"preset": "poltinnik"})
    match = play(deal(rules, 0, *hands, rest="TH"), "1 order H")
    assert labels(shown(match))[0] == ["Отдать 50", "Вистую"]


def test_without_being_asked_the_table_offers_no_card() -> None:
    screen = table(room_of(two_fifties()), RU, BOT, 0.0)
    assert not offered(screen)
    assert PlayHere(7, True) in [decode(b.data) for row in screen.rows for b in row if b.data is not None]


def rule_sets() -> list[Rules]:
    return [make_rules({"preset": preset}) for preset in PRESETS] + [make_rules(one) for one in EXTRAS]


@pytest.mark.parametrize("rules", rule_sets(), ids=lambda rules: f"{rules.preset}-{rules.players}")
def test_whatever_is_legal_is_offered_at_every_state(rules: Rules) -> None:
    chance = random.Random(1)
    for match in random_match(rules, seed=11, most=1500):
        if match.deal is None or chance.random() > 0.1:
            continue
        screen = shown(match, chance.choice(LANGUAGES))
        check_screen(screen)
        found = offered(screen)
        assert set(match.codes()) <= found
        view = public_view(match).deal
        assert view is not None
        for row in screen.rows:
            for button in row:
                press = decode(button.data) if button.data is not None else None
                if isinstance(press, GroupMove):
                    assert (press.deal, press.part) == (len(match.deals), present_part(view))
                    assert button.style is None


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_buttons_depend_on_nothing_that_is_hidden(language: str) -> None:
    """Deals that differ only in hidden cards have the same table, cards on it and all."""
    deck = list(range(32))
    random.Random(2).shuffle(deck)
    for preset in ("gambler", "classic", "odessa"):
        rules = make_rules({"preset": preset, "players": "2"})
        for seed in range(6):
            hidden = [place for place in range(32) if place not in (12, 31)]
            values = [deck[place] for place in hidden]
            random.Random(seed).shuffle(values)
            other = deck[:]
            for place, value in zip(hidden, values, strict=True):
                other[place] = value
            screens = []
            for one in (deck, other):
                match = Match(rules, 0)
                match.deal_cards(one)
                states = [shown(match, language)]
                for call in ("1 pass", f"0 order {'SCDH'[one[12] >> 3]}"):
                    play(match, call)
                    states.append(shown(match, language))
                screens.append(states)
            assert screens[0] == screens[1]
