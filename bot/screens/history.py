"""The matches played here."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime

from bot.locales import Html, Texts, escape
from bot.rooms.views import Ending, HistoryEntry, Phase

from .names import shown
from .parts import Button, Screen
from .presses import Choose, encode
from .words import bold, italic, joined, minus, paragraphs

_MOST = 15
_ROW = 5
_NAME = 20


def history(entries: Sequence[HistoryEntry], t: Texts, private: bool = False) -> Screen:
    """Return the newest matches with their results, and a button for the record of each finished one."""
    if not entries:
        empty = t.html("history-empty-private" if private else "history-empty")
        return Screen(paragraphs([bold(t.plain("history-title"))], [empty]))
    newest = sorted(entries, key=lambda entry: entry.ended_at, reverse=True)[:_MOST]
    titled = len({entry.title for entry in newest}) > 1
    blocks = [[bold(t.plain("history-title"))]]
    buttons = []
    for number, entry in enumerate(newest, 1):
        blocks.append([_head(number, entry, titled, t), _result(entry, t)])
        if entry.phase == Phase.FINISHED:
            label = t.plain("button-export", number=number)
            buttons.append(Button(label, data=encode(Choose(entry.room_id, "export"))))
    if buttons:
        blocks.append([italic(t.plain("history-export"))])
    rows = tuple(tuple(buttons[place : place + _ROW]) for place in range(0, len(buttons), _ROW))
    return Screen(paragraphs(*blocks), rows)


def date(moment: float) -> str:
    """Return a day of Unix seconds as day.month.year, UTC."""
    return datetime.fromtimestamp(moment, UTC).strftime("%d.%m.%Y")


def _head(number: int, entry: HistoryEntry, titled: bool, t: Texts) -> Html:
    parts: list[str] = [f"{number}. {date(entry.ended_at)}"]
    if titled:
        parts.append(shown(entry.title, _NAME))
    parts.append(t.plain("history-deals", count=entry.deals))
    if entry.phase == Phase.STOPPED:
        parts.append(t.plain("history-stopped"))
    if entry.ending == Ending.CLAIMED:
        parts.append(t.plain("history-claimed"))
    return joined(parts)


def _result(entry: HistoryEntry, t: Texts) -> Html:
    parts = []
    for side, points in enumerate(entry.result):
        seats = entry.rules.side_seats(side)
        name = " + ".join(
            shown(entry.names[seat], _NAME) or t.plain("player-nameless", seat=seat + 1) for seat in seats
        )
        if side in entry.winners:
            parts.append(Html(f"🏆 {bold(name)} {bold(minus(points))}"))
        else:
            parts.append(joined([escape(name), minus(points)], " "))
    return joined(parts)
