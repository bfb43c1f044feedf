"""Names, refusals, toasts, history, questions, help: the short texts."""

from __future__ import annotations

import dataclasses
import re

import pytest

from bot.deberts.actions import TEXTS
from bot.deberts.choices import options
from bot.deberts.errors import MESSAGES, IllegalActionError
from bot.deberts.presets import PRESETS
from bot.deberts.rules import PARAMETERS, make_rules
from bot.deberts.scoring import DealResult
from bot.deberts.view import public_view
from bot.locales import LANGUAGES, texts
from bot.rooms.errors import KINDS, IllegalMoveError, RefusalError
from bot.rooms.views import ConsoleView, HistoryEntry, Phase
from bot.screens import help as helps
from bot.screens import toasts
from bot.screens.account import deal_account, deal_line
from bot.screens.choices import choose_room, language_menu, stop_question
from bot.screens.hand import hand_alert
from bot.screens.history import date, history
from bot.screens.lobby import lobby
from bot.screens.names import FSI, LRM, PDI, clean, clusters, cut, fit, shown, width
from bot.screens.presses import (
    COMMANDS,
    GROUPS,
    Choose,
    Page,
    SetLanguage,
    SetRule,
    Start,
    Stop,
    decode,
    parameter_value,
)
from bot.screens.refusals import bad_press, refusal_text
from bot.screens.rules import rules_text
from bot.screens.sheet import sheet
from bot.screens.table import WAITING_STEPS, table

from .checks import check_alert, check_screen, check_text
from .rooms import console_of, deal, random_match, room_of, until

BOT = "deberts_bot"
GAMBLER = make_rules({"preset": "gambler"})
RU, EN = texts("ru"), texts("en")


@pytest.mark.parametrize(
    ("name", "seen"),
    [
        ("Анна", "Анна"),
        ("  Анна\n\tМария ", "Анна Мария"),
        ("", ""),
        (" \u200b\u2060\ufeff ", ""),
        ("\u3164\u115f", ""),
        ("\u200d\ufe0f", ""),
        ("a\u202eb\u0000c", "abc"),
        ("דוד", FSI + "דוד" + PDI),
        ("x" * 64, "x" * 23 + "…"),
        ("x" * 24, "x" * 24),
        ("👨‍👩‍👧‍👦" * 3, "👨‍👩‍👧‍👦" * 3),
        ("🇺🇦🇺🇦", "🇺🇦🇺🇦"),
        ("я" + "\u0301" * 50, "я" + "\u0301" * 3),
        ("<b>&", "<b>&"),
    ],
)
def test_names_are_shown_in_one_line(name: str, seen: str) -> None:
    assert shown(name) == seen


def test_a_cut_never_splits_what_belongs_together() -> None:
    family = "👨‍👩‍👧‍👦"
    assert clusters(family + "я\u0301🇺🇦🇷🇴👍🏽") == [family, "я\u0301", "🇺🇦", "🇷🇴", "👍🏽"]
    assert cut(family * 20, 10) in {family * count + "…" for count in range(1, 10)}
    assert clean("ab\u00adc") == "abc"


@pytest.mark.parametrize(
    "name", ["Анна", "王小明", "👨‍👩‍👧‍👦 Семья", "❤️ Оля", "👍🏽", "דוד", "x" * 40, "🇺🇦", ""]
)
@pytest.mark.parametrize("cells", [4, 7, 14])
def test_a_column_is_filled_exactly(name: str, cells: int) -> None:
    assert width(fit(name, cells)) == cells
    assert width(fit(name, cells, right=True)) == cells
    assert (LRM in fit(name, cells)) == (name == "דוד")


def test_a_nameless_player_is_called_by_the_seat() -> None:
    room = room_of(None, GAMBLER, names=("\u200b", "B"))
    assert "1. <b>Игрок 1</b> 👑" in lobby(room, RU, BOT).text
    assert "1. <b>Player 1</b> 👑" in lobby(room, EN, BOT).text


