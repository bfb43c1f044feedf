"""Sending, editing, deleting, answering: each check and each refusal, over HTTP."""

from __future__ import annotations

from typing import Any

import pytest

from bot.clock import VirtualClock
from bot.sandbox import Answer, Chat, NoAnswerError, Person, SandboxError, World
from bot.sandbox.errors import NOT_MODIFIED, QUERY_TOO_OLD

from .conftest import BareBot, keyboard


@pytest.fixture
async def ann(world: World) -> Person:
    ann = world.person("Аня")
    await ann.start()
    return ann


@pytest.fixture
def group(world: World, ann: Person) -> Chat:
    return world.group("Клуб", [ann, world.person("Боря")])


async def test_a_message_comes_back_as_telegram_sends_it(world: World, bot: BareBot, ann: Person) -> None:
    markup = {"inline_keyboard": [[{"text": "К", "callback_data": "k", "style": "primary"}]]}
    sent = await bot.send(
        ann.id,
        "<b>🂡</b> к",
        parse_mode="HTML",
        reply_markup=markup,
        link_preview_options={"is_disabled": True},
        protect_content=True,
        disable_notification=True,
    )
    message = ann.last()
    assert sent == {
        "message_id": message.id,
        "date": world.now(),
        "chat": {"id": ann.id, "type": "private", "first_name": "Аня"},
        "from": {"id": world.bot.id, "is_bot": True, "first_name": "Деберц", "username": "deberts_bot"},
        "has_protected_content": True,
        "text": "🂡 к",
        "entities": [{"type": "bold", "offset": 0, "length": 2}],
        "reply_markup": markup,
    }
    assert (message.is_silent, message.is_protected, message.labels) == (True, True, ["К"])


async def test_texts(bot: BareBot, ann: Person) -> None:
    for text in ("", " \n ", "<b> </b>"):
        assert "message text is empty" in await bot.refused(
            "sendMessage", chat_id=ann.id, text=text, parse_mode="HTML"
        )
    await bot.send(ann.id, f"<b>{'🂡' * 2048}</b>", parse_mode="HTML")
    description = await bot.refused("sendMessage", chat_id=ann.id, text="🂡" * 2048 + "a")
    assert description == "Bad Request: message is too long"
    description = await bot.refused("sendMessage", chat_id=ann.id, text="<b>x", parse_mode="HTML")
    assert description == (
        "Bad Request: can't parse entities: Can't find end tag corresponding to start tag \"b\""
    )


@pytest.mark.parametrize(
    ("params", "why"),
    [
        ({"colour": "red"}, 'unknown parameter "colour"'),
        ({"reply_to_message_id": 1}, 'unknown parameter "reply_to_message_id"'),
        ({"text": 5}, 'parameter "text" must be of type String'),
        ({"message_thread_id": "five"}, 'parameter "message_thread_id" must be a valid Integer'),
        ({"disable_notification": "perhaps"}, 'parameter "disable_notification" must be a Boolean'),
        ({"parse_mode": "Markdown"}, "unsupported parse_mode"),
        ({"reply_markup": "{"}, "can't parse reply keyboard markup JSON object"),
        ({"reply_markup": keyboard([("x", "ы" * 33)])}, "BUTTON_DATA_INVALID"),
        ({"link_preview_options": []}, "object expected as link preview options"),
        ({"link_preview_options": {"off": True}}, 'unknown field "off"'),
        ({"link_preview_options": {"is_disabled": 1}}, 'field "is_disabled" is of a wrong type'),
        ({"reply_parameters": []}, "object expected as reply parameters"),
        ({"reply_parameters": {"message_id": "x"}}, 'field "message_id" must be a valid Integer'),
        ({"reply_parameters": {"message_id": 1, "soft": 1}}, 'unknown field "soft"'),
        ({"reply_parameters": {"message_id": 10**6}}, "message to be replied not found"),
        ({"message_thread_id": 1}, "message thread not found"),
    ],
)
async def test_bad_parameters(bot: BareBot, ann: Person, params: dict[str, Any], why: str) -> None:
    assert why in await bot.refused("sendMessage", **{"chat_id": ann.id, "text": "x"} | params)
    assert len(ann.messages()) == 1


async def test_replies(bot: BareBot, ann: Person) -> None:
    command = ann.last()
    sent = await bot.send(ann.id, reply_parameters={"message_id": command.id})
    assert sent["reply_to_message"]["text"] == "/start"
    ann.delete(command)
    lost = {"message_id": command.id, "allow_sending_without_reply": True}
    assert "reply_to_message" not in await bot.send(ann.id, reply_parameters=lost)


