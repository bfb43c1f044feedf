"""An unchanged python-telegram-bot Application talks to the sandbox."""

from __future__ import annotations

from collections.abc import AsyncIterator
from datetime import timedelta
from typing import Any

import pytest
from telegram import Bot, InlineKeyboardButton, InlineKeyboardMarkup, Update
from telegram.constants import ParseMode
from telegram.error import (
    BadRequest,
    ChatMigrated,
    EndPointNotFound,
    Forbidden,
    InvalidToken,
    RetryAfter,
    TimedOut,
)
from telegram.ext import Application, CallbackQueryHandler, CommandHandler, ContextTypes
from telegram.request import HTTPXRequest

from bot.clock import VirtualClock
from bot.sandbox import ApiError, Sandbox, World
from tests.bot_api_models import check_request

Ctx = ContextTypes.DEFAULT_TYPE


def _request(**timeouts: float) -> HTTPXRequest:
    return HTTPXRequest(httpx_kwargs={"trust_env": False}, **timeouts)  # type: ignore[arg-type]


def _builder(server: Sandbox, token: str | None = None) -> Any:
    return (
        Application.builder()
        .token(token or server.world.token)
        .base_url(server.base_url)
        .base_file_url(server.base_file_url)
        .request(_request(read_timeout=2))
        .get_updates_request(_request())
    )


async def _start(update: Update, context: Ctx) -> None:
    assert update.effective_chat is not None
    markup = InlineKeyboardMarkup([[InlineKeyboardButton("Сесть", callback_data="sit:1", style="success")]])
    await context.bot.send_message(
        update.effective_chat.id,
        f"<b>Стол</b> {' '.join(context.args or [])}",
        parse_mode=ParseMode.HTML,
        reply_markup=markup,
        message_thread_id=update.effective_message.message_thread_id  # type: ignore[union-attr]
        if update.effective_message.is_topic_message  # type: ignore[union-attr]
        else None,
    )


async def _pressed(update: Update, _: Ctx) -> None:
    query = update.callback_query
    assert query is not None
    await query.answer(f"сел: {query.data}", show_alert=True)
    await query.edit_message_text("Стол полон", parse_mode=ParseMode.HTML)


@pytest.fixture
async def application(server: Sandbox) -> AsyncIterator[Application[Any, Any, Any, Any, Any, Any]]:
    server.world.observers.append(check_request)
    application = _builder(server).build()
    application.add_handler(CommandHandler("start", _start))
    application.add_handler(CallbackQueryHandler(_pressed))
    async with application:
        await application.start()
        await application.updater.start_polling(poll_interval=0, allowed_updates=Update.ALL_TYPES)
        yield application
        await application.updater.stop()
        await application.stop()


@pytest.mark.usefixtures("application")
async def test_a_command_a_press_and_an_edit(world: World) -> None:
    ann = world.person("Аня")
    await ann.start("room_7")
    table = await ann.wait_for(lambda: ann.last() if ann.last().keyboard else None)
    assert table is not None
    assert table.text == "Стол room_7"
    assert table.body.entities[0].type == "bold"
    assert table.buttons[0].style == "success"
    answer = await ann.press(table, "Сесть")
    assert (answer.text, answer.show_alert) == ("сел: sit:1", True)
    await ann.wait_for(lambda: table.edits)
    assert table.text == "Стол полон"
    assert table.keyboard is None
    assert not world.refused


@pytest.mark.usefixtures("application")
async def test_a_command_in_a_topic_is_answered_there(world: World) -> None:
    ann = world.person("Аня")
    forum = world.group("Клуб", [ann], forum=True)
    topic = ann.create_topic(forum, "Деберц")
    await ann.write(forum, "/start", topic)
    table = await ann.wait_for(lambda: ann.last(forum) if ann.last(forum).keyboard else None)
    assert table is not None
    assert table.thread_id == topic.id
    await ann.write(forum, "/start@deberts_bot")
    table = await ann.wait_for(lambda: ann.last(forum) if ann.last(forum).thread_id is None else None)
    assert table is not None


