"""Playing at the group's table: for whoever has blocked the bot, and without showing a card to anybody."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator, Mapping
from typing import Any

import pytest

from bot.deberts.cards import cards
from bot.deberts.view import public_view
from bot.locales import texts
from bot.sandbox import Answer, Message, Person
from bot.screens.absence_presses import GroupMove, PlayHere
from bot.screens.cards import card
from bot.screens.presses import decode, encode
from tests.screens.test_states import cards_in, public_cards

from .absent import press_kind, view_of
from .harness import Play
from .matches import truth_of
from .secrets import Secrets
from .tables import AT_ONCE, Table, kinds, two_friends

RU = texts("ru")


class Overheard:
    """Every request that shows something, since it was last looked at."""

    def __init__(self, game: Play) -> None:
        self.calls: list[tuple[int, str, list[str]]] = []
        self.times: list[tuple[float, int]] = []
        self._game = game
        game.world.observers.append(self.hear)

    def hear(self, method: str, params: Mapping[str, Any]) -> None:
        if not method.startswith(("send", "edit")):
            return
        markup = params.get("reply_markup") or {}
        if isinstance(markup, str):
            markup = json.loads(markup)
        # All cards are offered in the group: of those buttons the kit tells whether they are right.
        labels = [
            button["text"]
            for row in markup.get("inline_keyboard", [])
            for button in row
            if not str(button.get("callback_data")).startswith("t:")
        ]
        self.calls.append((params["chat_id"], str(params.get("text", "")), labels))
        self.times.append((self._game.clock.now(), params["chat_id"]))


def here(message: Message) -> dict[int, str]:
    """Return the data of the group's buttons by the codes of their acts."""
    found = {}
    for button in message.buttons:
        press = decode(button.callback_data) if button.callback_data is not None else None
        if isinstance(press, GroupMove):
            found[press.code] = str(button.callback_data)
    return found


async def offer(table: Table, person: Person) -> Answer:
    answer = await press_kind(table, person, table.board(), PlayHere)
    await table.game.settle(AT_ONCE)
    return answer


async def act(table: Table, person: Person, code: int) -> Answer:
    answer = await person.press_data(table.board(), here(table.board())[code])
    await table.game.settle(AT_ONCE)
    return answer


async def test_the_cards_come_and_go_at_the_wish_of_who_plays(game: Play) -> None:
    table = await two_friends(game)
    anna, _ = table.people
    vera = game.world.person("Вера")
    vera.join(table.group)
    refused = await press_kind(table, vera, table.board(), PlayHere)
    assert refused.text == RU.plain("refusal-not-seated")
    assert GroupMove not in kinds(table.board())
    assert (await offer(table, anna)).text == RU.plain("toast-plays-here")
    assert GroupMove in kinds(table.board())
    await offer(table, anna)
    assert GroupMove not in kinds(table.board())


@pytest.fixture
def secrets(kept: Play) -> Iterator[Secrets]:
    """The kit that looks at every payload and knows what the group's buttons may say."""
    truth = truth_of(kept)
    with Secrets(kept.world, truth) as kit:
        yield kit
    truth.close()


async def test_who_blocks_the_bot_plays_a_whole_deal_in_the_group_and_shows_no_card(
    kept: Play, secrets: Secrets
) -> None:
    table = await two_friends(kept)
    anna, boris = table.people
    boris.block()
    heard = Overheard(kept)
    await kept.settle()
    assert "«Играть здесь»" in table.board().text
    await offer(table, boris)
    chance = random.Random(5)
    while not (match := await table.match()).results:
        assert match.deal is not None
        person = table.people[match.deal.turn]
        if person is boris:
            answer = await act(table, boris, chance.choice(match.codes()))
            assert not answer.show_alert
        else:
            await table.move(chance, anna)
        match = await table.match()
        if match.deal is None:
            break
        public = public_view(match)
        secret = set(cards(match.deal.hands[1])) - public_cards(public)
        for _, text, labels in heard.calls:
            assert not cards_in(text, RU) & secret
            assert not cards_in(" ".join(labels), RU) & secret
        assert boris.id not in {chat for chat, *_ in heard.calls}
        heard.calls.clear()
    assert (await table.match()).results[0].played
    # The kit has compared the buttons of every part, from the first moment, with what the rules say.
    assert set(range(4, 13)) < set(secrets.tables)
    assert {0, 1} & set(secrets.tables)
    secrets.check()


