"""Forgetting a player: the question, and what came of it."""

from __future__ import annotations

from collections.abc import Sequence

from bot.locales import Html, Texts
from bot.rooms.views import RoomView

from .board import heading
from .names import shown
from .parts import Button, Screen
from .presses import Forget, encode
from .words import bold, joined, paragraphs

_TITLE = 40


def forget_question(t: Texts) -> Screen:
    """Say what is removed and what stays, and ask."""
    text = paragraphs([bold(t.plain("forget-question"))], [t.html("forget-about")], [t.html("forget-stays")])
    yes = Button(t.plain("button-forget-yes"), data=encode(Forget(True)), style="danger")
    return Screen(text, ((yes, Button(t.plain("button-forget-no"), data=encode(Forget(False)))),))


def forgotten(t: Texts) -> Screen:
    """Say that it is done."""
    return Screen(t.html("forget-done"))


def not_forgotten(t: Texts) -> Screen:
    """Say that everything stays."""
    return Screen(t.html("forget-kept"))


def forget_later(rooms: Sequence[RoomView], t: Texts) -> Screen:
    """Say which matches must end first."""
    return Screen(paragraphs([t.html("forget-later")], [_line(room, t) for room in rooms]))


def _line(room: RoomView, t: Texts) -> Html:
    title = shown(room.title, _TITLE) or t.plain("table-title")
    return joined([f"• {title}", heading(room, t)])
