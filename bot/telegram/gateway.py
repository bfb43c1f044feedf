"""The Bot API as the rest of the program uses it, with its errors told apart (telegram.md)."""

from __future__ import annotations

import hashlib
import logging
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import timedelta
from typing import Any

from telegram import (
    Bot,
    BotCommand,
    BotCommandScopeAllGroupChats,
    BotCommandScopeAllPrivateChats,
    ChatMember,
    InputFile,
)
from telegram.error import (
    BadRequest,
    ChatMigrated,
    Forbidden,
    RetryAfter,
    TelegramError,
)

from bot.screens.parts import Button, Rows, Screen

log = logging.getLogger(__name__)

_NO_PREVIEW = {"link_preview_options": {"is_disabled": True}}


class ApiError(Exception):
    """A call that did not do what it was to do; the subclasses say what to do about it."""


class ThrottledError(ApiError):
    """Too many calls: not before `seconds` have passed."""

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds
        super().__init__(f"throttled for {seconds} s")


class UnsureError(ApiError):
    """The network or Telegram failed; the call may or may not have arrived."""


class NoMessageError(ApiError):
    """The message to edit is gone or can no longer be edited."""


class NoThreadError(ApiError):
    """The topic is gone."""


class MigratedError(ApiError):
    """The group is a supergroup now and has the id `chat_id`."""

    def __init__(self, chat_id: int) -> None:
        self.chat_id = chat_id
        super().__init__("the group has become a supergroup")


class ShutOutError(ApiError):
    """The bot may not write in this chat: blocked, kicked, muted, or never started."""


class RejectedError(ApiError):
    """Telegram says the call is wrong; to repeat it is no use."""


# Descriptions of 400 that mean that the bot may not write there.
_MUTED = (
    "not enough rights",
    "have no rights to send",
    "need administrator rights",
    "chat_write_forbidden",
    "chat_restricted",
    "chat_admin_required",
    "chat_send_",
    "chat not found",
    "group chat was deactivated",
    "peer_id_invalid",
    "user_is_blocked",
    "user_is_deactivated",
    "input_user_deactivated",
)
_GONE = ("message to edit not found", "message can't be edited", "message_id_invalid", "message to delete")
_NO_THREAD = ("message thread not found", "topic_closed", "topic_deleted")


@contextmanager
def _told_apart() -> Iterator[None]:
    """Turn the library's errors into ours; a message that is as it should be is no error."""
    try:
        yield
    except RetryAfter as error:
        wait = error.retry_after
        raise ThrottledError(wait.total_seconds() if isinstance(wait, timedelta) else wait) from None
    except ChatMigrated as error:
        raise MigratedError(error.new_chat_id) from None
    except Forbidden as error:
        raise ShutOutError(error.message) from None
    except BadRequest as error:
        said = error.message.lower()
        if "message is not modified" in said:
            return
        if any(words in said for words in _GONE):
            raise NoMessageError(error.message) from None
        if any(words in said for words in _NO_THREAD):
            raise NoThreadError(error.message) from None
        if any(words in said for words in _MUTED):
            raise ShutOutError(error.message) from None
        raise RejectedError(error.message) from None
    except TelegramError as error:
        # Timeouts, 5xx, garbled answers, and whatever else may be better the next time.
        raise UnsureError(type(error).__name__) from None


def digest(screen: Screen) -> str:
    """Return a short name of what a message shows, equal for equal screens."""
    rows = [[(button.text, button.data, button.url, button.style) for button in row] for row in screen.rows]
    return hashlib.sha256(repr((screen.text, rows)).encode()).hexdigest()[:32]


def keyboard(rows: Rows) -> dict[str, Any]:
    """Return the parameters of a call that shows these buttons, in the Bot API's own form.

    Going through the library's objects costs more time than all the rest of a call.
    """
    if not rows:
        return {}
    return {"reply_markup": {"inline_keyboard": [[_button(button) for button in row] for row in rows]}}


