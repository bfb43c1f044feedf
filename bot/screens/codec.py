"""What the codecs of buttons share: numbers, and the error for what is none of ours."""

from __future__ import annotations

import re

MAX_BYTES = 64
# Room ids and counts fit SQLite's integers.
NUMBER = re.compile(r"0|[1-9][0-9]{0,17}")


class BadPressError(ValueError):
    """The data is none of ours: forged, damaged, or from another version."""


def number(text: str) -> int:
    """Read a number as buttons carry it; raises `BadPressError`."""
    if not NUMBER.fullmatch(text):
        raise BadPressError("not a number of ours")
    return int(text)
