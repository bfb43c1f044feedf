"""The updates that wait for the bot."""

from __future__ import annotations

import asyncio
import contextlib
import random
from collections import deque
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any

from bot.clock import Clock

from .errors import OTHER_GET_UPDATES, ApiError, bad_request

KEPT_SECONDS = 24 * 3600.0
KINDS = frozenset(
    {
        "message",
        "edited_message",
        "channel_post",
        "edited_channel_post",
        "business_connection",
        "business_message",
        "edited_business_message",
        "deleted_business_messages",
        "message_reaction",
        "message_reaction_count",
        "inline_query",
        "chosen_inline_result",
        "callback_query",
        "shipping_query",
        "pre_checkout_query",
        "purchased_paid_media",
        "poll",
        "poll_answer",
        "my_chat_member",
        "chat_member",
        "chat_join_request",
        "chat_boost",
        "removed_chat_boost",
        "managed_bot",
        "guest_message",
    }
)
_ON_REQUEST = frozenset({"chat_member", "message_reaction", "message_reaction_count"})
DEFAULT_KINDS = KINDS - _ON_REQUEST


@dataclass(frozen=True, slots=True)
class Update:
    """One update: its id, when it was made, and its JSON without the id."""

    id: int
    time: float
    kind: str
    body: dict[str, Any]

    def to_json(self) -> dict[str, Any]:
        """Return the Update."""
        return {"update_id": self.id, self.kind: self.body}


async def first_of(clock: Clock, seconds: float, *others: asyncio.Future[Any]) -> bool:
    """Wait for one of the others, at most that many seconds of the clock; True if one came."""
    alarm = asyncio.ensure_future(clock.sleep(seconds))
    try:
        await asyncio.wait({alarm, *others}, return_when=asyncio.FIRST_COMPLETED)
    finally:
        alarm.cancel()
        await asyncio.gather(alarm, return_exceptions=True)
    return any(other.done() for other in others)


@dataclass(frozen=True, slots=True)
class Backlog:
    """What of a queue is worth keeping when the sandbox stops: its updates, and how it goes on."""

    updates: tuple[Update, ...]
    next_id: int
    allowed: frozenset[str]


