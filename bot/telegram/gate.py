"""The gate of a bot that plays in some groups only: from elsewhere nothing gets to the handlers."""

from __future__ import annotations

import logging
from collections.abc import Collection

from telegram import Chat, ChatMember, Message, Update
from telegram.ext import ApplicationHandlerStop, ContextTypes

from bot.locales import DEFAULT, Texts, pick, texts
from bot.screens.help import COMMANDS_GROUP
from bot.screens.parts import Screen

from .kit import Kit, is_private

log = logging.getLogger(__name__)

_OUTSIDE = (ChatMember.LEFT, ChatMember.BANNED)


async def leave_others(kit: Kit, allowed: Collection[int]) -> None:
    """Leave the groups with tables of before where the bot is not to play any more; the tables are kept."""
    for chat in await kit.rooms.groups_played_in():
        if chat.id not in allowed:
            _leave(kit, chat.id, texts(chat.language or DEFAULT))


def _leave(kit: Kit, chat_id: int, t: Texts) -> None:
    log.info("left a group that is not in ALLOWED_CHATS")
    kit.outbox.leave(chat_id, Screen(t.html("chat-not-allowed")))


class Gate:
    """Lets pass what comes from allowed groups and private chats. Elsewhere the bot says so and leaves."""

    def __init__(self, kit: Kit, allowed: set[int]) -> None:
        self._kit = kit
        self._allowed = allowed

    async def check(self, update: Update, context: ContextTypes.DEFAULT_TYPE) -> None:
        """Stop an update that comes from a group where the bot is not to play."""
        chat = update.effective_chat
        if chat is None or is_private(chat) or self._may_play(chat, update.message):
            return
        user = update.effective_user
        t = texts(pick(None if user is None else user.language_code))
        change = update.my_chat_member
        if change is not None and change.new_chat_member.status in _OUTSIDE:
            return  # its tables of before hear that the bot is gone
        if update.callback_query is not None:
            await self._kit.gateway.answer(update.callback_query.id, t.plain("chat-not-allowed"))
        elif self._is_asked(update):
            _leave(self._kit, chat.id, t)
        raise ApplicationHandlerStop

    def _may_play(self, chat: Chat, message: Message | None) -> bool:
        """Tell whether a group is allowed, also as the supergroup that an allowed one has become."""
        if message is not None:
            old, new = message.migrate_from_chat_id or chat.id, message.migrate_to_chat_id or chat.id
            if old in self._allowed and new not in self._allowed:
                self._allowed.add(new)
                log.warning("group %d has become %d: put the new id into ALLOWED_CHATS", old, new)
        return chat.id in self._allowed

    def _is_asked(self, update: Update) -> bool:
        """Tell whether the bot was just added, or somebody gives it one of its commands."""
        change, message = update.my_chat_member, update.message
        if change is not None:
            return change.old_chat_member.status in _OUTSIDE
        if message is None or not message.text or not message.text.startswith("/"):
            return False
        name, _, whose = message.text.split(maxsplit=1)[0][1:].partition("@")
        return name.lower() in COMMANDS_GROUP and whose.lower() in ("", self._kit.gateway.username.lower())
