"""Counts every sequence of acts from a position, as chess engines do, through both doors of the engine.

The positions are records with their counts in `perft.json`. `uv run python -m tests.deberts.perft` shows the
counts; with `--write` it stores them, which is right only after a change of the rules.
"""

from __future__ import annotations

import argparse
import json
import time
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from bot.deberts.match import Match
from bot.deberts.record import replay

DATA = Path(__file__).with_suffix(".json")


@dataclass
class Counts:
    """How many sequences there are of each length, from one on, and how the complete ones end.

    A sequence is complete when the deal is over; `ends` counts them by the deal's outcome, `last_tricks` by
    the side that took the last trick, and `points` sums the points of the cards each side took.
    """

    nodes: list[int]
    ends: Counter[str] = field(default_factory=Counter)
    points: Counter[int] = field(default_factory=Counter)
    last_tricks: Counter[int] = field(default_factory=Counter)

    def complete(self, match: Match) -> None:
        """Take note of a deal that is over."""
        result = match.results[-1]
        self.ends[result.outcome] += 1
        if result.count is not None:
            self.last_tricks[result.count.last_trick] += 1
            for side, points in enumerate(result.count.cards):
                self.points[side] += points

    def mapping(self) -> dict[str, Any]:
        """Return the counts as stored; what there is none of is left out."""
        found: dict[str, Any] = {"nodes": self.nodes}
        if self.ends:
            found["ends"] = dict(sorted(self.ends.items()))
        if self.last_tricks:
            sides = range(max(self.points) + 1)
            found["points"] = [self.points[side] for side in sides]
            found["last_tricks"] = [self.last_tricks[side] for side in sides]
        return found


@dataclass(frozen=True)
class Position:
    """A position after the last act of a record, how deep to count from it, and what was counted."""

    name: str
    depth: int
    counts: dict[str, Any]
    record: dict[str, Any]

    def match(self) -> Match:
        """Return the position itself."""
        return replay(self.record)


def after_each_checked(match: Match) -> Iterable[Match]:
    """Yield what follows each act through the checked door."""
    for action in match.legal():
        twin = match.copy()
        twin.apply(action)
        yield twin


def after_each_fast(match: Match) -> Iterable[Match]:
    """Yield what follows each act through the unchecked door."""
    for code in match.codes():
        twin = match.copy()
        twin.push(code)
        yield twin


def count(match: Match, depth: int, after_each: Callable[[Match], Iterable[Match]]) -> Counts:
    """Count the sequences of up to `depth` acts within the deal."""
    counts = Counts([0] * depth)

    def walk(node: Match, length: int) -> None:
        for twin in after_each(node):
            counts.nodes[length] += 1
            if twin.deal is None:
                counts.complete(twin)
            elif length + 1 < depth:
                walk(twin, length + 1)

    walk(match, 0)
    return counts


def load() -> list[Position]:
    """Return the stored positions."""
    return [Position(**entry) for entry in json.loads(DATA.read_text(encoding="ascii"))]


def dump(positions: Iterable[Position]) -> str:
    """Return positions as stored: three lines each."""
    entries = []
    for position in positions:
        head = f'"name": {json.dumps(position.name)}, "depth": {position.depth}'
        counts = json.dumps(position.counts)
        entries.append(f'{{{head},\n "counts": {counts},\n "record": {json.dumps(position.record)}}}')
    return "[\n" + ",\n".join(entries) + "\n]\n"


def main() -> None:
    """Count and print or store."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--write", action="store_true", help="store the counts")
    options = parser.parse_args()
    counted = []
    for position in load():
        start = time.process_time()
        counts = count(position.match(), position.depth, after_each_checked).mapping()
        spent = time.process_time() - start
        print(f"{position.name}: {sum(counts['nodes'])} nodes, {spent:.2f} s, {counts}")
        counted.append(Position(position.name, position.depth, counts, position.record))
    if options.write:
        DATA.write_text(dump(counted), encoding="ascii")


if __name__ == "__main__":
    main()
