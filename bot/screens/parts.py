"""What a screen is made of."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Style = Literal["primary", "success", "danger"]


@dataclass(frozen=True, slots=True)
class Button:
    """An inline button: it sends `data` (see `presses`) or opens `url`, exactly one of them."""

    text: str
    data: str | None = None
    url: str | None = None
    style: Style | None = None


Rows = tuple[tuple[Button, ...], ...]


@dataclass(frozen=True, slots=True)
class Screen:
    """A message: HTML text and rows of buttons."""

    text: str
    rows: Rows = ()
