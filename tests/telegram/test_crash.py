"""The short form of the crash run: `uv run python -m tests.telegram.crash` is the long one."""

from __future__ import annotations

from pathlib import Path

import pytest

from .crash.run import Plan, run


@pytest.mark.parametrize(
    "plan",
    [Plan(kills=5, matches=1, rooms=3), pytest.param(Plan(60, 10, seed=2), marks=pytest.mark.long)],
    ids=["short", "long"],
)
async def test_a_bot_that_is_killed_again_and_again_loses_nothing(tmp_path: Path, plan: Plan) -> None:
    counts = await run(plan, tmp_path)
    for name, count in counts.items():
        print(f"{count:>8}  {name}")
    assert counts["kills"] >= plan.kills
    assert counts["rooms: finished"] >= plan.matches
    assert counts["answered as done"] > 20
    assert counts["messages compared with the file"] > 10
