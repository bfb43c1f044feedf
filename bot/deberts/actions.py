"""What a seat can do, as a small number for search and as the text of record-format.md.

A code is 0..31 to play that card, 32..63 to play it and announce bela, and one of the constants below
otherwise. An `Action` is a code with the seat that takes it; its text is `SEAT VERB [CARD or SUIT] [bela]`.
"""

from __future__ import annotations

from typing import NamedTuple

from .cards import CODES, SUITS
from .errors import MalformedActionError

BELA = 32
PASS = 64
ORDER = 65  # 65..68: order spades, clubs, diamonds, hearts
REDEAL = 69
KLABOR = 70
CONCEDE = 71
CONTINUE = 72
SWAP = 73
DEBERTS = 74
DECLARE = 75
DAVE = 76
ACCEPT = 77
SURRENDER = 78

TEXTS: tuple[str, ...] = (
    *(f"play {card}" for card in CODES),
    *(f"play {card} bela" for card in CODES),
    "pass",
    *(f"order {suit}" for suit in SUITS),
    *("redeal", "klabor", "concede", "continue", "swap", "deberts", "declare", "dave", "accept", "surrender"),
)
CODE_BY_TEXT = {text: code for code, text in enumerate(TEXTS)}
_BY_TEXT = {f"{seat} {text}": (seat, code) for seat in range(4) for code, text in enumerate(TEXTS)}


class Action(NamedTuple):
    """One seat's act: `str(action)` and `Action.parse` are inverse to each other."""

    seat: int
    code: int

    def __str__(self) -> str:
        return f"{self.seat} {TEXTS[self.code]}"

    @property
    def verb(self) -> str:
        """The verb of the record format."""
        return TEXTS[self.code].split()[0]

    @property
    def card(self) -> int | None:
        """The card played, or None for any other act."""
        return self.code & 31 if self.code < PASS else None

    @property
    def bela(self) -> bool:
        """Whether bela is announced with the card."""
        return BELA <= self.code < PASS

    @property
    def suit(self) -> int | None:
        """The suit ordered, or None for any other act."""
        return self.code - ORDER if ORDER <= self.code < REDEAL else None

    @classmethod
    def parse(cls, text: str) -> Action:
        """Read the text of an action; raises `MalformedActionError` for anything else."""
        found = _BY_TEXT.get(text)
        if found is None:
            raise MalformedActionError(text)
        return cls(*found)
