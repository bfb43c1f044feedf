"""Leaving and substitutes through the chats: nobody is locked in, nobody sits down without consent."""

from __future__ import annotations

import random

from bot.deberts.cards import cards
from bot.locales import texts
from bot.rooms.views import Phase
from bot.sandbox import Answer, Person
from bot.screens.absence_presses import Leave, TakeOver, Vote
from bot.screens.presses import Query, encode
from bot.store.people import UserRow

from .absent import press_kind, view_of
from .harness import Play
from .tables import Table, button_of, kinds, meet, offered, open_lobby, room_of, two_friends
from .test_reachability import cards_of

RU = texts("ru")


async def leave(table: Table, person: Person) -> Answer:
    """Leave by the button of the console."""
    await press_kind(table, person, table.console(person), Leave)
    answer = await press_kind(table, person, person.last(), Leave, "yes")
    await table.game.settle()
    return answer


async def newcomer(table: Table, name: str = "Вера") -> Person:
    (person,) = await meet(table.game, name)
    person.join(table.group)
    return person


async def test_leaving_is_asked_about_and_then_the_seat_is_free(game: Play) -> None:
    table = await two_friends(game)
    await table.mid_trick()
    anna, boris = table.people
    console = table.console(boris)
    await press_kind(table, boris, console, Leave)
    question = boris.last()
    assert question.text.startswith(RU.plain("leave-question", name="Борис"))
    await press_kind(table, boris, question, Leave, "no")
    assert question.text == RU.plain("stop-kept")
    assert (await view_of(table)).seat_of(boris.id) == 1

    answer = await leave(table, boris)
    assert answer.text == RU.plain("toast-left")
    assert boris.last().text == RU.plain("leave-done")
    assert not any(room_of(message) == table.room for message in boris.messages())
    assert console.text == f"Друзья\n\n{RU.plain('leave-done')}"
    assert RU.plain("seat-vacant", name="Борис") in table.board().text
    assert TakeOver in kinds(table.board())
    assert RU.plain("seat-vacant", name="Борис") in table.console(anna).text
    assert await table.stored("settled_version = version") == (1,)
    # What is pressed on the old console is nobody's any more.
    assert (await boris.press_data(console, encode(Query(table.room, "hand")))).text == RU.plain(
        "refusal-no-room"
    )


async def test_a_question_about_leaving_is_answered_by_who_asked_it(game: Play) -> None:
    table = await two_friends(game)
    anna, boris = table.people
    await game.say(boris, table.group, "/leave")
    question = boris.last(table.group)
    assert question.text.startswith(RU.plain("leave-question", name="Борис"))
    refused = await press_kind(table, anna, question, Leave, "yes")
    assert refused.text == RU.plain("refusal-not-yours")
    await press_kind(table, boris, question, Leave, "yes")
    assert question.text == RU.plain("left-table", name="Борис")
    assert (await view_of(table)).vacant == (1,)


async def test_a_stranger_takes_no_buttons_off_a_question(game: Play) -> None:
    table = await two_friends(game)
    other = await open_lobby(game, table.group, table.people[0])
    stranger = await newcomer(table)
    anna = table.people[0]
    for command in ("/leave", "/stop"):
        await game.say(anna, table.group, command)
        question = anna.last(table.group)
        labels = [button.text for button in question.buttons]
        assert len(set(labels)) == 2, "two tables of the same people look alike"
        for button in question.buttons:
            await stranger.press_data(question, str(button.callback_data))
            await game.settle()
        assert [button.text for button in question.buttons] == labels
    assert (await view_of(other)).live


async def test_a_match_that_is_over_is_not_left(game: Play) -> None:
    table = await two_friends(game)
    anna, boris = table.people
    asks = button_of(table.console(boris), Leave)
    await press_kind(table, boris, table.console(boris), Leave)
    question, console = boris.last(), table.console(boris)
    await game.rooms.stop(table.room, UserRow(anna.id, "Анна", "ru", None, True), is_admin=True)
    await game.settle()
    over = RU.plain("refusal-room-over")
    assert (await boris.press_data(console, asks)).text == over
    assert boris.last() is question
    assert (await press_kind(table, boris, question, Leave, "no")).text == over
    await game.settle()
    assert not question.buttons
    assert (await boris.press_data(boris.last(table.group), encode(Query(table.room, "hand")))).text == over


async def test_leave_stands_up_from_a_lobby_at_once(game: Play) -> None:
    anna, boris = await meet(game, "Анна", "Борис")
    table = await open_lobby(game, game.world.group("Друзья", [anna, boris]), anna)
    await game.say(anna, anna.private, "/leave")
    assert anna.last().text == RU.plain("leave-done")
    assert (await view_of(table)).seats == (None, None)
    await game.say(boris, table.group, "/leave")
    assert boris.last(table.group).text == RU.plain("refusal-not-seated")


