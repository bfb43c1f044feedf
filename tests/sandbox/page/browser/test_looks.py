"""Light and dark, wide and narrow, and names that would break something."""

from __future__ import annotations

import asyncio

import pytest
from playwright.async_api import Browser, Locator, Page, expect

from .driver import CARDS, PHONE_SIZE, Table, playing, quiet

pytestmark = pytest.mark.asyncio(loop_scope="session")

# WCAG 2: for text, and for large or bold text and the signs of controls.
TEXT, LARGE = 4.5, 3.0
# The grounds of theme.css.
LIGHT_PAGE, DARK_PAGE = "rgb(230, 235, 238)", "rgb(11, 17, 24)"

# The contrast of an element's text with the ground it stands on, after WCAG 2.
_CONTRAST = """(node) => {
  const parse = (text) => {
    const [r, g, b, a = 1] = text.match(/[\\d.]+/g).map(Number);
    const scale = text.startsWith("color(") ? 1 : 255;
    return { rgb: [r / scale, g / scale, b / scale], a };
  };
  const light = (rgb) => {
    const [r, g, b] = rgb.map((c) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  let ground = node;
  while (ground && parse(getComputedStyle(ground).backgroundColor).a < 1) ground = ground.parentElement;
  const pair = [parse(getComputedStyle(node).color).rgb, parse(getComputedStyle(ground).backgroundColor).rgb];
  const [low, high] = pair.map(light).sort((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
}"""
_LIGHT = """() => {
  const [r, g, b] = getComputedStyle(document.body).backgroundColor.match(/[\\d.]+/g).map(Number);
  return (r + g + b) / 765;
}"""
_TOO_WIDE = "document.documentElement.scrollWidth > innerWidth || document.body.scrollWidth > innerWidth"
_CUT_OFF = "nodes => nodes.filter((n) => n.scrollWidth > n.clientWidth + 1).map((n) => n.textContent)"

_BOXES = """nodes => nodes.map((node) => {
  const { left, top, right, bottom } = node.getBoundingClientRect();
  return [left, top, right, bottom];
})"""


async def contrast(node: Locator) -> float:
    return float(await node.evaluate(_CONTRAST))


async def is_dark(page: Page) -> bool:
    return float(await page.evaluate(_LIGHT)) < 0.3


async def boxes_of(keys: Locator) -> list[list[float]]:
    """Return where buttons are; those of a message that is just being drawn anew are nowhere yet."""
    async with asyncio.timeout(10):
        while True:
            boxes: list[list[float]] = await keys.evaluate_all(_BOXES)
            if all(right > left for left, _, right, _ in boxes):
                return boxes
            await keys.page.evaluate("() => new Promise(requestAnimationFrame)")


@pytest.mark.long
@pytest.mark.parametrize("dark", [False, True])
async def test_texts_can_be_read_in_both_themes(chromium: Browser, dark: bool) -> None:
    async with quiet(chromium) as show:
        anna, boris = show.people
        await anna.start()
        buttons = [[{"text": "В♠️", "callback_data": "1", "style": "success"}]]
        await show.bot.send(anna.id, "ваш <code>ход</code>", parse_mode="HTML")
        await show.bot.send(anna.id, "ещё", reply_markup={"inline_keyboard": buttons})
        await boris.write(show.group, "привет")
        window = await show.stage_window(dark=dark)
        page = window.page
        assert await is_dark(page) == dark
        view = window.phone(anna)
        assert await contrast(view.message("привет").locator(".content")) >= TEXT
        await view.to_list()
        assert await contrast(view.row(show.group).locator(".row-title")) >= TEXT
        assert await contrast(view.row(show.group).locator(".preview")) >= TEXT
        await view.open(anna.private)
        for text in ("/start", "ваш ход"):
            assert await contrast(view.message(text).locator(".content")) >= TEXT
        assert await contrast(view.message("ваш ход").locator("code")) >= TEXT
        assert await contrast(view.button("В♠️")) >= LARGE
        for testid in ("add-person", "add-group", "give", "weather-toggle"):
            assert await contrast(page.get_by_test_id(testid).first) >= TEXT, testid


@pytest.mark.long
async def test_the_theme_can_be_chosen_and_is_kept(chromium: Browser) -> None:
    async with quiet(chromium) as show:
        window = await show.stage_window(dark=True)
        page = window.page
        assert await is_dark(page)
        body = page.locator("body")
        await page.get_by_test_id("theme").click()
        await expect(body).to_have_css("background-color", LIGHT_PAGE)
        await page.reload()
        await window.ready()
        assert not await is_dark(page)
        await page.get_by_test_id("theme").click()
        await expect(body).to_have_css("background-color", DARK_PAGE)


