"""Which language to speak to whom."""

from __future__ import annotations

from bot.locales import Texts, pick, texts
from bot.store.people import UserRow


def language_of(user: UserRow) -> str:
    """Return the language to speak to a person: the one chosen, else the client's."""
    return user.language or pick(user.client_language)


def language_for(user: UserRow | None) -> str:
    """Return the language to speak to a person, or to nobody known."""
    return pick(None) if user is None else language_of(user)


def texts_of(user: UserRow) -> Texts:
    """Return the texts for a person."""
    return texts(language_of(user))
