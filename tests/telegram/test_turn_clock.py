"""The turn clock through the chats: phones ring, the bot plays, others end the match, time is given back."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any

import pytest

from bot.locales import texts
from bot.rooms.views import Phase
from bot.sandbox import ApiError, Message, Person
from bot.screens.absence_presses import Claim, Leave, Nudge
from bot.screens.presses import Page, Query, encode

from .absent import clocked_table, press_kind, view_of
from .harness import Play
from .tables import Table, kinds, meet, offered, open_lobby, room_of, two_friends
from .test_database_faults import read_only

RU = texts("ru")


async def test_the_owner_sets_the_clock_on_a_page_of_the_lobby(game: Play) -> None:
    (anna,) = await meet(game, "Анна")
    table = await open_lobby(game, game.world.group("Друзья", [anna]), anna)
    await game.press(anna, table.board(), RU.plain("button-clock"))
    assert RU.plain("clock-about") in table.board().text
    answer = await game.press(anna, table.board(), RU.plain("clock-180"))
    assert answer.text == RU.plain("toast-clock-set")
    assert f"✓ {RU.plain('clock-180')}" in table.board().labels
    await game.press(anna, table.board(), RU.plain("clock-then-claim"))
    await game.press(anna, table.board(), encode(Page(table.room, "")))
    assert "⏰ На ход — 3 минуты, потом можно закончить партию" in table.board().text
    await game.say(anna, table.group, "/rules")
    assert RU.plain("clock-claim-about") in anna.last(table.group).text
    assert await table.stored("clock_seconds, clock_then") == (180, "claim")
    # Forged: a time that no button offers.
    answer = await anna.press_data(table.board(), f"l:{table.room}:clock:2:61:play")
    assert answer.text == RU.plain("bad-press")


async def test_half_the_time_before_the_end_the_phone_rings(game: Play) -> None:
    table = await clocked_table(game, 60)
    late = await table.player()
    old = table.console(late)
    assert "⏰ 1 мин" in table.board().text
    deadline = (await view_of(table)).deadline
    assert deadline is not None
    await game.wait(deadline - 31 - game.clock.now())
    assert table.console(late) is old
    await game.wait(3)
    new = table.console(late)
    assert new is not old
    assert RU.plain("console-left", time="полминуты") in new.text
    assert not old.buttons
    await game.settle()
    assert RU.plain("clock-left", name=late.user.first_name, time="полминуты") in table.board().text
    # Then the turn is played as ever, and the reminder goes.
    await table.move(random.Random(1))
    await game.settle()
    assert "осталось" not in table.board().text


async def test_after_the_time_the_bot_plays_and_the_table_says_for_whom(game: Play) -> None:
    table = await clocked_table(game, 60)
    late = await table.player()
    await game.wait(70)
    view = await view_of(table)
    assert view.action_count == 1
    assert view.stand_ins == (view.seat_of(late.id),)
    assert RU.plain("clock-stand-in", names=late.user.first_name) in table.board().text
    await table.move(random.Random(1))
    assert await table.player() is late
    assert RU.plain("console-stand-in") in table.console(late).text
    await table.move(random.Random(1))
    await game.settle()
    assert "🤖" not in table.board().text + table.console(late).text


async def test_whoever_looks_again_sets_the_clock_going_that_rests(game: Play) -> None:
    table = await clocked_table(game, 60)
    await game.wait(300)
    assert (await view_of(table)).resting
    assert RU.plain("clock-resting") in table.board().text
    count = (await view_of(table)).action_count
    assert count == 2
    at_turn = await table.player()
    back = next(person for person in table.people if person is not at_turn)
    await game.press(back, table.board(), encode(Query(table.room, "score")))
    view = await view_of(table)
    assert not view.resting
    assert view.stand_ins == (view.seat_of(at_turn.id),)
    assert RU.plain("clock-stand-in", names=at_turn.user.first_name) in table.board().text
    await game.wait(70)
    assert (await view_of(table)).action_count == count + 1
    # A command is as good.
    await game.wait(300)
    assert (await view_of(table)).resting
    await game.say(at_turn, at_turn.private, "/hand")
    assert not (await view_of(table)).resting


async def test_for_whom_the_bot_plays_nothing_is_sent_at_every_turn(
    game: Play,
) -> None:
    for blocked in (False, True):
        table = await clocked_table(game, 60, target=60)
        anna, boris = table.people
        if blocked:
            boris.block()
        chance = random.Random(4)
        sent: tuple[int, int] | None = None
        while (view := await view_of(table)).deal_number == 0:
            if await table.player() is boris:
                await game.wait(75)
                if sent is None:
                    # The first turn was missed: by now he has been told and reminded.
                    sent = len(boris.messages()), len(bots(anna, table))
            else:
                await table.move(chance, anna)
            assert view.action_count < 60
        assert sent == (len(boris.messages()), len(bots(anna, table)) - 1), "more than the next deal's table"


def bots(person: Person, table: Table) -> list[Message]:
    """Return the messages in the table's group that somebody has from the bot."""
    return [message for message in person.messages(table.group) if message.sender is table.game.world.bot]


