"""A player's own cards in an alert."""

from __future__ import annotations

from bot.deberts.view import DealView
from bot.locales import Texts
from bot.rooms.views import ConsoleView, Phase

from .cards import SUITS, by_suit, rank
from .names import seat_name
from .words import limited


def hand_alert(view: ConsoleView, t: Texts) -> str:
    """Return the hand by suits, and whose turn it is, in at most 200 characters without markup."""
    seat_view = view.seat_view
    deal = seat_view.public.deal if seat_view is not None else None
    if seat_view is None or deal is None or view.room.phase != Phase.PLAYING:
        return t.plain("hand-none")
    lines = []
    for suit in by_suit(seat_view.hand, deal.trump):
        number = suit[0] >> 3
        held = f"{SUITS[number]} " + " ".join(rank(card & 7, t) for card in suit)
        lines.append(t.plain("hand-trump", cards=held) if number == deal.trump else held)
    lines.append(_turn(view, deal, t))
    return limited("\n".join(lines))


def _turn(view: ConsoleView, deal: DealView, t: Texts) -> str:
    if view.my_turn:
        return t.plain("hand-your-turn")
    if deal.turn is None:
        return ""
    return t.plain("hand-turn", name=seat_name(view.room, deal.turn, t))
