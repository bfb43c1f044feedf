### Тексты бота по-русски. Одни и те же имена и переменные во всех языках.

## Общее

language-name = Русский
player-nameless = Игрок { $seat }
table-title = ♠️♥️ Деберц
moved-on = ⤵️ Стол — ниже.
deal-number = сдача { $number }
distance-points = до { $target }
distance-stakes = до { $target ->
    [one] { $target } ставки
   *[other] { $target } ставок
}
distance-one-deal = одна сдача
pots = Висит { $points }
pot-between = { $points } ({ $names })
pots-rest = { $points } (ещё { $count })

# Старшие карты одной буквой, десятка числом.
rank-ten = 10
rank-jack = В
rank-queen = Д
rank-king = К
rank-ace = Т

## Составы и наборы правил

lineup-2 = вдвоём
lineup-3 = втроём
lineup-4 = вчетвером
lineup-2x2 = пара на пару
preset-gambler = Гамблер
preset-moscow = Москва
preset-kharkov = Харьков
preset-odessa = Одесса
preset-classic = Классика
preset-yellowclub = YellowClub
preset-igrafan = Igrafan
preset-short = Короткий деберц
preset-poltinnik = Полтинник

## Лобби

seat-free = свободно
lobby-partners = Пары: 1 и 3 против 2 и 4.
lobby-waiting = { $count ->
    [one] Ждём ещё { $count } игрока. Садитесь!
    [few] Ждём ещё { $count } игроков. Садитесь!
    [many] Ждём ещё { $count } игроков. Садитесь!
   *[other] Ждём ещё { $count } игрока. Садитесь!
}
lobby-ready = Все в сборе — можно начинать!
lobby-closed = Партия началась: стол — ниже.
lobby-unreachable = ⚠️ Боту пока некуда раздать карты: { $names }. Нажмите «Открыть бота» и там «Запустить».
button-sit = Сесть
button-stand = Встать
button-preset = 🎴 Пресет
button-players = 👥 Состав
button-target = 🎯 До скольких
button-saved = 💾 Наши правила
button-drop = ✖ Убрать
button-clock = ⏰ Часы
button-rules = ⚙️ Правила
button-start = ▶️ Начать
button-open-bot = Открыть бота
button-back = ‹ Назад
button-parameter = { $name }: { $value }
button-rules-in-words = 📖 Правила словами
rules-short = Правила: { $preset }, { $distance }
rules-changed = • { $name }: { $value }
rules-page-title = ⚙️ Правила стола
rules-page-about = Менять правила может хозяин стола 👑, пока игра не началась.

## Правила: названия параметров, пояснения, значения

value-yes = да
value-no = нет
value-points = { $points }
value-stakes = { $points ->
    [one] { $points } ставка
    [few] { $points } ставки
    [many] { $points } ставок
   *[other] { $points } ставки
}

param-players = Состав
param-players-about = Сколько человек играет и кто с кем.
value-players-2 = вдвоём
value-players-3 = втроём
value-players-4 = вчетвером
value-players-2x2 = пара на пару

param-target = Дистанция
param-target-about = До скольких играем. В одной сдаче побеждает тот, кто набрал больше.
value-target-0 = одна сдача

param-buy-in = Прикуп
param-buy-in-about = По сколько карт досдают после заказа.

param-upcard-to = Вскрышка
param-upcard-to-about = Кому достаётся открытая карта.
value-upcard-to-none = на столе
value-upcard-to-dealer = сдающему
value-upcard-to-taker = играющему

param-show-bottom = Фреза
param-show-bottom-about = После прикупа нижнюю карту колоды открывают всем. Она не играет, но кое-что подсказывает.

param-forced-dealer = Обяз
param-forced-dealer-about = Если во втором круге все пасуют, сдающий обязан заказать козырь.

param-seven-exchange = Обмен семёрки
param-seven-exchange-about = Перед первым ходом козырную семёрку можно обменять на вскрышку, если козырь той же масти.
value-seven-exchange-off = нет
value-seven-exchange-any = любой игрок
value-seven-exchange-taker = только играющий

param-four-sevens = Четыре семёрки
param-four-sevens-about = С четырьмя семёрками на руках можно потребовать пересдачу.
value-four-sevens-off = играем
value-four-sevens-redeal = пересдача

param-weak-hand-below = Слабая рука
param-weak-hand-below-about = Если шесть карт стоят меньше, можно потребовать пересдачу.
value-weak-hand-below-0 = нет
value-weak-hand-below-2 = меньше 2
value-weak-hand-below-14 = меньше 14

param-next-dealer = Кто сдаёт
param-next-dealer-about = Кто сдаёт после сыгранной сдачи.
value-next-dealer-taker = игравший
value-next-dealer-rotate = по очереди
value-next-dealer-top-scorer = набравший больше
value-next-dealer-non-winner = кто не выиграл

param-first-lead = Первый ход
param-first-lead-about = Кто ходит в первую взятку.
value-first-lead-eldest = слева от сдающего
value-first-lead-taker = играющий

param-hundred = Сотня
param-hundred-about = Пять карт подряд — сотня, 100 очков.

param-deberts = Деберц
param-deberts-about = Длинная комбинация, которая сразу выигрывает партию.
value-deberts-off = нет
value-deberts-six = шесть подряд
value-deberts-seven = семь подряд
value-deberts-seven-trumps = семь козырей от туза

param-klabor = Клабор
param-klabor-about = Т К Д В 10 9 одной масти в первых шести картах сразу выигрывают партию.

param-sequence-ties = Равные комбинации
param-sequence-ties-about = Чей терц или полтинник старше при равной длине и старшей карте.
value-sequence-ties-order = по ходу
value-sequence-ties-suit = масти
value-sequence-ties-suit-then-order = масть → ход
value-sequence-ties-last-trick = послед
value-sequence-ties-suit-then-last-trick = масть → послед

