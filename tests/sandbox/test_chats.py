"""Groups as the bot sees them: membership, privacy, topics, upgrades."""

from __future__ import annotations

import pytest

from bot.sandbox import Chat, Person, SandboxError, World
from bot.sandbox.model import ANONYMOUS_ADMIN_ID, CHANNEL_BOT_ID

from .conftest import BareBot


@pytest.fixture
def ann(world: World) -> Person:
    return world.person("Аня", "Иванова", "anna")


@pytest.fixture
def bob(world: World) -> Person:
    return world.person("Боря", language_code=None)


@pytest.fixture
def group(world: World, ann: Person, bob: Person) -> Chat:
    group = world.group("Клуб", [ann, bob])
    world.updates.clear()
    return group


async def test_being_added_to_a_group(world: World, bot: BareBot, ann: Person) -> None:
    group = world.group("Клуб", [ann])
    changed, added = await bot.updates()
    assert changed["my_chat_member"]["new_chat_member"]["status"] == "member"
    assert added["message"]["new_chat_members"][0]["id"] == world.bot.id
    assert added["message"]["chat"] == {"id": group.id, "type": "group", "title": "Клуб"}
    assert group.id < 0


async def test_privacy_mode(bot: BareBot, ann: Person, bob: Person, group: Chat) -> None:
    sent = group.messages[(await bot.send(group.id))["message_id"]]
    theirs = await ann.write(group, "привет, @deberts_bot")
    for text in ("всем привет", "смотри /deberts", "/deberts@other_bot", "/не команда"):
        await ann.write(group, text)
    await ann.write(group, "и тебе", reply_to=theirs)
    assert await bot.updates() == []
    await ann.write(group, "/deberts")
    await bob.write(group, "/score@Deberts_Bot 5")
    await bob.write(group, "отвечаю", reply_to=sent)
    seen = [update["message"] for update in await bot.updates()]
    assert [message["text"] for message in seen] == ["/deberts", "/score@Deberts_Bot 5", "отвечаю"]
    assert seen[0]["entities"] == [{"type": "bot_command", "offset": 0, "length": 8}]
    assert seen[1]["from"] == {"id": bob.id, "is_bot": False, "first_name": "Боря"}
    ann.promote(group)
    await bot.updates()
    await ann.write(group, "всем привет")
    assert len(await bot.updates()) == 1


async def test_no_privacy_mode(world: World, bot: BareBot, ann: Person, group: Chat) -> None:
    world.privacy_mode = False
    await ann.write(group, "всем привет")
    assert len(await bot.updates()) == 1


async def test_edited_messages(bot: BareBot, ann: Person, group: Chat) -> None:
    message = await ann.write(group, "/score")
    await ann.edit(message, "/last")
    assert [next(iter(update.keys() - {"update_id"})) for update in await bot.updates()] == [
        "message",
        "edited_message",
    ]


async def test_an_anonymous_admin(bot: BareBot, ann: Person, bob: Person, world: World) -> None:
    club = world.group("Клуб", [ann, bob], supergroup=True)
    await bot.updates()
    with pytest.raises(SandboxError, match="Only an admin"):
        await bob.write(club, "/deberts", anonymous=True)
    await ann.write(club, "/deberts", anonymous=True)
    message = (await bot.updates())[0]["message"]
    assert message["from"]["id"] == ANONYMOUS_ADMIN_ID
    assert message["sender_chat"]["id"] == club.id
    ann.promote(club, bob, anonymous=True)
    assert (await bob.write(club, "/deberts")).sender.id == ANONYMOUS_ADMIN_ID
    await bot.updates()
    sent = await bot.send(club.id)
    ann.press_nowait(club.messages[sent["message_id"]], "x")
    assert (await bot.updates())[0]["callback_query"]["from"]["id"] == ann.id


async def test_a_channel_that_speaks(bot: BareBot, ann: Person, group: Chat, world: World) -> None:
    club = world.group("Клуб", [ann], supergroup=True)
    await bot.updates()
    await ann.write(club, "/deberts", channel="Новости")
    message = (await bot.updates())[0]["message"]
    assert message["from"]["id"] == CHANNEL_BOT_ID
    assert (message["sender_chat"]["type"], message["sender_chat"]["title"]) == ("channel", "Новости")
    with pytest.raises(SandboxError, match="supergroups only"):
        await ann.write(group, "/deberts", channel="Новости")


