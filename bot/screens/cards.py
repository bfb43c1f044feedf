"""Cards and suits as players write them."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from bot.deberts.cards import PLAIN_STRENGTH, RANKS, TRUMP_STRENGTH
from bot.locales import Texts

# In the order S C D H; the emoji form for messages and buttons, the plain one for monospaced blocks.
SUITS = ("♠️", "♣️", "♦️", "♥️")
PLAIN_SUITS = ("♠", "♣", "♦", "♥")
_TEXT_OF_RANK = {
    "T": "rank-ten",
    "J": "rank-jack",
    "Q": "rank-queen",
    "K": "rank-king",
    "A": "rank-ace",
}


@lru_cache(maxsize=16)
def _ranks(t: Texts) -> tuple[str, ...]:
    return tuple(t.plain(_TEXT_OF_RANK[rank]) if rank in _TEXT_OF_RANK else rank for rank in RANKS)


def rank(number: int, t: Texts) -> str:
    """Return a rank 0..7 as players write it: `В`, `10`."""
    return _ranks(t)[number]


def card(number: int, t: Texts) -> str:
    """Return a card for messages and buttons: `К♥️`."""
    return rank(number & 7, t) + SUITS[number >> 3]


def plain_card(number: int, t: Texts) -> str:
    """Return a card for monospaced blocks: `К♥`."""
    return rank(number & 7, t) + PLAIN_SUITS[number >> 3]


def cards(numbers: Iterable[int], t: Texts) -> str:
    """Return several cards in a line."""
    return " ".join(card(number, t) for number in numbers)


def by_suit(hand: Iterable[int], trump: int | None) -> list[list[int]]:
    """Lay out a hand: the trump suit first, each suit from strong to weak; suits not held are left out."""
    order = sorted(range(4), key=lambda suit: (suit != trump, suit))
    held = list(hand)
    suits = []
    for suit in order:
        strength = TRUMP_STRENGTH if suit == trump else PLAIN_STRENGTH
        cards_of = sorted((c for c in held if c >> 3 == suit), key=lambda c: -strength[c & 7])
        if cards_of:
            suits.append(cards_of)
    return suits