param-bela-points = Очки за белу
param-bela-points-about = Сколько стоят козырные король и дама.

param-bela-trick = Бела и взятки
param-bela-trick-about = Нужна ли взятка, чтобы записать белу.
value-bela-trick-none = взятка не нужна
value-bela-trick-any = любая взятка
value-bela-trick-own = взятка королём или дамой
value-bela-trick-taker = кто взял, того и бела

param-overtrump-ruff = Перебивать убитое
param-overtrump-ruff-about = Если масть уже убили козырем, свой козырь класть старше, когда есть чем.

param-overtrump-partner = Перебивать партнёра
param-overtrump-partner-about = Перебивать ли козырь партнёра.

param-made-against = Кого обыграть
param-made-against-about = Больше кого нужно набрать играющему.
value-made-against-each = каждого
value-made-against-sum = всех вместе

param-byte = Байт
param-byte-about = Проверяется ли заказ. Без байта каждый пишет своё.

param-byte-to = Кому байт
param-byte-to-about = Кому уходят очки играющего при байте.
value-byte-to-best = лучшему
value-byte-to-split = поровну

param-byte-tie = Байт при равенстве
param-byte-tie-about = Что делать с байтом, если вистующие набрали поровну.
value-byte-tie-hang = висит
value-byte-tie-split = поровну

param-winner-takes-all = Всё играющему
param-winner-takes-all-about = Сыгравший пишет очки всех.

param-hang-repeat = Повторный висячий
param-hang-repeat-about = Куда идут висячие очки, если снова вышло поровну.
value-hang-repeat-defender = вистующему
value-hang-repeat-taker = играющему
value-hang-repeat-accumulate = копятся
value-hang-repeat-separate = по одному

param-hang-deal = После висячего
param-hang-deal-about = Как играется сдача после висячего байта.
value-hang-deal-normal = как обычно
value-hang-deal-replay = без торговли

param-final-hang = Висячий в конце
param-final-hang-about = Что делать, если последняя сдача вышла висячей.
value-final-hang-lost = очки пропадают
value-final-hang-extra-deal = ещё сдача

param-no-trick-fine = Лыжа
param-no-trick-fine-about = Штраф тому, кто не взял ни одной взятки.
value-no-trick-fine-0 = нет

param-byte-fine = Штраф за байты
param-byte-fine-about = Сколько снимают за очередной байт.
value-byte-fine-0 = нет

param-byte-fine-first = Штраф с байта
param-byte-fine-first-about = С какого по счёту байта штрафуют.

param-byte-fine-period = Шаг штрафа
param-byte-fine-period-about = Штраф за каждый следующий байт или за каждый третий.
value-byte-fine-period-1 = каждый
value-byte-fine-period-3 = каждый третий

param-both-reach = Дошли вместе
param-both-reach-about = Кто побеждает, если до цели дошли сразу несколько.
value-both-reach-whister = вистующий
value-both-reach-higher = у кого больше
value-both-reach-last-trick = взявший послед

param-lead-target = Отрыв
param-lead-target-about = При таком отрыве партия заканчивается.
value-lead-target-0 = нет

param-concede-points = Сдаться без игры
param-concede-points-about = За сколько очков можно отдать заказ без игры.
value-concede-points-0 = нет

param-scoring = Счёт
param-scoring-about = Пишем очки или ставки за сдачи.
value-scoring-points = очки
value-scoring-stakes = ставки

param-dave = Дейв
param-dave-about = Предложение сдаться или поднять ставку.
value-dave-off = нет
value-dave-geometric = удвоение
value-dave-arithmetic = плюс один

## Стол

score-of = { $name }: { $total }
tricks-of = { $count ->
    [one] { $count } взятка
    [few] { $count } взятки
    [many] { $count } взяток
   *[other] { $count } взятки
}
dealer = Сдаёт { $name }
seats = По кругу: { $names }
partner = Ваш партнёр — { $name }
contract = Козырь { $suit } · играет { $taker } · сдаёт { $dealer }
upcard = Вскрышка { $card }
upcard-swapped = Вскрышка { $card } → { $name }, на столе { $seven }
upcard-bought = Вскрышка { $card } → { $name }
bottom = фреза { $card }
replayed = Переигрываем висячий: без торговли и терцев
multiplier = Ставка ×{ $times }
declared = { $name }: { $what }
declared-open-tie = Комбинации равны — решит послед
sequence-20 = терц
sequence-50 = полтинник
sequence-100 = сотня
sequence-shown = { $kind } { $cards }
sequence-top = { $kind } от { $rank }
sequence-trump = { $what }, в козырях
sequence-plain = { $what }, не в козырях
bela-of = { $name }: бела
bidding-round = Торговля, { $number }-й круг
bid-of = { $name }: { $bid }
bid-pass = пас
bid-order = играю { $suit }
trick-number = Взятка { $number }
card-of = { $name }: { $card }
trick-before = Прошлая взятка: { $cards } → { $name }, +{ $points }
turn-bid = 👉 Слово: { $name }
turn-forced = 👉 Обяз: { $name } выбирает козырь
turn-play = 👉 Ходит { $name }
turn-concession = 👉 { $name } решает: отдать { $points } без игры или вистовать
turn-dave = 👉 { $name } отвечает на дейв: ×{ $times } или сдаться
table-unreachable = ⚠️ Бот не может написать: { $names }. Откройте бота, а пока карты — по кнопке «Мои карты», и ходить можно прямо отсюда: «Играть здесь».
table-unreachable-here = ⚠️ Бот не может написать: { $names }. Откройте бота, а пока карты — по кнопке «Мои карты».
waiting-60 = ждём больше минуты
waiting-300 = ждём больше 5 минут
waiting-900 = ждём больше 15 минут
waiting-3600 = ждём больше часа
waiting-21600 = ждём больше 6 часов
waiting-86400 = ждём больше суток
button-hand = 🃏 Мои карты
button-last = Последняя взятка
button-score = Счёт
button-private = Играть в личке
button-rematch = 🔁 Реванш

