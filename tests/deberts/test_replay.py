"""The answers of `python -m bot replay` and how the command exits (record-format.md)."""

from __future__ import annotations

import io
import json
import random
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from bot.__main__ import main
from bot.deberts.cards import CODES
from bot.deberts.match import Match
from bot.deberts.record import RecordError, record_of
from bot.deberts.replay import answer, error_answer

from .chance import played, preset_rules
from .decks import act, deal_with, outcome, rules_of, shuffled, stacked

DEAL_KEYS = {
    "dealer",
    "upcard",
    "bottom",
    "trump",
    "taker",
    "outcome",
    "hands",
    "tricks",
    "sequences",
    "bela",
    "counted",
    "written",
    "pots_won",
    "fines",
    "totals",
    "pots",
    "stakes",
    "next_dealer",
}


def answered(match: Match, with_legal: bool = False) -> dict[str, Any]:
    first = match.deals[0] if match.deals else match.deal
    return answer(record_of(match, match.dealer if first is None else first.dealer), with_legal)


def test_a_played_deal() -> None:
    match = Match(rules_of("gambler"), 0)
    hands = {1: "AS KS QS 7C 9C JC", 0: "JH 9H 8C TC KH QH"}
    match.deal_cards(stacked(match, hands, "8H", {1: "7D 9D JD", 0: "AH TH AC"}, "AD"))
    act(match, "1 pass", "0 order H", "1 declare", "1 play AS", "0 play KH bela")
    while match.deal is not None:
        match.push(match.codes()[0])
    (deal,) = answered(match)["deals"]
    assert set(deal) == DEAL_KEYS
    assert deal["hands"] == [
        ["AC", "TC", "8C", "AH", "KH", "QH", "JH", "TH", "9H"],
        ["AS", "KS", "QS", "JC", "9C", "7C", "JD", "9D", "7D"],
    ]
    assert (deal["dealer"], deal["upcard"], deal["bottom"]) == (0, "8H", "AD")
    assert (deal["trump"], deal["taker"], deal["outcome"]) == ("H", 0, "made")
    assert deal["tricks"][0] == {"leader": 1, "cards": ["AS", "KH"], "winner": 0, "points": 15}
    assert len(deal["tricks"]) == 9
    assert sum(trick["points"] for trick in deal["tricks"]) == sum(deal["counted"]) - 20 * (
        1 + (deal["sequences"] is not None)
    )
    assert deal["bela"] == {"seat": 0, "side": 0, "points": 20}
    assert deal["written"] == deal["counted"] == deal["totals"]
    assert (deal["pots_won"], deal["fines"], deal["pots"], deal["stakes"]) == ([0, 0], [0, 0], [], 1)
    assert deal["next_dealer"] == 0


@pytest.mark.parametrize(
    ("changes", "actions", "name", "known"),
    [
        ({}, ["1 pass", "0 pass", "1 pass", "0 pass"], "void", set()),
        ({"klabor": True}, ["1 pass", "0 klabor"], "klabor", set()),
        ({"weak_hand_below": 99}, ["1 redeal"], "cancelled", set()),
        ({"four_sevens": "redeal"}, ["1 order H", "1 redeal"], "cancelled", {"trump", "taker", "bottom"}),
        ({"concede_points": 50}, ["1 order H", "0 concede"], "conceded", {"trump", "taker", "written"}),
        ({"concede_points": 50}, ["1 order H"], "open", {"trump", "taker"}),
        ({}, ["1 pass"], "open", set()),
        ({}, ["1 order H"], "open", {"trump", "taker", "bottom", "hands"}),
        (
            {"deberts": "six"},
            ["1 order H", "1 play 7C", "0 deberts"],
            "deberts",
            {"trump", "taker", "bottom", "hands"},
        ),
        (
            {"scoring": "stakes", "dave": "geometric", "target": 5},
            ["1 order H", "1 dave", "0 surrender"],
            "surrendered",
            {"trump", "taker", "bottom", "hands", "written"},
        ),
    ],
)
def test_what_is_null(changes: dict[str, Any], actions: list[str], name: str, known: set[str]) -> None:
    match = Match(rules_of("gambler", **changes), 0)
    hands = {1: "7C 7S 7D 9D JD AC", 0: "AS KS QS JS TS 9S"}
    match.deal_cards(stacked(match, hands, "8H", {1: "7H 8C TC"}))
    act(match, *actions)
    (deal,) = answered(match)["deals"]
    assert set(deal) == DEAL_KEYS
    assert deal["outcome"] == name
    maybe = {"trump", "taker", "bottom", "hands", "written"}
    assert {key for key in maybe if deal[key] is not None} == known
    assert deal["counted"] is deal["sequences"] is None
    assert (deal["pots_won"] is None) == (deal["fines"] is None) == ("written" not in known)
    assert deal["totals"] is not None
    assert deal["upcard"] == "8H"
    over = name in ("klabor", "deberts")
    assert (deal["next_dealer"] is None) == (over or name == "open")


