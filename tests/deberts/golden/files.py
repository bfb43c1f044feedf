"""The transcripts as files: `matches/PRESET-PLAYERS.txt` and `parameters/PARAMETER.txt`."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from bot.deberts.rules import PARAMETERS

from .case import Told, tell
from .cases import CASES
from .matches import MATCHES, WholeMatch

FOLDER = Path(__file__).parent / "playthroughs"


def file_of(what: WholeMatch | str) -> str:
    """Return the name of the file of a match or a parameter."""
    return f"parameters/{what}.txt" if isinstance(what, str) else f"matches/{what.name}.txt"


NAMES = (*map(file_of, MATCHES), *map(file_of, PARAMETERS))
_MATCHES = {file_of(match): match for match in MATCHES}


def write(name: str) -> str:
    """Return what a file should say."""
    if name in _MATCHES:
        return "\n".join(_MATCHES[name].lines()) + "\n"
    parameter = Path(name).stem
    lines = [f"# {parameter}"]
    for told in told_of(parameter):
        lines += ["", *told.lines()]
    return "\n".join(lines) + "\n"


@cache
def told_of(parameter: str) -> tuple[Told, ...]:
    """Return the cases of a parameter as they were played."""
    return tuple(tell(case) for case in CASES if case.parameter == parameter)
