"""Telegram's way of reading HTML, whatever comes of it: one pass over the bytes, no forgiveness."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Mapping
from typing import ClassVar, Generic, Protocol, TypeVar

from .errors import ApiError

SPACE = b" \t\r\n\v\0"
_REFERENCE = re.compile(rb"&(?:#x([0-9a-fA-F]{1,6})(?![0-9a-fA-F])|#([0-9]{1,7})(?![0-9])|([a-zA-Z]+));?")
_TOKEN = re.compile(rb"[A-Za-z0-9.-]*")


class _Tagged(Protocol):
    tag: str


OpenTag = TypeVar("OpenTag", bound=_Tagged)


class HtmlScanner(ABC, Generic[OpenTag]):
    """One pass over the bytes; Telegram's messages name byte offsets.

    A reader says what comes of texts and tags, which attributes need no value, and how it refuses.
    """

    _NAMED: ClassVar[Mapping[bytes, str]] = {b"lt": "<", b"gt": ">", b"amp": "&", b"quot": '"'}
    _NAME_END: ClassVar[bytes] = SPACE + b"=>"

    def __init__(self, text: str) -> None:
        # The closing zero spares every loop a test for the end: it counts as a space, as in Telegram.
        self._data = text.encode() + b"\0"
        self._end = len(self._data) - 1
        self._at = 0
        self._open: list[OpenTag] = []

    def scan(self) -> None:
        """Read everything; every tag is closed at the end."""
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
            raise self._refuse(f'Can\'t find end tag corresponding to start tag "{tag}"')

    @abstractmethod
    def _refuse(self, what: str) -> ApiError: ...

    @abstractmethod
    def _stands_alone(self, tag: str, name: str) -> bool: ...

    @abstractmethod
    def _emit(self, text: str) -> None: ...

    @abstractmethod
    def _open_tag(self, start: int) -> None: ...

    @abstractmethod
    def _closed(self, tag: OpenTag) -> None: ...

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
            character = self._NAMED.get(match[3])
        else:
            code = int(match[1], 16) if match[1] is not None else int(match[2])
            if 0xD800 <= code <= 0xDFFF:
                raise self._refuse(
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
        while self._at < self._end and self._data[self._at] in SPACE:
            self._at += 1

    def _attribute(self, tag: str, start: int) -> tuple[str, str]:
        if self._at >= self._end:
            raise self._refuse(f"Unclosed start tag at byte offset {start}")
        name = self._until(self._NAME_END).decode()
        if not name:
            raise self._refuse(f'Empty attribute name in the tag "{tag}" at byte offset {start}')
        self._skip_spaces()
        if self._data[self._at] != 0x3D:
            if self._stands_alone(tag, name):
                return name, "1"
            raise self._refuse(
                f'Expected equal sign in declaration of an attribute of the tag "{tag}"'
                f" at byte offset {start}"
            )
        self._at += 1
        self._skip_spaces()
        if self._at >= self._end:
            raise self._refuse(f'Unclosed start tag "{tag}" at byte offset {start}')
        quote = self._data[self._at]
        if quote not in b"\"'":
            token = self._at
            value = _TOKEN.match(self._data, token)
            assert value is not None
            self._at = value.end()
            if self._data[self._at] not in SPACE + b">":
                raise self._refuse(f"Unexpected end of name token at byte offset {token}")
            return name, value.group().decode().lower()
        self._at += 1
        return name, self._quoted(quote, start)

    def _quoted(self, quote: int, start: int) -> str:
        value: list[str] = []
        stops = bytes([quote]) + b"&\0"
        while self._data[self._at] != quote:
            if self._at >= self._end:
                raise self._refuse(f"Unclosed start tag at byte offset {start}")
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
            raise self._refuse(f"Unexpected end tag at byte offset {start}")
        self._at += 1
        found = self._until(SPACE + b">").decode().lower()
        self._skip_spaces()
        if self._data[self._at] != 0x3E:
            raise self._refuse(f"Unclosed end tag at byte offset {start}")
        self._at += 1
        tag = self._open.pop()
        if found and found != tag.tag:
            raise self._refuse(
                f'Unmatched end tag at byte offset {start}, expected "</{tag.tag}>", found "</{found}>"'
            )
        self._closed(tag)
