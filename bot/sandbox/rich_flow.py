"""Running text of a rich message: marked-up HTML to RichText, spaces folded as HTML folds them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from . import html_text
from .rich_tree import Element

MARKS = {
    **html_text.MARKS,
    "mark": "marked",
    "sub": "subscript",
    "sup": "superscript",
    "tg-spoiler": "spoiler",
}
_SPACES = re.compile(r"[ \t\n\v\f\r]+")
_USER_LINK = re.compile(r"tg://user\?id=(\d{1,18})")

# Running text under construction: strings, and marks as their fields with what they hold.
_Part = str | tuple[dict[str, Any], list[Any]]


def flow(children: Sequence[Element | str], *, preserve: bool = False) -> Any:
    """Return the RichText of running text, empty if there is none; `preserve` keeps spaces as they are."""
    return _Flow(preserve).read(children)


class _Flow:
    """Folds spaces across tags: which of two is dropped depends on what is around the tags."""

    def __init__(self, preserve: bool) -> None:
        self._preserve = preserve
        self._starts_line = True
        # Where the last thing written is a space, which goes if a line ends there.
        self._space: tuple[list[_Part], int] | None = None

    def read(self, children: Sequence[Element | str]) -> Any:
        parts: list[_Part] = []
        self._walk(children, parts)
        if not self._preserve:
            self._end_line()
            while parts and parts[-1] == "\n":
                parts.pop()
            while parts and parts[0] == "\n":
                parts.pop(0)
        return _finished(parts)

    def _walk(self, children: Sequence[Element | str], parts: list[_Part]) -> None:
        for child in children:
            if isinstance(child, str):
                self._text(child, parts)
            elif child.tag == "br":
                self._end_line()
                parts.append("\n")
            elif child.tag == "a" and "name" in child.attributes:
                if child.children or "href" in child.attributes:
                    raise child.refuse("an anchor holds nothing")
                parts.append(({"type": "anchor", "name": child.attributes["name"]}, []))
            elif child.tag == "a" or child.tag in MARKS:
                inner: list[_Part] = []
                self._walk(child.children, inner)
                fields = _link(child) if child.tag == "a" else {"type": MARKS[child.tag]}
                parts.append((fields, inner))
            else:
                raise child.refuse("only running text is allowed here")

    def _text(self, text: str, parts: list[_Part]) -> None:
        if not self._preserve:
            text = _SPACES.sub(" ", text)
            text = text.lstrip(" ") if self._starts_line else text
        if text:
            self._starts_line = text.endswith(" ")
            self._space = (parts, len(parts)) if self._starts_line else None
            parts.append(text)

    def _end_line(self) -> None:
        if self._space is not None and not self._preserve:
            parts, index = self._space
            parts[index] = str(parts[index]).rstrip(" ")
        self._space = None
        self._starts_line = True


def _finished(parts: list[_Part]) -> Any:
    """Return a RichText: a string, an object, or an array of both; empty marks go."""
    found: list[Any] = []
    for part in parts:
        if isinstance(part, str):
            if part and found and isinstance(found[-1], str):
                found[-1] += part
            elif part:
                found.append(part)
            continue
        fields, inner = part
        if fields["type"] == "anchor":
            found.append(fields)
        elif text := _finished(inner):
            found.append({**fields, "text": text})
    return found[0] if len(found) == 1 else found or ""


def _link(element: Element) -> dict[str, Any]:
    url = element.attributes.get("href")
    if not url:
        raise element.refuse('attribute "href" is missing')
    if match := _USER_LINK.fullmatch(url):
        return {"type": "text_mention", "user": {"id": int(match[1])}}
    for scheme, kind, name in (
        ("#", "anchor_link", "anchor_name"),
        ("mailto:", "email_address", "email_address"),
        ("tel:", "phone_number", "phone_number"),
    ):
        if url.startswith(scheme):
            return {"type": kind, name: url.removeprefix(scheme)}
    return {"type": "url", "url": url}
