"""A match: dealing, bidding, the calls before a card, who deals next, the end (rules.md 3 to 5, 9, 10)."""

from __future__ import annotations

import random
from typing import Any

import pytest

from bot.deberts.cards import CODES, codes
from bot.deberts.errors import IllegalActionError, InvalidDeckError
from bot.deberts.match import Match
from bot.deberts.scoring import DealResult

from .decks import (
    act,
    counting,
    deal_with,
    legal,
    order,
    outcome,
    rules_of,
    shuffled,
    stacked,
    verbs,
)

DECK = list(range(32))


def start(
    preset: str = "gambler", players: str | None = None, first_dealer: int = 0, **changes: Any
) -> Match:
    return Match(rules_of(preset, players, **changes), first_dealer)


def dealt(match: Match, seed: int = 1) -> Match:
    match.deal_cards(shuffled(random.Random(seed)))
    return match


def hands(match: Match) -> list[set[int]]:
    assert match.deal is not None
    return [{card for card in range(32) if hand >> card & 1} for hand in match.deal.hands]


def refused(match: Match, text: str) -> str:
    with pytest.raises(IllegalActionError) as error:
        act(match, text)
    return error.value.rule


# Dealing (3)


def test_two_packets_of_three_from_eldest_then_the_upcard() -> None:
    match = start("moscow", "3", first_dealer=1)
    match.deal_cards(DECK)
    assert hands(match) == [{3, 4, 5, 12, 13, 14}, {6, 7, 8, 15, 16, 17}, {0, 1, 2, 9, 10, 11}]
    assert match.deal is not None
    assert match.deal.upcard == 18
    assert match.legal()[0].seat == 2


def test_buy_in_of_two_seats_and_the_bottom_card() -> None:
    match = start("gambler")
    match.deal_cards(DECK)
    assert match.deal is not None
    assert match.deal.upcard == 12
    assert match.deal.bottom is None
    order(match, 1)
    assert hands(match) == [{3, 4, 5, 9, 10, 11, 16, 17, 18}, {0, 1, 2, 6, 7, 8, 13, 14, 15}]
    assert match.deal.bottom == 31
    match = start("gambler", buy_in=4, show_bottom=False)
    match.deal_cards(DECK)
    order(match, 0)
    assert match.deal is not None
    assert hands(match)[1] >= {13, 14, 15, 16}
    assert hands(match)[0] >= {17, 18, 19, 20}
    assert match.deal.bottom is None


@pytest.mark.parametrize("taker", range(4))
@pytest.mark.parametrize("upcard_to", ["dealer", "taker"])
def test_the_upcard_is_part_of_the_buy_in(upcard_to: str, taker: int) -> None:
    """Four seats: 24 first cards, the upcard and seven more; nothing is left to show."""
    match = start("classic", "4", first_dealer=2, upcard_to=upcard_to)
    match.deal_cards(DECK)
    order(match, taker)
    receiver = 2 if upcard_to == "dealer" else taker
    stock = list(range(25, 32))
    for seat in (3, 0, 1, 2):
        bought = {24} if seat == receiver else set()
        while len(bought) < 2:
            bought.add(stock.pop(0))
        assert hands(match)[seat] >= bought
        assert len(hands(match)[seat]) == 8
    assert match.deal is not None
    assert match.deal.bottom is None
    assert match.deal.upcard_seat == receiver


@pytest.mark.parametrize(
    "deck", [[], DECK[:31], [*DECK, 0], [*DECK[:31], 0], [*DECK[:31], 32], [*DECK[1:], -1]]
)
def test_no_deck(deck: list[int]) -> None:
    match = start()
    with pytest.raises(InvalidDeckError):
        match.deal_cards(deck)
    assert match.deal is None
    assert match.needs_deck


def test_when_cards_are_dealt() -> None:
    match = start()
    assert match.needs_deck
    assert match.legal() == []
    assert refused(match, "1 pass") == "not-dealt"
    match.deal_cards(DECK)
    assert not match.needs_deck
    with pytest.raises(IllegalActionError) as error:
        match.deal_cards(DECK)
    assert error.value.rule == "deal-open"


