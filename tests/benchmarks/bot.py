"""How much the bot carries, beside a handler that does next to nothing, in the same run.

`uv run python -m tests.benchmarks.bot [--presses N] [--stored N] [--folder DIR]`.

*Throughput*, in turns, on one core: presses at many two-player tables through the whole way (the update
parsed, the press checked, committed with `synchronous=FULL`, rendered, answered, the presser's console
edited). The peer is python-telegram-bot with a handler that commits one row with FULL, answers, and edits a
message with twelve buttons. The processor time of the Telegram in memory and of whoever chooses what to press
is taken off. A second line tells what a press costs with everybody's screens drawn: both consoles and the
group's table.

*Latency*: from a press to its answer, at 200 presses a second. *Memory* and *start*: of a bot with live rooms
in its file, in a process of its own.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import aiosqlite
from telegram import InlineKeyboardButton, InlineKeyboardMarkup, Update
from telegram.ext import CallbackQueryHandler, ContextTypes
from telegram.request import HTTPXRequest

from bot.clock import PacedClock
from bot.telegram.app import App, make_application

from .memory_telegram import MemoryTelegram
from .tables import FIRST_USER, TOKEN, Bench, Table, bench, multiply, press_update, received, without_limits

TABLES = 64
ROUNDS = 9
# Presses under way at a time.
WINDOW = 32
RATE = 200
LATENCY_SECONDS = 10.0
KEYBOARD = InlineKeyboardMarkup(
    [
        [InlineKeyboardButton(f"{row}{place}♠️", callback_data=f"m:1:0:{row}:{place}") for place in range(4)]
        for row in range(3)
    ]
)


class Peer:
    """A handler of python-telegram-bot that commits one row, answers, and edits one message."""

    def __init__(self, app: App, telegram: MemoryTelegram, file: aiosqlite.Connection) -> None:
        self.app = app
        self.telegram = telegram
        self._file = file
        self._lock = asyncio.Lock()
        self._texts = 0
        app.add_handler(CallbackQueryHandler(self._handle))

    async def _handle(self, update: Update, _: ContextTypes.DEFAULT_TYPE) -> None:
        query = update.callback_query
        assert query is not None
        async with self._lock:
            await self._file.execute("INSERT INTO presses (data) VALUES (?)", (query.data,))
            await self._file.commit()
        await query.answer("Готово")
        self._texts += 1
        await query.edit_message_text(f"Ход {self._texts}", reply_markup=KEYBOARD)


@asynccontextmanager
async def peer(path: Path) -> AsyncIterator[Peer]:
    """Have the peer at work on a file of its own."""
    telegram = MemoryTelegram()
    app = make_application(TOKEN, "http://127.0.0.1:1")
    app.bot._request = (telegram, telegram)
    async with aiosqlite.connect(path) as file:
        for pragma in ("journal_mode = WAL", "synchronous = FULL"):
            await file.execute_fetchall(f"PRAGMA {pragma}")
        await file.execute("CREATE TABLE presses (id INTEGER PRIMARY KEY, data TEXT)")
        await file.commit()
        await app.initialize()
        yield Peer(app, telegram, file)
        await app.shutdown()


class Stopwatch:
    """Seconds, and processor seconds, without what the other side of the wire took."""

    def __init__(self, telegram: MemoryTelegram, one: Bench | None = None) -> None:
        self._telegram, self._bench = telegram, one
        self._off = self._others()
        self._wall, self._processor = time.perf_counter(), time.process_time()

    def _others(self) -> float:
        return self._telegram.spent + (self._bench.chosen if self._bench is not None else 0.0)

    def read(self) -> tuple[float, float]:
        """Return both since the start."""
        wall, processor = time.perf_counter() - self._wall, time.process_time() - self._processor
        off = self._others() - self._off
        return wall - off, processor - off


async def run_peer(one: Peer, presses: int) -> tuple[float, float]:
    """Handle presses; returns the seconds and the processor seconds that took."""
    message = {"message_id": 1, "text": "Ход 1", "reply_markup": KEYBOARD.to_dict()}
    updates = [press_update(n, FIRST_USER + n % TABLES, message, "m:1:0:3:17") for n in range(presses)]

    async def worker() -> None:
        while updates:
            (update,) = HTTPXRequest.parse_json_payload(updates.pop())["result"]
            await one.app.process_update(Update.de_json(update, one.app.bot))

    watch = Stopwatch(one.telegram)
    await asyncio.gather(*(worker() for _ in range(WINDOW)))
    return watch.read()


async def run_bot(one: Bench, presses: int, chance: random.Random) -> tuple[float, float, int]:
    """Press at all tables in turn; returns the seconds and processor seconds, and how many presses it were.

    At a table nobody presses again before the presser's console has been drawn anew.
    """
    free: list[Table] = list(one.tables)
    done = 0

    async def worker() -> None:
        nonlocal done
        while done < presses and free:
            table = free.pop(0)
            if (update := one.press(table, chance)) is None:
                continue
            done += 1
            one.presser[table.room_id] = user_id = update[0]
            drawn = one.telegram.drawn(user_id)
            await one.app.process_update(received(update[1], one.app))
            await drawn
            free.append(table)

    watch = Stopwatch(one.telegram, one)
    await asyncio.gather(*(worker() for _ in range(WINDOW)))
    return *watch.read(), done


async def throughput(folder: Path, presses: int) -> None:
    """Print presses a second and what they cost, beside the peer's."""
    chance = random.Random(1)
    rates: list[tuple[float, float]] = []
    costs: list[tuple[float, float]] = []
    async with peer(folder / "peer.sqlite3") as other:
        for number in range(ROUNDS):
            # A new bot each time: tables of old would be at the end of their matches.
            async with bench(folder / f"bot{number}.sqlite3", PacedClock()) as one:
                await one.open_tables(TABLES)
                one.only_the_presser()
                wall, processor, done = await run_bot(one, presses, chance)
                assert one.telegram.calls["editMessageText"] >= done
            their_wall, their_processor = await run_peer(other, done)
            rates.append((done / wall, done / their_wall))
            costs.append((processor / done, their_processor / done))
    async with bench(folder / "all.sqlite3", PacedClock()) as one:
        await one.open_tables(TABLES)
        before = one.telegram.calls["editMessageText"]
        _, whole, done = await run_bot(one, presses, chance)
        edits = one.telegram.calls["editMessageText"] - before
    ratio = statistics.median(ours / theirs for ours, theirs in rates)
    ours, theirs = (statistics.median(column) for column in zip(*rates, strict=True))
    cost, their_cost = (statistics.median(column) * 1000 for column in zip(*costs, strict=True))
    disk = await commit_seconds(folder) * 1000
    print(f"presses a second: {ours:.0f}, peer {theirs:.0f}, ratio {ratio:.2f}")
    print(f"processor time a press: {cost:.2f} ms, peer {their_cost:.2f} ms; a commit here {disk:.2f} ms")
    print(f"with everybody's screens: {whole / done * 1000:.2f} ms a press, {edits / done:.2f} edits")


