"""Presses that come twice, late, out of order, from strangers, from elsewhere, or are made up."""

from __future__ import annotations

import asyncio
import logging
import random
from typing import Any

import pytest

from bot.deberts import actions as do
from bot.deberts.actions import TEXTS
from bot.deberts.cards import cards
from bot.locales import texts
from bot.sandbox import Answer, Message, Person
from bot.sandbox.player import choose
from bot.screens.presses import Choose, Move, Page, Press, Query, Rematch, Seat, SetRule, Start, Stop, encode

from .harness import Play
from .tables import Table, button_of, meet, offered, open_lobby, two_friends

RU = texts("ru")
DONE = RU.plain("refusal-already-done")
STRANGER = RU.plain("refusal-not-seated")
NOT_HERE = RU.plain("refusal-no-room")


def some_move(message: Message, seed: int = 1) -> str:
    return str(choose(message, random.Random(seed)).callback_data)


async def log_of(table: Table) -> list[str]:
    """Return everything done in the match."""
    return [action for deal in (await table.record())["deals"] for action in deal["actions"]]


async def both(first: asyncio.Future[Answer | None], second: asyncio.Future[Answer | None]) -> list[str]:
    answers = await asyncio.gather(first, second)
    return [answer.text for answer in answers if answer is not None]


async def test_a_press_delivered_twice_at_once_is_done_once(game: Play) -> None:
    table = await two_friends(game)
    person = await table.player()
    press = person.press_nowait(table.console(person), some_move(table.console(person)))
    answers = await both(press.outcome, person.repeat(press).outcome)
    assert len(answers) == 2
    assert answers.count(DONE) == 1
    assert len(await log_of(table)) == 1


async def test_a_press_repeated_minutes_later_under_a_new_id_is_refused_kindly(game: Play) -> None:
    table = await two_friends(game)
    person = await table.player()
    press = person.press_nowait(table.console(person), some_move(table.console(person)))
    await press.outcome
    await game.settle()
    await table.mid_trick()
    await game.wait(120)
    before = await log_of(table)
    answer = await person.repeat(press).outcome
    assert answer == Answer(DONE)
    assert await log_of(table) == before


async def test_a_repeated_press_on_a_console_that_was_replaced_is_still_called_done(game: Play) -> None:
    table = await two_friends(game)
    person = await table.player()
    press = person.press_nowait(table.console(person), some_move(table.console(person)))
    await press.outcome
    await game.say(person, person.private, "/hand")
    assert table.console(person) is not press.message
    assert await person.repeat(press).outcome == Answer(DONE)


async def test_a_button_of_an_earlier_decision_does_not_act_on_a_later_one(game: Play) -> None:
    table = await two_friends(game)
    match = await table.mid_trick()
    assert match.deal is not None
    first = table.people[match.deal.leader]
    kept = cards(match.deal.hands[match.deal.leader])[0]
    await table.play_until(lambda match: match.deal is not None and len(match.deal.winners) == 2)
    before = await log_of(table)
    old = encode(Move(table.room, 0, len(match.deal.log), kept))
    assert (await first.press_data(table.console(first), old)).text not in ("", RU.plain("bad-press"))
    assert await log_of(table) == before


async def test_a_button_of_the_deal_before_does_nothing_in_the_next(game: Play) -> None:
    table = await two_friends(game)
    await table.play_until(lambda match: len(match.deals) == 1)
    before = await log_of(table)
    person = await table.player()
    old = encode(Move(table.room, 0, 0, do.DECLARE))
    assert (await person.press_data(table.console(person), old)).text == RU.plain("refusal-stale-deal")
    assert await log_of(table) == before


async def test_presses_that_overtake_each_other_are_never_played_later(game: Play) -> None:
    table = await two_friends(game)
    match = await table.play_until(lambda match: match.deal is not None and len(match.deal.winners) == 1)
    assert match.deal is not None
    now, later = table.people[match.deal.turn], table.people[1 - match.deal.turn]
    early = next(code for code in range(32) if match.deal.hands[1 - match.deal.turn] >> code & 1)
    before = await log_of(table)
    first = later.press_nowait(table.console(later), encode(Move(table.room, 0, len(match.deal.log), early)))
    second = now.press_nowait(table.console(now), some_move(table.console(now)))
    await both(first.outcome, second.outcome)
    await game.settle()
    done = (await log_of(table))[len(before) :]
    assert [action[0] for action in done] == [str(match.deal.turn)]


async def test_a_press_out_of_turn_says_whose_turn_it_is(game: Play) -> None:
    table = await two_friends(game)
    match = await table.mid_trick()
    assert match.deal is not None
    waiting = table.people[1 - match.deal.turn]
    card = cards(match.deal.hands[1 - match.deal.turn])[0]
    data = encode(Move(table.room, 0, len(match.deal.log), card))
    answer = await waiting.press_data(table.console(waiting), data)
    assert table.people[match.deal.turn].user.first_name in answer.text