async def test_with_the_end_in_their_hands_the_others_are_rung(game: Play) -> None:
    table = await clocked_table(game, 60, "claim")
    late = await table.player()
    other = next(person for person in table.people if person is not late)
    console, lates = table.console(other), table.console(late)
    await game.wait(70)
    await game.settle()
    assert table.console(other) is not console
    assert Claim in kinds(table.console(other))
    assert not console.buttons
    assert lates.buttons or table.console(late) is not lates


async def test_a_match_with_one_absent_player_goes_on_to_its_end(game: Play) -> None:
    table = await clocked_table(game, 60, target=60)
    anna, boris = table.people
    chance = random.Random(4)
    while (await view_of(table)).phase is Phase.PLAYING:
        if await table.player() is boris:
            count = (await view_of(table)).action_count
            await game.wait(60)
            while (view := await view_of(table)).action_count == count and view.phase is Phase.PLAYING:
                await game.wait(10)
        else:
            await table.move(chance, anna)
    await game.settle()
    assert await table.stored("phase, ending") == ("finished", "")
    async with game.database.reading() as tx:
        by_clock = await tx.all("SELECT DISTINCT user_id, by_clock FROM actions ORDER BY user_id")
    assert by_clock == [(anna.id, 0), (boris.id, 1)]
    assert "🏆" in table.board().text


async def test_the_others_end_the_match_after_a_question(game: Play) -> None:
    table = await clocked_table(game, 60, "claim", "Анна", "Борис", "Вера")
    late = await table.player()
    other, third = (person for person in table.people if person is not late)
    assert Claim not in kinds(table.board()) | kinds(table.console(other))
    await game.wait(70)
    await game.settle()
    assert "Время вышло" in table.board().text
    assert Claim in kinds(table.board())
    assert Claim in kinds(table.console(other))
    assert Claim not in kinds(table.console(late))

    refused = await press_kind(table, late, table.board(), Claim)
    assert refused.text == RU.plain("refusal-claim-own")
    await press_kind(table, other, table.console(other), Claim)
    question = other.last()
    assert question.text.startswith(RU.plain("claim-question"))
    await press_kind(table, other, question, Claim, "no")
    assert question.text == RU.plain("stop-kept")
    assert (await view_of(table)).phase is Phase.PLAYING

    await press_kind(table, third, table.board(), Claim)
    question = third.last(table.group)
    answer = await press_kind(table, third, question, Claim, "yes")
    assert answer.text == RU.plain("toast-claimed")
    await game.settle()
    assert await table.stored("phase, ending") == ("finished", "claimed")
    board = table.board().text
    assert RU.plain("ended-claimed", names=late.user.first_name) in board
    assert RU.plain(
        "match-won", count=2, names=f"{other.user.first_name}, {third.user.first_name}"
    ) in board or (
        RU.plain("match-won", count=2, names=f"{third.user.first_name}, {other.user.first_name}") in board
    )
    assert "👉" not in board
    assert RU.plain("console-lost") in table.console(late).text
    await game.say(other, table.group, "/history")
    assert RU.plain("history-claimed") in other.last(table.group).text
    # The buttons of before do nothing any more.
    again = await third.press_data(question, encode(Claim(table.room, 0, 0, "yes")))
    assert again.text == RU.plain("refusal-room-over")


async def test_who_is_late_may_play_while_nobody_has_ended_the_match(game: Play) -> None:
    table = await clocked_table(game, 60, "claim")
    late = await table.player()
    await game.wait(75)
    await table.move(random.Random(1), late)
    await game.settle()
    assert Claim not in kinds(table.board())
    assert (await view_of(table)).action_count == 1


