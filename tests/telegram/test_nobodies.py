"""Senders that stand for somebody else: Telegram itself and channels are no persons to the bot.

Anonymous admins, whom it does listen to, are in `test_groups`.
"""

from __future__ import annotations

import pytest

from bot.sandbox import Answer, ChatKind, Status
from bot.sandbox.markup import Text, commands_and_mentions
from bot.sandbox.membership import set_status
from bot.sandbox.model import Member, User
from bot.screens.absence_presses import GroupMove, Leave, Nudge, PlayHere, TakeOver
from bot.screens.presses import Press, Query, Seat, SeatAt, SetLanguage, Start, Stop, encode

from .harness import Play
from .tables import Table, meet, open_lobby, two_friends

TELEGRAM, CHANNEL = 777000, 136817688

nobodies = pytest.mark.parametrize("number", [TELEGRAM, CHANNEL])


def nobody(number: int) -> User:
    """Return a sender that no mark but its number tells from a person."""
    return User(number, "Telegram", language_code="ru")


async def say(game: Play, table: Table, who: User, text: str, channel: bool = False) -> None:
    """Let a message of such a sender come into the group, as a channel's if asked."""
    chat = game.world.new_chat("Новости", ChatKind.CHANNEL) if channel else None
    body = Text(text, commands_and_mentions(text))
    game.world.offer(game.world.new_message(table.group, who, body, sender_chat=chat))
    await game.settle()


async def press(game: Play, table: Table, who: User, what: Press) -> Answer | None:
    """Let such a sender press something on the table's newest message."""
    one = game.world.new_press(who, table.board(), encode(what))
    await game.settle()
    return one.outcome.result()


async def check_unknown(game: Play, number: int) -> None:
    """The bot has noted nothing of them."""
    async with game.database.reading() as tx:
        assert await tx.one("SELECT 1 FROM users WHERE id = ?", number) is None
        for table in ("seats", "actions", "substitutes", "last_rules"):
            assert await tx.one(f"SELECT 1 FROM {table} WHERE user_id = ?", number) is None
        assert await tx.one("SELECT 1 FROM rooms WHERE owner_id = ?1 OR nudged_by = ?1", number) is None


@nobodies
@pytest.mark.parametrize("channel", [False, True])
async def test_their_commands_are_not_listened_to(game: Play, number: int, channel: bool) -> None:
    (anna,) = await meet(game, "Анна")
    group = game.world.group("Друзья", [anna], supergroup=True)
    table = await open_lobby(game, group, anna)
    before = {message.id: message.text for message in group.visible()}
    commands = ("/deberts", "/table", "/score", "/rules", "/help", "/history", "/leave", "/stop", "/verify")
    for text in commands:
        await say(game, table, nobody(number), text, channel)
    own = [message for message in group.visible() if message.sender is game.world.bot]
    assert {message.id: message.text for message in own}.items() <= before.items()
    async with game.database.reading() as tx:
        assert await tx.all("SELECT id FROM rooms") == [(table.room,)]
    await check_unknown(game, number)


@nobodies
async def test_they_are_not_seated_and_their_presses_say_nothing(game: Play, number: int) -> None:
    anna, boris = await meet(game, "Анна", "Борис")
    group = game.world.group("Друзья", [anna, boris], supergroup=True)
    table = await open_lobby(game, group, anna)
    await table.press(boris, table.board(), Seat)
    await boris.press_data(table.board(), encode(Seat(table.room, False)))
    await game.settle()
    before = await table.stored("version, owner_id, phase")
    for one in (
        Seat(table.room, True),
        SeatAt(table.room, 1),
        Start(table.room, 0),
        Stop(table.room, True),
        Query(table.room, "rules"),
        SetLanguage("en"),
    ):
        assert await press(game, table, nobody(number), one) == Answer(), one
    assert await table.stored("version, owner_id, phase") == before
    await check_unknown(game, number)


@nobodies
async def test_they_do_nothing_at_a_table_that_is_played(game: Play, number: int) -> None:
    table = await two_friends(game, supergroup=True)
    await game.press(table.people[0], table.board(), encode(PlayHere(table.room, True)))
    await game.settle()
    before = await table.stored("version, plays_here, nudged_by")
    for one in (
        GroupMove(table.room, 0, 0, 64),
        Nudge(table.room, 0, 0),
        Nudge(table.room, 0, 1),
        PlayHere(table.room, False),
        TakeOver(table.room, 0),
        Leave(table.room, number, "yes"),
        Query(table.room, "hand"),
        Query(table.room, "score"),
    ):
        assert await press(game, table, nobody(number), one) == Answer(), one
    assert await table.stored("version, plays_here, nudged_by") == before
    assert (await table.record())["deals"][0]["actions"] == []
    await check_unknown(game, number)


@nobodies
async def test_a_bot_they_add_to_a_group_introduces_itself_to_nobody_in_particular(
    game: Play, number: int
) -> None:
    (anna,) = await meet(game, "Анна")
    group = game.world.group("Друзья", [anna], supergroup=True)
    anna.remove_bot(group)
    await game.settle()
    who = nobody(number)
    group.members[number] = Member(who, Status.ADMINISTRATOR)
    set_status(game.world, group, who, game.world.bot, Status.MEMBER)
    await game.settle()
    assert [message.sender for message in group.visible()][-1] is game.world.bot
    await check_unknown(game, number)
