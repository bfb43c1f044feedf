"""Telegram's HTML: a few tags, four named references, and its own words for every mistake."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from .errors import ApiError, bad_request
from .html_scan import SPACE, HtmlScanner

# What these tags mean in every message, rich ones too.
MARKS = {
    "b": "bold",
    "strong": "bold",
    "i": "italic",
    "em": "italic",
    "u": "underline",
    "ins": "underline",
    "s": "strikethrough",
    "strike": "strikethrough",
    "del": "strikethrough",
    "code": "code",
}
TYPES = {
    **MARKS,
    "pre": "pre",
    "a": "text_link",
    "blockquote": "blockquote",
    "tg-spoiler": "spoiler",
    "span": "spoiler",
}
_USER_LINK = re.compile(r"tg://user\?id=(\d{1,18})")
_LINK = re.compile(r"(?:https?|tg|ton|tonsite)://\S+|mailto:\S+|[\w-]+(?:\.[\w-]+)+(?:[/?#]\S*)?", re.ASCII)


@dataclass(frozen=True, slots=True)
class Entity:
    """A marked stretch of a text; offset and length in UTF-16 units."""

    type: str
    offset: int
    length: int
    url: str | None = None
    language: str | None = None
    user: Mapping[str, Any] | None = None

    def to_json(self) -> dict[str, Any]:
        """Return the MessageEntity."""
        body: dict[str, Any] = {"type": self.type, "offset": self.offset, "length": self.length}
        if self.url is not None:
            body["url"] = self.url
        if self.language is not None:
            body["language"] = self.language
        if self.user is not None:
            body["user"] = dict(self.user)
        return body


UserLookup = Callable[[int], Mapping[str, Any] | None]


def utf16_length(text: str) -> int:
    """Return how many UTF-16 units the text takes; Telegram counts in these."""
    return len(text.encode("utf-16-le")) // 2


def is_link(url: str) -> bool:
    """Tell whether Telegram would take this for a link."""
    return _LINK.fullmatch(url) is not None


def parse_html(text: str, user: UserLookup) -> tuple[str, list[Entity]]:
    """Return the plain text and its entities, or refuse with the place of the mistake."""
    return _HtmlReader(text, user).read()


@dataclass(slots=True)
class _Open:
    tag: str
    argument: str
    offset: int
    start: int


class _HtmlReader(HtmlScanner[_Open]):
    """Collects plain text and entities."""

    def __init__(self, text: str, user: UserLookup) -> None:
        super().__init__(text)
        self._user = user
        self._out: list[str] = []
        self._units = 0
        self._entities: list[Entity] = []

    def read(self) -> tuple[str, list[Entity]]:
        self.scan()
        return "".join(self._out), self._entities

    def _refuse(self, what: str) -> ApiError:
        return bad_request(f"can't parse entities: {what}")

    def _stands_alone(self, tag: str, name: str) -> bool:
        return tag == "blockquote" and name == "expandable"

    def _emit(self, text: str) -> None:
        self._out.append(text)
        self._units += utf16_length(text)

    def _open_tag(self, start: int) -> None:
        tag = self._until(SPACE + b">").decode().lower()
        if self._at >= self._end:
            raise self._refuse(f"Unclosed start tag at byte offset {start}")
        if tag not in TYPES and tag != "tg-emoji":
            raise self._refuse(f'Unsupported start tag "{tag}" at byte offset {start}')
        argument = ""
        while True:
            self._skip_spaces()
            if self._data[self._at] == 0x3E:
                break
            name, value = self._attribute(tag, start)
            if (
                (tag == "a" and name == "href")
                or (tag == "blockquote" and name == "expandable")
                or (tag == "tg-emoji" and name == "emoji-id")
            ):
                argument = value
            elif tag == "code" and name == "class" and value.startswith("language-"):
                argument = value[9:]
            elif tag == "span" and name == "class" and value.startswith("tg-"):
                argument = value[3:]
        self._at += 1
        if tag == "span" and argument != "spoiler":
            raise self._refuse(f'Tag "span" must have class "tg-spoiler" at byte offset {start}')
        self._open.append(_Open(tag, argument, self._units, len(self._out)))

    def _closed(self, tag: _Open) -> None:
        if self._units > tag.offset:
            self._entity(tag, self._units - tag.offset)

    def _entity(self, tag: _Open, length: int) -> None:
        if tag.tag == "tg-emoji":
            return  # Only bots that bought a username may send these; for others the plain emoji stays.
        kind = TYPES[tag.tag]
        if kind == "text_link":
            url = tag.argument or "".join(self._out[tag.start :])
            if match := _USER_LINK.fullmatch(url):
                if user := self._user(int(match[1])):
                    self._entities.append(Entity("text_mention", tag.offset, length, user=user))
            elif is_link(url):
                full = url if ":" in url.split(".")[0] else f"http://{url}"
                self._entities.append(Entity(kind, tag.offset, length, url=full))
            return
        last = self._entities[-1] if self._entities else None
        if last is not None and (last.offset, last.length) == (tag.offset, length):
            # <pre><code class="language-x"> is one entity.
            if kind == "pre" and last.type == "code":
                self._entities[-1] = replace(last, type="pre")
                return
            if kind == "code" and last.type == "pre":
                self._entities[-1] = replace(last, language=tag.argument or None)
                return
        if kind == "blockquote" and tag.argument:
            kind = "expandable_blockquote"
        language = tag.argument or None if kind == "code" else None
        self._entities.append(Entity(kind, tag.offset, length, language=language))
