"""Tables before the match: seats, owners, rules, the start (design.md, Rooms)."""

from __future__ import annotations

import asyncio

import pytest

from bot.deberts.rules import make_rules
from bot.rooms.service import MAX_LIVE_ROOMS, MAX_LONELY
from bot.rooms.views import Ending, Phase

from .tables import ANNA, BORIS, GROUP, OTHER_GROUP, VERA, Friends, refused


async def seated(friends: Friends, room: int) -> list[int | None]:
    view = await friends.rooms.view(room)
    return [None if player is None else player.user_id for player in view.seats]


async def owner(friends: Friends, room: int) -> int | None:
    return (await friends.rooms.view(room)).owner_id


# Opening


async def test_who_opens_a_table_owns_it_and_sits(friends: Friends) -> None:
    view = await friends.rooms.open(GROUP, 7, await friends.user(ANNA))
    assert view.phase is Phase.LOBBY
    assert (view.chat_id, view.thread_id, view.title) == (GROUP, 7, "Друзья")
    assert view.owner_id == ANNA
    assert view.seat_of(ANNA) == 0
    assert not view.full
    assert view.rules == make_rules({"preset": "gambler"})
    assert view.match is None
    assert friends.told == [view]


async def test_an_anonymous_admin_neither_owns_nor_sits_and_the_first_to_sit_owns(friends: Friends) -> None:
    room = await friends.lobby()
    assert await owner(friends, room) is None
    assert await seated(friends, room) == [None, None]
    await friends.rooms.sit(room, await friends.user(BORIS))
    assert await owner(friends, room) == BORIS
    await friends.rooms.sit(room, await friends.user(ANNA))
    assert await owner(friends, room) == BORIS


async def test_a_chat_the_bot_has_not_met_has_no_tables(friends: Friends) -> None:
    await refused(friends.rooms.open(-999, None, await friends.user(ANNA)), "no-room")


async def test_several_tables_per_chat_and_per_player(friends: Friends) -> None:
    rooms = [await friends.lobby(ANNA, BORIS) for _ in range(3)]
    rooms.append(await friends.lobby(ANNA, BORIS, chat=OTHER_GROUP))
    assert len(set(rooms)) == 4
    for room in rooms:
        await friends.start(room)
    for room in rooms:
        await friends.step(room)
    await friends.assert_as_in_file(*rooms)


async def test_who_opens_ever_more_tables_closes_the_oldest_where_nobody_else_sits(friends: Friends) -> None:
    with_boris, playing = await friends.lobby(ANNA, BORIS), await friends.match(ANNA, VERA)
    elsewhere, of_boris = await friends.lobby(ANNA, chat=OTHER_GROUP), await friends.lobby(BORIS)
    lonely = [await friends.lobby(ANNA) for _ in range(MAX_LONELY)]
    kept = [with_boris, playing, of_boris]
    assert [view.id for view in await friends.rooms.live(GROUP)] == [*kept, *lonely]
    lonely.append(await friends.lobby(ANNA))
    assert [view.id for view in await friends.rooms.live(GROUP)] == [*kept, *lonely[1:]]
    assert (await friends.rooms.view(elsewhere)).live
    closed = await friends.rooms.view(lonely[0])
    assert (closed.phase, closed.stopped_by, closed.ending) == (Phase.STOPPED, "Анна", Ending.USUAL)
    assert closed in friends.told, "the table says so"
    await friends.assert_as_in_file(*kept, *lonely)


