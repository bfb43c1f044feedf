"""*Play for me*: a phone presses legal buttons by itself, so that one visitor sees a whole match."""

from __future__ import annotations

import random

from bot.clock import Clock
from bot.sandbox.errors import SandboxError
from bot.sandbox.model import Message
from bot.sandbox.person import Person
from bot.sandbox.player import choose, moves
from bot.sandbox.updates import first_of

THINKING_SECONDS = 0.8
# A press that came to nothing (the bot was down, the answer was lost) is tried again.
_AGAIN_SECONDS = 12.0


async def play(person: Person, clock: Clock, chance: random.Random) -> None:
    """Press whenever a console offers a move, in every match of this person, until cancelled."""
    pressed: dict[int, int] = {}
    while True:
        change = person.world.changed()
        message = _next(person, pressed)
        if message is None:
            if not await first_of(clock, _AGAIN_SECONDS, change):
                pressed.clear()
            continue
        await clock.sleep(THINKING_SECONDS)
        # The owner of the phone may have pressed meanwhile.
        if message.is_deleted or not moves(message):
            continue
        pressed[message.key] = message.edits
        try:
            await person.press_data(message, choose(message, chance).callback_data or "")
        except SandboxError:
            continue


def _next(person: Person, pressed: dict[int, int]) -> Message | None:
    """Return the newest console that offers a move and has changed since it was pressed."""
    for message in reversed(person.messages()):
        if pressed.get(message.key) != message.edits and moves(message):
            return message
    return None
