"""Which cards may be played to a trick (rules.md 6), by one-line examples."""

from __future__ import annotations

import pytest

from bot.deberts.cards import SUITS
from bot.deberts.play import BEATS, HIGHER_TRUMPS, playable

from .decks import cards_of, codes_of, hand_of

PLAIN, TRUMP = "ATKQJ987", "J9ATKQ87"


def beats(card: str, best: str, trump: str) -> bool:
    """Tell by the page whether a card beats the best one so far, which is a trump or of the suit led."""
    if card[1] == best[1]:
        strength = TRUMP if card[1] == trump else PLAIN
        return strength.index(card[0]) < strength.index(best[0])
    return card[1] == trump


def winner(trick: str, trump: str) -> int:
    """Return the place of the best card."""
    played = trick.split()
    best = 0
    for place, card in enumerate(played):
        if beats(card, played[best], trump):
            best = place
    return best


def may(hand: str, trick: str, trump: str = "H", ruff: bool = False, exempt: bool = False) -> str:
    """Return what may be played to a trick; `exempt` says that partners play and need not be beaten."""
    played = cards_of(trick)
    best = winner(trick, trump)
    mask = hand_of(hand)
    found = playable(
        [mask >> 8 * suit & 255 for suit in range(4)],
        played[0] >> 3,
        SUITS.index(trump),
        played[best],
        ruff,
        exempt and best == len(played) - 2,
    )
    return " ".join(card for card in hand.split() if cards_of(card)[0] in found)


@pytest.mark.parametrize(
    ("hand", "trick", "playable"),
    [
        # Follow suit if you can; a plain card never has to be beaten.
        ("AS 7S KC JH", "TS", "AS 7S"),
        ("7S KC JH", "TS", "7S"),
        ("AS 7S JH", "KS TS", "AS 7S"),
        ("7S 8S", "TS", "7S 8S"),
        # If you cannot, play a trump if you can, any one.
        ("AC KC JH 7H", "TS", "JH 7H"),
        ("AC KC 7H", "AS", "7H"),
        # If you can do neither, play anything.
        ("AC KC 9D", "TS", "AC KC 9D"),
        ("AC KC 9D", "7H", "AC KC 9D"),
        # Trump led: you must beat the highest trump in the trick if you can, else play any trump.
        ("JH 9H AH 7H AS", "TH", "JH 9H AH"),
        ("JH 9H AH 7H AS", "9H", "JH"),
        ("KH QH 8H 7H AS", "TH", "KH QH 8H 7H"),
        ("KH QH 8H 7H AS", "QH", "KH"),
        ("AH TH KH", "JH", "AH TH KH"),
        ("AH TH KH", "7H 9H", "AH TH KH"),
        ("AH TH KH", "7H QH", "AH TH KH"),
        ("AH 8H", "TH KH", "AH"),
        ("8H AS", "7H AC", "8H"),
        # The trump order: jack, nine, ace, ten, king, queen, eight, seven.
        ("JH AH TH KH QH 8H 7H", "9H", "JH"),
        ("JH 9H TH KH QH 8H 7H", "AH", "JH 9H"),
        ("JH 9H AH KH QH 8H 7H", "TH", "JH 9H AH"),
        ("JH 9H AH TH QH 8H 7H", "KH", "JH 9H AH TH"),
        ("JH 9H AH TH KH 8H 7H", "QH", "JH 9H AH TH KH"),
        ("JH 9H AH TH KH QH 7H", "8H", "JH 9H AH TH KH QH"),
        ("JH 9H AH TH KH QH 8H", "7H", "JH 9H AH TH KH QH 8H"),
        ("9H AH TH KH QH 8H 7H", "JH", "9H AH TH KH QH 8H 7H"),
        # A ruffed plain lead: who can follow follows, high or low.
        ("AS 7S JH", "TS 8H", "AS 7S"),
        # And who cannot plays any trump, without `overtrump_ruff`.
        ("JH 8H 7C", "TS QH", "JH 8H"),
        ("8H 7H 7C", "TS QH", "8H 7H"),
    ],
)
def test_playable(hand: str, trick: str, playable: str) -> None:
    assert may(hand, trick) == playable


@pytest.mark.parametrize(
    ("hand", "trick", "playable"),
    [
        ("JH 8H 7C", "TS QH", "JH"),
        ("JH 9H 8H 7C", "TS QH 7H", "JH 9H"),
        ("8H 7H 7C", "TS QH", "8H 7H"),
        ("JH 8H 7S", "TS QH", "7S"),
        ("7C 8C", "TS QH", "7C 8C"),
        # Nobody has ruffed yet: any trump.
        ("JH 8H 7C", "TS", "JH 8H"),
        ("JH 8H 7C", "TS AC", "JH 8H"),
        # Trump led: as without.
        ("JH AH 7H", "TH", "JH AH"),
        ("KH 7H", "TH", "KH 7H"),
    ],
)
def test_overtrump_ruff(hand: str, trick: str, playable: str) -> None:
    assert may(hand, trick, ruff=True) == playable


@pytest.mark.parametrize(
    ("hand", "trick", "playable"),
    [
        # Trump led and the partner's is the highest: any trump.
        ("JH AH 7H AS", "TH 8H", "JH AH 7H"),
        ("JH AH 7H", "8H TH 7D", "JH AH 7H"),
        # The opponent's is the highest: beat it.
        ("JH AH 7H", "8H TH", "JH AH"),
        ("JH AH 8H", "TH 7H KH", "JH AH"),
        # Still to follow, and to trump, the exemption is from beating alone.
        ("JH 7S", "TS KS", "7S"),
        ("JH AC", "TS KS", "JH"),
        ("JH AC", "AS 7S", "JH"),
    ],
)
def test_partner(hand: str, trick: str, playable: str) -> None:
    assert may(hand, trick, exempt=True) == playable


def test_partner_and_ruff() -> None:
    """The partner's ruff need not be beaten, the opponent's has to be."""
    assert may("JH 7H AC", "TS QH KS", ruff=True, exempt=True) == "JH 7H"
    assert may("JH 7H AC", "TS KS QH", ruff=True, exempt=True) == "JH"
    assert may("JH 7H AC", "TS QH KS", ruff=True, exempt=False) == "JH"
    # Without `overtrump_ruff` there is no duty that could come back.
    assert may("JH 7H AC", "TS QH KS", exempt=False) == "JH 7H"
    assert may("JH 7H", "TH 8H", exempt=False) == "JH"


@pytest.mark.parametrize("trump", range(4))
def test_what_beats_what(trump: int) -> None:
    """Every pair of cards by the page."""
    codes = [rank + suit for suit in SUITS for rank in "789TJQKA"]
    for best, of_best in enumerate(codes):
        beating = [card for card in range(32) if BEATS[trump][best][card]]
        assert codes_of(beating).split() == [code for code in codes if beats(code, of_best, SUITS[trump])]
        trumps = [card for card in beating if codes[card][1] == SUITS[trump]]
        assert HIGHER_TRUMPS[trump][best] == hand_of(codes_of(trumps)) >> trump * 8
