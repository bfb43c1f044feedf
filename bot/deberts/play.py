"""Which cards a hand may play to a trick (rules.md 6): pure functions of hand, trick and trump."""

from __future__ import annotations

from .cards import ABOVE_PLAIN, ABOVE_TRUMP, SUIT_MASKS

# SAME_SUIT[card]: all cards of its suit.
SAME_SUIT = tuple(SUIT_MASKS[card >> 3] for card in range(32))


def _beaten_by(card: int, trump: int) -> int:
    suit, rank = divmod(card, 8)
    if suit == trump:
        return ABOVE_TRUMP[rank] << suit * 8
    return ABOVE_PLAIN[rank] << suit * 8 | SUIT_MASKS[trump]


# BEATEN_BY[trump][card]: the cards that beat the best card of a trick (which is a trump or of the suit led).
BEATEN_BY = tuple(tuple(_beaten_by(card, trump) for card in range(32)) for trump in range(4))


def playable(
    hand: int, led: int, trumps: int, beating: int, beat_ruff: bool = False, partner_best: bool = False
) -> int:
    """Return the cards of `hand` that may follow to a trick.

    `led` and `trumps` are all cards of the suit led and of trump, `beating` those that beat the best card
    so far (`BEATEN_BY`). `beat_ruff` is the parameter `overtrump_ruff`; `partner_best` says that the best
    card is the partner's and need not be beaten.
    """
    own = hand & led
    if own and led != trumps:
        return own
    own = hand & trumps
    if partner_best or not (beat_ruff or led == trumps):
        return own or hand
    return own & beating or own or hand
