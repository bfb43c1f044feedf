"""Players who have never opened the bot, or block it: they are told, named, and never lost."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from bot.deberts.cards import cards
from bot.locales import texts
from bot.sandbox import Answer, ApiError
from bot.screens.absence_presses import Leave
from bot.screens.cards import SUITS, rank
from bot.screens.presses import Move, Query, Seat, Start, encode
from tests.store.faults import faults

from .absent import press_kind
from .harness import Play
from .rightness import look
from .tables import meet, offered, open_lobby, two_friends
from .test_database_faults import read_only

RU = texts("ru")


def cards_of(alert: str) -> set[int]:
    """Read the cards out of the alert that shows a hand."""
    ranks = {rank(number, RU): number for number in range(8)}
    found = set()
    for line in alert.splitlines():
        for suit, sign in enumerate(SUITS):
            if sign in line:
                words = line.split(sign)[1].split()
                found |= {suit * 8 + ranks[word] for word in words if word in ranks}
    return found


async def test_who_has_never_opened_the_bot_is_sent_there_and_named_until_it_is_done(game: Play) -> None:
    (anna,) = await meet(game, "Анна")
    boris = game.world.person("Борис")
    table = await open_lobby(game, game.world.group("Друзья", [anna, boris]), anna)
    answer = await table.press(boris, table.board(), Seat)
    assert answer == Answer(url=f"https://t.me/deberts_bot?start=r{table.room}")
    assert not boris.messages()
    assert RU.plain("lobby-unreachable", names="Борис") in table.board().text
    # To press again leads there again.
    assert (await boris.press_data(table.board(), encode(Seat(table.room, True)))).url == answer.url

    refused = await table.press(anna, table.board(), Start)
    assert refused == Answer(RU.plain("refusal-unreachable", names="Борис"), show_alert=True)
    assert await table.stored("phase") == ("lobby",)

    assert answer.url is not None
    await boris.open(answer.url)
    await game.settle()
    assert "Друзья" in boris.last().text
    assert RU.plain("lobby-unreachable", names="Борис") not in table.board().text
    await table.press(anna, table.board(), Start)
    assert await table.stored("phase") == ("playing",)


async def test_the_owner_may_be_the_one_who_must_open_the_bot(game: Play) -> None:
    anna = game.world.person("Анна")
    table = await open_lobby(game, game.world.group("Друзья", [anna]), anna)
    assert RU.plain("lobby-unreachable", names="Анна") in table.board().text
    link = next(button.url for button in table.board().buttons if button.url)
    await anna.open(link)
    await game.settle()
    assert "Анна" in table.board().text
    assert "?start=" not in "".join(button.url or "" for button in table.board().buttons)


async def test_who_blocks_the_bot_is_named_plays_on_in_sight_and_gets_a_new_console_back(game: Play) -> None:
    table = await two_friends(game)
    await table.mid_trick()
    _, boris = table.people
    old = table.console(boris)
    boris.block()
    await game.settle()
    warning = RU.plain("table-unreachable", names="Борис")
    assert warning in table.board().text

    answer = await boris.press_data(table.board(), encode(Query(table.room, "hand")))
    match = await table.match()
    assert match.deal is not None
    assert answer.show_alert
    assert cards_of(answer.text) == set(cards(match.deal.hands[1]))

    boris.unblock()
    await game.settle()
    assert warning not in table.board().text
    assert table.console(boris) is not old
    assert table.consoles(boris) == [table.console(boris)], "the old one has lost its buttons"
    await table.play_until(lambda match: match.deal is not None and len(match.deal.winners) == 2)


async def test_a_block_that_nobody_told_of_is_noticed_by_the_first_message(game: Play) -> None:
    table = await two_friends(game)
    _, boris = table.people

    async def blocked(method: str, params: dict[str, object]) -> None:
        if params.get("chat_id") == boris.id:
            raise ApiError(403, "Forbidden: bot was blocked by the user")

    game.world.faults.append(blocked)
    chance = random.Random(1)
    await table.move(chance)
    await game.settle()
    assert RU.plain("table-unreachable", names="Борис") in table.board().text
    tries = len([one for one in game.world.refused if one.method.startswith(("send", "edit"))])
    assert tries == 1
    game.world.faults.clear()
    # Whatever Boris writes to the bot says that it may write to him.
    await game.say(boris, boris.private, "я тут")
    assert RU.plain("table-unreachable", names="Борис") not in table.board().text
    assert table.consoles(boris) == [table.console(boris)]
    assert offered(table.console(await table.player()))


async def test_a_deleted_account_does_not_stop_the_others(game: Play) -> None:
    table = await two_friends(game)
    await table.play_until(lambda match: match.deal is not None and match.deal.turn == 0)
    table.people[1].delete_account()
    await table.move(random.Random(1))
    await game.settle()
    assert RU.plain("table-unreachable", names="Борис") in table.board().text


async def test_a_deep_link_of_a_table_gives_no_seat(game: Play) -> None:
    (anna,) = await meet(game, "Анна")
    table = await open_lobby(game, game.world.group("Друзья", [anna]), anna)
    vera = game.world.person("Вера")
    for payload in (f"r{table.room}", "r999", "r0", "x", "r" + "9" * 60, "r1_2"):
        await vera.start(payload)
    await game.settle()
    async with game.database.reading() as tx:
        assert await tx.all("SELECT user_id FROM seats") == [(anna.id,)]
    assert "Друзья" not in "".join(message.text for message in vera.messages())


async def test_a_move_from_the_group_is_not_possible_even_for_who_blocked_the_bot(game: Play) -> None:
    table = await two_friends(game)
    person = await table.player()
    person.block()
    await game.settle()
    match = await table.match()
    assert match.deal is not None
    code = match.codes()[0]
    await person.press_data(table.board(), encode(Move(table.room, 0, 0, code)))
    assert (await table.match()).deal.log == match.deal.log  # type: ignore[union-attr]


@pytest.mark.parametrize("restarted", [False, True])
@pytest.mark.parametrize("ends", ["stopped", "left"])
async def test_who_comes_back_after_the_end_finds_no_buttons_of_it(
    kept: Play, ends: str, restarted: bool
) -> None:
    table = await two_friends(kept)
    await table.mid_trick()
    anna, boris = table.people
    console = table.console(boris)
    boris.block()
    await kept.settle()
    if ends == "stopped":
        owner = await kept.rooms.people.user(anna.id)
        assert owner is not None
        await kept.rooms.stop(table.room, owner, is_admin=False)
    else:
        await kept.say(boris, table.group, "/leave")
        await press_kind(table, boris, boris.last(table.group), Leave, "yes")
    await kept.settle()
    boris.unblock()
    await kept.settle()
    if restarted:
        await kept.restart()
        await kept.settle()
    assert not console.buttons
    looked = await look(kept.world, kept.rooms, kept.database)
    assert not looked.wrong


async def test_an_unblock_that_the_database_did_not_take_is_noted_later(kept: Play) -> None:
    table = await two_friends(kept)
    await table.mid_trick()
    boris = table.people[1]
    boris.block()
    await kept.settle()
    async with read_only(kept.database, Path()):
        boris.unblock()
        await kept.quiet()
    await kept.wait(20)
    await kept.settle()
    assert "Борис" not in table.board().text.splitlines()[-1]
    assert table.console(boris).buttons


async def test_whoever_presses_in_private_can_be_written_to(kept: Play) -> None:
    table = await two_friends(kept)
    boris = table.people[1]
    console = table.console(boris)
    # An update that never came.
    await kept.rooms.set_reachable(boris.id, False)
    await kept.settle()
    await boris.press_data(console, encode(Query(table.room, "hand")))
    await kept.settle()
    user = await kept.rooms.people.user(boris.id)
    assert user is not None
    assert user.reachable
    assert table.console(boris) is not console


async def test_a_block_is_shown_at_the_table_even_if_the_database_fails_just_then(kept: Play) -> None:
    table = await two_friends(kept)
    await table.mid_trick()
    boris = table.people[1]
    with faults(kept.database) as between:
        # The block itself is written; what comes after it, the table's new version, is not.
        between.arm(0, "fails", of="UPDATE rooms")
        boris.block()
        await kept.settle()
        assert not between.armed
    await kept.wait(20)
    await kept.settle()
    assert RU.plain("table-unreachable", names="Борис") in table.board().text
