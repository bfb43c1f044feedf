"""How far chats lag behind when everybody plays fast: three tables of a group, people at several of them."""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from itertools import pairwise

import pytest

from bot.locales import texts
from bot.sandbox import Message, Person
from bot.sandbox.markup import parse_text
from bot.screens.presses import Move, encode
from bot.screens.table import table as table_screen
from bot.telegram.layout import console_want
from bot.telegram.pace import QUICK_ANSWERS

from .harness import Play
from .matches import open_match, truth_of
from .rightness import look
from .tables import Table, meet, room_of
from .test_outbox import Watch

RU = texts("ru")
# How often the chats are looked at.
LOOK = 0.1
QUESTIONS = ("/score", "/help", "/last", "/rules")


@dataclass
class Lag:
    """Whether a message shows a state, and how old the oldest change is that it does not show."""

    name: str
    states: list[tuple[float, str]] = field(default_factory=list)
    worst: float = 0.0
    lags: list[float] = field(default_factory=list)

    def changed(self, now: float, text: str) -> None:
        """Note what is to be shown from now on."""
        if not self.states or self.states[-1][1] != text:
            self.states.append((now, text))

    def look(self, now: float, shown: str) -> None:
        """See what is shown: how long has something newer been there to be shown?"""
        place = next((at for at in range(len(self.states) - 1, -1, -1) if self.states[at][1] == shown), None)
        if place is None:
            lag = now - self.states[0][0]
        else:
            lag = 0.0 if place == len(self.states) - 1 else now - self.states[place + 1][0]
            del self.states[:place]
        self.lags.append(lag)
        self.worst = max(self.worst, lag)


async def play_fast(
    game: Play, tables: list[Table], seconds: int, seed: int, asking: Person | None = None
) -> tuple[list[Lag], list[Lag]]:
    """Let one move be made every second at each table; measure ten times a second how far chats lag.

    Somebody may be `asking` something in the group every second meanwhile.
    """
    chance = random.Random(seed)
    truth = truth_of(game)
    boards = {table.room: Lag(f"table {table.room}") for table in tables}
    consoles = {
        (table.room, person.id): Lag(f"console {table.room} {person.user.first_name}")
        for table in tables
        for person in table.people
    }
    username = str(game.world.bot.username)

    async def note() -> None:
        """Note what every chat should show from now on."""
        now = game.clock.now()
        for table in tables:
            view = await game.rooms.view(table.room)
            screen = table_screen(view, RU, username, view.turn_since)
            boards[table.room].changed(now, parse_text(screen.text, "HTML").plain)
            for person in table.people:
                want = console_want(
                    await game.rooms.console(table.room, person.id), person.id, RU, view.turn_since
                )
                assert want is not None
                assert want.screen is not None
                text = parse_text(want.screen.text, "HTML").plain
                consoles[table.room, person.id].changed(now, text)

    def see() -> None:
        now = game.clock.now()
        for table in tables:
            boards[table.room].look(now, text_of(newest(table, table.people[0], group=True)))
            for person in table.people:
                shown = text_of(newest(table, person, group=False))
                consoles[table.room, person.id].look(now, shown)

    await note()
    for second in range(seconds):
        if asking is not None:
            await asking.write(tables[0].group, QUESTIONS[second % len(QUESTIONS)])
        for table in tables:
            match = truth.look()[table.room].match
            if match.deal is None:
                continue
            move = Move(table.room, len(match.deals), len(match.deal.log), chance.choice(match.codes()))
            person = table.people[match.deal.turn]
            await person.press_data(table.console(person), encode(move))
        await note()
        for _ in range(10):
            see()
            await game.wait(LOOK)
    await game.settle()
    await note()
    see()
    truth.close()
    return list(boards.values()), list(consoles.values())


def text_of(message: Message | None) -> str:
    return "" if message is None else message.text


def newest(table: Table, person: Person, *, group: bool) -> Message | None:
    """Return the newest message with buttons of a table."""
    chat = table.group if group else person.private
    return next((m for m in reversed(person.messages(chat)) if room_of(m) == table.room), None)


