"""Who and what there is in a Telegram: users, chats, members, topics, messages, presses."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from .keyboard import Button, Keyboard, keyboard_json
from .markup import Text
from .rich_plain import plain_text

ANONYMOUS_ADMIN_ID = 1087968824
CHANNEL_BOT_ID = 136817688


@dataclass(eq=False, slots=True)
class User:
    """A person, or a bot."""

    id: int
    first_name: str
    last_name: str | None = None
    username: str | None = None
    language_code: str | None = None
    is_bot: bool = False
    is_deactivated: bool = False

    @property
    def full_name(self) -> str:
        """First and last name."""
        return f"{self.first_name} {self.last_name}" if self.last_name else self.first_name

    def to_json(self) -> dict[str, Any]:
        """Return the User."""
        body: dict[str, Any] = {"id": self.id, "is_bot": self.is_bot, "first_name": self.first_name}
        for name in ("last_name", "username", "language_code"):
            if (value := getattr(self, name)) is not None:
                body[name] = value
        return body


# The stand-in senders of anonymous admins and of channels, the same in every group.
CHANNEL_BOT = User(CHANNEL_BOT_ID, "Channel", username="Channel_Bot", is_bot=True)
ANONYMOUS_ADMIN = User(ANONYMOUS_ADMIN_ID, "Group", username="GroupAnonymousBot", is_bot=True)


class Status(StrEnum):
    """What a member is in a group."""

    CREATOR = "creator"
    ADMINISTRATOR = "administrator"
    MEMBER = "member"
    LEFT = "left"
    KICKED = "kicked"


_RIGHTS = (
    "can_manage_chat", "can_delete_messages", "can_manage_video_chats", "can_restrict_members",
    "can_promote_members", "can_change_info", "can_invite_users", "can_post_stories", "can_edit_stories",
    "can_delete_stories", "can_send_welcome_messages",
)  # fmt: skip


@dataclass(eq=False, slots=True)
class Member:
    """A user in a group."""

    user: User
    status: Status
    is_anonymous: bool = False

    @property
    def is_here(self) -> bool:
        """Whether the user is in the group now."""
        return self.status not in (Status.LEFT, Status.KICKED)

    @property
    def is_admin(self) -> bool:
        """Whether the user may do what admins do."""
        return self.status in (Status.CREATOR, Status.ADMINISTRATOR)

    def to_json(self) -> dict[str, Any]:
        """Return the ChatMember."""
        body: dict[str, Any] = {"user": self.user.to_json(), "status": self.status.value}
        if self.is_admin:
            body["is_anonymous"] = self.is_anonymous
        if self.status is Status.ADMINISTRATOR:
            body["can_be_edited"] = False
            body.update(dict.fromkeys(_RIGHTS, True))
        if self.status is Status.KICKED:
            body["until_date"] = 0
        return body


class ChatKind(StrEnum):
    """The kinds of chats; channels only speak in groups here."""

    PRIVATE = "private"
    GROUP = "group"
    SUPERGROUP = "supergroup"
    CHANNEL = "channel"


@dataclass(eq=False, slots=True)
class Topic:
    """A topic of a forum; its id is that of the service message that opened it."""

    id: int
    name: str
    is_closed: bool = False


@dataclass(eq=False, slots=True)
class Chat:
    """A private chat with the bot, or a group.

    `messages` are everybody's, by id; `ephemeral` are those that one member each sees, by their own ids.
    """

    id: int
    kind: ChatKind
    title: str | None = None
    user: User | None = None
    members: dict[int, Member] = field(default_factory=dict)
    messages: dict[int, Message] = field(default_factory=dict)
    ephemeral: dict[int, Message] = field(default_factory=dict)
    is_forum: bool = False
    topics: dict[int, Topic] = field(default_factory=dict)
    is_started: bool = False
    is_blocked: bool = False
    is_bot_muted: bool = False
    migrated_to: Chat | None = None

    @property
    def is_private(self) -> bool:
        """Whether this is a person's chat with the bot."""
        return self.kind is ChatKind.PRIVATE

    def to_json(self) -> dict[str, Any]:
        """Return the Chat."""
        body: dict[str, Any] = {"id": self.id, "type": self.kind.value}
        if self.title is not None:
            body["title"] = self.title
        if self.user is not None:
            for name in ("first_name", "last_name", "username"):
                if (value := getattr(self.user, name)) is not None:
                    body[name] = value
        if self.is_forum:
            body["is_forum"] = True
        return body

    def member(self, user: User) -> Member:
        """Return what the user is here; a stranger is one who left."""
        return self.members.get(user.id) or Member(user, Status.LEFT)

    def visible(self) -> list[Message]:
        """Return the messages that everybody sees and that are not deleted, in order."""
        return [message for message in self.messages.values() if not message.is_deleted]

    def visible_to(self, user: User) -> list[Message]:
        """Return what a member sees, in order: everybody's messages, and ephemeral ones among them.

        An ephemeral message that replaces another stands where that one stood; the newest of several wins.
        """
        own = [
            message
            for message in self.ephemeral.values()
            if message.receiver is user and not message.is_deleted
        ]
        if not own:
            return self.visible()
        covers = {message.replaces: message for message in own}
        shown = [*self.visible(), *(message for message in own if message.replaces is None)]
        shown.sort(key=lambda message: message.key)
        return [covers.get(message, message) for message in shown]


