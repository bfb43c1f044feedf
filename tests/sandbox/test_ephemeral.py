"""Messages of a group that one member sees: who gets them, who presses them, and all refusals."""

from __future__ import annotations

from typing import Any

import pytest

from bot.clock import VirtualClock
from bot.sandbox import Answer, Chat, Message, Person, SandboxError, World, chat_text
from bot.sandbox.errors import NOT_MODIFIED

from .conftest import BareBot, keyboard


@pytest.fixture
async def ann(world: World) -> Person:
    ann = world.person("Аня", username="anna")
    await ann.start()
    return ann


@pytest.fixture
def bob(world: World) -> Person:
    return world.person("Боря")


@pytest.fixture
def group(world: World, ann: Person, bob: Person) -> Chat:
    return world.group("Клуб", [ann, bob])


@pytest.fixture
async def table(bot: BareBot, group: Chat) -> Message:
    """A message for everybody with a button to press."""
    sent = await bot.send(group.id, "стол", reply_markup=keyboard([("Мои карты", "cards")]))
    return group.messages[sent["message_id"]]


def only(person: Person, **more: Any) -> dict[str, Any]:
    return {"ephemeral_message_parameters": {"receiver_user_id": person.id, **more}}


async def whisper(bot: BareBot, chat: Chat, person: Person, text: str = "рука", **params: Any) -> Message:
    """Send as an admin and return the message."""
    person.world.people[next(iter(chat.members))].promote(chat)
    sent = await bot.send(chat.id, text, **only(person), **params)
    return chat.ephemeral[sent["ephemeral_message_id"]]


def address(message: Message) -> dict[str, int]:
    assert message.receiver is not None
    assert message.ephemeral_id is not None
    return {
        "chat_id": message.chat.id,
        "receiver_user_id": message.receiver.id,
        "ephemeral_message_id": message.ephemeral_id,
    }


async def test_what_comes_back(world: World, bot: BareBot, ann: Person, bob: Person, table: Message) -> None:
    press = bob.press_nowait(table, "cards")
    sent = await bot.send(table.chat.id, "рука", **only(bob, callback_query_id=press.id))
    assert sent == {
        "message_id": 0,
        "ephemeral_message_id": 1,
        "receiver_user": {"id": bob.id, "is_bot": False, "first_name": "Боря", "language_code": "ru"},
        "date": world.now(),
        "chat": {"id": table.chat.id, "type": "group", "title": "Клуб"},
        "from": {"id": world.bot.id, "is_bot": True, "first_name": "Деберц", "username": "deberts_bot"},
        "text": "рука",
    }
    assert bob.last(table.chat).text == "рука"
    assert ann.last(table.chat) is table
    assert table.chat.visible()[-1] is table
    assert world.limits.count(table.chat.id) == 2


async def test_it_takes_no_message_id(world: World, bot: BareBot, ann: Person, bob: Person) -> None:
    group = world.group("Клуб", [ann, bob], supergroup=True)
    first = (await bot.send(group.id))["message_id"]
    secret = await whisper(bot, group, bob)
    assert secret.id == 0
    assert (await bot.send(group.id))["message_id"] == first + 1
    everything = bob.messages(group)
    assert secret in everything
    assert [message.key for message in everything] == sorted({message.key for message in everything})
    assert {message.id for message in ann.messages(group)} == set(group.messages)


async def test_the_15_seconds(bot: BareBot, bob: Person, table: Message, clock: VirtualClock) -> None:
    press = bob.press_nowait(table, "cards")
    params = {"chat_id": table.chat.id, "text": "x", **only(bob, callback_query_id=press.id)}
    clock.advance(15)
    # One press allows more than one message, answered or not.
    await bot.call("sendMessage", **params)
    await bot.call("answerCallbackQuery", callback_query_id=press.id)
    await bot.call("sendMessage", **params)
    clock.advance(0.1)
    assert await bot.refused("sendMessage", **params) == "Bad Request: QUERY_ID_INVALID"


