"""Rich messages as plain text, for a terminal and for searching."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from .rich_table import table_lines


def plain_text(rich: Mapping[str, Any]) -> str:
    """Return a RichMessage as plain text, folded blocks open."""
    return "\n".join(_blocks(rich["blocks"]))


def plain(text: object) -> str:
    """Return a RichText without its marks."""
    if isinstance(text, str):
        return text
    if isinstance(text, list):
        return "".join(map(plain, text))
    return plain(text.get("text", "")) if isinstance(text, Mapping) else ""


def _blocks(blocks: Iterable[Mapping[str, Any]]) -> list[str]:
    return [line for block in blocks for line in _block(block)]


def _block(block: Mapping[str, Any]) -> list[str]:
    kind = block["type"]
    if kind == "divider":
        return ["-" * 20]
    if kind == "list":
        return [line for item in block["items"] for line in _item(item)]
    if kind == "table":
        caption = _lines(block.get("caption", ""))
        return caption + table_lines(block["cells"], bool(block.get("is_bordered")), plain)
    inner = _blocks(block["blocks"]) if "blocks" in block else _lines(block.get("text", ""))
    if kind == "details":
        sign = "v" if block.get("is_open") else ">"
        return [f"{sign} {plain(block['summary'])}", *_indented(inner)]
    if kind in ("blockquote", "expandable_blockquote", "pullquote"):
        credit = [f"({plain(block['credit'])})"] if "credit" in block else []
        return _indented([*inner, *credit], "| ")
    return inner


def _item(item: Mapping[str, Any]) -> list[str]:
    label = item["label"]
    if item.get("has_checkbox"):
        label = "[x]" if item.get("is_checked") else "[ ]"
    first, *rest = _blocks(item["blocks"]) or [""]
    return [f"{label} {first}".rstrip(), *_indented(rest, " " * (len(label) + 1))]


def _lines(text: object) -> list[str]:
    return plain(text).split("\n") if text else []


def _indented(lines: Sequence[str], by: str = "  ") -> list[str]:
    return [f"{by}{line}".rstrip() for line in lines]
