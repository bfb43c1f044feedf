"""The turn clock: it runs from the delivery, reminds, and then the bot plays or the others end the match."""

from __future__ import annotations

import asyncio
import random
from pathlib import Path
from typing import Any

import pytest

from bot.deberts.actions import PASS, Action
from bot.deberts.record import replay
from bot.rooms.errors import RefusalError
from bot.rooms.limits import PERIODS, REMINDERS
from bot.rooms.service import Rooms
from bot.rooms.views import Ending, Phase, RoomView, TurnClock
from bot.store.database import Database

from .clocks import after, clocked, time_out, told
from .tables import ANNA, BORIS, GLEB, GROUP, VERA, Friends, illegal, refused


async def journal(friends: Friends, room: int) -> list[tuple[str, int, int]]:
    async with friends.database.reading() as tx:
        rows = await tx.all(
            "SELECT action, user_id, by_clock FROM actions WHERE room_id = ? ORDER BY deal, place", room
        )
    return [(row[0], row[1], row[2]) for row in rows]


# Setting it


async def test_without_a_clock_a_turn_has_no_deadline(friends: Friends) -> None:
    room = await friends.match()
    view = await friends.rooms.view(room)
    assert view.clock == TurnClock(0, "play")
    assert view.deadline is None
    friends.clock.advance(10 * 86_400)
    assert await friends.rooms.to_wake() == ([], None)
    assert await friends.rooms.look(room) is None


async def test_the_clock_is_the_owners_to_set_and_who_saw_another_does_not_start(friends: Friends) -> None:
    room = await friends.lobby(ANNA, BORIS)
    await refused(friends.rooms.set_clock(room, BORIS, 0, TurnClock(60)), "owner-only")
    await friends.rooms.set_clock(room, ANNA, 0, TurnClock(60, "claim"))
    await refused(friends.rooms.set_clock(room, ANNA, 0, TurnClock(180)), "rules-changed")
    await refused(friends.rooms.start(room, BORIS, 0), "rules-changed")
    await friends.assert_as_in_file(room)
    await friends.rooms.start(room, BORIS, 1)
    assert (await friends.rooms.view(room)).clock == TurnClock(60, "claim")
    await refused(friends.rooms.set_clock(room, ANNA, 1, TurnClock(0)), "started")


async def test_a_rematch_and_the_owners_next_table_keep_the_clock(friends: Friends) -> None:
    room = await clocked(friends, 600, "claim", target=1)
    await friends.play_on(room)
    again = await friends.rooms.rematch(room, await friends.user(BORIS))
    assert again.clock == TurnClock(600, "claim")
    assert (await friends.rooms.view(await friends.lobby(ANNA))).clock == TurnClock(600, "claim")
    assert (await friends.rooms.view(await friends.lobby(BORIS))).clock == TurnClock(0, "play")
    # Another rule leaves the clock as it is.
    lobby = await friends.lobby(ANNA)
    await friends.set_rule(lobby, "target", 301)
    assert (await friends.rooms.view(await friends.lobby(ANNA))).clock == TurnClock(600, "claim")


# Running


async def test_the_time_of_a_turn_runs_from_its_delivery(friends: Friends) -> None:
    room = await clocked(friends, 60)
    start = friends.clock.now()
    friends.clock.advance(25)
    assert (await told(friends, room)).deadline == start + 25 + 60
    # To be told once more changes nothing.
    friends.clock.advance(5)
    assert (await told(friends, room)).deadline == start + 25 + 60
    await friends.assert_as_in_file(room)


async def test_a_turn_that_nobody_was_told_of_gets_a_whole_new_period_again_and_again(
    friends: Friends,
) -> None:
    room = await clocked(friends, 60)
    start = friends.clock.now()
    for minute in range(1, 4):
        assert await after(friends, room, 60) is None
        view = await friends.rooms.view(room)
        assert view.deadline == start + 60 * minute + 60
        assert (view.reminded, view.overdue, view.action_count) == (0, False, 0)
    friends.clock.advance(10)
    assert (await told(friends, room)).deadline == start + 180 + 10 + 60


async def test_a_turn_that_is_over_is_not_told_of_any_more(friends: Friends) -> None:
    room = await clocked(friends, 60)
    await friends.do(room, "pass")
    friends.clock.advance(7)
    await friends.rooms.turn_told(room, 0, 0)
    view = await friends.rooms.view(room)
    assert not view.told
    assert view.deadline == friends.clock.now() - 7 + 60


