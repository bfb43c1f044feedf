"""Prints what the engine answers, compactly: only what has changed since the answer before.

Dataclasses and named tuples are read by reflection, so a new field of a view shows up by itself. Facts of the
deal have bare names (`turn=1`), those above it the name of where they are (`sheet.totals=0,162`). A fact that
is None or empty when first seen is left out; `x=-` says that it became so. `x+=` appends to a list, `x-=`
takes out of it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import fields, is_dataclass
from difflib import SequenceMatcher
from enum import Enum
from typing import Any, NamedTuple

from bot.deberts.actions import PASS, TEXTS, Action
from bot.deberts.cards import CODES, RANKS, SUITS
from bot.deberts.view import PublicView, SeatView

Facts = Mapping[str, Any]
_FIELDS: dict[type, tuple[str, ...]] = {}

WIDTH = 120
# A space at which no line is broken.
NO_BREAK = "\N{NO-BREAK SPACE}"
_HEAD_WIDTH = 13

# The views in the public view that are read field by field, and what the names of their fields begin with.
_LABELS = {"sheet": "sheet.", "outcome": "outcome.", "deal": ""}
# Which numbers are cards, suits and ranks: the name of the field says it.
_CARDS = frozenset({"upcard", "bottom", "trick", "Trick.cards", "hand", "shown"})
_SUITS = frozenset({"trump", "suit"})
_RANKS = frozenset({"top"})


def _fields(kind: type) -> tuple[str, ...]:
    """Return the fields of a dataclass or a named tuple, none for anything else."""
    found = _FIELDS.get(kind)
    if found is None:
        named: tuple[str, ...] = getattr(kind, "_fields", ())
        found = tuple(field.name for field in fields(kind)) if is_dataclass(kind) else named
        _FIELDS[kind] = found
    return found


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
            if value is not None and value != ():
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
    if value is None or value == ():
        return "-"
    if isinstance(value, bool):
        return "yes" if value else "no"
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
        if item is not None and item != ():
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


class Block(NamedTuple):
    """One state: what was done and changed for everybody, what each seat knows now; or why it was refused."""

    head: str
    items: tuple[str, ...] = ()
    seats: tuple[str, ...] = ()
    refused: str = ""

    def lines(self) -> list[str]:
        """Return it as lines."""
        indent = " " * _HEAD_WIDTH
        first = f"{self.head:{_HEAD_WIDTH - 1}} "
        if self.refused:
            return wrapped(f"REFUSED: {self.refused}", first, indent)
        lines = wrapped(" ".join(self.items), first, indent)
        if self.seats:
            lines += wrapped(" | ".join(self.seats), indent, indent)
        return lines


def difference(old: Block, new: Block) -> list[str]:
    """Return what is only in one of two states after the same acts, as lines that begin with - and +."""
    if new.refused:
        return new.lines()
    gone, come = _only(_words(old), _words(new))
    gone_seats, come_seats = _only(old.seats, new.seats)
    indent = " " * _HEAD_WIDTH
    lines = []
    for sign, parts in (("-", gone), ("-", gone_seats), ("+", come), ("+", come_seats)):
        if parts:
            text = (" | " if parts in (gone_seats, come_seats) else " ").join(parts)
            lines += wrapped(text, f"{indent}{sign} ", f"{indent}{sign} ")
    if lines:
        lines[0] = f"{old.head:{_HEAD_WIDTH - 1}} " + lines[0][_HEAD_WIDTH:]
    return lines


def _words(block: Block) -> list[str]:
    return [word.strip("{}") for item in block.items for word in item.split(" ")]


def _only(old: Sequence[str], new: Sequence[str]) -> tuple[list[str], list[str]]:
    gone: list[str] = []
    come: list[str] = []
    for _, a, b, c, d in SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        if old[a:b] != new[c:d]:
            gone += old[a:b]
            come += new[c:d]
    return gone, come


def wrapped(text: str, first: str = "", rest: str = "  ") -> list[str]:
    """Return a text as lines of at most `WIDTH` characters, broken at spaces."""
    lines = []
    line = first
    for word in text.split(" "):
        if len(line) + len(word) > WIDTH and line.strip():
            lines.append(line.rstrip())
            line = rest
        line += word + " "
    lines.append(line.rstrip())
    return [line.replace(NO_BREAK, " ") for line in lines]
