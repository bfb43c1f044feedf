"""What goes wrong when it is told to, and nothing else."""

from __future__ import annotations

import asyncio
import random
from collections.abc import AsyncIterator
from dataclasses import replace
from typing import Any

import httpx
import pytest

from bot.clock import VirtualClock
from bot.sandbox import Answer, Chat, Message, Person, Sandbox, World, serve
from bot.sandbox.weather import LOST_SECONDS, REPEAT_SECONDS, Settings, Weather

from .conftest import BareBot, keyboard, settle
from .test_webhook import Receiver, receiver, until

__all__ = ["receiver"]


@pytest.fixture
async def weather(world: World) -> AsyncIterator[Weather]:
    weather = Weather(world)
    yield weather
    await weather.close()
    await settle(3)
    assert [task for task in asyncio.all_tasks() if "weather" in repr(task.get_coro())] == []


@pytest.fixture
async def ann(world: World) -> Person:
    ann = world.person("Аня")
    await ann.start()
    world.updates.clear()
    return ann


@pytest.fixture
def group(world: World, ann: Person) -> Chat:
    group = world.group("Клуб", [ann])
    world.updates.clear()
    return group


async def with_button(bot: BareBot, chat: Chat) -> Message:
    sent = await bot.send(chat.id, reply_markup=keyboard([("К", "k")]))
    return chat.messages[sent["message_id"]]


def texts(chat: Chat) -> list[str]:
    return [message.text for message in chat.visible() if message.service is None]


async def codes(bot: BareBot, count: int, **params: Any) -> list[int]:
    """Send that many messages and return the statuses."""
    answers = [await bot.raw("sendMessage", text=f"{number}", **params) for number in range(1, count + 1)]
    return [answer.get("error_code", 200) for answer in answers]


def start(bot: BareBot, method: str, **params: Any) -> asyncio.Future[dict[str, Any]]:
    return asyncio.ensure_future(bot.raw(method, **params))


async def give_up(*calls: asyncio.Future[dict[str, Any]]) -> None:
    """Let the client close the connections of calls that are not answered."""
    for call in calls:
        assert not call.done()
        call.cancel()
    await asyncio.gather(*calls, return_exceptions=True)
    await settle()


# The panel


def test_the_panel_offers_what_it_offers() -> None:
    assert Settings() == Settings(
        slow=0, throttled=None, lost="never", failing="never", repeat=False, held=False
    )
    wrong: list[dict[str, Any]] = [
        {"slow": 2}, {"slow": "1"}, {"slow": -1}, {"throttled": "5"}, {"throttled": True},
        {"lost": "sometimes"}, {"failing": "next"}, {"repeat": 1}, {"held": None},
    ]  # fmt: skip
    for fields in wrong:
        with pytest.raises(ValueError, match=next(iter(fields))):
            Settings(**fields)


async def test_the_panel_shows_what_is_set(weather: Weather, world: World) -> None:
    assert weather.settings == Settings()
    change = world.changed()
    stormy = Settings(slow=3, throttled=-5, lost="third", failing="always", repeat=True, held=True)
    weather.set(stormy)
    assert change.done()
    assert weather.settings == stormy
    assert (weather.slow, weather.throttled, weather.lost, weather.failing) == (3, {-5}, "third", "always")
    assert (weather.repeat, weather.held, world.updates.is_held) == (True, True, True)
    weather.set(replace(stormy, throttled=None, held=False))
    assert (weather.throttled, world.updates.is_held) == (set(), False)
    # What tests set and the panel does not have is shown as the nearest.
    weather.slow, weather.throttled = 2.5, {7, 6}
    assert (weather.settings.slow, weather.settings.throttled) == (3, 6)
    weather.clear()
    assert weather.settings == Settings()


# Slow


