"""Every sentence about what cannot be done is there in both languages, and every one is said somewhere."""

from __future__ import annotations

import re
from pathlib import Path
from string import Formatter

import pytest

from bot.sandbox import SandboxError
from bot.sandbox.sentences import SENTENCES

SOURCES = "".join(path.read_text() for path in Path("bot/sandbox").rglob("*.py"))


@pytest.mark.parametrize("kind", SENTENCES)
def test_both_languages_name_the_same_things_and_end_like_sentences(kind: str) -> None:
    english, russian = SENTENCES[kind]
    names = [{name for _, name, _, _ in Formatter().parse(text) if name} for text in (english, russian)]
    assert names[0] == names[1]
    assert english.endswith(".")
    assert russian.endswith(".")
    assert re.search("[а-я]", russian)


def test_what_is_raised_has_a_sentence_and_the_other_way_round() -> None:
    raised = set(re.findall(r'(?:SandboxError|NoAnswerError)\(\s*"(\w+)"', SOURCES)) | {
        "no_button",
        "many_buttons",
    }
    assert raised == set(SENTENCES)


def test_an_error_speaks_english_unless_asked_otherwise() -> None:
    error = SandboxError("not_here", who="Борис", chat="Друзья")
    assert str(error) == error.text("en") == error.text("uk") == "Борис is not in Друзья."
    assert error.text("ru") == "Борис не в группе «Друзья»."
