"""The messages that stand in the chats, remembered in the file and, for rooms in use, in memory."""

from __future__ import annotations

from bot.rooms.errors import RefusalError
from bot.store import messages as store
from bot.store.database import Database, StoreError
from bot.store.messages import Shown

__all__ = ["Messages", "Shown"]


class Messages:
    """What each room's slots show. Every method raises `RefusalError` ("busy") if the database fails.

    A change is in memory first: what the file did not take is written with the next change or by `flush`.
    """

    def __init__(self, database: Database) -> None:
        self._database = database
        self._rooms: dict[int, dict[str, Shown]] = {}
        self._unsaved: dict[int, set[str]] = {}

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

    async def save(self, room_id: int, slot: str, before: Shown | None, shown: Shown) -> None:
        """Remember what a slot shows, unless it has another message than `before` by now."""
        known = await self.of(room_id)
        if known.get(slot) == before:
            known[slot] = shown
            await self._write(room_id, slot)

    async def forget(self, room_id: int, slot: str) -> None:
        """Forget a slot's message."""
        known = await self.of(room_id)
        if known.pop(slot, None) is not None:
            await self._write(room_id, slot)

    async def rename(self, room_id: int, slot: str, new: str) -> None:
        """Let a slot's message stand for another slot."""
        known = await self.of(room_id)
        known[new] = known.pop(slot)
        await self._write(room_id, slot, new)

    async def flush(self, room_id: int) -> None:
        """Write what the file has not taken yet."""
        if room_id in self._unsaved:
            await self._write(room_id)

    async def stands(self, chat_id: int, message_id: int) -> bool:
        """Tell whether a message is any room's, and not one that has been replaced."""
        try:
            async with self._database.reading() as tx:
                return await store.stands(tx, chat_id, message_id)
        except StoreError:
            raise RefusalError("busy") from None

    def drop(self, room_id: int) -> None:
        """Leave a room to the file."""
        if room_id not in self._unsaved:
            self._rooms.pop(room_id, None)

    async def _write(self, room_id: int, *slots: str) -> None:
        known = self._rooms[room_id]
        unsaved = self._unsaved.setdefault(room_id, set())
        unsaved.update(slots)
        written = tuple(unsaved)
        try:
            async with self._database.transaction() as tx:
                for slot in written:
                    shown = known.get(slot)
                    if shown is None:
                        await store.delete_message(tx, room_id, slot)
                    else:
                        await store.save_message(tx, room_id, slot, shown)
        except StoreError:
            unsaved.update(written)
            self._unsaved[room_id] = unsaved
            raise RefusalError("busy") from None
        unsaved.difference_update(written)
        if not unsaved:
            self._unsaved.pop(room_id, None)
