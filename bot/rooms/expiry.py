"""Rooms that nobody touches any more: after long enough they are ended, with a note."""

from __future__ import annotations

from bot.store import absences

from .access import reading
from .keeping import Keeper, sparing_others
from .limits import LOBBY_SECONDS, MATCH_PERIODS, MATCH_SECONDS
from .room import Room
from .views import Ending, Phase


class Expiry(Keeper):
    """The part of `Rooms` that ends what has been forgotten."""

    async def expire(self) -> list[int]:
        """End the rooms that nobody has touched for too long (`limits`); returns which."""
        now = self._clock.now()
        async with reading(self._database) as tx:
            found = await absences.untouched_rooms(
                tx, now - LOBBY_SECONDS, now - MATCH_SECONDS, now, MATCH_PERIODS
            )
        ended = []
        for room_id in found:
            with sparing_others(room_id):
                async with self._locked(room_id) as room:
                    # Somebody may have come back while the others were being ended.
                    if _is_untouched(room, now):
                        room.stop("", self._clock.now())
                        room.row.ending = Ending.EXPIRED
                        await self._write_end(room)
                        ended.append(room_id)
        return ended


def _is_untouched(room: Room, now: float) -> bool:
    if room.phase is Phase.LOBBY:
        return now - room.row.changed_at >= LOBBY_SECONDS
    long = max(MATCH_SECONDS, MATCH_PERIODS * room.row.clock_seconds)
    return room.phase is Phase.PLAYING and now - room.row.changed_at >= long
