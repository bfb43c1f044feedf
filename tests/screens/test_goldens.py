"""A few screens word by word, in both languages."""

from __future__ import annotations

import dataclasses

from bot.deberts.counting import BelaScore, Count, SequenceScore
from bot.deberts.match import Match
from bot.deberts.rules import make_rules
from bot.deberts.scoring import DealResult, Pot, Sheet
from bot.deberts.view import public_view
from bot.locales import texts
from bot.rooms.views import Phase, RoomView
from bot.screens.account import deal_account, deal_line
from bot.screens.console import console
from bot.screens.hand import hand_alert
from bot.screens.lobby import lobby
from bot.screens.parts import Screen
from bot.screens.sheet import sheet, sheet_alert
from bot.screens.table import table
from bot.screens.trick import last_trick, last_trick_alert

from .checks import check_alert, check_screen, check_text
from .rooms import console_of, deal, play, room_of

BOT = "deberts_bot"
RU, EN = texts("ru"), texts("en")
GAMBLER = make_rules({"preset": "gambler", "players": "2"})


def labels(screen: Screen) -> list[list[str]]:
    """Return the buttons, the green ones in brackets."""
    return [[f"[{b.text}]" if b.style == "success" else b.text for b in row] for row in screen.rows]


def two_fifties() -> Match:
    """Борис leads a club after declaring; Анна has swapped the seven and declares an equal trump fifty."""
    match = deal(
        GAMBLER,
        0,
        "JH 7H KS QS JS AD",
        "9H AH TC KC 8D 7D",
        rest="TH JC QC 9C KH QH 8S",
    )
    return play(match, "1 pass", "0 order H", "1 declare", "1 play TC", "0 swap", "0 declare")


def played_room() -> RoomView:
    """Return a room whose first three deals went as on the sheet of a club: made, byte, hanging byte."""
    match = two_fifties()
    made = DealResult(
        number=0,
        dealer=0,
        outcome="made",
        trump=0,
        taker=1,
        count=Count((15, 73), (2, 7), 1, None, BelaScore(1, 1, 20), (15, 103)),
        sequences=None,
        bela=BelaScore(1, 1, 20),
        counted=(15, 103),
        written=(15, 103),
        pots_won=(0, 0),
        fines=(0, 0),
        totals=(15, 103),
        bytes=(0, 0),
        pots=(),
        stakes=1,
        victor=None,
    )
    byte = DealResult(
        number=1,
        dealer=1,
        outcome="byte",
        trump=3,
        taker=1,
        count=Count((32, 52), (4, 5), 0, SequenceScore(0, 20), BelaScore(0, 0, 10), (72, 52)),
        sequences=SequenceScore(0, 20),
        bela=BelaScore(0, 0, 10),
        counted=(72, 52),
        written=(124, 0),
        pots_won=(0, 0),
        fines=(0, 0),
        totals=(139, 103),
        bytes=(0, 1),
        pots=(),
        stakes=1,
        victor=None,
    )
    hang = DealResult(
        number=2,
        dealer=1,
        outcome="hang",
        trump=2,
        taker=1,
        count=Count((51, 41), (4, 5), 1, None, None, (51, 51)),
        sequences=None,
        bela=None,
        counted=(51, 51),
        written=(51, 0),
        pots_won=(0, 0),
        fines=(0, 0),
        totals=(190, 103),
        bytes=(0, 1),
        pots=(Pot(51, (0, 1)),),
        stakes=1,
        victor=None,
    )
    view = public_view(match)
    assert view.deal is not None
    view = dataclasses.replace(
        view,
        results=(made, byte, hang),
        sheet=Sheet((190, 103), (0, 1), (Pot(51, (0, 1)),)),
        deal=dataclasses.replace(view.deal, number=3),
    )
    return dataclasses.replace(room_of(match), match=view, deal_number=3)


TABLE_RU = """\
<b>♠️♥️ Деберц</b> · до 501 · сдача 4

Анна: <b>190</b> · 0 взяток
Борис: <b>103</b> · 0 взяток
Висит 51
<i>Сдача 3: ♦️ Борис, висячий байт vs(51) · Анна +51, Борис 0</i>

Козырь <b>♥️</b> · играет <b>Анна</b> · сдаёт Анна
Вскрышка 10♥️ → Анна, на столе 7♥️ · фреза 8♥️
Борис: полтинник от К, не в козырях
Анна: полтинник от К, в козырях

<blockquote><b>Взятка 1</b>
Борис: <b>10♣️</b>
Анна: …</blockquote>

👉 Ходит <b>Анна</b> · ждём больше 5 минут"""

