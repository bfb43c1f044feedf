"""Which cards a hand may play to a trick (rules.md 6): pure functions of hand, trick and trump."""

from __future__ import annotations

from .cards import POWER

SUIT_MASKS = tuple(255 << suit * 8 for suit in range(4))
FIRST_TRUMP_POWER = 16

# BEATS[trump][power]: the trumps that beat the best card of a trick, by its power in `cards.POWER`.
BEATS = tuple(
    tuple(
        sum(
            1 << trump * 8 + rank
            for rank in range(8)
            if POWER[trump][trump][trump * 8 + rank] > max(power, FIRST_TRUMP_POWER - 1)
        )
        for power in range(24)
    )
    for trump in range(4)
)


def playable(
    hand: int, led: int, trump: int, best: int, beat_ruff: bool = False, partner_best: bool = False
) -> int:
    """Return the cards of `hand` that may follow to a trick.

    `led` is the suit led and `best` the power (`cards.POWER`) of the best card so far. `beat_ruff` is the
    parameter `overtrump_ruff`; `partner_best` says that the highest trump is the partner's and need not be
    beaten.
    """
    own = hand & SUIT_MASKS[led]
    if led == trump:
        if not own:
            return hand
        if partner_best:
            return own
        return own & BEATS[trump][best] or own
    if own:
        return own
    trumps = hand & SUIT_MASKS[trump]
    if not trumps:
        return hand
    if beat_ruff and not partner_best:
        return trumps & BEATS[trump][best] or trumps
    return trumps
