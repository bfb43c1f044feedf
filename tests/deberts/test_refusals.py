"""The reasons of the checked door: which rule is named, and in words that a player understands."""

from __future__ import annotations

import pytest

from bot.deberts.actions import Action
from bot.deberts.errors import IllegalActionError
from bot.deberts.match import Match

from .decks import act, rules_of, stacked


def refused(match: Match, text: str) -> tuple[str, str]:
    with pytest.raises(IllegalActionError) as error:
        match.apply(Action.parse(text))
    return error.value.rule, str(error.value)


def bidding(preset: str = "moscow", players: str = "2", **changes: object) -> Match:
    match = Match(rules_of(preset, players, **changes), 0)
    match.deal_cards(stacked(match, {1: "7C 8C 9D JD QS AS"}, "8H", {1: "AC 7D 9S"}))
    return match


def test_between_deals_and_after_the_match() -> None:
    match = Match(rules_of("gambler"), 0)
    assert refused(match, "0 pass") == ("not-dealt", "the next deal has not been dealt")
    match = Match(rules_of("odessa", "2"), 0)
    match.deal_cards(stacked(match, {1: "AS KS QS JS TS 9S"}, "8H"))
    act(match, "1 klabor")
    assert refused(match, "0 pass") == ("match-over", "the match is over")


@pytest.mark.parametrize("seat", [0, 2, 3])
def test_out_of_turn(seat: int) -> None:
    assert refused(bidding(), f"{seat} pass") == ("not-your-turn", "it is seat 1's turn")


@pytest.mark.parametrize(
    ("done", "text", "rule"),
    [
        ([], "1 order S", "order-upcard-suit"),
        (["1 pass", "0 pass"], "1 order H", "order-other-suit"),
        ([], "1 play 7C", "bidding-first"),
        ([], "1 declare", "bidding-first"),
        ([], "1 swap", "bidding-first"),
        ([], "1 deberts", "bidding-first"),
        ([], "1 dave", "bidding-first"),
        ([], "1 redeal", "redeal-not-allowed"),
        ([], "1 klabor", "klabor-not-held"),
        ([], "1 concede", "no-concession"),
        ([], "1 continue", "no-concession"),
        ([], "1 accept", "no-dave"),
        ([], "1 surrender", "no-dave"),
        (["1 order H"], "1 pass", "bidding-over"),
        (["1 order H"], "1 order H", "bidding-over"),
        (["1 order H"], "1 klabor", "bidding-over"),
        (["1 order H"], "1 concede", "no-concession"),
        (["1 order H"], "1 accept", "no-dave"),
        (["1 order H"], "1 dave", "dave-off"),
        (["1 order H"], "1 redeal", "redeal-not-allowed"),
        (["1 order H"], "1 swap", "swap-not-held"),
        (["1 order H"], "1 deberts", "deberts-not-held"),
        (["1 order H"], "1 declare", "nothing-to-declare"),
        (["1 order H"], "1 play KC", "not-in-hand"),
        (["1 order H"], "1 play AS bela", "bela-card"),
        (["1 pass", "0 pass", "1 order S"], "1 play QS bela", "bela-not-held"),
        (["1 pass", "0 pass", "1 order S"], "1 swap", "swap-not-allowed"),
    ],
)
def test_reasons(done: list[str], text: str, rule: str) -> None:
    match = bidding(four_sevens="off")
    act(match, *done)
    assert refused(match, text)[0] == rule


def test_the_forced_dealer() -> None:
    match = bidding("kharkov", "2")
    act(match, "1 pass", "0 pass", "1 pass")
    assert refused(match, "0 pass")[0] == "forced-dealer"


def test_a_concession_comes_first() -> None:
    match = bidding("poltinnik")
    act(match, "1 order H")
    assert refused(match, "0 pass") == ("answer-order", "seat 0 must concede or continue first")
    assert refused(match, "1 play AS")[0] == "not-your-turn"


