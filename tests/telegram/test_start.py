"""The bot's start: command menus, polling and webhook."""

from __future__ import annotations

import socket
from typing import Any

import httpx
import pytest

from bot.config import Settings
from bot.locales import MENU_LANGUAGES, texts
from bot.sandbox import ApiError
from bot.screens.help import COMMANDS_GROUP, COMMANDS_PRIVATE
from bot.telegram.app import set_menus
from bot.telegram.gateway import Gateway
from bot.telegram.run import _receive

from .harness import play
from .tables import meet, open_lobby

SECRET = "a-secret_of-the-hook"


async def test_the_menus_are_registered_for_every_scope_and_language() -> None:
    async with play(None, menus=True) as game:
        commands = game.world.commands
    assert len(commands) == 2 * len(MENU_LANGUAGES)
    for client, language in MENU_LANGUAGES.items():
        t = texts(language)
        for scope, names in (("all_group_chats", COMMANDS_GROUP), ("all_private_chats", COMMANDS_PRIVATE)):
            assert commands[scope, client or ""] == [
                {"command": name, "description": t.plain(f"command-{name}")} for name in names
            ]


async def test_the_bot_introduces_itself_in_every_language_and_only_once() -> None:
    async with play(None, menus=True) as game:
        profile = dict(game.world.profile)
        set_by: list[str] = []
        game.world.observers.append(lambda method, _: set_by.append(method))
        await set_menus(Gateway(game.app.bot))  # type: ignore[union-attr]
    assert {language for _, language in profile} == {client or "" for client in MENU_LANGUAGES}
    assert all("деберц" in text.lower() for (_, language), text in profile.items() if language == "ru")
    assert all("deberts" in text.lower() for (_, language), text in profile.items() if language == "")
    assert not [method for method in set_by if "Description" in method and method.startswith("set")]


async def test_without_menus_the_bot_plays_all_the_same() -> None:
    async with play(None, start=False, menus=True) as game:

        async def refuse(method: str, params: dict[str, object]) -> None:
            if method in ("setMyCommands", "setMyDescription"):
                raise ApiError(429, "Too Many Requests: retry after 5", retry_after=5)

        game.world.faults.append(refuse)
        await game.start()
        (anna,) = await meet(game, "Анна")
        assert await open_lobby(game, game.world.group("Друзья", [anna]), anna)


async def test_updates_come_by_webhook_with_the_secret(
    unused_port: int, caplog: pytest.LogCaptureFixture
) -> None:
    settings = Settings(
        webhook_url=f"http://127.0.0.1:{unused_port}",
        webhook_port=unused_port,
        webhook_secret=SECRET,  # type: ignore[arg-type]
    )
    async with play(None, start=False) as game:
        await game.start(receive=lambda app, stack: _receive(app, settings, stack))
        webhook = game.world.webhook
        assert webhook is not None
        assert webhook.secret_token == SECRET
        (anna,) = await meet(game, "Анна")
        group = game.world.group("Друзья", [anna])
        table = await open_lobby(game, group, anna)
        assert table.board().sender is game.world.bot

        update: dict[str, Any] = {
            "update_id": 1,
            "message": {**(await anna.write(group, "привет")).to_json()},
        }
        broken = {"update_id": 2, "message": {**update["message"], "chat": "a secret"}}
        async with httpx.AsyncClient(trust_env=False, verify=False) as client:

            async def post(secret: str | None, **body: Any) -> int:
                headers = {} if secret is None else {b"X-Telegram-Bot-Api-Secret-Token": secret.encode()}
                return (await client.post(webhook.url, headers=headers, **body)).status_code

            assert [await post(guess, json=update) for guess in (None, "", "guessed", "тайна")] == [403] * 4
            assert await post(SECRET, data={"update_id": "1"}) == 403
            assert await post(SECRET, json=[update]) == 400
            assert await post(SECRET, json={"message": update["message"]}) == 400
            # One that cannot be read is passed over: Telegram would post it again and again.
            assert await post(SECRET, json=broken) == 200
        assert "a secret" not in caplog.text
        await game.say(anna, group, "/table")
        assert anna.last(group).sender is game.world.bot


@pytest.fixture
def unused_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])
