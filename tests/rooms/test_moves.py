"""Moves: the order of the checks, and presses that come late, twice, or from elsewhere (design.md)."""

from __future__ import annotations

import asyncio

import pytest

from bot.deberts.actions import CODE_BY_TEXT, PASS, TEXTS
from bot.deberts.cards import CODES, SUITS
from bot.deberts.view import DealView
from bot.rooms.errors import RefusalError
from bot.rooms.views import Phase

from .tables import ANNA, BORIS, GLEB, VERA, Friends, illegal, refused

SWAP = CODE_BY_TEXT["swap"]
NOT_THE_UPCARDS = "order-upcard-suit"


async def deal_of(friends: Friends, room: int) -> DealView:
    view = await friends.rooms.view(room)
    assert view.match is not None
    assert view.match.deal is not None
    return view.match.deal


async def other_suit(friends: Friends, room: int) -> int:
    """Return the order that may not be given in the first round: another suit than the upcard's."""
    upcard = CODES[(await deal_of(friends, room)).upcard]
    return CODE_BY_TEXT[f"order {next(suit for suit in SUITS if suit != upcard[1])}"]


def partner(user: int) -> int:
    return BORIS if user == ANNA else ANNA


async def test_a_move_is_done_and_told(friends: Friends) -> None:
    room = await friends.match()
    first = await friends.whose(room)
    friends.clock.advance(5)
    before = await friends.rooms.view(room)
    view = await friends.do(room, "pass")
    assert view == friends.told[-1]
    assert (view.deal_number, view.action_count) == (0, 1)
    assert view.version == before.version + 1
    assert view.turn_since == friends.clock.now()
    assert await friends.whose(room) == partner(first)
    await friends.assert_as_in_file(room)


async def test_no_such_room_comes_first(friends: Friends) -> None:
    await refused(friends.rooms.move(12345, ANNA, 0, 0, PASS), "no-room")


async def test_a_stranger_is_refused_before_anything_else_is_looked_at(friends: Friends) -> None:
    room = await friends.match()
    await friends.do(room, "pass")
    for deal, count, code in ((0, 0, PASS), (0, 1, PASS), (0, 9, PASS), (9, 0, SWAP)):
        await refused(friends.rooms.move(room, VERA, deal, count, code), "not-seated")


async def test_what_was_done_already_is_said_before_whose_turn_it_is(friends: Friends) -> None:
    room = await friends.match()
    first = await friends.whose(room)
    after = await friends.do(room, "pass")
    await refused(friends.rooms.move(room, first, 0, 0, PASS), "already-done")
    second = await friends.whose(room)
    await friends.do(room, "pass")
    # Now it is the first one's turn again: still the old press, not a new one.
    await refused(friends.rooms.move(room, first, 0, 0, PASS), "already-done")
    await refused(friends.rooms.move(room, second, 0, 1, PASS), "already-done")
    assert (await friends.rooms.view(room)).action_count == after.action_count + 1


async def test_another_act_at_a_place_that_is_taken_is_not_already_done(friends: Friends) -> None:
    room = await friends.match()
    first = await friends.whose(room)
    await friends.do(room, "pass")
    await friends.do(room, "pass")
    await refused(friends.rooms.move(room, first, 0, 0, SWAP), "stale-move")
    # The same words from the other seat are another act.
    await illegal(friends.rooms.move(room, partner(first), 0, 0, PASS), "not-your-turn")


async def test_the_turn_comes_before_the_age_of_the_button(friends: Friends) -> None:
    room = await friends.match()
    waiting = partner(await friends.whose(room))
    for deal, count in ((0, 0), (0, 7), (3, 0)):
        await illegal(friends.rooms.move(room, waiting, deal, count, PASS), "not-your-turn")


async def test_the_age_of_the_button_comes_before_the_rules(friends: Friends) -> None:
    room = await friends.match()
    await friends.do(room, "pass")
    await friends.do(room, "pass")
    user = await friends.whose(room)
    for deal, count, kind in (
        (0, 1, "stale-move"),
        (0, 3, "stale-move"),
        (0, -1, "stale-move"),
        (1, 2, "stale-deal"),
        (1, 0, "stale-deal"),
        (-1, 2, "stale-deal"),
        (-1, -1, "stale-deal"),
    ):
        for code in (SWAP, PASS):
            await refused(friends.rooms.move(room, user, deal, count, code), kind)


async def test_the_rules_come_last(friends: Friends) -> None:
    room = await friends.match()
    before = await friends.rooms.view(room)
    user = await friends.whose(room)
    await illegal(friends.rooms.move(room, user, 0, 0, await other_suit(friends, room)), NOT_THE_UPCARDS)
    await illegal(friends.rooms.move(room, user, 0, 0, SWAP), "bidding-first")
    assert await friends.rooms.view(room) == before
    await friends.assert_as_in_file(room)


