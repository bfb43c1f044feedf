"""The operator's side of the running bot: whose it is, where it may play, and how it is."""

from __future__ import annotations

from dataclasses import dataclass, field

import bot
from bot.clock import Clock
from bot.rooms.access import reading
from bot.rooms.memory import loaded
from bot.rooms.service import Rooms
from bot.screens.status import Status
from bot.store import counts
from bot.store.database import Database
from bot.store.people import UserRow
from bot.store.schema import VERSION

from .outbox import Outbox
from .problems import LastProblems


@dataclass(slots=True)
class House:
    """What the operator has set: the own account, None for nobody, and the only groups, empty for all.

    A group that becomes a supergroup stays allowed under its new id until the bot ends.
    """

    operator_id: int | None = None
    allowed_chats: set[int] = field(default_factory=set)


class Operator:
    """Answers the operator, and nobody else."""

    def __init__(self, house: House, database: Database, rooms: Rooms, outbox: Outbox, clock: Clock) -> None:
        self.house = house
        self.problems = LastProblems()
        self._database = database
        self._rooms = rooms
        self._outbox = outbox
        self._clock = clock
        self._started = clock.now()

    def is_operator(self, user: UserRow | None) -> bool:
        """Tell whether this is the operator's account."""
        return user is not None and user.id == self.house.operator_id

    async def status(self, updates: int) -> Status:
        """Return how the bot is; `updates` wait to be handled. Raises `RefusalError` ("busy")."""
        async with reading(self._database) as tx:
            phases = await counts.rooms_by_phase(tx)
            database_bytes, log_bytes = await counts.sizes(tx)
        chats_behind, rooms_behind = self._outbox.backlog
        return Status(
            version=bot.__version__,
            schema=VERSION,
            uptime=self._clock.now() - self._started,
            lobbies=phases.pop("lobby", 0),
            playing=phases.pop("playing", 0),
            ended=sum(phases.values()),
            loaded=loaded(self._rooms),
            chats_behind=chats_behind,
            rooms_behind=rooms_behind,
            updates=updates,
            database_bytes=database_bytes,
            log_bytes=log_bytes,
            problems=[(one.at, one.level, one.kind) for one in self.problems.newest()],
        )
