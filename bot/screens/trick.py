"""The last completed trick, which anybody may look at."""

from __future__ import annotations

from bot.locales import Html, Texts
from bot.rooms.views import RoomView

from .board import played
from .cards import card
from .names import seat_name
from .words import bold, joined, limited, quote, seat_bold


def last_trick(room: RoomView, t: Texts) -> Html:
    """Return the last completed trick: who led, who played what, who took it and its points."""
    found = room.match.last_trick if room.match is not None else None
    if found is None:
        return t.html("last-none")
    number, trick = found
    rows = played(room, trick.leader, trick.cards, t)
    title = joined([bold(t.plain("last-title")), t.plain("deal-number", number=number + 1)])
    taken = t.html("last-taken", name=seat_bold(room, trick.winner, t), points=trick.points)
    return joined([title, quote(rows), taken], "\n")


def last_trick_alert(room: RoomView, t: Texts) -> str:
    """Return the same in at most 200 characters, without markup."""
    found = room.match.last_trick if room.match is not None else None
    if found is None:
        return t.plain("last-none")
    _, trick = found
    seats = room.rules.seats
    lines = [
        t.plain("card-of", name=seat_name(room, (trick.leader + place) % seats, t, 14), card=card(one, t))
        for place, one in enumerate(trick.cards)
    ]
    taken = t.plain("last-taken", name=seat_name(room, trick.winner, t, 14), points=trick.points)
    return limited("\n".join([*lines, taken]))
