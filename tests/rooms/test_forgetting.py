"""Forgetting a person: nothing of theirs is left, the others' matches are, and it is never half done."""

from __future__ import annotations

import asyncio
from itertools import count
from pathlib import Path

import pytest

from bot.rooms.check import check
from bot.rooms.errors import RefusalError
from bot.rooms.forgetting import forget
from bot.rooms.views import Phase
from bot.store.database import Database
from tests.store.faults import Fault, faults

from .clocks import clocked
from .tables import ANNA, BORIS, GLEB, GROUP, VERA, Friends, refused
from .test_chats import note_messages

NOBODY = "Игрок"


async def everything(database: Database) -> str:
    """Return all rows of all tables."""
    async with database.reading() as tx:
        tables = [row[0] for row in await tx.all("SELECT name FROM sqlite_schema WHERE type = 'table'")]
        rows = [row for table in tables for row in await tx.all(f"SELECT * FROM {table}")]
    return "\n".join(map(str, rows))


async def lived(friends: Friends) -> dict[str, int]:
    """Let Anna finish a match, stop another, and sit in two lobbies, one of them her own."""
    rooms = {
        "finished": await friends.finished(ANNA, BORIS),
        "stopped": await friends.match(ANNA, BORIS),
        "hers": await friends.lobby(ANNA, VERA),
        "his": await friends.lobby(BORIS, ANNA),
    }
    await friends.set_rule(rooms["hers"], "target", 301)
    await friends.step(rooms["stopped"])
    await friends.rooms.stop(rooms["stopped"], await friends.user(ANNA), is_admin=False)
    await friends.rooms.set_language(ANNA, "en")
    await note_messages(friends, rooms["finished"], rooms["hers"])
    return rooms


async def test_nothing_is_left_of_who_is_forgotten(friends: Friends) -> None:
    rooms = await lived(friends)
    record = await friends.rooms.record(rooms["finished"])
    assert f"{ANNA}" in await everything(friends.database)

    assert await forget(friends.rooms, ANNA, NOBODY) == []

    left = await everything(friends.database)
    for trace in (f"({ANNA},", f" {ANNA},", f" {ANNA})", f":{ANNA}", "Анна", "'en'"):
        assert trace not in left, trace
    assert await friends.rooms.people.user(ANNA) is None
    assert await friends.rooms.history(ANNA, None) == []
    await friends.assert_as_in_file(*rooms.values())

    # The others keep what they played.
    finished = await friends.rooms.view(rooms["finished"])
    assert [finished.name(seat) for seat in (0, 1)] == [NOBODY, "Борис"]
    assert (await friends.rooms.view(rooms["stopped"])).stopped_by == NOBODY
    again = await friends.rooms.record(rooms["finished"])
    assert again["deals"] == record["deals"]
    assert isinstance(again["meta"], dict)
    assert again["meta"]["players"] == [NOBODY, "Борис"]
    assert [entry.names for entry in await friends.rooms.history(BORIS, None)] == [(NOBODY, "Борис")] * 2
    # At the tables that had not begun the seat is free.
    hers, his = await friends.rooms.view(rooms["hers"]), await friends.rooms.view(rooms["his"])
    assert (hers.seat_of(ANNA), hers.owner_id, his.seat_of(ANNA)) == (None, VERA, None)


async def test_who_comes_back_is_somebody_new(friends: Friends) -> None:
    rooms = await lived(friends)
    await forget(friends.rooms, ANNA, NOBODY)
    anna = await friends.rooms.people.meet(ANNA, "Аня", "ru")
    assert (anna.name, anna.language, anna.reachable) == ("Аня", None, False)
    assert await friends.rooms.history(ANNA, None) == []
    assert (await friends.rooms.view(rooms["finished"])).name(0) == NOBODY
    # Her next table starts from the common rules, not from those she liked.
    assert (await friends.rooms.open(GROUP, None, anna)).rules.target == 501


