"""What leaves the engine: the public view of a match and each seat's own (rules.md 5.4).

Nothing outside this package reads a `Deal`. A `PublicView` holds what everybody at the table may know, a
`SeatView` adds one seat's hand and what it may do now. Cards are numbers as in `cards`.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from .actions import ORDER, PASS, REDEAL, Action
from .cards import cards
from .counting import sequence_leaders, sequence_side
from .deal import Deal, Declared, Phase, Trick
from .match import Match, Outcome
from .rules import Rules
from .scoring import DealResult, Sheet
from .sequences import Sequence


@dataclass(frozen=True, slots=True)
class Bid:
    """A bid: the suit ordered, or None for a pass."""

    seat: int
    suit: int | None


@dataclass(frozen=True, slots=True)
class DeclaredView:
    """What is public of a declaration: always the worth of its best sequence.

    `top` (a rank 0..7) and `is_trump` are known once a comparison has needed them, `shown` once the
    sequences lie on the table.
    """

    seat: int
    worth: int
    top: int | None = None
    is_trump: bool | None = None
    shown: tuple[Sequence, ...] = ()


@dataclass(frozen=True, slots=True)
class DealView:
    """What is public of the deal in progress.

    `round` is the round of bidding, after it the one in which the trump was ordered. `trick` are the cards
    of the unfinished trick from `leader`; `hand_sizes` are per seat, `tricks_won` per side. `swap_seat` took
    the upcard for the trump seven, `upcard_seat` received it with the buy-in. `multiplier` is m of rules.md
    6.1 and `dave_seat` made the last accepted offer.
    """

    number: int
    dealer: int
    phase: Phase
    turn: int | None
    replayed: bool
    upcard: int
    upcard_seat: int | None
    swap_seat: int | None
    bottom: int | None
    bids: tuple[Bid, ...]
    round: int
    taker: int | None
    trump: int | None
    declared: tuple[DeclaredView, ...]
    sequence_side: int | None
    bela_seat: int | None
    leader: int | None
    trick: tuple[int, ...]
    trick_number: int
    tricks_won: tuple[int, ...]
    last_trick: Trick | None
    hand_sizes: tuple[int, ...]
    multiplier: int
    dave_offered: bool
    dave_seat: int | None


@dataclass(frozen=True, slots=True)
class PublicView:
    """What is public of a match.

    `deal` is the deal in progress, None between deals and after the match. `last_trick` is the last
    completed trick of the match, with the number of its deal: before the first trick of a deal it is that of
    the deal before. `shown` are the cards that ended the last finished deal (klabor, deberts, redeal).
    """

    rules: Rules
    sheet: Sheet
    results: tuple[DealResult, ...]
    outcome: Outcome
    dealer: int
    deal: DealView | None
    last_trick: tuple[int, Trick] | None
    shown: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class SeatView:
    """What one seat may know: the public view, its hand, and what it may do now (nothing out of turn)."""

    public: PublicView
    seat: int
    hand: tuple[int, ...]
    legal: tuple[Action, ...]

    @property
    def my_turn(self) -> bool:
        """Whether the match waits for this seat."""
        return bool(self.legal)


def public_view(match: Match) -> PublicView:
    """Return what everybody at the table may know."""
    deal = match.deal
    return PublicView(
        rules=match.rules,
        sheet=match.sheet,
        results=tuple(match.results),
        outcome=match.outcome,
        dealer=match.dealer,
        deal=None if deal is None else _deal_view(deal, len(match.deals)),
        last_trick=_last_trick(match),
        shown=match.deals[-1].shown if match.deals else (),
    )


def seat_view(match: Match, seat: int, public: PublicView | None = None) -> SeatView:
    """Return what the player at `seat` may know; `public` is the match's public view, where it is at hand."""
    deal = match.deal
    legal: tuple[Action, ...] = ()
    if deal is not None and deal.turn == seat:
        legal = tuple(match.legal())
    hand = () if deal is None else cards(deal.hand(seat))
    return SeatView(public=public or public_view(match), seat=seat, hand=hand, legal=legal)


