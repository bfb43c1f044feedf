"""Parameters and presets (rules.md 11): the page's table typed again, what is refused, mappings."""

from __future__ import annotations

import random
from typing import Any

import pytest

from bot.deberts.errors import InvalidRulesError
from bot.deberts.presets import PRESETS
from bot.deberts.rules import PARAMETERS, Rules, make_rules

CLUBS = ("gambler", "moscow", "kharkov", "odessa", "classic", "yellowclub", "igrafan")
# As on the page; a cell is a value, then in brackets the line-ups that have another.
TABLE = """
target | 501 | 501 | 501 | 501 | 501 | 501 | 501
buy_in | 3 | 3 | 4 (4, 2x2: 2) | 3 (4, 2x2: 2) | 3 (4, 2x2: 2) | 3 (4, 2x2: 2) | 3
upcard_to | none | none | none (4, 2x2: taker) | none (4, 2x2: dealer) | none (4, 2x2: taker) \
| none (4, 2x2: dealer) | none
show_bottom | yes | yes | no | yes | yes | yes | yes
forced_dealer | no | no | yes | yes | yes | yes | yes
seven_exchange | any | any | any | any | any | any | taker
four_sevens | off | redeal | off | off | off | off | off
weak_hand_below | 0 | 0 | 0 | 2 | 0 (4: 14) | 0 | 0
next_dealer | taker | top_scorer | non_winner | rotate | rotate | rotate | rotate
first_lead | eldest | eldest | taker | taker | taker | eldest | eldest
hundred | no | no | no (4, 2x2: yes) | no | no | no | no
deberts | off | off | six | off | seven_trumps | off | off
klabor | no | no | no | yes | no | no | no
sequence_ties | suit_then_order | suit_then_order | order | suit_then_last_trick | suit | suit_then_order \
| suit_then_order
bela_points | 20 | 20 | 20 | 20 | 20 | 20 | 20
bela_trick | none | none | none | taker | any | none | none
overtrump_ruff | no | no | no | yes | no | no | no
overtrump_partner | no | no | no | no | no | no | no
made_against | each | each | each | each | each | each | each
byte | yes | yes | yes | yes | yes | yes | yes
byte_to | best | best | split | best | best | best | best
byte_tie | hang | hang | split | split | hang | split | split
winner_takes_all | no | no | no | no | no | no | no
hang_repeat | defender | accumulate | accumulate | accumulate | taker | accumulate | accumulate
hang_deal | normal | normal | normal | replay | normal | normal | normal
final_hang | lost | lost | lost | lost | extra_deal | lost | lost
no_trick_fine | 0 | 0 | 50 (3, 2x2: 100) | 100 | 50 | 50 | 0
byte_fine | 0 | 0 | 100 | 0 | 100 | 100 | 0
byte_fine_first | 3 | 3 | 3 | 3 | 3 | 3 | 3
byte_fine_period | 1 | 1 | 3 | 3 | 3 | 1 | 1
both_reach | whister | higher | higher | higher | higher | higher | higher
lead_target | 0 | 0 | 0 | 0 | 0 | 0 | 0
concede_points | 0 | 0 | 0 | 0 | 0 | 0 | 0
scoring | points | points | points | points | points | points | points
dave | off | off | off | off | off | off | off
"""
LINEUPS = {
    "gambler": ["2"],
    "moscow": ["2", "3"],
    "kharkov": ["2", "3", "4", "2x2"],
    "odessa": ["2x2", "2", "3"],
    "classic": ["2", "3", "4", "2x2"],
    "yellowclub": ["2", "3", "4", "2x2"],
    "igrafan": ["2", "3"],
    "short": ["2", "3"],
    "poltinnik": ["2"],
}
# The page's values column; None for any integer from 0 on.
VALUES: dict[str, list[Any] | None] = {
    "players": ["2", "3", "4", "2x2"],
    "target": None,
    "buy_in": [2, 3, 4],
    "upcard_to": ["none", "dealer", "taker"],
    "show_bottom": [False, True],
    "forced_dealer": [False, True],
    "seven_exchange": ["off", "any", "taker"],
    "four_sevens": ["off", "redeal"],
    "weak_hand_below": None,
    "next_dealer": ["taker", "rotate", "top_scorer", "non_winner"],
    "first_lead": ["eldest", "taker"],
    "hundred": [False, True],
    "deberts": ["off", "six", "seven", "seven_trumps"],
    "klabor": [False, True],
    "sequence_ties": ["order", "suit", "suit_then_order", "last_trick", "suit_then_last_trick"],
    "bela_points": [20, 10],
    "bela_trick": ["none", "any", "own", "taker"],
    "overtrump_ruff": [False, True],
    "overtrump_partner": [False, True],
    "made_against": ["each", "sum"],
    "byte": [False, True],
    "byte_to": ["best", "split"],
    "byte_tie": ["hang", "split"],
    "winner_takes_all": [False, True],
    "hang_repeat": ["defender", "taker", "accumulate", "separate"],
    "hang_deal": ["normal", "replay"],
    "final_hang": ["lost", "extra_deal"],
    "no_trick_fine": [0, 50, 100],
    "byte_fine": [0, 100],
    "byte_fine_first": [2, 3],
    "byte_fine_period": [1, 3],
    "both_reach": ["whister", "higher", "last_trick"],
    "lead_target": [0, 250],
    "concede_points": [0, 50],
    "scoring": ["points", "stakes"],
    "dave": ["off", "geometric", "arithmetic"],
}


