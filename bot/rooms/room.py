"""One room in memory: what is stored of it, who sits there (`seating`), and its match.

The rules of a match in progress live here; nothing here waits, stores or sends.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields, replace
from operator import attrgetter

from bot.deberts.actions import Action
from bot.deberts.errors import IllegalActionError
from bot.deberts.match import Match, Outcome
from bot.deberts.record import DealRecord, commitment, make_record, read_deck, replay
from bot.deberts.rules import make_rules
from bot.deberts.view import PublicView, public_view, seat_view
from bot.store.absences import SubstituteRow
from bot.store.people import ChatRow, UserRow
from bot.store.rooms import DealRow, RoomRow

from .errors import IllegalMoveError, RefusalError
from .limits import REMINDERS, SLOW_CLOCK, VACANT_SECONDS
from .parts import parts, present_part
from .seating import Seating
from .views import (
    ConsoleView,
    Ending,
    Phase,
    Player,
    RoomView,
    SavedRules,
    SeatRequest,
    TurnClock,
)

# All fields of a row at once; what they hold is replaced, never changed.
_values_of = attrgetter(*(one.name for one in fields(RoomRow)))


class Room(Seating):
    """A room with its lock's worth of state. Changes go through the methods, each of which checks first."""

    def __init__(
        self,
        row: RoomRow,
        chat: ChatRow,
        seats: list[UserRow | None],
        journal: list[DealRow],
        left: Mapping[int, UserRow] | None = None,
        substitutes: Mapping[int, SubstituteRow] | None = None,
    ) -> None:
        """Rebuild a room from what is stored; the match is the fold of its journal."""
        self.row = row
        self.chat = chat
        self.seats = seats
        # Who left the vacant seats, and who asks for them, by seat.
        self.left = dict(left or {})
        self.substitutes = dict(substitutes or {})
        self.rules = make_rules(row.rules)
        self.journal = journal
        # The rules the group keeps, as far as the lobby shows them.
        self.saved: tuple[SavedRules, ...] = ()
        self.match: Match | None = None
        # The last picture, and all that it was made of.
        self._pictured: tuple[object, RoomView] | None = None
        if row.first_dealer is not None:
            self.match = replay(
                {
                    "format": "deberts/1",
                    "rules": row.rules,
                    "first_dealer": row.first_dealer,
                    "deals": [{"deck": deal.deck.split(), "actions": deal.actions} for deal in journal],
                }
            )
        # What the decks are committed to: all that leaves the room of a deck before the match is over.
        self.commitments = [_commitment(deal) for deal in journal]

    def touch(self, now: float) -> None:
        """Note that something is done at the table: a room that is touched does not expire."""
        self.row.changed_at = now

    def start(self, first_dealer: int) -> None:
        """Begin the match; the first deck is still to come."""
        self.row.phase = Phase.PLAYING
        self.row.page = ""
        self.row.first_dealer = first_dealer
        self.match = Match(self.rules, first_dealer)

    # Match

    def require_seat(self, user_id: int) -> int:
        """Return the seat of a player, or raise."""
        seat = self.seat_of(user_id)
        if seat is None:
            raise RefusalError("not-seated")
        return seat

    def move(self, user_id: int, deal: int, count: int, code: int) -> Action:
        """Check a move in the order room, seat, already done, turn, current, legal, and do it."""
        if self.match is None:
            raise RefusalError("room-over" if not self.live else "not-started")
        seat = self.require_seat(user_id)
        action = Action(seat, code)
        if self.was_done(deal, count, action):
            raise RefusalError("already-done")
        match = self.match
        if not self.live or match.deal is None:
            raise RefusalError("room-over")
        if match.deal.turn != seat:
            raise IllegalMoveError(IllegalActionError("not-your-turn", seat=match.deal.turn))
        if deal != len(match.deals):
            raise RefusalError("stale-deal")
        if count != match.deal.count:
            raise RefusalError("stale-move")
        self.play(seat, code)
        self.row.stand_ins &= ~(1 << seat)
        return action

    def move_here(self, user_id: int, deal: int, part: int, code: int) -> Action:
        """Do the same from the group's table, whose buttons are good for a part of a deal (`parts`)."""
        match = self.match
        if match is None:
            raise RefusalError("room-over" if not self.live else "not-started")
        seat = self.require_seat(user_id)
        if self._was_done_in(deal, part, Action(seat, code)):
            raise RefusalError("already-done")
        if not self.live or match.deal is None:
            raise RefusalError("room-over")
        if match.deal.turn != seat:
            raise IllegalMoveError(IllegalActionError("not-your-turn", seat=match.deal.turn))
        if deal != len(match.deals):
            raise RefusalError("stale-deal")
        view = public_view(match).deal
        if view is None or part != present_part(view):
            raise RefusalError("stale-move")
        action = self.play(seat, code)
        self.row.stand_ins &= ~(1 << seat)
        return action

    def _was_done_in(self, deal: int, part: int, action: Action) -> bool:
        """Tell whether a seat has done this in this part of a deal; with bela or without it is one card."""
        if not 0 <= deal < len(self.journal):
            return False
        return any(
            at == part
            and done.seat == action.seat
            and (done.code == action.code or (done.card is not None and done.card == action.card))
            for done, at in parts(self.journal[deal].actions, self.rules.seats)
        )

    def play(self, seat: int, code: int) -> Action:
        """Do an act of a seat if the rules of the game allow it."""
        assert self.match is not None
        action = Action(seat, code)
        try:
            self.match.apply(action)
        except IllegalActionError as error:
            raise IllegalMoveError(error) from None
        self.journal[-1].actions.append(str(action))
        return action

    def was_done(self, deal: int, count: int, action: Action) -> bool:
        """Tell whether this very act stands in the journal at this very place."""
        if not 0 <= deal < len(self.journal):
            return False
        actions = self.journal[deal].actions
        return 0 <= count < len(actions) and actions[count] == str(action)

    def deal_cards(self, deal: DealRow) -> None:
        """Deal the next deck of the match."""
        assert self.match is not None
        self.match.deal_cards(read_deck(deal.deck.split()))
        self.journal.append(deal)
        self.commitments.append(_commitment(deal))

    def finish(self, now: float) -> None:
        """Close a match that somebody has won."""
        assert self.match is not None
        outcome = self.match.outcome
        self.row.phase = Phase.FINISHED
        self.row.ended_at = now
        self.row.winners = list(outcome.winners)
        self.row.result = list(outcome.result)

    def end_for_others(self, seat: int, now: float) -> None:
        """Close a match as it stands, won by all sides but that of a seat."""
        assert self.match is not None
        loser = self.rules.side_of[seat]
        self.row.phase = Phase.FINISHED
        self.row.ended_at = now
        self.row.winners = [side for side in range(self.rules.sides) if side != loser]
        self.row.result = list(self.match.sheet.totals)

    def stop(self, by: str, now: float) -> None:
        """End the room for good, as it stands."""
        if not self.live:
            raise RefusalError("room-over")
        self.row.phase = Phase.STOPPED
        self.row.stopped_by = by
        self.row.ended_at = now
        self.row.page = ""
        if self.match is not None:
            self.row.winners = []
            self.row.result = list(self.match.sheet.totals)

    # The clock of the present turn

    def wind(self, now: float) -> None:
        """Begin a turn: nobody has been told, reminded or nudged yet."""
        row = self.row
        row.overdue = False
        # At a vacant seat there is nobody to be told.
        row.told = self.turn is not None and self.seats[self.turn] is None
        row.reminded = 0
        row.nudged_by = None
        row.deadline = now + self.turn_seconds if self._clock_runs else None
        self.set_alarm()

    def set_alarm(self) -> None:
        """Find when the clock is to be looked at next: at a reminder or at the end of the turn."""
        row = self.row
        row.wake_at = None if row.overdue else row.deadline
        left = self.reminders
        if row.wake_at is not None and row.told and row.reminded < len(left):
            row.wake_at -= left[row.reminded]

    def heed(self, now: float, *seats: int) -> None:
        """Let the clock rest if nobody is there any more, and run again if somebody is.

        A turn of one of `seats`, where somebody has come or gone, begins anew.
        """
        if self.turn in seats or self._clock_runs != (self.row.deadline is not None):
            self.wind(now)

    def is_back(self, seat: int, now: float) -> None:
        """Note that somebody is there again whom the bot has played for; a turn of theirs begins anew."""
        self.row.stand_ins &= ~(1 << seat)
        self.heed(now, seat)

    @property
    def turn_seconds(self) -> int:
        """How long the present turn may take; a vacant seat is not waited for as long as a player."""
        row = self.row
        is_vacant = self.turn is not None and self.seats[self.turn] is None
        if is_vacant and row.clock_then == "play":
            return min(row.clock_seconds, VACANT_SECONDS)
        return row.clock_seconds

    @property
    def reminders(self) -> tuple[float, ...]:
        """How long before the end of the present turn its player is to be reminded."""
        row, seat = self.row, self.turn
        if seat is None or self.seats[seat] is None:
            return ()
        if row.stand_ins >> seat & 1 and row.clock_seconds < SLOW_CLOCK:
            return ()
        return REMINDERS.get(row.clock_seconds, ())

    @property
    def turn(self) -> int | None:
        """The seat that a match in progress waits for."""
        if self.phase is not Phase.PLAYING or self.match is None or self.match.deal is None:
            return None
        return self.match.deal.turn

    @property
    def _clock_runs(self) -> bool:
        """Whether the present turn has an end: not while nobody is there, the bot would play with itself."""
        there = (
            user is not None and not self.row.stand_ins >> seat & 1 for seat, user in enumerate(self.seats)
        )
        return bool(self.row.clock_seconds) and self.turn is not None and any(there)

    # Pictures

    def view(self) -> RoomView:
        """Return what everybody in the group may know; the same picture as long as nothing of it changes."""
        made_of = (
            _values_of(self.row),
            self.rules,
            self.chat,
            tuple(self.seats),
            tuple(self.left.items()),
            tuple(self.substitutes.items()),
            self.saved,
            self._moment(),
        )
        if self._pictured is None or self._pictured[0] != made_of:
            self._pictured = (made_of, self._picture())
        return self._pictured[1]

    def _picture(self) -> RoomView:
        row = self.row
        match = self.match
        return RoomView(
            id=row.id,
            phase=self.phase,
            chat_id=row.chat_id,
            thread_id=row.thread_id,
            title=self.chat.title,
            language=self.chat.language,
            rules=self.rules,
            owner_id=row.owner_id,
            seats=tuple(
                None if user is None else Player(user.id, user.name, user.reachable) for user in self.seats
            ),
            version=row.version,
            revision=row.revision,
            page=row.page,
            deal_number=0 if match is None else len(match.deals),
            action_count=match.deal.count if match is not None and match.deal is not None else 0,
            turn_since=row.turn_since,
            created_at=row.created_at,
            match=None if match is None else self._public(match),
            stopped_by=row.stopped_by,
            saved=self.saved if self.phase is Phase.LOBBY else (),
            commitments=tuple(self.commitments),
            clock=TurnClock(row.clock_seconds, row.clock_then),
            deadline=row.deadline,
            told=row.told,
            reminded=row.reminded,
            overdue=row.overdue,
            nudged_by=row.nudged_by if self.seat_of(row.nudged_by or 0) is not None else None,
            stand_ins=tuple(
                seat for seat, user in enumerate(self.seats) if user is not None and row.stand_ins >> seat & 1
            ),
            left=tuple(self.left[seat].name if seat in self.left else None for seat in range(len(self.seats)))
            if self.left
            else (),
            requests=tuple(self._request(self.substitutes[seat]) for seat in sorted(self.substitutes)),
            plays_here=row.plays_here,
            ending=Ending(row.ending),
        )

    def _moment(self) -> tuple[int, int | None] | None:
        """Return how far the match has come, None before its start: deals, and actions of the present one."""
        if self.match is None:
            return None
        deal = self.match.deal
        return len(self.match.deals), None if deal is None else deal.count

    def _public(self, match: Match) -> PublicView:
        """Return the public view; a match that ended before its time has no deal in progress any more."""
        view = public_view(match)
        if self.phase is Phase.FINISHED and not match.over:
            outcome = Outcome(True, tuple(self.row.winners or ()), tuple(self.row.result or ()))
            return replace(view, outcome=outcome, deal=None)
        return view

    def _request(self, row: SubstituteRow) -> SeatRequest:
        agreed = [seat for user_id in row.agreed if (seat := self.seat_of(user_id)) is not None]
        returns = row.seat in self.left and self.left[row.seat].id == row.user.id
        return SeatRequest(row.seat, row.user.id, row.user.name, tuple(sorted(agreed)), returns)

    def console(self, seat: int) -> ConsoleView:
        """Return what the player at a seat may know."""
        # A match that ended before its time leaves a deal behind in which nobody is at turn any more.
        shown = self.match is not None and (self.phase is Phase.PLAYING or self.match.over)
        room = self.view()
        return ConsoleView(
            room=room,
            seat=seat,
            seat_view=seat_view(self.match, seat, room.match) if shown and self.match is not None else None,
        )

    def record(self, meta: dict[str, object]) -> dict[str, object]:
        """Return a finished match as a record (record-format.md)."""
        if self.phase is not Phase.FINISHED:
            raise RefusalError("not-finished")
        assert self.row.first_dealer is not None
        deals = [
            DealRecord(read_deck(deal.deck.split()), tuple(map(Action.parse, deal.actions)), deal.nonce)
            for deal in self.journal
        ]
        return make_record(self.rules, self.row.first_dealer, deals, meta)


def _commitment(deal: DealRow) -> str:
    return commitment(read_deck(deal.deck.split()), deal.nonce)
