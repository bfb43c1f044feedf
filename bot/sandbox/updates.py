"""The updates that wait for the bot."""

from __future__ import annotations

import asyncio
import contextlib
from collections import deque
from collections.abc import Iterable
from dataclasses import dataclass
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


class UpdateQueue:
    """Updates in order, each kept until it is confirmed or a day old."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._updates: deque[Update] = deque()
        self._next_id = 800_000_001
        self._fetched = 0
        self._waiting: list[asyncio.Future[None]] = []
        self._poll: asyncio.Future[None] | None = None
        self.allowed = DEFAULT_KINDS

    def __len__(self) -> int:
        """Return how many updates are not confirmed."""
        self._forget_old()
        return len(self._updates)

    @property
    def unfetched(self) -> int:
        """How many updates the bot has not been given."""
        self._forget_old()
        return sum(update.id > self._fetched for update in self._updates)

    @property
    def polling(self) -> bool:
        """Whether a getUpdates is waiting for something to happen."""
        return self._poll is not None

    def push(self, kind: str, body: dict[str, Any]) -> None:
        """Queue an update, if the bot asked for its kind."""
        self._forget_old()
        if kind in self.allowed:
            self._updates.append(Update(self._next_id, self._clock.now(), kind, body))
            self._next_id += 1
            self.wake()

    def first(self) -> Update | None:
        """Return the oldest update."""
        self._forget_old()
        return self._updates[0] if self._updates else None

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
        """Return the oldest updates; they stay until confirmed."""
        self._forget_old()
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
        """Wait until there is an update, the time is over or the asker is gone; 409 if another one asks."""
        poll: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._poll = poll
        end = self._clock.now() + seconds
        try:
            while not self._updates and not poll.done() and not closed.done():
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

    def _forget_old(self) -> None:
        oldest = self._clock.now() - KEPT_SECONDS
        while self._updates and self._updates[0].time <= oldest:
            self._updates.popleft()