def value_of(text: str) -> Any:
    if text in ("yes", "no"):
        return text == "yes"
    return int(text) if text.isdigit() else text


def cell_of(cell: str, players: str) -> Any:
    plain, _, others = cell.strip().rstrip(")").partition(" (")
    if others:
        lineups, value = others.split(":")
        if players in lineups.replace(" ", "").split(","):
            return value_of(value.strip())
    return value_of(plain.strip())


def column(preset: str, players: str) -> dict[str, Any]:
    """Return what the page says of a preset in a line-up it lists."""
    club = {"short": "classic", "poltinnik": "moscow"}.get(preset, preset)
    found: dict[str, Any] = {"preset": preset, "players": players}
    for line in TABLE.strip().splitlines():
        name, *cells = line.split("|")
        assert len(cells) == len(CLUBS), name
        found[name.strip()] = cell_of(cells[CLUBS.index(club)], players)
    if preset == "short":
        found |= {"scoring": "stakes", "target": 1, "byte": False, "deberts": "off"}
        found |= {"no_trick_fine": 0, "byte_fine": 0}
    if preset == "poltinnik":
        found |= {"concede_points": 50, "lead_target": 250}
    return found


LISTED = [(preset, players) for preset, lineups in LINEUPS.items() for players in lineups]


@pytest.mark.parametrize(("preset", "players"), LISTED)
def test_preset(preset: str, players: str) -> None:
    right = column(preset, players)
    rules = make_rules({"preset": preset, "players": players})
    assert {name: rules.value(name) for name in PARAMETERS} == {
        n: v for n, v in right.items() if n != "preset"
    }
    assert rules.preset == preset
    # All of them given by name are the same rules.
    assert make_rules(right) == rules
    assert rules.mapping() == {"preset": preset, "players": players}
    assert rules.changed() == {}


def test_the_presets_and_their_lineups() -> None:
    assert {name: list(preset.lineups) for name, preset in PRESETS.items()} == LINEUPS


@pytest.mark.parametrize("preset", LINEUPS)
def test_the_first_lineup_is_the_default(preset: str) -> None:
    assert make_rules({"preset": preset}).players == LINEUPS[preset][0]


def test_gambler_is_the_default() -> None:
    assert make_rules({}) == make_rules({"preset": "gambler", "players": "2"})


