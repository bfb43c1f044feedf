"""Frozen pictures of a room: what screens get to see.

`RoomView` is public; `ConsoleView` adds what one seated player may know.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from bot.deberts.rules import Rules
from bot.deberts.view import PublicView, SeatView


class Phase(StrEnum):
    """The life of a room."""

    LOBBY = "lobby"
    PLAYING = "playing"
    FINISHED = "finished"
    STOPPED = "stopped"


LIVE = (Phase.LOBBY, Phase.PLAYING)


class Ending(StrEnum):
    """How a room ended, apart from a match that was won by its rules and a table that somebody stopped."""

    USUAL = ""
    # The time of a player was over, and the others took the match.
    CLAIMED = "claimed"
    # Nobody touched it for long.
    EXPIRED = "expired"
    # Every player has left.
    DESERTED = "deserted"


@dataclass(frozen=True, slots=True)
class TurnClock:
    """The turn clock of a table: the seconds a turn may take, 0 for as long as one likes, and what follows.

    `then` is `play`, the bot plays for the absent, or `claim`, the others may end the match in their favour.
    """

    seconds: int = 0
    then: str = "play"


@dataclass(frozen=True, slots=True)
class SeatRequest:
    """Somebody who asks for a vacant seat; `agreed` are the seats whose players have said yes.

    `returns`: it is who has left it.
    """

    seat: int
    user_id: int
    name: str
    agreed: tuple[int, ...]
    returns: bool = False


@dataclass(frozen=True, slots=True)
class Player:
    """A person at the table: the name as Telegram gives it (not escaped, may be odd).

    `reachable` says whether the bot may write to the private chat.
    """

    user_id: int
    name: str
    reachable: bool


@dataclass(frozen=True, slots=True)
class SavedRules:
    """Rules that a group keeps under a name."""

    id: int
    name: str
    rules: Rules


@dataclass(frozen=True, slots=True)
class RoomView:
    """What everybody in the group may know of a room.

    `version` grows with every change, `revision` with every change of the rules. `deal_number` and
    `action_count` name the present decision in buttons of moves. `page` is the open page of the
    lobby, "" for the seats. `turn_since` and the other times are Unix seconds. `match` is None in
    a lobby. `stopped_by` is the name of who stopped the room. `saved` are the group's own rules, for a lobby.
    `commitments` are those of all deals so far, by number (record-format.md).

    Of the present turn: `told`, its message has been delivered, so that its clock runs till `deadline`;
    `reminded`, how many reminders were given; `overdue`, the others may end the match; `nudged_by`, the id
    of the player who has hurried the one at turn, or None. `stand_ins` are the seats the bot has played for
    since their players did anything. `left` has, by seat, the names of who left seats that are vacant now,
    and `requests` who asks for them. `plays_here`: the group's table offers the cards.
    """

    id: int
    phase: Phase
    chat_id: int
    thread_id: int | None
    title: str
    language: str
    rules: Rules
    owner_id: int | None
    seats: tuple[Player | None, ...]
    version: int
    revision: int
    page: str
    deal_number: int
    action_count: int
    turn_since: float
    created_at: float
    match: PublicView | None
    stopped_by: str | None
    saved: tuple[SavedRules, ...] = ()
    commitments: tuple[str, ...] = ()
    clock: TurnClock = TurnClock()
    deadline: float | None = None
    told: bool = False
    reminded: int = 0
    overdue: bool = False
    nudged_by: int | None = None
    stand_ins: tuple[int, ...] = ()
    left: tuple[str | None, ...] = ()
    requests: tuple[SeatRequest, ...] = ()
    plays_here: bool = False
    ending: Ending = Ending.USUAL

    @property
    def live(self) -> bool:
        """Whether it is still a lobby or being played."""
        return self.phase in LIVE

    @property
    def full(self) -> bool:
        """Whether every seat is taken."""
        return all(seat is not None for seat in self.seats)

    def seat_of(self, user_id: int) -> int | None:
        """Return the seat of a person, or None."""
        for seat, player in enumerate(self.seats):
            if player is not None and player.user_id == user_id:
                return seat
        return None

    def name(self, seat: int) -> str:
        """Return the name of who sits there or has left the seat, "" for an empty one."""
        player = self.seats[seat]
        if player is not None:
            return player.name
        return (self.left[seat] or "") if self.left else ""

    @property
    def vacant(self) -> tuple[int, ...]:
        """The seats of a match that their players have left."""
        return tuple(seat for seat, name in enumerate(self.left) if name is not None)

    @property
    def turn(self) -> int | None:
        """The seat that a match in progress waits for, or None."""
        if self.phase is not Phase.PLAYING or self.match is None or self.match.deal is None:
            return None
        return self.match.deal.turn

    @property
    def turn_side(self) -> int | None:
        """The side of the seat at turn, or None."""
        return None if self.turn is None else self.rules.side_of[self.turn]

    @property
    def resting(self) -> bool:
        """Whether the clock of a match in progress stands still: the bot has played for all who sit there."""
        return self.turn is not None and bool(self.clock.seconds) and self.deadline is None

    @property
    def waits_for(self) -> Player | None:
        """The player whom a match in progress waits for; None too if the seat at turn is vacant."""
        return None if self.turn is None else self.seats[self.turn]


@dataclass(frozen=True, slots=True)
class ConsoleView:
    """A room as one seated player may see it; `seat_view` is None in a lobby or a stopped room."""

    room: RoomView
    seat: int
    seat_view: SeatView | None

    @property
    def my_turn(self) -> bool:
        """Whether the table waits for this player."""
        return self.seat_view is not None and self.seat_view.my_turn


@dataclass(frozen=True, slots=True)
class HistoryEntry:
    """A match that has ended: `names` and `result` are per seat and per side, `winners` are sides.

    A stopped match has no winners and `result` holds the totals it was stopped at; so does that of a match
    that ended before its time, which `ending` tells.
    """

    room_id: int
    phase: Phase
    title: str
    ended_at: float
    rules: Rules
    names: tuple[str, ...]
    deals: int
    winners: tuple[int, ...]
    result: tuple[int, ...]
    ending: Ending = Ending.USUAL
