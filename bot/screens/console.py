"""The private console: the table as one player sees it, with the hand and everything to do as buttons."""

from __future__ import annotations

from collections.abc import Iterable

from bot.deberts import actions as do
from bot.deberts.cards import mask
from bot.deberts.deal import Phase as DealPhase
from bot.deberts.sequences import sequences
from bot.deberts.view import DealView, SeatView
from bot.locales import Html, Texts
from bot.rooms.views import ConsoleView, Phase, RoomView

from . import board
from .cards import SUITS, by_suit, card
from .leaving import leave_button, vote_rows
from .names import shown
from .parts import Button, Rows, Screen, Style
from .presses import Move, Query, encode
from .table import rematch_rows
from .turns import claim_rows, clock_short, console_notes, nudge_buttons
from .words import bold, joined, paragraphs, seat_bold

_ROW = 5
_TITLE = 40

_Labelled = tuple[int, str, Style | None]
_ANSWERS: tuple[tuple[_Labelled, _Labelled], ...] = (
    ((do.CONCEDE, "button-concede", None), (do.CONTINUE, "button-continue", "success")),
    ((do.ACCEPT, "button-accept", "success"), (do.SURRENDER, "button-surrender", "danger")),
)
_SINGLE: tuple[_Labelled, ...] = (
    (do.DEBERTS, "button-deberts", "success"),
    (do.KLABOR, "button-klabor", "success"),
    (do.REDEAL, "button-redeal", "primary"),
    (do.DAVE, "button-dave", "primary"),
)

_HINTS = {
    DealPhase.BID: "console-hint-bid",
    DealPhase.CONCESSION: "console-hint-concession",
    DealPhase.PLAY: "console-hint-play",
    DealPhase.DAVE: "console-hint-dave",
}


def console(view: ConsoleView, t: Texts, now: float) -> Screen:
    """Return the console of a seat; `now` is in Unix seconds."""
    room = view.room
    title = bold(shown(room.title, _TITLE) or t.plain("table-title"))
    if room.phase == Phase.LOBBY:
        return Screen(paragraphs([joined([title, board.heading(room, t)])], [t.html("console-lobby")]))
    match = room.match
    if match is None or room.phase != Phase.PLAYING:
        won = room.phase == Phase.FINISHED and match is not None
        lines: list[str] = []
        if won and match is not None:
            mine = room.rules.side_of[view.seat] in match.outcome.winners
            lines.append(t.html("console-won" if mine else "console-lost"))
        lines.append(joined([title, board.heading(room, t)]))
        rows = rematch_rows(room, t) if room.phase == Phase.FINISHED else ()
        return Screen(paragraphs(lines, [board.ended(room, t)]), rows)
    lines = [joined([t.html("console-your-turn"), clock_short(room, t)])] if view.my_turn else []
    lines.append(joined([title, board.heading(room, t)]))
    lines.extend(_partner(view, t))
    last = _hint(view, t) if view.my_turn else [board.turn(room, match, t, now)]
    # What a player is told stands right above what there is to do.
    notes = console_notes(view, t)
    last = [*notes, *last] if view.my_turn else [*last, *notes]
    return Screen(paragraphs(lines, [board.body(room, match, t)], last), _rows(view, t))


def _partner(view: ConsoleView, t: Texts) -> list[Html]:
    """Say who the player's partner is, where pairs play."""
    rules = view.room.rules
    others = [seat for seat in rules.side_seats(rules.side_of[view.seat]) if seat != view.seat]
    return [t.html("partner", name=seat_bold(view.room, seat, t)) for seat in others]


def _hint(view: ConsoleView, t: Texts) -> list[Html]:
    """Say to the player whose turn it is what the buttons are for."""
    seat_view = view.seat_view
    if seat_view is None or seat_view.public.deal is None:
        return []
    return [t.html(_HINTS[seat_view.public.deal.phase])]