# Bidding (4)


@pytest.mark.parametrize("forced", [False, True])
@pytest.mark.parametrize(("preset", "players"), [("gambler", "2"), ("moscow", "3"), ("classic", "2x2")])
def test_bidding(preset: str, players: str, forced: bool) -> None:
    match = start(preset, players, forced_dealer=forced)
    seats = match.rules.seats
    match.deal_cards(stacked(match, upcard="TD"))
    turns = [(1 + step) % seats for step in range(seats)]
    for seat in turns:
        assert legal(match) == {f"{seat} order D", f"{seat} pass"}
        act(match, f"{seat} pass")
    for seat in turns:
        orders = {f"{seat} order {suit}" for suit in "SCH"}
        assert legal(match) == orders | (set() if forced and seat == 0 else {f"{seat} pass"})
        if forced and seat == 0:
            assert refused(match, "0 pass") == "forced-dealer"
            act(match, "0 order C")
            assert match.deal is not None
            assert (match.deal.taker, CODES[match.deal.trump * 8]) == (0, "7C")
        else:
            act(match, f"{seat} pass")
    if not forced:
        result = match.results[0]
        assert (result.outcome, result.taker, result.trump) == ("void", None, None)
        assert not result.played
        assert match.dealer == 1
        assert match.outcome.over is False


def test_orders_of_the_wrong_round() -> None:
    match = start()
    match.deal_cards(stacked(match, upcard="TD"))
    assert refused(match, "1 order H") == "order-upcard-suit"
    assert refused(match, "0 order D") == "not-your-turn"
    act(match, "1 pass", "0 pass")
    assert refused(match, "1 order D") == "order-other-suit"


@pytest.mark.parametrize(("below", "may"), [(0, False), (2, False), (3, True), (14, True)])
def test_weak_hand(below: int, may: bool) -> None:
    """By plain values, also in the upcard's suit: a jack is two points and a nine is none."""
    match = start("gambler", weak_hand_below=below)
    match.deal_cards(stacked(match, {1: "7S 8S 9H 7C 8C JH", 0: "AS KS TC TD AC KC"}, "8H"))
    assert ("redeal" in verbs(match)) is may
    act(match, "1 pass")
    assert "redeal" not in verbs(match)
    act(match, "0 pass")
    # Only at the first bidding turn.
    assert "redeal" not in verbs(match)
    assert refused(match, "1 redeal") == "redeal-not-allowed"


def test_a_cancelled_deal() -> None:
    match = start("moscow", next_dealer="rotate")
    match.deal_cards(stacked(match, {0: "7S 7C 7D 7H AS AC"}, "8H"))
    assert "redeal" not in verbs(match)
    act(match, "1 pass")
    assert "redeal" in verbs(match)
    act(match, "0 pass", "1 pass", "0 redeal")
    result = match.results[0]
    assert (result.outcome, result.totals, result.written) == ("cancelled", (0, 0), None)
    assert not result.played
    assert match.dealer == 0
    assert match.needs_deck


def test_four_sevens_after_the_buy_in() -> None:
    deals = {1: "7S 7C 7D KD 9C AH"}, "8H", {1: "7H JS JC"}
    match = start("moscow")
    match.deal_cards(stacked(match, *deals))
    assert "redeal" not in verbs(match)
    act(match, "1 order H")
    assert {"redeal", "swap"} <= verbs(match)
    act(match.copy(), "1 redeal")
    swapped = match.copy()
    act(swapped, "1 swap")
    assert "redeal" not in verbs(swapped)
    assert refused(swapped, "1 redeal") == "redeal-too-late"
    off = start("gambler")
    off.deal_cards(stacked(off, *deals))
    act(off, "1 order H")
    assert "redeal" not in verbs(off)
    # After declaring, or in the second trick, it is too late.
    match = start("moscow")
    match.deal_cards(stacked(match, {1: "7S 7C 7D AH KH QH"}, "8H", {1: "7H JS JC"}))
    act(match, "1 order H", "1 declare")
    assert refused(match, "1 redeal") == "redeal-too-late"
    assert refused(match, "1 swap") == "swap-too-late"
    assert refused(match, "1 declare") == "already-declared"


