"""What can be done on a phone."""

from __future__ import annotations

from dataclasses import dataclass

from bot.sandbox.errors import SandboxError
from bot.sandbox.model import Chat, Message, Topic
from bot.sandbox.person import NoAnswerError, Person

from .feed import Feed
from .phones import GENERAL, Phone
from .requests import Frame, Requests
from .stage import Stage


@dataclass(frozen=True, slots=True)
class Hands:
    """Whoever holds a phone in a browser."""

    stage: Stage
    phone: Phone
    feed: Feed

    @property
    def person(self) -> Person:
        """The phone's owner."""
        return self.phone.person

    def chat(self, chat_id: int) -> Chat:
        """Find a chat: the own private one, or a group."""
        chat = self.stage.world.chats.get(chat_id)
        if chat is None or (chat.is_private and chat is not self.person.private):
            raise SandboxError("no_such_chat")
        return chat

    def message(self, chat_id: int, key: int) -> Message:
        """Find a message that this person sees."""
        for message in reversed(self.person.messages(self.chat(chat_id))):
            if message.key == key:
                return message
        raise SandboxError("message_deleted")

    def topic(self, chat: Chat, topic_id: int) -> Topic:
        """Find a topic."""
        if topic_id not in chat.topics:
            raise SandboxError("no_such_topic", chat=chat.title)
        return chat.topics[topic_id]

    def other(self, user_id: int) -> Person:
        """Find another person."""
        person = self.stage.world.people.get(user_id)
        if person is None:
            raise SandboxError("no_such_person")
        return person

    def other_or_bot(self, user_id: int) -> Person | None:
        """Find another person; None stands for the bot."""
        return None if user_id == self.stage.world.bot.id else self.other(user_id)


PATIENCE = 15.0
"""Seconds that a button waits for its answer, as in Telegram."""

deeds: Requests[Hands] = Requests()

# Seeing


@deeds.add
def open(hands: Hands, *, chat: int) -> None:  # noqa: A001 (named as it is asked for)
    """See a chat; the phone opens on it from now on."""
    hands.feed.open(hands.chat(chat))
    hands.phone.shown = chat


@deeds.add
def older(hands: Hands, *, chat: int, before: int) -> None:
    """See what was before a message."""
    hands.feed.older(hands.chat(chat), before)


@deeds.add
def close(hands: Hands, *, chat: int) -> None:
    """Look at a chat no more."""
    hands.feed.close(hands.chat(chat))


@deeds.add
def read(hands: Hands, *, chat: int, topic: int | None = None, key: int) -> None:
    """Have seen everything up to a message."""
    hands.phone.read(hands.chat(chat), topic or GENERAL, key)
    hands.stage.changed()


# Writing and pressing


@deeds.add
async def write(
    hands: Hands, *, chat: int, text: str, topic: int | None = None, reply: int | None = None
) -> None:
    """Write a message."""
    where = hands.chat(chat)
    await hands.person.write(
        where,
        text,
        hands.topic(where, topic) if topic else None,
        reply_to=hands.message(chat, reply) if reply is not None else None,
    )


@deeds.add
async def edit(hands: Hands, *, chat: int, key: int, text: str) -> None:
    """Change an own message."""
    await hands.person.edit(hands.message(chat, key), text)


@deeds.add
def delete(hands: Hands, *, chat: int, key: int) -> None:
    """Delete a message."""
    hands.person.delete(hands.message(chat, key))


@deeds.add
async def press(hands: Hands, *, chat: int, key: int, data: str) -> Frame:
    """Press a button; returns the answer, or that there was none. Like Telegram's, it may be out of date."""
    try:
        answer = await hands.person.press_data(hands.message(chat, key), data, timeout=PATIENCE)
    except NoAnswerError:
        return {"type": "answer", "lost": True}
    return {"type": "answer", "text": answer.text, "alert": answer.show_alert, "url": answer.url}


@deeds.add
async def start(hands: Hands, *, payload: str | None = None) -> None:
    """Press the button *Start*, or follow a link to the bot."""
    await hands.person.start(payload)


@deeds.add
def block(hands: Hands) -> None:
    """Block the bot."""
    hands.person.block()


@deeds.add
def unblock(hands: Hands) -> None:
    """Unblock the bot."""
    hands.person.unblock()


@deeds.add
def autoplay(hands: Hands, *, on: bool) -> None:
    """Let the phone press by itself."""
    hands.stage.play_for(hands.phone, on)


# Groups


@deeds.add
def join(hands: Hands, *, chat: int) -> None:
    """Join a group."""
    hands.person.join(hands.chat(chat))


@deeds.add
def leave(hands: Hands, *, chat: int) -> None:
    """Leave a group."""
    hands.person.leave(hands.chat(chat))


@deeds.add
def add(hands: Hands, *, chat: int, user: int) -> None:
    """Add another person."""
    hands.person.add(hands.chat(chat), hands.other(user))


@deeds.add
def add_bot(hands: Hands, *, chat: int) -> None:
    """Add the bot."""
    hands.person.add_bot(hands.chat(chat))


@deeds.add
def promote(hands: Hands, *, chat: int, user: int) -> None:
    """Make somebody an admin."""
    hands.person.promote(hands.chat(chat), hands.other_or_bot(user))


@deeds.add
def demote(hands: Hands, *, chat: int, user: int) -> None:
    """Make somebody an ordinary member."""
    hands.person.demote(hands.chat(chat), hands.other_or_bot(user))


@deeds.add
def kick(hands: Hands, *, chat: int, user: int) -> None:
    """Put somebody out."""
    other = hands.other_or_bot(user)
    if other is None:
        hands.person.remove_bot(hands.chat(chat))
    else:
        hands.person.kick(hands.chat(chat), other)


@deeds.add
def mute_bot(hands: Hands, *, chat: int, muted: bool) -> None:
    """Forbid the bot to write, or allow it again."""
    hands.person.mute_bot(hands.chat(chat), muted)


@deeds.add
def upgrade(hands: Hands, *, chat: int) -> None:
    """Make the group a supergroup."""
    hands.stage.show(hands.person.upgrade(hands.chat(chat)))


@deeds.add
def forum(hands: Hands, *, chat: int) -> None:
    """Turn on topics, which makes a group a supergroup too."""
    old = hands.chat(chat)
    new = hands.person.turn_on_topics(old)
    if new is not old:
        hands.stage.show(new)


@deeds.add
def topic(hands: Hands, *, chat: int, name: str) -> None:
    """Open a topic."""
    hands.person.create_topic(hands.chat(chat), name)


@deeds.add
def close_topic(hands: Hands, *, chat: int, topic: int, closed: bool) -> None:
    """Close a topic, or open it again."""
    where = hands.chat(chat)
    hands.person.close_topic(where, hands.topic(where, topic), closed)


@deeds.add
def delete_topic(hands: Hands, *, chat: int, topic: int) -> None:
    """Delete a topic with everything in it."""
    where = hands.chat(chat)
    hands.person.delete_topic(where, hands.topic(where, topic))
