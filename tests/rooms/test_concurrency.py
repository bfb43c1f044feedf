"""Many people press at once, at many tables."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Awaitable, Callable

from bot.rooms.errors import RefusalError
from bot.rooms.service import Rooms
from bot.rooms.views import Phase

from .tables import ANNA, BORIS, GROUP, OTHER_GROUP, VERA, Friends

MOVED = -1001


async def press(friends: Friends, room: int, user: int, chance: random.Random) -> bool:
    """Let a player look at the console and press something there; tells whether the match goes on."""
    console = await friends.rooms.console(room, user)
    if console.room.phase is not Phase.PLAYING:
        return False
    if console.seat_view is None or not console.my_turn:
        await asyncio.sleep(0)
        return True
    deal, count = console.room.deal_number, console.room.action_count
    code = chance.choice(console.seat_view.legal).code
    # Nervous people press twice, with a look elsewhere in between.
    presses = [friends.rooms.move(room, user, deal, count, code) for _ in range(chance.randint(1, 2))]
    results = await asyncio.gather(*presses, return_exceptions=True)
    refusals = [result for result in results if isinstance(result, BaseException)]
    for refusal in refusals:
        assert isinstance(refusal, RefusalError)
        assert refusal.kind == "already-done"
    assert len(refusals) == len(results) - 1
    return True


async def player(friends: Friends, room: int, user: int, seed: int) -> None:
    chance = random.Random(seed)
    while await press(friends, room, user, chance):
        pass


async def test_many_tables_are_played_at_once(friends: Friends) -> None:
    rooms = [
        await friends.match(*pair, target=80, chat=chat)
        for chat in (GROUP, OTHER_GROUP)
        for pair in ((ANNA, BORIS), (BORIS, VERA), (VERA, ANNA))
    ]
    async with asyncio.TaskGroup() as tasks:
        for room in rooms:
            for seat in (await friends.rooms.view(room)).seats:
                assert seat is not None
                tasks.create_task(player(friends, room, seat.user_id, room * 1000 + seat.user_id))
    for room in rooms:
        assert (await friends.rooms.view(room)).phase is Phase.FINISHED
    await friends.assert_as_in_file(*rooms)
    told: dict[int, int] = {}
    for view in friends.told:
        assert view.version == told.get(view.id, 0) + 1  # every change was told, once and in order
        told[view.id] = view.version


async def test_a_table_in_the_middle_of_everything(friends: Friends) -> None:
    """Names change, the bot is blocked, the group moves, memory is dropped: the match goes on."""
    rooms, people = friends.rooms, friends.rooms.people
    room, other = await friends.match(target=60), await friends.lobby(ANNA, VERA)
    vera = await friends.user(VERA)

    async def rename(number: int) -> None:
        await people.meet(ANNA, f"Анна {number % 3}", "ru")
        await rooms.refresh_user(ANNA)

    async def block(number: int) -> None:
        await rooms.set_reachable(BORIS, number % 2 == 1)

    async def move(number: int) -> None:
        await rooms.move_chat(*((GROUP, MOVED) if number % 2 == 0 else (MOVED, GROUP)))

    async def forget(number: int) -> None:
        rooms.forget_idle(0)
        await asyncio.sleep(0)

    async def change_seats(number: int) -> None:
        await (rooms.sit(other, vera) if number % 2 else rooms.stand(other, VERA))

    async def open_and_stop(number: int) -> None:
        """Open a table while the group gets another number: under the old one there are no tables."""
        try:
            view = await rooms.open((GROUP, MOVED)[number % 2], None, vera)
        except RefusalError as error:
            assert error.kind in ("no-room", "busy")  # noqa: PT017
        else:
            await rooms.stop(view.id, vera, is_admin=False)

    async def again_and_again(work: Callable[[int], Awaitable[None]]) -> None:
        for number in range(16):
            await work(number)

    async with asyncio.TaskGroup() as tasks:
        for user in (ANNA, BORIS):
            tasks.create_task(player(friends, room, user, user))
        for work in (rename, block, move, forget, change_seats, open_and_stop):
            tasks.create_task(again_and_again(work))
    assert (await rooms.view(room)).phase is Phase.FINISHED
    await friends.assert_as_in_file(*range(1, max(view.id for view in friends.told) + 1))


async def test_no_change_of_a_person_is_lost(friends: Friends) -> None:
    people = friends.rooms.people
    await asyncio.gather(
        *(people.meet(ANNA, f"Анна {number}", "uk") for number in range(5)),
        people.change_user(ANNA, language="en"),
        people.change_user(ANNA, reachable=False),
        *(people.meet(ANNA, f"Анна {number}", "uk") for number in range(5)),
    )
    anna = await friends.user(ANNA)
    assert anna.name == "Анна 4"
    assert (anna.client_language, anna.language, anna.reachable) == ("uk", "en", False)
    fresh = Rooms(friends.database, friends.clock, random.Random(0))
    assert await fresh.people.user(ANNA) == anna


async def test_no_change_of_a_chat_is_lost(friends: Friends) -> None:
    people = friends.rooms.people
    await asyncio.gather(
        people.change_chat(GROUP, writable=False),
        people.change_chat(GROUP, language="uk"),
        people.meet_chat(GROUP, "Старые друзья", "en"),
        people.change_chat(GROUP, writable=False),
    )
    chat = await people.chat(GROUP)
    assert chat is not None
    assert (chat.title, chat.language, chat.writable) == ("Старые друзья", "uk", False)


async def test_people_are_met_once_however_many_see_them(friends: Friends) -> None:
    people = friends.rooms.people
    rows = await asyncio.gather(*(people.meet(900 + number % 3, "Гость", None) for number in range(12)))
    assert {row.id for row in rows} == {900, 901, 902}
    assert not any(row.reachable for row in rows)
    assert [await people.change_user(900, reachable=True) for _ in range(2)] == [True, False]
    assert not await people.change_user(999, reachable=True)  # nobody the bot has met
    assert await people.user(999) is None
