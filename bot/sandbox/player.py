"""A person who plays by herself: presses legal buttons of her console, chosen at random with some sense."""

from __future__ import annotations

import random

from bot.deberts import actions as do
from bot.screens.presses import BadPressError, Move, decode

from .keyboard import Button
from .model import Message
from .person import Person

# What nobody in her right mind leaves lying.
_EAGER = (do.DEBERTS, do.KLABOR, do.SWAP, do.DECLARE)


def moves(message: Message) -> list[tuple[Button, Move]]:
    """Return the buttons of a console that are legal moves now: cards are marked by their style."""
    found = []
    for button in message.buttons:
        try:
            press = decode(button.callback_data)
        except BadPressError:
            continue
        if isinstance(press, Move) and (press.code >= do.PASS or button.style is not None):
            found.append((button, press))
    return found


def console(person: Person) -> Message | None:
    """Return the newest message of the private chat that offers a move, or None out of turn."""
    return next((message for message in reversed(person.messages()) if moves(message)), None)


def choose(message: Message, chance: random.Random) -> Button:
    """Return the button to press: what scores without risk first, else any."""
    found = moves(message)
    for button, press in found:
        if press.code in _EAGER or do.BELA <= press.code < do.PASS:
            return button
    return chance.choice(found)[0]
