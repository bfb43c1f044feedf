"""A world that is saved and loaded is the same world."""

from __future__ import annotations

import asyncio
import json
import logging
import os
import stat
from collections import deque
from collections.abc import Callable
from dataclasses import fields, is_dataclass
from pathlib import Path
from typing import Any

import httpx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.clock import VirtualClock
from bot.sandbox import (
    Button,
    Chat,
    Document,
    Entity,
    Message,
    Person,
    SandboxError,
    Text,
    Topic,
    User,
    World,
    serve,
)
from bot.sandbox.keep import RETRY_SECONDS, SAVE_SECONDS, Keeper, KeptError, load, save
from bot.sandbox.kept.read import decode
from bot.sandbox.kept.shape import FORMAT, KeptChat, KeptDocument, KeptMember, KeptMessage
from bot.sandbox.kept.write import encode, snapshot
from bot.sandbox.model import ANONYMOUS_ADMIN, CHANNEL_BOT, Member

from .conftest import BareBot, keyboard, settle

# What World and UpdateQueue hold. Whatever is new there belongs in one of these.
KEPT = {
    "token", "privacy_mode", "bot", "people", "chats", "documents", "updates", "commands", "profile",
    "next_number", "next_key",
}  # fmt: skip
NOT_KEPT = {
    "clock", "presses", "limits", "webhook", "webhook_error", "observers", "reporters", "watchers",
    "press_watchers", "faults", "faults_after", "refused", "failures", "in_flight", "_changes",
}  # fmt: skip
QUEUE_KEPT = {"_updates", "_next_id", "allowed"}
QUEUE_NOT_KEPT = {"_clock", "_fetched", "_given", "_is_held", "_shuffled_by", "_waiting", "_poll"}


def picture(value: object, *, whole: bool = True) -> Any:
    """Return everything in a world as plain values, whatever its fields are; what is named, by its number."""
    if isinstance(value, World):
        parts = {name: picture(getattr(value, name)) for name in KEPT - {"people", "updates"}}
        parts["people"] = {
            number: (picture(person.user), person.private is value.chats[number])
            for number, person in value.people.items()
        }
        parts["updates"] = {name: picture(getattr(value.updates, name)) for name in QUEUE_KEPT}
        return parts
    if not whole and isinstance(value, Message):
        return ("message", value.key)
    if not whole and isinstance(value, Chat | User):
        return (type(value).__name__, value.id)
    if is_dataclass(value):
        names = [field.name for field in fields(value)]
        # A chat's own messages and members are shown whole, what they name is not.
        own = ("messages", "ephemeral", "members", "topics") if isinstance(value, Chat) else ()
        return (
            type(value).__name__,
            {name: picture(getattr(value, name), whole=name in own) for name in names},
        )
    if isinstance(value, dict):
        return [(key, picture(item, whole=whole)) for key, item in value.items()]
    if isinstance(value, set | frozenset):
        return sorted(map(str, value))
    if isinstance(value, list | tuple | deque):
        return [picture(item, whole=whole) for item in value]
    assert value is None or isinstance(value, str | int | float | bytes), value
    return value


def through_a_file(world: World, path: Path) -> World:
    save(world, path)
    return load(path, world.clock)


