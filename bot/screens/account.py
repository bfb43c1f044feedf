"""The account of a finished deal: how its points came about and where they went."""

from __future__ import annotations

from bot.deberts.scoring import DealResult
from bot.locales import Html, Texts, escape
from bot.rooms.views import RoomView

from . import cards, fair
from .names import column_name, fit, seat_name, width
from .parts import Screen
from .words import (
    bold,
    hanging,
    joined,
    minus,
    names_of,
    paragraphs,
    seat_bold,
    sides_changes,
    signed,
)

# The widest line: phones break longer ones. Four columns need a little more.
_WIDEST = 30
_WIDEST_OF_FOUR = 32
_NONE = "–"


def deal_account(room: RoomView, number: int, t: Texts) -> Screen:
    """Return the message that keeps a played deal; `number` counts all deals from 0, also void ones."""
    match = room.match
    assert match is not None
    result = match.results[number]
    title: list[str] = [bold(t.plain("account-title", number=number + 1))]
    if result.trump is not None and result.taker is not None:
        title.append(t.html("account-trump", suit=bold(cards.SUITS[result.trump])))
        title.append(t.html("account-taker", name=seat_bold(room, result.taker, t)))
    verdict = _verdict(room, result, t)
    after: list[str] = [*_unscored(result, t), _fines(room, result, t)]
    if result.pots_won and any(result.pots_won):
        after.extend(
            t.html("account-pot-won", name=bold(names_of(room, [side], t)), points=won)
            for side, won in enumerate(result.pots_won)
            if won
        )
    # A single new pot is told of by the verdict already.
    before = match.results[number - 1].pots if number else ()
    if set(result.pots) & set(before):
        after.append(hanging(room, result.pots, t))
    sealed = fair.seal(room, number, t)
    return Screen(paragraphs([joined(title), *verdict], [_columns(room, result, t), *after], sealed))


def deal_line(room: RoomView, number: int, t: Texts) -> Html:
    """Return a finished deal in one line."""
    match = room.match
    assert match is not None
    result = match.results[number]
    parts: list[str] = [t.html("line-deal", number=number + 1, what=_what(room, result, t))]
    before = match.results[number - 1].totals if number else (0,) * len(result.totals)
    if result.written is not None:
        changes = tuple(now - then for now, then in zip(result.totals, before, strict=True))
        parts.append(sides_changes(room, changes, t))
    return joined(parts)


def _what(room: RoomView, result: DealResult, t: Texts) -> Html:
    """Return what became of a deal in a few words."""
    outcome = result.outcome
    if outcome == "void":
        return t.html("what-void")
    if outcome == "cancelled":
        shown = _shown(room, result, t)
        return t.html("what-cancelled", cards=shown) if shown else t.html("what-cancelled-unseen")
    if outcome in ("klabor", "deberts", "surrendered"):
        assert result.victor is not None
        return t.html(f"what-{outcome}", name=seat_name(room, result.victor, t))
    assert result.taker is not None
    assert result.trump is not None
    name, suit = seat_name(room, result.taker, t), cards.SUITS[result.trump]
    if outcome == "hang":
        assert result.counted is not None
        points = result.counted[room.rules.side_of[result.taker]]
        return t.html("what-hang", suit=suit, name=name, points=points)
    return t.html(f"what-{outcome}", suit=suit, name=name)


def _shown(room: RoomView, result: DealResult, t: Texts) -> str:
    """Return the cards that ended the deal; they are known of the newest deal only."""
    match = room.match
    assert match is not None
    return cards.cards(match.shown, t) if result.number == len(match.results) - 1 else ""


def _verdict(room: RoomView, result: DealResult, t: Texts) -> list[Html]:
    """Return in words how the deal ended and where the taker's points went."""
    outcome = result.outcome
    shown = _shown(room, result, t)
    if outcome in ("klabor", "deberts"):
        assert result.victor is not None
        name = seat_bold(room, result.victor, t)
        if room.rules.seats == room.rules.sides:
            return [t.html(f"verdict-{outcome}", name=name), Html(shown)]
        pair = names_of(room, [room.rules.side_of[result.victor]], t)
        return [t.html(f"verdict-{outcome}-pair", name=name, pair=bold(pair)), Html(shown)]
    if outcome == "surrendered":
        assert result.victor is not None
        name = seat_bold(room, result.victor, t)
        return [*_multiplier(result, t), t.html("verdict-surrendered", name=name, stakes=result.stakes)]
    if outcome == "conceded":
        assert result.taker is not None
        taker = room.rules.side_of[result.taker]
        given, got = (bold(names_of(room, [side], t)) for side in (1 - taker, taker))
        return [t.html("verdict-conceded", given=given, taken=got, points=room.rules.concede_points)]
    return _played(room, result, t)


def _multiplier(result: DealResult, t: Texts) -> list[Html]:
    """Return what dave has made of the stake."""
    return [t.html("multiplier", times=result.stakes)] if result.stakes > 1 else []


