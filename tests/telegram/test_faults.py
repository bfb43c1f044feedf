"""What can go wrong between the bot and Telegram, each in the middle of a match, which ends all the same."""

from __future__ import annotations

import random
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import Any, Literal

import pytest
from _pytest.mark.structures import ParameterSet

from bot.sandbox import ApiError, Chat, Person, Topic
from bot.sandbox.player import moves
from bot.sandbox.weather import Lost
from bot.screens.presses import Move, encode

from .harness import Play, play
from .matches import NAMES, Player, open_match, truth_of
from .rightness import Looked, look, presses
from .tables import AT_ONCE, Table, meet

# Steps of the player with the trouble on: it begins with a card on the table.
BEGIN, END = 6, 18


def long(value: object) -> ParameterSet:
    """Leave a value to the long run."""
    return pytest.param(value, marks=pytest.mark.long)


@dataclass
class Scene:
    """A match with somebody who makes trouble."""

    game: Play
    table: Table
    player: Player
    chance: random.Random
    topic: Topic | None = None

    @property
    def group(self) -> Chat:
        return self.table.group

    @property
    def anna(self) -> Person:
        return self.table.people[0]

    @property
    def boris(self) -> Person:
        return self.table.people[1]

    def chats(self, where: str) -> set[int] | None:
        return {"group": {self.group.id}, "private": {self.anna.id}, "everywhere": None}[where]


Trouble = Callable[[Scene, int], Awaitable[None]]


async def played_out(
    game: Play,
    trouble: Trouble,
    *,
    seed: int = 1,
    topic: bool = False,
    players: str = "2",
) -> tuple[Scene, Looked]:
    """Play a match to its end; `trouble` is told the number of every step and does what it does."""
    people = await meet(game, *NAMES)
    group = game.world.group("Друзья", people, forum=topic)
    where = people[0].create_topic(group, "Карты") if topic else None
    chance = random.Random(seed)
    rest = {} if where is None else {"thread": where}
    table = await open_match(game, group, people, players=players, target="51", rest=rest)
    truth = truth_of(game)
    player = Player(table, truth, chance)
    scene = Scene(game, table, player, chance, where)

    async def between(step: int) -> None:
        await trouble(scene, step)

    player.between = between
    try:
        match = await player.play()
        game.weather.clear()
        await game.settle(3000)
        assert await table.stored("phase, winners") == ("finished", str(list(match.outcome.winners)))
    finally:
        truth.close()
    looked = await look(game.world, game.rooms, game.database)
    assert not looked.wrong, "\n".join(looked.wrong)
    assert looked.messages >= len(table.people) + 1
    return scene, looked


async def refused_and_disarmed(scene: Scene, looked: Looked) -> None:
    """Whatever an orphan offers to do is refused, and its buttons go."""
    for orphan in looked.orphans:
        for press in presses(orphan):
            if isinstance(press, Move):
                who = next(person for person in scene.table.people if person.id == orphan.chat.id)
                await scene.game.press(who, orphan, encode(press))
                assert not orphan.buttons
                break


# Answers


@pytest.mark.parametrize("where", ["group", "private"])
@pytest.mark.parametrize(
    "methods",
    [
        long({"sendMessage"}),
        long({"editMessageText", "editMessageReplyMarkup"}),
        None,
    ],
)
@pytest.mark.parametrize("seconds", [45, long(3)])
async def test_429(kept: Play, where: str, methods: set[str] | None, seconds: int) -> None:
    async def trouble(scene: Scene, step: int) -> None:
        weather = scene.game.weather
        if step == BEGIN:
            weather.throttled = scene.chats(where) or set()
            weather.only_methods, weather.retry_after = methods, seconds
        if step == END:
            weather.clear()

    _, looked = await played_out(kept, trouble)
    assert not looked.orphans