def test_klabor() -> None:
    match = start("odessa", "2", target=501)
    match.deal_cards(stacked(match, {0: "AS KS QS JS TS 9S"}, "8H"))
    assert refused(match, "1 klabor") == "klabor-not-held"
    act(match, "1 pass")
    assert "klabor" in verbs(match)
    act(match, "0 klabor")
    assert match.outcome == (True, (0,), (501, 0))
    assert match.results[0].outcome == "klabor"
    assert match.legal() == []
    assert refused(match, "1 pass") == "match-over"
    with pytest.raises(IllegalActionError) as error:
        match.deal_cards(DECK)
    assert error.value.rule == "match-over"
    off = start("gambler")
    off.deal_cards(stacked(off, {1: "AS KS QS JS TS 9S"}, "8H"))
    assert "klabor" not in verbs(off)


@pytest.mark.parametrize(("taker", "answers"), [(0, 1), (1, 2), (2, 1), (3, 2)])
def test_the_first_defender_from_eldest_answers(taker: int, answers: int) -> None:
    match = dealt(start("classic", "2x2", concede_points=50))
    while match.legal()[0].seat != taker:
        match.push(64)
    suit = next(action.suit for action in match.legal() if action.suit is not None)
    act(match, f"{taker} order {'SCDH'[suit]}")
    assert legal(match) == {f"{answers} concede", f"{answers} continue"}
    assert refused(match, f"{answers} pass") == "answer-order"
    assert match.deal is not None
    assert all(hand.bit_count() == 6 for hand in match.deal.hands)
    act(match, f"{answers} continue")
    assert all(hand.bit_count() == 8 for hand in match.deal.hands)


# Before the first card (5)


@pytest.mark.parametrize(
    ("exchange", "taker", "trump", "may"),
    [
        ("any", 1, "H", True),
        ("any", 0, "H", True),
        ("taker", 1, "H", True),
        ("taker", 0, "H", False),
        ("off", 1, "H", False),
        # Another trump than the upcard's suit.
        ("any", 1, "S", False),
    ],
)
def test_swap(exchange: str, taker: int, trump: str, may: bool) -> None:
    match = start("gambler", seven_exchange=exchange)
    match.deal_cards(stacked(match, {1: "7H 7S 9C JC TD KD"}, "AH", taker=taker))
    order(match, taker, trump)
    assert ("swap" in verbs(match)) is may
    if may:
        act(match, "1 swap")
        assert CODES.index("AH") in hands(match)[1]
        assert CODES.index("7H") not in hands(match)[1]
        assert "swap" not in verbs(match)
        assert refused(match, "1 swap") == "swap-not-allowed"
    else:
        assert refused(match, "1 swap") == "swap-not-allowed"


def test_no_swap_without_the_seven_or_after_the_first_card_or_when_the_upcard_is_in_a_hand() -> None:
    match = start("gambler")
    match.deal_cards(stacked(match, {1: "7S 9S 9C JC TD KD", 0: "7H 8C TC KC JD 9D"}, "AH"))
    act(match, "1 order H")
    assert refused(match, "1 swap") == "swap-not-held"
    act(match, "1 play 7S")
    assert "swap" in verbs(match)
    match.push(match.codes()[0])
    while match.legal()[0].seat != 0:
        match.push(match.codes()[0])
    assert refused(match, "0 swap") == "too-late"
    match = start("gambler", upcard_to="taker")
    match.deal_cards(stacked(match, {1: "7H 9S 9C JC TD KD"}, "AH", taker=1))
    act(match, "1 order H")
    assert "swap" not in verbs(match)


