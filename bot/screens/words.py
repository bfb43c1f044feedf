"""Small phrases that several screens share."""

from __future__ import annotations

from collections.abc import Iterable

from bot.deberts.scoring import Pot
from bot.locales import Html, Texts, escape
from bot.rooms.views import RoomView

from .names import LIMIT, seat_name, side_name

DOT = " · "
_MOST_POTS = 6
# How many characters an alert can hold, as Telegram counts them.
ALERT = 200


def bold(text: str) -> Html:
    """Return a text in bold."""
    return Html(f"<b>{escape(text)}</b>")


def italic(text: str) -> Html:
    """Return a text in italics."""
    return Html(f"<i>{escape(text)}</i>")


def quote(lines: Iterable[str]) -> Html:
    """Return lines as a block quotation."""
    return Html("<blockquote>" + "\n".join([escape(line) for line in lines]) + "</blockquote>")


def joined(parts: Iterable[str], separator: str = DOT) -> Html:
    """Join texts and HTML to HTML."""
    return Html(separator.join([escape(part) for part in parts if part]))


def paragraphs(*blocks: Iterable[str]) -> Html:
    """Join blocks of lines, empty ones left out, with a blank line between blocks."""
    texts = (joined(block, "\n") for block in blocks)
    return Html("\n\n".join(text for text in texts if text))


def seat_bold(room: RoomView, seat: int, t: Texts) -> Html:
    """Return the name at a seat in bold."""
    return bold(seat_name(room, seat, t))


def minus(points: int) -> str:
    """Return points or a total with the minus sign of all our texts: `92`, `−100`."""
    return str(points).replace("-", "−")


def signed(points: int) -> str:
    """Return a change of the score: `+92`, `0`, `−100`."""
    return f"+{points}" if points > 0 else minus(points)


def distance(target: int, stakes: bool, t: Texts) -> str:
    """Return how far the match goes: to 501, to 3 stakes, one deal."""
    if target == 0:
        return t.plain("distance-one-deal")
    return t.plain("distance-stakes" if stakes else "distance-points", target=target)


def hanging(
    room: RoomView, pots: tuple[Pot, ...], t: Texts, most: int = _MOST_POTS, limit: int = LIMIT
) -> str:
    """Return the points that hang, oldest first, with who may claim them if not everybody may; "" if none.

    Only `most` pots are told apart, the newest are summed up; names are cut to `limit`.
    """
    if not pots:
        return ""
    apart = pots if len(pots) <= most else pots[: most - 1]
    parts = [_pot(room, pot, t, limit) for pot in apart]
    if rest := pots[len(apart) :]:
        parts.append(t.plain("pots-rest", count=len(rest), points=sum(pot.points for pot in rest)))
    return t.plain("pots", points=" + ".join(parts))


def _pot(room: RoomView, pot: Pot, t: Texts, limit: int) -> str:
    if len(pot.claimants) == room.rules.sides:
        return str(pot.points)
    return t.plain("pot-between", points=pot.points, names=names_of(room, pot.claimants, t, limit))


def sides_points(room: RoomView, points: tuple[int, ...], t: Texts) -> Html:
    """Return sides with points in one line, the points in bold."""
    return joined(
        joined((side_name(room, side, t), bold(minus(value))), " ") for side, value in enumerate(points)
    )


def sides_changes(room: RoomView, changes: tuple[int, ...], t: Texts) -> str:
    """Return sides with what they gained or lost: `Анна +92, Борис 0`."""
    return ", ".join(f"{side_name(room, side, t)} {signed(value)}" for side, value in enumerate(changes))


def names_of(room: RoomView, sides: Iterable[int], t: Texts, limit: int = LIMIT) -> str:
    """Return the names of sides in a list."""
    return ", ".join(side_name(room, side, t, limit) for side in sides)


def sequence_word(worth: int, t: Texts) -> str:
    """Return the name of a sequence by its worth."""
    return t.plain(f"sequence-{worth}")


def limited(text: str, most: int = ALERT) -> str:
    """Cut a plain text to what an alert can hold."""
    if len(text.encode("utf-16-le")) // 2 <= most:
        return text
    kept = text[: most - 1]
    while len(kept.encode("utf-16-le")) // 2 > most - 1:
        kept = kept[:-1]
    return kept.rstrip() + "…"
