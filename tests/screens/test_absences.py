"""What is said of the absent: clocks, reminders, nudges, vacant seats and early ends, word by word."""

from __future__ import annotations

import dataclasses
from typing import Any

import pytest

from bot.deberts.actions import TEXTS
from bot.deberts.match import Match, Outcome
from bot.deberts.presets import LINEUPS
from bot.deberts.rules import make_rules
from bot.locales import LANGUAGES, texts
from bot.rooms.limits import PERIODS, REMINDERS, THENS
from bot.rooms.views import Ending, HistoryEntry, Phase, RoomView, SeatRequest, TurnClock
from bot.screens.absence_presses import (
    ANSWERS,
    AbsencePress,
    Claim,
    GroupMove,
    Leave,
    Nudge,
    PlayHere,
    SetClock,
    TakeOver,
    Vote,
)
from bot.screens.console import console
from bot.screens.history import history
from bot.screens.leaving import leave_question
from bot.screens.lobby import lobby
from bot.screens.presses import BadPressError, decode, encode
from bot.screens.rules import rules_text
from bot.screens.sheet import sheet
from bot.screens.table import broken_off, moved_on, table
from bot.screens.turns import claim_question

from .checks import check_screen, check_text
from .rooms import console_of, random_match, room_of
from .test_goldens import BOT, EN, GAMBLER, RU, labels, played_room, two_fifties
from .test_states import ODD_NAMES

HUGE = 10**18 - 1


def clocked(match: Match, then: str = "play", **changes: Any) -> RoomView:
    """Return a room under a clock of three minutes, in which Анна is at turn."""
    room = dataclasses.replace(room_of(match), clock=TurnClock(180, then), deadline=180.0, told=True)
    return dataclasses.replace(room, **changes)


def last_lines(text: str) -> str:
    return text.split("\n\n")[-1]


# Buttons


@pytest.mark.parametrize(
    ("press", "data"),
    [
        (SetClock(7, 2, 86_400, "claim"), "l:7:clock:2:86400:claim"),
        (Nudge(7, 3, 1), "n:7:3:1"),
        (Claim(7, 3, 12, "ask"), "y:7:3:12:ask"),
        (Leave(7, 101, "yes"), "x:7:101:yes"),
        (TakeOver(7, 1), "u:7:1"),
        (Vote(7, 1, 104, False), "v:7:1:104:no"),
        (PlayHere(7, True), "h:7:on"),
        (GroupMove(7, 3, 5, TEXTS.index("play QH bela")), "t:7:3:5:play QH bela"),
    ],
)
def test_what_the_buttons_carry(press: AbsencePress, data: str) -> None:
    assert encode(press) == data
    assert decode(data) == press


def test_every_press_of_any_size_comes_back() -> None:
    presses: list[AbsencePress] = [SetClock(HUGE, HUGE, s, then) for s in PERIODS for then in THENS]
    presses += [Claim(HUGE, HUGE, HUGE, answer) for answer in ANSWERS]
    presses += [Leave(HUGE, HUGE, answer) for answer in ANSWERS]
    presses += [Vote(HUGE, seat, HUGE, yes) for seat in range(4) for yes in (True, False)]
    presses += [Nudge(HUGE, HUGE, 3), TakeOver(HUGE, 3), PlayHere(HUGE, False)]
    presses += [GroupMove(HUGE, 999, 12, code) for code in range(len(TEXTS))]
    for press in presses:
        assert decode(encode(press)) == press


@pytest.mark.parametrize(
    "data",
    [
        "n:", "n:x", "n:7:1", "n:-1", "n:07", "y:7:0:0", "y:7:0:0:maybe", "x:7:1:", "x:7:a:yes", "u:7:4",
        "u:7:", "v:7:0:1:perhaps", "v:7:4:1:yes", "h:7:maybe", "h:7", "t:7:0:4:play", "t:7:0:4:play 1S",
        "t:7:0:x:pass", "t:7:0:pass", "l:7:clock:0:61:play", "l:7:clock:0:60:wait", "l:7:clock:0:060:play",
    ],
)  # fmt: skip
def test_anything_else_is_none_of_ours(data: str) -> None:
    with pytest.raises(BadPressError):
        decode(data)