TABLE_EN = """\
<b>♠️♥️ Deberts</b> · to 501 · deal 4

Анна: <b>190</b> · 0 tricks
Борис: <b>103</b> · 0 tricks
Hanging: 51
<i>Deal 3: ♦️ Борис, level vs(51) · Анна +51, Борис 0</i>

Trump <b>♥️</b> · taker <b>Анна</b> · dealer Анна
Upcard 10♥️ → Анна, 7♥️ on the table · bottom 8♥️
Борис: fifty, K high, not trump
Анна: fifty, K high, trump

<blockquote><b>Trick 1</b>
Борис: <b>10♣️</b>
Анна: …</blockquote>

👉 <b>Анна</b> to play · over 5 minutes"""


def test_the_table_in_the_middle_of_a_trick() -> None:
    room = played_room()
    for t, text in ((RU, TABLE_RU), (EN, TABLE_EN)):
        screen = table(room, t, BOT, 301.0)
        check_screen(screen)
        assert screen.text == text
    assert labels(table(room, RU, BOT, 0.0)) == [
        ["🃏 Мои карты", "Последняя взятка"],
        ["Счёт", "Играть в личке"],
        ["👋 Поторопить", "🎴 Играть здесь"],
    ]
    assert " · ждём" not in table(room, RU, BOT, 59.0).text


CONSOLE_RU = """\
👉 <b>Ваш ход</b>
<b>Вечерний деберц</b> · до 501 · сдача 1

Анна: <b>0</b> · 1 взятка
Борис: <b>0</b> · 0 взяток

Козырь <b>♥️</b> · играет <b>Анна</b> · сдаёт Анна
Вскрышка 10♥️ → Анна, на столе 7♥️ · фреза 8♥️
<s>Борис: полтинник от К, не в козырях</s>
Анна: терц К♠️ Д♠️ В♠️, полтинник К♥️ Д♥️ В♥️ 10♥️
Анна: бела

<blockquote><b>Взятка 1</b>
Борис: <b>10♣️</b>
Анна: <b>Д♥️</b>
Берёт <b>Анна</b>, 13 очков</blockquote>

Ходите:"""

CONSOLE_EN = """\
<b>Вечерний деберц</b> · to 501 · deal 1

Анна: <b>0</b> · 1 trick
Борис: <b>0</b> · 0 tricks

Trump <b>♥️</b> · taker <b>Анна</b> · dealer Анна
Upcard 10♥️ → Анна, 7♥️ on the table · bottom 8♥️
<s>Борис: fifty, K high, not trump</s>
Анна: tierce K♠️ Q♠️ J♠️, fifty K♥️ Q♥️ J♥️ 10♥️
Анна: bela

<blockquote><b>Trick 1</b>
Борис: <b>10♣️</b>
Анна: <b>Q♥️</b>
Taken by <b>Анна</b>, 13 points</blockquote>

👉 <b>Анна</b> to play"""


def test_the_console_of_the_player_at_turn_and_of_the_other() -> None:
    match = play(two_fifties(), "0 play QH bela")
    mine = console(console_of(match, 0), RU, 0.0)
    assert mine.text == CONSOLE_RU
    assert labels(mine) == [
        ["[В♥️]", "[10♥️]", "[К♥️]"],
        ["[К♠️]", "[Д♠️]", "[В♠️]", "[8♠️]", "[Т♦️]"],
        ["Последняя взятка", "Счёт"],
        ["🚪 Уйти"],
    ]
    other = console(console_of(match, 1), EN, 0.0)
    assert other.text == CONSOLE_EN
    assert labels(other) == [
        ["9♥️", "A♥️"],
        ["K♣️", "Q♣️", "J♣️", "9♣️"],
        ["8♦️", "7♦️"],
        ["Last trick", "Score"],
        ["👋 Hurry up", "🚪 Leave"],
    ]
    check_screen(mine)
    check_screen(other)


