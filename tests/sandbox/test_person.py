from __future__ import annotations

import asyncio

import pytest

from bot.clock import VirtualClock
from bot.sandbox import Answer, Chat, NoAnswerError, Person, SandboxError, World, chat_text

from .conftest import BareBot, keyboard

URL = "https://t.me/deberts_bot?start=7"


@pytest.fixture
async def ann(world: World) -> Person:
    ann = world.person("Аня", "Иванова")
    await ann.start()
    return ann


@pytest.fixture
def group(world: World, ann: Person) -> Chat:
    return world.group("Клуб", [ann])


async def test_finding_buttons(bot: BareBot, ann: Person) -> None:
    rows = keyboard([("К", "k"), ("К + бела", "kb")], [("Д♠", "d1"), ("Д♥", "d2")])
    rows["inline_keyboard"].append([{"text": "Играть", "url": URL}, {"text": "Т", "disabled": {}}])
    await bot.send(ann.id, reply_markup=rows)
    message = ann.last()
    for label, data in (("К", "k"), ("бела", "kb"), ("d1", "d1"), ("♥", "d2")):
        press = asyncio.ensure_future(ann.press(message, label))
        await asyncio.sleep(0)
        update = (await bot.updates())[-1]["callback_query"]
        assert update["data"] == data
        await bot.call("answerCallbackQuery", callback_query_id=update["id"], text=label)
        assert await press == Answer(label)
    assert ann.toasts == ["К", "бела", "d1", "♥"]
    assert await ann.press(message, "Играть") == Answer(url=URL)
    with pytest.raises(SandboxError, match="is disabled"):
        await ann.press(message, "Т")
    with pytest.raises(SandboxError, match=r"no button 'В'; the buttons are: \[К\] \[К \+ бела\] \[Д♠\]"):
        await ann.press(message, "В")
    with pytest.raises(SandboxError, match="more than one button 'Д'"):
        await ann.press(message, "Д")
    ann.delete(message)
    with pytest.raises(SandboxError, match="is deleted"):
        await ann.press(message, "К")


async def test_presses_that_clients_resend_or_forge(bot: BareBot, ann: Person) -> None:
    await bot.send(ann.id, reply_markup=keyboard([("К", "k")]))
    message = ann.last()
    press = ann.press_nowait(message, "k")
    again = ann.repeat(press)
    ann.delete(message)
    forged = asyncio.ensure_future(ann.press_data(message, "никогда не было такой кнопки"))
    await asyncio.sleep(0)
    queries = [update["callback_query"] for update in (await bot.updates())[1:]]
    assert [query["data"] for query in queries] == ["k", "k", "никогда не было такой кнопки"]
    assert len({press.id, again.id, queries[2]["id"]}) == 3
    # What is left of a deleted message is where it was.
    assert queries[2]["message"] == {
        "chat": ann.private.to_json(),
        "message_id": message.id,
        "date": 0,
    }
    await bot.call("answerCallbackQuery", callback_query_id=queries[2]["id"])
    assert await forged == Answer()


async def test_a_late_answer_ends_the_wait(bot: BareBot, ann: Person, clock: VirtualClock) -> None:
    await bot.send(ann.id, reply_markup=keyboard([("К", "k")]))
    press = asyncio.ensure_future(ann.press(ann.last(), "К"))
    await asyncio.sleep(0)
    clock.advance(60)
    query = (await bot.updates())[-1]["callback_query"]
    await bot.refused("answerCallbackQuery", callback_query_id=query["id"])
    with pytest.raises(NoAnswerError, match="too late"):
        await press


