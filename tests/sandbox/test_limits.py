from __future__ import annotations

import pytest

from bot.clock import VirtualClock
from bot.sandbox import ApiError, Limits, World

from .conftest import BareBot

GROUP, PRIVATE = -5, 5


@pytest.fixture
def limits(clock: VirtualClock) -> Limits:
    return Limits(clock)


def retry_after(limits: Limits, chat_id: int) -> int:
    with pytest.raises(ApiError) as refused:
        limits.spend(chat_id, "sendMessage")
    wait = refused.value.parameters["retry_after"]
    assert refused.value.to_json() == {
        "ok": False,
        "error_code": 429,
        "description": f"Too Many Requests: retry after {wait}",
        "parameters": {"retry_after": wait},
    }
    return wait


def test_a_group_takes_20_in_any_60_seconds(limits: Limits, clock: VirtualClock) -> None:
    for _ in range(10):
        limits.spend(GROUP, "sendMessage")
    clock.advance(30)
    for _ in range(10):
        limits.spend(GROUP, "editMessageText")
    assert retry_after(limits, GROUP) == 30
    limits.spend(GROUP - 1, "sendMessage")
    clock.advance(29.5)
    assert retry_after(limits, GROUP) == 1
    clock.advance(0.5)
    for _ in range(10):
        limits.spend(GROUP, "sendMessage")
    assert retry_after(limits, GROUP) == 30
    assert [(refusal.method, refusal.chat_id) for refusal in limits.refused] == [("sendMessage", GROUP)] * 3


def test_a_private_chat_takes_one_a_second_and_a_short_burst(limits: Limits, clock: VirtualClock) -> None:
    for _ in range(3):
        limits.spend(PRIVATE, "sendMessage")
    assert retry_after(limits, PRIVATE) == 1
    for _ in range(100):
        clock.advance(1)
        limits.spend(PRIVATE, "sendMessage")
        assert retry_after(limits, PRIVATE) == 1
    clock.advance(60)
    for _ in range(3):
        limits.spend(PRIVATE, "sendMessage")
    assert retry_after(limits, PRIVATE) == 1


def test_the_bot_may_send_30_a_second_over_all(limits: Limits, clock: VirtualClock) -> None:
    for number in range(30):
        limits.spend(PRIVATE + number, "sendMessage")
    assert retry_after(limits, PRIVATE + 30) == 1
    clock.advance(1)
    limits.spend(PRIVATE + 30, "sendMessage")


def test_counts_for_a_status_page(limits: Limits, clock: VirtualClock) -> None:
    limits.spend(GROUP, "sendMessage")
    clock.advance(20)
    limits.spend(GROUP, "sendMessage")
    limits.spend(PRIVATE, "sendMessage")
    assert limits.counts() == {GROUP: 2, PRIVATE: 1}
    assert limits.count(GROUP, 10) == 1
    clock.advance(45)
    assert limits.counts() == {GROUP: 1, PRIVATE: 1}
    clock.advance(60)
    assert limits.counts() == {}


def test_switched_off(limits: Limits) -> None:
    limits.enabled = False
    for _ in range(50):
        limits.spend(GROUP, "sendMessage")
    assert limits.count(GROUP) == 50
    assert not limits.refused


async def test_only_sends_and_edits_count(world: World, bot: BareBot, clock: VirtualClock) -> None:
    ann = world.person("Аня")
    group = world.group("Клуб", [ann])
    sent = await bot.send(group.id, reply_markup={"inline_keyboard": [[{"text": "x", "callback_data": "a"}]]})
    for _ in range(40):
        press = ann.press_nowait(group.messages[sent["message_id"]], "a")
        await bot.call("answerCallbackQuery", callback_query_id=press.id, text="да")
        await bot.call("getChat", chat_id=group.id)
    assert world.limits.count(group.id) == 1
    # An edit that changes nothing reaches the servers; a text that cannot be read does not.
    await bot.call("editMessageText", chat_id=group.id, message_id=sent["message_id"], text="раз")
    await bot.refused("editMessageText", chat_id=group.id, message_id=sent["message_id"], text="раз")
    await bot.refused("sendMessage", chat_id=group.id, text="<b>", parse_mode="HTML")
    await bot.call("deleteMessage", chat_id=group.id, message_id=sent["message_id"])
    assert world.limits.count(group.id) == 3
    for _ in range(17):
        clock.advance(0.05)
        await bot.send(group.id)
    body = await bot.raw("sendMessage", chat_id=group.id, text="x")
    assert body["error_code"] == 429
    assert 0 < body["parameters"]["retry_after"] <= 60
    assert world.refused[-1].method == "sendMessage"
    assert len(world.limits.refused) == 1
