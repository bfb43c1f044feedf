"""Whom an ephemeral message is for, and whether the bot may send it."""

from __future__ import annotations

from dataclasses import dataclass

from bot.sandbox.errors import bad_request
from bot.sandbox.model import Chat, Message, Press, User

from .registry import Call

ELIGIBLE_SECONDS = 15.0
"""How long a press lets a bot that is no admin write to who pressed."""

_PARAMS = "ephemeral_message_parameters"


@dataclass(frozen=True, slots=True)
class Addressee:
    """Who gets an ephemeral message, and which message it is shown in place of."""

    user: User
    replaces: Message | None = None


def addressee(call: Call, chat: Chat) -> Addressee | None:
    """Read whom a message is for, None for everybody.

    Telegram documents the rules and not the words of its refusals: those are the codes it uses elsewhere.
    """
    values = call.json(_PARAMS)
    if values is None:
        return None
    if not isinstance(values, dict):
        raise bad_request("object expected as ephemeral message parameters")
    kinds = {"receiver_user_id": int, "callback_query_id": str, "replace_callback_query_message": bool}
    if unknown := values.keys() - kinds.keys():
        raise _cant_parse(f'unknown field "{min(map(str, unknown))}"')
    for name, kind in kinds.items():
        if values.get(name) is not None and type(values[name]) is not kind:
            raise _cant_parse(f'field "{name}" is of a wrong type')
    if values.get("receiver_user_id") is None:
        raise _cant_parse('can\'t find field "receiver_user_id"')
    user = receiver(call, chat, values["receiver_user_id"])
    press = _press(call, chat, user, values.get("callback_query_id") or "")
    if not values.get("replace_callback_query_message"):
        return Addressee(user)
    if press is None:
        raise _cant_parse('field "callback_query_id" is required to replace a message')
    if press.message.receiver is not None:
        raise _cant_parse("a message that is ephemeral itself must be edited instead")
    if press.message.is_deleted:
        raise bad_request("MESSAGE_ID_INVALID")
    return Addressee(user, press.message)


def receiver(call: Call, chat: Chat, user_id: int) -> User:
    """Find who gets or has an ephemeral message: a person who is in this group now."""
    if chat.is_private:
        raise bad_request("PEER_ID_INVALID")
    user = call.world.user(user_id)
    if user is None:
        raise bad_request("user not found")
    if user.is_bot:
        raise bad_request("USER_IS_BOT")
    if not chat.member(user).is_here:
        raise bad_request("USER_NOT_PARTICIPANT")
    return user


def _press(call: Call, chat: Chat, user: User, query_id: str) -> Press | None:
    """Find the press that allows the message; an admin needs none, but a wrong one is wrong for all."""
    if not query_id:
        if not chat.member(call.world.bot).is_admin:
            raise bad_request("CHAT_ADMIN_REQUIRED")
        return None
    press = call.world.presses.get(query_id)
    if (
        press is None
        or press.user is not user
        or press.message.chat is not chat
        or call.world.clock.now() - press.time > ELIGIBLE_SECONDS
    ):
        raise bad_request("QUERY_ID_INVALID")
    return press


def _cant_parse(what: str) -> Exception:
    return bad_request(f"can't parse ephemeral message parameters: {what}")
