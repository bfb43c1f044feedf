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
        """Return the name of who sits there, "" for an empty seat."""
        player = self.seats[seat]
        return player.name if player is not None else ""


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

    A stopped match has no winners and `result` holds the totals it was stopped at.
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
