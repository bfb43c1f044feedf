"""Why a room refuses a press or a command: a closed list of kinds, told apart by name."""

from __future__ import annotations

from bot.deberts.errors import IllegalActionError


class RefusalError(Exception):
    """A room's refusal; `kind` is one of `KINDS`, `details` the values of its text."""

    def __init__(self, kind: str, **details: str | int) -> None:
        assert kind in KINDS, kind
        self.kind = kind
        self.details = details
        super().__init__(kind)


class IllegalMoveError(RefusalError):
    """The rules of the game forbid the move; `broken` says which."""

    def __init__(self, broken: IllegalActionError) -> None:
        self.broken = broken
        super().__init__("illegal-move")


KINDS = (
    "no-room",  # no such room, or not here
    "room-over",  # the match has ended or was stopped
    "started",  # the lobby is gone, the match is on
    "not-started",  # a move or a score in a lobby
    "not-seated",  # the presser does not play here
    "already-seated",
    "seats-full",
    "owner-only",  # rules are the owner's; details: name
    "not-full",  # a start with empty seats
    "unreachable",  # players who must open the bot first; details: names
    "rules-changed",  # the button shows rules of before
    "too-many-seated",  # a line-up with fewer seats than people sit
    "seat-taken",  # somebody sits there, and the presser sits nowhere to change places
    "no-saved",  # the kept rules are gone
    "too-many-saved",  # the group keeps its fill of rules
    "bad-name",  # rules cannot be kept under such a name
    "rule-refused",  # a value or combination the table cannot have; details: parameter
    "stale-deal",  # a button of another deal
    "stale-move",  # a button of an earlier decision of this deal
    "old-message",  # the message was replaced by a newer one, or is not known
    "already-done",  # this very press was done
    "illegal-move",  # the rules of the game; see IllegalMoveError
    "may-not-stop",  # neither owner nor group admin
    "not-finished",  # a rematch or an export of a running match
    "too-many-rooms",  # the chat has its fill of live tables
    "no-hand",  # nothing dealt
    "in-match",  # who is to be forgotten sits in a live room
    "nudge-self",  # nobody hurries themselves
    "nudge-vacant",  # the seat at turn is vacant
    "nudged-already",  # the table has been hurried a moment ago
    "no-claim",  # nobody's time is over, or not any more
    "claim-own",  # the time that is over is the presser's or the partner's
    "seat-asked",  # somebody else asks for this vacant seat; details: name
    "already-asked",  # the presser asks for it already
    "own-seat",  # who left a seat comes back to that one
    "request-over",  # it was taken back, refused or granted
    "not-yours",  # a question to somebody else
    "busy",  # the database does not answer now; nothing is lost
)
