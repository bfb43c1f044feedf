"""A case shows what one parameter of rules.md 11 does: the same deals under several of its values."""

from __future__ import annotations

import difflib
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from bot.deberts.errors import InvalidRulesError
from bot.deberts.match import Match
from bot.deberts.rules import Rules, make_rules

from .playthrough import Played, Script, Transcript, play
from .printer import wrapped

Value = str | int | bool

# More removed lines than this are only counted: the whole transcript stands above.
_REMOVED = 6


class Case(NamedTuple):
    """Deals under the first of some values of a parameter, to be compared with the others."""

    parameter: str
    about: str
    rules: Mapping[str, Value]
    values: tuple[Value, ...]
    scripts: tuple[Script, ...]
    first_dealer: int = 0

    def rules_with(self, value: Value) -> Rules:
        """Return the rules of the case with a value of its parameter; raises `InvalidRulesError`."""
        return make_rules({**self.rules, self.parameter: value})

    def played(self) -> list[Played]:
        """Play the deals under the first value, until the match is over."""
        match = Match(self.rules_with(self.values[0]), self.first_dealer)
        return [play(match, script) for script in self.scripts if not match.over]

    def told(self, value: Value, deals: Sequence[Played]) -> list[str]:
        """Return the lines of the deals under a value, as far as it lets them be played."""
        try:
            transcript = Transcript(self.rules_with(value), self.first_dealer)
        except InvalidRulesError as error:
            return [f"REFUSED      {error}"]
        for played, script in zip(deals, self.scripts, strict=False):
            if not transcript.deal(played, script.states):
                break
        return transcript.lines


class Told(NamedTuple):
    """A case as it was played: the lines under each of its values."""

    case: Case
    lines: Mapping[Value, list[str]]

    def text(self) -> list[str]:
        """Return the transcript under the first value and what differs under the others."""
        case = self.case
        first, *others = case.values
        rules = " ".join(f"{name}={value_text(value)}" for name, value in case.rules.items())
        lines = [*wrapped(case.about, "## "), *wrapped(rules, "rules ")]
        name = f"{case.parameter}={value_text(first)}"
        lines += ["", f"=== {name}", *self.lines[first][1:]]
        for other in others:
            lines += ["", f"=== {case.parameter}={value_text(other)}, where it differs from {name}", ""]
            lines += difference(self.lines[first], self.lines[other]) or ["no difference"]
        return lines


def tell(case: Case) -> Told:
    """Play a case."""
    deals = case.played()
    return Told(case, {value: case.told(value, deals) for value in case.values})


def value_text(value: Value) -> str:
    """Return a value as rules.md writes it."""
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)


def difference(old: Sequence[str], new: Sequence[str]) -> list[str]:
    """Return the lines that differ, each group under the last deal and act before it that are the same."""
    lines: list[str] = []
    for kind, a, b, c, d in difflib.SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        if kind == "equal":
            continue
        lines.append(f"@ {_place(old, a)}")
        lines += [f"- {line}" for line in old[a : a + _REMOVED]]
        if b - a > _REMOVED:
            lines.append(f"- ... and {b - a - _REMOVED} lines more")
        lines += [f"+ {line}" for line in new[c:d]]
    return lines


def _place(lines: Sequence[str], end: int) -> str:
    deal = next((line for line in reversed(lines[:end]) if line.startswith("deal ")), "before the first deal")
    act = next((line[:13].strip() for line in reversed(lines[:end]) if line[:1].strip()), "")
    return deal if not act or act.startswith("deal") else f"{deal}: {act}"
