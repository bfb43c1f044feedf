"""The stage's own orders: people, groups, weather, links, and what it shows."""

from __future__ import annotations

from typing import Any

import pytest

from bot.sandbox.page.cast import SUGGESTIONS, language_of

from .conftest import Frame, Show

CALM = {"slow": 0, "throttled": None, "lost": "never", "failing": "never", "repeat": False, "held": False}


async def test_the_first_visitors_language_sets_the_scene_once(show: Show) -> None:
    show.stage.open("en")
    assert [phone.person.user.full_name for phone in show.people] == ["Анна", "Борис"]
    assert [chat.title for chat in show.world.chats.values() if not chat.is_private] == ["Друзья"]


@pytest.mark.parametrize(
    ("header", "language"),
    [("ru-RU,ru;q=0.9,en;q=0.8", "ru"), ("uk", "ru"), ("en-GB,en", "en"), ("de", "en"), ("", "ru")],
)
def test_the_language_of_a_browser(header: str, language: str) -> None:
    assert language_of(header) == language


async def test_up_to_six_people_odd_names_among_them_each_in_the_newest_group(show: Show) -> None:
    director = await show.director()
    state = await director.of("stage")
    assert state["can_add"]
    assert len(state["suggestions"]) == len(SUGGESTIONS) - 2
    await director.do("language", code="en")
    for name in state["suggestions"][-4:]:
        await director.do("person", **{key: value for key, value in name.items() if value is not None})
    full = await director.next(lambda frame: frame["type"] == "stage" and len(frame["phones"]) == 6)
    assert not full["can_add"]
    assert [phone["name"] for phone in full["phones"][-4:]] == [
        name["first_name"] for name in state["suggestions"][-4:]
    ]
    assert await director.refused("person", first_name="Седьмой") == "There are 6 people already."
    group = next(chat for chat in show.world.chats.values() if not chat.is_private)
    assert all(group.member(phone.person.user).is_here for phone in show.people)


@pytest.mark.parametrize(
    "fields",
    [{}, {"first_name": ""}, {"first_name": " "}, {"first_name": "x" * 65},
     {"first_name": "A", "username": "a b"}, {"first_name": "A", "language_code": "russian"},
     {"first_name": "A", "is_bot": True}],
)  # fmt: skip
async def test_a_person_telegram_would_not_have_is_refused(show: Show, fields: dict[str, Any]) -> None:
    director = await show.director()
    await director.do("language", code="ru")
    assert await director.refused("person", **fields) == "Страница попросила о невозможном."
    assert len(show.people) == 2


async def test_a_new_group_has_everybody_and_the_bot_and_comes_to_the_front(show: Show) -> None:
    director, phone = await show.director(), await show.phone(show.people[0])
    assert (await phone.of("show"))["chat"] == show.people[0].shown
    await director.do("group", title="Дача", forum=True)
    shown = await phone.of("show")
    group = show.world.chats[shown["chat"]]
    assert (group.title, group.is_forum) == ("Дача", True)
    assert {user.full_name for user in (member.user for member in group.members.values())} == {
        "Анна", "Борис", "Деберц",
    }  # fmt: skip


async def test_the_panel_sets_the_weather_and_everybody_sees_it(show: Show) -> None:
    one, two = await show.director(), await show.director()
    assert (await two.of("stage"))["weather"] == CALM
    bad = CALM | {"slow": 3, "throttled": -1, "lost": "next", "repeat": True}
    await one.do("weather", **bad)
    frame = await two.next(lambda frame: frame["type"] == "stage" and frame["weather"] != CALM)
    assert frame["weather"] == bad
    assert show.stage.weather.settings.slow == 3
    await one.do("language", code="en")
    for wrong in ({"slow": 2}, {"lost": "sometimes"}, {"repeat": 1}):
        await one.refused("weather", **(CALM | wrong))
    assert show.stage.weather.settings.slow == 3


async def test_a_link_comes_as_a_picture_too(show: Show) -> None:
    director = await show.director()
    frame: Frame = await director.ask("link", phone=show.people[0].id)
    assert frame["type"] == "qr"
    assert frame["svg"].startswith("<svg")
    assert "script" not in frame["svg"]


async def test_without_a_bot_nothing_is_dealt_and_a_sentence_says_so(show: Show) -> None:
    director = await show.director()
    await director.do("language", code="en")
    friend = await show.friend(show.people[0])
    await friend.of("hello")
    assert await director.refused("deal") == (
        "Two phones that are played here are needed: add a person or take a phone back."
    )
