"""Which cards a hand may play to a trick (rules.md 6): pure functions of hand, trick and trump.

A hand is given here by suit: four bytes of ranks, as in the mask of `cards`.
"""

from __future__ import annotations

from collections.abc import Sequence

from .cards import ABOVE_PLAIN, ABOVE_TRUMP, CARDS_OF

_SPADES, _CLUBS, _DIAMONDS, _HEARTS = CARDS_OF


def _beats(card: int, best: int, trump: int) -> bool:
    if card >> 3 == best >> 3:
        above = ABOVE_TRUMP if best >> 3 == trump else ABOVE_PLAIN
        return above[best & 7] >> (card & 7) & 1 == 1
    return card >> 3 == trump


# BEATS[trump][best][card]: whether the card beats the best one so far, a trump or of the suit led.
BEATS = tuple(
    tuple(tuple(_beats(card, best, trump) for card in range(32)) for best in range(32)) for trump in range(4)
)

# HIGHER_TRUMPS[trump][best]: the byte of the trumps that beat the best card so far.
HIGHER_TRUMPS = tuple(
    tuple(sum(1 << rank for rank in range(8) if BEATS[trump][best][trump * 8 + rank]) for best in range(32))
    for trump in range(4)
)


def playable(
    hand: Sequence[int],
    led: int,
    trump: int,
    best: int,
    beat_ruff: bool = False,
    partner_best: bool = False,
) -> tuple[int, ...]:
    """Return the cards of a hand that may follow to a trick.

    `led` is the suit led and `best` the best card so far. `beat_ruff` is the parameter `overtrump_ruff`;
    `partner_best` says that the best card is the partner's and need not be beaten.
    """
    own = hand[led]
    if own and led != trump:
        return CARDS_OF[led][own]
    own = hand[trump]
    if not own:
        spades, clubs, diamonds, hearts = hand
        return _SPADES[spades] + _CLUBS[clubs] + _DIAMONDS[diamonds] + _HEARTS[hearts]
    if (led == trump or beat_ruff) and not partner_best:
        own = own & HIGHER_TRUMPS[trump][best] or own
    return CARDS_OF[trump][own]
