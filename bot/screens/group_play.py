"""Playing at the group's table: the same buttons for everybody, whatever anybody holds.

Nothing here depends on a hand: all cards are offered, and every call that the rules of the table know at this
point of the deal. A press is checked against the hand of who presses.
"""

from __future__ import annotations

from bot.deberts import actions as do
from bot.deberts.cards import KING, QUEEN
from bot.deberts.deal import Phase
from bot.deberts.view import DealView
from bot.locales import Texts
from bot.rooms.parts import present_part
from bot.rooms.views import RoomView

from . import board
from .absence_presses import GroupMove, PlayHere
from .cards import SUITS, card
from .parts import Button, Rows, Style
from .presses import encode

_Row = tuple[Button, ...]


def here_rows(room: RoomView, t: Texts) -> Rows:
    """Return the cards and calls of a table where the game is played, and the button that hides them."""
    deal = room.match.deal if room.match is not None else None
    if not room.plays_here or deal is None:
        return ()
    hide = Button(t.plain("button-hide-cards"), data=encode(PlayHere(room.id, False)))
    return (*_calls(room, deal, t), *_cards(room, deal, t), (hide,))


def here_button(room: RoomView, t: Texts) -> Button:
    """Return the button that lets the table offer the cards."""
    return Button(t.plain("button-play-here"), data=encode(PlayHere(room.id, True)))


def _act(room: RoomView, deal: DealView, code: int, label: str, style: Style | None = None) -> Button:
    press = GroupMove(room.id, deal.number, present_part(deal), code)
    return Button(label, data=encode(press), style=style)


def _cards(room: RoomView, deal: DealView, t: Texts) -> list[_Row]:
    """Return the 32 cards, a row for each suit; while bela may be announced its cards once more."""
    if deal.phase != Phase.PLAY:
        return []
    rows = [
        tuple(_act(room, deal, suit * 8 + rank, card(suit * 8 + rank, t)) for rank in range(8))
        for suit in range(4)
    ]
    if deal.bela_seat is None and deal.trump is not None:
        royals = [deal.trump * 8 + rank for rank in (KING, QUEEN)]
        rows.append(
            tuple(
                _act(room, deal, one | do.BELA, t.plain("button-bela", card=card(one, t))) for one in royals
            )
        )
    return rows


def _calls(room: RoomView, deal: DealView, t: Texts) -> list[_Row]:
    if deal.phase == Phase.BID:
        return _bids(room, deal, t)
    if deal.phase == Phase.CONCESSION:
        give = t.plain("button-concede", points=room.rules.concede_points)
        go_on = t.plain("button-continue")
        return [(_act(room, deal, do.CONCEDE, give), _act(room, deal, do.CONTINUE, go_on))]
    times = board.next_multiplier(room, deal)
    if deal.phase == Phase.DAVE:
        accept = t.plain("button-accept", times=times)
        give_up = t.plain("button-surrender")
        return [(_act(room, deal, do.ACCEPT, accept), _act(room, deal, do.SURRENDER, give_up))]
    found = _before_the_first_card(room, deal, t) if deal.trick_number == 1 else []
    if room.rules.dave != "off":
        found.append(_act(room, deal, do.DAVE, t.plain("button-dave", times=times)))
    return _in_pairs(found)


def _bids(room: RoomView, deal: DealView, t: Texts) -> list[_Row]:
    upcard = deal.upcard >> 3
    suits = [upcard] if deal.round == 1 else [suit for suit in range(4) if suit != upcard]
    orders = [_act(room, deal, do.ORDER + suit, t.plain("button-order", suit=SUITS[suit])) for suit in suits]
    refuse = _act(room, deal, do.PASS, t.plain("button-pass"))
    found = []
    rules = room.rules
    if rules.four_sevens == "redeal" or (rules.weak_hand_below and deal.round == 1):
        found.append(_act(room, deal, do.REDEAL, t.plain("button-redeal")))
    if rules.klabor:
        found.append(_act(room, deal, do.KLABOR, t.plain("button-klabor")))
    rows = [(*orders, refuse)] if len(orders) == 1 else [tuple(orders), (refuse,)]
    return [*rows, *_in_pairs(found)]


def _before_the_first_card(room: RoomView, deal: DealView, t: Texts) -> list[Button]:
    rules = room.rules
    found = []
    if not deal.replayed:
        found.append(_act(room, deal, do.DECLARE, t.plain("button-declare-any")))
        if rules.deberts != "off":
            found.append(_act(room, deal, do.DEBERTS, t.plain("button-deberts")))
        if rules.four_sevens == "redeal":
            found.append(_act(room, deal, do.REDEAL, t.plain("button-redeal")))
    swapped = deal.swap_seat is not None or deal.upcard_seat is not None
    if rules.seven_exchange != "off" and not swapped and deal.trump == deal.upcard >> 3:
        label = t.plain("button-swap", seven=card(deal.upcard & 24, t), card=card(deal.upcard, t))
        found.append(_act(room, deal, do.SWAP, label))
    return found


def _in_pairs(buttons: list[Button]) -> list[_Row]:
    return [tuple(buttons[place : place + 2]) for place in range(0, len(buttons), 2)]
