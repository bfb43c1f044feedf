"""The panel of what may go wrong: set by clicks, and the deal goes on."""

from __future__ import annotations

import asyncio
from dataclasses import asdict

import pytest
from playwright.async_api import Browser, expect

from bot.deberts import actions as do
from bot.sandbox.weather import Settings

from .driver import CARDS, HAND, PACE, Show, Window, playing

pytestmark = pytest.mark.asyncio(loop_scope="session")


async def set_weather(window: Window, *testids: str) -> None:
    """Switch something in the panel, which is open."""
    panel = window.page.get_by_test_id("weather")
    for testid in testids:
        await panel.get_by_test_id(testid).click()
        await expect(panel.get_by_test_id(testid)).to_have_attribute("aria-checked", "true")


async def storm(show: Show, window: Window, lost: str) -> None:
    """Switch on everything that goes wrong again and again."""
    page = window.page
    await page.get_by_test_id("weather-toggle").click()
    await page.get_by_test_id("traffic-toggle").click()
    await set_weather(window, "slow-1", "failing-third", f"lost-{lost}")
    panel = page.get_by_test_id("weather")
    await panel.locator(".switch").filter(has_text="дважды").click()
    await panel.get_by_test_id("throttled").select_option(show.group.title)
    await show.people[0].wait_for(lambda: show.stage.weather.throttled)
    group = show.group.id
    assert asdict(show.stage.weather.settings) == {
        "slow": 1, "throttled": group, "lost": lost, "failing": "third", "repeat": True, "held": False,
    }  # fmt: skip


async def calm(show: Show, window: Window) -> None:
    button = window.page.get_by_test_id("calm")
    await button.click()
    await expect(button).to_be_disabled()
    # The page says so before the stage has heard of it.
    await show.people[0].wait_for(lambda: show.stage.weather.settings == Settings())


@pytest.mark.long
async def test_a_deal_goes_on_though_calls_are_slow_refused_failing_and_presses_come_twice(
    chromium: Browser,
) -> None:
    async with playing(chromium, PACE) as show:
        window = await show.stage_window()
        table = await window.deal(show.people)
        await storm(show, window, "never")
        await table.click(await table.play_first_card(), CARDS)
        lead = await table.turn()
        await expect(lead.view.cards).to_have_count(HAND - 1)
        bad = window.page.locator(".call.bad")
        await expect(bad.filter(has_text="429").first).to_be_visible()
        await expect(bad.filter(has_text="502").first).to_be_visible()
        await calm(show, window)
        await table.click(lead, CARDS)
        await expect(lead.view.cards).to_have_count(HAND - 2)
        await lead.view.open(show.group)
        await expect(lead.view.message("Козырь")).to_contain_text("1 взятка")


@pytest.mark.long
async def test_a_call_whose_answer_is_lost_is_done_all_the_same(chromium: Browser) -> None:
    async with playing(chromium) as show:
        window = await show.stage_window()
        view = window.phone(show.people[0])
        await expect(window.page.get_by_test_id("bot-state")).to_have_attribute("data-state", "running")
        await window.page.get_by_test_id("weather-toggle").click()
        await set_weather(window, "lost-next")
        await view.write("/help")
        await expect(view.message("— открыть стол")).to_be_visible()
        # It was that one call.
        never = window.page.get_by_test_id("weather").get_by_test_id("lost-never")
        await expect(never).to_have_attribute("aria-checked", "true")


@pytest.mark.long
async def test_a_whole_deal_is_played_in_a_storm(chromium: Browser) -> None:
    async with playing(chromium, PACE) as show:
        window = await show.stage_window()
        table = await window.deal(show.people)
        await storm(show, window, "third")
        while set(table.played.values()) != {HAND}:
            await table.click(await table.turn(), {*CARDS, *range(do.ORDER, do.REDEAL)})
        await calm(show, window)
        await table.play_until(show.group, "Взятки")
        view = table.phones[0]
        await view.open(show.group)
        await expect(view.message("Взятки")).to_contain_text("Сдача 1")


@pytest.mark.long
async def test_presses_wait_while_updates_are_held(chromium: Browser) -> None:
    async with playing(chromium) as show:
        window = await show.stage_window()
        page = window.page
        await page.get_by_test_id("weather-toggle").click()
        table = await window.deal(show.people)
        lead = await table.play_first_card()
        held = page.get_by_test_id("weather").locator(".switch").filter(has_text="ждут")
        await held.click()
        await show.people[0].wait_for(lambda: show.stage.weather.held)
        count = await lead.view.cards.count()
        pressed = asyncio.Event()
        show.world.press_watchers.append(lambda _: pressed.set())
        await table.click(lead, CARDS)
        await asyncio.wait_for(pressed.wait(), 10)
        assert show.stage.weather.held
        await expect(lead.view.chat.locator(".key.busy")).to_have_count(1)
        await expect(lead.view.cards).to_have_count(count)
        await held.click()
        await expect(lead.view.cards).to_have_count(count - 1)
        await expect(lead.view.chat.locator(".key.busy")).to_have_count(0)
