"""Forgetting a person on request: everything or nothing."""

from __future__ import annotations

from .errors import RefusalError
from .service import Rooms
from .views import Phase, RoomView


async def forget(rooms: Rooms, user_id: int, name: str) -> list[RoomView]:
    """Remove what is known of a person; matches that have ended keep somebody called `name` in that place.

    The person stands up from lobbies. While a match is being played nothing is done: returns the matches that
    must end first. Raises `RefusalError` ("busy", "in-match").
    """
    live = await rooms.candidates(user_id, None, None, finished=False)
    if playing := [view for view in live if view.phase is Phase.PLAYING]:
        return playing
    for view in live:
        try:
            await rooms.stand(view.id, user_id)
        except RefusalError as error:
            # Stopped meanwhile, or stood up from; what has been started is seen to below.
            if error.kind == "busy":
                raise
    try:
        await rooms.people.forget(user_id, name)
    finally:
        # Rooms in memory know the person: they are read anew.
        for entry in rooms._entries.values():
            room = entry.room
            if room is not None and (room.seat_of(user_id) is not None or room.row.owner_id == user_id):
                entry.room = None
    return []
