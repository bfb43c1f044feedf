"""Chats and users: names, languages, and whether the bot may write to them."""

from __future__ import annotations

from dataclasses import dataclass

from .database import Transaction


@dataclass(frozen=True, slots=True)
class ChatRow:
    """A group. `writable` is False while the bot may not write there."""

    id: int
    title: str
    language: str
    writable: bool


@dataclass(frozen=True, slots=True)
class UserRow:
    """A person. `language` is the one chosen, None to go by the client's; `reachable`: may be written to."""

    id: int
    name: str
    client_language: str | None
    language: str | None
    reachable: bool


async def save_chat(tx: Transaction, chat: ChatRow) -> None:
    """Insert or replace a chat."""
    await tx.write(
        """INSERT INTO chats (id, title, language, writable) VALUES (?, ?, ?, ?)
        ON CONFLICT (id) DO UPDATE SET
            title = excluded.title, language = excluded.language, writable = excluded.writable""",
        chat.id,
        chat.title,
        chat.language,
        int(chat.writable),
    )


async def load_chat(tx: Transaction, chat_id: int) -> ChatRow | None:
    """Return a chat, or None."""
    row = await tx.one("SELECT id, title, language, writable FROM chats WHERE id = ?", chat_id)
    return None if row is None else ChatRow(row[0], row[1], row[2], bool(row[3]))


async def move_chat(tx: Transaction, old: int, new: int) -> None:
    """Give a chat the id it has as a supergroup, with all its rooms.

    Its messages are left behind, so that the chats of its live rooms are to be made right. A chat that was
    met under the new id first, and has no table yet, takes over the language.
    """
    moved = await load_chat(tx, old)
    if moved is None:
        return
    await tx.write("DELETE FROM messages WHERE chat_id = ?", old)
    if await load_chat(tx, new) is None:
        await tx.write("UPDATE chats SET id = ? WHERE id = ?", new, old)
    else:
        await tx.write(
            """UPDATE chats SET language = ?
            WHERE id = ? AND NOT EXISTS (SELECT 1 FROM rooms WHERE rooms.chat_id = chats.id)""",
            moved.language,
            new,
        )
        await tx.write("UPDATE rooms SET chat_id = ? WHERE chat_id = ?", new, old)
        for table in ("rule_sets", "last_rules"):
            # Where both have one of the same name, the new chat's stays.
            await tx.write(f"UPDATE OR IGNORE {table} SET chat_id = ? WHERE chat_id = ?", new, old)
            await tx.write(f"DELETE FROM {table} WHERE chat_id = ?", old)
        await tx.write("DELETE FROM chats WHERE id = ?", old)
    await tx.write(
        "UPDATE rooms SET settled_version = 0 WHERE chat_id = ? AND phase IN ('lobby', 'playing')", new
    )


async def save_user(tx: Transaction, user: UserRow) -> None:
    """Insert or replace a user."""
    await tx.write(
        """INSERT INTO users (id, name, client_language, language, reachable) VALUES (?, ?, ?, ?, ?)
        ON CONFLICT (id) DO UPDATE SET name = excluded.name, client_language = excluded.client_language,
            language = excluded.language, reachable = excluded.reachable""",
        user.id,
        user.name,
        user.client_language,
        user.language,
        int(user.reachable),
    )


async def load_user(tx: Transaction, user_id: int) -> UserRow | None:
    """Return a user, or None."""
    row = await tx.one(
        "SELECT id, name, client_language, language, reachable FROM users WHERE id = ?", user_id
    )
    return None if row is None else UserRow(row[0], row[1], row[2], row[3], bool(row[4]))
