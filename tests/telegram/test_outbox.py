"""What the outbox does when Telegram refuses, is slow, or does not answer at all."""

from __future__ import annotations

import asyncio
import random
from collections import defaultdict
from collections.abc import Mapping
from itertools import pairwise
from typing import Any

import pytest

from bot.deberts.match import Match
from bot.locales import texts
from bot.rooms.service import Rooms
from bot.sandbox import Answer, ApiError, Message, Person
from bot.sandbox.player import choose
from bot.screens.absence_presses import TakeOver
from bot.screens.presses import Move, Page, Query, Stop, encode
from bot.telegram.app import CALL_SECONDS
from bot.telegram.behind import WriteBehind

from .harness import Play
from .tables import (
    AT_ONCE,
    Table,
    button_of,
    every_move,
    meet,
    offered,
    open_lobby,
    open_table,
    room_of,
    two_friends,
)

RU = texts("ru")
TROUBLES = {
    "5xx": ApiError(502, "Bad Gateway"),
    "429": ApiError(429, "Too Many Requests: retry after 40", retry_after=40),
    "500": ApiError(500, "Internal Server Error"),
}


class Trouble:
    """Makes calls to a chat fail: before the work or, with `after`, when it is done."""

    def __init__(
        self, game: Play, error: Exception, *, chat: int, times: int = 1, after: bool = False
    ) -> None:
        self.error = error
        self.chat = chat
        self.times = times
        self.met: list[str] = []
        (game.world.faults_after if after else game.world.faults).append(self)

    async def __call__(self, method: str, params: Mapping[str, Any]) -> None:
        if params.get("chat_id") == self.chat and method.startswith(("send", "edit")) and self.times:
            self.times -= 1
            self.met.append(method)
            raise self.error


class Watch:
    """Keeps when which chat was written to, with the texts."""

    def __init__(self, game: Play) -> None:
        self._game = game
        self.calls: defaultdict[int, list[tuple[float, str, str]]] = defaultdict(list)
        game.world.observers.append(self.see)

    def see(self, method: str, params: Mapping[str, Any]) -> None:
        if method.startswith(("send", "edit")):
            call = (self._game.clock.now(), method, str(params.get("text", "")))
            self.calls[params["chat_id"]].append(call)

    def gaps(self, chat_id: int) -> list[float]:
        times = [time for time, *_ in self.calls[chat_id]]
        return [later - sooner for sooner, later in pairwise(times)]


async def check_right(table: Table, match: Match | None = None) -> None:
    """Every chat of the table shows its state, and the bot knows that."""
    await table.game.settle()
    match = match or await table.match()
    assert match.deal is not None
    for person in table.people:
        assert len(table.consoles(person)) == 1
        assert {(move.deal, move.count) for move in every_move(table.console(person))} == {
            (len(match.deals), len(match.deal.log))
        }
    assert offered(table.console(table.people[match.deal.turn])) == set(match.codes())
    await table.check_board()
    assert await table.stored("settled_version = version") == (1,)


async def press_some(table: Table, count: int, seed: int = 1) -> None:
    """Let so many moves be made one right after the other, without waiting for the messages."""
    chance = random.Random(seed)
    for _ in range(count):
        person = await table.player()
        match = await table.match()
        assert match.deal is not None
        move = Move(table.room, len(match.deals), len(match.deal.log), chance.choice(match.codes()))
        await person.press_data(table.console(person), encode(move))


# Coalescing and pace


async def test_many_changes_at_once_are_shown_once_and_only_the_newest(game: Play) -> None:
    table = await two_friends(game)
    await game.wait(60)
    watch = Watch(game)
    await press_some(table, 8)
    await check_right(table)
    for person in table.people:
        assert len(watch.calls[person.id]) <= 3
    assert len(watch.calls[table.group.id]) <= 2


async def test_each_chat_is_written_to_no_faster_than_telegram_allows(game: Play) -> None:
    table = await two_friends(game)
    await game.wait(60)
    watch = Watch(game)
    await table.play_until(lambda match: match.deal is not None and len(match.deal.winners) == 4)
    await game.settle()
    assert min(watch.gaps(table.group.id)) >= 4
    for person in table.people:
        assert min(watch.gaps(person.id)) >= 1


async def test_the_table_is_edited_about_once_a_trick(game: Play) -> None:
    table = await two_friends(game)
    await table.play_until(lambda match: match.deal is not None and len(match.deal.winners) == 1)
    await game.settle()
    watch = Watch(game)
    await table.play_until(lambda match: match.deal is not None and len(match.deal.winners) == 5)
    assert len(watch.calls[table.group.id]) <= 5