class UpdateQueue:
    """Updates in order, each kept until it is confirmed or a day old.

    `is_held` keeps the bot from getting any until it is taken back. With a `chance` in `shuffled_by` no press
    keeps its place among those that wait: their contents are exchanged, since ids and times must grow.
    """

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._updates: deque[Update] = deque()
        self._next_id = 800_000_001
        self._fetched = 0
        self._given = 0
        self._is_held = False
        self._shuffled_by: random.Random | None = None
        self._waiting: list[asyncio.Future[None]] = []
        self._poll: asyncio.Future[None] | None = None
        self.allowed = DEFAULT_KINDS

    def __len__(self) -> int:
        """Return how many updates are not confirmed."""
        self._forget_old()
        return len(self._updates)

    @property
    def unfetched(self) -> int:
        """How many updates are on their way: not given to the bot yet, and not held back."""
        if self._is_held:
            return 0
        self._forget_old()
        return sum(update.id > self._fetched for update in self._updates)

    @property
    def polling(self) -> bool:
        """Whether a getUpdates is waiting for something to happen."""
        return self._poll is not None

    @property
    def is_ready(self) -> bool:
        """Whether there is an update that the bot may have now."""
        return not self._is_held and len(self) > 0

    @property
    def is_held(self) -> bool:
        """Whether updates wait, though the bot asks."""
        return self._is_held

    def hold(self, held: bool) -> None:
        """Keep updates back, or let all of them come."""
        self._is_held = held
        self.wake()

    def shuffle_by(self, chance: random.Random | None) -> None:
        """Mix up the presses that wait, now and from now on; None leaves the rest in order."""
        self._shuffled_by = chance
        places = self._waiting_presses()
        for count in range(2, len(places) + 1):
            self._misplace(places[:count])

    def backlog(self) -> Backlog:
        """Return what waits, as it is now."""
        self._forget_old()
        return Backlog(tuple(self._updates), self._next_id, self.allowed)

    def restore(self, backlog: Backlog) -> None:
        """Go on from there, in a queue that is new; nothing counts as fetched, since the fetcher is gone."""
        self._updates = deque(backlog.updates)
        self._next_id = backlog.next_id
        self.allowed = backlog.allowed

    def push(self, kind: str, body: dict[str, Any]) -> None:
        """Queue an update, if the bot asked for its kind."""
        self._forget_old()
        if kind in self.allowed:
            self._updates.append(Update(self._next_id, self._clock.now(), kind, body))
            self._next_id += 1
            if self._shuffled_by is not None and kind == "callback_query":
                self._misplace(self._waiting_presses())
            self.wake()

    def first(self) -> Update | None:
        """Return the oldest update that the bot may have now, to be posted to it."""
        if not self.is_ready:
            return None
        self._given = max(self._given, self._updates[0].id)
        return self._updates[0]

    def confirm(self, offset: int) -> None:
        """Forget the updates before `offset`; a negative one keeps that many of the newest."""
        if offset < 0:
            while len(self._updates) > -offset:
                self._updates.popleft()
        while self._updates and self._updates[0].id < offset:
            self._updates.popleft()

    def delivered(self, update: Update) -> None:
        """Forget an update that was posted to the bot."""
        with contextlib.suppress(ValueError):
            self._updates.remove(update)

    def clear(self) -> None:
        """Forget everything."""
        self._updates.clear()

    def take(self, limit: int) -> list[Update]:
        """Return the oldest updates that the bot may have now; they stay until confirmed."""
        if not self.is_ready:
            return []
        taken = list(self._updates)[:limit]
        if taken:
            self._fetched = max(self._fetched, taken[-1].id)
        return taken

    def allow(self, kinds: Iterable[object] | None) -> None:
        """Choose the kinds queued from now on; None changes nothing, an empty list means the usual ones."""
        if kinds is None:
            return
        chosen = list(kinds)
        for kind in chosen:
            if not isinstance(kind, str) or kind not in KINDS:
                raise bad_request(f'unknown update type "{kind}" in allowed_updates')
        self.allowed = frozenset(str(kind) for kind in chosen) or DEFAULT_KINDS

    def wake(self) -> None:
        """Let everybody who waits for a change look again."""
        waiting, self._waiting = self._waiting, []
        for future in waiting:
            if not future.done():
                future.set_result(None)

    def changed(self) -> asyncio.Future[None]:
        """Return a future that is done at the next change."""
        self._waiting = [future for future in self._waiting if not future.done()]
        future: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.append(future)
        return future

    def end_poll(self) -> None:
        """End a waiting getUpdates with a conflict."""
        if self._poll is not None and not self._poll.done():
            self._poll.set_exception(ApiError(409, OTHER_GET_UPDATES))

    async def wait(self, seconds: float, closed: asyncio.Future[None]) -> None:
        """Wait until an update is ready, the time is over or the asker is gone; 409 if another one asks."""
        poll: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._poll = poll
        end = self._clock.now() + seconds
        try:
            while not self.is_ready and not poll.done() and not closed.done():
                left = end - self._clock.now()
                if left <= 0.001:  # rounding is no reason to sleep again
                    break
                await first_of(self._clock, left, self.changed(), poll, closed)
            if poll.done():
                poll.result()
        finally:
            poll.cancel()
            if self._poll is poll:
                self._poll = None

    def _waiting_presses(self) -> list[int]:
        """Return the places of the presses that the bot has not seen."""
        seen = max(self._fetched, self._given)
        return [
            place
            for place, update in enumerate(self._updates)
            if update.kind == "callback_query" and update.id > seen
        ]

    def _misplace(self, places: list[int]) -> None:
        """Exchange the last with one before it; done for each in turn, none is left in its place."""
        if self._shuffled_by is None or len(places) < 2:
            return
        updates = self._updates
        one, other = self._shuffled_by.choice(places[:-1]), places[-1]
        first, second = updates[one], updates[other]
        updates[one], updates[other] = replace(first, body=second.body), replace(second, body=first.body)

    def _forget_old(self) -> None:
        oldest = self._clock.now() - KEPT_SECONDS
        while self._updates and self._updates[0].time <= oldest:
            self._updates.popleft()
