"""Sequences of a hand (rules.md 5.1) and the combinations that win a match (4 and 5.3)."""

from __future__ import annotations

import pytest

from bot.deberts.cards import SUITS
from bot.deberts.sequences import best_of, deberts_cards, has_sequence, klabor_cards, sequences

from .decks import codes_of, hand_of


def cut(hand: str, hundred: bool = False) -> list[str]:
    """Return the sequences of a hand, each as its cards, by suit and from high to low."""
    return sorted(
        (codes_of(found.cards) for found in sequences(hand_of(hand), hundred)),
        key=lambda cards: (SUITS.index(cards[1]), -"789TJQKA".index(cards[0])),
    )


def worths(hand: str, hundred: bool = False) -> list[int]:
    return [found.worth for found in sequences(hand_of(hand), hundred)]


@pytest.mark.parametrize(
    ("hand", "found"),
    [
        ("AS", []),
        ("AS KS", []),
        ("AS KS QS", ["AS KS QS"]),
        ("9H 8H 7H", ["9H 8H 7H"]),
        ("AS KS QS JS", ["AS KS QS JS"]),
        ("AS KS QS JS TS", ["AS KS QS JS"]),
        ("AS KS QS JS TS 9S", ["AS KS QS JS"]),
        ("AS KS QS JS TS 9S 8S", ["AS KS QS JS", "TS 9S 8S"]),
        ("AS KS QS JS TS 9S 8S 7S", ["AS KS QS JS", "TS 9S 8S 7S"]),
        ("KD QD JD TD 9D 8D 7D", ["KD QD JD TD", "9D 8D 7D"]),
        # Two runs of a suit, and several suits.
        ("AS KS QS TS 9S 8S 7S", ["AS KS QS", "TS 9S 8S 7S"]),
        ("AS KS QS TS 9S 8S", ["AS KS QS", "TS 9S 8S"]),
        ("QS JS TS QC JC TC QD JD TD", ["QS JS TS", "QC JC TC", "QD JD TD"]),
        ("7S 8S 9S TC JC QC", ["9S 8S 7S", "QC JC TC"]),
        # No card of one suit continues another, and the seven does not follow the ace.
        ("AS KS QC JC", []),
        ("8S 7S AS", []),
        ("8S 7S AC KC", []),
        # Not the order of points: J T 9 are in a row, A T K are not.
        ("JH TH 9H", ["JH TH 9H"]),
        ("AH TH KH", []),
        ("JH 9H AH", []),
        # Four of a kind is worth nothing.
        ("AS AC AD AH", []),
        ("", []),
    ],
)
def test_cutting(hand: str, found: list[str]) -> None:
    assert cut(hand) == found


@pytest.mark.parametrize(
    ("hand", "found"),
    [
        ("AS KS QS", ["AS KS QS"]),
        ("AS KS QS JS", ["AS KS QS JS"]),
        ("AS KS QS JS TS", ["AS KS QS JS TS"]),
        ("AS KS QS JS TS 9S", ["AS KS QS JS TS"]),
        ("AS KS QS JS TS 9S 8S", ["AS KS QS JS TS"]),
        ("AS KS QS JS TS 9S 8S 7S", ["AS KS QS JS TS", "9S 8S 7S"]),
        ("JH TH 9H 8H 7H", ["JH TH 9H 8H 7H"]),
        ("QC JC TC 9C 8C 9D 8D 7D", ["QC JC TC 9C 8C", "9D 8D 7D"]),
    ],
)
def test_cutting_with_a_hundred(hand: str, found: list[str]) -> None:
    assert cut(hand, hundred=True) == found


def test_worth() -> None:
    run = ["AS", "KS", "QS", "JS", "TS", "9S", "8S", "7S"]
    plain = {length: sum(worths(" ".join(run[:length]))) for length in range(1, 9)}
    assert plain == {1: 0, 2: 0, 3: 20, 4: 50, 5: 50, 6: 50, 7: 70, 8: 100}
    hundred = {length: sum(worths(" ".join(run[:length]), True)) for length in range(1, 9)}
    assert hundred == {1: 0, 2: 0, 3: 20, 4: 50, 5: 100, 6: 100, 7: 100, 8: 120}


