"""What a phone's browser is told of chats and messages, as JSON objects."""

from __future__ import annotations

from typing import Any

from bot.sandbox.keyboard import Button
from bot.sandbox.model import Chat, Member, Message
from bot.sandbox.world import World

from .phones import Phone, topic_of

_PREVIEW = 120


def hello(world: World, phone: Phone) -> dict[str, Any]:
    """Return who the phone's owner is, who the bot is, and the menus of commands in the owner's language."""
    language = (phone.person.user.language_code or "")[:2]

    def commands(scope: str) -> list[dict[str, str]]:
        for key in ((scope, language), (scope, ""), ("default", language), ("default", "")):
            if key in world.commands:
                return world.commands[key]
        return []

    description = world.profile.get(("description", language)) or world.profile.get(("description", ""), "")
    return {
        "type": "hello",
        "me": phone.person.user.to_json(),
        "bot": world.bot.to_json(),
        "commands": {"private": commands("all_private_chats"), "group": commands("all_group_chats")},
        "description": description,
    }


def chats(world: World, phone: Phone) -> list[dict[str, Any]]:
    """Return every chat that the phone lists: the one with the bot, the person's groups, those to join."""
    person = phone.person
    listed = [
        person.private,
        *(chat for chat in world.chats.values() if not chat.is_private and chat.members),
    ]
    found = [_chat(world, phone, chat) for chat in listed]
    return sorted(found, key=lambda chat: (-(chat["last"] or {"key": 0})["key"], chat["id"]))


def _chat(world: World, phone: Phone, chat: Chat) -> dict[str, Any]:
    person = phone.person
    is_here = chat.is_private or chat.member(person.user).is_here
    last, unread = None, {}
    if is_here:
        last = next(iter(reversed(person.messages(chat))), None)
        unread = phone.unread(chat)
    return {
        "id": chat.id,
        "kind": chat.kind.value,
        "title": world.bot.full_name if chat.is_private else chat.title,
        "me": "member" if chat.is_private else chat.member(person.user).status.value,
        "members": [_member(member) for member in chat.members.values()] if is_here else [],
        "bot": "member" if chat.is_private else chat.member(world.bot).status.value,
        "is_forum": chat.is_forum,
        "topics": [
            {"id": topic.id, "name": topic.name, "is_closed": topic.is_closed}
            for topic in (chat.topics.values() if is_here else ())
        ],
        "is_started": chat.is_started,
        "is_blocked": chat.is_blocked,
        "is_bot_muted": chat.is_bot_muted,
        "migrated_to": chat.migrated_to.id if chat.migrated_to is not None else None,
        "unread": sum(unread.values()),
        "unread_topics": {str(topic): count for topic, count in unread.items()} if chat.is_forum else {},
        "last": None if last is None else _preview(phone, last),
    }


def _member(member: Member) -> dict[str, Any]:
    user = member.user
    return {
        "id": user.id,
        "name": user.full_name,
        "status": member.status.value,
        "is_bot": user.is_bot,
        "is_here": member.is_here,
    }


def _preview(phone: Phone, message: Message) -> dict[str, Any]:
    return {
        "key": message.key,
        "id": message.id,
        "sender": _sender(message)["name"],
        "text": line_of(message),
        "service": _service(message),
        "date": message.date,
        "out": message.sender is phone.person.user,
    }


def line_of(message: Message) -> str:
    """Return the beginning of a message in one line."""
    name = "" if message.document is None else f"📎 {message.document.file_name} "
    return f"{name}{' '.join(message.text[: 2 * _PREVIEW].split())}"[:_PREVIEW]


def message(phone: Phone, message: Message) -> dict[str, Any]:
    """Return a message as this phone shows it; of a deleted one only that it is."""
    if message.is_deleted:
        return {"key": message.key, "id": message.id, "deleted": True}
    document, reply = message.document, message.reply_to
    return {
        "key": message.key,
        "id": message.id,
        "date": message.date,
        "edited": message.edit_date,
        "sender": _sender(message),
        "out": message.sender is phone.person.user,
        "text": message.body.plain,
        "entities": [entity.to_json() for entity in message.body.entities],
        "rich": message.rich,
        "buttons": _buttons(message),
        "topic": topic_of(message) or None,
        "reply": None
        if reply is None or reply.is_deleted or not phone.sees(reply)
        else {"key": reply.key, "sender": _sender(reply)["name"], "text": line_of(reply)},
        "document": None
        if document is None
        else {
            "name": document.file_name,
            "size": len(document.content),
            "url": f"{phone.path}/file/{document.file_id}",
        },
        "service": _service(message),
        "silent": message.is_silent,
        "ephemeral": message.receiver is not None,
        "replaces": message.replaces.key if message.replaces is not None else None,
        "deleted": False,
    }


def _sender(message: Message) -> dict[str, Any]:
    if message.sender_chat is not None:
        return {"id": message.sender_chat.id, "name": message.sender_chat.title, "is_bot": False}
    sender = message.sender
    return {"id": sender.id, "name": sender.full_name, "is_bot": sender.is_bot}


def _buttons(message: Message) -> list[list[dict[str, Any]]] | None:
    if message.keyboard is None:
        return None
    return [[_button(button) for button in row] for row in message.keyboard]


_KINDS = {"callback_data": "data", "url": "url", "copy_text": "copy", "disabled": "disabled"}


def _button(button: Button) -> dict[str, Any]:
    return {
        "text": button.text,
        "style": button.style,
        "kind": _KINDS.get(button.action, "other"),
        "value": button.value,
    }


def _service(message: Message) -> dict[str, Any] | None:
    service = message.service
    if service is None:
        return None
    names: list[str] = []
    if "new_chat_members" in service:
        kind = "joined"
        names = [_name(user) for user in service["new_chat_members"]]
    elif "left_chat_member" in service:
        kind, names = "left", [_name(service["left_chat_member"])]
    elif "forum_topic_created" in service:
        kind = "topic"
    else:
        kind = "upgraded"
    return {
        "kind": kind,
        "sender": _sender(message)["name"],
        "names": names,
        "title": service.get("forum_topic_created", {}).get("name", message.chat.title),
    }


def _name(user: dict[str, Any]) -> str:
    return " ".join(filter(None, (user["first_name"], user.get("last_name"))))
