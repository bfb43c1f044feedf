"""Lanes and pace by themselves: order, waiting, failures, on a clock that is moved by hand."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from itertools import pairwise

import pytest

from bot.clock import VirtualClock
from bot.rooms.errors import RefusalError
from bot.telegram.gateway import ThrottledError, UnsureError
from bot.telegram.lanes import MOST_ANSWERS, MOST_PASSED_OVER, TRIES, Answer, Key, Lanes
from bot.telegram.pace import QUICK_ANSWERS, Pace

GROUP, FRIEND, OTHER = -100, 7, 8


class Calls:
    """Lanes whose passes need a number of calls each, and may fail."""

    def __init__(self) -> None:
        self.clock = VirtualClock()
        self.pace = Pace(self.clock)
        self.lanes = Lanes(self.clock, self.pace, self._work, self._give)
        self.left: dict[Key, int] = {}
        self.errors: list[Exception] = []
        self.made: list[tuple[float, int, object]] = []
        self._start = self.clock.now()

    async def _work(self, chat_id: int, key: Key) -> bool:
        if not self.left.get(key):
            return False
        self.pace.note(chat_id)
        self._make(chat_id, key)
        self.left[key] -= 1
        return True

    async def _give(self, chat_id: int, answer: Answer) -> None:
        await answer.call(chat_id)

    def _make(self, chat_id: int, what: object) -> None:
        self.made.append((round(self.clock.now() - self._start, 3), chat_id, what))
        if self.errors:
            raise self.errors.pop(0)

    def ask(self, chat_id: int, name: object) -> None:
        async def call(chat: int) -> None:
            self._make(chat, name)

        self.lanes.add(chat_id, Answer(name, call))

    def want(self, chat_id: int, room: int, calls: int = 1, after: float = 0.0) -> None:
        self.left[room, chat_id] = calls
        self.lanes.put(chat_id, (room, chat_id), self.clock.now() + after)

    async def run(self, seconds: float = 1000.0) -> None:
        """Let time pass until the lanes are empty."""
        end = self.clock.now() + seconds
        while True:
            for _ in range(12):
                await asyncio.sleep(0)
            wake = self.clock.next_wake()
            if not len(self.lanes) or wake is None or wake > end:
                self.clock.advance_to(end)
                return
            self.clock.advance_to(wake)

    def times(self, chat_id: int) -> list[float]:
        return [time for time, chat, _ in self.made if chat == chat_id]

    def names(self) -> list[object]:
        return [name for _, _, name in self.made]


@pytest.fixture
async def calls() -> AsyncIterator[Calls]:
    made = Calls()
    yield made
    await made.lanes.stop()


async def test_a_private_chat_gets_a_call_a_second_and_a_group_one_in_four(calls: Calls) -> None:
    calls.want(FRIEND, 1, 4)
    calls.want(GROUP, 1, 4)
    await calls.run()
    assert calls.times(FRIEND) == [0, 1, 2, 3]
    assert calls.times(GROUP) == [0, 4, 8, 12]


async def test_a_group_gets_less_than_twenty_calls_a_minute_however_many_are_wanted(calls: Calls) -> None:
    for number in range(60):
        calls.ask(GROUP, number)
        calls.want(GROUP, number % 3, 1)
        await calls.run(1)
    times = calls.times(GROUP)
    assert times
    for time in times:
        assert sum(time <= other < time + 60 for other in times) < 20


async def test_the_passes_of_a_chat_are_made_in_the_order_they_are_due(calls: Calls) -> None:
    calls.want(FRIEND, 1, after=5)
    calls.want(FRIEND, 2, after=3)
    calls.want(FRIEND, 1, after=9)
    await calls.run()
    assert calls.made == [(3, FRIEND, (2, FRIEND)), (5, FRIEND, (1, FRIEND))]


async def test_the_first_answers_go_before_passes_and_the_next_where_no_pass_is_due(calls: Calls) -> None:
    calls.want(GROUP, 1, 2)
    for number in range(7):
        calls.ask(GROUP, number)
    await calls.run()
    group = (1, GROUP)
    assert calls.names() == [0, 1, 2, 3, group, group, 4, 5, 6]
    # A pass is a second after an answer, a group's passes and further answers are four apart.
    assert calls.times(GROUP) == [0, 1, 2, 3, 4, 8, 12, 16, 20]


@pytest.mark.parametrize(("tables", "period"), [(1, 1), (4, 3), (6, 6), (10, 20)])
async def test_no_answer_is_passed_over_for_long_however_many_tables_a_group_has(
    calls: Calls, tables: int, period: int
) -> None:
    asked: dict[object, int] = {}
    for second in range(300):
        if second % period == 0:
            for room in range(tables):
                calls.want(GROUP, room)
        if second >= 60 and second % 10 == 0:
            calls.ask(GROUP, second)
            asked[second] = len(calls.made)
        await calls.run(1)
    await calls.run(60)
    names = calls.names()
    for answer, before in asked.items():
        # The one more is on its way when the question comes.
        assert names.index(answer) - before <= MOST_PASSED_OVER + 1
    times = calls.times(GROUP)
    assert max(sum(time <= other < time + 60 for other in times) for time in times) < 20


@pytest.mark.parametrize("chat", [GROUP, FRIEND])
async def test_who_keeps_asking_hides_no_table(calls: Calls, chat: int) -> None:
    tables, gap = 3, 4 if chat == GROUP else 1
    for second in range(300):
        for room in range(tables):
            calls.want(chat, room)
        calls.ask(chat, second)
        await calls.run(1)
    end = calls.made[-1][0]
    for room in range(tables):
        times = [0, *(time for time, _, name in calls.made if name == (room, chat)), end]
        worst = max(later - sooner for sooner, later in pairwise(times))
        # One slot in four is an answer's, and the first answers of a minute go ahead.
        assert worst <= gap * tables * 4 / 3 + QUICK_ANSWERS
    answers = [time for time, _, name in calls.made if isinstance(name, int)]
    assert len(answers) >= len(calls.made) / (MOST_PASSED_OVER + 1)


async def test_of_answers_with_one_name_the_newest_is_given_and_too_many_are_dropped(calls: Calls) -> None:
    given: list[str] = []

    async def call(text: str) -> None:
        given.append(text)

    for text in ("old", "new"):
        calls.lanes.add(FRIEND, Answer("name", lambda _, text=text: call(text)))  # type: ignore[misc]
    await calls.run()
    assert given == ["new"]
    for number in range(50):
        calls.ask(FRIEND, number)
    await calls.run()
    assert calls.names() == list(range(MOST_ANSWERS))


async def test_a_throttled_chat_waits_as_told_and_the_others_do_not(calls: Calls) -> None:
    calls.errors.append(ThrottledError(30))
    calls.want(FRIEND, 1)
    await calls.run(0.5)
    calls.want(OTHER, 1)
    await calls.run()
    assert calls.times(FRIEND) == [0, 30]
    assert calls.times(OTHER) == [0.5]


async def test_a_chat_that_fails_rests_longer_each_time_and_starts_afresh_when_it_is_well(
    calls: Calls,
) -> None:
    calls.errors += [UnsureError("timeout")] * 9
    calls.want(FRIEND, 1, 2)
    await calls.run()
    gaps = [later - sooner for sooner, later in pairwise(calls.times(FRIEND))]
    assert gaps == [1, 2, 4, 8, 16, 32, 60, 60, 60, 1]


async def test_a_database_that_is_busy_is_waited_for(calls: Calls) -> None:
    calls.errors.append(RefusalError("busy"))
    calls.want(FRIEND, 1)
    await calls.run()
    assert calls.times(FRIEND) == [0, 1]


async def test_a_pass_that_is_broken_does_not_stop_its_chat_and_is_given_up(
    calls: Calls, caplog: pytest.LogCaptureFixture
) -> None:
    broken: list[float] = []
    work = calls._work

    async def fail(chat_id: int, key: Key) -> bool:
        if key[0] == 13:
            broken.append(calls.clock.now())
            raise ZeroDivisionError
        return await work(chat_id, key)

    calls.lanes._work = fail
    calls.want(FRIEND, 13)
    calls.want(FRIEND, 1, 3)
    await calls.run()
    assert len(broken) == TRIES
    assert len(calls.times(FRIEND)) == 3
    assert caplog.text.count("ZeroDivisionError") >= TRIES
    calls.want(FRIEND, 2)
    await calls.run()
    assert calls.names()[-1] == (2, FRIEND)


async def test_a_pass_that_fails_now_and_then_and_is_made_good_is_not_given_up(calls: Calls) -> None:
    """A lane in which something is always due lives for ever, and so does what it remembers."""
    work = calls._work
    done: list[float] = []
    fails = False

    async def work_in_one_call(chat_id: int, key: Key) -> bool:
        nonlocal fails
        if fails and key[0] == 1:
            fails = False
            raise ZeroDivisionError
        await work(chat_id, key)
        if key[0] == 1:
            done.append(calls.clock.now())
        return False

    calls.lanes._work = work_in_one_call
    calls.want(FRIEND, 2, after=1_000_000)
    for _ in range(TRIES * 2):
        fails = True
        calls.want(FRIEND, 1)
        failed = calls.clock.now()
        await calls.run(1000)
        assert done.pop() == failed + 1, "made good after the shortest rest"
        assert not done


async def test_an_answer_that_fails_is_given_up_after_some_tries(calls: Calls) -> None:
    calls.errors += [UnsureError("timeout")] * 50
    calls.ask(FRIEND, "answer")
    await calls.run()
    assert len(calls.times(FRIEND)) == TRIES
    calls.errors.clear()
    calls.ask(FRIEND, "next")
    await calls.run()
    assert calls.names()[-1] == "next"


async def test_what_comes_up_during_a_long_sleep_is_not_slept_through(calls: Calls) -> None:
    calls.want(FRIEND, 1, after=100)
    await calls.run(10)
    calls.want(FRIEND, 2)
    await calls.run()
    assert calls.made == [(10, FRIEND, (2, FRIEND)), (100, FRIEND, (1, FRIEND))]


async def test_a_pass_put_down_again_for_later_while_it_runs_is_gone_on_with_at_once(calls: Calls) -> None:
    work = calls._work

    async def put_again(chat_id: int, key: Key) -> bool:
        more = await work(chat_id, key)
        if more:
            calls.lanes.put(chat_id, key, calls.clock.now() + 50)
        return more

    calls.lanes._work = put_again
    calls.want(FRIEND, 1, 2)
    await calls.run()
    assert calls.times(FRIEND) == [0, 1]


async def test_a_lane_lives_no_longer_than_it_is_needed(calls: Calls) -> None:
    for chat_id in range(1, 30):
        calls.want(chat_id, 1)
    assert len(calls.lanes) == 29
    await calls.run()
    assert len(calls.lanes) == 0
    await calls.run(120)
    calls.pace.forget()
    assert not calls.pace._chats


async def test_after_the_stop_nothing_more_is_taken_on(calls: Calls) -> None:
    calls.want(FRIEND, 1, after=10)
    await calls.lanes.stop()
    calls.want(FRIEND, 2)
    calls.ask(OTHER, "answer")
    await calls.run()
    assert calls.made == []


class Slow:
    """Answers that are on their way until they may end."""

    def __init__(self, calls: Calls) -> None:
        self._calls = calls
        self.under_way: set[asyncio.Task[object]] = set()
        self.may_end = asyncio.Event()
        self.ended: list[int] = []

    async def __call__(self, chat_id: int) -> None:
        task = asyncio.current_task()
        assert task is not None
        self.under_way.add(task)
        await self.may_end.wait()
        self.ended.append(chat_id)

    async def begin(self, *chats: int) -> None:
        for chat_id in chats:
            self._calls.lanes.add(chat_id, Answer("slow", self))
        await self._calls.run(1)


async def test_a_call_on_its_way_at_the_stop_may_end_and_is_the_last_of_its_chat(
    calls: Calls,
) -> None:
    slow = Slow(calls)
    await slow.begin(FRIEND)
    calls.ask(FRIEND, "next")
    calls.want(OTHER, 1, after=10)
    stopping = asyncio.create_task(calls.lanes.stop(slow.under_way))
    for _ in range(12):
        await asyncio.sleep(0)
    assert not stopping.done()
    slow.may_end.set()
    await stopping
    assert slow.ended == [FRIEND]
    assert calls.made == []


async def test_what_hangs_at_the_stop_is_cut_off_and_what_is_no_call_is_so_at_once(
    calls: Calls, monkeypatch: pytest.MonkeyPatch
) -> None:
    slow = Slow(calls)
    await slow.begin(FRIEND, OTHER)
    (friend,) = (task for task in slow.under_way if task.get_name() == f"lane {FRIEND}")
    other = next(task for task in slow.under_way if task is not friend)
    monkeypatch.setattr("bot.telegram.lanes.GRACE_SECONDS", 60)
    stopping = asyncio.create_task(calls.lanes.stop({friend}))
    for _ in range(12):
        await asyncio.sleep(0)
    assert other.cancelled()
    assert not friend.done()
    stopping.cancel()
    monkeypatch.setattr("bot.telegram.lanes.GRACE_SECONDS", 0)
    await calls.lanes.stop({friend})
    assert friend.cancelled()
    assert slow.ended == []


def test_all_chats_together_are_called_less_than_thirty_times_a_second() -> None:
    clock = VirtualClock()
    pace = Pace(clock)
    for chat_id in range(1, 200):
        assert pace.delay(chat_id, answer=False) == 0
        clock.advance(pace.delay_all())
        pace.note(chat_id)
    assert clock.now() - 1_800_000_000 > 199 / 30
