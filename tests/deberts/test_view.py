"""Who may see what (rules.md 5.4): worked examples, and hidden cards dealt anew."""

from __future__ import annotations

import dataclasses
import random
from collections.abc import Iterator
from enum import Enum
from typing import Any

import pytest

from bot.deberts.actions import PASS
from bot.deberts.cards import CODES
from bot.deberts.deal import Deal
from bot.deberts.errors import IllegalActionError
from bot.deberts.match import Match
from bot.deberts.rules import Rules
from bot.deberts.view import DealView, DeclaredView, PublicView, SeatView, public_view, seat_view

from .chance import preset_rules, random_code, random_deck, random_rules
from .decks import (
    act,
    cards_of,
    codes_of,
    deal_with,
    legal,
    order,
    outcome,
    play_out,
    rules_of,
    shuffled,
    stacked,
)


def deal_view(match: Match) -> DealView:
    deal = public_view(match).deal
    assert deal is not None
    return deal


def told(match: Match) -> dict[int, tuple[int, str | None, bool | None, list[str]]]:
    """Return what is public of each declaration: worth, top, whether trump, and the cards shown."""
    return {
        d.seat: (
            d.worth,
            None if d.top is None else "789TJQKA"[d.top],
            d.is_trump,
            [codes_of(sequence.cards) for sequence in d.shown],
        )
        for d in deal_view(match).declared
    }


# Declarations by three seats, hearts, seat 1 leads and orders.


def declared(ties: str, *hands: str) -> Match:
    """Let seats 1, 2 and 0 declare in turn, up to the last card of the first trick."""
    match = Match(rules_of("moscow", "3", sequence_ties=ties), 0)
    first, bought = {}, {}
    for seat, hand in zip((1, 2, 0), hands, strict=True):
        first[seat], bought[seat] = hand.split(" | ")
    match.deal_cards(stacked(match, first, "8H", bought, taker=1))
    act(match, "1 order H")
    for seat in (1, 2, 0):
        act(match, f"{seat} declare")
        if seat:
            match.push(next(code for code in match.codes() if code < 32))
    return match


def end_trick(match: Match) -> None:
    match.push(next(code for code in match.codes() if code < 32))


def test_another_kind_says_nothing_more() -> None:
    match = declared(
        "suit_then_order",
        "AS KS QS 7C 9D 9H | 8D TS 8S",
        "KD QD JD TD 7S 8C | 7H JS 9S",
        "AC KC QC 7D JH TC | KH AD 9C",
    )
    # Seat 0 has a 20 and is compared with seat 2, which has a 50, not with seat 1.
    assert told(match) == {1: (20, None, None, []), 2: (50, None, None, []), 0: (20, None, None, [])}
    end_trick(match)
    shown = told(match)
    assert shown[2] == (50, "K", False, ["KD QD JD TD"])
    # Losing sequences stay hidden.
    assert (shown[1], shown[0]) == ((20, None, None, []), (20, None, None, []))
    assert deal_view(match).sequence_side == 2


def test_the_same_kind_shows_both_tops() -> None:
    match = declared(
        "suit_then_order",
        "KS QS JS 7C 9D 9H | 8D 7H JH",
        "AD KD QD 8S 7S 8C | AH TD KC",
        "9C JC QH TC 7D TS | AC AS KH",
    )
    assert told(match)[1] == (20, "K", None, [])
    assert told(match)[2] == (20, "A", None, [])
    # J T 9 against the best so far, the ace's: the king's is told already.
    assert told(match)[0] == (20, "J", None, [])
    end_trick(match)
    assert told(match)[2] == (20, "A", False, ["AD KD QD"])
    assert told(match)[1] == (20, "K", None, [])


@pytest.mark.parametrize(
    ("ties", "tells_suit"),
    [
        ("order", False),
        ("last_trick", False),
        ("suit", True),
        ("suit_then_order", True),
        ("suit_then_last_trick", True),
    ],
)
def test_equal_tops_say_whether_they_are_trump_if_that_matters(ties: str, tells_suit: bool) -> None:
    match = declared(
        ties,
        "AS KS QS 7C 9D JD | 8D 7H AC",
        "AH KH QH 8S 7S 8C | TH AD KC",
        "9C JC TC JS 7D TS | 9H QD KD",
    )
    told_suit = {True: (False, True), False: (None, None)}[tells_suit]
    assert told(match)[1] == (20, "A", told_suit[0], [])
    assert told(match)[2] == (20, "A", told_suit[1], [])
    assert told(match)[0] == (20, "J", None, [])
    end_trick(match)
    shown = {seat: bool(found[3]) for seat, found in told(match).items()}
    if ties == "last_trick":
        # An open tie: those of all tied seats lie on the table.
        assert shown == {1: True, 2: True, 0: False}
        assert deal_view(match).sequence_side is None
    else:
        winner = 1 if ties == "order" else 2
        assert shown == {1: winner == 1, 2: winner == 2, 0: False}
        assert deal_view(match).sequence_side == winner


