"""Which messages a room has: a table per played deal, the result, and what has been replaced."""

from __future__ import annotations

from bot.deberts.match import Match
from bot.deberts.rules import make_rules
from bot.locales import texts
from bot.rooms.views import Phase
from bot.telegram.layout import (
    FINAL,
    LOBBY,
    console_slot,
    console_want,
    group_wants,
    live_slot,
    old_slot,
    table_slot,
)
from tests.screens.rooms import console_of, random_match, room_of, until

RU = texts("ru")
RULES = make_rules({})


def wants(view: object, *slots: str) -> dict[str, tuple[bool, bool]]:
    """Return of each slot whether it is created and whether it has buttons."""
    found = group_wants(view, slots, RU, "deberts_bot", 0.0)  # type: ignore[arg-type]
    return {want.slot: (want.create, bool(want.screen and want.screen.rows)) for want in found}


def test_a_lobby_has_one_message() -> None:
    assert wants(room_of(None, RULES)) == {LOBBY: (True, True)}


def test_a_lobby_that_was_stopped_keeps_its_message_without_buttons() -> None:
    view = room_of(None, RULES, phase=Phase.STOPPED, stopped_by="Анна")
    assert wants(view, LOBBY) == {LOBBY: (False, False)}


def test_the_first_deal_has_a_table_and_the_lobby_loses_its_buttons() -> None:
    match = until(RULES, 1, lambda match: match.deal is not None)
    assert wants(room_of(match), LOBBY) == {"table:0": (True, True), LOBBY: (False, False)}


def test_each_played_deal_keeps_its_message_and_the_next_gets_a_new_one() -> None:
    match = until(RULES, 1, lambda match: sum(result.played for result in match.results) == 2)
    assert wants(room_of(match), "table:0", "table:1") == {
        "table:0": (False, False),
        "table:1": (False, False),
        "table:2": (True, True),
    }
    assert wants(room_of(match)) == {"table:2": (True, True)}, "what is gone is not made again"


def test_a_deal_that_does_not_count_leaves_its_message_to_the_next() -> None:
    def void(match: Match) -> bool:
        return bool(match.results) and not match.results[-1].played and match.deal is not None

    seeds = (seed for seed in range(100) if any(map(void, random_match(RULES, seed))))
    match = until(RULES, next(seeds), void)
    played = sum(result.played for result in match.results)
    assert table_slot(room_of(match)) == f"table:{played}"


def test_a_finished_match_has_its_result_at_the_bottom() -> None:
    match = list(random_match(RULES, 2))[-1]
    view = room_of(match)
    assert live_slot(view) == FINAL
    last = f"table:{sum(result.played for result in match.results) - 1}"
    assert wants(view, last) == {last: (False, False), FINAL: (True, True)}


def test_a_stopped_match_says_so_at_its_table() -> None:
    match = until(RULES, 1, lambda match: match.deal is not None)
    view = room_of(match, phase=Phase.STOPPED, stopped_by="Анна")
    assert wants(view, "table:0") == {"table:0": (True, False)}


def test_a_console_is_sent_while_the_room_lives_and_waits_for_who_has_the_turn() -> None:
    match = until(RULES, 1, lambda match: match.deal is not None)
    assert match.deal is not None
    for seat in range(2):
        want = console_want(console_of(match, seat), 5, RU, 0.0)
        assert want is not None
        assert (want.slot, want.create, want.waits) == (console_slot(5), True, match.deal.turn == seat)
    over = list(random_match(RULES, 2))[-1]
    ended = console_want(console_of(over, 0), 5, RU, 0.0)
    assert ended is not None
    assert (ended.create, ended.waits) == (False, False)


def test_replaced_messages_of_two_chats_are_told_apart() -> None:
    assert old_slot(-1001, 5) != old_slot(7, 5)
