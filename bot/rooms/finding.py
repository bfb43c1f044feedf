"""Questions: which rooms a command may mean, what is behind, what was played."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime

from bot.store import rooms as store
from bot.store.database import Transaction

from .access import reading, writing
from .keeping import Keeper, stored_rules
from .views import ConsoleView, Ending, HistoryEntry, Phase, RoomView

HISTORY_LENGTH = 10


class Finding(Keeper):
    """The part of `Rooms` that answers questions."""

    async def console(self, room_id: int, user_id: int) -> ConsoleView:
        """Return the room as a player may see it. Raises `RefusalError` ("no-room", "not-seated")."""
        async with self._locked(room_id) as room:
            return room.console(room.require_seat(user_id))

    async def seen_by(self, room_id: int, user_id: int) -> RoomView | ConsoleView:
        """Return a room as a person sees it: with the own cards if one plays there. Raises ("no-room")."""
        async with self._locked(room_id) as room:
            seat = room.seat_of(user_id)
            return room.view() if seat is None else room.console(seat)

    async def candidates(
        self, user_id: int | None, chat_id: int | None, thread_id: int | None, finished: bool
    ) -> list[RoomView]:
        """Return the rooms that a command may mean, oldest first.

        In a group: of the live rooms of the topic those the asker sits in, if none all. In private
        (`chat_id` None): the asker's own live rooms. If none is live and `finished` is allowed, the newest
        finished one.
        """
        async with reading(self._database) as tx:
            own = [] if user_id is None else await store.live_rooms_of(tx, user_id)
            if chat_id is None:
                found = own
            else:
                live = await store.live_rooms(tx, chat_id, thread_id)
                found = [room_id for room_id in live if room_id in own] or live
            if not found and finished:
                newest = await self._newest(tx, user_id, chat_id, thread_id)
                found = [] if newest is None else [newest]
        return await self._views(found)

    async def live(self, chat_id: int) -> list[RoomView]:
        """Return the rooms of a chat, whatever their topic, that have not ended."""
        async with reading(self._database) as tx:
            found = await store.all_live_rooms(tx, chat_id)
        return await self._views(found)

    async def newest_finished(
        self, user_id: int | None, chat_id: int | None, thread_id: int | None
    ) -> RoomView | None:
        """Return the match that finished last in a topic, or in private with this player."""
        async with reading(self._database) as tx:
            newest = await self._newest(tx, user_id, chat_id, thread_id)
        return None if newest is None else await self.view(newest)

    async def _newest(
        self, tx: Transaction, user_id: int | None, chat_id: int | None, thread_id: int | None
    ) -> int | None:
        if chat_id is not None:
            return await store.newest_finished(tx, chat_id, thread_id)
        return None if user_id is None else await store.newest_finished_of(tx, user_id)

    async def history(self, user_id: int | None, chat_id: int | None) -> list[HistoryEntry]:
        """Return the matches that ended last in a chat or, in private, with a player; newest first."""
        async with reading(self._database) as tx:
            found = await store.ended_rooms(tx, chat_id, user_id, HISTORY_LENGTH)
        return [
            HistoryEntry(
                room_id=row.id,
                phase=Phase(row.phase),
                title=title,
                ended_at=row.ended_at or row.changed_at,
                rules=rules,
                names=tuple(names),
                deals=deals,
                winners=tuple(row.winners or ()),
                result=tuple(row.result or ()),
                ending=Ending(row.ending),
            )
            for row, names, title, deals in found
            if (rules := stored_rules(row.rules)) is not None and row.ending in tuple(Ending)
        ]

    async def record(self, room_id: int) -> dict[str, object]:
        """Return a finished match as a record with names and dates. Raises `RefusalError`."""
        async with self._locked(room_id) as room:
            row = room.row
            meta: dict[str, object] = {
                "players": [room.view().name(seat) for seat in range(len(room.seats))],
                "started": _iso(row.created_at),
                "ended": _iso(row.ended_at or row.changed_at),
                "commitments": list(room.commitments),
            }
            return room.record(meta)

    async def behind(self) -> list[int]:
        """Return the rooms that some chat does not show as they are."""
        async with reading(self._database) as tx:
            return await store.rooms_behind(tx)

    async def waiting(self) -> list[tuple[int, float]]:
        """Return the rooms being played and since when each waits for somebody, in Unix seconds."""
        async with reading(self._database) as tx:
            return await store.waiting_rooms(tx)

    async def settled(self, versions: Mapping[int, int]) -> None:
        """Note that all chats of these rooms, by id, show these versions."""
        async with writing(self._database) as tx:
            for room_id, version in versions.items():
                await store.settle_room(tx, room_id, version)


def _iso(seconds: float) -> str:
    return datetime.fromtimestamp(seconds, UTC).isoformat(timespec="seconds")
