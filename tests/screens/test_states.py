"""Every screen over the states that random matches reach, under every preset and line-up."""

from __future__ import annotations

import dataclasses
import random
import re

import pytest

from bot.deberts.actions import BELA, PASS
from bot.deberts.choices import applies, choose, choose_preset
from bot.deberts.errors import InvalidRulesError
from bot.deberts.match import Match
from bot.deberts.presets import LINEUPS, PRESETS
from bot.deberts.rules import PARAMETERS, Rules, make_rules
from bot.deberts.view import PublicView, public_view
from bot.locales import LANGUAGES, Texts, texts
from bot.rooms.views import Phase, SavedRules
from bot.screens import cards
from bot.screens.absence_presses import Leave, Nudge
from bot.screens.account import deal_account, deal_line
from bot.screens.console import console
from bot.screens.hand import hand_alert
from bot.screens.lobby import lobby
from bot.screens.parts import Screen
from bot.screens.presses import GROUPS, PAGES, Move, Page, Query, Rematch, decode
from bot.screens.rules import rules_text
from bot.screens.sheet import sheet, sheet_alert
from bot.screens.table import table
from bot.screens.trick import last_trick, last_trick_alert

from .checks import check_alert, check_screen, check_text
from .rooms import ACTIONS, console_of, random_match, room_of

BOT = "deberts_bot"
ODD_NAMES = ("<b>Жора</b> & Ко", "👨‍👩‍👧‍👦 Семья 🇺🇦 Ґалаґани", "דוד המלך", "   ")
EXTRAS: tuple[dict[str, str | int | bool], ...] = (
    {"preset": "short", "dave": "geometric", "target": 7},
    {"preset": "short", "dave": "arithmetic", "target": 5, "byte": True},
    {"preset": "moscow", "klabor": True, "weak_hand_below": 40, "sequence_ties": "last_trick"},
    {"preset": "kharkov", "players": "3", "scoring": "stakes", "target": 9},
    {"preset": "odessa", "players": "2", "target": 0},
)


def rule_sets() -> list[Rules]:
    found = []
    for preset in PRESETS:
        for players in LINEUPS:
            given: dict[str, str | int | bool] = {"preset": preset, "players": players}
            if players in ("4", "2x2") and players not in PRESETS[preset].lineups:
                given |= {"buy_in": 2, "upcard_to": "dealer"}
            if preset == "poltinnik" and players in ("3", "4"):
                given["concede_points"] = 0
            found.append(make_rules(given))
    return found + [make_rules(extra) for extra in EXTRAS]


RULE_SETS = rule_sets()


def rules_id(rules: Rules) -> str:
    return f"{rules.preset}-{rules.players}-{rules.target}"


def random_rules(seed: int) -> Rules:
    """Return any valid rules: every parameter at random."""
    chance = random.Random(seed)
    while True:
        given: dict[str, str | int | bool] = {"preset": chance.choice(list(PRESETS))}
        for name, row in PARAMETERS.items():
            given[name] = chance.choice(row.values) if row.values else chance.choice((0, 1, 30, 501, 1001))
        try:
            return make_rules(given)
        except InvalidRulesError:
            continue


def public_cards(view: PublicView) -> set[int]:
    """Return the cards that a screen of the present may show to anybody."""
    known = set(view.shown)
    if view.last_trick is not None:
        known.update(view.last_trick[1].cards)
    deal = view.deal
    if deal is None:
        return known
    known.add(deal.upcard)
    if deal.bottom is not None:
        known.add(deal.bottom)
    if deal.swap_seat is not None:
        known.add(deal.upcard & 24)
    known.update(deal.trick)
    known.update(card for one in deal.declared for s in one.shown for card in s.cards)
    return known


def cards_in(text: str, t: Texts) -> set[int]:
    """Return the cards written in a text."""
    found = set()
    ranks = {cards.rank(number, t): number for number in range(8)}
    for rank, suit in re.findall(r"(10|[7-9ВДКТJQKA])([♠♣♦♥])\ufe0f", text):
        found.add(cards.PLAIN_SUITS.index(suit) * 8 + ranks[rank])
    return found


def words(screen: Screen) -> str:
    return "\n".join([screen.text, *(button.text for row in screen.rows for button in row)])


