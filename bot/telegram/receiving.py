"""Updates as they come in: without what nobody reads, and none that keeps the others from being read."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from datetime import timedelta
from typing import Any

from telegram import Update
from telegram._utils.defaultvalue import DEFAULT_NONE, DefaultValue
from telegram._utils.types import ODVInput
from telegram.error import TelegramError
from telegram.ext import ExtBot

log = logging.getLogger(__name__)

# What a press says of the message that it was made on, as far as the bot looks at it.
_NEEDED = ("message_id", "date", "chat", "message_thread_id", "is_topic_message")


class ReceivingBot(ExtBot[None]):
    """The library's bot, with its own way to fetch updates."""

    async def get_updates(
        self,
        offset: int | None = None,
        limit: int | None = None,
        timeout: int | timedelta | None = None,  # noqa: ASYNC109 (the library's own)
        allowed_updates: Sequence[str] | None = None,
        *,
        read_timeout: ODVInput[float] = DEFAULT_NONE,
        write_timeout: ODVInput[float] = DEFAULT_NONE,
        connect_timeout: ODVInput[float] = DEFAULT_NONE,
        pool_timeout: ODVInput[float] = DEFAULT_NONE,
        api_kwargs: dict[str, Any] | None = None,
    ) -> tuple[Update, ...]:
        """Fetch updates (Bot API `getUpdates`).

        The library's own method raises at one that it cannot read, would be given it again and again, and
        logs what is in it.
        """
        wait = timeout.total_seconds() if isinstance(timeout, timedelta) else timeout or 0
        usual = self._request[0].read_timeout if isinstance(read_timeout, DefaultValue) else read_timeout
        found = await self._post(
            "getUpdates",
            {"offset": offset, "limit": limit, "timeout": timeout, "allowed_updates": allowed_updates},
            read_timeout=(usual or 0) + wait,
            write_timeout=write_timeout,
            connect_timeout=connect_timeout,
            pool_timeout=pool_timeout,
            api_kwargs=api_kwargs,
        )
        return read_updates(found, self)

    getUpdates = get_updates  # noqa: N815 (the library's other name)


def read_updates(found: object, bot: ExtBot[None]) -> tuple[Update, ...]:
    """Read what `getUpdates` answers. Raises `TelegramError` if that is no list of updates."""
    if not isinstance(found, list) or not all(map(_has_id, found)):
        raise TelegramError("Invalid server response")
    return tuple(_read(update, bot) for update in found)


def _has_id(update: object) -> bool:
    return isinstance(update, dict) and isinstance(update.get("update_id"), int)


def _read(update: dict[str, Any], bot: ExtBot[None]) -> Update:
    """Read an update; of one that cannot be read only its number is left, and it is passed over."""
    try:
        return Update.de_json(_lean(update), bot)
    except Exception as error:
        log.error("update %d could not be read: %s", update["update_id"], type(error).__name__)
        return Update(update["update_id"])


def _lean(update: dict[str, Any]) -> dict[str, Any]:
    """Return an update with no more of a pressed message than where it stands.

    With every press comes the whole message that its button hangs on: text, entities, keyboard. To make the
    library's objects of them takes long, and a hand need not be where nobody looks for it.
    """
    press = update.get("callback_query")
    if press is None or (message := press.get("message")) is None:
        return update
    kept = {name: message[name] for name in _NEEDED if name in message}
    return {**update, "callback_query": {**press, "message": kept}}