DETAILS: dict[str, dict[str, str | int]] = {
    "owner-only": {"name": "Ж" * 64},
    "unreachable": {"names": ", ".join(["Ж" * 64] * 4)},
    "rule-refused": {"parameter": "next_dealer"},
    "bad-name": {"most": 32},
    "seat-asked": {"name": "Ж" * 64},
}
RULE_DETAILS: dict[str, dict[str, str | int]] = {
    "not-your-turn": {"seat": 1},
    "answer-order": {"seat": 1},
    "not-in-hand": {"card": "TH"},
    "follow-suit": {"suit": "S"},
    "must-trump": {"suit": "H"},
    "order-upcard-suit": {"suit": "D"},
    "order-other-suit": {"suit": "C"},
    "swap-not-held": {"suit": "H"},
}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_refusal_is_one_short_sentence(language: str) -> None:
    t = texts(language)
    room = room_of(None, GAMBLER, names=("A" * 64, "B" * 64))
    said = set()
    for kind in KINDS:
        text = refusal_text(RefusalError(kind, **DETAILS.get(kind, {})), room, t)
        check_alert(text)
        said.add(text)
    for rule in MESSAGES:
        error = IllegalMoveError(IllegalActionError(rule, **RULE_DETAILS.get(rule, {})))
        for place in (room, None):
            text = refusal_text(error, place, t)
            check_alert(text)
        said.add(text)
    said.add(bad_press(t))
    # «The match is over» is said by both a room and the engine; nothing else may read alike.
    assert len(said) >= len(KINDS) + len(MESSAGES) - 2


def test_refusals_name_suits_cards_and_players() -> None:
    room = room_of(None, GAMBLER)

    def said(rule: str) -> str:
        broken = IllegalActionError(rule, **RULE_DETAILS.get(rule, {}))
        return refusal_text(IllegalMoveError(broken), room, RU)

    assert said("follow-suit") == "Надо ходить в масть: ♠️"
    assert said("must-trump") == "Масти нет — надо бить козырем: ♥️"
    assert said("not-your-turn") == "Сейчас ходит: Борис"
    assert said("not-in-hand") == "10♥️ — этой карты у вас нет."
    assert refusal_text(RefusalError("owner-only", name="Анна"), room, RU).endswith(": Анна")
    nobody = refusal_text(RefusalError("owner-only", name=""), room, RU)
    assert nobody == "Сначала сядьте за стол: правила выбирает его хозяин."
    refused = refusal_text(RefusalError("rule-refused", parameter="preset"), room, RU)
    assert refused.endswith(": preset")


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_act_has_a_toast(language: str) -> None:
    t = texts(language)
    for code in range(len(TEXTS)):
        check_alert(toasts.move_toast(code, t))
    for toast in (
        toasts.seated,
        toasts.stood_up,
        toasts.started,
        toasts.rule_set,
        toasts.stopped,
        toasts.language_set,
    ):
        check_alert(toast(t))


def test_toasts_say_what_was_done() -> None:
    assert toasts.move_toast(30, RU) == "Вы сыграли К♥️"
    assert toasts.move_toast(32 + 30, RU) == "Бела! Вы сыграли К♥️"
    assert toasts.move_toast(64, RU) == "Пас"
    assert toasts.move_toast(68, RU) == "Играете ♥️"
    assert toasts.move_toast(30, EN) == "You played K♥️"


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_page_of_the_lobby_offers_only_values_of_its_parameter(language: str) -> None:
    t = texts(language)
    for parameter in PARAMETERS:
        room = room_of(None, GAMBLER, page=parameter)
        screen = lobby(room, t, BOT)
        check_screen(screen)
        presses = [decode(button.data) for row in screen.rows for button in row]
        assert isinstance(presses[-1], Page)
        assert presses[-1].page == "" or parameter in GROUPS[presses[-1].page.removeprefix("rules-")]
        values = []
        for press in presses[:-1]:
            assert isinstance(press, SetRule)
            assert press.parameter == parameter
            values.append(parameter_value(parameter, press.value))
        assert GAMBLER.value(parameter) in values
        assert values == options(GAMBLER, parameter)
        marked = [button.text for row_ in screen.rows for button in row_ if button.text.startswith("✓ ")]
        assert len(marked) == 1


