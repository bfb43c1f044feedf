"""People and chats as they change: names, languages, and where the bot may write."""

from __future__ import annotations

from bot.store import rooms as store

from .access import reading
from .keeping import Keeper, passing_over


class Chats(Keeper):
    """The part of `Rooms` that follows what happens to people and chats."""

    async def set_reachable(self, user_id: int, reachable: bool) -> None:
        """Note whether the bot may write to a person; the person's rooms show it."""
        if await self.people.change_user(user_id, reachable=reachable):
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
        await self.refresh_chat(chat_id)
        return True

    async def refresh_user(self, user_id: int) -> None:
        """Let the live rooms of a person show them as they are known now."""
        async with reading(self._database) as tx:
            found = await store.live_rooms_of(tx, user_id)
        await self.refresh(found)

    async def refresh_chat(self, chat_id: int) -> None:
        """Let the rooms of a chat that are live, or not yet shown as they ended, be shown anew.

        Its title, language or id has changed, or the bot may write there again.
        """
        async with reading(self._database) as tx:
            found = await store.unfinished_rooms(tx, chat_id)
        await self.refresh(found)

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