@pytest.fixture
async def ptb(server: Sandbox) -> AsyncIterator[Bot]:
    server.world.observers.append(check_request)
    async with _builder(server).build() as application:
        yield application.bot


async def test_documents_go_there_and_back(world: World, ptb: Bot) -> None:
    ann = world.person("Аня")
    await ann.start()
    sent = await ptb.send_document(
        ann.id, b"[Event]\n", filename="match.txt", caption="<i>запись</i>", parse_mode="HTML"
    )
    assert sent.document is not None
    message = ann.last()
    assert message.document is not None
    assert (message.document.file_name, message.document.content) == ("match.txt", b"[Event]\n")
    assert message.text == "запись"
    file = await ptb.get_file(sent.document.file_id)
    assert await file.download_as_bytearray() == b"[Event]\n"
    with pytest.raises(BadRequest, match="no text in the message"):
        await ptb.edit_message_text("x", ann.id, sent.message_id)


async def test_errors_become_the_exceptions_of_ptb(
    world: World, clock: VirtualClock, ptb: Bot, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Without it, merely making a RetryAfter warns.
    monkeypatch.setenv("PTB_TIMEDELTA", "true")
    ann = world.person("Аня")
    with pytest.raises(Forbidden, match="can't initiate"):
        await ptb.send_message(ann.id, "x")
    with pytest.raises(BadRequest, match="Chat not found"):
        await ptb.send_message(1, "x")
    group = world.group("Клуб", [ann])
    new = ann.upgrade(group)
    with pytest.raises(ChatMigrated) as migrated:
        await ptb.send_message(group.id, "x")
    assert migrated.value.new_chat_id == new.id
    for number in range(20):
        clock.advance(0.05)
        await ptb.send_message(new.id, f"{number}")
    with pytest.raises(RetryAfter) as throttled:
        await ptb.send_message(new.id, "x")
    assert throttled.value.retry_after == timedelta(seconds=world.limits.refused[0].retry_after)


async def test_newer_methods_and_fields(world: World, ptb: Bot) -> None:
    ann = world.person("Аня")
    await ann.start()
    with pytest.raises(EndPointNotFound):
        await ptb.do_api_request("sendRichMessageDraft", {"chat_id": ann.id})
    rich = {"html": "<table><tr><td>51</td></tr></table>"}
    await ptb.do_api_request("sendRichMessage", {"chat_id": ann.id, "rich_message": rich})
    assert ann.last().text == "51"
    button = InlineKeyboardButton("К♠", api_kwargs={"disabled": {}})
    await ptb.send_message(ann.id, "x", reply_markup=InlineKeyboardMarkup([[button]]))
    assert ann.last().buttons[0].is_disabled


async def test_a_wrong_token_is_not_let_in(server: Sandbox) -> None:
    application = _builder(server, "7000000001:another").build()
    with pytest.raises(InvalidToken):
        await application.initialize()
    await application.shutdown()
    await application.bot.request.shutdown()
    await application.bot._request[0].shutdown()


async def test_a_timeout_after_the_work_was_done(world: World, ptb: Bot, clock: VirtualClock) -> None:
    ann = world.person("Аня")
    await ann.start()

    async def hang(method: str, params: dict[str, Any]) -> None:
        if method == "sendMessage":
            await clock.sleep(60)

    world.faults_after.append(hang)
    with pytest.raises(TimedOut):
        await ptb.send_message(ann.id, "раз", read_timeout=0.05)
    assert ann.last().text == "раз"
    world.faults_after.clear()

    async def fail(method: str, params: dict[str, Any]) -> None:
        raise ApiError(502, "Bad Gateway")

    world.faults.append(fail)
    with pytest.raises(Exception, match="Bad Gateway"):
        await ptb.send_message(ann.id, "два")
    assert ann.last().text == "раз"