def test_a_tie_that_nobody_wins_shows_nothing() -> None:
    match = declared(
        "suit",
        "AS KS QS 7C 9D JD | 8D 7H AD",
        "AC KC QC 8S 7S TD | TH JH 9C",
        "QD KD 7D JS TS 9S | 9H KH TC",
    )
    end_trick(match)
    for seat in (1, 2):
        worth, top, is_trump, shown = told(match)[seat]
        assert (worth, top, is_trump, shown) == (20, "A", False, [])
    assert deal_view(match).sequence_side is None


def test_all_sequences_of_the_winning_side_are_shown() -> None:
    """The partner's too, if it declared; of a seat all it has."""
    match = Match(rules_of("yellowclub", "2x2"), 0)
    hands = {0: "AD KD QD 7S 9S JS", 1: "AS KS QS 7D 9D JD", 2: "AC KC QC 8S TS 8D", 3: "7C 8C 9C TC JC TD"}
    match.deal_cards(stacked(match, hands, "8H", {0: "7H", 1: "TH KH", 2: "JH QH", 3: "9H AH"}))
    act(match, "1 order H")
    for seat in (1, 2, 3, 0):
        act(match, f"{seat} declare")
        end_trick(match)
    assert told(match)[1][3] == ["AS KS QS"]
    assert told(match)[3][3] == ["JC TC 9C 8C"]
    assert told(match)[0][3] == told(match)[2][3] == []


# The rest of what is public


def test_the_bidding() -> None:
    match = Match(rules_of("classic", "4"), 0)
    match.deal_cards(stacked(match, upcard="TD"))
    view = public_view(match)
    assert view.deal is not None
    assert (view.deal.turn, view.deal.round, view.deal.upcard) == (1, 1, CODES.index("TD"))
    assert (view.deal.taker, view.deal.trump, view.deal.bids) == (None, None, ())
    act(match, "1 pass", "2 pass", "3 pass", "0 pass")
    assert deal_view(match).round == 2
    act(match, "1 pass", "2 order H")
    shown = deal_view(match)
    assert [(bid.seat, bid.suit) for bid in shown.bids] == [
        (1, None),
        (2, None),
        (3, None),
        (0, None),
        (1, None),
        (2, 3),
    ]
    assert (shown.taker, shown.trump, shown.upcard_seat) == (2, 3, 2)
    assert shown.hand_sizes == (8, 8, 8, 8)


def test_the_swap_and_the_bottom_card() -> None:
    match = Match(rules_of("gambler"), 0)
    match.deal_cards(stacked(match, {1: "7H 7S 9C JC TD KD"}, "AH", bottom="QC"))
    assert deal_view(match).bottom is None
    act(match, "1 order H")
    assert deal_view(match).bottom == CODES.index("QC")
    assert deal_view(match).swap_seat is None
    act(match, "1 swap")
    shown = deal_view(match)
    assert (shown.swap_seat, shown.upcard, shown.hand_sizes) == (1, CODES.index("AH"), (9, 9))
    match = Match(rules_of("gambler", show_bottom=False), 0)
    match.deal_cards(stacked(match, bottom="QC"))
    order(match, 1)
    assert deal_view(match).bottom is None


@pytest.mark.parametrize(
    ("changes", "actions", "shown"),
    [
        ({"klabor": True}, ["1 pass", "0 klabor"], "AS KS QS JS TS 9S"),
        ({"deberts": "six"}, ["1 order H", "1 play 7C", "0 deberts"], "AS KS QS JS TS 9S"),
        ({"weak_hand_below": 5}, ["1 redeal"], "8C 7C 9D 8D 7D 7H"),
        ({}, ["1 pass", "0 pass", "1 pass", "0 pass"], ""),
        ({"concede_points": 50}, ["1 order H", "0 concede"], ""),
    ],
)
def test_cards_that_end_a_deal(changes: dict[str, Any], actions: list[str], shown: str) -> None:
    match = Match(rules_of("gambler", **changes), 0)
    match.deal_cards(stacked(match, {1: "7C 8C 7D 8D 9D 7H", 0: "AS KS QS JS TS 9S"}, "8H", {1: "8S TC JD"}))
    act(match, *actions)
    view = public_view(match)
    assert view.deal is None
    assert codes_of(view.shown) == shown
    assert all(not seat_view(match, seat).hand for seat in (0, 1))


