"""Lanes: every chat's calls one after another, at the chat's pace, without holding up the others.

A lane works off passes (see `outbox`), the first due first, and answers to commands: the quick ones (see
`pace`) at once, the others where no pass is due or enough passes went before. So neither busy tables nor
somebody who keeps asking can have it all. Nothing that goes wrong in a lane ends it.
"""

from __future__ import annotations

import asyncio
import logging
import math
from collections import Counter
from collections.abc import Awaitable, Callable, Collection
from dataclasses import dataclass, field

from bot.clock import Clock
from bot.rooms.errors import RefusalError

from .gateway import ThrottledError, UnsureError
from .pace import Pace

log = logging.getLogger(__name__)

# How many passes that are due go before an answer that is not quick.
MOST_PASSED_OVER = 3
# Answers that wait in one chat; more is somebody's finger on the button.
MOST_ANSWERS = 10
TRIES = 5
# How long a call may go on after the stop: cut off, a message may be left that the bot does not know.
GRACE_SECONDS = 1.0
LONGEST_BACKOFF = 60.0

Key = tuple[int, int]
"""What a pass is over: a room and an audience."""


@dataclass(slots=True)
class Answer:
    """One call that a command or press asked for; of two with one name only the newer is made.

    `follows`: it may be made in the chat that a group has become.
    """

    name: object
    call: Callable[[int], Awaitable[object]]
    follows: bool = False
    tries: int = 0


@dataclass(slots=True)
class _Lane:
    """What is to be done in one chat: passes by when they are due, and answers."""

    due: dict[Key, float] = field(default_factory=dict)
    answers: list[Answer] = field(default_factory=list)
    # How many passes were made since the first answer waits.
    passed_over: int = 0
    wake: asyncio.Event = field(default_factory=asyncio.Event)
    blocked_until: float = 0.0
    failures: int = 0
    broken: Counter[Key] = field(default_factory=Counter)
    task: asyncio.Task[None] | None = None


