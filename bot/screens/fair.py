"""Fair cards: the seal of a deal's deck, and how anybody can check it after the match."""

from __future__ import annotations

from bot.deberts.verify import commitment_lines
from bot.locales import Html, Texts
from bot.rooms.views import Phase, RoomView

from .words import bold, joined, paragraphs

# A message holds some fifty of them; the earlier ones stand under their deals.
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
        return paragraphs([title, t.html("fair-about")], steps, [t.html("fair-program")])
    count = len(room.commitments)
    first = max(0, count - _MOST)
    seals = (
        joined([t.html("account-title", number=number + 1), _digits(room, number)], "\n")
        for number in range(first, count)
    )
    before = [t.html("fair-before", number=first + 1)] if first else []
    return paragraphs([title, t.html("fair-later")], before, seals)


def _digits(room: RoomView, number: int) -> Html:
    return Html(f"<code>{joined(commitment_lines(room.commitments[number]), chr(10))}</code>")