## Конец партии

match-won = { $count ->
    [one] 🏆 Победа: { $names }
   *[other] 🏆 Победили: { $names }
}
stopped-by = ⏹ Стол закрыт ({ $name })
stopped-table = ⏹ Этот стол закрыт. Новый — /deberts

## Личный стол

console-your-turn = 👉 <b>Ваш ход</b>
console-lobby = Вы за столом. Карты появятся здесь, когда начнётся игра.
console-won = 🎉 <b>Вы выиграли!</b>
console-lost = Партия окончена. В следующий раз повезёт!
console-hint-bid = Ваше слово:
console-hint-concession = Отдаёте без игры или вистуете?
console-hint-play = Ходите:
console-hint-dave = Соперник говорит «дейв»:
button-bela = { $card } + бела
button-order = Играю { $suit }
button-pass = Пас
button-concede = Отдать { $points }
button-continue = Вистую
button-accept = Принять ×{ $times }
button-surrender = Сдаться
button-declare = Объявить { $what }
declare-20 = терц
declare-50 = полтинник
declare-100 = сотню
button-swap = Обменять { $seven } на { $card }
button-deberts = Деберц! Победа
button-klabor = Клабор! Победа
button-redeal = Пересдача
button-dave = Дейв ×{ $times }

## Мои карты (без разметки, до 200 знаков)

hand-none = Карт пока нет.
hand-trump = { $cards } — козырь
hand-your-turn = 👉 Ваш ход
hand-turn = Сейчас ходит: { $name }

## Итог сдачи

account-title = Сдача { $number }
account-trump = козырь { $suit }
account-taker = играет { $name }
account-no-bela = Бела объявлена, но не сыграла
account-fines = Штраф: { $fines }
fine-ski = { $name } { $fine } (лыжа)
fine-byte = { $name } { $fine } ({ $count }-й байт)
account-pot-won = Висевшие очки: { $name } +{ $points }
verdict-made = ✅ Сыграно: { $own } против { $against }
verdict-byte = ❌ Байт: { $own } против { $against }
verdict-hang = ⚖️ Висячий байт: { $own } на { $against }
verdict-plain = Каждый пишет своё
verdict-stakes = Ставки: { $gains }
verdict-no-stakes = Поровну: ставку не получает никто
verdict-takes-all = Играющий забирает очки всех
verdict-went = Очки играющего уходят: { $gains }
verdict-gain = { $name } +{ $points }
verdict-hangs = Очки играющего висят: { $points }
verdict-hangs-between = Очки играющего висят: { $points }. Их разыграют: { $names }
verdict-conceded = 🏳️ Отдано без игры (решение: { $given }): { $taken } +{ $points }
verdict-surrendered = 🏳️ Соперник сдался: { $name } +{ $stakes }
verdict-klabor = 💥 Клабор! Партию выигрывает { $name }
verdict-deberts = 💥 Деберц! Партию выигрывает { $name }
verdict-klabor-pair = 💥 Клабор ({ $name })! Партию выигрывают { $pair }
verdict-deberts-pair = 💥 Деберц ({ $name })! Партию выигрывают { $pair }
row-tricks = Взятки
row-cards = Карты
row-last = Послед
row-sequences = Комбин.
row-bela = Бела
row-counted = Всего
row-written = Запись
row-stakes = Ставки
row-pots = Висело
row-fines = Штраф
row-totals = Счёт

# Та же сдача одной строкой.
line-deal = Сдача { $number }: { $what }
what-made = { $suit } { $name }, сыграно
what-byte = { $suit } { $name }, байт
what-hang = { $suit } { $name }, висячий байт vs({ $points })
what-plain = { $suit } { $name }
what-conceded = { $suit } { $name }, отдано без игры
what-void = все спасовали
what-cancelled = пересдача, { $cards }
what-cancelled-unseen = пересдача
what-surrendered = дейв, выигрывает { $name }
what-klabor = клабор, выигрывает { $name }
what-deberts = деберц, выигрывает { $name }

## Счёт

sheet-title = Счёт
sheet-empty = Счёт ещё не открыт.
# Так игроки отмечают байт и висячий байт.
sheet-byte = БТ
sheet-hang = vs({ $points })
sheet-hang-short = vs{ $points }
sheet-leader = Впереди { $name }, +{ $points }
sheet-level = Пока поровну
sheet-legend = * играет, ° сдаёт
sheet-legend-fines = * играет, ° сдаёт, ! штраф

## Последняя взятка

last-title = Последняя взятка
last-none = Взяток ещё не было.
last-taken = Берёт { $name }, { $points ->
    [one] { $points } очко
    [few] { $points } очка
    [many] { $points } очков
   *[other] { $points } очка
}

## Правила словами

