"""What a table and its consoles say about time: the clock, reminders, nudges, and who is played for."""

from __future__ import annotations

from bot.locales import Html, Texts
from bot.rooms.limits import PERIODS, REMINDERS, THENS
from bot.rooms.views import ConsoleView, RoomView, TurnClock

from .absence_presses import Claim, Nudge, SetClock
from .leaving import seat_notes
from .names import seat_name
from .parts import Button, Rows, Screen
from .presses import Page, encode
from .words import bold, italic, joined, paragraphs

_CHOSEN = "✓"


def clock_page(room: RoomView, t: Texts) -> Screen:
    """Return the page of a lobby where the owner sets the clock."""
    clock = room.clock

    def choice(label: str, chosen: TurnClock) -> Button:
        press = SetClock(room.id, room.revision, chosen.seconds, chosen.then)
        here = chosen == clock
        return Button(
            f"{_CHOSEN} {label}" if here else label, data=encode(press), style="primary" if here else None
        )

    off, *times = [choice(t.plain(f"clock-{seconds}"), TurnClock(seconds, clock.then)) for seconds in PERIODS]
    rows: list[tuple[Button, ...]] = [(off,), tuple(times[:2]), tuple(times[2:])]
    about: list[str] = [t.html("clock-about")]
    if clock.seconds:
        rows += [(choice(t.plain(f"clock-then-{then}"), TurnClock(clock.seconds, then)),) for then in THENS]
        about += [t.html(f"clock-{then}-about") for then in THENS]
    rows.append((Button(t.plain("button-back"), data=encode(Page(room.id, ""))),))
    title = joined([bold(t.plain("clock-title")), t.plain(f"clock-{clock.seconds}")], ": ")
    return Screen(paragraphs([title], about), tuple(rows))


def clock_line(clock: TurnClock, t: Texts) -> list[Html]:
    """Return the clock in one line, none if there is no clock."""
    if not clock.seconds:
        return []
    return [t.html(f"clock-line-{clock.then}", time=t.plain(f"clock-{clock.seconds}"))]


def clock_rules(clock: TurnClock, t: Texts) -> list[Html]:
    """Return the clock in words, as a section of the rules; nothing if there is no clock."""
    if not clock.seconds:
        return []
    about = t.html("clock-rule", time=t.plain(f"clock-{clock.seconds}"))
    then = t.html(f"clock-{clock.then}-about")
    return [bold(t.plain("clock-title")), Html(f"• {about}"), Html(f"• {then}")]


def clock_short(room: RoomView, t: Texts) -> str:
    """Return the time of a turn in a word, "" if there is no clock."""
    return t.plain(f"clock-short-{room.clock.seconds}") if room.deadline is not None else ""


def table_notes(room: RoomView, t: Texts) -> list[Html]:
    """Return what everybody is told about whoever the table waits for, and whom the bot plays for."""
    lines: list[Html] = []
    turn = room.turn
    if turn is not None:
        name = bold(seat_name(room, turn, t))
        if room.overdue:
            lines.append(t.html("clock-overdue", name=name))
        elif room.reminded:
            lines.append(t.html("clock-left", name=name, time=_left(room, t)))
        if room.nudged_by is not None:
            lines.append(t.html("nudged", by=bold(_nudger(room, t)), name=name))
    lines.extend(seat_notes(room, t))
    if room.resting:
        lines.append(t.html("clock-resting"))
    elif room.stand_ins:
        names = bold(", ".join(seat_name(room, seat, t) for seat in room.stand_ins))
        lines.append(t.html("clock-stand-in", names=names))
    return lines


def console_notes(view: ConsoleView, t: Texts) -> list[Html]:
    """Return the same for one player."""
    room = view.room
    if not view.my_turn:
        return table_notes(room, t)
    lines = []
    if room.overdue:
        lines.append(t.html("console-overdue"))
    elif room.reminded:
        lines.append(t.html("console-left", time=_left(room, t)))
    if room.nudged_by is not None:
        lines.append(t.html("console-nudged", by=bold(_nudger(room, t))))
    if view.seat in room.stand_ins:
        lines.append(t.html("console-stand-in"))
    lines.extend(seat_notes(room, t))
    return [italic(line) for line in lines]


def _left(room: RoomView, t: Texts) -> str:
    """Return how long a turn had left when its player was last reminded."""
    seconds = REMINDERS[room.clock.seconds][room.reminded - 1]
    return t.plain(f"clock-left-{seconds:.0f}")


def _nudger(room: RoomView, t: Texts) -> str:
    seat = room.seat_of(room.nudged_by or 0)
    return "" if seat is None else seat_name(room, seat, t)


def claim_rows(room: RoomView, t: Texts) -> Rows:
    """Return the button of a match that its other players may end."""
    if not room.overdue:
        return ()
    press = Claim(room.id, room.deal_number, room.action_count, "ask")
    return ((Button(t.plain("button-claim"), data=encode(press), style="danger"),),)


def nudge_buttons(room: RoomView, t: Texts) -> tuple[Button, ...]:
    """Return the button that hurries whoever the table waits for; none if that is nobody."""
    if room.turn is None or room.waits_for is None:
        return ()
    press = Nudge(room.id, room.deal_number, room.turn)
    return (Button(t.plain("button-nudge"), data=encode(press)),)


def claim_question(room: RoomView, t: Texts) -> Screen:
    """Ask whether a match is really to be ended because its player at turn let the time pass."""
    assert room.turn is not None
    name = bold(seat_name(room, room.turn, t))

    def answer(key: str, said: str) -> Button:
        press = Claim(room.id, room.deal_number, room.action_count, said)
        return Button(t.plain(key), data=encode(press), style="danger" if said == "yes" else None)

    text = paragraphs([bold(t.plain("claim-question"))], [t.html("claim-about", name=name)])
    return Screen(text, ((answer("button-claim-yes", "yes"), answer("button-stop-no", "no")),))
