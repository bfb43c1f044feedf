import json
from datetime import timedelta
from typing import Any

import pytest
from telegram import Message, Update
from telegram.error import TelegramError
from telegram.request import BaseRequest, RequestData

from bot.telegram.app import make_application
from bot.telegram.receiving import ReceivingBot

ME = {"id": 7000000001, "is_bot": True, "first_name": "Деберц", "username": "deberts_bot"}
ANNA = {"id": 11, "is_bot": False, "first_name": "Анна", "language_code": "ru"}
BUTTONS = {"inline_keyboard": [[{"text": "Т♠️", "callback_data": "m:1:0:3:AS"}]]}
CONSOLE: dict[str, Any] = {
    "message_id": 5,
    "date": 1_800_000_000,
    "chat": {"id": 11, "type": "private", "first_name": "Анна"},
    "from": ME,
    "text": "Ваш ход · Т♠️",
    "entities": [{"type": "bold", "offset": 0, "length": 7}],
    "reply_markup": BUTTONS,
}


def press(message: dict[str, Any] | None) -> dict[str, Any]:
    query = {"id": "1", "from": ANNA, "chat_instance": "1", "data": "m:1:0:3:AS"}
    return {"update_id": 1, "callback_query": query if message is None else {**query, "message": message}}


class Answering(BaseRequest):
    """Answers every call with the same result."""

    def __init__(self, result: object) -> None:
        self._result = result
        self.asked: list[tuple[str, dict[str, Any], object]] = []

    @property
    def read_timeout(self) -> float | None:
        return 5.0

    async def initialize(self) -> None: ...

    async def shutdown(self) -> None: ...

    async def do_request(
        self,
        url: str,
        method: str,
        request_data: RequestData | None = None,
        read_timeout: object = None,
        *_: Any,
        **__: Any,
    ) -> tuple[int, bytes]:
        params = {} if request_data is None else request_data.parameters
        self.asked.append((url.rsplit("/", 1)[1], params, read_timeout))
        return 200, json.dumps({"ok": True, "result": self._result}).encode()


def bot_of(answering: Answering) -> ReceivingBot:
    return ReceivingBot("1:t", request=answering, get_updates_request=answering)


async def received(*updates: object) -> tuple[Update, ...]:
    return await bot_of(Answering(updates)).get_updates()


async def test_of_a_pressed_message_only_where_it_stands_is_kept() -> None:
    (update,) = await received(press(CONSOLE))
    query = update.callback_query
    assert query is not None
    assert (query.id, query.from_user.id, query.data) == ("1", 11, "m:1:0:3:AS")
    message = query.message
    assert isinstance(message, Message)
    assert (message.message_id, message.chat.id, message.chat.type) == (5, 11, "private")
    assert (message.text, message.entities, message.reply_markup) == (None, (), None)
    assert "Т♠️" not in str(update)


async def test_the_topic_of_a_pressed_message_is_kept() -> None:
    group = {"id": -100, "type": "supergroup", "title": "Наши", "is_forum": True}
    opened = {
        "message_id": 3,
        "date": 1,
        "chat": group,
        "forum_topic_created": {"name": "A", "icon_color": 1},
    }
    topic = {"message_thread_id": 3, "is_topic_message": True, "reply_to_message": opened}
    (update,) = await received(press({**CONSOLE, "chat": group, **topic}))
    assert update.callback_query is not None
    message = update.callback_query.message
    assert isinstance(message, Message)
    assert (message.chat.title, message.message_thread_id, message.is_topic_message) == ("Наши", 3, True)
    assert message.reply_to_message is None


async def test_a_message_that_is_out_of_reach_stays_so() -> None:
    old = {"message_id": 5, "date": 0, "chat": CONSOLE["chat"]}
    (update,) = await received(press(old))
    assert update.callback_query is not None
    assert update.callback_query.message is not None
    assert not update.callback_query.message.is_accessible
    (update,) = await received(press(None))
    assert update.callback_query is not None
    assert update.callback_query.message is None


async def test_what_somebody_writes_is_read_whole() -> None:
    command = {"type": "bot_command", "offset": 0, "length": 6}
    written = {**CONSOLE, "from": ANNA, "text": "/table", "entities": [command]}
    (update,) = await received({"update_id": 2, "message": written})
    assert update.message is not None
    assert (update.message.text, len(update.message.entities)) == ("/table", 1)


async def test_an_update_that_cannot_be_read_is_passed_over(caplog: pytest.LogCaptureFixture) -> None:
    written = {**CONSOLE, "from": ANNA, "text": "a secret"}
    broken = {"update_id": 2, "message": {**written, "chat": "a secret"}}
    pressed = {"update_id": 3, "callback_query": ["a secret"]}
    updates = await received({"update_id": 1, "message": written}, broken, pressed, press(CONSOLE))
    # Each is confirmed by its number.
    assert [update.update_id for update in updates] == [1, 2, 3, 1]
    assert [update.effective_user is None for update in updates] == [False, True, True, False]
    said = [record.getMessage() for record in caplog.records if record.levelname == "ERROR"]
    assert len(said) == 2
    assert [line.partition(":")[0] for line in said] == [
        "update 2 could not be read",
        "update 3 could not be read",
    ]
    assert "secret" not in caplog.text


@pytest.mark.parametrize("result", [True, ME, ["a secret"], [{"message": "a secret"}], [{"update_id": "1"}]])
async def test_what_is_no_list_of_updates_is_the_librarys_error(
    result: object, caplog: pytest.LogCaptureFixture
) -> None:
    with pytest.raises(TelegramError):
        await bot_of(Answering(result)).get_updates()
    assert "secret" not in caplog.text


async def test_updates_are_fetched_as_they_are_asked_for() -> None:
    answering = Answering([])
    bot = bot_of(answering)
    assert await bot.get_updates(offset=7, timeout=10, allowed_updates=["message"]) == ()
    assert await bot.get_updates(offset=8, timeout=timedelta(seconds=3), read_timeout=2.0) == ()
    asked = {"offset": 7, "timeout": 10, "allowed_updates": ["message"]}
    assert await bot.getUpdates(timeout=4, read_timeout=None) == ()
    # An answer may take as long as Telegram may wait for an update, and the usual time on top.
    assert answering.asked == [
        ("getUpdates", asked, 15),
        ("getUpdates", {"offset": 8, "timeout": 3}, 5),
        ("getUpdates", {"timeout": 4}, 4),
    ]


def test_the_application_fetches_with_it() -> None:
    assert isinstance(make_application("1:t", "http://127.0.0.1:1").bot, ReceivingBot)
