"""People and chats as they change: names, languages, and where the bot may write."""

from __future__ import annotations

import random

from bot.clock import Clock
from bot.store import messages
from bot.store import rooms as store
from bot.store.database import Database
from bot.store.people import ChatRow

from .access import reading
from .keeping import Keeper, passing_over
from .views import RoomView


class Chats(Keeper):
    """The part of `Rooms` that follows what happens to people and chats."""

    def __init__(self, database: Database, clock: Clock, chance: random.Random) -> None:
        super().__init__(database, clock, chance)
        # What has been heard of people and is not in the file, and whose rooms are still to be shown anew.
        self._heard: dict[int, bool] = {}
        self._stale_users: set[int] = set()
        self._stale_chats: set[int] = set()

    async def set_reachable(self, user_id: int, reachable: bool) -> None:
        """Note whether the bot may write to a person; the person's rooms show it.

        Telegram tells this once: what the file does not take is tried again by `catch_up`.
        """
        self._heard[user_id] = reachable
        changed = await self.people.change_user(user_id, reachable=reachable)
        if self._heard.get(user_id) == reachable:
            del self._heard[user_id]
        if changed:
            await self.refresh_user(user_id)

    async def set_language(self, user_id: int, language: str) -> None:
        """Speak a language to a person from now on."""
        if await self.people.change_user(user_id, language=language):
            await self.refresh_user(user_id)

    async def set_chat_language(self, chat_id: int, language: str) -> None:
        """Speak a language in a group from now on."""
        if await self.people.change_chat(chat_id, language=language):
            await self.refresh_chat(chat_id)

    async def set_writable(self, chat_id: int, writable: bool) -> bool:
        """Note whether the bot may write in a group; its rooms are shown anew when it may again.

        Tells whether that was news.
        """
        if not await self.people.change_chat(chat_id, writable=writable):
            return False
        if writable:
            await self.refresh_chat(chat_id)
        return True

    async def catch_up(self) -> None:
        """Do what could not be done when it was asked for: the database did not take it."""
        for user_id, reachable in list(self._heard.items()):
            await self.set_reachable(user_id, reachable)
        for user_id in list(self._stale_users):
            await self.refresh_user(user_id)
        for chat_id in list(self._stale_chats):
            await self.refresh_chat(chat_id)

    async def groups_played_in(self) -> list[ChatRow]:
        """Return the groups with rooms that have not ended, where the bot may write."""
        async with reading(self._database) as tx:
            ids = await store.groups_with_live_rooms(tx)
        found = [await self.people.chat(chat_id) for chat_id in ids]
        return [chat for chat in found if chat is not None and chat.writable]

    async def presume_writable(self) -> list[RoomView]:
        """Take it that the bot may write again in all groups that wait for it; returns their rooms."""
        async with reading(self._database) as tx:
            chats = await store.silent_chats(tx)
            waiting = [room_id for chat_id in chats for room_id in await store.unfinished_rooms(tx, chat_id)]
        for chat_id in chats:
            await self.people.change_chat(chat_id, writable=True)
        return await self._views(waiting)

    async def refresh_user(self, user_id: int) -> None:
        """Let the live rooms of a person show them as they are known now.

        And those that could not be shown to them to the end: they may have been out of reach.
        """
        self._stale_users.add(user_id)
        async with reading(self._database) as tx:
            live = await store.live_rooms_of(tx, user_id)
            found = {*live, *await messages.rooms_behind_in(tx, user_id)}
        await self.refresh(sorted(found))
        self._stale_users.discard(user_id)

    async def refresh_chat(self, chat_id: int) -> None:
        """Let the rooms of a chat that are live, or not yet shown as they ended, be shown anew.

        Its title, language or id has changed, or the bot may write there again.
        """
        self._stale_chats.add(chat_id)
        async with reading(self._database) as tx:
            found = await store.unfinished_rooms(tx, chat_id)
        await self.refresh(found)
        self._stale_chats.discard(chat_id)

    async def refresh(self, room_ids: list[int]) -> None:
        """Let these rooms be shown anew."""
        for room_id in room_ids:
            with passing_over("no-room"):
                async with self._locked(room_id) as room:
                    async with self._saving(room) as tx:
                        await store.touch_room(tx, room.row)
                    self._tell(room)

    async def move_chat(self, old: int, new: int) -> None:
        """Follow a group that became a supergroup: every room of it, in one transaction."""
        try:
            if not await self.people.move_chat(old, new):
                return
        finally:
            # Whoever holds one of these goes on with it: nothing of a room's own changes with its chat.
            for entry in self._entries.values():
                if entry.room is not None and entry.room.row.chat_id == old:
                    entry.room = None
        await self.refresh_chat(new)

    async def drop_thread(self, room_id: int) -> None:
        """Play on in the group itself: the room's topic is gone."""
        async with self._locked(room_id) as room:
            async with self._saving(room) as tx:
                room.row.thread_id = None
                await store.update_room(tx, room.row)
            self._tell(room)