@pytest.mark.parametrize(
    ("seconds", "moments"),
    [(60, [30]), (180, [90]), (600, [300]), (86_400, [43_200, 82_800])],
)
async def test_reminders_come_at_half_the_time_and_of_a_day_an_hour_before_the_end(
    friends: Friends, seconds: int, moments: list[int]
) -> None:
    room = await clocked(friends, seconds)
    await told(friends, room)
    start = friends.clock.now()
    for number, moment in enumerate(moments, 1):
        friends.clock.advance_to(start + moment - 1)
        assert await friends.rooms.to_wake() == ([], start + moment)
        assert await friends.rooms.look(room) is None
        looked = await after(friends, room, 1)
        assert looked is not None
        assert looked.remind
        assert looked.view.reminded == number
        assert looked.view.action_count == 0
    assert await friends.rooms.to_wake() == ([], start + seconds)
    await friends.assert_as_in_file(room)
    looked = await after(friends, room, start + seconds - friends.clock.now())
    assert looked is not None
    assert not looked.remind
    assert looked.view.action_count == 1


async def test_of_reminders_that_were_missed_only_the_last_is_given(friends: Friends) -> None:
    room = await clocked(friends, 86_400)
    await told(friends, room)
    looked = await after(friends, room, 83_000)
    assert looked is not None
    assert looked.remind
    assert looked.view.reminded == 2


async def test_a_move_begins_a_new_turn_with_the_whole_time(friends: Friends) -> None:
    room = await clocked(friends, 60)
    await told(friends, room)
    await after(friends, room, 31)
    view = await friends.do(room, "pass")
    assert (view.told, view.reminded, view.overdue) == (False, 0, False)
    assert view.deadline == friends.clock.now() + 60


def test_every_clock_has_its_reminders() -> None:
    assert set(REMINDERS) == set(PERIODS) - {0}


# The bot plays


async def test_the_bot_plays_in_the_players_name_and_the_journal_says_so(friends: Friends) -> None:
    room = await clocked(friends, 60)
    absent = await friends.whose(room)
    seat = (await friends.rooms.view(room)).seat_of(absent)
    view = await time_out(friends, room)
    assert view.stand_ins == (seat,)
    assert await journal(friends, room) == [(f"{seat} pass", absent, 1)]
    await friends.assert_as_in_file(room)
    # The turn has gone on: what the absent presses now is too late.
    await illegal(
        friends.rooms.move(room, absent, 0, 0, Action.parse(f"{seat} order S").code), "not-your-turn"
    )
    await refused(friends.rooms.move(room, absent, 0, 0, Action.parse(f"{seat} pass").code), "already-done")


async def test_who_is_back_is_played_for_no_more(friends: Friends) -> None:
    room = await clocked(friends, 60)
    first = await friends.whose(room)
    await time_out(friends, room)
    view = await friends.do(room, "pass")
    assert len(view.stand_ins) == 1
    assert await friends.whose(room) == first
    view = await friends.step(room)
    assert view.stand_ins == ()
    assert (await journal(friends, room))[-1][1:] == (first, 0)


@pytest.mark.parametrize("players", ["2", "3", "2x2"])
async def test_a_match_with_one_absent_player_is_played_to_its_end(friends: Friends, players: str) -> None:
    people = {"2": (ANNA, BORIS), "3": (ANNA, BORIS, VERA), "2x2": (ANNA, BORIS, VERA, GLEB)}[players]
    room = await clocked(friends, 60, "play", *people, target=150, players=players)
    view = await friends.rooms.view(room)
    while view.phase is Phase.PLAYING:
        if await friends.whose(room) == BORIS:
            view = await time_out(friends, room)
            assert view.phase is not Phase.PLAYING or view.stand_ins == (view.seat_of(BORIS),)
        else:
            view = await friends.step(room)
    assert view.phase is Phase.FINISHED
    assert view.ending is Ending.USUAL
    assert view.deadline is None
    done = await journal(friends, room)
    assert {(user, clock) for _, user, clock in done} == {(user, int(user == BORIS)) for user in people}
    # The record is one like any other, and replays to the same end.
    record = await friends.rooms.record(room)
    assert replay(record).outcome.winners == view.match.outcome.winners  # type: ignore[union-attr]


async def test_the_bot_does_not_play_with_itself(friends: Friends) -> None:
    room = await clocked(friends, 60)
    await time_out(friends, room)
    view = await time_out(friends, room)
    assert view.stand_ins == (0, 1)
    assert view.deadline is None
    friends.clock.advance(86_400)
    assert await friends.rooms.to_wake() == ([], None)
    view = await friends.step(room)
    assert len(view.stand_ins) == 1
    assert view.deadline == friends.clock.now() + 60


