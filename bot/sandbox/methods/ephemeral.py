"""Methods that change and delete ephemeral messages, which only their receivers see."""

from __future__ import annotations

from bot.sandbox.decoding import Kind
from bot.sandbox.errors import bad_request
from bot.sandbox.keyboard import parse_keyboard
from bot.sandbox.model import Message

from . import content
from .addressee import receiver
from .editing import change
from .registry import Call, api

_WHICH = {"chat_id": Kind.CHAT, "receiver_user_id": Kind.INTEGER, "ephemeral_message_id": Kind.INTEGER}


@api(**_WHICH, **content.TEXT_PARAMS, rich_message=Kind.JSON, reply_markup=Kind.JSON)
async def edit_ephemeral_message_text(call: Call) -> object:
    """Change text or rich message, and keyboard; without a keyboard the old one goes."""
    new = content.text_or_rich(call)
    keyboard = parse_keyboard(call.json("reply_markup"))
    message = _find(call)
    if message.document is not None:
        raise bad_request("there is no text in the message to edit")
    change(call, message, new, keyboard)
    return True


@api(**_WHICH, **content.CAPTION_PARAMS, reply_markup=Kind.JSON)
async def edit_ephemeral_message_caption(call: Call) -> object:
    """Change the caption of a document, and the keyboard; without a keyboard the old one goes."""
    body = content.caption(call)
    keyboard = parse_keyboard(call.json("reply_markup"))
    message = _find(call)
    if message.document is None:
        raise bad_request("there is no caption in the message to edit")
    change(call, message, content.Content(body), keyboard)
    return True


@api(**_WHICH, reply_markup=Kind.JSON)
async def edit_ephemeral_message_reply_markup(call: Call) -> object:
    """Change the keyboard, or take it away."""
    keyboard = parse_keyboard(call.json("reply_markup"))
    message = _find(call)
    change(call, message, content.Content(message.body, message.rich), keyboard)
    return True


@api(**_WHICH)
async def delete_ephemeral_message(call: Call) -> object:
    """Delete the message; what it was shown in place of is seen again."""
    call.world.delete(_find(call))
    return True


def _find(call: Call) -> Message:
    """Return the message of `ephemeral_message_id` that this receiver has, deleted ones excepted."""
    user_id, message_id = call.integer("receiver_user_id"), call.integer("ephemeral_message_id")
    if user_id is None or user_id <= 0:
        raise bad_request("invalid user_id specified")
    if message_id is None:
        raise bad_request("message identifier is not specified")
    chat = call.chat(write=True)
    user = receiver(call, chat, user_id)
    message = chat.ephemeral.get(message_id)
    if message is None or message.is_deleted or message.receiver is not user:
        raise bad_request("MESSAGE_ID_INVALID")
    return message
