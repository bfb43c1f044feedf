"""What only the operator gets to see, and the groups that the operator allows."""

from __future__ import annotations

import logging
import random
import tomllib
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

import bot
from bot.locales import texts
from bot.sandbox import Chat, Person
from bot.store.schema import VERSION
from bot.telegram.problems import KEPT, LastProblems

from .harness import Play, play
from .tables import Table, meet, open_lobby, open_table, two_friends

RU, EN = texts("ru"), texts("en")
GOODBYE = RU.plain("chat-not-allowed")


@pytest.fixture
async def game(tmp_path: Path) -> AsyncIterator[Play]:
    async with play(tmp_path / "bot.sqlite3", start=False) as game:
        yield game


def test_the_version_is_the_one_of_the_project() -> None:
    project = tomllib.loads((Path(__file__).parents[2] / "pyproject.toml").read_text(encoding="utf-8"))
    assert project["project"]["version"] == bot.__version__


async def test_the_operator_is_told_how_the_bot_is(game: Play, caplog: pytest.LogCaptureFixture) -> None:
    boss = game.world.person("Boss", language_code="en")
    game.house.operator_id = boss.id
    await game.start()
    table = await two_friends(game)
    await open_lobby(game, table.group, table.people[0])
    await boss.start()
    logging.getLogger("bot.test").warning("Анна said %s", "a secret")
    await game.wait(3600)
    await game.say(boss, boss.private, "/status")
    lines = boss.last().text.splitlines()
    assert lines[0] == EN.plain("status-title")
    assert f"Version {bot.__version__} · schema {VERSION} · up 0 d 1 h" in lines[2]
    assert lines[3] == "Tables: 1 playing, 1 gathering, 0 ended"
    assert lines[4] in ("2 in memory, 0 asleep", "0 in memory, 2 asleep")
    assert lines[5] == "Waiting: 0 chats, 0 tables, 0 updates"
    assert " KB · log " in lines[6]
    assert lines[-1].endswith("WARNING bot.test.test_the_operator_is_told_how_the_bot_is")
    assert "secret" not in boss.last().text
    assert "Анна" not in boss.last().text


async def test_everybody_else_gets_the_help_and_groups_get_nothing(game: Play) -> None:
    boss = game.world.person("Boss")
    game.house.operator_id = boss.id
    await game.start()
    anna, boris = await meet(game, "Анна", "Борис")
    await game.say(anna, anna.private, "/status")
    assert RU.plain("help-title") in anna.last().text
    group = game.world.group("Друзья", [boss, anna, boris])
    await game.settle()
    before = boss.last(group)
    await game.say(boss, group, "/status")
    assert boss.last(group).sender is boss.user
    assert before.sender is game.world.bot


async def test_without_an_operator_nobody_is_told(game: Play) -> None:
    await game.start()
    (anna,) = await meet(game, "Анна")
    await game.say(anna, anna.private, "/status")
    assert RU.plain("help-title") in anna.last().text


def test_only_the_newest_problems_are_kept_and_no_words() -> None:
    kept = LastProblems()
    logger = logging.getLogger("bot.test.kept")
    logger.addHandler(kept)
    try:
        for number in range(KEPT + 2):
            logger.info("nothing")
            try:
                raise ValueError(f"secret {number}")
            except ValueError:
                logger.exception("secret")
        logger.warning("secret")
    finally:
        logger.removeHandler(kept)
    assert len(kept.newest()) == KEPT
    here = "bot.test.kept.test_only_the_newest_problems_are_kept_and_no_words"
    assert [one.kind for one in kept.newest()] == [here, *[f"{here} (ValueError)"] * (KEPT - 1)]
    assert [one.level for one in kept.newest()][:2] == ["WARNING", "ERROR"]


# ALLOWED_CHATS