rules-title = 📖 Правила: { $preset }
rules-cards = Карты
rule-cards-trump = Козырь от старшего: В 9 Т 10 К Д 8 7. Очки: 20 14 11 10 4 3 0 0.
rule-cards-plain = Другие масти: Т 10 К Д В 9 8 7. Очки: 11 10 4 3 2 0 0 0.
rule-cards-last = Последняя взятка (послед) — ещё 10.
rules-bidding = Сдача и торговля
rule-partners = Партнёры сидят напротив: 1 и 3 против 2 и 4, счёт общий.
rule-deal = Сдают по 6 карт, следующая открывается — это вскрышка.
rule-bids = В первом круге играют масть вскрышки или пасуют, во втором — любую другую масть или пас. Начинает сидящий слева от сдающего.
rule-forced-dealer = Обяз: во втором круге сдающий пасовать не может.
rule-void = Все спасовали дважды — сдача не в счёт, сдаёт следующий.
rule-concede = После заказа первый вистующий может отдать сдачу без игры: играющий пишет { $concede }.
rule-buy-in = После заказа каждому досдают прикуп — по { $buy_in ->
    [one] { $buy_in } карте
   *[other] { $buy_in } карты
}.
rule-upcard-none = Вскрышка остаётся на столе.
rule-upcard-dealer = Вскрышку в счёт прикупа забирает сдающий.
rule-upcard-taker = Вскрышку в счёт прикупа забирает играющий.
rule-bottom = Нижнюю карту колоды (фрезу) открывают всем, она не играет.
rule-bottom-hidden = Фрезу не открывают.
rule-swap-off = Козырную семёрку на вскрышку не меняют.
rule-swap-any = Если козырь — масть вскрышки, любой может до своего первого хода обменять козырную семёрку на вскрышку.
rule-swap-taker = Если козырь — масть вскрышки, играющий может до своего первого хода обменять козырную семёрку на вскрышку.
rule-four-sevens = С четырьмя семёрками можно потребовать пересдачу, пока не сделано ничего другого.
rule-weak-hand = Если шесть карт стоят меньше { $weak } (по некозырной цене), в свой первый ход торговли можно потребовать пересдачу.
rule-klabor = Клабор: Т К Д В 10 9 одной масти в первых шести картах — победа в партии.
rule-dealer-taker = Следующим сдаёт тот, кто играл.
rule-dealer-rotate = Сдают по очереди, по часовой стрелке.
rule-dealer-top-scorer = Следующим сдаёт набравший больше всех очков.
rule-dealer-non-winner = Следующим сдаёт первый по кругу, кто не записал больше всех.
rules-sequences = Объявления
rule-sequences-fifty = Карты одной масти подряд: три — терц, 20; четыре — полтинник, 50. Семь подряд — полтинник и терц, восемь — два полтинника; лишние карты не в счёт.
rule-sequences-hundred = Карты одной масти подряд: три — терц, 20; четыре — полтинник, 50; пять и больше — сотня, 100; восемь — сотня и терц.
rule-declare = Объявляют перед своей первой картой. После первой взятки сравнивают старшие комбинации: сначала длину, потом старшую карту (Т К Д В 10 9 8 7).
rule-ties-order = При равенстве проходит тот, кто объявил раньше.
rule-ties-suit = При равенстве проходит козырный, а если козырного нет — никто.
rule-ties-suit-then-order = При равенстве проходит козырный, иначе тот, кто объявил раньше.
rule-ties-last-trick = При равенстве решает послед: проходит тот из равных, кто его взял.
rule-ties-suit-then-last-trick = При равенстве проходит козырный, иначе решает послед.
rule-sequences-score = Чья старше, тот пишет все свои комбинации, если взял хотя бы одну взятку. Остальные — ничего.
rule-sequences-pair = Чья старше, та пара пишет всё, что объявили оба, если взяла хотя бы одну взятку. Другая — ничего.
rule-bela = Бела — козырные К и Д на одной руке, { $bela } очков. Её объявляют вместе с одной из этих карт.
rule-bela-none = Бела считается всегда, даже без взяток.
rule-bela-any = Для белы нужна хотя бы одна взятка.
rule-bela-own = Для белы нужна взятка, взятая самими козырными К или Д.
rule-bela-taker = Белу пишет тот, кто взял взятку, в которой она объявлена.
rule-deberts-six = Деберц: шесть подряд в одной масти — победа в партии.
rule-deberts-seven = Деберц: семь подряд в одной масти — победа в партии.
rule-deberts-seven-trumps = Деберц: семь козырей подряд от туза — победа в партии.
rules-play = Розыгрыш
rule-lead-eldest = Первым ходит сидящий слева от сдающего, дальше — взявший взятку.
rule-lead-taker = Первым ходит играющий, дальше — взявший взятку.
rule-follow = Ходить надо в масть; нет масти — козырем; нет и козыря — чем угодно.
rule-beat = Пошли козырем — надо перебить старшим, если есть, иначе любой козырь.
rule-ruff-beat = Масть уже убили козырем — свой козырь кладут старше, если есть.
rule-ruff-free = Масть уже убили козырем — свой козырь можно класть любой.
rule-partner-beat = Козырь партнёра перебивают так же, как чужой.
rule-partner-free = Козырь партнёра перебивать не обязательно.
rule-last-look = Смотреть можно только последнюю взятку.
rule-dave-geometric = Дейв: перед своим ходом можно предложить сопернику сдаться. Не сдался — ставка удваивается, и следующий дейв за ним.
rule-dave-arithmetic = Дейв: перед своим ходом можно предложить сопернику сдаться. Не сдался — ставка растёт на один, и следующий дейв за ним.
rules-score = Счёт
rule-byte-off = Заказ не проверяется: каждый пишет, что набрал.
rule-contract-two = Играющему надо набрать больше соперника.
rule-contract-pair = Паре играющего надо набрать больше другой пары.
rule-contract-each = Играющему надо набрать больше каждого вистующего.
rule-contract-sum = Играющему надо набрать больше всех вистующих вместе.
rule-made = Больше — каждый пишет своё.
rule-takes-all = Больше — играющий пишет очки всех, остальные — 0.
rule-takes-all-pair = Больше — пара играющего пишет очки всех, другая — 0.
rule-byte-two = Меньше — байт: играющий пишет 0, его очки уходят вистующему.
rule-byte-pair = Меньше — байт: пара играющего пишет 0, её очки уходят другой паре.
rule-byte-best = Меньше — байт: играющий пишет 0, его очки уходят вистующему, набравшему больше.
rule-byte-split = Меньше — байт: играющий пишет 0, его очки делят вистующие; что не делится — по одному, начиная слева от играющего.
rule-byte-tie-hang = Вистующие набрали поровну — байт висит, и разыгрывают его только они.
rule-byte-tie-split = Вистующие набрали поровну — байт делят; что не делится — по одному, начиная слева от играющего.
rule-hang = Поровну — висячий байт: играющий пишет 0, его очки висят и достаются тому, кто больше всех запишет в следующей сдаче. Записали поровну — висят дальше.
rule-hang-pair = Поровну — висячий байт: пара играющего пишет 0, её очки висят и достаются паре, которая больше запишет в следующей сдаче. Записали поровну — висят дальше.
rule-repeat-defender = Снова поровну — прежние висячие очки получает вистующий.
rule-repeat-defender-pair = Снова поровну — прежние висячие очки получает пара вистующих.
rule-repeat-defender-more = Снова поровну — прежние висячие очки получает тот вистующий из претендентов, кто один записал больше всех; такого нет — висят дальше.
rule-repeat-taker = Снова поровну — прежние висячие очки получает играющий.
rule-repeat-taker-pair = Снова поровну — прежние висячие очки получает пара играющего.
rule-repeat-taker-more = Снова поровну — прежние висячие очки получает играющий, если он среди претендентов; иначе висят дальше.
rule-repeat-accumulate = Снова поровну — висячие очки копятся.
rule-repeat-separate = Снова поровну — висячие очки ждут и разыгрываются по одному.
rule-replay = После висячего байта играют без торговли: играющий тот же, козырь — масть новой вскрышки. Бела и обмен семёрки как обычно; объявлений, деберца, клабора, пересдач нет, отдать сдачу нельзя.
rule-ski = Лыжа (ни одной взятки) — штраф { $ski }.
rule-byte-fine-every = Начиная с { $first }-го байта за каждый — штраф { $fine }.
rule-byte-fine-third = За { $first }-й байт и за каждый третий после него — штраф { $fine }.
rule-stakes-plain = Ставку получает набравший больше всех очков; поровну — никто.
rule-stakes-two = Сыграл — 1 ставка играющему, байт — 2 ставки сопернику, поровну — никому.
rule-stakes-pair = Сыграли — 1 ставка паре играющего, байт — 2 ставки другой паре, поровну — никому.
rule-stakes-more = Сыграл — играющему { $others ->
    [one] { $others } ставка
    [few] { $others } ставки
    [many] { $others } ставок
   *[other] { $others } ставки
}, байт — по одной каждому вистующему, поровну — никому.
rules-end = Конец партии
rule-end-one-deal = Одна сдача: побеждает набравший больше. Поровну или висячий байт — играют ещё одну.
rule-end-points = Играют до { $target }, каждую сдачу до последней карты.
rule-end-stakes = Играют до { $target ->
    [one] { $target } ставки
   *[other] { $target } ставок
}. Дошли вместе — побеждает больший счёт, а поровну — все они.
rule-end-lead = Отрыв в { $lead } очков — тоже победа.
rule-end-lead-stakes = Отрыв в { $lead } ставок — тоже победа.
rule-both-whister = Дошли вместе — побеждает тот, кто вистовал, записывают { $target }:{ $below }.
rule-both-whister-more = Дошли вместе — побеждает тот, кто вистовал; таких несколько — у кого больше, а поровну — ещё сдача. Победителю записывают { $target }, другим дошедшим { $below }.
rule-both-higher = Дошли вместе — побеждает больший счёт; поровну — ещё сдача.
rule-both-last-trick = Дошли вместе — побеждает тот из них, кто взял послед; не взял никто — больший счёт, а поровну — ещё сдача.
rule-final-hang = Если последняя сдача вышла висячей, играют ещё одну.
rule-final-hang-lost = Висячий байт в последней сдаче партию не продлевает.
rule-pots-left = Что осталось висеть в конце партии, не достаётся никому.

