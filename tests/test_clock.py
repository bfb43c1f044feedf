"""Clocks: time that is handed in, stands still, or runs faster."""

from __future__ import annotations

import asyncio
from types import SimpleNamespace

import pytest

from bot.clock import PacedClock, VirtualClock


async def run(clock: VirtualClock, seconds: float) -> None:
    """Let time pass as far as that, and let everybody do what they do then."""
    end = clock.now() + seconds
    for _ in range(10):
        await asyncio.sleep(0)
    while (wake := clock.next_wake()) is not None and wake <= end:
        clock.advance_to(wake)
        for _ in range(10):
            await asyncio.sleep(0)
    clock.advance_to(end)


async def test_virtual_time_stands_still_by_itself() -> None:
    clock = VirtualClock(100.0)
    sleeping = asyncio.create_task(clock.sleep(1))
    for _ in range(100):
        await asyncio.sleep(0)
    assert clock.now() == 100.0
    assert not sleeping.done()
    assert clock.next_wake() == 101.0
    clock.advance(1)
    await sleeping
    assert clock.now() == 101.0
    assert clock.next_wake() is None


async def test_sleepers_wake_in_order_at_their_time() -> None:
    clock = VirtualClock(0.0)
    woken: list[tuple[str, float]] = []

    async def sleep(name: str, seconds: float) -> None:
        await clock.sleep(seconds)
        woken.append((name, clock.now()))

    async with asyncio.TaskGroup() as tasks:
        for name, seconds in (("late", 3), ("first", 1), ("second", 1), ("never too late", 2.5)):
            tasks.create_task(sleep(name, seconds))
        await run(clock, 10)
    assert woken == [("first", 1), ("second", 1), ("never too late", 2.5), ("late", 3)]
    assert clock.now() == 10


async def test_who_wakes_may_sleep_again_within_the_same_while() -> None:
    clock = VirtualClock(0.0)
    ticks = []

    async def tick() -> None:
        for _ in range(4):
            await clock.sleep(2)
            ticks.append(clock.now())

    ticking = asyncio.create_task(tick())
    await run(clock, 7)
    assert ticks == [2, 4, 6]
    await run(clock, 1)
    await ticking
    assert ticks == [2, 4, 6, 8]


async def test_not_to_sleep_is_to_let_others_go_first() -> None:
    clock = VirtualClock(5.0)
    for seconds in (0, -3):
        await clock.sleep(seconds)
    assert clock.now() == 5.0
    assert clock.next_wake() is None


async def test_who_gives_up_sleeping_wakes_nobody() -> None:
    clock = VirtualClock(0.0)
    first, second = (asyncio.create_task(clock.sleep(seconds)) for seconds in (1, 2))
    await asyncio.sleep(0)
    first.cancel()
    await asyncio.wait([first])
    assert clock.next_wake() == 2.0
    clock.advance(5)
    await second
    assert clock.now() == 5.0


async def test_virtual_time_never_goes_back() -> None:
    clock = VirtualClock(50.0)
    clock.advance_to(40.0)
    assert clock.now() == 50.0
    clock.advance(-1)
    assert clock.now() == 50.0


@pytest.mark.parametrize("pace", [1.0, 40.0, 0.5])
def test_paced_time_starts_now_and_runs_at_its_pace(monkeypatch: pytest.MonkeyPatch, pace: float) -> None:
    ticks = 7000.0
    time = SimpleNamespace(time=lambda: 1_800_000_000.0, monotonic=lambda: ticks)
    monkeypatch.setattr("bot.clock.time", time)
    clock = PacedClock(pace)
    assert clock.now() == 1_800_000_000.0
    ticks += 3
    assert clock.now() == 1_800_000_000.0 + 3 * pace


async def test_paced_sleep_is_as_much_shorter(monkeypatch: pytest.MonkeyPatch) -> None:
    slept = []

    async def sleep(seconds: float) -> None:
        slept.append(seconds)

    monkeypatch.setattr("bot.clock.asyncio", SimpleNamespace(sleep=sleep))
    for pace, seconds in ((1.0, 8.0), (4.0, 8.0), (0.5, 8.0), (4.0, -1.0)):
        await PacedClock(pace).sleep(seconds)
    assert slept == [8.0, 2.0, 16.0, 0.0]


@pytest.mark.parametrize("pace", [0.0, -1.0])
def test_a_pace_is_above_zero(pace: float) -> None:
    with pytest.raises(ValueError, match="above zero"):
        PacedClock(pace)
