"""Choosing rules step by step: what is offered can be chosen, and nothing impossible comes of it."""

from __future__ import annotations

import random
from typing import Any

import pytest

from bot.deberts.choices import applies, choose, choose_preset, options
from bot.deberts.errors import InvalidRulesError
from bot.deberts.presets import PRESETS
from bot.deberts.rules import PARAMETERS, make_rules

from .decks import rules_of

ALL = [(preset, players) for preset, known in PRESETS.items() for players in known.lineups]


@pytest.mark.parametrize(("preset", "players"), ALL)
def test_what_is_offered_can_be_chosen(preset: str, players: str) -> None:
    rules = rules_of(preset, players)
    for name in PARAMETERS:
        offered = options(rules, name)
        assert rules.value(name) in offered
        assert len(set(map(repr, offered))) == len(offered)
        for value in offered:
            chosen = choose(rules, name, value)
            assert chosen.value(name) == value
            assert make_rules(chosen.mapping()) == chosen


@pytest.mark.parametrize(("preset", "players"), ALL)
def test_the_present_value_changes_nothing(preset: str, players: str) -> None:
    rules = rules_of(preset, players)
    for name in PARAMETERS:
        assert choose(rules, name, rules.value(name)) == rules


def test_random_walks() -> None:
    """Whatever is chosen one after another, what follows can be played."""
    rng = random.Random(5)
    for _ in range(12):
        rules = rules_of(rng.choice(list(PRESETS)))
        for _ in range(25):
            name = rng.choice(list(PARAMETERS))
            rules = choose(rules, name, rng.choice(options(rules, name)))
            assert make_rules(rules.mapping()) == rules


@pytest.mark.parametrize("players", ["4", "2x2"])
@pytest.mark.parametrize("preset", PRESETS)
def test_four_seats_bring_their_deal_along(preset: str, players: str) -> None:
    rules = choose(rules_of(preset, "2"), "players", players)
    assert rules.buy_in == 2
    assert rules.upcard_to == ("dealer" if preset in ("odessa", "yellowclub") else "taker")


@pytest.mark.parametrize(("preset", "buy_in"), [("kharkov", 4), ("odessa", 3), ("classic", 3)])
def test_back_from_four_seats(preset: str, buy_in: int) -> None:
    rules = choose(rules_of(preset, "2x2"), "players", "3")
    assert (rules.buy_in, rules.upcard_to) == (buy_in, "none")


def test_between_two_and_three_seats_the_deal_stays() -> None:
    rules = choose(rules_of("gambler", buy_in=4, upcard_to="dealer"), "players", "3")
    assert (rules.buy_in, rules.upcard_to) == (4, "dealer")


def test_a_lineup_drops_what_it_cannot_have() -> None:
    dave = rules_of("short", dave="geometric")
    assert choose(dave, "players", "3").dave == "off"
    conceding = rules_of("poltinnik")
    assert choose(conceding, "players", "3").concede_points == 0
    assert choose(conceding, "players", "2x2").concede_points == 50


def test_scoring_brings_its_target_along() -> None:
    stakes = choose(rules_of("poltinnik", target=1001), "scoring", "stakes")
    assert (stakes.target, stakes.concede_points, stakes.dave) == (1, 0, "off")
    points = choose(rules_of("short", target=5, dave="arithmetic"), "scoring", "points")
    assert (points.target, points.dave) == (501, "off")


def test_other_choices_stay() -> None:
    rules = rules_of("classic", "3", hundred=True, no_trick_fine=100, bela_points=10)
    chosen = choose(choose(rules, "players", "2x2"), "scoring", "stakes")
    assert (chosen.hundred, chosen.no_trick_fine, chosen.bela_points) == (True, 100, 10)


def test_values_that_cannot_be_are_not_offered() -> None:
    assert options(rules_of("gambler"), "buy_in") == [3, 4]
    assert options(rules_of("classic", "4"), "buy_in") == [2]
    assert options(rules_of("classic", "4"), "upcard_to") == ["dealer", "taker"]
    assert options(rules_of("gambler"), "dave") == ["off"]
    assert options(rules_of("short"), "dave") == ["off", "geometric", "arithmetic"]
    assert options(rules_of("short", "3"), "dave") == ["off"]
    assert options(rules_of("moscow", "3"), "concede_points") == [0]
    assert options(rules_of("moscow"), "concede_points") == [0, 50]


