"""The command line: what it prints, where, and how it exits."""

from __future__ import annotations

import asyncio
import contextlib
import io
import json
import logging
import os
import re
import signal
import socket
import sqlite3
import subprocess
import sys
import threading
from collections.abc import Awaitable, Callable, Iterator, Mapping
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from bot.__main__ import LineFormatter, main
from bot.clock import PacedClock
from bot.sandbox import Sandbox, World, serve
from bot.sandbox.page.run import Options
from bot.store.database import Database
from bot.store.schema import VERSION
from tests.store.test_open import damaged, newer, of_another_program

ROOT = Path(__file__).parent.parent
SETTINGS = (
    "BOT_TOKEN",
    "DATABASE_PATH",
    "BOT_API_URL",
    "LOG_LEVEL",
    "PACE",
    "WEBHOOK_URL",
    "WEBHOOK_SECRET",
    "ALLOWED_CHATS",
    "OPERATOR_ID",
)
# How long a stop may take, and the Python around it on a slow machine.
STOP_SECONDS = 5.0 + 3.0
TOKEN = "7000000001:AAsandbox_token_of_no_value_at_all"

# Dealer 0, so seat 1 is eldest; 7S 8S 9S and KS AS 7C are its first cards, JC is the upcard (rules.md 3).
DECK = [rank + suit for suit in "SCDH" for rank in "789TJQKA"]
VOID = {"deck": DECK, "actions": ["1 pass", "0 pass", "1 pass", "0 pass"]}
RECORD: dict[str, Any] = {
    "format": "deberts/1",
    "first_dealer": 0,
    "deals": [VOID, {"deck": DECK, "actions": ["0 pass"]}],
}


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
    code: int | str | None
    try:
        code = main(list(arguments))
    except SystemExit as end:
        code = end.code
    shown = capsys.readouterr()
    assert isinstance(code, int)
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
        ["page", "--port", "65536"],
        ["page", "--port", "web"],
        ["page", "--pace", "0"],
        ["page", "--pace", "nan"],
        ["page", "--host"],
        ["two\nlines"],
        ["backup"],
        ["backup", "--forc", "a"],
        ["backup", "a", "b"],
        ["check", "a", "b"],
        ["verify"],
        ["verify", "--legal", "a"],
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


# verify

# By `sha256sum`.
NONCES = {
    "0123456789abcdef0123456789abcdef": "09ea6d606599f64b6f0aa0ddbaf51219222f256b479edddd62f83533d567a0e2",
    "f" * 32: "d6306a175650c03920541b3c657ccc1ad3b708d9585e2a6bba12fb31e01b2cdd",
}
SEALED = {**RECORD, "deals": [{**deal, "nonce": n} for deal, n in zip(RECORD["deals"], NONCES, strict=True)]}
AS_SHOWN = (
    "deal 1\n09ea6d60 6599f64b 6f0aa0dd baf51219\n222f256b 479edddd 62f83533 d567a0e2\n"
    "deal 2\nd6306a17 5650c039 20541b3c 657ccc1a\nd3b708d9 585e2a6b ba12fb31 e01b2cdd\n"
)


@pytest.mark.parametrize(
    ("told", "verdict"),
    [
        (None, "no meta.commitments"),
        (list(NONCES.values()), "each is the one"),
        # As somebody has copied them from the chat.
        ([f"{one[:32].upper()}\n {one[32:]}" for one in NONCES.values()], "each is the one"),
    ],
)
def test_verify_prints_what_the_chat_showed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], told: list[str] | None, verdict: str
) -> None:
    file = tmp_path / "match.json"
    meta = {"players": ["Анна", "Борис"], **({} if told is None else {"commitments": told})}
    file.write_text(json.dumps({**SEALED, "meta": meta}), encoding="utf-8")
    code, out, err = run(capsys, "verify", str(file))
    assert (code, err) == (0, "")
    assert out.startswith(AS_SHOWN)
    assert verdict in one_line(out.removeprefix(AS_SHOWN))