async def all_away(friends: Friends, *people: int, **rules: Any) -> int:
    """Have a match where the bot has played for everybody, and waits."""
    room = await clocked(friends, 60, "play", *(people or (ANNA, BORIS)), **rules)
    for _ in people or (ANNA, BORIS):
        await time_out(friends, room)
    assert (await friends.rooms.view(room)).resting
    return room


async def test_whoever_is_back_sets_the_clock_going_whosever_turn_it_is(friends: Friends) -> None:
    for back_is_at_turn in (False, True):
        room = await all_away(friends)
        at_turn = await friends.whose(room)
        back = at_turn if back_is_at_turn else (BORIS if at_turn == ANNA else ANNA)
        await friends.rooms.noticed(room, back)
        view = await friends.rooms.view(room)
        assert view.deadline == friends.clock.now() + 60
        assert not view.resting
        assert view.seat_of(back) not in view.stand_ins
        assert len(view.stand_ins) == 1
        await friends.assert_as_in_file(room)
        count = view.action_count
        if not back_is_at_turn:
            # The bot goes on playing for the other.
            assert (await time_out(friends, room)).action_count == count + 1


async def test_who_looks_again_in_the_own_turn_gets_the_whole_time(friends: Friends) -> None:
    room = await clocked(friends, 60)
    away = await friends.whose(room)
    await time_out(friends, room)
    await friends.do(room, "pass")
    await told(friends, room)
    friends.clock.advance(50)
    await friends.rooms.noticed(room, away)
    view = await friends.rooms.view(room)
    assert (view.deadline, view.stand_ins) == (friends.clock.now() + 60, ())
    # That was news once; to look again changes nothing.
    friends.clock.advance(10)
    await friends.rooms.noticed(room, away)
    assert await friends.rooms.view(room) == view
    await friends.rooms.noticed(room, VERA)
    assert await friends.rooms.view(room) == view


async def test_a_vacant_seat_is_nobody_who_is_away(friends: Friends) -> None:
    room = await clocked(friends, 60)
    leaver = await friends.whose(room)
    stays = BORIS if leaver == ANNA else ANNA
    await friends.rooms.leave(room, leaver)
    view = await time_out(friends, room)
    assert (view.action_count, view.stand_ins) == (1, ())
    # Now the other misses a turn: nobody is there, and the bot waits.
    view = await time_out(friends, room)
    assert view.stand_ins == (view.seat_of(stays),)
    assert view.resting
    await friends.rooms.noticed(room, stays)
    assert (await time_out(friends, room)).action_count == 3


async def test_with_the_last_who_is_there_the_clock_goes(friends: Friends) -> None:
    room = await clocked(friends, 60, "play", ANNA, BORIS, VERA, players="3")
    for _ in range(2):
        await time_out(friends, room)
    last = await friends.whose(room)
    await friends.do(room, "pass")
    assert not (await friends.rooms.view(room)).resting
    assert (await friends.rooms.leave(room, last)).resting
    await friends.assert_as_in_file(room)


async def test_a_substitute_sets_a_clock_going_that_rests(friends: Friends) -> None:
    people = (ANNA, BORIS, VERA)
    room = await all_away(friends, *people, players="3")
    at_turn = await friends.whose(room)
    leaver = next(user for user in people if user != at_turn)
    place = (await friends.rooms.view(room)).seat_of(leaver)
    assert place is not None
    assert (await friends.rooms.leave(room, leaver)).resting
    await friends.rooms.ask_for_seat(room, await friends.user(GLEB), place)
    for user in people:
        if user != leaver:
            view = await friends.rooms.vote(room, user, place, GLEB, True)
    assert view.seat_of(GLEB) == place
    assert view.deadline == friends.clock.now() + 60


@pytest.mark.parametrize(("seconds", "then", "waits"), [(86_400, "play", 60), (86_400, "claim", 86_400)])
async def test_the_bot_does_not_wait_long_for_a_vacant_seat(
    friends: Friends, seconds: int, then: str, waits: int
) -> None:
    room = await clocked(friends, seconds, then)
    await friends.rooms.leave(room, await friends.whose(room))
    view = await told(friends, room)
    assert view.deadline == friends.clock.now() + waits
    # And nobody is reminded of it.
    _, following = await friends.rooms.to_wake()
    assert following == view.deadline


