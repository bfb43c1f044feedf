"""Chats of every kind: long ones, many, with topics, and groups that become supergroups."""

from __future__ import annotations

import pytest
from playwright.async_api import Browser, expect

from bot.sandbox import Chat
from bot.sandbox.markup import Text
from bot.sandbox.model import ChatKind

from .driver import CARDS, PACE, Quiet, playing, quiet

pytestmark = pytest.mark.asyncio(loop_scope="session")

MANY = 500
PAGE = 50


def fill(show: Quiet, chat: Chat, count: int) -> None:
    for number in range(1, count + 1):
        show.world.new_message(chat, show.world.bot, Text(f"сообщение {number}."))


@pytest.mark.long
async def test_a_chat_of_500_messages_among_20_is_read_from_its_end_to_its_top(
    chromium: Browser,
) -> None:
    async with quiet(chromium) as show:
        anna, _ = show.people
        chats = [show.world.group(f"Чат {number}", show.people) for number in range(1, 20)]
        long = chats[9]
        fill(show, long, MANY)
        window = await show.stage_window()
        view = window.phone(anna)
        await view.to_list()
        # The private chat and the first group are there too.
        await expect(view.node.get_by_test_id("chat-row")).to_have_count(len(chats) + 2)
        await expect(view.node.get_by_test_id("chat-row").first).to_have_attribute("data-chat", str(long.id))
        badge = view.row(long).locator(".badge")
        await expect(badge).to_have_text(str(MANY))
        await view.open(long)
        await expect(view.message(f"сообщение {MANY}.")).to_be_in_viewport()
        await expect(view.messages).to_have_count(PAGE)
        await expect(badge).to_have_text("")

        # To the top of what is loaded: more comes above, and what was in sight stays where it was.
        box = view.chat.locator(".messages")
        place = """box => {
            const row = box.querySelector(".row");
            return [Number(row.dataset.key), row.getBoundingClientRect().top];
        }"""
        place_of = "(box, key) => box.querySelector(`[data-key='${key}']`).getBoundingClientRect().top"
        await box.evaluate("box => { box.scrollTop = 0; }")
        key, top = await box.evaluate(place)
        await expect(view.messages).to_have_count(2 * PAGE)
        # A date may stand above the first row only as long as it is the first.
        assert abs(await box.evaluate(place_of, key) - top) <= 40
        await box.hover()
        for loaded in range(3 * PAGE, MANY + 1, PAGE):
            await window.page.mouse.wheel(0, -100_000)
            await expect(view.messages).to_have_count(min(loaded, MANY))
        await window.page.mouse.wheel(0, -100_000)
        # The bot's coming is the first message of the group.
        await expect(view.messages.filter(has_text="Анна добавляет: Деберц")).to_be_in_viewport()
        await view.chat.get_by_label("В конец").click()
        await expect(view.message(f"сообщение {MANY}.")).to_be_in_viewport()


@pytest.mark.long
async def test_what_is_new_is_counted_until_it_is_seen(chromium: Browser) -> None:
    async with quiet(chromium) as show:
        anna, boris = show.people
        await anna.start()
        window = await show.stage_window()
        view = window.phone(anna)
        tab = window.page.get_by_test_id("tab").filter(has_text="Анна").locator(".badge")
        await expect(view.node).to_have_attribute("data-view", "chat")
        for number in range(3):
            await show.bot.send(anna.id, f"новость {number}")
        await expect(view.chat.locator(".back-badge")).to_have_text("3")
        await expect(tab).to_have_text("3")
        banner = view.node.get_by_test_id("note")
        await expect(banner).to_contain_text("новость 2")
        # What one writes oneself is not new.
        await view.write("я тут")
        await view.to_list()
        await expect(banner).to_have_count(0)
        await expect(view.row(anna.private).locator(".badge")).to_have_text("3")
        await expect(view.row(show.group).locator(".badge")).to_have_text("")
        await view.open(anna.private)
        await expect(view.message("новость 2")).to_be_visible()
        await expect(tab).to_have_text("")
        # Seen at once in the open chat, counted in the one that is not.
        await boris.write(show.group, "эй")
        await expect(view.chat.locator(".back-badge")).to_have_text("1")
        await view.to_list()
        await expect(view.row(anna.private).locator(".badge")).to_have_text("")
        await expect(view.row(show.group).locator(".badge")).to_have_text("1")


