"""Clocks, leaving and substitutes when the database fails: what was not written was not done."""

from __future__ import annotations

import pytest

from bot.rooms.views import Phase, TurnClock
from bot.store import absences
from bot.store.absences import SubstituteRow
from tests.store.faults import Fault

from .clocks import clocked, time_out, told
from .tables import ANNA, BORIS, GLEB, VERA, Friends
from .test_failures import FAULTS, every


@pytest.mark.parametrize("fault", FAULTS)
async def test_the_clock(friends: Friends, fault: Fault) -> None:
    rooms = friends.rooms
    lobby = await friends.lobby(ANNA, BORIS)
    await every(friends, lobby, lambda: rooms.set_clock(lobby, ANNA, 0, TurnClock(60)), fault)
    room = await clocked(friends, 60)
    await every(friends, room, lambda: rooms.turn_told(room, 0, 0), fault)
    assert (await rooms.view(room)).told
    friends.clock.advance(30)
    await every(friends, room, lambda: rooms.look(room), fault)
    assert (await rooms.view(room)).reminded == 1
    friends.clock.advance(30)
    await every(friends, room, lambda: rooms.look(room), fault)
    view = await rooms.view(room)
    assert (view.action_count, len(view.stand_ins)) == (1, 1)
    late = await friends.whose(room)
    other = await friends.user(BORIS if late == ANNA else ANNA)
    turn = view.turn
    assert turn is not None
    await every(friends, room, lambda: rooms.nudge(room, other, 0, turn), fault)
    await every(friends, room, lambda: rooms.noticed(room, other.id), fault)
    assert (await rooms.view(room)).stand_ins == ()
    friends.clock.advance(60)
    await every(friends, room, lambda: rooms.look(room, heard=False), fault)
    assert (await rooms.view(room)).deadline == friends.clock.now() + 60


@pytest.mark.parametrize("fault", FAULTS)
async def test_the_ends_of_a_match(friends: Friends, fault: Fault) -> None:
    rooms = friends.rooms
    room = await clocked(friends, 60, "claim")
    view = await told(friends, room)
    late = await friends.whose(room)
    await time_out(friends, room)
    await every(friends, room, lambda: rooms.claim(room, BORIS if late == ANNA else ANNA, 0, 0), fault)
    assert (await rooms.view(room)).phase is Phase.FINISHED
    assert view.phase is Phase.PLAYING
    lobby = await friends.lobby(VERA)
    friends.clock.advance(12 * 3600)
    await every(friends, lobby, lambda: rooms.expire(), fault)
    assert (await rooms.view(lobby)).phase is Phase.STOPPED


@pytest.mark.parametrize("fault", FAULTS)
async def test_seats_that_change_hands(friends: Friends, fault: Fault) -> None:
    rooms = friends.rooms
    room = await clocked(friends, 60, "play", ANNA, BORIS, VERA, players="3")
    gleb = await friends.user(GLEB)
    await every(friends, room, lambda: rooms.leave(room, BORIS), fault)
    await every(friends, room, lambda: rooms.ask_for_seat(room, gleb, 1), fault)
    await every(friends, room, lambda: rooms.vote(room, ANNA, 1, GLEB, True), fault)
    await every(friends, room, lambda: rooms.vote(room, VERA, 1, GLEB, True), fault)
    assert (await rooms.view(room)).seat_of(GLEB) == 1
    await every(friends, room, lambda: rooms.play_here(room, GLEB, True), fault)
    await every(friends, room, lambda: rooms.leave(room, ANNA), fault)
    await every(friends, room, lambda: rooms.leave(room, VERA), fault)
    await every(friends, room, lambda: rooms.leave(room, GLEB), fault)
    assert (await rooms.view(room)).phase is Phase.STOPPED


@pytest.mark.parametrize("fault", FAULTS)
async def test_a_card_from_the_groups_table(friends: Friends, fault: Fault) -> None:
    room = await friends.match()
    user = await friends.whose(room)
    await every(friends, room, lambda: friends.rooms.move_here(room, user, 0, 0, 64), fault)
    assert (await friends.rooms.view(room)).action_count == 1


async def test_a_seat_is_given_to_who_was_agreed_to_even_if_the_room_was_forgotten(friends: Friends) -> None:
    room = await clocked(friends, 0, "play", ANNA, BORIS, VERA, players="3")
    await friends.rooms.leave(room, BORIS)
    await friends.rooms.ask_for_seat(room, await friends.user(GLEB), 1)
    await friends.rooms.vote(room, ANNA, 1, GLEB, True)
    friends.rooms.forget_idle(0)
    async with friends.database.reading() as tx:
        (asking,) = (await absences.load_substitutes(tx, room)).values()
    assert asking == SubstituteRow(1, await friends.user(GLEB), (ANNA,))
    assert (await friends.rooms.vote(room, VERA, 1, GLEB, True)).seat_of(GLEB) == 1