async def test_coming_and_going(world: World, bot: BareBot, ann: Person, bob: Person, group: Chat) -> None:
    async def status(person: Person) -> str:
        member = await bot.call("getChatMember", chat_id=group.id, user_id=person.id)
        assert isinstance(member["status"], str)
        return member["status"]

    eve = world.person("Ева")
    assert [await status(person) for person in (ann, bob, eve)] == ["creator", "member", "left"]
    eve.join(group)
    bob.leave(group)
    ann.kick(group, eve)
    assert [await status(person) for person in (bob, eve)] == ["left", "kicked"]
    ann.add(group, bob)
    ann.promote(group, bob, anonymous=True)
    admins = await bot.call("getChatAdministrators", chat_id=group.id)
    assert [(admin["user"]["id"], admin["is_anonymous"]) for admin in admins] == [
        (ann.id, False),
        (bob.id, True),
    ]
    ann.demote(group, bob)
    assert await status(bob) == "member"
    assert await bot.call("getChatMemberCount", chat_id=group.id) == 3
    assert [next(iter(update.keys() - {"update_id"})) for update in await bot.updates()] == ["message"] * 4
    with pytest.raises(SandboxError, match="not an admin"):
        bob.kick(group, ann)
    with pytest.raises(SandboxError, match="not in"):
        eve.messages(group)
    with pytest.raises(SandboxError, match="already in"):
        bob.join(group)


async def test_as_an_admin_the_bot_hears_of_members(
    bot: BareBot, ann: Person, bob: Person, group: Chat
) -> None:
    await bot.updates(allowed_updates=["message", "chat_member", "my_chat_member"])
    ann.promote(group)
    bob.leave(group)
    mine, theirs, farewell = await bot.updates()
    assert mine["my_chat_member"]["new_chat_member"]["can_delete_messages"] is True
    assert theirs["chat_member"]["new_chat_member"]["status"] == "left"
    assert farewell["message"]["left_chat_member"]["id"] == bob.id


async def test_get_chat(world: World, bot: BareBot, ann: Person, group: Chat) -> None:
    assert (await bot.call("getChat", chat_id=group.id))["title"] == "Клуб"
    private = await bot.call("getChat", chat_id=ann.id)
    assert (private["type"], private["username"]) == ("private", "anna")
    assert (await bot.call("getChatMember", chat_id=ann.id, user_id=ann.id))["status"] == "member"
    assert "chat not found" in await bot.refused("getChat", chat_id=5)
    for params, why in (
        ({"user_id": 5}, "user not found"),
        ({}, "invalid user_id specified"),
    ):
        assert why in await bot.refused("getChatMember", chat_id=group.id, **params)
    stranger = world.person("Ева")
    assert "member not found" in await bot.refused("getChatMember", chat_id=ann.id, user_id=stranger.id)
    assert "no administrators" in await bot.refused("getChatAdministrators", chat_id=ann.id)
    await ann.start()
    assert "private chats" in await bot.refused("leaveChat", chat_id=ann.id)
    assert "wrong file_id" in await bot.refused("getFile", file_id="x")


async def test_blocking(bot: BareBot, ann: Person) -> None:
    await ann.start()
    ann.block()
    ann.block()
    with pytest.raises(SandboxError, match="has blocked"):
        await ann.write(ann.private, "x")
    await ann.start("again")
    start, blocked, unblocked, again = await bot.updates()
    assert start["message"]["text"] == "/start"
    assert blocked["my_chat_member"]["new_chat_member"]["status"] == "kicked"
    assert unblocked["my_chat_member"]["new_chat_member"]["status"] == "member"
    assert again["message"]["text"] == "/start again"
    for payload in ("", "a b", "x" * 65, "ы"):
        with pytest.raises(SandboxError, match="payload"):
            await ann.start(payload)


