"""One deal: what its seats may do and what follows (rules.md 3 to 6).

`codes` and `push` are the unchecked door: `push` trusts that its code came from `codes`. Seats, cards and
codes are small ints (`cards`, `actions`); nothing here is secret from the caller, views are cut elsewhere.
"""

from __future__ import annotations

from collections.abc import Sequence as Cards
from enum import IntEnum
from typing import NamedTuple

from .actions import (
    ACCEPT,
    BELA,
    CONCEDE,
    CONTINUE,
    DAVE,
    DEBERTS,
    DECLARE,
    KLABOR,
    ORDER,
    PASS,
    REDEAL,
    SEAT_SHIFT,
    SURRENDER,
    SWAP,
)
from .cards import (
    CARDS_OF,
    LAST_TRICK_POINTS,
    POINTS,
    POWER,
    ROYAL_PAIR,
    SEVEN,
    SEVENS,
    cards,
    mask,
    points,
)
from .play import FIRST_TRUMP_POWER, playable
from .rules import Rules
from .sequences import Sequence, deberts_cards, has_sequence, klabor_cards, sequences
from .sequences import best as best_sequence


class Phase(IntEnum):
    """What the deal waits for."""

    BID = 0
    CONCESSION = 1
    PLAY = 2
    DAVE = 3
    DONE = 4


# The plain ints, for the two methods that search calls most.
_BID, _CONCESSION, _PLAY, _DAVE, _DONE = (int(phase) for phase in Phase)


class Trick(NamedTuple):
    """A complete trick: cards in play order from `leader`; `points` include the last trick's ten."""

    leader: int
    cards: tuple[int, ...]
    winner: int
    points: int


class Declared(NamedTuple):
    """A seat's declaration: its best sequence and all of them (rules.md 5.1)."""

    seat: int
    best: Sequence
    all: tuple[Sequence, ...]


