"""The turn clock: reminders, what follows when a turn's time is over, and nudges.

A turn's clock runs from when its message has been delivered: until then the deadline is put off again and
again. Deadlines are in the file; those that pass while the bot is down get a whole new period afterwards.
"""

from __future__ import annotations

from dataclasses import dataclass

from bot.deberts.view import seat_view
from bot.store import absences
from bot.store import rooms as store
from bot.store.people import UserRow

from .access import reading, writing
from .errors import RefusalError
from .limits import NUDGE_SECONDS
from .matches import Matches
from .room import Room
from .stand_in import stand_in
from .views import Ending, Phase, RoomView


@dataclass(frozen=True, slots=True)
class Looked:
    """What a look at a room's clock has come to; `remind`: the player at turn is to be rung."""

    view: RoomView
    remind: bool = False


class Clocks(Matches):
    """The part of `Rooms` that counts the time of turns."""

    async def turn_told(self, room_id: int, deal: int, count: int) -> None:
        """Note that the message of this turn has been delivered: from now on its time runs.

        A turn that is over by now is left alone.
        """
        async with self._locked(room_id) as room:
            row = room.row
            view = room.view()
            if row.told or row.deadline is None or (view.deal_number, view.action_count) != (deal, count):
                return
            row.told = True
            row.deadline = self._clock.now() + room.turn_seconds
            room.set_alarm()
            await self._write_turn(room)

    async def to_wake(self) -> tuple[list[int], float | None]:
        """Return the rooms whose clock is to be looked at now, and when the next one after these is."""
        async with reading(self._database) as tx:
            now = self._clock.now()
            return await absences.rooms_to_wake(tx, now), await absences.next_wake(tx, now)

    async def look(self, room_id: int, heard: bool = True) -> Looked | None:
        """Do what the time of a turn asks for now; returns None if that is nothing to be seen.

        A turn nobody was told of gets a whole new period. Then come the reminders, and at the end the bot
        plays for the absent, or the others may end the match. Unless the bot has not `heard` of people for a
        while, as when it was down: then the turn begins anew.
        """
        async with self._locked(room_id) as room:
            row, now = room.row, self._clock.now()
            if row.wake_at is None or row.deadline is None or now < row.wake_at:
                return None
            if not row.told:
                row.deadline = now + room.turn_seconds
                room.set_alarm()
                await self._write_turn(room)
                return None
            if now < row.deadline:
                row.reminded += 1
                # Reminders that were missed altogether are not made up for.
                left = room.reminders
                while row.reminded < len(left) and row.deadline - left[row.reminded] <= now:
                    row.reminded += 1
                room.set_alarm()
                return Looked(await self._save_turn(room), remind=True)
            if not heard:
                room.wind(now)
                return Looked(await self._save_turn(room))
            if row.clock_then == "claim":
                row.overdue = True
                room.set_alarm()
                return Looked(await self._save_turn(room))
            return Looked(await self._play_for(room))

    async def _play_for(self, room: Room) -> RoomView:
        """Play for the player at turn of a held room."""
        match = room.match
        assert match is not None
        assert match.deal is not None
        seat = match.deal.turn
        player = room.seats[seat] or room.left[seat]
        action = room.play(seat, stand_in(seat_view(match, seat)))
        if room.seats[seat] is not None:
            room.row.stand_ins |= 1 << seat
        return await self._write_move(room, action, player.id, by_clock=True)

    async def noticed(self, room_id: int, user_id: int) -> RoomView:
        """Note that a player has done something at a table, be it only to look; returns the table then.

        Whom the bot has played for are played for no more, and a clock that rests runs again.
        """
        async with self._locked(room_id) as room:
            seat = room.seat_of(user_id)
            if seat is None or not room.row.stand_ins >> seat & 1:
                return room.view()
            now = self._clock.now()
            room.is_back(seat, now)
            room.touch(now)
            return await self._save_turn(room)

    async def nudge(self, room_id: int, user: UserRow, deal: int, late: int) -> RoomView:
        """Hurry the player at the seat `late`, whose turn it is in this deal; any other may, now and then.

        Raises `RefusalError` ("nudged-already", "nudge-self", "nudge-vacant", "stale-move", ...).
        """
        async with self._locked(room_id) as room:
            seat = room.require_seat(user.id)
            view = room.view()
            if view.turn is None:
                raise RefusalError("room-over" if not room.live else "not-started")
            if view.turn == seat:
                raise RefusalError("nudge-self")
            if (view.deal_number, view.turn) != (deal, late):
                raise RefusalError("stale-move")
            if view.waits_for is None:
                raise RefusalError("nudge-vacant")
            now = self._clock.now()
            if room.row.nudged_at is not None and now - room.row.nudged_at < NUDGE_SECONDS:
                raise RefusalError("nudged-already")
            room.row.nudged_at = now
            room.row.nudged_by = user.id
            room.touch(now)
            return await self._save_turn(room)

    async def may_claim(self, room_id: int, user_id: int, deal: int, count: int) -> RoomView:
        """Raise unless this player may end the match because of this very turn."""
        async with self._locked(room_id) as room:
            self._require_may_claim(room, user_id, deal, count)
            return room.view()

    async def claim(self, room_id: int, user_id: int, deal: int, count: int) -> RoomView:
        """End a match whose player at turn let the time pass, in favour of the other sides."""
        async with self._locked(room_id) as room:
            turn = self._require_may_claim(room, user_id, deal, count)
            room.end_for_others(turn, self._clock.now())
            room.row.ending = Ending.CLAIMED
            return await self._write_end(room)

    def _require_may_claim(self, room: Room, user_id: int, deal: int, count: int) -> int:
        """Return the seat whose time is over, or raise."""
        if room.phase is not Phase.PLAYING:
            raise RefusalError("not-started" if room.live else "room-over")
        seat = room.require_seat(user_id)
        view = room.view()
        if not view.overdue or view.turn is None or (view.deal_number, view.action_count) != (deal, count):
            raise RefusalError("no-claim")
        side_of = room.rules.side_of
        if side_of[seat] == side_of[view.turn]:
            raise RefusalError("claim-own")
        return view.turn

    async def _write_turn(self, room: Room) -> None:
        """Write the clock of a held room where nobody sees a difference."""
        try:
            async with writing(self._database) as tx:
                await store.save_turn(tx, room.row)
        except BaseException:
            self._entries[room.row.id].room = None
            raise

    async def _save_turn(self, room: Room) -> RoomView:
        """Write the clock of a held room, and let the room be shown anew."""
        async with self._saving(room) as tx:
            await store.touch_room(tx, room.row)
            await store.save_turn(tx, room.row)
        return self._tell(room)