@pytest.mark.parametrize(
    ("record", "said"),
    [
        ({**SEALED, "meta": {"commitments": [*NONCES.values()][::-1]}}, "deal 1: "),
        ({**SEALED, "meta": {"commitments": [next(iter(NONCES.values())), None]}}, "deal 2: "),
        ({**SEALED, "meta": {"commitments": [*NONCES.values()][:1]}}, "each of the 2 deals"),
        ({**SEALED, "meta": {"commitments": "a" * 64}}, "each of the 2 deals"),
        (RECORD, "deal 1: there is no nonce"),
        ({**SEALED, "deals": [SEALED["deals"][0], RECORD["deals"][1]]}, "deal 2: there is no nonce"),
        (
            {**SEALED, "deals": [{**VOID, "actions": ["1 pass", "1 pass"]}]},
            "deal 1, action 2: it is seat 0's turn",
        ),
        ({**SEALED, "deals": [{**VOID, "nonce": "f" * 31}]}, "deal 1: a nonce is"),
        ([], "a record is a JSON object"),
    ],
)
def test_verify_says_what_is_wrong_in_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], record: object, said: str
) -> None:
    file = tmp_path / "match.json"
    file.write_text(json.dumps(record), encoding="utf-8")
    code, out, err = run(capsys, "verify", str(file))
    assert code == 1
    assert one_line(err).startswith("bot: ")
    assert said in err
    assert AS_SHOWN.startswith(out) or "deal 1: " in said


def test_verify_reads_standard_input_and_says_if_it_cannot_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "stdin", SimpleNamespace(buffer=io.BytesIO(json.dumps(SEALED).encode())))
    assert run(capsys, "verify", "-")[0] == 0
    monkeypatch.setattr(sys, "stdin", SimpleNamespace(buffer=io.BytesIO(b"{")))
    assert run(capsys, "verify", "-") == (1, "", "bot: the record is not valid JSON\n")
    code, out, err = run(capsys, "verify", str(tmp_path / "nowhere.json"))
    assert (code, out) == (2, "")
    assert "nowhere.json" in one_line(err)
    monkeypatch.setattr(sys, "stdin", None)
    assert run(capsys, "verify", "-")[0] == 2


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


@pytest.mark.parametrize("spoil", [damaged, newer, of_another_program])
def test_a_database_that_is_not_to_be_touched_is_one_line_and_stays_as_it_is(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    spoil: Callable[[Path], None],
) -> None:
    path = tmp_path / "bot.sqlite3"
    spoil(path)
    before = path.read_bytes()
    monkeypatch.setenv("BOT_TOKEN", TOKEN)
    monkeypatch.setenv("DATABASE_PATH", str(path))
    for arguments in (["run"], ["check"], ["backup", str(tmp_path / "copy.sqlite3")]):
        code, out, err = run(capsys, *arguments)
        assert (code, out) == (1, "")
        assert str(path) in one_line(err)
        assert path.read_bytes() == before


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


# backup and check


def make_database(path: Path) -> None:
    async def make() -> None:
        await (await Database.open(path)).close()

    asyncio.run(make())


