"""The presets of rules.md 11: what each club or text plays, as data."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

LINEUPS = ("2", "3", "4", "2x2")

# One row per parameter: the values of the seven clubs. A dict gives line-ups that differ from its "" entry.
_CLUBS = ("gambler", "moscow", "kharkov", "odessa", "classic", "yellowclub", "igrafan")
_FOUR_TAKER = {"": "none", "4": "taker", "2x2": "taker"}
_FOUR_DEALER = {"": "none", "4": "dealer", "2x2": "dealer"}
_THREE = {"": 3, "4": 2, "2x2": 2}
_FOUR = {"": 4, "4": 2, "2x2": 2}
_HUNDRED = {"": False, "4": True, "2x2": True}
_KEEP = "accumulate"
_SUIT_ORDER, _SUIT_LAST = "suit_then_order", "suit_then_last_trick"

_TABLE: Mapping[str, tuple[Any, ...]] = {
    "target": (501,) * 7,
    "buy_in": (3, 3, _FOUR, _THREE, _THREE, _THREE, 3),
    "upcard_to": ("none", "none", _FOUR_TAKER, _FOUR_DEALER, _FOUR_TAKER, _FOUR_DEALER, "none"),
    "show_bottom": (True, True, False, True, True, True, True),
    "forced_dealer": (False, False, True, True, True, True, True),
    "seven_exchange": ("any", "any", "any", "any", "any", "any", "taker"),
    "four_sevens": ("off", "redeal", "off", "off", "off", "off", "off"),
    "weak_hand_below": (0, 0, 0, 2, {"": 0, "4": 14}, 0, 0),
    "next_dealer": ("taker", "top_scorer", "non_winner", "rotate", "rotate", "rotate", "rotate"),
    "first_lead": ("eldest", "eldest", "taker", "taker", "taker", "eldest", "eldest"),
    "hundred": (False, False, _HUNDRED, False, False, False, False),
    "deberts": ("off", "off", "six", "off", "seven_trumps", "off", "off"),
    "klabor": (False, False, False, True, False, False, False),
    "sequence_ties": (_SUIT_ORDER, _SUIT_ORDER, "order", _SUIT_LAST, "suit", _SUIT_ORDER, _SUIT_ORDER),
    "bela_points": (20,) * 7,
    "bela_trick": ("none", "none", "none", "taker", "any", "none", "none"),
    "overtrump_ruff": (False, False, False, True, False, False, False),
    "overtrump_partner": (False,) * 7,
    "made_against": ("each",) * 7,
    "byte": (True,) * 7,
    "byte_to": ("best", "best", "split", "best", "best", "best", "best"),
    "byte_tie": ("hang", "hang", "split", "split", "hang", "split", "split"),
    "winner_takes_all": (False,) * 7,
    "hang_repeat": (
        "defender",
        "accumulate",
        "accumulate",
        "accumulate",
        "taker",
        "accumulate",
        "accumulate",
    ),
    "hang_deal": ("normal", "normal", "normal", "replay", "normal", "normal", "normal"),
    "final_hang": ("lost", "lost", "lost", "lost", "extra_deal", "lost", "lost"),
    "no_trick_fine": (0, 0, {"": 50, "3": 100, "2x2": 100}, 100, 50, 50, 0),
    "byte_fine": (0, 0, 100, 0, 100, 100, 0),
    "byte_fine_first": (3,) * 7,
    "byte_fine_period": (1, 1, 3, 3, 3, 1, 1),
    "both_reach": ("whister", "higher", "higher", "higher", "higher", "higher", "higher"),
    "lead_target": (0,) * 7,
    "concede_points": (0,) * 7,
    "scoring": ("points",) * 7,
    "dave": ("off",) * 7,
}


class Preset(NamedTuple):
    """A named rule set: the line-ups it is known for, its column of the table and what it changes there."""

    lineups: tuple[str, ...]
    column: str
    changes: Mapping[str, Any]


PRESETS: Mapping[str, Preset] = {
    "gambler": Preset(("2",), "gambler", {}),
    "moscow": Preset(("2", "3"), "moscow", {}),
    "kharkov": Preset(("2", "3", "4", "2x2"), "kharkov", {}),
    "odessa": Preset(("2x2", "2", "3"), "odessa", {}),
    "classic": Preset(("2", "3", "4", "2x2"), "classic", {}),
    "yellowclub": Preset(("2", "3", "4", "2x2"), "yellowclub", {}),
    "igrafan": Preset(("2", "3"), "igrafan", {}),
    "short": Preset(
        ("2", "3"),
        "classic",
        {
            "scoring": "stakes",
            "target": 1,
            "byte": False,
            "deberts": "off",
            "no_trick_fine": 0,
            "byte_fine": 0,
        },
    ),
    "poltinnik": Preset(("2",), "moscow", {"concede_points": 50, "lead_target": 250}),
}


def preset_value(preset: str, parameter: str, players: str) -> Any:
    """Return the value a preset gives a parameter (not `players`) in a line-up."""
    _, column, changes = PRESETS[preset]
    if parameter in changes:
        return changes[parameter]
    cell = _TABLE[parameter][_CLUBS.index(column)]
    return cell.get(players, cell[""]) if isinstance(cell, dict) else cell
