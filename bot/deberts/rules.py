"""A table's rules: every parameter of rules.md 11, checked and immutable.

`Rules` is made from a preset and the parameters that differ, by `make_rules`; it prints itself back the same
way. What a parameter may hold stands in `PARAMETERS`, what may not stand together in `_check_together`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from typing import Any, NamedTuple

from .errors import InvalidRulesError
from .presets import LINEUPS, PRESETS, preset_value


class LineUp(NamedTuple):
    """How many play and who plays with whom (rules.md 1)."""

    seats: int
    side_of: tuple[int, ...]
    sides: int


_LINEUPS = {
    "2": LineUp(2, (0, 1), 2),
    "3": LineUp(3, (0, 1, 2), 3),
    "4": LineUp(4, (0, 1, 2, 3), 4),
    "2x2": LineUp(4, (0, 1, 0, 1), 2),
}


class Parameter(NamedTuple):
    """The values a parameter takes: one of `values`, or any integer from `least` on."""

    values: tuple[str | int | bool, ...] = ()
    least: int | None = None

    def accepts(self, value: object) -> bool:
        """Tell whether the value is one of the row; types are exact, `True` is no number."""
        if self.least is not None:
            return type(value) is int and value >= self.least
        return any(type(value) is type(allowed) and value == allowed for allowed in self.values)


_YES_NO = Parameter((False, True))

PARAMETERS: Mapping[str, Parameter] = {
    "players": Parameter(LINEUPS),
    "target": Parameter(least=0),
    "buy_in": Parameter((2, 3, 4)),
    "upcard_to": Parameter(("none", "dealer", "taker")),
    "show_bottom": _YES_NO,
    "forced_dealer": _YES_NO,
    "seven_exchange": Parameter(("off", "any", "taker")),
    "four_sevens": Parameter(("off", "redeal")),
    "weak_hand_below": Parameter(least=0),
    "next_dealer": Parameter(("taker", "rotate", "top_scorer", "non_winner")),
    "first_lead": Parameter(("eldest", "taker")),
    "hundred": _YES_NO,
    "deberts": Parameter(("off", "six", "seven", "seven_trumps")),
    "klabor": _YES_NO,
    "sequence_ties": Parameter(("order", "suit", "suit_then_order", "last_trick", "suit_then_last_trick")),
    "bela_points": Parameter((20, 10)),
    "bela_trick": Parameter(("none", "any", "own", "taker")),
    "overtrump_ruff": _YES_NO,
    "overtrump_partner": _YES_NO,
    "made_against": Parameter(("each", "sum")),
    "byte": _YES_NO,
    "byte_to": Parameter(("best", "split")),
    "byte_tie": Parameter(("hang", "split")),
    "winner_takes_all": _YES_NO,
    "hang_repeat": Parameter(("defender", "taker", "accumulate", "separate")),
    "hang_deal": Parameter(("normal", "replay")),
    "final_hang": Parameter(("lost", "extra_deal")),
    "no_trick_fine": Parameter((0, 50, 100)),
    "byte_fine": Parameter((0, 100)),
    "byte_fine_first": Parameter((2, 3)),
    "byte_fine_period": Parameter((1, 3)),
    "both_reach": Parameter(("whister", "higher", "last_trick")),
    "lead_target": Parameter((0, 250)),
    "concede_points": Parameter((0, 50)),
    "scoring": Parameter(("points", "stakes")),
    "dave": Parameter(("off", "geometric", "arithmetic")),
}


@dataclass(frozen=True, slots=True)
class Rules:
    """The rules of one table. Meanings: rules.md, the section each parameter is named in.

    What follows from the parameters is worked out once. From `players`: `seats`, `side_of`, `sides`, and
    `left`, each seat's neighbour clockwise. `tricks`: how many a deal has. `nothing`: no points for any side.
    `stakes`: whether the match is scored in stakes (rules.md 8.2). `suit_breaks_ties`: whether equal
    sequences are told apart by the trump suit (5.2). `redeals`: whether some hands give the right to new
    cards (4).
    `partner_exempt`: whether the partner's trump need not be beaten (6).
    """

    preset: str
    players: str
    target: int
    buy_in: int
    upcard_to: str
    show_bottom: bool
    forced_dealer: bool
    seven_exchange: str
    four_sevens: str
    weak_hand_below: int
    next_dealer: str
    first_lead: str
    hundred: bool
    deberts: str
    klabor: bool
    sequence_ties: str
    bela_points: int
    bela_trick: str
    overtrump_ruff: bool
    overtrump_partner: bool
    made_against: str
    byte: bool
    byte_to: str
    byte_tie: str
    winner_takes_all: bool
    hang_repeat: str
    hang_deal: str
    final_hang: str
    no_trick_fine: int
    byte_fine: int
    byte_fine_first: int
    byte_fine_period: int
    both_reach: str
    lead_target: int
    concede_points: int
    scoring: str
    dave: str
    seats: int = field(init=False)
    side_of: tuple[int, ...] = field(init=False)
    sides: int = field(init=False)
    left: tuple[int, ...] = field(init=False, repr=False)
    tricks: int = field(init=False, repr=False)
    nothing: tuple[int, ...] = field(init=False, repr=False)
    stakes: bool = field(init=False, repr=False)
    suit_breaks_ties: bool = field(init=False, repr=False)
    redeals: bool = field(init=False, repr=False)
    partner_exempt: bool = field(init=False, repr=False)

    def __post_init__(self) -> None:
        seats, side_of, sides = _LINEUPS[self.players]
        object.__setattr__(self, "seats", seats)
        object.__setattr__(self, "side_of", side_of)
        object.__setattr__(self, "sides", sides)
        object.__setattr__(self, "left", (*range(1, seats), 0))
        object.__setattr__(self, "tricks", 6 + self.buy_in)
        object.__setattr__(self, "nothing", (0,) * sides)
        object.__setattr__(self, "stakes", self.scoring == "stakes")
        object.__setattr__(self, "suit_breaks_ties", self.sequence_ties.startswith("suit"))
        object.__setattr__(self, "redeals", self.four_sevens == "redeal" or self.weak_hand_below > 0)
        object.__setattr__(self, "partner_exempt", seats > sides and not self.overtrump_partner)

    def side_seats(self, side: int) -> tuple[int, ...]:
        """Return the seats of a side."""
        return tuple(seat for seat in range(self.seats) if self.side_of[seat] == side)

    def value(self, parameter: str) -> str | int | bool:
        """Return a parameter's value by its name in rules.md 11."""
        found: str | int | bool = getattr(self, parameter)
        return found

    def changed(self) -> dict[str, str | int | bool]:
        """Return the parameters that differ from the preset's, `players` aside."""
        return {
            name: self.value(name)
            for name in PARAMETERS
            if name != "players" and self.value(name) != preset_value(self.preset, name, self.players)
        }

    def mapping(self) -> dict[str, str | int | bool]:
        """Return the `rules` object of record-format.md; `make_rules` reads it back to an equal value."""
        return {"preset": self.preset, "players": self.players, **self.changed()}

    def with_value(self, parameter: str, value: str | int | bool) -> Rules:
        """Return these rules with one parameter changed; raises `InvalidRulesError`."""
        return make_rules({**self.mapping(), parameter: value})


