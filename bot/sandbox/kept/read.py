"""From a file to a world."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping
from dataclasses import fields
from typing import Any, TypeVar

from pydantic import ValidationError
from pydantic_core import from_json

from bot.clock import Clock
from bot.sandbox.model import Chat, Document, Member, Message, User
from bot.sandbox.person import Person
from bot.sandbox.updates import Backlog
from bot.sandbox.world import World

from .shape import (
    FIELDS,
    FORMAT,
    PROGRAM,
    STAND_INS,
    KeptChat,
    KeptDocument,
    KeptError,
    KeptFile,
    KeptMember,
    KeptMessage,
)

K = TypeVar("K", bound=Hashable)
T = TypeVar("T")


def decode(data: bytes, clock: Clock) -> World:
    """Return the world of a file; KeptError, in words that go after the file's name, if there is none."""
    try:
        _check_format(from_json(data))
        return _restore(KeptFile.model_validate_json(data, strict=True), clock)
    except ValidationError as error:
        # Without the value, which may be somebody's hand.
        first = error.errors(include_url=False, include_context=False, include_input=False)[0]
        place = ".".join(map(str, first["loc"]))
        raise KeptError(f"is damaged: {place}: {first['msg']}") from None
    except ValueError as error:
        raise KeptError(f"is damaged, or no saved sandbox: {error}") from None


def _check_format(content: object) -> None:
    if not isinstance(content, dict) or content.get("program") != PROGRAM:
        raise KeptError("is not a saved sandbox")
    number = content.get("format")
    if type(number) is int and number > FORMAT:
        raise KeptError(f"was saved by a newer version: its format is {number}, this one reads {FORMAT}")
    if number != FORMAT:
        raise KeptError("is damaged: its format has no number that is known")


def _restore(kept: KeptFile, clock: Clock) -> World:
    world = World(
        clock,
        bot_username=kept.bot.username or "",
        bot_name=kept.bot.first_name,
        token=kept.token,
        privacy_mode=kept.privacy_mode,
    )
    if kept.bot.id != world.bot.id:
        raise KeptError("is damaged: the token is not the bot's")
    for field in fields(User):
        setattr(world.bot, field.name, getattr(kept.bot, field.name))
    users = _table("user", ((user.id, user) for user in (world.bot, *STAND_INS, *kept.users)))
    world.documents = _table("file", ((kept.file_id, _document(kept)) for kept in kept.documents))
    world.chats = _table("chat", ((chat.id, _chat(chat, users)) for chat in kept.chats))
    for item in kept.chats:
        world.chats[item.id].migrated_to = _find("chat", world.chats, item.migrated_to)
    for number in kept.people:
        world.people[number] = _person(world, _find("user", users, number))
    _restore_messages(kept.messages, world, users)
    world.updates.restore(Backlog(tuple(kept.updates), kept.next_update_id, frozenset(kept.allowed_updates)))
    world.next_number, world.next_key = kept.next_number, kept.next_key
    world.commands = {(scope, language): commands for scope, language, commands in kept.commands}
    world.profile = {(field, language): text for field, language, text in kept.profile}
    return world


def _chat(kept: KeptChat, users: Mapping[int, User]) -> Chat:
    values = {name: getattr(kept, name) for name in KeptChat.model_fields}
    members = [_member(member, users) for member in kept.members]
    values.update(
        user=_find("user", users, kept.user),
        members=_table("member", ((member.user.id, member) for member in members)),
        topics=_table("topic", ((topic.id, topic) for topic in kept.topics)),
        migrated_to=None,
    )
    return Chat(**values)


def _member(kept: KeptMember, users: Mapping[int, User]) -> Member:
    user = _find("user", users, kept.user)
    assert user is not None
    return Member(user, kept.status, kept.is_anonymous)


def _person(world: World, user: User | None) -> Person:
    assert user is not None
    chat = _find("chat", world.chats, user.id)
    if chat is None or chat.user is not user or not chat.is_private:
        raise KeptError(f"is damaged: the chat {user.id} is not that person's")
    return Person(world, user, chat)


def _document(kept: KeptDocument) -> Document:
    return Document(**{name: getattr(kept, name) for name in KeptDocument.model_fields})


def _restore_messages(kept: list[KeptMessage], world: World, users: Mapping[int, User]) -> None:
    tables: dict[str, Mapping[Any, object]] = {
        "chat": world.chats,
        "sender": users,
        "sender_chat": world.chats,
        "receiver": users,
        "document": world.documents,
    }
    messages: dict[int, Message] = {}
    for item in kept:
        values = {name: getattr(item, name) for name in FIELDS}
        for name, table in tables.items():
            values[name] = _find(name, table, values[name])
        message = Message(**values)
        own = message.chat.messages if message.receiver is None else message.chat.ephemeral
        number = message.id if message.receiver is None else message.ephemeral_id
        if number is None or number in own or message.key in messages:
            raise KeptError(f"is damaged: it has the message {message.key} twice")
        own[number] = messages[message.key] = message
    for item in kept:
        # Only now are all there that may be named.
        message = messages[item.key]
        message.reply_to = _find("message", messages, item.reply_to)
        message.replaces = _find("message", messages, item.replaces)


def _find(what: str, table: Mapping[K, T], key: K | None) -> T | None:
    """Return what is named, or None if nothing is."""
    if key is None:
        return None
    if key not in table:
        raise KeptError(f"is damaged: it names the {what} {key}, but does not hold it")
    return table[key]


def _table(what: str, pairs: Iterable[tuple[K, T]]) -> dict[K, T]:
    table: dict[K, T] = {}
    for key, value in pairs:
        if key in table:
            raise KeptError(f"is damaged: it has the {what} {key} twice")
        table[key] = value
    return table
