"""What of the rooms is in memory."""

from __future__ import annotations

from .service import Rooms


def loaded(rooms: Rooms) -> int:
    """Return how many live rooms are in memory; the others sleep in the file."""
    entries = rooms._entries.values()
    return sum(entry.room is not None and entry.room.live for entry in entries)
