"""What the buttons of a table where the game is played may say: by the rules alone, whatever the hands.

Worked out from what has happened in a deal, without the views and screens that are to be tested.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from bot.deberts import actions as do
from bot.deberts.cards import KING, QUEEN
from bot.deberts.deal import Deal
from bot.deberts.match import Match
from bot.deberts.rules import Rules
from bot.screens.absence_presses import GroupMove

CARDS = tuple(range(32))
_FIRST_TRICK = 4

Buttons = Sequence[tuple[Mapping[str, Any], GroupMove]]


def problems(match: Match, buttons: Buttons) -> Iterator[str]:
    """Yield what is wrong with the buttons of a table; it may show the deal as it was some actions ago."""
    deals = {(press.room, press.deal, press.part) for _, press in buttons}
    if len(deals) != 1:
        yield f"buttons of {len(deals)} parts of deals"
        return
    ((_, number, part),) = deals
    deal = match.deals[number] if number < len(match.deals) else match.deal
    if deal is None or number > len(match.deals):
        yield "buttons of a deal that is not dealt"
        return
    for button, _ in buttons:
        if set(button) != {"text", "callback_data"}:
            yield f"a button that looks different from the others: {button}"
    codes = [press.code for _, press in buttons]
    cards = tuple(code for code in codes if code < do.BELA)
    calls = {code for code in codes if code >= do.BELA}
    if len(calls) + len(cards) != len(codes):
        yield "an act twice"
    if part < _FIRST_TRICK or calls == {do.ACCEPT, do.SURRENDER}:
        wanted, maybe = _before_play(match.rules, deal, part), set[int]()
        if cards:
            yield f"cards before the play: {cards}"
    else:
        wanted, maybe = _in_play(match.rules, deal, part)
        if cards != CARDS:
            yield f"not the 32 cards but {cards}"
    if not wanted <= calls <= wanted | maybe:
        yield f"calls {sorted(calls)}, not {sorted(wanted)} and perhaps {sorted(maybe)}"


def _before_play(rules: Rules, deal: Deal, part: int) -> set[int]:
    """Return the calls of the bidding, of the answer to the order, and of that to a dave."""
    if part >= _FIRST_TRICK:
        return {do.ACCEPT, do.SURRENDER} if rules.dave != "off" else set()
    if part == 2:
        return {do.CONCEDE, do.CONTINUE}
    upcard = deal.upcard >> 3
    calls = {do.PASS, *(do.ORDER + suit for suit in range(4) if (suit == upcard) == (part == 0))}
    if rules.four_sevens == "redeal" or (rules.weak_hand_below and part == 0):
        calls.add(do.REDEAL)
    if rules.klabor:
        calls.add(do.KLABOR)
    return calls


def _in_play(rules: Rules, deal: Deal, part: int) -> tuple[set[int], set[int]]:
    """Return the calls beside the cards, and those that may still stand there because the table lags."""
    wanted = {do.DAVE} if rules.dave != "off" else set()
    maybe: set[int] = set()
    royals = {deal.trump * 8 + rank | do.BELA for rank in (KING, QUEEN)}
    (wanted if deal.bela is None else maybe).update(royals)
    if part == _FIRST_TRICK:
        if not deal.replayed:
            wanted.add(do.DECLARE)
            wanted |= {do.DEBERTS} if rules.deberts != "off" else set()
            wanted |= {do.REDEAL} if rules.four_sevens == "redeal" else set()
        if rules.seven_exchange != "off" and deal.trump == deal.upcard >> 3:
            gone = deal.swapper is not None or deal.upcard_seat is not None
            (maybe if gone else wanted).add(do.SWAP)
    return wanted, maybe
