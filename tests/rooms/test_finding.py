"""Which table a command means, what has been played, and matches as records (design.md, Rooms)."""

from __future__ import annotations

import json
import re
from datetime import datetime

from bot.deberts.record import commitment, parse_json, read_deck
from bot.deberts.replay import answer
from bot.rooms.service import HISTORY_LENGTH
from bot.rooms.views import Phase

from .tables import ANNA, BORIS, GLEB, GROUP, OTHER_GROUP, VERA, Friends, refused


async def found(
    friends: Friends, user: int | None, chat: int | None, thread: int | None = None, *, finished: bool = False
) -> list[int]:
    return [view.id for view in await friends.rooms.candidates(user, chat, thread, finished)]


# Commands in a group


async def test_a_command_means_the_live_tables_of_the_topic(friends: Friends) -> None:
    first, second = await friends.lobby(VERA), await friends.match(VERA, GLEB)
    in_topic = await friends.match(VERA, GLEB, thread=5)
    await friends.match(VERA, GLEB, chat=OTHER_GROUP)
    assert await found(friends, ANNA, GROUP) == [first, second]
    assert await found(friends, ANNA, GROUP, 5) == [in_topic]
    assert await found(friends, ANNA, GROUP, 6) == []
    assert await found(friends, None, GROUP) == [first, second]  # an anonymous admin


async def test_a_command_means_the_tables_the_asker_sits_at_if_there_are_any(friends: Friends) -> None:
    await friends.match(VERA, GLEB)
    mine = await friends.lobby(ANNA)
    another = await friends.match(BORIS, ANNA)
    await friends.match(ANNA, BORIS, thread=5)
    await friends.match(ANNA, BORIS, chat=OTHER_GROUP)
    assert await found(friends, ANNA, GROUP) == [mine, another]
    assert await found(friends, BORIS, GROUP) == [another]
    # Who sits only elsewhere is asked about all of the topic.
    assert len(await found(friends, GLEB, GROUP, 5)) == 1


async def test_ended_tables_are_meant_only_if_none_is_live_and_only_the_newest_finished(
    friends: Friends,
) -> None:
    first = await friends.finished(ANNA, BORIS)
    friends.clock.advance(10)
    second = await friends.finished(VERA, GLEB)
    friends.clock.advance(10)
    stopped = await friends.match()
    await friends.rooms.stop(stopped, await friends.user(ANNA), is_admin=False)
    assert await found(friends, ANNA, GROUP) == []
    assert await found(friends, ANNA, GROUP, finished=True) == [second]
    assert await found(friends, None, GROUP, finished=True) == [second]
    assert await found(friends, ANNA, GROUP, 5, finished=True) == []
    assert await found(friends, ANNA, OTHER_GROUP, finished=True) == []
    live = await friends.lobby(VERA)
    assert await found(friends, ANNA, GROUP, finished=True) == [live]
    assert first != second


async def test_which_finished_match_is_the_newest_is_a_matter_of_its_end(friends: Friends) -> None:
    early = await friends.match(target=1)
    late = await friends.finished()
    friends.clock.advance(10)
    await friends.play_on(early)
    assert await found(friends, None, GROUP, finished=True) == [early]
    view = await friends.rooms.newest_finished(None, GROUP, None)
    assert view is not None
    assert view.id == early != late


# Commands in private


async def test_in_private_a_command_means_the_askers_own_live_tables(friends: Friends) -> None:
    await friends.match(VERA, GLEB)
    here = await friends.lobby(ANNA)
    there = await friends.match(BORIS, ANNA, chat=OTHER_GROUP, thread=8)
    await friends.finished(ANNA, BORIS)
    assert await found(friends, ANNA, None) == [here, there]
    assert await found(friends, ANNA, None, finished=True) == [here, there]
    assert await found(friends, None, None, finished=True) == []


async def test_in_private_the_newest_finished_is_the_askers_own(friends: Friends) -> None:
    mine = await friends.finished(ANNA, BORIS, chat=OTHER_GROUP)
    friends.clock.advance(10)
    await friends.finished(VERA, GLEB)
    assert await found(friends, ANNA, None, finished=True) == [mine]
    view = await friends.rooms.newest_finished(BORIS, None, None)
    assert view is not None
    assert view.id == mine
    assert await friends.rooms.newest_finished(555, None, None) is None
    assert await friends.rooms.newest_finished(None, None, None) is None


# History