async def test_whoever_keeps_asking_neither_breaks_the_limits_nor_hides_the_table(game: Play) -> None:
    table = await two_friends(game)
    vera = game.world.person("Вера")
    vera.join(table.group)
    await game.wait(60)
    watch = Watch(game)
    chance = random.Random(2)
    for _ in range(12):
        for text in ("/score", "/last", "/rules", "/help"):
            await vera.write(table.group, text)
        person = await table.player()
        data = choose(table.console(person), chance).callback_data
        await person.press_data(table.console(person), str(data))
        await game.wait(5)
    edits = [call for call in watch.calls[table.group.id] if call[1] == "editMessageText"]
    assert len(edits) >= 2, "the table is shown all the same"
    assert len(watch.calls[table.group.id]) <= 20
    await game.settle()
    assert len(watch.calls[table.group.id]) <= 40, "what is asked over and over is answered once"
    await check_right(table)


# Refusals


@pytest.mark.parametrize("trouble", TROUBLES)
async def test_one_chat_in_trouble_does_not_delay_the_others(game: Play, trouble: str) -> None:
    table = await two_friends(game)
    anna, boris = table.people
    await game.wait(60)
    Trouble(game, TROUBLES[trouble], chat=boris.id, times=1)
    watch = Watch(game)
    start = game.clock.now()
    await press_some(table, 1)
    await check_right(table)
    assert watch.calls[anna.id][0][0] - start < 2
    assert watch.calls[table.group.id][0][0] - start < 2
    assert len(watch.calls[boris.id]) == 2
    if trouble == "429":
        assert watch.gaps(boris.id)[0] >= 40


@pytest.mark.parametrize("after", [False, True])
async def test_a_call_that_failed_is_made_again_and_not_modified_is_as_good_as_done(
    game: Play, after: bool
) -> None:
    table = await two_friends(game)
    _, boris = table.people
    trouble = Trouble(game, TROUBLES["500"], chat=boris.id, times=3, after=after)
    await press_some(table, 1)
    await check_right(table)
    assert trouble.met == ["editMessageText"] * (1 if after else 3)


async def test_a_message_whose_sending_was_cut_off_is_sent_again_and_the_orphan_disarmed(game: Play) -> None:
    table = await two_friends(game)
    person = await table.player()
    Trouble(game, TROUBLES["500"], chat=person.id, after=True)
    await game.say(person, person.private, "/hand")
    orphan, console = table.consoles(person)
    assert console is person.last()
    before = await table.record()
    move = str(choose(orphan, random.Random(1)).callback_data)
    assert (await person.press_data(orphan, move)).text == RU.plain("refusal-stale-deal")
    await game.settle()
    assert await table.record() == before
    assert not orphan.buttons
    assert console.buttons
    await table.move(random.Random(1))


async def test_a_message_that_somebody_deleted_is_sent_anew(game: Play) -> None:
    table = await two_friends(game)
    await table.play_until(lambda match: match.deal is not None and match.deal.turn == 0)
    anna, boris = table.people
    console, board = table.console(boris), table.board()
    boris.delete(console)
    anna.delete(board)
    await table.move(random.Random(1))
    await check_right(table)
    assert table.console(boris) is not console
    assert table.board() is not board


async def test_what_telegram_rejects_is_not_repeated_until_it_changes(
    game: Play, caplog: pytest.LogCaptureFixture
) -> None:
    table = await two_friends(game)
    _, boris = table.people
    trouble = Trouble(game, ApiError(400, "Bad Request: can't parse entities"), chat=boris.id)
    await press_some(table, 1)
    await game.wait(300)
    assert trouble.met == ["editMessageText"]
    assert "Telegram rejects console of room 1" in caplog.text
    await press_some(table, 1)
    await check_right(table)


async def test_an_answer_is_tried_again_but_not_for_ever(game: Play) -> None:
    (anna,) = await meet(game, "Анна")
    trouble = Trouble(game, TROUBLES["5xx"], chat=anna.id, times=2)
    await game.say(anna, anna.private, "/help")
    assert RU.plain("help-title") in anna.last().text
    assert trouble.met == ["sendMessage"] * 2
    trouble.times = 100
    await game.say(anna, anna.private, "/help")
    assert len(trouble.met) == 2 + 5