def test_a_bela_that_was_never_counted() -> None:
    match = Match(rules_of("gambler"), 0)
    match.deal_cards(stacked(match, {1: "KH QH 7C 9C JC AS"}, "8H"))
    act(match, "1 order H", "1 play QH bela")
    shown = answered(match)
    assert shown["deals"][0]["bela"] == {"seat": 1, "side": None, "points": 0}
    assert shown["deals"][0]["tricks"] == []


def test_hands_are_those_before_the_swap() -> None:
    match = Match(rules_of("gambler"), 0)
    match.deal_cards(stacked(match, {1: "7H 7S 9C JC TD KD"}, "AH"))
    act(match, "1 order H", "1 swap")
    (deal,) = answered(match)["deals"]
    assert "7H" in deal["hands"][1]
    assert "AH" not in deal["hands"][1]
    assert deal["upcard"] == "AH"


def test_pots() -> None:
    match = Match(rules_of("moscow", "3"), 0)
    result = deal_with(match, 0, outcome("hang"))
    assert result.counted is not None
    shown = answered(match)
    assert shown["deals"][0]["pots"] == [{"points": result.counted[0], "claimants": [0, 1, 2]}]
    match.deal_cards(shuffled(random.Random(1)))
    # The pots and totals of an open deal are those before it.
    again = answered(match)["deals"]
    assert again[1]["pots"] == again[0]["pots"]
    assert again[1]["totals"] == again[0]["totals"]


@pytest.mark.parametrize("rules", preset_rules(), ids=lambda rules: f"{rules.preset}-{rules.players}")
def test_answers_of_whole_matches(rules: Any) -> None:
    match = played(rules, random.Random(3))
    shown = answered(match, with_legal=True)
    assert shown["match"] == {
        "over": match.over,
        "winners": list(match.outcome.winners),
        "result": list(match.outcome.result),
    }
    for deal, told, following in zip(match.deals, shown["deals"], [*shown["deals"][1:], None], strict=True):
        assert set(told) == {*DEAL_KEYS, "legal"}
        assert told["next_dealer"] == (None if following is None else following["dealer"])
        assert len(told["legal"]) == len(deal.actions())
        for action, legal in zip(deal.actions(), told["legal"], strict=True):
            assert str(action) in legal
            assert legal == sorted(legal)
    without = answered(match)
    for told in shown["deals"]:
        del told["legal"]
    assert without == shown


def test_next() -> None:
    match = Match(rules_of("gambler"), 1)
    assert answered(match) == {
        "deals": [],
        "next": [],
        "match": {"over": False, "winners": [], "result": [0, 0]},
    }
    match.deal_cards(range(32))
    assert answered(match)["next"] == ["0 order C", "0 pass"]
    act(match, "0 pass", "1 pass")
    assert answered(match)["next"] == ["0 order D", "0 order H", "0 order S", "0 pass"]
    act(match, "0 pass", "1 pass")
    assert answered(match)["next"] == []


def test_the_error_object() -> None:
    assert error_answer(RecordError("what is wrong", 2, 5)) == {
        "error": {"deal": 2, "action": 5, "message": "what is wrong"}
    }
    assert error_answer(RecordError("all"))["error"] == {"deal": None, "action": None, "message": "all"}


# The command

