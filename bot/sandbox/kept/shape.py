"""What is in the file of a saved world: JSON in which users, chats and messages name each other by number."""

from __future__ import annotations

from typing import Any

from pydantic import BaseModel, ConfigDict

from bot.sandbox.keyboard import Keyboard
from bot.sandbox.markup import Text
from bot.sandbox.model import ANONYMOUS_ADMIN, CHANNEL_BOT, ChatKind, Status, Topic, User
from bot.sandbox.updates import Update

PROGRAM = "deberts sandbox"
FORMAT = 1
"""Grows whenever a file of the new shape would be misread by the old code."""

# They are the same in every world.
STAND_INS = (CHANNEL_BOT, ANONYMOUS_ADMIN)


class KeptError(Exception):
    """A saved world cannot be read; one sentence for an operator says why."""


class _Shape(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True, ser_json_bytes="base64", val_json_bytes="base64")


class KeptMember(_Shape):
    """A `Member`; the user by id."""

    user: int
    status: Status
    is_anonymous: bool = False


class KeptChat(_Shape):
    """A `Chat` without its messages; users and chats by id."""

    id: int
    kind: ChatKind
    title: str | None = None
    user: int | None = None
    members: list[KeptMember] = []
    is_forum: bool = False
    topics: list[Topic] = []
    is_started: bool = False
    is_blocked: bool = False
    is_bot_muted: bool = False
    migrated_to: int | None = None


class KeptDocument(_Shape):
    """A `Document`; the content in Base64."""

    file_id: str
    file_name: str
    mime_type: str
    content: bytes
    path: str


class KeptMessage(_Shape):
    """A `Message`; users and chats by id, other messages by key, a document by its file's id."""

    chat: int
    id: int
    date: int
    sender: int
    body: Text = Text()
    keyboard: Keyboard | None = None
    sender_chat: int | None = None
    thread_id: int | None = None
    is_topic_message: bool = False
    reply_to: int | None = None
    document: str | None = None
    service: dict[str, Any] | None = None
    edit_date: int | None = None
    is_deleted: bool = False
    is_silent: bool = False
    is_protected: bool = False
    edits: int = 0
    rich: dict[str, Any] | None = None
    receiver: int | None = None
    ephemeral_id: int | None = None
    replaces: int | None = None
    key: int


class KeptWorld(_Shape):
    """Everything but the messages, which are many."""

    program: str = PROGRAM
    format: int = FORMAT
    token: str
    privacy_mode: bool
    bot: User
    users: list[User]
    people: list[int]
    chats: list[KeptChat]
    documents: list[KeptDocument]
    updates: list[Update]
    next_update_id: int
    allowed_updates: list[str]
    next_number: int
    next_key: int
    commands: list[tuple[str, str, list[dict[str, str]]]]
    profile: list[tuple[str, str, str]]


class KeptFile(KeptWorld):
    """The whole file."""

    messages: list[KeptMessage]


FIELDS = tuple(KeptMessage.model_fields)
# What a message names, and by what.
REFERENCES = {
    "chat": "id",
    "sender": "id",
    "sender_chat": "id",
    "receiver": "id",
    "reply_to": "key",
    "replaces": "key",
    "document": "file_id",
}
