"""What is remembered of messages, also while the database takes nothing."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

from bot.rooms.errors import RefusalError
from bot.store.database import Database, Transaction
from bot.store.messages import save_message
from bot.telegram.shown import STRIPPED, Messages, Shown
from tests.rooms.tables import ANNA, Friends
from tests.store.faults import faults

TABLE = Shown(-100, 5, "first", 1)


@pytest.fixture
async def database() -> AsyncIterator[Database]:
    opened = await Database.open(":memory:")
    friends = Friends(opened)
    await friends.arrive()
    await friends.lobby(ANNA)
    yield opened
    await opened.close()


async def test_an_edit_is_written_later_and_what_the_file_did_not_take_later_still(
    database: Database,
) -> None:
    messages = Messages(database)
    await messages.save(1, "table:0", None, TABLE)
    newer = Shown(-100, 5, "second", 2)
    await messages.save(1, "table:0", TABLE, newer)
    assert (await messages.of(1))["table:0"] == newer, "what was sent was sent"
    assert (await Messages(database).of(1))["table:0"] == TABLE
    messages.drop(1)
    assert (await messages.of(1))["table:0"] == newer, "the file does not know it yet"
    with faults(database) as between:
        between.arm(0, "fails")
        with pytest.raises(RefusalError, match="busy"):
            await messages.flush()
    messages.drop(1)
    assert (await messages.of(1))["table:0"] == newer
    await messages.flush()
    assert (await Messages(database).of(1))["table:0"] == newer
    messages.drop(1)
    assert (await messages.of(1))["table:0"] == newer


async def test_another_message_is_written_at_once(database: Database) -> None:
    messages = Messages(database)
    await messages.save(1, "table:0", None, TABLE)
    sent_anew = Shown(-100, 9, "first", 1)
    await messages.save(1, "table:0", TABLE, sent_anew)
    assert (await Messages(database).of(1))["table:0"] == sent_anew


async def test_what_was_forgotten_or_renamed_meanwhile_is_written_too(database: Database) -> None:
    messages = Messages(database)
    await messages.save(1, "table:0", None, TABLE)
    await messages.save(1, "lobby", None, Shown(-100, 4, "lobby", 1))
    with faults(database) as between:
        for change in (messages.rename(1, "table:0", "old:-100:5"), messages.forget(1, "lobby")):
            between.arm(0, "fails")
            with pytest.raises(RefusalError, match="busy"):
                await change
    await messages.save(1, "table:1", None, Shown(-100, 6, "next", 3))
    assert await Messages(database).of(1) == await messages.of(1)
    assert set(await messages.of(1)) == {"old:-100:5", "table:1"}


async def test_a_slot_that_has_another_message_by_now_keeps_it(database: Database) -> None:
    messages = Messages(database)
    await messages.save(1, "table:0", None, TABLE)
    moved = Shown(-1001, 1, "first", 1)
    await messages.save(1, "table:0", TABLE, moved)
    await messages.save(1, "table:0", TABLE, Shown(-100, 5, "late", 2))
    assert (await messages.of(1))["table:0"] == moved


async def test_messages_of_rooms_are_known_from_others_and_replaced_ones_are_others(
    database: Database,
) -> None:
    messages = Messages(database)
    await messages.save(1, "table:0", None, TABLE)
    assert await messages.stands(-100, 5)
    assert not await messages.stands(-100, 6)
    assert not await messages.stands(-101, 5)
    await messages.rename(1, "table:0", "old:-100:5")
    assert not await messages.stands(-100, 5)


async def test_what_changes_while_it_is_written_is_written_again(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    messages = Messages(database)
    await messages.save(1, "table:0", None, TABLE)
    second, third = Shown(-100, 5, "second", 2), Shown(-100, 5, "third", 3)
    await messages.save(1, "table:0", TABLE, second)
    write = save_message

    async def write_slowly(tx: Transaction, room_id: int, slot: str, shown: Shown) -> None:
        await write(tx, room_id, slot, shown)
        # The next edit is made before this one is committed.
        await messages.save(1, "table:0", second, third)

    monkeypatch.setattr("bot.store.messages.save_message", write_slowly)
    await messages.flush()
    monkeypatch.undo()
    assert (await Messages(database).of(1))["table:0"] == second
    await messages.flush()
    assert (await Messages(database).of(1))["table:0"] == third


async def test_a_message_in_doubt_is_taken_to_show_anything_unless_it_has_lost_its_buttons(
    database: Database,
) -> None:
    messages = Messages(database)
    await messages.save(1, "table:0", None, TABLE)
    await messages.save(1, "lobby", None, Shown(-100, 4, STRIPPED, 1))
    await messages.doubt(1, ["table:0", "lobby", "final"])
    assert (await messages.of(1))["table:0"].digest != TABLE.digest
    assert (await messages.of(1))["lobby"].digest == STRIPPED


async def test_a_private_chat_that_is_forgotten_is_not_written_again(database: Database) -> None:
    messages = Messages(database)
    console = Shown(ANNA, 7, "first", 1)
    await messages.save(1, f"console:{ANNA}", None, console)
    edited = Shown(ANNA, 7, "second", 2)
    await messages.save(1, f"console:{ANNA}", console, edited)
    await messages.forget_chat(ANNA)
    await messages.save(1, f"console:{ANNA}", edited, Shown(ANNA, 7, "third", 3))
    await messages.flush()
    assert await Messages(database).of(1) == await messages.of(1) == {}
