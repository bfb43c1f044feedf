"""What holds in every match: random ones under every preset, line-up and mixture of parameters."""

from __future__ import annotations

import json
import random
from collections import Counter
from typing import Any

import pytest

from bot.deberts.actions import ACCEPT, DAVE, DEBERTS, DECLARE, ORDER, PASS, TEXTS, Action
from bot.deberts.cards import CODES, LAST_TRICK_POINTS, POINTS, mask
from bot.deberts.deal import Deal
from bot.deberts.errors import MESSAGES, IllegalActionError
from bot.deberts.match import Match
from bot.deberts.record import record_of, replay
from bot.deberts.replay import answer
from bot.deberts.rules import Rules, make_rules

from .chance import deal_snapshot, played, preset_rules, random_deck, random_rules, snapshot, states

RULES = [*preset_rules(), *(random_rules(random.Random(seed)) for seed in range(30))]
EVERY_ACTION = [Action(seat, code) for seat in range(4) for code in range(len(TEXTS))]


def name_of(rules: Rules) -> str:
    return f"{rules.preset}-{rules.players}"


every_rules = pytest.mark.parametrize("rules", RULES, ids=name_of)


@every_rules
def test_each_card_is_in_one_place(rules: Rules) -> None:
    """Rules.md 3: first cards, buy-in, upcard, stock; and 6: nothing is played twice."""
    match = played(rules, random.Random(1))
    for deal in match.deals:
        assert sorted(deal.deck) == list(range(32))
        assert len(set(deal.played)) == len(deal.played)
        if not deal.whole_hands:
            continue
        size = 6 + rules.buy_in
        assert [hand.bit_count() for hand in deal.whole_hands] == [size] * rules.seats
        together = mask(card for card in range(32) if any(hand >> card & 1 for hand in deal.whole_hands))
        assert together == sum(deal.whole_hands)
        on_table = rules.upcard_to == "none"
        assert (together >> deal.upcard & 1 == 0) == on_table
        if deal.ending != "played":
            continue
        # What was played is what was held, a swap aside.
        swapped = 0 if deal.swapper is None else 1 << deal.upcard | 1 << deal.trump * 8
        assert mask(deal.played) == together ^ swapped
        assert [trick.leader for trick in deal.tricks()[1:]] == deal.winners[:-1]


@every_rules
def test_points_of_a_played_deal(rules: Rules) -> None:
    """Rules.md 7: what the sides count is the cards played, the last trick, sequences and bela."""
    match = played(rules, random.Random(2))
    for deal, result in zip(match.deals, match.results, strict=True):
        if result.count is None:
            continue
        cards = sum(POINTS[deal.trump][card] for card in deal.played)
        assert sum(result.count.cards) == cards
        assert sum(trick.points for trick in deal.tricks()) == cards + LAST_TRICK_POINTS
        extra = sum(part.points for part in (result.sequences, result.bela) if part is not None)
        assert result.counted == result.count.total
        assert sum(result.count.total) == cards + LAST_TRICK_POINTS + extra
        assert sum(result.count.tricks) == 6 + rules.buy_in


@every_rules
def test_no_point_is_lost(rules: Rules) -> None:
    """Rules.md 8: counted points are written or hang, pots are won or stay, and totals add up."""
    match = played(rules, random.Random(3))
    totals, pots = rules.nothing, 0
    failed = [0] * rules.sides
    for result in match.results:
        if result.outcome == "byte":
            assert result.taker is not None
            failed[rules.side_of[result.taker]] += 1
        assert result.bytes == tuple(failed)
        hanging = sum(pot.points for pot in result.pots)
        assert all(pot.points > 0 for pot in result.pots)
        if result.written is None:
            assert hanging == pots
            if result.outcome in ("void", "cancelled"):
                assert result.totals == totals
        else:
            assert result.pots_won is not None
            assert result.fines is not None
            change = zip(totals, result.written, result.pots_won, result.fines, strict=True)
            assert result.totals == tuple(total + own + pot - fine for total, own, pot, fine in change)
            new = 0
            if result.counted is not None and not rules.stakes:
                new = sum(result.counted) - sum(result.written)
            assert hanging == pots + new - sum(result.pots_won)
        totals, pots = result.totals, hanging


@pytest.mark.parametrize("seed", range(8))
def test_what_is_legal_is_done_and_all_else_refused(seed: int) -> None:
    """Every action of every seat at sampled states: the checked door knows them all."""
    rng = random.Random(seed)
    for rules in RULES[seed::8]:
        for match in states(rules, rng, 400):
            if rng.random() < 0.04:
                check_every_action(match, Counter())
        check_every_action(match, Counter())


def check_every_action(match: Match, seen: Counter[str]) -> None:
    legal = match.legal()
    assert len(set(legal)) == len(legal)
    assert bool(legal) == (match.deal is not None)
    before = snapshot(match)
    for action in EVERY_ACTION:
        if action in legal:
            twin = match.copy()
            twin.apply(action)
            assert snapshot(twin) != before
            continue
        try:
            match.apply(action)
        except IllegalActionError as error:
            seen[error.rule] += 1
            check_reason(match, action, error)
        else:
            raise AssertionError(f"{action} was not refused")
    assert snapshot(match) == before


