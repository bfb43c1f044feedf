"""Plays deals by seed and writes down every public answer at every state.

Nothing here depends on the order in which the engine lists actions: players choose from the sorted texts.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable
from itertools import repeat, starmap
from typing import NamedTuple

from bot.deberts.actions import Action
from bot.deberts.cards import CODES, JACK, card_of
from bot.deberts.errors import DebertsError
from bot.deberts.match import Match
from bot.deberts.rules import Rules
from bot.deberts.view import PublicView, SeatView, public_view, seat_view

from .printer import NO_BREAK, Block, changes, facts, seat_line, wrapped

# How often a seat that may say this does.
_EAGER = {
    "redeal": 0.9,
    "klabor": 1.0,
    "deberts": 1.0,
    "swap": 0.8,
    "declare": 0.8,
    "dave": 0.06,
    "surrender": 0.25,
    "concede": 0.2,
}
_MOST_DEALS = 50


class Script(NamedTuple):
    """How a deal goes: the deck is `top`, then the other cards as `seed` shuffles them.

    The seats first do what `acts` says (texts of actions, a comma between), then as chance has it. `states`
    says whether every state is written down, or only what came of the deal.
    """

    seed: int
    top: str = ""
    acts: str = ""
    states: bool = True


class Played(NamedTuple):
    """A deal that was played: its deck and everything done in it."""

    deck: tuple[int, ...]
    actions: tuple[Action, ...]


def deck_of(script: Script) -> tuple[int, ...]:
    """Return the deck of a script, in dealing order."""
    top = [card_of(code) for code in script.top.split()]
    draw = random.Random(script.seed).random
    keys = list(starmap(draw, repeat((), 32)))
    return (*top, *sorted(set(range(32)) - set(top), key=keys.__getitem__))


def choose(match: Match, chance: Callable[[], float]) -> Action:
    """Choose as a hasty player would: bid on trumps, say what can be said, play any card."""
    actions = sorted(match.legal(), key=str)
    for action in actions:
        if chance() < _EAGER.get(action.verb, 0.7 * action.bela):
            return action
    orders = [action for action in actions if action.suit is not None]
    if orders:
        hand = seat_view(match, actions[0].seat).hand
        best = max(orders, key=lambda order: _trumps(hand, order.suit))
        if chance() < (0.8 if _trumps(hand, best.suit) > 3 else 0.1):
            return best
    quiet = [action for action in actions if action.verb not in _EAGER and action not in orders]
    quiet = quiet or orders or actions
    return quiet[int(chance() * len(quiet))]


def _trumps(hand: tuple[int, ...], suit: int | None) -> int:
    return sum((card >> 3 == suit) + (card == (suit or 0) * 8 + JACK) for card in hand)


def play(match: Match, script: Script) -> Played:
    """Play the next deal of a match."""
    deck = deck_of(script)
    chance = random.Random(f"play {script.seed}").random
    acts = [Action.parse(text.strip()) for text in script.acts.split(",") if text.strip()]
    match.deal_cards(deck)
    done = []
    while match.deal is not None:
        action = acts.pop(0) if acts else choose(match, chance)
        match.apply(action)
        done.append(action)
    return Played(deck, tuple(done))


def play_to_end(rules: Rules, first_dealer: int, seed: int) -> list[Played]:
    """Play a whole match: deal k is that of seed `1000 * seed + k`."""
    match = Match(rules, first_dealer)
    deals: list[Played] = []
    while not match.over:
        assert len(deals) < _MOST_DEALS, "the match does not end"
        deals.append(play(match, Script(1000 * seed + len(deals))))
    return deals


class Transcript:
    """What is written about a match: a block for every state."""

    def __init__(self, rules: Rules, first_dealer: int) -> None:
        self.match = Match(rules, first_dealer)
        self.blocks: list[Block] = []
        self._facts = facts(public_view(self.match))
        self._seats: list[SeatView | None] = [None] * rules.seats

    def deal(self, played: Played, states: bool = True) -> bool:
        """Write a deal, with every state or only what came of it; returns False if it was refused."""
        match = self.match
        deck = " ".join(CODES[card] for card in played.deck)
        self.blocks.append(Block(f"deal {len(match.deals)}, dealer {match.dealer}", (deck,)))
        head = ""
        try:
            match.deal_cards(played.deck)
            if not states:
                self._facts = facts(public_view(match))
                acts = ", ".join(str(action).replace(" ", NO_BREAK) for action in played.actions)
                self.blocks.append(Block("acts", (acts,)))
            else:
                self._seats = [None] * match.rules.seats
                self._state("")
            for action in played.actions:
                head = str(action)
                match.apply(action)
                if states:
                    self._state(head)
            if not states:
                self._add("", public_view(match), ())
        except DebertsError as error:
            self.blocks.append(Block(head, refused=str(error)))
            return False
        return True

    def _state(self, head: str) -> None:
        public = public_view(self.match)
        seats = []
        for seat, before in enumerate(self._seats):
            view = seat_view(self.match, seat)
            line = seat_line(view, before, public)
            if line:
                seats.append(line)
            self._seats[seat] = view
        self._add(head, public, tuple(seats))

    def _add(self, head: str, public: PublicView, seats: tuple[str, ...]) -> None:
        now = facts(public)
        items = changes(self._facts, now)
        self._facts = now
        deal = self.match.deal
        if deal is not None and deal.winners and "trick=-" in items:
            items.append("points=" + ",".join(map(str, _points(self.match))))
        self.blocks.append(Block(head, tuple(items), seats))


def lines_of(blocks: Iterable[Block]) -> list[str]:
    """Return a transcript as lines."""
    lines = []
    for block in blocks:
        if block.head.startswith("deal "):
            lines += ["", block.head, *wrapped(block.items[0], "deck ")]
        elif block.head == "acts":
            lines += wrapped(block.items[0])
        else:
            lines += block.lines()
    return lines


def _points(match: Match) -> list[int]:
    """Return the card points that each seat has taken in the deal so far."""
    assert match.deal is not None
    points = [0] * match.rules.seats
    for trick in match.deal.tricks():
        points[trick.winner] += trick.points
    return points
