"""Message texts: HTML to plain text with entities, as Telegram reads it, offsets in UTF-16 units."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from .errors import bad_request
from .html_text import TYPES, Entity, UserLookup, parse_html, utf16_length

MAX_TEXT = 4096
MAX_CAPTION = 1024

_KNOWN_TYPES = frozenset(TYPES.values()) | {
    "mention", "hashtag", "cashtag", "bot_command", "url", "email", "phone_number",
    "expandable_blockquote", "text_mention", "custom_emoji",
}  # fmt: skip
# Telegram takes control characters for spaces and drops carriage returns and direction overrides.
_CONTROL = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f]")
_DROPPED = re.compile("[\r\u2028-\u202e]")
_COMMAND = re.compile(r"(?<![\w/@<>])/(?:[A-Za-z0-9_]{1,64})(?:@[A-Za-z0-9_]{3,32})?(?![\w/@<>])")
_MENTION = re.compile(r"(?<![\w/@])@[A-Za-z0-9_]{3,32}(?!\w)")


@dataclass(frozen=True, slots=True)
class Text:
    """A plain text and its entities."""

    plain: str = ""
    entities: tuple[Entity, ...] = ()


def parse_text(
    text: str, parse_mode: str | None, entities: object = None, *, user: UserLookup = lambda _: None
) -> Text:
    """Read a text the way sendMessage does; `user` finds the person behind a tg://user link."""
    text = _DROPPED.sub("", _CONTROL.sub(" ", text))
    if parse_mode:
        if parse_mode.lower() != "html":
            raise bad_request("unsupported parse_mode")
        plain, found = parse_html(text, user)
    else:
        plain, found = text, _explicit(text, entities, user)
    return _trim(plain, sorted(found, key=lambda entity: (entity.offset, -entity.length)))


def commands_and_mentions(text: str) -> tuple[Entity, ...]:
    """Return the entities that Telegram finds by itself in what a person writes."""
    found = [
        Entity(kind, utf16_length(text[: match.start()]), utf16_length(match.group()))
        for kind, pattern in (("bot_command", _COMMAND), ("mention", _MENTION))
        for match in pattern.finditer(text)
    ]
    return tuple(sorted(found, key=lambda entity: entity.offset))


def _explicit(text: str, entities: object, user: UserLookup) -> list[Entity]:
    if entities is None:
        return []
    if not isinstance(entities, list):
        raise bad_request("can't parse entities: expected an Array of MessageEntity")
    found = []
    size = utf16_length(text)
    for item in entities:
        if not isinstance(item, dict):
            raise bad_request("can't parse entities: MessageEntity must be an Object")
        if unknown := item.keys() - {"type", "offset", "length", "url", "user", "language"}:
            raise bad_request(f'can\'t parse entities: unknown field "{min(unknown)}"')
        kind, offset, length = item.get("type"), item.get("offset"), item.get("length")
        if not isinstance(kind, str) or kind not in _KNOWN_TYPES:
            raise bad_request("can't parse entities: unsupported entity type")
        if type(offset) is not int or type(length) is not int or offset < 0 or length <= 0:
            raise bad_request("can't parse entities: offset and length must be valid Integers")
        if offset + length > size:
            raise bad_request("ENTITY_BOUNDS_INVALID")
        url, language = item.get("url"), item.get("language")
        who = item.get("user")
        found.append(
            Entity(
                kind,
                offset,
                length,
                url if isinstance(url, str) else None,
                language if isinstance(language, str) else None,
                user(who["id"]) if isinstance(who, dict) and isinstance(who.get("id"), int) else None,
            )
        )
    return found


def _trim(plain: str, entities: list[Entity]) -> Text:
    """Cut spaces at both ends, at the start only up to the first entity, and the entities with them."""
    kept = plain.rstrip(" \n")
    end = utf16_length(kept)
    entities = [
        replace(entity, length=min(entity.length, end - entity.offset))
        for entity in entities
        if entity.offset < end
    ]
    # Spaces and line feeds are one unit each, so units and characters are the same here.
    lead = len(kept) - len(kept.lstrip(" \n"))
    if entities:
        lead = min(lead, entities[0].offset)
    return Text(kept[lead:], tuple(replace(entity, offset=entity.offset - lead) for entity in entities))
