"""What the buttons about people who vanish say: the clock, leaving, substitutes, playing in the group.

A part of the codec of `presses`, which is the door to it.
"""

from __future__ import annotations

from dataclasses import dataclass

from bot.deberts.actions import CODE_BY_TEXT, TEXTS
from bot.rooms.limits import PERIODS, THENS

from .codec import number

ANSWERS = ("ask", "yes", "no")


@dataclass(frozen=True, slots=True)
class SetClock:
    """Set the turn clock: one of `limits.PERIODS`, and one of `limits.THENS`."""

    room: int
    revision: int
    seconds: int
    then: str


@dataclass(frozen=True, slots=True)
class Nudge:
    """Hurry the player at this seat, if it is still their turn in this deal."""

    room: int
    deal: int
    seat: int


@dataclass(frozen=True, slots=True)
class Claim:
    """End the match because of this turn, whose time is over: one of `ANSWERS`, the first asks once more."""

    room: int
    deal: int
    count: int
    answer: str


@dataclass(frozen=True, slots=True)
class Leave:
    """Leave the match: one of `ANSWERS`. Only the person who asked may answer."""

    room: int
    user: int
    answer: str


@dataclass(frozen=True, slots=True)
class TakeOver:
    """Ask for a vacant seat."""

    room: int
    seat: int


@dataclass(frozen=True, slots=True)
class Vote:
    """Let this person have a vacant seat, or not."""

    room: int
    seat: int
    user: int
    yes: bool


@dataclass(frozen=True, slots=True)
class PlayHere:
    """Let the group's table offer the cards, or hide them again."""

    room: int
    on: bool


@dataclass(frozen=True, slots=True)
class GroupMove:
    """An act of whoever presses, at the group's table: the deal's number and its part (`rooms.parts`)."""

    room: int
    deal: int
    part: int
    code: int


AbsencePress = SetClock | Nudge | Claim | Leave | TakeOver | Vote | PlayHere | GroupMove


def encode_absence(press: AbsencePress) -> str:
    """Return the `callback_data` of a press."""
    match press:
        case SetClock(room, revision, seconds, then):
            return f"l:{room}:clock:{revision}:{seconds}:{then}"
        case Nudge(room, deal, seat):
            return f"n:{room}:{deal}:{seat}"
        case Claim(room, deal, count, answer):
            return f"y:{room}:{deal}:{count}:{answer}"
        case Leave(room, user, answer):
            return f"x:{room}:{user}:{answer}"
        case TakeOver(room, seat):
            return f"u:{room}:{seat}"
        case Vote(room, seat, user, yes):
            return f"v:{room}:{seat}:{user}:{'yes' if yes else 'no'}"
        case PlayHere(room, on):
            return f"h:{room}:{'on' if on else 'off'}"
        case GroupMove(room, deal, part, code):
            return f"t:{room}:{deal}:{part}:{TEXTS[code]}"


def decode_absence(parts: list[str]) -> AbsencePress | None:
    """Read the parts of a `callback_data`; None if it is another kind, `BadPressError` for bad numbers."""
    match parts:
        case ["l", room, "clock", revision, seconds, then] if then in THENS:
            clock = SetClock(number(room), number(revision), number(seconds), then)
            return clock if clock.seconds in PERIODS else None
        case ["n", room, deal, ("0" | "1" | "2" | "3") as seat]:
            return Nudge(number(room), number(deal), int(seat))
        case ["y", room, deal, count, answer] if answer in ANSWERS:
            return Claim(number(room), number(deal), number(count), answer)
        case ["x", room, user, answer] if answer in ANSWERS:
            return Leave(number(room), number(user), answer)
        case ["u", room, ("0" | "1" | "2" | "3") as seat]:
            return TakeOver(number(room), int(seat))
        case ["v", room, ("0" | "1" | "2" | "3") as seat, user, ("yes" | "no") as answer]:
            return Vote(number(room), int(seat), number(user), answer == "yes")
        case ["h", room, ("on" | "off") as answer]:
            return PlayHere(number(room), answer == "on")
        case ["t", room, deal, part, action] if action in CODE_BY_TEXT:
            return GroupMove(number(room), number(deal), number(part), CODE_BY_TEXT[action])
    return None