def _rows(view: ConsoleView, t: Texts) -> Rows:
    room, seat_view = view.room, view.seat_view
    rows: list[tuple[Button, ...]] = []
    if seat_view is not None and seat_view.public.deal is not None:
        rows.extend(_acts(room, seat_view, seat_view.public.deal, t))
        rows.extend(_hand(room, seat_view, seat_view.public.deal, t))
    rows.append(
        (
            Button(t.plain("button-last"), data=encode(Query(room.id, "last"))),
            Button(t.plain("button-score"), data=encode(Query(room.id, "score"))),
        )
    )
    if room.turn is not None and not view.my_turn:
        if room.turn_side != room.rules.side_of[view.seat]:
            rows.extend(claim_rows(room, t))
        rows.append((*nudge_buttons(room, t), leave_button(view, t)))
    elif room.turn is not None:
        rows.append((leave_button(view, t),))
    rows.extend(vote_rows(room, t, view.seat))
    return tuple(rows)


def _move(room: RoomView, code: int, text: str, style: Style | None = None) -> Button:
    return Button(text, data=encode(Move(room.id, room.deal_number, room.action_count, code)), style=style)


def _hand(room: RoomView, seat_view: SeatView, deal: DealView, t: Texts) -> list[tuple[Button, ...]]:
    """Return the cards, suit by suit: trumps by themselves, short plain suits share a row."""
    legal = {action.code for action in seat_view.legal}
    rows = [
        tuple(_move(room, c, card(c, t), "success" if c in legal else None) for c in row)
        for row in _packed(by_suit(seat_view.hand, deal.trump), deal.trump)
    ]
    bela = [code for code in sorted(legal, reverse=True) if do.BELA <= code < do.PASS]
    if bela:
        buttons = (
            _move(room, code, t.plain("button-bela", card=card(code & 31, t)), "success") for code in bela
        )
        rows.insert(0, tuple(buttons))
    return rows


def _packed(suits: Iterable[list[int]], trump: int | None) -> list[list[int]]:
    rows: list[list[int]] = []
    for suit in suits:
        if len(suit) > _ROW:
            half = (len(suit) + 1) // 2
            rows.extend([suit[:half], suit[half:]])
        elif rows and rows[-1][0] >> 3 != trump and len(rows[-1]) + len(suit) <= _ROW:
            rows[-1].extend(suit)
        else:
            rows.append(list(suit))
    return rows


def _acts(room: RoomView, seat_view: SeatView, deal: DealView, t: Texts) -> list[tuple[Button, ...]]:
    """Return everything that may be done now besides playing a card."""
    legal = [action.code for action in seat_view.legal]
    rows: list[tuple[Button, ...]] = []
    orders = sorted(code for code in legal if do.ORDER <= code < do.REDEAL)
    bids = [_move(room, c, t.plain("button-order", suit=SUITS[c - do.ORDER]), "success") for c in orders]
    if do.PASS in legal:
        bids.append(_move(room, do.PASS, t.plain("button-pass")))
    # One suit and a pass share a row; three suits fill theirs.
    rows.extend([tuple(bids)] if len(bids) < 4 else [tuple(bids[:3]), tuple(bids[3:])])
    for pair in _ANSWERS:
        if pair[0][0] in legal:
            row = (_move(room, code, _label(room, deal, code, key, t), style) for code, key, style in pair)
            rows.append(tuple(row))
    if do.DECLARE in legal:
        found = sequences(mask(seat_view.hand), room.rules.hundred)
        kinds = " + ".join(t.plain(f"declare-{s.worth}") for s in sorted(found, reverse=True))
        rows.append((_move(room, do.DECLARE, t.plain("button-declare", what=kinds), "primary"),))
    if do.SWAP in legal:
        label = t.plain("button-swap", seven=card(deal.upcard & 24, t), card=card(deal.upcard, t))
        rows.append((_move(room, do.SWAP, label, "primary"),))
    for code, key, style in _SINGLE:
        if code in legal:
            rows.append((_move(room, code, _label(room, deal, code, key, t), style),))
    return [row for row in rows if row]


def _label(room: RoomView, deal: DealView, code: int, key: str, t: Texts) -> str:
    if code == do.CONCEDE:
        return t.plain(key, points=room.rules.concede_points)
    if code in (do.DAVE, do.ACCEPT):
        return t.plain(key, times=board.next_multiplier(room, deal))
    return t.plain(key)
