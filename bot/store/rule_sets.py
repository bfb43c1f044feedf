"""The rules a group keeps under names, and those an owner chose last."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

from .database import Transaction


@dataclass(frozen=True, slots=True)
class RuleSetRow:
    """Kept rules: `rules` is the plain JSON value of record-format.md."""

    id: int
    name: str
    rules: dict[str, Any]


async def load_sets(tx: Transaction, chat_id: int) -> list[RuleSetRow]:
    """Return the rules a group keeps, by name; what cannot be read is left out."""
    rows = await tx.all("SELECT id, name, rules FROM rule_sets WHERE chat_id = ? ORDER BY name", chat_id)
    kept = [(number, name, _read(text)) for number, name, text in rows]
    return [RuleSetRow(number, name, rules) for number, name, rules in kept if rules is not None]


async def save_set(tx: Transaction, chat_id: int, name: str, rules: dict[str, Any]) -> None:
    """Keep rules under a name; what had the name before is replaced."""
    await tx.write(
        """INSERT INTO rule_sets (chat_id, name, rules) VALUES (?, ?, ?)
        ON CONFLICT (chat_id, name) DO UPDATE SET rules = excluded.rules""",
        chat_id,
        name,
        json.dumps(rules),
    )


async def drop_set(tx: Transaction, chat_id: int, set_id: int) -> None:
    """Forget kept rules."""
    await tx.write("DELETE FROM rule_sets WHERE chat_id = ? AND id = ?", chat_id, set_id)


async def last_rules(tx: Transaction, chat_id: int, user_id: int) -> tuple[dict[str, Any], int, str] | None:
    """Return the rules an owner chose last in a group, and the clock beside them: its seconds and what
    happens then. None if the owner has not chosen any that can be read.
    """
    row = await tx.one(
        "SELECT rules, clock_seconds, clock_then FROM last_rules WHERE chat_id = ? AND user_id = ?",
        chat_id,
        user_id,
    )
    rules = None if row is None else _read(row[0])
    return None if row is None or rules is None else (rules, row[1], row[2])


async def save_last_rules(
    tx: Transaction, chat_id: int, user_id: int, rules: dict[str, Any], clock_seconds: int, clock_then: str
) -> None:
    """Remember the rules and the clock an owner has chosen in a group."""
    await tx.write(
        """INSERT INTO last_rules (chat_id, user_id, rules, clock_seconds, clock_then)
        VALUES (?, ?, ?, ?, ?)
        ON CONFLICT (chat_id, user_id) DO UPDATE SET rules = excluded.rules,
            clock_seconds = excluded.clock_seconds, clock_then = excluded.clock_then""",
        chat_id,
        user_id,
        json.dumps(rules),
        clock_seconds,
        clock_then,
    )


def _read(text: str) -> dict[str, Any] | None:
    """Read rules; None if they are damaged."""
    try:
        rules = json.loads(text)
    except (ValueError, TypeError):
        return None
    return rules if isinstance(rules, dict) else None
