"""A case shows what one parameter of rules.md 11 does: the same deals under several of its values."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from bot.deberts.errors import InvalidRulesError
from bot.deberts.match import Match
from bot.deberts.rules import Rules, make_rules

from .playthrough import Played, Script, Transcript, lines_of, play
from .printer import Block, difference, wrapped

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

    def told(self, value: Value, deals: Sequence[Played]) -> list[Block]:
        """Return what is to be told of the deals under a value, as far as it lets them be played."""
        try:
            transcript = Transcript(self.rules_with(value), self.first_dealer)
        except InvalidRulesError as error:
            return [Block("", refused=str(error))]
        for played, script in zip(deals, self.scripts, strict=False):
            if not transcript.deal(played, script.states):
                break
        return transcript.blocks


class Told(NamedTuple):
    """A case as it was played: what happened under each of its values."""

    case: Case
    blocks: Mapping[Value, list[Block]]

    def lines(self) -> list[str]:
        """Return the transcript under the first value and what differs under the others."""
        case = self.case
        first, *others = case.values
        name = f"{case.parameter}={value_text(first)}"
        rules = " ".join(f"{name}={value_text(value)}" for name, value in case.rules.items())
        lines = [*wrapped(case.about, "## "), *wrapped(rules, "rules "), "", f"=== {name}"]
        lines += lines_of(self.blocks[first])
        for other in others:
            lines += ["", f"=== {case.parameter}={value_text(other)}, where it differs from {name}"]
            lines += differences(self.blocks[first], self.blocks[other]) or ["no difference"]
        return lines


def tell(case: Case) -> Told:
    """Play a case."""
    deals = case.played()
    return Told(case, {value: case.told(value, deals) for value in case.values})


def value_text(value: Value) -> str:
    """Return a value as rules.md writes it."""
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)


def differences(old: Sequence[Block], new: Sequence[Block]) -> list[str]:
    """Return the differences of two transcripts of the same deals, up to where one of them ends."""
    lines: list[str] = []
    deal = ""
    for before, after in zip(old, new, strict=False):
        if before.head.startswith("deal "):
            deal = before.head
        found = difference(before, after)
        if found and deal:
            lines += ["", deal]
            deal = ""
        lines += found
        if after.refused:
            break
    return lines
