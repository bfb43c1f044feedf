"""Rooms for screens to show: real matches played at random, seen through views."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence

from bot.deberts.actions import Action
from bot.deberts.cards import card_of
from bot.deberts.match import Match
from bot.deberts.rules import Rules, make_rules
from bot.deberts.view import public_view, seat_view
from bot.rooms.views import ConsoleView, Phase, Player, RoomView

# What every room here says of its count of actions: screens only pass it on.
ACTIONS = 5
NAMES = ("Анна", "Борис", "Вера", "Глеб")


def room_of(
    match: Match | None,
    rules: Rules | None = None,
    *,
    names: Sequence[str | None] = NAMES,
    phase: Phase | None = None,
    unreachable: Sequence[int] = (),
    page: str = "",
    turn_since: float = 0.0,
    title: str = "Вечерний деберц",
    stopped_by: str | None = None,
) -> RoomView:
    rules = match.rules if match is not None else rules or make_rules({})
    if phase is None:
        phase = Phase.LOBBY if match is None else Phase.FINISHED if match.over else Phase.PLAYING
    seats = tuple(
        None if name is None else Player(100 + seat, name, seat not in unreachable)
        for seat, name in enumerate(names[: rules.seats])
    )
    return RoomView(
        id=7,
        phase=phase,
        chat_id=-100,
        thread_id=None,
        title=title,
        language="ru",
        rules=rules,
        owner_id=100,
        seats=seats,
        version=1,
        revision=2,
        page=page,
        deal_number=0 if match is None else len(match.results),
        action_count=ACTIONS,
        turn_since=turn_since,
        created_at=0.0,
        match=None if match is None else public_view(match),
        stopped_by=stopped_by,
    )


def console_of(match: Match, seat: int, room: RoomView | None = None) -> ConsoleView:
    return ConsoleView(room or room_of(match), seat, seat_view(match, seat))


def play(match: Match, *actions: str) -> Match:
    for action in actions:
        match.apply(Action.parse(action))
    return match


def deal(rules: Rules, dealer: int, *hands: str, rest: str = "") -> Match:
    """Start a match with these first six cards per seat; `rest` are the cards after them."""
    match = Match(rules, dealer)
    match.deal_cards(deck(rules.seats, dealer, hands, rest))
    return match


def deck(seats: int, dealer: int, hands: Sequence[str], rest: str = "") -> list[int]:
    given = [[card_of(code) for code in hand.split()] for hand in hands]
    order = [(dealer + 1 + place) % seats for place in range(seats)]
    cards = [card for part in (slice(0, 3), slice(3, 6)) for seat in order for card in given[seat][part]]
    cards += [card_of(code) for code in rest.split()]
    return cards + [card for card in range(32) if card not in cards]


def random_match(rules: Rules, seed: int, most: int = 4000) -> Iterator[Match]:
    """Play a match at random and yield it (always the same object) before each action and at its end."""
    chance = random.Random(seed)
    match = Match(rules, chance.randrange(rules.seats))
    for _ in range(most):
        if match.over:
            break
        if match.needs_deck:
            cards = list(range(32))
            chance.shuffle(cards)
            match.deal_cards(cards)
        yield match
        codes = match.codes()
        # Calls are rarer than cards: they must not drown in them.
        calls = [code for code in codes if code >= 32]
        match.push(chance.choice(calls) if calls and chance.random() < 0.6 else chance.choice(codes))
    yield match


def until(rules: Rules, seed: int, wanted: Callable[[Match], bool]) -> Match:
    """Return the first state of a random match for which `wanted` holds."""
    for match in random_match(rules, seed):
        if wanted(match):
            return match
    raise AssertionError("never reached")
