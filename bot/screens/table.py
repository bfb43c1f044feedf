"""The table: the group's message of the deal in progress, and the last one of a match."""

from __future__ import annotations

from bot.locales import Texts
from bot.rooms.views import Phase, RoomView

from . import board, fair
from .board import WAITING_STEPS
from .group_play import here_button, here_rows
from .leaving import seat_rows
from .lobby import lobby
from .names import seat_name, shown
from .parts import Button, Rows, Screen
from .presses import Query, Rematch, encode
from .turns import claim_rows, nudge_buttons, table_notes
from .words import bold, distance, joined, paragraphs

__all__ = ["WAITING_STEPS", "moved_on", "rematch_rows", "table"]


def table(room: RoomView, t: Texts, bot_username: str, now: float) -> Screen:
    """Return the table as the whole group sees it; `now` is in Unix seconds."""
    if room.phase == Phase.LOBBY:
        return lobby(room, t, bot_username)
    if room.match is None or room.phase != Phase.PLAYING:
        title = bold(t.plain("table-title"))
        rules = room.rules
        line = joined([title, distance(rules.target, rules.stakes, t)])
        if room.phase == Phase.FINISHED:
            return Screen(paragraphs([line], [board.ended(room, t)]), rematch_rows(room, t))
        # The message was the table of the deal that is not played on.
        return Screen(paragraphs([line], [board.ended(room, t)], fair.seal(room, room.deal_number, t)))
    title = joined([bold(t.plain("table-title")), board.heading(room, t)])
    missing = [seat_name(room, seat, t) for seat in board.unreachable(room)]
    key = "table-unreachable-here" if room.plays_here else "table-unreachable"
    warning = [t.html(key, names=bold(", ".join(missing)))] if missing else []
    turn = [board.turn(room, room.match, t, now), *table_notes(room, t)]
    text = paragraphs([title], [board.body(room, room.match, t)], turn, warning)
    return Screen(text, _rows(room, t, bot_username))


def broken_off(room: RoomView, t: Texts) -> Screen:
    """Return what stays of the table of a deal that was not played to its end."""
    title = joined([bold(t.plain("table-title")), t.plain("deal-number", number=room.deal_number + 1)])
    return Screen(paragraphs([title], [board.why_over(room, t)], fair.seal(room, room.deal_number, t)))


def moved_on(room: RoomView, t: Texts) -> Screen:
    """Return what stays of a table or a console that has been sent anew."""
    return Screen(joined([bold(shown(room.title) or t.plain("table-title")), t.html("moved-on")], "\n"))


def rematch_rows(room: RoomView, t: Texts) -> Rows:
    """Return the button of a finished match."""
    return ((Button(t.plain("button-rematch"), data=encode(Rematch(room.id)), style="success"),),)


def _rows(room: RoomView, t: Texts, bot_username: str) -> Rows:
    last = (*nudge_buttons(room, t), *(() if room.plays_here else (here_button(room, t),)))
    return (
        *here_rows(room, t),
        *claim_rows(room, t),
        (
            Button(t.plain("button-hand"), data=encode(Query(room.id, "hand")), style="primary"),
            Button(t.plain("button-last"), data=encode(Query(room.id, "last"))),
        ),
        (
            Button(t.plain("button-score"), data=encode(Query(room.id, "score"))),
            Button(t.plain("button-private"), url=f"https://t.me/{bot_username}"),
        ),
        *((last,) if last else ()),
        *seat_rows(room, t),
    )
