"""What a button says when it is pressed: one codec for every `callback_data` (at most 64 bytes).

Nothing in it is trusted: it names a room, a decision and an act, and who pressed decides what follows.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from bot.deberts.actions import CODE_BY_TEXT, TEXTS
from bot.deberts.presets import PRESETS
from bot.deberts.rules import PARAMETERS

from .absence_presses import AbsencePress, decode_absence, encode_absence
from .codec import MAX_BYTES, NUMBER
from .codec import BadPressError as BadPressError
from .codec import number as _number

QUERIES = ("hand", "last", "score", "rules")
# The pages of a lobby that are no parameter's; those of a group of parameters are `rules-GROUP`.
GROUPS: Mapping[str, tuple[str, ...]] = {
    "deal": (
        "buy_in",
        "upcard_to",
        "show_bottom",
        "seven_exchange",
        "forced_dealer",
        "concede_points",
        "four_sevens",
        "weak_hand_below",
        "next_dealer",
    ),
    "sequences": ("sequence_ties", "hundred", "deberts", "klabor", "bela_points", "bela_trick"),
    "play": ("first_lead", "overtrump_ruff", "overtrump_partner", "dave"),
    "score": (
        "scoring",
        "byte",
        "made_against",
        "byte_to",
        "byte_tie",
        "winner_takes_all",
        "hang_repeat",
        "hang_deal",
        "no_trick_fine",
        "byte_fine",
        "byte_fine_first",
        "byte_fine_period",
    ),
    "end": ("both_reach", "lead_target", "final_hang"),
}
PAGES = ("", "preset", "rules", "saved", "clock", *(f"rules-{group}" for group in GROUPS))
COMMANDS = ("table", "score", "last", "history", "export", "stop", "rules", "hand", "verify", "leave")


@dataclass(frozen=True, slots=True)
class Query:
    """Show me something of a room: one of `QUERIES`; never stale."""

    room: int
    what: str


@dataclass(frozen=True, slots=True)
class Seat:
    """Sit down or stand up in a lobby: harmless to repeat."""

    room: int
    sit: bool


@dataclass(frozen=True, slots=True)
class SeatAt:
    """Take this seat: sit there, move there, or change places with who has it."""

    room: int
    seat: int


@dataclass(frozen=True, slots=True)
class Start:
    """Start the match under the rules of this revision."""

    room: int
    revision: int


@dataclass(frozen=True, slots=True)
class Page:
    """Open a page of the lobby: a parameter's name, one of `PAGES`, or "" for the seats."""

    room: int
    page: str


@dataclass(frozen=True, slots=True)
class SetRule:
    """Give a parameter a value; `value` is its text in `value_text`."""

    room: int
    revision: int
    parameter: str
    value: str


@dataclass(frozen=True, slots=True)
class SetPreset:
    """Play by a preset."""

    room: int
    revision: int
    preset: str


@dataclass(frozen=True, slots=True)
class UseSaved:
    """Play by rules that the group has saved."""

    room: int
    revision: int
    saved: int


@dataclass(frozen=True, slots=True)
class DropSaved:
    """Forget rules that the group has saved."""

    room: int
    revision: int
    saved: int


@dataclass(frozen=True, slots=True)
class Move:
    """An act in a deal, with the decision it was offered for: deal number and count of actions."""

    room: int
    deal: int
    count: int
    code: int


@dataclass(frozen=True, slots=True)
class Choose:
    """Run a command for this room, after the bot asked which one: one of `COMMANDS`."""

    room: int
    command: str


@dataclass(frozen=True, slots=True)
class Stop:
    """Stop the room for good, or keep it (`confirmed` False)."""

    room: int
    confirmed: bool


@dataclass(frozen=True, slots=True)
class Rematch:
    """Open a lobby with the same seats and rules."""

    room: int


@dataclass(frozen=True, slots=True)
class SetLanguage:
    """Speak this language in the chat of the message."""

    language: str


@dataclass(frozen=True, slots=True)
class Forget:
    """Remove what the bot knows of whoever presses, or keep it (`confirmed` False)."""

    confirmed: bool


Press = (
    Query
    | Seat
    | SeatAt
    | Start
    | Page
    | SetRule
    | SetPreset
    | UseSaved
    | DropSaved
    | Move
    | Choose
    | Stop
    | Rematch
    | SetLanguage
    | Forget
    | AbsencePress
)


