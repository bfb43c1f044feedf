"""Help for the engine's tests: stacked decks, actions as text, and deals played until something happens."""

from __future__ import annotations

import random
from collections.abc import Callable, Collection, Mapping
from typing import Any

from bot.deberts.actions import BELA, CONTINUE, ORDER, PASS, Action
from bot.deberts.cards import BY_CODE, CODES, mask
from bot.deberts.match import Match
from bot.deberts.rules import Rules, make_rules
from bot.deberts.scoring import DealResult

Want = Callable[[DealResult], bool]


def cards_of(text: str) -> tuple[int, ...]:
    """Read cards like `AS TH`."""
    return tuple(BY_CODE[code] for code in text.split())


def hand_of(text: str) -> int:
    """Read a hand like `AS TH`."""
    return mask(cards_of(text))


def codes_of(cards: Collection[int]) -> str:
    """Write cards as `hand_of` reads them."""
    return " ".join(CODES[card] for card in cards)


def shuffled(rng: random.Random) -> list[int]:
    deck = list(range(32))
    rng.shuffle(deck)
    return deck


def rules_of(preset: str = "gambler", players: str | None = None, **changes: Any) -> Rules:
    lineup = {} if players is None else {"players": players}
    return make_rules({"preset": preset, **lineup, **changes})


def stacked(
    match: Match,
    hands: Mapping[int, str] | None = None,
    upcard: str = "",
    bought: Mapping[int, str] | None = None,
    bottom: str = "",
    taker: int = 0,
) -> list[int]:
    """Return a deck that deals these cards next, whoever lacks cards getting some of the others.

    `hands` are first cards, `bought` those dealt after the bidding in which `taker` has ordered; a card
    for nobody (the bottom one) is the deck's last.
    """
    rules = match.rules
    n = rules.seats
    order = [(match.dealer + 1 + step) % n for step in range(n)]
    wanted = {seat: list(cards_of((hands or {}).get(seat, ""))) for seat in order}
    buy_in = {seat: list(cards_of((bought or {}).get(seat, ""))) for seat in order}
    up = list(cards_of(upcard))
    last = list(cards_of(bottom))
    given = [*up, *last]
    for seat in order:
        given += [*wanted[seat], *buy_in[seat]]
    assert len(set(given)) == len(given)
    # The plainest of the other cards come first, so that nothing happens by chance if it can be helped.
    rest = [card for card in (BY_CODE[r + s] for r in "87JQ9TKA" for s in "SDCH") if card not in given]
    rest = rest[::3] + rest[1::3] + rest[2::3]

    def fill(cards: list[int], number: int) -> None:
        assert len(cards) <= number
        while len(cards) < number:
            cards.append(rest.pop(0))

    receiver = {"dealer": match.dealer, "taker": taker, "none": None}[rules.upcard_to]
    fill(up, 1)
    for seat in order:
        fill(wanted[seat], 6)
    for seat in order:
        fill(buy_in[seat], rules.buy_in - (seat == receiver))
    deck = [card for seat in order for card in wanted[seat][:3]]
    deck += [card for seat in order for card in wanted[seat][3:]]
    deck += up
    deck += [card for seat in order for card in buy_in[seat]]
    return [*deck, *rest, *last]


def act(match: Match, *texts: str) -> None:
    """Do these actions through the checked door."""
    for text in texts:
        match.apply(Action.parse(text))


def legal(match: Match) -> set[str]:
    return {str(action) for action in match.legal()}


def verbs(match: Match) -> set[str]:
    """Return the verbs of what may be done now."""
    return {action.verb for action in match.legal()}


def order(match: Match, taker: int, trump: str | None = None) -> None:
    """Let a seat order: the upcard's suit, or another in the second round; nobody concedes."""
    upcard = "SCDH"[match.deal.upcard >> 3] if match.deal else ""
    second = trump is not None and trump != upcard
    while True:
        seat = match.legal()[0].seat
        orders = [action for action in match.legal() if action.verb == "order"]
        is_second = orders[0].suit != "SCDH".index(upcard)
        if seat == taker and is_second == second:
            act(match, f"{taker} order {trump or upcard}")
            break
        match.push(PASS)
    if "continue" in verbs(match):
        match.push(CONTINUE)


def play_out(match: Match, rng: random.Random, does: Collection[str] = (), taker: int = 0) -> DealResult:
    """Finish the deal by random cards; `does` are the verbs (and `bela`) done whenever they can be."""
    number = len(match.results)
    while len(match.results) == number:
        codes = match.codes()
        if any(ORDER <= code < ORDER + 4 for code in codes):
            order(match, taker)
            continue
        actions = match.legal()
        named = [a for a in actions if a.verb in does or (a.bela and "bela" in does)]
        if not named:
            named = [a for a in actions if a.code < BELA] or [a for a in actions if a.code == CONTINUE]
        match.push(rng.choice(named).code)
    return match.results[-1]


def finish(match: Match, want: Want, does: Collection[str] = ()) -> DealResult:
    """Finish the deal in progress in some way that has a wanted result."""
    for seed in range(5000):
        twin = match.copy()
        result = play_out(twin, random.Random(seed), does)
        if want(result):
            for action in twin.deals[-1].actions()[len(match.deal.actions()) if match.deal else 0 :]:
                match.apply(action)
            assert match.results[-1] == result
            return result
    raise AssertionError("no such end was found")


def deal_with(match: Match, taker: int, want: Want, does: Collection[str] = ()) -> DealResult:
    """Play a deal that has a wanted result: decks and cards are tried until there is one."""
    for seed in range(60000):
        rng = random.Random(seed)
        twin = match.copy()
        deck = shuffled(rng)
        twin.start(deck)
        result = play_out(twin, rng, does, taker)
        if want(result):
            match.deal_cards(deck)
            for action in twin.deals[-1].actions():
                match.apply(action)
            assert match.results[-1] == result
            return result
    raise AssertionError("no such deal was found")


def counting(*points: int) -> Want:
    """Want a deal in which the sides count exactly these points."""
    return lambda result: result.counted == points


def outcome(name: str) -> Want:
    return lambda result: result.outcome == name
