"""Methods about the bot's own account: who it is, its commands, name and descriptions."""

from __future__ import annotations

import json
import re

from bot.sandbox.decoding import Kind
from bot.sandbox.errors import bad_request

from .registry import Call, api

_MAX_COMMANDS = 100
_CHAT_SCOPES = frozenset({"chat", "chat_administrators", "chat_member"})
_SCOPES = _CHAT_SCOPES | {"default", "all_private_chats", "all_group_chats", "all_chat_administrators"}
_SCOPE_PARAMS = {"scope": Kind.JSON, "language_code": Kind.TEXT}


@api()
async def get_me(call: Call) -> object:
    """Return the bot."""
    return {
        **call.world.bot.to_json(),
        "can_join_groups": True,
        "can_read_all_group_messages": not call.world.privacy_mode,
        "supports_inline_queries": False,
        "can_connect_to_business": False,
        "has_main_web_app": False,
    }


@api(commands=Kind.JSON, **_SCOPE_PARAMS)
async def set_my_commands(call: Call) -> object:
    """Set the commands that clients offer, per scope and language."""
    call.world.commands[_scope(call)] = _commands(call.json("commands"))
    return True


@api(**_SCOPE_PARAMS)
async def get_my_commands(call: Call) -> object:
    """Return the commands set for exactly this scope and language."""
    return call.world.commands.get(_scope(call), [])


@api(**_SCOPE_PARAMS)
async def delete_my_commands(call: Call) -> object:
    """Forget the commands of a scope and language."""
    call.world.commands.pop(_scope(call), None)
    return True


@api(name=Kind.TEXT, language_code=Kind.TEXT)
async def set_my_name(call: Call) -> object:
    """Set the bot's name in a language."""
    return _set_profile(call, "name", 64)


@api(description=Kind.TEXT, language_code=Kind.TEXT)
async def set_my_description(call: Call) -> object:
    """Set what an empty chat with the bot shows."""
    return _set_profile(call, "description", 512)


@api(short_description=Kind.TEXT, language_code=Kind.TEXT)
async def set_my_short_description(call: Call) -> object:
    """Set what the bot's profile shows."""
    return _set_profile(call, "short_description", 120)


@api(language_code=Kind.TEXT)
async def get_my_name(call: Call) -> object:
    """Return the bot's name in a language."""
    return {"name": _profile(call, "name") or call.world.bot.first_name}


@api(language_code=Kind.TEXT)
async def get_my_description(call: Call) -> object:
    """Return what an empty chat with the bot shows."""
    return {"description": _profile(call, "description")}


@api(language_code=Kind.TEXT)
async def get_my_short_description(call: Call) -> object:
    """Return what the bot's profile shows."""
    return {"short_description": _profile(call, "short_description")}


def _language(call: Call) -> str:
    code = call.text("language_code")
    if code and re.fullmatch(r"[a-z]{2}", code) is None:
        raise bad_request("invalid language code specified")
    return code


def _set_profile(call: Call, field: str, longest: int) -> bool:
    text = call.text(field)
    if len(text) > longest:
        raise bad_request(f"{field.replace('_', ' ')} is too long")
    call.world.profile[field, _language(call)] = text
    return True


def _profile(call: Call, field: str) -> str:
    profile = call.world.profile
    return profile.get((field, _language(call))) or profile.get((field, ""), "")


def _scope(call: Call) -> tuple[str, str]:
    """Return the key of a scope and language."""
    scope = call.json("scope")
    language = _language(call)
    if scope is None:
        return "default", language
    if not isinstance(scope, dict):
        raise bad_request("can't parse BotCommandScope: Object expected")
    kind = scope.get("type")
    if not isinstance(kind, str) or kind not in _SCOPES:
        raise bad_request("can't parse BotCommandScope: unsupported type specified")
    fields = {"type"}
    if kind in _CHAT_SCOPES:
        fields.add("chat_id")
        chat_id = scope.get("chat_id")
        if not isinstance(chat_id, int | str) or str(chat_id) not in map(str, call.world.chats):
            raise bad_request("chat not found")
    if kind == "chat_member":
        fields.add("user_id")
        if type(scope.get("user_id")) is not int:
            raise bad_request('can\'t parse BotCommandScope: field "user_id" must be a valid Integer')
    if unknown := scope.keys() - fields:
        raise bad_request(f'can\'t parse BotCommandScope: unknown field "{min(unknown)}"')
    return (kind if fields == {"type"} else json.dumps(scope, sort_keys=True)), language


def _commands(value: object) -> list[dict[str, str]]:
    if not isinstance(value, list):
        raise bad_request("expected an Array of BotCommand")
    if len(value) > _MAX_COMMANDS:
        raise bad_request("BOT_COMMANDS_TOO_MUCH")
    commands = []
    for item in value:
        if not isinstance(item, dict):
            raise bad_request("can't parse BotCommand: expected an Object")
        if unknown := item.keys() - {"command", "description"}:
            raise bad_request(f'can\'t parse BotCommand: unknown field "{min(unknown)}"')
        command, description = item.get("command"), item.get("description")
        if not isinstance(command, str) or re.fullmatch(r"/?[a-z0-9_]{1,32}", command) is None:
            raise bad_request("BOT_COMMAND_INVALID")
        if not isinstance(description, str) or not 1 <= len(description.strip()) <= 256:
            raise bad_request("BOT_COMMAND_DESCRIPTION_INVALID")
        commands.append({"command": command.removeprefix("/"), "description": description.strip()})
    return commands