async def test_edits(world: World, bot: BareBot, ann: Person, clock: VirtualClock) -> None:
    sent = await bot.send(ann.id, "раз", reply_markup=keyboard([("x", "a")]))
    which = {"chat_id": ann.id, "message_id": sent["message_id"]}
    same = {"text": "раз", "reply_markup": keyboard([("x", "a")])}
    assert await bot.refused("editMessageText", **which, **same) == f"Bad Request: {NOT_MODIFIED}"
    clock.advance(10)
    edited = await bot.call("editMessageReplyMarkup", **which, reply_markup=keyboard([("y", "a")]))
    assert edited["text"] == "раз"
    assert edited["edit_date"] == world.now()
    # Without a keyboard, an edit of the text takes the keyboard away.
    edited = await bot.call("editMessageText", **which, text="раз")
    assert "reply_markup" not in edited
    clock.advance(10)
    assert NOT_MODIFIED in await bot.refused("editMessageReplyMarkup", **which)
    edited = await bot.call("editMessageText", **which, text="<b>раз</b>", parse_mode="HTML")
    assert edited["entities"][0]["type"] == "bold"


async def test_edits_of_what_cannot_be_edited(bot: BareBot, ann: Person) -> None:
    edit = {"chat_id": ann.id, "text": "x"}
    assert "message identifier is not specified" in await bot.refused("editMessageText", **edit)
    assert await bot.refused("editMessageText", **edit, message_id=10**6) == (
        "Bad Request: message to edit not found"
    )
    assert await bot.refused("editMessageText", **edit, message_id=ann.last().id) == (
        "Bad Request: message can't be edited"
    )
    sent = await bot.send(ann.id)
    await bot.call("deleteMessage", chat_id=ann.id, message_id=sent["message_id"])
    assert "message to edit not found" in await bot.refused(
        "editMessageText", **edit, message_id=sent["message_id"]
    )


async def test_deleting(world: World, bot: BareBot, ann: Person, group: Chat, clock: VirtualClock) -> None:
    old = await bot.send(group.id)
    clock.advance(48 * 3600 - 1)
    young = await bot.send(group.id)
    written = await ann.write(group, "/deberts")
    assert await bot.call("deleteMessage", chat_id=group.id, message_id=old["message_id"]) is True
    which = {"chat_id": group.id, "message_id": old["message_id"]}
    assert await bot.refused("deleteMessage", **which) == "Bad Request: message to delete not found"
    clock.advance(48 * 3600)
    which["message_id"] = young["message_id"]
    assert await bot.refused("deleteMessage", **which) == (
        "Bad Request: message can't be deleted for everyone"
    )
    which["message_id"] = written.id
    assert await bot.refused("deleteMessage", **which) == "Bad Request: message can't be deleted"
    ann.promote(group)
    await bot.call("deleteMessage", **which)
    assert written not in ann.messages(group)
    assert len(ann.messages()) == 1
    assert "for everyone" in await bot.refused("deleteMessage", chat_id=ann.id, message_id=ann.last().id)


async def test_who_cannot_be_written_to(world: World, bot: BareBot, ann: Person) -> None:
    async def refusal(chat_id: int) -> str:
        return await bot.refused("sendMessage", chat_id=chat_id, text="x")

    assert await bot.refused("sendMessage", text="x") == "Bad Request: chat_id is empty"
    for unknown in (1, -1, "@nobody", "x", 10**30):
        assert await bot.refused("sendMessage", chat_id=unknown, text="x") == "Bad Request: chat not found"
    stranger = world.person("Вася")
    assert await refusal(stranger.id) == "Forbidden: bot can't initiate conversation with a user"
    sent = await bot.send(ann.id)
    ann.block()
    assert await refusal(ann.id) == "Forbidden: bot was blocked by the user"
    edit = {"chat_id": ann.id, "message_id": sent["message_id"], "text": "y"}
    assert "blocked" in await bot.refused("editMessageText", **edit)
    ann.unblock()
    await bot.call("editMessageText", **edit)
    ann.delete_account()
    assert await refusal(ann.id) == "Forbidden: user is deactivated"