async def rich_world(clock: VirtualClock) -> World:
    """Return a world with some of everything."""
    world = World(
        clock, bot_username="other_bot", bot_name="Имя", token="42:AA-secret_token", privacy_mode=False
    )
    ann = world.person("Аня", "О'Нил", "anna", "uk")
    bob = world.person("Боб ‮", None, None, None)
    eve = world.person("Ева", language_code="ro")
    await ann.start("payload")
    await bob.start()
    bob.block()
    eve.delete_account()
    group = world.group("Клуб <&>", [ann, bob])
    ann.add(group, eve)
    ann.kick(group, eve)
    await ann.write(group, "/deberts@other_bot привет @anna")
    ann.mute_bot(group)
    upgraded = ann.upgrade(group)
    ann.promote(upgraded)
    ann.promote(upgraded, bob, anonymous=True)
    forum = world.group("Форум", [bob, ann], forum=True)
    topic = bob.create_topic(forum, "Деберц ♠")
    gone = bob.create_topic(forum, "Лишнее")
    bob.delete_topic(forum, gone)
    bob.close_topic(forum, bob.create_topic(forum, "Закрыто"))
    world.group("Без бота", [ann], with_bot=False)
    question = await ann.write(forum, "файл", topic, document=("счёт.txt", bytes(range(256))))
    await ann.write(forum, "ответ", topic, reply_to=question)
    await bob.write(upgraded, "тайно", anonymous=True)
    await bob.write(upgraded, "канал", channel="Новости")
    await ann.edit(question, "другое")
    clock.advance(60)
    buttons = (
        (Button("К", "callback_data", "k", "danger"), Button("нет", "disabled")),
        (Button("→", "url", "https://t.me/other_bot?start=x"), Button("⎘", "copy_text", "51")),
    )
    entities = (
        Entity("bold", 0, 2),
        Entity("text_link", 0, 3, url="https://example.com"),
        Entity("pre", 1, 2, language="python"),
        Entity("text_mention", 0, 1, user=ann.user.to_json()),
    )
    table = world.new_message(
        upgraded, world.bot, Text("♠ стол", entities), keyboard=buttons, is_silent=True, is_protected=True
    )
    world.edit(table, table.body, None)
    rich = {"blocks": [{"type": "table", "cells": [[{"text": "БТ"}]]}]}
    world.new_message(forum, world.bot, thread_id=topic.id, is_topic_message=True, rich=rich)
    old = world.new_ephemeral(forum, world.bot, ann.user, Text("рука"), keyboard=buttons)
    world.delete(old)
    world.new_ephemeral(upgraded, world.bot, bob.user, Text("рука"), replaces=table, keyboard=buttons)
    world.delete(world.new_message(ann.private, world.bot, Text("прочь")))
    ann.press_nowait(table, "k")
    world.updates.allow(["message", "callback_query", "my_chat_member"])
    world.updates.confirm(world.updates.backlog().updates[2].id)
    world.commands["default", ""] = [{"command": "rules", "description": "Правила"}]
    world.commands['{"type": "chat"}', "uk"] = []
    world.profile["description", "ru"] = "Деберц"
    return world


# The same world


async def test_everything_comes_back(clock: VirtualClock, tmp_path: Path) -> None:
    world = await rich_world(clock)
    before = picture(world)
    loaded = through_a_file(world, tmp_path / "world.json")
    assert picture(loaded) == before == picture(world)
    # And those who are one are still one.
    assert loaded.clock is clock
    senders = {message.sender for chat in loaded.chats.values() for message in chat.messages.values()}
    people = {person.user for person in loaded.people.values()}
    assert senders <= people | {loaded.bot, ANONYMOUS_ADMIN, CHANNEL_BOT}
    assert {loaded.bot, ANONYMOUS_ADMIN, CHANNEL_BOT} <= senders
    for chat in loaded.chats.values():
        for message in [*chat.messages.values(), *chat.ephemeral.values()]:
            assert message.chat is chat
            assert message.document is None or loaded.documents[message.document.file_id] is message.document
    assert (loaded.presses, loaded.webhook, loaded.limits.counts()) == ({}, None, {})


async def test_a_snapshot_stays_as_it_is(clock: VirtualClock) -> None:
    world = await rich_world(clock)
    taken = snapshot(world)
    before = encode(taken)
    for person in list(world.people.values()):
        person.user.first_name += "!"
        person.delete_account()
        person.private.is_blocked = not person.private.is_blocked
    for chat in list(world.chats.values()):
        chat.title = f"{chat.title}!"
        for topic in chat.topics.values():
            topic.is_closed = not topic.is_closed
        for member in chat.members.values():
            member.is_anonymous = not member.is_anonymous
        for message in chat.visible():
            world.edit(message, Text("другое"), None)
            world.delete(message)
        world.new_message(chat, world.bot, Text("новое"))
    world.bot.first_name += "!"
    world.updates.clear()
    world.commands["default", ""].clear()
    world.profile.clear()
    world.documents.clear()
    assert encode(taken) == before
    assert encode(snapshot(world)) != before