def _button(button: Button) -> dict[str, str]:
    found = {"text": button.text, "callback_data": button.data, "url": button.url, "style": button.style}
    return {name: value for name, value in found.items() if value is not None}


class Gateway:
    """Calls to Telegram. All but `answer` count against the limits of a chat: the outbox paces them."""

    def __init__(self, bot: Bot) -> None:
        self._bot = bot

    @property
    def username(self) -> str:
        """The bot's user name, without @."""
        return self._bot.username

    async def send(self, chat_id: int, thread_id: int | None, screen: Screen, silent: bool = False) -> int:
        """Send a message; returns its id."""
        with _told_apart():
            message = await self._bot.send_message(
                chat_id,
                screen.text,
                parse_mode="HTML",
                message_thread_id=thread_id,
                disable_notification=silent or None,
                api_kwargs={**_NO_PREVIEW, **keyboard(screen.rows)},
            )
            return message.message_id
        raise RejectedError("nothing was sent")

    async def edit(self, chat_id: int, message_id: int, screen: Screen) -> None:
        """Make a message show a screen.

        The library's own method reads the answer into its objects, which costs as much as to render the
        screen; nothing of the answer is needed.
        """
        values = {"chat_id": chat_id, "message_id": message_id, "text": screen.text, "parse_mode": "HTML"}
        with _told_apart():
            await self._bot._post("editMessageText", {**values, **_NO_PREVIEW, **keyboard(screen.rows)})

    async def strip(self, chat_id: int, message_id: int) -> None:
        """Take a message's buttons away."""
        with _told_apart():
            await self._bot.edit_message_reply_markup(chat_id, message_id)

    async def send_file(
        self, chat_id: int, thread_id: int | None, name: str, content: bytes, caption: str
    ) -> None:
        """Send a file with an HTML caption."""
        with _told_apart():
            await self._bot.send_document(
                chat_id,
                InputFile(content, filename=name),
                caption=caption,
                parse_mode="HTML",
                message_thread_id=thread_id,
            )

    async def answer(
        self, query_id: str, text: str | None = None, alert: bool = False, url: str | None = None
    ) -> None:
        """Answer a press. An answer that comes too late or not at all changes nothing: it is only noted."""
        try:
            await self._bot.answer_callback_query(query_id, text, show_alert=alert or None, url=url)
        except TelegramError as error:
            log.info("a press could not be answered: %s", type(error).__name__)

    async def is_admin(self, chat_id: int, user_id: int) -> bool:
        """Tell whether a person administers a group; False if Telegram does not say."""
        try:
            member = await self._bot.get_chat_member(chat_id, user_id)
        except TelegramError as error:
            log.info("a membership could not be looked up: %s", type(error).__name__)
            return False
        return member.status in (ChatMember.OWNER, ChatMember.ADMINISTRATOR)

    async def leave(self, chat_id: int) -> None:
        """Leave a group."""
        with _told_apart():
            await self._bot.leave_chat(chat_id)

    async def introduce(self, language: str | None, description: str, short: str) -> None:
        """Set what an empty chat with the bot says, and what its profile does, for one client language.

        `None` is for the rest. What is set already is left alone.
        """
        with _told_apart():
            if (await self._bot.get_my_description(language)).description != description:
                await self._bot.set_my_description(description, language)
            if (await self._bot.get_my_short_description(language)).short_description != short:
                await self._bot.set_my_short_description(short, language)

    async def set_menu(
        self, private: bool, language: str | None, commands: Sequence[tuple[str, str]]
    ) -> None:
        """Register the command menu of private chats or groups for one client language, None for the rest."""
        scope = BotCommandScopeAllPrivateChats() if private else BotCommandScopeAllGroupChats()
        with _told_apart():
            await self._bot.set_my_commands(
                [BotCommand(name, text) for name, text in commands], scope=scope, language_code=language
            )
