"""Setting a table's rules step by step: what applies, what can be chosen, what a choice brings along.

A choice never leads to an impossible combination (rules.md 11): what stands in its way is moved to the
nearest value that can be, and a value that cannot be is not offered.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from .errors import InvalidRulesError
from .presets import PRESETS, preset_value
from .rules import PARAMETERS, Rules, make_rules

Value = str | int | bool

POINT_TARGETS = (0, 301, 501, 1001)
STAKE_TARGETS = (0, 1, 3, 5, 10)
_WEAK_HANDS = (0, 2, 14)

# When a parameter means something; one that is not named here always does.
_APPLIES: Mapping[str, Callable[[Rules], bool]] = {
    "buy_in": lambda rules: rules.seats < 4,
    "show_bottom": lambda rules: rules.seats < 4,
    "seven_exchange": lambda rules: rules.upcard_to == "none",
    "overtrump_partner": lambda rules: rules.seats > rules.sides,
    "made_against": lambda rules: rules.byte and rules.sides > 2,
    "byte_to": lambda rules: rules.byte and rules.sides > 2 and not rules.stakes,
    "byte_tie": lambda rules: rules.byte and rules.sides > 2 and not rules.stakes and rules.byte_to == "best",
    "winner_takes_all": lambda rules: rules.byte and not rules.stakes,
    "hang_repeat": lambda rules: rules.byte and not rules.stakes,
    "hang_deal": lambda rules: rules.byte,
    "final_hang": lambda rules: rules.byte and rules.target > 0,
    "no_trick_fine": lambda rules: not rules.stakes,
    "byte_fine": lambda rules: rules.byte and not rules.stakes,
    "byte_fine_first": lambda rules: rules.byte and not rules.stakes and rules.byte_fine > 0,
    "byte_fine_period": lambda rules: rules.byte and not rules.stakes and rules.byte_fine > 0,
    "both_reach": lambda rules: not rules.stakes and rules.target > 0,
    "lead_target": lambda rules: rules.target > 0,
    "concede_points": lambda rules: rules.sides == 2 and not rules.stakes,
    "dave": lambda rules: rules.seats == 2 and rules.stakes,
}


def applies(rules: Rules, parameter: str) -> bool:
    """Tell whether a parameter changes anything under the other rules."""
    test = _APPLIES.get(parameter)
    return test is None or test(rules)


def options(rules: Rules, parameter: str) -> list[Value]:
    """Return the values a parameter can be set to, the present one among them."""
    present = rules.value(parameter)
    if parameter == "target":
        offered: list[Value] = list(STAKE_TARGETS if rules.stakes else POINT_TARGETS)
    elif parameter == "weak_hand_below":
        offered = list(_WEAK_HANDS)
    else:
        offered = list(PARAMETERS[parameter].values)
    if present not in offered:
        offered.append(present)
    return [value for value in offered if _possible(rules, parameter, value)]


def choose(rules: Rules, parameter: str, value: Value) -> Rules:
    """Return the rules with a parameter set, and with what else must change so that they can be.

    Raises `InvalidRulesError` if the value cannot be chosen.
    """
    given: dict[str, Value] = {**rules.mapping(), parameter: value}
    if parameter == "players":
        _fit_lineup(given, rules, str(value))
    elif parameter == "scoring" and value != rules.scoring:
        given |= {"target": 1 if value == "stakes" else 501, "dave": "off", "concede_points": 0}
    return make_rules(given)


def choose_preset(rules: Rules, preset: str, people: int = 0) -> Rules:
    """Return a preset's own rules, for the present line-up if the preset is known for it.

    Otherwise for its first line-up, or for the present one if that has too few seats for the people.
    """
    if preset not in PRESETS:
        raise InvalidRulesError("preset", "there is no such preset")
    lineups = PRESETS[preset].lineups
    players = rules.players if rules.players in lineups else lineups[0]
    chosen = make_rules({"preset": preset, "players": players})
    return chosen if chosen.seats >= people else choose(chosen, "players", rules.players)


def _fit_lineup(given: dict[str, Value], rules: Rules, players: str) -> None:
    """Let the deal come out even, and drop what the line-up cannot have (rules.md 3 and 11)."""
    four = players in ("4", "2x2")
    for name in ("buy_in", "upcard_to"):
        given.pop(name, None)
    buy_in = preset_value(rules.preset, "buy_in", players)
    upcard_to = preset_value(rules.preset, "upcard_to", players)
    if four:
        given["buy_in"] = 2
        given["upcard_to"] = "taker" if upcard_to == "none" else upcard_to
    else:
        same = rules.seats < 4
        given["buy_in"] = rules.buy_in if same else buy_in
        given["upcard_to"] = rules.upcard_to if same else upcard_to
    if players != "2":
        given["dave"] = "off"
    if players in ("3", "4"):
        given["concede_points"] = 0


def _possible(rules: Rules, parameter: str, value: Value) -> bool:
    try:
        choose(rules, parameter, value)
    except InvalidRulesError:
        return False
    return True
