"""The texts: the same in every language, all of them there, none left over."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from fluent.syntax import FluentParser
from fluent.syntax import ast as ftl
from fluent.syntax.visitor import Visitor

from bot.deberts.errors import MESSAGES
from bot.deberts.presets import LINEUPS, PRESETS
from bot.deberts.rules import PARAMETERS
from bot.locales import LANGUAGES, Html, MissingTextError, pick, texts
from bot.rooms.errors import KINDS
from bot.screens.board import WAITING_STEPS
from bot.screens.help import COMMANDS_GROUP, COMMANDS_PRIVATE

ROOT = Path(__file__).parents[2]
# Plural categories that a count in whole numbers can have (Unicode CLDR).
CATEGORIES = {"ru": {"one", "few", "many", "other"}, "en": {"one", "other"}}
CYRILLIC = re.compile("[А-Яа-яЁёІіЇїЄєҐґ]")


class _Reader(Visitor):
    def __init__(self) -> None:
        self.variables: set[str] = set()
        self.selectors: list[tuple[set[str], str]] = []

    def visit_VariableReference(self, node: ftl.VariableReference) -> None:  # noqa: N802
        self.variables.add(node.id.name)

    def visit_SelectExpression(self, node: ftl.SelectExpression) -> None:  # noqa: N802
        names = set()
        for variant in node.variants:
            assert isinstance(variant.key, ftl.Identifier)
            names.add(variant.key.name)
            if variant.default:
                default = variant.key.name
        self.selectors.append((names, default))
        self.generic_visit(node)


def messages(language: str) -> dict[str, _Reader]:
    source = (ROOT / "bot" / "locales" / f"{language}.ftl").read_text(encoding="utf-8")
    found: dict[str, _Reader] = {}
    for entry in FluentParser().parse(source).body:
        assert not isinstance(entry, ftl.Junk), entry.content
        if isinstance(entry, ftl.Message):
            assert entry.id.name not in found, entry.id.name
            assert re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", entry.id.name), entry.id.name
            reader = _Reader()
            reader.visit(entry)
            found[entry.id.name] = reader
    return found


ALL = {language: messages(language) for language in LANGUAGES}


@cache
def trees() -> dict[Path, ast.Module]:
    return {
        path: ast.parse(path.read_text(encoding="utf-8")) for path in sorted((ROOT / "bot").rglob("*.py"))
    }


def nodes() -> Iterator[ast.AST]:
    for tree in trees().values():
        yield from ast.walk(tree)


def keys_in_code() -> tuple[set[str], set[str]]:
    """Return the keys written out in calls of `plain`, `html` and `has`, and the patterns of others."""
    keys: set[str] = set()
    patterns: set[str] = set()
    for node in nodes():
        if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.args):
            continue
        if node.func.attr not in ("plain", "html", "has"):
            continue
        key = node.args[0]
        for one in (key.body, key.orelse) if isinstance(key, ast.IfExp) else (key,):
            if isinstance(one, ast.Constant):
                keys.add(str(one.value))
            elif isinstance(one, ast.JoinedStr):
                patterns.add(_pattern(one))
    return keys, patterns


def _pattern(node: ast.JoinedStr) -> str:
    parts = (re.escape(str(p.value)) if isinstance(p, ast.Constant) else ".+" for p in node.values)
    return "".join(parts)


def kebab(name: str) -> str:
    return name.replace("_", "-")


def derived_keys() -> set[str]:
    """Return the keys that code puts together from names of the engine and the rooms."""
    keys = {f"refusal-{kind}" for kind in KINDS} | {f"illegal-{rule}" for rule in MESSAGES}
    keys |= {f"preset-{preset}" for preset in PRESETS} | {f"lineup-{lineup}" for lineup in LINEUPS}
    keys |= {f"waiting-{step}" for step in WAITING_STEPS}
    keys |= {f"command-{name}" for name in (*COMMANDS_GROUP, *COMMANDS_PRIVATE)}
    keys |= {f"sequence-{worth}" for worth in (20, 50, 100)} | {f"declare-{worth}" for worth in (20, 50, 100)}
    keys |= {f"verdict-{one}" for one in ("made", "byte", "hang", "klabor", "deberts")}
    outcomes = ("made", "byte", "hang", "plain", "conceded", "surrendered", "klabor", "deberts")
    keys |= {f"what-{outcome}" for outcome in outcomes}
    for name, row in PARAMETERS.items():
        keys |= {f"param-{kebab(name)}", f"param-{kebab(name)}-about"}
        words = [value for value in row.values if isinstance(value, str)]
        keys |= {f"value-{kebab(name)}-{kebab(value)}" for value in words}
    return keys


def test_every_language_has_the_same_texts_with_the_same_variables() -> None:
    first, *others = LANGUAGES
    for other in others:
        assert set(ALL[first]) == set(ALL[other])
        for key, reader in ALL[first].items():
            assert reader.variables == ALL[other][key].variables, key


def test_every_key_in_the_code_is_a_text() -> None:
    keys, patterns = keys_in_code()
    known = set(ALL["ru"])
    assert keys - known == set()
    assert derived_keys() - known == set()
    for pattern in patterns:
        assert any(re.fullmatch(pattern, key) for key in known), pattern


def test_no_text_is_left_over() -> None:
    constants = {
        node.value for node in nodes() if isinstance(node, ast.Constant) and isinstance(node.value, str)
    }
    patterns = {_pattern(node) for node in nodes() if isinstance(node, ast.JoinedStr)}
    exact = {pattern for pattern in patterns if re.match(r"[a-z]+\\?-", pattern)}
    unused = [
        key
        for key in ALL["ru"]
        if key not in constants and not any(re.fullmatch(pattern, key) for pattern in exact)
    ]
    assert unused == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_plurals_are_those_of_the_language(language: str) -> None:
    for key, reader in ALL[language].items():
        for names, default in reader.selectors:
            assert default == "other", key
            assert names <= CATEGORIES[language], key
            # In Russian either all forms differ, or only "one" does (the genitive after «до»).
            assert names in (CATEGORIES[language], {"one", "other"}), key


def test_no_words_of_players_in_the_code() -> None:
    for path, tree in trees().items():
        if "sandbox" in path.parts:
            continue
        docs = {
            node.body[0].value
            for node in ast.walk(tree)
            if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef)
            and node.body
            and isinstance(node.body[0], ast.Expr)
        }
        for node in ast.walk(tree):
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and node not in docs:
                assert not CYRILLIC.search(node.value), (path.name, node.value)


@pytest.mark.parametrize(("count", "said"), [(1, "1 взятка"), (2, "2 взятки"), (5, "5 взяток")])
def test_russian_counts(count: int, said: str) -> None:
    assert texts("ru").plain("tricks-of", count=count) == said


def test_numbers_are_written_plainly() -> None:
    assert texts("en").plain("value-points", points=1001) == "1001"
    assert texts("ru").plain("value-points", points=10001) == "10001"


def test_values_are_escaped_in_html_only() -> None:
    t = texts("en")
    assert t.html("bid-of", name="<b>&", bid="x") == "&lt;b&gt;&amp;: x"
    assert t.html("bid-of", name=Html("<b>A</b>"), bid="x") == "<b>A</b>: x"
    assert t.plain("bid-of", name="<b>&", bid="x") == "<b>&: x"


def test_a_missing_text_or_value_is_an_error() -> None:
    with pytest.raises(MissingTextError):
        texts("en").plain("no-such-text")
    with pytest.raises(MissingTextError):
        texts("en").plain("bid-of", name="A")


@pytest.mark.parametrize(
    ("client", "language"),
    [(None, "ru"), ("", "ru"), ("ru-RU", "ru"), ("uk", "ru"), ("en_GB", "en"), ("de", "en"), ("EN", "en")],
)
def test_the_language_of_a_client(client: str | None, language: str) -> None:
    assert pick(client) == language
