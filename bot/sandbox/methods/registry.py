"""What every method needs: its parameters, declared and typed, and the chat it is about."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from bot.sandbox.decoding import Kind, Upload
from bot.sandbox.errors import bad_request, forbidden, migrated
from bot.sandbox.model import Chat, ChatKind, Status
from bot.sandbox.world import World


@dataclass(slots=True)
class Call:
    """One request: the method, its decoded parameters, and a future that is done when the asker is gone."""

    world: World
    method: str
    values: Mapping[str, Any]
    closed: asyncio.Future[None] = field(repr=False)

    def __contains__(self, name: str) -> bool:
        return name in self.values

    def text(self, name: str, default: str = "") -> str:
        """Return a text."""
        value = self.values.get(name, default)
        assert isinstance(value, str)
        return value

    def integer(self, name: str) -> int | None:
        """Return a number, or None if absent."""
        value = self.values.get(name)
        assert value is None or isinstance(value, int)
        return value

    def flag(self, name: str) -> bool:
        """Return a flag, false if absent."""
        return bool(self.values.get(name, False))

    def json(self, name: str) -> object:
        """Return a nested value, or None if absent."""
        return self.values.get(name)

    def file(self, name: str) -> Upload | str | None:
        """Return an upload, or a file's id or address, or None if absent."""
        value = self.values.get(name)
        assert value is None or isinstance(value, Upload | str)
        return value

    def chat(self, *, write: bool = False) -> Chat:
        """Return the chat of `chat_id`, if the bot may read there or, with `write`, send and edit."""
        value = self.values.get("chat_id")
        if value is None:
            raise bad_request("chat_id is empty")
        chat = self.world.chats.get(value)
        if chat is None:
            raise bad_request("chat not found")
        if chat.is_private:
            self._check_private(chat, write)
        else:
            self._check_group(chat, write)
        return chat

    def _check_private(self, chat: Chat, write: bool) -> None:
        if not write or chat.user is None:
            return
        if chat.user.is_deactivated:
            raise forbidden("user is deactivated")
        if chat.is_blocked:
            raise forbidden("bot was blocked by the user")
        if not chat.is_started:
            raise forbidden("bot can't initiate conversation with a user")

    def _check_group(self, chat: Chat, write: bool) -> None:
        if self.world.bot.id not in chat.members:
            raise bad_request("chat not found")
        if chat.migrated_to is not None:
            if write:
                raise migrated(chat.migrated_to.id)
            return
        status = chat.member(self.world.bot).status
        kind = "supergroup" if chat.kind is ChatKind.SUPERGROUP else "group"
        if status is Status.KICKED:
            raise forbidden(f"bot was kicked from the {kind} chat")
        if status is Status.LEFT:
            raise forbidden(f"bot is not a member of the {kind} chat")


Work = Callable[[Call], Awaitable[object]]


@dataclass(frozen=True, slots=True)
class Method:
    """A method: its name, its parameters, and what does the work."""

    name: str
    spec: Mapping[str, Kind]
    work: Work


_methods: dict[str, Method] = {}


def api(**spec: Kind) -> Callable[[Work], Work]:
    """Declare a Bot API method by a function of its name (`send_message` is sendMessage)."""

    def declare(work: Work) -> Work:
        first, *rest = work.__name__.split("_")
        name = first + "".join(part.capitalize() for part in rest)
        _methods[name.lower()] = Method(name, spec, work)
        return work

    return declare


def find(name: str) -> Method | None:
    """Find a method; like Telegram, whatever the case of its letters."""
    return _methods.get(name.lower())