# The clock


def test_the_page_of_the_clock() -> None:
    room = dataclasses.replace(room_of(None, GAMBLER, page="clock"), clock=TurnClock(180, "claim"))
    screen = lobby(room, RU, BOT)
    check_screen(screen)
    assert screen.text == (
        "<b>⏰ Часы</b>: 3 минуты\n\n"
        "Сколько можно думать над ходом. Перед концом бот напомнит.\n"
        "Не успели — ходит бот: в торговле пасует, если можно, объявляет комбинации "
        "и кладёт самую слабую карту из возможных.\n"
        "Не успели — остальные могут закончить партию в свою пользу."
    )
    assert labels(screen) == [
        ["без часов"],
        ["1 минута", "✓ 3 минуты"],
        ["10 минут", "сутки"],
        ["потом ходит бот"],
        ["✓ потом можно закончить"],
        ["‹ Назад"],
    ]
    off = lobby(room_of(None, GAMBLER, page="clock"), EN, BOT)
    assert labels(off) == [["✓ no clock"], ["1 minute", "3 minutes"], ["10 minutes", "a day"], ["‹ Back"]]


def test_the_lobby_and_the_rules_say_the_clock() -> None:
    room = dataclasses.replace(room_of(None, GAMBLER), clock=TurnClock(86_400))
    assert "до 501\n⏰ На ход — сутки, потом ходит бот\n" in lobby(room, RU, BOT).text
    assert "⏰" not in lobby(room_of(None, GAMBLER), RU, BOT).text
    said = rules_text(GAMBLER, EN, TurnClock(60, "claim"))
    check_text(said)
    assert said.split("\n\n")[-1] == (
        "<b>⏰ Clock</b>\n"
        "• A turn: 1 minute, from the moment the player could know of it; "
        "the bot reminds them before the end.\n"
        "• When somebody is late, the others may end the match in their favour."
    )
    assert "⏰" not in rules_text(GAMBLER, EN)


def test_reminders_and_nudges_on_the_table_and_the_consoles() -> None:
    match = two_fifties()
    room = clocked(match, reminded=1, nudged_by=101)
    assert last_lines(table(room, RU, BOT, 90.0).text) == (
        "👉 Ходит <b>Анна</b> · ⏰ 3 мин · ждём больше минуты\n"
        "⏰ <b>Анна</b>, осталось полторы минуты\n"
        "👋 <b>Борис</b> торопит: <b>Анна</b>, ваш ход!"
    )
    mine = console(console_of(match, 0, room), RU, 90.0)
    assert mine.text.startswith("👉 <b>Ваш ход</b> · ⏰ 3 мин\n<b>Вечерний деберц</b> · до 501 · сдача 1\n")
    assert last_lines(mine.text) == (
        "<i>⏰ Осталось полторы минуты</i>\n<i>👋 Вас торопит <b>Борис</b></i>\nХодите:"
    )
    assert last_lines(console(console_of(match, 1, room), EN, 0.0).text) == (
        "👉 <b>Анна</b> to play · ⏰ 3 min\n"
        "⏰ <b>Анна</b>: a minute and a half left\n"
        "👋 <b>Борис</b> is waiting: your turn, <b>Анна</b>!"
    )


def test_who_is_played_for_is_named() -> None:
    match = two_fifties()
    room = clocked(match, stand_ins=(0,))
    assert "🤖 Бот ходит за тех, кого нет: <b>Анна</b>" in table(room, RU, BOT, 0.0).text
    assert (
        "<i>🤖 Пока вас не было, за вас ходил бот.</i>" in console(console_of(match, 0, room), RU, 0.0).text
    )