def check_reason(match: Match, action: Action, error: IllegalActionError) -> None:
    """A refusal is a sentence, and what it says is so."""
    assert error.rule in MESSAGES
    assert len(str(error).split()) >= 3
    assert "{" not in str(error)
    deal = match.deal
    if deal is None:
        assert error.rule == ("match-over" if match.over else "not-dealt")
        return
    assert (error.rule == "not-your-turn") == (action.seat != deal.turn)
    if action.card is None or error.rule in ("not-your-turn", "bidding-first", "answer-order", "answer-dave"):
        return
    hand = deal.hands[deal.turn]
    holds = hand >> action.card & 1 == 1
    assert (error.rule == "not-in-hand") == (not holds)
    if error.rule == "follow-suit":
        assert any(hand >> card & 1 and CODES[card][1] == error.details["suit"] for card in range(32))
        assert CODES[action.card][1] != error.details["suit"]
    elif error.rule == "must-trump":
        assert action.card >> 3 != deal.trump
        assert hand >> deal.trump * 8 & 255
    elif error.rule == "must-beat":
        assert action.card >> 3 == deal.trump
    elif holds:
        assert action.bela
        assert Action(action.seat, action.card) in match.legal()


def test_every_reason_to_refuse_can_be_met() -> None:
    seen: Counter[str] = Counter()
    rng = random.Random(99)
    for rules in (make_rules({"preset": "poltinnik"}), *preset_rules()):
        for match in states(rules, rng, 150):
            if rng.random() < 0.1:
                check_every_action(match, seen)
    check_every_action(played(make_rules({"target": 1}), rng), seen)
    # What is too rare to wait for: the second round, dave, a deal without bidding, declaring with deberts.
    for given, codes in (
        ({"preset": "kharkov"}, [PASS, PASS, PASS]),
        ({"preset": "short", "dave": "arithmetic"}, [PASS, PASS, ORDER, DAVE, ACCEPT]),
        ({"preset": "short", "dave": "arithmetic"}, [PASS, PASS, ORDER, DAVE]),
    ):
        match = Match(make_rules(given), 0)
        match.deal_cards([*range(13, 32), *range(13)])
        for code in codes:
            check_every_action(match, seen)
            match.apply(Action(match.legal()[0].seat, code))
        check_every_action(match, seen)
    rules = make_rules({"deberts": "six", "four_sevens": "redeal"})
    match = Match(rules, 0)
    match.replay_taker = 0
    match.deal_cards(random_deck(rng))
    check_every_action(match, seen)
    while DEBERTS not in match.codes() or DECLARE not in match.codes():
        match = Match(rules, 0)
        match.deal_cards(random_deck(rng))
        match.push(match.codes()[1])
    match.push(DECLARE)
    check_every_action(match, seen)
    # A deal that is open is in the way of `deal_cards`, not of `apply`.
    assert set(MESSAGES) - set(seen) == {"deal-open"}


@every_rules
def test_both_doors_agree(rules: Rules) -> None:
    fast = played(rules, random.Random(4), most=600)
    checked = Match(rules, fast.deals[0].dealer if fast.deals else fast.dealer)
    deals = [*fast.deals, *([fast.deal] if fast.deal is not None else [])]
    for deal in deals:
        checked.deal_cards(deal.deck)
        for action in deal.actions():
            assert action in checked.legal()
            assert checked.codes() == tuple(action.code for action in checked.legal())
            checked.apply(action)
    assert snapshot(checked) == snapshot(fast)


@every_rules
def test_a_copy_shares_nothing_that_changes(rules: Rules) -> None:
    rng = random.Random(5)
    for match in states(rules, rng, 250):
        if rng.random() < 0.1 or match.over:
            before = snapshot(match)
            twin = match.copy()
            assert snapshot(twin) == before
            for _ in range(30):
                if twin.over:
                    break
                if twin.deal is None:
                    twin.start(random_deck(rng))
                else:
                    twin.push(rng.choice(twin.codes()))
            assert snapshot(match) == before


def test_a_copy_of_a_deal_has_every_part() -> None:
    """No slot of a deal is forgotten by `copy`, and every list is a new one."""
    for rules in RULES[:6]:
        deal = Deal(rules, random_deck(random.Random(6)), dealer=0)
        while codes := deal.codes():
            twin = deal.copy()
            assert deal_snapshot(twin) == deal_snapshot(deal)
            for name in Deal.__slots__:
                check_apart(getattr(deal, name), getattr(twin, name))
            deal.push(codes[0])


def check_apart(value: Any, other: Any) -> None:
    """No list is in both."""
    if isinstance(value, list):
        assert value is not other
        for part, other_part in zip(value, other, strict=True):
            check_apart(part, other_part)


@every_rules
def test_a_record_replays_to_an_equal_match(rules: Rules) -> None:
    """Record-format.md: finished matches, and those cut off anywhere."""
    rng = random.Random(7)
    for most in (3000, rng.randrange(1, 200), rng.randrange(1, 200)):
        match = played(rules, rng, most)
        first_dealer = (match.deals[0] if match.deals else match.deal or match).dealer
        record = json.loads(json.dumps(record_of(match, first_dealer, {"seed": 7})))
        again = replay(record)
        assert snapshot(again) == snapshot(match)
        shown = answer(record, with_legal=True)
        assert shown == json.loads(json.dumps(shown))
        assert shown["match"]["over"] == match.over
        assert shown["next"] == sorted(str(action) for action in match.legal())
        for deal, told in zip([*match.deals, match.deal], shown["deals"], strict=False):
            assert deal is not None
            assert len(told["legal"]) == len(deal.log)
            texts = [str(action) for action in deal.actions()]
            assert all(text in legal for text, legal in zip(texts, told["legal"], strict=True))
            assert [Action.parse(text) for text in texts] == deal.actions()


@pytest.mark.parametrize("seed", range(200))
def test_rules_round_trip(seed: int) -> None:
    """Rules.md 11: a rule set prints itself as a record's `rules`."""
    rules = random_rules(random.Random(seed))
    assert make_rules(json.loads(json.dumps(rules.mapping()))) == rules
    assert make_rules(rules.mapping()).mapping() == rules.mapping()