def test_the_sequence_of_swap_and_declare() -> None:
    """The upcard taken for the seven may make the sequence."""
    match = start("gambler")
    match.deal_cards(stacked(match, {1: "KH QH 7H 7S 9C 8D"}, "AH", {1: "JS TC 9D"}))
    act(match, "1 order H")
    assert "declare" not in verbs(match)
    assert refused(match, "1 declare") == "nothing-to-declare"
    act(match, "1 swap")
    assert "declare" in verbs(match)
    act(match, "1 declare")
    assert "declare" not in verbs(match)


def test_declaring_is_optional_and_over_with_the_card() -> None:
    match = start("gambler")
    match.deal_cards(stacked(match, {1: "KS QS JS 7S 9C 8D", 0: "AC KC QC JC TC 9H"}, "AH"))
    act(match, "1 order H", "1 play 7S")
    assert "declare" in verbs(match)
    match.push(match.codes()[0])
    while match.deal is not None:
        assert "declare" not in verbs(match)
        match.push(match.codes()[0])


@pytest.mark.parametrize("option", ["off", "six", "seven", "seven_trumps"])
@pytest.mark.parametrize(
    ("first", "bought", "known"),
    [
        ("AS KS QS JS TS 9S", "7C 9D 8D", {"six"}),
        ("AS KS QS JS TS 9S", "8S 9D 8D", {"six", "seven"}),
        ("AH KH QH JH TH 9H", "8H 9D 8D", {"six", "seven", "seven_trumps"}),
        ("AS KS QS JS TS 7C", "8S 9D 8D", set()),
    ],
)
def test_deberts(option: str, first: str, bought: str, known: set[str]) -> None:
    match = start("gambler", deberts=option)
    match.deal_cards(stacked(match, {1: first}, "7H", {1: bought}))
    act(match, "1 order H")
    may = option in known
    assert ("deberts" in verbs(match)) is may
    if may:
        later = match.copy()
        act(later, "1 declare")
        assert refused(later, "1 deberts") == "deberts-too-late"
        act(match, "1 deberts")
        assert match.results[0].outcome == "deberts"
        assert match.outcome == (True, (1,), (0, 501))
    else:
        assert refused(match, "1 deberts") == "deberts-not-held"


def test_a_total_beyond_the_target_is_not_lowered() -> None:
    match = ended(pair(80, byte=False, klabor=True), 0, (81, 81))
    eldest = (match.dealer + 1) % 4
    match.deal_cards(stacked(match, {eldest: "AS KS QS JS TS 9S"}, "7H"))
    act(match, f"{eldest} klabor")
    assert match.outcome == (True, (eldest % 2,), (81, 81))


def test_the_lead() -> None:
    for first_lead in ("eldest", "taker"):
        for taker in range(3):
            match = dealt(start("moscow", "3", first_lead=first_lead))
            order(match, taker)
            assert match.legal()[0].seat == (taker if first_lead == "taker" else 1)


def test_no_calls_in_a_deal_without_bidding() -> None:
    """Bela and swap as usual; no sequences, redeals or deberts (8.1)."""
    match = start("moscow", hang_deal="replay", deberts="six", target=10**6)
    deal_with(match, 1, outcome("hang"))
    eldest = 1 - match.dealer
    first = {eldest: "7S 7C 7D 7H KH QH"}
    match.deal_cards(stacked(match, first, "AH", {eldest: "JH TH 9H"}))
    assert verbs(match) == {"play", "swap"}
    assert f"{eldest} play KH bela" in legal(match)
    act(match, f"{eldest} swap")
    assert verbs(match) == {"play"}
    assert refused(match, f"{eldest} declare") == "no-sequences"
    assert refused(match, f"{eldest} redeal") == "redeal-not-allowed"
    # A K Q J T 9 of trump in hand.
    with pytest.raises(IllegalActionError):
        act(match, f"{eldest} deberts")


def test_hang_after_hang_without_bidding() -> None:
    match = start("moscow", hang_deal="replay", target=10**6)
    taker = 1
    for _ in range(2):
        result = deal_with(match, taker, outcome("hang"))
        assert result.taker == taker
    dealt(match)
    assert match.deal is not None
    assert match.deal.taker == taker
    assert verbs(match) >= {"play"}