@pytest.mark.parametrize(("seconds", "rung"), [(60, False), (600, False), (86_400, True)])
async def test_who_is_played_for_is_not_reminded_again_and_again(
    friends: Friends, seconds: int, rung: bool
) -> None:
    room = await clocked(friends, seconds)
    await time_out(friends, room)
    await friends.do(room, "pass")
    view = await told(friends, room)
    assert view.turn in view.stand_ins
    assert view.deadline is not None
    looked = await after(friends, room, seconds - REMINDERS[seconds][0])
    assert (looked is not None and looked.remind) == rung
    assert (await after(friends, room, REMINDERS[seconds][0])) is not None


# The others end the match


async def test_when_the_time_is_over_the_others_may_end_the_match(friends: Friends) -> None:
    room = await clocked(friends, 60, "claim")
    absent = await friends.whose(room)
    other = BORIS if absent == ANNA else ANNA
    await refused(friends.rooms.claim(room, other, 0, 0), "no-claim")
    view = await time_out(friends, room)
    assert view.overdue
    assert view.action_count == 0
    await friends.assert_as_in_file(room)
    await refused(friends.rooms.claim(room, VERA, 0, 0), "not-seated")
    await refused(friends.rooms.claim(room, absent, 0, 0), "claim-own")
    await refused(friends.rooms.claim(room, other, 0, 1), "no-claim")
    assert (await friends.rooms.may_claim(room, other, 0, 0)).phase is Phase.PLAYING
    view = await friends.rooms.claim(room, other, 0, 0)
    assert (view.phase, view.ending) == (Phase.FINISHED, Ending.CLAIMED)
    winner = view.seat_of(other)
    assert view.match is not None
    assert view.match.outcome == (True, (winner,), (0, 0))
    assert view.match.deal is None
    await friends.assert_as_in_file(room)
    await refused(friends.rooms.claim(room, other, 0, 0), "room-over")
    (entry,) = await friends.rooms.history(None, GROUP)
    assert (entry.ending, entry.winners, entry.result) == (Ending.CLAIMED, (winner,), (0, 0))
    # The record holds the match as far as it went: its last deal is unfinished.
    match = replay(await friends.rooms.record(room))
    assert not match.over
    assert match.deal is not None
    assert (await friends.rooms.rematch(room, await friends.user(absent))).phase is Phase.LOBBY


async def test_who_is_late_may_still_play_until_somebody_ends_the_match(friends: Friends) -> None:
    room = await clocked(friends, 60, "claim")
    absent = await friends.whose(room)
    await time_out(friends, room)
    view = await friends.do(room, "pass")
    assert not view.overdue
    await refused(friends.rooms.claim(room, BORIS if absent == ANNA else ANNA, 0, 0), "no-claim")
    await refused(friends.rooms.claim(room, BORIS if absent == ANNA else ANNA, 0, 1), "no-claim")


async def test_a_pair_loses_together_and_all_others_win(friends: Friends) -> None:
    room = await clocked(friends, 60, "claim", ANNA, BORIS, VERA, GLEB, players="2x2")
    view = await time_out(friends, room)
    assert view.turn is not None
    partner, other = view.seats[(view.turn + 2) % 4], view.seats[(view.turn + 1) % 4]
    assert partner is not None
    assert other is not None
    await refused(friends.rooms.claim(room, partner.user_id, 0, 0), "claim-own")
    view = await friends.rooms.claim(room, other.user_id, 0, 0)
    assert view.match is not None
    seat = view.seat_of(other.user_id)
    assert seat is not None
    assert view.match.outcome.winners == (seat % 2,)

    room = await clocked(friends, 60, "claim", ANNA, BORIS, VERA, players="3")
    view = await time_out(friends, room)
    assert view.turn is not None
    other = view.seats[(view.turn + 1) % 3]
    assert other is not None
    view = await friends.rooms.claim(room, other.user_id, 0, 0)
    assert view.match is not None
    assert set(view.match.outcome.winners) == {0, 1, 2} - {
        view.rules.side_of[(view.seat_of(other.user_id) or 0) - 1]
    }


# The bot was down


