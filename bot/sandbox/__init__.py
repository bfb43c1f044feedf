"""A Telegram of our own, for trying the bot, testing it and showing it.

A `World` holds people, groups and messages; `serve` puts the Bot API of one bot in front of it on
loopback; a `Person` does what somebody with a Telegram client does. It is strict on purpose: what
Telegram refuses is refused in the same words, and so are unknown parameters, which Telegram ignores.
"""

from __future__ import annotations

from .errors import ApiError, SandboxError
from .html_text import Entity
from .keyboard import Button
from .limits import Limits
from .markup import Text
from .model import Answer, Chat, ChatKind, Document, Message, Press, Status, Topic, User
from .person import NoAnswerError, Person
from .screen import chat_text
from .server import Sandbox, serve
from .world import World

__all__ = [
    "Answer",
    "ApiError",
    "Button",
    "Chat",
    "ChatKind",
    "Document",
    "Entity",
    "Limits",
    "Message",
    "NoAnswerError",
    "Person",
    "Press",
    "Sandbox",
    "SandboxError",
    "Status",
    "Text",
    "Topic",
    "User",
    "World",
    "chat_text",
    "serve",
]
