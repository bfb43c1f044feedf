"""Records with their right answers, worked out by another implementation of the rules (`cases/`).

In `errors.jsonl` and `malformed.jsonl` the wording of the message is our own.
"""

from __future__ import annotations

import io
import json
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from bot.deberts.record import RecordError, parse_json
from bot.deberts.replay import answer, answers, error_answer, run

FOLDER = Path(__file__).parent / "cases"
FILES = sorted(path.name for path in FOLDER.glob("*.jsonl"))


def read(name: str) -> list[dict[str, Any]]:
    lines = (FOLDER / name).read_text(encoding="utf-8").split("\n")
    return [json.loads(line) for line in lines if line]


def answered(case: dict[str, Any]) -> dict[str, Any]:
    try:
        if "text" in case:
            return answer(parse_json(case["text"]))
        return answer(case["record"], case["legal"])
    except RecordError as error:
        return error_answer(error)


def check(name: str, shown: dict[str, Any], right: dict[str, Any]) -> None:
    """Compare an answer with the right one, an error by its place."""
    if "error" not in right:
        assert shown == right, name
        return
    assert shown.keys() == {"error"}, name
    error = dict(shown["error"])
    message = error.pop("message")
    assert error == right["error"], f"{name}: {message}"
    assert isinstance(message, str), name
    assert len(message.split()) >= 3, f"{name}: {message!r} says nothing"
    assert "\n" not in message, name


def test_the_files_are_here() -> None:
    assert {"errors.jsonl", "legal.jsonl", "malformed.jsonl", "random-rules.jsonl", "rare.jsonl"} <= {*FILES}
    assert sum(len(read(name)) for name in FILES) == 417


@pytest.mark.parametrize("file", FILES)
def test_every_answer(file: str) -> None:
    for case in read(file):
        check(case["name"], answered(case), case["result"])


def test_a_record_as_text_is_answered_alike_as_bytes() -> None:
    for case in read("malformed.jsonl"):
        with pytest.raises(RecordError) as as_text:
            answer(parse_json(case["text"]))
        with pytest.raises(RecordError) as as_bytes:
            answer(parse_json(case["text"].encode()))
        assert error_answer(as_text.value) == error_answer(as_bytes.value)


def lines_of(file: str) -> list[tuple[str, str, dict[str, Any]]]:
    """Return the cases that fit in a line each, as (name, line, right answer)."""
    found = []
    for case in read(file):
        text = case["text"] if "text" in case else json.dumps(case["record"])
        if text.strip() and "\n" not in text:
            found.append((case["name"], text, case["result"]))
    return found


def without_legal(right: dict[str, Any]) -> dict[str, Any]:
    if "deals" not in right:
        return right
    deals = [{key: shown for key, shown in deal.items() if key != "legal"} for deal in right["deals"]]
    return {**right, "deals": deals}


def test_one_answer_a_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """All files in one: every record has one line for an answer, errors too; blank lines have none."""
    cases = [case for file in FILES for case in lines_of(file)]
    assert len(cases) > 380
    blank = ["", "  ", "\r", "\t"]
    path = tmp_path / "all.jsonl"
    text = "".join(f"{line}\n{blank[place % 4]}\n" for place, (_, line, _) in enumerate(cases))
    path.write_bytes(text.encode())
    assert run(str(path), with_legal=False, lines=True) == 0
    shown = capsys.readouterr().out.split("\n")
    assert shown.pop() == ""
    for (name, _, right), line in zip(cases, shown, strict=True):
        check(name, json.loads(line), without_legal(right))


def test_legal_lists_a_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    cases = lines_of("legal-gambler.jsonl")
    path = tmp_path / "legal.jsonl"
    path.write_text("\n".join(line for _, line, _ in cases), encoding="utf-8")
    assert run(str(path), with_legal=True, lines=True) == 0
    shown = capsys.readouterr().out.splitlines()
    assert [json.loads(line) for line in shown] == [right for _, _, right in cases]


RECORD = {"format": "deberts/1", "first_dealer": 0, "deals": []}
EMPTY = {"deals": [], "next": [], "match": {"over": False, "winners": [], "result": [0, 0]}}


@pytest.mark.parametrize("between", ["\u2028", "\u2029", "\x85", "\x7f"])
def test_only_a_line_feed_ends_a_line(between: str) -> None:
    """Other characters that some call line ends may stand in a text of a record."""
    line = json.dumps({**RECORD, "meta": {"name": f"a{between}b"}}, ensure_ascii=False)
    source = io.BytesIO(f"{line}\n{line}".encode())
    assert list(answers(source, with_legal=False, lines=True)) == [(EMPTY, True), (EMPTY, True)]


@pytest.mark.parametrize("end", ["\r", "\v", "\f"])
def test_two_records_in_a_line_are_no_record(end: str) -> None:
    line = json.dumps(RECORD)
    source = io.BytesIO(f"{line}{end}{line}\n{line}\r\n".encode())
    (first, is_good), second = answers(source, with_legal=False, lines=True)
    assert not is_good
    assert first["error"]["deal"] is first["error"]["action"] is None
    assert second == (EMPTY, True)


def test_each_answer_comes_at_once() -> None:
    """The next line is not waited for."""
    read = 0

    def source() -> Any:
        nonlocal read
        for _ in range(3):
            read += 1
            yield json.dumps(RECORD).encode() + b"\n"

    for number, found in enumerate(answers(source(), with_legal=False, lines=True), start=1):
        assert found == (EMPTY, True)
        assert read == number


def test_without_lines_the_source_is_one_record() -> None:
    text = json.dumps(RECORD, indent=1)
    assert list(answers(io.BytesIO(text.encode()), False, lines=False)) == [(EMPTY, True)]
    two = io.BytesIO(f"{text}\n{text}".encode())
    assert [is_good for _, is_good in answers(two, False, lines=False)] == [False]


def test_standard_input(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    source = io.BytesIO(b"\n{\n" + json.dumps(RECORD).encode())
    monkeypatch.setattr("sys.stdin", SimpleNamespace(buffer=source))
    assert run("-", with_legal=False, lines=True) == 0
    wrong, good = capsys.readouterr().out.splitlines()
    assert json.loads(wrong)["error"]["deal"] is None
    assert json.loads(good) == EMPTY
