"""What a played deal is worth to each side: cards, last trick, sequences, bela (rules.md 5.2, 5.5, 7)."""

from __future__ import annotations

from dataclasses import dataclass

from .cards import KING, QUEEN
from .deal import Deal, Declared


@dataclass(frozen=True, slots=True)
class BelaScore:
    """Who announced bela, the side it scored for (None if it did not) and the points scored."""

    seat: int
    side: int | None
    points: int


@dataclass(frozen=True, slots=True)
class SequenceScore:
    """The side that scored sequences and its points."""

    side: int
    points: int


@dataclass(frozen=True, slots=True)
class Count:
    """A deal's points per side: `cards` are those of the tricks without the last trick's ten."""

    cards: tuple[int, ...]
    tricks: tuple[int, ...]
    last_trick: int
    sequences: SequenceScore | None
    bela: BelaScore | None
    total: tuple[int, ...]


def count(deal: Deal) -> Count:
    """Count a deal that was played to its last card."""
    rules = deal.rules
    last = rules.side_of[deal.tricks[-1].winner]
    total = deal.card_points[:]
    sequences = score_sequences(deal)
    if sequences is not None:
        total[sequences.side] += sequences.points
    bela = score_bela(deal)
    if bela is not None and bela.side is not None:
        total[bela.side] += bela.points
    cards = tuple(points - 10 * (side == last) for side, points in enumerate(deal.card_points))
    return Count(cards, tuple(deal.tricks_won), last, sequences, bela, tuple(total))


def sequence_leaders(deal: Deal) -> tuple[Declared, ...]:
    """Return the declarations whose best sequences nothing that was declared beats.

    More than one is a tie of length and top card that neither suit nor order (as the rules have it) has
    broken; the last trick may break it still. Where the tie rule lets nobody score, none is returned.
    """
    if not deal.declared:
        return ()
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
    sides = {side_of[d.seat] for d in sequence_leaders(deal)}
    if len(sides) > 1:
        if deal.ending != "played":
            return None
        last = side_of[deal.tricks[-1].winner]
        return last if last in sides else None
    return sides.pop() if sides else None


def score_sequences(deal: Deal) -> SequenceScore | None:
    """Return what the sequences scored in a played deal."""
    side = sequence_side(deal)
    if side is None or not deal.tricks_won[side]:
        return None
    points = sum(
        sequence.worth
        for declared in deal.declared
        if deal.rules.side_of[declared.seat] == side
        for sequence in declared.all
    )
    return SequenceScore(side, points)


def score_bela(deal: Deal) -> BelaScore | None:
    """Return what an announced bela scored in a played deal, by `bela_trick` (rules.md 5.5)."""
    if deal.bela is None:
        return None
    seat, trick = deal.bela
    rules = deal.rules
    side: int | None = rules.side_of[seat]
    if rules.bela_trick == "taker":
        side = rules.side_of[deal.tricks[trick].winner]
    elif rules.bela_trick == "any":
        side = side if deal.tricks_won[rules.side_of[seat]] else None
    elif rules.bela_trick == "own":
        side = side if _royal_won(deal, seat) else None
    return BelaScore(seat, side, 0 if side is None else rules.bela_points)


def _royal_won(deal: Deal, seat: int) -> bool:
    """Tell whether the seat's trump king or queen won the trick it was played to."""
    royals = (deal.trump * 8 + KING, deal.trump * 8 + QUEEN)
    return any(
        trick.winner == seat and trick.cards[(seat - trick.leader) % deal.seats] in royals
        for trick in deal.tricks
    )
