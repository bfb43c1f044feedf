"""Groups of every kind: topics, upgrades, the bot put out and back, muted, anonymous admins, channels."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from typing import Any

import pytest

from bot.locales import texts
from bot.sandbox import ApiError, Chat, ChatKind, Status
from bot.sandbox.markup import Text, commands_and_mentions
from bot.sandbox.membership import set_status
from bot.sandbox.model import Member, User
from bot.screens.presses import Move, Query, Seat, Stop, encode
from bot.telegram.outbox import PROBE_SECONDS

from .harness import Play
from .tables import AT_ONCE, Table, button_of, meet, offered, open_lobby, open_table, two_friends
from .test_turn_clock import Deaf

RU = texts("ru")
Calls = list[tuple[str, Mapping[str, Any]]]


def calls_of(game: Play, method: str) -> Callable[[], list[Mapping[str, Any]]]:
    """Return what gives the calls of a method from now on."""
    heard: list[Mapping[str, Any]] = []
    game.world.observers.append(lambda name, params: heard.append(params) if name == method else None)
    return lambda: heard


# Topics


async def test_a_table_in_a_topic_stays_there_with_all_its_answers(game: Play) -> None:
    people = await meet(game, "Анна", "Борис")
    forum = game.world.group("Форум", people, forum=True)
    topic = people[0].create_topic(forum, "Карты")
    await game.settle()
    sent = calls_of(game, "sendMessage")
    table = await open_table(game, forum, *people, thread=topic)
    await game.say(people[1], forum, "/score", thread=topic)
    await game.say(people[1], forum, "/table", thread=topic)
    await people[1].press_data(table.board(), encode(Query(table.room, "rules")))
    await game.settle()
    in_forum = [params for params in sent() if params["chat_id"] == forum.id]
    assert len(in_forum) == 5
    assert {params.get("message_thread_id") for params in in_forum} == {topic.id}
    await game.say(people[1], forum, "/score")
    assert people[1].last(forum).text == RU.plain("no-table"), "General is another topic"


async def test_the_number_of_general_is_never_sent_nor_that_of_a_thread_of_replies(game: Play) -> None:
    people = await meet(game, "Анна", "Борис")
    forum = game.world.group("Форум", people, forum=True)
    sent = calls_of(game, "sendMessage")
    await open_table(game, forum, *people)
    plain = game.world.group("Друзья", people, supergroup=True)
    table = await open_table(game, plain, *people)
    # A reply outside of topics carries the number of a thread that is none to post in.
    await game.say(people[1], plain, "/score", reply_to=table.board())
    await game.say(people[1], plain, "/table", reply_to=table.board())
    assert all("message_thread_id" not in params for params in sent())


async def test_when_its_topic_is_deleted_the_game_goes_on_in_the_group(game: Play) -> None:
    people = await meet(game, "Анна", "Борис")
    forum = game.world.group("Форум", people, forum=True)
    topic = people[0].create_topic(forum, "Карты")
    table = await open_table(game, forum, *people, thread=topic)
    people[0].delete_topic(forum, topic)
    await table.play_until(lambda match: match.deal is not None and len(match.deal.winners) == 2)
    await game.settle()
    assert table.board().thread_id is None
    await game.say(people[1], forum, "/score")
    assert RU.plain("sheet-title") in people[1].last(forum).text


async def test_when_its_topic_is_closed_the_game_goes_on_in_the_group(game: Play) -> None:
    people = await meet(game, "Анна", "Борис")
    forum = game.world.group("Форум", people, forum=True)
    topic = people[0].create_topic(forum, "Карты")
    table = await open_table(game, forum, *people, thread=topic)
    people[0].close_topic(forum, topic)
    await game.say(people[0], forum, "/table", thread=topic)
    assert table.board().thread_id is None


@pytest.mark.parametrize("general", ["open", "closed"])
async def test_a_topic_that_takes_no_edits_either_does_not_keep_the_bot_busy(
    game: Play, general: str
) -> None:
    people = await meet(game, "Анна", "Борис")
    forum = game.world.group("Форум", people, forum=True)
    topic = people[0].create_topic(forum, "Карты")
    table = await open_table(game, forum, *people, thread=topic)
    here = {message.id for message in forum.visible()}

    async def closed(method: str, params: dict[str, Any]) -> None:
        there = params.get("message_id") in here or "message_thread_id" in params
        if params.get("chat_id") == forum.id and (there or general == "closed"):
            raise ApiError(400, "Bad Request: TOPIC_CLOSED")

    game.world.faults.append(closed)
    await table.play_until(lambda match: match.deal is not None and len(match.deal.winners) == 1)
    await game.settle()
    assert len(game.world.refused) < 10
    if general == "open":
        assert table.board().id not in here
        await table.check_board()
    else:
        assert RU.plain("group-silent", title="Форум") in [message.text for message in people[0].messages()]


# Upgrades


async def check_moved(table: Table, new: Chat) -> None:
    """The match goes on in the supergroup, and nothing is left to do in the old group."""
    record = await table.record()
    table.group = new
    assert table.board() is table.people[0].last(new)
    await table.move(random.Random(3))
    assert len((await table.record())["deals"][0]["actions"]) == len(record["deals"][0]["actions"]) + 1
    await table.game.say(table.people[1], new, "/score")
    assert RU.plain("sheet-title") in table.people[1].last(new).text
    await table.play_until(lambda match: match.deal is not None and len(match.deal.winners) == 2)


@pytest.mark.parametrize("heard", ["migrate_to_chat_id", "migrate_from_chat_id", "both"])
async def test_a_group_that_becomes_a_supergroup_in_the_middle_of_a_trick_plays_on(
    game: Play, heard: str
) -> None:
    table = await two_friends(game)
    await table.mid_trick()
    new = table.people[0].upgrade(table.group)
    for update in list(game.world.updates._updates):
        if heard != "both" and heard not in update.body:
            game.world.updates.delivered(update)
    await game.settle(AT_ONCE)
    await check_moved(table, new)


@pytest.mark.parametrize("answer", ["migrated", "cannot be edited"])
async def test_an_upgrade_that_only_the_errors_tell_of_is_followed(game: Play, answer: str) -> None:
    table = await two_friends(game)
    await table.mid_trick()
    new = table.people[0].upgrade(table.group)
    game.world.updates.clear()
    old = table.group.id

    async def stubborn(method: str, params: dict[str, Any]) -> None:
        if params.get("chat_id") == old and method.startswith("edit"):
            raise ApiError(400, "Bad Request: message can't be edited")

    if answer == "cannot be edited":
        game.world.faults.append(stubborn)
    await table.move(random.Random(1))
    await game.settle()
    await check_moved(table, new)


async def test_after_an_upgrade_lobby_buttons_and_commands_know_the_table(game: Play) -> None:
    anna, boris = await meet(game, "Анна", "Борис")
    group = game.world.group("Друзья", [anna, boris])
    table = await open_lobby(game, group, anna)
    table.group = anna.upgrade(group)
    await game.settle()
    await table.press(boris, table.board(), Seat)
    assert "Борис" in table.board().text


# Put out, muted


async def test_put_out_in_the_middle_of_a_match_the_bot_tells_the_owner_and_plays_on_in_private(
    game: Play,
) -> None:
    table = await two_friends(game)
    await table.mid_trick()
    anna, boris = table.people
    console, board = table.console(anna), table.board()
    anna.remove_bot(table.group)
    await game.settle()
    assert anna.last().text == RU.plain("group-silent", title="Друзья")
    assert table.console(boris) is boris.last(), "only the owner is told"
    assert table.console(anna) is console
    count = len(game.world.refused)
    await table.play_until(lambda match: match.deal is not None and len(match.deal.winners) == 3)
    assert len(game.world.refused) == count, "the bot does not knock on a closed door"

    anna.add_bot(table.group)
    await game.settle()
    assert table.board() is not board
    await table.check_board()
    assert not board.buttons
    await table.play_until(lambda match: len(match.deals) == 1)


async def test_a_match_that_ends_while_the_bot_is_out_is_told_when_it_is_back(game: Play) -> None:
    table = await two_friends(game, target=0)
    anna, _ = table.people
    anna.remove_bot(table.group)
    match = await table.play_until(lambda match: match.over)
    anna.add_bot(table.group)
    await game.settle()
    for total in match.outcome.result:
        assert str(total) in table.board().text
    assert await table.stored("settled_version = version") == (1,)


async def test_a_muted_bot_tells_the_owner_and_shows_the_table_when_it_may_speak(game: Play) -> None:
    table = await two_friends(game)
    anna, boris = table.people
    anna.mute_bot(table.group)
    await game.say(boris, table.group, "/table")
    assert anna.last().text == RU.plain("group-silent", title="Друзья")
    await table.play_until(lambda match: match.deal is not None and len(match.deal.winners) == 1)
    anna.mute_bot(table.group, muted=False)
    await game.say(boris, table.group, "/table")
    assert table.board() is boris.last(table.group)


async def test_an_owner_is_not_told_again_at_every_command_in_a_group_that_is_silent(game: Play) -> None:
    table = await two_friends(game)
    anna, boris = table.people
    anna.mute_bot(table.group)
    for command in ("/table", "/score", "/help"):
        await game.say(boris, table.group, command)
    silent = RU.plain("group-silent", title="Друзья")
    assert [message.text for message in anna.messages()].count(silent) == 1


async def test_a_channel_the_bot_is_added_to_is_left_alone(game: Play) -> None:
    (anna,) = await meet(game, "Анна")
    channel = game.world.new_chat("Новости", ChatKind.CHANNEL)
    channel.members[anna.id] = Member(anna.user, Status.CREATOR)
    set_status(game.world, channel, anna.user, game.world.bot, Status.ADMINISTRATOR)
    await game.settle()
    assert not channel.messages


async def test_the_owners_of_all_tables_of_a_group_are_told_once(game: Play) -> None:
    anna, boris = await meet(game, "Анна", "Борис")
    group = game.world.group("Друзья", [anna, boris])
    for owner in (anna, anna, boris):
        await open_lobby(game, group, owner)
    anna.remove_bot(group)
    await game.settle()
    silent = RU.plain("group-silent", title="Друзья")
    for person in (anna, boris):
        assert [message.text for message in person.messages()].count(silent) == 1


# Who is listened to


async def test_a_table_that_an_anonymous_admin_opens_is_owned_by_who_sits_first(game: Play) -> None:
    anna, boris = await meet(game, "Анна", "Борис")
    group = game.world.group("Друзья", [anna, boris], supergroup=True)
    table = await open_lobby(game, group, anna, anonymous=True)
    assert await table.stored("owner_id") == (None,)
    assert RU.plain("seat-free") in table.board().text
    await table.press(boris, table.board(), Seat)
    assert await table.stored("owner_id") == (boris.id,)
    await table.press(anna, table.board(), Seat)
    async with game.database.reading() as tx:
        assert await tx.all("SELECT user_id FROM seats ORDER BY seat") == [(boris.id,), (anna.id,)]


async def test_an_anonymous_admin_stops_a_table(game: Play) -> None:
    anna, boris, vera = await meet(game, "Анна", "Борис", "Вера")
    group = game.world.group("Друзья", [vera, anna, boris], supergroup=True)
    table = await open_table(game, group, anna, boris)
    await game.say(vera, group, "/stop", anonymous=True)
    question = vera.last(group)
    refused = await boris.press_data(question, button_of(question, Stop))
    assert refused.text == RU.plain("refusal-may-not-stop")
    await game.press(vera, question, button_of(question, Stop))
    assert await table.stored("phase, stopped_by") == ("stopped", "Вера")


async def test_channels_edits_other_bots_and_commands_to_others_are_not_listened_to(game: Play) -> None:
    anna, boris = await meet(game, "Анна", "Борис")
    group = game.world.group("Друзья", [anna, boris], supergroup=True)
    anna.promote(group)  # an admin sees every message
    await game.settle()
    count = len(group.messages)
    await anna.write(group, "/deberts", channel="Новости")
    await anna.write(group, "/deberts@other_bot")
    await anna.write(group, "не /deberts")
    text = "/deberts"
    robot = User(42, "Robot", username="robot_bot", is_bot=True)
    game.world.offer(game.world.new_message(group, robot, Text(text, commands_and_mentions(text))))
    message = await boris.write(group, "привет")
    await boris.edit(message, "/deberts")
    await game.settle()
    assert len(group.messages) == count + 5
    async with game.database.reading() as tx:
        assert await tx.all("SELECT id FROM rooms") == []
        assert await tx.all("SELECT id FROM users WHERE id NOT IN (?, ?)", anna.id, boris.id) == []


async def test_commands_with_the_bots_name_are_listened_to_whatever_the_case(game: Play) -> None:
    (anna,) = await meet(game, "Анна")
    group = game.world.group("Друзья", [anna])
    await open_lobby(game, group, anna)
    await game.say(anna, group, "/RULES@Deberts_Bot, пожалуйста")
    assert RU.plain("rules-title", preset=RU.plain("preset-gambler")) in anna.last(group).text


async def test_a_new_title_is_shown_in_the_consoles(game: Play) -> None:
    table = await two_friends(game)
    anna, _ = table.people
    table.group.title = "Семья"
    message = game.world.new_message(table.group, anna.user, service={"new_chat_title": "Семья"})
    game.world.offer(message)
    await game.settle()
    assert "Семья" in table.console(anna).text


async def test_the_press_of_a_move_in_the_group_is_none_even_if_it_is_right(game: Play) -> None:
    table = await two_friends(game)
    person = await table.player()
    code = min(offered(table.console(person)))
    await person.press_data(table.board(), encode(Move(table.room, 0, 0, code)))
    assert (await table.record())["deals"][0]["actions"] == []


async def test_rights_that_come_back_without_a_word_are_found_out(game: Play) -> None:
    table = await two_friends(game, target=60)
    await table.mid_trick()
    owner = table.people[0]
    muted = Deaf(game, table.group.id, ApiError(400, "Bad Request: not enough rights to send text messages"))
    chance = random.Random(1)
    while (await table.match()).deal is not None and not (await table.match()).over:
        await table.move(chance)
    # It tries again, and says so to nobody.
    await game.wait(3 * PROBE_SECONDS)
    complaint = RU.plain("group-silent", title="Друзья")
    told = [message for message in owner.messages() if message.text == complaint]
    assert len(told) == 1
    version = await table.stored("version")
    await game.wait(3 * PROBE_SECONDS)
    assert await table.stored("version") == version
    muted.end()
    await game.wait(PROBE_SECONDS + 30)
    assert "🏆" in owner.last(table.group).text
    assert await table.stored("version = settled_version") == (1,)
