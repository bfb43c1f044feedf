"""A person's phone on the page: whose hands it is in, and what has been read on it."""

from __future__ import annotations

import secrets
from dataclasses import dataclass, field
from enum import StrEnum

from bot.sandbox.model import Chat, Message
from bot.sandbox.person import Person

GENERAL = 0
"""Stands for the topic General, which has no id, and for a chat without topics."""


class Hand(StrEnum):
    """Who plays on a phone: the stage, a friend by the phone's link, or nobody since that friend has gone."""

    STAGE = "stage"
    FRIEND = "friend"
    AWAY = "away"


def new_key() -> str:
    """Return a key nobody guesses: 192 random bits for an address."""
    return secrets.token_urlsafe(24)


@dataclass(eq=False, slots=True)
class Phone:
    """One phone. `key` opens it; a new one makes the old link worthless."""

    person: Person
    key: str = field(default_factory=new_key, repr=False)
    hand: Hand = Hand.STAGE
    shown: int | None = None
    """The chat that the phone opens on."""
    autoplay: bool = False
    """Whether it presses by itself."""
    marks: dict[tuple[int, int], int] = field(default_factory=dict)
    """The key up to which each topic of each chat has been read."""

    @property
    def id(self) -> int:
        """The person's id."""
        return self.person.id

    @property
    def path(self) -> str:
        """Where the phone's page is."""
        return f"/phone/{self.key}"

    def sees(self, message: Message) -> bool:
        """Tell whether this phone shows a message: it is in one of its chats, and meant for this person."""
        chat = message.chat
        mine = chat is self.person.private if chat.is_private else chat.member(self.person.user).is_here
        return mine and message.is_for(self.person.user)

    def read(self, chat: Chat, topic: int, key: int) -> None:
        """Note that everything up to `key` has been seen."""
        self.marks[chat.id, topic] = max(key, self.marks.get((chat.id, topic), 0))

    def unread(self, chat: Chat) -> dict[int, int]:
        """Return how many messages of others are new, by topic; without topics, under General."""
        counts: dict[int, int] = {}
        oldest = self._oldest_read(chat)
        for message in reversed(self.person.messages(chat)):
            if message.key <= oldest:
                break
            topic = topic_of(message)
            if message.sender is not self.person.user and message.key > self.marks.get((chat.id, topic), 0):
                counts[topic] = counts.get(topic, 0) + 1
        return counts

    def _oldest_read(self, chat: Chat) -> int:
        topics = [GENERAL, *chat.topics] if chat.is_forum else [GENERAL]
        return min(self.marks.get((chat.id, topic), 0) for topic in topics)


def topic_of(message: Message) -> int:
    """Return the topic a message is read in."""
    if message.chat.is_forum and message.is_topic_message:
        return message.thread_id or GENERAL
    return GENERAL
