"""Watches the time: turns whose clock is to be looked at, and rooms that nobody touches.

All moments are in the file, so there is nothing to be kept here, and nothing is lost by a restart.
"""

from __future__ import annotations

import asyncio
import logging

from bot.clock import Clock
from bot.rooms.errors import RefusalError
from bot.rooms.service import Rooms

from .outbox import Outbox

log = logging.getLogger(__name__)

# How often the file is asked at the least. No turn ends, and no reminder is due, so soon after it began.
LOOK = 15.0
# No turn ends so soon after the start, or after updates could not be fetched or not be done what they asked
# for: what was pressed meanwhile is on its way, or is pressed again.
DEAF_SECONDS = 60.0
# How often rooms that nobody touches are looked for. After a start the people come first: what they have
# pressed meanwhile is still on its way.
EXPIRY = 600.0


class Hearing:
    """Whether the bot has heard of people lately, as far as it can know."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._failed_at = -DEAF_SECONDS

    def failed(self) -> None:
        """Note that updates could not be fetched, or that what they asked for could not be done."""
        self._failed_at = self._clock.now()

    @property
    def is_good(self) -> bool:
        """Whether nobody can have pressed in vain for so long that it must be here by now."""
        return self._clock.now() - self._failed_at >= DEAF_SECONDS


class Deadlines:
    """Does in time what the rooms' clocks ask for. Start it with `start`, end it with `stop`."""

    def __init__(self, rooms: Rooms, outbox: Outbox, clock: Clock, hearing: Hearing) -> None:
        self._hearing = hearing
        self._rooms = rooms
        self._outbox = outbox
        self._clock = clock
        self._task: asyncio.Task[None] | None = None
        # Rooms that cannot be read now and will not be later.
        self._unreadable: set[int] = set()
        self._expiry_at = clock.now() + EXPIRY

    def start(self) -> None:
        """Begin to watch; what has passed while the bot was down, or deaf, is put off."""
        self._hearing.failed()
        self._task = asyncio.create_task(self._run(), name="deadlines")

    async def stop(self) -> None:
        """End at once."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def _run(self) -> None:
        while True:
            wait = LOOK
            try:
                await self._rooms.catch_up()
                wait = await self._look()
                if self._clock.now() >= self._expiry_at:
                    self._expiry_at = self._clock.now() + EXPIRY
                    await self._rooms.expire()
            except RefusalError as error:
                self._hearing.failed()
                log.warning("the clocks could not be looked at: %s", error.kind)
            except Exception:
                log.exception("the clocks could not be looked at")
            await self._clock.sleep(wait)

    async def _look(self) -> float:
        """Look at every clock that asks for it; returns after how many seconds to look again."""
        due, _ = await self._rooms.to_wake()
        for room_id in due:
            if room_id in self._unreadable:
                continue
            try:
                looked = await self._rooms.look(room_id, self._hearing.is_good)
                if looked is not None and looked.remind:
                    self._outbox.ring(looked.view)
                elif looked is not None and looked.view.overdue:
                    self._outbox.ring_others(looked.view)
            except RefusalError as error:
                log.warning("the clock of room %d could not be looked at: %s", room_id, error.kind)
                if error.kind == "no-room":
                    self._unreadable.add(room_id)
                else:
                    self._hearing.failed()
            except Exception:
                # One room is no reason to let the time of the others stand still.
                log.exception("the clock of room %d could not be looked at", room_id)
        # Those that have been looked at wake at a moment of their own.
        _, following = await self._rooms.to_wake()
        if following is None:
            return LOOK
        return min(LOOK, following - self._clock.now())
