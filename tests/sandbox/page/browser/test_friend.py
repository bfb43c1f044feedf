"""A phone in a friend's hands: the stage that gave it away learns nothing of its cards."""

from __future__ import annotations

import json
from collections.abc import Iterable

import pytest
from playwright.async_api import Browser, expect

from bot.deberts import actions as do
from bot.sandbox import Message, Person
from bot.screens.presses import BadPressError, Move, decode, encode

from .driver import HAND, PACE, Table, Window, playing

pytestmark = pytest.mark.asyncio(loop_scope="session")


def cards_of(message: Message) -> dict[str, str]:
    """Return the cards among a console's buttons, as people read them, with what their buttons say."""
    found = {}
    for button in message.buttons:
        try:
            move = decode(button.callback_data)
        except BadPressError:
            continue
        if isinstance(move, Move) and move.code < do.BELA:
            found[button.text] = encode(move)
    return found


def readable(frame: str) -> str:
    """Return a frame with its letters as such, quotes inside quotes undone."""
    return json.dumps(json.loads(frame), ensure_ascii=False).replace("\\", "")


class Watcher:
    """Looks for cards in all that the stage has been sent since the beginning, and in all it shows."""

    def __init__(self, window: Window) -> None:
        self._window = window
        self._read = 0
        self._seen = ""

    def where(self, texts: Iterable[str]) -> list[str]:
        """Return the surroundings of these texts in what has been sent."""
        places = [(text, self._seen.find(text)) for text in texts]
        return [f"{text}: {self._seen[max(0, at - 200) : at + 100]}" for text, at in places if at >= 0]

    async def shown(self, texts: Iterable[str]) -> set[str]:
        """Return which of these texts have been there."""
        frames = self._window.frames
        self._seen += "\n".join(map(readable, frames[self._read :]))
        self._read = len(frames)
        page = await self._window.page.evaluate(
            "[document.documentElement.outerHTML, document.documentElement.textContent]"
        )
        return {text for text in texts if text in self._seen or any(text in part for part in page)}


# What names no card that is still in the hand; a sequence, bela and a swap do.
DISCREET = {*range(do.BELA), *range(do.ORDER, do.REDEAL), do.CONTINUE}


@pytest.mark.long
async def test_no_card_of_a_friend_comes_to_the_stage_before_it_is_played(chromium: Browser) -> None:
    async with playing(chromium, PACE) as show:
        stage = await show.stage_window()
        await stage.page.get_by_test_id("traffic-toggle").click()
        anna, boris = show.people
        phone = show.phones[1]
        friend = await show.friend_window(phone)
        covered = stage.card(boris).get_by_test_id("covered")
        await expect(covered).to_have_attribute("data-hand", "friend")
        await expect(stage.phone(boris).node).to_have_count(0)
        await expect(stage.page.get_by_test_id("deal")).to_be_disabled()

        host, guest = stage.phone(anna), friend.phone(boris)
        await host.write("/deberts")
        await expect(guest.button("Сесть")).to_be_visible()
        await guest.press_for("Сесть", guest.message("/start r"))
        await expect(guest.chat).to_have_attribute("data-chat", str(boris.id))
        await host.press_for("Открыть бота", host.message("/start r"))
        await host.open(show.group)
        await host.press("Начать")
        await host.open(anna.private)

        table = Table([host, guest])
        watcher = Watcher(stage)
        while table.played[boris.id] < HAND:
            turn = await table.turn()
            secret = cards_of(consoles(boris))
            assert secret
            assert await watcher.shown([*secret, *secret.values()]) == set(), watcher.where(secret)
            # The same look finds what the stage may see.
            if turn.view is host:
                open_cards = cards_of(turn.message)
                await expect(host.cards).to_have_count(len(open_cards))
                assert await watcher.shown(open_cards) == open_cards.keys()
            await table.click(turn, DISCREET)
        await expect(covered).to_be_visible()


def consoles(person: Person) -> Message:
    """Return the newest message with cards, whoever is to move."""
    return next(message for message in reversed(person.messages()) if cards_of(message))


@pytest.mark.long
async def test_a_phone_is_taken_back_and_the_friend_is_told(chromium: Browser) -> None:
    async with playing(chromium) as show:
        stage = await show.stage_window()
        table = await stage.deal(show.people)
        turn = await table.turn()
        person = turn.view.person
        phone = show.stage.phones[person.id]
        await stage.card(person).get_by_test_id("give").click()
        await expect(stage.page.get_by_test_id("link")).to_have_value(f"{show.stage.address}{phone.path}")
        await stage.page.keyboard.press("Escape")
        friend = await show.friend_window(phone)
        theirs = friend.phone(person)
        await theirs.open(person.private)
        hand = await theirs.hand()
        assert hand == list(cards_of(turn.message))

        covered = stage.card(person).get_by_test_id("covered")
        await expect(covered).to_be_visible()
        await covered.get_by_test_id("take-back").click()
        ask = stage.card(person).get_by_role("dialog")
        await ask.get_by_role("button", name="Отмена").click()
        await expect(covered).to_be_visible()
        await covered.get_by_test_id("take-back").click()
        await ask.get_by_role("button", name="Забрать назад").click()

        gone = friend.page.get_by_test_id("gone")
        await expect(gone).to_have_attribute("data-reason", "taken")
        await expect(theirs.cards).to_have_count(0)
        await expect(covered).to_have_count(0)
        mine = stage.phone(person)
        await mine.open(person.private)
        await expect(mine.cards).to_have_text(hand)
        # The match goes on where it was.
        await table.click(turn)
        await expect(mine.toast).to_be_visible()

        old = friend.page.url
        answer = await friend.page.goto(old)
        assert answer is not None
        assert answer.status == 404
        await expect(friend.page.locator("body")).to_contain_text("Эта ссылка больше не действует.")
        show.complaints.remove(*[line for line in show.complaints if "404" in line])


@pytest.mark.long
async def test_a_friend_who_has_gone_leaves_the_phone_covered(chromium: Browser) -> None:
    async with playing(chromium) as show:
        stage = await show.stage_window()
        phone = show.phones[0]
        friend = await show.friend_window(phone)
        covered = stage.card(phone.person).get_by_test_id("covered")
        await expect(covered).to_have_attribute("data-hand", "friend")
        await friend.page.goto("about:blank")
        await expect(covered).to_have_attribute("data-hand", "away")
