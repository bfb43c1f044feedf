"""Names as people have them: markup, emoji, right to left, empty; they are shown and break nothing."""

from __future__ import annotations

import pytest

from bot.screens.names import shown
from bot.screens.presses import Query, Seat, Start, Stop, encode

from .harness import Play
from .tables import open_lobby

NAMES = [
    ("<b>Anna</b>", "&amp;"),
    ("_*[x](y)`", None),
    ("👨‍👩‍👧‍👦🏳️‍🌈", "🇺🇦"),
    ("דוד", "محمد"),
    ("\u200b", "\u3164"),
    ("Z͑ͫ̓ͪ̂ͫ̽͏̴̙̤̞͉͚̯̞̠͍A̴̵̜̰͔ͫ͗͢L̠ͨͧͩ͘G̴̻͈͍͔̹̑͗̎̅͛́Ǫ̵̹̻̝̳͂̌̌͘", None),
    ("Очень " * 10, "длинная " * 7),
    ("{ $name }", "%s {}"),
    ("a\u202eb\nc", "\r\n\t"),
    ("\u0301", "\U0010ffff\ufffe"),
    (".", "/deberts @deberts_bot https://t.me"),
    ("<a href='x'>", '"О\'Генри"'),
]


@pytest.mark.parametrize("number", range(0, len(NAMES), 2))
async def test_any_name_and_title_can_play(game: Play, number: int) -> None:
    first, second = NAMES[number : number + 2]
    people = [game.world.person(*name) for name in (first, second)]
    for person in people:
        await person.start()
    group = game.world.group(" ".join(filter(None, first)), people)
    table = await open_lobby(game, group, people[0])
    table.people = tuple(people)
    await table.press(people[1], table.board(), Seat)
    await table.press(people[0], table.board(), Start)
    for what in ("hand", "last", "score"):
        assert (await people[1].press_data(table.board(), encode(Query(table.room, what)))).text
    await table.play_until(lambda match: match.deal is not None and len(match.deal.winners) == 1)
    await game.settle()
    for person in people:
        name = shown(person.user.full_name)
        # What people call themselves is shown as it is, as text.
        assert name.strip("\u2068\u2069") in table.board().text
    for command in ("/score", "/last", "/history"):
        await game.say(people[1], group, command)
        assert people[1].last(group).sender is game.world.bot
    await game.say(people[0], group, "/stop")
    await table.press(people[0], people[0].last(group), Stop)
    assert await table.stored("phase") == ("stopped",)
    assert not game.world.refused


async def test_a_new_name_is_shown_at_the_table(game: Play) -> None:
    anna = game.world.person("Анна")
    await anna.start()
    table = await open_lobby(game, game.world.group("Друзья", [anna]), anna)
    anna.user.first_name = "Аня <3"
    await game.say(anna, anna.private, "/help")
    assert "Аня <3" in table.board().text
