"""From a deal's points to the score sheet: contract, pots, fines, totals (rules.md 8)."""

from __future__ import annotations

from typing import NamedTuple

from .counting import BelaScore, Count, SequenceScore, uncounted_bela
from .deal import Deal
from .rules import Rules

# The endings that are no played deals, and those of played ones that are not counted (rules.md 4 and 6.1).
NOT_PLAYED = ("void", "cancelled")
CUT_SHORT = ("conceded", "surrendered")


class Pot(NamedTuple):
    """Points that hang: who may still claim them."""

    points: int
    claimants: tuple[int, ...]


class Sheet(NamedTuple):
    """The state of the score: totals and bytes per side, pots oldest first."""

    totals: tuple[int, ...]
    bytes: tuple[int, ...]
    pots: tuple[Pot, ...] = ()


class DealResult(NamedTuple):
    """A finished deal as the sheet shows it; nothing here is secret.

    `outcome` is a word of record-format.md. Points are per side; the fields that record-format.md leaves
    null for an outcome are None. `bytes` counts each side's failed contracts in the match so far.
    """

    number: int
    dealer: int
    outcome: str
    trump: int | None
    taker: int | None
    count: Count | None  # type: ignore[assignment]  # hides tuple.count
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
        return self.outcome not in NOT_PLAYED


def settle(number: int, deal: Deal, counted: Count | None, before: Sheet | DealResult) -> DealResult:
    """Write a finished deal into the sheet; `counted` is its count if it was played to the last card."""
    rules = deal.rules
    outcome = deal.ending
    totals, failed, pots = before.totals, before.bytes, before.pots
    written = pots_won = fines = None
    trump, taker = (deal.trump, deal.taker) if deal.taker >= 0 else (None, None)
    if counted is None:
        total = sequences = None
        bela = uncounted_bela(deal)
    else:
        total, sequences, bela = counted.total, counted.sequences, counted.bela
        outcome = outcome_of(rules, rules.side_of[deal.taker], total)
    if counted is not None or outcome in CUT_SHORT:
        pots_won = fines = rules.nothing
        if outcome == "byte":
            failed = _one_more(failed, rules.side_of[deal.taker])
        if rules.stakes:
            written = _stakes_won(deal, outcome, counted)
        else:
            written, new_pot = _write(deal, outcome, counted)
            if pots:
                pots_won, pots = _move_pots(deal, written, outcome, pots)
            if new_pot is not None and new_pot.points:
                pots += (new_pot,)
            if counted is not None and (rules.no_trick_fine or rules.byte_fine):
                fines = _fines(deal, outcome, counted, failed)
        sums = list(totals)
        for side, points in enumerate(written):
            sums[side] += points + pots_won[side] - fines[side]
        totals = tuple(sums)
    elif outcome not in NOT_PLAYED:
        # Klabor or deberts.
        assert deal.victor is not None
        totals = _raised(totals, rules.side_of[deal.victor], rules.target)
    # In the order of the fields: to name them takes four times as long.
    return DealResult._make(
        (
            number,
            deal.dealer,
            outcome,
            trump,
            taker,
            counted,
            sequences,
            bela,
            total,
            written,
            pots_won,
            fines,
            totals,
            failed,
            pots,
            deal.multiplier,
            deal.victor,
        )
    )


def outcome_of(rules: Rules, taker_side: int, counted: tuple[int, ...]) -> str:
    """Test the contract: `made`, `byte`, `hang`, or `plain` where it is not tested (rules.md 8, 1-2)."""
    if not rules.byte:
        return "plain"
    own = counted[taker_side]
    if rules.made_against == "sum" or rules.sides == 2:
        against = sum(counted) - own
    else:
        against = max(counted[:taker_side] + counted[taker_side + 1 :])
    return "made" if own > against else "byte" if own < against else "hang"


def _stakes_won(deal: Deal, outcome: str, counted: Count | None) -> tuple[int, ...]:
    """Return the stakes each side won (rules.md 8.2)."""
    rules = deal.rules
    m = deal.multiplier
    if counted is None:
        # Surrendered: the only other end of a played deal with stakes.
        assert deal.victor is not None
        return _all_to(rules, rules.side_of[deal.victor], m)
    taker = rules.side_of[deal.taker]
    if outcome == "plain":
        top = max(counted.total)
        if counted.total.count(top) > 1:
            return rules.nothing
        return _all_to(rules, counted.total.index(top), m)
    if outcome == "made":
        return _all_to(rules, taker, (rules.sides - 1) * m)
    if outcome == "byte":
        each = 2 if rules.sides == 2 else 1
        return tuple([0 if side == taker else each * m for side in range(rules.sides)])
    return rules.nothing


def _write(deal: Deal, outcome: str, counted: Count | None) -> tuple[tuple[int, ...], Pot | None]:
    """Say what each side writes and which pot comes to be (rules.md 8, steps 1 to 3)."""
    rules = deal.rules
    taker = rules.side_of[deal.taker]
    if counted is None:
        return _all_to(rules, taker, rules.concede_points), None
    total = counted.total
    if outcome == "plain":
        return total, None
    if outcome == "made":
        return _all_to(rules, taker, sum(total)) if rules.winner_takes_all else total, None
    lost = total[taker]
    written = list(total)
    written[taker] = 0
    if outcome == "hang":
        return tuple(written), Pot(lost, tuple(range(rules.sides)))
    if rules.sides == 2:
        written[1 - taker] += lost
        return tuple(written), None
    # The defenders from the taker's left, the order in which odd points are given away.
    sharing = [(taker + step) % rules.sides for step in range(1, rules.sides)]
    if rules.byte_to == "best":
        best = max(total[side] for side in sharing)
        sharing = [side for side in sharing if total[side] == best]
        if len(sharing) > 1 and rules.byte_tie == "hang":
            return tuple(written), Pot(lost, tuple(sorted(sharing)))
    share, odd = divmod(lost, len(sharing))
    for place, side in enumerate(sharing):
        written[side] += share + (place < odd)
    return tuple(written), None


def _move_pots(
    deal: Deal, written: tuple[int, ...], outcome: str, pots: tuple[Pot, ...]
) -> tuple[tuple[int, ...], tuple[Pot, ...]]:
    """Give away the pots at stake; returns what each side won and the pots that stay (rules.md 8, step 4)."""
    rules = deal.rules
    taker = rules.side_of[deal.taker]
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


def _fines(deal: Deal, outcome: str, counted: Count, failed: tuple[int, ...]) -> tuple[int, ...]:
    """Return the fines of a counted deal; `failed` are the bytes so far, this one's too (step 5)."""
    rules = deal.rules
    taker = rules.side_of[deal.taker]
    fines = [0 if tricks else rules.no_trick_fine for tricks in counted.tricks]
    beyond = failed[taker] - rules.byte_fine_first
    if outcome == "byte" and beyond >= 0 and beyond % rules.byte_fine_period == 0:
        fines[taker] += rules.byte_fine
    return tuple(fines)


def _all_to(rules: Rules, side: int, points: int) -> tuple[int, ...]:
    return tuple([points if place == side else 0 for place in range(rules.sides)])


def _raised(totals: tuple[int, ...], side: int, target: int) -> tuple[int, ...]:
    return tuple([max(total, target) if place == side else total for place, total in enumerate(totals)])


def _one_more(counts: tuple[int, ...], side: int) -> tuple[int, ...]:
    more = list(counts)
    more[side] += 1
    return tuple(more)
