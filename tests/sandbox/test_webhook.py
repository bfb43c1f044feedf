"""Updates posted to the bot, for real."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from typing import Any

import pytest
from telegram import Update
from telegram.ext import Application, CommandHandler, ContextTypes
from telegram.request import HTTPXRequest
from tornado.httpserver import HTTPServer
from tornado.httputil import HTTPServerRequest, ResponseStartLine
from tornado.netutil import bind_sockets

from bot.clock import VirtualClock
from bot.sandbox import World

from .conftest import BareBot, settle


@dataclass
class Receiver:
    """The bot's side: what was posted to it, and what it answers."""

    port: int = 0
    status: int = 200
    posts: list[tuple[str | None, dict[str, Any]]] = field(default_factory=list)

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}/hook"

    def __call__(self, request: HTTPServerRequest) -> None:
        self.posts.append((request.headers.get("X-Telegram-Bot-Api-Secret-Token"), json.loads(request.body)))
        assert request.connection is not None
        headers = request.headers.__class__({"Content-Length": "0"})
        request.connection.write_headers(ResponseStartLine("", self.status, "?"), headers)
        request.connection.finish()


@pytest.fixture
async def receiver() -> AsyncIterator[Receiver]:
    receiver = Receiver()
    server = HTTPServer(receiver)
    sockets = bind_sockets(0, "127.0.0.1")
    receiver.port = sockets[0].getsockname()[1]
    server.add_sockets(sockets)
    yield receiver
    server.stop()
    await server.close_all_connections()


async def until(done: Any) -> None:
    for _ in range(500):
        if done():
            return
        await settle(2)
    raise AssertionError("it did not happen")


async def test_updates_are_posted_in_order(world: World, bot: BareBot, receiver: Receiver) -> None:
    ann = world.person("Аня")
    await ann.write(ann.private, "раз")
    await bot.call("setWebhook", url=receiver.url, secret_token="тайна".encode().hex(), max_connections=5)
    await ann.write(ann.private, "два")
    await until(lambda: len(receiver.posts) == 2 and not world.pending_updates)
    assert [post["message"]["text"] for _, post in receiver.posts] == ["раз", "два"]
    assert {secret for secret, _ in receiver.posts} == {"тайна".encode().hex()}
    info = await bot.call("getWebhookInfo")
    assert (info["url"], info["pending_update_count"]) == (receiver.url, 0)
    answer = await bot.raw("getUpdates")
    assert answer["error_code"] == 409
    assert "use deleteWebhook" in answer["description"]
    await bot.call("deleteWebhook")
    await ann.write(ann.private, "три")
    assert len(await bot.updates()) == 1


async def test_an_update_that_is_not_taken_is_posted_again(
    world: World, bot: BareBot, receiver: Receiver, clock: VirtualClock
) -> None:
    receiver.status = 500
    ann = world.person("Аня")
    await bot.call("setWebhook", url=receiver.url)
    await ann.start()
    await until(lambda: world.webhook_error)
    info = await bot.call("getWebhookInfo")
    assert info["last_error_message"] == "Wrong response from the webhook: 500 ?"
    assert info["pending_update_count"] == 1
    # An update that comes meanwhile does not hurry it.
    await ann.write(ann.private, "ещё")
    await settle()
    assert len(receiver.posts) == 1
    receiver.status = 200
    clock.advance(1)
    await until(lambda: len(receiver.posts) == 3)
    assert receiver.posts[0] == receiver.posts[1]


async def test_nobody_listens(world: World, bot: BareBot, receiver: Receiver) -> None:
    ann = world.person("Аня")
    await bot.call("setWebhook", url="http://127.0.0.1:9/hook")
    await ann.start()
    await until(lambda: world.webhook_error)
    assert world.pending_updates == 1
    await bot.call("setWebhook", url=receiver.url, drop_pending_updates=True)
    await ann.start("again")
    await until(lambda: receiver.posts)
    assert receiver.posts[0][1]["message"]["text"] == "/start again"


@pytest.mark.parametrize(
    ("params", "why"),
    [
        ({"url": "http://example.com/"}, "An HTTPS URL must be provided"),
        ({"url": "ftp://127.0.0.1/"}, "An HTTPS URL must be provided"),
        ({"url": "https://"}, "invalid URL"),
        ({"url": "http://["}, "invalid URL"),
        ({"url": "https://example.com/", "secret_token": "a b"}, "unallowed characters"),
        ({"url": "https://example.com/", "max_connections": 101}, "max_connections"),
        ({"url": "https://example.com/", "allowed_updates": ["x"]}, "unknown update type"),
    ],
)
async def test_bad_webhooks(world: World, bot: BareBot, params: dict[str, Any], why: str) -> None:
    assert why in await bot.refused("setWebhook", **params)
    assert world.webhook is None


async def test_setting_a_webhook_ends_a_poll(bot: BareBot, receiver: Receiver) -> None:
    import asyncio

    poll = asyncio.ensure_future(bot.raw("getUpdates", timeout=30))
    await settle()
    await bot.call("setWebhook", url=receiver.url)
    assert (await poll)["error_code"] == 409
    await bot.call("setWebhook", url="")
    assert (await bot.call("getWebhookInfo"))["url"] == ""


async def test_the_webhook_server_of_ptb(world: World, bot: BareBot) -> None:
    async def start(update: Update, _: ContextTypes.DEFAULT_TYPE) -> None:
        assert update.effective_message is not None
        await update.effective_message.reply_text("привет")

    request = HTTPXRequest(httpx_kwargs={"trust_env": False})
    application = (
        Application.builder()
        .token(world.token)
        .base_url(bot.server.base_url)
        .request(request)
        .get_updates_request(HTTPXRequest(httpx_kwargs={"trust_env": False}))
        .build()
    )
    application.add_handler(CommandHandler("start", start))
    sockets = bind_sockets(0, "127.0.0.1")
    port = sockets[0].getsockname()[1]
    for socket in sockets:
        socket.close()
    assert application.updater is not None
    async with application:
        await application.start()
        url = f"http://127.0.0.1:{port}/hook"
        await application.updater.start_webhook(
            "127.0.0.1", port, "hook", webhook_url=url, secret_token="secret"
        )
        ann = world.person("Аня")
        await ann.start()
        await ann.wait_for(lambda: ann.last().text == "привет")
        await application.updater.stop()
        await application.stop()
