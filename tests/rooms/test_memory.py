"""A room is the fold of its journal: forgotten, or read by a bot that starts anew, it is the same."""

from __future__ import annotations

import asyncio
import random
from pathlib import Path

import pytest

from bot.deberts.actions import PASS
from bot.rooms import people as people_module
from bot.rooms.service import Rooms
from bot.rooms.views import Phase
from bot.store.database import Database

from .tables import ANNA, BORIS, GLEB, GROUP, NAMES, VERA, Friends, refused


@pytest.mark.parametrize("lineup", ["2", "3", "2x2"])
async def test_memory_is_the_file_at_every_step_of_a_rooms_life(friends: Friends, lineup: str) -> None:
    rooms = friends.rooms
    people = {"2": [ANNA, BORIS], "3": [ANNA, BORIS, VERA], "2x2": [ANNA, BORIS, VERA, GLEB]}[lineup]
    room = await friends.lobby()
    for user in people:
        await friends.assert_as_in_file(room)
        await rooms.sit(room, await friends.user(user))
        if user == ANNA:
            await friends.set_rule(room, "players", lineup)
    await friends.assert_as_in_file(room)
    await rooms.stand(room, people[0])
    await rooms.sit(room, await friends.user(people[0]))
    await friends.set_rule(room, "target", 1)
    await friends.assert_as_in_file(room)
    await friends.start(room)
    for _ in range(2 * len(people)):
        await friends.assert_as_in_file(room)
        view = await friends.do(room, "pass")
    assert view.deal_number == 1  # everybody has passed twice: a void deal
    while view.phase is Phase.PLAYING:
        await friends.assert_as_in_file(room)
        view = await friends.step(room)
    await friends.assert_as_in_file(room)
    again = await rooms.rematch(room, await friends.user(people[1]))
    await friends.assert_as_in_file(room, again.id)
    await friends.start(again.id)
    await friends.step(again.id)
    await rooms.stop(again.id, await friends.user(people[1]), is_admin=False)
    await friends.assert_as_in_file(room, again.id)


async def test_a_picture_is_made_anew_when_anything_in_it_changes(friends: Friends) -> None:
    room = await friends.match()
    rooms = friends.rooms
    view = await rooms.view(room)
    assert await rooms.view(room) is view
    await rooms.people.change_user(BORIS, name="Боря")
    renamed = await rooms.view(room)
    assert [player.name for player in renamed.seats if player is not None] == ["Анна", "Боря"]
    await rooms.people.change_chat(GROUP, title="Враги")
    assert (await rooms.view(room)).title == "Враги"
    await rooms.people.change_user(ANNA, name="Аня")
    gone = await rooms.leave(room, ANNA)
    await rooms.ask_for_seat(room, await friends.user(VERA), seat := view.seat_of(ANNA) or 0)
    await rooms.people.change_user(ANNA, name="Анюта")
    await rooms.people.change_user(VERA, name="Верочка")
    vacant = await rooms.view(room)
    assert (gone.left[seat], vacant.left[seat], vacant.requests[0].name) == ("Аня", "Анюта", "Верочка")
    await rooms.vote(room, BORIS, seat, VERA, True)
    view = await rooms.view(room)
    moved = await friends.step(room)
    assert (moved.action_count, moved.version) == (view.action_count + 1, view.version + 1)
    assert await rooms.view(room) is moved


async def test_a_room_that_is_forgotten_in_a_trick_goes_on(friends: Friends) -> None:
    room = await friends.match(target=120)
    deals = 0
    while (view := await friends.rooms.view(room)).phase is Phase.PLAYING:
        friends.clock.advance(10)
        assert friends.rooms.forget_idle(5) == [room]
        assert await friends.rooms.view(room) == view
        friends.rooms.forget_idle(0)
        deals = (await friends.step(room)).deal_number
    assert deals > 1


async def test_only_idle_rooms_are_forgotten(friends: Friends) -> None:
    old = await friends.match()
    friends.clock.advance(100)
    new = await friends.match()
    assert friends.rooms.forget_idle(100) == [old]
    assert friends.rooms.forget_idle(100) == []
    await friends.rooms.view(old)
    friends.clock.advance(100)
    assert sorted(friends.rooms.forget_idle(100)) == [old, new]


