"""The world: everybody and everything, with one bot in it."""

from __future__ import annotations

import asyncio
import re
from collections import deque
from collections.abc import Awaitable, Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from bot.clock import Clock

from .errors import ApiError, SandboxError
from .keyboard import Keyboard
from .limits import Limits
from .markup import Text
from .model import (
    Answer,
    Chat,
    ChatKind,
    Document,
    Member,
    Message,
    Press,
    Status,
    User,
)
from .updates import UpdateQueue

if TYPE_CHECKING:
    from .person import Person

Observer = Callable[[str, dict[str, Any]], None]
Fault = Callable[[str, dict[str, Any]], Awaitable[None]]
Watcher = Callable[[Message], None]
PressWatcher = Callable[[Press], None]
Reporter = Callable[["Report"], None]

# What is kept of refused calls, and of presses, in a sandbox that runs for days.
MOST_REFUSED = 10_000
PRESS_KEPT_SECONDS = 3600.0

TOKEN = "7000000001:AAsandbox_token_of_no_value_at_all"

asker_gone: ContextVar[asyncio.Future[None]] = ContextVar("asker_gone")
"""For faults: done when whoever made the call that is being worked has gone. Set within a call only."""


@dataclass(frozen=True, slots=True)
class Refused:
    """A Bot API call that was refused."""

    method: str
    params: Mapping[str, Any]
    error: ApiError


@dataclass(frozen=True, slots=True)
class Report:
    """A Bot API call and what came of it, refused or not; times in seconds of the world's clock."""

    method: str
    params: Mapping[str, Any]
    answer: object
    started: float
    ended: float

    @property
    def error(self) -> ApiError | None:
        """The refusal, or None for a call that was done."""
        return self.answer if isinstance(self.answer, ApiError) else None


@dataclass(frozen=True, slots=True)
class Webhook:
    """Where updates are posted to."""

    url: str
    secret_token: str | None = None
    max_connections: int = 40
    ip_address: str | None = None


