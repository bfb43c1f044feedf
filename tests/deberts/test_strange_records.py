"""Whatever is given as a record, the answer is an answer or a `RecordError` (record-format.md).

Generated records; the wrong ones that can be listed are in `test_record`.
"""

from __future__ import annotations

import io
import json
import random
from functools import cache
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.deberts.record import RecordError, parse_json, record_of
from bot.deberts.replay import answer, answers
from bot.deberts.rules import PARAMETERS

from .chance import played, preset_rules

HUGE = 10**4000
GIGANTIC = "1" + "0" * 5000


@cache
def good_text(number: int) -> str:
    rules = preset_rules()[number]
    match = played(rules, random.Random(number), most=60)
    first_dealer = (match.deals[0] if match.deals else match.deal or match).dealer
    record = record_of(match, first_dealer, {"name": "Ярема", "at": 12.5})
    record["deals"][0]["nonce"] = "00ff" * 8
    return json.dumps(record)


def good(number: int = 0) -> dict[str, Any]:
    record: dict[str, Any] = json.loads(good_text(number))
    return record


def read(text: str | bytes) -> dict[str, Any] | None:
    """Answer a text if it is a record; anything but an answer or a `RecordError` goes through."""
    try:
        shown = answer(parse_json(text), with_legal=True)
    except RecordError:
        return None
    assert json.loads(json.dumps(shown)) == shown
    return shown


def test_the_records_used_here_are_good() -> None:
    for number in range(len(preset_rules())):
        assert read(good_text(number)) is not None


JUNK = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False)
    | st.text(max_size=12)
    | st.sampled_from(
        [HUGE, -HUGE, "TH", "0 pass", "1 play TH", "2x2", "deberts/1", "gambler", 501, 2, 0, -1]
    ),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=6,
)


def places(node: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Return the way to every value inside a JSON value."""
    inner: list[tuple[Any, Any]] = []
    if isinstance(node, dict):
        inner = list(node.items())
    elif isinstance(node, list):
        inner = list(enumerate(node))
    return [path, *(place for key, value in inner for place in places(value, (*path, key)))]


def put(node: Any, path: tuple[Any, ...], value: Any) -> Any:
    if not path:
        return value
    node[path[0]] = put(node[path[0]], path[1:], value)
    return node


@settings(max_examples=100, deadline=None, derandomize=True)
@given(data=st.data(), number=st.integers(0, len(preset_rules()) - 1), changes=st.integers(1, 3))
def test_any_value_anywhere(data: st.DataObject, number: int, changes: int) -> None:
    record: Any = good(number)
    for _ in range(changes):
        # Short ways first, or nearly every change would be one of a card or an action.
        ways = sorted(places(record), key=len)
        ways = data.draw(st.sampled_from([ways, ways[:20]]))
        record = put(record, data.draw(st.sampled_from(ways)), data.draw(JUNK))
    read(json.dumps(record))


@settings(max_examples=80, deadline=None, derandomize=True)
@given(data=st.data(), number=st.integers(0, len(preset_rules()) - 1))
def test_any_key_missing_or_added(data: st.DataObject, number: int) -> None:
    record = good(number)
    where = data.draw(st.sampled_from([record, record["deals"][0], record["rules"]]))
    if data.draw(st.booleans()):
        where[data.draw(st.text(max_size=9) | st.sampled_from(list(PARAMETERS)))] = data.draw(JUNK)
    else:
        del where[data.draw(st.sampled_from(list(where)))]
    read(json.dumps(record))


@settings(max_examples=120, deadline=None, derandomize=True)
@given(data=st.data(), inserted=st.binary(max_size=6), dropped=st.integers(0, 40))
def test_any_bytes_anywhere(data: st.DataObject, inserted: bytes, dropped: int) -> None:
    text = good_text(0).encode()
    place = data.draw(st.integers(0, len(text)))
    text = text[:place] + inserted + text[place + dropped :]
    read(text)
    shown = list(answers(io.BytesIO(text), with_legal=True, lines=True))
    assert len(shown) == sum(bool(line.strip()) for line in text.split(b"\n"))


@settings(max_examples=150, deadline=None, derandomize=True)
@given(text=st.text() | st.binary())
def test_anything_at_all(text: str | bytes) -> None:
    assert read(text) is None


def test_numbers_too_long_to_read() -> None:
    """Python reads no number of five thousand digits; a record that does not need it is good."""
    text = good_text(0).replace('"at": 12.5', f'"at": [{GIGANTIC}, -{GIGANTIC}, 1e999]')
    assert read(text) == read(good_text(0))
    for key in ('"first_dealer": ', '"target": '):
        assert read(good_text(0).replace(key, f"{key}{GIGANTIC}, {key[:3]}x{key[3:]}")) is None
    assert read(good_text(0).replace('"actions": [', f'"actions": [{GIGANTIC}, ')) is None
    assert read(good_text(0).replace('"deck": [', f'"deck": [{GIGANTIC}, ')) is None


def test_a_target_of_any_size() -> None:
    record = {**good(), "rules": {"target": HUGE}}
    assert not answer(record)["match"]["over"]
    record = {**good(), "deals": [], "rules": {"target": HUGE, "lead_target": 250}}
    assert answer(record)["match"]["result"] == [0, 0]


@pytest.mark.parametrize("depth", [500, 800, *range(900, 1000, 7), 2000])
@pytest.mark.parametrize("place", ["deck", "actions", "meta", "format", "first_dealer", "nonce", "target"])
def test_deep_values(depth: int, place: str) -> None:
    """However near to the depth that can be read at all."""
    deep = "[" * depth + "]" * depth
    record = good()
    if place in record:
        record[place] = "HERE"
    elif place == "target":
        record["rules"][place] = "HERE"
    elif place == "nonce":
        record["deals"][0][place] = "HERE"
    else:
        record["deals"][0][place][0] = "HERE"
    text = json.dumps(record).replace('"HERE"', deep)
    read(text)
    if place == "meta":
        assert read(text.replace(deep, '{"a": ' + "[" * 100 + "]" * 100 + "}")) is not None