@pytest.mark.parametrize(
    ("players", "seats", "side_of"),
    [("2", 2, (0, 1)), ("3", 3, (0, 1, 2)), ("4", 4, (0, 1, 2, 3)), ("2x2", 4, (0, 1, 0, 1))],
)
def test_seats_and_sides(players: str, seats: int, side_of: tuple[int, ...]) -> None:
    rules = make_rules({"preset": "yellowclub", "players": players})
    assert (rules.seats, rules.side_of, rules.sides) == (seats, side_of, len(set(side_of)))
    for side in range(rules.sides):
        assert rules.side_seats(side) == tuple(seat for seat in range(seats) if side_of[seat] == side)


def test_parameters() -> None:
    assert list(PARAMETERS) == list(VALUES)


# A base in which each parameter may take any of its values, whatever the others.
def base(name: str, value: Any) -> dict[str, Any]:
    given: dict[str, Any] = {"preset": "moscow", "players": "2"}
    if name == "buy_in" and value == 2:
        given |= {"players": "4", "upcard_to": "taker"}
    if name == "dave":
        given |= {"scoring": "stakes"}
    if name == "players" and value in ("4", "2x2"):
        given |= {"buy_in": 2, "upcard_to": "dealer"}
    return given


@pytest.mark.parametrize("name", VALUES)
def test_every_value(name: str) -> None:
    for value in VALUES[name] or [0, 1, 2, 14, 301, 501, 1001, 10**12]:
        given = {**base(name, value), name: value}
        rules = make_rules(given)
        assert rules.value(name) == value
        assert type(rules.value(name)) is type(value)
        assert make_rules(rules.mapping()) == rules


# Of a type of its own each.
STRANGERS: list[Any] = [
    None,
    "",
    "Any",
    "yes",
    "true",
    "0",
    "501",
    -1,
    0.0,
    1.0,
    501.0,
    [],
    {},
    ["any"],
    (2,),
]
STRANGERS += [True, False, 0, 1, 2, 3, 5, 7, 25, 10**30, "2", "none", "off", "2X2", "5", float("nan")]


@pytest.mark.parametrize("name", VALUES)
def test_other_values_are_refused(name: str) -> None:
    known = VALUES[name]
    refused = 0
    for value in STRANGERS:
        if known is None and type(value) is int and value >= 0:
            continue
        if known is not None and any(type(value) is type(one) and value == one for one in known):
            continue
        refused += 1
        with pytest.raises(InvalidRulesError) as error:
            make_rules({**base(name, value), name: value})
        assert error.value.parameter == name
        assert name in str(error.value)
        assert len(error.value.reason.split()) >= 3
    assert refused > 20


@pytest.mark.parametrize("preset", [None, 1, "", "Gambler", "classic ", ["gambler"], {}, True, "players"])
def test_no_such_preset(preset: object) -> None:
    with pytest.raises(InvalidRulesError) as error:
        make_rules({"preset": preset})
    assert error.value.parameter == "preset"
    assert "gambler" in error.value.reason


@pytest.mark.parametrize("name", ["", "Target", "targets", "seats", "sides", "stakes", "side_of", "format"])
def test_no_such_parameter(name: str) -> None:
    with pytest.raises(InvalidRulesError) as error:
        make_rules({name: 2})
    assert error.value.parameter == name


def test_a_long_name_is_not_repeated() -> None:
    with pytest.raises(InvalidRulesError) as error:
        make_rules({"x" * 10**6: 1})
    assert len(str(error.value)) < 100


STAKES = {"scoring": "stakes"}
FOUR = {"buy_in": 2, "upcard_to": "taker"}


