"""The seals of decks on tables, consoles and accounts, and what `/verify` says."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.deberts.match import Match, Outcome
from bot.deberts.rules import make_rules
from bot.locales import Texts, texts
from bot.rooms.views import Ending, Phase, RoomView
from bot.screens.account import deal_account
from bot.screens.console import console
from bot.screens.fair import fair
from bot.screens.parts import Screen
from bot.screens.table import broken_off, table

from .checks import check_screen
from .rooms import console_of, deal, play, random_match, room_of
from .test_goldens import played_room

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


def void_then_dealt() -> Match:
    """Return a match whose first deal both have passed twice, with the second one dealt."""
    match = deal(
        make_rules({"preset": "moscow", "players": "2"}), 0, "JH 7H KS QS JS AD", "9H AH TC KC 8D 7D"
    )
    play(match, "1 pass", "0 pass", "1 pass", "0 pass")
    match.deal_cards(list(range(32)))
    return match


def claimed(room: RoomView) -> RoomView:
    """Return the room after Борис has ended the match because of the time of Анна."""
    assert room.match is not None
    match = replace(room.match, outcome=Outcome(True, (1,), (0, 0)), deal=None)
    return replace(room, match=match, phase=Phase.FINISHED, ending=Ending.CLAIMED)


SECOND_SEAL = "<code>00000001 01234567 89abcdef 01234567\n89abcdef 01234567 89abcdef fedcba98</code>"


def test_a_claimed_match_keeps_the_seal_of_the_deal_that_was_broken_off() -> None:
    room = claimed(sealed(void_then_dealt(), 2))
    kept = broken_off(room, RU)
    check_screen(kept)
    assert kept.text == (
        "<b>♠️♥️ Деберц</b> · сдача 2\n\n"
        "⏰ Партия закончена, время вышло: <b>Анна</b>\n\n"
        f"🔒 Отпечаток колоды (/verify):\n{SECOND_SEAL}"
    )
    assert "🔒" not in table(room, RU, BOT, 0.0).text


@pytest.mark.parametrize("ending", [Ending.USUAL, Ending.EXPIRED, Ending.DESERTED])
@pytest.mark.parametrize("played", [False, True])
def test_a_stopped_match_keeps_the_seal_of_its_last_deal(ending: Ending, played: bool) -> None:
    match = void_then_dealt()
    if played:
        # The upcard is the thirteenth card of the pack, a club. While cards are played the table has no seal.
        play(match, "0 order C")
        assert "🔒" not in table(sealed(match, 2), EN, BOT, 0.0).text
    screen = table(replace(sealed(match, 2, Phase.STOPPED), ending=ending), EN, BOT, 0.0)
    check_screen(screen)
    assert screen.text.endswith(f"\n\n🔒 Seal of the deck (/verify):\n{SECOND_SEAL}")
    assert not screen.rows
    lobby = table(room_of(None, GAMBLER, phase=Phase.STOPPED), EN, BOT, 0.0)
    assert "🔒" not in lobby.text


@pytest.mark.parametrize("t", [RU, EN])
def test_after_the_match_it_lists_the_seals_of_deals_without_an_account(t: Texts) -> None:
    room = claimed(sealed(void_then_dealt(), 2))
    text = fair(room, t)
    check_screen(Screen(text))
    # The first was void, the second broken off.
    assert [f"<code>{number:08x} " in text for number in range(3)] == [True, True, False]
    first, second = (t.html("account-title", number=number) for number in (1, 2))
    assert text.index(first) < text.index("<code>00000000") < text.index(second) < text.index(SECOND_SEAL)
    # Three deals were played and the fourth was broken off.
    text = fair(claimed(replace(played_room(), commitments=SEALS[:4])), t)
    assert [f"<code>{number:08x} " in text for number in range(4)] == [False, False, False, True]
    assert f"\n{t.html('account-title', number=4)}\n<code>00000003 " in text


@pytest.mark.parametrize("t", [RU, EN])
def test_of_very_many_it_lists_the_newest_twenty(t: Texts) -> None:
    room = claimed(sealed(dealt(), 60))
    text = fair(room, t)
    check_screen(Screen(text))
    # Deals 41 to 60, that is numbers 0x28 to 0x3b.
    assert "<code>00000027 " not in text
    assert "<code>00000028 " in text
    assert "<code>0000003b " in text
    assert text.count("<code>0000") == 20
    assert t.plain("fair-others-newest", count=20) in text
    assert t.plain("fair-others") not in fair(sealed(dealt(), 60), t)


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