async def test_slow_calls(weather: Weather, bot: BareBot, ann: Person, clock: VirtualClock) -> None:
    weather.slow = 3
    sending = start(bot, "sendMessage", chat_id=ann.id, text="раз")
    asking = start(bot, "getMe")
    assert (await bot.raw("getUpdates"))["ok"]
    await settle()
    clock.advance(2.9)
    await settle()
    assert (sending.done(), asking.done(), texts(ann.private)) == (False, False, ["/start"])
    clock.advance(0.1)
    assert (await sending)["ok"]
    assert (await asking)["ok"]
    assert texts(ann.private) == ["/start", "раз"]
    assert clock.next_wake() is None


async def test_a_change_counts_for_calls_that_wait(
    weather: Weather, bot: BareBot, clock: VirtualClock
) -> None:
    weather.slow = 10
    call = start(bot, "getMe")
    await settle()
    clock.advance(2)
    weather.slow = 3
    await settle()
    assert not call.done()
    clock.advance(1)
    assert (await call)["ok"]
    weather.slow = 10
    call = start(bot, "getMe")
    await settle()
    weather.clear()
    assert (await call)["ok"]
    assert clock.next_wake() is None


# Refusals


async def test_a_throttled_chat(weather: Weather, bot: BareBot, ann: Person, group: Chat) -> None:
    message = await with_button(bot, group)
    weather.throttled.add(group.id)
    weather.retry_after = 7
    press = ann.press_nowait(message, "k")
    for method in ("sendMessage", "editMessageText"):
        params = {"message_id": message.id} if method == "editMessageText" else {}
        assert await bot.raw(method, chat_id=group.id, text="x", **params) == {
            "ok": False,
            "error_code": 429,
            "description": "Too Many Requests: retry after 7",
            "parameters": {"retry_after": 7},
        }
    assert texts(group) == ["привет"]
    assert (await bot.raw("sendMessage", chat_id=ann.id, text="x"))["ok"]
    assert (await bot.raw("answerCallbackQuery", callback_query_id=press.id))["ok"]
    assert (await bot.raw("getChat", chat_id=group.id))["ok"]
    weather.throttled.clear()
    assert (await bot.raw("sendMessage", chat_id=group.id, text="x"))["ok"]


async def test_every_third_fails(weather: Weather, bot: BareBot, group: Chat) -> None:
    weather.failing = "third"
    assert await codes(bot, 7, chat_id=group.id) == [200, 200, 502, 200, 200, 502, 200]
    assert texts(group) == ["1", "2", "4", "5", "7"]
    assert (await bot.raw("getMe"))["ok"]
    answer = await bot.raw("editMessageText", chat_id=group.id, message_id=1, text="x")
    assert answer["error_code"] == 400
    last = await bot.raw("sendMessage", chat_id=group.id, text="x")
    assert last == {"ok": False, "error_code": 502, "description": "Bad Gateway"}


async def test_everything_fails(weather: Weather, bot: BareBot, group: Chat) -> None:
    weather.failing = "always"
    assert await codes(bot, 3, chat_id=group.id) == [502, 502, 502]
    assert (await bot.raw("deleteMessage", chat_id=group.id, message_id=5))["error_code"] == 400
    weather.clear()
    assert await codes(bot, 3, chat_id=group.id) == [200, 200, 200]
    assert texts(group) == ["1", "2", "3"]


# Lost answers


async def test_the_next_answer_is_lost(
    weather: Weather, world: World, bot: BareBot, ann: Person, clock: VirtualClock
) -> None:
    weather.lost = "next"
    assert (await bot.raw("getMe"))["ok"]
    assert (await bot.raw("sendMessage", chat_id=5, text="x"))["error_code"] == 400
    assert weather.lost == "next"
    change = world.changed()
    lost = start(bot, "sendMessage", chat_id=ann.id, text="раз")
    await settle()
    # It is done, and the panel knows that it was the one.
    assert (texts(ann.private), weather.settings.lost, change.done()) == (["/start", "раз"], "never", True)
    assert (await bot.raw("sendMessage", chat_id=ann.id, text="два"))["ok"]
    assert world.in_flight == 0
    await give_up(lost)
    assert (world.in_flight, clock.next_wake()) == (0, None)
    assert texts(ann.private) == ["/start", "раз", "два"]


