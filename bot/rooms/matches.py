"""Matches: dealing, moves, and the end of a room."""

from __future__ import annotations

from typing import Any

from bot.deberts.actions import Action
from bot.deberts.cards import CODES
from bot.deberts.scoring import DealResult
from bot.store import rooms as store
from bot.store.database import Transaction
from bot.store.people import UserRow
from bot.store.rooms import DealRow

from .errors import RefusalError
from .keeping import Keeper
from .limits import IDLE_SECONDS
from .room import Room
from .views import RoomView


class Matches(Keeper):
    """The part of `Rooms` that plays."""

    async def start(self, room_id: int, user_id: int, revision: int) -> RoomView:
        """Start the match: draw the first dealer and deal. Raises `RefusalError` if it cannot be."""
        async with self._locked(room_id) as room:
            room.require_lobby()
            room.require_seat(user_id)
            room.require_revision(revision)
            room.require_ready()
            async with self._saving(room) as tx:
                room.start(self._chance.randrange(room.rules.seats))
                room.touch(self._clock.now())
                await self._deal(tx, room)
                await store.update_room(tx, room.row)
            return self._tell(room)

    async def move(self, room_id: int, user_id: int, deal: int, count: int, code: int) -> RoomView:
        """Do a move: one transaction with the action and all that follows from it.

        Raises `RefusalError`, and of it `IllegalMoveError` where the rules of the game forbid the move.
        """
        async with self._locked(room_id) as room:
            action = room.move(user_id, deal, count, code)
            return await self._write_move(room, action, user_id)

    async def move_here(self, room_id: int, user_id: int, deal: int, part: int, code: int) -> RoomView:
        """Do a move from the group's table, in this part of a deal (`parts`). Raises as `move` does."""
        async with self._locked(room_id) as room:
            action = room.move_here(user_id, deal, part, code)
            return await self._write_move(room, action, user_id)

    async def play_here(self, room_id: int, user_id: int, on: bool) -> RoomView:
        """Let the group's table offer the cards, or hide them again; any player's to do."""
        async with self._locked(room_id) as room:
            room.require_seat(user_id)
            if room.view().turn is None:
                raise RefusalError("room-over" if not room.live else "not-started")
            if room.row.plays_here == on:
                return room.view()
            room.row.plays_here = on
            room.touch(self._clock.now())
            async with self._saving(room) as tx:
                await store.update_room(tx, room.row)
            return self._tell(room)

    async def _write_move(self, room: Room, action: Action, user_id: int, by_clock: bool = False) -> RoomView:
        """Write an action that has just been done in a held room, with all that follows from it."""
        match = room.match
        assert match is not None
        deal, count = room.journal[-1].number, len(room.journal[-1].actions) - 1
        async with self._saving(room) as tx:
            now = room.row.turn_since = self._clock.now()
            room.touch(now)
            await store.insert_action(tx, room.row.id, deal, count, str(action), user_id, now, by_clock)
            if match.deal is not None:
                room.wind(now)
                await store.touch_room(tx, room.row)
            else:
                await self._after_deal(tx, room, match.results[-1])
        return self._tell(room)

    async def _after_deal(self, tx: Transaction, room: Room, result: DealResult) -> None:
        """Keep a finished deal's result; deal the next one or close the match."""
        await store.insert_result(tx, room.row.id, result.number, _result_json(result))
        assert room.match is not None
        if room.match.over:
            room.finish(self._clock.now())
            room.wind(self._clock.now())
        else:
            await self._deal(tx, room)
        await store.update_room(tx, room.row)

    async def _deal(self, tx: Transaction, room: Room) -> None:
        """Shuffle and deal the next deal of a match."""
        now = room.row.turn_since = self._clock.now()
        deck = " ".join(CODES[card] for card in self._chance.sample(range(32), 32))
        deal = DealRow(len(room.journal), deck, f"{self._chance.getrandbits(128):032x}")
        await store.insert_deal(tx, room.row.id, deal, now)
        room.deal_cards(deal)
        room.wind(now)

    async def was_done(self, room_id: int, user_id: int, deal: int, count: int, code: int) -> bool:
        """Tell whether a player has done this very act at this very place."""
        async with self._locked(room_id) as room:
            seat = room.seat_of(user_id)
            return seat is not None and room.was_done(deal, count, Action(seat, code))

    async def stop(self, room_id: int, user: UserRow, is_admin: bool) -> RoomView:
        """End a room for good: its owner's or a group admin's to do, and of an idle one any participant's."""
        async with self._locked(room_id) as room:
            self._require_may_stop(room, user.id, is_admin)
            room.stop(user.name, self._clock.now())
            return await self._write_end(room)

    async def may_stop(self, room_id: int, user_id: int, is_admin: bool) -> RoomView:
        """Raise unless this person may stop the room."""
        async with self._locked(room_id) as room:
            self._require_may_stop(room, user_id, is_admin)
            return room.view()

    def _require_may_stop(self, room: Room, user_id: int, is_admin: bool) -> None:
        if not room.live:
            raise RefusalError("room-over")
        idle = self._clock.now() - room.row.turn_since >= IDLE_SECONDS
        mine = room.row.owner_id == user_id or (idle and room.seat_of(user_id) is not None)
        if not is_admin and not mine:
            raise RefusalError("may-not-stop")


def _result_json(result: DealResult) -> dict[str, Any]:
    return {
        "outcome": result.outcome,
        "dealer": result.dealer,
        "taker": result.taker,
        "trump": result.trump,
        "counted": result.counted,
        "written": result.written,
        "pots_won": result.pots_won,
        "fines": result.fines,
        "totals": result.totals,
    }
