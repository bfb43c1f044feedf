"""What every handler needs, made once."""

from __future__ import annotations

from dataclasses import dataclass

from telegram import Chat, Message, User

from bot.locales import Texts, texts
from bot.rooms.errors import RefusalError
from bot.rooms.service import Rooms
from bot.rooms.views import RoomView
from bot.store.people import UserRow

from .deadlines import Hearing
from .gateway import Gateway
from .operator import Operator
from .outbox import Outbox
from .speech import language_for

# Senders that stand for somebody else: Telegram itself, anonymous admins, channels.
NOBODIES = (777000, 1087968824, 136817688)


@dataclass(frozen=True, slots=True)
class Kit:
    """The parts of the running bot that handlers use."""

    rooms: Rooms
    outbox: Outbox
    gateway: Gateway
    hearing: Hearing
    operator: Operator | None = None

    async def meet(self, user: User) -> UserRow:
        """Note who wrote or pressed; a new name is shown at the person's tables."""
        known = await self.rooms.people.user(user.id)
        seen = await self.rooms.people.meet(user.id, user.full_name, user.language_code)
        if known is not None and known.name != seen.name:
            await self.rooms.refresh_user(user.id)
        return seen

    async def asker(self, message: Message) -> UserRow | None:
        """Return who wrote a message; None for anonymous admins."""
        user = message.from_user
        if user is None or not _is_person(message):
            return None
        return await self.meet(user)

    async def meet_chat(self, chat: Chat, asker: UserRow | None) -> Texts:
        """Note a group somebody spoke to the bot in; returns the texts to answer with.

        A group has no language until its first table is opened: till then each is answered in the own.
        """
        known = await self.rooms.people.chat(chat.id)
        seen = await self.rooms.people.meet_chat(chat.id, chat.title or "", "")
        if known is not None and known != seen:
            await self.rooms.refresh_chat(chat.id)
        return texts(seen.language or language_for(asker))

    async def here(self, room_id: int, chat_id: int, user_id: int) -> RoomView:
        """Return a room if it is this chat's or this person plays there, else raise "no-room"."""
        view = await self.rooms.view(room_id)
        if view.chat_id != chat_id and view.seat_of(user_id) is None:
            raise RefusalError("no-room")
        return view

    async def noticed(self, view: RoomView, user_id: int) -> RoomView:
        """Note that somebody has done something at a table; returns the table as it is then."""
        if view.seat_of(user_id) not in view.stand_ins:
            return view
        return await self.rooms.noticed(view.id, user_id)


def is_anonymous_admin(message: Message) -> bool:
    """Tell whether a message speaks for the group it stands in, as those of anonymous admins do."""
    return message.sender_chat is not None and message.sender_chat.id == message.chat.id


def may_ask(message: Message) -> bool:
    """Tell whether a message comes from somebody the bot listens to: no bot, and no channel."""
    return _is_person(message) or is_anonymous_admin(message)


def _is_person(message: Message) -> bool:
    user = message.from_user
    return user is not None and not user.is_bot and user.id not in NOBODIES and message.sender_chat is None


def thread_of(message: Message) -> int | None:
    """Return the topic of a message; General and chats without topics have none."""
    return message.message_thread_id if message.is_topic_message else None


def is_private(chat: Chat) -> bool:
    """Tell whether a chat is one person's with the bot."""
    return chat.type == Chat.PRIVATE