def test_a_clock_that_rests_says_what_it_waits_for() -> None:
    room = clocked(two_fifties(), stand_ins=(0, 1), deadline=None, told=False)
    for t, said in (
        (RU, "🤖 За столом никого: бот ходил за всех и ждёт. Нажмите любую кнопку — игра пойдёт дальше."),
        (EN, "🤖 Nobody is at the table: the bot has played for everybody and waits."),
    ):
        screen = table(room, t, BOT, 0.0)
        check_screen(screen)
        assert said in screen.text
        assert "Бот ходит за" not in screen.text
    # Without a clock nothing rests.
    assert "🤖" not in table(room_of(two_fifties()), RU, BOT, 0.0).text


def test_whose_turn_it_is_sees_the_clock_from_the_start_if_there_is_one() -> None:
    match = two_fifties()
    mine = console(console_of(match, 0, clocked(match)), EN, 0.0)
    assert mine.text.startswith("👉 <b>Your turn</b> · ⏰ 3 min\n")
    assert last_lines(mine.text) == "Your card:"
    day = clocked(match, clock=TurnClock(86_400, "claim"), overdue=True)
    assert console(console_of(match, 0, day), RU, 0.0).text.startswith("👉 <b>Ваш ход</b> · ⏰ сутки\n")
    without = console(console_of(match, 0, room_of(match)), RU, 0.0)
    assert without.text.startswith("👉 <b>Ваш ход</b>\n")
    assert "⏰" not in without.text


def test_when_the_time_is_over_the_others_are_offered_the_end() -> None:
    match = two_fifties()
    room = clocked(match, "claim", overdue=True, reminded=1)
    screen = table(room, RU, BOT, 0.0)
    assert "осталось" not in screen.text
    assert "⏰ Время вышло: <b>Анна</b>. Остальные могут закончить партию" in screen.text
    assert labels(screen)[0] == ["🏁 Закончить в нашу пользу"]
    assert ["🏁 Закончить в нашу пользу"] in labels(console(console_of(match, 1, room), RU, 0.0))
    mine = console(console_of(match, 0, room), RU, 0.0)
    assert "⏰ Время вышло: остальные могут закончить партию. Пока этого не сделали, ходите!" in mine.text
    assert "🏁" not in str(labels(mine))
    question = claim_question(room, RU)
    check_screen(question)
    assert question.text.startswith("<b>Закончить партию в вашу пользу?</b>\n\nНе ходит <b>Анна</b>:")
    assert [b.data for row in question.rows for b in row] == ["y:7:0:5:yes", "y:7:0:5:no"]


def test_a_match_that_was_ended_for_the_time_says_who_did_not_play() -> None:
    playing = played_room()
    assert playing.match is not None
    match = dataclasses.replace(playing.match, outcome=Outcome(True, (1,), (190, 103)), deal=None)
    room = dataclasses.replace(playing, match=match, phase=Phase.FINISHED, ending=Ending.CLAIMED)
    screen = table(room, RU, BOT, 0.0)
    check_screen(screen)
    assert "⏰ Партия закончена, время вышло: <b>Анна</b>\n🏆 Победа: <b>Борис</b>\n" in screen.text
    assert "👉" not in screen.text
    assert labels(screen) == [["[🔁 Реванш]"]]
    old = broken_off(room, EN)
    assert old.text == "<b>♠️♥️ Deberts</b> · deal 4\n\n⏰ Ended by the clock, out of time: <b>Анна</b>"
    assert not old.rows
    # Nothing was played yet.
    first = dataclasses.replace(room, match=dataclasses.replace(match, results=()))
    assert sheet(first, RU) == "<b>Счёт</b> · до 501\nАнна <b>190</b> · Борис <b>103</b>"
    assert table(first, RU, BOT, 0.0).text.endswith("Борис <b>103</b>")
    entry = HistoryEntry(
        7, Phase.FINISHED, "Друзья", 0.0, GAMBLER, ("Анна", "Борис"), 4, (1,), (190, 103), Ending.CLAIMED
    )
    assert "01.01.1970 · 4 сдачи · ⏰ по времени\n" in history([entry], RU).text