def test_the_console_before_the_first_card() -> None:
    match = deal(GAMBLER, 0, "JH 7H KS QS JS AD", "9H AH TC KC 8D 7D", rest="TH JC QC 9C KH QH 8S")
    assert labels(console(console_of(match, 1), RU, 0.0))[0] == ["[Играю ♥️]", "Пас"]
    play(match, "1 pass", "0 pass")
    screen = console(console_of(match, 1), RU, 0.0)
    assert labels(screen)[:2] == [["[Играю ♠️]", "[Играю ♣️]", "[Играю ♦️]"], ["Пас"]]
    assert "<b>Торговля, 2-й круг</b>\nБорис: …\nАнна: …" in screen.text
    assert screen.text.endswith("Ваше слово:")
    play(match, "1 pass", "0 order S")
    assert labels(console(console_of(match, 1), EN, 0.0))[0] == ["Declare fifty"]
    match = deal(GAMBLER, 0, "JH 7H KS QS JS AD", "9H AH TC KC 8D 7D", rest="TH JC QC 9C KH QH 8S")
    play(match, "1 pass", "0 order H", "1 play TC")
    assert labels(console(console_of(match, 0), RU, 0.0))[:4] == [
        ["Объявить терц + терц"],
        ["Обменять 7♥️ на 10♥️"],
        ["[К♥️ + бела]", "[Д♥️ + бела]"],
        ["[В♥️]", "[К♥️]", "[Д♥️]", "[7♥️]"],
    ]


ACCOUNT_RU = """\
<b>Сдача 2</b> · козырь <b>♥️</b> · играет <b>Борис</b>
❌ Байт: 52 против 72
Очки играющего уходят: Анна +52

<pre>              Анна      Борис
Взятки           4          5
Карты           32         52
Послед          10          –
Комбин.         20          –
Бела            10          –
Всего           72         52
Запись         124          0
Счёт           139        103</pre>"""

ACCOUNT_EN = """\
<b>Deal 3</b> · trump <b>♦️</b> · taker <b>Борис</b>
⚖️ Level: 51 to 51
The taker's points hang: 51

<pre>              Анна      Борис
Tricks           4          5
Cards           51         41
Last 10          –         10
Count           51         51
Written         51          0
Total          190        103</pre>"""


def test_the_account_of_a_deal() -> None:
    room = played_room()
    assert deal_account(room, 1, RU) == Screen(ACCOUNT_RU)
    assert deal_account(room, 2, EN) == Screen(ACCOUNT_EN)
    assert deal_line(room, 1, RU) == "Сдача 2: ♥️ Борис, байт · Анна +124, Борис 0"
    assert deal_line(room, 0, EN) == "Deal 1: ♠️ Борис, made · Анна +15, Борис +103"
    check_text(ACCOUNT_RU)


SHEET_RU = """\
<b>Счёт</b> · до 501
<pre>          Анна        Борис
 1♠         15°         103*
 2♥        139           БТ°
 3♦        190       vs(51)°
─────────────────────────────
           190          103</pre>
Висит 51
Впереди <b>Анна</b>, +87
<i>* играет, ° сдаёт</i>"""


def test_the_sheet_as_players_write_it() -> None:
    room = played_room()
    assert sheet(room, RU) == SHEET_RU
    assert "\n 2♥        139           BT°\n" in sheet(room, EN)
    assert sheet(room, EN).endswith("Hanging: 51\nAhead by 87: <b>Анна</b>\n<i>* taker, ° dealer</i>")
    assert sheet_alert(room, RU) == "до 501\nАнна: 190\nБорис: 103\nВисит 51"
    assert sheet(room_of(None), RU) == "<b>Счёт</b> · до 501\n<i>Счёт ещё не открыт.</i>"
    assert sheet_alert(room_of(None), EN) == "Nothing on the sheet yet."


def with_pots(room: RoomView, *pots: Pot) -> RoomView:
    assert room.match is not None
    changed = dataclasses.replace(room.match, sheet=room.match.sheet._replace(pots=pots))
    return dataclasses.replace(room, match=changed)


def test_pots_name_their_claimants_and_the_newest_are_summed_up() -> None:
    rules = make_rules({"preset": "classic", "players": "3"})
    match = deal(rules, 0, "JH 7H KS QS JS AD", "9H AH TC KC 8D 7D", "JC QC 9C KH QH 8S")
    room = with_pots(room_of(match), Pot(44, (0, 2)), Pot(54, (0, 1, 2)))
    assert "\nВисит 44 (Анна, Вера) + 54\n" in table(room, RU, BOT, 0.0).text
    assert sheet_alert(room, EN).endswith("\nHanging: 44 (Анна, Вера) + 54")
    many = with_pots(room, *(Pot(points, (0, 1, 2)) for points in range(1, 10)))
    assert "\nВисит 1 + 2 + 3 + 4 + 5 + 30 (ещё 4)\n" in table(many, RU, BOT, 0.0).text
    long = with_pots(room_of(match, names=("Щ" * 64,) * 3), *(Pot(162, (0, 1)) for _ in range(9)))
    for t in (RU, EN):
        alert = sheet_alert(long, t)
        check_alert(alert)
        assert not alert.endswith("…")


