"""The messages that show a room: which message stands for which place, and what it shows."""

from __future__ import annotations

from dataclasses import dataclass

from .database import Transaction


@dataclass(frozen=True, slots=True)
class Shown:
    """A message in a chat: the digest of what it shows, the room's version at that time, and whether it
    told its reader that the table waits for them.
    """

    chat_id: int
    message_id: int
    digest: str
    version: int
    waits: bool = False


async def load_messages(tx: Transaction, room_id: int) -> dict[str, Shown]:
    """Return the messages of a room by slot."""
    rows = await tx.all(
        "SELECT slot, chat_id, message_id, digest, version, waits FROM messages WHERE room_id = ?", room_id
    )
    return {row[0]: Shown(row[1], row[2], row[3], row[4], bool(row[5])) for row in rows}


async def save_message(tx: Transaction, room_id: int, slot: str, shown: Shown) -> None:
    """Insert or replace the message of a slot."""
    await tx.write(
        """INSERT INTO messages (room_id, slot, chat_id, message_id, digest, version, waits)
        VALUES (?, ?, ?, ?, ?, ?, ?)
        ON CONFLICT (room_id, slot) DO UPDATE SET chat_id = excluded.chat_id,
            message_id = excluded.message_id, digest = excluded.digest, version = excluded.version,
            waits = excluded.waits""",
        room_id,
        slot,
        shown.chat_id,
        shown.message_id,
        shown.digest,
        shown.version,
        int(shown.waits),
    )


async def delete_message(tx: Transaction, room_id: int, slot: str) -> None:
    """Forget the message of a slot."""
    await tx.write("DELETE FROM messages WHERE room_id = ? AND slot = ?", room_id, slot)


async def delete_chat(tx: Transaction, chat_id: int) -> None:
    """Forget all messages of a chat."""
    await tx.write("DELETE FROM messages WHERE chat_id = ?", chat_id)


async def rooms_behind_in(tx: Transaction, chat_id: int) -> list[int]:
    """Return the rooms with messages in a chat that were given up, or that show an earlier version."""
    rows = await tx.all(
        """SELECT DISTINCT room_id FROM messages JOIN rooms ON rooms.id = room_id WHERE messages.chat_id = ?
        AND (slot LIKE 'old:%' OR messages.version < rooms.version) ORDER BY room_id""",
        chat_id,
    )
    return [row[0] for row in rows]


async def stands(tx: Transaction, chat_id: int, message_id: int) -> bool:
    """Tell whether a message stands for a place of any room, and not for one that was replaced."""
    row = await tx.one(
        "SELECT 1 FROM messages WHERE chat_id = ? AND message_id = ? AND slot NOT LIKE 'old:%'",
        chat_id,
        message_id,
    )
    return row is not None