async def test_every_third_answer_is_lost(
    weather: Weather, bot: BareBot, ann: Person, clock: VirtualClock
) -> None:
    message = await with_button(bot, ann.private)
    bot.server.world.limits.enabled = False
    weather.lost = "third"
    for _ in range(2):
        assert await codes(bot, 2, chat_id=ann.id) == [200, 200]
        text = f"{clock.now()}"
        lost = start(bot, "editMessageText", chat_id=ann.id, message_id=message.id, text=text)
        await settle()
        assert message.text == text
        await give_up(lost)
        clock.advance(1)


async def test_who_waits_for_ever_is_sent_away(
    weather: Weather, world: World, bot: BareBot, ann: Person, clock: VirtualClock
) -> None:
    weather.lost = "always"
    lost = [start(bot, "sendMessage", chat_id=ann.id, text=f"{number}") for number in range(3)]
    await settle()
    clock.advance(LOST_SECONDS - 1)
    await settle()
    assert not any(call.done() for call in lost)
    clock.advance(1)
    assert [(await call)["error_code"] for call in lost] == [504] * 3
    assert sorted(texts(ann.private)) == ["/start", "0", "1", "2"]
    await settle()
    assert world.in_flight == 0


async def test_lost_answers_do_not_keep_the_server(world: World, ann: Person, clock: VirtualClock) -> None:
    weather = Weather(world)
    weather.lost, weather.repeat = "always", True
    async with httpx.AsyncClient(trust_env=False, verify=False) as client:
        async with serve(world) as server:
            url = f"{server.base_url}{world.token}/sendMessage"
            call = asyncio.ensure_future(client.post(url, json={"chat_id": ann.id, "text": "x"}))
            await settle()
            ann.press_nowait(ann.last(), "k")
            await settle()
        assert isinstance((await asyncio.gather(call, return_exceptions=True))[0], httpx.TransportError)
    await weather.close()
    await weather.close()
    assert (world.in_flight, clock.next_wake()) == (0, None)
    assert (world.faults, world.faults_after, world.press_watchers) == ([], [], [])


# Presses


async def test_a_press_comes_twice(
    weather: Weather, world: World, bot: BareBot, ann: Person, clock: VirtualClock
) -> None:
    message = await with_button(bot, ann.private)
    weather.repeat = True
    press = ann.press_nowait(message, "k")
    (first,) = await bot.updates()
    await bot.call("answerCallbackQuery", callback_query_id=press.id, text="да")
    await settle()
    clock.advance(REPEAT_SECONDS - 0.1)
    await settle()
    assert await bot.updates() == []
    clock.advance(0.1)
    await settle()
    (second,) = await bot.updates()
    assert second["update_id"] > first["update_id"]
    one, other = first["callback_query"], second["callback_query"]
    assert (other["data"], other["from"], other["message"]) == (one["data"], one["from"], one["message"])
    assert other["id"] != one["id"]
    # It can be answered, but nobody sees that; and it is not repeated again.
    await bot.call("answerCallbackQuery", callback_query_id=other["id"], text="уже")
    assert (await press.outcome, ann.answers) == (Answer("да"), [Answer("да")])
    clock.advance(60)
    await settle()
    assert (await bot.updates(), len(world.presses), clock.next_wake()) == ([], 2, None)


async def test_the_first_press_keeps_waiting_if_only_its_repeat_is_answered(
    weather: Weather, bot: BareBot, ann: Person, clock: VirtualClock
) -> None:
    message = await with_button(bot, ann.private)
    weather.repeat = True
    press = ann.press_nowait(message, "k")
    await settle()
    clock.advance(REPEAT_SECONDS)
    await settle()
    updates = await bot.updates()
    await bot.call("answerCallbackQuery", callback_query_id=updates[1]["callback_query"]["id"])
    assert (press.outcome.done(), ann.answers) == (False, [])


