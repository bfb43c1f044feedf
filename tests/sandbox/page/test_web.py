"""The pages: keys, headers, errors in Telegram's form, files only for those who see them."""

from __future__ import annotations

import contextlib

import httpx
import pytest

from bot.sandbox.page.deeds import deeds
from bot.sandbox.page.orders import orders

from .conftest import Show

NOT_FOUND = {"ok": False, "error_code": 404, "description": "Not Found"}


async def test_pages_open_by_their_keys_alone(show: Show) -> None:
    stage, phone = show.stage, show.people[0]
    assert (await show.get(f"/stage/{stage.key}")).status_code == 200
    assert (await show.get(phone.path)).status_code == 200
    for path in ("/", "/stage/x", "/phone/x", f"/stage/{phone.key}", f"/phone/{stage.key}", "/stage/"):
        assert (await show.get(path)).status_code == 404, path
    assert len({stage.key, *(phone.key for phone in show.people)}) == 3
    assert min(len(phone.key) for phone in show.people) >= 32


async def test_pages_take_nothing_from_elsewhere_and_tell_nobody_their_address(show: Show) -> None:
    headers = (await show.get(f"/stage/{show.stage.key}")).headers
    assert "default-src 'self'" in headers["Content-Security-Policy"]
    assert headers["Referrer-Policy"] == "no-referrer"
    assert headers["X-Content-Type-Options"] == "nosniff"


@pytest.mark.parametrize(
    "path", ["/nothing", "/static/nothing.js", "/static/../web.py", "/bot1:a/getMe", "/phone"]
)
async def test_what_is_not_there_is_refused_in_telegrams_form(show: Show, path: str) -> None:
    response = await show.get(path)
    assert (response.status_code, response.json()) == (404, NOT_FOUND)


@pytest.mark.parametrize("path", ["/phone/KEY/socket", "/stage/KEY/socket"])
async def test_a_socket_that_is_asked_for_as_a_page_is_refused_in_telegrams_form(
    show: Show, path: str
) -> None:
    response = await show.get(path.replace("KEY", show.stage.key))
    assert response.json() == {"ok": False, "error_code": 400, "description": "Bad Request"}


async def test_no_key_gets_into_the_log(show: Show, caplog: pytest.LogCaptureFixture) -> None:
    anna = show.people[0]
    await (await show.open(f"{anna.path}/socket?stage=%ff")).of("hello")
    await show.get(f"{anna.path}/%ff")
    await show.get(f"/stage/{show.stage.key}%ff")
    for path in (anna.path, f"/stage/{show.stage.key}"):
        with contextlib.suppress(httpx.TransportError):
            await show.client.request("BREW", f"{show.stage.address}{path}", content=b"x" * 100_000)
    assert anna.key not in caplog.text
    assert show.stage.key not in caplog.text


async def test_a_browser_that_does_not_keep_up_is_hung_up_on(
    show: Show, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr("bot.sandbox.page.web._MOST_UNSENT", 10)
    slow = await show.phone(show.people[0])
    await slow.ended()
    monkeypatch.undo()
    monkeypatch.setattr("bot.sandbox.page.web._MOST_REQUESTS", 1)
    hasty = await show.phone(show.people[0])
    await hasty.send("start")
    await hasty.ended()
    monkeypatch.undo()
    await (await show.phone(show.people[0])).of("hello")
    assert not caplog.records


async def test_work_that_fails_is_answered_all_the_same(show: Show, monkeypatch: pytest.MonkeyPatch) -> None:
    browser = await show.phone(show.people[0])

    def broken(*_: object) -> None:
        raise RuntimeError("a mistake of ours")

    monkeypatch.setattr("bot.sandbox.person.Person.block", broken)
    assert await browser.refused("block") == "Не получилось, и не по вашей вине."


async def test_methods_that_make_no_sense_are_refused_in_telegrams_form(show: Show) -> None:
    for method in ("POST", "PUT", "DELETE", "OPTIONS"):
        response = await show.client.request(method, f"{show.stage.address}/stage/{show.stage.key}")
        assert response.status_code == 405
        assert response.json() == {"ok": False, "error_code": 405, "description": "Method Not Allowed"}


async def test_a_file_is_for_those_in_whose_chat_it_is(show: Show) -> None:
    anna, boris = show.people
    await anna.person.start()
    await anna.person.write(anna.person.private, "", document=("лист & счёт.txt", b"1 2 3"))
    browser = await show.phone(anna)
    await browser.send("open", chat=anna.id)
    document = (await browser.of("messages"))["messages"][-1]["document"]
    assert (document["name"], document["size"]) == ("лист & счёт.txt", 5)
    response = await show.get(document["url"])
    assert response.content == b"1 2 3"
    assert response.headers["Content-Disposition"].startswith("attachment")
    assert (await show.get(document["url"].replace(anna.key, boris.key))).json() == NOT_FOUND
    anna.person.delete(anna.person.last())
    assert (await show.get(document["url"])).json() == NOT_FOUND


JUNK: list[str | bytes] = [
    "",
    "junk",
    "[]",
    "null",
    '"do"',
    "1" * 5000,
    "[" * 20000,
    '{"do": "nothing"}',
    '{"do": 5}',
    '{"do": ["deal"]}',
    '{"do": "write", "hands": 1}',
    '{"do": "write", "self": 1}',
    '{"do": "__init__"}',
    '{"do": "write", "chat": 1, "text": "\\ud800"}',
    b"\xff\xfe",
    b"{}",
]


@pytest.mark.parametrize("text", JUNK, ids=range(len(JUNK)))
async def test_junk_on_a_socket_is_refused_and_the_socket_lives_on(show: Show, text: str | bytes) -> None:
    for browser in (await show.phone(show.people[0]), await show.director()):
        await browser.raw(text)
        frame = await browser.of("error")
        assert frame["text"] == "Страница попросила о невозможном." or frame["text"].startswith("The page")
    await browser.do("language", code="en")


WRONG: tuple[object, ...] = (None, "5", 5.5, True, [], {}, 2**70, "\u0000", -1)


@pytest.mark.parametrize("value", WRONG, ids=repr)
async def test_no_request_with_wrong_fields_gets_further_than_a_sentence(show: Show, value: object) -> None:
    fields = ("chat", "key", "data", "text", "topic", "reply", "payload", "user", "name", "closed", "muted",
              "before", "on", "phone", "title", "forum", "first_name", "action", "code", "slow")  # fmt: skip
    phone, director = await show.phone(show.people[0]), await show.director()
    for browser, requests in ((phone, deeds), (director, orders)):
        for name in requests.names:
            for field in fields:
                frame = await browser.ask(name, **{field: value})
                assert frame["type"] in ("error", "done"), frame


async def test_refusals_speak_the_language_of_whoever_reads_them(show: Show) -> None:
    boris = await show.phone(show.people[1])
    group = show.people[1].shown
    assert await boris.refused("upgrade", chat=group) == "Борис не администратор группы «Друзья»."
    director = await show.director()
    await director.do("language", code="en")
    assert await director.refused("take_back", phone=1) == "There is no such person."
    await director.do("language", code="ru")
    assert await director.refused("take_back", phone=1) == "Такого человека нет."
