"""Methods that write: messages, edits, documents, and answers to presses."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlsplit

from bot.sandbox.decoding import Kind
from bot.sandbox.errors import QUERY_TOO_OLD, bad_request
from bot.sandbox.html_text import utf16_length
from bot.sandbox.keyboard import parse_keyboard
from bot.sandbox.model import Answer, Chat, Message

from . import content
from .addressee import Addressee, addressee
from .editing import change
from .registry import Call, api

QUERY_LIFETIME = 15.0
"""Seconds in which a press can be answered."""

DELETABLE_SECONDS = 48 * 3600
_MAX_ANSWER = 200
_SEND = {
    "chat_id": Kind.CHAT,
    "message_thread_id": Kind.INTEGER,
    "disable_notification": Kind.FLAG,
    "protect_content": Kind.FLAG,
    "reply_parameters": Kind.JSON,
    "reply_markup": Kind.JSON,
    "ephemeral_message_parameters": Kind.JSON,
}


@api(**_SEND, **content.TEXT_PARAMS)
async def send_message(call: Call) -> object:
    """Send a text."""
    return _send(call, "text messages", content.text(call))


@api(**_SEND, **content.CAPTION_PARAMS, document=Kind.FILE, disable_content_type_detection=Kind.FLAG)
async def send_document(call: Call) -> object:
    """Send a file, uploaded or known to the server."""
    return _send(call, "documents", content.document(call))


@api(**_SEND, rich_message=Kind.JSON)
async def send_rich_message(call: Call) -> object:
    """Send headings, lists, tables and the like."""
    return _send(call, "rich messages", content.rich(call))


@api(
    **content.TEXT_PARAMS,
    chat_id=Kind.CHAT,
    message_id=Kind.INTEGER,
    rich_message=Kind.JSON,
    reply_markup=Kind.JSON,
)
async def edit_message_text(call: Call) -> object:
    """Change text or rich message, and keyboard; without a keyboard the old one goes."""
    new = content.text_or_rich(call)
    keyboard = parse_keyboard(call.json("reply_markup"))
    message = _own_message(call)
    if message.document is not None:
        raise bad_request("there is no text in the message to edit")
    change(call, message, new, keyboard)
    return message.to_json()


@api(chat_id=Kind.CHAT, message_id=Kind.INTEGER, reply_markup=Kind.JSON)
async def edit_message_reply_markup(call: Call) -> object:
    """Change the keyboard, or take it away."""
    keyboard = parse_keyboard(call.json("reply_markup"))
    message = _own_message(call)
    change(call, message, content.Content(message.body, message.rich), keyboard)
    return message.to_json()


@api(chat_id=Kind.CHAT, message_id=Kind.INTEGER)
async def delete_message(call: Call) -> object:
    """Delete a message of the last two days: the bot's own, a private chat's, and as an admin any."""
    message = _find(call, "delete")
    world, chat = call.world, message.chat
    if not chat.member(world.bot).is_admin:
        if not chat.is_private and message.sender is not world.bot:
            raise bad_request("message can't be deleted")
        if world.now() - message.date >= DELETABLE_SECONDS:
            raise bad_request("message can't be deleted for everyone")
    world.delete(message)
    return True


@api(
    callback_query_id=Kind.TEXT,
    text=Kind.TEXT,
    show_alert=Kind.FLAG,
    url=Kind.TEXT,
    cache_time=Kind.INTEGER,
)
async def answer_callback_query(call: Call) -> object:
    """Answer a press, once and in time; no limit counts this."""
    text, url = call.text("text"), call.text("url")
    if utf16_length(text) > _MAX_ANSWER:
        raise bad_request("MESSAGE_TOO_LONG")
    if url and not _is_own_link(url, str(call.world.bot.username)):
        raise bad_request("URL_INVALID")
    press = call.world.presses.get(call.text("callback_query_id"))
    if press is None or press.is_answered:
        raise bad_request(QUERY_TOO_OLD)
    if call.world.clock.now() - press.time > QUERY_LIFETIME:
        if not press.outcome.done():
            press.outcome.set_result(None)
        raise bad_request(QUERY_TOO_OLD)
    press.is_answered = True
    if not press.outcome.done():
        press.outcome.set_result(Answer(text, call.flag("show_alert"), url or None))
    call.world.notify()
    return True


def _send(call: Call, what: str, new: content.Content) -> dict[str, Any]:
    keyboard = parse_keyboard(call.json("reply_markup"))
    chat = call.chat(write=True)
    if chat.is_bot_muted and not chat.member(call.world.bot).is_admin:
        raise bad_request(f"not enough rights to send {what} to the chat")
    reply_to = _reply(call, chat)
    to = addressee(call, chat)
    thread_id = _thread(call, chat, reply_to, to)
    call.world.limits.spend(chat.id, call.method)
    message = call.world.new_message(
        chat,
        call.world.bot,
        new.body,
        receiver=to.user if to is not None else None,
        replaces=to.replaces if to is not None else None,
        keyboard=keyboard,
        rich=new.rich,
        document=new.document,
        thread_id=thread_id,
        is_topic_message=thread_id is not None,
        reply_to=reply_to,
        is_silent=call.flag("disable_notification"),
        is_protected=call.flag("protect_content"),
    )
    return message.to_json()


def _thread(call: Call, chat: Chat, reply_to: Message | None, to: Addressee | None) -> int | None:
    """Return the topic to write in. General has no id: not even its own 1 is accepted."""
    thread_id = call.integer("message_thread_id")
    if to is not None and to.replaces is not None:
        # It stands where that message stands, and nowhere else.
        if thread_id not in (None, to.replaces.thread_id):
            raise bad_request("message thread not found")
        return to.replaces.thread_id
    replied = reply_to.thread_id if reply_to is not None and reply_to.is_topic_message else None
    if thread_id is None:
        return replied
    topic = chat.topics.get(thread_id)
    if topic is None:
        raise bad_request("message thread not found")
    if topic.is_closed and not chat.member(call.world.bot).is_admin:
        raise bad_request("TOPIC_CLOSED")
    if reply_to is not None and replied != thread_id:
        raise bad_request("message to be replied not found")
    return thread_id


def _reply(call: Call, chat: Chat) -> Message | None:
    parameters = call.json("reply_parameters")
    if parameters is None:
        return None
    if not isinstance(parameters, dict):
        raise bad_request("object expected as reply parameters")
    if unknown := parameters.keys() - {"message_id", "chat_id", "allow_sending_without_reply"}:
        raise bad_request(f'can\'t parse reply parameters: unknown field "{min(unknown)}"')
    message_id = parameters.get("message_id")
    if type(message_id) is not int:
        raise bad_request('can\'t parse reply parameters: field "message_id" must be a valid Integer')
    message = chat.messages.get(message_id) if parameters.get("chat_id") in (None, chat.id) else None
    if message is None or message.is_deleted:
        is_ephemeral = "ephemeral_message_parameters" in call
        if parameters.get("allow_sending_without_reply") is True and not is_ephemeral:
            return None
        raise bad_request("message to be replied not found")
    return message


def _find(call: Call, purpose: str) -> Message:
    """Return the message of `message_id`, deleted ones excepted."""
    message_id = call.integer("message_id")
    if message_id is None:
        raise bad_request("message identifier is not specified")
    message = call.chat(write=True).messages.get(message_id)
    if message is None or message.is_deleted:
        raise bad_request(f"message to {purpose} not found")
    return message


def _own_message(call: Call) -> Message:
    message = _find(call, "edit")
    if message.sender is not call.world.bot or message.service is not None:
        raise bad_request("message can't be edited")
    return message


def _is_own_link(url: str, username: str) -> bool:
    try:
        parts = urlsplit(url)
    except ValueError:
        return False
    return (
        parts.scheme in ("http", "https")
        and parts.netloc == "t.me"
        and parts.path.strip("/").lower() == username.lower()
        and parts.query.startswith("start=")
    )
