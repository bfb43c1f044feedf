"""Rooms that nobody touches: ended after long enough, and sooner by any of their players."""

from __future__ import annotations

import asyncio

import pytest

from bot.rooms.limits import IDLE_SECONDS, LOBBY_SECONDS, MATCH_SECONDS
from bot.rooms.views import Ending, Phase, TurnClock

from .clocks import after, clocked, time_out, told
from .tables import ANNA, BORIS, GLEB, GROUP, VERA, Friends, refused

HOUR = 3600.0
DAY = 24 * HOUR


def test_the_numbers_are_those_that_were_promised() -> None:
    assert (LOBBY_SECONDS, MATCH_SECONDS, IDLE_SECONDS) == (12 * HOUR, 14 * DAY, 3 * HOUR)


async def test_a_lobby_is_closed_twelve_hours_after_it_was_last_touched(friends: Friends) -> None:
    room = await friends.lobby(ANNA)
    friends.clock.advance(11 * HOUR)
    await friends.rooms.sit(room, await friends.user(BORIS))
    friends.clock.advance(12 * HOUR - 1)
    assert await friends.rooms.expire() == []
    friends.clock.advance(1)
    assert await friends.rooms.expire() == [room]
    view = friends.told[-1]
    assert (view.phase, view.ending) == (Phase.STOPPED, Ending.EXPIRED)
    await friends.assert_as_in_file(room)
    await refused(friends.rooms.sit(room, await friends.user(VERA)), "room-over")
    assert await friends.rooms.expire() == []


@pytest.mark.parametrize("touch", ["page", "rule", "stand", "clock", "save", "drop"])
async def test_whatever_is_done_in_a_lobby_keeps_it(friends: Friends, touch: str) -> None:
    room = await friends.lobby(ANNA, BORIS)
    friends.clock.advance(11 * HOUR)
    if touch == "page":
        await friends.rooms.open_page(room, ANNA, "rules")
    elif touch == "rule":
        await friends.set_rule(room, "target", 301)
    elif touch in ("save", "drop"):
        view = await friends.rooms.save_rules(room, ANNA, "наши")
        if touch == "drop":
            # That was a touch; so is this, an hour later.
            friends.clock.advance(HOUR)
            await friends.rooms.drop_saved(room, ANNA, view.revision, view.saved[0].id)
    elif touch == "stand":
        await friends.rooms.stand(room, BORIS)
    else:
        await friends.rooms.set_clock(room, ANNA, 0, TurnClock(60))
    friends.clock.advance(2 * HOUR)
    assert await friends.rooms.expire() == []
    friends.clock.advance(10 * HOUR)
    assert await friends.rooms.expire() == [room]


async def test_a_match_is_stopped_two_weeks_after_the_last_move(friends: Friends) -> None:
    room = await friends.match()
    friends.clock.advance(13 * DAY)
    await friends.do(room, "pass")
    friends.clock.advance(14 * DAY - 1)
    assert await friends.rooms.expire() == []
    friends.clock.advance(1)
    assert await friends.rooms.expire() == [room]
    view = friends.told[-1]
    assert (view.phase, view.ending) == (Phase.STOPPED, Ending.EXPIRED)
    (entry,) = await friends.rooms.history(ANNA, None)
    assert entry.phase is Phase.STOPPED


async def test_moves_that_the_clock_makes_keep_a_match(friends: Friends) -> None:
    room = await clocked(friends, 86_400)
    friends.clock.advance(13 * DAY)
    await time_out(friends, room)
    friends.clock.advance(13 * DAY)
    assert await friends.rooms.expire() == []


@pytest.mark.parametrize("touch", ["nudge", "leave", "ask", "agree", "refuse", "play here", "save"])
async def test_whatever_is_done_at_the_table_of_a_match_keeps_it(friends: Friends, touch: str) -> None:
    rooms = friends.rooms
    room = await clocked(friends, 0, "play", ANNA, BORIS, VERA, players="3")
    late = await friends.whose(room)
    stays, leaver = (one for one in (ANNA, BORIS, VERA) if one != late)
    seat = (await rooms.view(room)).seat_of(leaver)
    assert seat is not None
    if touch in ("ask", "agree", "refuse"):
        await rooms.leave(room, leaver)
    if touch in ("agree", "refuse"):
        await rooms.ask_for_seat(room, await friends.user(GLEB), seat)
    before = await rooms.view(room)
    friends.clock.advance(13 * DAY)
    if touch == "nudge":
        assert before.turn is not None
        view = await rooms.nudge(room, await friends.user(stays), 0, before.turn)
    elif touch == "leave":
        view = await rooms.leave(room, leaver)
    elif touch == "ask":
        view = await rooms.ask_for_seat(room, await friends.user(GLEB), seat)
    elif touch in ("agree", "refuse"):
        view = await rooms.vote(room, stays, seat, GLEB, touch == "agree")
    elif touch == "play here":
        view = await rooms.play_here(room, stays, True)
    else:
        view = await rooms.save_rules(room, stays, "наши")
    # The turn has lasted as long as before, and any player may end it sooner.
    assert view.turn_since == before.turn_since
    await rooms.may_stop(room, stays, False)
    friends.clock.advance(14 * DAY - 1)
    assert await rooms.expire() == []
    friends.clock.advance(1)
    assert await rooms.expire() == [room]