## История

history-title = 🗂 Сыгранные партии
history-empty = Здесь ещё не играли. Начните с /deberts!
history-empty-private = Здесь будут ваши партии. Пока ни одной нет.
history-deals = { $count ->
    [one] { $count } сдача
    [few] { $count } сдачи
    [many] { $count } сдач
   *[other] { $count } сдачи
}
history-stopped = ⏹ остановлена
history-export = Запись партии — по номеру:
button-export = 📄 { $number }

## Вопросы

choose-room = Какой стол?
choose-lobby = собирается
choose-closed = закрыт
stop-lobby-question = Закрыть стол?
stop-lobby-about = Карты ещё не сданы; новый стол — /deberts.
stop-match-question = Остановить партию?
stop-match-about = Доиграть её потом не получится. В истории она останется неоконченной.
button-stop-yes = Остановить
button-stop-no = Играем дальше
language-question = На каком языке говорить?

## Помощь и команды

help-title = ♠️♥️ Деберц с друзьями
help-group = Наберите /deberts — появится стол. Садитесь, выберите правила, жмите «Начать». Карты придут в личку от { $bot }: каждому игроку надо один раз его запустить. Ходить можно там, а за столом в группе следят все.
help-rules = Свои правила: хозяин стола 👑 выбирает пресет («Гамблер», «Москва», «Одесса» и другие), состав и дистанцию, а в «Правилах» — каждую мелочь. Чтобы не выставлять их каждый раз, напишите <code>/save наши правила</code>: они останутся в «Наших правилах» группы. Что получилось, словами: /rules
help-clock = Чтобы игра не стояла, хозяин стола может до начала поставить «⏰ Часы» — время на ход.
help-private = Здесь ваши карты: когда подойдёт очередь, нажмите карту — и ход сделан. Зелёные карты можно класть сейчас. Столы открывают в группе командой /deberts; добавьте туда { $bot }.
command-deberts = открыть стол
command-table = показать стол заново
command-score = счёт
command-last = последняя взятка
command-history = сыгранные партии
command-export = запись партии файлом
command-stop = остановить партию
command-rules = правила этого стола
command-save = сохранить правила под именем
command-language = язык
command-help = помощь
command-start = начать
command-hand = мои карты
start-hello = Привет! Я раздаю карты для деберца. ♠️♥️♣️♦️
start-about = Добавьте меня в группу к друзьям и наберите там /deberts. Ваши карты будут приходить сюда.
start-room = Готово: теперь вам можно раздавать. Возвращайтесь за стол!
start-room-in = Готово: теперь вам можно раздавать. Возвращайтесь за стол, в группу «{ $title }»!
start-substitute = Готово: теперь вам можно раздавать. Возвращайтесь в группу и нажмите «Сесть вместо» ещё раз.
button-add-to-group = ➕ Добавить в группу