def test_a_redeal_shows_the_four_sevens_alone() -> None:
    match = Match(rules_of("moscow"), 0)
    match.deal_cards(stacked(match, {1: "7S 7C 7D 7H AS AC"}, "8H"))
    act(match, "1 redeal")
    assert codes_of(public_view(match).shown) == "7S 7C 7D 7H"
    match.deal_cards(shuffled(random.Random(1)))
    order(match, 0)
    play_out(match, random.Random(1))
    assert public_view(match).shown == ()


def test_only_the_last_complete_trick() -> None:
    match = Match(rules_of("gambler", target=10**6), 0)
    deal_with(match, 0, outcome("made"))
    before = public_view(match).last_trick
    assert before == (0, match.deals[0].tricks()[-1])
    match.deal_cards(shuffled(random.Random(2)))
    order(match, 1)
    assert public_view(match).last_trick == before
    assert deal_view(match).last_trick is None
    while match.deal is not None:
        shown = deal_view(match)
        tricks = match.deal.tricks()
        assert shown.trick == match.deal.trick
        assert shown.trick_number == len(tricks) + 1
        assert shown.last_trick == (tricks[-1] if tricks else None)
        if tricks:
            assert public_view(match).last_trick == (1, tricks[-1])
        end_trick(match)


def test_the_last_trick_outlives_deals_without_one() -> None:
    """Section 6: the last completed trick may be looked at, whatever came after it."""
    match = Match(rules_of("gambler", target=10**6), 0)
    deal_with(match, 0, outcome("made"))
    before = public_view(match).last_trick
    for seed in range(2):
        match.deal_cards(shuffled(random.Random(seed)))
        while match.deal is not None:
            act(match, f"{match.deal.turn} pass")
        assert match.results[-1].outcome == "void"
        assert public_view(match).last_trick == before


@pytest.mark.parametrize(("players", "passes"), [("2", 0), ("2", 1), ("3", 2), ("2", 2), ("3", 3), ("3", 5)])
def test_the_round_in_which_the_trump_was_ordered(players: str, passes: int) -> None:
    """The dealer's order at the end of the first round is still one of the first."""
    match = Match(rules_of("moscow", players), 0)
    match.deal_cards(shuffled(random.Random(3)))
    for _ in range(passes):
        match.push(PASS)
    ordered = 1 if passes < int(players) else 2
    assert deal_view(match).round == ordered
    match.apply(next(action for action in match.legal() if action.verb == "order"))
    assert deal_view(match).round == ordered
    assert len(deal_view(match).bids) == passes + 1


def test_a_seat_sees_its_hand_and_what_it_may_do() -> None:
    match = Match(rules_of("moscow", "3"), 0)
    match.deal_cards(stacked(match, {0: "AS KS QS 7C 9D 9H"}, "8H"))
    views = [seat_view(match, seat) for seat in range(3)]
    assert [view.my_turn for view in views] == [False, True, False]
    assert codes_of(views[0].hand) == "AS KS QS 7C 9D 9H"
    assert {str(action) for action in views[1].legal} == legal(match)
    assert views[0].legal == views[2].legal == ()
    assert all(view.public == public_view(match) for view in views)
    assert seat_view(Match(rules_of(), 0), 0).hand == ()


def test_dave_is_public() -> None:
    match = Match(rules_of("short", dave="geometric", target=9), 0)
    match.deal_cards(shuffled(random.Random(2)))
    order(match, 1)
    act(match, "1 dave")
    assert (deal_view(match).dave_offered, deal_view(match).turn, deal_view(match).multiplier) == (True, 0, 1)
    assert deal_view(match).dave_seat is None
    act(match, "0 accept")
    assert (deal_view(match).dave_offered, deal_view(match).turn, deal_view(match).multiplier) == (
        False,
        1,
        2,
    )
    assert deal_view(match).dave_seat == 1