# The next dealer (9)


@pytest.mark.parametrize("taker", range(3))
def test_next_dealer_taker_and_rotate(taker: int) -> None:
    match = start("moscow", "3", first_dealer=1, next_dealer="taker", target=10**6)
    deal_with(match, taker, lambda result: True)
    assert match.dealer == taker
    match = start("moscow", "3", first_dealer=1, next_dealer="rotate", target=10**6)
    deal_with(match, taker, lambda result: True)
    assert match.dealer == 2


@pytest.mark.parametrize(
    ("counted", "dealer"),
    [((90, 30, 10), 0), ((30, 90, 10), 1), ((10, 30, 90), 2), ((60, 60, 10), 0), ((60, 10, 60), 2)],
)
def test_top_scorer(counted: tuple[int, int, int], dealer: int) -> None:
    """Dealer 1, so from eldest: 2, 0, 1. Only who has most matters here, not how much."""
    match = start("moscow", "3", first_dealer=1, next_dealer="top_scorer", target=10**6)
    top = {side for side in range(3) if counted[side] == max(counted)}

    def want(result: DealResult) -> bool:
        found = result.counted or (0, 0, 0)
        return {side for side in range(3) if found[side] == max(found)} == top

    deal_with(match, 0, want)
    assert match.dealer == dealer


def test_top_scorer_is_counted_not_written() -> None:
    """A hang: the taker counted as much as the other and wrote nothing."""
    match = start("moscow", "2", first_dealer=0, next_dealer="top_scorer", target=10**6)
    deal_with(match, 1, outcome("hang"))
    assert match.dealer == 1
    match = start("classic", "2x2", first_dealer=1, next_dealer="top_scorer", target=10**6)
    # Of side 1 seat 3 comes first from eldest, which is 2.
    deal_with(match, 0, counting(72, 90))
    assert match.dealer == 3


@pytest.mark.parametrize(
    ("first", "taker", "want", "dealer"),
    [
        # Dealer 0: 1 wrote strictly most, so 2; else 1.
        (0, 1, {1}, 2),
        (0, 0, {0}, 1),
        (0, 2, {2}, 1),
        (2, 0, {0}, 1),
        (2, 1, {1}, 0),
    ],
)
def test_non_winner(first: int, taker: int, want: set[int], dealer: int) -> None:
    match = start("moscow", "3", first_dealer=first, next_dealer="non_winner", target=10**6)
    deal_with(match, taker, lambda r: r.outcome == "made")
    assert match.dealer == dealer


def test_non_winner_of_a_tie_in_writing() -> None:
    match = start("moscow", "3", first_dealer=0, next_dealer="non_winner", byte=False, target=10**6)

    def tie(result: DealResult) -> bool:
        written = result.written or (0, 0, 0)
        return written[1] == written[2] > written[0]

    deal_with(match, 0, tie)
    assert match.dealer == 1


@pytest.mark.parametrize(
    ("next_dealer", "taker", "dealer"),
    [("taker", 1, 1), ("rotate", 1, 1), ("top_scorer", 1, 1), ("top_scorer", 0, 0), ("non_winner", 1, 0)],
)
def test_the_dealer_after_a_conceded_deal(next_dealer: str, taker: int, dealer: int) -> None:
    match = dealt(start("poltinnik", next_dealer=next_dealer))
    while match.legal()[0].seat != taker:
        match.push(64)
    suit = "SCDH"[next(a.suit for a in match.legal() if a.suit is not None)]
    act(match, f"{taker} order {suit}", f"{1 - taker} concede")
    assert match.dealer == dealer


@pytest.mark.parametrize(("next_dealer", "dealer"), [("top_scorer", 0), ("non_winner", 1), ("taker", 1)])
def test_the_dealer_after_a_surrender(next_dealer: str, dealer: int) -> None:
    match = dealt(start("short", dave="geometric", target=10, next_dealer=next_dealer))
    order(match, 1)
    match.push(match.codes()[0])
    act(match, "0 dave", "1 surrender")
    assert match.results[0].written == (1, 0)
    assert match.dealer == dealer