## Отказы (без разметки, до 200 знаков)

refusal-no-room = Этого стола здесь больше нет.
refusal-room-over = Эта партия уже закончилась.
refusal-table-closed = Этот стол закрыт.
refusal-started = Игра уже началась.
refusal-not-started = Игра ещё не началась.
refusal-not-seated = Вы не играете за этим столом.
refusal-already-seated = Вы уже за столом.
refusal-seats-full = Все места уже заняты.
refusal-owner-only = Правила выбирает хозяин стола: { $name }
refusal-owner-nobody = Сначала сядьте за стол: правила выбирает его хозяин.
refusal-not-full = Не все места заняты — подождём остальных.
refusal-unreachable = Сначала надо открыть бота в личке: { $names }
refusal-rules-changed = Правила только что поменялись — взгляните ещё раз.
refusal-too-many-seated = За столом уже больше людей, чем мест в таком составе.
refusal-seat-taken = Это место занято.
refusal-no-saved = Этих правил больше нет.
refusal-too-many-saved = У группы уже двадцать своих правил. Уберите лишние в «Наших правилах».
refusal-bad-name = Напишите имя после команды, до { $most } букв: /save наши правила
refusal-rule-refused = С остальными правилами это не сочетается: { $parameter }
refusal-stale-deal = Эта кнопка от прошлой сдачи. Свежий стол — ниже.
refusal-old-message = Это старое сообщение: стол уже ниже.
refusal-stale-move = Игра ушла вперёд — посмотрите на стол ещё раз.
refusal-already-done = Этот ход уже сделан.
refusal-illegal-move = Так ходить нельзя.
refusal-may-not-stop = Остановить может хозяин стола или админ группы, а через три часа без игры — любой из игроков.
refusal-not-finished = Партия ещё не закончена.
refusal-too-many-rooms = Здесь уже слишком много столов — сначала закончите какой-нибудь.
refusal-no-hand = Карты ещё не розданы.
refusal-nudge-self = Сейчас ваш ход — торопить некого.
refusal-nudge-vacant = Это место свободно: торопить некого.
refusal-nudged-already = Уже поторопили. Следующий раз — через минуту.
refusal-no-claim = Игра идёт дальше: ход сделан или время ещё есть.
refusal-claim-own = Решать соперникам: время вышло на вашей стороне.
refusal-seat-asked = Это место уже просит { $name }. Подождём ответа.
refusal-already-asked = Вы уже попросились: ждём согласия остальных.
refusal-own-seat = За этим столом вы играли на другом месте — вернуться можно на него.
refusal-request-over = Этой просьбы больше нет.
refusal-not-yours = Это спросили не у вас.
refusal-busy = Секунду, не успеваю. Ничего не потерялось — нажмите ещё раз.
bad-press = Не знаю такой кнопки. Наберите /table — покажу стол заново.

# Что нарушил бы ход.
illegal-match-over = Партия уже закончилась.
illegal-not-dealt = Карты ещё не розданы.
illegal-deal-open = Эта сдача ещё не доиграна.
illegal-not-your-turn = Сейчас ходит: { $seat }
illegal-not-in-hand = { $card } — этой карты у вас нет.
illegal-follow-suit = Надо ходить в масть: { $suit }
illegal-must-trump = Масти нет — надо бить козырем: { $suit }
illegal-must-beat = Надо перебить старшим козырем.
illegal-bela-not-held = Для белы нужны козырные король и дама на одной руке.
illegal-bela-announced = Бела уже объявлена.
illegal-bela-card = Белу объявляют с козырным королём или дамой.
illegal-bidding-first = Сначала торговля: козырь ещё не выбран.
illegal-bidding-over = Торговля уже закончилась.
illegal-order-upcard-suit = В первом круге можно играть только { $suit }
illegal-order-other-suit = Во втором круге { $suit } играть уже нельзя — выберите другую масть.
illegal-forced-dealer = Обяз: сдающий должен выбрать козырь.
illegal-redeal-not-allowed = С такими картами пересдачу не просят.
illegal-redeal-too-late = Пересдачу просят раньше всего остального — теперь поздно.
illegal-klabor-not-held = Для клабора нужны Т К Д В 10 9 одной масти.
illegal-answer-order = Ждём решения, отдать или вистовать: { $seat }
illegal-no-concession = Отдавать сейчас нечего.
illegal-too-late = Это можно было сделать только до первой карты.
illegal-swap-not-allowed = В этой сдаче семёрку не меняют.
illegal-swap-not-held = Для обмена нужна козырная семёрка: { $suit }
illegal-swap-too-late = Меняют до объявлений — теперь поздно.
illegal-deberts-not-held = Деберца у вас на руках нет.
illegal-deberts-too-late = Деберц показывают до объявлений — теперь поздно.
illegal-nothing-to-declare = Объявлять нечего: ни терца, ни полтинника.
illegal-already-declared = Вы уже объявили.
illegal-no-sequences = В переигровке терцы и полтинники не объявляют.
illegal-dave-off = За этим столом без дейва.
illegal-dave-yours = Последний дейв был ваш — теперь право у соперника.
illegal-answer-dave = Сначала ответ на дейв.
illegal-no-dave = Отвечать не на что: дейва не было.

