"""Methods about chats, their members, and files."""

from __future__ import annotations

from typing import Any

from bot.sandbox.decoding import Kind
from bot.sandbox.errors import bad_request
from bot.sandbox.membership import leave
from bot.sandbox.model import Member, Status

from .registry import Call, api

_FULL = {
    "accent_color_id": 0,
    "max_reaction_count": 11,
    "accepted_gift_types": {
        "unlimited_gifts": False,
        "limited_gifts": False,
        "unique_gifts": False,
        "premium_subscription": False,
        "gifts_from_channels": False,
    },
}


@api(chat_id=Kind.CHAT)
async def get_chat(call: Call) -> object:
    """Return what is known of a chat."""
    return {**call.chat().to_json(), **_FULL}


@api(chat_id=Kind.CHAT, user_id=Kind.INTEGER)
async def get_chat_member(call: Call) -> object:
    """Return what a user is in a chat; anybody who never was there has left."""
    chat = call.chat()
    user_id = call.integer("user_id")
    if user_id is None or user_id <= 0:
        raise bad_request("invalid user_id specified")
    user = call.world.user(user_id)
    if user is None:
        raise bad_request("user not found")
    if chat.is_private:
        if user not in (chat.user, call.world.bot):
            raise bad_request("member not found")
        return Member(user, Status.MEMBER).to_json()
    return chat.member(user).to_json()


@api(chat_id=Kind.CHAT)
async def get_chat_administrators(call: Call) -> object:
    """Return the admins of a group, other bots excepted."""
    chat = call.chat()
    if chat.is_private:
        raise bad_request("there are no administrators in the private chat")
    return [member.to_json() for member in chat.members.values() if member.is_admin]


@api(chat_id=Kind.CHAT)
async def get_chat_member_count(call: Call) -> object:
    """Return how many are in a chat."""
    chat = call.chat()
    return 2 if chat.is_private else sum(member.is_here for member in chat.members.values())


@api(chat_id=Kind.CHAT)
async def leave_chat(call: Call) -> object:
    """Leave a group."""
    chat = call.chat(write=True)
    if chat.is_private:
        raise bad_request("chat member status can't be changed in private chats")
    leave(call.world, chat, call.world.bot, call.world.bot)
    return True


@api(file_id=Kind.TEXT)
async def get_file(call: Call) -> object:
    """Return where a file can be fetched."""
    document = call.world.documents.get(call.text("file_id"))
    if document is None:
        raise bad_request("wrong file_id or the file is temporarily unavailable")
    body: dict[str, Any] = document.to_json()
    return {
        "file_id": body["file_id"],
        "file_unique_id": body["file_unique_id"],
        "file_size": body["file_size"],
        "file_path": document.path,
    }
