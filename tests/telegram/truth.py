"""What lies where in every match, read from the bot's file beside the bot and replayed step by step."""

from __future__ import annotations

import json
import sqlite3
from dataclasses import dataclass, field
from pathlib import Path

from bot.deberts.actions import Action
from bot.deberts.cards import cards
from bot.deberts.deal import Deal
from bot.deberts.match import Match
from bot.deberts.record import read_deck
from bot.deberts.rules import make_rules
from bot.deberts.view import public_view


@dataclass(frozen=True, slots=True)
class Cards:
    """The cards of one deal: what everybody may name, and what each player holds."""

    deal: int
    open: frozenset[int]
    hands: dict[int, frozenset[int]]

    def known_to(self, users: frozenset[int]) -> frozenset[int]:
        """Return what may be named where all these people, and nobody else, read along."""
        return self.open.union(*(hand for user, hand in self.hands.items() if user in users))


@dataclass(slots=True)
class Followed:
    """A room with its match as far as the file has it; `people` has 0 for a seat that was left."""

    id: int
    chat_id: int
    phase: str
    people: tuple[int, ...]
    match: Match
    nonces: list[str] = field(default_factory=list)
    decks: list[list[str]] = field(default_factory=list)
    done: int = 0
    dealt_at: float = 0.0
    ended: list[Cards] = field(default_factory=list)
    """The deals before the present one, each as it ended."""
    left: list[tuple[float, int, frozenset[int]]] = field(default_factory=list)
    """Who has left the present deal, and when, with what they held by then."""

    def now(self) -> Cards:
        """Return the present deal; after a match nobody holds anything."""
        match = self.match
        if match.deal is None:
            return Cards(len(match.deals) - 1, self._kept(None), {})
        hands = zip(self.people, match.deal.hands, strict=True)
        return Cards(
            len(match.deals),
            _open(match, match.deal) | self._kept(match.deal),
            {user: frozenset(cards(hand)) for user, hand in hands},
        )

    def _kept(self, deal: Deal | None) -> frozenset[int]:
        """Return what of the deal before may still be named: what ended it, and the last trick of all."""
        found: set[int] = set()
        if self.match.deals:
            last = self.match.deals[-1]
            found.update(last.shown)
            tried = [one for one in self.match.deals if one.winners]
            if tried and (deal is None or not deal.winners):
                found.update(tried[-1].tricks()[-1].cards)
        return frozenset(found)


def _played(deal: Deal) -> frozenset[int]:
    return frozenset(deal.shown).union(*(trick.cards for trick in deal.tricks()))


def _open(match: Match, deal: Deal) -> frozenset[int]:
    """Return what lies or has lain open in a deal, by the rules of the game and not by our views."""
    found = {deal.upcard, *deal.trick, *deal.shown}
    found.update(card for trick in deal.tricks() for card in trick.cards)
    if match.rules.show_bottom and deal.bottom is not None:
        found.add(deal.bottom)
    if deal.swapper is not None:
        found.add(deal.upcard & 24)  # the seven of trumps, which lies where the upcard was
    view = public_view(match).deal
    assert view is not None
    # Which sequences are shown is the one thing taken from the views.
    found.update(card for one in view.declared for run in one.shown for card in run.cards)
    return frozenset(found)


class Truth:
    """Follows the journal of a file that another connection, or another process, writes."""

    def __init__(self, path: Path) -> None:
        self._file = sqlite3.connect(f"file:{path}?mode=ro", uri=True, timeout=10)
        self._version = -1
        self.rooms: dict[int, Followed] = {}
        self.nonces: set[str] = set()

    def close(self) -> None:
        """Let go of the file."""
        self._file.close()

    def look(self, now: float = 0.0) -> dict[int, Followed]:
        """Return every room that has been dealt, as it is now; `now` is noted as the time of new deals."""
        version = self._file.execute("PRAGMA data_version").fetchone()[0]
        if version == self._version:
            return self.rooms
        self._file.execute("BEGIN")
        try:
            self._read(now)
        finally:
            self._file.execute("COMMIT")
        self._version = version
        return self.rooms

    def _read(self, now: float) -> None:
        for room_id, chat_id, phase, rules, dealer in self._file.execute(
            "SELECT id, chat_id, phase, rules, first_dealer FROM rooms WHERE first_dealer IS NOT NULL"
        ).fetchall():
            room = self.rooms.get(room_id)
            seats = (
                "SELECT CASE WHEN vacant THEN 0 ELSE user_id END FROM seats WHERE room_id = ? ORDER BY seat"
            )
            people = tuple(user for (user,) in self._file.execute(seats, (room_id,)))
            if room is None:
                room = Followed(room_id, chat_id, "", people, Match(make_rules(json.loads(rules)), dealer))
                self.rooms[room_id] = room
            over = room.phase in ("finished", "stopped")
            room.chat_id, room.phase = chat_id, phase
            if not over:
                self._seat(room, people, now)
                self._follow(room, now)

    def _seat(self, room: Followed, people: tuple[int, ...], now: float) -> None:
        """Note who has left and who has come."""
        hands = room.now().hands
        gone = [user for user in room.people if user and user not in people]
        room.left += [(now, user, hands.get(user, frozenset())) for user in gone]
        room.people = people

    def _follow(self, room: Followed, now: float) -> None:
        match = room.match
        number = len(match.deals)
        deals = self._file.execute(
            "SELECT number, deck, nonce FROM deals WHERE room_id = ? AND number >= ? ORDER BY number",
            (room.id, number),
        ).fetchall()
        for number, deck, nonce in deals:
            if number == len(room.decks):
                room.decks.append(deck.split())
                room.nonces.append(nonce)
                self.nonces.add(nonce)
                match.deal_cards(read_deck(deck.split()))
                room.done, room.dealt_at, room.left = 0, now, []
            actions = self._file.execute(
                "SELECT action FROM actions WHERE room_id = ? AND deal = ? AND place >= ? ORDER BY place",
                (room.id, number, room.done),
            ).fetchall()
            for (action,) in actions:
                last = room.now()
                match.apply(Action.parse(action))
                room.done += 1
                if match.deal is None:
                    ended = match.deals[-1]
                    room.ended.append(Cards(last.deal, _played(ended) | last.open, last.hands))
