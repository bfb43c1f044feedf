"""The Bot API methods that the bot uses."""

from __future__ import annotations

from . import account, chats, ephemeral, messages, updates
from .registry import Call, find

__all__ = ["Call", "account", "chats", "ephemeral", "find", "messages", "updates"]