RECORD = {"format": "deberts/1", "first_dealer": 0, "deals": [{"deck": list(CODES), "actions": ["1 pass"]}]}
ILLEGAL = {"format": "deberts/1", "first_dealer": 0, "deals": [{"deck": list(CODES), "actions": ["0 pass"]}]}


def command(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int | str | None, str, str]:
    """Run the command; return its exit code, output and errors."""
    code: int | str | None
    try:
        code = main(["replay", *arguments])
    except SystemExit as end:
        code = end.code
    shown = capsys.readouterr()
    return code, shown.out, shown.err


def test_exit_code_of_an_answer(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "record.json"
    file.write_text(json.dumps(RECORD, indent=2), encoding="utf-8")
    code, out, err = command(capsys, str(file))
    assert (code, err) == (0, "")
    assert json.loads(out) == answer(RECORD)
    code, out, err = command(capsys, "--legal", str(file))
    assert (code, err) == (0, "")
    assert json.loads(out)["deals"][0]["legal"] == [["1 order C", "1 pass"]]


@pytest.mark.parametrize(
    ("raw", "place"),
    [
        (json.dumps(ILLEGAL).encode(), (0, 0)),
        (b"", (None, None)),
        (b"\xff\xfe", (None, None)),
        (b"[" * 100_000, (None, None)),
        (json.dumps({**RECORD, "rules": {"target": "501"}}).encode(), (None, None)),
    ],
)
def test_exit_code_of_an_error(
    raw: bytes, place: tuple[int | None, int | None], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "record.json"
    file.write_bytes(raw)
    code, out, err = command(capsys, str(file))
    assert (code, err) == (1, "")
    (line,) = out.splitlines()
    error = json.loads(line)["error"]
    assert (error["deal"], error["action"]) == place
    assert error["message"]
    # With `--jsonl` it is an answer like another.
    if raw:
        code, out, err = command(capsys, "--jsonl", str(file))
        assert (code, err, len(out.splitlines())) == (0, "", 1)


def test_words_a_player_understands() -> None:
    with pytest.raises(RecordError, match="it is seat 1's turn"):
        answer(ILLEGAL)
    match = Match(rules_of("gambler"), 0)
    match.deal_cards(stacked(match, {1: "AS 7S 9C JC TD KD", 0: "KS 8C TC KC JD 9D"}, "AH"))
    act(match, "1 order H", "1 play AS")
    record = record_of(match, 0)
    record["deals"][0]["actions"].append("0 play 8C")
    with pytest.raises(RecordError, match="must follow spades"):
        answer(record)


@pytest.mark.parametrize(
    "arguments",
    [
        ["/nowhere/at/all.json"],
        ["."],
        [],
        ["--legal"],
        ["--nothing", "-"],
        ["--leg", "-"],
        ["a", "b"],
        ["--jsonl=1", "-"],
    ],
)
def test_exit_code_of_wrong_usage(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    """A file that cannot be read, or wrong options: one line on standard error, nothing on the other."""
    code, out, err = command(capsys, *arguments)
    assert (code, out) == (2, "")
    assert err.endswith("\n")
    assert len(err.splitlines()) == 1


def test_from_standard_input(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    def given(raw: bytes) -> None:
        monkeypatch.setattr("sys.stdin", SimpleNamespace(buffer=io.BytesIO(raw)))

    given(json.dumps(RECORD).encode())
    code, out, _ = command(capsys, "-")
    assert (code, json.loads(out)) == (0, answer(RECORD))
    given(f"{json.dumps(ILLEGAL)}\n\n{json.dumps(RECORD)}\nno\n".encode())
    code, out, err = command(capsys, "--jsonl", "--legal", "-")
    assert (code, err) == (0, "")
    wrong, good, no = map(json.loads, out.splitlines())
    assert (wrong["error"]["deal"], wrong["error"]["action"]) == (0, 0)
    assert good == answer(RECORD, with_legal=True)
    assert no["error"]["deal"] is None
    given(b"")
    assert command(capsys, "--jsonl", "-") == (0, "", "")
    given(json.dumps(ILLEGAL).encode())
    assert command(capsys, "-")[0] == 1
