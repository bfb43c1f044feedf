"""Match records: reading, replaying and writing (record-format.md)."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from .actions import Action
from .cards import BY_CODE, CODES
from .deal import Deal
from .errors import DebertsError, IllegalActionError, InvalidDeckError, MalformedActionError, shown
from .match import Match
from .rules import Rules, make_rules

FORMAT = "deberts/1"
_RECORD_KEYS = {"format", "rules", "first_dealer", "deals", "meta"}
_DEAL_KEYS = {"deck", "actions", "nonce"}
_NONCE = re.compile(r"[0-9a-fA-F]{32}")


class RecordError(DebertsError):
    """A record that is malformed or does not replay; `deal` and `action` say where, None for the whole."""

    def __init__(self, message: str, deal: int | None = None, action: int | None = None) -> None:
        self.deal = deal
        self.action = action
        super().__init__(message)

    @property
    def place(self) -> str:
        """Where it is, counted from 0: "deal 3, action 7"; "" for the whole. The message may name a card."""
        deal = "" if self.deal is None else f"deal {self.deal}"
        return deal if self.action is None else f"{deal}, action {self.action}"


@dataclass(frozen=True, slots=True)
class DealRecord:
    """A deal as stored: its deck, top card first, the actions taken and, if known, its nonce."""

    deck: tuple[int, ...]
    actions: tuple[Action, ...]
    nonce: str | None = None


Observer = Callable[[int, Match], None]


def parse_json(text: str | bytes) -> Any:
    """Read JSON strictly; raises `RecordError` for anything else, however broken."""
    try:
        if isinstance(text, bytes):
            text = text.decode("utf-8")
        return json.loads(text, parse_int=_whole_number, parse_constant=_no_constant)
    except (ValueError, RecursionError):
        raise RecordError("the record is not valid JSON") from None


def _whole_number(digits: str) -> int | float:
    try:
        return int(digits)
    except ValueError:
        # Python reads no number of thousands of digits. No value of a record can be one, only `meta`.
        return float(digits)


def _no_constant(name: str) -> Any:
    raise ValueError(f"{name} is not JSON")


def replay(record: object, observe: Observer | None = None) -> Match:
    """Replay a parsed record; returns the match as it stands after the last action.

    `observe` is called with the deal's index before each action is checked. Raises `RecordError` with the
    first error, in the order of record-format.md.
    """
    rules, first_dealer, deals = _head(record)
    match = Match(rules, first_dealer)
    for index, deal in enumerate(deals):
        actions = _start_deal(match, index, deal)
        for place, text in enumerate(actions):
            try:
                action = _action(text)
                if observe is not None and match.deal is not None:
                    observe(index, match)
                match.apply(action)
            except DebertsError as error:
                raise RecordError(str(error), index, place) from None
    return match


def _head(record: object) -> tuple[Rules, int, list[object]]:
    """Check everything above the deals, in order: keys, rules, first dealer."""
    if not isinstance(record, dict):
        raise RecordError("a record is a JSON object")
    _check_keys(record, _RECORD_KEYS, ("format", "first_dealer", "deals"), "the record")
    if record["format"] != FORMAT:
        raise RecordError(f'the format must be "{FORMAT}"')
    deals = record["deals"]
    if not isinstance(deals, list):
        raise RecordError("deals must be a list")
    if not isinstance(record.get("meta", {}), dict):
        raise RecordError("meta must be an object")
    given = record.get("rules", {})
    if not isinstance(given, dict):
        raise RecordError("rules must be an object")
    try:
        rules = make_rules(given)
    except DebertsError as error:
        raise RecordError(str(error)) from None
    first_dealer = record["first_dealer"]
    if type(first_dealer) is not int or not 0 <= first_dealer < rules.seats:
        raise RecordError(f"first_dealer must be a seat from 0 to {rules.seats - 1}")
    return rules, first_dealer, deals


def _start_deal(match: Match, index: int, deal: object) -> list[object]:
    """Deal a stored deal's cards and return its actions, still unread."""
    try:
        if match.over:
            raise IllegalActionError("match-over")
        if match.deal is not None:
            raise IllegalActionError("deal-open")
        if not isinstance(deal, dict):
            raise RecordError("a deal must be an object")
        _check_keys(deal, _DEAL_KEYS, ("deck", "actions"), "the deal")
        nonce = deal.get("nonce", "0" * 32)
        if not isinstance(nonce, str) or not _NONCE.fullmatch(nonce):
            raise RecordError("a nonce is 32 hexadecimal digits")
        match.deal_cards(read_deck(deal["deck"]))
        actions = deal["actions"]
        if not isinstance(actions, list):
            raise RecordError("actions must be a list")
    except DebertsError as error:
        raise RecordError(str(error), index) from None
    return actions


def _check_keys(given: dict[str, object], known: set[str], required: Iterable[str], what: str) -> None:
    for key in required:
        if key not in given:
            raise RecordError(f"{what} has no {key}")
    for key in given:
        if key not in known:
            raise RecordError(f"{what} has an unknown key {shown(key)}")


def _action(text: object) -> Action:
    if not isinstance(text, str):
        raise MalformedActionError(text)
    return Action.parse(text)


def read_deck(codes: object) -> tuple[int, ...]:
    """Read a list of 32 card codes; raises `InvalidDeckError` unless it is the whole deck."""
    if not isinstance(codes, list) or len(codes) != 32:
        raise InvalidDeckError("a deck is a list of 32 cards")
    for code in codes:
        if not isinstance(code, str) or code not in BY_CODE:
            raise InvalidDeckError(f"{shown(code)} is not a card")
    deck = tuple(BY_CODE[code] for code in codes)
    if len(set(deck)) != 32:
        raise InvalidDeckError("a deck holds each card once")
    return deck


def deck_codes(deck: Sequence[int]) -> list[str]:
    """Return the codes of a deck in dealing order; `read_deck` reads them back."""
    return [CODES[card] for card in deck]


def commitment(deck: Sequence[int], nonce: str) -> str:
    """Return the hexadecimal SHA-256 that a deal is committed to before its first action."""
    return hashlib.sha256(" ".join([*deck_codes(deck), nonce]).encode("ascii")).hexdigest()


def actions_of(deal: Deal) -> list[Action]:
    """Return everything done in a deal, in order."""
    return deal.actions()


def record_of(match: Match, first_dealer: int, meta: dict[str, Any] | None = None) -> dict[str, Any]:
    """Return a match as a record; `replay` makes an equal match of it."""
    played = [*match.deals, *([match.deal] if match.deal is not None else [])]
    deals = [DealRecord(deal.deck, tuple(actions_of(deal))) for deal in played]
    return make_record(match.rules, first_dealer, deals, meta)


def make_record(
    rules: Rules, first_dealer: int, deals: Iterable[DealRecord], meta: dict[str, Any] | None = None
) -> dict[str, Any]:
    """Return the JSON object of record-format.md for stored deals."""
    return {
        "format": FORMAT,
        "rules": rules.mapping(),
        "first_dealer": first_dealer,
        "deals": [
            {
                "deck": deck_codes(deal.deck),
                "actions": [str(action) for action in deal.actions],
                **({"nonce": deal.nonce} if deal.nonce is not None else {}),
            }
            for deal in deals
        ],
        **({"meta": meta} if meta is not None else {}),
    }