async def test_tables_that_were_stood_up_from_make_no_room_for_more(friends: Friends) -> None:
    for _ in range(2 * MAX_LIVE_ROOMS):
        await friends.rooms.stand(await friends.lobby(ANNA), ANNA)
    assert len(await friends.rooms.live(GROUP)) == MAX_LONELY
    # An anonymous admin, who sits nowhere, closes those too.
    last = [await friends.lobby() for _ in range(2 * MAX_LIVE_ROOMS)]
    assert [view.id for view in await friends.rooms.live(GROUP)] == last[-MAX_LONELY:]
    assert (await friends.rooms.view(last[0])).stopped_by == ""
    # Where somebody sits, somebody waits.
    await friends.rooms.stop(last[-1], await friends.user(ANNA), is_admin=True)
    kept = [*last[-3:-1], await friends.lobby(BORIS), await friends.lobby()]
    assert [view.id for view in await friends.rooms.live(GROUP)] == kept


async def test_a_table_at_which_somebody_sits_down_meanwhile_is_not_closed(friends: Friends) -> None:
    lonely = [await friends.lobby(ANNA) for _ in range(MAX_LONELY)]
    anna, boris = await friends.user(ANNA), await friends.user(BORIS)
    async with friends.rooms._locked(lonely[0]) as room:
        opening = asyncio.create_task(friends.rooms.open(GROUP, None, anna))
        while friends.rooms._entries[lonely[0]].users < 2 and not opening.done():  # noqa: ASYNC110 (a lock tells nobody)
            await asyncio.sleep(0)
        room.sit(boris)
    newest = (await opening).id
    assert [view.id for view in await friends.rooms.live(GROUP)] == [*lonely, newest]


async def test_one_member_locks_nobody_out_of_the_group(friends: Friends) -> None:
    for _ in range(2 * MAX_LIVE_ROOMS):
        await friends.lobby(BORIS)
    await friends.lobby(ANNA)


async def test_a_chat_has_its_fill_of_live_tables(friends: Friends) -> None:
    rooms = [await friends.lobby(ANNA, BORIS) for _ in range(MAX_LIVE_ROOMS)]
    anna = await friends.user(ANNA)
    await refused(friends.rooms.open(GROUP, None, anna), "too-many-rooms")
    await friends.rooms.open(OTHER_GROUP, None, anna)
    await friends.rooms.stop(rooms[3], anna, is_admin=False)
    await friends.rooms.open(GROUP, None, anna)


async def test_a_press_on_a_table_that_is_not_there(friends: Friends) -> None:
    anna = await friends.user(ANNA)
    await refused(friends.rooms.sit(1, anna), "no-room")
    room = await friends.lobby(ANNA)
    assert room == 1
    await refused(friends.rooms.view(2), "no-room")


async def test_a_button_of_a_table_to_come_gets_hold_of_the_same_table(friends: Friends) -> None:
    """Numbers of tables can be guessed: presses on the next one arrive while it is being opened."""
    boris = await friends.user(BORIS)
    for number in range(1, 21):
        early = [asyncio.create_task(friends.rooms.sit(number, boris)) for _ in range(number % 4)]
        opening = asyncio.create_task(friends.lobby())
        early += [asyncio.create_task(friends.rooms.sit(number, boris)) for _ in range(3)]
        assert await opening == number
        await asyncio.gather(*early, return_exceptions=True)
        await friends.assert_as_in_file(number)
        await friends.rooms.stop(number, boris, is_admin=True)


# Seats


async def test_sitting_down_twice_and_standing_up_twice_change_nothing(friends: Friends) -> None:
    room = await friends.lobby(ANNA, BORIS)
    before = await friends.rooms.view(room)
    await refused(friends.rooms.sit(room, await friends.user(BORIS)), "already-seated")
    assert await friends.rooms.view(room) == before
    await friends.rooms.stand(room, BORIS)
    await refused(friends.rooms.stand(room, BORIS), "not-seated")
    await refused(friends.rooms.stand(room, VERA), "not-seated")
    assert await seated(friends, room) == [ANNA, None]


async def test_nobody_sits_down_at_a_full_table(friends: Friends) -> None:
    room = await friends.lobby(ANNA, BORIS)
    await refused(friends.rooms.sit(room, await friends.user(VERA)), "seats-full")
    await refused(friends.rooms.sit(room, await friends.user(ANNA)), "already-seated")


