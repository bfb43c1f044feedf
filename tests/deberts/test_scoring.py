"""From counted points to the score sheet (rules.md 8), by worked examples.

Where a deal of certain points is needed it is looked for; what is written then follows from the page.
"""

from __future__ import annotations

import random
from functools import cache
from typing import Any

import pytest

from bot.deberts.deal import Deal
from bot.deberts.match import Match
from bot.deberts.scoring import DealResult, Pot

from .decks import act, counting, deal_with, order, outcome, play_out, rules_of, shuffled, verbs


def pairs(**changes: Any) -> Match:
    """Two sides and all cards dealt, so that a deal without sequences and bela counts 162; no fines."""
    return Match(rules_of("yellowclub", "2x2", no_trick_fine=0, byte_fine=0, target=10**6, **changes), 0)


def two(**changes: Any) -> Match:
    return Match(rules_of("gambler", target=10**6, **changes), 0)


def three(**changes: Any) -> Match:
    return Match(rules_of("moscow", "3", target=10**6, **changes), 0)


def four(**changes: Any) -> Match:
    given = {"no_trick_fine": 0, "byte_fine": 0, **changes}
    return Match(rules_of("yellowclub", "4", target=10**6, **given), 0)


def points_of(result: DealResult) -> tuple[int, ...]:
    assert result.counted is not None
    return result.counted


# The example of the page


def test_byte_of_two_sides() -> None:
    result = deal_with(pairs(), 0, counting(72, 90))
    assert (result.outcome, result.written, result.totals) == ("byte", (0, 162), (0, 162))
    assert (result.pots_won, result.fines, result.pots) == ((0, 0), (0, 0), ())
    assert result.bytes == (1, 0)


def test_hang_and_the_next_deal_made() -> None:
    match = pairs()
    hang = deal_with(match, 0, counting(81, 81))
    assert (hang.outcome, hang.written, hang.totals) == ("hang", (0, 81), (0, 81))
    assert hang.pots == (Pot(81, (0, 1)),)
    assert hang.bytes == (0, 0)
    made = deal_with(match, 0, counting(100, 62))
    assert (made.outcome, made.written, made.pots_won) == ("made", (100, 62), (81, 0))
    # 181 and 62 in that deal.
    assert made.totals == (181, 81 + 62)
    assert made.pots == ()


def test_a_byte_gives_the_pot_to_the_other_side() -> None:
    match = pairs()
    deal_with(match, 0, counting(81, 81))
    byte = deal_with(match, 0, counting(62, 100))
    assert (byte.written, byte.pots_won, byte.totals) == ((0, 162), (0, 81), (0, 81 + 162 + 81))


@pytest.mark.parametrize("taker", range(4))
def test_the_side_of_the_taker(taker: int) -> None:
    side = taker % 2
    want = counting(72, 90) if side == 0 else counting(90, 72)
    result = deal_with(pairs(), taker, want)
    assert result.taker == taker
    assert result.outcome == "byte"
    assert result.written == ((0, 162) if side == 0 else (162, 0))


# Steps 1 to 3


def test_byte_off_everybody_writes_its_own() -> None:
    for match in (two(byte=False), three(byte=False), pairs(byte=False)):
        result = deal_with(match, 0, lambda result: points_of(result)[0] < max(points_of(result)))
        assert result.outcome == "plain"
        assert result.written == result.counted == result.totals
        assert result.bytes == (0,) * match.rules.sides


def test_byte_off_a_tie_makes_no_pot() -> None:
    result = deal_with(pairs(byte=False, winner_takes_all=True), 0, counting(81, 81))
    assert (result.outcome, result.written, result.pots) == ("plain", (81, 81), ())


def test_made() -> None:
    result = deal_with(pairs(), 0, counting(90, 72))
    assert (result.outcome, result.written) == ("made", (90, 72))
    result = deal_with(pairs(winner_takes_all=True), 0, counting(90, 72))
    assert (result.outcome, result.written) == ("made", (162, 0))
    result = deal_with(pairs(winner_takes_all=True), 0, counting(72, 90))
    assert (result.outcome, result.written) == ("byte", (0, 162))
    result = deal_with(three(winner_takes_all=True), 1, outcome("made"))
    assert result.written == (0, sum(points_of(result)), 0)