async def test_the_rich_world_has_some_of_everything(clock: VirtualClock) -> None:
    """Or else what is forgotten would not be missed."""
    world = await rich_world(clock)
    chats = list(world.chats.values())
    messages = [message for chat in chats for message in [*chat.messages.values(), *chat.ephemeral.values()]]
    members = [member for chat in chats for member in chat.members.values()]
    topics = [topic for chat in chats for topic in chat.topics.values()]
    users = [person.user for person in world.people.values()]
    documents = list(world.documents.values())
    buttons = [button for message in messages for button in message.buttons]
    texts = [message.body for message in messages]
    found = [entity for text in texts for entity in text.entities]
    for things in (chats, messages, members, topics, users, documents, buttons, texts, found):
        for field in fields(things[0]):
            values = {repr(picture(getattr(thing, field.name), whole=False)) for thing in things}
            is_one = field.name in ("is_bot", "file_id", "file_name", "mime_type", "content", "path")
            assert is_one or len(values) > 1, f"{type(things[0]).__name__}.{field.name} is always {values}"


def test_no_field_is_forgotten(world: World) -> None:
    def names(thing: type) -> set[str]:
        return {field.name for field in fields(thing)}

    assert set(KeptMessage.model_fields) == names(Message)
    assert {*KeptChat.model_fields, "messages", "ephemeral"} == names(Chat)
    assert set(KeptMember.model_fields) == names(Member)
    assert set(KeptDocument.model_fields) == names(Document)
    assert set(vars(world)) == KEPT | NOT_KEPT
    assert set(vars(world.updates)) == QUEUE_KEPT | QUEUE_NOT_KEPT
    assert not KEPT & NOT_KEPT
    assert not QUEUE_KEPT & QUEUE_NOT_KEPT


Deed = Callable[[World, Callable[[int], int], str], Any]


def person(world: World, pick: Callable[[int], int]) -> Person:
    people = list(world.people.values())
    return people[pick(len(people))]


def group(world: World, pick: Callable[[int], int]) -> Chat:
    groups = [chat for chat in world.chats.values() if not chat.is_private]
    return groups[pick(len(groups))]


def message(world: World, pick: Callable[[int], int]) -> Message:
    messages = [message for chat in world.chats.values() for message in chat.messages.values()]
    return messages[pick(len(messages))]


def topic(chat: Chat, pick: Callable[[int], int]) -> Topic | None:
    topics = [None, *chat.topics.values()]
    return topics[pick(len(topics))]


def sent(world: World, pick: Callable[[int], int], text: str) -> Message:
    chat = group(world, pick)
    rich = {"blocks": [text]} if pick(3) == 0 else None
    return world.new_message(
        chat,
        world.bot,
        Text(text, (Entity("bold", 0, 1),)),
        keyboard=((Button(text, "callback_data", text),),),
        rich=rich,
    )


def whispered(world: World, pick: Callable[[int], int], text: str) -> Message:
    over = message(world, pick)
    replaces = over if pick(2) else None
    return world.new_ephemeral(over.chat, world.bot, person(world, pick).user, Text(text), replaces=replaces)


DEEDS: list[Deed] = [
    lambda world, _, text: world.person(text, language_code=None),
    lambda world, pick, text: world.group(text, [person(world, pick)], forum=bool(pick(2))),
    lambda world, pick, text: person(world, pick).join(group(world, pick)),
    lambda world, pick, _: person(world, pick).leave(group(world, pick)),
    lambda world, pick, _: person(world, pick).promote(group(world, pick), anonymous=bool(pick(2))),
    lambda world, pick, _: person(world, pick).kick(group(world, pick), person(world, pick)),
    lambda world, pick, _: person(world, pick).upgrade(group(world, pick)),
    lambda world, pick, text: person(world, pick).create_topic(group(world, pick), text),
    lambda world, pick, _: person(world, pick).start(),
    lambda world, pick, _: person(world, pick).block(),
    lambda world, pick, _: person(world, pick).delete_account(),
    lambda world, pick, text: person(world, pick).write(
        chat := group(world, pick),
        text,
        topic(chat, pick),
        document=(text, text.encode()) if pick(3) == 0 else None,
    ),
    lambda world, pick, text: person(world, pick).write(
        (found := message(world, pick)).chat, text, reply_to=found, anonymous=bool(pick(2))
    ),
    lambda world, pick, text: person(world, pick).edit(message(world, pick), text),
    lambda world, pick, _: person(world, pick).delete(message(world, pick)),
    lambda world, pick, text: person(world, pick).press_nowait(message(world, pick), text),
    sent,
    whispered,
]
TEXTS = st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=8).filter(str.strip)


