"""The text of actions (record-format.md)."""

from __future__ import annotations

import pytest

from bot.deberts.actions import Action
from bot.deberts.cards import CODES
from bot.deberts.errors import MalformedActionError

VERBS = ["pass", "redeal", "klabor", "concede", "continue", "swap", "deberts", "declare"]
VERBS += ["dave", "accept", "surrender"]
TEXTS = [
    *VERBS,
    *(f"order {suit}" for suit in "SCDH"),
    *(f"play {card}" for card in CODES),
    *(f"play {card} bela" for card in CODES),
]


@pytest.mark.parametrize("seat", range(4))
def test_text_round_trip(seat: int) -> None:
    read = [Action.parse(f"{seat} {text}") for text in TEXTS]
    assert [str(action) for action in read] == [f"{seat} {text}" for text in TEXTS]
    assert {action.seat for action in read} == {seat}
    assert len(set(read)) == len(TEXTS)


def test_parts() -> None:
    plain, bela = Action.parse("1 play KH"), Action.parse("1 play KH bela")
    assert (plain.verb, plain.card, plain.bela, plain.suit) == ("play", CODES.index("KH"), False, None)
    assert (bela.verb, bela.card, bela.bela, bela.suit) == ("play", CODES.index("KH"), True, None)
    ordered = Action.parse("3 order D")
    assert (ordered.verb, ordered.card, ordered.bela, ordered.suit) == ("order", None, False, 2)
    assert [Action.parse(f"0 order {suit}").suit for suit in "SCDH"] == [0, 1, 2, 3]
    for verb in VERBS:
        action = Action.parse(f"2 {verb}")
        assert (action.verb, action.card, action.bela, action.suit) == (verb, None, False, None)


@pytest.mark.parametrize(
    "text",
    [
        "",
        " ",
        "0",
        "pass",
        "4 pass",
        "-1 pass",
        "00 pass",
        "+0 pass",
        "٠ pass",
        "0  pass",
        " 0 pass",
        "0 pass ",
        "0 pass\n",
        "0\tpass",
        "0 Pass",
        "0 PASS",
        "0 pass bela",
        "0 pass S",
        "0 order",
        "0 order X",
        "0 order h",
        "0 order H bela",
        "0 order 0",
        "0 order hearts",
        "0 play",
        "0 play bela",
        "0 play XX",
        "0 play 10H",
        "0 play th",
        "0 play HT",
        "0 play TH BELA",
        "0 play TH  bela",
        "0 play TH bela bela",
        "0 play TH KH",
        "0 play 0",
        "0 bela",
        "0 trump H",
        "0 declare 50",
        "0 pass " + "x" * 10**6,
    ],
    ids=lambda text: repr(text)[:30],
)
def test_no_action(text: str) -> None:
    with pytest.raises(MalformedActionError) as error:
        Action.parse(text)
    message = str(error.value)
    assert message.endswith("is not an action")
    assert len(message) < 100
    assert "\n" not in message
