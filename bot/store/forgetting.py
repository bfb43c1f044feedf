"""Forgetting a person: the matches stay for the others, with somebody nameless in that place."""

from __future__ import annotations

import json
import sqlite3

from .database import Transaction
from .people import UserRow, load_user, save_user


async def forget_user(tx: Transaction, user_id: int, name: str) -> None:
    """Put a new nobody of that name in the place of a person, and remove whatever else is known of them.

    Nobodies have negative numbers, which no person has. For rooms that have ended; in a live room the person
    must not sit.
    """
    known = await load_user(tx, user_id)
    if known is None:
        return
    row = await tx.one("SELECT min(id) FROM users")
    nobody = min(0, 0 if row is None else row[0]) - 1
    await save_user(tx, UserRow(nobody, name, None, None, False))
    await tx.write("UPDATE seats SET user_id = ? WHERE user_id = ?", nobody, user_id)
    await tx.write("UPDATE actions SET user_id = ? WHERE user_id = ?", nobody, user_id)
    await tx.write("UPDATE rooms SET owner_id = ? WHERE owner_id = ?", nobody, user_id)
    await tx.write("UPDATE rooms SET nudged_by = NULL WHERE nudged_by = ?", user_id)
    await tx.write("DELETE FROM substitutes WHERE user_id = ?", user_id)
    for room, seat, agreed in await tx.all("SELECT room_id, seat, agreed FROM substitutes"):
        if user_id in (ids := json.loads(agreed)):
            left = json.dumps([one for one in ids if one != user_id])
            update = "UPDATE substitutes SET agreed = ? WHERE room_id = ? AND seat = ?"
            await tx.write(update, left, room, seat)
    # Only the name is kept of who stopped a room; a namesake goes with it.
    await tx.write("UPDATE rooms SET stopped_by = ? WHERE stopped_by = ?", name, known.name)
    await tx.write("DELETE FROM messages WHERE chat_id = ?", user_id)
    await tx.write("DELETE FROM last_rules WHERE user_id = ?", user_id)
    await save_user(tx, UserRow(user_id, name, None, None, False))
    for number in (user_id, nobody):
        await _delete_unless_needed(tx, number)


async def _delete_unless_needed(tx: Transaction, user_id: int) -> None:
    """Remove a row of a person; if some room still refers to it, it stays, and says nothing."""
    # What waits to be written is executed first: only this statement may fail.
    await tx.one("SELECT 1")
    try:
        await tx.run("DELETE FROM users WHERE id = ?", user_id)
    except sqlite3.IntegrityError:
        return  # the statement is undone, not the transaction