def test_start_carries_the_revision_and_needs_full_seats() -> None:
    full = lobby(room_of(None, GAMBLER), RU, BOT)
    assert decode(full.rows[0][0].data) == Start(7, 2)
    free = lobby(room_of(None, GAMBLER, names=("A", None)), RU, BOT)
    assert not any(isinstance(decode(b.data), Start) for row in free.rows for b in row)


@pytest.mark.parametrize("language", LANGUAGES)
def test_waiting_is_said_in_coarse_steps(language: str) -> None:
    t = texts(language)
    room = room_of(deal(GAMBLER, 0, "7S 8S 9S TS JS QS", "7C 8C 9C TC JC QC"))
    seen = [table(room, t, BOT, now).text for now in (0.0, 59.9)]
    assert len(set(seen)) == 1
    for step in WAITING_STEPS:
        at, before = table(room, t, BOT, float(step)).text, table(room, t, BOT, step - 0.1).text
        assert at != before
        assert at == table(room, t, BOT, step + 10.0).text


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_account_agrees_with_the_result(language: str) -> None:
    t = texts(language)
    checked = 0
    for players in ("2", "3", "4", "2x2"):
        *_, match = random_match(make_rules({"preset": "kharkov", "players": players}), 11)
        room = room_of(match)
        for result in match.results:
            if result.count is None:
                continue
            screen = deal_account(room, result.number, t)
            check_screen(screen)
            block = screen.text.partition("<pre>")[2].partition("</pre>")[0]
            rows = {}
            for line in block.split("\n")[1:]:
                label = next(key for key in sorted(_labels(t), key=len, reverse=True) if line.startswith(key))
                rows[_labels(t)[label]] = [_number(one) for one in line[len(label) :].split()]
            assert rows == _expected(result)
            checked += 1
    assert checked > 20


def _labels(t: object) -> dict[str, str]:
    names = ("tricks", "cards", "last", "sequences", "bela", "counted", "written", "pots", "fines", "totals")
    language = RU if t is RU else EN
    return {language.plain(f"row-{name}"): name for name in names}


def _number(text: str) -> int:
    return 0 if text == "–" else int(text.replace("−", "-").replace("+", ""))


def _expected(result: DealResult) -> dict[str, list[int]]:
    count = result.count
    assert count is not None
    assert result.written is not None
    sides = range(len(result.totals))
    rows = {
        "tricks": list(count.tricks),
        "cards": list(count.cards),
        "last": [10 * (side == count.last_trick) for side in sides],
        "counted": list(count.total),
        "totals": list(result.totals),
    }
    if count.sequences is not None:
        rows["sequences"] = [count.sequences.points * (side == count.sequences.side) for side in sides]
    if count.bela is not None:
        rows["bela"] = [count.bela.points * (side == count.bela.side) for side in sides]
    if result.written != result.counted:
        rows["written"] = list(result.written)
    if result.pots_won and any(result.pots_won):
        rows["pots"] = list(result.pots_won)
    if result.fines and any(result.fines):
        rows["fines"] = [-fine for fine in result.fines]
    return rows


def test_stakes_are_accounted_for_as_stakes() -> None:
    rules = make_rules({"preset": "short", "players": "3", "target": 5})
    match = until(rules, 1, lambda m: bool(m.results) and m.results[-1].outcome == "plain")
    result = match.results[-1]
    assert result.written is not None
    screen = deal_account(room_of(match), result.number, RU)
    check_screen(screen)
    names = ("Анна", "Борис", "Вера")
    won = [f"{name} +1" for name, stake in zip(names, result.written, strict=True) if stake]
    assert (f"Ставки: {won[0]}" if won else "Поровну: ставку не получает никто") in screen.text
    assert "Каждый пишет своё" not in screen.text


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_redeal_shows_its_cards_in_the_line(language: str) -> None:
    t = texts(language)
    rules = make_rules({"preset": "gambler", "four_sevens": "redeal"})
    match = deal(rules, 0, "8S 9S TS JS QS KS", "7S 7C 7D 7H AC AD")
    match.push(69)
    room = room_of(match)
    assert "7♠️ 7♣️ 7♦️ 7♥️" in deal_line(room, 0, t)
    check_screen(table(room, t, BOT, 0.0))


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_longest_hands_fit_an_alert(language: str) -> None:
    t = texts(language)
    names = ("🦊" * 64, "Щ" * 64)
    match = until(GAMBLER, 1, lambda m: bool(m.deal) and public_view(m).deal.hand_sizes == (9, 9))  # type: ignore[union-attr]
    tens = (3, 6, 11, 14, 19, 22, 27, 30, 29)
    view = console_of(match, 0, room_of(match, names=names))
    assert view.seat_view is not None
    for legal in ((), view.seat_view.legal):
        seat_view = dataclasses.replace(view.seat_view, hand=tens, legal=legal)
        text = hand_alert(ConsoleView(view.room, 0, seat_view), t)
        check_alert(text)
        assert not text.startswith("…")
        assert text.count("\n") == 4