async def test_a_card_against_the_rules_is_refused_with_the_rule(game: Play) -> None:
    table = await two_friends(game)

    def has_a_forbidden_card(match: Any) -> bool:
        deal = match.deal
        if deal is None or not deal.trick:
            return False
        legal = {action.code & 31 for action in match.legal() if action.code < do.PASS}
        return bool(legal) and any(card not in legal for card in cards(deal.hands[deal.turn]))

    match = await table.play_until(has_a_forbidden_card)
    person = await table.player()
    assert match.deal is not None
    hand = cards(match.deal.hands[match.deal.turn])
    card = next(card for card in hand if card not in offered(table.console(person)))
    before = await log_of(table)
    button = next(
        button
        for button in table.console(person).buttons
        if (button.callback_data or "").endswith(f":{TEXTS[card]}")
    )
    answer = await game.press(person, table.console(person), str(button.callback_data))
    assert answer.text
    assert await log_of(table) == before


# Strangers


async def test_a_stranger_may_look_at_the_table_but_not_act_or_see_cards(game: Play) -> None:
    table = await two_friends(game)
    stranger = game.world.person("Вера")
    stranger.join(table.group)
    await table.mid_trick()
    before = await log_of(table)
    match = await table.match()
    assert match.deal is not None
    board = table.board()
    acts = [action.code for action in match.legal()]
    presses: list[Press] = [Move(table.room, 0, len(match.deal.log), code) for code in acts]
    for press in [*presses, Query(table.room, "hand"), Rematch(table.room)]:
        answer = await stranger.press_data(board, encode(press))
        assert answer.text in (STRANGER, RU.plain("refusal-not-finished")), press
        assert answer.url is None
    assert (await stranger.press_data(board, encode(Stop(table.room, True)))).text == RU.plain(
        "refusal-may-not-stop"
    )
    assert (await stranger.press_data(board, encode(Query(table.room, "score")))).show_alert
    assert await log_of(table) == before


async def test_a_stranger_cannot_start_or_rule_somebody_elses_lobby(game: Play) -> None:
    anna, boris, vera = await meet(game, "Анна", "Борис", "Вера")
    group = game.world.group("Друзья", [anna, boris, vera])
    table = await open_lobby(game, group, anna)
    await table.press(boris, table.board(), Seat)
    presses: list[Press] = [
        Seat(table.room, False),
        Start(table.room, 0),
        Page(table.room, "rules"),
        SetRule(table.room, 0, "target", "301"),
        Stop(table.room, True),
    ]
    for press in presses:
        before = await table.stored("version, phase, rules, page")
        answer = await vera.press_data(table.board(), encode(press))
        assert answer.text, press
        assert await table.stored("version, phase, rules, page") == before, press
    seats = RU.plain("refusal-seats-full")
    assert (await vera.press_data(table.board(), encode(Seat(table.room, True)))).text == seats


async def test_of_two_who_press_for_the_last_seat_one_sits_and_one_is_told(game: Play) -> None:
    anna, boris, vera = await meet(game, "Анна", "Борис", "Вера")
    group = game.world.group("Друзья", [anna, boris, vera])
    table = await open_lobby(game, group, anna)
    data = button_of(table.board(), Seat)
    first = boris.press_nowait(table.board(), data)
    second = vera.press_nowait(table.board(), data)
    answers = await both(first.outcome, second.outcome)
    assert sorted(answers) == sorted([RU.plain("toast-seated"), RU.plain("refusal-seats-full")])


async def test_a_start_pressed_under_rules_of_before_is_refused(game: Play) -> None:
    anna, boris = await meet(game, "Анна", "Борис")
    table = await open_lobby(game, game.world.group("Друзья", [anna, boris]), anna)
    await table.press(boris, table.board(), Seat)
    start = button_of(table.board(), Start)
    await anna.press_data(table.board(), encode(SetRule(table.room, 0, "target", "301")))
    answer = await boris.press_data(table.board(), start)
    assert answer.text == RU.plain("refusal-rules-changed")
    assert await table.stored("phase") == ("lobby",)


# From elsewhere