async def test_an_admin_needs_no_press(bot: BareBot, ann: Person, bob: Person, group: Chat) -> None:
    params = {"chat_id": group.id, "text": "x", **only(bob)}
    assert await bot.refused("sendMessage", **params) == "Bad Request: CHAT_ADMIN_REQUIRED"
    ann.promote(group)
    assert (await bot.call("sendMessage", **params))["receiver_user"]["id"] == bob.id
    ann.demote(group)
    assert await bot.refused("sendMessage", **params) == "Bad Request: CHAT_ADMIN_REQUIRED"


async def test_whose_press_it_must_be(
    world: World, bot: BareBot, ann: Person, bob: Person, table: Message
) -> None:
    other = world.group("Другие", [ann, bob])
    sent = await bot.send(other.id, reply_markup=keyboard([("x", "x")]))
    elsewhere = bob.press_nowait(other.messages[sent["message_id"]], "x")
    by_ann = ann.press_nowait(table, "cards")
    ann.promote(table.chat)
    for query in (elsewhere.id, by_ann.id, "1"):
        params = {"chat_id": table.chat.id, "text": "x", **only(bob, callback_query_id=query)}
        assert await bot.refused("sendMessage", **params) == "Bad Request: QUERY_ID_INVALID"
    assert not table.chat.ephemeral


async def test_who_can_get_it(world: World, bot: BareBot, ann: Person, bob: Person, group: Chat) -> None:
    ann.promote(group)
    stranger = world.person("Вася")
    bob.leave(group)

    async def refusal(chat_id: int, user_id: int) -> str:
        return await bot.refused(
            "sendMessage",
            chat_id=chat_id,
            text="x",
            ephemeral_message_parameters={"receiver_user_id": user_id},
        )

    assert await refusal(ann.id, ann.id) == "Bad Request: PEER_ID_INVALID"
    assert await refusal(group.id, stranger.id) == "Bad Request: USER_NOT_PARTICIPANT"
    assert await refusal(group.id, bob.id) == "Bad Request: USER_NOT_PARTICIPANT"
    assert await refusal(group.id, world.bot.id) == "Bad Request: USER_IS_BOT"
    assert await refusal(group.id, 1) == "Bad Request: user not found"
    bob.join(group)
    await bot.send(group.id, **only(bob))


@pytest.mark.parametrize(
    ("params", "why"),
    [
        ([], "object expected as ephemeral message parameters"),
        ("{", "can't parse ephemeral message parameters JSON object"),
        ({}, 'can\'t find field "receiver_user_id"'),
        ({"receiver_user_id": "x"}, 'field "receiver_user_id" is of a wrong type'),
        ({"receiver_user_id": True}, 'field "receiver_user_id" is of a wrong type'),
        ({"receiver_user_id": 1, "callback_query_id": 1}, 'field "callback_query_id" is of a wrong type'),
        (
            {"receiver_user_id": 1, "replace_callback_query_message": 1},
            'field "replace_callback_query_message" is of a wrong type',
        ),
        ({"receiver_user_id": 1, "user_id": 1}, 'unknown field "user_id"'),
    ],
)
async def test_bad_parameters(bot: BareBot, group: Chat, params: object, why: str) -> None:
    assert why in await bot.refused(
        "sendMessage", chat_id=group.id, text="x", ephemeral_message_parameters=params
    )


async def test_the_older_spelling_is_not_known(bot: BareBot, bob: Person, group: Chat) -> None:
    """Deprecated since 10.3, which this bot never used."""
    assert 'unknown parameter "receiver_user_id"' in await bot.refused(
        "sendMessage", chat_id=group.id, text="x", receiver_user_id=bob.id
    )


