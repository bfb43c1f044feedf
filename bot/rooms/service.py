"""The rooms of this bot: the only door through which a room changes.

Every change takes the room's lock, is checked, written in one transaction and only then seen; who listens is
told afterwards. A room is loaded when touched, can be forgotten at any time, and is rebuilt from the file.
"""

from __future__ import annotations

import asyncio
import logging
import random
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any

from bot.clock import Clock
from bot.deberts.actions import Action
from bot.deberts.cards import CODES
from bot.deberts.errors import DebertsError, InvalidRulesError
from bot.deberts.rules import Rules, make_rules
from bot.deberts.scoring import DealResult
from bot.store import rooms as store
from bot.store import rule_sets
from bot.store.database import Database, Transaction
from bot.store.people import UserRow, load_chat
from bot.store.rooms import DealRow, RoomRow
from bot.store.rule_sets import RuleSetRow

from .access import reading, writing
from .errors import RefusalError
from .people import People
from .room import Room
from .views import ConsoleView, HistoryEntry, Phase, RoomView, SavedRules

log = logging.getLogger(__name__)

MAX_LIVE_ROOMS = 20
HISTORY_LENGTH = 10
# Rules that a group may keep, and how long their names may be.
MAX_SAVED = 20
MAX_NAME = 32


@dataclass(slots=True)
class _Entry:
    """A room's place in memory; it stays as long as somebody holds the lock or waits for it."""

    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    users: int = 0
    room: Room | None = None
    used_at: float = 0.0


Listener = Callable[[RoomView], None]


