"""Cards as numbers, hands as bit masks, and the tables made from them (rules.md 2).

A card is an int 0..31: `suit * 8 + rank`, suits in the order S C D H, ranks 7 8 9 T J Q K A as 0..7 (the
order of sequences). A hand is a mask with bit `card` set, so each suit is one byte of it.
"""

from __future__ import annotations

from collections.abc import Iterable

SUITS = "SCDH"
RANKS = "789TJQKA"
CODES = tuple(rank + suit for suit in SUITS for rank in RANKS)
BY_CODE = {code: card for card, code in enumerate(CODES)}
BITS = tuple(1 << card for card in range(32))
# The bit of a card in the byte of its suit.
RANK_BITS = tuple(1 << (card & 7) for card in range(32))
FULL_DECK = (1 << 32) - 1

SEVEN, JACK, QUEEN, KING = 0, 4, 5, 6
ROYAL_PAIR = 1 << QUEEN | 1 << KING
SEVENS = sum(1 << suit * 8 + SEVEN for suit in range(4))

# Rank numbers from the weakest to the strongest.
PLAIN_ORDER = tuple(RANKS.index(rank) for rank in "789JQKTA")
TRUMP_ORDER = tuple(RANKS.index(rank) for rank in "78QKTA9J")
PLAIN_POINTS = tuple({"A": 11, "T": 10, "K": 4, "Q": 3, "J": 2}.get(rank, 0) for rank in RANKS)
TRUMP_POINTS = tuple({"J": 20, "9": 14, "A": 11, "T": 10, "K": 4, "Q": 3}.get(rank, 0) for rank in RANKS)
LAST_TRICK_POINTS = 10

PLAIN_STRENGTH = tuple(PLAIN_ORDER.index(rank) for rank in range(8))
TRUMP_STRENGTH = tuple(TRUMP_ORDER.index(rank) for rank in range(8))


def _above(order: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(sum(1 << better for better in order[order.index(rank) + 1 :]) for rank in range(8))


# For each rank the byte of the ranks that beat it in the same suit.
ABOVE_PLAIN = _above(PLAIN_ORDER)
ABOVE_TRUMP = _above(TRUMP_ORDER)

# CARDS_OF[suit][byte]: the cards of a suit's byte in descending sequence order.
CARDS_OF = tuple(
    tuple(tuple(suit * 8 + rank for rank in range(7, -1, -1) if byte >> rank & 1) for byte in range(256))
    for suit in range(4)
)

# POINTS[trump][card]; the fifth row is for plain values only (before there is a trump).
POINTS = tuple(
    tuple(TRUMP_POINTS[card & 7] if card >> 3 == trump else PLAIN_POINTS[card & 7] for card in range(32))
    for trump in range(5)
)
NO_TRUMP_YET = 4


def _points_of_bytes(values: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(sum(values[rank] for rank in range(8) if byte >> rank & 1) for byte in range(256))


_PLAIN_BYTES = _points_of_bytes(PLAIN_POINTS)
_TRUMP_BYTES = _points_of_bytes(TRUMP_POINTS)
# _POINTS_OF_BYTE[trump][suit][byte]: the points of a suit's cards.
_POINTS_OF_BYTE = tuple(
    tuple(_TRUMP_BYTES if suit == trump else _PLAIN_BYTES for suit in range(4)) for trump in range(5)
)


def card_of(code: str) -> int:
    """Return the card of a code like `TH`; raises `KeyError` for anything else."""
    return BY_CODE[code]


def cards(hand: int) -> tuple[int, ...]:
    """Return the cards of a mask, by suit S C D H and in each from high to low in sequence order."""
    return (
        CARDS_OF[0][hand & 255]
        + CARDS_OF[1][hand >> 8 & 255]
        + CARDS_OF[2][hand >> 16 & 255]
        + CARDS_OF[3][hand >> 24]
    )


def codes(hand: int) -> tuple[str, ...]:
    """Return the codes of a mask's cards in the order of `cards`."""
    return tuple(CODES[card] for card in cards(hand))


def mask(of: Iterable[int]) -> int:
    """Return the hand that holds these cards."""
    hand = 0
    for card in of:
        hand |= BITS[card]
    return hand


def points(hand: int, trump: int = NO_TRUMP_YET) -> int:
    """Return the card points of a hand, by plain values without a trump (rules.md 2)."""
    spades, clubs, diamonds, hearts = _POINTS_OF_BYTE[trump]
    return spades[hand & 255] + clubs[hand >> 8 & 255] + diamonds[hand >> 16 & 255] + hearts[hand >> 24]
