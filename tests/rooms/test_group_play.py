"""Moves from the group's table: good for a part of a deal, done once, and checked like any other."""

from __future__ import annotations

import random

import pytest

from bot.deberts import actions as do
from bot.deberts.actions import CODE_BY_TEXT, Action
from bot.deberts.match import Match
from bot.deberts.presets import PRESETS
from bot.deberts.rules import make_rules
from bot.deberts.view import public_view
from bot.rooms.parts import parts, present_part
from bot.rooms.views import RoomView
from tests.screens.rooms import random_match

from .tables import ANNA, BORIS, VERA, Friends, illegal, refused


async def part_of(friends: Friends, room: int) -> int:
    view = await friends.rooms.view(room)
    assert view.match is not None
    assert view.match.deal is not None
    return present_part(view.match.deal)


async def here(friends: Friends, room: int, text: str, user: int | None = None) -> RoomView:
    """Let who is at turn, or somebody else, press this at the group's table."""
    view = await friends.rooms.view(room)
    user = user or await friends.whose(room)
    part = await part_of(friends, room)
    return await friends.rooms.move_here(room, user, view.deal_number, part, CODE_BY_TEXT[text])


@pytest.mark.parametrize("preset", list(PRESETS))
def test_what_was_done_is_found_in_the_part_in_which_it_was_offered(preset: str) -> None:
    """The part of an action as the journal tells it is that of the table when it was done."""
    rules = make_rules({"preset": preset})
    offered: list[int] = []
    actions: list[str] = []
    before: Match | None = None
    for match in random_match(rules, seed=7, most=400):
        if match.deal is None:
            break
        if len(match.deal.log) == 0:
            assert [part for _, part in parts(actions, rules.seats)] == offered[: len(actions)]
            offered, actions = [], []
        actions = [str(action) for action in match.deal.actions()]
        assert [part for _, part in parts(actions, rules.seats)] == offered
        deal = public_view(match).deal
        assert deal is not None
        offered.append(present_part(deal))
        before = match
    assert before is not None


@pytest.mark.parametrize(
    ("actions", "numbers"),
    [
        (
            ["1 pass", "0 pass", "1 order S", "1 continue", "1 declare", "1 play 7S", "0 play AS"],
            [0, 0, 1, 2, 4, 4, 4],
        ),
        (["1 order S", "1 play 7S", "0 dave", "1 accept", "0 play AS", "0 play KS"], [0, 4, 4, 4, 4, 5]),
        (["1 redeal"], [0]),
        (["1 pass", "0 pass", "1 klabor"], [0, 0, 1]),
        (["1 order S", "1 redeal"], [0, 4]),
        (["1 play 7S"], [4]),
    ],
)
def test_the_parts_of_a_deal(actions: list[str], numbers: list[int]) -> None:
    assert [part for _, part in parts(actions, 2)] == numbers


async def test_a_press_that_comes_twice_is_done_once(friends: Friends) -> None:
    room = await friends.match()
    first = await friends.whose(room)
    view = await here(friends, room, "pass")
    assert view.action_count == 1
    await refused(friends.rooms.move_here(room, first, 0, 0, do.PASS), "already-done")
    await here(friends, room, "pass")
    # The other has passed too: the same press again is no pass of the second round.
    await refused(friends.rooms.move_here(room, first, 0, 0, do.PASS), "already-done")
    assert (await friends.rooms.view(room)).action_count == 2
    view = await friends.rooms.move_here(room, first, 0, 1, do.PASS)
    assert view.action_count == 3


async def test_a_card_is_played_once_whether_with_bela_or_without(friends: Friends) -> None:
    room = await friends.match()
    while True:
        console, legal = await friends.legal(room)
        bela = [action for action in legal if action.bela]
        if bela:
            break
        await friends.step(room)
    player = console.room.seats[console.seat]
    assert player is not None
    part = await part_of(friends, room)
    code, deal = bela[0].code, console.room.deal_number
    view = await friends.rooms.move_here(room, player.user_id, deal, part, code)
    assert view.match is not None
    for again in (code, code & 31):
        await refused(friends.rooms.move_here(room, player.user_id, deal, part, again), "already-done")


