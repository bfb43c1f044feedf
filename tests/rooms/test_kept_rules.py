"""Presets, line-ups, seats of one's choice, and rules that a group keeps under names."""

from __future__ import annotations

import pytest

from bot.deberts.rules import make_rules
from bot.rooms.service import MAX_NAME, MAX_SAVED

from .tables import ANNA, BORIS, GLEB, GROUP, OTHER_GROUP, VERA, Friends, refused


async def seated(friends: Friends, room: int) -> list[int | None]:
    view = await friends.rooms.view(room)
    return [None if player is None else player.user_id for player in view.seats]


async def kept(friends: Friends, room: int) -> dict[str, int]:
    return {saved.name: saved.id for saved in (await friends.rooms.view(room)).saved}


# Presets and line-ups


async def test_a_preset_is_the_owners_to_choose(friends: Friends) -> None:
    room = await friends.lobby(ANNA, BORIS)
    await refused(friends.rooms.set_preset(room, BORIS, 0, "moscow"), "owner-only")
    view = await friends.rooms.set_preset(room, ANNA, 0, "moscow")
    assert view.rules == make_rules({"preset": "moscow", "players": "2"})
    assert view.revision == 1
    await refused(friends.rooms.set_preset(room, ANNA, 0, "kharkov"), "rules-changed")
    await friends.assert_as_in_file(room)


async def test_more_players_bring_more_seats_and_fewer_leave_none_standing(friends: Friends) -> None:
    room = await friends.lobby(ANNA)
    await friends.set_rule(room, "players", "2x2")
    await friends.rooms.take_seat(room, await friends.user(VERA), 3)
    assert await seated(friends, room) == [ANNA, None, None, VERA]
    await friends.set_rule(room, "players", "3")
    assert await seated(friends, room) == [ANNA, VERA, None]
    await friends.rooms.sit(room, await friends.user(BORIS))
    before = await friends.rooms.view(room)
    await refused(friends.rooms.set_rule(room, ANNA, before.revision, "players", "2"), "too-many-seated")
    assert await friends.rooms.view(room) == before
    await friends.assert_as_in_file(room)


async def test_seats_are_taken_and_changed(friends: Friends) -> None:
    room = await friends.lobby()
    anna, boris, vera = [await friends.user(user) for user in (ANNA, BORIS, VERA)]
    view = await friends.rooms.take_seat(room, boris, 1)
    assert view.owner_id == BORIS
    await refused(friends.rooms.take_seat(room, boris, 1), "already-seated")
    await friends.rooms.take_seat(room, boris, 0)
    assert await seated(friends, room) == [BORIS, None]
    await refused(friends.rooms.take_seat(room, anna, 0), "seat-taken")
    await friends.rooms.take_seat(room, anna, 1)
    await friends.rooms.take_seat(room, anna, 0)
    assert await seated(friends, room) == [ANNA, BORIS]
    await refused(friends.rooms.take_seat(room, vera, 1), "seat-taken")
    await refused(friends.rooms.take_seat(room, vera, 2), "rules-changed")  # a seat of before
    await friends.assert_as_in_file(room)
    await friends.start(room)
    await refused(friends.rooms.take_seat(room, anna, 1), "started")


# Kept rules


async def test_rules_kept_under_a_name_are_the_groups(friends: Friends) -> None:
    room, other = await friends.lobby(ANNA, BORIS), await friends.lobby(VERA)
    elsewhere = await friends.lobby(VERA, chat=OTHER_GROUP)
    await friends.set_rule(room, "target", 301)
    view = await friends.rooms.save_rules(room, BORIS, "  быстрая \n игра ")
    assert [(saved.name, saved.rules.target) for saved in view.saved] == [("быстрая игра", 301)]
    await friends.assert_as_in_file(room, other, elsewhere)
    name = await kept(friends, other)
    assert list(name) == ["быстрая игра"]
    assert await kept(friends, elsewhere) == {}
    await refused(friends.rooms.use_saved(other, ANNA, 0, name["быстрая игра"]), "owner-only")
    used = await friends.rooms.use_saved(other, VERA, 0, name["быстрая игра"])
    assert used.rules.target == 301
    await refused(friends.rooms.use_saved(elsewhere, VERA, 0, name["быстрая игра"]), "no-saved")
    await friends.assert_as_in_file(room, other, elsewhere)