async def test_a_deadline_that_passed_while_the_bot_was_down_is_a_whole_period_away(tmp_path: Path) -> None:
    database = await Database.open(tmp_path / "bot.sqlite3")
    friends = Friends(database)
    await friends.arrive()
    over = await clocked(friends, 60, "claim")
    await time_out(friends, over)
    passed = await clocked(friends, 60)
    await told(friends, passed)
    running = await clocked(friends, 600, "play", VERA, GLEB)
    await told(friends, running)
    start = friends.clock.now()
    friends.clock.advance(120)
    friends.rooms = Rooms(database, friends.clock, random.Random(9))
    due, _ = await friends.rooms.to_wake()
    assert due == [passed]
    await friends.rooms.look(passed, heard=False)
    view = await friends.rooms.view(passed)
    assert (view.deadline, view.told, view.reminded) == (start + 120 + 60, False, 0)
    assert view.match is not None
    assert view.action_count == 0
    # Time that was left goes on; an end that was offered already stays so.
    view = await friends.rooms.view(running)
    assert view.told
    assert view.deadline == start + 600
    assert (await friends.rooms.view(over)).overdue
    await database.close()


# Nudges


async def nudge(friends: Friends, room: int, user: int) -> RoomView:
    """Hurry whoever is at turn."""
    view = await friends.rooms.view(room)
    return await friends.rooms.nudge(room, await friends.user(user), view.deal_number, view.turn or 0)


async def test_a_nudge_names_who_nudged_and_comes_once_a_minute(friends: Friends) -> None:
    room = await friends.match()
    late = await friends.whose(room)
    other = BORIS if late == ANNA else ANNA
    await refused(nudge(friends, room, late), "nudge-self")
    await refused(nudge(friends, room, VERA), "not-seated")
    view = await nudge(friends, room, other)
    assert view.nudged_by == other
    await friends.assert_as_in_file(room)
    friends.clock.advance(59)
    await refused(nudge(friends, room, other), "nudged-already")
    friends.clock.advance(1)
    await nudge(friends, room, other)
    # A move takes the nudge away, but the minute is the table's.
    view = await friends.do(room, "pass")
    assert view.nudged_by is None
    await refused(nudge(friends, room, late), "nudged-already")
    await friends.assert_as_in_file(room)


async def test_a_nudge_is_for_whom_it_named(friends: Friends) -> None:
    room = await clocked(friends, 0, "play", ANNA, BORIS, VERA, players="3")
    view = await friends.rooms.view(room)
    late = view.turn
    assert late is not None
    following = (late + 1) % 3
    by = view.seats[(late + 2) % 3]
    assert by is not None
    await friends.do(room, "pass")
    # Whose turn it was has moved meanwhile: nobody else is hurried instead.
    await refused(friends.rooms.nudge(room, await friends.user(by.user_id), 0, late), "stale-move")
    await refused(friends.rooms.nudge(room, await friends.user(by.user_id), 1, following), "stale-move")
    view = await friends.rooms.nudge(room, await friends.user(by.user_id), 0, following)
    assert view.nudged_by == by.user_id


async def test_nobody_is_hurried_where_nobody_is_waited_for(friends: Friends) -> None:
    await refused(nudge(friends, await friends.lobby(ANNA), ANNA), "not-started")
    over = await friends.finished()
    await refused(nudge(friends, over, ANNA), "room-over")


# At the same moment


async def test_a_move_in_the_last_moment_and_the_clock_make_one_action_of_the_turn(friends: Friends) -> None:
    for clock_first in (False, True):
        room = await clocked(friends, 60)
        late = await friends.whose(room)
        await told(friends, room)
        assert (await after(friends, room, 31)) is not None
        friends.clock.advance(29)
        doings = [friends.rooms.look(room), friends.rooms.move(room, late, 0, 0, PASS)]
        done = await asyncio.gather(
            *(reversed(doings) if not clock_first else doings), return_exceptions=True
        )
        assert (await friends.rooms.view(room)).action_count == 1
        # Whoever came second has found the turn over.
        if clock_first:
            assert isinstance(done[1], RefusalError)
            assert done[1].kind == "already-done"
        else:
            assert done[1] is None
        ((_, user, by_clock),) = await journal(friends, room)
        assert (user, by_clock) == (late, int(clock_first))


async def test_of_two_who_end_a_match_one_does(friends: Friends) -> None:
    room = await clocked(friends, 60, "claim", ANNA, BORIS, VERA, players="3")
    late = await friends.whose(room)
    await time_out(friends, room)
    others = [user for user in (ANNA, BORIS, VERA) if user != late]
    done = await asyncio.gather(
        *(friends.rooms.claim(room, user, 0, 0) for user in others), return_exceptions=True
    )
    assert [one.kind for one in done if isinstance(one, RefusalError)] == ["room-over"]