def value_text(value: str | int | bool) -> str:
    """Return a parameter's value as a button carries it."""
    return str(int(value)) if isinstance(value, bool) else str(value)


def parameter_value(parameter: str, text: str) -> str | int | bool:
    """Read a value that `value_text` wrote; raises `BadPressError` if it is none of the parameter's."""
    row = PARAMETERS[parameter]
    for value in row.values:
        if value_text(value) == text:
            return value
    if row.least is not None and NUMBER.fullmatch(text):
        return int(text)
    raise BadPressError("no such value")


def encode(press: Press) -> str:
    """Return the `callback_data` of a press."""
    match press:
        case Move(room, deal, count, code):
            data = f"m:{room}:{deal}:{count}:{TEXTS[code]}"
        case Query(room, what):
            data = f"q:{room}:{what}"
        case Seat(room, sit):
            data = f"l:{room}:{'sit' if sit else 'stand'}"
        case SeatAt(room, seat):
            data = f"l:{room}:seat:{seat}"
        case SetPreset(room, revision, preset):
            data = f"l:{room}:preset:{revision}:{preset}"
        case UseSaved(room, revision, saved):
            data = f"l:{room}:use:{revision}:{saved}"
        case DropSaved(room, revision, saved):
            data = f"l:{room}:drop:{revision}:{saved}"
        case Start(room, revision):
            data = f"l:{room}:start:{revision}"
        case Page(room, page):
            data = f"l:{room}:page:{page}"
        case SetRule(room, revision, parameter, value):
            data = f"l:{room}:set:{revision}:{parameter}:{value}"
        case Choose(room, command):
            data = f"c:{room}:{command}"
        case Stop(room, confirmed):
            data = f"s:{room}:{'yes' if confirmed else 'no'}"
        case Rematch(room):
            data = f"r:{room}"
        case SetLanguage(language):
            data = f"g:{language}"
        case Forget(confirmed):
            data = f"f:{'yes' if confirmed else 'no'}"
        case _:
            data = encode_absence(press)
    assert len(data.encode()) <= MAX_BYTES, data
    return data


def decode(data: object) -> Press:
    """Read a `callback_data`; raises `BadPressError` for anything `encode` did not make."""
    if not isinstance(data, str) or len(data) > MAX_BYTES:
        raise BadPressError("not ours")
    parts = data.split(":")
    match parts:
        case ["q", room, what] if what in QUERIES:
            return Query(_number(room), what)
        case ["l", room, ("sit" | "stand") as act]:
            return Seat(_number(room), act == "sit")
        case ["l", room, "seat", ("0" | "1" | "2" | "3") as seat]:
            return SeatAt(_number(room), int(seat))
        case ["l", room, "preset", revision, preset] if preset in PRESETS:
            return SetPreset(_number(room), _number(revision), preset)
        case ["l", room, "use", revision, saved]:
            return UseSaved(_number(room), _number(revision), _number(saved))
        case ["l", room, "drop", revision, saved]:
            return DropSaved(_number(room), _number(revision), _number(saved))
        case ["l", room, "start", revision]:
            return Start(_number(room), _number(revision))
        case ["l", room, "page", page] if page in PARAMETERS or page in PAGES:
            return Page(_number(room), page)
        case ["l", room, "set", revision, parameter, value] if parameter in PARAMETERS:
            parameter_value(parameter, value)
            return SetRule(_number(room), _number(revision), parameter, value)
        case ["m", room, deal, count, action] if action in CODE_BY_TEXT:
            return Move(_number(room), _number(deal), _number(count), CODE_BY_TEXT[action])
        case ["c", room, command] if command in COMMANDS:
            return Choose(_number(room), command)
        case ["s", room, ("yes" | "no") as answer]:
            return Stop(_number(room), answer == "yes")
        case ["r", room]:
            return Rematch(_number(room))
        case ["g", language] if language.isascii() and language.isalpha() and len(language) <= 8:
            return SetLanguage(language)
        case ["f", ("yes" | "no") as answer]:
            return Forget(answer == "yes")
    press = decode_absence(parts)
    if press is None:
        raise BadPressError("not ours")
    return press
