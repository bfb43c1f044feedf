"""The texts of every language, in Fluent files of one per language.

`Texts` gives a message of one language: `plain` for toasts and alerts, `html` for messages, where every text
value is escaped unless it is `Html` already.
"""

from __future__ import annotations

import html
from collections.abc import Mapping
from functools import cache, lru_cache
from pathlib import Path

from fluent.runtime import FluentBundle, FluentResource
from fluent.runtime.types import FluentInt

_FOLDER = Path(__file__).parent
DEFAULT = "ru"
LANGUAGES = ("ru", "en")
_REMEMBERED = 8192
# Client languages without texts of their own, by who is likelier to be understood.
_READS_RUSSIAN = ("uk", "be", "kk", "ky", "uz", "tg", "tk", "hy", "az", "ka")

# The clients that get a command menu of their own, and its language; None stands for all others.
MENU_LANGUAGES: Mapping[str | None, str] = {None: "en", "ru": "ru", **dict.fromkeys(_READS_RUSSIAN, "ru")}


class Html(str):
    """Text that is HTML already and must not be escaped again."""

    __slots__ = ()


@lru_cache(maxsize=_REMEMBERED)
def _escaped(text: str) -> Html:
    return Html(html.escape(text, quote=False))


def escape(text: str) -> Html:
    """Return a text as HTML; `Html` is taken as it is."""
    return text if isinstance(text, Html) else _escaped(text)


class MissingTextError(LookupError):
    """A language has no such text, or the text needs a value that was not given."""


class Texts:
    """The texts of one language."""

    def __init__(self, language: str, source: str) -> None:
        self.language = language
        self._bundle = FluentBundle([language], use_isolating=False)
        self._bundle.add_resource(FluentResource(source))
        # Screens are rendered again and again from mostly the same words; Fluent takes ten times as long.
        self._remembered = lru_cache(maxsize=_REMEMBERED)(self._resolve)

    def plain(self, key: str, **values: str | int) -> str:
        """Return a text without markup; raises `MissingTextError`."""
        return self._remembered(key, tuple(values.items()))

    def html(self, key: str, **values: str | int) -> Html:
        """Return a text as HTML: text values are escaped, `Html` ones taken as they are."""
        escaped = tuple(
            [(name, value if isinstance(value, int) else escape(value)) for name, value in values.items()]
        )
        return Html(self._remembered(key, escaped))

    def has(self, key: str) -> bool:
        """Tell whether there is a text of that name."""
        return self._bundle.has_message(key)

    def _resolve(self, key: str, values: tuple[tuple[str, str | int], ...]) -> str:
        if not self._bundle.has_message(key):
            raise MissingTextError(f"{self.language}: no text {key}")
        pattern = self._bundle.get_message(key).value
        if pattern is None:
            raise MissingTextError(f"{self.language}: no text {key}")
        text, errors = self._bundle.format_pattern(
            pattern, {name: _argument(value) for name, value in values}
        )
        if errors:
            raise MissingTextError(f"{self.language}: {key}: {errors[0]}")
        return str(text)


def _argument(value: str | int) -> str | FluentInt:
    """Numbers choose plural forms but are written plainly: grouping would break monospaced sheets."""
    return value if isinstance(value, str) else FluentInt(value, useGrouping=False)


@cache
def texts(language: str) -> Texts:
    """Return the texts of one of `LANGUAGES`."""
    return Texts(language, (_FOLDER / f"{language}.ftl").read_text(encoding="utf-8"))


def pick(client_language: str | None) -> str:
    """Return the language to speak to a client that reports this IETF tag, or none."""
    if not client_language:
        return DEFAULT
    primary = client_language.lower().replace("_", "-").split("-")[0]
    if primary in LANGUAGES:
        return primary
    return "ru" if primary in _READS_RUSSIAN else "en"
