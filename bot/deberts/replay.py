"""What a record replays to, as the JSON answer of record-format.md and the command that prints it."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from contextlib import nullcontext
from typing import Any, BinaryIO

from .cards import CODES, SUITS, codes
from .counting import BelaScore, uncounted_bela
from .deal import Deal
from .match import Match
from .record import RecordError, parse_json, replay
from .scoring import DealResult


def answer(record: object, with_legal: bool = False) -> dict[str, Any]:
    """Return the answer for a parsed record; raises `RecordError`."""
    legal: dict[int, list[list[str]]] = {}

    def note(index: int, match: Match) -> None:
        legal.setdefault(index, []).append(_texts(match))

    match = replay(record, note if with_legal else None)
    deals = [_closed(deal, result) for deal, result in zip(match.deals, match.results, strict=True)]
    # A deal's next dealer is the dealer of what comes after it, if anything does.
    dealers = [deal.dealer for deal in match.deals[1:]]
    if match.deals and not match.over:
        dealers.append(match.dealer)
    if match.deal is not None:
        deals.append(_open(match.deal, match))
    for index, shown in enumerate(deals):
        shown["next_dealer"] = dealers[index] if index < len(dealers) else None
        if with_legal:
            shown["legal"] = legal.get(index, [])
    outcome = match.outcome
    return {
        "deals": deals,
        "next": _texts(match),
        "match": {
            "over": outcome.over,
            "winners": list(outcome.winners),
            "result": list(outcome.result),
        },
    }


def error_answer(error: RecordError) -> dict[str, Any]:
    """Return the error object of record-format.md."""
    return {"error": {"deal": error.deal, "action": error.action, "message": str(error)}}


def _texts(match: Match) -> list[str]:
    return sorted(str(action) for action in match.legal())


def _common(deal: Deal, bela: BelaScore | None) -> dict[str, Any]:
    hidden = not deal.whole_hands or deal.ending == "cancelled"
    return {
        "dealer": deal.dealer,
        "upcard": CODES[deal.upcard],
        "bottom": None if deal.bottom is None else CODES[deal.bottom],
        "trump": SUITS[deal.trump] if deal.trump >= 0 else None,
        "taker": deal.taker if deal.taker >= 0 else None,
        "hands": None if hidden else [list(codes(hand)) for hand in deal.whole_hands],
        "tricks": [
            {
                "leader": trick.leader,
                "cards": [CODES[card] for card in trick.cards],
                "winner": trick.winner,
                "points": trick.points,
            }
            for trick in deal.tricks()
        ],
        "bela": None if bela is None else {"seat": bela.seat, "side": bela.side, "points": bela.points},
        "stakes": deal.multiplier,
    }


def _pots(of: DealResult | Match) -> list[dict[str, Any]]:
    pots = of.pots if isinstance(of, DealResult) else of.sheet.pots
    return [{"points": pot.points, "claimants": list(pot.claimants)} for pot in pots]


def _closed(deal: Deal, result: DealResult) -> dict[str, Any]:
    sequences = result.sequences
    return {
        **_common(deal, result.bela),
        "outcome": result.outcome,
        "sequences": None if sequences is None else {"side": sequences.side, "points": sequences.points},
        "counted": _list(result.counted),
        "written": _list(result.written),
        "pots_won": _list(result.pots_won),
        "fines": _list(result.fines),
        "totals": list(result.totals),
        "pots": _pots(result),
    }


def _open(deal: Deal, match: Match) -> dict[str, Any]:
    return {
        **_common(deal, uncounted_bela(deal)),
        "outcome": "open",
        "sequences": None,
        "counted": None,
        "written": None,
        "pots_won": None,
        "fines": None,
        "totals": list(match.sheet.totals),
        "pots": _pots(match),
    }


def _list(points: tuple[int, ...] | None) -> list[int] | None:
    return None if points is None else list(points)


def answers(source: BinaryIO, with_legal: bool, lines: bool) -> Iterator[tuple[dict[str, Any], bool]]:
    """Yield each record's answer and whether it is good; one record, or one a line with `lines`."""
    for text in source if lines else [source.read()]:
        if lines and not text.strip():
            continue
        try:
            yield answer(parse_json(text), with_legal), True
        except RecordError as error:
            yield error_answer(error), False


def run(path: str, with_legal: bool, lines: bool) -> int:
    """Print the answers for a file, `-` for standard input, and return the exit code.

    Raises `OSError` if the file cannot be read.
    """
    good = True
    with nullcontext(sys.stdin.buffer) if path == "-" else open(path, "rb") as source:
        for shown, is_good in answers(source, with_legal, lines):
            print(json.dumps(shown, separators=(",", ":")), flush=True)
            good = good and is_good
    return 0 if good or lines else 1
