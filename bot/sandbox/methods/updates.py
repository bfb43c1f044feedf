"""How updates reach the bot: by asking, or posted to it."""

from __future__ import annotations

import re
from typing import Any
from urllib.parse import urlsplit

from bot.sandbox.decoding import Kind
from bot.sandbox.errors import WEBHOOK_IS_ACTIVE, ApiError, bad_request
from bot.sandbox.world import Webhook

from .registry import Call, api

LONGEST_POLL = 50
_LOOPBACK = frozenset({"127.0.0.1", "localhost", "::1"})


@api(offset=Kind.INTEGER, limit=Kind.INTEGER, timeout=Kind.INTEGER, allowed_updates=Kind.JSON)
async def get_updates(call: Call) -> object:
    """Return the oldest updates from `offset` on, waiting for one if asked; a second asker ends the first."""
    world, queue = call.world, call.world.updates
    if world.webhook is not None:
        raise ApiError(409, WEBHOOK_IS_ACTIVE)
    limit = call.integer("limit")
    limit = 100 if limit is None else limit
    timeout = call.integer("timeout") or 0
    if not 1 <= limit <= 100:
        raise bad_request("limit must be from 1 to 100")
    if not 0 <= timeout <= LONGEST_POLL:
        raise bad_request(f"timeout must be from 0 to {LONGEST_POLL}")
    queue.allow(_allowed(call))
    queue.end_poll()
    if (offset := call.integer("offset")) is not None:
        queue.confirm(offset)
    if timeout and not queue.is_ready:
        with world.at_work(-1):
            await queue.wait(timeout, call.closed)
    return [update.to_json() for update in queue.take(limit)]


@api(
    url=Kind.TEXT,
    certificate=Kind.FILE,
    ip_address=Kind.TEXT,
    max_connections=Kind.INTEGER,
    allowed_updates=Kind.JSON,
    drop_pending_updates=Kind.FLAG,
    secret_token=Kind.TEXT,
)
async def set_webhook(call: Call) -> object:
    """Post updates to an address from now on; plain HTTP is fine on this machine."""
    url = call.text("url")
    webhook = _webhook(call, url) if url else None
    call.world.updates.allow(_allowed(call))
    _switch(call, webhook)
    return True


@api(drop_pending_updates=Kind.FLAG)
async def delete_webhook(call: Call) -> object:
    """Post no more updates."""
    _switch(call, None)
    return True


@api()
async def get_webhook_info(call: Call) -> object:
    """Return where updates are posted and how that goes."""
    world = call.world
    info: dict[str, Any] = {
        "url": world.webhook.url if world.webhook is not None else "",
        "has_custom_certificate": False,
        "pending_update_count": len(world.updates),
        "allowed_updates": sorted(world.updates.allowed),
    }
    if world.webhook is not None:
        info["max_connections"] = world.webhook.max_connections
        info["ip_address"] = world.webhook.ip_address or "127.0.0.1"
        if world.webhook_error is not None:
            info["last_error_date"], info["last_error_message"] = world.webhook_error
    return info


def _allowed(call: Call) -> list[object] | None:
    kinds = call.json("allowed_updates")
    if kinds is not None and not isinstance(kinds, list):
        raise bad_request("expected an Array of String as allowed_updates")
    return kinds


def _webhook(call: Call, url: str) -> Webhook:
    try:
        parts = urlsplit(url)
        host, _ = parts.hostname, parts.port
    except ValueError:
        raise bad_request("bad webhook: invalid URL specified") from None
    if parts.scheme != "https" and not (parts.scheme == "http" and host in _LOOPBACK):
        raise bad_request("bad webhook: An HTTPS URL must be provided for webhook")
    if not host:
        raise bad_request("bad webhook: invalid URL specified")
    secret = call.text("secret_token")
    if secret and re.fullmatch(r"[A-Za-z0-9_-]{1,256}", secret) is None:
        raise bad_request("secret token contains unallowed characters")
    connections = call.integer("max_connections")
    if connections is not None and not 1 <= connections <= 100:
        raise bad_request("max_connections must be from 1 to 100")
    return Webhook(url, secret or None, connections or 40, call.text("ip_address") or None)


def _switch(call: Call, webhook: Webhook | None) -> None:
    world = call.world
    if call.flag("drop_pending_updates"):
        world.updates.clear()
    world.webhook = webhook
    world.webhook_error = None
    if webhook is not None:
        world.updates.end_poll()
    world.updates.wake()
