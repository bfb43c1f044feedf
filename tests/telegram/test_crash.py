"""The short form of the crash run: `uv run python -m tests.telegram.crash` is the long one."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.screens.absence_presses import Claim
from bot.screens.presses import encode
from bot.store.database import Database

from .absent import clocked_table, view_of
from .crash.friends import Pressed
from .crash.run import Plan, run
from .crash.verify import check_presses, check_records
from .harness import Play


# The short one is of a seed one of whose kills is meant for when somebody turns a page back.
@pytest.mark.parametrize(
    "plan",
    [Plan(kills=3, matches=1, rooms=3, seed=10), pytest.param(Plan(60, 10, seed=2), marks=pytest.mark.long)],
    ids=["short", "long"],
)
async def test_a_bot_that_is_killed_again_and_again_loses_nothing(tmp_path: Path, plan: Plan) -> None:
    counts = await run(plan, tmp_path)
    for name, count in counts.items():
        print(f"{count:>8}  {name}")
    assert counts["kills"] >= plan.kills
    assert counts["rooms: finished"] >= plan.matches
    assert counts["answered as done"] > 10
    assert counts["lobbies looked at after a kill"]
    # Two tables of two and a lobby.
    assert counts["messages compared with the file"] >= 2 * (1 + 2) + 1
    assert counts["presses of moves in the group"]


# What is checked


async def write(path: Path, sql: str) -> None:
    """Change a file behind the bot's back."""
    database = await Database.open(path)
    async with database.transaction() as tx:
        await tx.run(sql)
    await database.close()


async def test_a_claimed_match_is_finished_as_it_stands(kept: Play) -> None:
    assert kept.path is not None
    table = await clocked_table(kept, 60, "claim")
    late = await table.player()
    other = next(person for person in table.people if person is not late)
    await kept.wait(75)
    view = await view_of(table)
    claim = Claim(table.room, view.deal_number, view.action_count, "yes")
    await other.press_data(table.board(), encode(claim))
    await kept.settle()
    assert check_records(kept.path)["rooms: claimed"] == 1
    await kept.stop()
    await write(kept.path, "UPDATE rooms SET result = '[1, 0]'")
    with pytest.raises(AssertionError):
        check_records(kept.path)


async def test_what_no_press_has_done_must_be_the_clocks(kept: Play) -> None:
    assert kept.path is not None
    table = await clocked_table(kept, 60)
    await kept.wait(75)
    assert check_presses(kept.path, [])["moves by the clock"] == 1
    person = await table.player()
    data = f"m:{table.room}:0:1:pass"
    press = person.press_nowait(table.console(person), data)
    await kept.settle(9)
    counts = check_presses(kept.path, [Pressed(person, data, press)])
    assert (counts["moves in the journal"], counts["answered as done"]) == (2, 1)
    with pytest.raises(AssertionError, match="done by no press"):
        check_presses(kept.path, [])
    await kept.stop()
    await write(kept.path, "UPDATE actions SET by_clock = 1")
    with pytest.raises(AssertionError, match="the clock did it"):
        check_presses(kept.path, [Pressed(person, data, press)])
