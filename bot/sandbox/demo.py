"""The demo: two friends open a table in a group and play a whole match through the buttons.

Sandbox and bot run together in this process, on a database in memory. The terminal shows each message as it
appears or changes in the group and in both private chats.
"""

from __future__ import annotations

import asyncio
import contextlib
import random
import secrets
import sys
from contextlib import AsyncExitStack

from bot.clock import Clock, PacedClock
from bot.store.database import Database
from bot.telegram.app import make_application
from bot.telegram.run import UPDATES, running

from .model import Answer, Chat, Message
from .person import NoAnswerError, Person
from .player import choose, console, moves
from .screen import message_text
from .server import serve
from .world import World

PACE, FAST_PACE = 4.0, 30.0
THINKING = 4.0


class Terminal:
    """Prints every message of the chats it watches when it is new or has changed."""

    def __init__(self, world: World, chats: dict[str, tuple[Person, Chat]]) -> None:
        self._world = world
        self._chats = chats
        self._printed: dict[int, str] = {}

    async def watch(self) -> None:
        """Print until cancelled."""
        while True:
            change = self._world.changed()
            self.print_changes()
            await change

    def print_changes(self) -> None:
        """Print what is new since the last time."""
        for title, (person, chat) in self._chats.items():
            for message in person.messages(chat):
                self._print(title, message)

    def _print(self, title: str, message: Message) -> None:
        key = message.key
        text = message_text(message)
        if self._printed.get(key) == text:
            return
        sign = "✎" if key in self._printed else "✉"
        self._printed[key] = text
        body = "\n".join(f"│ {line}" for line in text.splitlines())
        print(f"┌─ {sign} {title}\n{body}\n└─", flush=True)


class Friends:
    """Two people who know what they want: a table, a match, the score."""

    def __init__(self, world: World, clock: Clock, seed: int, thinking: float) -> None:
        self.world = world
        self.anna = world.person("Анна", language_code="ru")
        self.boris = world.person("Борис", language_code="ru")
        self.group = world.group("Друзья", [self.anna, self.boris])
        self._clock = clock
        self._seed = seed
        self._thinking = thinking
        self._pressed: tuple[int, int] | None = None

    async def play(self) -> None:
        """Open a table, play the match to its end, ask for the score."""
        anna, boris, group = self.anna, self.boris, self.group
        await anna.start()
        await anna.write(group, "/deberts")
        answer = await self._press(boris, "Сесть")
        await self._think()
        # Boris has never opened the bot: the press leads him there.
        await (boris.open(answer.url) if answer is not None and answer.url else boris.start())
        await self._press(boris, "Начать")
        while (person := await self._next_player()) is not None:
            await self._think()
            message = console(person)
            if message is not None:
                self._pressed = (message.key, message.edits)
                with contextlib.suppress(NoAnswerError):
                    await person.press_data(message, self._choice(message))
        await anna.write(group, "/score")
        await anna.wait_for(lambda: anna.last(group).sender is self.world.bot)

    async def _next_player(self) -> Person | None:
        """Wait until somebody has something to press; returns None once the match is over."""

        def look() -> list[Person | None]:
            if self._labelled("Реванш"):
                return [None]
            return [person for person in (self.anna, self.boris) if self._has_news(person)]

        return (await self.anna.wait_for(look))[0]

    def _choice(self, message: Message) -> str:
        """Return what a person presses: the same for the same decision, whatever the hurry."""
        _, move = moves(message)[0]
        chance = random.Random(f"{self._seed} {move.deal} {move.count}")
        return choose(message, chance).callback_data or ""

    def _has_news(self, person: Person) -> bool:
        """Tell whether a console offers moves and is not the one that was pressed last, unchanged."""
        message = console(person)
        return message is not None and (message.key, message.edits) != self._pressed

    def _labelled(self, label: str) -> Message | None:
        """Return the newest message of the group with a button of that label or link."""
        for message in reversed(self.anna.messages(self.group)):
            if any(label in button.text or label in (button.url or "") for button in message.buttons):
                return message
        return None

    async def _press(self, person: Person, label: str) -> Answer | None:
        """Press a button of the group; None if a slow machine answers too late: it is done all the same."""
        message = await person.wait_for(lambda: self._labelled(label))
        await self._think()
        assert message is not None
        try:
            return await person.press(message, label)
        except NoAnswerError:
            return None

    async def _think(self) -> None:
        if self._thinking:
            await self._clock.sleep(self._thinking)


async def play(seed: int | None, fast: bool) -> int:
    """Show a whole match; returns the exit code."""
    seed = secrets.randbelow(1_000_000) if seed is None else seed
    clock = PacedClock(FAST_PACE if fast else PACE)
    world = World(clock)
    friends = Friends(world, clock, seed, 0.0 if fast else THINKING)
    terminal = Terminal(
        world,
        {
            "группа «Друзья»": (friends.anna, friends.group),
            "Анна, личный чат": (friends.anna, friends.anna.private),
            "Борис, личный чат": (friends.boris, friends.boris.private),
        },
    )
    async with AsyncExitStack() as stack:
        server = await stack.enter_async_context(serve(world))
        database = await Database.open(":memory:")
        stack.push_async_callback(database.close)
        app = make_application(world.token, server.url)
        await app.initialize()
        stack.push_async_callback(app.shutdown)
        await stack.enter_async_context(running(app, database, clock, random.Random(seed)))
        assert app.updater is not None
        await app.updater.start_polling(poll_interval=0, timeout=50, allowed_updates=UPDATES)
        stack.push_async_callback(app.updater.stop)
        watching = asyncio.create_task(terminal.watch())
        await friends.play()
        watching.cancel()
        terminal.print_changes()
    print(f"seed {seed}", file=sys.stderr)
    return 0