def test_dave() -> None:
    match = bidding("short", "2", dave="geometric")
    act(match, "1 order H", "1 dave")
    assert refused(match, "0 play 7C") == ("answer-dave", "dave must be answered first")
    act(match, "0 accept")
    assert refused(match, "1 dave")[0] == "dave-yours"


def test_cards_to_a_trick() -> None:
    """Section 6: each duty by its own name."""
    match = Match(rules_of("gambler"), 0)
    hands = {1: "AS TS JH 9C 8C 7C", 0: "KS 9H AH KC QC 8D"}
    match.deal_cards(stacked(match, hands, "8H", {1: "QH JC TC", 0: "7D 9D TD"}))
    act(match, "1 pass", "0 order H", "1 play AS")
    assert refused(match, "0 play 8D") == ("follow-suit", "must follow spades")
    assert refused(match, "0 play 9H")[0] == "follow-suit"
    act(match, "0 play KS", "1 play TS")
    assert refused(match, "0 play 8D") == ("must-trump", "must play a trump (hearts)")
    act(match, "0 play AH", "0 play 8D", "1 play QH", "1 play JC", "0 play QC", "0 play KC", "1 play TC")
    act(match, "1 play JH")
    assert refused(match, "0 play 7D") == ("follow-suit", "must follow hearts")
    act(match, "0 play 9H")


def test_a_trump_that_does_not_beat() -> None:
    match = Match(rules_of("gambler"), 0)
    hands = {1: "AS TS QH 9C 8C 7C", 0: "KS 9H 7H KC QC 8D"}
    match.deal_cards(stacked(match, hands, "8H"))
    act(match, "1 order H", "1 play QH")
    assert refused(match, "0 play 7H") == ("must-beat", "must beat the highest trump in the trick")
    act(match, "0 play 9H")


def test_declared_and_too_late() -> None:
    match = Match(rules_of("moscow", deberts="six"), 0)
    match.deal_cards(stacked(match, {1: "AS KS QS JS TS 9S", 0: "7H 8C 9C TC AC AH"}, "8H"))
    act(match, "1 order H", "1 declare")
    for text, rule in (
        ("1 declare", "already-declared"),
        ("1 deberts", "deberts-too-late"),
        ("1 redeal", "redeal-too-late"),
    ):
        assert refused(match, text)[0] == rule
    act(match, "1 play AS", "0 declare")
    assert refused(match, "0 swap")[0] == "swap-too-late"
    act(match, next(str(action) for action in match.legal() if action.card is not None))
    turn = match.legal()[0].seat
    for verb in ("declare", "swap", "deberts", "redeal"):
        assert refused(match, f"{turn} {verb}")[0] == "too-late"


def test_bela_once() -> None:
    match = Match(rules_of("gambler"), 0)
    match.deal_cards(stacked(match, {1: "KH QH AS JC 7C 8C"}, "8H"))
    act(match, "1 order H", "1 play KH bela")
    act(match, next(str(action) for action in match.legal() if action.card is not None))
    while match.legal()[0].seat != 1 or "1 play QH" not in map(str, match.legal()):
        match.push(next(code for code in match.codes() if code < 32))
    assert refused(match, "1 play QH bela")[0] == "bela-announced"


@pytest.mark.parametrize("verb", ["declare", "deberts"])
def test_no_sequences_in_a_replayed_deal(verb: str) -> None:
    """Section 8.1, with a hand that would hold them: the hand is not to blame."""
    match = Match(rules_of("odessa", "2", deberts="six"), 0)
    match.replay_taker = 1
    match.deal_cards(stacked(match, {1: "AS KS QS JS TS 9S"}, "8H"))
    assert refused(match, f"1 {verb}") == ("no-sequences", "no sequences are declared in a replayed deal")
    assert refused(match, "1 redeal")[0] == "redeal-not-allowed"
