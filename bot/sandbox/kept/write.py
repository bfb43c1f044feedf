"""From a world to a file.

A snapshot takes the event loop a few milliseconds; to encode it is the long part, and fit for a thread, since
nothing in a snapshot changes any more.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, fields, replace
from operator import attrgetter
from typing import Any

from bot.sandbox.model import Chat, Document, Message, User
from bot.sandbox.world import World

from .shape import FIELDS, REFERENCES, STAND_INS, KeptChat, KeptDocument, KeptMember, KeptMessage, KeptWorld

_values = attrgetter(*FIELDS)


@dataclass(frozen=True, slots=True)
class Snapshot:
    """A world at one moment."""

    world: KeptWorld
    messages: list[tuple[Any, ...]]


def snapshot(world: World) -> Snapshot:
    """Take down everything that matters after a restart."""
    messages = [message for chat in world.chats.values() for message in _messages(chat)]
    backlog = world.updates.backlog()
    kept = KeptWorld.model_construct(
        token=world.token,
        privacy_mode=world.privacy_mode,
        bot=replace(world.bot),
        users=[replace(user) for user in _users(world, messages)],
        people=list(world.people),
        chats=[_keep_chat(chat) for chat in world.chats.values()],
        documents=[_keep_document(document) for document in world.documents.values()],
        updates=list(backlog.updates),
        next_update_id=backlog.next_id,
        allowed_updates=sorted(backlog.allowed),
        next_number=world.next_number,
        next_key=world.next_key,
        commands=[(*key, list(commands)) for key, commands in world.commands.items()],
        profile=[(*key, text) for key, text in world.profile.items()],
    )
    # One call for all fields of a message: there may be ten thousand of them.
    return Snapshot(kept, list(map(_values, messages)))


def encode(snapshot: Snapshot) -> bytes:
    """Return the file: JSON, one line for each message."""
    head = snapshot.world.model_dump_json()
    # Many small steps, so that a thread lets the event loop in between.
    lines = [_keep_message(values).model_dump_json(exclude_defaults=True) for values in snapshot.messages]
    return "".join((head[:-1], ',"messages":[\n', ",\n".join(lines), "\n]}\n")).encode()


def _messages(chat: Chat) -> Iterable[Message]:
    yield from chat.messages.values()
    yield from chat.ephemeral.values()


def _users(world: World, messages: Iterable[Message]) -> list[User]:
    """Return everybody who is named anywhere, people first."""
    found = {person.user: None for person in world.people.values()}
    for chat in world.chats.values():
        if chat.user is not None:
            found[chat.user] = None
        found.update((member.user, None) for member in chat.members.values())
    for message in messages:
        found[message.sender] = None
        if message.receiver is not None:
            found[message.receiver] = None
    for known in (world.bot, *STAND_INS):
        found.pop(known, None)
    return list(found)


def _keep_chat(chat: Chat) -> KeptChat:
    return KeptChat.model_construct(
        id=chat.id,
        kind=chat.kind,
        title=chat.title,
        user=None if chat.user is None else chat.user.id,
        members=[
            KeptMember.model_construct(
                user=member.user.id, status=member.status, is_anonymous=member.is_anonymous
            )
            for member in chat.members.values()
        ],
        is_forum=chat.is_forum,
        topics=[replace(topic) for topic in chat.topics.values()],
        is_started=chat.is_started,
        is_blocked=chat.is_blocked,
        is_bot_muted=chat.is_bot_muted,
        migrated_to=None if chat.migrated_to is None else chat.migrated_to.id,
    )


def _keep_document(document: Document) -> KeptDocument:
    return KeptDocument.model_construct(
        **{field.name: getattr(document, field.name) for field in fields(document)}
    )


def _keep_message(values: tuple[Any, ...]) -> KeptMessage:
    kept = dict(zip(FIELDS, values, strict=True))
    for name, by in REFERENCES.items():
        if kept[name] is not None:
            kept[name] = getattr(kept[name], by)
    return KeptMessage.model_construct(**kept)
