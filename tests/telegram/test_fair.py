"""Fair cards as players see them: the seal before the first action, the decks after the match."""

from __future__ import annotations

import hashlib
import json
import random

from bot.locales import texts
from bot.sandbox import Message

from .harness import Play
from .tables import Table, two_friends

RU = texts("ru")


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
    assert vera.last(table.group).text == RU.plain("nothing-to-verify")
    refused = await vera.press_data(vera.last(table.group), f"c:{table.room}:verify")
    assert refused.text == RU.plain("refusal-not-finished")
