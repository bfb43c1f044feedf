"""The blocks and texts of a rich message, read field by field and counted against Telegram's limits."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeVar

from .errors import ApiError, bad_request
from .html_text import UserLookup, is_link
from .rich_labels import BULLET, KINDS, label
from .rich_plain import plain
from .rich_table import place, width

MAX_TEXT = 32_768
MAX_BLOCKS = 500
MAX_DEPTH = 16
MAX_COLUMNS = 20

T = TypeVar("T")


def cant_parse(what: str) -> ApiError:
    """Return the refusal of a rich message that is not of the right form."""
    return bad_request(f"can't parse rich message: {what}")


class RichReader:
    """One pass over the blocks that counts what Telegram limits; blocks and marks make the depth together."""

    def __init__(self, user: UserLookup) -> None:
        self._user = user
        self._characters = 0
        self._count = 0

    def blocks(self, value: object, depth: int = 1) -> list[dict[str, Any]]:
        """Read an array of blocks."""
        return [self._block(item, depth) for item in self._array(value, "blocks")]

    def _block(self, item: object, depth: int) -> dict[str, Any]:
        self._counted(depth)
        kind = self._kind(item, _BLOCKS, "InputRichBlock")
        return {"type": kind, **self._fields(_untyped(item), _BLOCKS[kind], f'block "{kind}"', depth)}

    def items(self, value: object, depth: int) -> list[dict[str, Any]]:
        """Read the items of a list and label them."""
        found: list[dict[str, Any]] = []
        for item in self._array(value, "items"):
            self._counted(depth)
            read = self._fields(item, _ITEM, "list item", depth)
            text = BULLET
            if "value" in read or "type" in read:
                read.setdefault("value", (found[-1].get("value", 0) if found else 0) + 1)
                read.setdefault("type", "1")
                text = label(read["value"], read["type"])
            found.append({"label": text, **read})
        return found

    def cells(self, value: object, depth: int) -> list[list[dict[str, Any]]]:
        """Read the rows of a table."""
        rows = []
        for row in self._array(value, "cells"):
            self._counted(depth)
            if not isinstance(row, list):
                raise cant_parse('field "cells" must be an Array of Arrays')
            rows.append([self._cell(cell, depth) for cell in row])
        columns = max((sum(cell.get("colspan", 1) for cell in row) for row in rows), default=0)
        # The plain sum first: the grid of a table far too wide takes long to lay out.
        if columns > MAX_COLUMNS or width(place(rows)) > MAX_COLUMNS:
            raise bad_request("RICH_MESSAGE_TABLE_COLUMNS_TOO_MUCH")
        if not columns:
            raise _empty()
        return rows

    def _cell(self, item: object, depth: int) -> dict[str, Any]:
        cell = self._fields(item, _CELL, "table cell", depth)
        # An empty cell is invisible, and a span of one is none.
        return {
            name: value
            for name, value in cell.items()
            if not (name == "text" and not plain(value).strip())
            and not (name.endswith("span") and value == 1)
        }

    def text(self, value: object, depth: int) -> Any:
        """Read a RichText that must not be empty."""
        text = self.any_text(value, depth)
        if not plain(text).strip():
            raise _empty()
        return text

    def any_text(self, value: object, depth: int) -> Any:
        """Read a RichText: a string, an array of them, or a marked one."""
        if isinstance(value, str):
            self._characters += len(value)
            if self._characters > MAX_TEXT:
                raise bad_request("RICH_MESSAGE_TEXT_TOO_LONG")
            return value
        if isinstance(value, list):
            # An array is no mark, but arrays of arrays end somewhere too.
            return [
                self.any_text(item, depth + isinstance(item, list)) for item in self._shallow(value, depth)
            ]
        kind = self._kind(self._shallow(value, depth), _TEXTS, "RichText")
        read = self._fields(_untyped(value), _TEXTS[kind], f'rich text "{kind}"', depth)
        if kind == "text_mention" and read["user"] is None:
            return read["text"]
        return {"type": kind, **read}

    def mentioned(self, value: object, depth: int) -> Mapping[str, Any] | None:
        """Read a User and return what is known of them, or None for a stranger."""
        if not isinstance(value, dict) or type(value.get("id")) is not int:
            raise cant_parse('field "user" must be a User')
        return self._user(value["id"])

    def _fields(self, item: object, spec: Spec, what: str, depth: int) -> dict[str, Any]:
        if not isinstance(item, dict):
            raise cant_parse(f"{what} must be an Object")
        if unknown := item.keys() - spec.keys():
            raise cant_parse(f'unknown field "{min(map(str, unknown))}" of {what}')
        found = {}
        for name, (read, is_required) in spec.items():
            value = item.get(name)
            if value is None and is_required:
                raise cant_parse(f'can\'t find field "{name}" of {what}')
            # A flag that is not set is left out.
            if value is not None and (value := read(self, value, depth + 1)) is not False:
                found[name] = value
        return found

    def _kind(self, item: object, known: Mapping[str, object], what: str) -> str:
        kind = item.get("type") if isinstance(item, dict) else None
        if not isinstance(kind, str):
            raise cant_parse(f"{what} must be an Object with a type")
        if kind not in known:
            raise cant_parse(f'{what} of the type "{kind}" is not known here')
        return kind

    def _array(self, value: object, name: str) -> list[object]:
        if not isinstance(value, list):
            raise cant_parse(f'field "{name}" must be an Array')
        if not value:
            raise _empty()
        return value

    def _counted(self, depth: int) -> None:
        self._count += 1
        if self._count > MAX_BLOCKS:
            raise bad_request("RICH_MESSAGE_BLOCKS_TOO_MUCH")
        self._shallow(None, depth)

    def _shallow(self, value: T, depth: int) -> T:
        if depth > MAX_DEPTH:
            raise bad_request("RICH_MESSAGE_DEPTH_TOO_MUCH")
        return value


# How a field is read, given the reader, the value and the depth, and whether it is required.
Read = Callable[[RichReader, object, int], object]
Spec = Mapping[str, tuple[Read, bool]]


def _empty() -> ApiError:
    return bad_request("RICH_MESSAGE_CONTENT_REQUIRED")


def _untyped(item: object) -> dict[str, Any]:
    return {name: value for name, value in item.items() if name != "type"} if isinstance(item, dict) else {}


def _flag(_: RichReader, value: object, depth: int) -> bool:
    if not isinstance(value, bool):
        raise cant_parse("a flag must be of type Boolean")
    return value


def _string(_: RichReader, value: object, depth: int) -> str:
    if not isinstance(value, str):
        raise cant_parse("a name must be of type String")
    return value


def _link(_: RichReader, value: object, depth: int) -> str:
    if not isinstance(value, str) or not is_link(value):
        raise bad_request("RICH_MESSAGE_URL_INVALID")
    return value if ":" in value.split(".")[0] else f"http://{value}"


def _number(least: int, most: int) -> Read:
    def read(_: RichReader, value: object, depth: int) -> int:
        if type(value) is not int or not least <= value <= most:
            raise cant_parse(f"a number must be an Integer from {least} to {most}")
        return value

    return read


def _one_of(*values: str) -> Read:
    def read(_: RichReader, value: object, depth: int) -> str:
        if not isinstance(value, str) or value not in values:
            raise cant_parse(f"a value must be one of {', '.join(values)}")
        return value

    return read


_TEXT = (RichReader.text, True)
_MAYBE_TEXT = (RichReader.text, False)
_INSIDE = (RichReader.blocks, True)
_MAYBE_FLAG = (_flag, False)
_NAME = (_string, True)
_SPAN = (_number(1, 1000), False)

_BLOCKS: Mapping[str, Spec] = {
    "paragraph": {"text": _TEXT},
    "heading": {"text": _TEXT, "size": (_number(1, 6), True)},
    "pre": {"text": _TEXT, "language": (_string, False)},
    "footer": {"text": _TEXT},
    "divider": {},
    "anchor": {"name": _NAME},
    "list": {"items": (RichReader.items, True)},
    "blockquote": {"blocks": _INSIDE, "credit": _MAYBE_TEXT},
    "expandable_blockquote": {"text": _TEXT, "credit": _MAYBE_TEXT},
    "pullquote": {"text": _TEXT, "credit": _MAYBE_TEXT},
    "table": {
        "cells": (RichReader.cells, True),
        "caption": _MAYBE_TEXT,
        "is_bordered": _MAYBE_FLAG,
        "is_striped": _MAYBE_FLAG,
        "is_compact": _MAYBE_FLAG,
    },
    "details": {"summary": _TEXT, "blocks": _INSIDE, "is_open": _MAYBE_FLAG},
}
_ITEM: Spec = {
    "blocks": _INSIDE,
    "has_checkbox": _MAYBE_FLAG,
    "is_checked": _MAYBE_FLAG,
    "value": (_number(-(10**6), 10**6), False),
    "type": (_one_of(*sorted(KINDS)), False),
}
_CELL: Spec = {
    "text": (RichReader.any_text, False),
    "is_header": _MAYBE_FLAG,
    "colspan": _SPAN,
    "rowspan": _SPAN,
    "align": (_one_of("left", "center", "right"), True),
    "valign": (_one_of("top", "middle", "bottom"), True),
}
_ANY_TEXT = (RichReader.any_text, True)
_TEXTS: Mapping[str, Spec] = {
    **{
        kind: {"text": _ANY_TEXT}
        for kind in (
            "bold", "italic", "underline", "strikethrough", "spoiler", "subscript", "superscript", "marked",
            "code",
        )
    },
    **{
        kind: {"text": _ANY_TEXT, kind: _NAME}
        for kind in ("email_address", "phone_number", "bank_card_number", "hashtag", "cashtag", "bot_command")
    },
    "mention": {"text": _ANY_TEXT, "username": _NAME},
    "text_mention": {"text": _ANY_TEXT, "user": (RichReader.mentioned, True)},
    "url": {"text": _ANY_TEXT, "url": (_link, True)},
    "anchor": {"name": _NAME},
    "anchor_link": {"text": _ANY_TEXT, "anchor_name": _NAME},
    "reference": {"text": _ANY_TEXT, "name": _NAME},
    "reference_link": {"text": _ANY_TEXT, "reference_name": _NAME},
}  # fmt: skip