@pytest.mark.parametrize(
    ("given", "parameter"),
    [
        ({"preset": "kharkov", "players": "4", "upcard_to": "none"}, "upcard_to"),
        ({"preset": "kharkov", "players": "2x2", "upcard_to": "none"}, "upcard_to"),
        ({"preset": "kharkov", "players": "4", "buy_in": 3}, "buy_in"),
        ({"preset": "kharkov", "players": "2x2", "buy_in": 4}, "buy_in"),
        ({"preset": "gambler", "buy_in": 2}, "buy_in"),
        ({"preset": "moscow", "players": "3", "buy_in": 2}, "buy_in"),
        # A preset with a line-up it does not list: the two must be given.
        ({"preset": "gambler", "players": "4", "buy_in": 2}, "upcard_to"),
        ({"preset": "gambler", "players": "4", "upcard_to": "taker"}, "buy_in"),
        ({"preset": "gambler", "dave": "geometric"}, "dave"),
        ({"preset": "gambler", "dave": "arithmetic"}, "dave"),
        ({"preset": "moscow", "players": "3", "dave": "geometric", **STAKES}, "dave"),
        ({"preset": "short", "players": "3", "dave": "arithmetic"}, "dave"),
        ({"preset": "classic", "players": "2x2", "dave": "arithmetic", **STAKES}, "dave"),
        ({"preset": "moscow", "players": "3", "concede_points": 50}, "concede_points"),
        ({"preset": "classic", "players": "4", "concede_points": 50}, "concede_points"),
        ({"preset": "moscow", "players": "2", "concede_points": 50, **STAKES}, "concede_points"),
        ({"preset": "poltinnik", **STAKES}, "concede_points"),
        ({"preset": "poltinnik", "players": "3"}, "concede_points"),
    ],
)
def test_combinations_that_cannot_be(given: dict[str, Any], parameter: str) -> None:
    with pytest.raises(InvalidRulesError) as error:
        make_rules(given)
    assert error.value.parameter == parameter
    assert str(error.value).startswith(f"{parameter}: ")


@pytest.mark.parametrize(
    "given",
    [
        {"preset": "gambler", "players": "3"},
        {"preset": "gambler", "players": "4", **FOUR},
        {"preset": "moscow", "players": "2x2", **FOUR},
        {"preset": "odessa", "players": "4"},
        {"preset": "poltinnik", "players": "2x2", **FOUR},
        {"preset": "short", "players": "4", **FOUR},
        {"preset": "short", "dave": "geometric"},
        {"preset": "gambler", "dave": "arithmetic", **STAKES},
        {"preset": "gambler", "buy_in": 4},
        {"preset": "moscow", "players": "3", "upcard_to": "dealer"},
        # Ignored with two sides, not refused.
        {"preset": "gambler", "byte_to": "split", "byte_tie": "split", "made_against": "sum"},
    ],
)
def test_combinations_that_can_be(given: dict[str, Any]) -> None:
    rules = make_rules(given)
    assert make_rules(rules.mapping()) == rules


def random_rules(rng: random.Random) -> Rules | None:
    """Return rules of random values, or None where these cannot stand together."""
    preset = rng.choice(list(LINEUPS))
    given: dict[str, Any] = {"preset": preset}
    share = rng.random()
    for name, values in VALUES.items():
        if rng.random() < share:
            given[name] = rng.choice(values or [0, 1, 101, 501])
    try:
        return make_rules(given)
    except InvalidRulesError:
        return None


def test_mapping_round_trip() -> None:
    rng = random.Random(11)
    made = 0
    for _ in range(1500):
        rules = random_rules(rng)
        if rules is None:
            continue
        made += 1
        mapping = rules.mapping()
        again = make_rules(mapping)
        assert again == rules
        assert hash(again) == hash(rules)
        assert again.mapping() == mapping
        # Only what differs is written.
        plain = dict(mapping)
        for name in rules.changed():
            del plain[name]
        assert plain == {"preset": rules.preset, "players": rules.players}
    assert made > 300


def test_one_parameter_changed() -> None:
    rules = make_rules({"preset": "classic"})
    changed = rules.with_value("target", 301)
    assert (changed.target, rules.target) == (301, 501)
    assert changed.changed() == {"target": 301}
    assert changed.with_value("target", 501) == rules
    with pytest.raises(InvalidRulesError):
        rules.with_value("target", True)


def test_rules_cannot_be_changed() -> None:
    rules = make_rules({})
    with pytest.raises(AttributeError):
        rules.target = 301  # type: ignore[misc]