async def test_refusals_are_for_the_presser_alone_and_say_why(game: Play) -> None:
    table = await two_friends(game)
    anna, boris = table.people
    await offer(table, anna)
    late = await table.player()
    other = boris if late is anna else anna
    match = await table.match()
    assert match.deal is not None
    answer = await act(table, other, 64)
    assert answer == Answer(RU.plain("illegal-not-your-turn", seat=late.user.first_name))
    await table.play_until(lambda match: match.deal is not None and match.deal.trump >= 0)
    await game.settle()
    late = await table.player()
    match = await table.match()
    assert match.deal is not None
    foreign = next(one for one in range(32) if not match.deal.hand(match.deal.turn) >> one & 1)
    answer = await act(table, late, foreign)
    assert answer == Answer(RU.plain("illegal-not-in-hand", card=card(foreign, RU)))
    vera = game.world.person("Вера")
    vera.join(table.group)
    assert (await act(table, vera, foreign)).text == RU.plain("refusal-not-seated")
    assert (await table.match()).deal.log == match.deal.log  # type: ignore[union-attr]
    # The same button forged onto a private message is nobody's.
    press = await late.press_data(table.console(late), here(table.board())[foreign])
    assert press.text == RU.plain("refusal-no-room")


async def test_the_table_follows_every_card_within_what_telegram_allows(game: Play) -> None:
    table = await two_friends(game)
    anna, _ = table.people
    await table.play_until(lambda match: match.deal is not None and len(match.deal.winners) == 1)
    await offer(table, anna)
    await game.wait(60)
    heard = Overheard(game)
    for _ in range(14):
        match = await table.match()
        assert match.deal is not None
        code = random.Random(1).choice(match.codes())
        answer = await act(table, table.people[match.deal.turn], code)
        assert answer.text
        match = await table.match()
        if match.deal is None:
            break
        if match.deal.trick:
            assert card(code & 31, RU) in table.board().text
    in_group = [at for at, chat in heard.times if chat == table.group.id]
    assert in_group
    for start in in_group:
        assert len([at for at in in_group if start <= at < start + 60]) <= 15


async def test_a_table_that_lags_behind_takes_the_cards_of_its_trick(game: Play) -> None:
    table = await two_friends(game)
    anna, _ = table.people
    await table.play_until(lambda match: match.deal is not None and len(match.deal.winners) == 1)
    await offer(table, anna)
    await game.settle()
    buttons = here(table.board())
    for _ in range(2):
        match = await table.match()
        assert match.deal is not None
        code = match.codes()[0]
        answer = await table.people[match.deal.turn].press_data(table.board(), buttons[code])
        assert "сыграли" in answer.text
    count = (await view_of(table)).action_count
    # What is pressed with buttons of the trick before does nothing, and a press that comes twice neither.
    match = await table.match()
    assert match.deal is not None
    late = table.people[match.deal.turn]
    answer = await late.press_data(table.board(), buttons[match.codes()[0]])
    assert answer.text == RU.plain("refusal-stale-move")
    again = await late.press_data(table.board(), encode(GroupMove(table.room, 0, 5, match.deal.played[-1])))
    assert again.text in (RU.plain("refusal-already-done"), RU.plain("refusal-stale-move"))
    assert (await view_of(table)).action_count == count
    await game.settle()
    fresh = here(table.board())
    assert fresh != buttons
    assert "сыграли" in (await act(table, late, match.codes()[0])).text


async def test_bela_can_be_announced_at_the_table(game: Play) -> None:
    table = await two_friends(game)
    anna, _ = table.people
    await offer(table, anna)
    await table.play_until(
        lambda match: match.deal is not None and any(32 <= code < 64 for code in match.codes()), seed=1
    )
    await game.settle(AT_ONCE)
    match = await table.match()
    assert match.deal is not None
    code = next(code for code in match.codes() if 32 <= code < 64)
    answer = await act(table, table.people[match.deal.turn], code)
    assert answer.text == RU.plain("toast-bela", card=card(code & 31, RU))
    await game.settle()
    assert not [code for code in here(table.board()) if 32 <= code < 64]


async def test_the_cards_on_the_table_outlive_a_restart(kept: Play) -> None:
    table = await two_friends(kept)
    await offer(table, table.people[0])
    board = table.board()
    await kept.restart()
    assert table.board() is board
    match = await table.match()
    assert match.deal is not None
    answer = await act(table, table.people[match.deal.turn], 64)
    assert answer.text == RU.plain("toast-pass")


async def test_the_reachable_may_play_at_the_table_and_in_private_by_turns(game: Play) -> None:
    table = await two_friends(game)
    anna, boris = table.people
    await offer(table, anna)
    chance = random.Random(8)
    for step in range(12):
        match = await table.match()
        if match.deal is None:
            break
        if step % 2:
            await table.move(chance)
        else:
            await act(table, table.people[match.deal.turn], chance.choice(match.codes()))
    await game.settle()
    await table.check_board()
    for person in (anna, boris):
        assert len(table.consoles(person)) == 1
