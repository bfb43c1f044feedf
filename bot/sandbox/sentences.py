"""Why a person cannot do something, in the words of the page's two languages."""

from __future__ import annotations

SENTENCES: dict[str, tuple[str, str]] = {
    # English, Russian
    "bad_request": ("The page asked for something that cannot be.", "Страница попросила о невозможном."),
    "no_such_chat": ("There is no such chat.", "Такого чата нет."),
    "no_such_person": ("There is no such person.", "Такого человека нет."),
    "no_such_topic": ("There is no such topic in {chat}.", "В группе «{chat}» нет такой темы."),
    "message_deleted": ("The message is deleted.", "Сообщение удалено."),
    "not_here": ("{who} is not in {chat}.", "{who} не в группе «{chat}»."),
    "here_already": ("{who} is already in {chat}.", "{who} уже в группе «{chat}»."),
    "not_admin": ("{who} is not an admin of {chat}.", "{who} не администратор группы «{chat}»."),
    "anothers_chat": (
        "{who} cannot open another's private chat.",
        "{who} не может открыть чужой личный чат.",
    ),
    "has_blocked": ("{who} has blocked the bot.", "{who} заблокировал(а) бота."),
    "sees_not": ("{who} does not see the message.", "{who} не видит этого сообщения."),
    "became_supergroup": (
        "{chat} has become a supergroup: go on there.",
        "Группа «{chat}» стала супергруппой: пишите там.",
    ),
    "nothing_to_send": ("There is nothing to send.", "Нечего отправлять."),
    "too_long": ("The message is too long.", "Сообщение слишком длинное."),
    "bad_payload": (
        "A link's payload is 1 to 64 of A-Z, a-z, 0-9, _ and -.",
        "В ссылке может быть от 1 до 64 знаков A-Z, a-z, 0-9, _ и -.",
    ),
    "no_link_to_bot": ("{url} does not lead to the bot.", "{url} не ведёт к боту."),
    "not_own_message": ("One edits one's own messages.", "Изменять можно только свои сообщения."),
    "may_not_delete": ("You may not delete this message.", "Это сообщение вы удалить не можете."),
    "button_disabled": ("[{button}] is disabled.", "Кнопка [{button}] выключена."),
    "not_pressable": ("[{button}] is not a button to press.", "[{button}] нельзя нажать."),
    "no_buttons": ("Only the bot's messages have buttons.", "Кнопки есть только у сообщений бота."),
    "no_private_group": ("Nobody joins a private chat.", "В личный чат не вступают."),
    "only_people_block": ("Only people block the bot.", "Заблокировать бота могут только люди."),
    "no_upgrade": (
        "Only a group becomes a supergroup, and once.",
        "Супергруппой становится только обычная группа, и один раз.",
    ),
    "no_topics": ("{chat} has no topics.", "В группе «{chat}» нет тем."),
    "topics_already": ("{chat} has topics already.", "В группе «{chat}» темы уже есть."),
    "no_anonymity": (
        "Only an admin of a supergroup writes anonymously.",
        "Анонимно пишет только администратор супергруппы.",
    ),
    "no_channels": ("Channels speak in supergroups only.", "Каналы пишут только в супергруппах."),
    "empty_group": ("A group has at least one member.", "В группе есть хотя бы один участник."),
    "no_answer": ("The bot has not answered in {seconds} s.", "Бот не ответил за {seconds} с."),
    "late_answer": ("The bot answered too late.", "Бот ответил слишком поздно."),
    "waited_in_vain": ("{who} waited {seconds} s in vain.", "{who}: напрасное ожидание, {seconds} с."),
    "empty_chat": ("The chat is empty.", "Чат пуст."),
    "no_reply_to_ephemeral": (
        "Replies to ephemeral messages are not known here.",
        "Ответов на сообщения, видимые одному, здесь нет.",
    ),
    "no_button": (
        "There is no button {label}; the buttons are: {buttons}.",
        "Нет кнопки {label}; есть: {buttons}.",
    ),
    "many_buttons": (
        "There is more than one button {label}; the buttons are: {buttons}.",
        "Кнопок {label} несколько; есть: {buttons}.",
    ),
    "too_many_people": ("There are {most} people already.", "Здесь уже {most} человек."),
    "too_few_phones": (
        "Two phones that are played here are needed: add a person or take a phone back.",
        "Нужны два телефона, на которых играют здесь: добавьте человека или верните телефон.",
    ),
    "dealing_already": ("The cards are being dealt.", "Карты уже раздаются."),
    "bot_is_silent": (
        "The bot has not answered in {seconds} s: have a look at the weather.",
        "Бот не ответил за {seconds} с: посмотрите, какая погода.",
    ),
    "page_failed": ("That did not work, and it is not your fault.", "Не получилось, и не по вашей вине."),
    "bad_topic_name": (
        "A topic's name has 1 to 128 characters.",
        "В названии темы от 1 до 128 знаков.",
    ),
    "bot_is_down": ("The bot is not running: start it first.", "Бот не запущен: сначала запустите его."),
    "in_other_hands": ("A friend holds this phone.", "Этот телефон в руках у друга."),
}


def sentence(kind: str, language: str, names: dict[str, object]) -> str:
    """Return a sentence in `ru`, or else in English, with the names filled in."""
    english, russian = SENTENCES[kind]
    return (russian if language == "ru" else english).format(**names)
