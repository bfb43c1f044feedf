"""Help, the greeting, and the commands of each kind of chat."""

from __future__ import annotations

from bot.locales import Html, Texts
from bot.rooms.views import RoomView

from .names import shown
from .parts import Button, Screen
from .words import bold, joined, paragraphs

COMMANDS_GROUP = (
    "deberts",
    "table",
    "score",
    "last",
    "history",
    "export",
    "stop",
    "rules",
    "save",
    "leave",
    "verify",
    "language",
    "help",
)
COMMANDS_PRIVATE = (
    "start",
    "hand",
    "score",
    "last",
    "leave",
    "history",
    "export",
    "verify",
    "language",
    "help",
    "forget",
)


def group_help(t: Texts, bot_username: str) -> Html:
    """Return the help for a group."""
    return paragraphs(
        [bold(t.plain("help-title"))],
        [t.html("help-group", bot=f"@{bot_username}")],
        [t.html("help-rules"), t.html("help-clock")],
        _commands(COMMANDS_GROUP, t),
    )


def private_help(t: Texts, bot_username: str) -> Html:
    """Return the help for a private chat."""
    return paragraphs(
        [bold(t.plain("help-title"))],
        [t.html("help-private", bot=f"@{bot_username}")],
        [t.html("help-rules"), t.html("help-clock")],
        _commands(COMMANDS_PRIVATE, t),
    )


def start(t: Texts, bot_username: str, room: RoomView | None, substitute: bool = False) -> Screen:
    """Return the greeting; `room` is the table whose link was followed, if the reader sits there.

    A `substitute` has followed the link of a vacant seat, which is still to be asked for.
    """
    if substitute:
        return Screen(paragraphs([t.html("start-hello")], [t.html("start-substitute")]))
    if room is not None:
        title = shown(room.title, 40)
        ready = t.html("start-room-in", title=bold(title)) if title else t.html("start-room")
        return Screen(paragraphs([t.html("start-hello")], [ready]))
    add = Button(
        t.plain("button-add-to-group"), url=f"https://t.me/{bot_username}?startgroup=new", style="primary"
    )
    return Screen(paragraphs([t.html("start-hello")], [t.html("start-about")]), ((add,),))


def _commands(names: tuple[str, ...], t: Texts) -> list[Html]:
    return [joined([f"/{name}", t.plain(f"command-{name}")], " — ") for name in names]
