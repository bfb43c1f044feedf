"""The check against aiogram's models fails on what it should fail on."""

from __future__ import annotations

from typing import Any

import pytest

from bot.sandbox.decoding import Upload
from tests.bot_api_models import check_request, check_result, check_update

BUTTON = {"text": "К♠", "callback_data": "m:1:2:3:K", "style": "success"}
SEND: dict[str, Any] = {
    "chat_id": 1,
    "text": "x",
    "parse_mode": "HTML",
    "message_thread_id": 5,
    "link_preview_options": {"is_disabled": True},
    "reply_parameters": {"message_id": 1, "allow_sending_without_reply": True},
    "reply_markup": {"inline_keyboard": [[BUTTON], [{"text": "x", "disabled": {}}]]},
    "ephemeral_message_parameters": {"receiver_user_id": 7},
}


@pytest.mark.parametrize(
    ("method", "params"),
    [
        ("getMe", {}),
        ("sendMessage", SEND),
        (
            "editMessageText",
            {"chat_id": 1, "message_id": 2, "text": "x", "reply_markup": {"inline_keyboard": []}},
        ),
        ("answerCallbackQuery", {"callback_query_id": "1", "text": "x", "show_alert": True}),
        ("sendDocument", {"chat_id": 1, "document": Upload("a.txt", "text/plain", b"x")}),
        ("setMyCommands", {"commands": [{"command": "a", "description": "b"}], "scope": {"type": "default"}}),
        ("getUpdates", {"offset": 1, "timeout": 10, "allowed_updates": ["message"]}),
    ],
)
def test_good_requests_pass(method: str, params: dict[str, Any]) -> None:
    check_request(method, params)
    check_request(method, params)


@pytest.mark.parametrize(
    ("change", "path"),
    [
        ({"colour": "red"}, "colour"),
        ({"link_preview_options": {"disabled": True}}, "link_preview_options.disabled"),
        ({"reply_parameters": {"message_id": 1, "soft": True}}, "reply_parameters.soft"),
        (
            {"reply_markup": {"inline_keyboard": [[BUTTON], [BUTTON, {**BUTTON, "colour": "red"}]]}},
            "reply_markup.inline_keyboard[1][1].colour",
        ),
        ({"reply_markup": {"inline_keyboard": [[BUTTON]], "rows": 1}}, "reply_markup.rows"),
    ],
)
def test_an_unknown_field_fails_wherever_it_is(change: dict[str, Any], path: str) -> None:
    # One that passed before vouches for its like only.
    check_request("sendMessage", SEND)
    with pytest.raises(AssertionError) as failed:
        check_request("sendMessage", SEND | change)
    assert str(failed.value) == f"sendMessage: unknown {path}"


def test_missing_and_mistyped_parameters_fail() -> None:
    with pytest.raises(AssertionError, match="text"):
        check_request("sendMessage", {"chat_id": 1})
    with pytest.raises(AssertionError, match="message_thread_id"):
        check_request("sendMessage", SEND | {"message_thread_id": "five"})
    with pytest.raises(AssertionError, match="no method"):
        check_request("sendMesage", SEND)


def test_results_and_updates() -> None:
    message = {"message_id": 1, "date": 0, "chat": {"id": 1, "type": "private"}, "text": "x"}
    check_result("sendMessage", message)
    check_update({"update_id": 1, "message": message})
    with pytest.raises(AssertionError, match=r"unknown chat\.colour"):
        check_result("sendMessage", message | {"chat": {"id": 1, "type": "private", "colour": 1}})
    with pytest.raises(AssertionError, match="date"):
        check_update({"update_id": 1, "message": {"message_id": 1}})
    with pytest.raises(AssertionError, match="unknown massage"):
        check_update({"update_id": 1, "massage": message})