def test_bela_is_public() -> None:
    match = Match(rules_of("gambler"), 0)
    match.deal_cards(stacked(match, {1: "KH QH 7C 9C JC AS"}, "8H", {1: "7D 9D JD"}))
    act(match, "1 order H")
    assert deal_view(match).bela_seat is None
    act(match, "1 play QH bela")
    assert deal_view(match).bela_seat == 1


# What a viewer cannot know is dealt anew, and the view is the same.


def public_of_declarations(deal: Deal) -> tuple[list[tuple[Any, ...]], dict[int, set[int]]]:
    """Return, by the page, what is public of the declarations, and the cards shown of each seat."""
    ties, side_of = deal.rules.sequence_ties, deal.rules.side_of
    by_suit = ties.startswith("suit")
    facts: dict[int, list[Any]] = {d.seat: [d.seat, d.best.worth, None, None] for d in deal.declared}
    best = None
    for d in deal.declared:
        if best is not None and best.best.worth == d.best.worth:
            for one in (best, d):
                facts[one.seat][2] = one.best.top
                if best.best.top == d.best.top and by_suit:
                    facts[one.seat][3] = one.best.suit == deal.trump

        def rank(one: Any) -> tuple[int, int, bool]:
            return one.best.worth, one.best.top, by_suit and one.best.suit == deal.trump

        if best is None or rank(d) > rank(best):
            best = d
    shown: set[int] = set()
    if best is not None and deal.winners:
        tied = [d for d in deal.declared if (d.best.worth, d.best.top) == (best.best.worth, best.best.top)]
        trumps = [d for d in tied if d.best.suit == deal.trump]
        if len({side_of[d.seat] for d in tied}) > 1:
            if by_suit and trumps:
                tied = trumps
            elif ties in ("order", "suit_then_order"):
                tied = tied[:1]
            elif ties == "suit":
                tied = []
        sides = {side_of[d.seat] for d in tied}
        if len(sides) > 1:
            shown = {d.seat for d in tied}
            sides = {side_of[deal.winners[-1]]} & sides if deal.ending == "played" else set()
        shown |= {d.seat for d in deal.declared if side_of[d.seat] in sides}
    cards = {
        d.seat: {card for sequence in d.all for card in sequence.cards}
        for d in deal.declared
        if d.seat in shown
    }
    return [(*facts[seat], tuple(sorted(cards.get(seat, ())))) for seat in facts], cards