async def test_a_deadline_that_passed_while_the_bot_was_down_is_extended(kept: Play) -> None:
    table = await clocked_table(kept, 60)
    late = await table.player()
    await kept.wait(40)
    await kept.stop()
    kept.clock.advance(600)
    await kept.start(seed=2)
    await kept.settle()
    back = kept.clock.now()
    view = await view_of(table)
    assert view.action_count == 0
    assert view.deadline is not None
    assert view.deadline >= back + 50
    await kept.wait(view.deadline - kept.clock.now() - 2)
    assert (await view_of(table)).action_count == 0
    assert await table.player() is late
    await kept.wait(20)
    assert (await view_of(table)).action_count == 1


class Deaf:
    """Lets no call to a chat through."""

    def __init__(self, game: Play, chat: int, error: ApiError) -> None:
        self.chat = chat
        self.error = error
        self.game = game
        game.world.faults.append(self)

    async def __call__(self, method: str, params: Mapping[str, Any]) -> None:
        if params.get("chat_id") == self.chat and method.startswith(("send", "edit")):
            raise self.error

    def end(self) -> None:
        self.game.world.faults.remove(self)


async def turn_that_does_not_arrive(game: Play, error: ApiError) -> None:
    table = await clocked_table(game, 60)
    first = await table.player()
    other = next(person for person in table.people if person is not first)
    deaf = Deaf(game, other.id, error)
    await first.press(table.console(first), RU.plain("button-pass"))
    count = (await view_of(table)).action_count
    await game.wait(400)
    view = await view_of(table)
    assert (view.action_count, view.told) == (count, False)
    deaf.end()
    while not (await view_of(table)).told:
        await game.wait(1)
    delivered = game.clock.now()
    deadline = (await view_of(table)).deadline
    assert deadline is not None
    assert delivered + 58 <= deadline <= delivered + 60
    await game.wait(deadline - game.clock.now() + 1)
    await game.quiet()
    assert (await view_of(table)).action_count == count + 1


async def test_the_time_does_not_run_while_the_turns_message_cannot_be_delivered(game: Play) -> None:
    await turn_that_does_not_arrive(game, ApiError(502, "Bad Gateway"))


async def test_the_time_does_not_run_while_telegram_throttles(game: Play) -> None:
    await turn_that_does_not_arrive(game, ApiError(429, "Too Many Requests: retry after 30", retry_after=30))


async def test_who_cannot_be_reached_is_told_by_the_table(game: Play) -> None:
    table = await clocked_table(game, 60)
    late = await table.player()
    late.block()
    await game.settle()
    board = table.board()
    await game.wait(40)
    # The reminder is the table itself, anew.
    assert table.board() is not board
    assert "осталось полминуты" in table.board().text
    await game.wait(30)
    assert (await view_of(table)).action_count == 1


async def test_no_turn_ends_while_updates_cannot_be_fetched(game: Play) -> None:
    table = await clocked_table(game, 60)
    for _ in range(30):
        game.hearing.failed()
        await game.wait(10)
    assert (await view_of(table)).action_count == 0
    # Whatever was pressed meanwhile is here by now; then a whole period is over.
    await game.wait(60 + 60 + 15)
    assert (await view_of(table)).action_count > 0


# Nudges


async def test_a_nudge_rings_and_says_who_is_waiting(game: Play) -> None:
    table = await two_friends(game)
    late = await table.player()
    other = next(person for person in table.people if person is not late)
    assert Nudge not in kinds(table.console(late))
    old = table.console(late)
    answer = await press_kind(table, other, table.console(other), Nudge)
    assert answer.text == RU.plain("toast-nudged")
    await game.settle()
    new = table.console(late)
    assert new is not old
    assert RU.plain("console-nudged", by=other.user.first_name) in new.text
    assert RU.plain("nudged", by=other.user.first_name, name=late.user.first_name) in table.board().text
    again = await press_kind(table, other, table.board(), Nudge)
    assert again.text == RU.plain("refusal-nudged-already")
    assert table.console(late) is new
    await game.wait(60)
    assert (await press_kind(table, other, table.board(), Nudge)).text == RU.plain("toast-nudged")
    assert offered(table.console(late))
    await table.move(random.Random(1), late)
    await game.settle()
    assert "👋" not in table.board().text


