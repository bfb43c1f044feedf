"""getUpdates, on a clock that stands still."""

from __future__ import annotations

import asyncio

import pytest

from bot.clock import VirtualClock
from bot.sandbox import Person, World
from bot.sandbox.errors import OTHER_GET_UPDATES

from .conftest import BareBot, settle


@pytest.fixture
def ann(world: World) -> Person:
    return world.person("Аня")


async def test_updates_stay_until_confirmed(world: World, bot: BareBot, ann: Person) -> None:
    for number in range(5):
        await ann.write(ann.private, f"{number}")
    assert world.pending_updates == 5
    first = await bot.call("getUpdates", limit=2)
    assert [update["message"]["text"] for update in first] == ["0", "1"]
    assert world.pending_updates == 3
    assert await bot.call("getUpdates", limit=2) == first
    rest = await bot.call("getUpdates", offset=first[1]["update_id"] + 1)
    assert [update["message"]["text"] for update in rest] == ["2", "3", "4"]
    assert [update["update_id"] for update in rest] == [
        first[0]["update_id"] + number for number in (2, 3, 4)
    ]
    assert world.pending_updates == 0
    newest = await bot.call("getUpdates", offset=-1)
    assert [update["message"]["text"] for update in newest] == ["4"]
    assert await bot.call("getUpdates") == newest


async def test_updates_are_kept_a_day(world: World, bot: BareBot, ann: Person, clock: VirtualClock) -> None:
    await ann.write(ann.private, "старое")
    clock.advance(3600)
    await ann.write(ann.private, "новое")
    clock.advance(23 * 3600)
    assert world.pending_updates == 1
    assert [update["message"]["text"] for update in await bot.updates()] == ["новое"]


async def test_allowed_updates(bot: BareBot, ann: Person) -> None:
    await bot.updates(allowed_updates=["callback_query"])
    await ann.start()
    assert await bot.updates() == []
    sent = await bot.send(ann.id)
    ann.press_nowait(ann.private.messages[sent["message_id"]], "x")
    assert len(await bot.updates(allowed_updates=[])) == 1
    await ann.start()
    assert len(await bot.updates()) == 1
    assert 'unknown update type "messages"' in await bot.refused("getUpdates", allowed_updates=["messages"])
    assert "expected an Array" in await bot.refused("getUpdates", allowed_updates={})


async def test_a_long_poll_waits_for_an_update(world: World, bot: BareBot, ann: Person) -> None:
    poll = asyncio.ensure_future(bot.call("getUpdates", timeout=30))
    await settle()
    assert (poll.done(), world.polling, world.in_flight, world.is_idle) == (False, True, 0, True)
    await ann.start()
    assert [update["message"]["text"] for update in await poll] == ["/start"]
    assert (world.polling, world.in_flight, world.is_idle) == (False, 0, False)


async def test_a_long_poll_ends_on_the_clock(world: World, bot: BareBot, clock: VirtualClock) -> None:
    poll = asyncio.ensure_future(bot.call("getUpdates", timeout=30))
    await settle()
    clock.advance(29.9)
    await settle()
    assert not poll.done()
    clock.advance(0.1)
    assert await poll == []
    assert clock.next_wake() is None


async def test_a_second_poll_ends_the_first(bot: BareBot) -> None:
    first = asyncio.ensure_future(bot.raw("getUpdates", timeout=30))
    await settle()
    second = asyncio.ensure_future(bot.raw("getUpdates", timeout=30))
    answer = await first
    assert (answer["error_code"], answer["description"]) == (409, OTHER_GET_UPDATES)
    await settle()
    assert not second.done()
    assert (await bot.raw("getUpdates"))["ok"]
    assert (await second)["error_code"] == 409


async def test_a_client_that_goes_away_frees_the_poll(
    world: World, bot: BareBot, clock: VirtualClock
) -> None:
    poll = asyncio.ensure_future(bot.raw("getUpdates", timeout=30))
    await settle()
    assert world.polling
    poll.cancel()
    await asyncio.gather(poll, return_exceptions=True)
    await settle()
    assert not world.polling
    assert clock.next_wake() is None
    assert world.in_flight == 0


async def test_bad_numbers(bot: BareBot) -> None:
    assert "limit" in await bot.refused("getUpdates", limit=101)
    assert "limit" in await bot.refused("getUpdates", limit=0)
    assert "timeout" in await bot.refused("getUpdates", timeout=51)
    assert "timeout" in await bot.refused("getUpdates", timeout=-1)