class Rooms:
    """All rooms, by id. `listener` is called with the new picture after every change."""

    def __init__(self, database: Database, clock: Clock, chance: random.Random) -> None:
        """Decks, nonces and first dealers are drawn from `chance`."""
        self._database = database
        self._clock = clock
        self._chance = chance
        self._entries: dict[int, _Entry] = {}
        self.people = People(database)
        self.listener: Listener = lambda view: None

    # Finding

    async def view(self, room_id: int) -> RoomView:
        """Return a room's public picture. Raises `RefusalError` ("no-room")."""
        async with self._locked(room_id) as room:
            return room.view()

    async def console(self, room_id: int, user_id: int) -> ConsoleView:
        """Return the room as a player may see it. Raises `RefusalError` ("no-room", "not-seated")."""
        async with self._locked(room_id) as room:
            return room.console(room.require_seat(user_id))

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

    async def _views(self, room_ids: list[int]) -> list[RoomView]:
        views = []
        for room_id in room_ids:
            with _passing_over("no-room"):
                views.append(await self.view(room_id))
        return views

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
            )
            for row, names, title, deals in found
            if (rules := _stored_rules(row.rules)) is not None
        ]

    async def record(self, room_id: int) -> dict[str, object]:
        """Return a finished match as a record with names and dates. Raises `RefusalError`."""
        async with self._locked(room_id) as room:
            row = room.row
            meta: dict[str, object] = {
                "players": [user.name if user is not None else "" for user in room.seats],
                "started": _iso(row.created_at),
                "ended": _iso(row.ended_at or row.changed_at),
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

    async def settled(self, room_id: int, version: int) -> None:
        """Note that all chats of the room show this version."""
        async with writing(self._database) as tx:
            await store.settle_room(tx, room_id, version)

    # Lobby

    async def open(
        self, chat_id: int, thread_id: int | None, opener: UserRow | None, rematch_of: Room | None = None
    ) -> RoomView:
        """Open a table in a group; the opener owns it and sits. Nobody does if an anonymous admin asked.

        Raises `RefusalError` ("too-many-rooms").
        """
        chat = await self.people.chat(chat_id)
        if chat is None:
            raise RefusalError("no-room")
        now = self._clock.now()
        if rematch_of is not None:
            rules = rematch_of.rules
        else:
            rules = await self._usual_rules(chat_id, opener)
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
        )
        seats: list[UserRow | None] = [None] * rules.seats
        if rematch_of is not None:
            seats = list(rematch_of.seats)
        elif opener is not None:
            seats[0] = opener
        saved = await self._saved_rules(chat_id)
        async with writing(self._database) as tx:
            if await store.count_live(tx, chat_id) >= MAX_LIVE_ROOMS:
                raise RefusalError("too-many-rooms")
            row.id = await store.insert_room(tx, row)
            await store.replace_seats(tx, row.id, [None if user is None else user.id for user in seats])
        room = Room(row, chat, seats, [])
        room.saved = saved
        # Somebody may hold the place already, with a button of a table to come: that one reads the file.
        self._entries.setdefault(row.id, _Entry(room=room, used_at=now))
        return self._tell(room)

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
            async with self._saving(room) as tx:
                await rule_sets.save_set(tx, chat_id, name, room.row.rules)
                await store.touch_room(tx, room.row)
                room.saved = _as_saved(await rule_sets.load_sets(tx, chat_id))
                if len(room.saved) > MAX_SAVED:
                    raise RefusalError("too-many-saved")
            return self._tell(room)

    async def _usual_rules(self, chat_id: int, opener: UserRow | None) -> Rules:
        """Return what a new table starts from: what its owner chose last in this group."""
        last = None
        if opener is not None:
            async with reading(self._database) as tx:
                last = await rule_sets.last_rules(tx, chat_id, opener.id)
        return _stored_rules(last or {}) or make_rules({})

    async def _saved_rules(self, chat_id: int) -> tuple[SavedRules, ...]:
        async with reading(self._database) as tx:
            return _as_saved(await rule_sets.load_sets(tx, chat_id))

    @asynccontextmanager
    async def _owned(self, room_id: int, user_id: int, revision: int) -> AsyncIterator[Room]:
        """Hold a lobby for a change of its rules by its owner, who saw them as they are."""
        async with self._locked(room_id) as room:
            room.require_lobby()
            room.require_owner(user_id)
            room.require_revision(revision)
            yield room

    async def start(self, room_id: int, user_id: int, revision: int) -> RoomView:
        """Start the match: draw the first dealer and deal. Raises `RefusalError` if it cannot be."""
        async with self._locked(room_id) as room:
            room.require_lobby()
            room.require_seat(user_id)
            room.require_revision(revision)
            room.require_ready()
            async with self._saving(room) as tx:
                room.start(self._chance.randrange(room.rules.seats))
                await self._deal(tx, room)
                await store.update_room(tx, room.row)
            return self._tell(room)

    async def _save_rules(self, room: Room) -> RoomView:
        """Write rules that the owner has chosen: they are the default of the owner's next table here."""
        owner = room.row.owner_id
        assert owner is not None
        async with self._saving(room) as tx:
            await self._write_lobby(tx, room)
            await rule_sets.save_last_rules(tx, room.row.chat_id, owner, room.row.rules)
        return self._tell(room)

    async def _save_lobby(self, room: Room) -> RoomView:
        async with self._saving(room) as tx:
            await self._write_lobby(tx, room)
        return self._tell(room)

    async def _write_lobby(self, tx: Transaction, room: Room) -> None:
        await store.update_room(tx, room.row)
        users = [None if user is None else user.id for user in room.seats]
        await store.replace_seats(tx, room.row.id, users)

    # Match

    async def move(self, room_id: int, user_id: int, deal: int, count: int, code: int) -> RoomView:
        """Do a move: one transaction with the action and all that follows from it.

        Raises `RefusalError`, and of it `IllegalMoveError` where the rules of the game forbid the move.
        """
        async with self._locked(room_id) as room:
            action = room.move(user_id, deal, count, code)
            async with self._saving(room) as tx:
                now = room.row.turn_since = self._clock.now()
                await store.insert_action(tx, room_id, deal, count, str(action), user_id, now)
                match = room.match
                assert match is not None
                if match.deal is not None:
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

    async def was_done(self, room_id: int, user_id: int, deal: int, count: int, code: int) -> bool:
        """Tell whether a player has done this very act at this very place."""
        async with self._locked(room_id) as room:
            seat = room.seat_of(user_id)
            return seat is not None and room.was_done(deal, count, Action(seat, code))

    async def stop(self, room_id: int, user: UserRow, is_admin: bool) -> RoomView:
        """End a room for good: its owner's or a group admin's to do."""
        async with self._locked(room_id) as room:
            self._require_may_stop(room, user.id, is_admin)
            room.stop(user.name, self._clock.now())
            async with self._saving(room) as tx:
                await store.update_room(tx, room.row)
            return self._tell(room)

    async def may_stop(self, room_id: int, user_id: int, is_admin: bool) -> RoomView:
        """Raise unless this person may stop the room."""
        async with self._locked(room_id) as room:
            self._require_may_stop(room, user_id, is_admin)
            return room.view()

    def _require_may_stop(self, room: Room, user_id: int, is_admin: bool) -> None:
        if not room.live:
            raise RefusalError("room-over")
        if not is_admin and room.row.owner_id != user_id:
            raise RefusalError("may-not-stop")

    # People and chats

    async def set_reachable(self, user_id: int, reachable: bool) -> None:
        """Note whether the bot may write to a person; the person's rooms show it."""
        if await self.people.change_user(user_id, reachable=reachable):
            await self.refresh_user(user_id)

    async def set_language(self, user_id: int, language: str) -> None:
        """Speak a language to a person from now on."""
        if await self.people.change_user(user_id, language=language):
            await self.refresh_user(user_id)

    async def set_chat_language(self, chat_id: int, language: str) -> None:
        """Speak a language in a group from now on."""
        if await self.people.change_chat(chat_id, language=language):
            await self.refresh_chat(chat_id)

    async def set_writable(self, chat_id: int, writable: bool) -> bool:
        """Note whether the bot may write in a group; its rooms are shown anew when it may again.

        Tells whether that was news.
        """
        if not await self.people.change_chat(chat_id, writable=writable):
            return False
        await self.refresh_chat(chat_id)
        return True

    async def refresh_user(self, user_id: int) -> None:
        """Let the live rooms of a person show them as they are known now."""
        async with reading(self._database) as tx:
            found = await store.live_rooms_of(tx, user_id)
        await self._refresh(found)

    async def refresh_chat(self, chat_id: int) -> None:
        """Let the rooms of a chat that are live, or not yet shown as they ended, be shown anew.

        Its title, language or id has changed, or the bot may write there again.
        """
        async with reading(self._database) as tx:
            found = await store.unfinished_rooms(tx, chat_id)
        await self._refresh(found)

    async def _refresh(self, room_ids: list[int]) -> None:
        for room_id in room_ids:
            with _passing_over("no-room"):
                async with self._locked(room_id) as room:
                    async with self._saving(room) as tx:
                        await store.touch_room(tx, room.row)
                    self._tell(room)

    async def move_chat(self, old: int, new: int) -> None:
        """Follow a group that became a supergroup: every room of it, in one transaction."""
        try:
            if not await self.people.move_chat(old, new):
                return
        finally:
            # Whoever holds one of these goes on with it: nothing of a room's own changes with its chat.
            for entry in self._entries.values():
                if entry.room is not None and entry.room.row.chat_id == old:
                    entry.room = None
        await self.refresh_chat(new)

    async def drop_thread(self, room_id: int) -> None:
        """Play on in the group itself: the room's topic is gone."""
        async with self._locked(room_id) as room:
            async with self._saving(room) as tx:
                room.row.thread_id = None
                await store.update_room(tx, room.row)
            self._tell(room)

    # Memory

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
        entry = self._entries.setdefault(room_id, _Entry())
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

    async def _load(self, room_id: int) -> Room:
        async with reading(self._database) as tx:
            row = await store.load_room(tx, room_id)
            chat = None if row is None else await load_chat(tx, row.chat_id)
            seated = await store.load_seats(tx, room_id)
            journal = await store.load_journal(tx, room_id)
        if row is None or chat is None:
            raise RefusalError("no-room")
        try:
            users = [seated.get(seat) for seat in range(make_rules(row.rules).seats)]
            return Room(row, chat, users, journal)
        except DebertsError as error:
            # One room that cannot be read is no reason to let the others down. What is wrong with it may name
            # a card of somebody's hand: where it is wrong is enough.
            log.error("room %d does not replay: %s", room_id, _place(error))
            raise RefusalError("no-room") from None

    @asynccontextmanager
    async def _saving(self, room: Room) -> AsyncIterator[Transaction]:
        """Write a change of a held room in one transaction; on any failure the room is read anew."""
        try:
            async with writing(self._database) as tx:
                room.touch(self._clock.now())
                yield tx
        except BaseException:
            self._entries[room.row.id].room = None
            raise

    def _tell(self, room: Room) -> RoomView:
        view = room.view()
        self.listener(view)
        return view


@contextmanager
def _passing_over(kind: str) -> Iterator[None]:
    """Let one kind of refusal pass."""
    try:
        yield
    except RefusalError as error:
        if error.kind != kind:
            raise


def _place(error: DebertsError) -> str:
    """Return where a record is wrong, counted from 0 as records are."""
    deal = getattr(error, "deal", None)
    action = getattr(error, "action", None)
    if deal is None:
        return type(error).__name__
    return f"deal {deal}" if action is None else f"deal {deal}, action {action}"


def _as_saved(rows: list[RuleSetRow]) -> tuple[SavedRules, ...]:
    kept = [(row, _stored_rules(row.rules)) for row in rows]
    return tuple(SavedRules(row.id, row.name, rules) for row, rules in kept if rules is not None)


def _stored_rules(stored: dict[str, Any]) -> Rules | None:
    """Read rules that were valid when they were stored; None if this bot plays them no more."""
    try:
        return make_rules(stored)
    except InvalidRulesError:
        return None


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


def _iso(seconds: float) -> str:
    return datetime.fromtimestamp(seconds, UTC).isoformat(timespec="seconds")
