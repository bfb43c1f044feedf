"""From nothing to a dealt table, by what two people would press."""

from __future__ import annotations

from bot.sandbox.errors import SandboxError
from bot.sandbox.model import Chat, Message, Status
from bot.sandbox.person import Person
from bot.sandbox.player import console
from bot.screens.presses import BadPressError, Seat, Start, decode

_PATIENCE = 20.0
"""Real seconds to wait for one step of the bot."""


def meeting_place(people: list[Person]) -> Chat | None:
    """Return the newest group where all of them are and the bot may write."""
    bot = people[0].world.bot
    found = [
        chat
        for chat in people[0].world.chats.values()
        if all(chat.member(person.user).is_here for person in people)
        and chat.member(bot).is_here
        and chat.migrated_to is None
        and (not chat.is_bot_muted or chat.member(bot).status is Status.ADMINISTRATOR)
    ]
    return found[-1] if found else None


async def deal(owner: Person, guest: Person, chat: Chat) -> None:
    """Open a table in the group, seat both, and start: afterwards one of them has a move.

    Raises `SandboxError` if the bot does not do its part in time.
    """
    try:
        await _deal(owner, guest, chat)
    except SandboxError as error:
        if error.kind in ("waited_in_vain", "no_answer", "late_answer"):
            raise SandboxError("bot_is_silent", seconds=round(_PATIENCE)) from None
        raise


async def _deal(owner: Person, guest: Person, chat: Chat) -> None:
    for person in (owner, guest):
        if not person.private.is_started or person.private.is_blocked:
            await person.start()
    before = max((message.key for message in owner.messages(chat)), default=0)
    await owner.write(chat, "/deberts")
    table = await owner.wait_for(lambda: _with_button(owner, chat, before, Seat), _PATIENCE)
    assert table is not None
    await guest.press(table, _data(table, Seat), timeout=_PATIENCE)
    await owner.wait_for(lambda: _data(table, Start), _PATIENCE)
    await owner.press(table, _data(table, Start), timeout=_PATIENCE)
    known = {person.id: console(person) for person in (owner, guest)}

    def dealt() -> bool:
        return any(console(person) not in (None, known[person.id]) for person in (owner, guest))

    if not dealt() and not any(known.values()):
        await owner.wait_for(dealt, _PATIENCE)


def _with_button(person: Person, chat: Chat, after: int, kind: type[Seat]) -> Message | None:
    """Return the bot's first message after that one with a button of a kind."""
    for message in person.messages(chat):
        if message.key > after and message.sender is person.world.bot and _data(message, kind):
            return message
    return None


def _data(message: Message, kind: type[Seat] | type[Start]) -> str:
    """Return what the message's button of a kind says, or nothing."""
    for button in message.buttons:
        try:
            if isinstance(decode(button.callback_data), kind):
                return button.callback_data or ""
        except BadPressError:
            continue
    return ""