@settings(max_examples=60, deadline=None)
@given(st.lists(st.tuples(st.sampled_from(DEEDS), TEXTS), max_size=40), st.data())
def test_any_world_comes_back(deeds: list[tuple[Deed, str]], data: st.DataObject) -> None:
    def pick(count: int) -> int:
        return data.draw(st.integers(0, count - 1))

    async def live() -> World:
        world = World(VirtualClock())
        ann = world.person("Аня")
        world.group("Клуб", [ann])
        for deed, text in deeds:
            try:
                if asyncio.iscoroutine(done := deed(world, pick, text)):
                    await done
            except SandboxError:
                pass  # not everything is allowed to everybody
        return world

    world = asyncio.run(live())
    encoded = encode(snapshot(world))
    loaded = decode(encoded, world.clock)
    assert picture(loaded) == picture(world)
    assert encode(snapshot(loaded)) == encoded


async def test_the_bot_goes_on_where_it_was(world: World, clock: VirtualClock, tmp_path: Path) -> None:
    ann = world.person("Аня")
    group = world.group("Клуб", [ann], supergroup=True)
    await ann.start()
    async with httpx.AsyncClient(trust_env=False, verify=False) as client:
        async with serve(world) as server:
            bot = BareBot(client, server)
            table = await bot.send(group.id, reply_markup=keyboard([("К", "k")]))
            seen = await bot.updates()
            pressed = ann.press_nowait(group.messages[table["message_id"]], "k")
            await bot.call("setMyCommands", commands=[{"command": "rules", "description": "Правила"}])
            world = through_a_file(world, tmp_path / "world.json")
        async with serve(world) as server:
            bot = BareBot(client, server)
            (update,) = await bot.updates()
            assert update["update_id"] == seen[-1]["update_id"] + 1
            query = update["callback_query"]
            assert (query["id"], query["data"], query["message"]) == (pressed.id, "k", table)
            # Nobody waits for that answer any more.
            refusal = await bot.refused("answerCallbackQuery", callback_query_id=query["id"])
            assert refusal.startswith("Bad Request: query is too old")
            edited = await bot.call(
                "editMessageText", chat_id=group.id, message_id=table["message_id"], text="два"
            )
            assert edited["message_id"] == table["message_id"]
            assert len(await bot.call("getMyCommands")) == 1
            ann, group = world.people[ann.id], world.chats[group.id]
            ann.press_nowait(group.messages[table["message_id"]], "x")
            await ann.start()
            again, written = await bot.updates()
            assert again["callback_query"]["id"] != pressed.id
            assert written["message"]["message_id"] == ann.last().id
            new = await bot.send(group.id)
            assert (new["message_id"], world.person("Боб").id not in (ann.id, group.id)) == (
                table["message_id"] + 1,
                True,
            )


# The file


async def test_the_file_is_only_for_its_owner(clock: VirtualClock, tmp_path: Path) -> None:
    path = tmp_path / "world.json"
    path.write_text("old")
    path.chmod(0o644)
    (tmp_path / "world.json.new").write_text("left by one who was killed")
    save(await rich_world(clock), path)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert os.listdir(tmp_path) == ["world.json"]
    assert json.loads(path.read_text())["format"] == FORMAT


def test_a_save_that_fails_leaves_the_old_file(
    world: World, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "world.json"
    save(world, path)
    old = path.read_bytes()

    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    world.person("Аня")
    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="No space left"):
        save(world, path)
    assert path.read_bytes() == old
    assert os.listdir(tmp_path) == ["world.json"]
    with pytest.raises(OSError, match="No such file"):
        save(world, tmp_path / "nowhere" / "world.json")