async def test_a_name_given_again_means_the_newer_rules(friends: Friends) -> None:
    room = await friends.lobby(ANNA)
    for target in (301, 1001):
        await friends.set_rule(room, "target", target)
        await friends.rooms.save_rules(room, ANNA, "наши")
    (saved,) = (await friends.rooms.view(room)).saved
    assert saved.rules.target == 1001


async def test_kept_rules_are_forgotten_by_an_owner(friends: Friends) -> None:
    room, other = await friends.lobby(ANNA, BORIS), await friends.lobby(VERA)
    await friends.rooms.save_rules(room, ANNA, "наши")
    number = (await kept(friends, room))["наши"]
    await refused(friends.rooms.drop_saved(room, BORIS, 0, number), "owner-only")
    await friends.rooms.drop_saved(room, ANNA, 0, number)
    assert await kept(friends, room) == await kept(friends, other) == {}
    await refused(friends.rooms.drop_saved(room, ANNA, 0, number), "no-saved")
    await refused(friends.rooms.use_saved(other, VERA, 0, number), "no-saved")
    await friends.assert_as_in_file(room, other)


async def test_names_are_short_and_not_too_many(friends: Friends) -> None:
    room = await friends.lobby(ANNA)
    for name in ("", " \n ", "x" * (MAX_NAME + 1)):
        await refused(friends.rooms.save_rules(room, ANNA, name), "bad-name")
    await refused(friends.rooms.save_rules(room, VERA, "чужие"), "not-seated")
    for number in range(MAX_SAVED):
        await friends.rooms.save_rules(room, ANNA, f"{number:0{MAX_NAME}}")
    await refused(friends.rooms.save_rules(room, ANNA, "ещё одни"), "too-many-saved")
    await friends.rooms.save_rules(room, ANNA, f"{0:0{MAX_NAME}}")
    assert len(await kept(friends, room)) == MAX_SAVED
    await friends.assert_as_in_file(room)


@pytest.mark.parametrize("stored", ['{"preset": "of yore"}', '{"players": "5"}'])
async def test_rules_that_are_played_no_more_are_passed_over(friends: Friends, stored: str) -> None:
    room = await friends.lobby(ANNA)
    await friends.rooms.save_rules(room, ANNA, "старые")
    async with friends.database.transaction() as tx:
        await tx.run("UPDATE rule_sets SET rules = ?", stored)
        await tx.run("INSERT INTO last_rules (chat_id, user_id, rules) VALUES (?, ?, ?)", GROUP, ANNA, stored)
    assert (await friends.rooms.view(room)).saved == ()
    assert (await friends.rooms.view(await friends.lobby(ANNA))).rules == make_rules({})


async def test_four_play_two_against_two_by_kept_rules(friends: Friends) -> None:
    room = await friends.lobby(ANNA)
    await friends.set_rule(room, "players", "2x2")
    await friends.set_rule(room, "target", 1)
    await friends.rooms.save_rules(room, ANNA, "вчетвером")
    other = await friends.lobby(VERA)
    await friends.rooms.use_saved(other, VERA, 0, (await kept(friends, other))["вчетвером"])
    for user in (ANNA, BORIS, GLEB):
        await friends.rooms.sit(other, await friends.user(user))
    await friends.start(other)
    view = await friends.play_on(other)
    assert view.match is not None
    assert len(view.match.outcome.result) == 2
    await friends.assert_as_in_file(room, other)


async def test_what_an_owner_played_last_in_a_group_is_the_next_default_there(friends: Friends) -> None:
    room = await friends.lobby(ANNA, BORIS)
    await friends.set_rule(room, "target", 1001)
    await friends.start(room)
    played = (await friends.rooms.view(room)).rules
    again, elsewhere = await friends.lobby(ANNA), await friends.lobby(ANNA, chat=OTHER_GROUP)
    others = await friends.lobby(BORIS)
    assert (await friends.rooms.view(again)).rules == played
    assert (await friends.rooms.view(elsewhere)).rules == make_rules({})
    assert (await friends.rooms.view(others)).rules == make_rules({})
