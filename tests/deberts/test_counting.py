"""What a played deal counts: tricks, sequences and bela (rules.md 5.2, 5.5 and 7), by worked examples."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any

import pytest

from bot.deberts.actions import BELA
from bot.deberts.cards import CODES
from bot.deberts.match import Match
from bot.deberts.scoring import DealResult

from .decks import act, cards_of, finish, play_out, rules_of, stacked, verbs


def two(ties: str, eldest: str, dealer: str, **changes: Any) -> Match:
    """Deal each three cards of a sequence and no other sequence; the eldest orders hearts."""
    match = Match(rules_of("gambler", sequence_ties=ties, **changes), 0)
    hands = {1: f"{eldest} 7C 9C JC", 0: f"{dealer} 8C TC 8D"}
    deck = stacked(match, hands, "8H", {1: "7D 9D JD", 0: "TD 8S TS"}, taker=1)
    match.deal_cards(deck)
    act(match, "1 order H")
    return match


def declare_both(match: Match) -> None:
    """Let both declare at their first turns; the first trick is the cheapest there is."""
    act(match, "1 declare")
    match.push(match.codes()[0])
    act(match, "0 declare")


def ended(match: Match, last: int) -> DealResult:
    """Play on so that each side takes a trick and one of them the last."""

    def want(result: DealResult) -> bool:
        return result.count is not None and result.count.last_trick == last and min(result.count.tricks) > 0

    return finish(match, want)


# Which seat's sequences are good, by who takes the last trick: (eldest, dealer).
ELDEST, DEALER, LAST, NOBODY = (1, 1), (0, 0), (1, 0), (None, None)


@pytest.mark.parametrize(
    ("ties", "good"),
    [
        ("order", ELDEST),
        ("suit", DEALER),
        ("suit_then_order", DEALER),
        ("last_trick", LAST),
        ("suit_then_last_trick", DEALER),
    ],
)
def test_tie_of_a_trump_and_a_plain_one(ties: str, good: tuple[int | None, int | None]) -> None:
    for last, side in zip((1, 0), good, strict=True):
        match = two(ties, "AS KS QS", "AH KH QH")
        declare_both(match)
        check(ended(match, last), side, 20)


@pytest.mark.parametrize(
    ("ties", "good"),
    [
        ("order", ELDEST),
        ("suit", NOBODY),
        ("suit_then_order", ELDEST),
        ("last_trick", LAST),
        ("suit_then_last_trick", LAST),
    ],
)
def test_tie_of_two_plain_ones(ties: str, good: tuple[int | None, int | None]) -> None:
    for last, side in zip((1, 0), good, strict=True):
        match = plain_tie(ties)
        declare_both(match)
        check(ended(match, last), side, 20)


def plain_tie(ties: str) -> Match:
    """Deal both a sequence from the ace in a plain suit."""
    match = Match(rules_of("gambler", sequence_ties=ties), 0)
    hands = {1: "AS KS QS 7C 9C 9H", 0: "AD KD QD 8C TC KH"}
    bought = {1: "7D 9D 7H", 0: "TD 8S TS"}
    match.deal_cards(stacked(match, hands, "8H", bought, taker=1))
    act(match, "1 order H")
    return match


def check(result: DealResult, side: int | None, points: int) -> None:
    """Check who scored sequences and that the rest is the points of the tricks."""
    assert result.count is not None
    assert result.counted is not None
    own = list(result.count.cards)
    own[result.count.last_trick] += 10
    if side is None:
        assert result.sequences is None
    else:
        assert result.sequences is not None
        assert (result.sequences.side, result.sequences.points) == (side, points)
        own[side] += points
    assert result.counted == tuple(own)


@pytest.mark.parametrize("ties", ["order", "suit", "suit_then_order", "last_trick", "suit_then_last_trick"])
@pytest.mark.parametrize("last", [0, 1])
def test_longer_and_higher_beat_order_suit_and_last_trick(ties: str, last: int) -> None:
    higher = two(ties, "QH JH TH", "AS KS QS")
    declare_both(higher)
    check(ended(higher, last), 0, 20)
    # 9D 8D 7D TD, a 50, beats A K Q of trump, a 20.
    match = Match(rules_of("gambler", sequence_ties=ties), 0)
    hands = {1: "AH KH QH 7C 9C JC", 0: "TD 9D 8D 7D KC 9S"}
    match.deal_cards(stacked(match, hands, "8H", {1: "7S QD JS", 0: "TS 8C TC"}, taker=1))
    act(match, "1 order H")
    declare_both(match)
    check(ended(match, last), 0, 50)


def test_as_cut_five_and_four_from_the_ace_are_a_tie() -> None:
    """Without `hundred` both are a 50 from the ace; with it five cards are longer."""
    for hundred, side, points in ((False, 1, 50), (True, 0, 100)):
        match = Match(rules_of("gambler", sequence_ties="order", hundred=hundred), 0)
        hands = {1: "AS KS QS JS 7C 9C", 0: "AD KD QD JD TD 8C"}
        match.deal_cards(stacked(match, hands, "8H", {1: "9H KH 7H", 0: "QH JH 8S"}, taker=1))
        act(match, "1 order H")
        declare_both(match)
        check(ended(match, 0), side, points)


def test_who_does_not_declare_scores_none() -> None:
    match = two("order", "AS KS QS", "9H JH TH")
    match.push(match.codes()[0])
    act(match, "0 declare")
    check(ended(match, 1), 0, 20)
    match = two("order", "AS KS QS", "AH KH QH")
    check(ended(match, 1), None, 0)


def test_a_side_without_a_trick_scores_no_sequences_and_weaker_ones_do_not_revive() -> None:
    match = Match(rules_of("gambler"), 0)
    hands = {1: "TD 9D 8D 7D QC 8C", 0: "JH 9H AH TH KH AS"}
    match.deal_cards(stacked(match, hands, "8H", {1: "7C KS 7S", 0: "QH AC AD"}, taker=0))
    act(match, "1 pass", "0 order H")
    act(match, "1 declare", "1 play 7D", "0 play AD")
    result = play_out(match, random.Random(1))
    assert result.count is not None
    assert result.count.tricks == (9, 0)
    check(result, None, 0)
    match = Match(rules_of("gambler"), 0)
    hands = {1: "TD 9D 8D 7D QC 8C", 0: "JH 9H AH TH KH 7H"}
    match.deal_cards(stacked(match, hands, "8H", {1: "7C KS 7S", 0: "AS AC AD"}, taker=0))
    act(match, "1 pass", "0 order H", "1 declare", "1 play 7D", "0 declare", "0 play AD")
    check(play_out(match, random.Random(1)), None, 0)


# Four seats, pairs: 0 and 2 hold three from the ace each, 1 three from the ace, 3 five from the jack.
PAIRS = {
    0: "AD KD QD 7S 9S JS",
    1: "AS KS QS 7D 9D JD",
    2: "AC KC QC 8S TS 8D",
    3: "7C 8C 9C TC JC TD",
}
PAIRS_BOUGHT = {0: "7H", 1: "TH KH", 2: "JH QH", 3: "9H AH"}


def pairs(ties: str, declaring: set[int], **changes: Any) -> DealResult:
    match = Match(rules_of("yellowclub", "2x2", sequence_ties=ties, **changes), 0)
    match.deal_cards(stacked(match, PAIRS, "8H", PAIRS_BOUGHT))
    act(match, "1 order H")
    for seat in (1, 2, 3, 0):
        if seat in declaring:
            act(match, f"{seat} declare")
        match.push(next(code for code in match.codes() if code < 32))
    return finish(match, lambda result: result.count is not None and min(result.count.tricks) > 0)


@pytest.mark.parametrize("ties", ["order", "suit", "suit_then_order", "last_trick", "suit_then_last_trick"])
def test_a_tie_inside_one_side_is_none(ties: str) -> None:
    check(pairs(ties, {0, 2}), 0, 40)


def test_a_side_scores_the_sequences_of_its_seats_that_declared() -> None:
    check(pairs("order", {1, 3}), 1, 70)
    check(pairs("order", {3}), 1, 50)
    check(pairs("order", {0, 1, 2, 3}), 1, 70)
    check(pairs("order", {0, 2, 3}), 1, 50)
    check(pairs("order", {0, 1, 2}), 1, 20)
    check(pairs("suit", {0, 1, 2}), None, 0)
    check(pairs("order", {0}), 0, 20)
    check(pairs("order", set()), None, 0)


# Bela


def with_bela(preset: str = "gambler", players: str | None = None, **changes: Any) -> Match:
    """Deal seat 1 king and queen of hearts, trump; the jack and the nine are in other hands."""
    match = Match(rules_of(preset, players, **changes), 0)
    hands = {1: "KH QH 7C 9C JC AS", 0: "JH 9H 8C TC 8D KD"}
    match.deal_cards(stacked(match, hands, "8H", {1: "7D 9D JD"[: 3 * match.rules.buy_in - 1]}, taker=1))
    act(match, "1 order H")
    return match


def play_with_bela(match: Match, rng: random.Random) -> DealResult:
    """Play random cards and announce bela with the first of the two royals."""
    while not match.results:
        codes = match.codes()
        code = rng.choice([code for code in codes if code < BELA])
        match.push(code | BELA if code | BELA in codes else code)
    return match.results[-1]


def bela_by_hand(match: Match, how: str) -> int | None:
    """Return the side a bela announced by seat 1 scores for, read off the tricks."""
    deal = match.deals[-1]
    side_of = match.rules.side_of
    tricks = deal.tricks()
    royals = cards_of("KH QH")
    if how == "none":
        return side_of[1]
    if how == "any":
        return side_of[1] if any(side_of[trick.winner] == side_of[1] for trick in tricks) else None
    if how == "own":
        won = [t for t in tricks if t.winner == 1 and t.cards[(1 - t.leader) % match.rules.seats] in royals]
        return side_of[1] if won else None
    announced = next(action.card for action in deal.actions() if action.bela)
    return next(side_of[trick.winner] for trick in tricks if announced in trick.cards)


@pytest.mark.parametrize(("preset", "players"), [("gambler", "2"), ("moscow", "3"), ("yellowclub", "2x2")])
@pytest.mark.parametrize("how", ["none", "any", "own", "taker"])
def test_bela_trick(how: str, preset: str, players: str) -> None:
    sides: set[int | None] = set()
    for seed in range(25):
        match = with_bela(preset, players, bela_trick=how, bela_points=10 if seed % 2 else 20)
        result = play_with_bela(match, random.Random(seed))
        side = bela_by_hand(match, how)
        points = 0 if side is None else match.rules.bela_points
        assert result.bela == (1, side, points)
        assert result.count is not None
        own = list(result.count.cards)
        own[result.count.last_trick] += 10
        if side is not None:
            own[side] += points
        assert result.counted == tuple(own)
        sides.add(side)
    assert len(sides) > 1 or how in ("none", "any")


def test_bela_own_counts_the_other_royal_too() -> None:
    """The queen, announced, loses; the king, played later without a word, takes its trick."""
    match = with_bela(bela_trick="own")
    act(match, "1 play QH bela", "0 play JH")
    finish(match, lambda result: result.bela is not None and result.bela.side is not None)
    king = next(t for t in match.deals[-1].tricks() if CODES.index("KH") in t.cards)
    assert king.winner == 1
    assert match.results[-1].bela == (1, 1, 20)


def test_bela_missed_on_the_first_card_may_come_with_the_second() -> None:
    match = with_bela()
    act(match, "1 play QH", "0 play JH")
    result = finish(match, lambda result: result.bela is not None, ["bela"])
    assert result.bela == (1, 1, 20)
    match = with_bela()
    act(match, "1 play QH bela", "0 play JH")
    assert not any(action.bela for action in match.legal())


def test_a_bela_not_announced_is_worth_nothing() -> None:
    result = play_out(with_bela(), random.Random(1))
    assert result.bela is None
    check(result, None, 0)


def test_bela_and_sequences_overlap_freely() -> None:
    match = two("order", "9S KS 7S", "AH KH QH")
    match.push(match.codes()[0])
    act(match, "0 declare")
    result = finish(match, lambda result: result.bela is not None, ["bela"])
    assert result.sequences == (0, 20)
    assert result.bela == (0, 0, 20)


@pytest.mark.parametrize(
    ("seven_exchange", "first", "announces"),
    [("any", {1: "KH 7H 7C 9C JC AS"}, True), ("off", {1: "KH 7H 7C 9C JC AS"}, False)],
)
def test_bela_by_the_own_swap(seven_exchange: str, first: Mapping[int, str], announces: bool) -> None:
    """The queen of trump is the upcard: with the swap the seat has both, without it has not."""
    match = Match(rules_of("gambler", seven_exchange=seven_exchange), 0)
    match.deal_cards(stacked(match, first, "QH", {1: "7D 9D JD"}, taker=1))
    act(match, "1 order H")
    assert "1 play KH bela" not in {str(action) for action in match.legal()}
    assert ("swap" in verbs(match)) is announces
    if announces:
        act(match, "1 swap")
        assert {"1 play KH bela", "1 play QH bela"} <= {str(action) for action in match.legal()}


@pytest.mark.parametrize(("preset", "players"), [("classic", "4"), ("kharkov", "2x2"), ("odessa", "2x2")])
def test_all_cards_dealt_count_162(preset: str, players: str) -> None:
    for seed in range(5):
        match = Match(rules_of(preset, players), 0)
        match.deal_cards(stacked(match))
        result = play_out(match, random.Random(seed), taker=1)
        assert result.counted is not None
        assert sum(result.counted) == 162
