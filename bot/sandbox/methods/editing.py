"""What all edits have in common."""

from __future__ import annotations

from bot.sandbox.errors import NOT_MODIFIED, bad_request
from bot.sandbox.keyboard import Keyboard
from bot.sandbox.model import Message

from .content import Content
from .registry import Call


def change(call: Call, message: Message, new: Content, keyboard: Keyboard | None) -> None:
    """Edit a message, or refuse if it stays the same; its document stays in any case."""
    # An edit that changes nothing goes all the way to the servers, so it counts.
    call.world.limits.spend(message.chat.id, call.method)
    if (message.body, message.rich, message.keyboard) == (new.body, new.rich, keyboard):
        raise bad_request(NOT_MODIFIED)
    call.world.edit(message, new.body, keyboard, new.rich)