async def two_groups(game: Play) -> tuple[list[Person], Chat, Chat]:
    """Start a bot that plays in the first of two groups; only there it has been added already."""
    people = [game.world.person(name) for name in ("Анна", "Борис")]
    allowed = game.world.group("Друзья", people)
    game.house.allowed_chats = {allowed.id}
    await game.start()
    for person in people:
        await person.start()
    await game.settle()
    return people, allowed, game.world.group("Чужие", people, with_bot=False)


async def rooms_of(game: Play, chat: Chat) -> int:
    async with game.database.reading() as tx:
        row = await tx.one("SELECT count(*) FROM rooms WHERE chat_id = ?", chat.id)
    assert row is not None
    return int(row[0])


async def test_in_an_allowed_group_and_in_private_everything_is_as_ever(game: Play) -> None:
    people, allowed, _ = await two_groups(game)
    table = await open_table(game, allowed, *people)
    await table.mid_trick()
    await game.say(people[0], people[0].private, "/score")
    assert RU.plain("sheet-title") in people[0].last().text


async def test_added_to_another_group_it_says_so_once_and_leaves(game: Play) -> None:
    (anna, boris), _, foreign = await two_groups(game)
    anna.add_bot(foreign)
    await game.settle()
    assert [m.text for m in boris.messages(foreign) if m.sender is game.world.bot and m.text] == [GOODBYE]
    assert not foreign.member(game.world.bot).is_here
    assert await game.rooms.people.chat(foreign.id) is None


async def test_to_a_command_in_a_group_of_before_it_says_so_and_leaves(game: Play) -> None:
    (anna, boris), allowed, foreign = await two_groups(game)
    game.house.allowed_chats.add(foreign.id)
    anna.add_bot(foreign)
    await game.settle()
    table = await open_table(game, foreign, anna, boris)
    lobby = await open_lobby(game, allowed, anna)
    game.house.allowed_chats.remove(foreign.id)
    count = await rooms_of(game, foreign)

    assert (await boris.press_data(table.board(), f"q:{table.room}:score")).text == GOODBYE
    await game.say(anna, foreign, "what about /deberts tonight?")
    await game.say(anna, foreign, "/deberts@another_bot")
    assert foreign.member(game.world.bot).is_here
    await game.say(anna, foreign, "/deberts")
    assert [m.text for m in anna.messages(foreign)].count(GOODBYE) == 1
    assert not foreign.member(game.world.bot).is_here
    assert await rooms_of(game, foreign) == count
    # The match that was on goes on in private, as with any group the bot may not write in.
    chat = await game.rooms.people.chat(foreign.id)
    assert chat is not None
    assert not chat.writable
    await table.mid_trick()
    assert await rooms_of(game, allowed) == 1
    assert lobby.board().text


async def test_an_allowed_group_stays_so_when_it_becomes_a_supergroup(
    game: Play, caplog: pytest.LogCaptureFixture
) -> None:
    people, allowed, _ = await two_groups(game)
    table: Table = await open_table(game, allowed, *people)
    new = people[0].upgrade(allowed)
    await game.settle()
    table.group = new
    await game.say(people[0], new, "/score")
    assert RU.plain("sheet-title") in people[0].last(new).text
    await table.mid_trick()
    told = [message for message in caplog.messages if "ALLOWED_CHATS" in message]
    assert told == [f"group {allowed.id} has become {new.id}: put the new id into ALLOWED_CHATS"]


async def test_at_the_start_it_leaves_the_groups_of_before_and_their_tables_are_kept(kept: Play) -> None:
    table = await two_friends(kept)
    await table.mid_trick()
    anna = table.people[0]
    await kept.stop()
    kept.house.allowed_chats = {-1}
    await kept.start(seed=2)
    assert GOODBYE in [message.text for message in anna.messages(table.group)[-2:]]
    assert not table.group.member(kept.world.bot).is_here
    before = len(anna.messages(table.group))
    await table.move(random.Random(1))
    await kept.wait(700)
    assert len(anna.messages(table.group)) == before
    assert await table.stored("phase") == ("playing",)
