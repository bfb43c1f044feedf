"""Rich messages: what a bot sends, and what comes of it."""

from __future__ import annotations

from typing import Any

from .errors import bad_request
from .html_text import UserLookup
from .rich_html import parse_rich_html
from .rich_reader import RichReader, cant_parse


def parse_rich(value: object, user: UserLookup = lambda _: None) -> dict[str, Any]:
    """Read an InputRichMessage and return the RichMessage."""
    if not isinstance(value, dict):
        raise bad_request("object expected as rich message")
    if unknown := value.keys() - {"html", "markdown", "blocks", "is_rtl", "skip_entity_detection", "media"}:
        raise cant_parse(f'unknown field "{min(map(str, unknown))}"')
    for name in ("markdown", "media"):
        if value.get(name) is not None:
            raise cant_parse(f'field "{name}" is not known here')
    for name in ("is_rtl", "skip_entity_detection"):
        if not isinstance(value.get(name, False), bool):
            raise cant_parse(f'field "{name}" must be of type Boolean')
    html, blocks = value.get("html"), value.get("blocks")
    if (html is None) == (blocks is None):
        raise cant_parse('exactly one of the fields "html", "markdown" and "blocks" must be used')
    if html is not None:
        if not isinstance(html, str):
            raise cant_parse('field "html" must be of type String')
        blocks = parse_rich_html(html)
    rich: dict[str, Any] = {"blocks": RichReader(user).blocks(blocks)}
    return {**rich, "is_rtl": True} if value.get("is_rtl") else rich
