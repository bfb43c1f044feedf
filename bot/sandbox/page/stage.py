"""The stage: everything behind the page, and what its owner sees of it."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable
from dataclasses import asdict
from typing import Any

from bot.sandbox.errors import SandboxError
from bot.sandbox.model import Chat
from bot.sandbox.person import Person
from bot.sandbox.weather import Weather
from bot.sandbox.world import World

from . import autoplay, cast
from .bot_process import BotProcess, State
from .deal import deal, meeting_place
from .phones import Hand, Phone, new_key
from .traffic import Traffic


class Stage:
    """The phones, the bot's process, the weather and the traffic of one world.

    `changed` wakes whoever waits for another `state`; `shown` and `taken` are told which phone is to show a
    chat, and which of its watchers must go.
    """

    def __init__(self, world: World, chance: random.Random) -> None:
        self.world = world
        self.key = new_key()
        self.address = ""
        self.is_shared = False
        self.kept: str | None = None
        self.bot: BotProcess | None = None
        self.weather = Weather(world)
        self.phones: dict[int, Phone] = {}
        self.traffic = Traffic(world, self._is_hidden)
        self.shown: list[Callable[[Phone, Chat], None]] = []
        self.taken: list[Callable[[Phone, Hand], None]] = []
        self._chance = chance
        self._players: dict[int, asyncio.Task[None]] = {}
        self._dealing: asyncio.Task[None] | None = None
        for person in world.people.values():
            self._add_phone(person)

    def changed(self) -> None:
        """Let everybody look again."""
        self.world.notify()

    async def close(self) -> None:
        """End what goes on by itself."""
        tasks = [*self._players.values()]
        if self._dealing is not None:
            tasks.append(self._dealing)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await self.weather.close()

    # Who is there

    def open(self, language: str) -> None:
        """Set the scene for the first visitor, in a language."""
        if not self.world.people:
            chat = cast.set_scene(self.world, language)
            for person in self.world.people.values():
                self._add_phone(person).shown = chat.id

    def phone(self, key: str) -> Phone | None:
        """Find a phone by its key."""
        return next((phone for phone in self.phones.values() if phone.key == key), None)

    def add(self, name: cast.Name) -> Phone:
        """Let one more person be, who joins the newest group."""
        if len(self.phones) >= cast.MOST_PEOPLE:
            raise SandboxError("too_many_people", most=cast.MOST_PEOPLE)
        groups = self._groups()
        person = cast.create(self.world, name)
        phone = self._add_phone(person)
        if groups:
            person.join(groups[-1])
            phone.shown = groups[-1].id
        self.changed()
        return phone

    def add_group(self, title: str, is_forum: bool) -> Chat:
        """Open a group with everybody in it and the bot."""
        chat = self.world.group(title, list(self.world.people.values()), forum=is_forum)
        self.show(chat)
        return chat

    def _add_phone(self, person: Person) -> Phone:
        phone = self.phones[person.id] = Phone(person)
        return phone

    def _groups(self) -> list[Chat]:
        return [
            chat
            for chat in self.world.chats.values()
            if not chat.is_private and chat.members and chat.migrated_to is None
        ]

    # Whose hands a phone is in

    def hand_over(self, phone: Phone) -> None:
        """A friend has opened the phone: the stage sees it no more, and the link given away is used up."""
        if phone.hand is Hand.STAGE:
            phone.key = new_key()
            self.play_for(phone, False)
        if phone.hand is not Hand.FRIEND:
            phone.hand = Hand.FRIEND
            self._tell_taken(phone, Hand.STAGE)

    def put_down(self, phone: Phone) -> None:
        """The friend has gone; the phone stays covered until it is taken back."""
        if phone.hand is Hand.FRIEND:
            phone.hand = Hand.AWAY
            self.changed()

    def take_back(self, phone: Phone) -> None:
        """Play the phone on the stage again; the friend is told, and the link is worth nothing any more."""
        phone.key = new_key()
        phone.hand = Hand.STAGE
        self._tell_taken(phone, Hand.FRIEND)

    def _tell_taken(self, phone: Phone, hand: Hand) -> None:
        for tell in list(self.taken):
            tell(phone, hand)
        self.changed()

    def _is_hidden(self, user_id: int) -> bool:
        phone = self.phones.get(user_id)
        return phone is not None and phone.hand is not Hand.STAGE

    # What goes on by itself

    def play_for(self, phone: Phone, on: bool) -> None:
        """Let a phone press by itself, or stop that."""
        phone.autoplay = on
        player = self._players.pop(phone.id, None)
        if player is not None:
            player.cancel()
        if on:
            chance = random.Random(self._chance.random())
            self._players[phone.id] = asyncio.create_task(
                autoplay.play(phone.person, self.world.clock, chance)
            )
        self.changed()

    async def deal(self) -> None:
        """Seat the first two phones that are played here at a dealt table, and show them their cards."""
        if self._dealing is not None:
            raise SandboxError("dealing_already")
        if self.bot is not None and self.bot.state is State.DOWN:
            raise SandboxError("bot_is_down")
        pair = [phone for phone in self.phones.values() if phone.hand is Hand.STAGE][:2]
        if len(pair) < 2:
            raise SandboxError("too_few_phones")
        people = [phone.person for phone in pair]
        self._dealing = asyncio.create_task(self._deal(people))
        self.changed()
        try:
            await self._dealing
        finally:
            self._dealing = None
            self.changed()

    async def _deal(self, people: list[Person]) -> None:
        chat = meeting_place(people)
        if chat is None:
            language = cast.language_of(people[0].user.language_code or "")
            chat = self.world.group(cast.title(language), people)
        await deal(people[0], people[1], chat)
        for person in people:
            self._show(self.phones[person.id], person.private)

    def show(self, chat: Chat) -> None:
        """Bring a group to the front of everybody's phone."""
        for phone in self.phones.values():
            self._show(phone, chat)

    def _show(self, phone: Phone, chat: Chat) -> None:
        phone.shown = chat.id
        for show in list(self.shown):
            show(phone, chat)

    # What the owner sees

    def state(self) -> dict[str, Any]:
        """Return all of it."""
        return {
            "type": "stage",
            "phones": [self._phone_state(phone) for phone in self.phones.values()],
            "groups": [
                {"id": chat.id, "title": chat.title, "kind": chat.kind.value, "is_forum": chat.is_forum}
                for chat in self._groups()
            ],
            "bot": None if self.bot is None else self.bot.to_json(),
            "weather": asdict(self.weather.settings),
            "suggestions": [asdict(name) for name in cast.suggestions(self.world)],
            "keep": self.kept,
            "shared": self.is_shared,
            "can_add": len(self.phones) < cast.MOST_PEOPLE,
            "busy": self._dealing is not None,
        }

    def _phone_state(self, phone: Phone) -> dict[str, Any]:
        return {
            "id": phone.id,
            "name": phone.person.user.full_name,
            "language": phone.person.user.language_code,
            # Who holds a phone has its only key.
            "socket": f"{phone.path}/socket" if phone.hand is Hand.STAGE else None,
            "link": f"{self.address}{phone.path}" if phone.hand is Hand.STAGE else None,
            "hand": phone.hand.value,
            "autoplay": phone.autoplay,
        }