def test_targets() -> None:
    assert options(rules_of("gambler"), "target") == [0, 301, 501, 1001]
    assert set(options(rules_of("gambler", target=77), "target")) == {0, 77, 301, 501, 1001}
    assert 1 in options(rules_of("short"), "target")
    assert 501 not in options(rules_of("short"), "target")


@pytest.mark.parametrize(
    ("name", "value", "parameter"),
    [
        ("buy_in", 2, "buy_in"),
        ("buy_in", 5, "buy_in"),
        ("dave", "geometric", "dave"),
        ("players", "5", "players"),
        ("target", -1, "target"),
        ("target", True, "target"),
        ("trumps", 1, "trumps"),
    ],
)
def test_what_cannot_be_chosen(name: str, value: Any, parameter: str) -> None:
    with pytest.raises(InvalidRulesError) as error:
        choose(rules_of("gambler"), name, value)
    assert error.value.parameter == parameter


def test_choosing_a_preset() -> None:
    rules = rules_of("gambler", "3", target=77)
    # The line-up is kept where the preset is known for it, and nothing else.
    assert choose_preset(rules, "moscow") == rules_of("moscow", "3")
    assert choose_preset(rules, "poltinnik") == rules_of("poltinnik", "2")
    assert choose_preset(rules_of("classic", "4"), "odessa") == rules_of("odessa", "2x2")
    with pytest.raises(InvalidRulesError) as error:
        choose_preset(rules, "london")
    assert error.value.parameter == "preset"


@pytest.mark.parametrize(
    ("parameter", "given", "matters"),
    [
        ("buy_in", {"preset": "gambler"}, True),
        ("buy_in", {"preset": "classic", "players": "4"}, False),
        ("seven_exchange", {"preset": "gambler"}, True),
        ("seven_exchange", {"preset": "gambler", "upcard_to": "taker"}, False),
        ("overtrump_partner", {"preset": "classic", "players": "2x2"}, True),
        ("overtrump_partner", {"preset": "classic", "players": "4"}, False),
        ("byte_to", {"preset": "moscow", "players": "3"}, True),
        ("byte_to", {"preset": "moscow"}, False),
        ("byte_tie", {"preset": "moscow", "players": "3"}, True),
        ("byte_tie", {"preset": "moscow", "players": "3", "byte_to": "split"}, False),
        ("byte_tie", {"preset": "moscow", "players": "3", "scoring": "stakes"}, False),
        ("made_against", {"preset": "moscow", "players": "3"}, True),
        ("made_against", {"preset": "classic", "players": "2x2"}, False),
        ("winner_takes_all", {"preset": "gambler"}, True),
        ("winner_takes_all", {"preset": "gambler", "scoring": "stakes"}, False),
        ("winner_takes_all", {"preset": "gambler", "byte": False}, False),
        ("hang_repeat", {"preset": "gambler"}, True),
        ("hang_repeat", {"preset": "gambler", "byte": False}, False),
        ("both_reach", {"preset": "gambler"}, True),
        ("both_reach", {"preset": "gambler", "target": 0}, False),
        ("both_reach", {"preset": "short"}, False),
        ("lead_target", {"preset": "gambler", "target": 0}, False),
        ("no_trick_fine", {"preset": "short"}, False),
        ("byte_fine_first", {"preset": "gambler"}, False),
        ("byte_fine_first", {"preset": "gambler", "byte_fine": 100}, True),
        ("concede_points", {"preset": "moscow", "players": "3"}, False),
        ("dave", {"preset": "short"}, True),
        ("dave", {"preset": "gambler"}, False),
        ("target", {"preset": "gambler"}, True),
    ],
)
def test_what_applies(parameter: str, given: dict[str, Any], matters: bool) -> None:
    assert applies(make_rules(given), parameter) is matters


def test_a_preset_keeps_the_line_up_where_its_own_has_too_few_seats() -> None:
    four = choose(make_rules({}), "players", "2x2")
    assert choose_preset(four, "gambler").players == "2"
    kept = choose_preset(four, "gambler", people=3)
    assert (kept.preset, kept.players, kept.buy_in, kept.upcard_to) == ("gambler", "2x2", 2, "taker")
    assert choose_preset(four, "kharkov", people=4).players == "2x2"