@pytest.mark.parametrize("where", [long("group"), long("private"), "everywhere"])
@pytest.mark.parametrize("which", ["third", long("always")])
async def test_5xx(kept: Play, where: str, which: Any) -> None:
    async def trouble(scene: Scene, step: int) -> None:
        if step == BEGIN:
            scene.game.weather.only_chats, scene.game.weather.failing = scene.chats(where), which
        if step == END:
            scene.game.weather.clear()

    _, looked = await played_out(kept, trouble)
    assert not looked.orphans


@pytest.mark.parametrize("when", ["before", "after"])
@pytest.mark.parametrize("where", [long("group"), long("private"), "everywhere"])
@pytest.mark.parametrize("which", [long("next"), long("third"), "always"])
async def test_a_time_out(kept: Play, when: str, where: str, which: Lost) -> None:
    async def trouble(scene: Scene, step: int) -> None:
        weather = scene.game.weather
        if step == BEGIN:
            weather.only_chats = scene.chats(where)
            setattr(weather, "lost" if when == "after" else "lost_before", which)
        if step == END:
            weather.clear()

    scene, looked = await played_out(kept, trouble)
    if when == "before":
        assert not looked.orphans
    await refused_and_disarmed(scene, looked)


@pytest.mark.parametrize("seconds", [long(1), long(3), 9])
async def test_slow_calls(kept: Play, seconds: int) -> None:
    async def trouble(scene: Scene, step: int) -> None:
        if step == BEGIN:
            scene.game.weather.slow = seconds
        if step == END:
            scene.game.weather.clear()

    _, looked = await played_out(kept, trouble)
    assert not looked.orphans


# Messages and topics that are gone


@pytest.mark.parametrize("where", ["group", "private"])
async def test_deleted_messages(kept: Play, where: str) -> None:
    async def trouble(scene: Scene, step: int) -> None:
        if BEGIN <= step <= END and step % 4 == 2:
            person = scene.anna
            chat = scene.group if where == "group" else person.private
            own = [message for message in person.messages(chat) if message.sender is scene.game.world.bot]
            person.delete(own[-1])
        match = scene.player.match()
        assert match.deal is not None
        if where == "private" and match.deal.turn == 0 and scene.player.offer(scene.anna, match) is None:
            # Her turn, and she has deleted what says so: she asks for her cards.
            await scene.game.say(scene.anna, scene.anna.private, "/hand")

    await played_out(kept, trouble)


@pytest.mark.parametrize("how", [long("deleted"), long("closed"), "deleted and nobody tells"])
async def test_a_topic_that_is_gone(kept: Play, how: str) -> None:
    async def trouble(scene: Scene, step: int) -> None:
        assert scene.topic is not None
        if step == BEGIN:
            if how == "closed":
                scene.anna.close_topic(scene.group, scene.topic)
            else:
                scene.anna.delete_topic(scene.group, scene.topic)

    scene, _ = await played_out(kept, trouble, topic=True)
    assert await scene.table.stored("thread_id") == (None,)


# Shut out


@pytest.mark.parametrize("told", [True, long(False)])
async def test_a_blocked_bot(kept: Play, told: bool) -> None:
    async def trouble(scene: Scene, step: int) -> None:
        if step == BEGIN:
            scene.boris.block()
            if not told:
                scene.game.world.updates.clear()
        if step == END:
            scene.boris.unblock()

    await played_out(kept, trouble)


@pytest.mark.parametrize("told", [long(True), False])
async def test_a_bot_removed_from_the_group(kept: Play, told: bool) -> None:
    async def trouble(scene: Scene, step: int) -> None:
        if step == BEGIN:
            scene.anna.remove_bot(scene.group)
            if not told:
                scene.game.world.updates.clear()
        if step == END:
            scene.anna.add_bot(scene.group)

    await played_out(kept, trouble)