def test_a_long_match_keeps_its_newest_rows() -> None:
    rules = make_rules({"preset": "kharkov", "players": "4", "target": 100_000})
    *_, match = random_match(rules, 1, most=12_000)
    assert len(match.results) > 150
    room = room_of(match)
    text = check_text(sheet(room, RU))
    assert len(text) <= 3500
    assert "\n…" in text
    assert re.search(rf"\n{len(match.results)}[♠♣♦♥]", text)


def entry(number: int, **changes: object) -> HistoryEntry:
    rules = make_rules({"players": "2x2", "preset": "odessa"})
    made = HistoryEntry(
        room_id=number,
        phase=Phase.FINISHED,
        title="Двор",
        ended_at=1_700_000_000.0 + number * 86_400,
        rules=rules,
        names=("Анна", "<Борис>", "", "Глеб" * 16),
        deals=number,
        winners=(1,),
        result=(437, 512),
    )
    return dataclasses.replace(made, **changes)  # type: ignore[arg-type]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_history(language: str) -> None:
    t = texts(language)
    check_screen(history([], t))
    assert not history([], t).rows
    entries = [entry(1), entry(2, phase=Phase.STOPPED, winners=()), entry(3, title="🦊" * 90)]
    screen = history(entries, t)
    seen = check_screen(screen)
    assert [decode(b.data) for row in screen.rows for b in row] == [Choose(3, "export"), Choose(1, "export")]
    assert seen.index("17.11.2023") < seen.index("16.11.2023") < seen.index("15.11.2023")
    assert seen.count("🏆") == 2
    many = history([entry(number, names=("Щ" * 64,) * 4) for number in range(200)], t)
    check_screen(many)
    assert date(0.0) == "01.01.1970"


def test_the_history_in_russian() -> None:
    screen = history([entry(5, names=("Анна", "Борис", "Вера", "Глеб"))], RU)
    assert screen.text == (
        "<b>🗂 Сыгранные партии</b>\n\n1. 19.11.2023 · 5 сдач\n"
        "Анна + Вера 437 · 🏆 <b>Борис + Глеб</b> <b>512</b>\n\n<i>Запись партии — по номеру:</i>"
    )


