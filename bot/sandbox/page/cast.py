"""Who is there at first, and who may come: names that a bot has to bear among them."""

from __future__ import annotations

from dataclasses import dataclass

from bot.sandbox.model import Chat
from bot.sandbox.person import Person
from bot.sandbox.world import World

MOST_PEOPLE = 6


@dataclass(frozen=True, slots=True)
class Name:
    """A person to be."""

    first_name: str
    last_name: str | None = None
    username: str | None = None
    language_code: str = "ru"


SUGGESTIONS = (
    Name("Анна", username="anna"),
    Name("Борис"),
    Name("Олена", "Шевченко", language_code="uk"),
    Name("Ion", "Ceban", language_code="ro"),
    Name("Grace", "O'Malley", "grace", "en"),
    Name('<b>Жирный</b> & "Ко"'),
    Name("_*[Звёздочка](t.me)*_`"),
    Name("دانيال", "🂡🃏", language_code="en"),
    Name("\u3164", language_code="en"),
    Name("Константин Константинович Константинопольский-Заславский, граф"),
    Name("👑", username="korol"),
    Name("Z͑ͫ̓ͪ̂ͫ̽͏̴̙̤̞͉͚̯̞̠͍A̴̵̜̰͔ͫ͗͢"),
)  # fmt: skip

_RUSSIAN_READERS = ("ru", "uk", "be")
_BOT_NAMES = {"ru": "Деберц", "en": "Deberts"}
_SCENES = {
    "ru": ("Друзья", Name("Анна"), Name("Борис")),
    "en": ("Friends", Name("Anna", language_code="en"), Name("Boris", language_code="en")),
}


def language_of(accept_language: str) -> str:
    """Return the language of the page's two that a browser asking with this header reads better."""
    first = accept_language.split(",")[0].strip()[:2].lower()
    return "en" if first and first not in _RUSSIAN_READERS else "ru"


def create(world: World, name: Name) -> Person:
    """Let a person be."""
    return world.person(name.first_name, name.last_name, name.username, name.language_code)


def set_scene(world: World, language: str) -> Chat:
    """Let two people be who have just brought the bot into their group."""
    title, *names = _SCENES[language]
    world.bot.first_name = _BOT_NAMES[language]
    return world.group(title, [create(world, name) for name in names])


def title(language: str) -> str:
    """Return what a group of friends is called."""
    return _SCENES[language][0]


def suggestions(world: World) -> list[Name]:
    """Return the names that nobody bears yet."""
    taken = {(person.user.first_name, person.user.last_name) for person in world.people.values()}
    return [name for name in SUGGESTIONS if (name.first_name, name.last_name) not in taken]