def change(content: dict[str, Any], place: str, value: object) -> None:
    *way, last = place.split("/")
    where: Any = content
    for step in way:
        where = where[int(step) if step.isdigit() else step]
    where[int(last) if last.isdigit() else last] = value


@pytest.mark.parametrize(
    ("place", "value", "why"),
    [
        ("program", "another", "is not a saved sandbox"),
        ("format", FORMAT + 1, f"was saved by a newer version: its format is {FORMAT + 1}"),
        ("format", "1", "is damaged: its format has no number that is known"),
        ("format", 0, "is damaged: its format has no number that is known"),
        ("token", 5, "is damaged: token: Input should be a valid string"),
        ("token", "x", "a token is digits"),
        ("token", "43:AA", "is damaged: the token is not the bot's"),
        ("messages/0/date", "1", "is damaged: messages.0.date: Input should be a valid integer"),
        ("messages/0/date", True, "is damaged: messages.0.date: Input should be a valid integer"),
        ("messages/0/colour", 1, "is damaged: messages.0.colour: Extra inputs are not permitted"),
        ("messages/0/sender", 1, "is damaged: it names the sender 1, but does not hold it"),
        ("messages/0/chat", 1, "is damaged: it names the chat 1, but does not hold it"),
        ("messages/0/reply_to", 10**6, "is damaged: it names the message 1000000, but does not hold it"),
        ("messages/0/document", "f", "is damaged: it names the document f, but does not hold it"),
        ("messages/0/key", 2, "is damaged: it has the message 2 twice"),
        (
            "messages/0/body",
            {"plain": 1},
            "is damaged: messages.0.body.plain: Input should be a valid string",
        ),
        ("chats/0/kind", "club", "is damaged: chats.0.kind: Input should be"),
        ("chats/0/user", None, "is not that person's"),
        ("chats/0/migrated_to", 1, "is damaged: it names the chat 1"),
        ("people/0", 1, "is damaged: it names the user 1"),
        ("documents/0/content", "*", "is damaged: documents.0.content: "),
        ("updates/0/id", "x", "is damaged: updates.0.id: "),
        ("users", [], "is damaged: it names the user"),
        ("users", None, "is damaged: users: Input should be a valid "),
    ],
)
async def test_files_that_are_wrong(
    clock: VirtualClock, tmp_path: Path, place: str, value: object, why: str
) -> None:
    path = tmp_path / "world.json"
    save(await rich_world(clock), path)
    content = json.loads(path.read_text())
    change(content, place, value)
    path.write_text(json.dumps(content))
    with pytest.raises(KeptError) as refused:
        load(path, clock)
    sentence = str(refused.value)
    assert sentence.startswith(f"{path} ")
    assert why in sentence
    assert "\n" not in sentence


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (b"", "is damaged, or no saved sandbox"),
        (b"hello", "is damaged, or no saved sandbox"),
        (b"\xff\xfe", "is damaged, or no saved sandbox"),
        (b'{"program": "\xff"}', "is damaged, or no saved sandbox"),
        (b"[" * 100_000, "is damaged, or no saved sandbox"),
        (b"[]", "is not a saved sandbox"),
        (b"{}", "is not a saved sandbox"),
        (b'{"program": "deberts sandbox"}', "is damaged: its format"),
        (b'{"program": "deberts sandbox", "format": 1}', "is damaged: token: Field required"),
    ],
)
def test_files_of_others(clock: VirtualClock, tmp_path: Path, data: bytes, why: str) -> None:
    path = tmp_path / "world.json"
    path.write_bytes(data)
    with pytest.raises(KeptError, match=why) as refused:
        load(path, clock)
    assert "\n" not in str(refused.value)


def test_files_that_cannot_be_read(clock: VirtualClock, tmp_path: Path) -> None:
    with pytest.raises(KeptError, match=r"none\.json cannot be read: No such file or directory$"):
        load(tmp_path / "none.json", clock)
    with pytest.raises(KeptError, match=r"cannot be read: Is a directory$"):
        load(tmp_path, clock)