class Lanes:
    """All lanes, by chat. A lane lives as long as it has something to do.

    `work` makes a pass's next call in a chat and tells whether to come back for more; `give` makes an
    answer's. What they raise of `ThrottledError`, `UnsureError` and `RefusalError` ("busy") is tried again
    later; other errors are logged and tried again a few times.
    """

    def __init__(
        self,
        clock: Clock,
        pace: Pace,
        work: Callable[[int, Key], Awaitable[bool]],
        give: Callable[[int, Answer], Awaitable[None]],
    ) -> None:
        self._clock = clock
        self._pace = pace
        self._work = work
        self._give = give
        self._lanes: dict[int, _Lane] = {}
        self._stopped = False

    def __len__(self) -> int:
        """Return how many chats have something left to do."""
        return len(self._lanes)

    def passes(self, chat_id: int) -> int:
        """Return how many passes wait in a chat, or are due later."""
        lane = self._lanes.get(chat_id)
        return 0 if lane is None else len(lane.due)

    def put(self, chat_id: int, key: Key, moment: float) -> None:
        """Have a pass made in a chat at `moment`, or sooner if it is due sooner already."""
        if not self._stopped:
            due = self._lane(chat_id).due
            due[key] = min(moment, due.get(key, moment))

    def add(self, chat_id: int, answer: Answer) -> None:
        """Have an answer given in a chat."""
        if self._stopped:
            return
        answers = self._lane(chat_id).answers
        for waiting in answers:
            if waiting.name == answer.name:
                waiting.call = answer.call
                return
        if len(answers) >= MOST_ANSWERS:
            log.info("an answer was dropped: %d are waiting already", len(answers))
            return
        answers.append(answer)

    async def stop(self, under_way: Collection[asyncio.Task[object]] = ()) -> None:
        """End at once, whatever is left; lanes with a call `under_way` may see it end, within a second."""
        self._stopped = True
        tasks = [lane.task for lane in self._lanes.values() if lane.task is not None]
        for task in tasks:
            if task not in under_way:
                task.cancel()
        if calling := [task for task in tasks if task in under_way]:
            await asyncio.wait(calling, timeout=GRACE_SECONDS)
            for task in calling:
                task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def _lane(self, chat_id: int) -> _Lane:
        lane = self._lanes.get(chat_id)
        if lane is None:
            lane = self._lanes[chat_id] = _Lane()
            lane.task = asyncio.create_task(self._run(chat_id, lane), name=f"lane {chat_id}")
        lane.wake.set()
        return lane

    async def _run(self, chat_id: int, lane: _Lane) -> None:
        while (lane.answers or lane.due) and not self._stopped:
            now = self._clock.now()
            key = min(lane.due, key=lambda one: lane.due[one], default=None)
            wait = math.inf
            if key is not None:
                wait = max(lane.due[key] - now, self._pace.delay(chat_id, answer=False))
            answers = self._answers_first(chat_id, lane, wait)
            if answers:
                wait = max(self._pace.delay(chat_id, answer=True), self._pace.delay_all())
            wait = max(wait, lane.blocked_until - now)
            if wait > 0:
                await self._nap(lane, wait)
            elif answers:
                lane.passed_over = 0
                await self._answer(chat_id, lane, lane.answers.pop(0))
            elif key is not None:
                lane.passed_over = lane.passed_over + 1 if lane.answers else 0
                del lane.due[key]
                await self._pass(chat_id, lane, key)
        del self._lanes[chat_id]

    def _answers_first(self, chat_id: int, lane: _Lane, pass_wait: float) -> bool:
        """Tell whether an answer is next, where the next pass has to wait so many seconds."""
        return bool(lane.answers) and (
            self._pace.is_quick(chat_id)
            or lane.passed_over >= MOST_PASSED_OVER
            or self._pace.delay(chat_id, answer=True) < pass_wait
        )

    async def _nap(self, lane: _Lane, seconds: float) -> None:
        """Sleep, but wake up when the lane gets something to do."""
        lane.wake.clear()
        tasks = {
            asyncio.ensure_future(self._clock.sleep(seconds)),
            asyncio.ensure_future(lane.wake.wait()),
        }
        try:
            await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in tasks:
                task.cancel()

    async def _pass(self, chat_id: int, lane: _Lane, key: Key) -> None:
        try:
            more = await self._work(chat_id, key)
            lane.failures = 0
            if not more:
                lane.broken.pop(key, None)
                return
        except Exception as error:
            if not self._rest(lane, error):
                lane.broken[key] += 1
                if lane.broken[key] >= TRIES:
                    del lane.broken[key]
                    return
        if key not in lane.due or lane.due[key] > self._clock.now():
            lane.due[key] = self._clock.now()

    async def _answer(self, chat_id: int, lane: _Lane, answer: Answer) -> None:
        self._pace.note(chat_id, answer=True)
        try:
            await self._give(chat_id, answer)
            lane.failures = 0
        except Exception as error:
            again = self._rest(lane, error)
            if not isinstance(error, ThrottledError):
                answer.tries += 1
            if again and answer.tries < TRIES:
                lane.answers.insert(0, answer)
            elif again:
                log.warning("an answer could not be sent: it failed %d times", TRIES)

    def _rest(self, lane: _Lane, error: Exception) -> bool:
        """Let a lane rest after a failure, longer each time; tells whether it is one that passes."""
        if isinstance(error, ThrottledError):
            lane.blocked_until = self._clock.now() + error.seconds
            return True
        lane.failures += 1
        seconds = min(LONGEST_BACKOFF, 2.0 ** min(lane.failures, 10) / 2)
        lane.blocked_until = self._clock.now() + seconds
        if isinstance(error, UnsureError):
            return True
        if isinstance(error, RefusalError) and error.kind == "busy":
            return True
        log.error("the outbox failed", exc_info=error)
        return False
