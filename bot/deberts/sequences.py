"""Sequences of a hand and their worth (rules.md 5.1, 5.3)."""

from __future__ import annotations

from typing import NamedTuple

from .cards import CARDS_OF

WORTH = {3: 20, 4: 50, 5: 100}


class Sequence(NamedTuple):
    """Cards in a row in one suit, as cut by rules.md 5.1; `top` is the highest rank 0..7.

    Compared as a tuple the first two fields say which is better, ties of rules.md 5.2 aside.
    """

    length: int
    top: int
    suit: int

    @property
    def worth(self) -> int:
        """The points it scores: 20, 50 or 100."""
        return WORTH[self.length]

    @property
    def cards(self) -> tuple[int, ...]:
        """Its cards, high to low."""
        high = self.suit * 8 + self.top
        return tuple(range(high, high - self.length, -1))


def runs(byte: int) -> list[tuple[int, int]]:
    """Return the maximal runs of a suit's byte as (top rank, length), high to low."""
    found = []
    length = 0
    for rank in range(7, -2, -1):
        if rank >= 0 and byte >> rank & 1:
            length += 1
        elif length:
            found.append((rank + length, length))
            length = 0
    return found


def _cut(byte: int, longest: int) -> tuple[tuple[int, int], ...]:
    """Cut the runs of a suit from the top into (length, top rank), `longest` cards first."""
    cut = []
    for top, length in runs(byte):
        for size in range(longest, 2, -1):
            while length >= size:
                cut.append((size, top))
                top -= size
                length -= size
    return tuple(cut)


def _by_suit(longest: int) -> tuple[tuple[tuple[Sequence, ...], ...], ...]:
    return tuple(
        tuple(
            tuple(Sequence(length, top, suit) for length, top in _cut(byte, longest)) for byte in range(256)
        )
        for suit in range(4)
    )


# SEQUENCES[hundred][suit][byte]: the sequences in a suit's byte.
SEQUENCES = (_by_suit(longest=4), _by_suit(longest=5))
# The ranks of each suit that can be the lowest of three in a row.
_LOW_SIX = sum(0b00111111 << suit * 8 for suit in range(4))
_SEVEN_BELOW_ACE = 0b11111110


def sequences(hand: int, hundred: bool) -> tuple[Sequence, ...]:
    """Return every sequence of a hand, suit by suit; they share no card."""
    spades, clubs, diamonds, hearts = SEQUENCES[hundred]
    return spades[hand & 255] + clubs[hand >> 8 & 255] + diamonds[hand >> 16 & 255] + hearts[hand >> 24]


def has_sequence(hand: int) -> bool:
    """Tell whether a hand holds at least three cards in a row."""
    return hand & hand >> 1 & hand >> 2 & _LOW_SIX != 0


def best_of(found: tuple[Sequence, ...], trump: int | None) -> Sequence:
    """Return the best sequence: longest, highest, then, if `trump` is given, the trump one (rules.md 5.1)."""
    if len(found) == 1:
        return found[0]
    return max(found, key=lambda s: (s.length, s.top, s.suit == trump))


def _long_runs(need: int) -> tuple[tuple[tuple[int, ...], ...], ...]:
    """Return by suit and byte the highest `need` cards of a run that is at least so long, or none."""
    found: list[list[tuple[int, ...]]] = [[()] * 256 for _ in range(4)]
    for byte in range(256):
        for top, length in runs(byte):
            if length >= need:
                for suit in range(4):
                    found[suit][byte] = tuple(range(suit * 8 + top, suit * 8 + top - need, -1))
    return tuple(tuple(of_suit) for of_suit in found)


_LONG_RUNS = {"six": _long_runs(6), "seven": _long_runs(7)}


def deberts_cards(hand: int, option: str, trump: int) -> tuple[int, ...]:
    """Return the cards of the combination `deberts` in a hand, or none (rules.md 5.3)."""
    if option == "off":
        return ()
    if option == "seven_trumps":
        held = hand >> trump * 8 & _SEVEN_BELOW_ACE == _SEVEN_BELOW_ACE
        return CARDS_OF[trump][_SEVEN_BELOW_ACE] if held else ()
    spades, clubs, diamonds, hearts = _LONG_RUNS[option]
    return spades[hand & 255] or clubs[hand >> 8 & 255] or diamonds[hand >> 16 & 255] or hearts[hand >> 24]


_KLABOR = {0b11111100 << suit * 8: CARDS_OF[suit][0b11111100] for suit in range(4)}


def klabor_cards(hand: int) -> tuple[int, ...]:
    """Return A K Q J T 9 of one suit if these are the hand's six cards, else none (rules.md 4)."""
    return _KLABOR.get(hand, ())
