"""A match: deal after deal until somebody has won (rules.md 9 and 10).

Two doors: `apply` checks everything and says what is wrong; `push` trusts its code, for search. Decks are
handed in with `deal_cards`; nothing here draws at random.
"""

from __future__ import annotations

from collections.abc import Sequence as Cards
from typing import NamedTuple

from .actions import TEXTS, Action
from .counting import count
from .deal import Deal
from .errors import IllegalActionError, InvalidDeckError
from .refusals import refusal
from .rules import Rules
from .scoring import DealResult, Sheet, settle

_ACTIONS = tuple(tuple(Action(seat, code) for code in range(len(TEXTS))) for seat in range(4))
_DECK = frozenset(range(32))


class Outcome(NamedTuple):
    """Whether the match is over, the winning sides, and the recorded result per side (501:500 too)."""

    over: bool
    winners: tuple[int, ...]
    result: tuple[int, ...]


class Match:
    """A match under `rules`. It starts with no cards dealt: call `deal_cards` for every deal."""

    __slots__ = ("deal", "dealer", "deals", "ended", "replay_taker", "results", "rules")

    def __init__(self, rules: Rules, first_dealer: int) -> None:
        self.rules = rules
        # Who deals next, or has dealt the deal in progress.
        self.dealer = first_dealer
        self.deal: Deal | None = None
        self.deals: list[Deal] = []
        self.results: list[DealResult] = []
        self.ended: Outcome | None = None
        # Set after a hang where that makes the next deal one without bidding (rules.md 8.1).
        self.replay_taker: int | None = None

    def copy(self) -> Match:
        """Return a match that shares no changeable state with this one."""
        twin = Match.__new__(Match)
        twin.rules = self.rules
        twin.dealer = self.dealer
        twin.deal = self.deal.copy() if self.deal is not None else None
        twin.deals = self.deals[:]
        twin.results = self.results[:]
        twin.ended = self.ended
        twin.replay_taker = self.replay_taker
        return twin

    @property
    def sheet(self) -> Sheet:
        """The score sheet: totals, bytes and pots."""
        if not self.results:
            return Sheet(self.rules.nothing, self.rules.nothing)
        last = self.results[-1]
        return Sheet(last.totals, last.bytes, last.pots)

    @property
    def over(self) -> bool:
        """Whether somebody has won."""
        return self.ended is not None

    @property
    def outcome(self) -> Outcome:
        """How the match stands: who has won, or the totals so far."""
        return self.ended or Outcome(False, (), self.sheet.totals)

    @property
    def needs_deck(self) -> bool:
        """Whether the next thing to happen is a deal."""
        return self.deal is None and self.ended is None

    def deal_cards(self, deck: Cards[int]) -> None:
        """Deal the next deal from a shuffled deck, top card first.

        Raises `InvalidDeckError` unless it is the 32 cards, and `IllegalActionError` when a deal is in
        progress or the match is over.
        """
        if self.ended is not None:
            raise IllegalActionError("match-over")
        if self.deal is not None:
            raise IllegalActionError("deal-open")
        if len(deck) != 32 or _DECK.difference(deck):
            raise InvalidDeckError("a deck is the 32 cards, each once")
        self.start(deck)

    def start(self, deck: Cards[int]) -> None:
        """Do what `deal_cards` does, unchecked, for search."""
        self.deal = Deal(self.rules, deck, self.dealer, self.replay_taker)

    def legal(self) -> list[Action]:
        """Return everything the seat at turn may do; empty between deals and after the match."""
        deal = self.deal
        if deal is None:
            return []
        actions = _ACTIONS[deal.turn]
        return [actions[code] for code in deal.codes()]

    def apply(self, action: Action) -> None:
        """Do what a seat wants, or raise `IllegalActionError` with the rule it would break."""
        deal = self.deal
        if deal is None:
            raise IllegalActionError("match-over" if self.ended is not None else "not-dealt")
        seat, code = action
        if seat != deal.turn or code not in deal.codes():
            raise refusal(deal, seat, code)
        self.push(code)

    def codes(self) -> tuple[int, ...]:
        """Return the codes of what the seat at turn may do; none between deals and after the match."""
        deal = self.deal
        return deal.codes() if deal is not None else ()

    def push(self, code: int) -> None:
        """Do one of `codes`, unchecked."""
        # There is a deal, or there would be no such code.
        if self.deal.push(code):  # type: ignore[union-attr]
            self._close()

    def _close(self) -> None:
        """Settle a finished deal and find who deals next and whether the match is over."""
        deal = self.deal
        assert deal is not None
        counted = count(deal) if deal.ending == "played" else None
        before = self.results[-1] if self.results else self.sheet
        result = settle(len(self.results), deal, counted, before)
        self.deals.append(deal)
        self.results.append(result)
        self.deal = None
        self.ended = self._end(deal, result)
        replay = result.outcome == "hang" and self.rules.hang_deal == "replay"
        self.replay_taker = deal.taker if replay else None
        if self.ended is None:
            self.dealer = self._next_dealer(deal, result)

    def _next_dealer(self, deal: Deal, result: DealResult) -> int:
        """Rules.md 9."""
        rules = self.rules
        seat = rules.left[deal.dealer]
        if result.outcome == "cancelled":
            return deal.dealer
        if result.outcome == "void" or rules.next_dealer == "rotate":
            return seat
        if rules.next_dealer == "taker":
            return deal.taker
        side_of = rules.side_of
        if rules.next_dealer == "top_scorer":
            top = self._top_scorers(deal, result)
            while side_of[seat] not in top:
                seat = rules.left[seat]
        else:
            winner = self._sole_writer(deal, result)
            while side_of[seat] == winner:
                seat = rules.left[seat]
        return seat

    def _top_scorers(self, deal: Deal, result: DealResult) -> tuple[int, ...]:
        """Return the sides with most counted points in a played deal."""
        if result.counted is None:
            return (self.rules.side_of[deal.taker if deal.victor is None else deal.victor],)
        top = max(result.counted)
        return tuple(side for side, points in enumerate(result.counted) if points == top)

    def _sole_writer(self, deal: Deal, result: DealResult) -> int | None:
        """Return the side that wrote strictly most, if one did."""
        if result.counted is None:
            return self._top_scorers(deal, result)[0]
        assert result.written is not None
        top = max(result.written)
        return result.written.index(top) if result.written.count(top) == 1 else None

    def _end(self, deal: Deal, result: DealResult) -> Outcome | None:
        """Return how the match ends with this deal, or None to play on (rules.md 10)."""
        rules = self.rules
        totals = result.totals
        if result.written is None:
            # Void or cancelled, or won at once by klabor or deberts.
            return None if deal.victor is None else Outcome(True, (rules.side_of[deal.victor],), totals)
        best = max(totals)
        # (With a target of 0 all totals can be below it: fines are subtracted.)
        short = best < rules.target and rules.target > 0
        if short and (rules.lead_target == 0 or best - sorted(totals)[-2] < rules.lead_target):
            return None
        if result.outcome == "hang" and (rules.target == 0 or rules.final_hang == "extra_deal"):
            return None
        leaders = tuple(side for side, total in enumerate(totals) if total == best)
        sole = Outcome(True, leaders, totals) if len(leaders) == 1 else None
        reached = [side for side, total in enumerate(totals) if total >= rules.target]
        if rules.target == 0 or len(reached) < 2:
            return sole
        if rules.stakes:
            return Outcome(True, leaders, totals)
        if rules.both_reach == "whister":
            return self._defender_wins(deal, totals, reached)
        if rules.both_reach == "last_trick" and result.count is not None:
            last = result.count.last_trick
            if last in reached:
                return Outcome(True, (last,), totals)
        return sole

    def _defender_wins(self, deal: Deal, totals: tuple[int, ...], reached: list[int]) -> Outcome | None:
        """Several at the target under `whister`: only defenders of this deal can win, 501:500."""
        target = self.rules.target
        taker = self.rules.side_of[deal.taker]
        eligible = [side for side in reached if side != taker]
        top = max(totals[side] for side in eligible)
        best = [side for side in eligible if totals[side] == top]
        if len(best) > 1:
            return None
        result = tuple(
            target if side == best[0] else target - 1 if side in reached else total
            for side, total in enumerate(totals)
        )
        return Outcome(True, (best[0],), result)