@dataclass(frozen=True, slots=True)
class Document:
    """A file in a message or on the server."""

    file_id: str
    file_name: str
    mime_type: str
    content: bytes = field(repr=False)
    path: str

    def to_json(self) -> dict[str, Any]:
        """Return the Document."""
        return {
            "file_id": self.file_id,
            "file_unique_id": self.file_id[-12:],
            "file_name": self.file_name,
            "mime_type": self.mime_type,
            "file_size": len(self.content),
        }


@dataclass(eq=False, slots=True)
class Message:
    """A message as it is now; edits change it in place.

    `key` is unique in the world and grows with every message. `id` is the Bot API's: 0 for an ephemeral
    message, which only its `receiver` sees, sometimes in place of the message it `replaces`.
    """

    chat: Chat
    id: int
    date: int
    sender: User
    body: Text = field(default_factory=Text)
    keyboard: Keyboard | None = None
    sender_chat: Chat | None = None
    thread_id: int | None = None
    is_topic_message: bool = False
    reply_to: Message | None = None
    document: Document | None = None
    service: Mapping[str, Any] | None = None
    edit_date: int | None = None
    is_deleted: bool = False
    is_silent: bool = False
    is_protected: bool = False
    edits: int = 0
    rich: Mapping[str, Any] | None = None
    receiver: User | None = None
    ephemeral_id: int | None = None
    replaces: Message | None = None
    key: int = 0

    @property
    def place(self) -> int:
        """The key of where it stands: an ephemeral message may stand in place of another."""
        return self.key if self.replaces is None else self.replaces.place

    @property
    def text(self) -> str:
        """The text, a document's caption, or a rich message, as plain text; empty for a service message."""
        return self.body.plain if self.rich is None else plain_text(self.rich)

    def is_for(self, user: User) -> bool:
        """Tell whether a member of the chat may see this."""
        return self.receiver is None or self.receiver is user

    @property
    def buttons(self) -> list[Button]:
        """The buttons in reading order."""
        return [button for row in self.keyboard or () for button in row]

    @property
    def labels(self) -> list[str]:
        """The texts of the buttons in reading order."""
        return [button.text for button in self.buttons]

    def to_json(self, *, with_reply: bool = True) -> dict[str, Any]:
        """Return the Message."""
        body: dict[str, Any] = {
            "message_id": self.id,
            "date": self.date,
            "chat": self.chat.to_json(),
            "from": self.sender.to_json(),
        }
        if self.receiver is not None:
            body["ephemeral_message_id"] = self.ephemeral_id
            body["receiver_user"] = self.receiver.to_json()
        if self.sender_chat is not None:
            body["sender_chat"] = self.sender_chat.to_json()
        if self.thread_id is not None:
            body["message_thread_id"] = self.thread_id
        if self.is_topic_message:
            body["is_topic_message"] = True
        if self.reply_to is not None and with_reply and not self.reply_to.is_deleted:
            body["reply_to_message"] = self.reply_to.to_json(with_reply=False)
        if self.edit_date is not None:
            body["edit_date"] = self.edit_date
        if self.is_protected:
            body["has_protected_content"] = True
        if self.service is not None:
            body.update(self.service)
        self._content(body)
        if self.keyboard is not None:
            body["reply_markup"] = keyboard_json(self.keyboard)
        return body

    def _content(self, body: dict[str, Any]) -> None:
        if self.rich is not None:
            body["rich_message"] = dict(self.rich)
            return
        text, entities = "text", "entities"
        if self.document is not None:
            body["document"] = self.document.to_json()
            text, entities = "caption", "caption_entities"
        if self.body.plain:
            body[text] = self.body.plain
            if self.body.entities:
                body[entities] = [entity.to_json() for entity in self.body.entities]


@dataclass(frozen=True, slots=True)
class Answer:
    """What a press brought: a toast, an alert, or a link that opens."""

    text: str = ""
    show_alert: bool = False
    url: str | None = None


@dataclass(eq=False, slots=True)
class Press:
    """A pressed button (the Bot API's callback query)."""

    id: str
    user: User
    message: Message
    data: str
    time: float
    outcome: asyncio.Future[Answer | None]
    is_answered: bool = False

    def to_json(self) -> dict[str, Any]:
        """Return the CallbackQuery; a deleted message is only named."""
        chat = self.message.chat
        message = self.message.to_json()
        if self.message.is_deleted:
            message = {"chat": chat.to_json(), "message_id": self.message.id, "date": 0}
        return {
            "id": self.id,
            "from": self.user.to_json(),
            "message": message,
            "chat_instance": str(7_000_000_000_000 + abs(chat.id)),
            "data": self.data,
        }
