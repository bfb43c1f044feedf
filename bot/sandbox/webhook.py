"""Posting updates to the bot's webhook."""

from __future__ import annotations

import json

from tornado.httpclient import AsyncHTTPClient, HTTPRequest

from .updates import Update, first_of
from .world import Webhook, World

RETRY_SECONDS = 1.0
LONGEST_RETRY = 60.0


async def deliver_forever(world: World) -> None:
    """Post the updates in order, each until it is taken, while a webhook is set."""
    client = AsyncHTTPClient(force_instance=True)
    delay = RETRY_SECONDS
    try:
        while True:
            webhook = world.webhook
            update = world.updates.first() if webhook is not None else None
            if webhook is None or update is None:
                await world.updates.changed()
                continue
            error = await _post(client, webhook, update)
            if error is None:
                world.updates.delivered(update)
                world.webhook_error = None
                delay = RETRY_SECONDS
            elif world.webhook is webhook:
                world.webhook_error = (world.now(), error)
                # A new webhook is tried at once, new updates wait their turn.
                moment = world.clock.now() + delay
                while world.webhook is webhook and (left := moment - world.clock.now()) > 0.001:
                    await first_of(world.clock, left, world.updates.changed())
                delay = min(delay * 2, LONGEST_RETRY)
    finally:
        client.close()


async def _post(client: AsyncHTTPClient, webhook: Webhook, update: Update) -> str | None:
    """Post one update; the error if it was not taken."""
    headers = {"Content-Type": "application/json"}
    if webhook.secret_token is not None:
        headers["X-Telegram-Bot-Api-Secret-Token"] = webhook.secret_token
    request = HTTPRequest(
        webhook.url,
        "POST",
        headers,
        json.dumps(update.to_json()),
        follow_redirects=False,
    )
    try:
        response = await client.fetch(request, raise_error=False)
    except Exception as error:  # whatever the other side does, it is its error
        return str(error)
    if 200 <= response.code < 300:
        return None
    return f"Wrong response from the webhook: {response.code} {response.reason}"
