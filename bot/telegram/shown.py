"""The messages that stand in the chats, remembered in the file and, for rooms in use, in memory."""

from __future__ import annotations

from collections.abc import Iterable

from bot.rooms.access import reading, writing
from bot.store import messages as store
from bot.store.database import Database, Transaction
from bot.store.messages import Shown

__all__ = ["Messages", "Shown"]


class Messages:
    """What each room's slots show. Every method raises `RefusalError` ("busy") if the database fails.

    A change is in memory first. Which message it is goes to the file at once; what an edit made it show is
    written with the next change or by `flush`: should that be lost, the edit is made once more.
    """

    def __init__(self, database: Database) -> None:
        self._database = database
        self._rooms: dict[int, dict[str, Shown]] = {}
        self._unsaved: dict[int, set[str]] = {}

    async def of(self, room_id: int) -> dict[str, Shown]:
        """Return the messages of a room by slot; not to be changed by the caller."""
        known = self._rooms.get(room_id)
        if known is None:
            async with reading(self._database) as tx:
                loaded = await store.load_messages(tx, room_id)
            # Another lane may have been first, and may have changed it since.
            known = self._rooms.setdefault(room_id, loaded)
        return known

    async def save(self, room_id: int, slot: str, before: Shown | None, shown: Shown) -> None:
        """Remember what a slot shows, unless it has another message than `before` by now."""
        known = await self.of(room_id)
        if known.get(slot) != before:
            return
        known[slot] = shown
        if before is not None and (before.chat_id, before.message_id) == (shown.chat_id, shown.message_id):
            self._unsaved.setdefault(room_id, set()).add(slot)
        else:
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

    async def flush(self) -> None:
        """Write what the file has not taken yet, of all rooms."""
        written = {room_id: tuple(slots) for room_id, slots in self._unsaved.items()}
        if not written:
            return
        async with writing(self._database) as tx:
            for room_id, slots in written.items():
                await self._put(tx, room_id, slots)
        for room_id, slots in written.items():
            self._saved(room_id, slots)

    async def stands(self, chat_id: int, message_id: int) -> bool:
        """Tell whether a message is any room's, and not one that has been replaced."""
        async with reading(self._database) as tx:
            return await store.stands(tx, chat_id, message_id)

    def drop(self, room_id: int) -> None:
        """Leave a room to the file."""
        if room_id not in self._unsaved:
            self._rooms.pop(room_id, None)

    async def _write(self, room_id: int, *slots: str) -> None:
        unsaved = self._unsaved.setdefault(room_id, set())
        unsaved.update(slots)
        written = tuple(unsaved)
        async with writing(self._database) as tx:
            await self._put(tx, room_id, written)
        self._saved(room_id, written)

    async def _put(self, tx: Transaction, room_id: int, slots: Iterable[str]) -> None:
        known = self._rooms[room_id]
        for slot in slots:
            shown = known.get(slot)
            if shown is None:
                await store.delete_message(tx, room_id, slot)
            else:
                await store.save_message(tx, room_id, slot, shown)

    def _saved(self, room_id: int, slots: Iterable[str]) -> None:
        unsaved = self._unsaved.get(room_id, set())
        unsaved.difference_update(slots)
        if not unsaved:
            self._unsaved.pop(room_id, None)