def of_four(outcome: str, **changes: object) -> RoomView:
    """Return a room of four with one finished deal, Глеб to take and Анна to deal."""
    rules = make_rules({"preset": "kharkov", "players": "4"})
    hands = ("JH 7H KS QS JS AD", "9H AH TC KC 8D 7D", "JC QC 9C KH QH 8S", "AS TS 9S 7S AC 8C")
    match = deal(rules, 0, *hands)
    result = DealResult(
        number=0,
        dealer=0,
        outcome=outcome,
        trump=0,
        taker=3,
        count=Count((0, 50, 40, 62), (0, 3, 2, 3), 1, None, BelaScore(0, None, 0), (0, 60, 40, 62)),
        sequences=None,
        bela=BelaScore(0, None, 0),
        counted=(0, 60, 40, 62),
        written=(21, 81, 60, 0),
        pots_won=(0, 0, 0, 0),
        fines=(50, 0, 0, 100),
        totals=(-29, 81, 60, -100),
        bytes=(0, 0, 0, 3),
        pots=(),
        stakes=1,
        victor=None,
    )._replace(**changes)  # type: ignore[arg-type]
    view = dataclasses.replace(
        public_view(match), results=(result,), sheet=Sheet(result.totals, result.bytes, result.pots)
    )
    return dataclasses.replace(room_of(match), match=view)


FINED_RU = """\
<pre>        Анна Борис  Вера  Глеб
Взятки     0     3     2     3
Карты      0    50    40    62
Послед     –    10     –     –
Бела       –     –     –     –
Всего      0    60    40    62
Запись    21    81    60     0
Штраф    −50     –     –  −100
Счёт     −29    81    60  −100</pre>
Бела объявлена, но не сыграла
Штраф: Анна −50 (лыжа), Глеб −100 (3-й байт)"""
SHEET_OF_FOUR = """\
<pre>    Анна  Борис   Вера   Глеб
 1♠   21°    81     60     БТ
 !   −50                 −100
───────────────────────────────
     −29     81     60   −100</pre>"""


def test_four_columns_are_narrow_and_fines_say_why() -> None:
    room = of_four("byte")
    assert FINED_RU in deal_account(room, 0, RU).text
    assert SHEET_OF_FOUR in sheet(room, EN).replace("BT", "БТ")
    assert "Fine: Анна −50 (no trick), Глеб −100 (byte no. 3)" in deal_account(room, 0, EN).text
    counted = (60, 20, 40, 102)
    hung = sheet(of_four("hang", counted=counted, fines=(0,) * 4, totals=(60, 20, 40, 0)), RU)
    assert " 1♠   60°    20     40  vs102\n" in hung
    check_text(hung)


def test_a_pair_wins_the_match_together() -> None:
    rules = make_rules({"preset": "odessa", "players": "2x2"})
    match = deal(rules, 3, "AS KS QS JS TS 9S", "9H AH TC KC 8D 7D", "JC QC 9C KH QH 8S", "AC TD 8C 7S JH TH")
    play(match, "0 klabor")
    text = deal_account(room_of(match), 0, RU).text
    assert "💥 Клабор (<b>Анна</b>)! Партию выигрывают <b>Анна + Вера</b>" in text


def test_a_conceded_deal_says_who_gave_it_up_and_who_writes() -> None:
    rules = make_rules({"preset": "poltinnik"})
    match = deal(rules, 0, "JH 7H KS QS JS AD", "9H AH TC KC 8D 7D", rest="TH")
    play(match, "1 order H", "0 concede")
    screen = deal_account(room_of(match), 0, RU)
    assert "🏳️ Отдано без игры (решение: <b>Анна</b>): <b>Борис</b> +50" in screen.text
    check_screen(screen)


def test_seats_stand_in_order_and_the_partner_is_named() -> None:
    rules = make_rules({"preset": "odessa", "players": "2x2"})
    hands = ("JH 7H KS QS JS AD", "9H AH TC KC 8D 7D", "JC QC 9C KH QH 8S", "AS TS 9S 7S AC 8C")
    match = deal(rules, 1, *hands)
    for room in (room_of(match), room_of(play(match, "2 pass"))):
        assert "\nПо кругу: Анна → Борис° → Вера → Глеб\n" in table(room, RU, BOT, 0.0).text
    assert "\nВаш партнёр — <b>Глеб</b>\n" in console(console_of(match, 1), RU, 0.0).text
    assert "\nYour partner is <b>Анна</b>\n" in console(console_of(match, 2), EN, 0.0).text
    two = two_fifties()
    assert "По кругу" not in table(room_of(two), RU, BOT, 0.0).text
    assert "партнёр" not in console(console_of(two, 0), RU, 0.0).text