async def some_tables(game: Play, count: int) -> list[Table]:
    """Deal at so many tables of one group; Anna sits at all of them."""
    anna, boris, vera, gleb, dima = people = await meet(game, "Анна", "Борис", "Вера", "Глеб", "Дима")
    group = game.world.group("Друзья", people)
    tables = [await open_match(game, group, [anna, boris], target="501")]
    if count > 1:
        three = [anna, vera, gleb]
        tables.append(await open_match(game, group, three, preset="moscow", players="3", target="501"))
    if count > 2:
        four = [anna, boris, gleb, dima]
        tables.append(await open_match(game, group, four, preset="classic", players="2x2", target="501"))
    await game.wait(60)
    return tables


# A minute of it, or as long as a whole match.
LONGER = [
    pytest.param(*row, marks=pytest.mark.long) for row in ((1, 60), (2, 60), (1, 400), (2, 400), (3, 400))
]


@pytest.mark.parametrize(("count", "seconds"), [(3, 60), *LONGER])
async def test_with_a_play_every_second_at_each_table_all_chats_keep_up(
    kept: Play, count: int, seconds: int
) -> None:
    tables = await some_tables(kept, count)
    group = tables[0].group
    calls = Watch(kept)
    boards, consoles = await play_fast(kept, tables, seconds, seed=1)
    for lag in boards + consoles:
        print(f"{lag.name}: {lag.worst:.1f} s at the worst")
    assert not kept.world.limits.refused
    times = [time for time, *_ in calls.calls[group.id]]
    assert max(sum(time <= later < time + 60 for later in times) for time in times) <= 15

    # Within 4 s per live table of the group and 4 s, every card of an unfinished trick included.
    assert max(lag.worst for lag in boards) <= 4 * count + 4
    # Within 1 s per console of the chat and 1 s.
    for table in tables:
        for person in table.people:
            seats = sum(person in other.people for other in tables)
            lag = next(
                one for one in consoles if one.name == f"console {table.room} {person.user.first_name}"
            )
            assert lag.worst <= seats + 1 + LOOK
    # Afterwards everything else is right as well.
    looked = await look(kept.world, kept.rooms, kept.database)
    assert not looked.wrong
    assert not looked.orphans


@pytest.mark.long
async def test_with_somebody_who_asks_every_second_tables_keep_up_and_answers_come(kept: Play) -> None:
    tables = await some_tables(kept, 3)
    group = tables[0].group
    calls = Watch(kept)
    start = kept.clock.now()
    boards, _ = await play_fast(kept, tables, 120, seed=3, asking=tables[2].people[3])
    assert not kept.world.limits.refused
    # One slot in four is an answer's, one an account's, and the first answers of a minute go ahead.
    assert max(lag.worst for lag in boards) <= 4 * 3 * 2 + 4 + QUICK_ANSWERS
    texts_sent = [text for time, _, text in calls.calls[group.id] if time < start + 120]
    assert sum("<b>Сдача " not in text for text in texts_sent) >= 120 / 60 * (QUICK_ANSWERS + 60 / 4 / 5)


@pytest.mark.long
async def test_the_accounts_of_deals_come_while_all_play_fast(kept: Play) -> None:
    """The next deal is shown before the account of the last one, which must not wait for the end."""
    tables = await some_tables(kept, 2)
    calls = Watch(kept)
    start = kept.clock.now()
    await play_fast(kept, tables, 100, seed=2)
    accounts = [
        time - start
        for time, method, text in calls.calls[tables[0].group.id]
        if method == "editMessageText" and text.startswith("<b>Сдача ")
    ]
    during = [time for time in accounts if time < 100]
    # A deal of two takes some 25 s at this pace, one of three some 35: about six end in 100 s.
    assert len(during) >= 4
    assert min(later - sooner for sooner, later in pairwise(during)) >= 4 * (2 + 1) - 4


def test_how_a_lag_is_measured() -> None:
    lag = Lag("")
    lag.changed(10, "a")
    lag.look(11, "a")
    assert lag.worst == 0
    lag.changed(12, "b")
    lag.changed(13, "c")
    lag.look(14, "a")
    assert lag.worst == 2
    lag.look(14.5, "b")
    lag.look(15, "c")
    assert lag.lags == [0, 2, 1.5, 0]
    lag.changed(16, "d")
    lag.look(20, "something else")
    assert lag.worst == 7