class Deal:
    """A deal in progress or done. Make one from a shuffled deck, top card first."""

    __slots__ = (
        "bela",
        "bela_right",
        "best",
        "bids",
        "bottom",
        "card_points",
        "dealer",
        "deck",
        "declared",
        "declared_seats",
        "ending",
        "hands",
        "led",
        "log",
        "multiplier",
        "offerer",
        "phase",
        "power",
        "replayed",
        "rules",
        "seats",
        "shown",
        "stock",
        "swapper",
        "taker",
        "trick",
        "tricks",
        "tricks_won",
        "trump",
        "turn",
        "upcard",
        "upcard_seat",
        "values",
        "victor",
        "whole_hands",
        "winner",
    )

    def __init__(self, rules: Rules, deck: Cards[int], dealer: int, replay_taker: int | None = None) -> None:
        """Deal the first cards. `replay_taker` makes it a deal without bidding (rules.md 8.1)."""
        n = rules.seats
        self.rules = rules
        self.seats = n
        self.deck = tuple(deck)
        self.dealer = dealer
        self.replayed = replay_taker is not None
        # What was done: seat << SEAT_SHIFT | code.
        self.log: list[int] = []
        self.hands = [0] * n
        for place in range(n):
            first = deck[3 * place : 3 * place + 3]
            second = deck[3 * (n + place) : 3 * (n + place) + 3]
            self.hands[(dealer + 1 + place) % n] = mask(first) | mask(second)
        self.upcard = deck[6 * n]
        self.stock = 6 * n + 1
        self.upcard_seat: int | None = None
        self.bottom: int | None = None
        self.phase: int = _BID
        self.turn = (dealer + 1) % n
        self.bids = 0
        self.trump = -1
        self.taker = -1
        # Each seat's hand when play began, before its swap; empty until the buy-in.
        self.whole_hands: tuple[int, ...] = ()
        self.power: tuple[tuple[int, ...], ...] = ()
        self.values: tuple[int, ...] = ()
        self.swapper: int | None = None
        self.declared: tuple[Declared, ...] = ()
        self.bela_right = 0  # the seats that may still announce it, as bits
        self.bela: tuple[int, int] | None = None  # seat, trick
        self.led = 0
        self.best = 0
        self.winner = 0
        self.trick: list[int] = []
        self.tricks: list[Trick] = []
        self.card_points = [0] * rules.sides
        self.tricks_won = [0] * rules.sides
        self.multiplier = 1
        self.offerer: int | None = None  # who made the last accepted dave
        self.declared_seats = 0  # as bits
        self.ending = ""
        self.victor: int | None = None  # the seat that won by klabor, deberts or surrender
        self.shown: tuple[int, ...] = ()  # cards shown by klabor, deberts or redeal
        if replay_taker is not None:
            self._begin_play(replay_taker, self.upcard >> 3)

    def copy(self) -> Deal:
        """Return a deal that shares no changeable state with this one."""
        twin = Deal.__new__(Deal)
        twin.rules = self.rules
        twin.seats = self.seats
        twin.deck = self.deck
        twin.dealer = self.dealer
        twin.replayed = self.replayed
        twin.log = self.log[:]
        twin.hands = self.hands[:]
        twin.upcard = self.upcard
        twin.stock = self.stock
        twin.upcard_seat = self.upcard_seat
        twin.bottom = self.bottom
        twin.phase = self.phase
        twin.turn = self.turn
        twin.bids = self.bids
        twin.trump = self.trump
        twin.taker = self.taker
        twin.whole_hands = self.whole_hands
        twin.power = self.power
        twin.values = self.values
        twin.swapper = self.swapper
        twin.declared = self.declared
        twin.bela_right = self.bela_right
        twin.bela = self.bela
        twin.led = self.led
        twin.best = self.best
        twin.winner = self.winner
        twin.trick = self.trick[:]
        twin.tricks = self.tricks[:]
        twin.card_points = self.card_points[:]
        twin.tricks_won = self.tricks_won[:]
        twin.multiplier = self.multiplier
        twin.offerer = self.offerer
        twin.declared_seats = self.declared_seats
        twin.ending = self.ending
        twin.victor = self.victor
        twin.shown = self.shown
        return twin

    # What is legal

    def codes(self) -> tuple[int, ...]:
        """Return the codes of everything the seat at turn may do; empty when the deal is done."""
        phase = self.phase
        if phase == _PLAY:
            legal = self.legal_cards()
            found = (
                CARDS_OF[0][legal & 255]
                + CARDS_OF[1][legal >> 8 & 255]
                + CARDS_OF[2][legal >> 16 & 255]
                + CARDS_OF[3][legal >> 24]
            )
            if self.bela_right and self.bela_right >> self.turn & 1:
                pair = legal & ROYAL_PAIR << self.trump * 8
                if pair:
                    found += tuple([card | BELA for card in CARDS_OF[self.trump][pair >> self.trump * 8]])
            if not self.tricks:
                found += self._before_first_card()
            if self.rules.dave != "off" and self.offerer != self.turn:
                found += (DAVE,)
            return found
        if phase == _BID:
            return self._bid_codes()
        if phase == _DONE:
            return ()
        return (CONCEDE, CONTINUE) if phase == _CONCESSION else (ACCEPT, SURRENDER)

    def legal_cards(self) -> int:
        """Return the cards the seat at turn may play, while cards are played."""
        hand = self.hands[self.turn]
        if not self.trick:
            return hand
        return playable(
            hand, self.led, self.trump, self.best, self.rules.overtrump_ruff, self._partner_holds()
        )

    def _partner_holds(self) -> bool:
        """Tell whether the highest trump in the trick is the partner's and so need not be beaten."""
        return (
            self.seats > self.rules.sides
            and self.best >= FIRST_TRUMP_POWER
            and self.winner == (self.turn + 2) % 4
            and not self.rules.overtrump_partner
        )

    def _bid_codes(self) -> tuple[int, ...]:
        rules = self.rules
        n = self.seats
        upcard_suit = self.upcard >> 3
        if self.bids < n:
            found: tuple[int, ...] = (PASS, ORDER + upcard_suit)
        else:
            found = tuple([ORDER + suit for suit in range(4) if suit != upcard_suit])
            if not (rules.forced_dealer and self.turn == self.dealer):
                found += (PASS,)
        if self.may_redeal():
            found += (REDEAL,)
        if rules.klabor and klabor_cards(self.hands[self.turn]):
            found += (KLABOR,)
        return found

    def may_redeal(self) -> bool:
        """Tell whether the seat at turn may call for new cards, bidding or before its first card."""
        rules = self.rules
        hand = self.hands[self.turn]
        if rules.four_sevens == "redeal" and hand & SEVENS == SEVENS:
            return True
        return (
            self.phase == _BID
            and rules.weak_hand_below > 0
            and self.bids < self.seats
            and points(hand) < rules.weak_hand_below
        )

    def may_swap(self) -> bool:
        """Tell whether the seat at turn could swap the trump seven, its earlier acts aside (rules.md 5)."""
        exchange = self.rules.seven_exchange
        return (
            (exchange == "any" or (exchange == "taker" and self.turn == self.taker))
            and self.trump == self.upcard >> 3
            and self.upcard_seat is None
            and self.hands[self.turn] >> self.trump * 8 + SEVEN & 1 == 1
        )

    def _before_first_card(self) -> tuple[int, ...]:
        """Return what the seat at turn may do in trick 1 besides playing (rules.md 5)."""
        seat = self.turn
        rules = self.rules
        swapped = self.swapper == seat
        if self.declared_seats >> seat & 1:
            return ()
        found: tuple[int, ...] = ()
        if not self.replayed:
            if rules.four_sevens == "redeal" and not swapped and self.may_redeal():
                found += (REDEAL,)
            if rules.deberts != "off" and deberts_cards(self.hands[seat], rules.deberts, self.trump):
                found += (DEBERTS,)
            if has_sequence(self.hands[seat]):
                found += (DECLARE,)
        if not swapped and self.trump == self.upcard >> 3 and self.may_swap():
            found += (SWAP,)
        return found

    # What follows

    def push(self, code: int) -> None:
        """Do what the seat at turn may do: `code` must be one of `codes`."""
        seat = self.turn
        self.log.append(seat << SEAT_SHIFT | code)
        if code >= PASS:
            self._call(seat, code)
            return
        card = code & 31
        if code != card:
            self.bela = (seat, len(self.tricks))
            self.bela_right = 0
        self.hands[seat] ^= 1 << card
        trick = self.trick
        if trick:
            power = self.power[self.led][card]
            if power > self.best:
                self.best = power
                self.winner = seat
        else:
            self.led = led = card >> 3
            self.best = self.power[led][card]
            self.winner = seat
        trick.append(card)
        seat += 1
        n = self.seats
        self.turn = seat if seat < n else 0
        if len(trick) == n:
            self._end_trick()

    def _end_trick(self) -> None:
        values = self.values
        worth = sum([values[card] for card in self.trick])
        winner = self.winner
        over = not self.hands[winner]
        if over:
            worth += LAST_TRICK_POINTS
        # Everybody has played: the seat at turn is the one that led.
        self.tricks.append(Trick(self.turn, tuple(self.trick), winner, worth))
        side = self.rules.side_of[winner]
        self.card_points[side] += worth
        self.tricks_won[side] += 1
        self.trick.clear()
        self.turn = winner
        if over:
            self._finish("played")

    def _call(self, seat: int, code: int) -> None:
        """Do anything but play a card."""
        phase = self.phase
        if phase == _BID:
            self._bid(seat, code)
        elif phase == _CONCESSION:
            if code == CONCEDE:
                self._finish("conceded")
            else:
                self._begin_play(self.taker, self.trump)
        elif phase == _DAVE:
            offerer = self.other(seat)
            if code == SURRENDER:
                self._finish("surrendered", offerer)
            else:
                self.multiplier = (
                    self.multiplier * 2 if self.rules.dave == "geometric" else self.multiplier + 1
                )
                self.offerer = offerer
                self.phase = _PLAY
                self.turn = offerer
        elif code == DECLARE:
            self._declare(seat)
        elif code == SWAP:
            self._swap(seat)
        elif code == DAVE:
            self.phase = _DAVE
            self.turn = self.other(seat)
        elif code == DEBERTS:
            self.shown = deberts_cards(self.hands[seat], self.rules.deberts, self.trump)
            self._finish("deberts", seat)
        else:
            self.shown = cards(self.hands[seat] & SEVENS)
            self._finish("cancelled")

    def other(self, seat: int) -> int:
        """Return the opponent of a seat in a game for two."""
        return 1 - seat

    def _bid(self, seat: int, code: int) -> None:
        self.bids += 1
        if code == PASS:
            if self.bids == 2 * self.seats:
                self._finish("void")
            else:
                self.turn = (seat + 1) % self.seats
        elif code == REDEAL:
            hand = self.hands[seat]
            four = self.rules.four_sevens == "redeal" and hand & SEVENS == SEVENS
            self.shown = cards(hand & SEVENS if four else hand)
            self._finish("cancelled")
        elif code == KLABOR:
            self.shown = klabor_cards(self.hands[seat])
            self._finish("klabor", seat)
        else:
            self.taker = seat
            self.trump = code - ORDER
            if self.rules.concede_points:
                self.phase = _CONCESSION
                self.turn = self.first_defender()
            else:
                self._begin_play(seat, self.trump)

    def first_defender(self) -> int:
        """Return the first seat from eldest that does not play with the taker."""
        side_of = self.rules.side_of
        order = [(self.dealer + 1 + place) % self.seats for place in range(self.seats)]
        return next(seat for seat in order if side_of[seat] != side_of[self.taker])

    def _begin_play(self, taker: int, trump: int) -> None:
        """Deal the buy-in, turn the bottom card and give the lead (rules.md 3)."""
        rules = self.rules
        self.taker = taker
        self.trump = trump
        self.power = POWER[trump]
        self.values = POINTS[trump]
        if rules.upcard_to != "none":
            self.upcard_seat = self.dealer if rules.upcard_to == "dealer" else taker
        place = self.stock
        for step in range(self.seats):
            seat = (self.dealer + 1 + step) % self.seats
            count = rules.buy_in
            if seat == self.upcard_seat:
                count -= 1
                self.hands[seat] |= 1 << self.upcard
            self.hands[seat] |= mask(self.deck[place : place + count])
            place += count
        self.stock = place
        if rules.show_bottom and place < len(self.deck):
            self.bottom = self.deck[-1]
        self.whole_hands = tuple(self.hands)
        for seat in range(self.seats):
            self._note_pair(seat)
        self.turn = taker if rules.first_lead == "taker" else (self.dealer + 1) % self.seats
        self.phase = _PLAY

    def _note_pair(self, seat: int) -> None:
        """Give the seat the right to bela if it holds the trump king and queen (rules.md 5.5)."""
        pair = ROYAL_PAIR << self.trump * 8
        if self.hands[seat] & pair == pair:
            self.bela_right |= 1 << seat

    def _swap(self, seat: int) -> None:
        self.swapper = seat
        self.hands[seat] ^= 1 << self.trump * 8 + SEVEN | 1 << self.upcard
        self._note_pair(seat)

    def _declare(self, seat: int) -> None:
        hand = self.hands[seat]
        rules = self.rules
        top = best_sequence(hand, rules.hundred, self.trump if rules.suit_breaks_ties else None)
        self.declared += (Declared(seat, top, sequences(hand, rules.hundred)),)
        self.declared_seats |= 1 << seat

    def _finish(self, ending: str, victor: int | None = None) -> None:
        self.ending = ending
        self.victor = victor
        self.phase = _DONE
