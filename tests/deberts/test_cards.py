"""Cards, their order and their points (rules.md 2)."""

from __future__ import annotations

import pytest

from bot.deberts.cards import BY_CODE, CODES, FULL_DECK, card_of, cards, codes, mask, points

from .decks import codes_of, hand_of

PLAIN = {"A": 11, "T": 10, "K": 4, "Q": 3, "J": 2, "9": 0, "8": 0, "7": 0}
TRUMP = {"J": 20, "9": 14, "A": 11, "T": 10, "K": 4, "Q": 3, "8": 0, "7": 0}


def test_the_deck() -> None:
    assert len(CODES) == len(set(CODES)) == 32
    assert {code[0] for code in CODES} == set("789TJQKA")
    assert {code[1] for code in CODES} == set("SCDH")
    assert [BY_CODE[code] for code in CODES] == list(range(32))


@pytest.mark.parametrize("card", range(32))
def test_a_card_and_its_code(card: int) -> None:
    assert card_of(CODES[card]) == card
    assert codes(1 << card) == (CODES[card],)


@pytest.mark.parametrize("code", ["", "1S", "10S", "SA", "as", "AS ", "AX", "T"])
def test_no_card(code: str) -> None:
    with pytest.raises(KeyError):
        card_of(code)


@pytest.mark.parametrize("suit", range(4))
@pytest.mark.parametrize("trump", range(5))
def test_points_of_every_card(trump: int, suit: int) -> None:
    table = TRUMP if suit == trump else PLAIN
    for rank, worth in table.items():
        assert points(hand_of(rank + "SCDH"[suit]), trump) == worth


@pytest.mark.parametrize("trump", range(4))
def test_all_cards_together(trump: int) -> None:
    assert points(FULL_DECK, trump) == 152


def test_without_a_trump_values_are_plain() -> None:
    assert points(hand_of("JS 9S AH TH KH QH")) == 2 + 0 + 11 + 10 + 4 + 3
    assert points(hand_of("7S 8S 9S 7C 8C 9C")) == 0
    assert points(FULL_DECK) == 4 * 30


def test_cards_by_suit_and_from_high_to_low_in_sequence_order() -> None:
    assert codes_of(cards(hand_of("7H TH AH 9S TS JS 7D AC"))) == "JS TS 9S AC 7D AH TH 7H"


def test_a_hand_is_what_its_cards_are() -> None:
    for hand in (0, FULL_DECK, hand_of("7S"), hand_of("AH 7S 9D")):
        assert mask(cards(hand)) == hand
        assert len(cards(hand)) == hand.bit_count()