async def test_the_history_of_a_group_and_of_a_player(friends: Friends) -> None:
    won = await friends.finished(ANNA, BORIS)
    friends.clock.advance(10)
    stopped = await friends.match(VERA, ANNA, thread=3)
    await friends.step(stopped)
    await friends.rooms.stop(stopped, await friends.user(VERA), is_admin=False)
    friends.clock.advance(10)
    elsewhere = await friends.finished(VERA, GLEB, chat=OTHER_GROUP)
    abandoned = await friends.lobby(ANNA, BORIS)
    await friends.rooms.stop(abandoned, await friends.user(ANNA), is_admin=False)
    await friends.match(ANNA, BORIS)

    history = await friends.rooms.history(ANNA, GROUP)
    assert [entry.room_id for entry in history] == [stopped, won]
    assert [entry.room_id for entry in await friends.rooms.history(None, GROUP)] == [stopped, won]
    assert [entry.room_id for entry in await friends.rooms.history(VERA, None)] == [elsewhere, stopped]
    assert [entry.room_id for entry in await friends.rooms.history(ANNA, None)] == [stopped, won]
    assert await friends.rooms.history(None, None) == []

    stopped_entry, won_entry = history
    assert stopped_entry.phase is Phase.STOPPED
    assert stopped_entry.names == ("Вера", "Анна")
    assert (stopped_entry.winners, stopped_entry.result, stopped_entry.deals) == ((), (0, 0), 1)
    assert won_entry.phase is Phase.FINISHED
    assert won_entry.title == "Друзья"
    assert won_entry.rules.target == 1
    view = await friends.rooms.view(won)
    assert view.match is not None
    assert won_entry.winners == view.match.outcome.winners
    assert won_entry.result == view.match.outcome.result
    assert won_entry.deals == len(view.match.results)


async def test_the_history_ends_somewhere(friends: Friends) -> None:
    ended = []
    for _ in range(HISTORY_LENGTH + 2):
        room = await friends.match()
        await friends.rooms.stop(room, await friends.user(ANNA), is_admin=False)
        ended.append(room)
    found = [entry.room_id for entry in await friends.rooms.history(ANNA, GROUP)]
    assert found == ended[::-1][:HISTORY_LENGTH]


# Records


async def test_the_record_of_a_finished_match_replays_to_the_stored_result(friends: Friends) -> None:
    room = await friends.match(target=150)
    view = await friends.play_on(room)
    record = parse_json(json.dumps(await friends.rooms.record(room), ensure_ascii=False))
    replayed = answer(record)
    (entry,) = await friends.rooms.history(ANNA, GROUP)
    assert replayed["match"] == {
        "over": True,
        "winners": list(entry.winners),
        "result": list(entry.result),
    }
    assert len(replayed["deals"]) == entry.deals
    async with friends.database.reading() as tx:
        stored = [json.loads(row[0]) for row in await tx.all("SELECT result FROM results ORDER BY deal")]
    assert view.match is not None
    assert len(stored) == len(view.match.results) == len(replayed["deals"])
    for kept, deal in zip(stored, replayed["deals"], strict=True):
        for key in ("outcome", "dealer", "counted", "written", "pots_won", "fines", "totals"):
            assert kept[key] == deal[key]
    assert record["rules"] == {"preset": "gambler", "players": "2", "target": 150}
    assert record["meta"]["players"] == ["Анна", "Борис"]
    started, ended = (datetime.fromisoformat(record["meta"][key]) for key in ("started", "ended"))
    assert started <= ended


async def test_every_deal_of_a_record_has_a_nonce_to_commit_to_it(friends: Friends) -> None:
    room = await friends.finished()
    record = parse_json(json.dumps(await friends.rooms.record(room)))
    nonces = [deal["nonce"] for deal in record["deals"]]
    assert len(set(nonces)) == len(nonces)
    for deal in record["deals"]:
        assert re.fullmatch("[0-9a-f]{32}", deal["nonce"])
        assert len(commitment(read_deck(deal["deck"]), deal["nonce"])) == 64


async def test_only_a_finished_match_is_exported(friends: Friends) -> None:
    lobby, playing, stopped = await friends.lobby(ANNA), await friends.match(), await friends.match()
    await friends.step(playing)
    await friends.rooms.stop(stopped, await friends.user(ANNA), is_admin=False)
    for room in (lobby, playing, stopped):
        await refused(friends.rooms.record(room), "not-finished")
    await refused(friends.rooms.record(999), "no-room")
