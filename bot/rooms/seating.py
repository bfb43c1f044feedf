"""Who sits where in a room, and by which rules: what a lobby changes."""

from __future__ import annotations

from bot.deberts.choices import choose, choose_preset
from bot.deberts.errors import InvalidRulesError
from bot.deberts.rules import Rules
from bot.store.people import UserRow
from bot.store.rooms import RoomRow

from .errors import RefusalError
from .views import LIVE, Phase

# Looked up many times a press, which costs less than to ask the enumeration.
_PHASES = {str(phase): phase for phase in Phase}


class Seating:
    """The part of a room that a lobby is: its seats and its rules."""

    row: RoomRow
    seats: list[UserRow | None]
    rules: Rules

    @property
    def phase(self) -> Phase:
        """Where the room stands."""
        return _PHASES[self.row.phase]

    @property
    def live(self) -> bool:
        """Whether it has not ended."""
        return self.phase in LIVE

    def seat_of(self, user_id: int) -> int | None:
        """Return the seat of a person, or None."""
        for seat, user in enumerate(self.seats):
            if user is not None and user.id == user_id:
                return seat
        return None

    # Lobby

    def require_lobby(self) -> None:
        """Raise unless the room is a lobby still."""
        if self.phase is Phase.PLAYING:
            raise RefusalError("started")
        if self.phase is not Phase.LOBBY:
            raise RefusalError("room-over")

    def sit(self, user: UserRow) -> bool:
        """Seat a person on the first free seat; returns False if the person sits there already."""
        self.require_lobby()
        if self.seat_of(user.id) is not None:
            return False
        if None not in self.seats:
            raise RefusalError("seats-full")
        self.seats[self.seats.index(None)] = user
        if self.row.owner_id is None:
            self.row.owner_id = user.id
        return True

    def take(self, user: UserRow, seat: int) -> bool:
        """Seat a person on this seat: from outside, from another seat, or changing places.

        Returns False if the person sits there already.
        """
        self.require_lobby()
        if seat >= len(self.seats):
            raise RefusalError("rules-changed")
        present = self.seat_of(user.id)
        if present == seat:
            return False
        other = self.seats[seat]
        if present is None:
            if other is not None:
                raise RefusalError("seat-taken")
            self.seats[seat] = user
            if self.row.owner_id is None:
                self.row.owner_id = user.id
        else:
            self.seats[seat], self.seats[present] = user, other
        return True

    def stand(self, user_id: int) -> bool:
        """Free a person's seat; returns False if the person does not sit there."""
        self.require_lobby()
        seat = self.seat_of(user_id)
        if seat is None:
            return False
        self.seats[seat] = None
        if self.row.owner_id == user_id:
            count = len(self.seats)
            after = [self.seats[(seat + step) % count] for step in range(1, count)]
            self.row.owner_id = next((user.id for user in after if user is not None), None)
        return True

    def require_owner(self, user_id: int) -> None:
        """Raise unless the rules are this person's to set."""
        if self.row.owner_id != user_id:
            owner = next((u.name for u in self.seats if u is not None and u.id == self.row.owner_id), "")
            raise RefusalError("owner-only", name=owner)

    def require_revision(self, revision: int) -> None:
        """Raise if the rules have changed since the button was drawn."""
        if revision != self.row.revision:
            raise RefusalError("rules-changed")

    def set_rule(self, parameter: str, value: str | int | bool) -> None:
        """Change one parameter of the rules, and with it what cannot stay beside it."""
        try:
            rules = choose(self.rules, parameter, value)
        except InvalidRulesError as error:
            raise RefusalError("rule-refused", parameter=error.parameter) from None
        self.use_rules(rules)

    def set_preset(self, preset: str) -> None:
        """Play by a preset, in its own line-up if the people who sit fit in."""
        people = sum(user is not None for user in self.seats)
        self.use_rules(choose_preset(self.rules, preset, people))

    def use_rules(self, rules: Rules) -> None:
        """Play under these rules from now on; people move up if there are fewer seats."""
        self._fit_seats(rules.seats)
        self.rules = rules
        self.row.rules = rules.mapping()
        self.row.revision += 1

    def _fit_seats(self, count: int) -> None:
        if count >= len(self.seats):
            self.seats += [None] * (count - len(self.seats))
            return
        people = [user for user in self.seats if user is not None]
        if len(people) > count:
            raise RefusalError("too-many-seated")
        kept, moved = self.seats[:count], [user for user in self.seats[count:] if user is not None]
        self.seats = [user if user is not None or not moved else moved.pop(0) for user in kept]

    def require_ready(self) -> None:
        """Raise unless the match can start."""
        if None in self.seats:
            raise RefusalError("not-full")
        silent = [user.name for user in self.seats if user is not None and not user.reachable]
        if silent:
            raise RefusalError("unreachable", names=", ".join(silent))
