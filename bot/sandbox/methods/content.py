"""What a message consists of, read from the parameters of a call."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from bot.sandbox.decoding import Kind, Upload
from bot.sandbox.errors import bad_request
from bot.sandbox.html_text import utf16_length
from bot.sandbox.markup import MAX_CAPTION, MAX_TEXT, Text, parse_text
from bot.sandbox.model import Document
from bot.sandbox.rich_message import parse_rich

from .registry import Call

TEXT_PARAMS = {
    "text": Kind.TEXT,
    "parse_mode": Kind.TEXT,
    "entities": Kind.JSON,
    "link_preview_options": Kind.JSON,
}
CAPTION_PARAMS = {"caption": Kind.TEXT, "parse_mode": Kind.TEXT, "caption_entities": Kind.JSON}


@dataclass(frozen=True, slots=True)
class Content:
    """A text or a caption, a rich message, a document."""

    body: Text = field(default_factory=Text)
    rich: Mapping[str, Any] | None = None
    document: Document | None = None


def text(call: Call) -> Content:
    """Read the text of a message."""
    body = _parse(call, "text", "entities")
    if not body.plain:
        raise bad_request("message text is empty")
    if utf16_length(body.plain) > MAX_TEXT:
        raise bad_request("message is too long")
    _check_link_preview(call.json("link_preview_options"))
    return Content(body)


def caption(call: Call) -> Text:
    """Read a caption, which may be empty."""
    body = _parse(call, "caption", "caption_entities")
    if utf16_length(body.plain) > MAX_CAPTION:
        raise bad_request("message caption is too long")
    return body


def rich(call: Call) -> Content:
    """Read a rich message."""
    if "rich_message" not in call:
        raise bad_request("rich message is empty")
    return Content(rich=parse_rich(call.json("rich_message"), call.world.user_json))


def text_or_rich(call: Call) -> Content:
    """Read what replaces a text: another text, or a rich message instead of it."""
    if "rich_message" not in call:
        return text(call)
    # Telegram says nothing of both at once, so it is a mistake.
    if given := call.values.keys() & TEXT_PARAMS.keys():
        raise bad_request(f'parameter "{min(given)}" can\'t be used with "rich_message"')
    return rich(call)


def document(call: Call) -> Content:
    """Read a document with its caption."""
    return Content(caption(call), document=_file(call))


def _parse(call: Call, name: str, entities: str) -> Text:
    return parse_text(
        call.text(name), call.text("parse_mode"), call.json(entities), user=call.world.user_json
    )


def _check_link_preview(options: object) -> None:
    if options is None:
        return
    if not isinstance(options, dict):
        raise bad_request("object expected as link preview options")
    flags = {"is_disabled", "prefer_small_media", "prefer_large_media", "show_above_text"}
    for name, value in options.items():
        if name not in flags | {"url"}:
            raise bad_request(f'can\'t parse link preview options: unknown field "{name}"')
        if not isinstance(value, str if name == "url" else bool):
            raise bad_request(f'can\'t parse link preview options: field "{name}" is of a wrong type')


def _file(call: Call) -> Document:
    file = call.file("document")
    if file is None:
        raise bad_request("there is no document in the request")
    if isinstance(file, Upload):
        if not file.content:
            raise bad_request("file must be non-empty")
        return call.world.new_document(file.name, file.content_type, file.content)
    found = call.world.documents.get(file)
    if found is None:
        raise bad_request("wrong file identifier/HTTP URL specified")
    return found