def test_a_stopped_console_names_no_deal() -> None:
    match = two_fifties()
    view = console_of(match, 0, room_of(match, phase=Phase.STOPPED, stopped_by="Олег"))
    assert console(view, RU, 0.0).text.startswith("<b>Вечерний деберц</b> · до 501\n")


def test_the_last_trick() -> None:
    match = two_fifties()
    assert last_trick(room_of(match), RU) == "Взяток ещё не было."
    assert last_trick_alert(room_of(match), EN) == "No trick yet."
    room = room_of(play(match, "0 play QH bela"))
    assert last_trick(room, RU) == (
        "<b>Последняя взятка</b> · сдача 1\n"
        "<blockquote>Борис: <b>10♣️</b>\nАнна: <b>Д♥️</b></blockquote>\nБерёт <b>Анна</b>, 13 очков"
    )
    assert last_trick_alert(room, EN) == "Борис: 10♣️\nАнна: Q♥️\nTaken by Анна, 13 points"


def test_my_cards() -> None:
    match = two_fifties()
    assert hand_alert(console_of(match, 0), RU) == ("♥️ В 10 К Д — козырь\n♠️ К Д В 8\n♦️ Т\n👉 Ваш ход")
    assert hand_alert(console_of(match, 1), EN) == ("♥️ 9 A — trump\n♣️ K Q J 9\n♦️ 8 7\nTo play: Анна")


LOBBY_RU = """\
<b>♠️♥️ Деберц</b> · вдвоём

1. <b>Анна</b> 👑
2. <b>&lt;Борис&gt;</b> ⚠️

Правила: <b>Гамблер</b>, до 301
• Обяз: да

⚠️ Боту пока некуда раздать карты: <b>&lt;Борис&gt;</b>. Нажмите «Открыть бота» и там «Запустить»."""

LOBBY_EN = """\
<b>♠️♥️ Deberts</b> · two players

1. <b>Анна</b> 👑
2. <i>free seat</i>

Rules: <b>Gambler</b>, to 501

One more player wanted. Take a seat!"""


def test_the_lobby() -> None:
    rules = make_rules({"target": 301, "forced_dealer": True})
    full = lobby(room_of(None, rules, names=("Анна", "<Борис>"), unreachable=(1,)), RU, BOT)
    assert full.text == LOBBY_RU
    pages = [["🎴 Пресет", "👥 Состав", "🎯 До скольких"], ["⚙️ Правила", "💾 Наши правила", "⏰ Часы"]]
    assert labels(full) == [["[▶️ Начать]"], ["Встать"], ["Открыть бота"], *pages]
    assert full.rows[2][0].url == "https://t.me/deberts_bot?start=r7"
    free = lobby(room_of(None, GAMBLER, names=("Анна", None)), EN, BOT)
    assert free.text == LOBBY_EN
    pages = [["🎴 Preset", "👥 Players", "🎯 Target"], ["⚙️ Rules", "💾 Our rules", "⏰ Clock"]]
    assert labels(free) == [["Sit down", "Stand up"], *pages]


def test_a_parameter_has_a_button_for_each_value() -> None:
    screen = lobby(room_of(None, GAMBLER, page="target"), RU, BOT)
    assert labels(screen) == [["одна сдача", "301"], ["✓ 501", "1001"], ["‹ Назад"]]
    assert [b.data for row in screen.rows for b in row] == [
        "l:7:set:2:target:0",
        "l:7:set:2:target:301",
        "l:7:set:2:target:501",
        "l:7:set:2:target:1001",
        "l:7:page:",
    ]
    rules = make_rules({"bela_points": 10})
    screen = lobby(room_of(None, rules, page="rules"), EN, BOT)
    assert labels(screen)[:2] == [["Dealing and bidding"], ["✎ Declarations"]]
    assert screen.rows[-1][0].data == "l:7:page:"
    screen = lobby(room_of(None, rules, page="rules-sequences"), EN, BOT)
    assert ["✎ Points of bela: 10"] in labels(screen)
    assert screen.rows[-1][0].data == "l:7:page:rules"