## Короткие ответы на нажатие

toast-card = Вы сыграли { $card }
toast-bela = Бела! Вы сыграли { $card }
toast-order = Играете { $suit }
toast-pass = Пас
toast-redeal = Пересдача
toast-klabor = Клабор!
toast-concede = Сдача отдана
toast-continue = Вистуете
toast-swap = Вскрышка ваша
toast-deberts = Деберц!
toast-declare = Объявлено
toast-dave = Дейв! Слово за соперником
toast-accept = Принято
toast-surrender = Вы сдались
toast-seated = Вы за столом!
toast-moved = Вы пересели.
toast-stood-up = Вы встали из-за стола.
toast-started = Поехали! Карты — в личке.
toast-dropped = Убрано.
toast-rule-set = Правило изменено.
toast-stopped = Стол закрыт.
toast-language-set = Теперь говорю по-русски.
toast-rematch = Реванш! Стол открыт в группе.

## Ответы на команды

plain = { $text }
no-table = Здесь сейчас никто не играет. Откройте стол: /deberts
no-table-private = Вы сейчас нигде не играете. Стол открывают в группе командой /deberts.
nothing-to-export = Законченных партий пока нет: сохранять нечего.
export-caption = Запись партии «{ $title }»: все сдачи и ходы.
rules-saved = Правила «{ $name }» сохранены: они в «Наших правилах» стола.
stop-done = ⏹ Стол закрыт ({ $name })
stop-kept = Играем дальше.
language-admins-only = Язык группы меняют её администраторы.
group-silent = Я не могу писать в группу «{ $title }». Игра не потеряна: ходите здесь, а чтобы стол снова был виден всем, разрешите мне писать в группе.

## Страницы правил

presets-title = 🎴 По чьим правилам играем?
presets-about = Любое правило потом можно поменять по отдельности.
preset-gambler-about = вдвоём, до 501; дошли вместе — побеждает вистовавший (501:500)
preset-moscow-about = вдвоём или втроём, без обяза; сдаёт набравший больше
preset-kharkov-about = обяз, без фрезы, вдвоём и втроём прикуп 4; шесть подряд — деберц, штрафы за лыжу и байты
preset-odessa-about = пара на пару, вдвоём или втроём: перебивать убитое, клабор, переигровка висячего, лыжа 100
preset-classic-about = обяз, ходит играющий; семь козырей от туза — деберц, штрафы 50 и 100
preset-yellowclub-about = обяз, ходит сидящий слева от сдающего; лыжа 50, с третьего байта штраф 100
preset-igrafan-about = обяз, семёрку меняет только играющий, без штрафов
preset-short-about = одна сдача — одна ставка, байта нет
preset-poltinnik-about = вдвоём; заказ можно отдать за 50, отрыв в 250 заканчивает партию
saved-title = 💾 Наши правила
saved-about = Чтобы сохранить правила этого стола под именем, напишите в группу: <code>/save наши правила</code>
rules-group-deal = Сдача и торговля
rules-group-sequences = Объявления
rules-group-play = Розыгрыш
rules-group-score = Счёт
rules-group-end = Конец партии
rules-group-about = { $mark } — не как в пресете.

## Честная сдача

command-verify = проверить честность колод
seal = 🔒 Отпечаток колоды (/verify):
fair-title = 🔒 Честная сдача
fair-about = Колоду тасуют до торговли, и её отпечаток сразу виден на столе. Карт по нему не узнать, а подменить их потом нельзя: отпечаток не сойдётся. Колоды открывает файл записи — вот он, ниже.
fair-step-1 = 1. Возьмите из файла <code>deck</code> и <code>nonce</code> сдачи.
fair-step-2 = 2. Запишите 32 карты и nonce в строку через пробел и посчитайте SHA-256.
fair-step-3 = 3. Сравните с отпечатком под итогом этой сдачи.
fair-program = Всё сразу: <code>python -m bot verify ФАЙЛ</code>
fair-later = Вот отпечатки сданных колод. Сами колоды откроются, когда партия закончится: снова /verify
fair-before = До сдачи { $number } — под итогами сдач; у сдач без итога — после партии по /verify.
fair-others = Отпечатки сдач, у которых нет итога:
fair-others-newest = Отпечатки последних { $count } сдач, у которых нет итога (прежние — в файле):
stopped-to-verify = Последняя партия остановлена: записи у неё нет, и её колоды не откроются.
stopped-to-verify-before = Последняя партия остановлена: записи у неё нет, и её колоды не откроются. Ниже — законченная до неё.
nothing-to-verify = Проверять пока нечего: здесь ещё не закончили ни одной партии.

## Для того, кто держит бота

status-title = 🛠 Бот
status-running = Версия { $version } · схема { $schema } · работает { $uptime }
status-uptime = { $days } д { $hours } ч { $minutes } мин
status-rooms = Столы: играют { $playing }, собираются { $lobbies }, закончены { $ended }
status-memory = В памяти { $loaded }, спят { $sleeping }
status-backlog = Ждут: чатов { $chats }, столов { $rooms }, апдейтов { $updates }
status-database = База { $size } · журнал { $log }
status-problems = Последние ошибки (UTC):
status-no-problems = Ошибок не было.
chat-not-allowed = Этот бот играет только в своих группах, поэтому я ухожу. Всего доброго!

