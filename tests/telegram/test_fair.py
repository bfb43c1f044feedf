"""Fair cards as players see them: the seal before the first action, the decks after the match."""

from __future__ import annotations

import hashlib
import json
import random

from bot.locales import texts
from bot.sandbox import Message
from bot.screens.absence_presses import Claim

from .absent import clocked_table, press_kind
from .harness import Play
from .tables import Table, open_table, two_friends

RU = texts("ru")
STOPPED = "Последняя партия остановлена: записи у неё нет, и её колоды не откроются."


async def decks(table: Table) -> list[tuple[str, str]]:
    """Return decks and nonces from the file."""
    async with table.game.database.reading() as tx:
        rows = await tx.all("SELECT deck, nonce FROM deals WHERE room_id = ? ORDER BY number", table.room)
    return [(deck, nonce) for deck, nonce in rows]


def seal_of(deck: str, nonce: str) -> str:
    """Return the commitment as record-format.md has it, without the code that is tested."""
    return hashlib.sha256(f"{deck} {nonce}".encode("ascii")).hexdigest()


def shows(message: Message, seal: str) -> bool:
    return seal in message.text.replace(" ", "").replace("\n", "")


async def test_every_deal_is_sealed_before_its_first_action_and_opened_after_the_match(game: Play) -> None:
    table = await two_friends(game, target=301)
    anna, _ = table.people
    chance = random.Random(4)
    seen = 0
    while not (match := await table.match()).over:
        assert match.deal is not None
        stored = await decks(table)
        if not match.deal.log:
            seen += 1
            assert shows(table.board(), seal_of(*stored[-1]))
            assert all(shows(table.console(person), seal_of(*stored[-1])) for person in table.people)
        await table.move(chance)
    await game.settle()
    stored = await decks(table)
    assert seen == len(stored)
    everything = [message for chat in (table.group, anna.private) for message in anna.messages(chat)]
    for number, result in enumerate(match.results):
        if result.played:
            account = [m for m in everything if m.text.startswith(f"Сдача {number + 1} ")]
            assert shows(account[0], seal_of(*stored[number]))
    # Until it is asked for, nothing of what opens the seals has been told.
    assert not any(nonce in message.text for _, nonce in stored for message in everything)

    for chat in (table.group, anna.private):
        await game.say(anna, chat, "/verify")
        explained, file = anna.messages(chat)[-2:]
        assert "python -m bot verify" in explained.text
        assert file.document is not None
        record = json.loads(file.document.content)
        assert [(" ".join(deal["deck"]), deal["nonce"]) for deal in record["deals"]] == stored
        assert record["meta"]["commitments"] == [seal_of(*one) for one in stored]


async def test_a_match_that_is_played_shows_its_seals_so_far_and_nothing_else(game: Play) -> None:
    table = await two_friends(game)
    anna, _ = table.people
    await table.play_until(lambda match: len(match.results) > 1)
    await game.say(anna, table.group, "/verify")
    said = anna.last(table.group)
    assert said.document is None
    stored = await decks(table)
    assert len(stored) > 1
    for deck, nonce in stored:
        assert shows(said, seal_of(deck, nonce))
        assert nonce not in said.text
    forged = await anna.press_data(table.board(), f"c:{table.room}:verify")
    assert not forged.text
    await game.settle()
    assert anna.last(table.group).document is None


async def test_without_a_match_there_is_nothing_to_check(game: Play) -> None:
    table = await two_friends(game)
    vera = game.world.person("Вера")
    vera.join(table.group)
    await vera.start()
    await game.say(vera, vera.private, "/verify")
    assert vera.last().text == RU.plain("nothing-to-verify")
    await game.rooms.stop(table.room, await table.game.rooms.people.user(table.people[0].id), True)  # type: ignore[arg-type]
    await game.settle()
    await game.say(vera, table.group, "/verify")
    assert vera.last(table.group).text == STOPPED
    await game.say(vera, vera.private, "/verify")
    assert vera.last().text == RU.plain("nothing-to-verify")
    refused = await vera.press_data(vera.last(table.group), f"c:{table.room}:verify")
    assert refused.text == RU.plain("refusal-not-finished")


async def claim(table: Table) -> Message:
    """Let the time of a turn pass and the others end the match; returns the table of the broken-off deal."""
    game = table.game
    late = await table.player()
    other = next(person for person in table.people if person is not late)
    board = table.board()
    await game.wait(75)
    await game.settle()
    await press_kind(table, other, table.console(other), Claim)
    await press_kind(table, other, other.last(), Claim, "yes")
    await game.settle()
    return board


async def test_a_deal_that_was_broken_off_keeps_its_seal_and_verify_lists_it(game: Play) -> None:
    table = await clocked_table(game, 60, "claim")
    anna, _ = table.people
    await table.mid_trick()
    assert "🔒" not in table.board().text
    board = await claim(table)
    assert await table.stored("phase, ending") == ("finished", "claimed")
    stored = await decks(table)
    last = seal_of(*stored[-1])
    assert shows(board, last)
    assert not board.buttons

    await game.say(anna, table.group, "/verify")
    explained, file = anna.messages(table.group)[-2:]
    assert f"\nСдача {len(stored)}\n" in explained.text
    assert shows(explained, last)
    assert file.document is not None
    record = json.loads(file.document.content)
    assert record["meta"]["commitments"][-1] == last
    assert (" ".join(record["deals"][-1]["deck"]), record["deals"][-1]["nonce"]) == stored[-1]


async def test_a_stopped_match_keeps_its_seal_and_is_never_opened(game: Play) -> None:
    table = await two_friends(game)
    anna, _ = table.people
    await table.mid_trick()
    board = table.board()
    user = await game.rooms.people.user(anna.id)
    assert user is not None
    await game.rooms.stop(table.room, user, True)
    await game.settle()
    deck, nonce = (await decks(table))[-1]
    assert shows(board, seal_of(deck, nonce))
    for chat in (table.group, anna.private):
        await game.say(anna, chat, "/verify")
        said = anna.last(chat)
        assert said.text == STOPPED
        assert said.document is None


async def test_after_a_stopped_match_the_one_finished_before_it_can_still_be_checked(game: Play) -> None:
    finished = await clocked_table(game, 60, "claim")
    anna, boris = finished.people
    await claim(finished)
    seal = seal_of(*(await decks(finished))[-1])
    stopped = await open_table(game, finished.group, anna, boris)
    user = await game.rooms.people.user(anna.id)
    assert user is not None
    await game.rooms.stop(stopped.room, user, True)
    await game.settle()
    for chat in (finished.group, anna.private):
        await game.say(anna, chat, "/verify")
        told, explained, file = anna.messages(chat)[-3:]
        assert told.text == f"{STOPPED} Ниже — законченная до неё."
        assert shows(explained, seal)
        assert file.document is not None
        assert file.document.file_name == f"deberts-{finished.room}.json"