async def test_groups_that_cannot_be_written_to(world: World, bot: BareBot, ann: Person) -> None:
    foreign = world.group("Чужие", [ann], with_bot=False)
    assert "chat not found" in await bot.refused("sendMessage", chat_id=foreign.id, text="x")
    for is_super, kind in ((False, "group"), (True, "supergroup")):
        group = world.group("Клуб", [ann], supergroup=is_super)
        ann.mute_bot(group)
        assert await bot.refused("sendMessage", chat_id=group.id, text="x") == (
            "Bad Request: not enough rights to send text messages to the chat"
        )
        ann.mute_bot(group, False)
        await bot.send(group.id)
        ann.remove_bot(group)
        assert await bot.refused("sendMessage", chat_id=group.id, text="x") == (
            f"Forbidden: bot was kicked from the {kind} chat"
        )
        ann.add_bot(group)
        await bot.call("leaveChat", chat_id=group.id)
        assert await bot.refused("sendMessage", chat_id=group.id, text="x") == (
            f"Forbidden: bot is not a member of the {kind} chat"
        )


async def test_documents(world: World, bot: BareBot, ann: Person) -> None:
    send = {"chat_id": ann.id}
    assert "there is no document" in await bot.refused("sendDocument", **send)
    assert "wrong file identifier" in await bot.refused("sendDocument", **send, document="http://x/y")
    files = {"document": ("match.json", b"{}", "application/json")}
    response = await bot.client.post(
        f"{bot.root}/sendDocument", data={"chat_id": str(ann.id), "caption": "x" * 1024}, files=files
    )
    sent = response.json()["result"]
    assert sent["document"]["file_size"] == 2
    response = await bot.client.post(
        f"{bot.root}/sendDocument",
        data={"chat_id": str(ann.id), "document": "attach://a"},
        files={"a": files["document"]},
    )
    again = await bot.call("sendDocument", **send, document=response.json()["result"]["document"]["file_id"])
    assert again["document"]["file_name"] == "match.json"
    assert "caption is too long" in await bot.refused(
        "sendDocument", **send, document=again["document"]["file_id"], caption="x" * 1025
    )
    for name, content, why in (("document", b"", "file must be non-empty"), ("spare", b"x", '"spare"')):
        response = await bot.client.post(
            f"{bot.root}/sendDocument", data={"chat_id": str(ann.id)}, files={name: ("a", content)}
        )
        assert response.status_code == 400
        assert why in response.json()["description"] or "no document" in response.json()["description"]


async def test_a_press_is_answered_once_and_in_time(
    world: World, bot: BareBot, ann: Person, clock: VirtualClock
) -> None:
    await bot.send(ann.id, reply_markup=keyboard([("Карты", "cards")]))
    press = ann.press_nowait(ann.last(), "cards")
    answer = {"callback_query_id": press.id, "text": "т" * 200, "show_alert": True}
    assert await bot.refused("answerCallbackQuery", **answer | {"text": "т" * 201}) == (
        "Bad Request: MESSAGE_TOO_LONG"
    )
    clock.advance(15)
    assert await bot.call("answerCallbackQuery", **answer) is True
    assert await press.outcome == Answer("т" * 200, True)
    assert ann.alerts == ["т" * 200]
    assert await bot.refused("answerCallbackQuery", **answer) == f"Bad Request: {QUERY_TOO_OLD}"
    assert await bot.refused("answerCallbackQuery", callback_query_id="1") == f"Bad Request: {QUERY_TOO_OLD}"
    late = ann.repeat(press)
    clock.advance(15.1)
    assert QUERY_TOO_OLD in await bot.refused("answerCallbackQuery", callback_query_id=late.id)
    assert await late.outcome is None
    assert ann.toasts == []


async def test_an_answer_may_open_the_bot(world: World, bot: BareBot, ann: Person) -> None:
    await bot.send(ann.id, reply_markup=keyboard([("Сесть", "sit")]))
    press = ann.press_nowait(ann.last(), "sit")
    for url in ("https://example.com", "https://t.me/other_bot?start=1", "http://["):
        assert "URL_INVALID" in await bot.refused("answerCallbackQuery", callback_query_id=press.id, url=url)
    url = "https://t.me/deberts_bot?start=r7"
    await bot.call("answerCallbackQuery", callback_query_id=press.id, url=url)
    assert await press.outcome == Answer(url=url)
    assert (await ann.open(url)).text == "/start r7"
    with pytest.raises(SandboxError, match="does not lead to the bot"):
        await ann.open("https://t.me/other_bot?start=1")


async def test_a_press_that_nobody_answers(bot: BareBot, ann: Person) -> None:
    await bot.send(ann.id, reply_markup=keyboard([("Сесть", "sit")]))
    with pytest.raises(NoAnswerError, match="has not answered"):
        await ann.press(ann.last(), "Сесть", timeout=0.01)
