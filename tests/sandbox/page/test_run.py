"""The page as a whole: the bot as its child, killed and started again, and phones that play by themselves."""

from __future__ import annotations

import asyncio
import os
import signal
import socket
from collections.abc import Callable
from pathlib import Path

import pytest

from bot.sandbox.page.bot_process import State
from bot.sandbox.page.folder import own_folder
from bot.sandbox.page.phones import GENERAL, Hand
from bot.sandbox.page.run import Options, PageError, showing
from bot.sandbox.page.stage import Stage
from bot.sandbox.player import console, moves

PACE = 60.0


async def until(stage: Stage, there: Callable[[], bool]) -> None:
    """Wait until something is so; a guard ends the wait on a machine that is stuck."""
    async with asyncio.timeout(60):
        while not there():
            await stage.world.changed()


def bot_state(stage: Stage) -> State:
    assert stage.bot is not None
    return stage.bot.state


async def test_from_an_empty_page_to_dealt_cards_over_a_killed_bot_to_a_finished_deal(tmp_path: Path) -> None:
    async with showing(Options(port=0, pace=PACE)) as stage:
        assert stage.bot is not None
        stage.open("ru")
        await until(stage, lambda: bot_state(stage) is State.RUNNING)
        await stage.deal()
        anna, boris = (phone.person for phone in stage.phones.values())
        first = [console(anna), console(boris)]
        assert any(first), "one of the two has cards and a move"
        dealt = {label for message in first if message is not None for label in message.labels}

        await stage.bot.kill()
        assert bot_state(stage) is State.DOWN
        with pytest.raises(Exception, match="The bot is not running"):
            await stage.deal()
        await stage.bot.start()
        await until(stage, lambda: bot_state(stage) is State.RUNNING)
        assert stage.bot.starts == 2
        again = [console(anna), console(boris)]
        assert {label for message in again if message is not None for label in message.labels} == dealt

        # Both phones play by themselves until the first deal has its account.
        for phone in stage.phones.values():
            stage.play_for(phone, True)
        group = next(chat for chat in stage.world.chats.values() if not chat.is_private)
        await until(
            stage, lambda: any(message.text.startswith("Сдача 1 ") for message in anna.messages(group))
        )
        for phone in stage.phones.values():
            stage.play_for(phone, False)
        process = stage.bot
    assert process.state is State.DOWN
    assert not stage.world.limits.refused


async def test_a_bot_that_cannot_start_ends_the_page_with_its_own_words(tmp_path: Path) -> None:
    keep = tmp_path / "kept"
    keep.mkdir()
    file = keep / "deberts.sqlite3"
    file.write_bytes(b"this is no database at all, " * 100)
    with pytest.raises(PageError, match=f"^cannot use the database {file}: file is not a database$"):
        async with showing(Options(port=0, pace=PACE, keep=keep)):
            pass


@pytest.mark.long
async def test_a_bot_that_dies_later_is_seen_to_be_down_and_starts_once_however_often_it_is_asked_to() -> (
    None
):
    async with showing(Options(port=0, pace=PACE)) as stage:
        assert stage.bot is not None
        process = stage.bot._process
        assert process is not None
        os.kill(process.pid, signal.SIGKILL)
        await until(stage, lambda: bot_state(stage) is State.DOWN)
        await asyncio.gather(*(stage.bot.start() for _ in range(5)))
        await until(stage, lambda: bot_state(stage) is State.RUNNING)
        assert stage.bot.starts == 2
        await asyncio.gather(stage.bot.kill(), stage.bot.kill(), stage.bot.start())
        assert stage.bot.starts == 3


async def test_what_is_kept_is_its_owners_alone_and_one_pages_at_a_time(tmp_path: Path) -> None:
    keep = tmp_path / "kept"
    async with showing(Options(port=0, pace=PACE, keep=keep)) as stage:
        stage.open("ru")
        await stage.deal()
        with pytest.raises(PageError, match=f"^{keep} is in use by another page$"):
            async with showing(Options(port=0, pace=PACE, keep=keep)):
                pass
    assert keep.stat().st_mode & 0o777 == 0o700
    modes = {path.name: path.stat().st_mode & 0o777 for path in keep.iterdir()}
    assert {"world.json", "deberts.sqlite3", "phones.json"} <= modes.keys()
    assert set(modes.values()) == {0o600}


