"""What a check of a whole database finds, and that it finds nothing where nothing is wrong."""

from __future__ import annotations

import asyncio
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from bot.rooms.check import Report, check
from bot.store.backup import back_up
from bot.store.database import Database, UnusableDatabaseError
from bot.store.schema import VERSION
from tests.store.test_open import contents

from .clocks import clocked, time_out
from .files import as_of_version, played_file
from .tables import ANNA, BORIS, NAMES, Friends


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    file = tmp_path_factory.mktemp("played") / "bot.sqlite3"
    asyncio.run(played_file(file))
    return file.read_bytes()


@pytest.fixture
def path(tmp_path: Path, played: bytes) -> Path:
    file = tmp_path / "data" / "bot.sqlite3"
    file.parent.mkdir()
    file.write_bytes(played)
    return file


def spoil(path: Path, *statements: str) -> tuple[str, ...]:
    """Change a file behind the bot's back; returns what a check says of it."""
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        for statement in statements:
            assert connection.execute(statement).rowcount != 0, statement
    return check(path).problems


def number_of(path: Path, question: str) -> int:
    with closing(sqlite3.connect(path)) as connection:
        return int(connection.execute(question).fetchone()[0])


async def test_a_database_that_was_played_on_has_no_problems(path: Path) -> None:
    before = contents(path.parent)
    report = check(path)
    assert contents(path.parent) == before
    assert report.problems == ()
    assert (report.version, report.rooms) == (VERSION, 5)
    assert report.deals == number_of(path, "SELECT count(*) FROM deals")
    assert report.actions == number_of(path, "SELECT count(*) FROM actions")
    assert report.summary == (
        f"schema {VERSION}, 5 rooms, {report.deals} deals, {report.actions} actions: no problems"
    )


async def test_a_database_in_use_is_checked_too_and_its_copy(path: Path, tmp_path: Path) -> None:
    database = await Database.open(path)
    friends = Friends(database)
    room = await friends.match()
    await friends.step(room)
    assert check(path).rooms == 6
    back_up(path, tmp_path / "copy.sqlite3")
    await friends.step(room)
    copied, whole = check(tmp_path / "copy.sqlite3"), check(path)
    await database.close()
    assert copied.problems == whole.problems == ()
    assert copied.actions == whole.actions - 1


@pytest.mark.parametrize("version", range(1, VERSION))
async def test_a_database_of_an_earlier_schema_is_checked_as_it_is(
    path: Path, tmp_path: Path, version: int
) -> None:
    old = tmp_path / "old.sqlite3"
    as_of_version(path, old, version)
    before = old.read_bytes()
    report = check(old)
    assert old.read_bytes() == before
    assert report.problems == ()
    assert report.version == version
    assert f"schema {version} (this bot's is {VERSION}" in report.summary


PLAYING, STOPPED, FINISHED, LOBBY = "room 3", "room 4", "room 5", "room 1"


@pytest.mark.parametrize(
    ("statement", "said"),
    [
        # The journal
        (
            "UPDATE actions SET action = '0 pass' WHERE room_id = 3 AND deal = 0 AND place = 5",
            f"{PLAYING}: the journal does not replay, deal 0, action 5",
        ),
        (
            "DELETE FROM actions WHERE room_id = 3 AND deal = 1 AND place = 1",
            f"{PLAYING}: deal 1, action 1 is missing",
        ),
        (
            "UPDATE deals SET deck = 'no cards' WHERE room_id = 3 AND number = 1",
            f"{PLAYING}: the journal does not replay, deal 1",
        ),
        (
            "UPDATE deals SET nonce = 'secret' WHERE room_id = 5 AND number = 0",
            f"{FINISHED}: the journal does not replay, deal 0",
        ),
        ("UPDATE rooms SET first_dealer = 7 WHERE id = 3", f"{PLAYING}: the journal does not replay"),
        ("UPDATE rooms SET first_dealer = NULL WHERE id = 3", f"{PLAYING}: playing without a first dealer"),
        ("UPDATE rooms SET first_dealer = 0 WHERE id = 1", f"{LOBBY}: a lobby with a first dealer"),
        ("UPDATE rooms SET rules = '{\"target\": 0.5}' WHERE id = 3", f"{PLAYING}: the rules cannot be read"),
        ("UPDATE rooms SET rules = '[]' WHERE id = 1", f"{LOBBY}: the rules cannot be read"),
        ("UPDATE rooms SET rules = '{' WHERE id = 3", f"{PLAYING}: the rules cannot be read"),
        ("UPDATE rooms SET ending = 'eaten' WHERE id = 4", f"{STOPPED}: it ended in a way that is not known"),
        ("UPDATE rooms SET winners = '{' WHERE id = 5", f"{FINISHED}: the winners are not those of the"),
        (
            "INSERT INTO substitutes VALUES (3, 1, 103, '{')",
            f"{PLAYING}: who has agreed to a substitute cannot be read",
        ),
        # What is kept beside it
        (
            "UPDATE results SET result = json_set(result, '$.totals[0]', 9) WHERE room_id = 5 AND deal = 0",
            f"{FINISHED}: deal 0: the result is not that of the journal",
        ),
        (
            "UPDATE results SET result = json_set(result, '$.mood', 'good') WHERE room_id = 5 AND deal = 0",
            f"{FINISHED}: deal 0: the result is not that of the journal",
        ),
        (
            "UPDATE results SET result = 'Анна won' WHERE room_id = 5 AND deal = 0",
            f"{FINISHED}: deal 0: the result is not that of the journal",
        ),
        ("DELETE FROM results WHERE room_id = 5 AND deal = 0", f"{FINISHED}: deal 0 has no result"),
        (
            "INSERT INTO results SELECT 3, max(number), '{}' FROM deals WHERE room_id = 3",
            "has a result but has not ended",
        ),
        (
            "UPDATE rooms SET winners = json_array(1 - json_extract(winners, '$[0]')) WHERE id = 5",
            f"{FINISHED}: the winners are not those of the journal",
        ),
        (
            "UPDATE rooms SET result = '[501, 500]' WHERE id = 5",
            f"{FINISHED}: the result is not that of the journal",
        ),
        (
            "UPDATE rooms SET result = NULL WHERE id = 4",
            f"{STOPPED}: the result is not that of the journal",
        ),
        (
            "UPDATE rooms SET phase = 'playing', ended_at = NULL, winners = NULL, result = NULL WHERE id = 5",
            f"{FINISHED}: playing, but by the journal the match is over",
        ),
        ("UPDATE rooms SET ended_at = NULL WHERE id = 5", f"{FINISHED}: finished, but it has not ended"),
        ("UPDATE rooms SET ended_at = 1.0 WHERE id = 3", f"{PLAYING}: playing, but it has ended"),
        (
            "UPDATE rooms SET settled_version = version + 1 WHERE id = 3",
            f"{PLAYING}: settled at version",
        ),
        # Seats
        ("UPDATE seats SET seat = 4 WHERE room_id = 3 AND seat = 1", "somebody sits outside the 2 seats"),
        ("DELETE FROM seats WHERE room_id = 3 AND seat = 1", f"{PLAYING}: 1 of 2 players in a match"),
        ("UPDATE rooms SET owner_id = NULL WHERE id = 1", f"{LOBBY}: a lobby with players and without"),
        ("UPDATE seats SET user_id = 999 WHERE room_id = 3 AND seat = 1", "refers to something in users"),
        # The file
        ("DROP INDEX rooms_behind", "the index rooms_behind is missing"),
        ("CREATE TABLE recipes (text)", f"the table recipes is not as in schema {VERSION}"),
        ("UPDATE rule_sets SET rules = 'ours'", "rule_sets 1: the rules cannot be read"),
    ],
)
async def test_what_is_wrong_is_said_in_a_line(path: Path, statement: str, said: str) -> None:
    with closing(sqlite3.connect(path)) as connection:
        decks = [deck for (deck,) in connection.execute("SELECT deck FROM deals")]
    problems = spoil(path, statement)
    assert any(problem.startswith(said) or said in problem for problem in problems), problems
    assert len(problems) <= 3
    for problem in problems:
        assert len(problem.splitlines()) == 1
        assert not any(name in problem for name in NAMES)
        assert not any(card in problem for card in decks[0].split())


