"""A match of every preset and line-up through the running bot: rules, seats and cards by presses only."""

from __future__ import annotations

import json
import random

import pytest

from bot.deberts.presets import LINEUPS, PRESETS
from bot.deberts.record import replay
from bot.sandbox import Chat, Person
from bot.screens.presses import Seat, SeatAt, SetPreset, SetRule, Start, encode

from .harness import Play
from .tables import Table, meet, open_lobby
from .test_match import Eavesdropper, check_consoles

NAMES = ("Анна", "Борис", "Вера", "Глеб")


async def _dealt(game: Play, group: Chat, people: list[Person], preset: str, lineup: str) -> Table:
    """Open a table for a preset and a line-up, with the shortest match there is, and deal."""
    owner = people[0]
    table = await open_lobby(game, group, owner)
    choices = (
        SetPreset(table.room, 0, preset),
        SetRule(table.room, 1, "players", lineup),
        SetRule(table.room, 2, "target", "1"),
    )
    for choice in choices:
        answer = await owner.press_data(table.board(), encode(choice))
        assert answer.text == "Правило изменено."
        await game.settle()
    seats = 4 if lineup in ("4", "2x2") else int(lineup)
    if seats == 4:
        # Partners choose where they sit: Борис across from Анна, then the others.
        await people[1].press_data(table.board(), encode(SeatAt(table.room, 2)))
    for person in people[1:seats]:
        await table.press(person, table.board(), Seat)
    table.people = tuple(people[:seats])
    if seats == 4:
        table.people = (people[0], people[2], people[1], people[3])
    await table.press(owner, table.board(), Start)
    return table


async def _play(table: Table, chance: random.Random) -> None:
    """Press legal buttons at random until the match is over, looking after every press."""
    spy = Eavesdropper(table.game)
    while not (match := await table.match()).over:
        spy.check(match, table)
        check_consoles(match, table)
        await table.move(chance)
    table.game.world.observers.remove(spy.hear)
    phase, result = await table.stored("phase, result")
    assert phase == "finished"
    assert list(replay(await table.record()).outcome.result) == json.loads(result)
    assert "Победа" in table.board().text or "Победили" in table.board().text


# Played at every run of the tests; the others are `long`.
_ALWAYS = (("poltinnik", "2"), ("short", "3"), ("classic", "4"), ("odessa", "2x2"))
_ALL = [
    pytest.param(preset, lineup, marks=() if (preset, lineup) in _ALWAYS else (pytest.mark.long,))
    for preset in PRESETS
    for lineup in LINEUPS
]


@pytest.mark.parametrize(("preset", "lineup"), _ALL)
async def test_a_match_of_every_rule_set_is_played_to_its_end(game: Play, preset: str, lineup: str) -> None:
    people = await meet(game, *NAMES)
    group = game.world.group("Друзья", people)
    table = await _dealt(game, group, people, preset, lineup)
    assert (await table.record())["rules"]["players"] == lineup
    await _play(table, random.Random(f"{preset} {lineup}"))