async def test_what_forbids_ordinary_messages(bot: BareBot, ann: Person, bob: Person, table: Message) -> None:
    press = bob.press_nowait(table, "cards")
    ann.mute_bot(table.chat)
    params = {"chat_id": table.chat.id, "text": "x", **only(bob, callback_query_id=press.id)}
    assert "not enough rights" in await bot.refused("sendMessage", **params)
    ann.mute_bot(table.chat, muted=False)
    lost = {"message_id": 10**6, "allow_sending_without_reply": True}
    assert await bot.refused("sendMessage", **params, reply_parameters=lost) == (
        "Bad Request: message to be replied not found"
    )
    assert (await bot.send(table.chat.id, reply_parameters=lost))["message_id"]
    new = ann.upgrade(table.chat)
    body = await bot.raw("sendMessage", **params)
    assert body["parameters"] == {"migrate_to_chat_id": new.id}


async def test_documents_and_rich_messages(bot: BareBot, ann: Person, bob: Person, group: Chat) -> None:
    ann.promote(group)
    await bob.start()
    await bob.write(bob.private, "", document=("match.json", b"{}"))
    file = bob.last().document
    assert file is not None
    await bot.call("sendDocument", chat_id=group.id, document=file.file_id, caption="вот", **only(bob))
    sent = await bot.call(
        "sendRichMessage", chat_id=group.id, rich_message={"html": "<h1>Счёт</h1>"}, **only(bob)
    )
    assert (sent["message_id"], sent["rich_message"]["blocks"][0]["text"]) == (0, "Счёт")
    assert [message.text for message in bob.messages(group)][-2:] == ["вот", "Счёт"]
    assert not {"вот", "Счёт"} & {message.text for message in ann.messages(group)}
    document, rich = group.ephemeral.values()
    assert await bot.refused("editEphemeralMessageText", **address(document), text="x") == (
        "Bad Request: there is no text in the message to edit"
    )
    assert await bot.refused("editEphemeralMessageCaption", **address(rich), caption="x") == (
        "Bad Request: there is no caption in the message to edit"
    )
    assert await bot.call("editEphemeralMessageCaption", **address(document), caption="сюда") is True
    assert (document.text, document.document) == ("сюда", file)
    assert await bot.call("editEphemeralMessageText", **address(rich), rich_message={"html": "<p>БТ</p>"})
    assert rich.text == "БТ"


async def test_edits(world: World, bot: BareBot, bob: Person, group: Chat) -> None:
    secret = await whisper(bot, group, bob, reply_markup=keyboard([("К", "k")]))
    which = address(secret)
    same = {"text": "рука", "reply_markup": keyboard([("К", "k")])}
    count = world.limits.count(group.id)
    assert await bot.refused("editEphemeralMessageText", **which, **same) == f"Bad Request: {NOT_MODIFIED}"
    assert await bot.call("editEphemeralMessageText", **which, text="<b>К</b>", parse_mode="HTML") is True
    assert (secret.text, secret.body.entities[0].type, secret.labels) == ("К", "bold", [])
    markup = keyboard([("Т", "t")])
    assert await bot.call("editEphemeralMessageReplyMarkup", **which, reply_markup=markup) is True
    assert (secret.text, secret.labels) == ("К", ["Т"])
    assert world.limits.count(group.id) == count + 3
    assert "message text is empty" in await bot.refused("editEphemeralMessageText", **which)


@pytest.mark.parametrize(
    "method", ["editEphemeralMessageText", "editEphemeralMessageReplyMarkup", "deleteEphemeralMessage"]
)
async def test_finding_what_to_change(
    bot: BareBot, ann: Person, bob: Person, group: Chat, method: str
) -> None:
    which = address(await whisper(bot, group, bob))
    text = {"text": "x"} if method == "editEphemeralMessageText" else {}
    for wrong, why in (
        ({"receiver_user_id": ann.id}, "MESSAGE_ID_INVALID"),
        ({"ephemeral_message_id": 7}, "MESSAGE_ID_INVALID"),
        ({"ephemeral_message_id": 0}, "MESSAGE_ID_INVALID"),
        ({"ephemeral_message_id": None}, "message identifier is not specified"),
        ({"receiver_user_id": None}, "invalid user_id specified"),
        ({"chat_id": ann.id}, "PEER_ID_INVALID"),
        ({"message_id": 1}, 'unknown parameter "message_id"'),
    ):
        assert await bot.refused(method, **which | wrong, **text) == f"Bad Request: {why}"
    bob.leave(group)
    assert await bot.refused(method, **which, **text) == "Bad Request: USER_NOT_PARTICIPANT"
    bob.join(group)
    await bot.call("deleteEphemeralMessage", **which)
    assert await bot.refused(method, **which, **text) == "Bad Request: MESSAGE_ID_INVALID"


