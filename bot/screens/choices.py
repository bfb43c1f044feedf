"""Questions of the bot: which table, really stop, which language."""

from __future__ import annotations

from collections.abc import Sequence

from bot.locales import LANGUAGES, Texts, texts
from bot.rooms.views import RoomView

from .names import seat_name, shown
from .parts import Button, Screen
from .presses import Choose, SetLanguage, Stop, encode
from .words import DOT, bold, joined, minus, paragraphs

_MOST = 50
_NAME = 14


def choose_room(rooms: Sequence[RoomView], command: str, t: Texts) -> Screen:
    """Ask which of several tables a command means."""
    titled = len({room.chat_id for room in rooms}) > 1
    rows = tuple(
        (Button(_label(room, titled, t), data=encode(Choose(room.id, command))),) for room in rooms[:_MOST]
    )
    return Screen(t.html("choose-room"), rows)


def stop_question(room: RoomView, t: Texts) -> Screen:
    """Ask whether a table is really to be stopped."""
    kind = "lobby" if room.match is None else "match"
    text = paragraphs(
        [bold(t.plain(f"stop-{kind}-question")), joined([_players(room, t), _state(room, t)])],
        [t.html(f"stop-{kind}-about")],
    )
    return Screen(
        text,
        (
            (
                Button(t.plain("button-stop-yes"), data=encode(Stop(room.id, True)), style="danger"),
                Button(t.plain("button-stop-no"), data=encode(Stop(room.id, False))),
            ),
        ),
    )


def language_menu(t: Texts) -> Screen:
    """Offer the languages, each by its own name."""
    rows = tuple(
        (
            Button(
                texts(code).plain("language-name"),
                data=encode(SetLanguage(code)),
                style="primary" if code == t.language else None,
            ),
        )
        for code in LANGUAGES
    )
    return Screen(t.html("language-question"), rows)


def _players(room: RoomView, t: Texts) -> str:
    names = [seat_name(room, seat, t, _NAME) for seat, player in enumerate(room.seats) if player is not None]
    return " — ".join(names) or t.plain("seat-free")


def _state(room: RoomView, t: Texts) -> str:
    """Return what tells a table from others of the same players: how far it has come."""
    if room.match is None:
        return t.plain("choose-lobby" if room.live else "choose-closed")
    deal = room.match.deal
    number = len(room.match.results) if deal is None else deal.number + 1
    totals = ":".join(minus(total) for total in room.match.sheet.totals)
    return DOT.join([t.plain("deal-number", number=number), totals])


def _label(room: RoomView, titled: bool, t: Texts) -> str:
    title = shown(room.title, 20)
    label = DOT.join([_players(room, t), _state(room, t)])
    return f"{title}: {label}" if titled and title else label
