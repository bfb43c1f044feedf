"""The HTML of a rich message as the blocks a bot could have sent instead."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any

from .errors import ApiError
from .rich_flow import flow
from .rich_tree import Element, read_tree

Block = dict[str, Any]
_BLOCKS = frozenset(
    {
        "p", "h1", "h2", "h3", "h4", "h5", "h6", "pre", "footer", "hr", "ul", "ol", "blockquote", "aside",
        "details", "table",
    }
)  # fmt: skip
_SIMPLE = {"p": "paragraph", "footer": "footer"}
_ALIGNS = {"align": ("left", "center", "right"), "valign": ("top", "middle", "bottom")}


def parse_rich_html(html: str) -> list[Block]:
    """Return the blocks; loose text between them makes paragraphs."""
    return _blocks(read_tree(html).children)


def _blocks(children: Sequence[Element | str]) -> list[Block]:
    found: list[Block] = []
    loose: list[Element | str] = []
    for child in children:
        if isinstance(child, Element) and child.tag in _BLOCKS:
            found += [*_paragraph(loose), _block(child)]
            loose = []
        else:
            loose.append(child)
    return [*found, *_paragraph(loose)]


def _paragraph(children: Sequence[Element | str]) -> list[Block]:
    text = flow(children)
    parts = text if isinstance(text, list) else [text]
    # Anchors alone are blocks of their own; with text they are a part of it.
    if text and all(isinstance(part, dict) and part["type"] == "anchor" for part in parts):
        return parts
    return [{"type": "paragraph", "text": text}] if text else []


def _block(element: Element) -> Block:
    tag = element.tag
    if tag in _SIMPLE:
        return {"type": _SIMPLE[tag], "text": flow(element.children)}
    if tag == "hr":
        return {"type": "divider"}
    if tag == "pre":
        return _pre(element)
    if tag in ("ul", "ol"):
        return {"type": "list", "items": list(_items(element))}
    if tag in ("blockquote", "aside"):
        return _quotation(element)
    if tag == "details":
        return _details(element)
    if tag == "table":
        return _table(element)
    return {"type": "heading", "text": flow(element.children), "size": int(tag[1])}


def _pre(element: Element) -> Block:
    block: Block = {"type": "pre"}
    children = element.children
    if len(children) == 1 and isinstance(children[0], Element) and children[0].tag == "code":
        name = children[0].attributes.get("class", "")
        children = children[0].children
        if name.startswith("language-"):
            block["language"] = name.removeprefix("language-")
    if children and isinstance(children[0], str):
        children = [children[0].removeprefix("\n"), *children[1:]]
    return {**block, "text": flow(children, preserve=True)}


def _quotation(element: Element) -> Block:
    cites = [child for child in element.children if isinstance(child, Element) and child.tag == "cite"]
    rest = [child for child in element.children if child not in cites]
    if len(cites) > 1:
        raise cites[1].refuse("there is one already")
    credit: Block = {"credit": flow(cites[0].children)} if cites else {}
    if element.tag == "aside":
        return {"type": "pullquote", "text": flow(rest), **credit}
    if "collapsed" in element.attributes:
        return {"type": "expandable_blockquote", "text": flow(rest), **credit}
    return {"type": "blockquote", "blocks": _blocks(rest), **credit}


def _details(element: Element) -> Block:
    filled = [index for index, child in enumerate(element.children) if not _is_blank(child)]
    first = element.children[filled[0]] if filled else ""
    if not isinstance(first, Element) or first.tag != "summary":
        raise element.refuse('it must start with "summary"')
    rest = element.children[filled[0] + 1 :]
    block: Block = {"type": "details", "summary": flow(first.children), "blocks": _blocks(rest)}
    return {**block, "is_open": True} if "open" in element.attributes else block


def _items(element: Element) -> Iterator[Block]:
    items = list(_inside(element, "li"))
    is_reversed = "reversed" in element.attributes
    number = _integer(element, "start", len(items) if is_reversed else 1)
    for item in items:
        children = [child for child in item.children if not _is_blank(child)]
        block: Block = {}
        if children and isinstance(children[0], Element) and children[0].tag == "input":
            box = children[0]
            if box.attributes.get("type") != "checkbox":
                raise box.refuse('only the type "checkbox" is supported')
            item.children.remove(box)
            block = {"has_checkbox": True, "is_checked": "checked" in box.attributes}
        block["blocks"] = _blocks(item.children)
        if element.tag == "ol":
            number = _integer(item, "value", number)
            kind = item.attributes.get("type") or element.attributes.get("type") or "1"
            block.update(value=number, type=kind)
            number += -1 if is_reversed else 1
        elif item.attributes:
            raise item.refuse("attributes belong to items of ordered lists")
        yield block


def _table(element: Element) -> Block:
    block: Block = {"type": "table", "cells": []}
    for child in _inside(element, "caption", "thead", "tbody", "tfoot", "tr"):
        if child.tag == "caption":
            if "caption" in block or block["cells"]:
                raise child.refuse("the caption comes first, and once")
            block["caption"] = flow(child.children)
            continue
        rows = [child] if child.tag == "tr" else list(_inside(child, "tr"))
        block["cells"] += [[_cell(cell) for cell in _inside(row, "td", "th")] for row in rows]
    return {**block, **{f"is_{name}": True for name in element.attributes}}


def _cell(element: Element) -> Block:
    cell: Block = {"text": flow(element.children)}
    for name, values in _ALIGNS.items():
        cell[name] = element.attributes.get(name, values[0])
        if cell[name] not in values:
            raise _bad_value(element, name)
    for name in ("colspan", "rowspan"):
        cell[name] = _integer(element, name, 1)
        if cell[name] < 1:
            raise _bad_value(element, name)
    return {**cell, "is_header": True} if element.tag == "th" else cell


def _inside(element: Element, *tags: str) -> Iterator[Element]:
    """Yield what an element may hold only: these tags, and space between them."""
    for child in element.children:
        if isinstance(child, Element) and child.tag in tags:
            yield child
        elif not _is_blank(child):
            raise element.refuse(f"it can hold {', '.join(tags)} only")


def _is_blank(child: Element | str) -> bool:
    return isinstance(child, str) and not child.strip(" \t\r\n\v\f")


def _integer(element: Element, name: str, default: int) -> int:
    value = element.attributes.get(name)
    if value is None:
        return default
    if re.fullmatch(r"-?[0-9]{1,6}", value) is None:
        raise _bad_value(element, name)
    return int(value)


def _bad_value(element: Element, name: str) -> ApiError:
    return element.refuse(f'attribute "{name}" has an invalid value')