def test_against_each_or_against_the_sum() -> None:
    """The taker has more than each of the others, and fewer than both together."""

    def want(result: DealResult) -> bool:
        a, b, c = points_of(result)
        return max(b, c) < a < b + c

    each = deal_with(three(made_against="each"), 0, want)
    assert (each.outcome, each.written) == ("made", each.counted)
    against_sum = deal_with(three(made_against="sum"), 0, want)
    assert against_sum.counted == each.counted
    assert against_sum.outcome == "byte"

    def even(result: DealResult) -> bool:
        a, b, c = points_of(result)
        return a == b + c

    hang = deal_with(three(made_against="sum"), 0, even)
    a, b, c = points_of(hang)
    assert (hang.outcome, hang.written, hang.pots) == ("hang", (0, b, c), (Pot(a, (0, 1, 2)),))


def test_hang_of_three_sides() -> None:
    def want(result: DealResult) -> bool:
        a, b, c = points_of(result)
        return a == b > c > 0

    result = deal_with(three(), 0, want)
    a, b, c = points_of(result)
    assert (result.outcome, result.written, result.pots) == ("hang", (0, b, c), (Pot(a, (0, 1, 2)),))


def test_byte_to_the_best_defender() -> None:
    def want(result: DealResult) -> bool:
        a, b, c = points_of(result)
        return 0 < a < b and c < b

    a, b, c = points_of(deal_with(three(byte_to="best"), 0, want))
    result = deal_with(three(byte_to="best"), 0, want)
    assert result.written == (0, a + b, c)


@pytest.mark.parametrize("taker", range(3))
@pytest.mark.parametrize("odd", [0, 1])
def test_byte_split_among_the_defenders(taker: int, odd: int) -> None:
    def want(result: DealResult) -> bool:
        own = points_of(result)[taker]
        return result.outcome == "byte" and own > 1 and own % 2 == odd

    result = deal_with(three(byte_to="split"), taker, want)
    counted = points_of(result)
    half = counted[taker] // 2
    first, second = (taker + 1) % 3, (taker + 2) % 3
    written = [0, 0, 0]
    written[first] = counted[first] + half + odd
    written[second] = counted[second] + half
    assert result.written == tuple(written)
    assert result.pots == ()


@pytest.mark.parametrize(("taker", "odd"), [(0, 0), (1, 1), (3, 2)])
def test_byte_split_among_three(taker: int, odd: int) -> None:
    def want(result: DealResult) -> bool:
        own = points_of(result)[taker]
        return result.outcome == "byte" and own > 2 and own % 3 == odd

    result = deal_with(four(byte_to="split"), taker, want)
    counted = points_of(result)
    third = counted[taker] // 3
    for place in range(3):
        side = (taker + 1 + place) % 4
        assert result.written is not None
        assert result.written[side] == counted[side] + third + (place < odd)
    assert sum(result.written or ()) == 162


def tied_defenders(result: DealResult) -> bool:
    """Seat 0 fails with an odd number of points, and two of the others tie for most."""
    a, *others = points_of(result)
    return a % 2 == 1 and max(others) > a and others.count(max(others)) == 2


def test_byte_tie() -> None:
    match = four(byte_to="best", byte_tie="hang")
    result = deal_with(match, 0, tied_defenders)
    counted = points_of(result)
    lost, best = counted[0], max(counted)
    first, second = (side for side in range(4) if counted[side] == best)
    assert (result.outcome, result.written) == ("byte", (0, *counted[1:]))
    assert result.pots == (Pot(lost, (first, second)),)
    assert result.bytes == (1, 0, 0, 0)
    split = four(byte_to="best", byte_tie="split")
    split.deal_cards(match.deals[0].deck)
    act(split, *map(str, match.deals[0].actions()))
    written = [0, *counted[1:]]
    written[first] += lost // 2 + 1
    written[second] += lost // 2
    assert split.results[0].counted == counted
    assert (split.results[0].written, split.results[0].pots) == (tuple(written), ())


def test_a_pot_of_nothing_is_not_made() -> None:
    def want(result: DealResult) -> bool:
        a, b, c = points_of(result)
        return a == 0 and b == c

    result = deal_with(three(byte_tie="hang"), 0, want)
    assert (result.outcome, result.pots) == ("byte", ())


# Step 4: pots


