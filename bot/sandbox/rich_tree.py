"""The HTML of a rich message as a tree of elements: which tags and attributes there are."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import ClassVar

from .errors import ApiError, bad_request
from .html_scan import SPACE, HtmlScanner

# Of the documented tags those without media, maps, formulas, dates, emoji, references and buttons.
# `thead`, `tbody` and `tfoot` are not in that list, but tables are written with them everywhere.
_PLAIN_TAGS = frozenset(
    {
        "p", "h1", "h2", "h3", "h4", "h5", "h6", "pre", "footer", "ul", "aside", "cite", "summary",
        "caption", "thead", "tbody", "tfoot", "tr", "br", "hr", "b", "strong", "i", "em", "u", "ins", "s",
        "strike", "del", "mark", "sub", "sup", "tg-spoiler",
    }
)  # fmt: skip
_CELL = frozenset({"align", "valign", "colspan", "rowspan"})
_ATTRIBUTES: Mapping[str, frozenset[str]] = {
    **dict.fromkeys(_PLAIN_TAGS, frozenset[str]()),
    "a": frozenset({"href", "name"}),
    "blockquote": frozenset({"collapsed"}),
    "code": frozenset({"class"}),
    "details": frozenset({"open"}),
    "input": frozenset({"type", "checked"}),
    "li": frozenset({"value", "type"}),
    "ol": frozenset({"start", "type", "reversed"}),
    "table": frozenset({"bordered", "striped", "compact"}),
    "td": _CELL,
    "th": _CELL,
}
_FLAGS = frozenset({"collapsed", "open", "checked", "reversed", "bordered", "striped", "compact"})
_VOID = frozenset({"br", "hr", "input"})
_MAX_OPEN = 100


def html_invalid(what: str) -> ApiError:
    """Return the refusal of bad HTML: Telegram gives the code alone, here the reason helps."""
    return bad_request(f"RICH_MESSAGE_HTML_INVALID: {what}")


@dataclass(eq=False, slots=True)
class Element:
    """A tag with what is in it."""

    tag: str
    start: int
    attributes: dict[str, str] = field(default_factory=dict)
    children: list[Element | str] = field(default_factory=list)

    def refuse(self, why: str) -> ApiError:
        """Return the refusal of this tag."""
        return html_invalid(f'Tag "{self.tag}" at byte offset {self.start}: {why}')


def read_tree(html: str) -> Element:
    """Return the root of the tree, an element without a name."""
    return _TreeReader(html).read()


class _TreeReader(HtmlScanner[Element]):
    _NAMED: ClassVar[Mapping[bytes, str]] = {
        **HtmlScanner._NAMED,
        b"apos": "'",
        b"nbsp": "\u00a0",
        b"hellip": "…",
        b"mdash": "\u2014",
        b"ndash": "\u2013",
        b"lsquo": "\u2018",
        b"rsquo": "\u2019",
        b"ldquo": "\u201c",
        b"rdquo": "\u201d",
    }
    _NAME_END: ClassVar[bytes] = SPACE + b"=>/"

    def __init__(self, html: str) -> None:
        super().__init__(html)
        self._root = Element("", 0)

    def read(self) -> Element:
        self.scan()
        return self._root

    def _refuse(self, what: str) -> ApiError:
        return html_invalid(what)

    def _stands_alone(self, tag: str, name: str) -> bool:
        return name in _FLAGS

    @property
    def _children(self) -> list[Element | str]:
        return (self._open[-1] if self._open else self._root).children

    def _emit(self, text: str) -> None:
        self._children.append(text)

    def _open_tag(self, start: int) -> None:
        tag = self._until(SPACE + b">/").decode().lower()
        known = _ATTRIBUTES.get(tag)
        if known is None:
            raise self._refuse(f'Unsupported start tag "{tag}" at byte offset {start}')
        element = Element(tag, start)
        while True:
            self._skip_spaces()
            if self._data[self._at] in b">/":
                break
            name, value = self._attribute(tag, start)
            if name not in known:
                # Telegram passes over it; here it is a mistake, like an unknown parameter.
                raise element.refuse(f'unsupported attribute "{name}"')
            element.attributes[name] = value
        closes_itself = self._data[self._at] == 0x2F
        self._at += closes_itself
        if self._at >= self._end or self._data[self._at] != 0x3E:
            raise self._refuse(f"Unclosed start tag at byte offset {start}")
        self._at += 1
        if closes_itself and tag not in _VOID:
            raise element.refuse("an end tag is required")
        self._children.append(element)
        if tag in _VOID:
            return
        if len(self._open) >= _MAX_OPEN:
            raise element.refuse("too many nested tags")
        self._open.append(element)

    def _closed(self, tag: Element) -> None:
        """Nothing is left to do: the element is in its place since it was opened."""
