"""Small phrases that several screens share."""

from __future__ import annotations

import html
from collections.abc import Iterable

from bot.deberts.scoring import Pot
from bot.locales import Html, Texts
from bot.rooms.views import RoomView

from .names import seat_name, side_name

DOT = " · "


def escape(text: str) -> Html:
    """Return a text as HTML."""
    return text if isinstance(text, Html) else Html(html.escape(text, quote=False))


def bold(text: str) -> Html:
    """Return a text in bold."""
    return Html(f"<b>{escape(text)}</b>")


def italic(text: str) -> Html:
    """Return a text in italics."""
    return Html(f"<i>{escape(text)}</i>")


def quote(lines: Iterable[str]) -> Html:
    """Return lines as a block quotation."""
    return Html("<blockquote>" + "\n".join(escape(line) for line in lines) + "</blockquote>")


def joined(parts: Iterable[str], separator: str = DOT) -> Html:
    """Join texts and HTML to HTML."""
    return Html(separator.join(escape(part) for part in parts if part))


def paragraphs(*blocks: Iterable[str]) -> Html:
    """Join blocks of lines, empty ones left out, with a blank line between blocks."""
    texts = (joined(block, "\n") for block in blocks)
    return Html("\n\n".join(text for text in texts if text))


def seat_bold(room: RoomView, seat: int, t: Texts) -> Html:
    """Return the name at a seat in bold."""
    return bold(seat_name(room, seat, t))


def signed(points: int) -> str:
    """Return a change of the score: `+92`, `0`, `−100`."""
    return f"+{points}" if points > 0 else f"−{-points}" if points else "0"


def distance(target: int, stakes: bool, t: Texts) -> str:
    """Return how far the match goes: to 501, to 3 stakes, one deal."""
    if target == 0:
        return t.plain("distance-one-deal")
    return t.plain("distance-stakes" if stakes else "distance-points", target=target)


def hanging(pots: tuple[Pot, ...], t: Texts) -> str:
    """Return the points that hang, "" if none do."""
    if not pots:
        return ""
    return t.plain("pots", points=" + ".join(str(pot.points) for pot in pots[-6:]))


def sides_points(room: RoomView, points: tuple[int, ...], t: Texts) -> Html:
    """Return sides with points in one line, the points in bold."""
    return joined(
        joined((side_name(room, side, t), bold(str(value))), " ") for side, value in enumerate(points)
    )


def sides_changes(room: RoomView, changes: tuple[int, ...], t: Texts) -> str:
    """Return sides with what they gained or lost: `Анна +92, Борис 0`."""
    return ", ".join(f"{side_name(room, side, t)} {signed(value)}" for side, value in enumerate(changes))


def names_of(room: RoomView, sides: Iterable[int], t: Texts) -> str:
    """Return the names of sides in a list."""
    return ", ".join(side_name(room, side, t) for side in sides)


def sequence_word(worth: int, t: Texts) -> str:
    """Return the name of a sequence by its worth."""
    return t.plain(f"sequence-{worth}")


def limited(text: str, most: int = 200) -> str:
    """Cut a plain text to what an alert can hold."""
    if len(text.encode("utf-16-le")) // 2 <= most:
        return text
    kept = text[: most - 1]
    while len(kept.encode("utf-16-le")) // 2 > most - 1:
        kept = kept[:-1]
    return kept.rstrip() + "…"
