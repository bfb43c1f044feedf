"""What watches the time goes on whatever happens to the rooms it looks at."""

from __future__ import annotations

import logging

import pytest

from bot.rooms.clocks import Looked
from bot.rooms.errors import RefusalError
from bot.rooms.service import Rooms

from .absent import clocked_table, view_of
from .harness import Play
from .tables import Table, open_table


async def second_table(game: Play, first: Table) -> Table:
    """Open another table of the same people; the owner's clock is the same."""
    return await open_table(game, first.group, *first.people)


async def until_played(game: Play, table: Table, most: float) -> None:
    """Wait until the bot has played for somebody."""
    end = game.clock.now() + most
    while (await view_of(table)).action_count == 0:
        assert game.clock.now() < end
        await game.wait(5)


async def test_a_room_that_fails_does_not_stop_the_clocks_of_the_others(
    game: Play, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    broken = await clocked_table(game, 60)
    other = await second_table(game, broken)
    original = Rooms.look

    async def look(self: Rooms, room_id: int, heard: bool = True) -> Looked | None:
        if room_id == broken.room:
            raise ZeroDivisionError("no match can be like this")
        return await original(self, room_id, heard)

    monkeypatch.setattr(Rooms, "look", look)
    with caplog.at_level(logging.ERROR):
        await until_played(game, other, 200)
    assert (await view_of(broken)).action_count == 0
    assert "the clock of room" in caplog.text
    monkeypatch.undo()
    await until_played(game, broken, 60)


async def test_a_room_that_cannot_be_read_is_looked_at_once(
    game: Play, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    gone = await clocked_table(game, 60)
    other = await second_table(game, gone)
    original = Rooms.look
    looks = []

    async def look(self: Rooms, room_id: int, heard: bool = True) -> Looked | None:
        looks.append(room_id)
        if room_id == gone.room:
            raise RefusalError("no-room")
        return await original(self, room_id, heard)

    monkeypatch.setattr(Rooms, "look", look)
    with caplog.at_level(logging.WARNING):
        await until_played(game, other, 200)
        await game.wait(60)
    assert looks.count(gone.room) == 1


async def test_a_busy_database_only_puts_the_clock_off(game: Play, monkeypatch: pytest.MonkeyPatch) -> None:
    table = await clocked_table(game, 60)

    async def busy(self: Rooms) -> tuple[list[int], float | None]:
        raise RefusalError("busy")

    with monkeypatch.context() as patch:
        patch.setattr(Rooms, "to_wake", busy)
        await game.wait(120)
    # What could not be done meanwhile is given time again.
    await game.wait(50)
    assert (await view_of(table)).action_count == 0
    await until_played(game, table, 60)


async def test_turns_end_to_the_second_when_somebody_else_moves_in_between(game: Play) -> None:
    table = await clocked_table(game, 60)
    view = await view_of(table)
    assert view.deadline is not None
    await game.wait(view.deadline - game.clock.now() - 0.5)
    assert (await view_of(table)).action_count == 0
    await game.wait(1)
    assert (await view_of(table)).action_count == 1
