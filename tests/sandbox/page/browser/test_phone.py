"""What one phone shows and does: links to the bot, blocking, dead buttons, messages of all kinds."""

from __future__ import annotations

import json

import pytest
from playwright.async_api import Browser, expect

from tests.sandbox.conftest import keyboard

from .driver import CARDS, PACE, playing, quiet

pytestmark = pytest.mark.asyncio(loop_scope="session")


async def test_one_click_deals_and_the_traffic_is_shown(chromium: Browser) -> None:
    async with playing(chromium) as show:
        window = await show.stage_window()
        page = window.page
        await page.get_by_test_id("traffic-toggle").click()
        await window.deal(show.people)
        for person in show.people:
            view = window.phone(person)
            await expect(view.chat).to_have_attribute("data-chat", str(person.id))
            # Six cards are dealt before the bidding.
            await expect(view.cards).to_have_count(6)
        calls = page.get_by_test_id("call")
        for method in ("sendMessage", "answerCallbackQuery", "getUpdates"):
            await expect(calls.filter(has_text=method).first).to_be_visible()
        sending = calls.filter(has_text="sendMessage").filter(has_text="Анна").last
        await expect(sending.locator(".code")).to_have_text("200")
        await sending.locator("summary").click()
        await expect(sending.locator("pre").first).to_contain_text(str(show.people[0].id))
        meter = page.locator(f'.meter[data-chat="{show.group.id}"] b')
        # The lobby, and what has become of it: at most twenty a minute.
        await expect(meter).to_have_text(f"{show.world.limits.count(show.group.id)} / 20")


@pytest.mark.long
async def test_who_has_not_opened_the_bot_is_led_to_it_by_a_seat(chromium: Browser) -> None:
    async with playing(chromium) as show:
        window = await show.stage_window()
        anna, boris = (window.phone(person) for person in show.people)
        await anna.write("/deberts")
        await expect(boris.button("Сесть")).to_be_visible()
        assert not boris.person.private.is_started
        await boris.press("Сесть")
        await expect(boris.chat).to_have_attribute("data-chat", str(boris.person.id))
        await expect(boris.message("/start r")).to_be_visible()
        await expect(boris.message("Друзья")).to_be_visible()
        await expect(anna.message("2. Борис")).to_be_visible()
        assert boris.person.private.is_started


@pytest.mark.long
async def test_a_blocked_bot_is_missed_and_welcomed_back(chromium: Browser) -> None:
    async with playing(chromium, PACE) as show:
        window = await show.stage_window()
        table = await window.deal(show.people)
        follow = await table.play_first_card()
        view = follow.view
        (other,) = [phone for phone in table.phones if phone is not view]
        hand = sorted(await view.hand())
        await view.choose("Заблокировать бота", "Отмена")
        assert not view.person.private.is_blocked
        await view.choose("Заблокировать бота", "Да")
        again = view.chat.get_by_test_id("unblock")
        await expect(again).to_have_text("РАЗБЛОКИРОВАТЬ")
        await expect(view.composer).to_be_hidden()
        await other.open(show.group)
        name = view.person.user.first_name
        await expect(other.message(f"Бот не может написать: {name}")).to_be_visible()
        # A press of whoever has blocked the bot goes nowhere.
        await view.cards.first.click()
        await expect(view.toast).to_have_text(f"{name} заблокировал(а) бота.")

        await again.click()
        await expect(view.composer).to_be_visible()
        await view.person.wait_for(lambda: view.person.last().sender is show.world.bot)
        await other.open(other.person.private)
        await expect(view.legal.first).to_be_visible()
        assert sorted(await view.hand()) == hand
        await table.click(await table.turn(), CARDS)
        await expect(view.cards).to_have_count(len(hand) - 1)


@pytest.mark.long
async def test_disabled_buttons_are_dead_and_others_do_what_they_say(chromium: Browser) -> None:
    async with quiet(chromium) as show:
        anna, _ = show.people
        await anna.start()
        buttons = [
            [{"text": "мёртвая", "disabled": {}}],
            [{"text": "живая", "callback_data": "live", "style": "success"}],
            [{"text": "код", "copy_text": {"text": "7♠️"}}],
        ]
        await show.bot.send(anna.id, "кнопки", reply_markup={"inline_keyboard": buttons})
        window = await show.stage_window()
        view = window.phone(anna)
        await view.open(anna.private)
        dead = view.button("мёртвая")
        await expect(dead).to_be_disabled()
        await dead.click(force=True)
        await dead.dispatch_event("click")
        assert not show.world.presses
        await view.press("код")
        await expect(view.toast).to_have_text("Скопировано")
        live = view.button("живая")
        await expect(live).to_have_attribute("data-style", "success")
        await live.click()
        await expect(live).to_have_attribute("aria-busy", "true")
        # While the answer is awaited a second click is none.
        await live.click()
        (update,) = [u for u in await show.bot.updates() if "callback_query" in u]
        query = update["callback_query"]
        assert query["data"] == "live"
        await show.bot.call(
            "answerCallbackQuery", callback_query_id=query["id"], text="<i>ладно</i>", show_alert=True
        )
        alert = view.node.get_by_test_id("alert")
        await expect(alert).to_contain_text("<i>ладно</i>")
        await alert.get_by_test_id("alert-ok").click()
        await expect(alert).to_have_count(0)
        await expect(live).not_to_have_attribute("aria-busy", "true")


@pytest.mark.long
async def test_messages_for_one_and_tables_are_shown(chromium: Browser) -> None:
    async with quiet(chromium) as show:
        anna, boris = show.people
        anna.promote(show.group)
        window = await show.stage_window()
        one, other = window.phone(anna), window.phone(boris)
        html = (
            "<h2>Счёт</h2><table><tr><th>сдача</th><th>Анна</th></tr>"
            "<tr><td>1</td><td align='right'>162</td></tr></table>"
        )
        await show.bot.call("sendRichMessage", chat_id=show.group.id, rich_message={"html": html})
        for view in (one, other):
            await expect(view.messages.locator("table th")).to_have_text(["сдача", "Анна"])
            await expect(view.messages.locator("table td")).to_have_text(["1", "162"])
            await expect(view.messages.locator(".heading")).to_have_text("Счёт")

        sent = await show.bot.send(show.group.id, "стол", reply_markup=keyboard([("Карты", "hand")]))
        await show.bot.send(
            show.group.id,
            "рука: <b>В♠️</b>",
            parse_mode="HTML",
            ephemeral_message_parameters={"receiver_user_id": anna.id},
        )
        await expect(one.message("рука: В♠️")).to_be_visible()
        await expect(one.message("рука: В♠️")).to_contain_text("видно только вам")
        assert sent["message_id"] in show.group.messages
        await expect(other.message("стол")).to_be_visible()
        await expect(other.messages.filter(has_text="рука")).to_have_count(0)
        frames = [frame for frame in map(json.loads, window.frames) if frame["type"] == "messages"]
        told = [m for frame in frames for m in frame["messages"] if "рука" in m.get("text", "")]
        assert len(told) == 1, "only Anna's phone has been told"
