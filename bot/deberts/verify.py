"""Fair cards: what a record's decks and nonces were committed to, and the command that checks it.

The commitment of a deal (record-format.md) is public before the first action; the deck and the nonce that
give it are in the record of the finished match.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import nullcontext

from .record import RecordError, commitment, parse_json, read_deck, replay

_GROUP = 8
_IN_A_LINE = 4


def commitment_lines(digits: str) -> list[str]:
    """Return the 64 digits of a commitment in two lines of a phone's screen, in groups to compare by."""
    groups = [digits[start : start + _GROUP] for start in range(0, len(digits), _GROUP)]
    return [" ".join(groups[start : start + _IN_A_LINE]) for start in range(0, len(groups), _IN_A_LINE)]


def commitments(record: object) -> Iterator[str]:
    """Yield the commitment of each deal of a parsed record, made from its deck and nonce.

    Raises `RecordError`: at once if the record does not replay; at a deal without a nonce; and after yielding
    a commitment that is not the one that `meta.commitments`, if there is such a list, holds for the deal.
    """
    replay(record)
    assert isinstance(record, dict)
    deals = record["deals"]
    told = record.get("meta", {}).get("commitments")
    if told is not None and (not isinstance(told, list) or len(told) != len(deals)):
        raise RecordError(f"meta.commitments must be a list with one for each of the {len(deals)} deals")
    for index, deal in enumerate(deals):
        if "nonce" not in deal:
            raise RecordError("there is no nonce, so the commitment cannot be checked", index)
        made = commitment(read_deck(deal["deck"]), deal["nonce"])
        yield made
        if told is not None and _digits(told[index]) != made:
            raise RecordError(
                "deck and nonce give another commitment than the one in meta.commitments", index
            )


def _digits(told: object) -> str:
    return "".join(told.split()).lower() if isinstance(told, str) else ""


def run(path: str) -> int:
    """Print the commitments of a record, `-` for standard input, and return the exit code.

    What is wrong is one line on standard error. Deals and actions are counted from 1, as players count them.
    Raises `OSError` if the file cannot be read.
    """
    with nullcontext(sys.stdin.buffer) if path == "-" else open(path, "rb") as source:
        text = source.read()
    count = 0
    try:
        record = parse_json(text)
        for count, made in enumerate(commitments(record), start=1):
            print(f"deal {count}", *commitment_lines(made), sep="\n", flush=True)
    except RecordError as error:
        print(f"bot: {_where(error)}{error}", file=sys.stderr)
        return 1
    published = "commitments" in record.get("meta", {})
    verdict = "each is the one in meta.commitments" if published else "there is no meta.commitments"
    print(f"{count} deals replay; {verdict}: compare with what the chat showed")
    return 0


def _where(error: RecordError) -> str:
    if error.deal is None:
        return ""
    return f"deal {error.deal + 1}{'' if error.action is None else f', action {error.action + 1}'}: "
