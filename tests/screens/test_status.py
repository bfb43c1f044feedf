"""The operator's message, word by word."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.locales import texts
from bot.screens.parts import Screen
from bot.screens.status import Status, status

from .checks import check_screen

RU, EN = texts("ru"), texts("en")
QUIET = Status(
    version="0.1.0",
    schema=2,
    uptime=93_784.0,  # 1 day, 2 hours, 3 minutes and 4 seconds
    lobbies=1,
    playing=12,
    ended=345,
    loaded=9,
    chats_behind=2,
    rooms_behind=3,
    updates=0,
    database_bytes=1_449_999,
    log_bytes=0,
)


def test_nothing_has_gone_wrong() -> None:
    assert status(QUIET, EN).splitlines() == [
        "<b>🛠 The bot</b>",
        "",
        "Version 0.1.0 · schema 2 · up 1 d 2 h 3 min",
        "Tables: 12 playing, 1 gathering, 345 ended",
        "9 in memory, 4 asleep",
        "Waiting: 2 chats, 3 tables, 0 updates",
        "Database 1.4 MB · log 0 B",
        "",
        "No problems so far.",
    ]
    check_screen(Screen(status(QUIET, RU)))


def test_something_has() -> None:
    problems = [
        (1_767_225_600.0, "ERROR", "bot.telegram.app.on_error (ValueError)"),
        (0.0, "WARNING", "<x>._polling_failed"),
    ]
    text = status(replace(QUIET, problems=problems), RU)
    assert text.splitlines()[-3:] == [
        "Последние ошибки (UTC):",
        "<code>01.01 00:00 ERROR bot.telegram.app.on_error (ValueError)</code>",
        "<code>01.01 00:00 WARNING &lt;x&gt;._polling_failed</code>",
    ]
    check_screen(Screen(text))


@pytest.mark.parametrize(
    ("count", "said"),
    [
        (999, "999 B"),
        (1000, "1.0 KB"),
        (4_100_000, "4.1 MB"),
        (12_000_000_000, "12.0 GB"),
        (10**13, "10000.0 GB"),
    ],
)
def test_sizes(count: int, said: str) -> None:
    assert f"Database {said} ·" in status(replace(QUIET, database_bytes=count), EN)
