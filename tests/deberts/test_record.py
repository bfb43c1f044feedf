"""Reading records: whatever is wrong with one is a `RecordError` at the right place (record-format.md)."""

from __future__ import annotations

import copy
import hashlib
import json
import random
from collections.abc import Iterator
from typing import Any

import pytest

from bot.deberts.cards import CODES
from bot.deberts.errors import InvalidDeckError
from bot.deberts.record import (
    DealRecord,
    RecordError,
    commitment,
    deck_codes,
    make_record,
    parse_json,
    read_deck,
    record_of,
    replay,
)
from bot.deberts.replay import answer

from .chance import played, snapshot
from .decks import rules_of

DECK = list(CODES)
# Dealer 0, the upcard is JC; a void deal, and one just begun.
VOID: dict[str, Any] = {"deck": DECK[:], "actions": ["1 pass", "0 pass", "1 pass", "0 pass"]}
BEGUN: dict[str, Any] = {
    "deck": DECK,
    "actions": ["0 pass", "1 order C"],
    "nonce": "0123456789abcdefABCDEF0123456789",
}
RULES = {"preset": "moscow", "players": "2", "target": 501, "klabor": False}
GOOD: dict[str, Any] = {
    "format": "deberts/1",
    "rules": RULES,
    "first_dealer": 0,
    "deals": [VOID, BEGUN],
    "meta": {"names": ["a", "b"], "when": None},
}


def changed(path: tuple[Any, ...], value: Any) -> dict[str, Any]:
    """Return the good record with a part replaced."""
    record = copy.deepcopy(GOOD)
    part: Any = record
    for key in path[:-1]:
        part = part[key]
    part[path[-1]] = value
    return record


def error_of(record: object) -> RecordError:
    with pytest.raises(RecordError) as error:
        replay(record)
    message = str(error.value)
    assert len(message.split()) >= 3
    assert len(message) < 200
    assert "\n" not in message
    return error.value


def place_of(record: object) -> tuple[int | None, int | None]:
    error = error_of(record)
    return error.deal, error.action


def test_the_good_record() -> None:
    match = replay(GOOD)
    assert (len(match.results), match.results[0].outcome) == (1, "void")
    assert match.deal is not None
    assert match.deal.taker == 1


# The text


@pytest.mark.parametrize(
    "text",
    [
        "",
        " ",
        "{",
        "}",
        "{}{}",
        "{'format': 1}",
        '{"a": 1,}',
        "[1,]",
        '{"a" 1}',
        "nul",
        "NaN",
        "[NaN]",
        "[Infinity]",
        "[-Infinity]",
        '{"first_dealer": NaN}',
        '"\\ud8"',
        '"\n"',
        '"\t"',
        "\ufeff{}",
        "// no\n{}",
        "01",
        "+1",
        "1.",
        ".5",
        "0x10",
        "[" * 100_000 + "]" * 100_000,
        '{"a":' * 100_000 + "1" + "}" * 100_000,
        "[" * 100_000,
        "\x00",
        "{}\x00",
    ],
    ids=lambda text: repr(text)[:20],
)
def test_no_json(text: str) -> None:
    for form in (text, text.encode("utf-8", "surrogatepass")):
        with pytest.raises(RecordError) as error:
            parse_json(form)
        assert (error.value.deal, error.value.action) == (None, None)
        assert len(str(error.value)) < 100


@pytest.mark.parametrize(
    "raw",
    [
        b"\xff",
        b'"\x80"',
        b'"\xc0\xaf"',
        b'"\xed\xa0\x80"',
        b"\xef\xbb\xbf{}",
        json.dumps(GOOD).encode("utf-16"),
        json.dumps(GOOD).encode("utf-16-le"),
        json.dumps(GOOD).encode("utf-32"),
        '"Привет"'.encode("cp1251"),
        b'"\xf0\x9f"',
    ],
)
def test_no_utf_8(raw: bytes) -> None:
    with pytest.raises(RecordError):
        parse_json(raw)


def test_json_is_read() -> None:
    assert parse_json(json.dumps(GOOD)) == GOOD
    assert parse_json(json.dumps(GOOD, ensure_ascii=False, indent=1).encode()) == GOOD
    assert parse_json('"\\u0434 \u0434"') == "д д"


