"""What fails or is cut off changes nothing that is seen: memory is what the file says, always."""

from __future__ import annotations

import asyncio
import random
import sqlite3
from collections.abc import Awaitable, Callable
from functools import partial
from itertools import count
from pathlib import Path

import pytest

from bot.deberts.actions import PASS
from bot.rooms.errors import RefusalError
from bot.rooms.service import MAX_LONELY, Rooms
from bot.rooms.views import Phase
from bot.store import database as module
from bot.store.database import Database
from tests.store.faults import Fault, faults

from .tables import ANNA, BORIS, GROUP, Friends, refused

FAULTS: tuple[Fault, ...] = ("fails", "is cancelled")
Doing = Callable[[], Awaitable[object]]


async def carried_out(friends: Friends, doing: Doing, at: int, fault: Fault) -> bool:
    """Do something with a fault at a statement; tells whether it was carried out for all that."""

    async def do() -> None:
        await doing()

    with faults(friends.database) as between:
        between.arm(at, fault)
        task = asyncio.create_task(do())
        await asyncio.wait([task])
        struck, last = not between.armed, between.statements[-1]
    if not struck:
        task.result()
        return True
    if fault == "is cancelled":
        assert task.cancelled()
        # A commit that was cut off on its way has been carried out.
        return last == "COMMIT"
    error = task.exception()
    assert isinstance(error, RefusalError)
    assert error.kind == "busy"
    return False


async def every(friends: Friends, room: int, doing: Doing, fault: Fault) -> None:
    """Let a change meet the fault at its first statement, its second, and so on, until it is carried out."""
    for at in count():
        before = await friends.rooms.view(room)
        done = await carried_out(friends, doing, at, fault)
        await friends.assert_as_in_file(room)
        if done:
            break
        assert await friends.rooms.view(room) == before


@pytest.mark.parametrize("fault", FAULTS)
async def test_a_lobby(friends: Friends, fault: Fault) -> None:
    rooms = friends.rooms
    anna, boris = await friends.user(ANNA), await friends.user(BORIS)
    room = await friends.lobby(thread=4)
    await every(friends, room, lambda: rooms.sit(room, anna), fault)
    await every(friends, room, lambda: rooms.sit(room, boris), fault)
    await every(friends, room, lambda: rooms.open_page(room, ANNA, "target"), fault)
    await every(friends, room, lambda: rooms.set_rule(room, ANNA, 0, "target", 301), fault)
    await every(friends, room, lambda: rooms.stand(room, ANNA), fault)
    await every(friends, room, lambda: rooms.drop_thread(room), fault)
    await every(friends, room, lambda: rooms.sit(room, anna), fault)
    await every(friends, room, lambda: rooms.start(room, ANNA, 1), fault)
    assert (await rooms.view(room)).phase is Phase.PLAYING


@pytest.mark.parametrize("fault", FAULTS)
async def test_kept_rules(friends: Friends, fault: Fault) -> None:
    rooms = friends.rooms
    room, other = await friends.lobby(ANNA, BORIS), await friends.lobby(BORIS)
    await every(friends, room, lambda: rooms.set_preset(room, ANNA, 0, "moscow"), fault)
    await every(friends, room, lambda: rooms.save_rules(room, ANNA, "наши"), fault)
    (kept,) = (await rooms.view(room)).saved
    await every(friends, other, lambda: rooms.use_saved(other, BORIS, 0, kept.id), fault)
    await every(friends, room, lambda: rooms.drop_saved(room, ANNA, 1, kept.id), fault)
    await friends.assert_as_in_file(room, other)
    assert (await rooms.view(other)).saved == ()


@pytest.mark.parametrize("fault", FAULTS)
async def test_a_match(friends: Friends, fault: Fault) -> None:
    room = await friends.match(target=1)
    for number in count():
        view = await friends.rooms.view(room)
        if view.phase is not Phase.PLAYING:
            break
        # Everybody passes twice, a void deal; then whatever comes, to the end.
        user, deal, place, code = await friends.choose(room)
        move = (user, deal, place, PASS if number < 4 else code)
        friends.clock.advance(1)
        await every(friends, room, partial(friends.rooms.move, room, *move), fault)
    assert view.deal_number > 1
    async with friends.database.reading() as tx:
        results = await tx.all("SELECT deal FROM results WHERE room_id = ? ORDER BY deal", room)
    assert results == [(number,) for number in range(view.deal_number)]


