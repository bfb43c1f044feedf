"""Prints what the engine answers, compactly: only what has changed since the answer before.

Dataclasses and named tuples are read by reflection, so a new field of a view shows up by itself. Facts of the
deal have bare names (`turn=1`), those above it the name of where they are (`sheet.totals=0,162`). A fact that is
None, False or empty when first seen is left out; `x=-` says that it became so. `x+=` appends to a list, `x-=`
takes out of it.
"""

from __future__ import annotations

import textwrap
from collections.abc import Mapping
from dataclasses import is_dataclass
from enum import Enum
from functools import cache
from typing import Any

from bot.deberts.actions import PASS, TEXTS, Action
from bot.deberts.cards import CODES, RANKS, SUITS
from bot.deberts.view import PublicView, SeatView

Facts = Mapping[str, Any]

WIDTH = 120
_ACTION_WIDTH = 13

# The views in the public view that are read field by field, and what the names of their fields begin with.
_LABELS = {"sheet": "sheet.", "outcome": "outcome.", "deal": ""}
# Which numbers are cards, suits and ranks: the name of the field says it.
_CARDS = frozenset({"upcard", "bottom", "trick", "Trick.cards", "hand", "shown"})
_SUITS = frozenset({"trump", "suit"})
_RANKS = frozenset({"top"})


@cache
def _fields(kind: type) -> tuple[str, ...]:
    """Return the fields of a dataclass or a named tuple, none for anything else."""
    named: tuple[str, ...] = getattr(kind, "_fields", ())
    return tuple(kind.__dataclass_fields__) if is_dataclass(kind) else named


def facts(public: PublicView) -> dict[str, Any]:
    """Return the fields of the public view, and of the views in it, by name; lists and tricks stay whole."""
    found: dict[str, Any] = {}
    for name in _fields(PublicView):
        value = getattr(public, name)
        label = _LABELS.get(name)
        if label is None or value is None:
            found[f"match.{name}"] = value
        else:
            found |= {label + inner: getattr(value, inner) for inner in _fields(type(value))}
    deal = public.deal
    if deal is not None and deal.last_trick and public.last_trick == (deal.number, deal.last_trick):
        # The usual case, and too long to be said twice.
        found["match.last_trick"] = "last_trick"
    return found


def changes(before: Facts, now: Facts) -> list[str]:
    """Return what has changed from one set of facts to the next."""
    changed = []
    for name, value in now.items():
        if name not in before:
            if value is not None and value is not False and value != ():
                changed.append(f"{name}={_text(name, value)}")
        elif before[name] != value:
            changed.append(_change(name, before[name], value))
    return changed


def _change(name: str, before: Any, now: Any) -> str:
    if isinstance(before, tuple) and isinstance(now, tuple) and before and now:
        if now[: len(before)] == before:
            return f"{name}+={_text(name, now[len(before) :])}"
        removed = tuple(item for item in before if item not in now)
        if tuple(item for item in before if item in now) == now:
            return f"{name}-={_text(name, removed)}"
    return f"{name}={_text(name, now)}"


def _text(name: str, value: Any) -> str:
    if value is None or value is False or value == ():
        return "-"
    if value is True:
        return "yes"
    if isinstance(value, Enum):
        return value.name.lower()
    if isinstance(value, Action):
        return str(value)
    if _fields(type(value)):
        return _object(value)
    if isinstance(value, tuple):
        return ",".join(_text(name, item) for item in value)
    if type(value) is int:
        field = name.rpartition(".")[2]
        if name in _CARDS or field in _CARDS:
            return CODES[value]
        if field in _SUITS:
            return SUITS[value]
        if field in _RANKS:
            return RANKS[value]
    return str(value)


def _object(value: Any) -> str:
    parts = []
    for name in _fields(type(value)):
        item = getattr(value, name)
        if item is not None and item is not False and item != ():
            parts.append(f"{name}={_text(f'{type(value).__name__}.{name}', item)}")
    return "{" + " ".join(parts) + "}"


def may(view: SeatView) -> str:
    """Return what a seat may do: `any` stands for every card of its hand."""
    own = [action for action in view.legal if action.seat == view.seat]
    parts = []
    plain = sorted(action.code for action in own if action.card is not None and not action.bela)
    if plain and plain == sorted(view.hand):
        parts.append("any")
    else:
        parts += [CODES[card] for card in plain]
    parts += [f"{CODES[action.code & 31]}+bela" for action in sorted(own) if action.bela]
    parts += [TEXTS[action.code] for action in sorted(own) if action.code >= PASS]
    parts += [f"({action})" for action in view.legal if action.seat != view.seat]
    return ", ".join(parts)


def seat_line(view: SeatView, before: SeatView | None, public: PublicView) -> str:
    """Return a seat's own answers if they have changed: its hand, in full at its turn, and what it may do."""
    parts = []
    if view.legal or before is None or before.hand != view.hand:
        hand = " ".join(CODES[card] for card in view.hand) or "-"
        if before is not None and not view.legal:
            gone = [card for card in before.hand if card not in view.hand]
            if gone and len(gone) + len(view.hand) == len(before.hand) and view.hand:
                hand = " ".join(f"-{CODES[card]}" for card in gone)
        parts.append(hand)
    if view.legal:
        parts.append(f"may {may(view)}")
    if view.public != public:
        parts.append(f"sees {' '.join(changes(facts(public), facts(view.public)))}")
    known = {"public", "seat", "hand", "legal"}
    parts += [f"{name}={getattr(view, name)}" for name in _fields(SeatView) if name not in known]
    return f"{view.seat}: {'; '.join(parts)}" if parts else ""


def block(head: str, items: list[str], seats: list[str]) -> list[str]:
    """Return the lines of one state: what was done, what changed for all, what each seat knows."""
    indent = " " * _ACTION_WIDTH
    first = f"{head:{_ACTION_WIDTH - 1}} "
    lines = wrapped(" ".join(items), first, indent)
    if seats:
        lines += wrapped(" | ".join(seats), indent, indent)
    return lines


def wrapped(text: str, first: str = "", rest: str = "  ") -> list[str]:
    """Return a text as lines of at most `WIDTH` characters, broken at spaces."""
    lines = textwrap.wrap(
        text,
        WIDTH,
        initial_indent=first,
        subsequent_indent=rest,
        break_long_words=False,
        break_on_hyphens=False,
    )
    return lines or [first.rstrip()]
