"""Where the cells of a rich message's table stand, and the table as plain text."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

Cell = Mapping[str, Any]
Rows = Sequence[Sequence[Cell]]


@dataclass(frozen=True, slots=True)
class Placed:
    """A cell in its place on the grid."""

    cell: Cell
    row: int
    column: int

    @property
    def columns(self) -> int:
        """How many columns the cell spans."""
        return int(self.cell.get("colspan", 1))


def place(rows: Rows) -> list[Placed]:
    """Put the cells on a grid as HTML does: each at the first place of its row that no span covers."""
    taken: set[tuple[int, int]] = set()
    placed = []
    for number, row in enumerate(rows):
        column = 0
        for cell in row:
            while (number, column) in taken:
                column += 1
            found = Placed(cell, number, column)
            placed.append(found)
            # A span cannot reach below the last row.
            last = min(number + int(cell.get("rowspan", 1)), len(rows))
            taken.update((y, x) for y in range(number, last) for x in range(column, column + found.columns))
    return placed


def width(placed: Sequence[Placed]) -> int:
    """Return how many columns the table has."""
    return max((item.column + item.columns for item in placed), default=0)


def table_lines(rows: Rows, is_bordered: bool, plain: Callable[[object], str]) -> list[str]:
    """Return the table in columns of equal width; `plain` reads the text of a cell."""
    placed = place(rows)
    texts = {(item.row, item.column): " ".join(plain(item.cell.get("text", "")).split()) for item in placed}
    gap = " | " if is_bordered else "  "
    widths = _widths(placed, texts, len(gap))
    lines = []
    for number, row in enumerate(rows):
        parts, column = [], 0
        for item in (item for item in placed if item.row == number):
            # What a rowspan from above covers stays blank.
            parts += [" " * wide for wide in widths[column : item.column]]
            column = item.column + item.columns
            room = sum(widths[item.column : column]) + len(gap) * (item.columns - 1)
            parts.append(_aligned(texts[number, item.column], room, str(item.cell.get("align"))))
        lines.append(gap.join(parts).rstrip())
        if number == 0 and len(rows) > 1 and row and all(cell.get("is_header") for cell in row):
            lines.append("-" * (sum(widths) + len(gap) * (len(widths) - 1)))
    return lines


def _widths(placed: Sequence[Placed], texts: Mapping[tuple[int, int], str], gap: int) -> list[int]:
    widths = [0] * width(placed)
    # Narrow cells first: a wide one only makes room where they have left none.
    for item in sorted(placed, key=lambda item: item.columns):
        last = item.column + item.columns - 1
        room = sum(widths[item.column : last]) + gap * (item.columns - 1)
        widths[last] = max(widths[last], _length(texts[item.row, item.column]) - room)
    return widths


def _aligned(text: str, room: int, align: str) -> str:
    spare = max(0, room - _length(text))
    left = {"center": spare // 2, "right": spare}.get(align, 0)
    return " " * left + text + " " * (spare - left)


def _length(text: str) -> int:
    """Return how many columns of a terminal the text takes: two for wide characters, none for marks."""
    return sum(
        0
        if unicodedata.combining(character) or unicodedata.category(character) in ("Mn", "Cf")
        else 2
        if unicodedata.east_asian_width(character) in "WF"
        else 1
        for character in text
    )
