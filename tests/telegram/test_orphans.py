"""Messages that the bot has sent and knows nothing of: a crash or a lost answer has cut their sending off."""

from __future__ import annotations

import random
from collections.abc import Awaitable, Callable

import pytest

from bot.locales import texts
from bot.sandbox import Message, Person
from bot.screens.absence_presses import (
    AbsencePress,
    Claim,
    GroupMove,
    Leave,
    Nudge,
    PlayHere,
    TakeOver,
    Vote,
)
from bot.screens.presses import Move, Query, Rematch, Seat, encode

from .absent import clocked_table, press_kind, view_of
from .harness import Play
from .rightness import look, presses
from .tables import Table, button_of, kinds, meet, open_lobby, two_friends

RU = texts("ru")


async def orphan(table: Table, person: Person, command: str) -> Message:
    """Let the answer to a send be lost: the message stands, the bot sends another."""
    game = table.game
    chat = person.private if command == "/hand" else table.group
    game.weather.only_methods, game.weather.lost = {"sendMessage"}, "next"
    await game.say(person, chat, command)
    game.weather.clear()
    await game.settle()
    looked = await look(game.world, game.rooms, game.database)
    assert not looked.wrong
    (found,) = looked.orphans
    return found


async def test_a_move_on_an_orphan_is_refused_and_its_buttons_go(kept: Play) -> None:
    table = await two_friends(kept)
    person = await table.player()
    lost = await orphan(table, person, "/hand")
    before = await table.record()
    move = next(press for press in presses(lost) if isinstance(press, Move))
    answer = await kept.press(person, lost, encode(move))
    assert answer.text
    assert await table.record() == before
    assert not lost.buttons
    await table.move(random.Random(1), person)
    assert await table.record() != before


async def test_a_move_in_the_group_on_an_orphan_is_refused_and_its_buttons_go(kept: Play) -> None:
    table = await two_friends(kept)
    person = await table.player()
    await press_kind(table, person, table.board(), PlayHere)
    await kept.settle()
    lost = await orphan(table, person, "/table")
    before = await table.record()
    console = await kept.rooms.console(table.room, person.id)
    assert console.seat_view is not None
    legal = {action.code for action in console.seat_view.legal}
    move = next(press for press in presses(lost) if isinstance(press, GroupMove) and press.code in legal)
    assert (await kept.press(person, lost, encode(move))).text
    assert await table.record() == before
    assert not lost.buttons
    await kept.press(person, table.board(), encode(move))
    assert await table.record() != before


async def test_a_question_on_an_orphan_is_answered_and_its_buttons_go(kept: Play) -> None:
    table = await two_friends(kept)
    anna, boris = table.people
    lost = await orphan(table, anna, "/table")
    assert (await kept.press(boris, lost, encode(Query(table.room, "hand")))).show_alert
    assert not lost.buttons
    assert table.board().buttons

    lost = await orphan(table, boris, "/hand")
    assert (await kept.press(boris, lost, encode(Query(table.room, "score")))).show_alert
    assert not lost.buttons
    assert table.console(boris).buttons


async def test_a_seat_on_an_orphan_of_a_lobby_is_refused_and_its_buttons_go(kept: Play) -> None:
    anna, boris = await meet(kept, "Анна", "Борис")
    group = kept.world.group("Друзья", [anna, boris])
    table = await open_lobby(kept, group, anna)
    lost = await orphan(table, anna, "/table")
    answer = await kept.press(boris, lost, button_of(lost, Seat))
    assert answer.text == RU.plain("refusal-old-message")
    assert not lost.buttons
    assert "Борис" not in table.board().text
    await kept.press(boris, table.board(), button_of(table.board(), Seat))
    assert "Борис" in table.board().text


async def test_a_rematch_on_an_orphan_is_refused_and_its_buttons_go(kept: Play) -> None:
    table = await two_friends(kept, target=1)
    chance = random.Random(1)
    while not (await table.match()).over:
        await table.move(chance)
    await kept.settle()
    anna = table.people[0]
    kept.weather.only_methods, kept.weather.lost = {"sendMessage"}, "next"
    view = await kept.rooms.view(table.room)
    assert kept.outbox is not None
    kept.outbox.repost(view)
    await kept.settle()
    kept.weather.clear()
    (lost,) = (await look(kept.world, kept.rooms, kept.database)).orphans
    await kept.press(anna, lost, encode(Rematch(table.room)))
    assert not lost.buttons
    assert await kept.rooms.live(table.group.id) == []
    await kept.press(anna, table.board(), encode(Rematch(table.room)))
    assert [view.id for view in await kept.rooms.live(table.group.id)] == [table.room + 1]


