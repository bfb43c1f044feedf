"""Leaving a match and sitting down for who has left: the cards stay, and everybody who plays on agrees."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.deberts.record import replay
from bot.rooms.views import Ending, Phase, RoomView

from .clocks import clocked, time_out, told
from .tables import ANNA, BORIS, GLEB, GROUP, VERA, Friends, illegal, refused

DINA = GLEB + 1


async def of_three(friends: Friends) -> int:
    """Start a match of Анна, Борис and Вера in which one card has been played."""
    room = await clocked(friends, 0, "play", ANNA, BORIS, VERA, players="3")
    for _ in range(60):
        view = await friends.step(room)
        assert view.match is not None
        if view.match.deal is not None and view.match.deal.trick:
            break
    return room


async def ask(friends: Friends, room: int, user: int, seat: int) -> RoomView:
    return await friends.rooms.ask_for_seat(room, await friends.user(user), seat)


async def test_the_seat_and_its_cards_stay_and_the_name_is_remembered(friends: Friends) -> None:
    room = await of_three(friends)
    before = await friends.rooms.console(room, BORIS)
    view = await friends.rooms.leave(room, BORIS)
    assert view.seats[1] is None
    assert view.vacant == (1,)
    assert view.name(1) == "Борис"
    assert view.match == before.room.match
    assert view.seat_of(BORIS) is None
    await friends.assert_as_in_file(room)
    await refused(friends.rooms.leave(room, BORIS), "not-seated")
    await refused(friends.rooms.console(room, BORIS), "not-seated")
    await refused(friends.rooms.leave(room, GLEB), "not-seated")
    assert await friends.rooms.candidates(BORIS, None, None, False) == []


async def test_the_match_waits_for_a_vacant_seat(friends: Friends) -> None:
    room = await friends.match()
    late = await friends.whose(room)
    other = BORIS if late == ANNA else ANNA
    await friends.rooms.leave(room, late)
    view = await friends.rooms.view(room)
    assert view.phase is Phase.PLAYING
    assert view.waits_for is None
    await illegal(friends.rooms.move(room, other, 0, 0, 64), "not-your-turn")
    await refused(friends.rooms.move(room, late, 0, 0, 64), "not-seated")
    assert view.turn is not None
    await refused(friends.rooms.nudge(room, await friends.user(other), 0, view.turn), "nudge-vacant")


async def test_the_owner_who_leaves_passes_the_table_on(friends: Friends) -> None:
    room = await of_three(friends)
    assert (await friends.rooms.leave(room, ANNA)).owner_id == BORIS
    await friends.rooms.may_stop(room, BORIS, False)
    await refused(friends.rooms.may_stop(room, VERA, False), "may-not-stop")
    assert (await friends.rooms.leave(room, VERA)).owner_id == BORIS


async def test_when_the_last_has_left_the_match_is_stopped(friends: Friends) -> None:
    room = await of_three(friends)
    for user in (ANNA, VERA):
        assert (await friends.rooms.leave(room, user)).phase is Phase.PLAYING
    await ask(friends, room, GLEB, 0)
    view = await friends.rooms.leave(room, BORIS)
    assert (view.phase, view.ending, view.requests) == (Phase.STOPPED, Ending.DESERTED, ())
    await friends.assert_as_in_file(room)
    (entry,) = await friends.rooms.history(None, GROUP)
    assert entry.names == ("Анна", "Борис", "Вера")


async def test_a_lobby_and_a_match_that_is_over_are_not_left_in_this_way(friends: Friends) -> None:
    await refused(friends.rooms.leave(await friends.lobby(ANNA), ANNA), "not-started")
    await refused(friends.rooms.leave(await friends.finished(), ANNA), "room-over")


# Substitutes


async def test_who_is_agreed_to_by_everybody_plays_the_hand_on(friends: Friends) -> None:
    room = await of_three(friends)
    hand = (await friends.rooms.console(room, BORIS)).seat_view
    assert hand is not None
    await friends.rooms.leave(room, BORIS)
    view = await ask(friends, room, GLEB, 1)
    (request,) = view.requests
    assert (request.seat, request.user_id, request.name, request.agreed) == (1, GLEB, "Глеб", ())
    await friends.assert_as_in_file(room)
    view = await friends.rooms.vote(room, ANNA, 1, GLEB, True)
    assert view.requests[0].agreed == (0,)
    assert view.seats[1] is None
    await friends.assert_as_in_file(room)
    # To agree twice is to agree once.
    assert (await friends.rooms.vote(room, ANNA, 1, GLEB, True)).requests[0].agreed == (0,)
    view = await friends.rooms.vote(room, VERA, 1, GLEB, True)
    assert view.seat_of(GLEB) == 1
    assert (view.vacant, view.requests) == ((), ())
    await friends.assert_as_in_file(room)
    console = await friends.rooms.console(room, GLEB)
    assert console.seat_view is not None
    assert console.seat_view.hand == hand.hand
    await refused(friends.rooms.vote(room, VERA, 1, GLEB, True), "request-over")
    await friends.play_on(room)
    assert replay(await friends.rooms.record(room)).over
    assert [entry.names[1] for entry in await friends.rooms.history(GLEB, None)] == ["Глеб"]
    assert await friends.rooms.history(BORIS, None) == []


async def test_anybody_who_plays_may_refuse_and_who_asked_may_take_it_back(friends: Friends) -> None:
    room = await of_three(friends)
    await friends.rooms.leave(room, BORIS)
    await ask(friends, room, GLEB, 1)
    await friends.rooms.vote(room, ANNA, 1, GLEB, True)
    await refused(friends.rooms.vote(room, DINA, 1, GLEB, False), "not-seated")
    await refused(friends.rooms.vote(room, GLEB, 1, GLEB, True), "not-seated")
    assert (await friends.rooms.vote(room, VERA, 1, GLEB, False)).requests == ()
    await refused(friends.rooms.vote(room, ANNA, 1, GLEB, True), "request-over")
    await ask(friends, room, GLEB, 1)
    assert (await friends.rooms.vote(room, GLEB, 1, GLEB, False)).requests == ()
    # What was agreed for one is not agreed for the next.
    view = await ask(friends, room, DINA, 1)
    assert view.requests[0].agreed == ()
    await refused(friends.rooms.vote(room, ANNA, 1, GLEB, True), "request-over")


async def test_who_cannot_take_a_seat_is_told_why(friends: Friends) -> None:
    room = await of_three(friends)
    await refused(ask(friends, room, GLEB, 1), "seat-taken")
    await friends.rooms.leave(room, BORIS)
    await refused(ask(friends, room, ANNA, 1), "already-seated")
    await refused(ask(friends, room, GLEB, 0), "seat-taken")
    silent = replace(await friends.user(DINA), reachable=False)
    await refused(friends.rooms.ask_for_seat(room, silent, 1), "unreachable")
    await ask(friends, room, GLEB, 1)
    await refused(ask(friends, room, GLEB, 1), "already-asked")
    error = await refused(ask(friends, room, DINA, 1), "seat-asked")
    assert error.details == {"name": "Глеб"}
    await refused(ask(friends, await friends.lobby(ANNA), GLEB, 0), "not-started")


async def test_who_asks_for_another_seat_asks_for_the_first_no_more(friends: Friends) -> None:
    room = await of_three(friends)
    await friends.rooms.leave(room, BORIS)
    await friends.rooms.leave(room, VERA)
    await ask(friends, room, GLEB, 1)
    view = await ask(friends, room, GLEB, 2)
    assert [(request.seat, request.user_id) for request in view.requests] == [(2, GLEB)]
    await friends.assert_as_in_file(room)
    await refused(friends.rooms.vote(room, ANNA, 1, GLEB, True), "request-over")
    # The first seat is free for somebody else, and nobody sits on two.
    await ask(friends, room, DINA, 1)
    view = await friends.rooms.vote(room, ANNA, 2, GLEB, True)
    assert (view.seat_of(GLEB), view.vacant) == (2, (1,))
    assert [(request.seat, request.user_id) for request in view.requests] == [(1, DINA)]


async def test_who_left_may_come_back_to_the_own_seat_only(friends: Friends) -> None:
    room = await of_three(friends)
    await friends.rooms.leave(room, BORIS)
    await friends.rooms.leave(room, VERA)
    await refused(ask(friends, room, BORIS, 2), "own-seat")
    await ask(friends, room, BORIS, 1)
    view = await friends.rooms.vote(room, ANNA, 1, BORIS, True)
    assert view.seat_of(BORIS) == 1
    await friends.assert_as_in_file(room)


async def test_when_the_one_who_had_not_agreed_leaves_the_seat_is_given(friends: Friends) -> None:
    room = await of_three(friends)
    await friends.rooms.leave(room, BORIS)
    await ask(friends, room, GLEB, 1)
    await friends.rooms.vote(room, ANNA, 1, GLEB, True)
    view = await friends.rooms.leave(room, VERA)
    assert view.seat_of(GLEB) == 1
    assert view.vacant == (2,)
    await friends.assert_as_in_file(room)


async def test_a_rematch_has_a_free_seat_where_one_was_left(friends: Friends) -> None:
    room = await clocked(friends, 60, "play", target=1)
    await friends.rooms.leave(room, BORIS)
    view = await friends.rooms.view(room)
    while view.phase is Phase.PLAYING:
        view = await (friends.step(room) if view.waits_for is not None else time_out(friends, room))
    again = await friends.rooms.rematch(room, await friends.user(ANNA))
    assert [None if one is None else one.user_id for one in again.seats] == [ANNA, None]
    record = await friends.rooms.record(room)
    assert record["meta"]["players"] == ["Анна", "Борис"]  # type: ignore[index]


# The clock of a vacant seat


@pytest.mark.parametrize("then", ["play", "claim"])
async def test_the_clock_runs_for_a_vacant_seat_too(friends: Friends, then: str) -> None:
    room = await clocked(friends, 60, then)
    late = await friends.whose(room)
    other = BORIS if late == ANNA else ANNA
    await told(friends, room)
    friends.clock.advance(20)
    view = await friends.rooms.leave(room, late)
    # The turn begins anew, and there is nobody to be told.
    assert view.told
    assert view.deadline == friends.clock.now() + 60
    view = await time_out(friends, room)
    if then == "play":
        assert view.action_count == 1
        async with friends.database.reading() as tx:
            assert await tx.all("SELECT user_id, by_clock FROM actions") == [(late, 1)]
    else:
        view = await friends.rooms.claim(room, other, 0, 0)
        assert view.ending is Ending.CLAIMED


async def test_a_substitute_begins_the_turn_with_the_whole_time(friends: Friends) -> None:
    room = await clocked(friends, 60)
    late = await friends.whose(room)
    other = BORIS if late == ANNA else ANNA
    seat = (await friends.rooms.view(room)).seat_of(late)
    assert seat is not None
    await friends.rooms.leave(room, late)
    await time_out(friends, room)
    await friends.do(room, "pass")
    await ask(friends, room, VERA, seat)
    friends.clock.advance(40)
    view = await friends.rooms.vote(room, other, seat, VERA, True)
    assert view.deadline == friends.clock.now() + 60
    assert view.stand_ins == ()


async def test_a_substitute_whom_a_leave_lets_in_begins_the_turn_with_the_whole_time(
    friends: Friends,
) -> None:
    room = await clocked(friends, 60, "play", ANNA, BORIS, VERA, players="3")
    late = await friends.whose(room)
    seat = (await friends.rooms.view(room)).seat_of(late)
    assert seat is not None
    agrees, leaves = (user for user in (ANNA, BORIS, VERA) if user != late)
    await friends.rooms.leave(room, late)
    await ask(friends, room, GLEB, seat)
    await friends.rooms.vote(room, agrees, seat, GLEB, True)
    friends.clock.advance(40)
    view = await friends.rooms.leave(room, leaves)
    # Whoever had not agreed yet has gone: all who are left have.
    assert (view.turn, view.seat_of(GLEB)) == (seat, seat)
    assert (view.deadline, view.told) == (friends.clock.now() + 60, False)