@pytest.mark.long
async def test_a_friend_plays_in_a_window_as_small_as_a_phone(chromium: Browser) -> None:
    async with playing(chromium) as show:
        stage = await show.stage_window(size=PHONE_SIZE, touch=True)
        page = stage.page
        anna, boris = show.people
        # On the stage one phone is in front.
        await expect(stage.phone(anna).node).to_be_visible()
        await expect(stage.phone(boris).node).to_be_hidden()
        await page.get_by_test_id("tab").filter(has_text="Борис").tap()
        await expect(stage.phone(boris).node).to_be_visible()
        await expect(stage.phone(anna).node).to_be_hidden()
        assert not await page.evaluate(_TOO_WIDE)
        await page.get_by_test_id("deal").tap()
        await expect(stage.phone(boris).cards).to_have_count(6)
        friend = await show.friend_window(show.phones[0], size=PHONE_SIZE, touch=True)
        view = friend.phone(anna)
        await view.open(anna.private)
        table = Table([view, stage.phone(boris)])
        follow = await table.play_first_card()
        await table.click(follow, CARDS)
        await expect(view.cards).to_have_count(8)
        assert not await friend.page.evaluate(_TOO_WIDE)
        console = view.messages.filter(has=friend.page.locator(".card-key")).last
        assert await console.locator(".key-label").evaluate_all(_CUT_OFF) == []
        boxes = await boxes_of(console.locator(".key"))
        assert len(boxes) >= 8 + 3, "the hand, last trick, score, leaving, and what the moment offers"
        for left, top, right, bottom in boxes:
            # A finger needs 44 points.
            assert right - left >= 44
            assert bottom - top >= 44
            assert 0 <= left < right <= PHONE_SIZE[0]
            assert 0 <= top < bottom <= PHONE_SIZE[1]
        await view.write("/score")
        await expect(view.message("Счёт")).to_be_visible()
        assert await view.messages.locator("pre").evaluate_all(_CUT_OFF) == []
        assert not await friend.page.evaluate(_TOO_WIDE)


MARKUP = '<img src=x onerror="window.injected=1"><b>Ж</b>&amp;'
LONG = "Константин Константинович Константинопольский-Заславский, граф"
ARABIC = "دانيال"
BLANK = "(без имени)"


@pytest.mark.long
async def test_odd_names_are_text_and_break_nothing(chromium: Browser) -> None:
    async with quiet(chromium) as show:
        window = await show.stage_window()
        page = window.page
        await window.add_person(MARKUP)
        for name in (LONG, ARABIC, BLANK):
            await window.add_suggested(name)
        # There are never more than six.
        await expect(page.locator(".card")).to_have_count(6)
        await expect(page.get_by_test_id("add-person")).to_be_disabled()
        captions = page.locator(".caption-name")
        await expect(captions).to_have_text(["Анна", "Борис", MARKUP, LONG, f"{ARABIC} 🂡🃏", BLANK])
        people = show.people
        names = [person.user.full_name for person in people[2:]]
        assert names[0] == MARKUP
        for person in people[2:]:
            await person.write(show.group, f"{person.user.first_name} <script>window.injected=2</script>")
        view = window.phone(people[0])
        for person in people[2:5]:
            await expect(
                view.messages.locator(".sender").filter(has_text=person.user.first_name)
            ).to_be_visible()
        await expect(view.messages.locator(".sender").filter(has_text=BLANK)).to_be_visible()
        await expect(view.messages.locator(".sender")).to_have_count(4)
        await expect(view.messages.filter(has_text="<script>window.injected=2</script>")).to_have_count(4)
        await view.choose("Участники")
        await expect(page.get_by_test_id("member")).to_have_count(7)
        await page.keyboard.press("Escape")
        # A group may be called the same.
        await page.get_by_test_id("add-group").click()
        await page.get_by_test_id("group-title").fill(MARKUP)
        await page.get_by_test_id("group-create").click()
        await expect(view.chat.locator(".title")).to_have_text(MARKUP)
        await view.to_list()
        await expect(view.row(show.group).locator(".row-title")).to_have_text(MARKUP)

        assert await page.evaluate("window.injected") is None
        foreign = (
            ".phones img, .phones script, .caption b, .caption img, .sender b, .sender img, .row-title *"
        )
        await expect(page.locator(foreign)).to_have_count(0)
        assert not await page.evaluate(_TOO_WIDE)
        for card in await page.locator(".card").all():
            assert not await card.evaluate("n => n.scrollWidth > n.clientWidth + 1")