@pytest.mark.parametrize("digits", [400, 4300, 5000, 100_000])
def test_huge_numbers(digits: int) -> None:
    """A number of any length is read or refused, and where it matters it is wrong."""
    number = "1" + "0" * digits
    for path in (("first_dealer",), ("deals", 0, "actions", 0), ("deals", 1, "deck", 3), ("rules", "klabor")):
        for sign in ("", "-"):
            text = json.dumps(changed(path, "HERE")).replace('"HERE"', sign + number)
            with pytest.raises(RecordError) as error:
                answer(parse_json(text))
            assert len(str(error.value)) < 200


# Wrong values

STRANGERS: list[Any] = [None, True, False, 0, 1, -1, 2, 1.0, 0.0, 1e308, 10**5000, -(10**5000), float("nan")]
STRANGERS += ["", "0", "7S", "1 pass", "x" * 10**5, "\ud800", "\x00", [], [[]], {}, {"a": 1}, ["7S"] * 32]


def paths(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    if path and path[0] == "meta" and len(path) > 1:
        return
    if path:
        yield path
    if isinstance(value, dict):
        for key in value:
            yield from paths(value[key], (*path, key))
    elif isinstance(value, list):
        for place, part in enumerate(value):
            yield from paths(part, (*path, place))


def expected_place(path: tuple[Any, ...], stranger: Any) -> tuple[int | None, int | None]:
    # A list where one belongs: then the first thing in it is wrong.
    if isinstance(stranger, list) and stranger and path[-1] in ("deals", "actions"):
        path = (*path, 0)
    if len(path) < 2 or path[0] != "deals":
        return None, None
    action = path[3] if len(path) > 3 and path[2] == "actions" else None
    return path[1], action


def is_fine(path: tuple[Any, ...], stranger: Any) -> bool:
    """Tell whether a stranger is none at its place, or only wrong further on."""
    if path == ("meta",):
        return isinstance(stranger, dict)
    if path == ("rules", "target"):
        return type(stranger) is int and stranger >= 0
    if path == ("rules", "klabor"):
        return type(stranger) is bool
    if path == ("deals",):
        return bool(stranger == [])
    if path == ("rules",):
        return bool(stranger == {})
    if path == ("first_dealer",):
        return type(stranger) is int and stranger in (0, 1)
    if path == ("deals", 1, "actions", 1):
        return bool(stranger == "1 pass")
    if path[0] == "deals" and len(path) == 3 and path[2] == "actions":
        return bool(stranger == [])
    return False


@pytest.mark.parametrize("path", list(paths(GOOD)), ids=lambda path: "-".join(map(str, path)))
def test_a_stranger_at_every_place(path: tuple[Any, ...]) -> None:
    few = len(path) > 3 and path[2] == "deck" and path[3] % 8 > 0
    strangers = STRANGERS[::5] if few else STRANGERS
    part: Any = GOOD
    for key in path:
        part = part[key]
    for stranger in strangers:
        if type(stranger) is type(part) and stranger == part:
            continue
        record = changed(path, stranger)
        if not is_fine(path, stranger):
            assert place_of(record) == expected_place(path, stranger)
            continue
        # Fine at its place: then what follows is right or wrong, in the deals if anywhere.
        deal: int | None = 0
        try:
            replay(record)
        except RecordError as error:
            deal = error.deal
        assert deal is not None


@pytest.mark.parametrize("key", ["format", "first_dealer", "deals"])
def test_required_keys(key: str) -> None:
    record = copy.deepcopy(GOOD)
    del record[key]
    error = error_of(record)
    assert (error.deal, error.action) == (None, None)
    assert key in str(error)


@pytest.mark.parametrize("key", ["deck", "actions"])
def test_required_keys_of_a_deal(key: str) -> None:
    record = copy.deepcopy(GOOD)
    del record["deals"][1][key]
    assert place_of(record) == (1, None)


def test_optional_keys() -> None:
    record = copy.deepcopy(GOOD)
    del record["rules"], record["meta"], record["deals"][1]["nonce"]
    match = replay(record)
    assert match.rules == rules_of("gambler")


@pytest.mark.parametrize("key", ["", "Format", "dealer", "players", "x" * 10**5, "\ud800", "result"])
def test_unknown_keys(key: str) -> None:
    assert place_of({**GOOD, key: 1}) == (None, None)
    assert place_of(changed(("deals", 1), {**BEGUN, key: 1})) == (1, None)
    assert place_of(changed(("rules",), {**RULES, key: 1} if key != "players" else {"players": 2})) == (
        None,
        None,
    )


@pytest.mark.parametrize(
    "nonce",
    [
        "",
        "0" * 31,
        "0" * 33,
        "g" * 32,
        "0" * 31 + "\n",
        "0" * 32 + "\n",
        " " + "0" * 31,
        "٠" * 32,
        "0x" + "0" * 30,
    ],
)
def test_nonces(nonce: str) -> None:
    assert place_of(changed(("deals", 1, "nonce"), nonce)) == (1, None)


@pytest.mark.parametrize("players", ["2", "3", "4", "2x2"])
def test_first_dealer(players: str) -> None:
    seats = {"2": 2, "3": 3}.get(players, 4)
    rules = {"preset": "classic", "players": players}
    for seat in range(seats):
        assert (
            replay({"format": "deberts/1", "rules": rules, "first_dealer": seat, "deals": []}).dealer == seat
        )
    for seat in (-1, seats, 10**20):
        assert place_of({"format": "deberts/1", "rules": rules, "first_dealer": seat, "deals": []}) == (
            None,
            None,
        )


# Decks


@pytest.mark.parametrize(
    "deck",
    [
        DECK[:31],
        [*DECK, "7S"],
        ["7S", *DECK[:31]],
        [*DECK[:31], "AS"],
        [*DECK[:31], "ah"],
        [*DECK[:31], "10H"],
        [*DECK[:31], ""],
        [*DECK[:31], 31],
        [*DECK[:31], ["AH"]],
        [],
        "".join(DECK),
        " ".join(DECK),
        dict.fromkeys(DECK, 1),
        None,
    ],
)
def test_decks(deck: Any) -> None:
    with pytest.raises(InvalidDeckError):
        read_deck(deck)
    assert place_of(changed(("deals", 1, "deck"), deck)) == (1, None)


def test_a_deck_round_trip() -> None:
    for seed in range(5):
        codes = DECK[:]
        random.Random(seed).shuffle(codes)
        deck = read_deck(codes)
        assert sorted(deck) == list(range(32))
        assert deck_codes(deck) == codes


def test_commitment() -> None:
    """SHA-256 of the codes joined by spaces, a space and the nonce."""
    codes = DECK[:]
    random.Random(3).shuffle(codes)
    nonce = "00112233445566778899aabbccddeeff"
    text = ""
    for code in codes:
        text += code + " "
    right = hashlib.sha256((text + nonce).encode("ascii")).hexdigest()
    assert commitment(read_deck(codes), nonce) == right
    assert len(right) == 64
    # Upper case digits are other text.
    assert commitment(read_deck(codes), nonce.upper()) != right


# The order in which errors are found


def test_the_order_of_errors() -> None:
    """Keys, rules, first dealer, then deal by deal, the deck before the actions."""
    wrong_action = changed(("deals", 0, "actions", 2), "0 pass")
    assert place_of(wrong_action) == (0, 2)
    wrong_action["deals"][1]["deck"] = []
    assert place_of(wrong_action) == (0, 2)
    wrong_action["deals"][0]["deck"] = DECK[:31]
    assert place_of(wrong_action) == (0, None)
    wrong_action["first_dealer"] = 2
    assert "first_dealer" in str(error_of(wrong_action))
    wrong_action["rules"] = {"target": -1}
    assert "target" in str(error_of(wrong_action))
    wrong_action["surplus"] = 1
    assert "surplus" in str(error_of(wrong_action))


def test_the_deck_comes_before_the_actions() -> None:
    assert place_of(changed(("deals", 0), {"deck": [], "actions": 5})) == (0, None)
    assert "deck" in str(error_of(changed(("deals", 0), {"deck": [], "actions": 5})))
    assert place_of(changed(("deals", 0), {"deck": DECK, "actions": 5})) == (0, None)


def test_the_first_wrong_action_is_found() -> None:
    record = changed(("deals", 1, "actions"), ["0 pass", "1 pass", "0 nothing", "9 pass"])
    assert place_of(record) == (1, 2)
    record = changed(("deals", 0, "actions"), ["1 pass", "0 pass", "1 pass", "0 pass", "1 pass"])
    assert place_of(record) == (0, 4)


def test_an_unfinished_deal_before_the_last() -> None:
    record = changed(("deals", 0, "actions"), ["1 pass"])
    assert place_of(record) == (1, None)
    # Whatever the next deal looks like.
    record["deals"][1] = None
    assert place_of(record) == (1, None)
    del record["deals"][1]
    assert replay(record).deal is not None


def test_a_deal_after_the_end_of_the_match() -> None:
    match = played(rules_of("short", "2"), random.Random(1))
    assert match.over
    record = record_of(match, match.deals[0].dealer)
    number = len(record["deals"])
    record["deals"].append({"deck": DECK, "actions": []})
    error = error_of(record)
    assert (error.deal, error.action) == (number, None)
    assert "over" in str(error)
    record["deals"][-1] = 17
    assert place_of(record) == (number, None)


# Writing


def test_a_match_with_nonces_and_meta() -> None:
    deals = [DealRecord(tuple(range(32)), (), "0" * 32)]
    record = make_record(rules_of("moscow", "3", target=301), 2, deals, {"chat": 5})
    assert record == {
        "format": "deberts/1",
        "rules": {"preset": "moscow", "players": "3", "target": 301},
        "first_dealer": 2,
        "deals": [{"deck": DECK, "actions": [], "nonce": "0" * 32}],
        "meta": {"chat": 5},
    }
    assert replay(record).dealer == 2


def test_a_record_is_the_same_after_reading() -> None:
    for seed, (preset, players) in enumerate([("moscow", "3"), ("odessa", "2x2"), ("poltinnik", "2")]):
        match = played(rules_of(preset, players), random.Random(seed), most=300)
        first_dealer = (match.deals[0] if match.deals else match.deal or match).dealer
        record = record_of(match, first_dealer)
        again = replay(parse_json(json.dumps(record)))
        assert snapshot(again) == snapshot(match)
        assert record_of(again, first_dealer) == record


# Mutations of a good record


def mutated(record: Any, rng: random.Random) -> Any:
    """Return a copy with one thing wrong, or perhaps nothing."""
    record = copy.deepcopy(record)
    where: list[tuple[Any, Any]] = []
    todo = [record]
    while todo:
        part = todo.pop()
        if isinstance(part, dict):
            where += [(part, key) for key in part]
            todo += part.values()
        elif isinstance(part, list):
            where += [(part, place) for place in range(len(part))]
            todo += part
    part, key = rng.choice(where)
    how = rng.randrange(5)
    if how == 0:
        part[key] = copy.deepcopy(rng.choice(STRANGERS))
    elif how == 1:
        del part[key]
    elif how == 2:
        other, at = rng.choice(where)
        part[key] = copy.deepcopy(other[at])
    elif how == 3 and isinstance(part, list):
        part.insert(key, copy.deepcopy(rng.choice(part)))
    elif isinstance(part[key], str) and part[key]:
        text = part[key]
        place = rng.randrange(len(text))
        part[key] = text[:place] + rng.choice("07SHx \n\x00é") + text[place + rng.randrange(2) :]
    return record


def test_mutations() -> None:
    """Nothing but a `RecordError` ever comes out of a record."""
    rng = random.Random(42)
    match = played(rules_of("moscow", "2", target=101), random.Random(8), most=120)
    good = record_of(match, match.deals[0].dealer, {"a": [1, 2]})
    refused = 0
    for _ in range(400):
        record = mutated(good, rng)
        message = "fine"
        try:
            answer(record, with_legal=rng.random() < 0.1)
        except RecordError as error:
            refused += 1
            message = str(error)
        assert 0 < len(message) < 200
    assert refused > 200


def test_mutations_of_the_text() -> None:
    rng = random.Random(43)
    raw = json.dumps(GOOD).encode()
    refused = 0
    for _ in range(600):
        broken = bytearray(raw)
        for _ in range(rng.choice((1, 1, 3))):
            place = rng.randrange(len(broken))
            how = rng.randrange(3)
            if how == 0:
                broken[place] = rng.randrange(256)
            elif how == 1:
                del broken[place : place + rng.choice((1, 1, 30))]
            else:
                broken[place:place] = rng.choice(
                    (b'"', b"{", b"]", b",", b"\xff", b"\xef\xbb\xbf", b"9" * 5000)
                )
        try:
            answer(parse_json(bytes(broken)))
        except RecordError:
            refused += 1
    assert refused > 400
