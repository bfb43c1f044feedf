"""The score sheet as players write it: running totals, `БТ` for a failed contract, `vs(51)` for a tie."""

from __future__ import annotations

from bot.deberts.rules import Rules
from bot.deberts.scoring import DealResult
from bot.deberts.view import PublicView
from bot.locales import Html, Texts, escape
from bot.rooms.views import RoomView

from .cards import PLAIN_SUITS
from .names import column_name, fit, side_name, utf16
from .words import (
    ALERT,
    bold,
    distance,
    hanging,
    italic,
    joined,
    limited,
    minus,
    names_of,
    sides_points,
    signed,
)

# The widest line: phones break longer ones. Four columns need a little more.
_WIDEST = 30
_WIDEST_OF_FOUR = 32
_MOST_ROWS_LENGTH = 2600
# A cell ends in places for marks: the taker's and the dealer's.
_MARKS = 2
_TAKER, DEALER, _FINE = "*", "°", "!"
# How many pots an alert tells apart and how long it lets their claimants' names be, until it fits.
_ALERT_POTS = ((6, 14), (3, 8), (2, 6), (1, 6))


def sheet(room: RoomView, t: Texts) -> Html:
    """Return the sheet: a heading, one row per deal, and where the match stands."""
    rules = room.rules
    heading = joined([bold(t.plain("sheet-title")), distance(rules.target, rules.stakes, t)])
    match = room.match
    if match is not None and match.outcome.over and not match.results:
        return joined([heading, sides_points(room, match.outcome.result, t)], "\n")
    if match is None or not match.results:
        return joined([heading, italic(t.plain("sheet-empty"))], "\n")
    notes = [hanging(room, match.sheet.pots, t), _leader(room, match, t), legend(match, t)]
    return joined([heading, grid(room, match, t), *notes], "\n")


def grid(room: RoomView, match: PublicView, t: Texts) -> Html:
    """Return the rows of the sheet alone, as a monospaced block; the newest ones if there are many."""
    sides = room.rules.sides
    # The number of a deal, and its trump close behind.
    number = max(2, len(str(len(match.results))))
    start = number + 1
    cells, short = _cell_width(match, start, t)
    names = (_name(room, side, cells, t) for side in range(sides))
    rows = [row for result in match.results for row in _rows(room, result, number, cells, short, t)]
    kept = _newest(rows)
    last = (fit(minus(one), cells - _MARKS, right=True) + " " * _MARKS for one in _final(match))
    lines = [" " * start + "".join(names), *(["…"] if len(kept) < len(rows) else []), *kept]
    lines.append("─" * (start + cells * sides))
    lines.append(" " * start + "".join(last))
    block = "\n".join(escape(line.rstrip()) for line in lines)
    return Html(f"<pre>{block}</pre>")


def _name(room: RoomView, side: int, cells: int, t: Texts) -> str:
    """Return the heading of a column: above the numbers, and above a place for marks if it is long."""
    name = column_name(room, side, t, cells - _MARKS)
    if name.endswith("…"):
        return column_name(room, side, t, cells - 1) + " "
    return name + " " * _MARKS


def legend(match: PublicView, t: Texts) -> Html:
    """Return what the marks of the sheet mean."""
    fines = any(result.fines and any(result.fines) for result in match.results)
    return italic(t.plain("sheet-legend-fines" if fines else "sheet-legend"))


def sheet_alert(room: RoomView, t: Texts) -> str:
    """Return the totals in at most 200 characters, without markup."""
    match = room.match
    if match is None:
        return t.plain("sheet-empty")
    rules = room.rules
    lines = [f"{side_name(room, side, t, 14)}: {minus(total)}" for side, total in enumerate(_final(match))]
    lines.insert(0, distance(rules.target, rules.stakes, t))
    for most, limit in _ALERT_POTS:
        text = "\n".join([*lines, hanging(room, match.sheet.pots, t, most, limit)]).strip()
        if utf16(text) <= ALERT:
            break
    return limited(text)


def _final(match: PublicView) -> tuple[int, ...]:
    return match.outcome.result if match.outcome.over else match.sheet.totals


def _cell_width(match: PublicView, start: int, t: Texts) -> tuple[int, bool]:
    """Return the width of a side's column, its places for marks included, and whether ties are short."""
    sides = len(match.sheet.totals)
    most = ((_WIDEST_OF_FOUR if sides == 4 else _WIDEST) - start) // sides
    totals = [len(str(total)) + _MARKS for result in match.results for total in result.totals]
    widest = max(totals, default=0)
    hung = [result for result in match.results if result.outcome == "hang"]
    # Such a cell never has the taker's mark.
    long, brief = (
        max((len(_hang(match.rules, result, short, t)) + 1 for result in hung), default=0)
        for short in (False, True)
    )
    short = long > most
    return max(min(most, 13), widest, brief if short else long), short


def _hang(rules: Rules, result: DealResult, short: bool, t: Texts) -> str:
    """Return the note of a tie, with the taker's points that hang."""
    assert result.counted is not None
    assert result.taker is not None
    points = result.counted[rules.side_of[result.taker]]
    return t.plain("sheet-hang-short" if short else "sheet-hang", points=points)


def _rows(room: RoomView, result: DealResult, number: int, cells: int, short: bool, t: Texts) -> list[str]:
    """Return the row of a deal, and below it what fines have taken."""
    rules = room.rules
    taker = None if result.taker is None else rules.side_of[result.taker]
    dealer = rules.side_of[result.dealer]
    fines = result.fines or (0,) * rules.sides
    row = f"{result.number + 1:>{number}}"
    row += " " if result.trump is None else PLAIN_SUITS[result.trump]
    for side, total in enumerate(result.totals):
        text = minus(total + fines[side]) if result.played else "–"
        marks = DEALER if side == dealer else ""
        if side == taker and result.outcome == "byte":
            text = t.plain("sheet-byte")
        elif side == taker and result.outcome == "hang":
            text = _hang(rules, result, short, t)
        elif side == taker and result.played:
            marks = _TAKER + marks
        places = min(_MARKS, cells - len(text))
        row += fit(text, cells - places, right=True) + fit(marks, places)
    rows = [row]
    if any(fines):
        amounts = (signed(-fine) if fine else "" for fine in fines)
        cells_of = (fit(one, cells - _MARKS, right=True) + " " * _MARKS for one in amounts)
        rows.append(f"{_FINE:>{number}} " + "".join(cells_of))
    return rows


def _newest(rows: list[str]) -> list[str]:
    """Keep the newest rows that the message has room for."""
    length = 0
    for place in range(len(rows) - 1, -1, -1):
        length += utf16(rows[place]) + 1
        if length > _MOST_ROWS_LENGTH:
            return rows[place + 1 :]
    return rows


def _leader(room: RoomView, match: PublicView, t: Texts) -> str:
    totals = sorted(_final(match), reverse=True)
    if match.outcome.over:
        winners = match.outcome.winners
        return t.html("match-won", count=len(winners), names=bold(names_of(room, winners, t)))
    if totals[0] == totals[1]:
        return t.plain("sheet-level")
    leader = _final(match).index(totals[0])
    return t.html("sheet-leader", name=bold(side_name(room, leader, t)), points=totals[0] - totals[1])
