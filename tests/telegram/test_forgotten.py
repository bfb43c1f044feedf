"""Tables that nobody touches are closed with a note, and any player may end an idle one."""

from __future__ import annotations

from bot.locales import texts
from bot.screens.presses import Stop

from .harness import Play
from .tables import meet, open_lobby, room_of, two_friends

RU = texts("ru")
HOUR = 3600.0


async def test_a_lobby_that_nobody_touches_is_closed_with_a_note(game: Play) -> None:
    (anna,) = await meet(game, "Анна")
    table = await open_lobby(game, game.world.group("Друзья", [anna]), anna)
    board = table.board()
    game.clock.advance(12 * HOUR)
    await game.wait(60)
    assert await table.stored("phase, ending") == ("stopped", "expired")
    assert RU.plain("expired-lobby") in board.text
    assert not board.buttons


async def test_a_match_that_nobody_touches_is_stopped_with_a_note_in_every_chat(game: Play) -> None:
    table = await two_friends(game)
    anna, boris = table.people
    boards = [table.board(), table.console(anna), table.console(boris)]
    game.clock.advance(14 * 24 * HOUR)
    await game.wait(60)
    assert await table.stored("phase, ending") == ("stopped", "expired")
    for board in boards:
        assert RU.plain("expired-match") in board.text
        assert room_of(board) is None
    await game.say(boris, table.group, "/history")
    assert RU.plain("history-stopped") in boris.last(table.group).text


async def test_what_people_pressed_while_the_bot_was_down_comes_before_the_end_of_their_lobby(
    kept: Play,
) -> None:
    anna, boris = await meet(kept, "Анна", "Борис")
    table = await open_lobby(kept, kept.world.group("Друзья", [anna, boris]), anna)
    await kept.stop()
    kept.clock.advance(11 * HOUR)
    board = table.board()
    press = boris.press_nowait(board, f"l:{table.room}:sit")
    kept.clock.advance(2 * HOUR)
    await kept.start(seed=2)
    await kept.settle()
    await kept.wait(700)
    assert await table.stored("phase") == ("lobby",)
    assert "Борис" in table.board().text
    assert press.message is board


async def test_any_player_may_stop_an_idle_match(game: Play) -> None:
    table = await two_friends(game)
    _, boris = table.people
    await game.say(boris, table.group, "/stop")
    assert boris.last(table.group).text == RU.plain("refusal-may-not-stop")
    game.clock.advance(3 * HOUR)
    await game.wait(30)
    await game.say(boris, table.group, "/stop")
    question = boris.last(table.group)
    answer = await table.press(boris, question, Stop)
    assert answer.text == RU.plain("toast-stopped")
    assert await table.stored("phase, stopped_by") == ("stopped", "Борис")


async def test_a_member_who_opens_ever_more_tables_takes_nobody_elses_place(game: Play) -> None:
    anna, boris = await meet(game, "Анна", "Борис")
    group = game.world.group("Друзья", [anna, boris])
    first = await open_lobby(game, group, boris)
    board = first.board()
    for _ in range(20):
        await game.say(boris, group, "/deberts")
    await game.wait(120)
    assert await first.stored("phase, stopped_by") == ("stopped", "Борис")
    assert RU.plain("stopped-by", name="Борис") in board.text
    assert not board.buttons
    table = await open_lobby(game, group, anna)
    assert (await game.rooms.view(table.room)).seat_of(anna.id) == 0
