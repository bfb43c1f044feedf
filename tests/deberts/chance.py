"""Random rule sets, decks and matches in which rare things happen often."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import chain
from typing import Any

from bot.deberts.actions import REDEAL
from bot.deberts.deal import Deal
from bot.deberts.errors import InvalidRulesError
from bot.deberts.match import Match
from bot.deberts.presets import LINEUPS, PRESETS
from bot.deberts.rules import PARAMETERS, Rules, make_rules

NUMBERS = {"target": (0, 1, 101, 301), "weak_hand_below": (0, 4, 30)}


def preset_rules() -> list[Rules]:
    """Return every preset with every line-up it lists, short matches."""
    found = []
    for name, preset in PRESETS.items():
        for players in preset.lineups:
            rules = make_rules({"preset": name, "players": players})
            found.append(rules if rules.stakes else rules.with_value("target", 151))
    return found


def random_rules(rng: random.Random) -> Rules:
    """Return any valid mixture of parameters."""
    while True:
        given: dict[str, Any] = {"preset": rng.choice(list(PRESETS)), "players": rng.choice(LINEUPS)}
        if given["players"] in ("4", "2x2"):
            given |= {"buy_in": 2, "upcard_to": rng.choice(("dealer", "taker"))}
        for name, parameter in PARAMETERS.items():
            if name not in given and rng.random() < 0.5:
                given[name] = rng.choice(NUMBERS.get(name, parameter.values))
        try:
            return make_rules(given)
        except InvalidRulesError:
            continue


def random_deck(rng: random.Random) -> list[int]:
    """Return a deck, half of the time one with many sequences, sometimes with the sevens together."""
    deck = list(range(32))
    if rng.random() < 0.5:
        rng.shuffle(deck)
        return deck
    size = rng.choice((3, 4))
    packets = [deck[place : place + size] for place in range(0, 32, size)]
    rng.shuffle(packets)
    deck = list(chain.from_iterable(packets))
    for _ in range(rng.randrange(6)):
        a, b = rng.randrange(32), rng.randrange(32)
        deck[a], deck[b] = deck[b], deck[a]
    if rng.random() < 0.2:
        seats = rng.choice((2, 3, 4))
        first = 3 * rng.randrange(seats)
        for seven, place in zip((0, 8, 16, 24), (first, first + 1, first + 3 * seats, 32 - 1), strict=True):
            at = deck.index(seven)
            deck[at], deck[place] = deck[place], deck[at]
        place = first + 3 * seats + 1
        deck[31], deck[place] = deck[place], deck[31]
    return deck


def random_code(match: Match, rng: random.Random) -> int:
    """Choose among what may be done now; what is rare is chosen more often than by its number."""
    codes = match.codes()
    if rng.random() < 0.3:
        calls = [code for code in codes if code >= REDEAL]
        if calls:
            return rng.choice(calls)
    return rng.choice(codes)


def states(rules: Rules, rng: random.Random, most: int) -> Iterator[Match]:
    """Play a random match and yield it, always the same object, at its start and after every act."""
    match = Match(rules, rng.randrange(rules.seats))
    for _ in range(most):
        yield match
        if match.over:
            return
        if match.deal is None:
            match.deal_cards(random_deck(rng))
        else:
            match.push(random_code(match, rng))


def played(rules: Rules, rng: random.Random, most: int = 3000) -> Match:
    """Return a random match played to its end, or as far as `most` acts go."""
    *_, match = states(rules, rng, most)
    return match


def snapshot(match: Match) -> tuple[Any, ...]:
    """Return everything that a match holds, as a value to compare."""
    own = (match.rules, match.dealer, match.ended, match.replay_taker, tuple(match.results))
    deals = [*match.deals, *([match.deal] if match.deal is not None else [])]
    return (*own, match.deal is None, match.legal(), tuple(deal_snapshot(deal) for deal in deals))


def deal_snapshot(deal: Deal) -> tuple[Any, ...]:
    """Return everything that a deal holds."""
    return tuple(_frozen(getattr(deal, name)) for name in Deal.__slots__)


def _frozen(value: Any) -> Any:
    return tuple(_frozen(part) for part in value) if isinstance(value, list) else value