async def test_two_who_are_forgotten_stay_two(friends: Friends) -> None:
    room = await friends.finished(ANNA, BORIS)
    await forget(friends.rooms, ANNA, NOBODY)
    await forget(friends.rooms, BORIS, "Player")
    view = await friends.rooms.view(room)
    assert [view.name(seat) for seat in (0, 1)] == [NOBODY, "Player"]
    await friends.assert_as_in_file(room)


async def test_a_rematch_does_not_wait_for_who_is_forgotten(friends: Friends) -> None:
    room = await friends.finished(ANNA, BORIS)
    await forget(friends.rooms, ANNA, NOBODY)
    view = await friends.rooms.rematch(room, await friends.user(BORIS))
    assert [player and player.user_id for player in view.seats] == [None, BORIS]
    await friends.rooms.sit(view.id, await friends.user(VERA))
    await friends.start(view.id)
    await friends.assert_as_in_file(view.id)


async def test_in_the_middle_of_a_match_nothing_is_done(friends: Friends) -> None:
    rooms = await lived(friends)
    playing = await friends.match(ANNA, BORIS)
    before = await everything(friends.database)
    assert [view.id for view in await forget(friends.rooms, ANNA, NOBODY)] == [playing]
    assert await everything(friends.database) == before
    await friends.play_on(playing, most=3000)
    assert await forget(friends.rooms, ANNA, NOBODY) == []
    await friends.assert_as_in_file(playing, *rooms.values())


async def test_a_match_that_starts_meanwhile_is_not_spoilt(friends: Friends) -> None:
    await friends.match(ANNA, BORIS)
    before = await everything(friends.database)
    await refused(friends.rooms.people.forget(ANNA, NOBODY), "in-match")
    assert await everything(friends.database) == before


async def test_whom_the_bot_has_never_met_it_cannot_forget(friends: Friends) -> None:
    before = await everything(friends.database)
    assert await forget(friends.rooms, 999, NOBODY) == []
    assert await everything(friends.database) == before


@pytest.mark.parametrize("fault", ["fails", "is cancelled"])
async def test_it_is_done_or_not_done_whatever_fails(friends: Friends, fault: Fault) -> None:
    rooms = await lived(friends)
    for lobby in ("hers", "his"):
        await friends.rooms.stand(rooms[lobby], ANNA)
    for at in count():
        before = await everything(friends.database)
        with faults(friends.database) as between:
            between.arm(at, fault)
            task = asyncio.create_task(friends.rooms.people.forget(ANNA, NOBODY))
            await asyncio.wait([task])
            struck, last = not between.armed, between.statements[-1]
        if fault == "fails" and struck:
            error = task.exception()
            assert isinstance(error, RefusalError)
            assert error.kind == "busy"
        after = await everything(friends.database)
        if not struck or (fault == "is cancelled" and last == "COMMIT"):
            break
        assert after == before
    assert "Анна" not in after
    assert after != before


async def test_a_database_in_which_people_were_forgotten_has_no_problems(tmp_path: Path) -> None:
    path = tmp_path / "bot.sqlite3"
    database = await Database.open(path)
    friends = Friends(database)
    await friends.arrive()
    await lived(friends)
    await forget(friends.rooms, ANNA, NOBODY)
    room = await friends.match(BORIS, VERA)
    await friends.step(room)
    assert (await friends.rooms.view(room)).phase is Phase.PLAYING
    await database.close()
    assert check(path).problems == ()


async def test_who_has_left_a_match_or_asks_for_a_seat_there_can_be_forgotten(friends: Friends) -> None:
    room = await friends.match(ANNA, BORIS)
    late = await friends.whose(room)
    stays = BORIS if late == ANNA else ANNA
    await friends.rooms.leave(room, late)
    await friends.rooms.ask_for_seat(
        room, await friends.user(VERA), (await friends.rooms.view(room)).vacant[0]
    )
    assert await forget(friends.rooms, VERA, NOBODY) == []
    assert (await friends.rooms.view(room)).requests == ()
    before = (await friends.rooms.view(room)).version
    assert await forget(friends.rooms, late, NOBODY) == []
    view = await friends.rooms.view(room)
    assert view.version > before, "the table shows a name no more"
    assert view.phase is Phase.PLAYING
    assert [view.name(seat) for seat in range(2) if view.seats[seat] is None] == [NOBODY]
    assert view.seat_of(stays) is not None
    left = await everything(friends.database)
    for trace in (f"({late},", f" {late},", f" {late})", f"{VERA}", "Вера"):
        assert trace not in left, trace
    await friends.assert_as_in_file(room)


