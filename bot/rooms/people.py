"""Who is who: users and chats as last seen, kept in memory as far as they are in use."""

from __future__ import annotations

from dataclasses import replace

from bot.store import people as store
from bot.store.database import Database, StoreError
from bot.store.people import ChatRow, UserRow

from .errors import RefusalError

# Rows kept in memory; beyond that the oldest are read from the file again when they are needed.
KEPT = 10_000


class People:
    """Users and chats by id. Every change is written before it is seen."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._users: dict[int, UserRow] = {}
        self._chats: dict[int, ChatRow] = {}

    async def user(self, user_id: int) -> UserRow | None:
        """Return a user, or None if the bot has never met them."""
        known = self._users.get(user_id)
        if known is None:
            async with self._database.reading() as tx:
                known = await store.load_user(tx, user_id)
            if known is not None:
                self._keep_user(known)
        return known

    async def chat(self, chat_id: int) -> ChatRow | None:
        """Return a chat, or None if the bot has never been spoken to there."""
        known = self._chats.get(chat_id)
        if known is None:
            async with self._database.reading() as tx:
                known = await store.load_chat(tx, chat_id)
            if known is not None:
                self._chats[chat_id] = known
        return known

    async def meet(self, user_id: int, name: str, client_language: str | None) -> UserRow:
        """Note a person who wrote or pressed; returns the user as known now."""
        known = await self.user(user_id)
        if known is None:
            seen = UserRow(user_id, name, client_language, None, False)
        else:
            seen = replace(known, name=name, client_language=client_language)
        if seen != known:
            await self.save_user(seen)
        return seen

    async def meet_chat(self, chat_id: int, title: str, language: str) -> ChatRow:
        """Note a group the bot was spoken to in; `language` is the one to start with.

        A chat that speaks to the bot lets it answer, as far as the bot can know.
        """
        known = await self.chat(chat_id)
        language = language if known is None else known.language
        seen = ChatRow(chat_id, title, language, True)
        if seen != known:
            await self.save_chat(seen)
        return seen

    async def save_user(self, user: UserRow) -> None:
        """Write a user. Raises `RefusalError` ("busy") if the database does not answer."""
        try:
            async with self._database.transaction() as tx:
                await store.save_user(tx, user)
        except StoreError:
            raise RefusalError("busy") from None
        self._keep_user(user)

    async def save_chat(self, chat: ChatRow) -> None:
        """Write a chat. Raises `RefusalError` ("busy") if the database does not answer."""
        try:
            async with self._database.transaction() as tx:
                await store.save_chat(tx, chat)
        except StoreError:
            raise RefusalError("busy") from None
        self._chats[chat.id] = chat

    async def move_chat(self, old: int, new: int) -> ChatRow | None:
        """Follow a group that became a supergroup; returns it, or None if it is unknown."""
        try:
            async with self._database.transaction() as tx:
                await store.move_chat(tx, old, new)
        except StoreError:
            raise RefusalError("busy") from None
        self._chats.pop(old, None)
        self._chats.pop(new, None)
        return await self.chat(new)

    def _keep_user(self, user: UserRow) -> None:
        self._users.pop(user.id, None)
        self._users[user.id] = user
        if len(self._users) > KEPT:
            del self._users[next(iter(self._users))]