async def test_who_comes_back_to_a_match_whose_clock_rests_keeps_it(friends: Friends) -> None:
    room = await clocked(friends, 60)
    for _ in range(2):
        await time_out(friends, room)
    assert (await friends.rooms.view(room)).deadline is None
    friends.clock.advance(13 * DAY)
    await friends.rooms.noticed(room, ANNA)
    friends.clock.advance(13 * DAY)
    assert await friends.rooms.expire() == []


async def test_reminders_and_what_is_shown_anew_keep_no_match(friends: Friends) -> None:
    room = await clocked(friends, 86_400, "claim")
    await told(friends, room)
    looked = await after(friends, room, DAY / 2)
    assert looked is not None
    assert looked.remind
    for _ in range(13):
        # The bot is down again and again, people get new names, and the group too.
        friends.clock.advance(DAY)
        await friends.rooms.look(room, heard=False)
        await friends.rooms.people.meet(ANNA, f"Анна {friends.clock.now()}", "ru")
        await friends.rooms.refresh_user(ANNA)
        await friends.rooms.refresh_chat(GROUP)
        await friends.rooms.drop_thread(room)
        await friends.rooms.turn_told(room, 0, 0)
    friends.clock.advance(DAY / 2 - 1)
    assert await friends.rooms.expire() == []
    friends.clock.advance(1)
    assert await friends.rooms.expire() == [room]


@pytest.mark.parametrize("phase", [Phase.LOBBY, Phase.PLAYING])
async def test_a_room_that_is_touched_while_others_are_ended_stays(friends: Friends, phase: Phase) -> None:
    first, vera = await friends.lobby(ANNA), await friends.user(VERA)
    second = await (friends.lobby(BORIS) if phase is Phase.LOBBY else friends.match(BORIS, VERA))
    friends.clock.advance(14 * DAY)
    async with friends.rooms._locked(first):
        ending = asyncio.create_task(friends.rooms.expire())
        while friends.rooms._entries[first].users < 2 and not ending.done():  # noqa: ASYNC110 (a lock tells nobody)
            await asyncio.sleep(0)
        # Both have been found; now the first is waited for.
        await (friends.rooms.sit(second, vera) if phase is Phase.LOBBY else friends.do(second, "pass"))
    assert await ending == [first]
    assert (await friends.rooms.view(second)).phase is phase


async def test_a_match_is_left_alone_for_three_periods_of_its_clock(
    friends: Friends, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.rooms.expiry.MATCH_SECONDS", 2 * DAY)
    room = await clocked(friends, 86_400)
    other = await friends.match(VERA, BORIS)
    friends.clock.advance(3 * DAY - 1)
    assert await friends.rooms.expire() == [other]
    friends.clock.advance(1)
    assert await friends.rooms.expire() == [room]


async def test_rooms_that_are_over_do_not_expire(friends: Friends) -> None:
    over = await friends.finished()
    stopped = await friends.lobby(ANNA)
    await friends.rooms.stop(stopped, await friends.user(ANNA), False)
    friends.clock.advance(30 * DAY)
    assert await friends.rooms.expire() == []
    assert (await friends.rooms.view(over)).ending is Ending.USUAL


async def test_who_plays_may_end_an_idle_match_but_not_a_stranger(friends: Friends) -> None:
    room = await friends.match()
    boris = await friends.user(BORIS)
    friends.clock.advance(3 * HOUR - 1)
    await refused(friends.rooms.may_stop(room, BORIS, False), "may-not-stop")
    friends.clock.advance(1)
    await refused(friends.rooms.may_stop(room, VERA, False), "may-not-stop")
    await friends.rooms.may_stop(room, BORIS, False)
    # A move, and it is not idle any more.
    await friends.do(room, "pass")
    await refused(friends.rooms.stop(room, boris, False), "may-not-stop")
    friends.clock.advance(3 * HOUR)
    view = await friends.rooms.stop(room, boris, False)
    assert (view.phase, view.stopped_by, view.ending) == (Phase.STOPPED, "Борис", Ending.USUAL)


async def test_who_sits_in_an_idle_lobby_may_close_it(friends: Friends) -> None:
    room = await friends.lobby(ANNA, BORIS)
    friends.clock.advance(3 * HOUR)
    await refused(friends.rooms.stop(room, await friends.user(VERA), False), "may-not-stop")
    assert (await friends.rooms.stop(room, await friends.user(BORIS), False)).phase is Phase.STOPPED
