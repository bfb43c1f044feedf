"""The messages that stand in the chats, remembered in the file and, for rooms in use, in memory."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from bot.rooms.access import reading, writing
from bot.store import messages as store
from bot.store.database import Database, Transaction
from bot.store.messages import Shown

__all__ = ["STRIPPED", "Messages", "Shown"]

# Digests of a message without buttons, and of one that may show anything.
STRIPPED = "no buttons"
UNKNOWN = "unknown"


class Messages:
    """What each room's slots show. Every method raises `RefusalError` ("busy") if the database fails.

    A change is in memory first. Which message it is goes to the file at once; what an edit made it show is
    written with the next change or by `flush`: after a crash `doubt` has such edits made once more.
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

    @property
    def unsaved(self) -> bool:
        """Whether the file lacks anything."""
        return bool(self._unsaved)

    async def flush(self) -> None:
        """Write what the file has not taken yet, of all rooms."""
        if not self._unsaved:
            return
        async with writing(self._database) as tx:
            written = {room_id: await self._put(tx, room_id) for room_id in list(self._unsaved)}
        for room_id, slots in written.items():
            self._saved(room_id, slots)

    async def doubt(self, room_id: int, slots: Iterable[str]) -> None:
        """Take it that nobody knows what these messages show: their last edits may not be in the file.

        Each is edited once more, unless it is one that has lost its buttons for good.
        """
        known = await self.of(room_id)
        for slot in slots:
            if (shown := known.get(slot)) is not None and shown.digest != STRIPPED:
                known[slot] = replace(shown, digest=UNKNOWN)

    async def forget_chat(self, chat_id: int) -> None:
        """Forget all messages of a private chat, those that were still to be written among them."""
        for room_id, known in self._rooms.items():
            for slot in [slot for slot, shown in known.items() if shown.chat_id == chat_id]:
                del known[slot]
                self._unsaved.get(room_id, set()).discard(slot)
        async with writing(self._database) as tx:
            await store.delete_chat(tx, chat_id)

    async def stands(self, chat_id: int, message_id: int) -> bool:
        """Tell whether a message is any room's, and not one that has been replaced."""
        async with reading(self._database) as tx:
            return await store.stands(tx, chat_id, message_id)

    def drop(self, room_id: int) -> None:
        """Leave a room to the file."""
        if room_id not in self._unsaved:
            self._rooms.pop(room_id, None)

    async def _write(self, room_id: int, *slots: str) -> None:
        self._unsaved.setdefault(room_id, set()).update(slots)
        async with writing(self._database) as tx:
            written = await self._put(tx, room_id)
        self._saved(room_id, written)

    async def _put(self, tx: Transaction, room_id: int) -> dict[str, Shown | None]:
        """Write what a room has unsaved; returns what was written."""
        known = self._rooms.get(room_id, {})
        written = {slot: known.get(slot) for slot in self._unsaved.get(room_id, ())}
        for slot, shown in written.items():
            if shown is None:
                await store.delete_message(tx, room_id, slot)
            else:
                await store.save_message(tx, room_id, slot, shown)
        return written

    def _saved(self, room_id: int, written: dict[str, Shown | None]) -> None:
        """Note what the file has; what has changed since stays unsaved."""
        unsaved, known = self._unsaved.get(room_id, set()), self._rooms.get(room_id, {})
        unsaved.difference_update(slot for slot, shown in written.items() if known.get(slot) == shown)
        if not unsaved:
            self._unsaved.pop(room_id, None)