async def test_a_substitute_sits_down_when_everybody_agrees(game: Play) -> None:
    table = await two_friends(game)
    await table.mid_trick()
    anna, boris = table.people
    hand = cards_of((await boris.press_data(table.board(), encode(Query(table.room, "hand")))).text)
    await leave(table, boris)
    vera = await newcomer(table)
    stranger = await newcomer(table, "Глеб")
    answer = await press_kind(table, vera, table.board(), TakeOver)
    assert answer.text == RU.plain("toast-asked")
    await game.settle()
    assert RU.plain("seat-request", name="Вера", left="Борис", waiting="Анна") in table.board().text
    assert Vote in kinds(table.console(anna))
    refused = await press_kind(table, stranger, table.board(), Vote)
    assert refused.text == RU.plain("refusal-not-seated")

    await press_kind(table, anna, table.board(), Vote)
    await game.settle()
    view = await view_of(table)
    assert view.seat_of(vera.id) == 1
    assert "🪑" not in table.board().text
    table.people = (anna, vera)
    alert = await vera.press_data(table.board(), encode(Query(table.room, "hand")))
    assert cards_of(alert.text) == hand
    match = await table.match()
    assert match.deal is not None
    assert {table.people[match.deal.turn]} == {
        person for person in table.people if offered(table.console(person))
    }
    await table.play_until(lambda match: match.deal is not None and len(match.deal.winners) == 3)
    assert hand >= set(cards((await table.match()).deal.hands[1]))  # type: ignore[union-attr]


async def test_a_refused_substitute_may_ask_again_and_who_must_open_the_bot_is_sent_there(game: Play) -> None:
    table = await two_friends(game)
    anna, boris = table.people
    await leave(table, boris)
    vera = game.world.person("Вера")
    vera.join(table.group)
    link = await press_kind(table, vera, table.board(), TakeOver)
    assert link == Answer(url=f"https://t.me/deberts_bot?start=r{table.room}")
    assert link.url is not None
    await vera.open(link.url)
    await game.settle()
    await press_kind(table, vera, table.board(), TakeOver)
    await game.settle()
    answer = await press_kind(table, anna, table.console(anna), Vote, "no")
    assert answer.text == RU.plain("toast-refused")
    await game.settle()
    assert vera.last().text == RU.plain("seat-refused", title="Друзья")
    assert (await view_of(table)).requests == ()
    assert TakeOver in kinds(table.board())
    await press_kind(table, vera, table.board(), TakeOver)
    # Борис, who left, would like to come back, but is not the first.
    refused = await boris.press_data(table.board(), encode(TakeOver(table.room, 1)))
    assert refused.text == RU.plain("refusal-seat-asked", name="Вера")


async def test_an_answer_that_comes_too_late_puts_the_chats_right(game: Play) -> None:
    table = await two_friends(game)
    anna, boris = table.people
    await leave(table, boris)
    await press_kind(table, await newcomer(table), table.board(), TakeOver)
    # The request is gone and nobody has shown it.
    async with game.database.transaction() as tx:
        await tx.run("DELETE FROM substitutes")
    game.rooms.forget_idle(0)
    answer = await press_kind(table, anna, table.board(), Vote)
    assert answer.text == RU.plain("refusal-request-over")
    await game.settle()
    for message in (table.board(), table.console(anna)):
        assert Vote not in kinds(message)
    assert TakeOver in kinds(table.board())


async def test_the_owner_leaves_and_the_last_one_stops_the_match(game: Play) -> None:
    table = await two_friends(game)
    anna, boris = table.people
    await leave(table, anna)
    assert await table.stored("owner_id") == (boris.id,)
    board = table.board()
    await leave(table, boris)
    assert await table.stored("phase, ending") == ("stopped", "deserted")
    assert RU.plain("ended-deserted") in board.text
    assert not board.buttons


async def test_the_last_to_leave_is_told_so_as_all_others(game: Play) -> None:
    table = await two_friends(game)
    consoles = [table.console(person) for person in table.people]
    for person in table.people:
        await leave(table, person)
    assert await table.stored("phase, ending") == ("stopped", "deserted")
    for console in consoles:
        assert console.text == f"Друзья\n\n{RU.plain('leave-done')}"
        assert not console.buttons


async def test_who_has_left_the_group_plays_on_and_may_leave_the_match(game: Play) -> None:
    table = await two_friends(game)
    _, boris = table.people
    boris.leave(table.group)
    await game.settle()
    assert (await view_of(table)).seat_of(boris.id) == 1
    chance = random.Random(2)
    for _ in range(4):
        await table.move(chance)
    await leave(table, boris)
    assert (await view_of(table)).phase is Phase.PLAYING
    assert (await view_of(table)).vacant == (1,)


async def test_a_seat_that_was_left_just_before_a_crash_is_shown_after_it(kept: Play) -> None:
    table = await two_friends(kept)
    anna, boris = table.people
    await kept.rooms.leave(table.room, boris.id)
    await kept.restart()
    await kept.settle()
    assert not any(room_of(message) == table.room for message in boris.messages())
    assert TakeOver in kinds(table.board())
    assert RU.plain("seat-vacant", name="Борис") in table.console(anna).text