def _unscored(result: DealResult, t: Texts) -> list[Html]:
    """Say that an announced bela has scored for nobody."""
    bela = None if result.count is None else result.count.bela
    return [t.html("account-no-bela")] if bela is not None and bela.side is None else []


def _fines(room: RoomView, result: DealResult, t: Texts) -> str:
    """Return who is fined and for what, "" if nobody is."""
    if result.fines is None or result.count is None:
        return ""
    rules = room.rules
    said = []
    for side, fine in enumerate(result.fines):
        name = names_of(room, [side], t)
        ski = 0 if result.count.tricks[side] else rules.no_trick_fine
        if ski:
            said.append(t.plain("fine-ski", name=name, fine=signed(-ski)))
        if fine > ski:
            said.append(t.plain("fine-byte", name=name, fine=signed(ski - fine), count=result.bytes[side]))
    return t.plain("account-fines", fines=", ".join(said)) if said else ""


def _played(room: RoomView, result: DealResult, t: Texts) -> list[Html]:
    rules = room.rules
    counted, written = result.counted, result.written
    assert counted is not None
    assert written is not None
    assert result.taker is not None
    taker = rules.side_of[result.taker]
    others = [points for side, points in enumerate(counted) if side != taker]
    against = sum(others) if rules.made_against == "sum" else max(others)
    lines: list[Html] = []
    if result.outcome != "plain":
        lines.append(t.html(f"verdict-{result.outcome}", own=counted[taker], against=against))
    elif not rules.stakes:
        lines.append(t.html("verdict-plain"))
    if rules.stakes:
        return [*lines, *_multiplier(result, t), _stakes(room, written, t)]
    if result.outcome == "made" and rules.winner_takes_all:
        lines.append(t.html("verdict-takes-all"))
    moved = [
        t.plain("verdict-gain", name=names_of(room, [side], t), points=written[side] - counted[side])
        for side in range(rules.sides)
        if side != taker and written[side] > counted[side]
    ]
    if result.outcome == "byte" and moved:
        lines.append(t.html("verdict-went", gains=", ".join(moved)))
    elif result.outcome in ("byte", "hang") and result.pots and counted[taker]:
        pot = result.pots[-1]
        everybody = len(pot.claimants) == rules.sides
        names = names_of(room, pot.claimants, t)
        lines.append(
            t.html("verdict-hangs", points=pot.points)
            if everybody
            else t.html("verdict-hangs-between", points=pot.points, names=names)
        )
    return lines


def _stakes(room: RoomView, written: tuple[int, ...], t: Texts) -> Html:
    """Return who won the stakes of a deal."""
    won = [
        t.plain("verdict-gain", name=names_of(room, [side], t), points=stakes)
        for side, stakes in enumerate(written)
        if stakes
    ]
    return t.html("verdict-stakes", gains=", ".join(won)) if won else t.html("verdict-no-stakes")


def _columns(room: RoomView, result: DealResult, t: Texts) -> Html:
    """Return the points in columns, one per side."""
    rows = _points(result, room.rules.stakes)
    sides = room.rules.sides
    most = _WIDEST_OF_FOUR if sides == 4 else _WIDEST
    label = max(width(t.plain(key)) for key, _ in rows)
    widest = max(len(value) for _, values in rows for value in values)
    cells = max(min((most - label) // sides, 12), widest + 1)
    head = " " * label + "".join(" " + column_name(room, side, t, cells - 1) for side in range(sides))
    lines = [head]
    for key, values in rows:
        lines.append(fit(t.plain(key), label) + "".join(fit(one, cells, right=True) for one in values))
    return Html("<pre>" + "\n".join(escape(line) for line in lines) + "</pre>")


def _points(result: DealResult, stakes: bool) -> list[tuple[str, list[str]]]:
    """Return the rows of an account: the key of a label and a value per side."""
    sides = range(len(result.totals))
    rows: list[tuple[str, list[str]]] = []
    counted = result.count
    if counted is not None:
        rows.append(("row-tricks", [str(one) for one in counted.tricks]))
        rows.append(("row-cards", [str(one) for one in counted.cards]))
        rows.append(("row-last", ["10" if side == counted.last_trick else _NONE for side in sides]))
        if counted.sequences is not None:
            scored = counted.sequences
            rows.append(
                ("row-sequences", [str(scored.points) if side == scored.side else _NONE for side in sides])
            )
        if counted.bela is not None:
            bela = counted.bela
            rows.append(("row-bela", [str(bela.points) if side == bela.side else _NONE for side in sides]))
        rows.append(("row-counted", [str(one) for one in counted.total]))
    if result.written is not None and result.written != result.counted:
        rows.append(("row-stakes" if stakes else "row-written", [str(one) for one in result.written]))
    if result.pots_won and any(result.pots_won):
        rows.append(("row-pots", [signed(one) if one else _NONE for one in result.pots_won]))
    if result.fines and any(result.fines):
        rows.append(("row-fines", [signed(-one) if one else _NONE for one in result.fines]))
    rows.append(("row-totals", [minus(one) for one in result.totals]))
    return rows
