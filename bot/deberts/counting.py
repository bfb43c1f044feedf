"""What a played deal is worth to each side: cards, last trick, sequences, bela (rules.md 5.2, 5.5, 7)."""

from __future__ import annotations

from typing import NamedTuple

from .cards import KING, LAST_TRICK_POINTS, QUEEN
from .deal import Deal, Declared


class BelaScore(NamedTuple):
    """Who announced bela, the side it scored for (None if it did not) and the points scored."""

    seat: int
    side: int | None
    points: int


class SequenceScore(NamedTuple):
    """The side that scored sequences and its points."""

    side: int
    points: int


class Count(NamedTuple):
    """A deal's points per side: `cards` are those of the tricks without the last trick's ten."""

    cards: tuple[int, ...]
    tricks: tuple[int, ...]
    last_trick: int
    sequences: SequenceScore | None
    bela: BelaScore | None
    total: tuple[int, ...]


def count(deal: Deal) -> Count:
    """Count a deal that was played to its last card."""
    last = deal.rules.side_of[deal.winners[-1]]
    total = deal.points[:]
    cards = deal.points[:]
    cards[last] -= LAST_TRICK_POINTS
    sequences = bela = None
    if deal.declared:
        sequences = score_sequences(deal)
        if sequences is not None:
            total[sequences.side] += sequences.points
    if deal.bela is not None:
        bela = score_bela(deal)
        if bela is not None and bela.side is not None:
            total[bela.side] += bela.points
    return Count(tuple(cards), tuple(deal.tricks_won), last, sequences, bela, tuple(total))


def uncounted_bela(deal: Deal) -> BelaScore | None:
    """Return the bela announced in a deal that was not counted: it scores for nobody (record-format.md)."""
    return None if deal.bela is None else BelaScore(deal.bela[0], None, 0)


def sequence_leaders(deal: Deal) -> tuple[Declared, ...]:
    """Return the declarations whose best sequences nothing that was declared beats.

    More than one is a tie of length and top card that neither suit nor order (as the rules have it) has
    broken; the last trick may break it still. Where the tie rule lets nobody score, none is returned.
    """
    if len(deal.declared) < 2:
        return deal.declared
    highest = max((d.best.length, d.best.top) for d in deal.declared)
    tied = [d for d in deal.declared if (d.best.length, d.best.top) == highest]
    side_of = deal.rules.side_of
    if len({side_of[d.seat] for d in tied}) == 1:
        return tuple(tied)
    ties = deal.rules.sequence_ties
    if deal.rules.suit_breaks_ties:
        trumps = [d for d in tied if d.best.suit == deal.trump]
        if trumps:
            return tuple(trumps)
    if ties in ("order", "suit_then_order"):
        return (tied[0],)
    return () if ties == "suit" else tuple(tied)


def sequence_side(deal: Deal) -> int | None:
    """Return the side whose sequences are good, or None while or because there is none.

    It scores them only if it takes a trick. Valid from the end of trick 1 on (rules.md 5.2).
    """
    side_of = deal.rules.side_of
    leaders = sequence_leaders(deal)
    if len(leaders) == 1:
        return side_of[leaders[0].seat]
    sides = {side_of[d.seat] for d in leaders}
    if len(sides) > 1:
        if deal.ending != "played":
            return None
        last = side_of[deal.winners[-1]]
        return last if last in sides else None
    return sides.pop() if sides else None


def score_sequences(deal: Deal) -> SequenceScore | None:
    """Return what the sequences scored in a played deal."""
    side = sequence_side(deal)
    if side is None or not deal.tricks_won[side]:
        return None
    points = 0
    for declared in deal.declared:
        if deal.rules.side_of[declared.seat] == side:
            for sequence in declared.all:
                points += sequence.worth
    return SequenceScore(side, points)


def score_bela(deal: Deal) -> BelaScore | None:
    """Return what an announced bela scored in a played deal, by `bela_trick` (rules.md 5.5)."""
    if deal.bela is None:
        return None
    seat, place = deal.bela
    rules = deal.rules
    own = rules.side_of[seat]
    side: int | None = own
    if rules.bela_trick == "taker":
        side = rules.side_of[deal.winners[place // rules.seats]]
    elif rules.bela_trick == "any":
        side = own if deal.tricks_won[own] else None
    elif rules.bela_trick == "own":
        side = own if _royal_won(deal, seat) else None
    return BelaScore(seat, side, 0 if side is None else rules.bela_points)


def _royal_won(deal: Deal, seat: int) -> bool:
    """Tell whether the seat's trump king or queen won the trick it was played to."""
    seats = deal.rules.seats
    royals = (deal.trump * 8 + KING, deal.trump * 8 + QUEEN)
    return any(
        trick.winner == seat and trick.cards[(seat - trick.leader) % seats] in royals
        for trick in deal.tricks()
    )