async def test_a_room_that_does_not_replay_does_not_hide_another(path: Path) -> None:
    problems = spoil(
        path,
        "UPDATE deals SET deck = 'no cards' WHERE room_id = 3 AND number = 0",
        "UPDATE rooms SET result = '[0, 0]' WHERE id = 5",
    )
    assert problems == (
        f"{PLAYING}: the journal does not replay, deal 0",
        f"{FINISHED}: the result is not that of the journal",
    )


async def test_rules_that_nobody_plays_any_more_are_no_problem(path: Path) -> None:
    assert spoil(path, 'UPDATE last_rules SET rules = \'{"preset": "of old"}\'') == ()


def test_what_litestream_keeps_in_the_file_is_no_problem(path: Path) -> None:
    assert spoil(path, "CREATE TABLE _litestream_seq (id INTEGER PRIMARY KEY, seq INTEGER)") == ()


def test_a_damaged_page_is_found(path: Path) -> None:
    whole = bytearray(path.read_bytes())
    for start in range(len(whole) // 2, len(whole) // 2 + 4096):
        whole[start] ^= 0x5A
    path.write_bytes(whole)
    try:
        problems = check(path).problems
    except UnusableDatabaseError as error:
        problems = (str(error),)
    assert problems
    assert all(len(problem.splitlines()) == 1 for problem in problems)


def test_the_summary_says_how_many_problems() -> None:
    report = Report(VERSION, 1, 2, 3, ("a",))
    assert report.summary == f"schema {VERSION}, 1 rooms, 2 deals, 3 actions: 1 problem"
    assert Report(VERSION, 1, 2, 3, ("a", "b")).summary.endswith(": 2 problems")


async def test_a_match_that_was_claimed_agrees_with_its_journal_as_far_as_it_was_played(
    tmp_path: Path,
) -> None:
    file = tmp_path / "bot.sqlite3"
    database = await Database.open(file)
    friends = Friends(database)
    await friends.arrive()
    room = await clocked(friends, 60, "claim")
    absent = await friends.whose(room)
    await time_out(friends, room)
    view = await friends.rooms.claim(room, BORIS if absent == ANNA else ANNA, 0, 0)
    await friends.rooms.leave(await friends.match(ANNA, BORIS), ANNA)
    await database.close()
    assert view.match is not None
    assert view.match.outcome.winners == (view.seat_of(BORIS if absent == ANNA else ANNA),)
    assert check(file).problems == ()
    number = f"room {room}: "
    for change, problem in (
        ("winners = '[0, 1]'", "ended by a claim, but not one that leaves winners and losers"),
        ("winners = '[]'", "ended by a claim, but not one that leaves winners and losers"),
        ("winners = '[0]', result = '[1, 0]'", "the result is not that of the journal"),
        ("result = '[0, 0]', ending = ''", "finished, but by the journal the match goes on"),
    ):
        assert f"{number}{problem}" in spoil(file, f"UPDATE rooms SET {change} WHERE id = {room}")
