"""Matches with a turn clock, and the hands of time."""

from __future__ import annotations

from bot.rooms.clocks import Looked
from bot.rooms.views import RoomView, TurnClock

from .tables import ANNA, BORIS, Friends


async def clocked(
    friends: Friends, seconds: int, then: str = "play", *seated: int, target: int = 501, players: str = "2"
) -> int:
    """Start a match of these people under a clock."""
    seated = seated or (ANNA, BORIS)
    room = await friends.lobby(seated[0])
    if players != "2":
        await friends.set_rule(room, "players", players)
    for user_id in seated[1:]:
        await friends.rooms.sit(room, await friends.user(user_id))
    if target != 501:
        await friends.set_rule(room, "target", target)
    view = await friends.rooms.view(room)
    assert view.owner_id is not None
    await friends.rooms.set_clock(room, view.owner_id, view.revision, TurnClock(seconds, then))
    await friends.start(room)
    return room


async def told(friends: Friends, room: int) -> RoomView:
    """Let the message of the present turn arrive."""
    view = await friends.rooms.view(room)
    await friends.rooms.turn_told(room, view.deal_number, view.action_count)
    return await friends.rooms.view(room)


async def after(friends: Friends, room: int, seconds: float) -> Looked | None:
    """Look at a room's clock after so long."""
    friends.clock.advance(seconds)
    return await friends.rooms.look(room)


async def time_out(friends: Friends, room: int) -> RoomView:
    """Let a told turn's time pass, reminders and all."""
    view = await told(friends, room)
    while True:
        due, following = await friends.rooms.to_wake()
        if room in due:
            looked = await friends.rooms.look(room)
            if looked is not None and not looked.remind:
                return looked.view
        else:
            assert following is not None
            friends.clock.advance_to(following)
        assert (await friends.rooms.view(room)).deal_number - view.deal_number <= 1