def check_table(match: Match, t: Texts, now: float) -> None:
    room = room_of(match)
    screen = table(room, t, BOT, now)
    check_screen(screen)
    assert cards_in(words(screen), t) <= public_cards(public_view(match))
    for alert in (sheet_alert(room, t), last_trick_alert(room, t)):
        check_alert(alert)
    for text in (sheet(room, t), last_trick(room, t)):
        check_text(text)
    seen = check_text(sheet(room, t))
    assert len(seen) <= 3500
    if match.over:
        assert [decode(b.data) for row in screen.rows for b in row] == [Rematch(room.id)]


def check_console(match: Match, seat: int, t: Texts, now: float) -> None:
    view = console_of(match, seat)
    seat_view = view.seat_view
    assert seat_view is not None
    screen = console(view, t, now)
    check_screen(screen)
    check_alert(hand_alert(view, t))
    own = set(seat_view.hand)
    assert cards_in(words(screen), t) <= public_cards(seat_view.public) | own
    assert cards_in(screen.text, t) <= public_cards(seat_view.public)
    assert cards_in(hand_alert(view, t), t) <= own
    presses = [(decode(button.data), button) for row in screen.rows for button in row]
    moves = {press.code: button for press, button in presses if isinstance(press, Move)}
    others = [press for press, _ in presses if not isinstance(press, Move)]
    deal = seat_view.public.deal
    if deal is None:
        assert not moves
        assert others == ([Rematch(7)] if match.over else [Query(7, "last"), Query(7, "score")])
        return
    waits = [
        *([] if seat_view.my_turn else [Nudge(7, view.room.deal_number, view.room.turn or 0)]),
        Leave(7, 100 + seat, "ask"),
    ]
    assert others == [Query(7, "last"), Query(7, "score"), *waits]
    assert len(moves) == len([press for press, _ in presses if isinstance(press, Move)])
    legal = {action.code for action in seat_view.legal}
    assert set(moves) == legal | own
    for press, _ in presses:
        if isinstance(press, Move):
            assert (press.room, press.deal, press.count) == (7, deal.number, ACTIONS)
    for code, button in moves.items():
        if code < PASS:
            assert (button.style == "success") == (code in legal)
            assert cards.card(code & 31, t) in button.text
            assert (button.text == cards.card(code & 31, t)) == (code < BELA)
    assert (t.plain("console-your-turn") in screen.text) == bool(legal)


@pytest.mark.parametrize("rules", RULE_SETS, ids=rules_id)
def test_screens_of_random_matches(rules: Rules) -> None:
    chance = random.Random(5)
    for match in random_match(rules, seed=len(rules.preset)):
        newest = match.results[-1] if match.results else None
        if not match.over and chance.random() > 0.025:
            continue
        t = texts(chance.choice(LANGUAGES))
        now = chance.choice((0.0, 100.0, 4000.0, 1e6))
        check_table(match, t, now)
        check_console(match, chance.randrange(rules.seats), t, now)
        deal = public_view(match).deal
        if deal is not None and deal.turn is not None:
            check_console(match, deal.turn, t, now)
        if newest is not None:
            room = room_of(match)
            if newest.played:
                check_screen(deal_account(room, newest.number, t))
            line = check_text(deal_line(room, newest.number, t))
            assert "\n" not in line


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("players", LINEUPS)
def test_odd_names_survive_everywhere(players: str, language: str) -> None:
    t = texts(language)
    long = tuple("Ы" * 63 + str(seat) for seat in range(4))
    zalgo = tuple("я" + "\u0301" * 60 for _ in range(4))
    rtl = ("דוד", "שרה", "محمد علي", "\u202eevil\u202c")
    wide = ("王小明王小明王小明", "🦊🦊🦊🦊🦊🦊", "ｆｕｌｌ", "あいうえおかきく")
    rules = make_rules({"preset": "kharkov", "players": players})
    for names in (ODD_NAMES, long, zalgo, rtl, wide):
        for step, match in enumerate(random_match(rules, seed=3)):
            if step % 90 != 80 and not match.over:
                continue
            room = room_of(match, names=names, unreachable=(0, 1), title=names[0])
            check_screen(table(room, t, BOT, 1e5))
            view = console_of(match, 1, room)
            check_screen(console(view, t, 1e5))
            for alert in (hand_alert(view, t), sheet_alert(room, t), last_trick_alert(room, t)):
                check_alert(alert)
            check_text(last_trick(room, t))
            seen = check_text(sheet(room, t))
            assert len(seen) <= 3500
            for result in match.results[-1:]:
                if result.played:
                    check_screen(deal_account(room, result.number, t))
        check_screen(lobby(room_of(None, rules, names=names, unreachable=(0,)), t, BOT))


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_table_depends_on_the_public_view_alone(language: str) -> None:
    """Two deals that differ only in hidden cards look the same from outside."""
    t = texts(language)
    rules = make_rules({"preset": "gambler"})
    deck = list(range(32))
    random.Random(2).shuffle(deck)
    for seed in range(5):
        # Places 0..11 are the hands of the first deal, 12 the upcard, 31 the bottom card.
        other = deck[:]
        hidden = [place for place in range(32) if place not in (12, 31)]
        values = [deck[place] for place in hidden]
        random.Random(seed).shuffle(values)
        for place, value in zip(hidden, values, strict=True):
            other[place] = value
        screens = []
        for one in (deck, other):
            match = Match(rules, 0)
            match.deal_cards(one)
            match.push(PASS)
            match.push(PASS + 1 + (one[12] >> 3))
            screens.append(table(room_of(match), t, BOT, 0.0))
        assert screens[0] == screens[1]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("seed", range(20))