async def test_a_button_is_good_for_its_trick_whatever_the_count(friends: Friends) -> None:
    room = await friends.match(ANNA, BORIS)
    await here(friends, room, "pass")
    view = await friends.rooms.view(room)
    assert view.match is not None
    assert view.match.deal is not None
    suit = "SCDH"[view.match.deal.upcard >> 3]
    await here(friends, room, f"order {suit}")
    part = await part_of(friends, room)
    assert part == 4
    leader = await friends.whose(room)
    _, legal = await friends.legal(room)
    card = next(action for action in legal if action.card is not None and not action.bela)
    view = await friends.rooms.move_here(room, leader, 0, part, card.code)
    # The other's button was drawn before that card.
    other = await friends.whose(room)
    _, legal = await friends.legal(room)
    answer = next(action for action in legal if action.card is not None and not action.bela)
    await friends.rooms.move_here(room, other, 0, part, answer.code)
    # A button of the first trick is no button of the second.
    winner = await friends.whose(room)
    _, legal = await friends.legal(room)
    card = next(action for action in legal if action.card is not None and not action.bela)
    await refused(friends.rooms.move_here(room, winner, 0, part, card.code), "stale-move")
    await refused(friends.rooms.move_here(room, winner, 1, part + 1, card.code), "stale-deal")
    await friends.rooms.move_here(room, winner, 0, part + 1, card.code)
    await friends.assert_as_in_file(room)


async def test_seat_turn_hand_and_rule_are_checked(friends: Friends) -> None:
    room = await friends.match()
    first = await friends.whose(room)
    other = BORIS if first == ANNA else ANNA
    await refused(here(friends, room, "pass", VERA), "not-seated")
    await illegal(here(friends, room, "pass", other), "not-your-turn")
    await illegal(here(friends, room, "play 7S"), "bidding-first")
    await here(friends, room, "pass")
    view = await friends.rooms.view(room)
    assert view.match is not None
    assert view.match.deal is not None
    await here(friends, room, f"order {'SCDH'[view.match.deal.upcard >> 3]}")
    console, _ = await friends.legal(room)
    assert console.seat_view is not None
    foreign = next(card for card in range(32) if card not in console.seat_view.hand)
    await illegal(here(friends, room, str(Action(0, foreign))[2:]), "not-in-hand")
    await refused(friends.rooms.move_here(await friends.lobby(ANNA), ANNA, 0, 0, do.PASS), "not-started")


async def test_any_player_lets_the_table_offer_the_cards_and_a_stranger_does_not(friends: Friends) -> None:
    room = await friends.match()
    version = (await friends.rooms.view(room)).version
    await refused(friends.rooms.play_here(room, VERA, True), "not-seated")
    view = await friends.rooms.play_here(room, BORIS, True)
    assert (view.plays_here, view.version) == (True, version + 1)
    await friends.assert_as_in_file(room)
    assert (await friends.rooms.play_here(room, ANNA, True)).version == version + 1
    assert not (await friends.rooms.play_here(room, ANNA, False)).plays_here
    await refused(friends.rooms.play_here(await friends.lobby(ANNA), ANNA, True), "not-started")


async def test_a_whole_match_can_be_played_from_the_table(friends: Friends) -> None:
    room = await friends.match(target=120)
    chance = random.Random(3)
    while (view := await friends.rooms.view(room)).live:
        _, legal = await friends.legal(room)
        action = chance.choice(legal)
        user = await friends.whose(room)
        part = await part_of(friends, room)
        await friends.rooms.move_here(room, user, view.deal_number, part, action.code)
    await friends.assert_as_in_file(room)