async def test_a_bot_removed_for_good(kept: Play) -> None:
    async def trouble(scene: Scene, step: int) -> None:
        if step == BEGIN:
            scene.anna.remove_bot(scene.group)

    people = await meet(kept, "Анна", "Борис")
    group = kept.world.group("Друзья", people)
    table = await open_match(kept, group, people, target="51")
    truth = truth_of(kept)
    player = Player(table, truth, random.Random(1))
    scene = Scene(kept, table, player, random.Random(1))
    player.between = lambda step: trouble(scene, step)
    await player.play()
    truth.close()
    assert await table.stored("phase") == ("finished",)
    for person in people:
        # What the group would have shown is in the private chats.
        assert "🏆" in table.console(person).text
    people[0].add_bot(group)
    await kept.settle()
    looked = await look(kept.world, kept.rooms, kept.database)
    assert not looked.wrong


@pytest.mark.parametrize(
    "heard", ["both", long("migrate_to_chat_id"), long("migrate_from_chat_id"), "nothing"]
)
async def test_an_upgrade(kept: Play, heard: str) -> None:
    async def trouble(scene: Scene, step: int) -> None:
        match = scene.player.match()
        if step >= BEGIN and match.deal is not None and match.deal.trick and scene.group.migrated_to is None:
            if scene.group.kind == "supergroup":
                return
            scene.table.group = scene.anna.upgrade(scene.group)
            for update in list(kept.world.updates._updates):
                if heard not in ("both",) and heard not in update.body:
                    kept.world.updates.delivered(update)
            await kept.settle(AT_ONCE)

    scene, _ = await played_out(kept, trouble)
    assert scene.group.kind == "supergroup"
    assert await scene.table.stored("chat_id") == (scene.group.id,)


# Updates


async def test_repeated_presses(kept: Play) -> None:
    async def trouble(scene: Scene, step: int) -> None:
        scene.game.weather.repeat = True
        if step % 3 == 0:
            await scene.game.wait(5)

    scene, looked = await played_out(kept, trouble)
    await kept.wait(5)
    assert len(kept.world.presses) > 1.8 * scene.player.moves
    assert not looked.orphans


@pytest.mark.parametrize("seed", [0, long(1), long(2)])
async def test_presses_out_of_order(kept: Play, seed: int) -> None:
    async def trouble(scene: Scene, step: int) -> None:
        weather = scene.game.weather
        if step < BEGIN or step % 3:
            return
        weather.held = weather.shuffled = True
        press_a_lot(scene)
        weather.held = weather.shuffled = False
        await scene.game.settle(AT_ONCE)

    await played_out(kept, trouble, seed=seed)


async def test_updates_held_back_for_an_hour(kept: Play) -> None:
    async def trouble(scene: Scene, step: int) -> None:
        if step != BEGIN:
            return
        scene.game.weather.held = True
        press_a_lot(scene)
        await scene.anna.write(scene.group, "/table")
        await scene.game.wait(3600)
        press_a_lot(scene)
        scene.game.weather.held = False
        await scene.game.settle(AT_ONCE)

    await played_out(kept, trouble)


def press_a_lot(scene: Scene) -> None:
    """Let everybody press what they see, and what they expect to see, several times."""
    match = scene.player.match()
    if match.deal is None:
        return
    room, deal, count = scene.table.room, len(match.deals), len(match.deal.log)
    for person in scene.table.people:
        message = scene.table.console(person)
        for _, move in moves(message)[:2]:
            person.press_nowait(message, encode(move))
            person.press_nowait(message, encode(move))
        for ahead in (1, 2):
            move = Move(room, deal, count + ahead, scene.chance.randrange(32))
            person.press_nowait(message, encode(move))


# Everything


