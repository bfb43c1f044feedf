"""The command line: `python -m bot [run | page | demo | replay | backup | check | verify]`.

Without a word it runs the bot or, without a token, shows the page.

Exit codes: 0 done, 1 what was asked could not be done, 2 wrong usage. Errors are one line on standard error.
"""

from __future__ import annotations

import argparse
import asyncio
import copy
import logging
import os
import re
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NoReturn

NO_TOKEN = (
    "BOT_TOKEN is not set. To run the bot, get a token from @BotFather in Telegram\n"
    "and put BOT_TOKEN=... into the environment or a file .env. Until then, here is a Telegram of our own.\n"
)


class _Parser(argparse.ArgumentParser):
    """Takes options by their whole names, and says what is wrong in one line."""

    def __init__(self, **options: Any) -> None:
        super().__init__(allow_abbrev=False, **options)

    def error(self, message: str) -> NoReturn:
        self.exit(2, f"{self.prog}: {' '.join(message.split())}\n")


def _parser() -> _Parser:
    parser = _Parser(prog="bot", description="Deberts with friends in a Telegram group.")
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", parser_class=_Parser)
    commands.add_parser("run", help="run the bot; needs BOT_TOKEN")
    page = commands.add_parser("page", help="play in the browser, in a Telegram of our own; needs no token")
    page.add_argument(
        "--host", type=_host, default="127.0.0.1", help="where to listen; 0.0.0.0 lets your network in"
    )
    page.add_argument("--port", type=_port, default=None, help="a fixed port; 0 for a free one")
    page.add_argument("--keep", metavar="DIR", type=Path, default=None, help="keep chats and matches there")
    page.add_argument("--pace", type=_pace, default=1.0, help="times as fast as real time")
    page.add_argument("--no-browser", action="store_true", help="only print the address")
    demo = commands.add_parser("demo", help="watch two friends play a match in a Telegram of our own")
    demo.add_argument("--seed", type=int, default=None, help="which match to play")
    demo.add_argument("--fast", action="store_true", help="without pauses")
    replay = commands.add_parser("replay", help="print what a match record comes to, as JSON")
    replay.add_argument("--legal", action="store_true", help="with all legal actions at every moment")
    replay.add_argument("--jsonl", action="store_true", help="one record a line, one answer a line")
    replay.add_argument("file", metavar="FILE", help="the record; - is standard input")
    backup = commands.add_parser("backup", help="copy the database, also while the bot runs")
    backup.add_argument("--force", action="store_true", help="replace FILE if it exists")
    backup.add_argument("file", metavar="FILE", help="where the copy goes")
    check = commands.add_parser("check", help="check that every match in a database replays and agrees")
    check.add_argument("file", metavar="FILE", nargs="?", help="the database or a copy; else DATABASE_PATH")
    verify = commands.add_parser("verify", help="check the decks of a match record against its commitments")
    verify.add_argument("file", metavar="RECORD", help="the record; - is standard input")
    return parser


def _host(text: str) -> str:
    # An empty one would mean everywhere, which has to be meant.
    if text.strip():
        return text.strip()
    raise argparse.ArgumentTypeError("an address must be given; 0.0.0.0 means all")


def _port(text: str) -> int:
    if re.fullmatch("[0-9]{1,5}", text) and int(text) <= 65535:
        return int(text)
    raise argparse.ArgumentTypeError("a port is 0 to 65535")


def _pace(text: str) -> float:
    if re.fullmatch(r"[0-9]{1,4}(\.[0-9]+)?", text) and 0 < float(text) <= 1000:
        return float(text)
    raise argparse.ArgumentTypeError("a pace is above 0 and at most 1000")


def main(arguments: list[str] | None = None) -> int:
    """Run one command; returns the exit code."""
    options = _parser().parse_args(arguments)
    try:
        if options.command == "replay":
            return _replay(options)
        if options.command == "demo":
            return _demo(options.seed, options.fast)
        if options.command == "backup":
            return _backup(options.file, options.force)
        if options.command == "check":
            return _check(options.file)
        if options.command == "verify":
            return _verify(options.file)
        if options.command == "page":
            return _page(options)
        return _run(or_page=options.command is None)
    except BrokenPipeError:
        # The reader has gone; whatever is still buffered has nowhere to go.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    except KeyboardInterrupt:
        return 130


def _replay(options: argparse.Namespace) -> int:
    from bot.deberts.replay import run

    if options.file == "-" and sys.stdin is None:
        return _failed("cannot read -: standard input is closed", 2)
    try:
        return run(options.file, options.legal, options.jsonl)
    except BrokenPipeError:
        raise
    except OSError as error:
        return _failed(f"cannot read {options.file}: {error.strerror}", 2)


