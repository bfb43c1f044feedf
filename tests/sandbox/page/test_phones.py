"""Whose phone is whose: friends' links, covered phones, unread messages."""

from __future__ import annotations

import json

from bot.sandbox.page.phones import Hand

from .conftest import Browser, Frame, Show


def chat_of(frame: Frame, chat_id: int) -> Frame:
    found: Frame = next(chat for chat in frame["chats"] if chat["id"] == chat_id)
    return found


async def unread(browser: Browser, chat_id: int, count: int) -> Frame:
    """Wait until a chat has so many unread messages."""
    frame = await browser.next(
        lambda frame: frame["type"] == "chats" and chat_of(frame, chat_id)["unread"] == count
    )
    return chat_of(frame, chat_id)


async def test_a_phone_opened_by_its_link_is_covered_on_the_stage(show: Show) -> None:
    anna, boris = show.people
    on_stage = await show.phone(anna)
    await on_stage.of("chats")
    friend = await show.friend(anna)
    assert (await friend.of("hello"))["me"]["first_name"] == "Анна"
    assert (await on_stage.of("gone"))["reason"] == "taken"
    await on_stage.ended()
    assert anna.hand is Hand.FRIEND
    # The stage comes too late, with its own key too; other phones are as they were.
    again = await show.phone(anna)
    await again.ended()
    assert [frame["type"] for frame in again.frames] == ["gone"]
    await (await show.phone(boris)).of("hello")


async def test_a_link_is_good_for_one_friend(show: Show) -> None:
    anna = show.people[0]
    director = await show.director()
    link = (await director.of("stage"))["phones"][0]["link"]
    assert link == f"{show.stage.address}{anna.path}"
    old = anna.path
    friend = await show.friend(anna)
    moved = await friend.of("moved")
    assert moved["path"] == anna.path != old
    assert (await show.get(old)).status_code == 404
    assert (await show.get(anna.path)).status_code == 200
    second = await show.open(f"{old}/socket")
    await second.ended()
    assert [frame["type"] for frame in second.frames] == ["gone"]
    # Not even the stage knows the new one.
    covered = await director.next(
        lambda frame: frame["type"] == "stage" and frame["phones"][0]["hand"] == "friend"
    )
    assert (covered["phones"][0]["link"], covered["phones"][0]["socket"]) == (None, None)
    await director.do("language", code="en")
    assert await director.refused("link", phone=anna.id) == "A friend holds this phone."
    assert anna.key not in str(director.frames)


async def test_a_phone_whose_friend_has_gone_stays_covered_until_it_is_taken_back(show: Show) -> None:
    anna = show.people[0]
    director = await show.director()
    friend = await show.friend(anna)
    await friend.of("hello")
    await director.next(lambda frame: frame["type"] == "stage" and frame["phones"][0]["hand"] == "friend")
    await friend.close()
    await director.next(lambda frame: frame["type"] == "stage" and frame["phones"][0]["hand"] == "away")
    late = await show.phone(anna)
    await late.ended()
    assert [frame["type"] for frame in late.frames] == ["gone"]
    friend = await show.friend(anna)
    await friend.of("hello")
    old = anna.path
    await director.do("take_back", phone=anna.id)
    assert (await friend.of("gone"))["reason"] == "taken"
    await friend.ended()
    # The old link is worth nothing any more.
    assert (await show.get(old)).status_code == 404
    stale = await show.open(f"{old}/socket")
    await stale.ended()
    assert [frame["type"] for frame in stale.frames] == ["gone"]
    await (await show.phone(anna)).of("hello")


async def test_a_friend_may_have_two_windows(show: Show) -> None:
    anna = show.people[0]
    one, two = await show.friend(anna), await show.friend(anna)
    await one.of("hello")
    await two.of("hello")
    await one.close()
    await two.do("open", chat=anna.id)
    assert anna.hand is Hand.FRIEND


async def test_the_stage_does_not_play_a_phone_in_other_hands(show: Show) -> None:
    anna = show.people[0]
    director = await show.director()
    friend = await show.friend(anna)
    await friend.of("hello")
    await director.do("language", code="en")
    assert await director.refused("autoplay", phone=anna.id, on=True) == "A friend holds this phone."
    await friend.do("autoplay", on=True)
    assert anna.autoplay


async def test_the_stage_is_told_nothing_of_what_is_private_to_a_friend(show: Show) -> None:
    anna, boris = show.people
    friend = await show.friend(anna)
    director = await show.director()
    await friend.of("hello")
    await anna.person.start()
    secret = "Т♠ К♠ 7♥"
    await anna.person.write(anna.person.private, secret)
    browser = await show.phone(boris)
    await browser.do("open", chat=boris.id)
    error = await browser.refused("open", chat=anna.id)
    assert error == "Такого чата нет."
    for do in ("older", "close", "read", "write", "press", "delete", "edit"):
        fields = {"before": 9} if do == "older" else {}
        if do in ("read", "press", "delete", "edit"):
            fields = {"key": 1}
        text = {"text": "x"} if do in ("write", "edit") else {"data": "x"} if do == "press" else {}
        assert await browser.refused(do, chat=anna.id, **fields, **text) == error
    await director.do("language", code="ru")
    seen = json.dumps([*director.frames, *browser.frames], ensure_ascii=False)
    assert secret not in seen


async def test_unread_messages_are_those_of_others_since_the_chat_was_seen(show: Show) -> None:
    anna, boris = show.people
    group = show.world.chats[anna.shown or 0]
    browser = await show.phone(boris)
    await browser.send("open", chat=group.id)
    # The bot's entry and nothing else has happened so far.
    first = (await browser.of("messages"))["messages"][-1]
    await browser.do("read", chat=group.id, topic=None, key=first["key"])
    await unread(browser, group.id, 0)
    for text in ("раз", "два"):
        await anna.person.write(group, text)
    await unread(browser, group.id, 2)
    await boris.person.write(group, "моё")
    messages = boris.person.messages(group)
    await browser.do("read", chat=group.id, topic=None, key=messages[-3].key)
    await unread(browser, group.id, 1)
    # What is read stays read, whatever comes late; a deleted message is not missed.
    await browser.do("read", chat=group.id, topic=None, key=1)
    anna.person.delete(messages[-2])
    await unread(browser, group.id, 0)


async def test_topics_are_read_one_by_one(show: Show) -> None:
    anna, boris = show.people
    group = anna.person.turn_on_topics(show.world.chats[anna.shown or 0])
    topic = anna.person.create_topic(group, "Карты")
    browser = await show.phone(boris)
    await browser.send("open", chat=group.id)
    last = (await browser.of("messages"))["messages"][-1]["key"]
    for where in (0, topic.id):
        await browser.do("read", chat=group.id, topic=where, key=last)
    await unread(browser, group.id, 0)
    await anna.person.write(group, "в общей")
    await anna.person.write(group, "в теме", topic)
    await anna.person.write(group, "ещё в теме", topic)
    assert (await unread(browser, group.id, 3))["unread_topics"] == {"0": 1, str(topic.id): 2}
    await browser.do("read", chat=group.id, topic=topic.id, key=anna.person.last(group).key)
    assert (await unread(browser, group.id, 1))["unread_topics"] == {"0": 1}
