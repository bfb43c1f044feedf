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
    SURRENDER,
    SWAP,
    Action,
)
from .cards import (
    BITS,
    CARDS_OF,
    KING,
    LAST_TRICK_POINTS,
    POINTS,
    QUEEN,
    RANK_BITS,
    ROYAL_PAIR,
    SEVEN,
    SEVENS,
    cards,
    points,
)
from .play import BEATS, playable
from .rules import Rules
from .sequences import Sequence, best_of, deberts_cards, has_sequence, klabor_cards, sequences


class Phase(IntEnum):
    """What the deal waits for."""

    BID = 0
    CONCESSION = 1
    PLAY = 2
    DAVE = 3
    DONE = 4


# The plain ints: search compares them all the time.
_BID, _CONCESSION, _PLAY, _DAVE, _DONE = (int(phase) for phase in Phase)

_SPADES, _CLUBS, _DIAMONDS, _HEARTS = CARDS_OF

# ORDERS_BUT[suit]: the orders of the second round (rules.md 4).
_ORDERS_BUT = tuple(tuple(ORDER + suit for suit in range(4) if suit != upcard) for upcard in range(4))


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
        "beats",
        "bela",
        "bela_right",
        "best",
        "bottom",
        "calls",
        "dealer",
        "dealt",
        "deck",
        "declared",
        "declared_seats",
        "ending",
        "leader",
        "led",
        "left",
        "multiplier",
        "offerer",
        "phase",
        "played",
        "points",
        "quiet",
        "replayed",
        "rules",
        "shown",
        "suits",
        "swap_right",
        "swapper",
        "taker",
        "tricks_won",
        "trump",
        "turn",
        "upcard",
        "upcard_seat",
        "values",
        "victor",
        "winner",
        "winners",
        "worth",
    )

    def __init__(self, rules: Rules, deck: Cards[int], dealer: int, replay_taker: int | None = None) -> None:
        """Deal the first cards. `replay_taker` makes it a deal without bidding (rules.md 8.1)."""
        n = rules.seats
        self.rules = rules
        self.left = left = rules.left
        self.deck = tuple(deck)
        self.dealer = dealer
        self.replayed = replay_taker is not None
        # Everything done but playing cards: how many cards had been played then, and the code.
        self.calls: list[tuple[int, int]] = []
        eldest = left[dealer]
        # Each seat's cards as dealt, as masks: six, then with the buy-in.
        self.dealt = dealt = [0] * n
        seat = eldest
        for first in range(0, 3 * n, 3):
            a, b, c = deck[first : first + 3]
            d, e, f = deck[3 * n + first : 3 * n + first + 3]
            dealt[seat] = BITS[a] | BITS[b] | BITS[c] | BITS[d] | BITS[e] | BITS[f]
            seat = left[seat]
        # Each seat's hand while cards are played, by suit; empty until then.
        self.suits: list[list[int]] = []
        self.upcard = deck[6 * n]
        self.upcard_seat: int | None = None
        self.bottom: int | None = None
        self.phase = _BID
        self.turn = eldest
        self.trump = -1
        self.taker = -1
        self.quiet = False  # whether nothing but playing cards is left, to the deal's end
        self.swap_right = -1  # the seat that holds the trump seven and may still exchange it
        self.swapper: int | None = None
        self.declared: tuple[Declared, ...] = ()
        self.declared_seats = 0  # as bits
        self.bela_right = 0  # the seats that may still announce it, as bits
        self.bela: tuple[int, int] | None = None  # the seat that announced it, the card's place in `played`
        self.played: list[int] = []  # all cards in the order played: trick after trick
        self.winners: list[int] = []  # who took each complete trick
        # Of each side: the points of its tricks, the last trick's ten included, and their number.
        self.points = [0] * rules.sides
        self.tricks_won = [0] * rules.sides
        # The trick in progress: who leads, the suit led, its points so far, who has the best card and which.
        self.leader = eldest
        self.led = 0
        self.worth = 0
        self.winner = eldest
        self.best = 0
        # The rows of `POINTS` and `BEATS` for this trump.
        self.values: tuple[int, ...] = ()
        self.beats: tuple[tuple[bool, ...], ...] = ()
        self.multiplier = 1
        self.offerer: int | None = None  # who made the last accepted dave
        self.ending = ""
        self.victor: int | None = None  # the seat that won by klabor, deberts or surrender
        self.shown: tuple[int, ...] = ()  # cards shown by klabor, deberts or redeal
        if replay_taker is not None:
            self._begin_play(replay_taker, self.upcard >> 3)

    def copy(self) -> Deal:
        """Return a deal that shares no changeable state with this one."""
        twin = Deal.__new__(Deal)
        twin.rules = self.rules
        twin.deck = self.deck
        twin.dealer = self.dealer
        twin.replayed = self.replayed
        twin.left = self.left
        twin.calls = self.calls[:]
        twin.dealt = self.dealt[:]
        twin.suits = [hand[:] for hand in self.suits]
        twin.upcard = self.upcard
        twin.upcard_seat = self.upcard_seat
        twin.bottom = self.bottom
        twin.phase = self.phase
        twin.turn = self.turn
        twin.trump = self.trump
        twin.taker = self.taker
        twin.quiet = self.quiet
        twin.swap_right = self.swap_right
        twin.swapper = self.swapper
        twin.declared = self.declared
        twin.declared_seats = self.declared_seats
        twin.bela_right = self.bela_right
        twin.bela = self.bela
        twin.played = self.played[:]
        twin.winners = self.winners[:]
        twin.points = self.points[:]
        twin.tricks_won = self.tricks_won[:]
        twin.leader = self.leader
        twin.led = self.led
        twin.worth = self.worth
        twin.winner = self.winner
        twin.best = self.best
        twin.values = self.values
        twin.beats = self.beats
        twin.multiplier = self.multiplier
        twin.offerer = self.offerer
        twin.ending = self.ending
        twin.victor = self.victor
        twin.shown = self.shown
        return twin

    # Hands

    @property
    def hands(self) -> tuple[int, ...]:
        """Each seat's cards now, as masks."""
        if not self.suits:
            return tuple(self.dealt)
        return tuple(self.hand(seat) for seat in range(self.rules.seats))

    def hand(self, seat: int) -> int:
        """Return a seat's cards now, as a mask."""
        if not self.suits:
            return self.dealt[seat]
        spades, clubs, diamonds, hearts = self.suits[seat]
        return spades | clubs << 8 | diamonds << 16 | hearts << 24

    @property
    def whole_hands(self) -> tuple[int, ...]:
        """Each seat's hand when play began, before its swap; empty until the buy-in."""
        return tuple(self.dealt) if self.suits else ()

    # What has been done

    @property
    def log(self) -> tuple[int, ...]:
        """The codes of everything done, in order."""
        log = self.played[:]
        if self.bela is not None:
            log[self.bela[1]] |= BELA
        for place, (played, code) in enumerate(self.calls):
            log.insert(place + played, code)
        return tuple(log)

    @property
    def count(self) -> int:
        """How many things have been done."""
        return len(self.played) + len(self.calls)

    def actions(self) -> list[Action]:
        """Return everything done, in order, by whom: the deal is played again."""
        again = Deal(self.rules, self.deck, self.dealer, self.taker if self.replayed else None)
        done = []
        for code in self.log:
            done.append(Action(again.turn, code))
            again.push(code)
        return done

    @property
    def trick(self) -> tuple[int, ...]:
        """The cards of the trick in progress, from its leader."""
        return tuple(self.played[len(self.winners) * self.rules.seats :])

    def tricks(self) -> tuple[Trick, ...]:
        """Return the complete tricks."""
        tricks = []
        n = self.rules.seats
        leader = self.first_leader
        last = len(self.winners) - 1 if self.ending == "played" else None
        for number, winner in enumerate(self.winners):
            cards = tuple(self.played[number * n : (number + 1) * n])
            worth = sum(self.values[card] for card in cards) + LAST_TRICK_POINTS * (number == last)
            tricks.append(Trick(leader, cards, winner, worth))
            leader = winner
        return tuple(tricks)

    # What is legal

    def codes(self) -> tuple[int, ...]:
        """Return the codes of everything the seat at turn may do; empty when the deal is done."""
        if not self.quiet and self.phase != _PLAY:
            return self._other_codes()
        seat = self.turn
        if seat == self.leader:
            spades, clubs, diamonds, hearts = self.suits[seat]
            found = _SPADES[spades] + _CLUBS[clubs] + _DIAMONDS[diamonds] + _HEARTS[hearts]
        else:
            rules = self.rules
            found = playable(
                self.suits[seat],
                self.led,
                self.trump,
                self.best,
                rules.overtrump_ruff,
                rules.partner_exempt and self.winner == (seat + 2) % 4,
            )
        return found if self.quiet else found + self._calls(found)

    def _other_codes(self) -> tuple[int, ...]:
        """Return what may be done while no card can be played."""
        if self.phase == _BID:
            return self._bid_codes()
        if self.phase == _DONE:
            return ()
        return (CONCEDE, CONTINUE) if self.phase == _CONCESSION else (ACCEPT, SURRENDER)

    def _bid_codes(self) -> tuple[int, ...]:
        rules = self.rules
        suit = self.upcard >> 3
        if self.first_round:
            found: tuple[int, ...] = (PASS, ORDER + suit)
        elif rules.forced_dealer and self.turn == self.dealer:
            found = _ORDERS_BUT[suit]
        else:
            found = _ORDERS_BUT[suit] + (PASS,)
        if rules.redeals and self.may_redeal():
            found += (REDEAL,)
        if rules.klabor and klabor_cards(self.dealt[self.turn]):
            found += (KLABOR,)
        return found

    @property
    def first_round(self) -> bool:
        """Whether, while bidding, some seat has not bid yet."""
        return len(self.calls) < self.rules.seats

    def _calls(self, playable_cards: tuple[int, ...]) -> tuple[int, ...]:
        """Return what the seat at turn may do besides just playing one of these cards (rules.md 5)."""
        seat = self.turn
        rules = self.rules
        found: tuple[int, ...] = ()
        if self.bela_right >> seat & 1:
            royals = (self.trump * 8 + KING, self.trump * 8 + QUEEN)
            found = tuple([card | BELA for card in playable_cards if card in royals])
        if not self.winners and not self.declared_seats >> seat & 1:
            if not self.replayed:
                hand = self.dealt[seat] if seat != self.swapper else self.hand(seat)
                if rules.redeals and self.may_redeal():
                    found += (REDEAL,)
                if rules.deberts != "off" and deberts_cards(hand, rules.deberts, self.trump):
                    found += (DEBERTS,)
                if has_sequence(hand):
                    found += (DECLARE,)
            if seat == self.swap_right:
                found += (SWAP,)
        if rules.dave != "off" and self.offerer != seat:
            found += (DAVE,)
        return found

    def may_redeal(self) -> bool:
        """Tell whether the seat at turn may call for new cards, bidding or before its first card."""
        rules = self.rules
        hand = self.hand(self.turn)
        # (A swap gives a seven away and so ends this right by itself.)
        if rules.four_sevens == "redeal" and hand & SEVENS == SEVENS:
            return True
        weak = rules.weak_hand_below
        return weak > 0 and self.phase == _BID and self.first_round and points(hand) < weak

    # What follows

    def push(self, code: int) -> bool:
        """Do what the seat at turn may do, one of `codes`; returns whether that was the end of the deal."""
        seat = self.turn
        if code >= BELA:
            if code >= PASS:
                self.calls.append((len(self.played), code))
                self._call(seat, code)
                return self.phase == _DONE
            self.bela = (seat, len(self.played))
            self.bela_right = 0
            code -= BELA
        self.played.append(code)
        suit = code >> 3
        self.suits[seat][suit] -= RANK_BITS[code]
        if seat == self.leader:
            self.led = suit
            self.worth = self.values[code]
            self.winner = seat
            self.best = code
            self.turn = self.left[seat]
            return False
        self.worth += self.values[code]
        if self.beats[self.best][code]:
            self.winner = seat
            self.best = code
        seat = self.left[seat]
        if seat != self.leader:
            self.turn = seat
            return False
        # That was the trick's last card.
        self.turn = self.leader = winner = self.winner
        self.winners.append(winner)
        rules = self.rules
        side = rules.side_of[winner]
        self.points[side] += self.worth
        self.tricks_won[side] += 1
        if len(self.winners) == rules.tricks:
            self.points[side] += LAST_TRICK_POINTS
            self._finish("played")
            return True
        if not self.quiet:
            self.quiet = not self.bela_right and rules.dave == "off"
        return False

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
            self._answer_dave(code, offerer=1 - seat)
        elif code == DECLARE:
            self._declare(seat)
        elif code == SWAP:
            self._swap(seat)
        elif code == DAVE:
            self.phase = _DAVE
            self.turn = 1 - seat
        elif code == DEBERTS:
            self.shown = deberts_cards(self.hand(seat), self.rules.deberts, self.trump)
            self._finish("deberts", seat)
        else:
            self._cancel(seat)

    def _answer_dave(self, code: int, offerer: int) -> None:
        """Accept or surrender (rules.md 6.1); dave is for two seats only."""
        if code == SURRENDER:
            self._finish("surrendered", offerer)
            return
        self.multiplier = self.multiplier * 2 if self.rules.dave == "geometric" else self.multiplier + 1
        self.offerer = offerer
        self.phase = _PLAY
        self.turn = offerer

    def _bid(self, seat: int, code: int) -> None:
        if code == PASS:
            if len(self.calls) == 2 * self.rules.seats:
                self._finish("void")
            else:
                self.turn = self.left[seat]
        elif code == REDEAL:
            self._cancel(seat)
        elif code == KLABOR:
            self.shown = klabor_cards(self.dealt[seat])
            self._finish("klabor", seat)
        else:
            self.taker = seat
            self.trump = code - ORDER
            if self.rules.concede_points:
                self.phase = _CONCESSION
                self.turn = self._first_defender()
            else:
                self._begin_play(seat, self.trump)

    def _cancel(self, seat: int) -> None:
        """Show what gives the right to new cards: the four sevens, or all of a weak hand (rules.md 4)."""
        hand = self.hand(seat)
        four = self.rules.four_sevens == "redeal" and hand & SEVENS == SEVENS
        self.shown = cards(SEVENS if four else hand)
        self._finish("cancelled")

    def _first_defender(self) -> int:
        """Return the first seat from eldest that does not play with the taker."""
        side_of = self.rules.side_of
        seat = self.left[self.dealer]
        while side_of[seat] == side_of[self.taker]:
            seat = self.left[seat]
        return seat

    def _begin_play(self, taker: int, trump: int) -> None:
        """Deal the buy-in, turn the bottom card and give the lead (rules.md 3)."""
        rules = self.rules
        deck = self.deck
        dealt = self.dealt
        self.taker = taker
        self.trump = trump
        self.values = POINTS[trump]
        self.beats = BEATS[trump]
        if rules.upcard_to != "none":
            self.upcard_seat = self.dealer if rules.upcard_to == "dealer" else taker
            dealt[self.upcard_seat] |= BITS[self.upcard]
        self.suits = suits = [dealt] * rules.seats
        seat = self.left[self.dealer]
        place = 6 * rules.seats + 1
        for _ in dealt:
            end = place + rules.buy_in - (seat == self.upcard_seat)
            hand = dealt[seat]
            for card in deck[place:end]:
                hand |= BITS[card]
            dealt[seat] = hand
            suits[seat] = [hand & 255, hand >> 8 & 255, hand >> 16 & 255, hand >> 24]
            if suits[seat][trump] & ROYAL_PAIR == ROYAL_PAIR:
                self.bela_right = 1 << seat
            place = end
            seat = self.left[seat]
        if rules.show_bottom and place < 32:
            self.bottom = deck[-1]
        if trump == self.upcard >> 3 and self.upcard_seat is None and rules.seven_exchange != "off":
            self.swap_right = self._seven_holder()
        self.turn = self.leader = self.first_leader
        self.phase = _PLAY

    def _seven_holder(self) -> int:
        """Return the seat that may exchange the trump seven, or -1 (rules.md 5)."""
        for seat, hand in enumerate(self.suits):
            if hand[self.trump] >> SEVEN & 1:
                return seat if self.rules.seven_exchange == "any" or seat == self.taker else -1
        return -1

    @property
    def first_leader(self) -> int:
        """The seat that leads to the first trick (rules.md 3)."""
        return self.taker if self.rules.first_lead == "taker" else self.left[self.dealer]

    def _swap(self, seat: int) -> None:
        self.swapper = seat
        self.swap_right = -1
        hand = self.suits[seat]
        hand[self.trump] ^= 1 << SEVEN | RANK_BITS[self.upcard]
        # Bela needs both cards after the seat's own swap (rules.md 5.5).
        if hand[self.trump] & ROYAL_PAIR == ROYAL_PAIR:
            self.bela_right = 1 << seat

    def _declare(self, seat: int) -> None:
        rules = self.rules
        found = sequences(self.hand(seat), rules.hundred)
        best = best_of(found, self.trump if rules.suit_breaks_ties else None)
        self.declared += (Declared(seat, best, found),)
        self.declared_seats |= 1 << seat

    def _finish(self, ending: str, victor: int | None = None) -> None:
        self.ending = ending
        self.victor = victor
        self.phase = _DONE