@pytest.mark.parametrize("language", LANGUAGES)
def test_questions(language: str) -> None:
    t = texts(language)
    rooms = [
        dataclasses.replace(room_of(None, GAMBLER, names=("Щ" * 64, None)), id=number, chat_id=number % 2)
        for number in range(60)
    ]
    for command in COMMANDS:
        screen = choose_room(rooms, command, t)
        check_screen(screen)
        assert decode(screen.rows[0][0].data) == Choose(0, command)
    # Tables of the same people are told apart.
    same = [room_of(None, GAMBLER)]
    for match in random_match(GAMBLER, seed=3):
        if match.deal is not None and not match.deal.log and len(same) < 6:
            same.append(room_of(match))
    labels = [row[0].text for row in choose_room(same, "stop", t).rows]
    assert len(set(labels)) == len(labels) == 6
    screen = stop_question(rooms[1], t)
    check_screen(screen)
    assert [decode(b.data) for b in screen.rows[0]] == [Stop(1, True), Stop(1, False)]
    assert screen.rows[0][0].style == "danger"
    screen = language_menu(t)
    check_screen(screen)
    assert [decode(row[0].data) for row in screen.rows] == [SetLanguage(code) for code in LANGUAGES]
    assert [row[0].text for row in screen.rows] == ["Русский", "English"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_help_and_greetings(language: str) -> None:
    t = texts(language)
    assert "/deberts — " in check_text(helps.group_help(t, BOT))
    assert "/hand — " in check_text(helps.private_help(t, BOT))
    assert t.html("help-rules") in helps.private_help(t, BOT)
    for text in (helps.group_help(t, BOT), helps.private_help(t, BOT)):
        assert t.plain("button-clock") in text
        offered = [line.split()[0] for line in text.splitlines() if line.startswith("/")]
        at = offered.index("/verify")
        assert offered[at + 1 : at + 3] == ["/language", "/help"]
    screen = helps.start(t, BOT, None)
    check_screen(screen)
    assert screen.rows[0][0].url == "https://t.me/deberts_bot?startgroup=new"
    assert "&lt;Двор&gt;" in helps.start(t, BOT, room_of(None, GAMBLER, title="<Двор>")).text
    check_screen(helps.start(t, BOT, room_of(None, GAMBLER, title="")))
    screen = helps.start(t, BOT, None, substitute=True)
    check_screen(screen)
    assert t.plain("button-take-over", name="").split(":")[0].removeprefix("🪑 ").strip() in screen.text
    for name in (*helps.COMMANDS_GROUP, *helps.COMMANDS_PRIVATE):
        assert 3 <= len(t.plain(f"command-{name}")) <= 100


@pytest.mark.parametrize(
    ("preset", "language"), [*((preset, "ru") for preset in PRESETS), ("kharkov", "en"), ("odessa", "en")]
)
def test_the_rules_in_words_say_each_parameter(preset: str, language: str) -> None:
    """Changing a parameter that matters changes the words."""
    t = texts(language)
    base = make_rules({"preset": preset})
    said = rules_text(base, t)
    ignored = {"players", "byte_tie", "byte_to", "made_against", "overtrump_partner", "buy_in", "upcard_to"}
    ignored |= {"dave", "concede_points", "scoring", "byte"}
    if base.stakes:
        ignored |= {"winner_takes_all", "no_trick_fine", "hang_repeat", "both_reach"}
    if base.stakes or not base.byte_fine:
        ignored |= {"byte_fine_first", "byte_fine_period", "byte_fine"}
    if not base.byte:
        ignored |= {"hang_deal", "final_hang", "winner_takes_all", "hang_repeat"}
    if base.seats == 4:
        ignored |= {"seven_exchange", "show_bottom"}
    for name, row in PARAMETERS.items():
        if name in ignored:
            continue
        for value in row.values or (0, 77):
            other = rules_text(base.with_value(name, value), t)
            assert (other == said) == (base.value(name) == value), (name, value)


def test_the_rules_in_words_suit_the_line_up() -> None:
    def said(**given: str | int | bool) -> str:
        return rules_text(make_rules(given), RU)

    two = said(preset="gambler")
    assert "прежние висячие очки получает вистующий." in two
    assert "побеждает тот, кто вистовал, записывают 501:500." in two
    assert "Висячий байт в последней сдаче партию не продлевает." in two
    three = said(preset="gambler", players="3")
    assert "тот вистующий из претендентов, кто один записал больше всех; такого нет — висят дальше" in three
    assert "таких несколько — у кого больше, а поровну — ещё сдача" in three
    pairs = said(preset="classic", players="2x2", winner_takes_all=True)
    assert "пара играющего пишет 0, её очки висят и достаются паре" in pairs
    assert "прежние висячие очки получает пара играющего" in pairs
    assert "пара играющего пишет очки всех, другая — 0" in pairs
    stakes = said(preset="short", byte=True, lead_target=250, target=300)
    assert "байт — 2 ставки сопернику" in stakes
    assert "Отрыв в 250 ставок — тоже победа." in stakes
    assert "висеть" not in stakes
    assert "Бела и обмен семёрки как обычно" in said(preset="odessa", players="2")
    assert "по одному, начиная слева от играющего" in said(preset="yellowclub", players="3")
