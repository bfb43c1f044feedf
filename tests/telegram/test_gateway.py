"""Telegram's errors, told apart by what is to be done about them."""

from __future__ import annotations

from datetime import timedelta

import pytest
from telegram import Bot, error
from telegram.ext import ApplicationBuilder

from bot.screens.parts import Button, Screen
from bot.telegram.app import make_application
from bot.telegram.gateway import (
    Gateway,
    MigratedError,
    NoMessageError,
    NoThreadError,
    RejectedError,
    ShutOutError,
    ThrottledError,
    UnsureError,
    digest,
    keyboard,
)


class Raising:
    """A bot whose every call raises."""

    def __init__(self, raised: Exception) -> None:
        self._raised = raised

    def __getattr__(self, name: str) -> object:
        async def call(*_: object, **__: object) -> None:
            raise self._raised

        return call


def gateway(raised: Exception) -> Gateway:
    bot: object = Raising(raised)
    assert isinstance(bot, Raising)
    return Gateway(bot)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("raised", "told"),
    [
        (error.BadRequest("Message to edit not found"), NoMessageError),
        (error.BadRequest("Message can't be edited"), NoMessageError),
        (error.BadRequest("MESSAGE_ID_INVALID"), NoMessageError),
        (error.BadRequest("Message thread not found"), NoThreadError),
        (error.BadRequest("TOPIC_CLOSED"), NoThreadError),
        (error.BadRequest("Not enough rights to send text messages to the chat"), ShutOutError),
        (error.BadRequest("Have no rights to send a message"), ShutOutError),
        (error.BadRequest("CHAT_WRITE_FORBIDDEN"), ShutOutError),
        (error.BadRequest("Chat not found"), ShutOutError),
        (error.BadRequest("Group chat was deactivated"), ShutOutError),
        (error.Forbidden("Forbidden: bot was blocked by the user"), ShutOutError),
        (error.Forbidden("Forbidden: bot can't initiate conversation with a user"), ShutOutError),
        (error.Forbidden("Forbidden: user is deactivated"), ShutOutError),
        (error.Forbidden("Forbidden: bot was kicked from the group chat"), ShutOutError),
        (error.BadRequest("Can't parse entities: unsupported start tag"), RejectedError),
        (error.BadRequest("Message is too long"), RejectedError),
        (error.TimedOut(), UnsureError),
        (error.NetworkError("Bad Gateway"), UnsureError),
        (error.NetworkError("Internal Server Error"), UnsureError),
        (error.TelegramError("Invalid server response"), UnsureError),
        (error.InvalidToken("Unauthorized"), UnsureError),
    ],
)
async def test_errors_are_told_apart(raised: Exception, told: type[Exception]) -> None:
    with pytest.raises(told):
        await gateway(raised).edit(1, 2, Screen("text"))
    with pytest.raises(told):
        await gateway(raised).send(1, None, Screen("text"))


async def test_an_error_says_how_long_to_wait_and_where_the_group_went(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("PTB_TIMEDELTA", "true")
    for wait in (timedelta(seconds=7), 7):
        with pytest.raises(ThrottledError) as throttled:
            await gateway(error.RetryAfter(wait)).strip(1, 2)
        assert throttled.value.seconds == 7
    with pytest.raises(MigratedError) as migrated:
        await gateway(error.ChatMigrated(-1009)).send(-9, None, Screen("text"))
    assert migrated.value.chat_id == -1009


async def test_a_message_that_is_as_it_should_be_is_no_error() -> None:
    same = error.BadRequest("Message is not modified: specified new message content and reply markup ...")
    await gateway(same).edit(1, 2, Screen("text"))
    await gateway(same).strip(1, 2)


async def test_an_answer_that_comes_too_late_and_a_membership_untold_change_nothing() -> None:
    late = error.BadRequest("Query is too old and response timeout expired or query ID is invalid")
    await gateway(late).answer("1", "text")
    assert not await gateway(error.BadRequest("User not found")).is_admin(-1, 2)


def test_screens_have_the_same_digest_if_they_look_the_same() -> None:
    rows = ((Button("a", data="q:1:hand"),),)
    assert digest(Screen("text", rows)) == digest(Screen("text", ((Button("a", data="q:1:hand"),),)))
    others = [
        Screen("text"),
        Screen("texts", rows),
        Screen("text", ((Button("a", data="q:1:last"),),)),
        Screen("text", ((Button("a", data="q:1:hand", style="primary"),),)),
    ]
    assert len({digest(screen) for screen in [*others, Screen("text", rows)]}) == 5


def test_no_buttons_are_no_keyboard() -> None:
    assert keyboard(()) == {}


def test_a_proxy_of_the_environment_is_not_used_for_this_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    assert isinstance(ApplicationBuilder().token("1:a").build().bot, Bot)
    monkeypatch.setenv("HTTPS_PROXY", "http://nowhere.invalid:1")
    monkeypatch.setenv("HTTP_PROXY", "http://nowhere.invalid:1")
    app = make_application("1:a", "http://127.0.0.1:1")
    assert app.bot.base_url == "http://127.0.0.1:1/bot1:a"
    assert app.bot.request._client._trust_env is False
