"""The rooms of this bot: the only door through which a room changes. Its parts are modules of their own."""

from __future__ import annotations

from .chats import Chats
from .clocks import Clocks
from .expiry import Expiry
from .finding import HISTORY_LENGTH, Finding
from .leaving import Leaving
from .lobbies import MAX_LIVE_ROOMS, MAX_LONELY, MAX_NAME, MAX_SAVED, Lobbies

__all__ = ["HISTORY_LENGTH", "MAX_LIVE_ROOMS", "MAX_LONELY", "MAX_NAME", "MAX_SAVED", "Rooms"]


class Rooms(Finding, Lobbies, Clocks, Leaving, Expiry, Chats):
    """All rooms, by id. `listener` is called with the new picture after every change."""
