"""What can go wrong between the bot and Telegram, switched on and off while everything runs."""

from __future__ import annotations

import asyncio
import contextlib
import random
from collections import Counter
from collections.abc import Iterator, Set
from typing import Any, Literal, get_args

from pydantic import ConfigDict
from pydantic.dataclasses import dataclass

from .errors import ApiError, too_many
from .model import Press
from .updates import first_of
from .world import World, asker_gone

Slowness = Literal[0, 1, 3, 10]
Failing = Literal["never", "third", "always"]
Lost = Literal["never", "next", "third", "always"]

REPEAT_SECONDS = 2.0
"""How much later a client sends a press again, on the world's clock."""

LOST_SECONDS = 600.0
"""How long a connection stays open without an answer if the client does not give up, on the world's clock."""


@dataclass(frozen=True, slots=True, config=ConfigDict(strict=True))
class Settings:
    """The state of the page's panel: seconds before each call, the chat answered with 429, and so on.

    The fields mean what those of `Weather` do. Raises pydantic's ValidationError, a ValueError, for what the
    panel does not offer.
    """

    slow: Slowness = 0
    throttled: int | None = None
    lost: Lost = "never"
    failing: Failing = "never"
    repeat: bool = False
    held: bool = False


class Weather:
    """Stands between a world and its bot; fine until something is set. `close` it when done with it.

    - `slow`: seconds of the world's clock before the work of each call, getUpdates excepted. A change also
      counts for the calls that are waiting.
    - `throttled`: ids of the chats where sends and edits are answered with 429 and `retry_after` seconds.
    - `failing`: which sends and edits are answered with 502, their work not done.
    - `lost`: which sends and edits are done but never answered; "next" is one call, then "never" again.
    - `lost_before`: which sends and edits are neither done nor answered.
    - `repeat`: every press comes a second time after 2 s of the clock, under a new id, as clients resend
      them. What the bot answers to that goes nowhere: the person has the answer to the first.
    - `held`: no update reaches the bot, asked for or posted, until this is taken back; then all come.
    - `shuffled`: presses that wait are delivered out of order.

    `only_chats` narrows all but `held` and `shuffled` to calls and presses of these chats, `only_methods` the
    faults of calls to these methods, by their exact names; None is no limit. "third" is every third call of
    those that the filters let through. `chance` decides the order of shuffled presses.
    """

    def __init__(self, world: World, chance: random.Random | None = None) -> None:
        self._world = world
        # The same disorder each time, unless another is asked for.
        self._chance = random.Random(0) if chance is None else chance
        self._changes: list[asyncio.Future[None]] = []
        self._repeats: set[asyncio.Task[None]] = set()
        self._counts: Counter[str] = Counter()
        # Calls that nothing but the clock can bring on, and whose askers are still there, by method.
        self.waiting: Counter[str] = Counter()
        self._is_repeating = False
        self._set_fine()
        world.faults.append(self._before)
        world.faults_after.append(self._after)
        world.press_watchers.append(self._pressed)

    def _set_fine(self) -> None:
        self._slow = 0.0
        self.retry_after = 5
        self.throttled: set[int] = set()
        self.failing: Failing = "never"
        self.lost: Lost = "never"
        self.lost_before: Lost = "never"
        self.repeat = False
        self._is_shuffled = False
        self.only_chats: Set[int] | None = None
        self.only_methods: Set[str] | None = None

    @property
    def slow(self) -> float:
        """Seconds of the world's clock before the work of a call."""
        return self._slow

    @slow.setter
    def slow(self, seconds: float) -> None:
        self._slow = seconds
        changes, self._changes = self._changes, []
        for future in changes:
            if not future.done():
                future.set_result(None)

    @property
    def held(self) -> bool:
        """Whether updates wait, though the bot asks."""
        return self._world.updates.is_held

    @held.setter
    def held(self, held: bool) -> None:
        if held != self.held:
            self._world.updates.hold(held)

    @property
    def shuffled(self) -> bool:
        """Whether presses that wait are delivered out of order."""
        return self._is_shuffled

    @shuffled.setter
    def shuffled(self, shuffled: bool) -> None:
        if shuffled != self._is_shuffled:
            self._is_shuffled = shuffled
            self._world.updates.shuffle_by(self._chance if shuffled else None)

    @property
    def settings(self) -> Settings:
        """What the panel shows: of several throttled chats the first, of another slowness the nearest."""
        slowness: tuple[Slowness, ...] = get_args(Slowness)
        return Settings(
            slow=min(slowness, key=lambda seconds: abs(seconds - self._slow)),
            throttled=min(self.throttled, default=None),
            lost=self.lost,
            failing=self.failing,
            repeat=self.repeat,
            held=self.held,
        )

    def set(self, settings: Settings) -> None:
        """Make it as the panel says; filters and `shuffled` stay as they are."""
        self.throttled = set() if settings.throttled is None else {settings.throttled}
        if settings.failing != self.failing:
            self._counts["failing"] = 0
        if settings.lost != self.lost:
            self._counts["lost"] = 0
        self.failing, self.lost = settings.failing, settings.lost
        self.repeat = settings.repeat
        if not self.repeat:
            self._stop_repeats()
        self.slow = settings.slow
        self.held = settings.held
        self._world.notify()

    def clear(self) -> None:
        """Make everything fine again, filters included; presses still to be repeated are not."""
        self.shuffled = False
        self._set_fine()
        self._counts.clear()
        self._stop_repeats()
        self.slow = 0
        self.held = False
        self._world.notify()

    async def close(self) -> None:
        """Clear, and let go of the world, with no task left; calls whose answer is lost still hang."""
        repeats = list(self._repeats)
        self.clear()
        await asyncio.gather(*repeats, return_exceptions=True)
        world = self._world
        with contextlib.suppress(ValueError):  # closed before
            world.faults.remove(self._before)
            world.faults_after.remove(self._after)
            world.press_watchers.remove(self._pressed)

    # Calls

    async def _before(self, method: str, params: dict[str, Any]) -> None:
        if method == "getUpdates" or not self._concerns(method, params):
            return
        await self._be_slow(method)
        if not _writes(method):
            return
        if self._is_lost("lost_before"):
            await self._hang(method)
            raise ApiError(504, "Gateway Timeout")
        if params.get("chat_id") in self.throttled:
            raise too_many(self.retry_after)
        if self.failing != "never" and (self.failing == "always" or self._is_third("failing")):
            raise ApiError(502, "Bad Gateway")

    async def _after(self, method: str, params: dict[str, Any]) -> None:
        if _writes(method) and self._concerns(method, params) and self._is_lost("lost"):
            await self._hang(method)

    def _is_lost(self, when: Literal["lost", "lost_before"]) -> bool:
        """Tell whether the answer to a call is lost, after the work or before it."""
        which: Lost = getattr(self, when)
        if which == "next":
            setattr(self, when, "never")
            self._world.notify()
        return which in ("next", "always") or (which == "third" and self._is_third(when))

    async def _be_slow(self, method: str) -> None:
        clock = self._world.clock
        start = clock.now()
        while (left := start + self._slow - clock.now()) > 0.001:  # rounding is no reason to sleep again
            change: asyncio.Future[None] = asyncio.get_running_loop().create_future()
            self._changes.append(change)
            with self._waits(method):
                await first_of(clock, left, change)

    async def _hang(self, method: str) -> None:
        """Wait until the asker has gone, then go on: nobody reads the answer."""
        gone = asker_gone.get(None)
        with self._waits(method):
            if not await first_of(self._world.clock, LOST_SECONDS, *([] if gone is None else [gone])):
                raise ApiError(504, "Gateway Timeout")

    @contextlib.contextmanager
    def _waits(self, method: str) -> Iterator[None]:
        """Count a call among those that wait, as long as its asker does, and not among those at work."""
        gone = asker_gone.get(None)
        is_counted = True

        def stop(_: object = None) -> None:
            nonlocal is_counted
            self.waiting[method] -= is_counted
            is_counted = False

        self.waiting[method] += 1
        if gone is not None:
            gone.add_done_callback(stop)
        try:
            with self._world.at_work(-1):
                yield
        finally:
            if gone is not None:
                gone.remove_done_callback(stop)
            stop()

    def _is_third(self, what: str) -> bool:
        self._counts[what] += 1
        return self._counts[what] % 3 == 0

    def _concerns(self, method: str, params: dict[str, Any]) -> bool:
        if self.only_methods is not None and method not in self.only_methods:
            return False
        return self.only_chats is None or self._chat_id(params) in self.only_chats

    def _chat_id(self, params: dict[str, Any]) -> object:
        """Return the chat that a call is about: the one named, or that of the press it answers."""
        press = self._world.presses.get(str(params.get("callback_query_id")))
        return params.get("chat_id") if press is None else press.message.chat.id

    # Presses

    def _pressed(self, press: Press) -> None:
        if not self.repeat or self._is_repeating:
            return
        if self.only_chats is None or press.message.chat.id in self.only_chats:
            task = asyncio.ensure_future(self._press_again(press))
            self._repeats.add(task)
            task.add_done_callback(self._repeats.discard)

    async def _press_again(self, press: Press) -> None:
        await self._world.clock.sleep(REPEAT_SECONDS)
        if press.message.chat.is_blocked:
            return
        self._is_repeating = True
        try:
            self._world.new_press(press.user, press.message, press.data)
        finally:
            self._is_repeating = False

    def _stop_repeats(self) -> None:
        for task in self._repeats:
            task.cancel()


def _writes(method: str) -> bool:
    return method.startswith(("send", "edit"))
