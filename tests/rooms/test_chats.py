"""Groups and people as the rooms show them: names, languages, and groups that become supergroups."""

from __future__ import annotations

from bot.store.database import Transaction
from bot.store.messages import Shown, load_messages, save_message

from .tables import ANNA, BORIS, GROUP, OTHER_GROUP, VERA, Friends, refused

SUPER = -1_001_234


async def note_messages(friends: Friends, *rooms: int) -> None:
    async with friends.database.transaction() as tx:
        for room in rooms:
            await save_message(tx, room, "table:0", Shown(GROUP, room, "digest", 1))
            await save_message(tx, room, f"console:{ANNA}", Shown(ANNA, 100 + room, "digest", 1))


async def slots(tx: Transaction, room: int) -> set[str]:
    return set(await load_messages(tx, room))


async def test_a_group_that_becomes_a_supergroup_takes_everything_along(friends: Friends) -> None:
    await friends.rooms.set_chat_language(GROUP, "uk")
    playing, lobby, ended = await friends.match(), await friends.lobby(ANNA), await friends.finished()
    await note_messages(friends, playing, lobby, ended)
    for room in (playing, lobby, ended):
        await friends.rooms.settled({room: (await friends.rooms.view(room)).version})
    neighbours = await friends.match(VERA, BORIS, chat=OTHER_GROUP)
    friends.told.clear()
    move = await friends.choose(playing)

    await friends.rooms.move_chat(GROUP, SUPER)

    for room in (playing, lobby, ended):
        view = await friends.rooms.view(room)
        assert (view.chat_id, view.title, view.language) == (SUPER, "Друзья", "uk")
    assert (await friends.rooms.view(neighbours)).chat_id == OTHER_GROUP
    assert await friends.rooms.people.chat(GROUP) is None
    # The live tables are posted anew; an ended one stays where it was.
    assert [(view.id, view.chat_id) for view in friends.told] == [(playing, SUPER), (lobby, SUPER)]
    assert set(await friends.rooms.behind()) == {playing, lobby, neighbours}
    async with friends.database.reading() as tx:
        for room in (playing, lobby, ended):
            assert await slots(tx, room) == {f"console:{ANNA}"}
    await friends.assert_as_in_file(playing, lobby, ended, neighbours)
    assert [view.id for view in await friends.rooms.candidates(None, SUPER, None, False)] == [playing, lobby]
    assert [entry.room_id for entry in await friends.rooms.history(None, SUPER)] == [ended]
    await friends.rooms.move(playing, *move)  # the button of before still plays
    assert (await friends.rooms.rematch(ended, await friends.user(ANNA))).chat_id == SUPER


async def test_the_second_word_of_the_same_move_changes_nothing(friends: Friends) -> None:
    room = await friends.match()
    await friends.rooms.move_chat(GROUP, SUPER)
    before = await friends.rooms.view(room)
    friends.told.clear()
    await friends.rooms.move_chat(GROUP, SUPER)
    assert await friends.rooms.view(room) == before
    assert friends.told == []


async def test_a_group_nobody_knows_moves_unnoticed(friends: Friends) -> None:
    await friends.rooms.move_chat(-555, SUPER)
    assert await friends.rooms.people.chat(SUPER) is None


async def test_a_new_number_that_was_met_first_takes_the_language_over(friends: Friends) -> None:
    """The bot's own membership, or a command, may arrive before the message that tells of the move."""
    await friends.rooms.set_chat_language(GROUP, "uk")
    room = await friends.match()
    await friends.rooms.people.meet_chat(SUPER, "Друзья и соседи", "en")
    await friends.rooms.move_chat(GROUP, SUPER)
    view = await friends.rooms.view(room)
    assert (view.chat_id, view.title, view.language) == (SUPER, "Друзья и соседи", "uk")
    await friends.assert_as_in_file(room)


async def test_a_new_number_with_tables_of_its_own_keeps_its_ways(friends: Friends) -> None:
    old = await friends.match()
    await friends.rooms.people.meet_chat(SUPER, "Друзья", "en")
    new = await friends.lobby(VERA, chat=SUPER)
    await friends.rooms.move_chat(GROUP, SUPER)
    for room in (old, new):
        view = await friends.rooms.view(room)
        assert (view.chat_id, view.language) == (SUPER, "en")
    await friends.assert_as_in_file(old, new)


async def test_a_straggler_under_the_old_number_follows_with_the_next_word(friends: Friends) -> None:
    await friends.rooms.move_chat(GROUP, SUPER)
    await friends.rooms.people.meet_chat(GROUP, "Друзья", "ru")
    late = await friends.lobby(VERA)
    await friends.rooms.move_chat(GROUP, SUPER)
    assert (await friends.rooms.view(late)).chat_id == SUPER
    assert await friends.rooms.people.chat(GROUP) is None
    await refused(friends.rooms.open(GROUP, None, None), "no-room")


async def test_kept_rules_move_along(friends: Friends) -> None:
    room = await friends.lobby(ANNA)
    await friends.set_rule(room, "target", 301)
    await friends.rooms.save_rules(room, ANNA, "короткая")
    await friends.rooms.move_chat(GROUP, SUPER)
    (kept,) = (await friends.rooms.view(room)).saved
    assert (kept.name, kept.rules.target) == ("короткая", 301)
    await friends.assert_as_in_file(room)


async def test_a_topic_that_is_gone_leaves_the_table_in_the_group(friends: Friends) -> None:
    room = await friends.match(thread=5)
    await friends.rooms.drop_thread(room)
    assert (await friends.rooms.view(room)).thread_id is None
    await friends.assert_as_in_file(room)
    assert [view.id for view in await friends.rooms.candidates(None, GROUP, None, False)] == [room]


async def test_what_changes_of_a_person_is_shown_at_their_live_tables(friends: Friends) -> None:
    playing, lobby = await friends.match(), await friends.lobby(VERA, ANNA)
    ended = await friends.finished()
    without = await friends.lobby(BORIS)
    friends.told.clear()
    await friends.rooms.set_reachable(ANNA, False)
    assert [view.id for view in friends.told] == [playing, lobby]
    for view in friends.told:
        seat = view.seat_of(ANNA)
        assert seat is not None
        shown = view.seats[seat]
        assert shown is not None
        assert not shown.reachable
    await friends.rooms.set_reachable(ANNA, False)  # no news
    assert len(friends.told) == 2
    await friends.rooms.set_language(ANNA, "en")
    assert [view.id for view in friends.told[2:]] == [playing, lobby]
    assert (await friends.user(ANNA)).language == "en"
    await friends.assert_as_in_file(playing, lobby, ended, without)


async def test_what_changes_of_a_group_is_shown_at_its_live_tables(friends: Friends) -> None:
    rooms = [await friends.match(), await friends.lobby(VERA, thread=5)]
    await friends.lobby(VERA, chat=OTHER_GROUP)
    friends.told.clear()
    await friends.rooms.set_chat_language(GROUP, "en")
    await friends.rooms.set_chat_language(GROUP, "en")
    assert [(view.id, view.language) for view in friends.told] == [(room, "en") for room in rooms]
    await friends.rooms.set_writable(GROUP, False)
    await friends.rooms.set_writable(GROUP, True)
    assert [view.id for view in friends.told[2:]] == rooms
    await friends.assert_as_in_file(*rooms)
