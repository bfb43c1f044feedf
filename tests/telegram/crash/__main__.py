"""Kill the bot again and again while people play: `uv run python -m tests.telegram.crash --help`."""

from __future__ import annotations

import argparse
import asyncio
import tempfile
from pathlib import Path

from .run import Plan, run


def main() -> None:
    """Run the long form and print what was counted."""
    parser = argparse.ArgumentParser(prog="tests.telegram.crash", description=__doc__)
    parser.add_argument("--kills", type=int, default=300, help="at least so many")
    parser.add_argument("--matches", type=int, default=50, help="at least so many that have ended")
    parser.add_argument("--rooms", type=int, default=7, help="tables played at the same time")
    parser.add_argument("--pace", type=float, default=70.0, help="times as fast as real time")
    parser.add_argument("--seed", type=int, default=1, help="of what people press and when the bot is killed")
    parser.add_argument("--keep", type=Path, default=None, help="a folder for the file and the log")
    given = parser.parse_args()
    plan = Plan(given.kills, given.matches, given.rooms, given.pace, given.seed)
    with tempfile.TemporaryDirectory() as folder:
        place = given.keep or Path(folder)
        place.mkdir(parents=True, exist_ok=True)
        counts = asyncio.run(run(plan, place, told=lambda text: print(text, flush=True)))
    for name, count in counts.items():
        print(f"{count:>8}  {name}")


if __name__ == "__main__":
    main()
