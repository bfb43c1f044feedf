"""Deals and matches played by clicks, and a bot that is killed among them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from playwright.async_api import Browser, expect

from bot.deberts.record import replay
from bot.sandbox import Person

from .driver import CARDS, HAND, PACE, PhoneView, Show, Table, Window, playing

pytestmark = pytest.mark.asyncio(loop_scope="session")

# Where four play all 32 cards are dealt.
HAND_OF_FOUR = 8
TOAST_OF_A_CARD = "Вы сыграли"


async def open_lobby(view: PhoneView) -> None:
    """Open a table in the group that the phone shows."""
    await view.write("/deberts")
    await expect(view.button("Сесть")).to_be_visible()


async def start(show: Show, owner: PhoneView, guests: list[PhoneView]) -> None:
    """Seat everybody, through the private chat for who is new to the bot, and start; then show the hands."""
    group = show.group
    for guest in guests:
        # Who has never opened the bot is led there, and Start is pressed on the way.
        await guest.press_for("Сесть", guest.message("/start r"))
        await expect(guest.chat).to_have_attribute("data-chat", str(guest.person.id))
    await owner.press_for("Открыть бота", owner.message("/start r"))
    await owner.open(group)
    await expect(owner.message("Все в сборе")).to_be_visible()
    await owner.press("Начать")
    await owner.open(owner.person.private)


def winner_of(table: Table) -> list[Person]:
    return [v.person for v in table.phones if any("Вы выиграли" in m.text for m in v.person.messages())]


async def shows_the_end(show: Show, table: Table, tmp_path: Path) -> None:
    """One has won, everybody is told who, and the record of the match says the same."""
    await table.phones[0].person.wait_for(lambda: winner_of(table))
    (winner,) = winner_of(table)
    for view in table.phones:
        own = "Вы выиграли!" if view.person is winner else "Партия окончена."
        await expect(view.message(own)).to_be_visible()
        await expect(view.message(f"Победа: {winner.user.first_name}")).to_be_visible()
        await expect(view.cards).to_have_count(0)
    view = table.phones[0]
    await view.open(show.group)
    await expect(view.message(f"Победа: {winner.user.first_name}")).to_be_visible()
    await view.write("/export")
    async with view.page.expect_download() as downloading:
        await view.chat.locator("a.file").click()
    file = tmp_path / "match.json"
    await (await downloading.value).save_as(file)
    match = replay(json.loads(file.read_text()))
    assert match.over
    seat = [view.person for view in table.phones].index(winner)
    assert match.outcome.winners == (seat,)


@pytest.mark.long
async def test_a_whole_match_of_two_from_an_empty_page_by_clicks(chromium: Browser, tmp_path: Path) -> None:
    async with playing(chromium, PACE) as show:
        window = await show.stage_window()
        table = Table([window.phone(person) for person in show.people])
        anna, boris = table.phones
        await open_lobby(anna)
        await anna.press("Пресет")
        await anna.press("Короткий деберц")
        await expect(anna.message("Правила: Короткий деберц, до 1 ставки")).to_be_visible()
        await start(show, anna, [boris])
        await table.play_until(show.group, "Победа")
        deals = table.played[anna.person.id] / HAND
        assert deals in (1, 2, 3), "a deal whose stakes nobody wins is followed by another"
        assert table.played[boris.person.id] == table.played[anna.person.id]
        await shows_the_end(show, table, tmp_path)
        assert not show.world.limits.refused


@pytest.mark.long
async def test_a_whole_match_to_501_by_clicks(chromium: Browser, tmp_path: Path) -> None:
    async with playing(chromium, PACE) as show:
        window = await show.stage_window()
        table = await window.deal(show.people)
        await table.play_until(show.group, "Победа")
        await shows_the_end(show, table, tmp_path)


async def open_bot_state(window: Window, state: str) -> None:
    await expect(window.page.get_by_test_id("bot-state")).to_have_attribute("data-state", state)


@pytest.mark.long
async def test_a_bot_killed_in_the_middle_of_a_trick_goes_on_with_the_same_buttons(chromium: Browser) -> None:
    async with playing(chromium) as show:
        window = await show.stage_window()
        table = await window.deal(show.people)
        follow = await table.play_first_card()
        follower = follow.view
        (leader,) = [view for view in table.phones if view is not follower]
        await expect(leader.cards).to_have_count(HAND - 1)
        await expect(follower.cards).to_have_count(HAND)
        await expect(follower.legal.first).to_be_visible()
        hands = [await leader.hand(), await follower.hand()]
        shown = await follower.legal.evaluate_all("keys => keys.map((key) => key.dataset.data)")

        kill, start = window.page.get_by_test_id("bot-kill"), window.page.get_by_test_id("bot-start")
        await kill.click()
        await open_bot_state(window, "down")
        await expect(kill).to_be_hidden()
        assert [await leader.hand(), await follower.hand()] == hands
        await start.click()
        await open_bot_state(window, "running")
        assert show.stage.bot is not None
        assert show.stage.bot.starts == 2
        assert [await leader.hand(), await follower.hand()] == hands
        assert await follower.legal.evaluate_all("keys => keys.map((key) => key.dataset.data)") == shown

        # The very button that was there before the kill.
        await table.click(follow, CARDS)
        await expect(follower.toast).to_contain_text(TOAST_OF_A_CARD)
        await expect(follower.cards).to_have_count(HAND - 1)

        # A press on a bot that lies there waits for it.
        lead = await table.turn()
        before = await lead.view.cards.count()
        await kill.click()
        await open_bot_state(window, "down")
        await table.click(lead, CARDS)
        await expect(lead.view.chat.locator(".key.busy")).to_have_count(1)
        await start.click()
        await open_bot_state(window, "running")
        await expect(lead.view.cards).to_have_count(before - 1)
        await expect(lead.view.chat.locator(".key.busy")).to_have_count(0)


@pytest.mark.long
async def test_two_pairs_play_a_deal_of_odessa(chromium: Browser) -> None:
    async with playing(chromium, PACE) as show:
        window = await show.stage_window()
        for name in ("Олена", "Ion"):
            await window.add_suggested(name)
        await expect(window.page.locator(".card")).to_have_count(4)
        table = Table([window.phone(person) for person in show.people])
        anna, *others = table.phones
        await open_lobby(anna)
        await anna.press("Пресет")
        await anna.press("Одесса")
        await expect(anna.message("Правила: Одесса, до 501")).to_be_visible()
        await anna.press("Состав")
        await anna.press("пара на пару")
        await expect(anna.message("Пары: 1 и 3 против 2 и 4.")).to_be_visible()
        await start(show, anna, others)
        # Seats 1 and 3 play against 2 and 4.
        boris, olena, ion = others
        await table.turn()
        for one, other in ((anna, olena), (boris, ion)):
            await expect(one.message(f"Ваш партнёр — {other.person.user.full_name}")).to_be_visible()
        account = await table.play_until(show.group, "Сдача 1 ")
        assert "Взятки" in account.text
        assert table.first_deal == {person.id: HAND_OF_FOUR for person in show.people}
