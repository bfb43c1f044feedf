"""Actions per second of random full matches, beside python-chess in the same run.

`uv run python -m tests.benchmarks.engine [--seconds N] [--seed N] [--preset NAME]`. Moves are random legal
ones; finding and choosing them, and shuffling, are part of the time.
"""

from __future__ import annotations

import argparse
import random
import time
from collections.abc import Callable, Iterator
from functools import partial
from itertools import repeat, starmap
from statistics import median

import chess

from bot.deberts.match import Match
from bot.deberts.presets import PRESETS
from bot.deberts.rules import Rules, make_rules

# How many turns the contestants take: a noisy machine then slows all of them alike. A contestant's rate is
# the median of its turns, so that a turn in which others had the processor's caches counts for little.
ROUNDS = 30
DECK = range(32)
PEER = "python-chess"


def chess_games(chance: random.Random) -> Iterator[int]:
    """Play random games of chess; yields each game's number of moves."""
    while True:
        board = chess.Board()
        while not board.is_game_over():
            board.push(chance.choice(list(board.legal_moves)))
        yield len(board.move_stack)


def shuffled(draw: Callable[[], float]) -> list[int]:
    """Return a new deck: sorting by random keys makes every order equally likely, and quickly."""
    keys = list(starmap(draw, repeat((), 32)))
    return sorted(DECK, key=keys.__getitem__)


def checked_matches(rules: Rules, chance: random.Random) -> Iterator[int]:
    """Play random matches through the checked door; yields each match's number of actions."""
    while True:
        match = Match(rules, chance.randrange(rules.seats))
        while not match.over:
            match.deal_cards(shuffled(chance.random))
            while match.deal is not None:
                match.apply(chance.choice(match.legal()))
        yield sum(len(deal.played) + len(deal.calls) for deal in match.deals)


def fast_matches(rules: Rules, chance: random.Random) -> Iterator[int]:
    """Play random matches through the unchecked door; yields each match's number of actions."""
    bits = chance.getrandbits
    while True:
        match = Match(rules, chance.randrange(rules.seats))
        while not match.over:
            match.start(shuffled(chance.random))
            while codes := match.codes():
                match.push(codes[bits(30) % len(codes)])
        yield sum(len(deal.played) + len(deal.calls) for deal in match.deals)


def rate(games: Iterator[int], seconds: float) -> float:
    """Return the actions per second of processor time of games played for about that long."""
    actions = 0
    start = time.process_time()
    while (spent := time.process_time() - start) < seconds:
        actions += next(games)
    return actions / spent


def contestants(rules: dict[str, Rules]) -> dict[str, Callable[[random.Random], Iterator[int]]]:
    """Return python-chess and both doors of every rule set by name."""
    found: dict[str, Callable[[random.Random], Iterator[int]]] = {PEER: chess_games}
    for name, one in rules.items():
        found[f"{name} checked"] = partial(checked_matches, one)
        found[f"{name} fast"] = partial(fast_matches, one)
    return found


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=3.0, help="for each contestant")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--preset", choices=PRESETS, help="only this one")
    options = parser.parse_args()
    rules = {
        f"{preset} {players}": make_rules({"preset": preset, "players": players})
        for preset, known in PRESETS.items()
        for players in known.lineups
        if options.preset in (None, preset)
    }
    games = {name: make(random.Random(options.seed)) for name, make in contestants(rules).items()}
    turns: dict[str, list[float]] = {name: [] for name in games}
    for _ in range(ROUNDS):
        for name, game in games.items():
            turns[name].append(rate(game, options.seconds / ROUNDS))
    rates = {name: median(found) for name, found in turns.items()}
    print(f"{PEER}: {rates[PEER]:,.0f} actions/s\n")
    print(f"{'actions/s':18} {'checked door':>18} {'fast door':>18}")
    for name in rules:
        doors = [rates[f"{name} {door}"] for door in ("checked", "fast")]
        print(f"{name:18}", *(f"{door:10,.0f} {door / rates[PEER]:6.1f}x" for door in doors))


if __name__ == "__main__":
    main()