class World:
    """People, groups, messages, the bot's account, and the hooks for tests and for the page.

    `observers` see every decoded request, `reporters` every answer, `watchers` every message that is new,
    edited or deleted, `press_watchers` every press. `faults` run before the work and may delay it or raise
    `ApiError`; `faults_after` run after it (an error raised there is a call that was done and yet failed).
    `refused` lists the refused calls, `failures` what should never happen: an observer that raised, or an
    error of the sandbox itself.
    """

    def __init__(
        self,
        clock: Clock,
        *,
        bot_username: str = "deberts_bot",
        bot_name: str = "Деберц",
        token: str = TOKEN,
        privacy_mode: bool = True,
    ) -> None:
        if re.fullmatch(r"\d+:[A-Za-z0-9_-]+", token) is None:
            raise ValueError("a token is digits, a colon, and letters")
        self.clock = clock
        self.token = token
        self.privacy_mode = privacy_mode
        self.bot = User(int(token.split(":")[0]), bot_name, username=bot_username, is_bot=True)
        self.people: dict[int, Person] = {}
        self.chats: dict[int, Chat] = {}
        self.documents: dict[str, Document] = {}
        self.presses: dict[str, Press] = {}
        self.updates = UpdateQueue(clock)
        self.limits = Limits(clock)
        self.webhook: Webhook | None = None
        self.webhook_error: tuple[int, str] | None = None
        self.commands: dict[tuple[str, str], list[dict[str, str]]] = {}
        self.profile: dict[tuple[str, str], str] = {}
        self.observers: list[Observer] = []
        self.reporters: list[Reporter] = []
        self.watchers: list[Watcher] = []
        self.press_watchers: list[PressWatcher] = []
        self.faults: list[Fault] = []
        self.faults_after: list[Fault] = []
        self.refused: deque[Refused] = deque(maxlen=MOST_REFUSED)
        self.failures: list[Exception] = []
        self.in_flight = 0
        self.next_number = 1
        self.next_key = 1
        self._changes: list[asyncio.Future[None]] = []

    # What a driver of the clock asks

    @property
    def pending_updates(self) -> int:
        """How many updates the bot has not been given yet."""
        return self.updates.unfetched

    @property
    def polling(self) -> bool:
        """Whether a getUpdates is waiting, so that the bot has nothing left to fetch."""
        return self.updates.polling

    @property
    def is_idle(self) -> bool:
        """Whether nothing is on its way: all updates fetched, all requests answered, the bot listening.

        What the bot does by itself, without a request under way, is not seen from here.
        """
        listening = self.polling or self.webhook is not None
        return listening and not self.in_flight and not self.pending_updates

    @contextmanager
    def at_work(self, step: int = 1) -> Iterator[None]:
        """Count a request as being worked; with -1, not to count it while it only waits."""
        self.in_flight += step
        try:
            yield
        finally:
            self.in_flight -= step

    def _number(self) -> int:
        number = self.next_number
        self.next_number += 1
        return number

    def now(self) -> int:
        """Return the time as messages carry it."""
        return int(self.clock.now())

    # Who there is

    def person(
        self,
        first_name: str,
        last_name: str | None = None,
        username: str | None = None,
        language_code: str | None = "ru",
    ) -> Person:
        """Create a person, who has not started the bot yet."""
        from .person import Person

        user = User(5_000_000_000 + self._number(), first_name, last_name, username, language_code)
        chat = Chat(user.id, ChatKind.PRIVATE, user=user)
        self.chats[chat.id] = chat
        person = Person(self, user, chat)
        self.people[user.id] = person
        self.notify()
        return person

    def group(
        self,
        title: str,
        members: Iterable[Person],
        *,
        supergroup: bool = False,
        forum: bool = False,
        with_bot: bool = True,
    ) -> Chat:
        """Create a group; the first member owns it and, if asked, adds the bot."""
        people = list(members)
        if not people:
            raise SandboxError("empty_group")
        chat = self.new_chat(title, ChatKind.SUPERGROUP if supergroup or forum else ChatKind.GROUP)
        chat.is_forum = forum
        for person in people:
            chat.members[person.user.id] = Member(person.user, Status.MEMBER)
        chat.members[people[0].user.id].status = Status.CREATOR
        if with_bot:
            people[0].add_bot(chat)
        return chat

    def new_chat(self, title: str, kind: ChatKind) -> Chat:
        """Create an empty group, or a channel."""
        number = self._number()
        chat_id = -4_000_000_000 - number if kind is ChatKind.GROUP else -1_002_000_000_000 - number
        chat = Chat(chat_id, kind, title)
        self.chats[chat_id] = chat
        self.notify()
        return chat

    def user(self, user_id: int) -> User | None:
        """Find a user, the bot included."""
        if user_id == self.bot.id:
            return self.bot
        person = self.people.get(user_id)
        return person.user if person is not None else None

    def user_json(self, user_id: int) -> Mapping[str, Any] | None:
        """Find a user for a mention."""
        user = self.user(user_id)
        return user.to_json() if user is not None else None

    # What happens

    def new_message(
        self, chat: Chat, sender: User, body: Text | None = None, receiver: User | None = None, **rest: Any
    ) -> Message:
        """Add a message; the id counts per supergroup, and otherwise per account, as in Telegram."""
        if receiver is not None:
            return self.new_ephemeral(chat, sender, receiver, body, **rest)
        is_super = chat.kind is ChatKind.SUPERGROUP
        number = len(chat.messages) + 1 if is_super else self._number()
        message = chat.messages[number] = Message(
            chat, number, self.now(), sender, body or Text(), key=self._key(), **rest
        )
        self._changed(message)
        return message

    def new_ephemeral(
        self, chat: Chat, sender: User, receiver: User, body: Text | None = None, **rest: Any
    ) -> Message:
        """Add a message that only its receiver sees; it takes no id from the chat's messages."""
        number = len(chat.ephemeral) + 1
        message = chat.ephemeral[number] = Message(
            chat,
            0,
            self.now(),
            sender,
            body or Text(),
            key=self._key(),
            receiver=receiver,
            ephemeral_id=number,
            **rest,
        )
        self._changed(message)
        return message

    def _key(self) -> int:
        key = self.next_key
        self.next_key += 1
        return key

    def edit(
        self,
        message: Message,
        body: Text,
        keyboard: Keyboard | None,
        rich: Mapping[str, Any] | None = None,
    ) -> None:
        """Change a message in place."""
        message.body, message.keyboard, message.rich = body, keyboard, rich
        message.edit_date = self.now()
        message.edits += 1
        self._changed(message)

    def delete(self, message: Message) -> None:
        """Delete a message for everybody, and what is shown in its place."""
        message.is_deleted = True
        self._changed(message)
        for cover in list(message.chat.ephemeral.values()):
            if cover.replaces is message and not cover.is_deleted:
                self.delete(cover)

    def new_document(self, name: str, mime_type: str, content: bytes) -> Document:
        """Store a file."""
        number = self._number()
        path = f"documents/file_{number}{name[dot:] if (dot := name.rfind('.')) >= 0 else ''}"
        document = Document(f"BQACAgIAAxkBAAI{number:012}", name, mime_type, content, path)
        self.documents[document.file_id] = document
        return document

    def offer(self, message: Message, *, edited: bool = False) -> None:
        """Queue a person's message for the bot, unless the bot may not see it."""
        if self._bot_sees(message):
            self.updates.push("edited_message" if edited else "message", message.to_json())

    def _bot_sees(self, message: Message) -> bool:
        chat = message.chat
        if chat.is_private:
            return not chat.is_blocked
        member = chat.member(self.bot)
        if not member.is_here:
            return False
        if not self.privacy_mode or member.is_admin or message.service is not None:
            return True
        if message.reply_to is not None and message.reply_to.sender is self.bot:
            return True
        return self._is_for_bot(message.body)

    def _is_for_bot(self, body: Text) -> bool:
        first = body.entities[0] if body.entities else None
        if first is None or first.type != "bot_command" or first.offset:
            return False
        _, _, addressee = body.plain[: first.length].partition("@")
        return not addressee or addressee.lower() == str(self.bot.username).lower()

    def new_press(self, user: User, message: Message, data: str) -> Press:
        """Queue a press and return it; its outcome is the bot's answer, or None if that came too late."""
        number = 10**17 + self._number()
        outcome: asyncio.Future[Answer | None] = asyncio.get_running_loop().create_future()
        press = Press(str(number), user, message, data, self.clock.now(), outcome)
        self._forget_old_presses()
        self.presses[press.id] = press
        self.updates.push("callback_query", press.to_json())
        for watcher in list(self.press_watchers):
            watcher(press)
        return press

    def _changed(self, message: Message) -> None:
        for watcher in list(self.watchers):
            watcher(message)
        self.notify()

    def _forget_old_presses(self) -> None:
        oldest = self.clock.now() - PRESS_KEPT_SECONDS
        while self.presses and (first := next(iter(self.presses.values()))).time < oldest:
            del self.presses[first.id]

    def notify(self) -> None:
        """Let everybody who waits for something to happen look again."""
        changes, self._changes = self._changes, []
        for future in changes:
            if not future.done():
                future.set_result(None)

    def changed(self) -> asyncio.Future[None]:
        """Return a future that is done when something has happened in a chat."""
        self._changes = [future for future in self._changes if not future.done()]
        future: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._changes.append(future)
        return future