@pytest.mark.parametrize("how", ["blocked", "off", "clear", "close"])
async def test_a_repeat_that_does_not_come(
    weather: Weather, bot: BareBot, ann: Person, clock: VirtualClock, how: str
) -> None:
    message = await with_button(bot, ann.private)
    weather.set(Settings(repeat=True))
    ann.press_nowait(message, "k")
    await settle()
    if how == "blocked":
        ann.block()
    elif how == "off":
        weather.set(Settings())
    elif how == "clear":
        weather.clear()
    else:
        await weather.close()
    await settle()
    clock.advance(REPEAT_SECONDS)
    await settle()
    assert [
        update["callback_query"]["data"] for update in await bot.updates() if "callback_query" in update
    ] == ["k"]
    assert clock.next_wake() is None


# Updates


async def test_updates_that_wait(
    weather: Weather, world: World, bot: BareBot, ann: Person, clock: VirtualClock
) -> None:
    weather.held = True
    await ann.write(ann.private, "раз")
    assert await bot.updates() == []
    poll = start(bot, "getUpdates", timeout=50)
    await settle()
    await ann.write(ann.private, "два")
    clock.advance(49)
    await settle()
    # Updates that are held back are not on their way, so nothing keeps a driver of the clock waiting.
    assert (poll.done(), world.polling, world.is_idle, len(world.updates)) == (False, True, True, 2)
    clock.advance(1)
    assert (await poll)["result"] == []
    poll = start(bot, "getUpdates", timeout=50)
    await settle()
    weather.held = False
    assert [update["message"]["text"] for update in (await poll)["result"]] == ["раз", "два"]
    assert clock.next_wake() is None


async def test_a_webhook_gets_nothing_meanwhile(
    weather: Weather, bot: BareBot, ann: Person, receiver: Receiver
) -> None:
    await bot.call("setWebhook", url=receiver.url)
    weather.held = True
    await ann.write(ann.private, "раз")
    await ann.write(ann.private, "два")
    await settle()
    assert receiver.posts == []
    weather.held = False
    await until(lambda: len(receiver.posts) == 2)
    assert [post["message"]["text"] for _, post in receiver.posts] == ["раз", "два"]


def in_order(updates: list[dict[str, Any]]) -> list[str]:
    ids = [update["update_id"] for update in updates]
    assert ids == sorted(set(ids))
    return [
        update["callback_query"]["data"] if "callback_query" in update else update["message"]["text"]
        for update in updates
    ]


@pytest.mark.parametrize("seed", range(5))
async def test_presses_out_of_order(world: World, bot: BareBot, ann: Person, seed: int) -> None:
    weather = Weather(world, random.Random(seed))
    message = await with_button(bot, ann.private)
    weather.held = weather.shuffled = True
    for number in range(3):
        ann.press_nowait(message, f"{number}")
    await ann.write(ann.private, "слово")
    for number in range(3, 6):
        ann.press_nowait(message, f"{number}")
    weather.held = False
    found = in_order(await bot.updates())
    # What is written stays where it is; no press does.
    assert found[3] == "слово"
    presses = found[:3] + found[4:]
    assert sorted(presses) == list("012345")
    assert not any(press == right for press, right in zip(presses, "012345", strict=True))
    # What does not wait comes as it is pressed.
    for number in range(3):
        ann.press_nowait(message, f"{number}")
        assert in_order(await bot.updates()) == [f"{number}"]
    await weather.close()


async def test_presses_that_wait_already_are_shuffled_and_seen_ones_are_not(
    weather: Weather, bot: BareBot, ann: Person
) -> None:
    message = await with_button(bot, ann.private)
    for number in range(4):
        ann.press_nowait(message, f"{number}")
    assert in_order(await bot.call("getUpdates", limit=2)) == ["0", "1"]
    weather.shuffled = True
    assert in_order(await bot.call("getUpdates")) == ["0", "1", "3", "2"]
    weather.shuffled = False
    for number in range(4, 6):
        ann.press_nowait(message, f"{number}")
    assert in_order(await bot.updates()) == ["0", "1", "3", "2", "4", "5"]


