"""What goes out to one browser that shows a phone: everything that its person sees, as it changes."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

from bot.sandbox.model import Chat, Message
from bot.sandbox.world import World

from . import wire
from .phones import Phone, topic_of

PAGE = 50
"""Messages that come at a time."""

# Changes that follow each other closely go out together, so that a screen is drawn once.
_TOGETHER_SECONDS = 0.03

Send = Callable[[dict[str, Any]], None]


class Feed:
    """Sends `hello` and `chats` when they differ from what was sent, and the messages of opened chats."""

    def __init__(self, world: World, phone: Phone, send: Send) -> None:
        self._world = world
        self._phone = phone
        self._send = send
        # The key of the oldest message sent, for every chat that is open in the browser.
        self._open: dict[int, int] = {}
        self._changed: dict[tuple[int, int], Message] = {}
        self._sent: dict[str, object] = {}

    async def run(self) -> None:
        """Send until cancelled."""
        self._world.watchers.append(self._notice)
        try:
            self._flush()
            if self._phone.shown is not None:
                self._send({"type": "show", "chat": self._phone.shown})
            while True:
                change = self._world.changed()
                self._flush()
                await change
                await asyncio.sleep(_TOGETHER_SECONDS)
        finally:
            self._world.watchers.remove(self._notice)

    def open(self, chat: Chat) -> None:
        """Send the newest messages of a chat, and from now on what changes there."""
        self._open[chat.id] = 0
        self._older(chat, None)

    def older(self, chat: Chat, before: int) -> None:
        """Send the messages before one."""
        self._older(chat, before)

    def close(self, chat: Chat) -> None:
        """Send no more of a chat."""
        self._open.pop(chat.id, None)

    def _older(self, chat: Chat, before: int | None) -> None:
        messages = self._phone.person.messages(chat)
        if before is not None:
            messages = [message for message in messages if message.place < before]
        page = messages[-PAGE:]
        if chat.id in self._open:
            self._open[chat.id] = page[0].place if page else 0
        self._send_messages(chat, page, older=len(messages) > len(page))

    def _notice(self, message: Message) -> None:
        """Take note of a message that is new, edited or deleted."""
        if not self._phone.sees(message):
            return
        chat = message.chat
        if message.place >= self._open.get(chat.id, message.place + 1):
            self._changed[chat.id, message.key] = message
            if message.is_deleted and message.replaces is not None:
                # What it stood for comes to light again.
                self._changed[chat.id, message.replaces.key] = message.replaces
        is_new = not message.edits and not message.is_deleted and message.service is None
        if is_new and not message.is_silent and message.sender is not self._phone.person.user:
            self._send(
                {
                    "type": "note",
                    "chat": chat.id,
                    "key": message.key,
                    "title": self._world.bot.full_name if chat.is_private else chat.title,
                    "sender": message.sender.full_name,
                    "text": wire.line_of(message),
                    "topic": topic_of(message) or None,
                }
            )

    def _flush(self) -> None:
        self._send_if_new(wire.hello(self._world, self._phone))
        self._send_if_new({"type": "autoplay", "on": self._phone.autoplay})
        self._send_if_new({"type": "chats", "chats": wire.chats(self._world, self._phone)})
        changed, self._changed = self._changed, {}
        by_chat: dict[int, list[Message]] = {}
        for (chat_id, _), message in sorted(changed.items(), key=lambda item: item[0]):
            by_chat.setdefault(chat_id, []).append(message)
        for messages in by_chat.values():
            self._send_messages(messages[0].chat, messages)

    def _send_if_new(self, frame: dict[str, Any]) -> None:
        if self._sent.get(frame["type"]) != frame:
            self._sent[frame["type"]] = frame
            self._send(frame)

    def _send_messages(self, chat: Chat, messages: list[Message], older: bool | None = None) -> None:
        frame: dict[str, Any] = {
            "type": "messages",
            "chat": chat.id,
            "messages": [wire.message(self._phone, message) for message in messages],
        }
        if older is not None:
            frame["older"] = older
        self._send(frame)
