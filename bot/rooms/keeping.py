"""Rooms in memory: their locks, how they are read from the file and written to it.

Every change takes the room's lock, is checked, written in one transaction and only then seen; who listens is
told afterwards. A room is loaded when touched, can be forgotten at any time, and is rebuilt from the file.
"""

from __future__ import annotations

import asyncio
import logging
import random
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass, field, replace
from typing import Any

from bot.clock import Clock
from bot.deberts.errors import InvalidRulesError
from bot.deberts.record import RecordError
from bot.deberts.rules import Rules, make_rules
from bot.store import absences, rule_sets
from bot.store import rooms as store
from bot.store.database import Database, Transaction
from bot.store.people import load_chat
from bot.store.rooms import DamagedError
from bot.store.rule_sets import RuleSetRow

from .access import reading, writing
from .errors import RefusalError
from .people import People
from .room import Room
from .views import Phase, RoomView, SavedRules

log = logging.getLogger(__name__)


@dataclass(slots=True)
class Entry:
    """A room's place in memory; it stays as long as somebody holds the lock or waits for it."""

    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    users: int = 0
    room: Room | None = None
    used_at: float = 0.0


Listener = Callable[[RoomView], None]


class Keeper:
    """What every part of `Rooms` works with: the rooms by id, the file, and who listens."""

    def __init__(self, database: Database, clock: Clock, chance: random.Random) -> None:
        """Decks, nonces and first dealers are drawn from `chance`."""
        self._database = database
        self._clock = clock
        self._chance = chance
        self._entries: dict[int, Entry] = {}
        # The rooms that cannot be read, as far as the operator has been told of them.
        self._damaged: set[int] = set()
        self.people = People(database)
        # Called with the new picture after every change.
        self.listener: Listener = lambda view: None

    async def view(self, room_id: int) -> RoomView:
        """Return a room's public picture. Raises `RefusalError` ("no-room")."""
        async with self._locked(room_id) as room:
            return room.view()

    async def _views(self, room_ids: list[int]) -> list[RoomView]:
        views = []
        for room_id in room_ids:
            with passing_over("no-room"):
                views.append(await self.view(room_id))
        return views

    def forget_idle(self, seconds: float) -> list[int]:
        """Drop the rooms that nobody has touched for so long from memory; returns which."""
        before = self._clock.now() - seconds
        idle = [
            room_id for room_id, entry in self._entries.items() if entry.used_at <= before and not entry.users
        ]
        for room_id in idle:
            del self._entries[room_id]
        return idle

    @asynccontextmanager
    async def _locked(self, room_id: int) -> AsyncIterator[Room]:
        """Hold a room, loading it first if need be. Raises `RefusalError` ("no-room", "busy")."""
        entry = self._entries.setdefault(room_id, Entry())
        entry.used_at = self._clock.now()
        entry.users += 1
        try:
            async with entry.lock:
                try:
                    room = entry.room = entry.room or await self._load(room_id)
                    await self._look_up(room)
                    yield room
                except RefusalError:
                    raise
                except BaseException:
                    # Whatever was half done is read anew.
                    entry.room = None
                    raise
        finally:
            entry.users -= 1
            if entry.room is None and not entry.users:
                del self._entries[room_id]

    async def _look_up(self, room: Room) -> None:
        """Let a room know its people, its chat and what that keeps as they are known now."""
        room.chat = await self.people.chat(room.chat.id) or room.chat
        if room.phase is Phase.LOBBY:
            room.saved = await self._saved_rules(room.chat.id)
        for seat, user in enumerate(room.seats):
            if user is not None:
                room.seats[seat] = await self.people.user(user.id) or user
        for seat, user in room.left.items():
            room.left[seat] = await self.people.user(user.id) or user
        for seat, asking in room.substitutes.items():
            known = await self.people.user(asking.user.id) or asking.user
            room.substitutes[seat] = replace(asking, user=known)

    async def _load(self, room_id: int) -> Room:
        try:
            return await self._read(room_id)
        except RefusalError:
            raise
        except Exception as error:
            # One room that cannot be read is no reason to let the others down, whatever is wrong with it.
            if room_id not in self._damaged:
                self._damaged.add(room_id)
                log.error("room %d does not replay: %s", room_id, _where(error))
            raise RefusalError("no-room") from None

    async def _read(self, room_id: int) -> Room:
        """Read a room from the file, so far that it can be shown. Raises whatever a damaged row leads to."""
        async with reading(self._database) as tx:
            row = await store.load_room(tx, room_id)
            chat = None if row is None else await load_chat(tx, row.chat_id)
            if row is None or chat is None:
                raise RefusalError("no-room")
            seated = await store.load_seats(tx, room_id)
            journal = await store.load_journal(tx, room_id)
            left = await absences.load_left(tx, room_id)
            substitutes = await absences.load_substitutes(tx, room_id)
        users = [seated.get(seat) for seat in range(make_rules(row.rules).seats)]
        room = Room(row, chat, users, journal, left, substitutes)
        _require_sound(room)
        # What is never looked at while a room is rebuilt is looked at to show it.
        room.view()
        return room

    @asynccontextmanager
    async def _saving(self, room: Room) -> AsyncIterator[Transaction]:
        """Write a change of a held room in one transaction; on any failure the room is read anew."""
        try:
            async with writing(self._database) as tx:
                room.row.version += 1
                yield tx
        except BaseException:
            self._entries[room.row.id].room = None
            raise

    async def _write_end(self, room: Room) -> RoomView:
        """Write and tell that a held room has ended: no clock runs there any more."""
        room.wind(self._clock.now())
        async with self._saving(room) as tx:
            await store.update_room(tx, room.row)
        return self._tell(room)

    def _tell(self, room: Room) -> RoomView:
        view = room.view()
        self.listener(view)
        return view

    async def _saved_rules(self, chat_id: int) -> tuple[SavedRules, ...]:
        async with reading(self._database) as tx:
            return as_saved(await rule_sets.load_sets(tx, chat_id))