async def test_a_file_cut_anywhere_is_refused(clock: VirtualClock, tmp_path: Path) -> None:
    path = tmp_path / "world.json"
    save(await rich_world(clock), path)
    whole = path.read_bytes().rstrip()
    for end in range(0, len(whole), 97):
        path.write_bytes(whole[:end])
        with pytest.raises(KeptError):
            load(path, clock)


# Keeping it


class Kept:
    """A keeper on a clock of its own."""

    def __init__(self, world: World, path: Path) -> None:
        self.world = world
        self.path = path
        self.real = VirtualClock()
        self.keeper = Keeper(world, path, self.real)

    def people(self) -> int | None:
        """Return how many people are in the file, or None without one."""
        return len(json.loads(self.path.read_text())["people"]) if self.path.exists() else None

    async def until(self, done: Callable[[], bool]) -> None:
        """Let the thread come to its end."""
        for _ in range(2000):
            if done():
                return
            await settle(1)
        raise AssertionError("it was not saved")


@pytest.fixture
async def kept(world: World, tmp_path: Path) -> Kept:
    kept = Kept(world, tmp_path / "world.json")
    await kept.keeper.start()
    return kept


async def test_a_keeper_saves_once_a_second(world: World, kept: Kept) -> None:
    await settle()
    assert (kept.people(), kept.real.next_wake()) == (None, None)
    ann = world.person("Аня")
    await ann.start()
    await settle()
    kept.real.advance(SAVE_SECONDS - 0.1)
    world.person("Боб")
    await settle()
    assert kept.people() is None
    kept.real.advance(0.1)
    await kept.until(lambda: kept.people() == 2)
    await settle()
    # Nothing new: it sleeps.
    assert kept.real.next_wake() is None
    world.person("Ева")
    world.notify()
    await settle()
    kept.real.advance(SAVE_SECONDS)
    await kept.until(lambda: kept.people() == 3)
    await kept.keeper.close()
    assert (kept.real.next_wake(), world.reporters) == (None, [])


async def test_what_was_changed_at_last_is_saved_on_closing(world: World, kept: Kept) -> None:
    await settle()
    world.person("Аня")
    world.notify()
    await settle()
    world.person("Боб")
    await kept.keeper.close()
    assert (kept.people(), kept.real.next_wake()) == (2, None)
    await kept.keeper.close()


async def test_calls_and_updates_are_changes_too(world: World, bot: BareBot, kept: Kept) -> None:
    ann = world.person("Аня")
    ann.block()
    await settle()
    kept.real.advance(SAVE_SECONDS)
    await kept.until(lambda: kept.people() == 1)
    await settle()
    await bot.call("setMyCommands", commands=[{"command": "rules", "description": "Правила"}])
    await settle()
    kept.real.advance(SAVE_SECONDS)
    await kept.until(lambda: "Правила" in kept.path.read_text())
    await kept.keeper.close()


async def test_the_same_is_not_written_again(world: World, kept: Kept) -> None:
    world.person("Аня")
    world.notify()
    await settle()
    kept.real.advance(SAVE_SECONDS)
    await kept.until(lambda: kept.people() == 1)
    await settle()
    before = kept.path.stat()
    world.notify()
    await settle()
    kept.real.advance(SAVE_SECONDS)
    await settle()
    await kept.keeper.close()
    assert kept.path.stat() == before


async def test_a_full_disk_is_told_in_a_line_and_tried_again(
    world: World, kept: Kept, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO, "bot.sandbox.keep")

    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(os, "fsync", full)
        world.person("Аня")
        world.notify()
        await settle()
        kept.real.advance(SAVE_SECONDS)
        await kept.until(lambda: len(caplog.records) == 1)
        await settle()
        kept.real.advance(RETRY_SECONDS - 1)
        await settle()
        assert (len(caplog.records), kept.people()) == (1, None)
    kept.real.advance(1)
    await kept.until(lambda: kept.people() == 1)
    (record,) = caplog.records
    assert record.getMessage() == (f"the sandbox could not be saved to {kept.path}: No space left on device")
    assert record.exc_info is None
    monkeypatch.setattr(os, "fsync", full)
    world.person("Боб")
    await kept.keeper.close()
    assert (len(caplog.records), kept.people()) == (2, 1)
