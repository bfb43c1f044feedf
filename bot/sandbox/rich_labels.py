"""The labels of list items in rich messages: bullets, numbers, letters, Roman numerals."""

from __future__ import annotations

BULLET = "•"
KINDS = frozenset({"1", "a", "A", "i", "I"})
_ROMAN = (
    (1000, "m"), (900, "cm"), (500, "d"), (400, "cd"), (100, "c"), (90, "xc"), (50, "l"), (40, "xl"),
    (10, "x"), (9, "ix"), (5, "v"), (4, "iv"), (1, "i"),
)  # fmt: skip


def label(value: int, kind: str) -> str:
    """Return the label of an item of an ordered list; what has no letters or Roman digits is a number."""
    text = str(value)
    if kind in ("a", "A") and value > 0:
        text = _letters(value)
    elif kind in ("i", "I") and 0 < value < 4000:
        text = _roman(value)
    return f"{text.upper() if kind in ('A', 'I') else text}."


def _letters(value: int) -> str:
    text = ""
    while value:
        value, digit = divmod(value - 1, 26)
        text = chr(ord("a") + digit) + text
    return text


def _roman(value: int) -> str:
    text = ""
    for worth, digits in _ROMAN:
        count, value = divmod(value, worth)
        text += digits * count
    return text