def test_a_void_deal_passes_the_deal_to_the_left() -> None:
    for next_dealer in ("taker", "rotate", "top_scorer", "non_winner"):
        match = dealt(start("moscow", "3", first_dealer=2, next_dealer=next_dealer))
        while match.deal is not None:
            match.push(64)
        assert match.dealer == 0


# The end of the match (10)


def ended(match: Match, taker: int, counted: tuple[int, ...]) -> Match:
    deal_with(match, taker, counting(*counted))
    return match


def test_one_side_at_the_target() -> None:
    # 90 of 90 is at the target, 89 is not.
    assert ended(pair(90), 0, (90, 72)).outcome == (True, (0,), (90, 72))
    assert ended(pair(91), 0, (90, 72)).outcome == (False, (), (90, 72))
    assert ended(pair(91), 0, (72, 90)).outcome == (True, (1,), (0, 162))


def pair(target: int, **changes: Any) -> Match:
    given = {"no_trick_fine": 0, "byte_fine": 0, **changes}
    return start("yellowclub", "2x2", target=target, **given)


def test_several_at_the_target() -> None:
    """The taker has 90, the defender 72, the target is 70."""
    assert ended(pair(70, both_reach="whister"), 0, (90, 72)).outcome == (True, (1,), (69, 70))
    assert ended(pair(70, both_reach="whister"), 1, (72, 90)).outcome == (True, (0,), (70, 69))
    assert ended(pair(70, both_reach="higher"), 0, (90, 72)).outcome == (True, (0,), (90, 72))
    # Only who has reached it: at 80 the taker alone.
    assert ended(pair(80, both_reach="whister"), 0, (90, 72)).outcome == (True, (0,), (90, 72))


def test_equal_totals_at_the_target_are_played_on() -> None:
    match = ended(pair(81, both_reach="higher", byte=False), 0, (81, 81))
    assert match.outcome == (False, (), (81, 81))
    assert match.needs_deck
    assert ended(match, 0, (82, 80)).outcome == (True, (0,), (163, 161))


@pytest.mark.parametrize("last", [0, 1])
def test_the_last_trick_decides(last: int) -> None:
    match = pair(60, both_reach="last_trick")

    def want(result: DealResult) -> bool:
        assert result.count is not None
        assert result.counted is not None
        return result.count.last_trick == last and result.counted[0] > result.counted[1] > 60

    result = deal_with(match, 0, want)
    assert match.outcome == (True, (last,), result.totals)


def test_the_last_trick_of_a_side_that_has_not_reached_the_target() -> None:
    match = start("moscow", "3", target=30, both_reach="last_trick")

    def want(result: DealResult) -> bool:
        assert result.count is not None
        a, b, c = result.totals
        return result.count.last_trick == 2 and c < 30 <= b < a

    result = deal_with(match, 0, want)
    assert match.outcome == (True, (0,), result.totals)


def test_whister_of_three() -> None:
    """Both defenders have reached it: the higher of them wins; who has not reached it keeps its total."""
    match = start("moscow", "3", target=20, both_reach="whister")
    deal_with(match, 0, lambda r: r.outcome == "made" and 20 <= r.totals[1] < r.totals[2])
    assert match.outcome == (True, (2,), (19, 19, 20))
    match = start("moscow", "3", target=20, both_reach="whister")
    result = deal_with(match, 0, lambda r: r.outcome == "made" and r.totals[1] < 20 <= r.totals[2])
    assert match.outcome == (True, (2,), (19, result.totals[1], 20))
    match = start("moscow", "3", target=20, both_reach="whister")
    result = deal_with(match, 0, lambda r: r.outcome == "made" and r.totals[1] == r.totals[2] >= 20)
    assert match.outcome == (False, (), result.totals)


