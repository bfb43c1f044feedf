"""What a person does in groups, apart from writing: come and go, rule, open topics."""

from __future__ import annotations

from typing import TYPE_CHECKING

from . import membership
from .errors import SandboxError
from .model import Chat, Status, Topic, User

if TYPE_CHECKING:
    from .world import World


class GroupMember:
    """The half of a person that belongs to groups."""

    def __init__(self, world: World, user: User) -> None:
        self.world = world
        self.user = user

    def join(self, chat: Chat) -> None:
        """Join a group."""
        membership.enter(self.world, chat, self.user, self.user)

    def leave(self, chat: Chat) -> None:
        """Leave a group."""
        membership.leave(self.world, chat, self.user, self.user)

    def add(self, chat: Chat, other: GroupMember) -> None:
        """Add another person to a group."""
        membership.enter(self.world, chat, self._member(chat), other.user)

    def kick(self, chat: Chat, other: GroupMember) -> None:
        """Put another person out of a group."""
        membership.leave(self.world, chat, self._admin(chat), other.user)

    def add_bot(self, chat: Chat) -> None:
        """Add the bot to a group."""
        membership.enter(self.world, chat, self._member(chat), self.world.bot)

    def remove_bot(self, chat: Chat) -> None:
        """Put the bot out of a group."""
        membership.leave(self.world, chat, self._admin(chat), self.world.bot)

    def promote(self, chat: Chat, other: GroupMember | None = None, *, anonymous: bool = False) -> None:
        """Make another person an admin, or the bot if none is named."""
        user = self.world.bot if other is None else other.user
        membership.set_status(
            self.world, chat, self._admin(chat), user, Status.ADMINISTRATOR, anonymous=anonymous
        )

    def demote(self, chat: Chat, other: GroupMember | None = None) -> None:
        """Make another person, or the bot, an ordinary member."""
        user = self.world.bot if other is None else other.user
        membership.set_status(self.world, chat, self._admin(chat), user, Status.MEMBER)

    def mute_bot(self, chat: Chat, muted: bool = True) -> None:
        """Forbid the bot, or allow it again, to write in a group."""
        self._admin(chat)
        chat.is_bot_muted = muted
        self.world.notify()

    def upgrade(self, chat: Chat) -> Chat:
        """Turn a group into a supergroup and return that."""
        return membership.upgrade(self.world, chat, self._admin(chat))

    def turn_on_topics(self, chat: Chat) -> Chat:
        """Let a group have topics, which makes it a supergroup, and return that."""
        return membership.turn_on_topics(self.world, chat, self._admin(chat))

    def create_topic(self, chat: Chat, name: str) -> Topic:
        """Open a topic in a forum."""
        return membership.create_topic(self.world, chat, self._member(chat), name)

    def close_topic(self, chat: Chat, topic: Topic, closed: bool = True) -> None:
        """Close a topic, or open it again."""
        self._admin(chat)
        topic.is_closed = closed
        self.world.notify()

    def delete_topic(self, chat: Chat, topic: Topic) -> None:
        """Delete a topic with everything in it."""
        self._admin(chat)
        membership.delete_topic(self.world, chat, topic)

    def _member(self, chat: Chat) -> User:
        if chat.is_private:
            raise SandboxError("no_private_group")
        if not chat.member(self.user).is_here:
            raise SandboxError("not_here", who=self.user.full_name, chat=chat.title)
        return self.user

    def _admin(self, chat: Chat) -> User:
        if chat.is_private:
            raise SandboxError("no_private_group")
        if not chat.member(self.user).is_admin:
            raise SandboxError("not_admin", who=self.user.full_name, chat=chat.title)
        return self.user
