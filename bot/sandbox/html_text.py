"""Telegram's HTML: a few tags, four named references, and its own words for every mistake."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from .errors import ApiError, bad_request

TYPES = {
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
    "pre": "pre",
    "a": "text_link",
    "blockquote": "blockquote",
    "tg-spoiler": "spoiler",
    "span": "spoiler",
}
_NAMED = {b"lt": "<", b"gt": ">", b"amp": "&", b"quot": '"'}
_REFERENCE = re.compile(rb"&(?:#x([0-9a-fA-F]{1,6})(?![0-9a-fA-F])|#([0-9]{1,7})(?![0-9])|([a-zA-Z]+));?")
_SPACE = b" \t\r\n\v\0"
_USER_LINK = re.compile(r"tg://user\?id=(\d{1,18})")
_TOKEN = re.compile(rb"[A-Za-z0-9.-]*")
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


class _HtmlReader:
    """One pass over the bytes; Telegram's messages name byte offsets."""

    def __init__(self, text: str, user: UserLookup) -> None:
        # The closing zero spares every loop a test for the end: it counts as a space, as in Telegram.
        self._data = text.encode() + b"\0"
        self._end = len(self._data) - 1
        self._at = 0
        self._user = user
        self._out: list[str] = []
        self._units = 0
        self._open: list[_Open] = []
        self._entities: list[Entity] = []

    def read(self) -> tuple[str, list[Entity]]:
        while self._at < self._end:
            byte = self._data[self._at]
            if byte == 0x3C:
                start = self._at
                self._at += 1
                if self._data[self._at] == 0x2F:
                    self._close_tag(start)
                else:
                    self._open_tag(start)
            elif byte == 0x26 and (character := self._reference()):
                self._emit(character)
            else:
                self._plain()
        if self._open:
            tag = self._open[-1].tag
            raise _refuse(f'Can\'t find end tag corresponding to start tag "{tag}"')
        return "".join(self._out), self._entities

    def _emit(self, text: str) -> None:
        self._out.append(text)
        self._units += utf16_length(text)

    def _plain(self) -> None:
        stop = self._at + 1
        while stop < self._end and self._data[stop] not in b"<&":
            stop += 1
        self._emit(self._data[self._at : stop].decode())
        self._at = stop

    def _reference(self) -> str | None:
        """Read `&lt;` and the like; what is none stays as it is."""
        match = _REFERENCE.match(self._data, self._at)
        if match is None:
            return None
        if match[3] is not None:
            character = _NAMED.get(match[3])
        else:
            code = int(match[1], 16) if match[1] is not None else int(match[2])
            if 0xD800 <= code <= 0xDFFF:
                raise _refuse(
                    "Text contains invalid Unicode characters after decoding HTML entities,"
                    " check for unmatched surrogate code units"
                )
            character = chr(code) if 0 < code < 0x10FFFF else None
        if character is not None:
            self._at = match.end()
        return character

    def _until(self, stops: bytes) -> bytes:
        start = self._at
        while self._data[self._at] not in stops:
            self._at += 1
        return self._data[start : self._at]

    def _skip_spaces(self) -> None:
        while self._at < self._end and self._data[self._at] in _SPACE:
            self._at += 1

    def _open_tag(self, start: int) -> None:
        tag = self._until(_SPACE + b">").decode().lower()
        if self._at >= self._end:
            raise _refuse(f"Unclosed start tag at byte offset {start}")
        if tag not in TYPES and tag != "tg-emoji":
            raise _refuse(f'Unsupported start tag "{tag}" at byte offset {start}')
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
            raise _refuse(f'Tag "span" must have class "tg-spoiler" at byte offset {start}')
        self._open.append(_Open(tag, argument, self._units, len(self._out)))

    def _attribute(self, tag: str, start: int) -> tuple[str, str]:
        if self._at >= self._end:
            raise _refuse(f"Unclosed start tag at byte offset {start}")
        name = self._until(_SPACE + b"=>").decode()
        if not name:
            raise _refuse(f'Empty attribute name in the tag "{tag}" at byte offset {start}')
        self._skip_spaces()
        if self._data[self._at] != 0x3D:
            if tag == "blockquote" and name == "expandable":
                return name, "1"
            raise _refuse(
                f'Expected equal sign in declaration of an attribute of the tag "{tag}"'
                f" at byte offset {start}"
            )
        self._at += 1
        self._skip_spaces()
        if self._at >= self._end:
            raise _refuse(f'Unclosed start tag "{tag}" at byte offset {start}')
        quote = self._data[self._at]
        if quote not in b"\"'":
            token = self._at
            value = _TOKEN.match(self._data, token)
            assert value is not None
            self._at = value.end()
            if self._data[self._at] not in _SPACE + b">":
                raise _refuse(f"Unexpected end of name token at byte offset {token}")
            return name, value.group().decode().lower()
        self._at += 1
        return name, self._quoted(quote, start)

    def _quoted(self, quote: int, start: int) -> str:
        value: list[str] = []
        stops = bytes([quote]) + b"&\0"
        while self._data[self._at] != quote:
            if self._at >= self._end:
                raise _refuse(f"Unclosed start tag at byte offset {start}")
            if self._data[self._at] == 0x26:
                character = self._reference()
                if character is None:
                    self._at += 1
                    character = "&"
                value.append(character)
            else:
                value.append(self._until(stops).decode())
        self._at += 1
        return "".join(value)

    def _close_tag(self, start: int) -> None:
        if not self._open:
            raise _refuse(f"Unexpected end tag at byte offset {start}")
        self._at += 1
        found = self._until(_SPACE + b">").decode().lower()
        self._skip_spaces()
        if self._data[self._at] != 0x3E:
            raise _refuse(f"Unclosed end tag at byte offset {start}")
        self._at += 1
        tag = self._open.pop()
        if found and found != tag.tag:
            raise _refuse(
                f'Unmatched end tag at byte offset {start}, expected "</{tag.tag}>", found "</{found}>"'
            )
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


def _refuse(what: str) -> ApiError:
    return bad_request(f"can't parse entities: {what}")