async def test_what_a_person_cannot_do(world: World, bot: BareBot, ann: Person, group: Chat) -> None:
    bob = world.person("Боря")
    await bot.send(ann.id)
    table = group.messages[(await bot.send(group.id))["message_id"]]
    for refused in (
        lambda: bob.messages(group),
        lambda: bob.messages(ann.private),
        lambda: bob.last(),
        lambda: bob.press_nowait(table, "x"),
        lambda: bob.press_nowait(ann.last(), "x"),
        lambda: ann.press_nowait(ann.messages()[0], "x"),
        lambda: bob.delete(table),
        lambda: bob.add_bot(group),
        lambda: ann.create_topic(group, "x"),
        lambda: ann.join(ann.private),
        lambda: world.group("пусто", []),
    ):
        with pytest.raises(SandboxError):
            refused()
    for chat, text in ((group, "x"), (ann.private, "x"), (bob.private, " "), (bob.private, "x" * 4097)):
        with pytest.raises(SandboxError):
            await bob.write(chat, text)
    with pytest.raises(SandboxError):
        await ann.edit(table, "x")
    ann.block()
    with pytest.raises(SandboxError):
        ann.press_nowait(ann.last(), "x")


async def test_waiting(bot: BareBot, ann: Person) -> None:
    waiting = asyncio.ensure_future(ann.wait_for(lambda: [m for m in ann.messages() if m.text == "да"]))
    await bot.send(ann.id, "нет")
    assert not waiting.done()
    await bot.send(ann.id, "да")
    assert await waiting == [ann.last()]
    with pytest.raises(SandboxError, match="in vain"):
        await ann.wait_for(lambda: False, timeout=0.01)


async def test_documents_to_the_bot(bot: BareBot, ann: Person) -> None:
    await ann.write(ann.private, "", document=("match.json", b"{}"))
    document = (await bot.updates())[-1]["message"]["document"]
    path = (await bot.call("getFile", file_id=document["file_id"]))["file_path"]
    url = f"{bot.server.base_file_url}{bot.server.world.token}"
    assert (await bot.client.get(f"{url}/{path}")).content == b"{}"
    assert (await bot.client.get(f"{url}/documents/x")).status_code == 404
    assert (await bot.client.get(f"{bot.server.base_file_url}1:x/{path}")).status_code == 401


async def test_the_screen(world: World, bot: BareBot, ann: Person) -> None:
    forum = world.group("Клуб", [ann], forum=True)
    topic = ann.create_topic(forum, "Деберц")
    bob = world.person("Боря")
    ann.add(forum, bob)
    await ann.write(forum, "/deberts", topic)
    await ann.write(forum, "/score", anonymous=True)
    rows = keyboard([("Сесть", "s"), ("Встать", "u")])
    rows["inline_keyboard"][0][0]["style"] = "success"
    rows["inline_keyboard"].append([{"text": "Играть", "url": URL}, {"text": "Т", "disabled": {}}])
    await bot.send(
        forum.id, "<b>Стол</b>\nждём", parse_mode="HTML", message_thread_id=topic.id, reply_markup=rows
    )
    ann.kick(forum, bob)
    assert (
        chat_text(ann, forum)
        == """\
=== Клуб ===

Аня Иванова added Деберц

Аня Иванова #Деберц opened the topic Деберц

Аня Иванова added Боря

Аня Иванова #Деберц:
/deberts

Клуб:
/score

Деберц #Деберц:
Стол
ждём
[+Сесть] [Встать]
[Играть ->] (Т)

Аня Иванова removed Боря"""
    )
    await ann.write(ann.private, "", document=("a.txt", b"abc"))
    assert chat_text(ann, ann.private, last=1) == "=== Деберц ===\n\nАня Иванова:\n(a.txt, 3 bytes)"
    assert chat_text(ann, ann.private, last=0) == "=== Деберц ==="
    group = world.group("Старый", [ann])
    ann.upgrade(group)
    assert chat_text(ann, group).endswith("Аня Иванова made this group a supergroup")


async def test_an_edit_is_held_to_what_may_be_sent(world: World) -> None:
    anna = world.person("Анна")
    message = await anna.write(anna.private, "раз")
    for text, why in ((" ", "nothing to send"), ("я" * 4097, "too long")):
        with pytest.raises(SandboxError, match=why):
            await anna.edit(message, text)
    assert message.text == "раз"