## Забыть игрока

command-forget = удалить мои данные
name-of-nobody = Игрок
forget-question = Удалить ваши данные?
forget-about = Я забуду ваше имя, язык, любимые правила и историю партий. За столами, где ещё не начали играть, ваше место освободится.
forget-stays = Сыгранные партии останутся у остальных, но вместо вас там будет просто «Игрок». Сообщения, которые уже есть в чатах, не изменятся.
button-forget-yes = Удалить
button-forget-no = Оставить
forget-done = Готово, я вас больше не помню. Захотите сыграть — садитесь за стол, и познакомимся заново.
forget-kept = Хорошо, всё остаётся как есть.
forget-later = Пока вы играете, удалить ничего нельзя. Доиграйте, остановите партию или покиньте её (/leave), а потом наберите /forget ещё раз:
refusal-in-match = Сначала доиграйте партию, остановите её или покиньте: /leave

## Часы: сколько можно думать

clock-title = ⏰ Часы
clock-about = Сколько можно думать над ходом. Перед концом бот напомнит.
clock-0 = без часов
clock-60 = 1 минута
clock-180 = 3 минуты
clock-600 = 10 минут
clock-86400 = сутки
clock-then-play = потом ходит бот
clock-then-claim = потом можно закончить
clock-play-about = Не успели — ходит бот: в торговле пасует, если можно, объявляет комбинации и кладёт самую слабую карту из возможных.
clock-claim-about = Не успели — остальные могут закончить партию в свою пользу.
clock-line-play = ⏰ На ход — { $time }, потом ходит бот
clock-line-claim = ⏰ На ход — { $time }, потом можно закончить партию
clock-rule = На ход — { $time }. Время идёт с той минуты, когда игрок мог узнать, что ход его; перед концом бот напомнит.
clock-short-60 = ⏰ 1 мин
clock-short-180 = ⏰ 3 мин
clock-short-600 = ⏰ 10 мин
clock-short-86400 = ⏰ сутки
clock-left = ⏰ { $name }, осталось { $time }
clock-left-30 = полминуты
clock-left-90 = полторы минуты
clock-left-300 = 5 минут
clock-left-43200 = 12 часов
clock-left-3600 = меньше часа
clock-overdue = ⏰ Время вышло: { $name }. Остальные могут закончить партию в свою пользу — или подождать ещё.
clock-stand-in = 🤖 Бот ходит за тех, кого нет: { $names }
clock-resting = 🤖 За столом никого: бот ходил за всех и ждёт. Нажмите любую кнопку — игра пойдёт дальше.
nudged = 👋 { $by } торопит: { $name }, ваш ход!
console-left = ⏰ Осталось { $time }
console-overdue = ⏰ Время вышло: остальные могут закончить партию. Пока этого не сделали, ходите!
console-nudged = 👋 Вас торопит { $by }
console-stand-in = 🤖 Пока вас не было, за вас ходил бот.
button-nudge = 👋 Поторопить
button-claim = 🏁 Закончить в нашу пользу
button-claim-yes = Закончить
claim-question = Закончить партию в вашу пользу?
claim-about = Не ходит { $name }: время вышло. Победу запишут остальным, доиграть партию уже не получится.
ended-claimed = ⏰ Партия закончена, время вышло: { $names }
history-claimed = ⏰ по времени
toast-clock-set = Часы поставлены.
toast-nudged = Поторопили!
toast-claimed = Партия закончена в вашу пользу.
claim-done = 🏁 Партия закончена.

## Уйти и заменить

button-leave = 🚪 Уйти
button-leave-yes = Уйти
leave-question = { $name }, уходите из-за стола?
leave-about = Карты останутся на месте: вместо вас сможет сесть другой. Вернуться можно, если остальные не против.
leave-last-about = Вы последний за столом: партия будет остановлена.
ended-deserted = ⏹ Партия остановлена: все ушли.
expired-lobby = ⏹ Стол закрыт: за ним полдня никого не было. Новый — /deberts
expired-match = ⏹ Партия остановлена: за столом две недели никого не было.
leave-done = Вы вышли из-за стола.
left-table = { $name } выходит из-за стола.
seat-vacant = 🪑 { $name } больше не играет, место свободно
seat-vacant-played = 🪑 { $name } больше не играет: пока место свободно, ходит бот
seat-request = 🙋 { $name } хочет сесть вместо: { $left }. Ждём согласия: { $waiting }
seat-return = 🙋 { $name } хочет вернуться. Ждём согласия: { $waiting }
button-take-over = 🪑 Сесть вместо: { $name }
button-agree = ✅ Пустить: { $name }
button-refuse = ✖ Не пускать
toast-left = Вы вышли из-за стола.
toast-asked = Просим остальных согласиться.
toast-agreed = Вы согласны.
toast-refused = Отказано.
toast-changed-mind = Хорошо, место больше не просим.
seat-refused = Место за столом «{ $title }» вам не уступили.
command-leave = уйти из-за стола

## Игра за столом в группе

button-play-here = 🎴 Играть здесь
button-hide-cards = ✖ Спрятать карты
button-declare-any = Объявить комбинации
toast-plays-here = Жмите свои карты: чужие не сыграют, а ваших никто не увидит.

## О боте

bot-description = Деберц с друзьями прямо в группе: каждый видит свои карты здесь, в личке, а бот сдаёт, знает правила и ведёт запись. Гамблер, Москва, Харьков, Одесса и ваши собственные правила, на двоих, троих, четверых и пара на пару.
bot-short-description = Деберц с друзьями в группе: бот сдаёт, знает правила и ведёт запись.
