"""Who is in a group and as what: the changes and the updates that tell of them."""

from __future__ import annotations

from typing import Any

from .errors import SandboxError
from .model import Chat, ChatKind, Member, Message, Status, Topic, User
from .world import World

MAX_TOPIC_NAME = 128


def service(world: World, chat: Chat, sender: User, body: dict[str, Any], **rest: Any) -> Message:
    """Post a service message; bots see these in spite of privacy mode."""
    message = world.new_message(chat, sender, service=body, **rest)
    world.offer(message)
    return message


def set_status(
    world: World, chat: Chat, by: User, user: User, status: Status, *, anonymous: bool = False
) -> None:
    """Make the user that in the group; the bot learns of itself, and as an admin of others."""
    old = chat.member(user)
    new = Member(user, status, anonymous)
    chat.members[user.id] = new
    change = {
        "chat": chat.to_json(),
        "from": by.to_json(),
        "date": world.now(),
        "old_chat_member": old.to_json(),
        "new_chat_member": new.to_json(),
    }
    if user is world.bot:
        world.updates.push("my_chat_member", change)
    elif chat.member(world.bot).is_admin:
        world.updates.push("chat_member", change)
    world.notify()


def enter(world: World, chat: Chat, by: User, user: User) -> None:
    """Let a user in."""
    if chat.is_private:
        raise SandboxError("no_private_group")
    if chat.member(user).is_here:
        raise SandboxError("here_already", who=user.full_name, chat=chat.title)
    set_status(world, chat, by, user, Status.MEMBER)
    service(world, chat, by, {"new_chat_members": [user.to_json()]})


def leave(world: World, chat: Chat, by: User, user: User) -> None:
    """Let a user out: by their own will, or put out by another."""
    if not chat.member(user).is_here:
        raise SandboxError("not_here", who=user.full_name, chat=chat.title)
    body = {"left_chat_member": user.to_json()}
    if user is world.bot:
        # The bot still gets to see its own farewell.
        service(world, chat, by, body)
    set_status(world, chat, by, user, Status.LEFT if by is user else Status.KICKED)
    if user is not world.bot:
        service(world, chat, by, body)


def set_blocked(world: World, chat: Chat, blocked: bool) -> None:
    """Let the person of a private chat block the bot, or unblock it."""
    if chat.user is None:
        raise SandboxError("only_people_block")
    if chat.is_blocked == blocked:
        return
    chat.is_blocked = blocked
    world.notify()
    out, here = Member(world.bot, Status.KICKED), Member(world.bot, Status.MEMBER)
    world.updates.push(
        "my_chat_member",
        {
            "chat": chat.to_json(),
            "from": chat.user.to_json(),
            "date": world.now(),
            "old_chat_member": (here if blocked else out).to_json(),
            "new_chat_member": (out if blocked else here).to_json(),
        },
    )


def upgrade(world: World, chat: Chat, by: User) -> Chat:
    """Turn a group into a supergroup: another chat with another id, and a farewell in the old one."""
    if chat.kind is not ChatKind.GROUP or chat.migrated_to is not None:
        raise SandboxError("no_upgrade")
    new = world.new_chat(str(chat.title), ChatKind.SUPERGROUP)
    new.members = {
        member.user.id: Member(member.user, member.status)
        for member in chat.members.values()
        if member.is_here
    }
    service(world, chat, by, {"migrate_to_chat_id": new.id})
    service(world, new, by, {"migrate_from_chat_id": chat.id})
    chat.migrated_to = new
    world.notify()
    return new


def turn_on_topics(world: World, chat: Chat, by: User) -> Chat:
    """Let a group have topics; an ordinary one becomes a supergroup with that."""
    if chat.is_forum:
        raise SandboxError("topics_already", chat=chat.title)
    if chat.kind is ChatKind.GROUP:
        chat = upgrade(world, chat, by)
    chat.is_forum = True
    world.notify()
    return chat


def create_topic(world: World, chat: Chat, by: User, name: str) -> Topic:
    """Open a topic."""
    if not chat.is_forum:
        raise SandboxError("no_topics", chat=chat.title)
    if not 0 < len(name.strip()) <= MAX_TOPIC_NAME:
        raise SandboxError("bad_topic_name")
    message = world.new_message(chat, by, is_topic_message=True)
    message.thread_id = message.id
    message.service = {"forum_topic_created": {"name": name, "icon_color": 7322096}}
    world.offer(message)
    topic = Topic(message.id, name)
    chat.topics[topic.id] = topic
    world.notify()
    return topic


def delete_topic(world: World, chat: Chat, topic: Topic) -> None:
    """Delete a topic with everything in it."""
    del chat.topics[topic.id]
    for message in [*chat.visible(), *chat.ephemeral.values()]:
        if message.thread_id == topic.id and not message.is_deleted:
            world.delete(message)
    world.notify()
