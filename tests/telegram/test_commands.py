"""Commands and the buttons that only show something: the right content, to the right people, at any time."""

from __future__ import annotations

import json

from bot.deberts.cards import cards
from bot.deberts.match import Match
from bot.deberts.record import replay
from bot.locales import texts
from bot.sandbox import Person
from bot.screens.cards import card
from bot.screens.help import COMMANDS_GROUP, COMMANDS_PRIVATE
from bot.screens.presses import Query, SetLanguage, encode

from .harness import Play
from .tables import Table, meet, offered, open_lobby, open_table, two_friends
from .test_reachability import cards_of

RU, EN = texts("ru"), texts("en")


async def ask(table: Table, person: Person, what: str) -> str:
    """Press one of the board's buttons that show something; returns what the box says."""
    answer = await person.press_data(table.board(), encode(Query(table.room, what)))
    assert answer.show_alert or what == "hand"
    return answer.text


async def say(table: Table, person: Person, text: str, *, private: bool = False) -> str:
    """Give a command and return the bot's answer."""
    chat = person.private if private else table.group
    before = person.last(chat)
    await table.game.say(person, chat, text)
    answer = person.last(chat)
    assert answer is not before
    assert answer.sender is table.game.world.bot
    return answer.text


def last_trick(match: Match) -> list[str]:
    """Return the cards of the last complete trick as they are written."""
    deals = [*match.deals, *([match.deal] if match.deal is not None else [])]
    trick = next(deal.tricks()[-1] for deal in reversed(deals) if deal.winners)
    return [card(number, RU) for number in trick.cards]


async def check_answers(table: Table, last: list[str] | None, totals: tuple[int, ...] | None) -> None:
    """The last trick and the score are told alike by commands, in private, and in boxes."""
    anna, boris = table.people
    for text in (
        await say(table, anna, "/last"),
        await say(table, boris, "/last", private=True),
        await ask(table, boris, "last"),
    ):
        if last is None:
            assert text == RU.plain("last-none")
        else:
            assert all(one in text for one in last)
    for text in (
        await say(table, boris, "/score"),
        await say(table, anna, "/score", private=True),
        await ask(table, anna, "score"),
    ):
        if totals is None:
            assert RU.plain("sheet-empty") in text or "0" in text
        else:
            assert all(str(total) in text for total in totals)


async def test_last_trick_and_score_before_within_and_between_deals(game: Play) -> None:
    people = await meet(game, "Анна", "Борис")
    group = game.world.group("Друзья", people)
    lobby = await open_lobby(game, group, people[0])
    assert await say(lobby, people[0], "/last") == RU.plain("last-none")
    assert RU.plain("sheet-empty") in await say(lobby, people[1], "/score")
    await game.say(people[0], group, "/stop")
    await game.press(people[0], people[0].last(group), RU.plain("button-stop-yes"))

    table = await open_table(game, group, *people)
    await check_answers(table, None, None)
    match = await table.play_until(lambda match: match.deal is not None and len(match.deal.winners) == 2)
    await check_answers(table, last_trick(match), None)
    match = await table.play_until(lambda match: len(match.deals) == 1)
    await check_answers(table, last_trick(match), match.sheet.totals)


async def test_after_the_match_all_is_still_told_and_the_record_replays(game: Play) -> None:
    table = await two_friends(game, target=0)
    anna, boris = table.people
    refused = await boris.press_data(table.board(), encode(Query(table.room, "hand")))
    assert cards_of(refused.text), "while it is played the hand is shown"
    match = await table.play_until(lambda match: match.over)
    await game.settle()

    for text in (await say(table, anna, "/last"), await say(table, boris, "/last", private=True)):
        assert all(one in text for one in last_trick(match))
    for text in (await say(table, anna, "/score"), await say(table, boris, "/score", private=True)):
        assert all(str(total) in text for total in match.outcome.result)
    winner = table.people[match.outcome.winners[0]]
    for chat in (table.group, anna.private):
        await game.say(anna, chat, "/history")
        shown = anna.last(chat)
        assert f"🏆 {winner.user.first_name}" in shown.text
        assert all(str(total) in shown.text for total in match.outcome.result)
        await game.press(anna, shown, f"c:{table.room}:export")
        assert anna.last(chat).document is not None
        await game.say(anna, chat, "/export")
        document = anna.last(chat).document
        assert document is not None
        assert document.file_name == f"deberts-{table.room}.json"
        record = json.loads(document.content)
        assert record["meta"]["players"] == ["Анна", "Борис"]
        assert replay(record).outcome == match.outcome


async def test_a_match_that_is_played_is_not_exported(game: Play) -> None:
    table = await two_friends(game)
    anna, _ = table.people
    assert await say(table, anna, "/export") == RU.plain("nothing-to-export")
    forged = await anna.press_data(table.board(), f"c:{table.room}:export")
    assert forged.text == RU.plain("refusal-not-finished")


async def test_my_cards_shows_each_player_the_own_hand_and_strangers_nothing(game: Play) -> None:
    table = await two_friends(game)
    vera = game.world.person("Вера")
    vera.join(table.group)
    match = await table.mid_trick()
    assert match.deal is not None
    for seat, person in enumerate(table.people):
        assert cards_of(await ask(table, person, "hand")) == set(cards(match.deal.hands[seat]))
    assert await ask(table, vera, "hand") == RU.plain("refusal-not-seated")
    assert await ask(table, vera, "score")