async def test_nobody_nudges_themselves_and_strangers_do_not(game: Play) -> None:
    table = await two_friends(game)
    late = await table.player()
    vera = game.world.person("Вера")
    vera.join(table.group)
    assert (await press_kind(table, late, table.board(), Nudge)).text == RU.plain("refusal-nudge-self")
    assert (await press_kind(table, vera, table.board(), Nudge)).text == RU.plain("refusal-not-seated")


async def test_a_nudge_of_who_blocks_the_bot_shows_the_table_anew(game: Play) -> None:
    table = await two_friends(game)
    late = await table.player()
    other = next(person for person in table.people if person is not late)
    late.block()
    await game.settle()
    board = table.board()
    await press_kind(table, other, board, Nudge)
    await game.settle()
    assert table.board() is not board
    assert room_of(board) is None


async def test_an_end_that_was_offered_is_offered_after_a_restart_too(kept: Play) -> None:
    table = await clocked_table(kept, 60, "claim")
    late = await table.player()
    other = next(person for person in table.people if person is not late)
    await kept.wait(75)
    await kept.settle()
    await kept.restart()
    await kept.wait(300)
    await press_kind(table, other, table.console(other), Claim)
    await press_kind(table, other, other.last(), Claim, "yes")
    assert await table.stored("phase, ending") == ("finished", "claimed")


async def test_the_table_of_the_deal_that_was_broken_off_names_nobodys_turn(game: Play) -> None:
    table = await clocked_table(game, 60, "claim")
    late = await table.player()
    other = next(person for person in table.people if person is not late)
    old = table.board()
    await game.wait(75)
    await game.settle()
    assert table.board() is old
    await press_kind(table, other, old, Claim)
    await press_kind(table, other, other.last(table.group), Claim, "yes")
    await game.settle()
    assert table.board() is not old
    assert "👉" not in old.text
    assert RU.plain("ended-claimed", names=late.user.first_name) in old.text
    assert not old.buttons
    assert await table.stored("settled_version = version") == (1,)


async def test_a_turn_whose_message_telegram_rejects_does_not_run_out(game: Play) -> None:
    table = await clocked_table(game, 60)
    first = await table.player()
    other = next(person for person in table.people if person is not first)
    rejecting = Deaf(game, other.id, ApiError(400, "Bad Request: can't parse entities"))
    await first.press(table.console(first), RU.plain("button-pass"))
    count = (await view_of(table)).action_count
    await game.wait(300)
    assert (await view_of(table)).action_count == count
    rejecting.end()
    await game.say(other, other.private, "/hand")
    await game.settle()
    await game.wait(90)
    assert (await view_of(table)).action_count == count + 1


async def test_a_vacant_seat_is_played_for_where_the_bot_may_not_write(game: Play) -> None:
    table = await clocked_table(game, 60)
    Deaf(game, table.group.id, ApiError(400, "Bad Request: not enough rights to send text messages"))
    await table.move(random.Random(1))
    late = await table.player()
    await game.say(late, late.private, "/leave")
    await press_kind(table, late, late.last(), Leave, "yes")
    count = (await view_of(table)).action_count
    await game.wait(90)
    assert (await view_of(table)).action_count == count + 1


async def test_time_in_which_presses_were_refused_is_given_back(kept: Play) -> None:
    assert kept.path is not None
    table = await clocked_table(kept, 60)
    late = await table.player()
    await kept.wait(20)
    async with read_only(kept.database, kept.path):
        for _ in range(10):
            answer = await late.press(table.console(late), RU.plain("button-pass"))
            assert answer.text == RU.plain("refusal-busy")
            await kept.wait(12)
    await kept.wait(40)
    assert (await view_of(table)).stand_ins == ()
    await late.press(table.console(late), RU.plain("button-pass"))
    assert (await view_of(table)).action_count == 1


@pytest.mark.parametrize("then", ["play", "claim"])
async def test_a_turn_does_not_end_right_after_the_bot_was_down(kept: Play, then: str) -> None:
    table = await clocked_table(kept, 60, then)
    deadline = (await view_of(table)).deadline
    assert deadline is not None
    await kept.wait(5)
    await kept.stop()
    kept.clock.advance_to(deadline - 2)
    await kept.start(seed=2)
    await kept.wait(50)
    view = await view_of(table)
    assert (view.action_count, view.overdue) == (0, False)
    await kept.wait(30)
    view = await view_of(table)
    assert (view.action_count, view.overdue) == ((1, False) if then == "play" else (0, True))
