"""The refusals of the engine: each is a `ValueError` that names the broken rule.

`rule` is a short fixed name and `details` its values (seats as numbers, suits and cards as codes), so that
a screen can say it in the player's language; `str(error)` says it in English.
"""

from __future__ import annotations

SUIT_NAMES = {"S": "spades", "C": "clubs", "D": "diamonds", "H": "hearts"}


# How much of a stranger's text a message repeats.
_SHOWN = 40
_KINDS = {bool: "true or false", int: "a number", float: "a number", list: "a list", dict: "an object"}


def shown(value: object) -> str:
    """Return what a message says of a value that came from outside: text quoted and cut, else its kind."""
    if isinstance(value, str):
        return repr(value if len(value) <= _SHOWN else value[:_SHOWN] + "...")
    return _KINDS.get(type(value), "null" if value is None else "this")


class DebertsError(ValueError):
    """The base of all refusals: something given to the engine cannot be."""


class MalformedActionError(DebertsError):
    """The text is not an action of record-format.md."""

    def __init__(self, text: object) -> None:
        super().__init__(f"{shown(text)} is not an action")


class InvalidDeckError(DebertsError):
    """The deck is not the 32 cards, each once."""


class InvalidRulesError(DebertsError):
    """A parameter has a value it cannot have, alone or beside the others (rules.md 11)."""

    def __init__(self, parameter: str, reason: str) -> None:
        self.parameter = parameter
        self.reason = reason
        super().__init__(f"{parameter}: {reason}")


class IllegalActionError(DebertsError):
    """The act is not allowed now. `rule` names why; see `MESSAGES` for the names."""

    def __init__(self, rule: str, **details: str | int) -> None:
        self.rule = rule
        self.details = details
        shown = {key: SUIT_NAMES.get(str(value), value) for key, value in details.items()}
        super().__init__(MESSAGES[rule].format_map(shown))


MESSAGES = {
    "match-over": "the match is over",
    "not-dealt": "the next deal has not been dealt",
    "deal-open": "the deal before has not been finished",
    "not-your-turn": "it is seat {seat}'s turn",
    "not-in-hand": "{card} is not in this hand",
    "follow-suit": "must follow {suit}",
    "must-trump": "must play a trump ({suit})",
    "must-beat": "must beat the highest trump in the trick",
    "bela-not-held": "bela needs the king and the queen of trump in one hand when play began",
    "bela-announced": "bela has been announced already",
    "bela-card": "bela is announced with the king or the queen of trump",
    "bidding-first": "the trump has not been chosen yet",
    "bidding-over": "the bidding is over",
    "order-upcard-suit": "in the first round only {suit} can be ordered",
    "order-other-suit": "in the second round {suit} cannot be ordered",
    "forced-dealer": "the dealer must order in the second round",
    "redeal-not-allowed": "this hand gives no right to a redeal",
    "redeal-too-late": "a redeal is only possible before anything else is done with the hand",
    "klabor-not-held": "klabor needs A K Q J T 9 of one suit",
    "answer-order": "seat {seat} must concede or continue first",
    "no-concession": "there is nothing to concede now",
    "too-late": "this is only possible before the first card",
    "swap-not-allowed": "the exchange of the trump seven is not possible in this deal",
    "swap-not-held": "the exchange needs the seven of {suit}",
    "swap-too-late": "the exchange is only possible before declaring",
    "deberts-not-held": "this hand holds no deberts",
    "deberts-too-late": "deberts must be shown before declaring",
    "nothing-to-declare": "this hand holds no sequence",
    "already-declared": "this hand has declared already",
    "no-sequences": "no sequences are declared in a replayed deal",
    "dave-off": "dave is not played at this table",
    "dave-yours": "the last dave was yours; now it is the opponent's right",
    "answer-dave": "dave must be answered first",
    "no-dave": "there is no dave to answer",
}
