"""How tables end: stopped by who may, played to the end, and played again."""

from __future__ import annotations

from bot.locales import texts
from bot.screens.presses import Rematch, Seat, Start, Stop, encode

from .harness import Play
from .tables import Table, button_of, every_move, meet, open_lobby, room_of, two_friends

RU = texts("ru")


async def test_a_stop_is_asked_about_and_the_owner_may(game: Play) -> None:
    table = await two_friends(game)
    anna, boris = table.people
    await table.mid_trick()
    await game.say(anna, table.group, "/stop")
    question = anna.last(table.group)
    assert await table.stored("phase") == ("playing",)
    no = next(button for button in question.buttons if button.callback_data == f"s:{table.room}:no")
    await game.press(anna, question, str(no.callback_data))
    assert question.text == RU.plain("stop-kept")
    assert not question.buttons

    await game.say(anna, table.group, "/stop")
    question = anna.last(table.group)
    refused = await boris.press_data(question, button_of(question, Stop))
    assert refused.text == RU.plain("refusal-may-not-stop")
    answer = await table.press(anna, question, Stop)
    assert answer.text == RU.plain("toast-stopped")
    assert question.text == RU.plain("stop-done", name="Анна")
    assert await table.stored("phase, stopped_by") == ("stopped", "Анна")
    for chat in (table.group, anna.private, boris.private):
        assert not any(room_of(message) for message in game.world.chats[chat.id].visible())
    await game.say(boris, table.group, "/history")
    assert RU.plain("history-stopped") in boris.last(table.group).text


async def test_who_may_not_stop_is_not_even_asked(game: Play) -> None:
    table = await two_friends(game)
    _, boris = table.people
    await game.say(boris, table.group, "/stop")
    assert boris.last(table.group).text == RU.plain("refusal-may-not-stop")


async def test_an_admin_who_does_not_play_may_stop(game: Play) -> None:
    anna, vera = await meet(game, "Анна", "Вера")
    group = game.world.group("Друзья", [vera, anna])
    table = await open_lobby(game, group, anna)
    await game.say(vera, group, "/stop")
    question = vera.last(group)
    await table.press(vera, question, Stop)
    assert await table.stored("phase, stopped_by") == ("stopped", "Вера")
    again = await vera.press_data(question, encode(Stop(table.room, True)))
    assert again.text == RU.plain("refusal-table-closed")
    assert not any(room_of(message) for message in vera.messages(group))


async def test_a_move_that_comes_after_the_stop_is_refused(game: Play) -> None:
    table = await two_friends(game)
    person = await table.player()
    move = every_move(table.console(person))[0]
    console = table.console(person)
    await game.say(table.people[0], table.group, "/stop")
    question = table.people[0].last(table.group)
    stop = table.people[0].press_nowait(question, button_of(question, Stop))
    await stop.outcome
    answer = await person.press_data(console, encode(move))
    assert answer.text == RU.plain("refusal-room-over")
    assert (await table.record())["deals"][0]["actions"] == []


async def finished(game: Play) -> Table:
    table = await two_friends(game, target=0)
    await table.play_until(lambda match: match.over)
    await game.settle()
    return table


async def test_of_two_who_press_rematch_one_opens_the_lobby_and_both_sit_in_it(game: Play) -> None:
    table = await finished(game)
    anna, boris = table.people
    first = boris.press_nowait(table.console(boris), button_of(table.console(boris), Rematch))
    second = anna.press_nowait(table.board(), button_of(table.board(), Rematch))
    await first.outcome
    await second.outcome
    await game.settle()
    async with game.database.reading() as tx:
        rooms = await tx.all("SELECT id, phase, rules FROM rooms WHERE id != ?", table.room)
    assert [phase for _, phase, _ in rooms] == ["lobby"]
    assert rooms[0][2] == (await table.stored("rules"))[0]
    again = Table(game, table.group, table.people, rooms[0][0])
    assert "Анна" in again.board().text
    assert "Борис" in again.board().text
    await again.press(anna, again.board(), Start)
    assert await again.stored("phase") == ("playing",)
    assert await table.stored("phase") == ("finished",)


async def test_the_result_of_a_finished_match_stays_when_the_next_one_is_played(game: Play) -> None:
    table = await finished(game)
    anna, _ = table.people
    board = table.board()
    text = board.text
    await table.press(anna, board, Rematch)
    again = Table(game, table.group, table.people, table.room + 1)
    await again.press(anna, again.board(), Start)
    await again.mid_trick()
    assert board.text == text
    assert not board.is_deleted


async def test_a_stranger_gets_no_rematch(game: Play) -> None:
    table = await finished(game)
    vera = game.world.person("Вера")
    vera.join(table.group)
    answer = await table.press(vera, table.board(), Rematch)
    assert answer.text == RU.plain("refusal-not-seated")


async def test_when_the_owner_stands_up_the_next_owns_the_table(game: Play) -> None:
    anna, boris = await meet(game, "Анна", "Борис")
    table = await open_lobby(game, game.world.group("Друзья", [anna, boris]), anna)
    await table.press(boris, table.board(), Seat)
    await game.press(anna, table.board(), encode(Seat(table.room, False)))
    assert await table.stored("owner_id") == (boris.id,)
    again = await anna.press_data(table.board(), encode(Seat(table.room, False)))
    assert again.text == RU.plain("refusal-not-seated")