async def test_a_broken_screen_does_not_stop_the_chat_and_is_tried_again(
    game: Play, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    table = await two_friends(game)
    _, boris = table.people

    def broken(*_: object) -> None:
        raise KeyError("a screen")

    with monkeypatch.context() as patch:
        patch.setattr("bot.telegram.steps.console_want", broken)
        await press_some(table, 1)
        await game.settle()
        await game.say(boris, boris.private, "/help")
        assert RU.plain("help-title") in boris.last().text
    assert caplog.text.count("a screen") >= 2
    assert await table.stored("settled_version = version") == (0,), "the next start tries again"
    await press_some(table, 1)
    await check_right(table)


# An API that hangs


class Hang:
    """Lets no call to a chat through until told to."""

    def __init__(self, game: Play, *chats: int) -> None:
        self._chats = chats
        self.over = asyncio.Event()
        self.waiting = 0
        game.world.faults.append(self)

    async def __call__(self, method: str, params: Mapping[str, Any]) -> None:
        if params.get("chat_id") in self._chats:
            self.waiting += 1
            await self.over.wait()


async def test_an_api_that_hangs_keeps_nobody_from_playing(game: Play) -> None:
    table = await two_friends(game)
    anna, boris = table.people
    hang = Hang(game, table.group.id, anna.id, boris.id)
    await press_some(table, 6)
    assert sum(len(deal["actions"]) for deal in (await table.record())["deals"]) == 6
    hang.over.set()
    await check_right(table)


async def test_a_call_that_is_done_after_the_bot_gave_it_up_is_made_again(game: Play) -> None:
    table = await two_friends(game)
    _, boris = table.people
    weather = game.weather
    weather.only_chats, weather.only_methods = {boris.id}, {"editMessageText"}
    weather.slow = CALL_SECONDS + 5
    await press_some(table, 1)
    await game.wait(60)
    assert "not modified" in str(game.world.refused[-1].error)
    weather.clear()
    await game.settle()
    await check_right(table)


async def test_a_table_stopped_while_its_messages_are_on_their_way_ends_up_stopped_everywhere(
    game: Play,
) -> None:
    table = await two_friends(game)
    anna, boris = table.people
    await game.say(anna, table.group, "/stop")
    question = anna.last(table.group)
    hang = Hang(game, boris.id)
    await press_some(table, 3)
    await anna.press_data(question, button_of(question, Stop))
    hang.over.set()
    await game.settle()
    assert not any(table.consoles(person) for person in table.people)
    assert all(room_of(message) is None for message in anna.messages(table.group))
    assert await table.stored("phase, settled_version = version") == ("stopped", 1)


async def test_a_press_on_a_console_whose_sending_is_not_answered_yet_counts(game: Play) -> None:
    table = await two_friends(game)
    person = await table.player()
    over = asyncio.Event()

    async def slow(method: str, params: Mapping[str, Any]) -> None:
        if method == "sendMessage" and params["chat_id"] == person.id:
            await over.wait()

    game.world.faults_after.append(slow)
    await person.write(person.private, "/hand")
    old = table.console(person)
    await person.wait_for(lambda: table.console(person) is not old)
    new = table.console(person)
    answer = await person.press_data(new, str(choose(new, random.Random(1)).callback_data))
    assert len((await table.record())["deals"][0]["actions"]) == 1
    assert answer != Answer(RU.plain("refusal-stale-deal"))
    over.set()
    await check_right(table)
    assert not old.buttons


async def test_a_console_asked_for_while_it_is_edited_ends_up_below_with_its_buttons(game: Play) -> None:
    table = await two_friends(game)
    person = await table.player()
    over = asyncio.Event()

    async def slow(method: str, params: Mapping[str, Any]) -> None:
        if method == "editMessageText" and params["chat_id"] == person.id:
            await over.wait()

    game.world.faults.append(slow)
    await press_some(table, 1)
    await person.write(person.private, "/hand")
    await asyncio.sleep(0.05)
    over.set()
    await check_right(table)
    assert table.console(person) is person.last()


# Rings and waiting


async def turn_comes(table: Table) -> tuple[Person, Message]:
    """Let the other player move; returns whose turn it is then, and that player's console before."""
    mover = await table.player()
    other = table.people[1 - table.people.index(mover)]
    before = table.console(other)
    await table.play_until(lambda match: match.deal is not None and table.people[match.deal.turn] is other)
    await table.game.settle()
    return other, before


async def test_who_has_not_pressed_for_a_minute_is_rung_by_a_new_console(game: Play) -> None:
    table = await two_friends(game)
    await table.mid_trick()
    await game.wait(61)
    person, before = await turn_comes(table)
    assert table.console(person) is not before
    assert table.console(person) is person.last()
    assert not before.buttons
    await check_right(table)


async def test_who_has_just_pressed_is_not_rung(game: Play) -> None:
    table = await two_friends(game)
    match = await table.mid_trick()
    assert match.deal is not None
    other = table.people[1 - match.deal.turn]
    await game.wait(61)
    await other.press_data(table.board(), encode(Query(table.room, "score")))
    person, before = await turn_comes(table)
    assert person is other
    assert table.console(person) is before


async def test_a_table_says_how_long_it_waits_and_for_whom(game: Play) -> None:
    table = await two_friends(game)
    await table.mid_trick()
    await game.settle()
    name = (await table.player()).user.first_name
    for seconds, step in ((30, None), (60, 60), (300, 300), (900, 900)):
        await game.wait(seconds)
        await game.settle(AT_ONCE)
        last = table.board().text.splitlines()[-1]
        assert name in last
        if step is None:
            assert RU.plain("waiting-60") not in last
        else:
            assert RU.plain(f"waiting-{step}") in last
    count = table.board().edits
    await game.wait(1200)
    assert table.board().edits == count, "nothing is said over and over"
    await table.move(random.Random(1))
    await game.settle()
    assert RU.plain("waiting-900") not in table.board().text


# Starting anew


async def test_what_was_not_sent_before_a_stop_is_sent_after_the_start(kept: Play) -> None:
    table = await two_friends(kept)
    await press_some(table, 3)
    await kept.restart()
    await check_right(table)
    await press_some(table, 2)
    await check_right(table)


async def test_a_group_that_is_behind_when_the_players_are_not_is_remembered(kept: Play) -> None:
    table = await two_friends(kept)
    await table.mid_trick()
    hang = Hang(kept, table.group.id)
    person = await table.player()
    data = str(choose(table.console(person), random.Random(1)).callback_data)
    await person.press_data(table.console(person), data)
    for _ in range(40):
        # Time passes for the players; the group's call is on its way all the while.
        await asyncio.sleep(0.002)
        kept.clock.advance(0.5)
    assert hang.waiting == 1
    assert await table.stored("settled_version = version") == (0,)
    hang.over.set()
    kept.world.faults.clear()
    await kept.restart()
    await check_right(table)


async def test_a_look_at_an_older_state_does_not_count_as_having_seen_the_newest(game: Play) -> None:
    table = await two_friends(game)
    assert game.outbox is not None
    older = await game.rooms.view(table.room)
    hang = Hang(game, table.group.id, *(person.id for person in table.people))
    await press_some(table, 1)
    newest = await game.rooms.view(table.room)
    await game.outbox._arrived(older, table.people[0].id)
    for audience in (0, table.people[1].id):
        await game.outbox._arrived(newest, audience)
    assert await table.stored("settled_version = version") == (0,)
    hang.over.set()
    await check_right(table)


async def test_at_the_start_only_rooms_that_are_behind_are_looked_at(
    kept: Play, monkeypatch: pytest.MonkeyPatch
) -> None:
    people = await meet(kept, "Анна", "Борис")
    group = kept.world.group("Друзья", people)
    tables = [await open_table(kept, group, *people) for _ in range(2)]
    await kept.settle()
    behind = tables[1]
    await press_some(behind, 1)
    await kept.stop()
    watch = Watch(kept)
    loaded: list[int] = []
    load = Rooms._load

    async def counting(self: Rooms, room_id: int) -> Any:
        loaded.append(room_id)
        return await load(self, room_id)

    monkeypatch.setattr(Rooms, "_load", counting)
    await kept.start(seed=2)
    assert loaded == [behind.room]
    assert {chat for chat in watch.calls if chat > 0} <= {person.id for person in people}
    await check_right(behind)


async def test_a_table_that_nobody_has_touched_for_long_leaves_the_memory_and_comes_back(
    game: Play, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.telegram.outbox.IDLE_SECONDS", 100)
    table = await two_friends(game)
    await table.mid_trick()
    await game.wait(500)
    assert not game.rooms._entries
    assert game.outbox is not None
    assert not game.outbox._messages._rooms
    assert not game.outbox._glances
    assert not game.outbox._steps._pressed_at
    await table.move(random.Random(1))
    await check_right(table)


async def test_a_room_that_cannot_be_read_does_not_keep_the_bot_from_starting(
    kept: Play, caplog: pytest.LogCaptureFixture
) -> None:
    people = await meet(kept, "Анна", "Борис")
    group = kept.world.group("Друзья", people)
    first, second = [await open_table(kept, group, *people) for _ in range(2)]
    await press_some(second, 1)
    async with kept.database.transaction() as tx:
        await tx.run("UPDATE deals SET deck = 'nonsense' WHERE room_id = ?", first.room)
        await tx.run("UPDATE rooms SET settled_version = 0")
    await kept.restart()
    await check_right(second)
    assert f"room {first.room}" in caplog.text


async def test_an_edit_that_a_crash_kept_from_the_file_is_made_good_even_if_all_looks_as_before(
    kept: Play, monkeypatch: pytest.MonkeyPatch
) -> None:
    anna, boris = await meet(kept, "Анна", "Борис")
    group = kept.world.group("Друзья", [anna, boris])
    table = await open_lobby(kept, group, anna)
    await kept.wait(30)
    before = table.board().text

    async def nothing(_: WriteBehind) -> None:
        """What a bot that is killed writes."""

    monkeypatch.setattr(WriteBehind, "flush", nothing)
    await anna.press_data(table.board(), encode(Page(table.room, "rules")))
    await kept.quiet()
    assert table.board().text != before, "the rules are open"
    await anna.press_data(table.board(), encode(Page(table.room, "")))
    await kept.quiet()
    assert table.board().text != before, "the way back is still to be shown"
    await kept.stop()
    monkeypatch.undo()
    await kept.start(seed=2)
    assert table.board().text == before


async def test_what_is_shown_while_the_file_is_being_written_is_written_too(
    game: Play, monkeypatch: pytest.MonkeyPatch
) -> None:
    (anna,) = await meet(game, "Анна")
    table = await open_lobby(game, game.world.group("Друзья", [anna]), anna)
    await game.settle()
    settle, go_on = Rooms.settled, asyncio.Event()

    async def slowly(rooms: Rooms, versions: Mapping[int, int]) -> None:
        await go_on.wait()
        await settle(rooms, versions)

    monkeypatch.setattr(Rooms, "settled", slowly)
    await anna.press_data(table.board(), encode(Page(table.room, "rules")))
    await game.wait(10)
    rules = table.board().text
    await anna.press_data(table.board(), encode(Page(table.room, "")))
    await game.wait(10)
    assert table.board().text != rules
    go_on.set()
    await game.settle()
    assert await table.stored("version = settled_version") == (1,)


async def test_a_flush_that_fails_in_an_unforeseen_way_is_made_again(
    game: Play, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    (anna,) = await meet(game, "Анна")
    table = await open_lobby(game, game.world.group("Друзья", [anna]), anna)
    settle = Rooms.settled
    failed: list[Mapping[int, int]] = []

    async def fail_once(rooms: Rooms, versions: Mapping[int, int]) -> None:
        if not failed:
            failed.append(versions)
            raise ZeroDivisionError
        await settle(rooms, versions)

    monkeypatch.setattr(Rooms, "settled", fail_once)
    await anna.press_data(table.board(), encode(Page(table.room, "rules")))
    await game.settle()
    assert failed
    assert await table.stored("version = settled_version") == (1,)
    assert "ZeroDivisionError" in caplog.text


async def test_a_message_that_is_being_sent_at_the_stop_is_known_after_the_start(kept: Play) -> None:
    table = await two_friends(kept)
    person = await table.player()
    sent, answered = asyncio.Event(), asyncio.Event()

    async def slow(method: str, params: Mapping[str, Any]) -> None:
        if method == "sendMessage" and params["chat_id"] == person.id:
            sent.set()
            await answered.wait()

    kept.world.faults_after.append(slow)
    await person.write(person.private, "/hand")
    await sent.wait()
    assert kept.outbox is not None
    stopping = asyncio.create_task(kept.outbox.stop())
    for _ in range(12):
        await asyncio.sleep(0)
    answered.set()
    await stopping
    kept.world.faults_after.clear()
    new = table.console(person)
    await kept.restart()
    await kept.settle()
    await check_right(table)
    assert table.console(person) is new
    assert len(table.consoles(person)) == 1


async def test_who_asks_for_a_free_seat_is_shown_to_the_group_at_once(game: Play) -> None:
    table = await two_friends(game)
    await table.mid_trick()
    # The seat that is free is not at turn: its table would follow every change.
    late = table.people[1 - table.people.index(await table.player())]
    await game.rooms.leave(table.room, late.id)
    await game.settle()
    (vera,) = await meet(game, "Вера")
    vera.join(table.group)
    await game.wait(60)
    assert "Вера" not in table.board().text
    await vera.press_data(table.board(), button_of(table.board(), TakeOver))
    await game.wait(1)
    assert "Вера" in table.board().text