async def test_a_free_seat_is_taken_by_the_next_who_sits(friends: Friends) -> None:
    room = await friends.lobby(ANNA, BORIS)
    await friends.rooms.stand(room, ANNA)
    await friends.rooms.sit(room, await friends.user(VERA))
    assert await seated(friends, room) == [VERA, BORIS]


async def test_the_last_seat_goes_to_one_of_two_who_press_at_once(friends: Friends) -> None:
    for _ in range(5):
        room = await friends.lobby(ANNA)
        results = await asyncio.gather(
            *[friends.rooms.sit(room, await friends.user(user)) for user in (BORIS, VERA)],
            return_exceptions=True,
        )
        winners = [result for result in results if not isinstance(result, BaseException)]
        losers = [result for result in results if isinstance(result, BaseException)]
        assert len(winners) == len(losers) == 1
        assert getattr(losers[0], "kind", None) == "seats-full"
        assert winners[0].full
        await friends.assert_as_in_file(room)


async def test_when_the_owner_stands_up_the_next_seated_person_owns(friends: Friends) -> None:
    room = await friends.lobby(ANNA, BORIS)
    await friends.rooms.stand(room, ANNA)
    assert await owner(friends, room) == BORIS
    await friends.rooms.sit(room, await friends.user(ANNA))
    assert await owner(friends, room) == BORIS
    await friends.rooms.stand(room, ANNA)
    assert await owner(friends, room) == BORIS
    await friends.rooms.stand(room, BORIS)
    assert await owner(friends, room) is None
    await friends.rooms.sit(room, await friends.user(VERA))
    assert await owner(friends, room) == VERA


async def test_a_lobby_has_no_moves_and_no_hands(friends: Friends) -> None:
    room = await friends.lobby(ANNA, BORIS)
    await refused(friends.rooms.move(room, ANNA, 0, 0, 0), "not-started")
    assert (await friends.rooms.console(room, ANNA)).seat_view is None
    await refused(friends.rooms.console(room, VERA), "not-seated")
    await refused(friends.rooms.record(room), "not-finished")
    await refused(friends.rooms.rematch(room, await friends.user(ANNA)), "not-finished")


# Rules


async def test_rules_are_the_owners_to_set(friends: Friends) -> None:
    room = await friends.lobby(ANNA, BORIS)
    error = await refused(friends.rooms.set_rule(room, BORIS, 0, "target", 301), "owner-only")
    assert error.details == {"name": "Анна"}
    await refused(friends.rooms.open_page(room, BORIS, "rules"), "owner-only")
    await refused(friends.rooms.set_rule(room, VERA, 0, "target", 301), "owner-only")
    view = await friends.rooms.set_rule(room, ANNA, 0, "target", 301)
    assert view.rules.target == 301
    assert view.revision == 1
    await friends.assert_as_in_file(room)


async def test_without_an_owner_nobody_sets_rules(friends: Friends) -> None:
    room = await friends.lobby()
    error = await refused(friends.rooms.set_rule(room, ANNA, 0, "target", 301), "owner-only")
    assert error.details == {"name": ""}


async def test_a_button_with_the_rules_of_before_is_refused(friends: Friends) -> None:
    room = await friends.lobby(ANNA, BORIS)
    await friends.rooms.set_rule(room, ANNA, 0, "target", 301)
    for doing in (
        friends.rooms.set_rule(room, ANNA, 0, "target", 1001),
        friends.rooms.start(room, BORIS, 0),
    ):
        await refused(doing, "rules-changed")
    assert (await friends.rooms.view(room)).rules.target == 301


async def test_a_page_of_the_rules_opens_and_closes(friends: Friends) -> None:
    room = await friends.lobby(ANNA, BORIS)
    assert (await friends.rooms.open_page(room, ANNA, "target")).page == "target"
    await friends.assert_as_in_file(room)
    # The way back to the seats is everybody's: an owner who has gone must not block the table.
    assert (await friends.rooms.open_page(room, BORIS, "")).page == ""
    await friends.rooms.open_page(room, ANNA, "rules")
    await friends.start(room)
    assert (await friends.rooms.view(room)).page == ""