def two_hangs(**changes: Any) -> tuple[Match, int, int, DealResult]:
    """Play two hangs in a row, seat 0 the taker; return the points that hung in each."""
    match = two(next_dealer="rotate", **changes)
    first = deal_with(match, 0, outcome("hang"))
    second = deal_with(match, 0, outcome("hang"))
    return match, points_of(first)[0], points_of(second)[0], second


@pytest.mark.parametrize(
    ("hang_repeat", "won", "kept"),
    [
        ("defender", (0, 1), 0),
        ("taker", (1, 0), 0),
        ("accumulate", (0, 0), 1),
        ("separate", (0, 0), 1),
    ],
)
def test_hang_after_hang(hang_repeat: str, won: tuple[int, int], kept: int) -> None:
    _, first, second, result = two_hangs(hang_repeat=hang_repeat)
    assert result.written == (0, second)
    assert result.pots_won == tuple(first * side for side in won)
    assert result.pots == (Pot(first, (0, 1)),) * kept + (Pot(second, (0, 1)),)
    assert result.totals == (first * won[0], first + second + first * won[1])


def test_pots_accumulate() -> None:
    match, first, second, _ = two_hangs(hang_repeat="accumulate")
    result = deal_with(match, 0, outcome("made"))
    assert (result.pots_won, result.pots) == ((first + second, 0), ())


def test_pots_one_by_one() -> None:
    match, first, second, _ = two_hangs(hang_repeat="separate")
    result = deal_with(match, 0, outcome("made"))
    assert (result.pots_won, result.pots) == ((first, 0), (Pot(second, (0, 1)),))
    result = deal_with(match, 0, outcome("byte"))
    assert (result.pots_won, result.pots) == ((0, second), ())


@cache
def tied_deal() -> Deal:
    """Look for a deal in which seat 0 of three fails and the others tie for most."""
    match = three(byte_tie="hang")

    def want(result: DealResult) -> bool:
        a, b, c = points_of(result)
        return 0 < a < b == c

    deal_with(match, 0, want)
    return match.deals[0]


def claimed_by_defenders(**changes: Any) -> tuple[Match, int]:
    """Make a pot that only seats 1 and 2 of three may claim: they tied when 0 failed."""
    match = three(byte_tie="hang", **changes)
    match.deal_cards(tied_deal().deck)
    act(match, *map(str, tied_deal().actions()))
    result = match.results[0]
    pot = points_of(result)[0]
    assert result.pots == (Pot(pot, (1, 2)),)
    return match, pot


def test_only_a_claimant_wins_the_pot() -> None:
    match, pot = claimed_by_defenders()
    # Seat 0 writes most, but of the claimants 2 does.
    result = deal_with(match, 0, lambda r: points_of(r)[0] > points_of(r)[2] > points_of(r)[1])
    assert (result.pots_won, result.pots) == ((0, 0, pot), ())


def test_a_pot_stays_while_the_claimants_tie() -> None:
    match, pot = claimed_by_defenders()
    result = deal_with(match, 0, lambda r: points_of(r)[0] > points_of(r)[1] == points_of(r)[2])
    assert (result.pots_won, result.pots) == ((0, 0, 0), (Pot(pot, (1, 2)),))


def test_a_failed_claimant_writes_nothing_and_does_not_win() -> None:
    match, pot = claimed_by_defenders()
    result = deal_with(match, 1, lambda r: points_of(r)[0] > points_of(r)[1] > points_of(r)[2] > 0)
    assert result.outcome == "byte"
    assert (result.pots_won, result.pots) == ((0, 0, pot), ())


def hang_of(taker: int, other: int) -> Any:
    def want(result: DealResult) -> bool:
        counted = points_of(result)
        third = 3 - taker - other
        return counted[taker] == counted[other] > counted[third] > 0

    return want


