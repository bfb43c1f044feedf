"""Inline keyboards: what Telegram accepts, and a little more strictly than it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from .errors import bad_request
from .html_text import is_link

MAX_DATA_BYTES = 64
MAX_IN_ROW = 8
MAX_BUTTONS = 100
STYLES = frozenset({"primary", "success", "danger"})
_TEXT_ACTIONS = frozenset({"callback_data", "url", "switch_inline_query", "switch_inline_query_current_chat"})
_OBJECT_ACTIONS = frozenset({"disabled", "copy_text"})
# Known to Telegram, of no use to this bot.
_FOREIGN_ACTIONS = frozenset(
    {"web_app", "login_url", "switch_inline_query_chosen_chat", "callback_game", "pay"}
)
_ACTIONS = _TEXT_ACTIONS | _OBJECT_ACTIONS | _FOREIGN_ACTIONS


@dataclass(frozen=True, slots=True)
class Button:
    """One button: its label, what pressing it does, and its colour."""

    text: str
    action: str
    value: str = ""
    style: str | None = None

    @property
    def callback_data(self) -> str | None:
        """What the bot gets when this is pressed, or None for another kind of button."""
        return self.value if self.action == "callback_data" else None

    @property
    def url(self) -> str | None:
        """The link this opens, or None for another kind of button."""
        return self.value if self.action == "url" else None

    @property
    def is_disabled(self) -> bool:
        """Whether the button is greyed and dead."""
        return self.action == "disabled"

    def to_json(self) -> dict[str, Any]:
        """Return the InlineKeyboardButton."""
        value: object = self.value
        if self.action == "disabled":
            value = {}
        elif self.action == "copy_text":
            value = {"text": self.value}
        body = {"text": self.text, self.action: value}
        if self.style is not None:
            body["style"] = self.style
        return body


Keyboard = tuple[tuple[Button, ...], ...]


def keyboard_json(keyboard: Keyboard) -> dict[str, Any]:
    """Return the InlineKeyboardMarkup."""
    return {"inline_keyboard": [[button.to_json() for button in row] for row in keyboard]}


def parse_keyboard(markup: object) -> Keyboard | None:
    """Read a reply_markup; None if it holds no button, which removes a keyboard."""
    if markup is None:
        return None
    if not isinstance(markup, dict):
        raise bad_request("object expected as reply markup")
    if unknown := markup.keys() - {"inline_keyboard"}:
        raise bad_request(f'can\'t parse reply markup: unknown field "{min(map(str, unknown))}"')
    rows = markup.get("inline_keyboard", [])
    if not isinstance(rows, list) or not all(isinstance(row, list) for row in rows):
        raise bad_request('field "inline_keyboard" of the InlineKeyboardMarkup must be an Array of Arrays')
    keyboard = tuple(tuple(_button(item) for item in row) for row in rows if row)
    if any(len(row) > MAX_IN_ROW for row in keyboard) or sum(map(len, keyboard)) > MAX_BUTTONS:
        raise bad_request("REPLY_MARKUP_TOO_LONG")
    return keyboard or None


def _button(item: object) -> Button:
    if not isinstance(item, Mapping):
        raise _refuse("InlineKeyboardButton must be an Object")
    if unknown := item.keys() - _ACTIONS - {"text", "style"}:
        raise _refuse(f'unknown field "{min(map(str, unknown))}"')
    text = item.get("text")
    if not isinstance(text, str):
        raise _refuse('field "text" must be of type String')
    if not text.strip():
        raise bad_request("inline keyboard button text must be non-empty")
    style = item.get("style")
    if style is not None and (not isinstance(style, str) or style not in STYLES):
        raise _refuse("invalid button style specified")
    actions = [name for name in item if name in _ACTIONS]
    if not actions:
        raise _refuse("Text buttons are unallowed in the inline keyboard")
    if len(actions) > 1:
        raise _refuse(f"more than one action: {', '.join(sorted(actions))}")
    return Button(text, actions[0], _action(actions[0], item[actions[0]]), style)


def _action(action: str, value: object) -> str:
    if action in _FOREIGN_ACTIONS:
        raise _refuse(f'action "{action}" is not known here')
    if action == "disabled":
        if value != {} or not isinstance(value, dict):
            raise _refuse('field "disabled" must be an empty Object')
        return ""
    if action == "copy_text":
        if not isinstance(value, dict) or value.keys() != {"text"} or not isinstance(value["text"], str):
            raise _refuse('field "copy_text" must be an Object with a text')
        if not 1 <= len(value["text"]) <= 256:
            raise bad_request("BUTTON_COPY_TEXT_INVALID")
        return value["text"]
    if not isinstance(value, str):
        raise _refuse(f'field "{action}" must be of type String')
    if action == "callback_data" and not 1 <= len(value.encode()) <= MAX_DATA_BYTES:
        raise bad_request("BUTTON_DATA_INVALID")
    if action == "url" and not is_link(value):
        raise bad_request(f"inline keyboard button URL '{value}' is invalid: Wrong HTTP URL")
    return value


def _refuse(what: str) -> Exception:
    return bad_request(f"can't parse inline keyboard button: {what}")