async def vacate(table: Table) -> Person:
    """Let Борис leave and Вера come along."""
    boris = table.people[1]
    await press_kind(table, boris, table.console(boris), Leave)
    await press_kind(table, boris, boris.last(), Leave, "yes")
    (vera,) = await meet(table.game, "Вера")
    vera.join(table.group)
    await table.game.settle()
    return vera


async def nothing(table: Table) -> Person:
    return table.people[0]


async def somebody_late(table: Table) -> Person:
    """Let the time of a turn be over, so that another player may end the match."""
    late = await table.player()
    await table.game.wait(300)
    return next(person for person in table.people if person is not late)


async def asked_for_a_seat(table: Table) -> Person:
    vera = await vacate(table)
    await press_kind(table, vera, table.board(), TakeOver)
    await table.game.settle()
    return table.people[0]


async def hurried(table: Table) -> Person:
    at_turn = await table.player()
    return next(person for person in table.people if person is not at_turn)


@pytest.mark.parametrize("cut_off", [True, False], ids=["orphan", "replaced"])
@pytest.mark.parametrize(
    ("kind", "prepare", "command"),
    [
        (Leave, nothing, "/hand"),
        (PlayHere, nothing, "/table"),
        (Nudge, hurried, "/table"),
        (Nudge, hurried, "/hand"),
        (Claim, somebody_late, "/table"),
        (Claim, somebody_late, "/hand"),
        (TakeOver, vacate, "/table"),
        (Vote, asked_for_a_seat, "/table"),
        (Vote, asked_for_a_seat, "/hand"),
    ],
)
async def test_a_request_on_a_message_out_of_date_is_refused_and_its_buttons_go(
    kept: Play,
    kind: type[AbsencePress],
    prepare: Callable[[Table], Awaitable[Person]],
    command: str,
    cut_off: bool,
) -> None:
    table = await clocked_table(kept, 60, "claim")
    await kept.settle()
    person = await prepare(table)

    def newest() -> Message:
        return table.console(person) if command == "/hand" else table.board()

    if cut_off:
        old = await orphan(table, person, command)
    else:
        old = newest()
        await kept.say(person, person.private if command == "/hand" else table.group, command)
        await kept.settle()
    assert old is not newest()
    data = button_of(newest(), kind)
    before, heard = await table.stored("version"), len(person.messages(person.private))
    answer = await person.press_data(old, data)
    await kept.settle()
    assert answer.text == RU.plain("refusal-old-message")
    assert not old.buttons
    assert await table.stored("version") == before
    assert len(person.messages(person.private)) == heard
    answer = await kept.press(person, newest(), data)
    assert answer.text != RU.plain("refusal-old-message")
    if kind is Leave or kind is Claim:
        assert kind in kinds(person.last(None if command == "/hand" else table.group))
    else:
        assert await table.stored("version") != before


async def test_a_message_given_up_serves_until_its_successor_is_there(kept: Play) -> None:
    table = await two_friends(kept)
    person = await table.player()
    other = next(one for one in table.people if one is not person)
    board, console = table.board(), table.console(person)
    kept.weather.throttled = {table.group.id, person.id}
    await kept.say(other, table.group, "/table")
    await kept.say(person, person.private, "/hand")
    await kept.wait(1)
    assert (table.board(), table.console(person)) == (board, console)
    await press_kind(table, other, board, PlayHere)
    assert (await view_of(table)).plays_here
    before = await table.record()
    await table.move(random.Random(1), person)
    assert await table.record() != before
    kept.weather.clear()
    await kept.settle()
    assert table.board() is not board
    assert table.console(person) is not console
    assert not board.buttons
    assert not console.buttons


async def test_a_forged_press_robs_no_message_of_a_room_of_its_buttons(kept: Play) -> None:
    table = await two_friends(kept)
    anna, boris = table.people
    other = await open_lobby(kept, table.group, anna)
    for data in (encode(Query(table.room, "last")), encode(Seat(other.room, True))):
        for message in (table.board(), other.board()):
            await boris.press_data(message, data)
            await kept.settle()
            assert message.buttons
