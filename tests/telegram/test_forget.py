"""`/forget` as a player meets it."""

from __future__ import annotations

import pytest

from bot.locales import texts
from bot.screens.absence_presses import TakeOver, Vote
from bot.screens.presses import Forget, encode

from .absent import press_kind
from .harness import Play
from .tables import kinds, meet, open_lobby, two_friends
from .test_leaving import leave, newcomer

RU, EN = texts("ru"), texts("en")


async def names(game: Play) -> set[str]:
    async with game.database.reading() as tx:
        return {name for (name,) in await tx.all("SELECT name FROM users")}


async def test_it_asks_and_then_knows_nobody_of_that_name(game: Play) -> None:
    (john,) = await meet(game, "John", language="en")
    (anna,) = await meet(game, "Анна")
    group = game.world.group("Друзья", [anna, john])
    table = await open_lobby(game, group, anna)
    await game.press(john, table.board(), "Сесть")
    assert "John" in table.board().text

    await game.say(john, john.private, "/forget")
    question = john.last()
    assert EN.plain("forget-question") in question.text
    assert question.labels == [EN.plain("button-forget-yes"), EN.plain("button-forget-no")]
    assert "John" in await names(game)
    await game.press(john, question, EN.plain("button-forget-yes"))
    assert question.text == EN.plain("forget-done")
    assert not question.buttons
    assert "John" not in table.board().text
    assert await names(game) == {"Анна"}

    # Not even that they go is noted; when they come back they are met anew.
    john.block()
    await game.settle()
    assert await names(game) == {"Анна"}
    john.unblock()
    await john.start()
    await game.settle()
    assert await names(game) == {"Анна", "John"}
    user = await game.rooms.people.user(john.id)
    assert user is not None
    assert user.reachable


async def test_who_changes_their_mind_is_remembered(game: Play) -> None:
    (anna,) = await meet(game, "Анна")
    await game.say(anna, anna.private, "/forget")
    question = anna.last()
    await game.press(anna, question, RU.plain("button-forget-no"))
    assert question.text == RU.plain("forget-kept")
    assert await names(game) == {"Анна"}


async def test_who_plays_is_told_what_must_end_first(game: Play) -> None:
    table = await two_friends(game)
    anna, _ = table.people
    await table.mid_trick()
    record = await table.record()
    await game.say(anna, anna.private, "/forget")
    question = anna.last()
    await game.press(anna, question, RU.plain("button-forget-yes"))
    assert question.text.splitlines()[0] == RU.plain("forget-later")
    assert question.text.splitlines()[2] == "• Друзья · до 501 · сдача 1"
    assert await names(game) == {"Анна", "Борис"}
    assert await table.record() == record
    user = await game.rooms.people.user(anna.id)
    assert user is not None
    assert user.reachable


async def test_whoever_asks_for_a_seat_is_seen_no_more_at_the_table(game: Play) -> None:
    table = await two_friends(game)
    await table.mid_trick()
    anna, boris = table.people
    await leave(table, boris)
    vera = await newcomer(table)
    await press_kind(table, vera, table.board(), TakeOver)
    assert "Вера" in table.board().text
    await game.say(vera, vera.private, "/forget")
    await game.press(vera, vera.last(), RU.plain("button-forget-yes"))
    await game.settle()
    for message in (table.board(), table.console(anna)):
        assert "Вера" not in message.text
        assert Vote not in kinds(message)
    assert TakeOver in kinds(table.board())
    assert await table.stored("settled_version = version") == (1,)
    # Somebody else may ask now, and be agreed to.
    await press_kind(table, await newcomer(table, "Глеб"), table.board(), TakeOver)
    assert "Глеб" in table.board().text


@pytest.mark.parametrize("confirmed", [True, False])
async def test_a_forged_press_in_a_group_forgets_nobody(game: Play, confirmed: bool) -> None:
    table = await two_friends(game)
    anna, _ = table.people
    answer = await anna.press_data(table.board(), encode(Forget(confirmed)))
    assert answer.text == RU.plain("bad-press")
    assert await names(game) == {"Анна", "Борис"}
