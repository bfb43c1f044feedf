"""How the bot is, for its operator."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

from bot.locales import Html, Texts, escape

from .words import bold, paragraphs

_UNITS = ("KB", "MB", "GB")


@dataclass(frozen=True, slots=True)
class Status:
    """Numbers of the running bot.

    `loaded` are the rooms in memory, `chats_behind` and `rooms_behind` what the outbox still has to show,
    `updates` what waits to be handled. `problems` are lines (moment in Unix seconds, level, kind), newest
    first. `uptime` is in seconds, sizes are in bytes.
    """

    version: str
    schema: int
    uptime: float
    lobbies: int
    playing: int
    ended: int
    loaded: int
    chats_behind: int
    rooms_behind: int
    updates: int
    database_bytes: int
    log_bytes: int
    problems: Sequence[tuple[float, str, str]] = ()


def status(of: Status, t: Texts) -> Html:
    """Return the operator's message."""
    sleeping = max(0, of.lobbies + of.playing - of.loaded)
    lines = [
        t.html("status-running", version=of.version, schema=of.schema, uptime=_duration(of.uptime, t)),
        t.html("status-rooms", playing=of.playing, lobbies=of.lobbies, ended=of.ended),
        t.html("status-memory", loaded=of.loaded, sleeping=sleeping),
        t.html("status-backlog", chats=of.chats_behind, rooms=of.rooms_behind, updates=of.updates),
        t.html("status-database", size=_bytes(of.database_bytes), log=_bytes(of.log_bytes)),
    ]
    if not of.problems:
        return paragraphs([bold(t.plain("status-title"))], lines, [t.html("status-no-problems")])
    problems = [
        Html(f"<code>{_moment(at)} {escape(level)} {escape(kind)}</code>") for at, level, kind in of.problems
    ]
    return paragraphs([bold(t.plain("status-title"))], lines, [t.html("status-problems"), *problems])


def _duration(seconds: float, t: Texts) -> str:
    minutes = int(seconds) // 60
    days, hours = minutes // 1440, minutes // 60 % 24
    return t.plain("status-uptime", days=days, hours=hours, minutes=minutes % 60)


def _bytes(count: int) -> str:
    """Return a size as people read it: `512 B`, `1.4 MB`."""
    if count < 1000:
        return f"{count} B"
    power = min((len(str(count)) - 1) // 3, len(_UNITS))
    return f"{count / 1000**power:.1f} {_UNITS[power - 1]}"


def _moment(at: float) -> str:
    return datetime.fromtimestamp(at, UTC).strftime("%d.%m %H:%M")