@pytest.mark.parametrize(
    ("parameter", "value"), [("target", -1), ("target", True), ("first_lead", "nobody"), ("colour", "red")]
)
async def test_rules_that_cannot_be_are_refused_by_name(
    friends: Friends, parameter: str, value: str | int | bool
) -> None:
    room = await friends.lobby(ANNA)
    before = await friends.rooms.view(room)
    error = await refused(friends.rooms.set_rule(room, ANNA, 0, parameter, value), "rule-refused")
    assert error.details == {"parameter": parameter}
    assert await friends.rooms.view(room) == before


# The start


async def test_a_player_starts_the_match_once_everybody_sits(friends: Friends) -> None:
    room = await friends.lobby(ANNA)
    await refused(friends.rooms.start(room, ANNA, 0), "not-full")
    await friends.rooms.sit(room, await friends.user(BORIS))
    await refused(friends.rooms.start(room, VERA, 0), "not-seated")
    friends.clock.advance(100)
    view = await friends.rooms.start(room, BORIS, 0)
    assert view.phase is Phase.PLAYING
    assert (view.deal_number, view.action_count) == (0, 0)
    assert view.turn_since == friends.clock.now()
    assert view.match is not None
    assert view.match.deal is not None
    assert view.match.deal.turn == (view.match.deal.dealer + 1) % 2  # eldest (rules.md 4)
    for user in (ANNA, BORIS):
        console = await friends.rooms.console(room, user)
        assert console.seat_view is not None
        assert len(console.seat_view.hand) == 6
    await friends.assert_as_in_file(room)
    assert await friends.rooms.waiting() == [(room, friends.clock.now())]


async def test_the_refusal_names_who_must_open_the_bot(friends: Friends) -> None:
    await friends.rooms.set_reachable(ANNA, False)
    room = await friends.lobby(ANNA, BORIS)
    error = await refused(friends.rooms.start(room, BORIS, 0), "unreachable")
    assert error.details == {"names": "Анна"}
    await friends.rooms.set_reachable(BORIS, False)
    error = await refused(friends.rooms.start(room, BORIS, 0), "unreachable")
    assert error.details == {"names": "Анна, Борис"}
    for user in (ANNA, BORIS):
        await friends.rooms.set_reachable(user, True)
    await friends.rooms.start(room, BORIS, 0)


async def test_the_lobby_is_gone_once_the_match_is_on(friends: Friends) -> None:
    room = await friends.match()
    anna = await friends.user(ANNA)
    for doing in (
        friends.rooms.start(room, ANNA, 0),
        friends.rooms.sit(room, await friends.user(VERA)),
        friends.rooms.sit(room, anna),
        friends.rooms.stand(room, ANNA),
        friends.rooms.set_rule(room, ANNA, 0, "target", 301),
        friends.rooms.open_page(room, ANNA, "rules"),
    ):
        await refused(doing, "started")
    await friends.rooms.stop(room, anna, is_admin=False)
    for doing in (
        friends.rooms.start(room, ANNA, 0),
        friends.rooms.sit(room, anna),
        friends.rooms.stand(room, ANNA),
        friends.rooms.set_rule(room, ANNA, 0, "target", 301),
    ):
        await refused(doing, "room-over")


async def test_pressing_start_twice_starts_once(friends: Friends) -> None:
    room = await friends.lobby(ANNA, BORIS)
    results = await asyncio.gather(
        friends.rooms.start(room, ANNA, 0), friends.rooms.start(room, BORIS, 0), return_exceptions=True
    )
    assert [getattr(result, "kind", "done") for result in results] == ["done", "started"]
    await friends.assert_as_in_file(room)


