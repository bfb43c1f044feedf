"""Lobbies: opening tables, taking seats, setting the rules."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from bot.deberts.rules import Rules, make_rules
from bot.store import rooms as store
from bot.store import rule_sets
from bot.store.database import Transaction
from bot.store.people import UserRow
from bot.store.rooms import RoomRow

from .access import reading, writing
from .errors import RefusalError
from .keeping import Entry, Keeper, as_saved, passing_over, stored_rules
from .room import Room
from .views import Phase, RoomView, TurnClock

MAX_LIVE_ROOMS = 20
# How many lobbies of a chat may wait with nobody but the same person in them: a table for every line-up.
MAX_LONELY = 3
# Rules that a group may keep, and how long their names may be.
MAX_SAVED = 20
MAX_NAME = 32


class Lobbies(Keeper):
    """The part of `Rooms` that changes lobbies."""

    async def open(
        self, chat_id: int, thread_id: int | None, opener: UserRow | None, rematch_of: Room | None = None
    ) -> RoomView:
        """Open a table in a group; the opener owns it and sits. Nobody does if an anonymous admin asked.

        If more than `MAX_LONELY` tables were to wait with nobody but the opener, the oldest is closed: no
        member can use up the tables of a group alone.

        Raises `RefusalError` ("too-many-rooms").
        """
        chat = await self.people.chat(chat_id)
        if chat is None:
            raise RefusalError("no-room")
        now = self._clock.now()
        if rematch_of is not None:
            rules = rematch_of.rules
            clock = TurnClock(rematch_of.row.clock_seconds, rematch_of.row.clock_then)
        else:
            rules, clock = await self._usual_rules(chat_id, opener)
        row = RoomRow(
            id=0,
            chat_id=chat_id,
            thread_id=thread_id,
            phase=Phase.LOBBY,
            rules=rules.mapping(),
            owner_id=None if opener is None else opener.id,
            first_dealer=None,
            version=1,
            revision=0,
            page="",
            created_at=now,
            changed_at=now,
            turn_since=now,
            rematch_of=None if rematch_of is None else rematch_of.row.id,
            clock_seconds=clock.seconds,
            clock_then=clock.then,
        )
        seats: list[UserRow | None] = [None] * rules.seats
        if rematch_of is not None:
            # Who has been forgotten (a negative number) is nobody to wait for.
            seats = [user if user is not None and user.id > 0 else None for user in rematch_of.seats]
        elif opener is not None:
            seats[0] = opener
        saved = await self._saved_rules(chat_id)
        await self._close_lonely(chat_id, opener)
        async with writing(self._database) as tx:
            if await store.count_live(tx, chat_id) >= MAX_LIVE_ROOMS:
                raise RefusalError("too-many-rooms")
            row.id = await store.insert_room(tx, row)
            await store.replace_seats(tx, row.id, [None if user is None else user.id for user in seats])
        room = Room(row, chat, seats, [])
        room.saved = saved
        # Somebody may hold the place already, with a button of a table to come: that one reads the file.
        self._entries.setdefault(row.id, Entry(room=room, used_at=now))
        return self._tell(room)

    async def _close_lonely(self, chat_id: int, opener: UserRow | None) -> None:
        """Close the oldest tables where nobody else sits, so that a new one may be opened beside the rest."""
        me = None if opener is None else opener.id
        async with reading(self._database) as tx:
            lonely = await store.lonely_lobbies(tx, chat_id, me)
        for room_id in lonely[: 1 - MAX_LONELY]:
            with passing_over("no-room"):
                async with self._locked(room_id) as room:
                    # Somebody may have sat down, or started with others, while the lock was waited for.
                    others = any(user is not None and user.id != me for user in room.seats)
                    if others or room.phase is not Phase.LOBBY:
                        continue
                    room.stop("" if opener is None else opener.name, self._clock.now())
                    await self._write_end(room)

    async def rematch(self, room_id: int, user: UserRow) -> RoomView:
        """Open a lobby with the seats and rules of a finished match, or return the one opened already."""
        async with self._locked(room_id) as room:
            if room.phase is not Phase.FINISHED:
                raise RefusalError("not-finished")
            room.require_seat(user.id)
            async with reading(self._database) as tx:
                known = await store.rematch_of(tx, room_id)
            if known is None:
                return await self.open(room.row.chat_id, room.row.thread_id, user, rematch_of=room)
        return await self.view(known)

    async def sit(self, room_id: int, user: UserRow) -> RoomView:
        """Seat a person. Raises `RefusalError` ("already-seated", "seats-full", ...)."""
        async with self._locked(room_id) as room:
            if not room.sit(user):
                raise RefusalError("already-seated")
            return await self._save_lobby(room)

    async def stand(self, room_id: int, user_id: int) -> RoomView:
        """Free a person's seat. Raises `RefusalError` ("not-seated", ...)."""
        async with self._locked(room_id) as room:
            if not room.stand(user_id):
                raise RefusalError("not-seated")
            return await self._save_lobby(room)

    async def open_page(self, room_id: int, user_id: int, page: str) -> RoomView:
        """Open a page of the lobby: rules are the owner's to look through, "" is anybody's to go back to."""
        async with self._locked(room_id) as room:
            room.require_lobby()
            if page:
                room.require_owner(user_id)
            room.row.page = page
            return await self._save_lobby(room)

    async def set_rule(
        self,
        room_id: int,
        user_id: int,
        revision: int,
        parameter: str,
        value: str | int | bool,
        page: str = "",
    ) -> RoomView:
        """Change a parameter of the rules and open a page; the owner's to do."""
        async with self._owned(room_id, user_id, revision) as room:
            room.set_rule(parameter, value)
            room.row.page = page
            return await self._save_rules(room)

    async def take_seat(self, room_id: int, user: UserRow, seat: int) -> RoomView:
        """Seat a person on this very seat. Raises `RefusalError` ("seat-taken", "already-seated", ...)."""
        async with self._locked(room_id) as room:
            if not room.take(user, seat):
                raise RefusalError("already-seated")
            return await self._save_lobby(room)

    async def set_preset(self, room_id: int, user_id: int, revision: int, preset: str) -> RoomView:
        """Play by a preset; the owner's to choose."""
        async with self._owned(room_id, user_id, revision) as room:
            room.set_preset(preset)
            room.row.page = ""
            return await self._save_rules(room)

    async def use_saved(self, room_id: int, user_id: int, revision: int, saved_id: int) -> RoomView:
        """Play by rules that the group keeps; the owner's to choose."""
        async with self._owned(room_id, user_id, revision) as room:
            kept = next((kept for kept in room.saved if kept.id == saved_id), None)
            if kept is None:
                raise RefusalError("no-saved")
            room.use_rules(kept.rules)
            room.row.page = ""
            return await self._save_rules(room)

    async def drop_saved(self, room_id: int, user_id: int, revision: int, saved_id: int) -> RoomView:
        """Let the group forget rules it keeps; the owner's to do."""
        async with self._owned(room_id, user_id, revision) as room:
            if all(kept.id != saved_id for kept in room.saved):
                raise RefusalError("no-saved")
            room.saved = tuple(kept for kept in room.saved if kept.id != saved_id)
            self._touch_lobby(room)
            async with self._saving(room) as tx:
                await rule_sets.drop_set(tx, room.row.chat_id, saved_id)
                await store.touch_room(tx, room.row)
            return self._tell(room)

    async def save_rules(self, room_id: int, user_id: int, name: str) -> RoomView:
        """Keep a table's rules in its group under a name; a player of the table may."""
        name = " ".join(name.split())
        if not 0 < len(name) <= MAX_NAME:
            raise RefusalError("bad-name", most=MAX_NAME)
        async with self._locked(room_id) as room:
            room.require_seat(user_id)
            chat_id = room.row.chat_id
            if room.phase is Phase.LOBBY:
                self._touch_lobby(room)
            else:
                room.touch(self._clock.now())
            async with self._saving(room) as tx:
                await rule_sets.save_set(tx, chat_id, name, room.row.rules)
                await store.touch_room(tx, room.row)
                room.saved = as_saved(await rule_sets.load_sets(tx, chat_id))
                if len(room.saved) > MAX_SAVED:
                    raise RefusalError("too-many-saved")
            return self._tell(room)

    async def set_clock(self, room_id: int, user_id: int, revision: int, clock: TurnClock) -> RoomView:
        """Set the turn clock; the owner's to do. It is one of `limits.PERIODS` and `limits.THENS`."""
        async with self._owned(room_id, user_id, revision) as room:
            room.row.clock_seconds, room.row.clock_then = clock.seconds, clock.then
            room.row.revision += 1
            return await self._save_rules(room)

    async def _usual_rules(self, chat_id: int, opener: UserRow | None) -> tuple[Rules, TurnClock]:
        """Return what a new table starts from: what its owner chose last in this group."""
        last = None
        if opener is not None:
            async with reading(self._database) as tx:
                last = await rule_sets.last_rules(tx, chat_id, opener.id)
        if last is None:
            return make_rules({}), TurnClock()
        rules, seconds, then = last
        return stored_rules(rules) or make_rules({}), TurnClock(seconds, then)

    @asynccontextmanager
    async def _owned(self, room_id: int, user_id: int, revision: int) -> AsyncIterator[Room]:
        """Hold a lobby for a change of its rules by its owner, who saw them as they are."""
        async with self._locked(room_id) as room:
            room.require_lobby()
            room.require_owner(user_id)
            room.require_revision(revision)
            yield room

    async def _save_rules(self, room: Room) -> RoomView:
        """Write rules that the owner has chosen: they are the default of the owner's next table here."""
        owner = room.row.owner_id
        assert owner is not None
        async with self._saving(room) as tx:
            await self._write_lobby(tx, room)
            row = room.row
            await rule_sets.save_last_rules(
                tx, row.chat_id, owner, row.rules, row.clock_seconds, row.clock_then
            )
        return self._tell(room)

    async def _save_lobby(self, room: Room) -> RoomView:
        async with self._saving(room) as tx:
            await self._write_lobby(tx, room)
        return self._tell(room)

    def _touch_lobby(self, room: Room) -> None:
        # A lobby waits for its people since somebody last did anything in it.
        room.row.turn_since = self._clock.now()
        room.touch(room.row.turn_since)

    async def _write_lobby(self, tx: Transaction, room: Room) -> None:
        self._touch_lobby(room)
        await store.update_room(tx, room.row)
        users = [None if user is None else user.id for user in room.seats]
        await store.replace_seats(tx, room.row.id, users)
