"""Tables with a turn clock, whose players come and go."""

from __future__ import annotations

from bot.rooms.views import RoomView
from bot.sandbox import Answer, Message, Person
from bot.screens.absence_presses import AbsencePress, SetClock
from bot.screens.presses import Seat, Start, encode

from .harness import Play
from .tables import Table, button_of, meet, open_lobby


async def clocked_table(
    game: Play, seconds: int, then: str = "play", *names: str, target: int | None = None
) -> Table:
    """Seat people at a dealt table with a clock, in their group."""
    people = await meet(game, *(names or ("Анна", "Борис")))
    group = game.world.group("Друзья", people)
    table = await open_lobby(game, group, people[0])
    view = await game.rooms.view(table.room)
    if target is not None:
        await game.rooms.set_rule(table.room, people[0].id, view.revision, "target", target)
    if len(people) > 2:
        view = await game.rooms.view(table.room)
        await game.rooms.set_rule(table.room, people[0].id, view.revision, "players", str(len(people)))
    view = await game.rooms.view(table.room)
    await people[0].press_data(table.board(), encode(SetClock(table.room, view.revision, seconds, then)))
    await game.settle()
    for person in people[1:]:
        await table.press(person, table.board(), Seat)
    table.people = tuple(people)
    await table.press(people[0], table.board(), Start)
    return table


async def view_of(table: Table) -> RoomView:
    """Return the room as it is now."""
    return await table.game.rooms.view(table.room)


async def press_kind(
    table: Table, person: Person, message: Message, kind: type[AbsencePress], answer: str = ""
) -> Answer:
    """Press a message's first button of a kind, of those with this answer if any."""
    data = button_of(message, kind)
    if answer:
        data = data.rsplit(":", 1)[0] + f":{answer}"
        assert data in {button.callback_data for button in message.buttons}
    result = await person.press_data(message, data)
    await table.game.settle(9)
    return result
