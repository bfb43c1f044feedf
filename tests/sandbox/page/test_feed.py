"""What a phone's browser is sent, and when."""

from __future__ import annotations

from bot.sandbox import Text
from bot.sandbox.keyboard import parse_keyboard
from bot.sandbox.page.feed import PAGE

from .conftest import Show


async def test_a_chat_comes_in_pages_from_its_end(show: Show) -> None:
    anna = show.people[0]
    chat = anna.person.private
    await anna.person.start()
    for number in range(2 * PAGE):
        await anna.person.write(chat, str(number))
    browser = await show.phone(anna)
    await browser.send("open", chat=chat.id)
    newest = await browser.of("messages")
    assert [message["text"] for message in newest["messages"]] == [str(n) for n in range(PAGE, 2 * PAGE)]
    assert newest["older"]
    await browser.send("older", chat=chat.id, before=newest["messages"][0]["key"])
    middle = await browser.of("messages")
    assert [message["text"] for message in middle["messages"]] == [str(n) for n in range(PAGE)]
    assert middle["older"]
    await browser.send("older", chat=chat.id, before=middle["messages"][0]["key"])
    oldest = await browser.of("messages")
    assert [message["text"] for message in oldest["messages"]] == ["/start"]
    assert not oldest["older"]


async def test_changes_come_for_what_has_been_sent_and_nothing_else(show: Show) -> None:
    anna = show.people[0]
    world, chat = show.world, anna.person.private
    await anna.person.start()
    first = world.new_message(chat, world.bot, Text("первое"))
    for number in range(PAGE):
        world.new_message(chat, world.bot, Text(str(number)))
    last = anna.person.last()
    browser = await show.phone(anna)
    await browser.of("chats")
    # Not opened: only the preview changes.
    world.edit(last, Text("правка"), None)
    frame = await browser.of("chats")
    assert frame["chats"][0]["last"]["text"] == "правка"
    assert not any(frame["type"] == "messages" for frame in browser.frames)
    await browser.do("open", chat=chat.id)
    # A message older than the page is not sent when it changes; one of the page is.
    world.edit(first, Text("старое"), None)
    world.edit(
        last, Text("новое"), parse_keyboard({"inline_keyboard": [[{"text": "К", "callback_data": "k"}]]})
    )
    frame = await browser.of("messages")
    assert [(message["text"], message["edited"] is not None) for message in frame["messages"]] == [
        ("новое", True)
    ]
    button = {"text": "К", "style": None, "kind": "data", "value": "k"}
    assert frame["messages"][0]["buttons"] == [[button]]
    anna.person.delete(last)
    frame = await browser.of("messages")
    assert frame["messages"] == [{"key": last.key, "id": last.id, "deleted": True}]
    await browser.do("close", chat=chat.id)
    world.new_message(chat, world.bot, Text("тихо"))
    await browser.of("chats")
    assert browser.frames[-1]["type"] == "chats"


async def test_a_message_with_sound_is_noted_once_and_a_silent_or_own_one_is_not(show: Show) -> None:
    anna, boris = show.people
    group = show.world.chats[anna.shown or 0]
    browser = await show.phone(boris)
    await browser.of("chats")
    await boris.person.write(group, "сам")
    show.world.new_message(group, show.world.bot, Text("тихо"), is_silent=True)
    message = await anna.person.write(group, "громко")
    note = await browser.of("note")
    assert (note["chat"], note["title"], note["sender"], note["text"]) == (
        group.id,
        "Друзья",
        "Анна",
        "громко",
    )
    await anna.person.edit(message, "правка")
    await browser.next(
        lambda frame: frame["type"] == "chats" and frame["chats"][0]["last"]["text"] == "правка"
    )
    assert [frame["text"] for frame in browser.frames if frame["type"] == "note"] == ["громко"]


async def test_an_ephemeral_message_reaches_its_receiver_alone(show: Show) -> None:
    anna, boris = show.people
    group = show.world.chats[anna.shown or 0]
    browsers = [await show.phone(anna), await show.phone(boris)]
    for browser in browsers:
        await browser.do("open", chat=group.id)
    table = show.world.new_message(group, show.world.bot, Text("стол"))
    secret = show.world.new_message(
        group, show.world.bot, Text("тайна"), receiver=anna.person.user, replaces=table
    )
    mine = await browsers[0].next(
        lambda frame: frame["type"] == "messages" and frame["messages"][-1]["text"] == "тайна"
    )
    assert mine["messages"][-1] | {"ephemeral": True, "replaces": table.key} == mine["messages"][-1]
    show.world.edit(secret, Text("другая тайна"), None)
    await anna.person.write(group, "готово")
    await browsers[1].next(
        lambda frame: frame["type"] == "messages" and frame["messages"][-1]["text"] == "готово"
    )
    assert "тайна" not in str(browsers[1].frames)


async def test_who_leaves_a_group_sees_no_more_of_it(show: Show) -> None:
    anna, boris = show.people
    group = show.world.chats[anna.shown or 0]
    browser = await show.phone(boris)
    await browser.do("open", chat=group.id)
    await browser.do("leave", chat=group.id)
    await anna.person.write(group, "без Бориса")
    assert (await browser.refused("open", chat=group.id)) == "Борис не в группе «Друзья»."
    assert "без Бориса" not in str(browser.frames)
    await browser.do("join", chat=group.id)
    await browser.do("open", chat=group.id)
    assert "без Бориса" in str(browser.frames)