@pytest.mark.parametrize("players", ["2", long("3"), long("4"), "2x2"])
@pytest.mark.parametrize("seed", [1, *map(long, range(2, 11))])
async def test_one_trouble_after_another(kept: Play, players: str, seed: int) -> None:
    async def trouble(scene: Scene, step: int) -> None:
        weather, chance = scene.game.weather, scene.chance
        if step % 4 or scene.player.waited > 900:
            return
        weather.clear()
        weather.only_chats = scene.chats(chance.choice(("group", "private", "everywhere")))
        which: Literal["third", "always"] = "third" if chance.random() < 0.5 else "always"
        match chance.randrange(8):
            case 0:
                weather.throttled = {scene.group.id, scene.anna.id}
            case 1:
                weather.failing = which
            case 2:
                weather.lost = which
            case 3:
                weather.lost_before = which
            case 4:
                weather.slow = chance.choice((1, 3, 9))
            case 5:
                weather.repeat = True
            case 6:
                weather.held = weather.shuffled = True
                press_a_lot(scene)
                await scene.game.wait(chance.choice((5, 100)))
                weather.held = False
            case _:
                scene.anna.delete(scene.table.board())
                await scene.game.say(scene.anna, scene.group, "/table")

    scene, looked = await played_out(kept, trouble, seed=seed, players=players)
    kept.weather.clear()
    await refused_and_disarmed(scene, looked)


# One group in trouble, and another


@dataclass
class Times:
    """When the chats of a table showed what a press had done, in seconds after it."""

    console: list[float]
    board: list[float]


async def measured(kept: Play, throttled: bool) -> Times:
    """Play two tables of two groups side by side, a press in each every five seconds, and time the second."""
    people = await meet(kept, "Анна", "Борис", "Вера", "Глеб")
    one = kept.world.group("Друзья", people[:2])
    two = kept.world.group("Соседи", people[2:])
    tables = [await open_match(kept, one, people[:2]), await open_match(kept, two, people[2:])]
    truth = truth_of(kept)
    players = [Player(table, truth, random.Random(seed)) for seed, table in enumerate(tables)]
    await kept.wait(60)
    if throttled:
        kept.weather.throttled, kept.weather.retry_after = {one.id}, 20
    changed: dict[int, list[float]] = {}

    def see(method: str, params: Mapping[str, Any]) -> None:
        if method in ("sendMessage", "editMessageText"):
            changed.setdefault(params["chat_id"], []).append(kept.clock.now())

    kept.world.observers.append(see)
    times = Times([], [])
    for _ in range(40):
        start = kept.clock.now()
        changed.clear()
        for player in players:
            match = player.match()
            assert match.deal is not None
            person = player.table.people[match.deal.turn]
            message = player.offer(person, match)
            if message is not None:
                person.press_nowait(message, str(player.chance.choice(moves(message))[0].callback_data))
        await kept.wait(5)
        shown = [changed[person.id][0] - start for person in people[2:] if person.id in changed]
        times.console.append(max(shown))
        if two.id in changed:
            times.board.append(changed[two.id][0] - start)
    truth.close()
    return times


async def test_a_throttled_group_does_not_slow_another(
    kept: Play, tmp_path_factory: pytest.TempPathFactory
) -> None:
    calm = await measured(kept, False)
    async with play(tmp_path_factory.mktemp("throttled") / "bot.sqlite3") as game:
        rough = await measured(game, True)
        assert sum(one.error.code == 429 for one in game.world.refused) >= 5
    print(f"console, calm {max(calm.console):.2f} s, beside a throttled group {max(rough.console):.2f} s")
    print(f"table, calm {max(calm.board):.2f} s, beside a throttled group {max(rough.board):.2f} s")
    # The pace of all chats together (25 calls a second) is all that they share.
    assert rough.console == pytest.approx(calm.console, abs=0.2)
    assert rough.board == pytest.approx(calm.board, abs=0.2)
    assert max(rough.console) < 0.5
    assert max(rough.board) < 4, "as long as a group's calls are apart"
    assert len(rough.board) >= 15


async def test_an_answer_of_429_after_the_work(kept: Play) -> None:
    """A call that was done and yet refused is made again, with no harm."""

    async def after(method: str, params: Mapping[str, Any]) -> None:
        if method.startswith("edit") and kept.world.next_number % 3 == 0:
            raise ApiError(429, "Too Many Requests: retry after 2", retry_after=2)

    async def trouble(scene: Scene, step: int) -> None:
        if step == BEGIN:
            kept.world.faults_after.append(after)
        if step == END:
            kept.world.faults_after.clear()

    await played_out(kept, trouble)