async def test_both_are_dealer_now_and_then(friends: Friends) -> None:
    dealers = set()
    for _ in range(20):
        room = await friends.match()
        view = await friends.rooms.view(room)
        assert view.match is not None
        dealers.add(view.match.dealer)
        await friends.rooms.stop(room, await friends.user(ANNA), is_admin=False)
    assert dealers == {0, 1}


# The end before the end


async def test_a_table_is_stopped_by_its_owner_or_an_admin(friends: Friends) -> None:
    room = await friends.lobby(ANNA, BORIS)
    boris = await friends.user(BORIS)
    await refused(friends.rooms.stop(room, boris, is_admin=False), "may-not-stop")
    await refused(friends.rooms.may_stop(room, BORIS, is_admin=False), "may-not-stop")
    await friends.rooms.may_stop(room, ANNA, is_admin=False)
    await friends.rooms.may_stop(room, VERA, is_admin=True)
    view = await friends.rooms.stop(room, boris, is_admin=True)
    assert view.phase is Phase.STOPPED
    assert view.stopped_by == "Борис"
    assert not view.live
    await friends.assert_as_in_file(room)
    await refused(friends.rooms.stop(room, boris, is_admin=True), "room-over")
    await refused(friends.rooms.may_stop(room, BORIS, is_admin=True), "room-over")


async def test_a_stopped_match_is_played_no_more(friends: Friends) -> None:
    room = await friends.match()
    move = await friends.choose(room)
    await friends.rooms.stop(room, await friends.user(ANNA), is_admin=False)
    await refused(friends.rooms.move(room, *move), "room-over")
    assert (await friends.rooms.console(room, ANNA)).seat_view is None
    await refused(friends.rooms.rematch(room, await friends.user(ANNA)), "not-finished")
    await refused(friends.rooms.record(room), "not-finished")
    await friends.assert_as_in_file(room)
    assert await friends.rooms.waiting() == []


# Once more


async def test_a_rematch_has_the_same_seats_and_rules(friends: Friends) -> None:
    room = await friends.finished(BORIS, ANNA, thread=9)
    view = await friends.rooms.rematch(room, await friends.user(ANNA))
    assert view.id != room
    assert view.phase is Phase.LOBBY
    assert (view.chat_id, view.thread_id) == (GROUP, 9)
    assert await seated(friends, view.id) == [BORIS, ANNA]
    assert view.rules == (await friends.rooms.view(room)).rules
    assert view.rules.target == 1
    assert view.owner_id == ANNA
    await friends.assert_as_in_file(view.id)
    await friends.rooms.start(view.id, BORIS, view.revision)
    await friends.assert_as_in_file(room, view.id)


async def test_two_presses_give_the_same_rematch(friends: Friends) -> None:
    room = await friends.finished()
    first, second = await asyncio.gather(
        *[friends.rooms.rematch(room, await friends.user(user)) for user in (ANNA, BORIS)]
    )
    assert first.id == second.id
    again = await friends.rooms.rematch(room, await friends.user(BORIS))
    assert again.id == first.id
    await friends.start(first.id)
    assert (await friends.rooms.rematch(room, await friends.user(BORIS))).id == first.id


async def test_a_stopped_rematch_makes_room_for_another(friends: Friends) -> None:
    room = await friends.finished()
    first = await friends.rooms.rematch(room, await friends.user(ANNA))
    await friends.rooms.stop(first.id, await friends.user(ANNA), is_admin=False)
    second = await friends.rooms.rematch(room, await friends.user(BORIS))
    assert second.id != first.id
    assert second.owner_id == BORIS


async def test_a_rematch_is_the_players_to_ask_for(friends: Friends) -> None:
    playing = await friends.match()
    await refused(friends.rooms.rematch(playing, await friends.user(ANNA)), "not-finished")
    room = await friends.finished()
    await refused(friends.rooms.rematch(room, await friends.user(VERA)), "not-seated")
