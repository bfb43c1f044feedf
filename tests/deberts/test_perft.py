"""The stored counts are what both doors count, and, for card play, what rules.md 6 says read word by word."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from bot.deberts.rules import make_rules

from .perft import DATA, Position, after_each_checked, after_each_fast, count, dump, load

POSITIONS = load()
ENDGAMES = [position for position in POSITIONS if position.name.startswith("endgame")]


def name_of(position: Position) -> str:
    return position.name


@pytest.mark.parametrize("position", POSITIONS, ids=name_of)
def test_both_doors(position: Position) -> None:
    match = position.match()
    assert count(match, position.depth, after_each_checked).mapping() == position.counts
    assert count(match, position.depth, after_each_fast).mapping() == position.counts


@pytest.mark.parametrize("position", ENDGAMES, ids=name_of)
def test_card_play_from_the_page(position: Position) -> None:
    ends = position.counts["ends"]
    assert Table(position.record).count() == {**position.counts, "ends": {"played": sum(ends.values())}}


def test_the_data_is_as_the_command_writes_it() -> None:
    assert DATA.read_text(encoding="ascii") == dump(POSITIONS)
    assert len({position.name for position in POSITIONS}) == len(POSITIONS)


# A second reading of the page, which shares nothing with the engine but the values of the parameters.

TRUMP_ORDER, PLAIN_ORDER = "J9ATKQ87", "ATKQJ987"
TRUMP_POINTS = dict(zip(TRUMP_ORDER, (20, 14, 11, 10, 4, 3, 0, 0), strict=True))
PLAIN_POINTS = dict(zip(PLAIN_ORDER, (11, 10, 4, 3, 2, 0, 0, 0), strict=True))


class Table:
    """A deal on a table: cards are their codes, hands lists of them."""

    def __init__(self, record: dict[str, Any]) -> None:
        """Deal the last deal of a record and do its acts; nothing is known of calls that move no card."""
        rules = make_rules(record["rules"])
        self.seats = 4 if rules.players == "2x2" else int(rules.players)
        self.partners = rules.players == "2x2"
        self.trump: str
        self.overtrump_ruff = rules.overtrump_ruff
        self.overtrump_partner = rules.overtrump_partner
        self.trick: list[tuple[int, str]] = []
        self.points = [0] * self.seats
        self.last_winner = -1
        deal = record["deals"][-1]
        stock = list(deal["deck"])
        dealer: int = record["first_dealer"]
        from_eldest = [(dealer + 1 + place) % self.seats for place in range(self.seats)]
        self.hands: list[list[str]] = [[] for _ in range(self.seats)]
        for seat in from_eldest * 2:
            self.hands[seat] += [stock.pop(0) for _ in range(3)]
        upcard = stock.pop(0)
        acts = [act.split() for act in deal["actions"]]
        taker, self.trump = next((int(seat), words[1]) for seat, *words in acts if words[0] == "order")
        receiver = {"none": None, "dealer": dealer, "taker": taker}[rules.upcard_to]
        for seat in from_eldest:
            bought = rules.buy_in
            if seat == receiver:
                self.hands[seat].append(upcard)
                bought -= 1
            self.hands[seat] += [stock.pop(0) for _ in range(bought)]
        self.turn = taker if rules.first_lead == "taker" else from_eldest[0]
        for _, verb, *_ in acts:
            if verb == "swap":
                seven = "7" + self.trump
                holder = next(hand for hand in self.hands if seven in hand)
                holder[holder.index(seven)] = upcard
        # Who may still announce bela, or nobody.
        self.bela = next((seat for seat in range(self.seats) if self.royals() <= set(self.hands[seat])), None)
        for seat, verb, *words in acts:
            if verb == "play":
                assert int(seat) == self.turn
                assert words[0] in self.legal()
                self.play(words[0], bela=len(words) > 1)

    def royals(self) -> set[str]:
        return {"K" + self.trump, "Q" + self.trump}

    def is_trump(self, card: str) -> bool:
        return card[1] == self.trump

    def beats(self, card: str, other: str) -> bool:
        """Whether the first of two trumps, or of two cards of the suit led, is the higher."""
        order = TRUMP_ORDER if self.is_trump(card) else PLAIN_ORDER
        return order.index(card[0]) < order.index(other[0])

    def best(self, of: list[tuple[int, str]]) -> tuple[int, str]:
        best = of[0]
        for play in of[1:]:
            if self.beats(play[1], best[1]):
                best = play
        return best

    def legal(self) -> list[str]:
        hand = self.hands[self.turn]
        if not self.trick:
            return hand
        led = self.trick[0][1][1]
        own_trumps = [card for card in hand if self.is_trump(card)]
        trumps_played = [play for play in self.trick if self.is_trump(play[1])]
        if led != self.trump:
            follow = [card for card in hand if card[1] == led]
            if follow:
                return follow
        if not own_trumps:
            return hand
        must_beat = bool(trumps_played) and (led == self.trump or self.overtrump_ruff)
        if must_beat:
            seat, highest = self.best(trumps_played)
            mine = self.partners and seat == (self.turn + 2) % 4
            if not mine or self.overtrump_partner:
                higher = [card for card in own_trumps if self.beats(card, highest)]
                return higher or own_trumps
        return own_trumps

    def play(self, card: str, *, bela: bool = False) -> None:
        self.hands[self.turn].remove(card)
        self.trick.append((self.turn, card))
        self.turn = (self.turn + 1) % self.seats
        if bela:
            self.bela = None
        if len(self.trick) == self.seats:
            self.take()

    def take(self) -> None:
        led = self.trick[0][1][1]
        trumps = [play for play in self.trick if self.is_trump(play[1])]
        winner, _ = self.best(trumps or [play for play in self.trick if play[1][1] == led])
        for _, card in self.trick:
            self.points[winner] += (TRUMP_POINTS if self.is_trump(card) else PLAIN_POINTS)[card[0]]
        self.trick = []
        self.turn = self.last_winner = winner

    def count(self) -> dict[str, Any]:
        """Count all ways to play on to the last card."""
        nodes: Counter[int] = Counter()
        points: Counter[int] = Counter()
        last_tricks: Counter[int] = Counter()
        sides = 2 if self.partners else self.seats

        def walk(length: int) -> None:
            seat = self.turn
            for card in list(self.legal()):
                ways = [False, True] if seat == self.bela and card in self.royals() else [False]
                for bela in ways:
                    before = [hand[:] for hand in self.hands], self.trick[:], self.points[:], self.bela
                    self.play(card, bela=bela)
                    nodes[length] += 1
                    if any(self.hands):
                        walk(length + 1)
                    else:
                        last_tricks[self.last_winner % sides] += 1
                        for taker, taken in enumerate(self.points):
                            points[taker % sides] += taken
                    self.hands, self.trick, self.points, self.bela = before
                    self.turn = seat

        walk(0)
        return {
            "nodes": [nodes[length] for length in sorted(nodes)],
            "ends": {"played": sum(last_tricks.values())},
            "points": [points[side] for side in range(sides)],
            "last_tricks": [last_tricks[side] for side in range(sides)],
        }