@pytest.mark.parametrize(
    ("ending", "said"),
    [
        (Ending.EXPIRED, "⏹ Партия остановлена: за столом две недели никого не было."),
        (Ending.DESERTED, "⏹ Партия остановлена: все ушли."),
    ],
)
def test_a_match_that_nobody_ended_says_why_it_is_over(ending: Ending, said: str) -> None:
    room = dataclasses.replace(room_of(two_fifties(), phase=Phase.STOPPED, stopped_by=""), ending=ending)
    assert table(room, RU, BOT, 0.0).text.endswith(said)


def test_a_lobby_that_nobody_touched_says_so() -> None:
    room = dataclasses.replace(room_of(None, phase=Phase.STOPPED, stopped_by=""), ending=Ending.EXPIRED)
    assert "За ним" not in table(room, RU, BOT, 0.0).text
    assert "⏹ Стол закрыт: за ним полдня никого не было. Новый — /deberts" in table(room, RU, BOT, 0.0).text


# Seats


def left(room: RoomView, seat: int, *requests: SeatRequest) -> RoomView:
    """Return the room after a player has left."""
    names = tuple(
        player.name if player is not None and place == seat else None
        for place, player in enumerate(room.seats)
    )
    seats = tuple(None if place == seat else player for place, player in enumerate(room.seats))
    return dataclasses.replace(room, seats=seats, left=names, requests=requests)


def test_a_vacant_seat_that_the_bot_plays_for_and_who_comes_back_to_it() -> None:
    match = two_fifties()
    room = left(clocked(match), 1)
    assert last_lines(table(room, RU, BOT, 0.0).text) == (
        "👉 Ходит <b>Анна</b> · ⏰ 3 мин\n🪑 <b>Борис</b> больше не играет: пока место свободно, ходит бот"
    )
    assert "место свободно" in table(left(clocked(match, "claim"), 1), RU, BOT, 0.0).text.splitlines()[-1]
    asked = left(room_of(match), 1, SeatRequest(1, 102, "Борис", (), returns=True))
    assert last_lines(table(asked, RU, BOT, 0.0).text) == (
        "👉 Ходит <b>Анна</b>\n🙋 <b>Борис</b> хочет вернуться. Ждём согласия: <b>Анна</b>"
    )
    assert "🙋 <b>Борис</b> would like to come back." in table(asked, EN, BOT, 0.0).text


def test_nobody_is_to_be_hurried_at_a_vacant_seat() -> None:
    match = two_fifties()
    room = room_of(match)
    for one, offered in ((room, True), (left(room, 0), False)):
        for screen in (table(one, RU, BOT, 0.0), console(console_of(match, 1, one), RU, 0.0)):
            assert any("👋 Поторопить" in row for row in labels(screen)) == offered


def test_the_lobby_of_a_match_goes_on_naming_who_has_left() -> None:
    room = left(room_of(two_fifties()), 1)
    assert "1. <b>Анна</b>\n2. <b>Борис</b>\n" in lobby(room, RU, BOT).text


def test_what_was_sent_anew_says_where_the_table_is() -> None:
    for t, said in ((RU, "⤵️ Стол — ниже."), (EN, "⤵️ The table is further down.")):
        screen = moved_on(room_of(two_fifties(), title="<Двор>"), t)
        check_screen(screen)
        assert screen.text == f"<b>&lt;Двор&gt;</b>\n{said}"
        assert not screen.rows


def test_a_vacant_seat_and_who_asks_for_it() -> None:
    match = two_fifties()
    room = left(room_of(match), 1)
    screen = table(room, RU, BOT, 0.0)
    check_screen(screen)
    assert last_lines(screen.text) == "👉 Ходит <b>Анна</b>\n🪑 <b>Борис</b> больше не играет, место свободно"
    assert labels(screen)[-1] == ["🪑 Сесть вместо: Борис"]
    asked = left(room_of(match), 1, SeatRequest(1, 104, "<Глеб>", ()))
    screen = table(asked, RU, BOT, 0.0)
    check_screen(screen)
    assert (
        "🙋 <b>&lt;Глеб&gt;</b> хочет сесть вместо: <b>Борис</b>. Ждём согласия: <b>Анна</b>" in screen.text
    )
    assert labels(screen)[-1] == ["[✅ Пустить: <Глеб>]", "✖ Не пускать"]
    assert labels(console(console_of(match, 0, asked), RU, 0.0))[-1] == [
        "[✅ Пустить: <Глеб>]",
        "✖ Не пускать",
    ]
    agreed = left(room_of(match), 1, SeatRequest(1, 104, "Глеб", (0,)))
    assert "✅" not in str(labels(console(console_of(match, 0, agreed), RU, 0.0)))


