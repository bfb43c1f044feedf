"""Whether chats show what the bot's file holds: every message it knows of, and every one it does not."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from dataclasses import dataclass, field

from bot.locales import texts
from bot.rooms.parts import present_part
from bot.rooms.service import Rooms
from bot.rooms.views import RoomView
from bot.sandbox import Chat, Message, World
from bot.sandbox.markup import parse_text
from bot.screens.absence_presses import Claim, GroupMove, Leave
from bot.screens.board import WAITING_STEPS
from bot.screens.parts import Screen
from bot.screens.presses import BadPressError, Choose, Move, Press, SetLanguage, Stop, decode
from bot.store import messages as stored
from bot.store.database import Database
from bot.store.messages import Shown
from bot.telegram.layout import OLD, Want, console_want, group_wants
from bot.telegram.speech import texts_of

# Questions that answer a command hang on no room's message.
_QUESTIONS = (Choose, Stop, SetLanguage, Leave, Claim)


@dataclass(slots=True)
class Looked:
    """What was found: messages compared, what is wrong, and messages with buttons that the bot has lost."""

    rooms: int = 0
    messages: int = 0
    wrong: list[str] = field(default_factory=list)
    orphans: list[Message] = field(default_factory=list)


async def look(world: World, rooms: Rooms, database: Database, room: int | None = None) -> Looked:
    """Compare every chat with the file. A message that somebody has deleted is nobody's fault.

    Of one `room` only what it shows is looked at, not whether there are orphans.
    """
    looked = Looked()
    if room is not None:
        await _look_at(world, rooms, database, room, looked)
        return looked
    async with database.reading() as tx:
        ids = [room_id for (room_id,) in await tx.all("SELECT id FROM rooms ORDER BY id")]
        behind = await tx.all("SELECT id FROM rooms WHERE settled_version < version")
    looked.wrong += [f"room {room_id} is not known to be shown" for (room_id,) in behind]
    known: set[tuple[int, int]] = set()
    for room_id in ids:
        known |= await _look_at(world, rooms, database, room_id, looked)
    for chat in world.chats.values():
        looked.orphans += (
            message
            for message in chat.visible()
            if message.sender is world.bot and (chat.id, message.id) not in known and _is_of_room(message)
        )
    return looked


async def _look_at(
    world: World, rooms: Rooms, database: Database, room_id: int, looked: Looked
) -> set[tuple[int, int]]:
    """Compare a room's messages with the file; returns which they are."""
    async with database.reading() as tx:
        shown = await stored.load_messages(tx, room_id)
    view = await rooms.view(room_id)
    looked.rooms += 1
    for problem in [
        *[one async for one in _compare(world, rooms, view, shown, looked)],
        *_old_buttons(world, view, shown),
    ]:
        looked.wrong.append(f"room {room_id}: {problem}")
    return {(message.chat_id, message.message_id) for message in shown.values()}


async def _compare(
    world: World, rooms: Rooms, view: RoomView, shown: dict[str, Shown], looked: Looked
) -> AsyncIterator[str]:
    """Yield what is wrong with the messages of a room."""
    async for chat_id, moment, want in _wants(world, rooms, view, shown):
        have = shown.get(want.slot)
        if have is None or have.chat_id != chat_id:
            if want.create:
                yield f"{want.slot} is missing"
            continue
        message = _message(world, have)
        if message is None or message.is_deleted:
            continue
        looked.messages += 1
        if want.screen is None:
            if message.buttons:
                yield f"{want.slot} has buttons"
        elif not any(_shows(message, one) for one in moment):
            yield f"{want.slot} shows\n{message.text}\n{message.labels}\nand not\n{want.screen}"


async def _wants(
    world: World, rooms: Rooms, view: RoomView, shown: dict[str, Shown]
) -> AsyncIterator[tuple[int, list[Screen | None], Want]]:
    """Yield chat, the screens that are right there now, and what is wanted, for every message of a room."""
    # How long the table waits is looked at now and then only.
    moments = [view.turn_since + step for step in (0, *WAITING_STEPS)]
    chat = await rooms.people.chat(view.chat_id)
    if chat is not None and chat.writable:
        lists = [
            group_wants(view, shown, texts(view.language), str(world.bot.username), now) for now in moments
        ]
        for wants in zip(*lists, strict=True):
            yield view.chat_id, [want.screen for want in wants], wants[0]
    for player in view.seats:
        user = None if player is None else await rooms.people.user(player.user_id)
        if user is None or not user.reachable:
            continue
        console = await rooms.console(view.id, user.id)
        found = [console_want(console, user.id, texts_of(user), now) for now in moments]
        if found[0] is not None:
            yield user.id, [want.screen for want in found if want is not None], found[0]
    for slot, have in shown.items():
        if slot.startswith(OLD) and await _may_write(rooms, have.chat_id):
            yield have.chat_id, [None], Want(slot, None, create=False)


async def _may_write(rooms: Rooms, chat_id: int) -> bool:
    if chat_id > 0:
        user = await rooms.people.user(chat_id)
        return user is not None and user.reachable
    chat = await rooms.people.chat(chat_id)
    return chat is not None and chat.writable


def _old_buttons(world: World, view: RoomView, shown: dict[str, Shown]) -> Iterator[str]:
    """Yield the messages of a room that offer moves of another decision than the present one."""
    deal = None if view.match is None else view.match.deal
    part = None if deal is None else present_part(deal)
    for slot, have in shown.items():
        message = _message(world, have)
        for press in [] if message is None else presses(message):
            if isinstance(press, Move):
                is_present = press.count == view.action_count
            elif isinstance(press, GroupMove):
                is_present = press.part == part
            else:
                continue
            if not is_present or (press.room, press.deal) != (view.id, view.deal_number):
                yield f"{slot} has a button of an old decision: {press}"
                break


def _message(world: World, have: Shown) -> Message | None:
    chat = world.chats.get(have.chat_id)
    return None if chat is None else chat.messages.get(have.message_id)


def _shows(message: Message, screen: Screen | None) -> bool:
    assert screen is not None
    rows = [[(button.text, button.data or button.url) for button in row] for row in screen.rows]
    have = [[(button.text, button.value) for button in row] for row in message.keyboard or ()]
    return have == rows and message.text == parse_text(screen.text, "HTML").plain


def presses(message: Message) -> list[Press]:
    """Return what a message's buttons say."""
    found: list[Press] = []
    for button in message.buttons:
        try:
            found.append(decode(button.callback_data))
        except BadPressError:
            continue
    return found


def _is_of_room(message: Message) -> bool:
    return any(not isinstance(press, _QUESTIONS) for press in presses(message))


def bot_messages(world: World, chat: Chat) -> list[Message]:
    """Return what the bot has in a chat."""
    return [message for message in chat.visible() if message.sender is world.bot]
