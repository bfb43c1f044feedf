"""What the chats show is written to the file a little later, much of it at once."""

from __future__ import annotations

import asyncio
import logging
from contextlib import suppress

from bot.clock import Clock
from bot.rooms.errors import RefusalError
from bot.rooms.service import Rooms

from .shown import Messages

log = logging.getLogger(__name__)

# What edits made the messages show is written so much later: a crash before costs an edit.
FLUSH_SECONDS = 1.0


class WriteBehind:
    """Writes what edits made the messages show, and which rooms all chats show as they are.

    Much of it at once is as cheap as little.
    """

    def __init__(self, rooms: Rooms, messages: Messages, clock: Clock) -> None:
        self._rooms = rooms
        self._messages = messages
        self._clock = clock
        # The rooms that are shown as they are, which the file does not know yet, with the version shown.
        self._settled: dict[int, int] = {}
        self._task: asyncio.Task[None] | None = None
        self._stopped = False

    @property
    def idle(self) -> bool:
        """Whether the file knows everything."""
        return self._task is None

    def settle(self, room_id: int, version: int) -> None:
        """Have it written that all chats show this version of a room."""
        self._settled[room_id] = version
        self.later()

    def later(self) -> None:
        """Have what the messages show written before long."""
        if self._task is None and not self._stopped:
            self._task = asyncio.create_task(self._run(), name="outbox flushing")

    async def stop(self) -> None:
        """Write what there is, if the database takes it, and nothing more."""
        self._stopped = True
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
        with suppress(RefusalError):
            await self.flush()

    async def _run(self) -> None:
        while True:
            await self._clock.sleep(FLUSH_SECONDS)
            try:
                await self.flush()
            except RefusalError:
                continue
            except Exception:
                log.exception("what the chats show could not be written")
                continue
            # What came while the rest was being written has not asked for another time.
            if not self._settled and not self._messages.unsaved:
                self._task = None
                return

    async def flush(self) -> None:
        """Write what the chats show, and which rooms that settles. Raises `RefusalError` ("busy")."""
        settled, self._settled = self._settled, {}
        try:
            await self._messages.flush()
            if settled:
                await self._rooms.settled(settled)
        except BaseException:
            self._settled = {**settled, **self._settled}
            raise