def test_leaving_is_asked_about() -> None:
    screen = leave_question(room_of(two_fifties()), 101, RU)
    check_screen(screen)
    assert screen.text == (
        "<b>Борис, уходите из-за стола?</b>\n\n"
        "Карты останутся на месте: вместо вас сможет сесть другой. Вернуться можно, если остальные не против."
    )
    assert [b.data for row in screen.rows for b in row] == ["x:7:101:yes", "x:7:101:no"]


@pytest.mark.parametrize(
    ("language", "said"),
    [
        (
            "ru",
            "<b>Борис, уходите из-за стола?</b>\n\nВы последний за столом: партия будет остановлена.",
        ),
        (
            "en",
            "<b>Борис, leave the table?</b>\n\nYou are the last one at the table: the match will be stopped.",
        ),
    ],
)
def test_the_last_player_is_told_that_leaving_stops_the_match(language: str, said: str) -> None:
    alone = left(room_of(two_fifties()), 0, SeatRequest(0, 104, "Глеб", ()))
    screen = leave_question(alone, 101, texts(language))
    check_screen(screen)
    assert screen.text == said
    assert [b.data for row in screen.rows for b in row] == ["x:7:101:yes", "x:7:101:no"]


def test_the_absent_in_english() -> None:
    match = two_fifties()
    assert "🤖 The bot plays for those who are away: <b>Анна</b>" in (
        table(clocked(match, stand_ins=(0,)), EN, BOT, 0.0).text
    )
    assert labels(table(left(room_of(match), 1), EN, BOT, 0.0))[-1] == ["🪑 Sit in for Борис"]
    asked = left(room_of(match), 1, SeatRequest(1, 104, "Глеб", ()))
    assert "🙋 <b>Глеб</b> would like to replace <b>Борис</b>. Waiting for: <b>Анна</b>" in (
        table(asked, EN, BOT, 0.0).text
    )
    claimed = HistoryEntry(
        7, Phase.FINISHED, "Friends", 0.0, GAMBLER, ("Ann", "Bob"), 1, (1,), (0, 0), Ending.CLAIMED
    )
    assert "1. 01.01.1970 · 1 deal · ⏰ by the clock\n" in history([claimed], EN).text


# Everything at once


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("players", LINEUPS)
def test_screens_hold_whatever_comes_together(players: str, language: str) -> None:
    t = texts(language)
    rules = make_rules({"preset": "kharkov", "players": players})
    for names in (ODD_NAMES, tuple("Ы" * 63 + str(seat) for seat in range(4))):
        for step, match in enumerate(random_match(rules, seed=3, most=300)):
            if step % 50 or match.deal is None:
                continue
            room = room_of(match, names=names, unreachable=(1,))
            seconds = PERIODS[1 + step // 50 % 4]
            busy = dataclasses.replace(
                room,
                clock=TurnClock(seconds, THENS[step // 50 % 2]),
                deadline=float(seconds),
                reminded=len(REMINDERS[seconds]),
                overdue=step % 100 == 0,
                nudged_by=101,
                stand_ins=tuple(range(rules.seats)),
                plays_here=True,
            )
            busy = left(busy, 0, SeatRequest(0, 200, names[3], ()))
            check_screen(table(busy, t, BOT, 1e6))
            check_screen(console(console_of(match, 1, busy), t, 1e6))
    for clock in (TurnClock(seconds, then) for seconds in PERIODS for then in THENS):
        check_text(rules_text(rules, t, clock))
        for page in ("", "clock"):
            check_screen(lobby(dataclasses.replace(room_of(None, rules, page=page), clock=clock), t, BOT))
