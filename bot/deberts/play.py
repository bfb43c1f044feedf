"""Which cards a hand may play to a trick (rules.md 6): pure functions of hand, trick and trump."""

from __future__ import annotations

from .cards import ABOVE_PLAIN, ABOVE_TRUMP

SUIT_MASKS = tuple(255 << suit * 8 for suit in range(4))


def _beaten_by(card: int, trump: int) -> int:
    suit, rank = divmod(card, 8)
    if suit == trump:
        return ABOVE_TRUMP[rank] << suit * 8
    return ABOVE_PLAIN[rank] << suit * 8 | SUIT_MASKS[trump]


# BEATEN_BY[trump][card]: the cards that beat the best card of a trick (which is a trump or of the suit led).
BEATEN_BY = tuple(tuple(_beaten_by(card, trump) for card in range(32)) for trump in range(4))


def playable(
    hand: int, led: int, trump: int, beating: int, beat_ruff: bool = False, partner_best: bool = False
) -> int:
    """Return the cards of `hand` that may follow to a trick.

    `led` is the suit led and `beating` are the cards that beat the best one so far (`BEATEN_BY`). `beat_ruff`
    is the parameter `overtrump_ruff`; `partner_best` says that the best card is the partner's and need not be
    beaten.
    """
    own = hand & SUIT_MASKS[led]
    if own and led != trump:
        return own
    trumps = hand & SUIT_MASKS[trump]
    if partner_best or not (beat_ruff or led == trump):
        return trumps or hand
    return trumps & beating or trumps or hand