@pytest.mark.parametrize("fault", FAULTS)
async def test_a_stop(friends: Friends, fault: Fault) -> None:
    room = await friends.match()
    await friends.step(room)
    anna = await friends.user(ANNA)
    await every(friends, room, lambda: friends.rooms.stop(room, anna, is_admin=False), fault)
    assert (await friends.rooms.view(room)).phase is Phase.STOPPED


@pytest.mark.parametrize("fault", FAULTS)
async def test_opening_and_the_rematch(friends: Friends, fault: Fault) -> None:
    room = await friends.finished()
    anna = await friends.user(ANNA)
    live: list[int] = []
    for doing in (lambda: friends.rooms.open(GROUP, None, anna), lambda: friends.rooms.rematch(room, anna)):
        for at in count():
            done = await carried_out(friends, doing, at, fault)
            found = [view.id for view in await friends.rooms.candidates(None, GROUP, None, False)]
            await friends.assert_as_in_file(room, *found)
            if done:
                assert len(found) == len(live) + 1
                live = found
                break
            assert found == live


@pytest.mark.parametrize("fault", FAULTS)
async def test_opening_a_table_for_which_another_is_closed(friends: Friends, fault: Fault) -> None:
    lonely = [await friends.lobby(ANNA) for _ in range(MAX_LONELY)]
    anna = await friends.user(ANNA)
    for at in count():
        done = await carried_out(friends, lambda: friends.rooms.open(GROUP, None, anna), at, fault)
        live = [view.id for view in await friends.rooms.live(GROUP)]
        await friends.assert_as_in_file(*lonely, *live)
        assert set(lonely[1:]) <= set(live)
        if done:
            break
    assert lonely[0] not in live


@pytest.mark.parametrize("fault", FAULTS)
async def test_the_group_gets_another_number(friends: Friends, fault: Fault) -> None:
    playing, lobby, finished = await friends.match(), await friends.lobby(ANNA), await friends.finished()
    for at in count():
        with faults(friends.database) as between:
            between.arm(at, fault)
            task = asyncio.create_task(friends.rooms.move_chat(GROUP, -1001))
            await asyncio.wait([task])
            struck = not between.armed
        await friends.assert_as_in_file(playing, lobby, finished)
        chats = {(await friends.rooms.view(room)).chat_id for room in (playing, lobby, finished)}
        assert len(chats) == 1  # all of them or none
        known = [await friends.rooms.people.chat(chat) is not None for chat in (GROUP, -1001)]
        assert known == [GROUP in chats, -1001 in chats]
        if not struck:
            break
    assert chats == {-1001}
    # Whatever was cut off, the next start shows the tables in the new chat.
    assert {playing, lobby} <= set(await friends.rooms.behind())


@pytest.mark.parametrize("fault", FAULTS)
async def test_what_is_known_of_people_and_chats(friends: Friends, fault: Fault) -> None:
    people = friends.rooms.people
    room = await friends.lobby(ANNA, BORIS)
    changes: list[Doing] = [
        lambda: people.meet(ANNA, "Анюта", "uk"),
        lambda: people.meet(777, "Новый", "ru"),
        lambda: people.change_user(ANNA, language="en"),
        lambda: people.meet_chat(GROUP, "Друзья и соседи", "en"),
        lambda: people.change_chat(GROUP, writable=False),
        lambda: friends.rooms.set_reachable(BORIS, False),
        lambda: friends.rooms.set_chat_language(GROUP, "uk"),
    ]
    for doing in changes:
        for at in count():
            with faults(friends.database) as between:
                between.arm(at, fault)
                task = asyncio.ensure_future(doing())
                await asyncio.wait([task])
                struck = not between.armed
            fresh = Rooms(friends.database, friends.clock, random.Random(0)).people
            for user in (ANNA, BORIS, 777):
                assert await people.user(user) == await fresh.user(user)
            assert await people.chat(GROUP) == await fresh.chat(GROUP)
            await friends.assert_as_in_file(room)
            if not struck:
                task.result()
                break
    anna, boris = await friends.user(ANNA), await friends.user(BORIS)
    assert (anna.name, anna.client_language, anna.language, anna.reachable) == ("Анюта", "uk", "en", True)
    assert not boris.reachable
    chat = await people.chat(GROUP)
    assert chat is not None
    assert (chat.title, chat.language, chat.writable) == ("Друзья и соседи", "uk", False)


