"""Anything at any time by anybody: memory stays the file, a seat has one player, a match can be replayed."""

from __future__ import annotations

import random

import pytest

from bot.deberts.record import replay
from bot.rooms.errors import RefusalError
from bot.rooms.parts import present_part
from bot.rooms.views import Phase

from .clocks import clocked
from .tables import ANNA, BORIS, NAMES, VERA, Friends

EVERYBODY = [ANNA + number for number in range(len(NAMES))]


@pytest.mark.parametrize("seed", range(4))
async def test_whatever_is_done_the_room_is_sound(friends: Friends, seed: int) -> None:
    chance = random.Random(seed)
    rooms = friends.rooms
    room = await clocked(
        friends, 60, chance.choice(["play", "claim"]), ANNA, BORIS, VERA, target=120, players="3"
    )

    async def act() -> None:
        view = await rooms.view(room)
        user = await friends.user(chance.choice(EVERYBODY))
        deal, count = view.deal_number, view.action_count
        seat = chance.randrange(3)
        kind = chance.choices(
            [
                "move",
                "here",
                "clock",
                "told",
                "nudge",
                "noticed",
                "leave",
                "ask",
                "vote",
                "claim",
                "show",
                "down",
                "forget",
            ],
            [60, 25, 20, 20, 8, 4, 2, 10, 25, 1, 3, 2, 5],
        )[0]
        legal = list(range(79))
        if view.waits_for is not None and chance.random() < 0.9:
            user = await friends.user(view.waits_for.user_id) if kind in ("move", "here") else user
            legal = [action.code for action in (await friends.legal(room))[1]]
        if kind == "move":
            await rooms.move(room, user.id, deal, count, chance.choice(legal))
        elif kind == "here":
            assert view.match is not None
            assert view.match.deal is not None
            part = present_part(view.match.deal)
            await rooms.move_here(room, user.id, deal, part, chance.choice(legal))
        elif kind == "clock":
            friends.clock.advance(chance.choice([1, 30, 61]))
            await rooms.look(room)
        elif kind == "told":
            await rooms.turn_told(room, deal, count)
        elif kind == "nudge":
            await rooms.nudge(room, user, deal, seat)
        elif kind == "noticed":
            await rooms.noticed(room, user.id)
        elif kind == "leave":
            await rooms.leave(room, user.id)
        elif kind == "ask":
            await rooms.ask_for_seat(room, user, seat)
        elif kind == "vote":
            for request in view.requests:
                await rooms.vote(room, user.id, request.seat, request.user_id, chance.random() < 0.9)
        elif kind == "claim":
            await rooms.claim(room, user.id, deal, count)
        elif kind == "show":
            await rooms.play_here(room, user.id, chance.random() < 0.5)
        elif kind == "down":
            friends.clock.advance(300)
            await rooms.look(room, heard=False)
        else:
            rooms.forget_idle(0)

    refusals = set()
    for step in range(1500):
        view = await rooms.view(room)
        if view.phase is not Phase.PLAYING:
            break
        try:
            await act()
        except RefusalError as error:
            refusals.add(error.kind)
        view = await rooms.view(room)
        players = [player.user_id for player in view.seats if player is not None]
        assert len(set(players)) == len(players)
        assert [seat for seat, player in enumerate(view.seats) if player is None] == list(view.vacant)
        assert view.phase is not Phase.PLAYING or players
        assert view.phase is not Phase.PLAYING or view.owner_id in players
        there = {seat for seat, player in enumerate(view.seats) if player is not None} - set(view.stand_ins)
        assert view.turn is None or view.resting == (bool(view.clock.seconds) and not there)
        assert {request.seat for request in view.requests} <= set(view.vacant)
        if step % 10 == 0:
            await friends.assert_as_in_file(room)
    await friends.assert_as_in_file(room)
    assert len(refusals) > 2
    if (await rooms.view(room)).phase is Phase.FINISHED:
        match = replay(await rooms.record(room))
        view = await rooms.view(room)
        assert view.match is not None
        assert match.outcome.result == view.match.outcome.result