def make_rules(given: Mapping[str, Any]) -> Rules:
    """Make rules from `preset` and parameters by name, as in a record's `rules`.

    Raises `InvalidRulesError` naming the parameter that is unknown, has a value outside its row, or
    cannot stand beside the others.
    """
    preset = given.get("preset", "gambler")
    if not isinstance(preset, str) or preset not in PRESETS:
        raise InvalidRulesError("preset", f"must be one of {', '.join(PRESETS)}")
    for name, value in given.items():
        if name != "preset":
            _check_value(name, value)
    players = given.get("players", PRESETS[preset].lineups[0])
    values = {
        name: given.get(name, preset_value(preset, name, players)) for name in PARAMETERS if name != "players"
    }
    rules = Rules(preset=preset, players=players, **values)
    _check_together(rules)
    return rules


def _check_value(name: str, value: object) -> None:
    parameter = PARAMETERS.get(name)
    if parameter is None:
        raise InvalidRulesError(_short(name), "there is no such parameter")
    if not parameter.accepts(value):
        if parameter.least is not None:
            raise InvalidRulesError(name, f"must be a whole number, {parameter.least} or more")
        allowed = ", ".join(_value_text(one) for one in parameter.values)
        raise InvalidRulesError(name, f"must be one of {allowed}")


def _check_together(rules: Rules) -> None:
    """Refuse the combinations that rules.md 11 names."""
    if rules.seats == 4 and rules.upcard_to == "none":
        raise InvalidRulesError("upcard_to", "with four seats somebody must receive the upcard")
    if rules.seats == 4 and rules.buy_in != 2:
        raise InvalidRulesError("buy_in", "with four seats it must be 2")
    if rules.seats < 4 and rules.buy_in == 2:
        raise InvalidRulesError("buy_in", "with two or three seats it must be 3 or 4")
    if rules.dave != "off" and not (rules.seats == 2 and rules.stakes):
        raise InvalidRulesError("dave", "needs two seats and scoring in stakes")
    if rules.concede_points and (rules.sides > 2 or rules.stakes):
        raise InvalidRulesError("concede_points", "needs two sides and scoring in points")


def _short(name: str) -> str:
    """Return a stranger's name for a parameter, fit for a message of one line."""
    short = name if len(name) <= 40 else name[:37] + "..."
    return short if short.isprintable() else repr(short)


def _value_text(value: str | int | bool) -> str:
    return {True: "true", False: "false"}[value] if isinstance(value, bool) else str(value)


assert {f.name for f in fields(Rules) if f.init} == {"preset", *PARAMETERS}
