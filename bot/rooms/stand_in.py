"""What the bot does for a player whose time is over."""

from __future__ import annotations

from bot.deberts import actions as do
from bot.deberts.cards import PLAIN_STRENGTH, POINTS, TRUMP_STRENGTH
from bot.deberts.view import SeatView

# What costs to leave out, best first: to win the match at once, and what is on the hand to be declared.
_EAGER = (do.DEBERTS, do.KLABOR, do.DECLARE)


def stand_in(view: SeatView) -> int:
    """Return the code of the act that harms the player least; the seat must be at turn.

    Bidding it passes; a dealer who must order does so in the suit where the hand counts most. It never gives
    a deal up (it defends, and it accepts a dave), offers no dave, and leaves the hand alone: no swap, no
    redeal. Whatever wins the match at once or is to be declared is called, since to leave it out would cost.
    Then it plays the lowest legal card: the fewest points, no trump if it can be, the weakest. Bela is
    announced with its card, but not where whoever takes the trick would write it.
    """
    legal = [action.code for action in view.legal]
    assert legal, "not this seat's turn"
    for code in (*_EAGER, do.PASS, do.CONTINUE, do.ACCEPT):
        if code in legal:
            return code
    if orders := [code for code in legal if do.ORDER <= code < do.REDEAL]:
        return max(orders, key=lambda code: _worth(view.hand, code - do.ORDER))
    deal = view.public.deal
    assert deal is not None
    assert deal.trump is not None
    trump = deal.trump
    card = min((code for code in legal if code < do.BELA), key=lambda card: _height(card, trump))
    with_bela = card | do.BELA
    announce = with_bela in legal and view.public.rules.bela_trick != "taker"
    return with_bela if announce else card


def _worth(hand: tuple[int, ...], suit: int) -> int:
    return sum(POINTS[suit][card] for card in hand)


def _height(card: int, trump: int) -> tuple[int, bool, int]:
    is_trump = card >> 3 == trump
    strength = TRUMP_STRENGTH if is_trump else PLAIN_STRENGTH
    return POINTS[trump][card], is_trump, strength[card & 7]
