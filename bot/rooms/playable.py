"""Which rules a table can be set to today: what the screens can show and the lobby can offer.

The engine plays every rule set of rules.md; tables are for two under `gambler`, with these parameters free.
"""

from __future__ import annotations

from bot.deberts.errors import InvalidRulesError
from bot.deberts.rules import Rules

PRESET = "gambler"
FREE_PARAMETERS = (
    "target",
    "four_sevens",
    "seven_exchange",
    "show_bottom",
    "forced_dealer",
    "first_lead",
    "next_dealer",
)


def check_playable(rules: Rules) -> None:
    """Raise `InvalidRulesError` naming the first parameter a table cannot have yet."""
    if rules.preset != PRESET:
        raise InvalidRulesError("preset", "tables play gambler")
    if rules.players != "2":
        raise InvalidRulesError("players", "tables are for two")
    for name in rules.changed():
        if name not in FREE_PARAMETERS:
            raise InvalidRulesError(name, "cannot be changed at a table yet")