async def test_a_room_in_use_is_not_forgotten(friends: Friends) -> None:
    room = await friends.match()
    forgotten = []

    def forget(view: object) -> None:
        forgotten.append(friends.rooms.forget_idle(0))

    friends.rooms.listener = forget
    await friends.step(room)
    assert forgotten == [[]]
    assert friends.rooms.forget_idle(0) == [room]


@pytest.mark.parametrize("error", [ZeroDivisionError, asyncio.CancelledError])
async def test_what_was_half_done_when_something_went_wrong_is_read_anew(
    friends: Friends, error: type[BaseException]
) -> None:
    room = await friends.match()
    before = await friends.rooms.view(room)

    async def fail() -> None:
        async with friends.rooms._locked(room) as held:
            # Done in memory, and not written yet.
            assert held.turn is not None
            held.play(held.turn, PASS)
            raise error

    with pytest.raises(error):
        await fail()
    assert await friends.rooms.view(room) == before
    await friends.assert_as_in_file(room)
    await friends.do(room, "pass")


async def test_a_refusal_does_not_cost_the_room_its_place_in_memory(friends: Friends) -> None:
    room = await friends.match()
    held = friends.rooms._entries[room].room
    assert held is not None
    await refused(friends.rooms.sit(room, await friends.user(VERA)), "started")
    assert friends.rooms._entries[room].room is held


async def test_presses_on_nothing_leave_nothing_in_memory(friends: Friends) -> None:
    for room in range(50):
        await refused(friends.rooms.view(room), "no-room")
    friends.clock.advance(10)
    assert friends.rooms.forget_idle(0) == []


async def test_a_restart_goes_on_with_the_same_cards(tmp_path: Path) -> None:
    path = tmp_path / "bot.sqlite3"
    database = await Database.open(path)
    friends = Friends(database)
    await friends.arrive()
    room, lobby = await friends.match(target=150), await friends.lobby(VERA)
    views = 0
    while (await friends.rooms.view(room)).phase is Phase.PLAYING:
        for _ in range(7):
            if (await friends.rooms.view(room)).phase is Phase.PLAYING:
                await friends.step(room)
        before = friends.rooms
        await database.close()
        database = await Database.open(path)
        friends.database = database
        friends.rooms = Rooms(database, friends.clock, random.Random(views))
        # What is in memory from before needs no file to be told.
        for number in (room, lobby):
            old = before._entries[number].room
            assert old is not None
            assert await friends.rooms.view(number) == old.view()
            for seat, user in enumerate(old.seats):
                if user is not None:
                    assert await friends.rooms.console(number, user.id) == old.console(seat)
        views += 1
    assert views > 3
    assert (await friends.rooms.record(room))["format"] == "deberts/1"
    await database.close()


async def test_a_shown_version_is_settled_and_a_newer_one_is_behind(friends: Friends) -> None:
    first, second = await friends.match(), await friends.lobby(ANNA)
    assert await friends.rooms.behind() == [first, second]
    await friends.rooms.settled({first: (await friends.rooms.view(first)).version})
    assert await friends.rooms.behind() == [second]
    shown = (await friends.rooms.view(first)).version
    await friends.step(first)
    assert await friends.rooms.behind() == [first, second]
    await friends.rooms.settled({first: shown})  # late: an older version
    assert first in await friends.rooms.behind()


async def test_waiting_rooms_say_since_when(friends: Friends) -> None:
    room = await friends.match()
    await friends.lobby(ANNA)
    friends.clock.advance(60)
    await friends.step(room)
    moved = friends.clock.now()
    friends.clock.advance(60)
    await friends.rooms.refresh_chat(GROUP)
    assert await friends.rooms.waiting() == [(room, moved)]
    view = await friends.rooms.view(room)
    assert view.turn_since == moved


async def test_people_who_leave_the_memory_are_known_as_the_file_knows_them(
    friends: Friends, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(people_module, "KEPT", 2)
    room = await friends.lobby(ANNA, BORIS)
    await friends.rooms.people.change_user(ANNA, reachable=False)
    await friends.rooms.people.meet(BORIS, "Боря", "ru")
    for number in range(len(NAMES)):
        await friends.rooms.people.user(ANNA + number)
    view = await friends.rooms.view(room)
    assert [player and (player.name, player.reachable) for player in view.seats] == [
        ("Анна", False),
        ("Боря", True),
    ]
    await friends.assert_as_in_file(room)