async def test_a_press_being_posted_is_not_posted_twice(
    weather: Weather, bot: BareBot, ann: Person, receiver: Receiver
) -> None:
    message = await with_button(bot, ann.private)
    await bot.call("setWebhook", url=receiver.url)
    weather.shuffled = True
    for number in range(5):
        ann.press_nowait(message, f"{number}")
        await asyncio.sleep(0)
    await until(lambda: len(receiver.posts) >= 5)
    await settle()
    assert sorted(in_order([post for _, post in receiver.posts])) == list("01234")


# Filters


async def test_only_some_chats(
    weather: Weather, bot: BareBot, ann: Person, group: Chat, clock: VirtualClock
) -> None:
    here, there = await with_button(bot, ann.private), await with_button(bot, group)
    weather.only_chats = frozenset({group.id})
    weather.failing, weather.repeat = "always", True
    assert await codes(bot, 1, chat_id=ann.id) == [200]
    assert await codes(bot, 1, chat_id=group.id) == [502]
    press, other = ann.press_nowait(here, "k"), ann.press_nowait(there, "k")
    await settle()
    clock.advance(REPEAT_SECONDS)
    await settle()
    chats = [update["callback_query"]["message"]["chat"]["id"] for update in await bot.updates()]
    assert chats == [ann.id, group.id, group.id]
    # The answer to a press belongs to the chat of the press; a call about no chat to none.
    weather.slow = 1
    assert (await bot.raw("getMe"))["ok"]
    assert (await bot.raw("answerCallbackQuery", callback_query_id=press.id))["ok"]
    answer = start(bot, "answerCallbackQuery", callback_query_id=other.id)
    await settle()
    assert not answer.done()
    clock.advance(1)
    assert (await answer)["ok"]


async def test_only_some_methods(weather: Weather, bot: BareBot, group: Chat) -> None:
    message = await with_button(bot, group)
    weather.only_methods = frozenset({"editMessageText"})
    weather.failing = "third"
    results = []
    for number in range(6):
        edit = await bot.raw("editMessageText", chat_id=group.id, message_id=message.id, text=f"{number}")
        results.append(edit["ok"])
        assert (await bot.raw("sendMessage", chat_id=group.id, text="x"))["ok"]
    assert results == [True, True, False] * 2


async def test_fine_weather_changes_nothing(
    weather: Weather, server: Sandbox, bot: BareBot, ann: Person, clock: VirtualClock
) -> None:
    message = await with_button(bot, ann.private)
    press = ann.press_nowait(message, "k")
    assert in_order(await bot.updates()) == ["k"]
    assert (await bot.raw("answerCallbackQuery", callback_query_id=press.id))["ok"]
    assert await codes(bot, 2, chat_id=ann.id) == [200, 200]
    assert (server.world.in_flight, clock.next_wake()) == (0, None)


async def test_a_call_that_is_lost_on_its_way_is_not_done(
    weather: Weather, bot: BareBot, ann: Person, clock: VirtualClock
) -> None:
    weather.lost_before = "next"
    lost = start(bot, "sendMessage", chat_id=ann.id, text="one")
    await settle()
    assert weather.waiting == {"sendMessage": 1}
    await bot.send(ann.id, text="two")
    await give_up(lost)
    assert texts(ann.private)[1:] == ["two"]
    assert weather.waiting.total() == 0


async def test_calls_that_wait_for_the_clock_are_counted(
    weather: Weather, bot: BareBot, ann: Person, clock: VirtualClock
) -> None:
    weather.slow = 5
    slow = start(bot, "sendMessage", chat_id=ann.id, text="one")
    await settle()
    assert weather.waiting == {"sendMessage": 1}
    clock.advance(5)
    await slow
    assert weather.waiting.total() == 0