async def test_no_act_but_a_legal_one_is_done(friends: Friends) -> None:
    room = await friends.match()
    for _ in range(12):
        console, legal = await friends.legal(room)
        view = console.room
        player = view.seats[console.seat]
        assert player is not None
        for code in set(range(len(TEXTS))) - {action.code for action in legal}:
            move = friends.rooms.move(room, player.user_id, view.deal_number, view.action_count, code)
            await refused(move, "illegal-move")
        await friends.step(room)


async def test_a_button_of_another_deal(friends: Friends) -> None:
    room = await friends.match()
    for _ in range(4):
        await friends.do(room, "pass")  # everybody passes twice: void, and the next deal (rules.md 4)
    view = await friends.rooms.view(room)
    assert (view.deal_number, view.action_count) == (1, 0)
    await refused(friends.rooms.move(room, await friends.whose(room), 0, 0, SWAP), "stale-deal")
    await friends.assert_as_in_file(room)


async def test_a_button_of_another_room(friends: Friends) -> None:
    ours, theirs = await friends.match(ANNA, BORIS), await friends.match(VERA, GLEB)
    move = await friends.choose(theirs)
    await refused(friends.rooms.move(ours, *move), "not-seated")
    # Who sits at both tables presses for the one with a button of the other.
    further = await friends.match(ANNA, BORIS)
    for text in ("pass", "pass", "pass"):
        await friends.do(further, text)
    user = await friends.whose(further)
    await refused(friends.rooms.move(further, user, 0, 0, SWAP), "stale-move")
    await friends.assert_as_in_file(ours, theirs, further)


async def test_pressing_twice_at_once_does_it_once(friends: Friends) -> None:
    room = await friends.match(target=1)
    while (await friends.rooms.view(room)).phase is Phase.PLAYING:
        move = await friends.choose(room)
        results = await asyncio.gather(
            *(friends.rooms.move(room, *move) for _ in range(3)), return_exceptions=True
        )
        kinds = [getattr(result, "kind", "done") for result in results]
        assert kinds == ["done", "already-done", "already-done"]
    await friends.assert_as_in_file(room)


async def test_two_acts_of_one_decision_at_once(friends: Friends) -> None:
    room = await friends.match()
    user = await friends.whose(room)
    order = CODE_BY_TEXT[f"order {CODES[(await deal_of(friends, room)).upcard][1]}"]
    first, second = await asyncio.gather(
        friends.rooms.move(room, user, 0, 0, PASS),
        friends.rooms.move(room, user, 0, 0, order),
        return_exceptions=True,
    )
    assert not isinstance(first, BaseException)
    assert isinstance(second, RefusalError)
    # It is the other one's turn: that is what is said.
    assert second.kind == "illegal-move"
    assert (await friends.rooms.view(room)).action_count == 1


async def test_after_the_end_the_last_press_was_done_and_others_are_too_late(friends: Friends) -> None:
    room = await friends.match(target=1)
    last = None
    while (await friends.rooms.view(room)).phase is Phase.PLAYING:
        last = await friends.choose(room)
        await friends.rooms.move(room, *last)
    assert last is not None
    user, deal, count, code = last
    await refused(friends.rooms.move(room, *last), "already-done")
    await refused(friends.rooms.move(room, user, deal, count + 1, code), "room-over")
    await refused(friends.rooms.move(room, VERA, deal, count, code), "not-seated")
    friends.rooms.forget_idle(0)
    await refused(friends.rooms.move(room, *last), "already-done")


async def test_the_journal_holds_who_did_what_and_when(friends: Friends) -> None:
    room = await friends.match()
    moves = []
    for _ in range(6):
        user, deal, count, code = await friends.choose(room)
        view = await friends.rooms.view(room)
        friends.clock.advance(3)
        await friends.rooms.move(room, user, deal, count, code)
        moves.append((deal, count, f"{view.seat_of(user)} {TEXTS[code]}", user, friends.clock.now()))
    async with friends.database.reading() as tx:
        rows = await tx.all(
            """SELECT deal, place, action, user_id, done_at FROM actions
            WHERE room_id = ? ORDER BY deal, place""",
            room,
        )
    assert rows == moves


@pytest.mark.parametrize("lineup", ["3", "4", "2x2"])
async def test_tables_of_every_size_are_played_to_the_end(friends: Friends, lineup: str) -> None:
    room = await friends.lobby(ANNA)
    await friends.set_rule(room, "players", lineup)
    await friends.set_rule(room, "target", 1)
    for user in (BORIS, VERA, GLEB)[: int(lineup[0]) - 1 if lineup != "2x2" else 3]:
        await friends.rooms.sit(room, await friends.user(user))
    await friends.start(room)
    await friends.play_on(room)
    await friends.assert_as_in_file(room)