def test_the_rules_of_any_table_fit_a_message(seed: int, language: str) -> None:
    rules = random_rules(seed)
    t = texts(language)
    check_text(rules_text(rules, t))
    check_screen(lobby(room_of(None, rules), t, BOT))
    for page in ("rules", *PARAMETERS):
        check_screen(lobby(room_of(None, rules, page=page), t, BOT))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("seed", range(6))
def test_screens_under_any_rules(seed: int, language: str) -> None:
    t = texts(language)
    rules = random_rules(seed)
    for step, match in enumerate(random_match(rules, seed, most=300)):
        if step % 12 and not match.over:
            continue
        check_table(match, t, 0.0)
        check_console(match, step % rules.seats, t, 0.0)
        if match.results and match.results[-1].played:
            check_screen(deal_account(room_of(match), len(match.results) - 1, t))


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_stopped_table_says_so_and_has_no_buttons(language: str) -> None:
    t = texts(language)
    rules = make_rules({"preset": "moscow", "players": "3"})
    lobby_room = room_of(None, rules, phase=Phase.STOPPED, stopped_by="Олег")
    for step, match in enumerate(random_match(rules, 1, most=200)):
        if step % 60 == 59:
            room = room_of(match, phase=Phase.STOPPED, stopped_by="<Олег>")
            screen = table(room, t, BOT, 0.0)
            assert not screen.rows
            assert "&lt;Олег&gt;" in screen.text
            check_screen(screen)
            view = dataclasses.replace(console_of(match, 0, room), seat_view=None)
            assert not console(view, t, 0.0).rows
            check_screen(console(view, t, 0.0))
    assert not table(lobby_room, t, BOT, 0.0).rows
    check_screen(table(lobby_room, t, BOT, 0.0))


def test_every_parameter_has_a_page_of_the_lobby() -> None:
    grouped = [name for parameters in GROUPS.values() for name in parameters]
    assert sorted(["players", "target", *grouped]) == sorted(PARAMETERS)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("lineup", LINEUPS)
def test_every_page_of_the_rules_can_be_shown_for_every_preset(language: str, lineup: str) -> None:
    t = texts(language)
    for preset in PRESETS:
        rules = choose(choose_preset(make_rules({}), preset), "players", lineup)
        saved = (SavedRules(3, "наши <правила>", rules), SavedRules(4, "x" * 32, make_rules({})))
        for page in PAGES:
            room = dataclasses.replace(room_of(None, rules, page=page), saved=saved)
            screen = lobby(room, t, BOT)
            check_screen(screen)
            for button in (button for row in screen.rows for button in row):
                press = decode(button.data)
                if isinstance(press, Page) and press.page in PARAMETERS:
                    assert applies(rules, press.page)
