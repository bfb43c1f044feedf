"""What the bot does for the absent: nothing that gives a deal away, nothing left out that counts."""

from __future__ import annotations

import random

import pytest

from bot.deberts.actions import TEXTS
from bot.deberts.match import Match
from bot.deberts.presets import PRESETS
from bot.deberts.rules import Rules, make_rules
from bot.deberts.view import seat_view
from bot.rooms.stand_in import stand_in
from tests.screens.rooms import deal, play

GAMBLER = make_rules({"preset": "gambler", "players": "2"})
ANNA, BORIS = "JH 7H KS QS JS AD", "9H AH TC KC 8D 7D"


def chosen(match: Match) -> str:
    assert match.deal is not None
    return TEXTS[stand_in(seat_view(match, match.deal.turn))]


def dealt(rules: Rules, dealer: int, *hands: str, rest: str = "TH JC QC 9C KH QH 8S") -> Match:
    return deal(rules, dealer, *hands, rest=rest)


def test_bidding_it_passes() -> None:
    match = dealt(GAMBLER, 0, ANNA, BORIS)
    assert chosen(match) == "pass"
    play(match, "1 pass")
    assert chosen(match) == "pass"


def test_a_forced_dealer_orders_the_suit_that_counts_most() -> None:
    rules = make_rules({"preset": "gambler", "players": "2", "forced_dealer": True})
    match = play(dealt(rules, 0, ANNA, BORIS), "1 pass", "0 pass", "1 pass")
    # As trumps: K Q J of spades 27, ace of diamonds 11, no clubs; hearts were refused.
    assert chosen(match) == "order S"


def test_it_declares_and_then_plays_the_lowest_card() -> None:
    match = play(dealt(GAMBLER, 0, ANNA, BORIS), "1 pass", "0 order H")
    # Борис holds 9 A of trumps, T K Q J 9... of clubs: a fifty is declared first.
    assert chosen(match) == "declare"
    play(match, "1 declare")
    # Of the cards that count nothing the weakest plain one: the seven of diamonds.
    assert chosen(match) == "play 7D"


def test_a_plain_card_goes_before_a_trump_of_the_same_worth() -> None:
    match = play(dealt(GAMBLER, 0, ANNA, BORIS), "1 pass", "0 order H", "1 play 9C")
    play(match, "0 declare")
    # Анна has no clubs and must ruff: seven, queen, king, ten... of trumps: the seven counts nothing.
    assert chosen(match) == "play 7H"
    assert match.deal is not None


def test_bela_goes_with_its_card_but_not_where_the_trick_writes_it() -> None:
    for bela_trick, code in (("none", "play QH bela"), ("taker", "play QH")):
        rules = make_rules({"preset": "gambler", "players": "2", "bela_trick": bela_trick})
        match = dealt(rules, 0, "JH TH KH QH AS AD", "9H AH TC KC 8D 7D", rest="7H JC QC 9C KD QD 8S")
        play(match, "1 pass", "0 order H", "1 play 9C")
        if "declare" in {TEXTS[code] for code in match.codes()}:
            play(match, "0 declare")
        # K Q J T of trumps must ruff; the queen's 3 points are the least.
        assert chosen(match) == code


def test_it_defends_rather_than_concede_and_accepts_a_dave() -> None:
    match = play(dealt(make_rules({"preset": "poltinnik"}), 0, ANNA, BORIS), "1 order H")
    assert chosen(match) == "continue"
    rules = make_rules({"preset": "short", "dave": "geometric", "target": 7})
    match = play(dealt(rules, 0, ANNA, BORIS), "1 pass", "0 order H")
    assert match.deal is not None
    play(match, f"{match.deal.turn} dave")
    assert chosen(match) == "accept"


def test_it_calls_what_wins_the_match() -> None:
    rules = make_rules({"preset": "odessa", "players": "2"})
    match = dealt(rules, 1, "AS KS QS JS TS 9S", BORIS)
    assert chosen(match) == "klabor"


@pytest.mark.parametrize("preset", list(PRESETS))
def test_it_always_finds_something_legal_and_never_gives_up(preset: str) -> None:
    chance = random.Random(3)
    match = Match(make_rules({"preset": preset}), 0)
    for _ in range(600):
        if match.over:
            break
        if match.needs_deck:
            match.deal_cards(chance.sample(range(32), 32))
        text = chosen(match)
        assert text not in ("concede", "surrender", "dave", "swap", "redeal")
        match.push(TEXTS.index(text))