async def latency(folder: Path) -> None:
    """Print how long answers take at a steady rate, everybody's screens drawn at Telegram's pace."""
    chance = random.Random(2)
    async with bench(folder / "latency.sqlite3", PacedClock()) as one:
        await one.open_tables(4 * RATE)
        sent: dict[str, float] = {}
        handled: list[asyncio.Task[None]] = []
        start = time.perf_counter()
        for number in range(int(RATE * LATENCY_SECONDS)):
            await asyncio.sleep(max(0.0, start + number / RATE - time.perf_counter()))
            if (update := one.press(one.tables[number % len(one.tables)], chance)) is None:
                continue
            press = received(update[1], one.app)
            assert press.callback_query is not None
            sent[press.callback_query.id] = time.perf_counter()
            handled.append(asyncio.create_task(one.app.process_update(press)))
        await asyncio.gather(*handled)
        times = sorted(one.telegram.answered[query] - at for query, at in sent.items())
    half, p99 = (times[int(len(times) * part)] * 1000 for part in (0.5, 0.99))
    print(f"answers at {RATE} presses a second: median {half:.1f} ms, 99 % {p99:.1f} ms")


async def commit_seconds(folder: Path) -> float:
    """Return the median time of a commit of one row with FULL."""
    async with aiosqlite.connect(folder / "disk.sqlite3") as file:
        for pragma in ("journal_mode = WAL", "synchronous = FULL"):
            await file.execute_fetchall(f"PRAGMA {pragma}")
        await file.execute("CREATE TABLE rows (id INTEGER PRIMARY KEY)")
        times = []
        for _ in range(200):
            start = time.perf_counter()
            await file.execute("INSERT INTO rows DEFAULT VALUES")
            await file.commit()
            times.append(time.perf_counter() - start)
    return statistics.median(times)


