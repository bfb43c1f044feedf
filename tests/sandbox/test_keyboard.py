from __future__ import annotations

from typing import Any

import pytest

from bot.sandbox import ApiError, Button
from bot.sandbox.keyboard import keyboard_json, parse_keyboard


def one(**fields: Any) -> dict[str, Any]:
    return {"inline_keyboard": [[{"text": "x", **fields}]]}


def refusal(markup: object) -> str:
    with pytest.raises(ApiError) as refused:
        parse_keyboard(markup)
    assert refused.value.code == 400
    return refused.value.description


@pytest.mark.parametrize(
    ("fields", "button"),
    [
        ({"callback_data": "a"}, Button("x", "callback_data", "a")),
        ({"callback_data": "a", "style": "danger"}, Button("x", "callback_data", "a", "danger")),
        ({"url": "https://t.me/bot?start=1"}, Button("x", "url", "https://t.me/bot?start=1")),
        ({"url": "tg://user?id=1"}, Button("x", "url", "tg://user?id=1")),
        ({"disabled": {}}, Button("x", "disabled")),
        ({"copy_text": {"text": "a"}}, Button("x", "copy_text", "a")),
        ({"switch_inline_query": ""}, Button("x", "switch_inline_query", "")),
    ],
)
def test_buttons_there_and_back(fields: dict[str, Any], button: Button) -> None:
    keyboard = parse_keyboard(one(**fields))
    assert keyboard == ((button,),)
    assert keyboard_json(keyboard) == one(**fields)


@pytest.mark.parametrize("markup", [None, {}, {"inline_keyboard": []}, {"inline_keyboard": [[], []]}])
def test_no_buttons_are_no_keyboard(markup: object) -> None:
    assert parse_keyboard(markup) is None


def test_callback_data_is_measured_in_bytes() -> None:
    assert parse_keyboard(one(callback_data="ы" * 32))
    assert parse_keyboard(one(callback_data="♠" * 21 + "a"))
    assert parse_keyboard(one(callback_data="a" * 64))
    for data in ("", "a" * 65, "ы" * 32 + "a", "♠" * 22):
        assert refusal(one(callback_data=data)) == "Bad Request: BUTTON_DATA_INVALID"


def test_sizes() -> None:
    def rows(count: int, width: int) -> dict[str, Any]:
        button = {"text": "x", "callback_data": "a"}
        return {"inline_keyboard": [[button] * width] * count}

    assert parse_keyboard(rows(12, 8))
    assert parse_keyboard(rows(20, 5))
    for count, width in ((1, 9), (101, 1), (13, 8)):
        assert refusal(rows(count, width)) == "Bad Request: REPLY_MARKUP_TOO_LONG"


@pytest.mark.parametrize(
    ("markup", "why"),
    [
        ([], "object expected as reply markup"),
        ({"keyboard": []}, 'unknown field "keyboard"'),
        ({"inline_keyboard": {}}, "Array of Arrays"),
        ({"inline_keyboard": [{}]}, "Array of Arrays"),
        ({"inline_keyboard": [["x"]]}, "InlineKeyboardButton must be an Object"),
        ({"inline_keyboard": [[{"callback_data": "a"}]]}, 'field "text" must be of type String'),
        (one(text=" ", callback_data="a"), "button text must be non-empty"),
        (one(), "Text buttons are unallowed in the inline keyboard"),
        (one(callback_data="a", url="t.me"), "more than one action: callback_data, url"),
        (one(callback_data=1), 'field "callback_data" must be of type String'),
        (one(callback_data="a", color="red"), 'unknown field "color"'),
        (one(callback_data="a", style="blue"), "invalid button style"),
        (one(callback_data="a", style=["primary"]), "invalid button style"),
        (one(url="no link"), "button URL 'no link' is invalid: Wrong HTTP URL"),
        (one(disabled=True), 'field "disabled" must be an empty Object'),
        (one(disabled={"a": 1}), 'field "disabled" must be an empty Object'),
        (one(copy_text="a"), 'field "copy_text"'),
        (one(copy_text={"text": ""}), "BUTTON_COPY_TEXT_INVALID"),
        (one(pay=True), 'action "pay" is not known here'),
    ],
)
def test_mistakes(markup: object, why: str) -> None:
    assert why in refusal(markup)