async def test_deleting_and_ids(world: World, bot: BareBot, bob: Person, group: Chat) -> None:
    secret = await whisper(bot, group, bob)
    count = world.limits.count(group.id)
    assert await bot.call("deleteEphemeralMessage", **address(secret)) is True
    assert secret not in bob.messages(group)
    assert world.limits.count(group.id) == count
    assert (await whisper(bot, group, bob)).ephemeral_id == 2


async def test_ordinary_methods_do_not_reach_it(bot: BareBot, ann: Person, bob: Person, group: Chat) -> None:
    """Ids of the two kinds overlap, so a mix-up must hit a refusal or the other message, never this one."""
    secret = await whisper(bot, group, bob)
    for message_id in (0, 10**6):
        which = {"chat_id": group.id, "message_id": message_id}
        assert "not found" in await bot.refused("editMessageText", **which, text="x")
        assert "not found" in await bot.refused("editMessageReplyMarkup", **which)
        assert "not found" in await bot.refused("deleteMessage", **which)
        assert "not found" in await bot.refused(
            "sendMessage", chat_id=group.id, text="x", reply_parameters={"message_id": message_id}
        )
    assert (secret.text, secret.is_deleted) == ("рука", False)


async def test_only_the_receiver_presses(bot: BareBot, ann: Person, bob: Person, group: Chat) -> None:
    secret = await whisper(bot, group, bob, reply_markup=keyboard([("К", "k")]))
    for refused in (
        lambda: ann.press_nowait(secret, "k"),
        lambda: ann.delete(secret),
    ):
        with pytest.raises(SandboxError):
            refused()
    with pytest.raises(SandboxError, match="does not see"):
        await ann.press(secret, "К")
    with pytest.raises(SandboxError, match="ephemeral"):
        await bob.write(group, "x", reply_to=secret)
    press = bob.press_nowait(secret, "k")
    query = (await bot.updates())[-1]["callback_query"]
    assert query["message"]["message_id"] == 0
    assert query["message"]["ephemeral_message_id"] == secret.ephemeral_id
    assert query["message"]["receiver_user"]["id"] == query["from"]["id"] == bob.id
    await bot.call("answerCallbackQuery", callback_query_id=press.id, text="К")
    assert await press.outcome == Answer("К")
    bob.delete(secret)
    assert secret not in bob.messages(group)
    bob.repeat(press)
    query = (await bot.updates())[-1]["callback_query"]
    assert query["message"] == {"chat": group.to_json(), "message_id": 0, "date": 0}
    bob.leave(group)
    with pytest.raises(SandboxError, match="does not see"):
        bob.press_nowait(secret, "k")


async def test_in_place_of_the_pressed_message(
    world: World, bot: BareBot, ann: Person, bob: Person, table: Message
) -> None:
    group = table.chat
    later = await ann.write(group, "потом")
    press = bob.press_nowait(table, "cards")
    params = only(bob, callback_query_id=press.id, replace_callback_query_message=True)
    await bot.send(group.id, "рука", **params, reply_markup=keyboard([("К", "k")]))
    (secret,) = group.ephemeral.values()
    assert secret.replaces is table
    assert bob.messages(group)[-2:] == [secret, later]
    assert ann.messages(group)[-2:] == [table, later]
    with pytest.raises(SandboxError, match="does not see"):
        await bob.press(table, "Мои карты")
    # The newest of two is shown; without it the one before, without both the message itself.
    await bot.send(group.id, "рука 2", **params)
    newest = group.ephemeral[2]
    assert bob.messages(group)[-2:] == [newest, later]
    await bot.call("deleteEphemeralMessage", **address(newest))
    assert bob.messages(group)[-2:] == [secret, later]
    await bot.call("deleteEphemeralMessage", **address(secret))
    assert bob.messages(group)[-2:] == [table, later]


