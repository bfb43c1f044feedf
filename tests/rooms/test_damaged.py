"""One room that cannot be read is as if not there, with a line for the operator; the others play on."""

from __future__ import annotations

import logging

import pytest

from bot.deberts.cards import CODES
from bot.rooms.limits import MATCH_SECONDS
from bot.rooms.service import Rooms
from bot.rooms.views import Phase

from .clocks import clocked
from .tables import ANNA, BORIS, GROUP, NAMES, VERA, Friends, refused

DAMAGES = {
    "rules that are no JSON": "UPDATE rooms SET rules = '{' WHERE id = ?",
    "rules that are no object": "UPDATE rooms SET rules = '[1]' WHERE id = ?",
    "an unknown ending": "UPDATE rooms SET ending = 'eaten' WHERE id = ?",
    "winners that are no JSON": "UPDATE rooms SET winners = 'Анна' WHERE id = ?",
    "bits that are no number": "UPDATE rooms SET stand_ins = 'all' WHERE id = ?",
    "no first dealer": "UPDATE rooms SET first_dealer = NULL WHERE id = ?",
    "a dealer without a match": "UPDATE rooms SET phase = 'lobby' WHERE id = ?",
    "nobody on a seat": "DELETE FROM seats WHERE seat = 1 AND room_id = ?",
    "no open deal": "DELETE FROM deals WHERE number = 1 AND room_id = ?",
    "a gap in the deals": "UPDATE deals SET number = 2 WHERE number = 1 AND room_id = ?",
    "a gap in the actions": "UPDATE actions SET place = 9 WHERE deal = 0 AND place = 3 AND room_id = ?",
    "a list of who agreed that is none": "INSERT INTO substitutes VALUES (?, 1, 103, '{')",
    "an action that is none": "UPDATE actions SET action = 'A♠' WHERE deal = 0 AND place = 3 AND room_id = ?",
    "a deck that is none": "UPDATE deals SET deck = 'no cards' WHERE number = 1 AND room_id = ?",
}


async def in_second_deal(friends: Friends) -> int:
    """Start a match under a clock in which the first deal was passed out."""
    room = await clocked(friends, 60)
    for _ in range(4):
        await friends.do(room, "pass")
    assert (await friends.rooms.view(room)).deal_number == 1
    return room


async def damage(friends: Friends, room: int, statement: str) -> None:
    """Change a room behind the bot's back, which then forgets what it has in memory."""
    async with friends.database.transaction() as tx:
        assert await tx.all(f"{statement} RETURNING 1", room)
    friends.rooms.forget_idle(0)


@pytest.mark.parametrize("what", DAMAGES)
async def test_it_is_as_if_not_there_and_one_line_says_so(
    friends: Friends, caplog: pytest.LogCaptureFixture, what: str
) -> None:
    room = await in_second_deal(friends)
    await damage(friends, room, DAMAGES[what])
    for _ in range(3):
        await refused(friends.rooms.view(room), "no-room")
    await refused(friends.rooms.move(room, ANNA, 1, 0, 64), "no-room")
    (line,) = [record.getMessage() for record in caplog.records if record.levelno >= logging.WARNING]
    assert line.startswith(f"room {room} does not replay: ")
    assert not {*line.split()} & {*CODES, *NAMES, "cards", "A♠"}


@pytest.mark.parametrize("what", DAMAGES)
async def test_the_others_play_on(friends: Friends, what: str) -> None:
    broken = await in_second_deal(friends)
    sound, stopped = await clocked(friends, 60), await friends.match()
    await friends.rooms.stop(stopped, await friends.user(ANNA), is_admin=False)
    await damage(friends, broken, DAMAGES[what])
    assert [view.id for view in await friends.rooms.candidates(ANNA, GROUP, None, True)] == [sound]
    assert [view.id for view in await friends.rooms.live(GROUP)] == [sound]
    assert stopped in [entry.room_id for entry in await friends.rooms.history(ANNA, None)]
    await friends.rooms.refresh_chat(GROUP)
    await friends.rooms.set_reachable(ANNA, False)
    view = await friends.rooms.view(sound)
    assert view.seats[0] is not None
    assert not view.seats[0].reachable
    # The clocks of the others go on, and what nobody touches comes to its end.
    friends.clock.advance(3600)
    due, _ = await friends.rooms.to_wake()
    assert sound in due
    await friends.rooms.look(sound, heard=False)
    assert (await friends.rooms.view(sound)).deadline == friends.clock.now() + 60
    friends.clock.advance(MATCH_SECONDS)
    assert await friends.rooms.expire() == [sound]


@pytest.mark.parametrize(
    "change",
    ["rules = '{'", "rules = '[]'", "rules = '3'", "winners = '{'", "winners = '3'", "ending = 'eaten'"],
)
async def test_a_history_leaves_out_what_cannot_be_read(friends: Friends, change: str) -> None:
    broken, sound = await friends.finished(), await friends.finished()
    await damage(friends, broken, f"UPDATE rooms SET {change} WHERE id = ?")
    assert [entry.room_id for entry in await friends.rooms.history(ANNA, None)] == [sound]
    assert [entry.room_id for entry in await friends.rooms.history(None, GROUP)] == [sound]


@pytest.mark.parametrize("rules", ["{", "[]", "3", "null"])
async def test_kept_rules_that_cannot_be_read_are_not_offered(friends: Friends, rules: str) -> None:
    first = await friends.lobby(ANNA)
    await friends.set_rule(first, "target", 301)
    await friends.rooms.save_rules(first, ANNA, "наши")
    await friends.rooms.save_rules(first, ANNA, "не наши")
    await damage(friends, ANNA, f"UPDATE last_rules SET rules = '{rules}' WHERE user_id = ?")
    await damage(
        friends, GROUP, f"UPDATE rule_sets SET rules = '{rules}' WHERE name = 'наши' AND chat_id = ?"
    )
    assert [kept.name for kept in (await friends.rooms.view(first)).saved] == ["не наши"]
    view = await friends.rooms.view(await friends.lobby(ANNA))
    assert (view.rules.target, [kept.name for kept in view.saved]) == (501, ["не наши"])


async def test_a_room_that_goes_wrong_in_hand_does_not_stop_the_time_of_the_others(
    friends: Friends, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    broken, sound = await clocked(friends, 60), await clocked(friends, 60, "play", BORIS, VERA)

    def fail(self: Rooms, room: object) -> object:
        if getattr(room, "row").id == broken:  # noqa: B009
            raise ZeroDivisionError
        return tell(self, room)  # type: ignore[arg-type]

    tell = Rooms._tell
    monkeypatch.setattr(Rooms, "_tell", fail)
    friends.clock.advance(MATCH_SECONDS)
    assert await friends.rooms.expire() == [sound]
    assert (await friends.rooms.view(sound)).phase is Phase.STOPPED
    assert f"room {broken}" in caplog.text