async def test_a_database_that_does_not_answer_is_busy_everywhere(friends: Friends) -> None:
    room = await friends.match()
    anna = await friends.user(ANNA)
    friends.rooms.forget_idle(0)
    await friends.database.close()
    rooms = Rooms(friends.database, friends.clock, random.Random(0))
    for doing in (
        rooms.view(room),
        rooms.open(GROUP, None, anna),
        rooms.move(room, ANNA, 0, 0, 0),
        rooms.candidates(ANNA, GROUP, None, True),
        rooms.newest_finished(ANNA, None, None),
        rooms.history(ANNA, None),
        rooms.behind(),
        rooms.waiting(),
        rooms.settled({room: 1}),
        rooms.refresh_user(ANNA),
        rooms.move_chat(GROUP, -1001),
        rooms.people.user(ANNA),
        rooms.people.chat(GROUP),
        rooms.people.meet(ANNA, "Анюта", "ru"),
        rooms.people.change_chat(GROUP, writable=False),
    ):
        await refused(doing, "busy")


async def test_what_the_database_says_is_in_the_log(
    friends: Friends, caplog: pytest.LogCaptureFixture
) -> None:
    room = await friends.match()
    async with friends.database.reading() as tx:
        await tx.all("PRAGMA query_only = ON")
    await refused(friends.step(room), "busy")
    assert "attempt to write a readonly database" in caplog.text


async def test_a_change_whose_listener_fails_is_made(friends: Friends) -> None:
    room = await friends.match()

    def fail(view: object) -> None:
        raise ZeroDivisionError

    friends.rooms.listener = fail
    with pytest.raises(ZeroDivisionError):
        await friends.step(room)
    await friends.assert_as_in_file(room)
    assert (await friends.rooms.view(room)).action_count == 1


async def test_a_file_that_another_process_writes_to(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "BUSY_SECONDS", 0.0)
    database = await Database.open(tmp_path / "bot.sqlite3")
    other = sqlite3.connect(tmp_path / "bot.sqlite3", isolation_level=None)
    try:
        friends = Friends(database)
        await friends.arrive()
        room = await friends.match()
        before = await friends.rooms.view(room)
        move = await friends.choose(room)
        other.execute("BEGIN IMMEDIATE")
        await refused(friends.rooms.move(room, *move), "busy")
        assert await friends.rooms.view(room) == before
        other.execute("ROLLBACK")
        await friends.rooms.move(room, *move)
        await friends.assert_as_in_file(room)
    finally:
        other.close()
        await database.close()


async def test_one_room_that_does_not_replay_leaves_the_others_alone(
    friends: Friends, caplog: pytest.LogCaptureFixture
) -> None:
    broken, sound = await friends.match(), await friends.match()
    async with friends.database.transaction() as tx:
        await tx.run("UPDATE deals SET deck = 'no cards' WHERE room_id = ?", broken)
    friends.rooms.forget_idle(0)
    await refused(friends.rooms.view(broken), "no-room")
    assert "no cards" not in caplog.text
    assert f"room {broken}" in caplog.text
    assert [view.id for view in await friends.rooms.candidates(ANNA, GROUP, None, True)] == [sound]
    await friends.rooms.refresh_chat(GROUP)
    await friends.rooms.set_reachable(ANNA, False)
    view = await friends.rooms.view(sound)
    assert view.seats[0] is not None
    assert not view.seats[0].reachable
