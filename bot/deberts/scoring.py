"""From a deal's points to the score sheet: contract, pots, fines, totals (rules.md 8)."""

from __future__ import annotations

from dataclasses import dataclass, replace

from .counting import BelaScore, Count, SequenceScore
from .deal import Deal
from .rules import Rules


@dataclass(frozen=True, slots=True)
class Pot:
    """Points that hang: who may still claim them."""

    points: int
    claimants: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Sheet:
    """The state of the score: totals and bytes per side, pots oldest first."""

    totals: tuple[int, ...]
    bytes: tuple[int, ...]
    pots: tuple[Pot, ...] = ()


@dataclass(frozen=True, slots=True)
class DealResult:
    """A finished deal as the sheet shows it; nothing here is secret.

    `outcome` is a word of record-format.md. Points are per side; the fields that record-format.md leaves
    null for an outcome are None. `bytes` counts each side's failed contracts in the match so far.
    """

    number: int
    dealer: int
    outcome: str
    trump: int | None
    taker: int | None
    count: Count | None
    sequences: SequenceScore | None
    bela: BelaScore | None
    counted: tuple[int, ...] | None
    written: tuple[int, ...] | None
    pots_won: tuple[int, ...] | None
    fines: tuple[int, ...] | None
    totals: tuple[int, ...]
    bytes: tuple[int, ...]
    pots: tuple[Pot, ...]
    stakes: int
    victor: int | None

    @property
    def played(self) -> bool:
        """Whether it counts as a played deal; void and cancelled ones do not (rules.md 4)."""
        return self.outcome not in ("void", "cancelled")


def settle(number: int, deal: Deal, counted: Count | None, before: Sheet) -> DealResult:
    """Write a finished deal into the sheet; `counted` is its count if it was played to the last card."""
    rules = deal.rules
    result = DealResult(
        number=number,
        dealer=deal.dealer,
        outcome=deal.ending,
        trump=deal.trump if deal.trump >= 0 else None,
        taker=deal.taker if deal.taker >= 0 else None,
        count=counted,
        sequences=counted.sequences if counted else None,
        bela=counted.bela if counted else None,
        counted=counted.total if counted else None,
        written=None,
        pots_won=None,
        fines=None,
        totals=before.totals,
        bytes=before.bytes,
        pots=before.pots,
        stakes=deal.multiplier,
        victor=deal.victor,
    )
    if counted is None and deal.bela is not None:
        result = replace(result, bela=BelaScore(deal.bela[0], None, 0))
    if deal.ending in ("klabor", "deberts"):
        assert deal.victor is not None
        winner = rules.side_of[deal.victor]
        totals = tuple(
            max(total, rules.target) if side == winner else total for side, total in enumerate(before.totals)
        )
        return replace(result, totals=totals)
    if not result.played:
        return result
    if rules.stakes:
        return _settle_stakes(result, deal, counted)
    return _settle_points(result, deal, counted, before)


def outcome_of(rules: Rules, taker_side: int, counted: tuple[int, ...]) -> str:
    """Test the contract: `made`, `byte`, `hang`, or `plain` where it is not tested (rules.md 8, 1-2)."""
    if not rules.byte:
        return "plain"
    others = [points for side, points in enumerate(counted) if side != taker_side]
    against = sum(others) if rules.made_against == "sum" else max(others)
    own = counted[taker_side]
    return "made" if own > against else "byte" if own < against else "hang"


def _settle_stakes(result: DealResult, deal: Deal, counted: Count | None) -> DealResult:
    """Rules.md 8.2."""
    rules = deal.rules
    sides = range(rules.sides)
    if counted is None:
        assert deal.victor is not None
        winner = rules.side_of[deal.victor]
        base = [int(side == winner) for side in sides]
        outcome = deal.ending
    else:
        taker = rules.side_of[deal.taker]
        total = counted.total
        outcome = outcome_of(rules, taker, total)
        if outcome == "plain":
            top = max(total)
            base = [int(total[side] == top and total.count(top) == 1) for side in sides]
        elif outcome == "made":
            base = [(rules.sides - 1) * (side == taker) for side in sides]
        elif outcome == "byte":
            base = [(2 if rules.sides == 2 else 1) * (side != taker) for side in sides]
        else:
            base = [0 for _ in sides]
    written = tuple(stake * deal.multiplier for stake in base)
    nothing = (0,) * rules.sides
    return replace(
        result,
        outcome=outcome,
        written=written,
        pots_won=nothing,
        fines=nothing,
        totals=_add(result.totals, written),
    )


