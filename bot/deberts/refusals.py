"""Why an act is not allowed: looked for only after the checked door has refused it."""

from __future__ import annotations

from .actions import (
    ACCEPT,
    CONCEDE,
    CONTINUE,
    DAVE,
    DEBERTS,
    DECLARE,
    KLABOR,
    ORDER,
    PASS,
    REDEAL,
    SURRENDER,
    SWAP,
)
from .cards import CODES, ROYAL_PAIR, SUITS
from .deal import Deal, Phase
from .errors import IllegalActionError
from .sequences import deberts_cards, has_sequence


def refusal(deal: Deal, seat: int, code: int) -> IllegalActionError:
    """Return the error for an act that the seat may not do now."""
    if seat != deal.turn:
        return IllegalActionError("not-your-turn", seat=deal.turn)
    if deal.phase == Phase.CONCESSION:
        return IllegalActionError("answer-order", seat=deal.turn)
    if deal.phase == Phase.DAVE:
        return IllegalActionError("answer-dave")
    if code in (CONCEDE, CONTINUE):
        return IllegalActionError("no-concession")
    if code in (ACCEPT, SURRENDER):
        return IllegalActionError("no-dave")
    if deal.phase == Phase.BID:
        return _in_bidding(deal, code)
    if code < PASS:
        return _of_card(deal, code)
    return _before_first_card(deal, code)


def _in_bidding(deal: Deal, code: int) -> IllegalActionError:
    if code == PASS:
        return IllegalActionError("forced-dealer")
    if ORDER <= code < REDEAL:
        rule = "order-upcard-suit" if deal.first_round else "order-other-suit"
        return IllegalActionError(rule, suit=SUITS[deal.upcard >> 3])
    if code == REDEAL:
        return IllegalActionError("redeal-not-allowed")
    if code == KLABOR:
        return IllegalActionError("klabor-not-held")
    return IllegalActionError("bidding-first")


def _of_card(deal: Deal, code: int) -> IllegalActionError:
    """Say why a card cannot be played, or not with bela."""
    card = code & 31
    hand = deal.hand(deal.turn)
    if not hand >> card & 1:
        return IllegalActionError("not-in-hand", card=CODES[card])
    if card not in deal.codes():
        trump = deal.trump
        if card >> 3 != deal.led and hand >> deal.led * 8 & 255:
            return IllegalActionError("follow-suit", suit=SUITS[deal.led])
        if card >> 3 != trump:
            return IllegalActionError("must-trump", suit=SUITS[trump])
        return IllegalActionError("must-beat")
    if not ROYAL_PAIR << deal.trump * 8 >> card & 1:
        return IllegalActionError("bela-card")
    if deal.bela is not None:
        return IllegalActionError("bela-announced")
    return IllegalActionError("bela-not-held")


def _before_first_card(deal: Deal, code: int) -> IllegalActionError:
    seat = deal.turn
    if code == DAVE:
        return IllegalActionError("dave-off" if deal.rules.dave == "off" else "dave-yours")
    if code in (PASS, KLABOR) or ORDER <= code < REDEAL:
        return IllegalActionError("bidding-over")
    if deal.winners:
        return IllegalActionError("too-late")
    declared = deal.declared_seats >> seat & 1
    swapped = deal.swapper == seat
    if code == SWAP:
        if swapped or not _swap_possible(deal):
            return IllegalActionError("swap-not-allowed")
        if declared:
            return IllegalActionError("swap-too-late")
        return IllegalActionError("swap-not-held", suit=SUITS[deal.trump])
    if deal.replayed:
        return IllegalActionError("redeal-not-allowed" if code == REDEAL else "no-sequences")
    if code == DECLARE:
        if declared:
            return IllegalActionError("already-declared")
        assert not has_sequence(deal.hand(seat))
        return IllegalActionError("nothing-to-declare")
    if code == DEBERTS:
        held = deal.rules.deberts != "off" and deberts_cards(deal.hand(seat), deal.rules.deberts, deal.trump)
        return IllegalActionError("deberts-too-late" if held else "deberts-not-held")
    assert code == REDEAL
    return IllegalActionError("redeal-too-late" if declared or swapped else "redeal-not-allowed")


def _swap_possible(deal: Deal) -> bool:
    """Tell whether the seat at turn has the right to swap, its hand aside."""
    exchange = deal.rules.seven_exchange
    allowed = exchange == "any" or (exchange == "taker" and deal.turn == deal.taker)
    return allowed and deal.swapper is None and deal.upcard_seat is None and deal.trump == deal.upcard >> 3
