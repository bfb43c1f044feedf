"""Leaving a match, and sitting down in the place of who has left.

The cards stay with the seat: whoever takes it plays them on. The others have to agree, every one of them.
"""

from __future__ import annotations

from dataclasses import replace

from bot.store import absences
from bot.store import rooms as store
from bot.store.absences import SubstituteRow
from bot.store.people import UserRow

from .errors import RefusalError
from .keeping import Keeper
from .room import Room
from .views import Ending, Phase, RoomView


class Leaving(Keeper):
    """The part of `Rooms` that lets players of a match go and others come."""

    async def leave(self, room_id: int, user_id: int) -> RoomView:
        """Free the seat of a player of a match. With the last one the match is stopped.

        Raises `RefusalError` ("not-seated", "not-started", "room-over").
        """
        async with self._locked(room_id) as room:
            _require_match(room)
            seat = room.require_seat(user_id)
            _leave(room, seat)
            taken: list[SubstituteRow] = []
            now = self._clock.now()
            if any(room.seats):
                taken = _settle(room)
            else:
                room.substitutes.clear()
                room.stop("", now)
                room.row.ending = Ending.DESERTED
            if room.live:
                # Whoever is told of this turn now is told by the group's table.
                room.heed(now, seat, *(one.seat for one in taken))
            else:
                room.wind(now)
            room.touch(now)
            async with self._saving(room) as tx:
                await absences.leave_seat(tx, room_id, seat)
                for substitute in taken:
                    await absences.take_vacant_seat(tx, room_id, substitute.seat, substitute.user.id)
                await absences.replace_substitutes(tx, room_id, room.substitutes.values())
                await store.update_room(tx, room.row)
            return self._tell(room)

    async def ask_for_seat(self, room_id: int, user: UserRow, seat: int) -> RoomView:
        """Ask for a vacant seat of a match.

        Raises `RefusalError` ("seat-taken", "already-seated", "unreachable", "seat-asked", "already-asked",
        "own-seat", ...).
        """
        async with self._locked(room_id) as room:
            _require_match(room)
            if room.seat_of(user.id) is not None:
                raise RefusalError("already-seated")
            if seat not in room.left:
                raise RefusalError("seat-taken")
            if any(left.id == user.id and place != seat for place, left in room.left.items()):
                raise RefusalError("own-seat")
            if not user.reachable:
                raise RefusalError("unreachable", names=user.name)
            if asking := room.substitutes.get(seat):
                if asking.user.id == user.id:
                    raise RefusalError("already-asked")
                raise RefusalError("seat-asked", name=asking.user.name)
            room.substitutes = {
                place: one for place, one in room.substitutes.items() if one.user.id != user.id
            }
            room.substitutes[seat] = SubstituteRow(seat, user, ())
            return await self._save_substitutes(room, [])

    async def vote(self, room_id: int, user_id: int, seat: int, candidate: int, yes: bool) -> RoomView:
        """Agree that somebody takes a vacant seat, or refuse; who asked may take that back.

        With the last who agrees the seat is theirs.

        Raises `RefusalError` ("request-over", "not-seated", ...).
        """
        async with self._locked(room_id) as room:
            _require_match(room)
            withdrawn = user_id == candidate and not yes
            if not withdrawn:
                room.require_seat(user_id)
            asking = room.substitutes.get(seat)
            if asking is None or asking.user.id != candidate:
                raise RefusalError("request-over")
            if yes:
                agreed = tuple(dict.fromkeys((*asking.agreed, user_id)))
                room.substitutes[seat] = replace(asking, agreed=agreed)
            else:
                del room.substitutes[seat]
            return await self._save_substitutes(room, _settle(room))

    async def _save_substitutes(self, room: Room, taken: list[SubstituteRow]) -> RoomView:
        """Write who asks for which seat, and who has been given one."""
        now = self._clock.now()
        room.heed(now, *(one.seat for one in taken))
        room.touch(now)
        async with self._saving(room) as tx:
            for one in taken:
                await absences.take_vacant_seat(tx, room.row.id, one.seat, one.user.id)
            await absences.replace_substitutes(tx, room.row.id, room.substitutes.values())
            await store.update_room(tx, room.row)
        return self._tell(room)


def _require_match(room: Room) -> None:
    if room.phase is not Phase.PLAYING:
        raise RefusalError("not-started" if room.live else "room-over")


def _leave(room: Room, seat: int) -> None:
    """Free a seat of a held room; whoever sits next owns what the leaver owned."""
    user = room.seats[seat]
    assert user is not None
    room.left[seat] = user
    room.seats[seat] = None
    room.row.stand_ins &= ~(1 << seat)
    for place, asking in room.substitutes.items():
        # Who does not play any more has no say.
        agreed = tuple(one for one in asking.agreed if one != user.id)
        room.substitutes[place] = replace(asking, agreed=agreed)
    if room.row.owner_id == user.id:
        count = len(room.seats)
        after = [room.seats[(seat + step) % count] for step in range(1, count)]
        room.row.owner_id = next((one.id for one in after if one is not None), None)


def _settle(room: Room) -> list[SubstituteRow]:
    """Seat everybody whom all players have agreed to; returns whom."""
    taken = []
    for seat, asking in list(room.substitutes.items()):
        players = {user.id for user in room.seats if user is not None}
        if players <= set(asking.agreed):
            del room.substitutes[seat], room.left[seat]
            room.seats[seat] = asking.user
            room.row.stand_ins &= ~(1 << seat)
            taken.append(asking)
    return taken
