"""A person: what somebody with a Telegram client does and sees."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable
from typing import TYPE_CHECKING, TypeVar
from urllib.parse import parse_qs, urlsplit

from . import membership
from .errors import SandboxError
from .group_member import GroupMember
from .html_text import utf16_length
from .keyboard import Button
from .markup import MAX_TEXT, Text, commands_and_mentions
from .model import ANONYMOUS_ADMIN, CHANNEL_BOT, Answer, Chat, ChatKind, Document, Message, Press, Topic, User

if TYPE_CHECKING:
    from .world import World

T = TypeVar("T")

MOST_ANSWERS = 1000
PATIENCE = 30.0
"""Real seconds before a person gives up waiting; a guard for tests, not a part of the game."""


class NoAnswerError(SandboxError):
    """The bot did not answer a press in time."""


class Person(GroupMember):
    """Somebody's Telegram. Waiting is measured in real seconds, whatever the world's clock does."""

    def __init__(self, world: World, user: User, private: Chat) -> None:
        super().__init__(world, user)
        self.private = private
        self.answers: list[Answer] = []

    def __repr__(self) -> str:
        return f"<Person {self.user.full_name} {self.user.id}>"

    @property
    def id(self) -> int:
        """The user id, which is also the id of the private chat."""
        return self.user.id

    @property
    def alerts(self) -> list[str]:
        """The texts of the alerts this person got, in order."""
        return [answer.text for answer in self.answers if answer.show_alert and answer.text]

    @property
    def toasts(self) -> list[str]:
        """The texts of the toasts this person got, in order."""
        return [answer.text for answer in self.answers if not answer.show_alert and answer.text]

    # Seeing

    def messages(self, chat: Chat | None = None) -> list[Message]:
        """Return what is in a chat now, in order; the private chat if none is named."""
        chat = self.private if chat is None else chat
        if chat.is_private and chat is not self.private:
            raise SandboxError("anothers_chat", who=self.user.full_name)
        if not chat.is_private and not chat.member(self.user).is_here:
            raise SandboxError("not_here", who=self.user.full_name, chat=chat.title)
        return chat.visible_to(self.user)

    def last(self, chat: Chat | None = None) -> Message:
        """Return the newest message of a chat."""
        messages = self.messages(chat)
        if not messages:
            raise SandboxError("empty_chat")
        return messages[-1]

    async def wait_for(self, look: Callable[[], T], timeout: float = PATIENCE) -> T:  # noqa: ASYNC109
        """Return what `look` returns, once that is true; it looks again after each change in the world."""
        try:
            async with asyncio.timeout(timeout):
                while not (found := look()):
                    await self.world.changed()
        except TimeoutError:
            raise SandboxError("waited_in_vain", who=self.user.full_name, seconds=timeout) from None
        return found

    # Writing

    async def write(
        self,
        chat: Chat,
        text: str,
        thread: Topic | int | None = None,
        *,
        reply_to: Message | None = None,
        anonymous: bool = False,
        channel: str | None = None,
        document: tuple[str, bytes] | None = None,
    ) -> Message:
        """Write a message: in a topic, as the group itself (an anonymous admin) or as a channel if asked."""
        self._may_write(chat)
        if reply_to is not None and reply_to.receiver is not None:
            # Telegram sends such a reply to the bot alone, which this bot has no use for.
            raise SandboxError("no_reply_to_ephemeral")
        sender, sender_chat = self._sender(chat, anonymous, channel)
        text = _sendable(text, or_nothing=document is not None)
        topic = self._topic(chat, thread, reply_to)
        thread_id = topic.id if topic is not None else None
        if topic is None and reply_to is not None and chat.kind is ChatKind.SUPERGROUP:
            # Replies outside of topics form threads too, which is no topic to post in.
            thread_id = reply_to.thread_id or reply_to.id
        if chat.is_private:
            chat.is_started = True
        message = self.world.new_message(
            chat,
            sender,
            Text(text, commands_and_mentions(text)),
            sender_chat=sender_chat,
            thread_id=thread_id,
            is_topic_message=topic is not None,
            reply_to=reply_to,
            document=self._document(document),
        )
        self.world.offer(message)
        return message

    async def start(self, payload: str | None = None) -> Message:
        """Press Start in the private chat, with the payload of a deep link if any."""
        if payload is not None and re.fullmatch(r"[A-Za-z0-9_-]{1,64}", payload) is None:
            raise SandboxError("bad_payload")
        self.unblock()
        return await self.write(self.private, "/start" if payload is None else f"/start {payload}")

    async def open(self, url: str) -> Message:
        """Follow a link to the bot."""
        parts = urlsplit(url)
        if parts.netloc != "t.me" or parts.path.strip("/").lower() != str(self.world.bot.username).lower():
            raise SandboxError("no_link_to_bot", url=url)
        payload = parse_qs(parts.query).get("start")
        return await self.start(payload[0] if payload else None)

    async def edit(self, message: Message, text: str) -> None:
        """Change an own message."""
        if message.sender is not self.user or message.is_deleted:
            raise SandboxError("not_own_message")
        text = _sendable(text)
        self.world.edit(message, Text(text, commands_and_mentions(text)), None)
        self.world.offer(message, edited=True)

    def delete(self, message: Message) -> None:
        """Delete a message: an own one, any in the private chat, any as an admin, one for oneself alone."""
        chat = message.chat
        may_delete = message.sender is self.user or chat is self.private or chat.member(self.user).is_admin
        if message.receiver is not None:
            may_delete = message.receiver is self.user
        if not may_delete:
            raise SandboxError("may_not_delete")
        self.world.delete(message)

    # Pressing

    async def press(
        self,
        message: Message,
        label_or_data: str,
        *,
        timeout: float = PATIENCE,  # noqa: ASYNC109
    ) -> Answer:
        """Press a button, named by its label, a part of it, or its data, and wait for the answer."""
        button = self._button(message, label_or_data)
        if button.is_disabled:
            raise SandboxError("button_disabled", button=button.text)
        if button.url is not None:
            return Answer(url=button.url)
        if button.callback_data is None:
            raise SandboxError("not_pressable", button=button.text)
        return await self.press_data(message, button.callback_data, timeout=timeout)

    async def press_data(
        self,
        message: Message,
        data: str,
        *,
        timeout: float = PATIENCE,  # noqa: ASYNC109
    ) -> Answer:
        """Press with any data, as a client out of date or a forged one does, and wait for the answer."""
        press = self.press_nowait(message, data)
        try:
            async with asyncio.timeout(timeout):
                answer = await asyncio.shield(press.outcome)
        except TimeoutError:
            raise NoAnswerError("no_answer", seconds=timeout) from None
        if answer is None:
            raise NoAnswerError("late_answer")
        return answer

    def press_nowait(self, message: Message, data: str) -> Press:
        """Press with this data and go on; `outcome` of the press is a future."""
        chat = message.chat
        if chat is self.private and chat.is_blocked:
            raise SandboxError("has_blocked", who=self.user.full_name)
        is_here = chat is self.private or chat.member(self.user).is_here
        if not is_here or not message.is_for(self.user):
            raise SandboxError("sees_not", who=self.user.full_name)
        if message.sender is not self.world.bot:
            raise SandboxError("no_buttons")
        press = self.world.new_press(self.user, message, data)
        press.outcome.add_done_callback(self._keep_answer)
        return press

    def repeat(self, press: Press) -> Press:
        """Send a press again, as clients do: the same data under a new id."""
        return self.press_nowait(press.message, press.data)

    def _keep_answer(self, outcome: asyncio.Future[Answer | None]) -> None:
        if not outcome.cancelled() and (answer := outcome.result()) is not None:
            self.answers.append(answer)
            del self.answers[:-MOST_ANSWERS]

    def _button(self, message: Message, label: str) -> Button:
        if message.is_deleted:
            raise SandboxError("message_deleted")
        if message not in self.messages(message.chat):
            raise SandboxError("sees_not", who=self.user.full_name)
        for found in (
            [button for button in message.buttons if button.text == label],
            [button for button in message.buttons if button.callback_data == label],
            [button for button in message.buttons if label in button.text],
        ):
            if len(found) == 1:
                return found[0]
            if found:
                break
        problem = "no_button" if not found else "many_buttons"
        shown = " ".join(f"[{text}]" for text in message.labels) or "none"
        raise SandboxError(problem, label=repr(label), buttons=shown)

    # The account

    def block(self) -> None:
        """Block the bot."""
        membership.set_blocked(self.world, self.private, True)

    def unblock(self) -> None:
        """Unblock the bot."""
        membership.set_blocked(self.world, self.private, False)

    def delete_account(self) -> None:
        """Delete the account; the private chat can no longer be written to."""
        self.user.is_deactivated = True
        self.world.notify()

    def _may_write(self, chat: Chat) -> None:
        if chat.is_private:
            if chat is not self.private:
                raise SandboxError("anothers_chat", who=self.user.full_name)
            if chat.is_blocked:
                raise SandboxError("has_blocked", who=self.user.full_name)
            return
        self._member(chat)
        if chat.migrated_to is not None:
            raise SandboxError("became_supergroup", chat=chat.title)

    def _sender(self, chat: Chat, anonymous: bool, channel: str | None) -> tuple[User, Chat | None]:
        """Return whom a message seems to come from, and the chat it speaks for."""
        is_super = chat.kind is ChatKind.SUPERGROUP
        member = chat.member(self.user)
        if anonymous and not (is_super and member.is_admin):
            raise SandboxError("no_anonymity")
        if channel is not None:
            if not is_super:
                raise SandboxError("no_channels")
            return CHANNEL_BOT, self.world.new_chat(channel, ChatKind.CHANNEL)
        if anonymous or (is_super and member.is_anonymous):
            return ANONYMOUS_ADMIN, chat
        return self.user, None

    def _topic(self, chat: Chat, thread: Topic | int | None, reply_to: Message | None) -> Topic | None:
        if thread is None and reply_to is not None and reply_to.is_topic_message:
            thread = reply_to.thread_id
        if thread is None:
            return None
        topic = chat.topics.get(thread.id if isinstance(thread, Topic) else thread)
        if topic is None:
            raise SandboxError("no_such_topic", chat=chat.title)
        return topic

    def _document(self, document: tuple[str, bytes] | None) -> Document | None:
        if document is None:
            return None
        return self.world.new_document(document[0], "application/octet-stream", document[1])


def _sendable(text: str, *, or_nothing: bool = False) -> str:
    """Return a text as it is sent; Telegram's clients send neither nothing nor too much."""
    text = text.strip()
    if not text and not or_nothing:
        raise SandboxError("nothing_to_send")
    if utf16_length(text) > MAX_TEXT:
        raise SandboxError("too_long")
    return text