@pytest.mark.parametrize("low", range(6))
@pytest.mark.parametrize("suit", SUITS)
def test_every_three_in_a_row(suit: str, low: int) -> None:
    """Wherever it lies; its neighbours in the next suit do not count."""
    hand = hand_of(" ".join(rank + suit for rank in "789TJQKA"[low : low + 3]))
    assert has_sequence(hand)
    assert [found.worth for found in sequences(hand, False)] == [20]
    for card in range(32):
        if hand >> card & 1:
            assert not has_sequence(hand & ~(1 << card))


@pytest.mark.parametrize("hand", ["8S 7S AC", "7S AC KC", "AS 7C 8C", "7H 8H AH KH", "AS KS JS TS 8S 7S"])
def test_no_sequence(hand: str) -> None:
    assert not has_sequence(hand_of(hand))
    assert not sequences(hand_of(hand), hundred=True)


@pytest.mark.parametrize(
    ("hand", "trump", "best"),
    [
        # The longest, then the highest.
        ("AS KS QS TH 9H 8H 7H", None, "TH 9H 8H 7H"),
        ("QS JS TS KH QH JH", None, "KH QH JH"),
        ("KS QS JS TS 9S 8S 7S", None, "KS QS JS TS"),
        # Then the trump one, where the tie rule looks at suit.
        ("QS JS TS QH JH TH", "H", "QH JH TH"),
        ("QS JS TS QH JH TH", "S", "QS JS TS"),
        ("QS JS TS QC JC TC QD JD TD", "C", "QC JC TC"),
        # But not before length and height.
        ("KS QS JS QH JH TH", "H", "KS QS JS"),
        ("9S 8S 7S TS QH JH TH", "H", "TS 9S 8S 7S"),
    ],
)
def test_best(hand: str, trump: str | None, best: str) -> None:
    found = sequences(hand_of(hand), hundred=False)
    assert codes_of(best_of(found, None if trump is None else SUITS.index(trump)).cards) == best


@pytest.mark.parametrize(
    ("hand", "trump", "shown"),
    [
        ("AS KS QS JS TS 9S", "H", {"six": "AS KS QS JS TS 9S"}),
        ("QH JH TH 9H 8H 7H AS KS", "H", {"six": "QH JH TH 9H 8H 7H"}),
        ("AS KS QS JS TS 9S 8S", "H", {"six": "AS KS QS JS TS 9S", "seven": "AS KS QS JS TS 9S 8S"}),
        ("KH QH JH TH 9H 8H 7H", "H", {"six": "KH QH JH TH 9H 8H", "seven": "KH QH JH TH 9H 8H 7H"}),
        (
            "AH KH QH JH TH 9H 8H",
            "H",
            {
                "six": "AH KH QH JH TH 9H",
                "seven": "AH KH QH JH TH 9H 8H",
                "seven_trumps": "AH KH QH JH TH 9H 8H",
            },
        ),
        (
            "AC KC QC JC TC 9C 8C 7C",
            "C",
            {
                "six": "AC KC QC JC TC 9C",
                "seven": "AC KC QC JC TC 9C 8C",
                "seven_trumps": "AC KC QC JC TC 9C 8C",
            },
        ),
        ("AS KS QS JS TS 8S 7S", "S", {}),
        ("AS KS QS JS TS 9C 8C 7C", "S", {}),
        ("8S 7S AC KC QC JC TC", "C", {}),
    ],
)
def test_deberts(hand: str, trump: str, shown: dict[str, str]) -> None:
    for option in ("off", "six", "seven", "seven_trumps"):
        found = deberts_cards(hand_of(hand), option, SUITS.index(trump))
        assert codes_of(found) == shown.get(option, "")


@pytest.mark.parametrize("suit", SUITS)
def test_klabor(suit: str) -> None:
    assert codes_of(klabor_cards(hand_of(" ".join(rank + suit for rank in "9TJQKA")))) == " ".join(
        rank + suit for rank in "AKQJT9"
    )
    assert not klabor_cards(hand_of(" ".join(rank + suit for rank in "8TJQKA")))
    assert not klabor_cards(hand_of(" ".join(rank + suit for rank in "789TJQ")))


def test_no_klabor_of_two_suits() -> None:
    assert not klabor_cards(hand_of("AS KS QS JS TS 9C"))