def _require_sound(room: Room) -> None:
    """Raise `DamagedError` if a room does not stand where its journal ends, or has a seat with nobody."""
    match = room.match
    if match is None:
        if room.phase in (Phase.PLAYING, Phase.FINISHED):
            raise DamagedError("no first dealer")
        return
    if room.phase is Phase.LOBBY:
        raise DamagedError("a lobby with a first dealer")
    if room.phase is Phase.PLAYING and match.deal is None:
        raise DamagedError("no deal is open")
    for seat, user in enumerate(room.seats):
        if user is None and seat not in room.left:
            raise DamagedError(f"nobody on seat {seat}")


def _where(error: Exception) -> str:
    """Say where a room is wrong: what is wrong with it may name a card of somebody's hand."""
    if isinstance(error, DamagedError):
        return str(error)
    return (error.place if isinstance(error, RecordError) else type(error).__name__) or "the record"


@contextmanager
def sparing_others(room_id: int) -> Iterator[None]:
    """Let nothing that is wrong with one of many rooms keep the others from their turn.

    If it is the database that does not answer, it will not for the others either: that is passed on.
    """
    try:
        with passing_over("no-room"):
            yield
    except RefusalError:
        raise
    except Exception:
        log.exception("room %d was left out", room_id)


@contextmanager
def passing_over(kind: str) -> Iterator[None]:
    """Let one kind of refusal pass."""
    try:
        yield
    except RefusalError as error:
        if error.kind != kind:
            raise


def as_saved(rows: list[RuleSetRow]) -> tuple[SavedRules, ...]:
    """Return the kept rules that this bot can play."""
    kept = [(row, stored_rules(row.rules)) for row in rows]
    return tuple(SavedRules(row.id, row.name, rules) for row, rules in kept if rules is not None)


def stored_rules(stored: dict[str, Any]) -> Rules | None:
    """Read rules that were valid when they were stored; None if this bot plays them no more."""
    try:
        return make_rules(stored)
    except InvalidRulesError:
        return None