async def test_what_cannot_be_replaced(bot: BareBot, ann: Person, bob: Person, table: Message) -> None:
    group = table.chat
    secret = await whisper(bot, group, bob, reply_markup=keyboard([("К", "k")]))

    async def refusal(**more: Any) -> str:
        return await bot.refused(
            "sendMessage",
            chat_id=group.id,
            text="x",
            **only(bob, replace_callback_query_message=True, **more),
        )

    assert 'field "callback_query_id" is required' in await refusal()
    press = bob.press_nowait(secret, "k")
    assert "must be edited instead" in await refusal(callback_query_id=press.id)
    await bot.send(group.id, **only(bob, callback_query_id=press.id, replace_callback_query_message=False))
    press = bob.press_nowait(table, "cards")
    ann.delete(table)
    assert await refusal(callback_query_id=press.id) == "Bad Request: MESSAGE_ID_INVALID"


async def test_a_replacement_goes_with_its_message(
    world: World, bot: BareBot, bob: Person, table: Message
) -> None:
    press = bob.press_nowait(table, "cards")
    await bot.send(
        table.chat.id,
        "рука",
        **only(bob, callback_query_id=press.id, replace_callback_query_message=True),
    )
    seen: list[Message] = []
    world.watchers.append(seen.append)
    await bot.call("deleteMessage", chat_id=table.chat.id, message_id=table.id)
    secret = table.chat.ephemeral[1]
    assert seen == [table, secret]
    assert secret.is_deleted
    assert secret not in bob.messages(table.chat)


async def test_topics(world: World, bot: BareBot, ann: Person, bob: Person) -> None:
    forum = world.group("Форум", [ann, bob], forum=True)
    topic = ann.create_topic(forum, "Деберц")
    other = ann.create_topic(forum, "Болтовня")
    markup = keyboard([("x", "x")])
    sent = await bot.send(forum.id, message_thread_id=topic.id, reply_markup=markup)
    press = bob.press_nowait(forum.messages[sent["message_id"]], "x")
    beside = only(bob, callback_query_id=press.id)
    instead = only(bob, callback_query_id=press.id, replace_callback_query_message=True)
    assert "message_thread_id" not in await bot.send(forum.id, **beside)
    assert (await bot.send(forum.id, message_thread_id=other.id, **beside))["message_thread_id"] == other.id
    # In place of a message means in its topic.
    assert (await bot.send(forum.id, **instead))["message_thread_id"] == topic.id
    assert await bot.refused(
        "sendMessage", chat_id=forum.id, text="x", message_thread_id=other.id, **instead
    ) == ("Bad Request: message thread not found")
    ann.delete_topic(forum, other)
    assert [message.thread_id for message in bob.messages(forum)][-2:] == [topic.id, None]


async def test_watchers_see_it_and_can_tell(bot: BareBot, ann: Person, bob: Person, group: Chat) -> None:
    seen: list[Message] = []
    bob.world.watchers.append(seen.append)
    secret = await whisper(bot, group, bob)
    await bot.call("editEphemeralMessageText", **address(secret), text="другая")
    await bot.call("deleteEphemeralMessage", **address(secret))
    assert seen == [secret] * 3
    assert (secret.is_for(bob.user), secret.is_for(ann.user)) == (True, False)


async def test_the_screen(bot: BareBot, ann: Person, bob: Person, table: Message) -> None:
    await whisper(bot, table.chat, bob, reply_markup=keyboard([("К", "k")]))
    assert chat_text(bob, table.chat, last=1) == ("=== Клуб ===\n\nДеберц (only Боря sees this):\nрука\n[К]")
    assert "рука" not in chat_text(ann, table.chat)