@pytest.mark.long
async def test_a_group_becomes_a_supergroup_in_the_middle_of_a_trick(chromium: Browser) -> None:
    async with playing(chromium, PACE) as show:
        window = await show.stage_window()
        table = await window.deal(show.people)
        old = show.group
        follow = await table.play_first_card()
        anna = window.phone(show.people[0])
        await anna.open(old)
        await anna.choose("Сделать супергруппой", "Да")
        await anna.person.wait_for(lambda: old.migrated_to)
        new = show.group
        assert (new.kind, old.migrated_to) == (ChatKind.SUPERGROUP, new)
        # Every phone is brought to the new one.
        for person in show.people:
            await expect(window.phone(person).chat).to_have_attribute("data-chat", str(new.id))
        # As in Telegram, the list has the one that is alive.
        await anna.to_list()
        await expect(anna.row(new)).to_be_visible()
        await expect(anna.row(old)).to_have_count(0)
        for view in table.phones:
            await view.open(view.person.private)
        await table.click(follow, CARDS)
        (other,) = [view for view in table.phones if view is not follow.view]
        await other.open(new)
        await other.write("/table")
        await expect(other.button("Мои карты")).to_be_visible()
        await expect(other.message("Козырь")).to_contain_text("Берёт")


@pytest.mark.long
async def test_topics_are_opened_written_in_closed_and_deleted(chromium: Browser) -> None:
    async with playing(chromium) as show:
        window = await show.stage_window()
        page = window.page
        await page.get_by_test_id("add-group").click()
        await page.get_by_test_id("group-title").fill("Клуб")
        await page.get_by_test_id("group-forum").check()
        await page.get_by_test_id("group-create").click()
        anna, boris = (window.phone(person) for person in show.people)
        topics = anna.node.get_by_test_id("topic-row")
        await expect(topics).to_have_count(1)
        await expect(topics.first).to_contain_text("General")
        club = show.group
        assert club.is_forum
        await anna.choose("Новая тема")
        await anna.node.get_by_label("Название темы").fill("Карты & <i>чай</i>")
        await page.keyboard.press("Enter")
        await expect(topics.nth(1)).to_contain_text("Карты & <i>чай</i>")
        (topic,) = club.topics.values()

        # The table is opened in the topic, and is nowhere else.
        await topics.nth(1).click()
        await anna.write("/deberts")
        await expect(anna.button("Сесть")).to_be_visible()
        theirs = boris.node.locator(f'[data-testid="topic-row"][data-topic="{topic.id}"]')
        await expect(theirs.locator(".badge")).not_to_have_text("")
        await theirs.click()
        await expect(boris.button("Сесть")).to_be_visible()
        await boris.chat.get_by_test_id("back").click()
        await expect(theirs.locator(".badge")).to_have_text("")
        await boris.node.locator('[data-testid="topic-row"][data-topic="0"]').click()
        await expect(boris.chat).to_have_attribute("data-topic", "0")
        await expect(boris.messages.filter(has_text="Деберц · вдвоём")).to_have_count(0)
        await boris.chat.get_by_test_id("back").click()

        # Closed, it is for admins to write in.
        await anna.choose("Закрыть тему")
        await theirs.click()
        await expect(boris.chat.get_by_test_id("closed")).to_be_disabled()
        await expect(anna.composer).to_be_visible()
        await anna.choose("Удалить тему", "Да")
        await expect(topics).to_have_count(1)
        await expect(boris.node).to_have_attribute("data-view", "topics")