def test_backup_copies_the_database_of_the_settings_and_check_likes_both(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    source, copy = tmp_path / "bot.sqlite3", tmp_path / "copy.sqlite3"
    make_database(source)
    monkeypatch.setenv("DATABASE_PATH", str(source))
    code, out, err = run(capsys, "backup", str(copy))
    assert (code, err) == (0, "")
    assert one_line(out) == f"{copy}: a copy of {source}, {copy.stat().st_size} bytes\n"
    for arguments, path in ((["check"], source), (["check", str(copy)], copy)):
        summary = f"schema {VERSION}, 0 rooms, 0 deals, 0 actions: no problems"
        assert run(capsys, *arguments) == (0, f"{path}: {summary}\n", "")
    code, out, err = run(capsys, "backup", str(copy))
    assert (code, out) == (1, "")
    assert "--force" in one_line(err)
    assert run(capsys, "backup", "--force", str(copy))[0] == 0


def test_what_cannot_be_copied_or_checked_is_one_line_and_1(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("DATABASE_PATH", str(tmp_path / "nowhere" / "bot.sqlite3"))
    for arguments in (["backup", str(tmp_path / "copy.sqlite3")], ["check"], ["check", str(tmp_path)]):
        code, out, err = run(capsys, *arguments)
        assert (code, out) == (1, "")
        assert "no database" in one_line(err)
    assert list(tmp_path.iterdir()) == []


def test_check_says_what_is_wrong_line_by_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "bot.sqlite3"
    make_database(path)
    with contextlib.closing(sqlite3.connect(path)) as connection:
        connection.execute("DROP INDEX rooms_behind")
        connection.execute("DROP INDEX rooms_of_chat")
    code, out, err = run(capsys, "check", str(path))
    assert code == 1
    assert one_line(out).endswith(": 2 problems\n")
    assert err == "bot: the index rooms_behind is missing\nbot: the index rooms_of_chat is missing\n"


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


@pytest.fixture
def shown(monkeypatch: pytest.MonkeyPatch) -> list[tuple[Options, bool]]:
    """Note which page is asked for, instead of showing it."""
    calls: list[tuple[Options, bool]] = []

    async def show(options: Options, open_browser: bool) -> int:
        calls.append((options, open_browser))
        return 0

    monkeypatch.setattr("bot.sandbox.page.run.show", show)
    return calls


def test_without_arguments_and_token_it_says_how_to_get_one_and_shows_the_page(
    capsys: pytest.CaptureFixture[str], shown: list[tuple[Options, bool]]
) -> None:
    code, out, err = run(capsys)
    assert (code, err) == (0, "")
    assert len([line for line in out.splitlines() if line]) == 2
    assert "BOT_TOKEN" in out
    assert "@BotFather" in out
    assert shown == [(Options("127.0.0.1", None, None, 1.0), True)]


def test_without_arguments_a_bad_setting_is_still_told(
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    shown: list[tuple[Options, bool]],
) -> None:
    monkeypatch.setenv("LOG_LEVEL", "chatty")
    code, out, err = run(capsys)
    assert (code, out) == (1, "")
    one_line(err)
    assert shown == []


def test_the_page_is_shown_as_it_is_told(
    capsys: pytest.CaptureFixture[str], shown: list[tuple[Options, bool]]
) -> None:
    arguments = ["--host", "0.0.0.0", "--port", "0", "--keep", "there", "--pace", "2.5", "--no-browser"]
    assert run(capsys, "page", *arguments) == (0, "", "")
    assert shown == [(Options("0.0.0.0", 0, Path("there"), 2.5), False)]


def test_a_page_that_cannot_be_is_one_line_and_1(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "world.json").write_text("{")
    code, out, err = run(capsys, "page", "--port", "0", "--keep", str(tmp_path), "--no-browser")
    assert (code, out) == (1, "")
    assert "world.json" in one_line(err)
    code, out, err = run(capsys, "page", "--host", "203.0.113.7", "--no-browser")
    assert (code, out) == (1, "")
    assert "cannot listen on 203.0.113.7" in one_line(err)


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


def test_data_that_others_log_is_left_out() -> None:
    data = {"update_id": 7, "message": {"text": "a secret"}}
    record = logging.LogRecord("telegram.Bot", 50, "", 1, "Received data was: %r at %s", (data, "noon"), None)
    assert "Received data was: '(data)' at noon" in LineFormatter([]).format(record)
    # A single argument that is a mapping may stand for named ones.
    alone = logging.LogRecord("telegram.Bot", 50, "", 1, "Received %r", (data,), None)
    assert "Received '(data)'" in LineFormatter([]).format(alone)
    named = logging.LogRecord("x", 50, "", 1, "Received %(message)s in %(update_id)s", (data,), None)
    assert "Received (data) in 7" in LineFormatter([]).format(named)


def test_our_own_errors_keep_their_traceback_but_not_the_token() -> None:
    text = LineFormatter([TOKEN]).format(record_of("bot.telegram.app", "a handler failed%s", raised()))
    assert "Traceback" in text
    assert "in raised" in text
    assert TOKEN not in text


# The running bot


class Refusing(BaseHTTPRequestHandler):
    """Answers as Telegram does to a token it does not know."""

    def do_POST(self) -> None:
        body = json.dumps({"ok": False, "error_code": 401, "description": "Unauthorized"}).encode()
        self.send_response(401)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_request(self, *_: object) -> None:
        """Say nothing."""


def test_a_token_that_is_refused_is_one_line(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], caplog: pytest.LogCaptureFixture
) -> None:
    with HTTPServer(("127.0.0.1", 0), Refusing) as server:
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        monkeypatch.setenv("BOT_TOKEN", TOKEN)
        monkeypatch.setenv("BOT_API_URL", f"http://127.0.0.1:{server.server_port}")
        code, out, err = run(capsys, "run")
        server.shutdown()
        thread.join()
    assert (code, out) == (1, "")
    assert "BOT_TOKEN" in one_line(err)
    assert TOKEN not in err
    assert caplog.text == ""


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_it_stops_while_the_api_hangs_at_the_start(
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    caplog: pytest.LogCaptureFixture,
    number: signal.Signals,
) -> None:
    with socket.create_server(("127.0.0.1", 0)) as silent:

        def listen() -> None:
            connection, _ = silent.accept()
            with connection:
                connection.recv(100)  # it asks who it is, and gets no answer
                os.kill(os.getpid(), number)
                done.wait(60)

        done = threading.Event()
        thread = threading.Thread(target=listen)
        thread.start()
        monkeypatch.setenv("BOT_TOKEN", TOKEN)
        monkeypatch.setenv("BOT_API_URL", f"http://127.0.0.1:{silent.getsockname()[1]}")
        code, out, err = run(capsys, "run")
        done.set()
        thread.join()
    assert (code, out, err) == (0, "", "")
    assert "Traceback" not in caplog.text


@dataclass
class Bot:
    """A bot in a process of its own, and what it has written to standard error."""

    process: asyncio.subprocess.Process
    lines: list[str] = field(default_factory=list)

    async def says(self, words: str) -> None:
        """Read on until it says something."""
        assert self.process.stderr is not None
        while not any(words in line for line in self.lines):
            line = (await self.process.stderr.readline()).decode()
            assert line, f"it never said {words!r}: {self.lines}"
            self.lines.append(line)

    async def end(self, number: signal.Signals | None = None) -> None:
        """Send a signal, if one is given, and wait for the end; who takes longer than it may is killed."""
        assert self.process.stderr is not None
        if number is not None:
            self.process.send_signal(number)
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(STOP_SECONDS):
                await self.process.wait()
        if self.process.returncode is None:
            self.process.kill()
        self.lines += (await self.process.stderr.read()).decode().splitlines(keepends=True)


class Hanging:
    """A fault: from some moment on no call is answered. Somebody can wait for the first of them."""

    def __init__(self) -> None:
        self.called = asyncio.Event()

    async def __call__(self, method: str, params: Mapping[str, Any]) -> None:
        if method != "getUpdates":
            self.called.set()
        await asyncio.Event().wait()


async def hangs_later(world: World, sandbox: Sandbox, bot: Bot) -> None:
    """Somebody writes, and no answer of the bot's ever gets through."""
    hanging = Hanging()
    world.faults.append(hanging)
    await world.person("Анна").start()
    await hanging.called.wait()
    await bot.end(signal.SIGINT)


async def goes_away(world: World, sandbox: Sandbox, bot: Bot) -> None:
    await sandbox.stop()
    await bot.says("could not be fetched")
    await bot.end(signal.SIGTERM)


async def is_revoked(world: World, sandbox: Sandbox, bot: Bot) -> None:
    """The token is changed with @BotFather."""
    world.token = "7000000001:AAanother_token"
    await world.person("Анна").start()
    await bot.end()


Story = Callable[[World, Sandbox, Bot], Awaitable[None]]


@pytest.fixture
def bytecode(tmp_path: Path, pytestconfig: pytest.Config) -> Path:
    """Return where the libraries are kept compiled, from one start to the next."""
    cache = getattr(pytestconfig, "cache", None)
    kept: Path = tmp_path / "bytecode" if cache is None else cache.mkdir("bytecode")
    return kept


async def tell(story: Story, folder: Path, bytecode: Path) -> Bot:
    """Start a bot on a world, and once it listens let happen what the story tells."""
    world = World(PacedClock())
    async with serve(world) as sandbox:
        environment = {
            **os.environ,
            "BOT_TOKEN": world.token,
            "BOT_API_URL": sandbox.url,
            "DATABASE_PATH": str(folder / "bot.sqlite3"),
            "PYTHONPYCACHEPREFIX": str(bytecode),
            "PYTHONDONTWRITEBYTECODE": "",
            "PYTHONPATH": str(ROOT),
        }
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "bot", "run"),
            cwd=folder,
            env=environment,
            stderr=asyncio.subprocess.PIPE,
        )
        bot = Bot(process)
        try:
            await bot.says("at the table")
            await story(world, sandbox, bot)
        finally:
            if process.returncode is None:
                process.kill()
            await process.wait()
    return bot


def assert_only_lines(bot: Bot) -> None:
    """An operator reads lines of the log, and neither tracebacks nor the token."""
    for line in bot.lines:
        assert re.match(r"\d{4}-\d\d-\d\d \d\d:\d\d:\d\d,\d{3} [A-Z]+ [A-Za-z.]+: |bot: ", line)
        assert TOKEN not in line


@pytest.mark.parametrize("story", [pytest.param(hangs_later, marks=pytest.mark.long), goes_away])
async def test_it_stops_within_seconds_whatever_the_api_does(
    tmp_path: Path, bytecode: Path, story: Story
) -> None:
    bot = await tell(story, tmp_path, bytecode)
    assert bot.process.returncode == 0
    assert_only_lines(bot)


async def test_a_token_that_is_revoked_ends_the_bot(tmp_path: Path, bytecode: Path) -> None:
    bot = await tell(is_revoked, tmp_path, bytecode)
    assert_only_lines(bot)
    assert bot.process.returncode == 1
    assert bot.lines[-1].startswith("bot: ")
    assert "BOT_TOKEN" in bot.lines[-1]
