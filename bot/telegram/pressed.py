"""A press as its handlers see it, and its answer."""

from __future__ import annotations

from dataclasses import dataclass

from telegram import Chat

from bot.locales import Texts, texts
from bot.rooms.errors import RefusalError
from bot.rooms.views import RoomView
from bot.store.people import UserRow

from .commands import Asked
from .kit import Kit, is_private


@dataclass(frozen=True, slots=True)
class Reply:
    """The answer to a press: a toast or, with `alert`, a box; or a link that opens."""

    text: str | None = None
    alert: bool = False
    url: str | None = None


@dataclass(frozen=True, slots=True)
class Pressed:
    """A press: by whom, on which message of which chat, and the texts for who pressed."""

    user: UserRow
    chat: Chat
    message_id: int
    thread_id: int | None
    t: Texts


async def asked_by(kit: Kit, pressed: Pressed, replaces: int | None) -> Asked:
    """Let a press ask for what a command does: in a group the answer is in the group's language."""
    private = is_private(pressed.chat)
    chat = None if private else await kit.rooms.people.chat(pressed.chat.id)
    t = pressed.t if chat is None or not chat.language else texts(chat.language)
    return Asked(pressed.chat.id, pressed.thread_id, private, pressed.user, t, replaces)


def require_group(view: RoomView, pressed: Pressed) -> None:
    """Raise unless the button hangs in the room's own group: nobody sits down from elsewhere."""
    if view.chat_id != pressed.chat.id:
        raise RefusalError("no-room")
