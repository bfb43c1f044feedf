"""The engine answers as written down in `golden/playthroughs` (see `golden`)."""

from __future__ import annotations

from itertools import combinations, zip_longest

import pytest

from bot.deberts.presets import PRESETS
from bot.deberts.rules import PARAMETERS

from .golden.case import Value
from .golden.files import FOLDER, NAMES, file_of, told_of, write
from .golden.matches import MATCHES, WholeMatch

# The values to be shown of the parameters that take any number.
NUMBERS: dict[str, tuple[Value, ...]] = {"target": (0, 301, 501, 1001, 151), "weak_hand_below": (0, 2, 14)}


def first_difference(old: str, new: str) -> str:
    """Return where two texts part, or nothing."""
    lines = zip_longest(old.splitlines(), new.splitlines(), fillvalue="(the end)")
    for number, (was, now) in enumerate(lines, start=1):
        if was != now:
            return f"line {number}\n  is written: {was}\n  the engine: {now}"
    return ""


def check(name: str) -> None:
    """Compare a file with what the engine says now."""
    stored = (FOLDER / name).read_text(encoding="utf-8")
    parting = first_difference(stored, write(name))
    assert not parting, f"{name}, {parting}\nIf it is meant: uv run python -m tests.deberts.golden"


@pytest.mark.parametrize("match", MATCHES, ids=lambda match: match.name)
def test_whole_match(match: WholeMatch) -> None:
    check(file_of(match))


def test_no_other_files() -> None:
    assert {path.relative_to(FOLDER).as_posix() for path in FOLDER.rglob("*.*")} == set(NAMES)


def test_every_preset_and_lineup_has_a_match() -> None:
    known = [(name, lineup) for name, preset in PRESETS.items() for lineup in preset.lineups]
    assert [(match.preset, match.players) for match in MATCHES] == known


@pytest.mark.parametrize("parameter", PARAMETERS)
def test_parameter(parameter: str) -> None:
    """Any two values of a parameter part on the same deals in one of its cases, as written down."""
    check(file_of(parameter))
    values = NUMBERS.get(parameter) or PARAMETERS[parameter].values
    told = [case.blocks for case in told_of(parameter)]
    alike = [
        pair
        for pair in combinations(values, 2)
        if not any(set(pair) <= set(blocks) and blocks[pair[0]] != blocks[pair[1]] for blocks in told)
    ]
    assert not alike