async def test_whoever_asks_for_a_seat_takes_that_back_first(friends: Friends) -> None:
    room = await friends.match(ANNA, BORIS)
    await friends.rooms.leave(room, BORIS)
    asking = await friends.rooms.ask_for_seat(room, await friends.user(VERA), 1)
    assert asking.requests
    assert await forget(friends.rooms, VERA, NOBODY) == []
    shown = friends.told[-1]
    assert (shown.id, shown.requests) == (room, ())
    assert shown.version > asking.version, "the table shows the question no more"
    await friends.assert_as_in_file(room)
    # The seat is free for whoever asks next.
    assert (await friends.rooms.ask_for_seat(room, await friends.user(GLEB), 1)).requests[0].user_id == GLEB


@pytest.mark.parametrize("damaged", [False, True])
async def test_what_was_asked_in_a_match_that_is_over_or_damaged_does_not_matter(
    friends: Friends, damaged: bool
) -> None:
    room = await friends.match(ANNA, BORIS)
    await friends.rooms.leave(room, BORIS)
    await friends.rooms.ask_for_seat(room, await friends.user(VERA), 1)
    if damaged:
        async with friends.database.transaction() as tx:
            await tx.run("UPDATE rooms SET rules = '{'")
        friends.rooms.forget_idle(0)
    else:
        await friends.rooms.stop(room, await friends.user(ANNA), is_admin=True)
    assert await forget(friends.rooms, VERA, NOBODY) == []
    left = await everything(friends.database)
    assert f"{VERA}" not in left
    assert "Вера" not in left


async def test_an_old_yes_of_who_left_is_not_written_again(friends: Friends) -> None:
    room = await clocked(friends, 0, "play", ANNA, BORIS, VERA, players="3")
    await friends.rooms.leave(room, VERA)
    await friends.rooms.leave(room, BORIS)
    await friends.rooms.ask_for_seat(room, await friends.user(GLEB), 2)
    # Борис has given his place to somebody else, and his yes stands in the file for all that.
    async with friends.database.transaction() as tx:
        await tx.run("UPDATE seats SET user_id = ? WHERE user_id = ?", GLEB + 1, BORIS)
        await tx.run("UPDATE substitutes SET agreed = ?", f"[{BORIS}]")
    friends.rooms.forget_idle(0)
    await friends.rooms.view(room)
    assert await forget(friends.rooms, BORIS, NOBODY) == []
    await friends.rooms.ask_for_seat(room, await friends.user(GLEB + 2), 1)
    async with friends.database.reading() as tx:
        assert await tx.all("SELECT agreed FROM substitutes ORDER BY seat") == [("[]",), ("[]",)]


async def test_who_agreed_to_a_substitute_and_left_is_forgotten_too(friends: Friends) -> None:
    room = await clocked(friends, 0, "play", ANNA, BORIS, VERA, players="3")
    await friends.rooms.leave(room, VERA)
    await friends.rooms.ask_for_seat(room, await friends.user(GLEB), 2)
    await friends.rooms.vote(room, BORIS, 2, GLEB, True)
    assert (await friends.rooms.view(room)).requests[0].agreed == (1,)
    await friends.rooms.leave(room, BORIS)
    assert await forget(friends.rooms, BORIS, NOBODY) == []
    async with friends.database.reading() as tx:
        assert await tx.all("SELECT agreed FROM substitutes") == [("[]",)]
    await friends.assert_as_in_file(room)