def places(deal: Deal) -> tuple[list[int], dict[int, int]]:
    """Return the places of the deck that have been dealt to each seat, and the other way round."""
    rules = deal.rules
    n = rules.seats
    of: dict[int, int] = {}
    eldest = [(deal.dealer + 1 + step) % n for step in range(n)]
    for place in range(6 * n):
        of[place] = eldest[place // 3 % n]
    at = 6 * n + 1
    if deal.whole_hands:
        for seat in eldest:
            for _ in range(rules.buy_in - (seat == deal.upcard_seat)):
                of[at] = seat
                at += 1
    return eldest, of


def known_of(deal: Deal) -> dict[int, set[int]]:
    """Return the cards that everybody knows each seat has held."""
    n = deal.rules.seats
    _, held = public_of_declarations(deal)
    held = {seat: set(held.get(seat, ())) for seat in range(n)}
    leader = deal.first_leader if deal.taker >= 0 else 0
    for number in range(0, len(deal.played), n):
        for step, card in enumerate(deal.played[number : number + n]):
            held[(leader + step) % n].add(card)
        if number // n < len(deal.winners):
            leader = deal.winners[number // n]
    if deal.shown:
        held[deal.actions()[-1].seat] |= set(deal.shown)
    if deal.swapper is not None:
        held[deal.swapper].add(deal.trump * 8)
    for cards in held.values():
        cards.discard(deal.upcard)
    return held


def dealt_anew(deal: Deal, viewer: int | None, rng: random.Random) -> list[int]:
    """Return a deck with some of the cards that the viewer cannot know elsewhere."""
    _, seat_at = places(deal)
    held = known_of(deal)
    deck = list(deal.deck)
    fixed = {6 * deal.rules.seats} | {place for place, seat in seat_at.items() if seat == viewer}
    if deal.bottom is not None:
        fixed.add(31)
    open_places = [place for place in range(32) if place not in fixed]
    for _ in range(rng.choice((1, 2, 4, 40))):
        a, b = rng.choice(open_places), rng.choice(open_places)
        same = seat_at.get(a, -1) == seat_at.get(b, -1)
        if same or not any(deck[place] in held.get(seat_at.get(place, -1), ()) for place in (a, b)):
            deck[a], deck[b] = deck[b], deck[a]
    return deck


def seen_by(match: Match, viewer: int | None) -> PublicView | SeatView:
    return public_view(match) if viewer is None else seat_view(match, viewer)


def last_deal(match: Match) -> Deal:
    return match.deals[-1] if match.deal is None else match.deal


def sampled(rules: Rules, rng: random.Random, most: int, share: float) -> Iterator[tuple[Match, Match]]:
    """Yield states of a random match, each with the match as it was before the cards were dealt."""
    match = Match(rules, rng.randrange(rules.seats))
    before = match
    for _ in range(most):
        if match.over:
            return
        if match.deal is None:
            before = match.copy()
            match.deal_cards(random_deck(rng))
        else:
            match.push(random_code(match, rng))
        if rng.random() < (4 * share if match.deal is None else share):
            yield before, match


def test_hidden_cards_do_not_show() -> None:
    """For the table and for each seat, at sampled states of all presets and of random rules."""
    rng = random.Random(2024)
    same = skipped = 0
    declaring = 0
    for rules in [*preset_rules(), *(random_rules(rng) for _ in range(60))]:
        for before, match in sampled(rules, rng, 250, 0.08):
            deal = last_deal(match)
            facts, _ = public_of_declarations(deal)
            actions = deal.actions()
            for viewer in (None, *range(rules.seats)):
                deck = dealt_anew(deal, viewer, rng)
                if deck == list(deal.deck):
                    continue
                twin = before.copy()
                twin.deal_cards(deck)
                try:
                    for action in actions:
                        twin.apply(action)
                except IllegalActionError:
                    skipped += 1
                    continue
                if public_of_declarations(last_deal(twin))[0] != facts:
                    skipped += 1
                    continue
                same += 1
                declaring += bool(facts)
                assert seen_by(twin, viewer) == seen_by(match, viewer)
    assert same > 1000
    assert declaring > 100
    assert same > skipped


def cards_in(shown: DealView | None) -> set[int]:
    if shown is None:
        return set()
    found = {shown.upcard, *shown.trick}
    if shown.bottom is not None:
        found.add(shown.bottom)
    if shown.last_trick is not None:
        found |= {*shown.last_trick.cards}
    for declaration in shown.declared:
        found |= {card for sequence in declaration.shown for card in sequence.cards}
    return found


PLAIN_TYPES = (int, str, bool, type(None))


def check_plain(value: object) -> None:
    """Check that a view is made of values alone: no deck, hand or deal hangs on it."""
    if isinstance(value, tuple):
        for part in value:
            check_plain(part)
    elif dataclasses.is_dataclass(value):
        for field in dataclasses.fields(value):
            check_plain(getattr(value, field.name))
    else:
        assert isinstance(value, (*PLAIN_TYPES, Enum)), type(value)


def test_no_card_that_the_viewer_may_not_know() -> None:
    rng = random.Random(7)
    for rules in [*preset_rules(), *(random_rules(rng) for _ in range(30))]:
        for _, match in sampled(rules, rng, 200, 0.1):
            deal = last_deal(match)
            known = {deal.upcard}.union(*known_of(deal).values())
            if deal.bottom is not None:
                known.add(deal.bottom)
            public = public_view(match)
            assert cards_in(public.deal) <= known
            if match.deal is None:
                assert {*public.shown} <= known
            for seat in range(rules.seats):
                view = seat_view(match, seat)
                own = set() if match.deal is None else set(view.hand)
                if match.deal is not None:
                    assert own == {card for card in range(32) if match.deal.hands[seat] >> card & 1}
                assert {action.card for action in view.legal} <= {*own, None}
                assert {action.seat for action in view.legal} <= {seat}
                assert view.public == public
            check_plain(seat_view(match, 0))


def test_a_view_does_not_change_with_the_match() -> None:
    match = Match(rules_of("gambler"), 0)
    match.deal_cards(shuffled(random.Random(5)))
    order(match, 1)
    view = seat_view(match, 1)
    hand, public = view.hand, view.public
    end_trick(match)
    assert (view.hand, view.public) == (hand, public)
    with pytest.raises(dataclasses.FrozenInstanceError):
        view.seat = 0  # type: ignore[misc]
    assert DeclaredView(1, 20) == DeclaredView(1, 20, None, None, ())
    assert cards_of(codes_of(hand)) == hand