@pytest.mark.parametrize(
    ("hang_repeat", "taker", "other", "winner"),
    [
        # The taker is no claimant: the pot stays.
        ("taker", 0, 1, None),
        ("taker", 1, 0, 1),
        # Of the claimants who defend, the one who writes most, though another defender writes more.
        ("defender", 0, 2, 2),
        ("defender", 1, 0, 2),
        ("accumulate", 1, 2, None),
        ("separate", 0, 1, None),
    ],
)
def test_a_pot_in_a_hang(hang_repeat: str, taker: int, other: int, winner: int | None) -> None:
    match, pot = claimed_by_defenders(hang_repeat=hang_repeat)
    result = deal_with(match, taker, hang_of(taker, other))
    assert result.outcome == "hang"
    assert result.pots_won == tuple(pot if side == winner else 0 for side in range(3))
    new = Pot(points_of(result)[taker], (0, 1, 2))
    assert result.pots == ((new,) if winner is not None else (Pot(pot, (1, 2)), new))


def test_a_lost_deal_moves_no_pot() -> None:
    match = two()
    hang = deal_with(match, 0, outcome("hang"))
    match.deal_cards(shuffled(random.Random(1)))
    while match.deal is not None:
        match.push(64)
    void = match.results[-1]
    assert (void.outcome, void.totals, void.pots) == ("void", hang.totals, hang.pots)
    assert void.written is void.pots_won is void.fines is void.counted is None


def test_a_conceded_deal() -> None:
    match = two(concede_points=50, no_trick_fine=100)
    hang = deal_with(match, 0, outcome("hang"))
    pot = points_of(hang)[0]
    match.deal_cards(shuffled(random.Random(1)))
    while "order" in verbs(match):
        seat = match.legal()[0].seat
        suit = "SCDH"[next(action.suit for action in match.legal() if action.suit is not None)]
        act(match, f"{seat} order {suit}" if seat == 0 else f"{seat} pass")
    assert {str(action) for action in match.legal()} == {"1 concede", "1 continue"}
    act(match, "1 concede")
    result = match.results[-1]
    assert result.outcome == "conceded"
    assert (result.counted, result.written, result.pots_won) == (None, (50, 0), (pot, 0))
    assert (result.fines, result.totals, result.pots) == ((0, 0), (50 + pot, pot), ())


# Step 5: fines


@pytest.mark.parametrize("fine", [0, 50, 100])
def test_no_trick_fine(fine: int) -> None:
    match = three(no_trick_fine=fine)
    result = deal_with(match, 0, lambda r: r.count is not None and r.count.tricks[1] == 0)
    assert result.count is not None
    assert result.fines == tuple(0 if tricks else fine for tricks in result.count.tricks)
    assert result.written is not None
    assert result.totals[1] == result.written[1] - fine


@pytest.mark.parametrize(
    ("first", "period", "fined"),
    [(2, 1, {2, 3, 4, 5, 6, 7}), (3, 1, {3, 4, 5, 6, 7}), (2, 3, {2, 5}), (3, 3, {3, 6})],
)
def test_byte_fine(first: int, period: int, fined: set[int]) -> None:
    match = two(byte_fine=100, byte_fine_first=first, byte_fine_period=period, next_dealer="rotate")
    for count in range(1, 8):
        # A hang and a contract made in between are no bytes, and neither is the other's.
        if count == 3:
            assert deal_with(match, 0, outcome("hang")).fines == (0, 0)
            assert deal_with(match, 0, outcome("made")).fines == (0, 0)
            assert deal_with(match, 1, outcome("byte")).fines == (0, 0)
        result = deal_with(match, 0, outcome("byte"))
        assert result.bytes == (count, int(count >= 3))
        assert result.fines == (100 if count in fined else 0, 0)


def test_both_fines_and_a_total_below_nothing() -> None:
    match = two(byte_fine=100, byte_fine_first=2, no_trick_fine=50)
    deal_with(match, 0, outcome("byte"))
    before = match.sheet.totals
    result = deal_with(match, 0, lambda r: r.count is not None and r.count.tricks[0] == 0)
    assert (result.outcome, result.fines) == ("byte", (150, 0))
    assert result.totals[0] == before[0] - 150 < 0


def test_no_fines_without_a_count() -> None:
    match = two(byte_fine=100, byte_fine_first=2)
    deal_with(match, 0, outcome("byte"))
    deal_with(match, 0, outcome("byte"))
    assert match.sheet.bytes == (2, 0)
    match.deal_cards(shuffled(random.Random(2)))
    while match.deal is not None:
        match.push(64)
    assert match.sheet.bytes == (2, 0)


# 8.1


