"""The seals of decks on tables, consoles and accounts, and what `/verify` says."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.deberts.match import Match
from bot.deberts.rules import make_rules
from bot.locales import Texts, texts
from bot.rooms.views import Phase, RoomView
from bot.screens.account import deal_account
from bot.screens.console import console
from bot.screens.fair import fair
from bot.screens.parts import Screen
from bot.screens.table import table

from .checks import check_screen
from .rooms import console_of, deal, play, random_match, room_of

BOT = "deberts_bot"
RU, EN = texts("ru"), texts("en")
GAMBLER = make_rules({"preset": "gambler", "players": "2"})
# Told apart by their first digits.
SEALS = tuple(f"{number:08x}" + "0123456789abcdef" * 3 + "fedcba98" for number in range(60))


def sealed(match: Match, count: int, phase: Phase | None = None) -> RoomView:
    return replace(room_of(match, phase=phase), commitments=SEALS[:count])


def dealt() -> Match:
    return deal(GAMBLER, 0, "JH 7H KS QS JS AD", "9H AH TC KC 8D 7D", rest="TH JC QC 9C KH QH 8S")


def test_a_new_deal_shows_the_seal_of_its_deck_in_two_lines() -> None:
    view = sealed(dealt(), 1)
    lines = table(view, RU, BOT, 0.0).text.splitlines()
    at = lines.index("🔒 Отпечаток колоды (/verify):")
    assert lines[at + 1 : at + 3] == [
        "<code>00000000 01234567 89abcdef 01234567",
        "89abcdef 01234567 89abcdef fedcba98</code>",
    ]
    shown = console(replace(console_of(dealt(), 1), room=view), EN, 0.0)
    assert "🔒 Seal of the deck (/verify):\n<code>00000000 " in shown.text
    check_screen(shown)


def test_it_stays_through_the_bidding_and_leaves_when_cards_are_played() -> None:
    match = play(dealt(), "1 pass")
    assert "🔒" in table(sealed(match, 1), RU, BOT, 0.0).text
    play(match, "0 order H")
    assert "🔒" not in table(sealed(match, 1), RU, BOT, 0.0).text


def test_a_void_deal_does_not_shift_the_seals() -> None:
    match = deal(
        make_rules({"preset": "moscow", "players": "2"}), 0, "JH 7H KS QS JS AD", "9H AH TC KC 8D 7D"
    )
    play(match, "1 pass", "0 pass", "1 pass", "0 pass")
    match.deal_cards(list(range(32)))
    assert "<code>00000001 " in table(sealed(match, 2), RU, BOT, 0.0).text


@pytest.mark.parametrize("t", [RU, EN])
def test_the_account_of_a_deal_keeps_its_seal(t: Texts) -> None:
    for match in random_match(GAMBLER, 3):
        if len(match.results) > 3:
            break
    for number, result in enumerate(match.results):
        if result.played:
            text = deal_account(sealed(match, 4), number, t).text
            assert f"<code>{number:08x} " in text
            check_screen(deal_account(sealed(match, 4), number, t))


@pytest.mark.parametrize("t", [RU, EN])
def test_after_the_match_it_says_how_to_check(t: Texts) -> None:
    *_, match = random_match(GAMBLER, 3)
    text = fair(sealed(match, len(match.results)), t)
    check_screen(Screen(text))
    assert len(text.splitlines()) <= 12
    assert "SHA-256" in text
    assert "python -m bot verify" in text
    # It is in the file and under the deals.
    assert SEALS[0][:8] not in text


@pytest.mark.parametrize("t", [RU, EN])
def test_while_it_is_played_it_lists_the_seals_so_far(t: Texts) -> None:
    text = fair(sealed(dealt(), 3), t)
    check_screen(Screen(text))
    assert [f"<code>{number:08x} " in text for number in range(4)] == [True, True, True, False]
    many = fair(sealed(dealt(), 60), t)
    check_screen(Screen(many))
    assert "<code>00000027 " not in many
    assert "<code>00000028 " in many
    assert "41" in many
