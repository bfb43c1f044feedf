"""What Telegram, a phone and a player ask of every screen."""

from __future__ import annotations

import re
import unicodedata
from html.parser import HTMLParser

from bot.screens.parts import Screen
from bot.screens.presses import decode

ALLOWED_TAGS = {"b", "i", "u", "s", "code", "pre", "a", "blockquote", "tg-spoiler"}
WIDEST_LINE = 32


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.open: list[str] = []
        self.text: list[str] = []
        self.blocks: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        assert tag in ALLOWED_TAGS, tag
        assert "pre" not in self.open, "nothing may stand inside a monospaced block"
        assert tag != "blockquote" or not self.open, "a quotation may not stand inside anything"
        self.open.append(tag)
        if tag == "pre":
            self.blocks.append("")

    def handle_endtag(self, tag: str) -> None:
        assert self.open, f"</{tag}> closes nothing"
        assert self.open.pop() == tag, tag

    def handle_data(self, data: str) -> None:
        self.text.append(data)
        if "pre" in self.open:
            self.blocks[-1] += data


def utf16(text: str) -> int:
    return len(text.encode("utf-16-le")) // 2


def read_html(text: str) -> tuple[str, list[str]]:
    """Return the text a reader sees and its monospaced blocks; fails on unbalanced or forbidden markup."""
    reader = _Reader()
    reader.feed(text)
    reader.close()
    assert not reader.open, f"not closed: {reader.open}"
    # Every ampersand and angle bracket of a name must have been escaped.
    assert not re.search(r"&(?!lt;|gt;|amp;)", text), text
    return "".join(reader.text), reader.blocks


def width(line: str) -> int:
    """Return the cells of a line without emoji sequences, by Unicode's East Asian width."""
    return sum(
        0
        if unicodedata.category(char) in ("Mn", "Me", "Cf")
        else 2
        if unicodedata.east_asian_width(char) in "WF"
        else 1
        for char in line
    )


def check_text(text: str) -> str:
    seen, blocks = read_html(text)
    assert 0 < utf16(seen) <= 4096
    assert "\n\n\n" not in seen
    assert "{" not in seen
    assert "None" not in seen
    for block in blocks:
        lines = block.split("\n")
        assert max(map(width, lines)) <= WIDEST_LINE, block
        assert not any(line.endswith(" ") for line in lines), block
    return seen


def check_alert(text: str) -> None:
    assert 0 < utf16(text) <= 200
    assert "{" not in text


def check_screen(screen: Screen) -> str:
    seen = check_text(screen.text)
    assert sum(len(row) for row in screen.rows) <= 100
    for row in screen.rows:
        assert 1 <= len(row) <= 8
        for button in row:
            assert 0 < utf16(button.text) <= 80, button.text
            assert (button.data is None) != (button.url is None)
            assert button.style in (None, "primary", "success", "danger")
            if button.data is not None:
                assert len(button.data.encode()) <= 64
                decode(button.data)
            if button.url is not None:
                assert re.fullmatch(r"https://t\.me/\w+(\?(start|startgroup)=[\w-]{1,64})?", button.url)
    return seen
