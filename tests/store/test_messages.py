"""The messages that show rooms, as rows."""

from __future__ import annotations

from bot.store.database import Database, Transaction
from bot.store.messages import Shown, delete_message, load_messages, save_message
from bot.store.people import ChatRow, save_chat
from bot.store.rooms import RoomRow, insert_room


async def new_room(tx: Transaction) -> int:
    await save_chat(tx, ChatRow(-1, "Друзья", "ru", True))
    row = RoomRow(0, -1, None, "lobby", {}, None, None, 1, 0, "", 0.0, 0.0, 0.0)
    return await insert_room(tx, row)


async def test_a_slot_has_one_message(database: Database) -> None:
    first, second = Shown(-1, 5, "abc", 3), Shown(-1, 9, "def", 4, True)
    async with database.transaction() as tx:
        room, other = await new_room(tx), await new_room(tx)
        await save_message(tx, room, "table:0", first)
        await save_message(tx, room, "console:7", second)
        await save_message(tx, other, "table:0", second)
    async with database.reading() as tx:
        assert await load_messages(tx, room) == {"table:0": first, "console:7": second}
    async with database.transaction() as tx:
        await save_message(tx, room, "table:0", second)
        await delete_message(tx, room, "console:7")
        await delete_message(tx, room, "console:7")
    async with database.reading() as tx:
        assert await load_messages(tx, room) == {"table:0": second}
        assert await load_messages(tx, other) == {"table:0": second}
        assert await load_messages(tx, 99) == {}
