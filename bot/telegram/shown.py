"""The messages that stand in the chats, remembered in the file and, for rooms in use, in memory."""

from __future__ import annotations

from bot.rooms.errors import RefusalError
from bot.store import messages as store
from bot.store.database import Database, StoreError
from bot.store.messages import Shown

__all__ = ["Messages", "Shown"]


class Messages:
    """What each room's slots show. Every method raises `RefusalError` ("busy") if the database fails."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._rooms: dict[int, dict[str, Shown]] = {}

    async def of(self, room_id: int) -> dict[str, Shown]:
        """Return the messages of a room by slot; not to be changed by the caller."""
        known = self._rooms.get(room_id)
        if known is None:
            try:
                async with self._database.reading() as tx:
                    loaded = await store.load_messages(tx, room_id)
            except StoreError:
                raise RefusalError("busy") from None
            # Another lane may have been first, and may have changed it since.
            known = self._rooms.setdefault(room_id, loaded)
        return known

    async def save(self, room_id: int, slot: str, shown: Shown) -> None:
        """Remember what a slot shows."""
        known = await self.of(room_id)
        known[slot] = shown
        try:
            async with self._database.transaction() as tx:
                await store.save_message(tx, room_id, slot, shown)
        except StoreError:
            raise RefusalError("busy") from None

    async def forget(self, room_id: int, slot: str) -> None:
        """Forget a slot's message."""
        known = await self.of(room_id)
        known.pop(slot, None)
        try:
            async with self._database.transaction() as tx:
                await store.delete_message(tx, room_id, slot)
        except StoreError:
            raise RefusalError("busy") from None

    async def rename(self, room_id: int, slot: str, new: str) -> None:
        """Let a message stand for another slot."""
        known = await self.of(room_id)
        shown = known.pop(slot)
        known[new] = shown
        try:
            async with self._database.transaction() as tx:
                await store.delete_message(tx, room_id, slot)
                await store.save_message(tx, room_id, new, shown)
        except StoreError:
            raise RefusalError("busy") from None

    def drop(self, room_id: int) -> None:
        """Leave a room to the file."""
        self._rooms.pop(room_id, None)
