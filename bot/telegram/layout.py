"""Which messages a room has, and what each should show.

A room's places are called slots: `lobby`, `table:0`, `table:1`, ... (one per played deal), `final` in the
group, `console:USER` in private chats, and `old:CHAT:MESSAGE` for a message that has been replaced and only
has to lose its buttons.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from bot.locales import Texts
from bot.rooms.views import ConsoleView, Phase, RoomView
from bot.screens.account import deal_account
from bot.screens.console import console
from bot.screens.lobby import lobby
from bot.screens.parts import Screen
from bot.screens.table import broken_off, table

LOBBY = "lobby"
FINAL = "final"
OLD = "old:"
_TABLE = "table:"
_CONSOLE = "console:"


@dataclass(frozen=True, slots=True)
class Want:
    """What a slot should show: a screen, or with None only no buttons.

    `create` says that a message is to be sent where there is none. `waits`: the screen tells its reader that
    the table waits for them.
    """

    slot: str
    screen: Screen | None
    create: bool
    waits: bool = False


def table_slot(view: RoomView) -> str:
    """Return the slot of the present deal: a deal after a void or cancelled one takes over its message."""
    return f"{_TABLE}{len(_played(view))}"


def console_slot(user_id: int) -> str:
    """Return the slot of a player's console."""
    return f"{_CONSOLE}{user_id}"


def console_user(slot: str) -> int | None:
    """Return whose console a slot is, or None."""
    return int(slot.removeprefix(_CONSOLE)) if slot.startswith(_CONSOLE) else None


def old_slot(chat_id: int, message_id: int) -> str:
    """Return the slot of a message that has been replaced; ids of messages are a chat's own."""
    return f"{OLD}{chat_id}:{message_id}"


def old_chat(slot: str) -> int | None:
    """Return the chat of a message that has been replaced, or None for another slot."""
    return int(slot.removeprefix(OLD).split(":")[0]) if slot.startswith(OLD) else None


def live_slot(view: RoomView) -> str:
    """Return the slot of the group's newest message of a room."""
    if view.phase is Phase.FINISHED:
        return FINAL
    return LOBBY if view.match is None else table_slot(view)


def main_slot(view: RoomView, chat_id: int) -> str:
    """Return the slot of the message where the game goes on, in the room's group or in a private chat."""
    return live_slot(view) if chat_id == view.chat_id else console_slot(chat_id)


def may_look_back(view: RoomView, slots: Iterable[str]) -> list[str]:
    """Return those of a room's slots that may be to look as before: all but accounts and old ones."""
    live = live_slot(view)
    return [slot for slot in slots if slot == live or not slot.startswith((_TABLE, OLD))]


def group_wants(view: RoomView, existing: Iterable[str], t: Texts, username: str, now: float) -> list[Want]:
    """Return what the group's messages should show, the most urgent first: where the game goes on."""
    slots = set(existing)
    if view.phase is Phase.LOBBY:
        return [Want(LOBBY, lobby(view, t, username), create=True)]
    if view.match is None:
        # A lobby that was stopped.
        return [Want(LOBBY, table(view, t, username, now), create=False)]
    wants = [Want(live_slot(view), table(view, t, username, now), create=True)]
    played = _played(view)
    for slot in sorted(slots):
        if slot.startswith(_TABLE) and int(slot.removeprefix(_TABLE)) < len(played):
            number = played[int(slot.removeprefix(_TABLE))]
            wants.append(Want(slot, deal_account(view, number, t), create=False))
    if view.phase is Phase.FINISHED and table_slot(view) in slots:
        # The message after the last played deal: a deal that was broken off, since no void deal ends a match.
        wants.append(Want(table_slot(view), broken_off(view, t), create=False))
    if LOBBY in slots:
        wants.append(Want(LOBBY, lobby(view, t, username), create=False))
    return wants


def console_want(view: ConsoleView, user_id: int, t: Texts, now: float) -> Want | None:
    """Return what a player's console should show; None while there is nothing to show."""
    if view.room.match is None:
        return None
    # Whom the bot plays for need not be rung at every turn.
    waits = view.my_turn and view.seat not in view.room.stand_ins
    return Want(console_slot(user_id), console(view, t, now), create=view.room.live, waits=waits)


def _played(view: RoomView) -> list[int]:
    """Return the numbers of the deals that counted."""
    if view.match is None:
        return []
    return [result.number for result in view.match.results if result.played]