def test_501_to_500() -> None:
    """Seven deals of 162 points: after six both lack a little, with the seventh both are there."""
    match = pair(501, both_reach="whister", byte=False)
    for _ in range(6):
        deal_with(match, 0, lambda r: abs(r.totals[0] - r.totals[1]) < 20)
        assert not match.over
    result = deal_with(match, 0, lambda r: r.totals[0] > r.totals[1] > 501)
    assert sum(result.totals) == 7 * 162
    assert match.outcome == (True, (1,), (500, 501))


def test_a_lead_of_250() -> None:
    match = start("poltinnik", target=10**6)
    for count in range(1, 6):
        assert not match.over
        dealt(match, count)
        while match.legal()[0].seat != 0:
            match.push(64)
        suit = "SCDH"[next(a.suit for a in match.legal() if a.suit is not None)]
        act(match, f"0 order {suit}", "1 concede")
        assert match.sheet.totals == (50 * count, 0)
    assert match.outcome == (True, (0,), (250, 0))


def test_one_deal() -> None:
    assert ended(pair(0), 0, (90, 72)).outcome == (True, (0,), (90, 72))
    assert ended(pair(0, both_reach="whister"), 0, (90, 72)).outcome == (True, (0,), (90, 72))
    # A hang, and equal totals, are followed by another deal.
    hang = ended(pair(0), 0, (81, 81))
    assert hang.outcome == (False, (), (0, 81))
    assert ended(hang, 0, (100, 62)).outcome == (True, (0,), (181, 143))
    assert ended(pair(0, byte=False), 0, (81, 81)).outcome == (False, (), (81, 81))


@pytest.mark.parametrize("lead_target", [0, 250])
@pytest.mark.parametrize("final_hang", ["lost", "extra_deal"])
def test_one_deal_whatever_else_is_set(lead_target: int, final_hang: str) -> None:
    match = pair(0, lead_target=lead_target, final_hang=final_hang, both_reach="last_trick")
    assert ended(match, 0, (72, 90)).outcome == (True, (1,), (0, 162))


def test_a_hang_at_the_end() -> None:
    """The pots left over are nobody's, or one more deal is played first."""
    lost = ended(pair(80, final_hang="lost"), 0, (81, 81))
    assert lost.outcome == (True, (1,), (0, 81))
    extra = ended(pair(80, final_hang="extra_deal"), 0, (81, 81))
    assert extra.outcome == (False, (), (0, 81))
    again = ended(extra, 0, (81, 81))
    assert again.outcome == (False, (), (0, 162))
    assert ended(again, 0, (62, 100)).outcome == (True, (1,), (0, 162 + 162 + 162))


def test_stakes_highest_win_together() -> None:
    match = start("short", "3", byte=True, target=1)
    deal_with(match, 0, outcome("byte"))
    assert match.outcome == (True, (1, 2), (0, 1, 1))
    match = start("short", "3", byte=True, target=2)
    deal_with(match, 0, outcome("made"))
    assert match.outcome == (True, (0,), (2, 0, 0))


def test_a_hand_is_sorted() -> None:
    match = dealt(start())
    order(match, 1)
    assert match.deal is not None
    for hand in match.deal.whole_hands:
        shown = codes(hand)
        assert list(shown) == sorted(
            shown, key=lambda code: ("SCDH".index(code[1]), -"789TJQKA".index(code[0]))
        )


@pytest.mark.parametrize("lead_target", [0, 250])
def test_with_one_deal_the_highest_total_wins_even_below_zero(lead_target: int) -> None:
    # Ties and fines can bring everybody far below zero before a deal that decides (10, `target` = 0).
    match = start("moscow", target=0, lead_target=lead_target)
    dealt(match)
    act(match, "1 pass", "0 pass", "1 pass", "0 pass")
    match.results[0] = match.results[0]._replace(totals=(-500, -900))
    dealt(match)
    chance = random.Random(1)
    while match.deal is not None:
        match.apply(chance.choice(match.legal()))
    result = match.results[-1]
    assert result.outcome in ("made", "byte")
    assert max(result.totals) < 0
    assert match.outcome.over
    assert match.outcome.winners == (result.totals.index(max(result.totals)),)
