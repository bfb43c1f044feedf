"""Everything goes wrong at once, at random; when it is over all chats show the state."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Mapping
from typing import Any

import pytest

from bot.sandbox import ApiError
from bot.screens.presses import Move, Query, encode

from .harness import Play
from .tables import Table, every_move, meet, offered, open_table

ERRORS = (
    lambda: ApiError(500, "Internal Server Error"),
    lambda: ApiError(502, "Bad Gateway"),
    lambda: ApiError(429, "Too Many Requests: retry after 3", retry_after=3),
    lambda: ApiError(400, "Bad Request: message to edit not found"),
    lambda: ApiError(400, "Bad Request: message can't be edited"),
)


class Chaos:
    """Lets one call in three fail, before or after its work."""

    def __init__(self, game: Play, chance: random.Random) -> None:
        self._game = game
        self._chance = chance
        game.world.faults.append(self)
        game.world.faults_after.append(self)

    async def __call__(self, method: str, params: Mapping[str, Any]) -> None:
        if method.startswith(("send", "edit")):
            for _ in range(self._chance.choice((0, 0, 0, 30))):
                await asyncio.sleep(0)
            if self._chance.random() < 0.2:
                raise self._chance.choice(ERRORS)()

    def end(self) -> None:
        self._game.world.faults.remove(self)
        self._game.world.faults_after.remove(self)


async def act(table: Table, chance: random.Random) -> None:
    """Do one thing that people do: mostly play, sometimes look, delete, block, ask, press old buttons."""
    game = table.game
    match = await table.match()
    if match.deal is None:
        return
    person = table.people[match.deal.turn]
    anybody = chance.choice(table.people)
    what = chance.randrange(12)
    if what == 0:
        await anybody.write(table.group, chance.choice(["/table", "/score", "/last"]))
    elif what == 1 and not anybody.private.is_blocked:
        await anybody.write(anybody.private, chance.choice(["/hand", "/score", "/help"]))
    elif what == 2:
        anybody.block()
        await game.settle(chance.choice([0, 5]))
        anybody.unblock()
    elif what == 3 and (own := [one for one in anybody.messages() if one.sender is game.world.bot]):
        anybody.delete(chance.choice(own))
    elif what == 4 and (old := table.consoles(anybody)):
        anybody.press_nowait(chance.choice(old), encode(Query(table.room, "last")))
        moves = every_move(old[0])
        if moves:
            anybody.press_nowait(old[0], encode(chance.choice(moves)))
    elif what == 5:
        await game.wait(chance.choice([1, 20, 70]))
    else:
        for message in table.consoles(person)[-1:]:
            move = Move(table.room, len(match.deals), len(match.deal.log), chance.choice(match.codes()))
            person.press_nowait(message, encode(move))
    if chance.random() < 0.7:
        await game.settle(chance.choice([0, 1, 5, 20]))


@pytest.mark.parametrize("seed", [1, *(pytest.param(seed, marks=pytest.mark.long) for seed in range(2, 31))])
async def test_after_any_trouble_the_chats_show_the_state(
    kept: Play, seed: int, caplog: pytest.LogCaptureFixture
) -> None:
    chance = random.Random(seed)
    people = await meet(kept, "Анна", "Борис")
    group = kept.world.group("Друзья", people)
    table = await open_table(kept, group, *people, target=1001)
    chaos = Chaos(kept, chance)
    for number in range(40):
        await act(table, chance)
        if number == 12:
            table.group = people[0].upgrade(table.group)
            if seed % 3 == 0:
                # Nobody tells: only the errors do.
                kept.world.updates.clear()
        elif number == 18:
            people[0].remove_bot(table.group)
        elif number == 22:
            people[0].add_bot(table.group)
        elif number in (8, 20, 30):
            await kept.restart()
    chaos.end()
    await kept.settle(1000)
    for person in people:
        # Whoever has cleared the chat asks for the cards.
        await kept.say(person, person.private, "/hand")
    await kept.say(people[0], table.group, "/table")
    await kept.settle(1000)

    match = await table.match()
    assert match.deal is not None
    for person in people:
        console = table.consoles(person)[-1]
        assert {(move.deal, move.count) for move in every_move(console)} <= {
            (len(match.deals), len(match.deal.log))
        }
    assert offered(table.consoles(people[match.deal.turn])[-1]) == set(match.codes())
    await table.check_board()
    assert await table.stored("settled_version = version") == (1,)
    assert "Traceback" not in caplog.text
    before = await table.record()
    await table.move(chance)
    assert await table.record() != before
