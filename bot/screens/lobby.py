"""The lobby: who sits and under which rules; the pages of the rules are `lobby_rules`."""

from __future__ import annotations

from bot.locales import Html, Texts
from bot.rooms.views import Phase, RoomView

from .lobby_rules import page_button, rules_in_short, rules_screen
from .names import seat_name
from .parts import Button, Rows, Screen
from .presses import Seat, SeatAt, Start, encode
from .turns import clock_line, clock_page
from .words import bold, italic, joined, paragraphs

_OWNER = "👑"
_SEAT_NAME = 14


def lobby(room: RoomView, t: Texts, bot_username: str) -> Screen:
    """Return the lobby, or the page of its rules that is open; once the match is on, who plays what."""
    if room.phase != Phase.LOBBY:
        return _closed(room, t)
    if room.page == "clock":
        return clock_page(room, t)
    if room.page:
        return rules_screen(room, t)
    return _seats_page(room, t, bot_username)


def _closed(room: RoomView, t: Texts) -> Screen:
    """Return what stays of a lobby: nothing in it can go out of date."""
    seats = [joined([f"{seat + 1}. ", bold(seat_name(room, seat, t))], "") for seat in range(len(room.seats))]
    rules = [rules_in_short(room.rules, t), *clock_line(room.clock, t)]
    return Screen(paragraphs([_title(room, t)], seats, rules, [t.html("lobby-closed")]))


def _title(room: RoomView, t: Texts) -> Html:
    return joined([bold(t.plain("table-title")), t.plain(f"lineup-{room.rules.players}")])


def _seats_page(room: RoomView, t: Texts, bot_username: str) -> Screen:
    seats: list[str] = []
    missing = []
    for seat, player in enumerate(room.seats):
        if player is None:
            seats.append(joined([f"{seat + 1}. ", italic(t.plain("seat-free"))], ""))
            continue
        name = seat_name(room, seat, t)
        owner = f" {_OWNER}" if player.user_id == room.owner_id else ""
        waits = "" if player.reachable else " ⚠️"
        seats.append(joined([f"{seat + 1}. ", bold(name), owner, waits], ""))
        if not player.reachable:
            missing.append(name)
    if room.rules.players == "2x2":
        seats.append(t.html("lobby-partners"))
    rules = [rules_in_short(room.rules, t), *clock_line(room.clock, t)]
    if missing:
        ask = [t.html("lobby-unreachable", names=bold(", ".join(missing)))]
    elif room.full:
        ask = [t.html("lobby-ready")]
    else:
        ask = [t.html("lobby-waiting", count=sum(seat is None for seat in room.seats))]
    text = paragraphs([_title(room, t)], seats, rules, ask)
    return Screen(text, _seats_rows(room, t, bot_username, bool(missing)))


def _seats_rows(room: RoomView, t: Texts, bot_username: str, missing: bool) -> Rows:
    rows: list[tuple[Button, ...]] = []
    if room.full:
        start = Start(room.id, room.revision)
        rows.append((Button(t.plain("button-start"), data=encode(start), style="success"),))
    sit = Button(t.plain("button-sit"), data=encode(Seat(room.id, True)), style="primary")
    stand = Button(t.plain("button-stand"), data=encode(Seat(room.id, False)))
    rows.append((stand,) if room.full else (sit, stand))
    if len(room.seats) > 2:
        # Who plays beside whom matters: every seat is a button of its own.
        places = [
            Button(_place(room, seat, t), data=encode(SeatAt(room.id, seat)))
            for seat in range(len(room.seats))
        ]
        rows += [tuple(places[:2]), tuple(places[2:])]
    if missing:
        link = f"https://t.me/{bot_username}?start=r{room.id}"
        rows.append((Button(t.plain("button-open-bot"), url=link),))
    rows += [
        (
            page_button(room, "preset", t.plain("button-preset")),
            page_button(room, "players", t.plain("button-players")),
            page_button(room, "target", t.plain("button-target")),
        ),
        (
            page_button(room, "rules", t.plain("button-rules")),
            page_button(room, "saved", t.plain("button-saved")),
            page_button(room, "clock", t.plain("button-clock")),
        ),
    ]
    return tuple(rows)


def _place(room: RoomView, seat: int, t: Texts) -> str:
    """Return the label of a seat's button."""
    free = room.seats[seat] is None
    name = t.plain("seat-free") if free else seat_name(room, seat, t, _SEAT_NAME)
    return f"{seat + 1} · {name}"
