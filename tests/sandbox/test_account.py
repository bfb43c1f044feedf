from __future__ import annotations

from typing import Any

import pytest

from bot.sandbox import World

from .conftest import BareBot


async def test_get_me(world: World, bot: BareBot) -> None:
    me = await bot.call("getMe")
    assert (me["id"], me["username"], me["can_read_all_group_messages"]) == (
        world.bot.id,
        "deberts_bot",
        False,
    )
    assert (await bot.raw("GETME"))["result"] == me


async def test_commands_per_scope_and_language(world: World, bot: BareBot) -> None:
    ann = world.person("Аня")
    places: tuple[dict[str, Any], ...] = (
        {},
        {"language_code": "en"},
        {"scope": {"type": "all_group_chats"}},
        {"scope": {"type": "chat", "chat_id": ann.id}},
        {"scope": {"type": "chat_member", "chat_id": ann.id, "user_id": ann.id}},
    )
    for number, params in enumerate(places):
        commands = [{"command": f"c{number}", "description": "♠"}]
        await bot.call("setMyCommands", commands=commands, **params)
        assert await bot.call("getMyCommands", **params) == commands
    assert len(world.commands) == 5
    await bot.call("deleteMyCommands", language_code="en")
    assert await bot.call("getMyCommands", language_code="en") == []
    assert len(await bot.call("getMyCommands", scope={"type": "default"})) == 1


@pytest.mark.parametrize(
    ("params", "why"),
    [
        ({"commands": [{"command": "Upper", "description": "x"}]}, "BOT_COMMAND_INVALID"),
        ({"commands": [{"command": "a" * 33, "description": "x"}]}, "BOT_COMMAND_INVALID"),
        ({"commands": [{"command": "a", "description": ""}]}, "BOT_COMMAND_DESCRIPTION_INVALID"),
        ({"commands": [{"command": "a", "description": "x" * 257}]}, "BOT_COMMAND_DESCRIPTION_INVALID"),
        ({"commands": [{"command": "a", "description": "x"}] * 101}, "BOT_COMMANDS_TOO_MUCH"),
        ({"commands": [{"command": "a", "description": "x", "icon": 1}]}, 'unknown field "icon"'),
        ({"commands": ["a"]}, "expected an Object"),
        ({"commands": "[}"}, "can't parse commands JSON object"),
        ({}, "expected an Array"),
        ({"commands": [], "language_code": "russian"}, "invalid language code"),
        ({"commands": [], "scope": []}, "Object expected"),
        ({"commands": [], "scope": {"type": "world"}}, "unsupported type"),
        ({"commands": [], "scope": {"type": "default", "x": 1}}, 'unknown field "x"'),
        ({"commands": [], "scope": {"type": "chat", "chat_id": 1}}, "chat not found"),
    ],
)
async def test_bad_commands(bot: BareBot, params: dict[str, Any], why: str) -> None:
    assert why in await bot.refused("setMyCommands", **params)


async def test_name_and_descriptions(bot: BareBot) -> None:
    assert await bot.call("getMyName") == {"name": "Деберц"}
    await bot.call("setMyName", name="Deberts", language_code="en")
    assert await bot.call("getMyName", language_code="en") == {"name": "Deberts"}
    await bot.call("setMyDescription", description="игра")
    assert await bot.call("getMyDescription", language_code="uk") == {"description": "игра"}
    await bot.call("setMyShortDescription", short_description="карты")
    assert await bot.call("getMyShortDescription") == {"short_description": "карты"}
    assert "name is too long" in await bot.refused("setMyName", name="x" * 65)
    assert "description is too long" in await bot.refused("setMyDescription", description="x" * 513)
    assert "is too long" in await bot.refused("setMyShortDescription", short_description="x" * 121)
