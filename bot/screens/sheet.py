"""The score sheet as players write it: running totals, `БТ` for a failed contract, `vs(51)` for a tie."""

from __future__ import annotations

from bot.deberts.rules import Rules
from bot.deberts.scoring import DealResult
from bot.deberts.view import PublicView
from bot.locales import Html, Texts
from bot.rooms.views import RoomView

from .cards import PLAIN_SUITS
from .names import column_name, fit, side_name, utf16
from .words import bold, distance, escape, hanging, italic, joined, limited, names_of, signed

# Cells of the number of a deal, and of its trump at the end of the row.
_NUMBER = 2
_TRUMP = 2
_WIDEST = 34
_MOST_ROWS_LENGTH = 2600
# A cell ends in places for marks: the taker's and the dealer's.
_MARKS = 2
_TAKER, _DEALER, _FINE = "*", "°", "!"


def sheet(room: RoomView, t: Texts) -> Html:
    """Return the sheet: a heading, one row per deal, and where the match stands."""
    rules = room.rules
    heading = joined([bold(t.plain("sheet-title")), distance(rules.target, rules.stakes, t)])
    match = room.match
    if match is None or not match.results:
        return joined([heading, italic(t.plain("sheet-empty"))], "\n")
    notes = [hanging(match.sheet.pots, t), _leader(room, match, t), legend(match, t)]
    return joined([heading, grid(room, match, t), *notes], "\n")


def grid(room: RoomView, match: PublicView, t: Texts) -> Html:
    """Return the rows of the sheet alone, as a monospaced block; the newest ones if there are many."""
    sides = room.rules.sides
    cells = _cell_width(match, t)
    names = [column_name(room, side, t, cells - _MARKS) for side in range(sides)]
    head = " " * _NUMBER + "".join(name + " " * _MARKS for name in names)
    rows = [row for result in match.results for row in _rows(room, result, cells, t)]
    kept = _newest(rows)
    last = (fit(str(one), cells - _MARKS, right=True) + " " * _MARKS for one in _final(match))
    full = _NUMBER + cells * sides + _TRUMP
    lines = [head, *(["…"] if len(kept) < len(rows) else []), *kept, "─" * full]
    lines.append(" " * _NUMBER + "".join(last))
    block = "\n".join(escape(fit(line, full)) for line in lines)
    return Html(f"<pre>{block}</pre>")


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
    lines = [f"{side_name(room, side, t, 14)}: {total}" for side, total in enumerate(_final(match))]
    return limited(
        "\n".join([distance(rules.target, rules.stakes, t), *lines, hanging(match.sheet.pots, t)]).strip()
    )


def _final(match: PublicView) -> tuple[int, ...]:
    return match.outcome.result if match.outcome.over else match.sheet.totals


def _cell_width(match: PublicView, t: Texts) -> int:
    """Return the width of a side's column, its places for marks included."""
    sides = len(match.sheet.totals)
    widest = 0
    for result in match.results:
        widest = max(widest, *(len(str(total)) + _MARKS for total in result.totals))
        if result.outcome == "hang":
            # Such a cell never has the taker's mark.
            widest = max(widest, len(_hang(match.rules, result, t)) + 1)
    return max(min((_WIDEST - _NUMBER - _TRUMP) // sides, 14), widest)


def _hang(rules: Rules, result: DealResult, t: Texts) -> str:
    """Return the note of a tie, with the taker's points that hang."""
    assert result.counted is not None
    assert result.taker is not None
    return t.plain("sheet-hang", points=result.counted[rules.side_of[result.taker]])


def _rows(room: RoomView, result: DealResult, cells: int, t: Texts) -> list[str]:
    """Return the row of a deal, and below it what fines have taken."""
    rules = room.rules
    taker = None if result.taker is None else rules.side_of[result.taker]
    dealer = rules.side_of[result.dealer]
    fines = result.fines or (0,) * rules.sides
    row = f"{result.number + 1:>{_NUMBER}}"
    for side, total in enumerate(result.totals):
        text = str(total + fines[side]) if result.played else "–"
        marks = _DEALER if side == dealer else ""
        if side == taker and result.outcome == "byte":
            text = t.plain("sheet-byte")
        elif side == taker and result.outcome == "hang":
            text = _hang(rules, result, t)
        elif side == taker and result.played:
            marks = _TAKER + marks
        places = min(_MARKS, cells - len(text))
        row += fit(text, cells - places, right=True) + fit(marks, places)
    rows = [row if result.trump is None else f"{row} {PLAIN_SUITS[result.trump]}"]
    if any(fines):
        amounts = (signed(-fine) if fine else "" for fine in fines)
        cells_of = (fit(one, cells - _MARKS, right=True) + " " * _MARKS for one in amounts)
        rows.append(f"{_FINE:>{_NUMBER}}" + "".join(cells_of))
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
