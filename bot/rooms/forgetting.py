"""Forgetting a person on request: everything or nothing."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from bot.store import absences

from .access import reading
from .errors import RefusalError
from .room import Room
from .service import Rooms
from .views import Phase, RoomView


def _known_to(room: Room) -> set[int | None]:
    """Return the ids of everybody that a room in memory knows."""
    askers = [row.user for row in room.substitutes.values()]
    people = [user for user in (*room.seats, *room.left.values(), *askers) if user is not None]
    agreed = (user_id for row in room.substitutes.values() for user_id in row.agreed)
    return {room.row.owner_id, room.row.nudged_by, *agreed, *(user.id for user in people)}


@contextmanager
def _if_still_so() -> Iterator[None]:
    """Let a room refuse: what was to be undone there is undone already. What was begun is seen to later."""
    try:
        yield
    except RefusalError as error:
        if error.kind == "busy":
            raise


async def forget(rooms: Rooms, user_id: int, name: str) -> list[RoomView]:
    """Remove what is known of a person; matches that have ended keep somebody called `name` in that place.

    The person stands up from lobbies and asks for no seat any more. While a match is being played nothing is
    done: returns the matches that must end first. Raises `RefusalError` ("busy", "in-match").
    """
    live = await rooms.candidates(user_id, None, None, finished=False)
    if playing := [view for view in live if view.phase is Phase.PLAYING]:
        return playing
    for view in live:
        with _if_still_so():
            await rooms.stand(view.id, user_id)
    async with reading(rooms._database) as tx:
        left = await absences.rooms_left_by(tx, user_id)
        asked = await absences.seats_asked_by(tx, user_id)
    for room_id, seat in asked:
        with _if_still_so():
            await rooms.vote(room_id, user_id, seat, user_id, yes=False)
    try:
        await rooms.people.forget(user_id, name)
    finally:
        # Rooms in memory know the person: they are read anew.
        for entry in rooms._entries.values():
            room = entry.room
            if room is not None and user_id in _known_to(room):
                entry.room = None
    # Where the person's seat is vacant the name is shown.
    await rooms.refresh(left)
    return []
