"""The same people at several tables: in two groups, and in one."""

from __future__ import annotations

import random

from bot.locales import texts
from bot.sandbox import Chat, Message, Person
from bot.screens.presses import Choose, Stop, decode

from .harness import Play
from .tables import Table, button_of, meet, open_lobby, open_table

RU = texts("ru")


async def two_tables(game: Play, *, one_group: bool = False) -> tuple[Table, Table]:
    """Seat Anna and Boris at two tables, both dealt."""
    people = await meet(game, "Анна", "Борис")
    group = game.world.group("Друзья", people)
    other = group if one_group else game.world.group("Соседи", people)
    return await open_table(game, group, *people), await open_table(game, other, *people)


def choices(message: Message) -> list[int]:
    """Return the rooms that a question offers."""
    presses = (decode(button.callback_data) for button in message.buttons)
    return [press.room for press in presses if isinstance(press, Choose)]


async def choose(game: Play, person: Person, chat: Chat, table: Table) -> None:
    message = person.last(chat)
    data = [button.callback_data for button in message.buttons][choices(message).index(table.room)]
    await game.press(person, message, str(data))


async def test_consoles_stand_side_by_side_each_with_the_name_of_its_group(game: Play) -> None:
    first, second = await two_tables(game)
    for person in first.people:
        assert "Друзья" in first.console(person).text
        assert "Соседи" in second.console(person).text
        assert first.console(person) is not second.console(person)


async def test_a_press_acts_in_its_own_room(game: Play) -> None:
    for one_group in (False, True):
        tables = await two_tables(game, one_group=one_group)
        chance = random.Random(1)
        for acting, resting in (tables, tables[::-1], tables):
            before = await resting.record()
            count = sum(len(deal["actions"]) for deal in (await acting.record())["deals"])
            await acting.move(chance)
            assert await resting.record() == before
            assert sum(len(deal["actions"]) for deal in (await acting.record())["deals"]) == count + 1


async def test_a_button_with_the_number_of_the_other_room_is_refused_on_this_ones_console(game: Play) -> None:
    first, second = await two_tables(game)
    person = await second.player()
    data = next(
        button.callback_data
        for button in second.console(person).buttons
        if (button.callback_data or "").startswith("m:")
    )
    await person.press_data(first.console(person), str(data))
    assert (await second.record())["deals"][0]["actions"] == []


async def test_a_command_in_private_asks_which_table_and_answers_in_place(game: Play) -> None:
    first, second = await two_tables(game)
    anna = first.people[0]
    await second.play_until(lambda match: match.deal is not None and len(match.deal.winners) == 1)
    await game.say(anna, anna.private, "/last")
    question = anna.last()
    assert choices(question) == [first.room, second.room]
    assert "Друзья" in question.labels[0]
    assert "Соседи" in question.labels[1]
    await choose(game, anna, anna.private, second)
    assert anna.last() is question
    assert RU.plain("last-title") in question.text
    assert not question.buttons


async def test_a_command_in_a_group_asks_players_for_their_tables_and_others_for_all(game: Play) -> None:
    first, second = await two_tables(game, one_group=True)
    group, anna = first.group, first.people[0]
    (vera,) = await meet(game, "Вера")
    vera.join(group)
    third = await open_lobby(game, group, vera)
    (gleb,) = await meet(game, "Глеб")
    gleb.join(group)

    await game.say(anna, group, "/score")
    assert choices(anna.last(group)) == [first.room, second.room]
    await choose(game, anna, group, first)
    assert RU.plain("sheet-title") in anna.last(group).text

    await game.say(vera, group, "/rules")
    assert not choices(vera.last(group)), "there is only one that she can mean"

    await game.say(gleb, group, "/score")
    assert choices(gleb.last(group)) == [first.room, second.room, third.room]


async def test_the_table_asked_for_is_shown_anew_and_the_question_loses_its_buttons(game: Play) -> None:
    first, second = await two_tables(game, one_group=True)
    anna, group = first.people[0], first.group
    old = second.board()
    await game.say(anna, group, "/table")
    question = anna.last(group)
    await choose(game, anna, group, second)
    assert second.board() is anna.last(group)
    assert not old.buttons
    assert not question.buttons

    console = first.console(anna)
    await game.say(anna, anna.private, "/hand")
    await choose(game, anna, anna.private, first)
    assert first.console(anna) is anna.last()
    assert not console.buttons


async def test_a_table_to_stop_is_chosen_and_then_asked_about(game: Play) -> None:
    first, second = await two_tables(game, one_group=True)
    anna, boris = first.people
    await game.say(anna, first.group, "/stop")
    question = anna.last(first.group)
    refused = await boris.press_data(question, button_of(question, Choose))
    assert refused.text == RU.plain("refusal-may-not-stop")
    await choose(game, anna, first.group, second)
    await game.press(anna, question, button_of(question, Stop))
    assert await second.stored("phase") == ("stopped",)
    assert await first.stored("phase") == ("playing",)