@pytest.mark.long
async def test_a_friends_phone_is_covered_the_next_time_too(tmp_path: Path) -> None:
    options = Options(port=0, pace=PACE, keep=tmp_path / "kept")
    async with showing(options) as stage:
        stage.open("ru")
        anna, boris = stage.phones.values()
        boris.read(boris.person.private, GENERAL, 77)
        stage.hand_over(anna)
    async with showing(options) as stage:
        again = list(stage.phones.values())
        assert [phone.hand for phone in again] == [Hand.AWAY, Hand.STAGE]
        assert again[1].shown == boris.shown
        assert again[1].marks == {(boris.id, GENERAL): 77}
    (tmp_path / "kept" / "phones.json").write_text("[{}]")
    async with showing(options) as stage:
        assert [phone.hand for phone in stage.phones.values()] == [Hand.AWAY, Hand.AWAY]


def test_temporary_folders_of_pages_that_were_killed_are_removed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    left = tmp_path / "deberts-killed"
    left.mkdir()
    (left / ".lock").touch()
    (left / "deberts.sqlite3").touch()
    (tmp_path / "deberts-of-another-kind").mkdir()
    with own_folder(None) as mine:
        with own_folder(None) as other:
            assert mine.exists()
            assert other != mine
        assert not left.exists()
    assert [path.name for path in tmp_path.iterdir()] == ["deberts-of-another-kind"]


@pytest.mark.long
async def test_what_is_kept_is_there_the_next_time(tmp_path: Path) -> None:
    options = Options(port=0, pace=PACE, keep=tmp_path / "kept")
    async with showing(options) as stage:
        stage.open("en")
        await until(stage, lambda: bot_state(stage) is State.RUNNING)
        await stage.deal()
        anna = next(iter(stage.phones.values()))
        before = [message.text for message in anna.person.messages()]
        key = anna.key
    async with showing(options) as stage:
        stage.open("ru")
        anna = next(iter(stage.phones.values()))
        assert anna.person.user.first_name == "Anna"
        assert [message.text for message in anna.person.messages()] == before
        assert anna.key != key, "a link is good for one run"
        await until(stage, lambda: bot_state(stage) is State.RUNNING)
        player = next(p.person for p in stage.phones.values() if console(p.person) is not None)
        message = console(player)
        assert message is not None
        button, _ = moves(message)[0]
        answer = await player.press_data(message, button.callback_data or "")
        assert "Старая" not in answer.text


async def test_the_bot_ends_with_the_page_even_if_that_is_killed(tmp_path: Path) -> None:
    async with showing(Options(port=0, pace=PACE)) as stage:
        await until(stage, lambda: bot_state(stage) is State.RUNNING)
        assert stage.bot is not None
        process = stage.bot._process
        assert process is not None
        assert process.stdin is not None
        # What the system does with a dead parent's pipes.
        process.stdin.close()
        await until(stage, lambda: bot_state(stage) is State.DOWN)
        with pytest.raises(ProcessLookupError):
            os.kill(process.pid, signal.SIG_DFL)


async def test_a_port_that_is_taken_is_one_sentence_if_asked_for(tmp_path: Path) -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        with pytest.raises(PageError, match=f"cannot listen on 127.0.0.1:{port}: Address already in use"):
            async with showing(Options(port=port)):
                pass


@pytest.mark.parametrize("host", ["256.1.1.1", "no.such.host.invalid", "203.0.113.7"])
async def test_an_address_that_is_not_here_is_one_sentence(host: str) -> None:
    with pytest.raises(PageError, match=f"cannot listen on {host}"):
        async with showing(Options(host=host, port=0)):
            pass


async def test_a_folder_that_cannot_be_is_one_sentence(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_text("")
    with pytest.raises(PageError, match="cannot keep anything in"):
        async with showing(Options(port=0, keep=file / "folder")):
            pass