def _last_trick(match: Match) -> tuple[int, Trick] | None:
    deals = match.deals if match.deal is None else [*match.deals, match.deal]
    for number in range(len(deals) - 1, -1, -1):
        if deals[number].winners:
            return number, deals[number].tricks()[-1]
    return None


def _deal_view(deal: Deal, number: int) -> DealView:
    bids = _bids(deal)
    trick = deal.trick
    tricks = deal.tricks()
    return DealView(
        number=number,
        dealer=deal.dealer,
        phase=Phase(deal.phase),
        turn=None if deal.phase == Phase.DONE else deal.turn,
        replayed=deal.replayed,
        upcard=deal.upcard,
        upcard_seat=deal.upcard_seat,
        swap_seat=deal.swapper,
        bottom=deal.bottom,
        bids=bids,
        round=1 if len(bids) < deal.rules.seats or deal.trump == deal.upcard >> 3 else 2,
        taker=deal.taker if deal.taker >= 0 else None,
        trump=deal.trump if deal.trump >= 0 else None,
        declared=_declared(deal),
        sequence_side=sequence_side(deal) if deal.winners else None,
        bela_seat=None if deal.bela is None else deal.bela[0],
        leader=deal.leader if trick else None,
        trick=trick,
        trick_number=len(tricks) + 1,
        tricks_won=tuple(deal.tricks_won),
        last_trick=tricks[-1] if tricks else None,
        hand_sizes=tuple(hand.bit_count() for hand in deal.hands),
        multiplier=deal.multiplier,
        dave_offered=deal.phase == Phase.DAVE,
        dave_seat=deal.offerer,
    )


def _bids(deal: Deal) -> tuple[Bid, ...]:
    """Return the bids: the first calls of a deal; seats bid in turn from eldest."""
    bids = []
    seat = deal.left[deal.dealer]
    for _, code in deal.calls:
        if code != PASS and not ORDER <= code < REDEAL:
            break
        bids.append(Bid(seat, None if code == PASS else code - ORDER))
        seat = deal.left[seat]
    return tuple(bids)


def _declared(deal: Deal) -> tuple[DeclaredView, ...]:
    """Return the declarations with what the comparisons have made public (rules.md 5.4)."""
    views = {d.seat: DeclaredView(d.seat, d.best.worth) for d in deal.declared}
    best: Declared | None = None
    for later in deal.declared:
        if best is not None:
            _compare(deal, best, later, views)
        if best is None or _rank(deal, later) > _rank(deal, best):
            best = later
    if deal.winners:
        for d in deal.declared:
            if _on_table(deal, d):
                views[d.seat] = replace(
                    views[d.seat], top=d.best.top, is_trump=d.best.suit == deal.trump, shown=d.all
                )
    return tuple(views[d.seat] for d in deal.declared)


def _rank(deal: Deal, declared: Declared) -> tuple[int, int, bool]:
    best = declared.best
    return best.length, best.top, deal.rules.suit_breaks_ties and best.suit == deal.trump


def _compare(deal: Deal, best: Declared, later: Declared, views: dict[int, DeclaredView]) -> None:
    """Publish what comparing a later declaration with the best so far takes."""
    if later.best.length != best.best.length:
        return
    equal = later.best.top == best.best.top
    for d in (best, later):
        view = replace(views[d.seat], top=d.best.top)
        if equal and deal.rules.suit_breaks_ties:
            view = replace(view, is_trump=d.best.suit == deal.trump)
        views[d.seat] = view


def _on_table(deal: Deal, declared: Declared) -> bool:
    """Tell whether a declaration's sequences are shown: the winning side's, or those of an open tie."""
    side_of = deal.rules.side_of
    winner = sequence_side(deal)
    if winner is not None and side_of[declared.seat] == winner:
        return True
    leaders = sequence_leaders(deal)
    open_tie = len({side_of[d.seat] for d in leaders}) > 1
    return open_tie and any(d.seat == declared.seat for d in leaders)
