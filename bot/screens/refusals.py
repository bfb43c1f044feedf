"""Why a press or a command was refused, in one clear sentence."""

from __future__ import annotations

from bot.deberts.cards import BY_CODE
from bot.deberts.cards import SUITS as SUIT_CODES
from bot.deberts.errors import IllegalActionError
from bot.deberts.rules import PARAMETERS
from bot.locales import Texts
from bot.rooms.errors import IllegalMoveError, RefusalError
from bot.rooms.views import RoomView

from .cards import SUITS, card
from .lobby_rules import parameter_title
from .names import seat_name, shown
from .words import limited

_NAMES = 90


def refusal_text(error: RefusalError, room: RoomView | None, t: Texts) -> str:
    """Return a refusal in at most 200 characters, without markup."""
    if isinstance(error, IllegalMoveError):
        return limited(illegal_text(error.broken, room, t))
    values: dict[str, str | int] = {}
    for key, value in error.details.items():
        if key == "parameter":
            values[key] = _parameter(str(value), t)
        elif isinstance(value, str):
            values[key] = shown(value, _NAMES)
        else:
            values[key] = value
    if error.kind == "owner-only" and not values.get("name"):
        return t.plain("refusal-owner-nobody")
    if error.kind == "room-over" and room is not None and room.match is None:
        return t.plain("refusal-table-closed")
    return limited(t.plain(f"refusal-{error.kind}", **values))


def _parameter(name: str, t: Texts) -> str:
    return parameter_title(name, t) if name in PARAMETERS else name


def illegal_text(broken: IllegalActionError, room: RoomView | None, t: Texts) -> str:
    """Return the broken rule of the game in the player's words."""
    values: dict[str, str | int] = {}
    for key, value in broken.details.items():
        if key == "seat":
            seat = int(value)
            nameless = t.plain("player-nameless", seat=seat + 1)
            values[key] = nameless if room is None else seat_name(room, seat, t)
        elif key == "suit":
            values[key] = SUITS[SUIT_CODES.index(str(value))]
        elif key == "card":
            values[key] = card(BY_CODE[str(value)], t)
        else:
            values[key] = value
    return t.plain(f"illegal-{broken.rule}", **values)


def bad_press(t: Texts) -> str:
    """Return the answer to a button that is none of ours."""
    return t.plain("bad-press")
