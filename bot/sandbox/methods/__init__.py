"""The Bot API methods that the bot uses."""

from __future__ import annotations

from . import account, chats, messages, updates
from .registry import Call, find

__all__ = ["Call", "account", "chats", "find", "messages", "updates"]