async def store(path: Path, count: int) -> None:
    """Make a file with so many live rooms, each in the middle of its first deal and shown in its chats."""
    chance = random.Random(3)
    async with bench(path, PacedClock()) as one:
        await one.open_tables(1)
        await run_bot(one, 12, chance)
        await one.shown()
    multiply(path, count)


def resident_bytes() -> int:
    """Return the memory of this process that is in use (Linux)."""
    return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")


async def measure_start(path: Path) -> None:
    """Print, as JSON, the seconds until a press is answered, and the memory with rooms asleep and awake."""
    begun = time.perf_counter()
    async with bench(path, PacedClock()) as one:
        answer = press_update(1, FIRST_USER, {"message_id": 1, "text": "."}, "m:1:0:0:1")
        await one.app.process_update(received(answer, one.app))
        answered = time.perf_counter() - begun
        await one.shown()
        asleep = resident_bytes()
        ids = [room_id for room_id, _ in await one.rooms.waiting()]
        for room_id in ids[:1000]:
            await one.rooms.view(room_id)
        awake = resident_bytes()
    found = {"answered": answered, "asleep": asleep, "awake": awake, "rooms": len(ids)}
    print(json.dumps(found))


def start(folder: Path, count: int) -> None:
    """Print how a bot starts on a file with many live rooms, and what they weigh."""
    found = {}
    for name, rooms in (("empty", 1), ("full", count)):
        path = folder / f"{name}.sqlite3"
        asyncio.run(store(path, rooms))
        arguments = [sys.executable, "-m", "tests.benchmarks.bot", "--start", str(path)]
        found[name] = json.loads(subprocess.run(arguments, check=True, capture_output=True).stdout)
    full, empty = found["full"], found["empty"]
    asleep = (full["asleep"] - empty["asleep"]) / 1e6
    live = (full["awake"] - full["asleep"]) / min(1000, full["rooms"]) / 1e3
    print(f"start with {full['rooms']} live rooms: a press is answered after {full['answered']:.2f} s")
    each = asleep / full["rooms"] * 1e3
    print(
        f"memory: {asleep:.1f} MB over a bot with one room; a room asleep {each:.2f} KB, awake {live:.1f} KB"
    )


def main() -> None:
    """Measure everything, or only a start in this process."""
    parser = argparse.ArgumentParser(description="How much the bot carries.")
    parser.add_argument("--presses", type=int, default=1500, help="presses of a round")
    parser.add_argument("--stored", type=int, default=10_000, help="live rooms in the file at a start")
    parser.add_argument("--folder", default=None, help="where the files go: the disk is part of the time")
    parser.add_argument("--start", type=Path, default=None, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})
    if options.start is not None:
        asyncio.run(measure_start(options.start))
        return
    with tempfile.TemporaryDirectory(dir=options.folder) as name:
        folder = Path(name)
        start(folder, options.stored)
        asyncio.run(latency(folder))
        without_limits()
        asyncio.run(throughput(folder, options.presses))


if __name__ == "__main__":
    main()
