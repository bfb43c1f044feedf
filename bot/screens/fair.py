"""Fair cards: the seal of a deal's deck, and how anybody can check it after the match."""

from __future__ import annotations

from collections.abc import Iterable

from bot.deberts.verify import commitment_lines
from bot.locales import Html, Texts
from bot.rooms.views import Phase, RoomView

from .words import bold, joined, paragraphs

# A message holds some fifty of them.
_MOST = 20


def seal(room: RoomView, number: int, t: Texts) -> list[Html]:
    """Return the lines with the commitment of a deal; `number` counts all deals from 0, also void ones."""
    if number >= len(room.commitments):
        return []
    return [t.html("seal"), _digits(room, number)]


def fair(room: RoomView, t: Texts) -> Html:
    """Return how to check a finished match, or what a match that is being played is committed to so far."""
    title = bold(t.plain("fair-title"))
    if room.phase is Phase.FINISHED:
        steps = [t.html(f"fair-step-{step}") for step in (1, 2, 3)]
        about = [title, t.html("fair-about")]
        return paragraphs(about, steps, _others(room, t), [t.html("fair-program")])
    count = len(room.commitments)
    first = max(0, count - _MOST)
    before = [t.html("fair-before", number=first + 1)] if first else []
    return paragraphs([title, t.html("fair-later")], before, _seals(room, range(first, count), t))


def _others(room: RoomView, t: Texts) -> list[Html]:
    """Return the seals of the deals that have no account: void, cancelled, broken off."""
    results = () if room.match is None else room.match.results
    played = {result.number for result in results if result.played}
    numbers = [number for number in range(len(room.commitments)) if number not in played]
    if not numbers:
        return []
    newest = numbers[-_MOST:]
    key = "fair-others" if len(newest) == len(numbers) else "fair-others-newest"
    return [t.html(key, count=len(newest)), *_seals(room, newest, t)]


def _seals(room: RoomView, numbers: Iterable[int], t: Texts) -> list[Html]:
    return [
        joined([t.html("account-title", number=number + 1), _digits(room, number)], "\n")
        for number in numbers
    ]


def _digits(room: RoomView, number: int) -> Html:
    return Html(f"<code>{joined(commitment_lines(room.commitments[number]), chr(10))}</code>")