def _verify(file: str) -> int:
    from bot.deberts.verify import run

    if file == "-" and sys.stdin is None:
        return _failed("cannot read -: standard input is closed", 2)
    try:
        return run(file)
    except BrokenPipeError:
        raise
    except OSError as error:
        return _failed(f"cannot read {file}: {error.strerror}", 2)


def _run(or_page: bool) -> int:
    from bot.config import SettingsError, load_settings

    try:
        settings = load_settings()
    except SettingsError as error:
        return _failed(str(error))
    if settings.bot_token is None:
        if or_page:
            print(NO_TOKEN, flush=True)
            return _page(_parser().parse_args(["page"]))
        return _failed("BOT_TOKEN is not set: get one from @BotFather in Telegram")
    from bot.rooms.errors import RefusalError
    from bot.store.database import UnusableDatabaseError
    from bot.telegram.run import StartError, serve

    secrets = (settings.bot_token, settings.webhook_secret)
    _log(settings.log_level, [secret.get_secret_value() for secret in secrets if secret is not None])
    try:
        asyncio.run(serve(settings))
    except (StartError, UnusableDatabaseError) as error:
        return _failed(str(error))
    except RefusalError:
        return _failed(f"the database {settings.database_path} does not answer")
    return 0


def _page(options: argparse.Namespace) -> int:
    from bot.sandbox.keep import KeptError
    from bot.sandbox.page.run import Options, PageError, show

    _log("WARNING", [])
    try:
        return asyncio.run(
            show(Options(options.host, options.port, options.keep, options.pace), not options.no_browser)
        )
    except (PageError, KeptError) as error:
        return _failed(str(error))


def _demo(seed: int | None, fast: bool) -> int:
    from bot.sandbox.demo import play

    _log("WARNING", [])
    return asyncio.run(play(seed, fast))


def _backup(file: str, force: bool) -> int:
    from bot.config import SettingsError, load_settings
    from bot.store.backup import BackupError, back_up
    from bot.store.database import UnusableDatabaseError

    try:
        source = load_settings().database_path
        size = back_up(source, Path(file), force)
    except (SettingsError, BackupError, UnusableDatabaseError) as error:
        return _failed(str(error))
    print(f"{file}: a copy of {source}, {size} bytes")
    return 0


def _check(file: str | None) -> int:
    from bot.config import SettingsError, load_settings
    from bot.rooms.check import check
    from bot.store.database import UnusableDatabaseError

    try:
        path = load_settings().database_path if file is None else Path(file)
        report = check(path)
    except (SettingsError, UnusableDatabaseError) as error:
        return _failed(str(error))
    for problem in report.problems:
        _failed(problem)
    print(f"{path}: {report.summary}")
    return 1 if report.problems else 0


class LineFormatter(logging.Formatter):
    """Tracebacks are for our own errors: what another library logs is one line. No line holds a secret.

    Of what another library logs, objects and data are left out: an update may be among them.
    """

    def __init__(self, secrets: list[str]) -> None:
        super().__init__("%(asctime)s %(levelname)s %(name)s: %(message)s")
        self._secrets = secrets

    def format(self, record: logging.LogRecord) -> str:
        """Return what is written of a record."""
        if record.name.partition(".")[0] != "bot":
            record = _in_one_line(record)
        text = super().format(record)
        for secret in self._secrets:
            text = text.replace(secret, "***")
        return text


def _in_one_line(record: logging.LogRecord) -> logging.LogRecord:
    short = copy.copy(record)
    short.args = _without_data(record)
    message = short.getMessage()
    error = record.exc_info[1] if record.exc_info else None
    if error is not None:
        message = f"{message} ({type(error).__name__}: {error})"
    short.msg, short.args = " ".join(message.split()), ()
    short.exc_info = short.exc_text = short.stack_info = None
    return short


def _without_data(record: logging.LogRecord) -> tuple[object, ...] | Mapping[str, object] | None:
    """Return the arguments of a record with a word in place of each that is no plain value or error."""

    def short(value: object) -> object:
        return value if isinstance(value, str | int | float | BaseException | None) else "(data)"

    if not isinstance(record.args, Mapping):
        return record.args and tuple(map(short, record.args))
    # A single argument that is a mapping has become the arguments, by name or not.
    if "%(" in str(record.msg):
        return {name: short(value) for name, value in record.args.items()}
    return (short(record.args),)


def _log(level: str, secrets: list[str]) -> None:
    """Log to standard error; what other libraries say below a warning may hold the token."""
    handler = logging.StreamHandler()
    handler.setFormatter(LineFormatter(secrets))
    logging.basicConfig(handlers=[handler], level=logging.WARNING)
    logging.getLogger("bot").setLevel(level)


def _failed(message: str, code: int = 1) -> int:
    print(f"bot: {message}", file=sys.stderr)
    return code


if __name__ == "__main__":
    sys.exit(main())