async def test_there_are_no_cards_to_show_in_a_lobby(game: Play) -> None:
    (anna,) = await meet(game, "Анна")
    table = await open_lobby(game, game.world.group("Друзья", [anna]), anna)
    assert await ask(table, anna, "hand") == RU.plain("refusal-no-hand")
    assert await say(table, anna, "/hand", private=True) == RU.plain("refusal-not-started")


async def test_every_command_is_answered_in_a_group_and_in_private_with_and_without_a_table(
    game: Play,
) -> None:
    (anna,) = await meet(game, "Анна")
    group = game.world.group("Друзья", [anna])
    await game.settle()
    for _ in range(2):
        for chat, names in ((group, COMMANDS_GROUP), (anna.private, COMMANDS_PRIVATE)):
            for name in names:
                if name == "deberts":
                    continue
                before = anna.last(chat)
                await game.say(anna, chat, f"/{name} наши" if name == "save" else f"/{name}")
                assert anna.last(chat) is not before, name
                assert anna.last(chat).sender is game.world.bot, name
                await game.wait(10)
        await open_lobby(game, group, anna)


async def test_a_command_without_a_table_says_where_to_get_one(game: Play) -> None:
    (anna,) = await meet(game, "Анна")
    group = game.world.group("Друзья", [anna])
    table = Table(game, group, (anna,), 0)
    for name in ("score", "last", "table", "stop", "rules"):
        assert await say(table, anna, f"/{name}") == RU.plain("no-table"), name
    assert await say(table, anna, "/hand", private=True) == RU.plain("no-table-private")


async def test_the_table_and_the_console_are_shown_anew_at_the_bottom(game: Play) -> None:
    table = await two_friends(game)
    await table.mid_trick()
    person = await table.player()
    board, console = table.board(), table.console(person)
    await game.say(person, table.group, "/table")
    assert person.last(table.group) is table.board()
    assert not board.buttons
    await game.say(person, person.private, "/hand")
    assert person.last() is table.console(person)
    assert not console.buttons
    assert offered(table.console(person)) == {action.code for action in (await table.match()).legal()}


async def test_the_rules_are_told_by_command_and_by_button(game: Play) -> None:
    (anna,) = await meet(game, "Анна")
    table = await open_lobby(game, game.world.group("Друзья", [anna]), anna)
    title = RU.plain("rules-title", preset=RU.plain("preset-gambler"))
    assert title in await say(table, anna, "/rules")
    await anna.press_data(table.board(), encode(Query(table.room, "rules")))
    before = anna.last(table.group)
    await game.settle()
    assert anna.last(table.group) is not before
    assert title in anna.last(table.group).text


async def test_a_group_speaks_the_language_of_who_opened_a_table_until_an_admin_changes_it(
    game: Play,
) -> None:
    (kate,) = await meet(game, "Kate", language="en")
    (anna,) = await meet(game, "Анна")
    group = game.world.group("Friends", [anna, kate])
    await game.settle()
    assert RU.plain("help-title") in anna.last(group).text, "to who adds the bot in hers"
    table = await open_lobby(game, group, kate)
    assert EN.plain("seat-free") in table.board().text
    await game.say(kate, group, "/language")
    question = kate.last(group)
    assert question.labels == [RU.plain("language-name"), EN.plain("language-name")]
    chosen = encode(SetLanguage("ru"))
    refused = await kate.press_data(question, chosen)
    assert refused.text == EN.plain("language-admins-only")
    await game.press(anna, question, chosen)
    assert RU.plain("toast-language-set") in anna.last(group).text
    assert RU.plain("seat-free") in table.board().text


async def test_everybody_is_spoken_to_in_the_own_language(game: Play) -> None:
    (anna,) = await meet(game, "Анна")
    (kate,) = await meet(game, "Kate", language="en-US")
    group = game.world.group("Друзья", [anna, kate])
    table = await open_table(game, group, anna, kate)
    assert EN.plain("button-score") in table.console(kate).labels
    assert RU.plain("button-score") in table.console(anna).labels
    assert RU.plain("button-score") in table.board().labels
    answer = await kate.press_data(table.board(), encode(Query(table.room, "last")))
    assert answer.text == EN.plain("last-none")

    await game.say(kate, kate.private, "/language")
    await game.press(kate, kate.last(), RU.plain("language-name"))
    assert RU.plain("button-score") in table.console(kate).labels
    assert RU.plain("toast-language-set") in kate.last().text


async def test_an_answer_by_button_in_a_group_is_in_the_groups_language(game: Play) -> None:
    (anna,) = await meet(game, "Анна")
    (kate,) = await meet(game, "Kate", language="en")
    group = game.world.group("Друзья", [anna, kate])
    await open_lobby(game, group, anna)
    second = await open_lobby(game, group, anna)
    await game.say(kate, group, "/score")
    question = kate.last(group)
    await game.press(kate, question, f"c:{second.room}:score")
    assert RU.plain("sheet-empty") in question.text


async def test_whatever_else_is_written_in_private_gets_the_help(game: Play) -> None:
    (anna,) = await meet(game, "Анна")
    for text in ("привет", "/unknown", "/deberts_bot"):
        await game.say(anna, anna.private, text)
        assert RU.plain("help-title") in anna.last().text
    group = game.world.group("Друзья", [anna])
    await game.settle()
    before = anna.last(group)
    await game.say(anna, group, "/unknown")
    assert anna.last(group).sender is not game.world.bot or anna.last(group) is before
