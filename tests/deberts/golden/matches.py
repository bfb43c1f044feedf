"""A whole match for every preset and every line-up it is known for (rules.md 11)."""

from __future__ import annotations

from typing import NamedTuple

from bot.deberts.rules import PARAMETERS, Rules, make_rules

from .case import value_text
from .playthrough import Transcript, lines_of, play_to_end
from .printer import wrapped


class WholeMatch(NamedTuple):
    """A match played by chance from `seed`; a near target keeps a long one short."""

    preset: str
    players: str
    seed: int
    target: int | None = None

    @property
    def name(self) -> str:
        """What its file is called."""
        return f"{self.preset}-{self.players}"

    def rules(self) -> Rules:
        """Return its rules."""
        target = {} if self.target is None else {"target": self.target}
        return make_rules({"preset": self.preset, "players": self.players, **target})

    def lines(self) -> list[str]:
        """Play it and return the transcript."""
        rules = self.rules()
        first_dealer = self.seed % rules.seats
        transcript = Transcript(rules, first_dealer)
        for played in play_to_end(rules, first_dealer, self.seed):
            transcript.deal(played)
        values = " ".join(f"{name}={value_text(rules.value(name))}" for name in PARAMETERS)
        return [f"# {self.name}", *wrapped(values, "rules "), *lines_of(transcript.blocks)]


# The seeds were searched for matches in which much happens.
MATCHES = (
    WholeMatch("gambler", "2", 1181),
    WholeMatch("moscow", "2", 1181, 301),
    WholeMatch("moscow", "3", 110, 301),
    WholeMatch("kharkov", "2", 27, 301),
    WholeMatch("kharkov", "3", 1243, 301),
    WholeMatch("kharkov", "4", 1001, 301),
    WholeMatch("kharkov", "2x2", 1446, 301),
    WholeMatch("odessa", "2x2", 486, 301),
    WholeMatch("odessa", "2", 906, 301),
    WholeMatch("odessa", "3", 1294, 301),
    WholeMatch("classic", "2", 233, 301),
    WholeMatch("classic", "3", 1294, 301),
    WholeMatch("classic", "4", 451, 301),
    WholeMatch("classic", "2x2", 1276, 301),
    WholeMatch("yellowclub", "2", 1451, 301),
    WholeMatch("yellowclub", "3", 465, 301),
    WholeMatch("yellowclub", "4", 408, 301),
    WholeMatch("yellowclub", "2x2", 333, 301),
    WholeMatch("igrafan", "2", 1451, 301),
    WholeMatch("igrafan", "3", 110, 301),
    WholeMatch("short", "2", 233, 3),
    WholeMatch("short", "3", 812, 2),
    WholeMatch("poltinnik", "2", 1163, 301),
)
