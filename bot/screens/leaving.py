"""Leaving a match, vacant seats, and who asks for them."""

from __future__ import annotations

from bot.locales import Html, Texts
from bot.rooms.views import ConsoleView, RoomView, SeatRequest

from .absence_presses import Leave, TakeOver, Vote
from .names import seat_name, shown
from .parts import Button, Rows, Screen
from .presses import encode
from .words import bold, paragraphs

_NAME = 20


def seat_notes(room: RoomView, t: Texts) -> list[Html]:
    """Return which seats are vacant, and who asks for them and waits for whose consent."""
    asked = {request.seat: request for request in room.requests}
    lines = []
    for seat in room.vacant:
        left = bold(seat_name(room, seat, t))
        request = asked.get(seat)
        if request is None:
            played = room.clock.seconds and room.clock.then == "play"
            lines.append(t.html("seat-vacant-played" if played else "seat-vacant", name=left))
            continue
        waiting = [seat_name(room, one, t) for one in _players(room) if one not in request.agreed]
        name, all_waiting = bold(_asker(request, t)), bold(", ".join(waiting))
        if request.returns:
            lines.append(t.html("seat-return", name=name, waiting=all_waiting))
        else:
            lines.append(t.html("seat-request", name=name, left=left, waiting=all_waiting))
    return lines


def seat_rows(room: RoomView, t: Texts) -> Rows:
    """Return the buttons of the group's table about vacant seats: to ask for one, and to answer who asks."""
    asked = {request.seat for request in room.requests}
    rows = [
        (
            Button(
                t.plain("button-take-over", name=seat_name(room, seat, t, _NAME)),
                data=encode(TakeOver(room.id, seat)),
                style="primary",
            ),
        )
        for seat in room.vacant
        if seat not in asked
    ]
    return (*rows, *vote_rows(room, t))


def vote_rows(room: RoomView, t: Texts, seat: int | None = None) -> Rows:
    """Return the answers to everybody who asks for a seat; for one player only those still to be given."""
    return tuple(
        (_vote(room, request, True, t), _vote(room, request, False, t))
        for request in room.requests
        if seat is None or seat not in request.agreed
    )


def leave_button(view: ConsoleView, t: Texts) -> Button:
    """Return the button of a console by which its player leaves."""
    player = view.room.seats[view.seat]
    assert player is not None
    return Button(t.plain("button-leave"), data=encode(Leave(view.room.id, player.user_id, "ask")))


def left_table(room: RoomView, t: Texts) -> Screen:
    """Return what the console of who has left goes on showing."""
    return Screen(paragraphs([bold(shown(room.title) or t.plain("table-title"))], [t.html("leave-done")]))


def leave_question(room: RoomView, user_id: int, t: Texts) -> Screen:
    """Ask a player whether to leave the match for good."""

    def answer(key: str, said: str) -> Button:
        data = encode(Leave(room.id, user_id, said))
        return Button(t.plain(key), data=data, style="danger" if said == "yes" else None)

    seat = room.seat_of(user_id)
    name = "" if seat is None else seat_name(room, seat, t)
    # With the last player the match is stopped.
    about = t.html("leave-last-about" if len(_players(room)) == 1 else "leave-about")
    text = paragraphs([bold(t.plain("leave-question", name=name))], [about])
    return Screen(text, ((answer("button-leave-yes", "yes"), answer("button-stop-no", "no")),))


def _players(room: RoomView) -> list[int]:
    """Return the seats that are taken."""
    return [seat for seat, player in enumerate(room.seats) if player is not None]


def _asker(request: SeatRequest, t: Texts) -> str:
    return shown(request.name, _NAME) or t.plain("player-nameless", seat=request.seat + 1)


def _vote(room: RoomView, request: SeatRequest, yes: bool, t: Texts) -> Button:
    data = encode(Vote(room.id, request.seat, request.user_id, yes))
    if yes:
        return Button(t.plain("button-agree", name=_asker(request, t)), data=data, style="success")
    return Button(t.plain("button-refuse"), data=data)
