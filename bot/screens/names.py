"""Names as people have them in Telegram, made fit to show: one line, cut, never empty, never astray.

Lengths are counted in what the eye takes for one character (`clusters`), widths in cells of a monospaced
line.
"""

from __future__ import annotations

import unicodedata
from functools import lru_cache

from bot.locales import Texts
from bot.rooms.views import RoomView

LIMIT = 24
# Marks that keep a right-to-left name from turning its neighbours around, in running text and in columns.
FSI, PDI, LRM = "\u2068", "\u2069", "\u200e"
_JOINERS = "\u200c\u200d"
_EMOJI_JOINER, _EMOJI_STYLE = "\u200d", "\ufe0f"
# Letters and symbols that look like nothing.
_BLANK = frozenset("\u115f\u1160\u3164\uffa0\u2800")
_MOST_MARKS = 3


@lru_cache(maxsize=4096)
def clean(text: str) -> str:
    """Return a text as one line without control and formatting characters, "" if nothing of it shows."""
    kept = []
    for char in text:
        category = unicodedata.category(char)
        if char in _BLANK or category.startswith("Z") or char.isspace():
            kept.append(" ")
        elif char in _JOINERS or category not in ("Cc", "Cf", "Cs"):
            kept.append(char)
    line = " ".join("".join(kept).split())
    return line if any(not _extends(char) for char in line) else ""


def clusters(text: str) -> list[str]:
    """Cut a text into visible characters: a letter with its marks, an emoji with all its parts.

    Marks piled up on one letter are thinned out.
    """
    found: list[str] = []
    marks = 0
    for char in text:
        if not found:
            found.append(char)
        elif _extends(char):
            marks += 1
            if marks <= _MOST_MARKS or char in _JOINERS:
                found[-1] += char
            continue
        elif _joins(found[-1], char):
            found[-1] += char
        else:
            found.append(char)
        marks = 0
    return found


def cut(text: str, limit: int = LIMIT) -> str:
    """Shorten a clean text to `limit` visible characters, the last one an ellipsis."""
    parts = clusters(text)
    if len(parts) > limit or utf16(text) > 3 * limit:
        kept = parts[: limit - 1]
        while utf16("".join(kept)) > 3 * limit - 1:
            kept.pop()
        return "".join(kept).rstrip() + "…"
    return "".join(parts)


@lru_cache(maxsize=4096)
def shown(text: str, limit: int = LIMIT) -> str:
    """Return a foreign text as a line of ours can hold it; "" if there is nothing to show."""
    short = cut(clean(text), limit)
    return FSI + short + PDI if _right_to_left(short) else short


def utf16(text: str) -> int:
    """Return the length as Telegram counts it."""
    return len(text) + sum(char > "\uffff" for char in text)


def width(text: str) -> int:
    """Return how many cells a text takes in a monospaced line."""
    return sum(_cluster_width(part) for part in clusters(text))


@lru_cache(maxsize=4096)
def fit(text: str, cells: int, *, right: bool = False) -> str:
    """Cut or pad a text to exactly that many cells; composed emoji are reduced to their first."""
    text = "".join(map(_simple, clusters(text)))
    if width(text) > cells:
        kept: list[str] = []
        room = cells - 1
        for part in clusters(text):
            room -= _cluster_width(part)
            if room < 0:
                break
            kept.append(part)
        text = "".join(kept).rstrip() + "…"
    padding = " " * (cells - width(text))
    if _right_to_left(text):
        text = LRM + text + LRM
    return padding + text if right else text + padding


def seat_name(room: RoomView, seat: int, t: Texts, limit: int = LIMIT) -> str:
    """Return the name of who sits at a seat, not escaped."""
    return shown(room.name(seat), limit) or t.plain("player-nameless", seat=seat + 1)


def side_name(room: RoomView, side: int, t: Texts, limit: int = LIMIT) -> str:
    """Return the name of a side: its player, or both partners."""
    return " + ".join(seat_name(room, seat, t, limit) for seat in room.rules.side_seats(side))


def column_name(room: RoomView, side: int, t: Texts, cells: int) -> str:
    """Return the name of a side, cut and padded for a column of a monospaced table."""
    seats = room.rules.side_seats(side)
    names = [clean(room.name(seat)) or t.plain("player-nameless", seat=seat + 1) for seat in seats]
    if len(names) == 1:
        return fit(names[0], cells, right=True)
    room_for_names = cells - 1
    first = min(width(names[0]), max(room_for_names // 2, room_for_names - width(names[1])))
    pair = fit(names[0], first) + "+" + fit(names[1], min(width(names[1]), room_for_names - first))
    return " " * (cells - width(pair)) + pair


def _extends(char: str) -> bool:
    return (
        unicodedata.category(char).startswith("M") or char in _JOINERS or "\U0001f3fb" <= char <= "\U0001f3ff"
    )


def _joins(before: str, char: str) -> bool:
    """Tell whether an emoji or a half of a flag continues the character before it."""
    if before[-1] == _EMOJI_JOINER:
        return unicodedata.category(char) in ("So", "Sm", "Cn")
    return len(before) == 1 and _half_flag(before) and _half_flag(char)


def _half_flag(char: str) -> bool:
    return "\U0001f1e6" <= char <= "\U0001f1ff"


def _simple(part: str) -> str:
    """Reduce an emoji of many parts to its first, whose width fonts agree on."""
    if _EMOJI_JOINER in part:
        return part[0]
    return "".join(char for char in part if char != _EMOJI_STYLE and not _tone(char))


def _tone(char: str) -> bool:
    return "\U0001f3fb" <= char <= "\U0001f3ff"


def _cluster_width(part: str) -> int:
    base = part[0]
    if len(part) == 2 and _half_flag(base):
        return 2
    if unicodedata.category(base) in ("Mn", "Me", "Cf", "Cc"):
        return 0
    return 2 if unicodedata.east_asian_width(base) in "WF" else 1


def _right_to_left(text: str) -> bool:
    return any(unicodedata.bidirectional(char) in ("R", "AL", "AN") for char in text)
