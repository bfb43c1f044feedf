"""Refusals in Telegram's own words and form."""

from __future__ import annotations

from typing import Any

from .sentences import sentence


class ApiError(Exception):
    """A refused Bot API call: HTTP status, description and, for some, parameters."""

    def __init__(self, code: int, description: str, **parameters: int) -> None:
        super().__init__(description)
        self.code = code
        self.description = description
        self.parameters = parameters

    def to_json(self) -> dict[str, Any]:
        """Return the body that Telegram answers with."""
        body: dict[str, Any] = {"ok": False, "error_code": self.code, "description": self.description}
        if self.parameters:
            body["parameters"] = dict(self.parameters)
        return body


class SandboxError(Exception):
    """A person tried what Telegram's clients would not let them do; the bot is not involved.

    `kind` names one of `sentences.SENTENCES`; the other arguments are the names in it.
    """

    def __init__(self, kind: str, **names: object) -> None:
        super().__init__(sentence(kind, "en", names))
        self.kind = kind
        self.names = names

    def text(self, language: str) -> str:
        """Return what is said to a reader of `ru` or `en`."""
        return sentence(self.kind, language, self.names)


NOT_MODIFIED = (
    "message is not modified: specified new message content and reply markup are exactly the same"
    " as a current content and reply markup of the message"
)
QUERY_TOO_OLD = "query is too old and response timeout expired or query ID is invalid"
OTHER_GET_UPDATES = (
    "Conflict: terminated by other getUpdates request; make sure that only one bot instance is running"
)
WEBHOOK_IS_ACTIVE = (
    "Conflict: can't use getUpdates method while webhook is active;"
    " use deleteWebhook to delete the webhook first"
)


def bad_request(what: str) -> ApiError:
    """Return a 400."""
    return ApiError(400, f"Bad Request: {what}")


def forbidden(what: str) -> ApiError:
    """Return a 403."""
    return ApiError(403, f"Forbidden: {what}")


def too_many(retry_after: int) -> ApiError:
    """Return the 429 that asks to wait `retry_after` seconds."""
    return ApiError(429, f"Too Many Requests: retry after {retry_after}", retry_after=retry_after)


def migrated(new_id: int) -> ApiError:
    """Return the 400 of a group that lives on as the supergroup `new_id`."""
    return ApiError(
        400, "Bad Request: group chat was upgraded to a supergroup chat", migrate_to_chat_id=new_id
    )