def test_a_hang_is_played_again() -> None:
    match = two(hang_deal="replay", next_dealer="rotate", concede_points=50, four_sevens="redeal")
    hang = deal_with(match, 1, outcome("hang"))
    again = deal_with(match, 0, lambda r: points_of(r)[0] != points_of(r)[1])
    deal = match.deals[-1]
    assert (again.taker, again.dealer) == (1, 1 - hang.dealer)
    assert again.trump == deal.upcard // 8
    assert {action.verb for action in deal.actions()} == {"play"}
    # And the deal after it is an ordinary one.
    match.deal_cards(shuffled(random.Random(1)))
    assert verbs(match) == {"order", "pass"}


def test_a_byte_tie_is_no_hang() -> None:
    match, _ = claimed_by_defenders(hang_deal="replay")
    match.deal_cards(shuffled(random.Random(1)))
    assert verbs(match) == {"order", "pass"}


# 8.2: stakes


def stakes(players: str, **changes: Any) -> Match:
    four_seats = {"buy_in": 2, "upcard_to": "taker"} if players in ("4", "2x2") else {}
    return Match(rules_of("short", players, target=100, **four_seats, **changes), 0)


@pytest.mark.parametrize("players", ["2", "3", "4", "2x2"])
def test_stakes_byte_off(players: str) -> None:
    match = stakes(players)
    sides = match.rules.sides

    def tie(result: DealResult) -> bool:
        return points_of(result).count(max(points_of(result))) > 1

    result = deal_with(match, 0, lambda r: not tie(r))
    top = points_of(result).index(max(points_of(result)))
    assert (result.outcome, result.written) == ("plain", tuple(int(side == top) for side in range(sides)))
    result = deal_with(match, 0, tie)
    assert result.written == result.pots_won == result.fines == (0,) * sides
    assert result.pots == ()


@pytest.mark.parametrize(
    ("players", "made", "byte"),
    [
        ("2", (1, 0), (0, 2)),
        ("2x2", (1, 0), (0, 2)),
        ("3", (2, 0, 0), (0, 1, 1)),
        ("4", (3, 0, 0, 0), (0, 1, 1, 1)),
    ],
)
def test_stakes_byte_on(players: str, made: tuple[int, ...], byte: tuple[int, ...]) -> None:
    match = stakes(players, byte=True, winner_takes_all=True, byte_fine=100, no_trick_fine=100)
    assert deal_with(match, 0, outcome("made")).written == made
    assert deal_with(match, 0, outcome("byte")).written == byte
    result = deal_with(match, 0, outcome("hang"))
    assert (result.written, result.pots, result.fines) == ((0,) * len(made), (), (0,) * len(made))
    assert match.sheet.totals == tuple(a + b for a, b in zip(made, byte, strict=True))


@pytest.mark.parametrize(("dave", "multiplied"), [("geometric", [2, 4, 8]), ("arithmetic", [2, 3, 4])])
def test_dave(dave: str, multiplied: list[int]) -> None:
    """Offers alternate; each accepted one raises the multiplier."""
    match = stakes("2", dave=dave)
    match.deal_cards(shuffled(random.Random(3)))
    order(match, 1)
    for m in multiplied:
        seat = match.legal()[0].seat
        assert "dave" in verbs(match)
        act(match, f"{seat} dave")
        assert {str(action) for action in match.legal()} == {f"{1 - seat} accept", f"{1 - seat} surrender"}
        act(match, f"{1 - seat} accept")
        assert "dave" not in verbs(match)
        match.push(match.codes()[0])
        twin = match.copy()
        result = play_out(twin, random.Random(m))
        assert result.stakes == m
        top = points_of(result).index(max(points_of(result)))
        assert result.written == (m * (top == 0), m * (top == 1))
        if match.legal()[0].seat == seat:
            match.push(match.codes()[0])


def test_surrender() -> None:
    match = stakes("2", dave="geometric")
    match.deal_cards(shuffled(random.Random(3)))
    order(match, 1)
    act(match, "1 dave", "0 accept")
    match.push(match.codes()[0])
    act(match, "0 dave", "1 surrender")
    result = match.results[-1]
    assert (result.outcome, result.counted, result.written) == ("surrendered", None, (2, 0))
    assert (result.victor, result.stakes, result.totals) == (0, 2, (2, 0))
    assert result.pots_won == result.fines == (0, 0)