async def test_an_upgrade_to_a_supergroup(bot: BareBot, ann: Person, group: Chat) -> None:
    sent = await bot.send(group.id)
    club = ann.upgrade(group)
    old, new = [update["message"] for update in await bot.updates()]
    assert (old["chat"]["id"], old["migrate_to_chat_id"]) == (group.id, club.id)
    assert (new["chat"]["id"], new["migrate_from_chat_id"]) == (club.id, group.id)
    assert str(club.id).startswith("-100")
    for method, params in (
        ("sendMessage", {"text": "x"}),
        ("editMessageText", {"text": "x", "message_id": sent["message_id"]}),
    ):
        assert await bot.raw(method, chat_id=group.id, **params) == {
            "ok": False,
            "error_code": 400,
            "description": "Bad Request: group chat was upgraded to a supergroup chat",
            "parameters": {"migrate_to_chat_id": club.id},
        }
    assert (await bot.send(club.id))["message_id"] == 2
    assert club.member(ann.user).status == "creator"
    with pytest.raises(SandboxError, match="has become a supergroup"):
        await ann.write(group, "/score")
    with pytest.raises(SandboxError, match="Only a group"):
        ann.upgrade(club)


async def test_topics(bot: BareBot, ann: Person, bob: Person, world: World) -> None:
    forum = world.group("Клуб", [ann, bob], forum=True)
    topic, other = ann.create_topic(forum, "Деберц"), ann.create_topic(forum, "Белот")
    await bot.updates()
    asked = await bob.write(forum, "/deberts", topic)
    general = await bob.write(forum, "/deberts")
    in_topic, in_general = [update["message"] for update in await bot.updates()]
    assert (in_topic["message_thread_id"], in_topic["is_topic_message"]) == (topic.id, True)
    assert "message_thread_id" not in in_general
    assert in_general["chat"]["is_forum"] is True
    sent = await bot.send(forum.id, message_thread_id=topic.id)
    assert (sent["message_thread_id"], sent["is_topic_message"]) == (topic.id, True)
    assert "message_thread_id" not in await bot.send(forum.id)
    # A reply goes to the topic of what it replies to.
    assert (await bot.send(forum.id, reply_parameters={"message_id": asked.id}))[
        "message_thread_id"
    ] == topic.id
    wrong = {"reply_parameters": {"message_id": general.id}, "message_thread_id": topic.id}
    assert "replied not found" in await bot.refused("sendMessage", chat_id=forum.id, text="x", **wrong)
    for thread_id in (1, 10**6, 0, -1):
        assert await bot.refused("sendMessage", chat_id=forum.id, text="x", message_thread_id=thread_id) == (
            "Bad Request: message thread not found"
        )
    ann.close_topic(forum, other)
    assert "TOPIC_CLOSED" in await bot.refused(
        "sendMessage", chat_id=forum.id, text="x", message_thread_id=other.id
    )
    ann.delete_topic(forum, topic)
    assert asked not in ann.messages(forum)
    assert general in ann.messages(forum)
    assert "thread not found" in await bot.refused(
        "sendMessage", chat_id=forum.id, text="x", message_thread_id=topic.id
    )
    with pytest.raises(SandboxError, match="no such topic"):
        await bob.write(forum, "x", topic)


async def test_replies_in_a_supergroup_have_a_thread_that_is_no_topic(
    bot: BareBot, ann: Person, world: World
) -> None:
    club = world.group("Клуб", [ann], supergroup=True)
    sent = club.messages[(await bot.send(club.id))["message_id"]]
    await bot.updates()
    await ann.write(club, "/score", reply_to=sent)
    message = (await bot.updates())[0]["message"]
    assert message["message_thread_id"] == sent.id
    assert "is_topic_message" not in message
    assert "thread not found" in await bot.refused(
        "sendMessage", chat_id=club.id, text="x", message_thread_id=sent.id
    )


async def test_message_ids_count_per_supergroup(bot: BareBot, ann: Person, world: World) -> None:
    first, second = (world.group("Клуб", [ann], supergroup=True) for _ in range(2))
    assert (await bot.send(first.id))["message_id"] == (await bot.send(second.id))["message_id"]


def test_a_topic_has_a_name_that_fits(world: World) -> None:
    anna = world.person("Анна")
    group = world.group("Друзья", [anna], forum=True)
    for name in ("", " ", "я" * 129):
        with pytest.raises(SandboxError, match="1 to 128 characters"):
            anna.create_topic(group, name)
    assert anna.create_topic(group, "я" * 128).name == "я" * 128
    with pytest.raises(SandboxError, match="private chat"):
        anna.create_topic(anna.private, "тема")