def _settle_points(result: DealResult, deal: Deal, counted: Count | None, before: Sheet) -> DealResult:
    """Rules.md 8, steps 1 to 6."""
    rules = deal.rules
    taker = rules.side_of[deal.taker]
    new_pot: Pot | None = None
    if counted is None:
        outcome = "conceded"
        written = tuple(rules.concede_points * (side == taker) for side in range(rules.sides))
    else:
        outcome = outcome_of(rules, taker, counted.total)
        written, new_pot = _write(rules, deal.taker, counted.total, outcome)
    pots_won, pots = _move_pots(rules, taker, written, outcome, before.pots)
    if new_pot is not None and new_pot.points:
        pots += (new_pot,)
    failed = _one_more(before.bytes, taker) if outcome == "byte" else before.bytes
    fines = (0,) * rules.sides
    if counted is not None:
        fines = tuple(
            rules.no_trick_fine * (not counted.tricks[side])
            + (_byte_fine(rules, failed[side]) if outcome == "byte" and side == taker else 0)
            for side in range(rules.sides)
        )
    totals = _add(_add(before.totals, written), pots_won)
    return replace(
        result,
        outcome=outcome,
        written=written,
        pots_won=pots_won,
        fines=fines,
        totals=tuple(total - fine for total, fine in zip(totals, fines, strict=True)),
        bytes=failed,
        pots=pots,
    )


def _write(
    rules: Rules, taker_seat: int, counted: tuple[int, ...], outcome: str
) -> tuple[tuple[int, ...], Pot | None]:
    """Say what each side writes and which pot comes to be (rules.md 8, step 3)."""
    taker = rules.side_of[taker_seat]
    sides = range(rules.sides)
    if outcome == "plain":
        return counted, None
    if outcome == "made":
        if rules.winner_takes_all:
            return tuple(sum(counted) * (side == taker) for side in sides), None
        return counted, None
    lost = counted[taker]
    written = [0 if side == taker else counted[side] for side in sides]
    if outcome == "hang":
        return tuple(written), Pot(lost, tuple(sides))
    # The defenders in the order in which odd points are given away: from the taker's left.
    order = [rules.side_of[(taker_seat + step) % rules.seats] for step in range(1, rules.seats)]
    defenders = [side for side in dict.fromkeys(order) if side != taker]
    best = max(counted[side] for side in defenders)
    sharing = defenders
    if rules.sides == 2 or rules.byte_to == "best":
        sharing = [side for side in defenders if counted[side] == best]
        if len(sharing) > 1 and rules.byte_tie == "hang":
            return tuple(written), Pot(lost, tuple(sorted(sharing)))
    share, odd = divmod(lost, len(sharing))
    for place, side in enumerate(sharing):
        written[side] += share + (place < odd)
    return tuple(written), None


def _move_pots(
    rules: Rules, taker: int, written: tuple[int, ...], outcome: str, pots: tuple[Pot, ...]
) -> tuple[tuple[int, ...], tuple[Pot, ...]]:
    """Give away the pots at stake; returns what each side won and the pots that stay (rules.md 8, step 4)."""
    won = [0] * rules.sides
    kept = []
    for place, pot in enumerate(pots):
        winner = None
        if place == 0 or rules.hang_repeat != "separate":
            winner = _pot_winner(rules, taker, written, outcome, pot)
        if winner is None:
            kept.append(pot)
        else:
            won[winner] += pot.points
    return tuple(won), tuple(kept)


def _pot_winner(rules: Rules, taker: int, written: tuple[int, ...], outcome: str, pot: Pot) -> int | None:
    claimants = pot.claimants
    if outcome == "hang":
        if rules.hang_repeat == "taker":
            return taker if taker in claimants else None
        if rules.hang_repeat != "defender":
            return None
        claimants = tuple(side for side in claimants if side != taker)
    if not claimants:
        return None
    top = max(written[side] for side in claimants)
    best = [side for side in claimants if written[side] == top]
    return best[0] if len(best) == 1 else None


def _byte_fine(rules: Rules, failed: int) -> int:
    beyond = failed - rules.byte_fine_first
    return rules.byte_fine if beyond >= 0 and beyond % rules.byte_fine_period == 0 else 0


def _add(one: tuple[int, ...], other: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(a + b for a, b in zip(one, other, strict=True))


def _one_more(counts: tuple[int, ...], side: int) -> tuple[int, ...]:
    return tuple(count + (place == side) for place, count in enumerate(counts))
