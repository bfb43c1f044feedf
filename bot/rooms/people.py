"""Who is who: users and chats as last seen, kept in memory as far as they are in use."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from bot.store import people as store
from bot.store.database import Database
from bot.store.forgetting import forget_user
from bot.store.people import ChatRow, UserRow
from bot.store.rooms import live_rooms_of

from .access import reading, writing
from .errors import RefusalError

# Rows kept in memory; beyond that the oldest are read from the file again when they are needed.
KEPT = 10_000


class People:
    """Users and chats by id. Every change is written before it is seen, one change at a time.

    Every method that waits raises `RefusalError` ("busy") if the database fails.
    """

    def __init__(self, database: Database) -> None:
        self._database = database
        self._lock = asyncio.Lock()
        self._users: dict[int, UserRow] = {}
        self._chats: dict[int, ChatRow] = {}

    async def user(self, user_id: int) -> UserRow | None:
        """Return a user, or None if the bot has never met them."""
        known = self._users.get(user_id)
        if known is None:
            async with reading(self._database) as tx:
                known = await store.load_user(tx, user_id)
            if known is not None:
                # Somebody else may have read and changed it meanwhile.
                known = self._users.get(user_id, known)
                self._keep_user(known)
        return known

    async def chat(self, chat_id: int) -> ChatRow | None:
        """Return a chat, or None if the bot has never been spoken to there."""
        known = self._chats.get(chat_id)
        if known is None:
            async with reading(self._database) as tx:
                known = await store.load_chat(tx, chat_id)
            if known is not None:
                known = self._chats.setdefault(chat_id, known)
        return known

    async def meet(self, user_id: int, name: str, client_language: str | None) -> UserRow:
        """Note a person who wrote or pressed; returns the user as known now."""
        new = UserRow(user_id, name, client_language, None, False)
        _, seen = await self._change_user(
            user_id, lambda known: replace(known or new, name=name, client_language=client_language)
        )
        return seen

    async def change_user(self, user_id: int, **changes: Any) -> bool:
        """Change what is known of a user; tells whether anything changed. Unknown users are left alone."""
        seen = await self.user(user_id)
        if seen is None:
            return False
        before, after = await self._change_user(user_id, lambda known: replace(known or seen, **changes))
        return (before or seen) != after

    async def meet_chat(self, chat_id: int, title: str, language: str) -> ChatRow:
        """Note a group the bot was spoken to in; `language` is the one to start with.

        A chat that speaks to the bot lets it answer, as far as the bot can know.
        """
        new = ChatRow(chat_id, title, language, True)
        _, seen = await self._change_chat(
            chat_id, lambda known: replace(known or new, title=title, writable=True)
        )
        return seen

    async def change_chat(self, chat_id: int, **changes: Any) -> bool:
        """Change what is known of a chat; tells whether anything changed. Unknown chats are left alone."""
        seen = await self.chat(chat_id)
        if seen is None:
            return False
        before, after = await self._change_chat(chat_id, lambda known: replace(known or seen, **changes))
        return (before or seen) != after

    async def _change_user(
        self, user_id: int, change: Callable[[UserRow | None], UserRow]
    ) -> tuple[UserRow | None, UserRow]:
        """Read, change and write a user with nobody in between; returns what was known and what is now."""
        async with self._lock:
            known = await self.user(user_id)
            changed = change(known)
            if changed != known:
                try:
                    async with writing(self._database) as tx:
                        await store.save_user(tx, changed)
                except BaseException:
                    # Cut off, it may have been written all the same: the file is asked next time.
                    self._users.pop(user_id, None)
                    raise
                self._keep_user(changed)
            return known, changed

    async def _change_chat(
        self, chat_id: int, change: Callable[[ChatRow | None], ChatRow]
    ) -> tuple[ChatRow | None, ChatRow]:
        """Read, change and write a chat with nobody in between; returns what was known and what is now."""
        async with self._lock:
            known = await self.chat(chat_id)
            changed = change(known)
            if changed != known:
                try:
                    async with writing(self._database) as tx:
                        await store.save_chat(tx, changed)
                except BaseException:
                    # Cut off, it may have been written all the same: the file is asked next time.
                    self._chats.pop(chat_id, None)
                    raise
                self._chats[chat_id] = changed
            return known, changed

    async def move_chat(self, old: int, new: int) -> bool:
        """Follow a group that became a supergroup; returns False if it is unknown."""
        async with self._lock:
            if await self.chat(old) is None:
                return False
            try:
                async with writing(self._database) as tx:
                    await store.move_chat(tx, old, new)
            finally:
                self._chats.pop(old, None)
                self._chats.pop(new, None)
            return True

    async def forget(self, user_id: int, name: str) -> None:
        """Remove what is known of a person; in rooms that have ended somebody called `name` takes the place.

        Raises `RefusalError` ("in-match") if the person sits in a live room.
        """
        async with self._lock:
            try:
                async with writing(self._database) as tx:
                    if await live_rooms_of(tx, user_id):
                        raise RefusalError("in-match")
                    await forget_user(tx, user_id, name)
            finally:
                self._users.pop(user_id, None)

    def _keep_user(self, user: UserRow) -> None:
        self._users.pop(user.id, None)
        self._users[user.id] = user
        if len(self._users) > KEPT:
            del self._users[next(iter(self._users))]
