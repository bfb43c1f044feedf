"""The command line: `python -m bot [run | demo | replay]`.

Exit codes: 0 done, 1 what was asked could not be done, 2 wrong usage. Errors are one line on standard error.
"""

from __future__ import annotations

import argparse
import asyncio
import logging
import os
import sys
from typing import NoReturn

NO_TOKEN = (
    "BOT_TOKEN is not set. To run the bot, get a token from @BotFather in Telegram\n"
    "and put BOT_TOKEN=... into the environment or a file .env. Here is a demo of what it does:\n"
)


class _Parser(argparse.ArgumentParser):
    """Says what is wrong in one line."""

    def error(self, message: str) -> NoReturn:
        self.exit(2, f"{self.prog}: {message}\n")


def _parser() -> _Parser:
    parser = _Parser(prog="bot", description="Deberts with friends in a Telegram group.")
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", parser_class=_Parser)
    commands.add_parser("run", help="run the bot; needs BOT_TOKEN")
    demo = commands.add_parser("demo", help="watch two friends play a match in a Telegram of our own")
    demo.add_argument("--seed", type=int, default=None, help="which match to play")
    demo.add_argument("--fast", action="store_true", help="without pauses")
    replay = commands.add_parser("replay", help="print what a match record comes to, as JSON")
    replay.add_argument("--legal", action="store_true", help="with all legal actions at every moment")
    replay.add_argument("--jsonl", action="store_true", help="one record a line, one answer a line")
    replay.add_argument("file", metavar="FILE", help="the record; - is standard input")
    return parser


def main(arguments: list[str] | None = None) -> int:
    """Run one command; returns the exit code."""
    options = _parser().parse_args(arguments)
    try:
        if options.command == "replay":
            return _replay(options)
        if options.command == "demo":
            return _demo(options.seed, options.fast)
        return _run(or_demo=options.command is None)
    except BrokenPipeError:
        # The reader has gone; whatever is still buffered has nowhere to go.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    except KeyboardInterrupt:
        return 130


def _replay(options: argparse.Namespace) -> int:
    from bot.deberts.replay import run

    try:
        return run(options.file, options.legal, options.jsonl)
    except BrokenPipeError:
        raise
    except OSError as error:
        return _failed(f"cannot read {options.file}: {error.strerror}", 2)


def _run(or_demo: bool) -> int:
    from bot.config import SettingsError, load_settings

    try:
        settings = load_settings()
    except SettingsError as error:
        return _failed(str(error))
    if settings.bot_token is None:
        if or_demo:
            print(NO_TOKEN, flush=True)
            return _demo(None, False)
        return _failed("BOT_TOKEN is not set: get one from @BotFather in Telegram")
    from bot.store.database import UnusableDatabaseError
    from bot.telegram.run import StartError, serve

    _log(settings.log_level)
    try:
        asyncio.run(serve(settings))
    except (StartError, UnusableDatabaseError) as error:
        return _failed(str(error))
    return 0


def _demo(seed: int | None, fast: bool) -> int:
    from bot.sandbox.demo import play

    _log("WARNING")
    return asyncio.run(play(seed, fast))


def _log(level: str) -> None:
    """Log to standard error; what other libraries say below a warning may hold the token."""
    logging.basicConfig(format="%(asctime)s %(levelname)s %(name)s: %(message)s", level=logging.WARNING)
    logging.getLogger("bot").setLevel(level)


def _failed(message: str, code: int = 1) -> int:
    print(f"bot: {message}", file=sys.stderr)
    return code


if __name__ == "__main__":
    sys.exit(main())
