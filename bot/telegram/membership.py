"""Where the bot may write: added and removed, started and blocked, groups that move."""

from __future__ import annotations

import logging

from telegram import Chat, ChatMember, ChatMemberRestricted, Update
from telegram.ext import ContextTypes

from bot.rooms.errors import RefusalError
from bot.screens.help import group_help
from bot.screens.parts import Screen

from .kit import NOBODIES, Kit, is_private

log = logging.getLogger(__name__)
Context = ContextTypes.DEFAULT_TYPE


class Membership:
    """The handlers of what happens to chats rather than to games."""

    def __init__(self, kit: Kit) -> None:
        self._kit = kit

    async def changed(self, update: Update, context: Context) -> None:
        """Follow the bot's own membership: a block or a kick, and the way back."""
        change = update.my_chat_member
        if change is None or change.chat.type == Chat.CHANNEL:
            return
        user = change.from_user
        now = change.new_chat_member
        inside = now.status not in (ChatMember.LEFT, ChatMember.BANNED)
        if isinstance(now, ChatMemberRestricted):
            inside = now.is_member and now.can_send_messages
        try:
            if is_private(change.chat):
                if inside:
                    await self._kit.meet(user)
                # Of who leaves, and is unknown or wanted to be forgotten, nothing is noted.
                await self._kit.rooms.set_reachable(user.id, inside)
                return
            if not inside:
                await self._kit.outbox.shut_out(change.chat.id)
                return
            asker = None if user.is_bot or user.id in NOBODIES else await self._kit.meet(user)
            t = await self._kit.meet_chat(change.chat, asker)
            if change.old_chat_member.status in (ChatMember.LEFT, ChatMember.BANNED):
                text = group_help(t, self._kit.gateway.username)
                self._kit.outbox.answer(change.chat.id, None, Screen(text))
        except RefusalError as error:
            log.warning("a change of membership could not be noted: %s", error.kind)

    async def migrated(self, update: Update, context: Context) -> None:
        """Follow a group that has become a supergroup; both of its messages say so."""
        message = update.effective_message
        if message is None:
            return
        try:
            if message.migrate_to_chat_id is not None:
                await self._kit.rooms.move_chat(message.chat.id, message.migrate_to_chat_id)
            elif message.migrate_from_chat_id is not None:
                await self._kit.rooms.move_chat(message.migrate_from_chat_id, message.chat.id)
        except RefusalError as error:
            log.warning("a group's new id could not be noted: %s", error.kind)

    async def renamed(self, update: Update, context: Context) -> None:
        """Show a group's new title in the consoles."""
        message = update.effective_message
        if message is None:
            return
        try:
            if await self._kit.rooms.people.chat(message.chat.id) is not None:
                await self._kit.meet_chat(message.chat, None)
        except RefusalError as error:
            log.warning("a group's new title could not be noted: %s", error.kind)