async def test_a_button_only_works_where_it_belongs(game: Play) -> None:
    table = await two_friends(game)
    anna, boris = table.people
    vera, gleb = await meet(game, "Вера", "Глеб")
    neighbours = game.world.group("Соседи", [vera, anna, gleb])
    other = await open_lobby(game, neighbours, vera)
    person = await table.player()
    move = some_move(table.console(person))
    before = await log_of(table)

    # Somebody of another group, with that group's table, names this one.
    for press in (Seat(table.room, True), Query(table.room, "score"), Query(table.room, "rules")):
        assert (await vera.press_data(other.board(), encode(press))).text == NOT_HERE
    assert (await gleb.press_data(gleb.last(), encode(Query(table.room, "hand")))).text == NOT_HERE
    # A player presses the right button on the wrong message: in the group, and in another one.
    for chat, board in ((table.group, table.board()), (neighbours, other.board())):
        if chat.member(person.user).is_here:
            assert (await person.press_data(board, move)).text
    # The other player presses it on the own console.
    waiting = boris if person is anna else anna
    assert (await waiting.press_data(table.console(waiting), move)).text
    # Seats are taken in the group only.
    stand = encode(Seat(other.room, False))
    assert (await vera.press_data(vera.last(), stand)).text == RU.plain("refusal-old-message")
    assert await other.stored("revision") == (0,)
    assert (await game.rooms.view(other.room)).seat_of(vera.id) == 0

    await game.settle()
    assert await log_of(table) == before
    assert other.board().buttons
    assert table.console(person).buttons


# Made up


def mutations(data: str, chance: random.Random) -> str:
    """Return the data with something broken, swapped, cut off or put in."""
    parts = data.split(":")
    place = chance.randrange(len(parts))
    match chance.randrange(8):
        case 0:
            parts[place] = chance.choice(["", "-1", "0", "00", "9" * 18, "9" * 19, "1e3", "٣", " 1", "1\n"])
        case 1:
            parts.pop(place)
        case 2:
            parts.insert(place, chance.choice(parts))
        case 3:
            chance.shuffle(parts)
        case 4:
            return data[: chance.randrange(len(data))]
        case 5:
            spot = chance.randrange(len(data))
            return data[:spot] + chr(chance.randrange(1, 0x2FF)) + data[spot + 1 :]
        case 6:
            parts[place] = parts[place][::-1]
        case _:
            return chance.choice(["q", "m", "l", "c", "s", "r", "g"]) + data[1:]
    return ":".join(parts)


async def state(game: Play) -> list[Any]:
    """Return everything stored of the games."""
    async with game.database.reading() as tx:
        return [
            await tx.all(f"SELECT {columns} FROM {table} ORDER BY 1, 2, 3")
            for table, columns in (
                ("rooms", "id, phase, rules, owner_id, first_dealer, revision, page, stopped_by"),
                ("seats", "*"),
                ("deals", "*"),
                ("actions", "*"),
            )
        ]


async def test_made_up_presses_are_answered_and_change_nothing(
    game: Play, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO, logger="bot")
    table = await two_friends(game)
    anna, _ = table.people
    stranger = game.world.person("Вера")
    stranger.join(table.group)
    await table.mid_trick()
    await game.settle()
    lobby = await open_lobby(game, table.group, anna)
    other = game.world.group("Соседи", [anna])
    far = await open_lobby(game, other, anna)
    valid = [
        str(button.callback_data)
        for message in (table.board(), table.console(anna), lobby.board(), far.board())
        for button in message.buttons
        if button.callback_data
    ]
    valid += ["s:1:no", "c:1:score", "g:en", f"l:{far.room}:sit", f"r:{table.room}"]
    before = await state(game)
    shown = {
        (message.chat.id, message.id): (message.text, message.labels)
        for message in (table.board(), lobby.board(), far.board(), *map(table.console, table.people))
    }
    chance = random.Random(7)
    people: list[tuple[Person, Message]] = [(stranger, table.board()), (stranger, lobby.board())]
    people += [(anna, table.board()), (anna, far.board())]
    for _ in range(120):
        person, message = chance.choice(people)
        data = mutations(chance.choice(valid), chance)
        if data.encode()[:64].decode(errors="ignore") == data and data and data not in valid:
            answer = await person.press_data(message, data)
            assert answer.url is None
    await game.settle()
    assert await state(game) == before
    for (chat_id, message_id), (text, labels) in shown.items():
        message = game.world.chats[chat_id].messages[message_id]
        assert (message.text, message.labels) == (text, labels)
    assert not [record for record in caplog.records if record.levelno > logging.INFO]


async def test_a_made_up_press_cannot_rob_a_table_of_its_buttons_or_text(game: Play) -> None:
    table = await two_friends(game)
    anna, _ = table.people
    stranger = game.world.person("Вера")
    stranger.join(table.group)
    shown = table.board().text, table.board().labels
    for data in ("l:999:sit", "m:999:0:0:pass", "c:1:score", "c:1:rules", "c:1:last", "r:999", "s:999:no"):
        await stranger.press_data(table.board(), data)
        await game.settle()
        assert (table.board().text, table.board().labels) == shown, data
    for data in ("l:999:sit", "m:999:0:0:pass", encode(Choose(table.room, "score")), "g:ru", "s:1:no"):
        await anna.press_data(table.console(anna), data)
        await game.settle()
        assert table.console(anna).buttons, data
