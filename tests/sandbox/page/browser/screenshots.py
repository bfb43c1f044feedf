"""Pictures of the page at interesting moments: `python -m tests.sandbox.page.browser.screenshots FOLDER`."""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path

from playwright.async_api import Browser, expect

from .driver import CARDS, PACE, PHONE_SIZE, Show, Table, Window, find_chromium, launched, playing


async def take(browser: Browser, folder: Path) -> None:
    """Play a little, and save a picture at every stop."""
    async with playing(browser, PACE) as show:
        window = await show.stage_window()
        await save(window, folder / "empty.png")
        table = await window.deal(show.people)
        await save(window, folder / "bidding.png")
        await table.click(await table.play_first_card(), CARDS)
        await table.turn()
        await save(window, folder / "deal.png")
        await window.page.get_by_test_id("theme").click()
        await save(window, folder / "deal-dark.png")
        await window.page.get_by_test_id("weather-toggle").click()
        await window.page.get_by_test_id("traffic-toggle").click()
        await save(window, folder / "panels-dark.png")
        await window.page.get_by_test_id("theme").click()
        await window.page.get_by_test_id("weather").get_by_test_id("slow-1").click()
        await window.page.get_by_test_id("call").last.locator("summary").click()
        await save(window, folder / "panels.png")
        await window.page.get_by_test_id("weather").get_by_test_id("calm").click()
        await window.page.get_by_test_id("weather-toggle").click()
        await window.page.get_by_test_id("traffic-toggle").click()
        await table.play_until(show.group, "Сдача 1 ")
        await sheets(show, window, folder)
        await small(show, window, folder)
    async with playing(browser, PACE) as show:
        await two_pairs(show, folder)


async def sheets(show: Show, window: Window, folder: Path) -> None:
    """The account of a deal in the group, and the score sheet in private."""
    one, other = (window.phone(person) for person in show.people)
    await one.open(show.group)
    await expect(one.message("Взятки")).to_be_visible()
    await other.write("/score")
    await expect(other.message("играет, ° сдаёт")).to_be_visible()
    await save(window, folder / "sheet.png")


async def small(show: Show, stage: Window, folder: Path) -> None:
    """A phone in a friend's hands, and the stage, in a window of a phone's size."""
    phone = show.phones[0]
    window = await show.friend_window(phone, size=PHONE_SIZE, touch=True)
    view = window.phone(phone.person)
    await view.open(phone.person.private)
    await Table([view, stage.phone(show.people[1])]).play_first_card()
    await save(window, folder / "phone.png")
    await save(stage, folder / "covered.png")
    await view.to_list()
    await save(window, folder / "phone-chats.png")
    narrow = await show.stage_window(size=PHONE_SIZE, touch=True)
    await save(narrow, folder / "stage-narrow.png")
    await narrow.page.get_by_test_id("tab").last.tap()
    await save(narrow, folder / "stage-narrow-deal.png")


async def two_pairs(show: Show, folder: Path) -> None:
    """Four phones in the middle of a deal of two pairs."""
    window = await show.stage_window()
    for name in ("Олена", "Ion"):
        await window.add_suggested(name)
    table = Table([window.phone(person) for person in show.people])
    owner = table.phones[0]
    for view in table.phones:
        await view.open(view.person.private)
        await view.chat.get_by_test_id("start").click()
        await expect(view.message("/start")).to_be_visible()
        await view.open(show.group)
    await owner.write("/deberts")
    await owner.press("Пресет")
    await save(window, folder / "presets.png")
    await owner.press("Одесса")
    await owner.press("Состав")
    await owner.press("пара на пару")
    for view in table.phones[1:]:
        await view.press("Сесть")
    await owner.press("Начать")
    for view in table.phones:
        await view.open(view.person.private)
    await table.play_first_card()
    await save(window, folder / "pairs.png")


async def save(window: Window, file: Path) -> None:
    """Save a picture of the window once its page has drawn what has come."""
    await window.page.wait_for_timeout(400)
    await window.page.screenshot(path=file)
    print(file)


async def main() -> None:
    """Save the pictures in the folder named on the command line."""
    path = find_chromium()
    if len(sys.argv) != 2 or path is None:
        sys.exit("usage: python -m tests.sandbox.page.browser.screenshots FOLDER; needs a Chromium on PATH")
    await asyncio.to_thread(Path(sys.argv[1]).mkdir, parents=True, exist_ok=True)
    async with launched(path) as browser:
        await take(browser, Path(sys.argv[1]))


if __name__ == "__main__":
    asyncio.run(main())
