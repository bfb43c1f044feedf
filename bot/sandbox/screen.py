"""A chat as plain text for a terminal."""

from __future__ import annotations

from .keyboard import Button, Keyboard
from .model import Chat, Message
from .person import Person

_STYLE_MARKS = {"primary": "*", "success": "+", "danger": "!"}


def chat_text(person: Person, chat: Chat, last: int = 10) -> str:
    """Return what a person sees in a chat: a title and the last messages with their keyboards."""
    title = str(person.world.bot.full_name) if chat.is_private else str(chat.title)
    shown = person.messages(chat)[-last:] if last > 0 else []
    return "\n\n".join([f"=== {title} ===", *(message_text(message) for message in shown)])


def message_text(message: Message) -> str:
    """Return one message: who, the text, the buttons."""
    lines = [_head(message)]
    if message.document is not None:
        lines.append(f"({message.document.file_name}, {len(message.document.content)} bytes)")
    if message.text:
        lines.append(message.text)
    return "\n".join([*lines, *keyboard_lines(message.keyboard)])


def keyboard_lines(keyboard: Keyboard | None) -> list[str]:
    """Return a line per row: `[label]`, marked by colour (`*` primary, `+` success, `!` danger), `(label)`
    if disabled, `->` for a link."""
    return [" ".join(map(_button, row)) for row in keyboard or ()]


def _button(button: Button) -> str:
    if button.is_disabled:
        return f"({button.text})"
    mark = _STYLE_MARKS.get(button.style or "", "")
    return f"[{mark}{button.text}{' ->' if button.url else ''}]"


def _head(message: Message) -> str:
    sender = message.sender_chat.title if message.sender_chat is not None else message.sender.full_name
    topic = message.chat.topics.get(message.thread_id) if message.thread_id is not None else None
    where = f" #{topic.name}" if topic is not None and message.is_topic_message else ""
    what = f" {_service(message)}" if message.service is not None else ":"
    only = f" (only {message.receiver.full_name} sees this)" if message.receiver is not None else ""
    return f"{sender}{where}{only}{what}"


def _service(message: Message) -> str:
    service = message.service or {}
    if "new_chat_members" in service:
        return "added " + ", ".join(user["first_name"] for user in service["new_chat_members"])
    if "left_chat_member" in service:
        return f"removed {service['left_chat_member']['first_name']}"
    if "forum_topic_created" in service:
        return f"opened the topic {service['forum_topic_created']['name']}"
    return "made this group a supergroup"
