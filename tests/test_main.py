"""The command line: what it prints, where, and how it exits."""

from __future__ import annotations

import asyncio
import io
import json
import logging
import os
import signal
import socket
import subprocess
import sys
from collections.abc import Awaitable, Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from bot.__main__ import LineFormatter, main
from bot.clock import PacedClock
from bot.sandbox import World, serve

ROOT = Path(__file__).parent.parent
SETTINGS = ("BOT_TOKEN", "DATABASE_PATH", "BOT_API_URL", "LOG_LEVEL", "PACE", "WEBHOOK_URL", "WEBHOOK_SECRET")
TOKEN = "7000000001:AAsandbox_token_of_no_value_at_all"

# Dealer 0, so seat 1 is eldest; 7S 8S 9S and KS AS 7C are its first cards, JC is the upcard (rules.md 3).
DECK = [rank + suit for suit in "SCDH" for rank in "789TJQKA"]
VOID = {"deck": DECK, "actions": ["1 pass", "0 pass", "1 pass", "0 pass"]}
RECORD = {"format": "deberts/1", "first_dealer": 0, "deals": [VOID, {"deck": DECK, "actions": ["0 pass"]}]}


@pytest.fixture(autouse=True)
def nothing_set(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.chdir(tmp_path)
    for name in SETTINGS:
        monkeypatch.delenv(name, raising=False)
    level = logging.getLogger("bot").level
    yield
    logging.getLogger("bot").setLevel(level)


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    """Run a command in this process; returns exit code, output and errors."""
    try:
        code = main(list(arguments))
    except SystemExit as end:
        assert isinstance(end.code, int)
        code = end.code
    shown = capsys.readouterr()
    return code, shown.out, shown.err


def one_line(text: str) -> str:
    assert len(text.splitlines()) == 1
    assert text.endswith("\n")
    return text


# replay (record-format.md)


def test_replay_prints_one_object(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "match.json"
    file.write_text(json.dumps(RECORD), encoding="utf-8")
    code, out, err = run(capsys, "replay", str(file))
    assert (code, err) == (0, "")
    shown = json.loads(one_line(out))
    void, opened = shown["deals"]
    assert (void["outcome"], void["dealer"], void["upcard"]) == ("void", 0, "JC")
    assert (void["totals"], void["next_dealer"], void["written"]) == ([0, 0], 1, None)
    assert (opened["outcome"], opened["dealer"], opened["next_dealer"]) == ("open", 1, None)
    assert shown["next"] == ["1 order C", "1 pass"]
    assert shown["match"] == {"over": False, "winners": [], "result": [0, 0]}
    assert "legal" not in void


def test_replay_lists_what_was_legal_if_asked(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "match.json"
    file.write_text(json.dumps(RECORD), encoding="utf-8")
    code, out, _ = run(capsys, "replay", "--legal", str(file))
    assert code == 0
    second = ["order D", "order H", "order S", "pass"]
    assert json.loads(out)["deals"][0]["legal"] == [
        ["1 order C", "1 pass"],
        ["0 order C", "0 pass"],
        [f"1 {call}" for call in second],
        [f"0 {call}" for call in second],
    ]


def test_replay_reads_standard_input(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "stdin", SimpleNamespace(buffer=io.BytesIO(json.dumps(RECORD).encode())))
    code, out, err = run(capsys, "replay", "-")
    assert (code, err) == (0, "")
    assert [deal["outcome"] for deal in json.loads(out)["deals"]] == ["void", "open"]


@pytest.mark.parametrize(
    ("record", "deal", "action"),
    [
        ({**RECORD, "deals": [VOID, {"deck": DECK, "actions": ["1 pass"]}]}, 1, 0),
        ({**RECORD, "deals": [VOID, {"deck": DECK[:31], "actions": []}]}, 1, None),
        ({**RECORD, "format": "deberts/2"}, None, None),
        ({**RECORD, "rules": {"buy_in": 2}}, None, None),
        ([], None, None),
    ],
)
def test_replay_of_what_cannot_be_prints_where_and_why(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], record: object, deal: int | None, action: int | None
) -> None:
    file = tmp_path / "match.json"
    file.write_text(json.dumps(record), encoding="utf-8")
    code, out, err = run(capsys, "replay", str(file))
    assert (code, err) == (1, "")
    error = json.loads(one_line(out))["error"]
    assert (error["deal"], error["action"]) == (deal, action)
    assert set(error) == {"deal", "action", "message"}
    assert error["message"]


def test_replay_of_lines_answers_each_and_exits_with_0(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "matches.jsonl"
    lines = [json.dumps(RECORD), "", "no json", "   ", json.dumps({**RECORD, "deals": []})]
    file.write_text("\n".join(lines), encoding="utf-8")
    code, out, err = run(capsys, "replay", "--jsonl", str(file))
    assert (code, err) == (0, "")
    first, second, third = (json.loads(line) for line in out.splitlines())
    assert len(first["deals"]) == 2
    assert second["error"]["deal"] is None
    assert third["deals"] == []


def test_replay_of_no_lines_answers_nothing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "matches.jsonl"
    file.write_bytes(b"\n\n")
    assert run(capsys, "replay", "--jsonl", str(file)) == (0, "", "")


def test_a_file_that_cannot_be_read_is_one_line_and_2(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for file in (tmp_path / "nowhere.json", tmp_path):
        code, out, err = run(capsys, "replay", str(file))
        assert (code, out) == (2, "")
        assert str(file) in one_line(err)
    monkeypatch.setattr(sys, "stdin", None)
    code, out, err = run(capsys, "replay", "-")
    assert (code, out) == (2, "")
    one_line(err)


@pytest.mark.parametrize(
    "arguments",
    [
        ["replay"],
        ["replay", "--legal"],
        ["replay", "a.json", "b.json"],
        ["replay", "--verbose", "a.json"],
        ["replay", "--leg", "a.json"],
        ["replay", "--legal=yes", "a.json"],
        ["play"],
        ["--fast"],
        ["run", "now"],
        ["demo", "--seed", "many"],
        ["two\nlines"],
    ],
)
def test_wrong_usage_is_one_line_and_2(capsys: pytest.CaptureFixture[str], arguments: list[str]) -> None:
    code, out, err = run(capsys, *arguments)
    assert (code, out) == (2, "")
    one_line(err)


def test_as_a_process_it_answers_each_line_at_once() -> None:
    process = subprocess.Popen(
        [sys.executable, "-m", "bot", "replay", "--jsonl", "-"],
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    with process:
        assert process.stdin is not None
        assert process.stdout is not None
        assert process.stderr is not None
        for record in (RECORD, {}):
            process.stdin.write(json.dumps(record).encode() + b"\n")
            process.stdin.flush()
            assert set(json.loads(process.stdout.readline())) in ({"deals", "next", "match"}, {"error"})
        # The reader goes away; the writer finds out, and says nothing.
        process.stdout.close()
        process.stdin.write(json.dumps(RECORD).encode() + b"\n")
        process.stdin.close()
        assert process.stderr.read() == b""
    assert process.returncode == 1


# run: what keeps it from starting


def test_to_run_without_a_token_is_one_line_and_1(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = run(capsys, "run")
    assert (code, out) == (1, "")
    assert "BOT_TOKEN" in one_line(err)


@pytest.mark.parametrize(
    ("name", "value"), [("LOG_LEVEL", "chatty"), ("BOT_TOKEN", "AAsandbox"), ("PACE", "quick")]
)
def test_a_bad_setting_is_one_line_with_its_name(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], name: str, value: str
) -> None:
    monkeypatch.setenv("BOT_TOKEN", TOKEN)
    monkeypatch.setenv(name, value)
    code, out, err = run(capsys, "run")
    assert (code, out) == (1, "")
    assert name in one_line(err)
    assert value not in err


def test_an_unusable_database_is_one_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("BOT_TOKEN", TOKEN)
    for path in (tmp_path, tmp_path / "text.sqlite3"):
        if path != tmp_path:
            path.write_text("a shopping list " * 100, encoding="utf-8")
        monkeypatch.setenv("DATABASE_PATH", str(path))
        code, out, err = run(capsys, "run")
        assert (code, out) == (1, "")
        assert str(path) in one_line(err)


def test_an_api_that_cannot_be_reached_is_one_line(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    monkeypatch.setenv("BOT_TOKEN", TOKEN)
    monkeypatch.setenv("BOT_API_URL", f"http://127.0.0.1:{port}")
    code, out, err = run(capsys, "run")
    assert (code, out) == (1, "")
    assert f"127.0.0.1:{port}" in one_line(err)
    assert TOKEN not in err


def test_a_database_that_fails_at_the_start_is_one_line(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from bot.rooms.errors import RefusalError

    async def fail(settings: object) -> None:
        raise RefusalError("busy")

    monkeypatch.setenv("BOT_TOKEN", TOKEN)
    monkeypatch.setattr("bot.telegram.run.serve", fail)
    code, out, err = run(capsys, "run")
    assert (code, out) == (1, "")
    assert "database" in one_line(err)


# Without arguments


@pytest.fixture
def played(monkeypatch: pytest.MonkeyPatch) -> list[tuple[int | None, bool]]:
    """Note with what the demo is asked to play, instead of playing."""
    calls: list[tuple[int | None, bool]] = []

    async def play(seed: int | None, fast: bool) -> int:
        calls.append((seed, fast))
        return 0

    monkeypatch.setattr("bot.sandbox.demo.play", play)
    return calls


def test_without_arguments_and_token_it_says_how_to_get_one_and_plays_the_demo(
    capsys: pytest.CaptureFixture[str], played: list[tuple[int | None, bool]]
) -> None:
    code, out, err = run(capsys)
    assert (code, err) == (0, "")
    assert len([line for line in out.splitlines() if line]) == 2
    assert "BOT_TOKEN" in out
    assert "@BotFather" in out
    assert played == [(None, False)]


def test_without_arguments_a_bad_setting_is_still_told(
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    played: list[tuple[int | None, bool]],
) -> None:
    monkeypatch.setenv("LOG_LEVEL", "chatty")
    code, out, err = run(capsys)
    assert (code, out) == (1, "")
    one_line(err)
    assert played == []


def test_the_demo_plays_what_it_is_told(
    capsys: pytest.CaptureFixture[str], played: list[tuple[int | None, bool]]
) -> None:
    assert run(capsys, "demo", "--seed", "7", "--fast") == (0, "", "")
    assert played == [(7, True)]


# The log


def record_of(name: str, message: str, error: BaseException | None = None) -> logging.LogRecord:
    info = None if error is None else (type(error), error, error.__traceback__)
    return logging.LogRecord(name, logging.ERROR, "file.py", 1, message, ("%",), info)


def raised() -> ValueError:
    try:
        raise ValueError(f"no such\naddress: https://example.org/bot{TOKEN}/getMe")
    except ValueError as error:
        return error


@pytest.mark.parametrize("name", ["telegram.ext.Updater", "asyncio", "httpx", "botany"])
def test_what_others_log_is_one_line_without_the_token(name: str) -> None:
    line = LineFormatter([TOKEN]).format(record_of(name, f"bot{TOKEN}\nfailed at 100%s", raised()))
    assert len(line.splitlines()) == 1
    assert "failed at 100%" in line
    assert "ValueError: no such address: https://example.org/bot***/getMe" in line
    assert TOKEN not in line


def test_our_own_errors_keep_their_traceback_but_not_the_token() -> None:
    text = LineFormatter([TOKEN]).format(record_of("bot.telegram.app", "a handler failed%s", raised()))
    assert "Traceback" in text
    assert "in raised" in text
    assert TOKEN not in text


# The running bot, as an operator sees it


@dataclass
class Process:
    """A bot on a world, and what it has written to standard error."""

    world: World
    process: asyncio.subprocess.Process
    lines: list[str] = field(default_factory=list)

    async def says(self, words: str) -> None:
        """Read on until it has said something."""
        while not any(words in line for line in self.lines):
            assert self.process.stderr is not None
            line = await self.process.stderr.readline()
            assert line, f"it never said {words!r}: {self.lines}"
            self.lines.append(line.decode())

    async def ends(self, number: signal.Signals | None = None, within: float = 60.0) -> None:
        """Send a signal, if one is given, and wait for the end."""
        if number is not None and self.process.returncode is None:
            self.process.send_signal(number)
        assert self.process.stderr is not None
        async with asyncio.timeout(within):
            self.lines += (await self.process.stderr.read()).decode().splitlines(keepends=True)
            await self.process.wait()
