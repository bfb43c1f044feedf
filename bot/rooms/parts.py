"""The parts of a deal, by number: what the buttons of the group's table are good for.

A button of the table cannot carry the count of actions: the table lags behind, and it is everybody's. It
carries a part of the deal instead, in which a player does the same thing only once: 0 and 1 are the rounds of
bidding, 2 the answer to the order, and 3 + n the trick n (from 1) with all that is called in it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from bot.deberts import actions as do
from bot.deberts.actions import Action
from bot.deberts.deal import Phase
from bot.deberts.view import DealView

_ANSWER = 2
_TRICKS = 3


def present_part(deal: DealView) -> int:
    """Return the part that a deal is in."""
    if deal.phase == Phase.BID:
        return deal.round - 1
    return _ANSWER if deal.phase == Phase.CONCESSION else _TRICKS + deal.trick_number


def parts(actions: Iterable[str], seats: int) -> Iterator[tuple[Action, int]]:
    """Yield the actions of a deal, given as texts, each with the part it was done in."""
    bids = cards = 0
    ordered = False
    for text in actions:
        action = Action.parse(text)
        if action.card is not None:
            yield action, _TRICKS + 1 + cards // seats
            cards += 1
        elif action.code in (do.CONCEDE, do.CONTINUE):
            yield action, _ANSWER
        elif action.code == do.PASS or action.suit is not None:
            yield action, min(1, bids // seats)
            bids += 1
            ordered = action.code != do.PASS
        elif action.code == do.KLABOR or (action.code == do.REDEAL and not ordered):
            yield action, min(1, bids // seats)
        else:
            yield action, _TRICKS + 1 + cards // seats
