"""The HTTP side: encodings, junk, tokens, hooks, stopping."""

from __future__ import annotations

import asyncio
import json
import random
from typing import Any

import httpx
import pytest

from bot.clock import VirtualClock
from bot.sandbox import ApiError, Person, World, serve
from bot.sandbox.methods import registry

from .conftest import BareBot, keyboard, settle


@pytest.fixture
async def ann(world: World) -> Person:
    ann = world.person("Аня")
    await ann.start()
    return ann


async def test_every_way_to_pass_parameters(bot: BareBot, ann: Person) -> None:
    markup = json.dumps(keyboard([("К", "k")]))
    flat = {"chat_id": str(ann.id), "text": "♠ & <", "reply_markup": markup, "protect_content": "true"}
    url = f"{bot.root}/sendMessage"
    bot.server.world.limits.enabled = False
    responses = [
        await bot.client.get(url, params=flat),
        await bot.client.post(url, params=flat),
        await bot.client.post(url, data=flat),
        await bot.client.post(url, files={name: (None, value) for name, value in flat.items()}),
        await bot.client.post(url, json=flat),
        await bot.client.post(url, json={**flat, "chat_id": ann.id, "reply_markup": json.loads(markup)}),
        await bot.client.post(f"{bot.root}/sendmessage/", data=flat),
    ]
    assert [response.status_code for response in responses] == [200] * len(responses)
    messages = ann.messages()[1:]
    assert {(message.text, *message.labels, message.is_protected) for message in messages} == {
        ("♠ & <", "К", True)
    }


@pytest.mark.parametrize(
    ("content_type", "body"),
    [
        ("application/json", b"{"),
        ("application/json", b"[]"),
        ("application/json", b"\xff"),
        ("application/json", b'{"chat_id": "\\ud83c"}'),
        ("application/json", b'{"\\ud83c": 1}'),
        ("application/json", b'{"text": NaN}'),
        ("application/json", b'{"chat_id": 1' + b"0" * 5000 + b"}"),
        ("application/json", b'{"reply_markup": ' + b"[" * 100_000 + b"]" * 100_000 + b"}"),
        ("application/json", b'{"reply_markup": "' + b"[" * 100_000 + b'"}'),
        ("application/x-www-form-urlencoded", b"\xff=1"),
        ("application/x-www-form-urlencoded", b"text=%ff"),
        ("application/x-www-form-urlencoded", b"&".join([b"a=1"] * 5000)),
        ("multipart/form-data", b"x"),
        ("multipart/form-data; boundary=b", b"x"),
        ("multipart/form-data; boundary=b", b"--b\r\n\r\nx\r\n--b--\r\n"),
        (
            "multipart/form-data; boundary=b",
            b'--b\r\nContent-Disposition: form-data; name="a"\r\n\r\n\xff\r\n--b--\r\n',
        ),
        ("text/plain", b"x"),
        ("", b"x"),
    ],
)
async def test_junk_bodies(bot: BareBot, content_type: str, body: bytes) -> None:
    headers = {"Content-Type": content_type}
    response = await bot.client.post(f"{bot.root}/sendMessage", content=body, headers=headers)
    answer = response.json()
    assert response.status_code == 400
    assert answer.keys() == {"ok", "error_code", "description"}
    assert answer["description"].startswith("Bad Request: ")


async def test_random_parameters_never_break_it(world: World, bot: BareBot, ann: Person) -> None:
    choice = random.Random(5)
    world.limits.enabled = False
    sent = await bot.send(ann.id, reply_markup=keyboard([("К", "k")]))
    button: dict[str, Any] = {"text": "x", "callback_data": "a"}
    values: list[Any] = [
        None, True, False, 0, 1, -1, 2.5, 10**30, "", " ", "x", "/", "[]", "{}", "[", "@x", "attach://x",
        [], {}, [[]], [{}], [None], {"a": 1}, ann.id, str(ann.id), sent["message_id"],
        "HTML", "<b>x</b>", "<a href", "https://[", "http://127.0.0.1:99999/", ["message"],
        {"inline_keyboard": [[button]]}, {"inline_keyboard": [[[]]]},
        {"inline_keyboard": [[{**button, "style": {}}]]}, {"inline_keyboard": [[{"text": [], "url": {}}]]},
        {"message_id": []}, {"message_id": 1, "chat_id": []}, {"is_disabled": []},
        {"type": []}, {"type": "chat", "chat_id": []},
        {"type": "chat_member", "chat_id": ann.id, "user_id": {}},
        [{"type": [], "offset": 0, "length": 1}], [{"type": "bold", "offset": 0.5, "length": "x"}],
        [{"type": "text_mention", "offset": 0, "length": 1, "user": {"id": []}}],
        [{"command": [], "description": {}}],
    ]  # fmt: skip
    methods = list(registry._methods.values())
    for _ in range(400):
        method = choice.choice(methods)
        if method.name in ("setWebhook", "leaveChat"):
            continue
        names = [name for name in method.spec if choice.random() < 0.8 and name != "timeout"]
        params = {name: choice.choice(values) for name in names}
        if "chat_id" in params and choice.random() < 0.7:
            params["chat_id"] = ann.id
        response = await bot.client.post(f"{bot.root}/{method.name}", json=params)
        assert response.status_code in (200, 400, 403), (method.name, params)
        assert response.json()["ok"] is (response.status_code == 200)


async def test_unknown_methods_tokens_and_paths(world: World, bot: BareBot) -> None:
    server = bot.server
    for url, code, description in (
        (f"{bot.root}/sendPoll", 404, "Not Found: method not found"),
        (f"{server.base_url}7000000001:wrong/getMe", 401, "Unauthorized"),
        (f"{server.base_url}7000000001:{world.token}/getMe", 404, "Not Found"),
        (f"{server.base_url}junk/getMe", 404, "Not Found"),
        (f"{server.url}/", 404, "Not Found"),
        (f"{server.base_file_url}junk/a", 404, "Not Found"),
    ):
        response = await bot.client.get(url)
        assert response.status_code == code
        assert response.json() == {"ok": False, "error_code": code, "description": description}
    assert (await bot.client.put(f"{bot.root}/getMe")).json()["error_code"] == 405


async def test_observers_see_decoded_parameters(world: World, bot: BareBot, ann: Person) -> None:
    seen: list[tuple[str, dict[str, Any]]] = []
    world.observers.append(lambda method, params: seen.append((method, dict(params))))
    markup = keyboard([("К", "k")])
    flat = {
        "chat_id": str(ann.id),
        "text": "x",
        "reply_markup": json.dumps(markup),
        "protect_content": "false",
    }
    await bot.client.post(f"{bot.root}/sendmessage", data=flat)
    expected = {"chat_id": ann.id, "text": "x", "reply_markup": markup, "protect_content": False}
    assert seen == [("sendMessage", expected)]


async def test_refused_calls_are_kept(world: World, bot: BareBot) -> None:
    await bot.refused("sendMessage", chat_id=5, text="x")
    await bot.refused("sendMessages")
    assert [(refused.method, refused.error.code, dict(refused.params)) for refused in world.refused] == [
        ("sendMessage", 400, {"chat_id": 5, "text": "x"}),
        ("sendMessages", 404, {}),
    ]


async def test_faults_before_and_after_the_work(
    world: World, bot: BareBot, ann: Person, clock: VirtualClock
) -> None:
    async def slow(method: str, params: dict[str, Any]) -> None:
        await clock.sleep(5)

    async def broken(method: str, params: dict[str, Any]) -> None:
        raise ApiError(502, "Bad Gateway")

    world.faults.append(slow)
    sending = asyncio.ensure_future(bot.raw("sendMessage", chat_id=ann.id, text="раз"))
    await settle()
    assert (world.in_flight, ann.last().text) == (1, "/start")
    clock.advance(5)
    assert (await sending)["ok"]
    await settle()
    assert world.in_flight == 0
    world.faults[:] = [broken]
    assert (await bot.raw("sendMessage", chat_id=ann.id, text="два"))["error_code"] == 502
    assert ann.last().text == "раз"
    world.faults.clear()
    world.faults_after.append(broken)
    assert (await bot.raw("sendMessage", chat_id=ann.id, text="два"))["error_code"] == 502
    assert ann.last().text == "два"


async def test_the_work_is_done_even_if_the_client_has_gone(
    world: World, bot: BareBot, ann: Person, clock: VirtualClock
) -> None:
    async def slow(method: str, params: dict[str, Any]) -> None:
        await clock.sleep(5)

    world.faults.append(slow)
    with pytest.raises(httpx.ReadTimeout):
        await bot.client.post(
            f"{bot.root}/sendMessage", json={"chat_id": ann.id, "text": "раз"}, timeout=0.05
        )
    assert ann.last().text == "/start"
    clock.advance(5)
    await ann.wait_for(lambda: ann.last().text == "раз")
    await settle()
    assert world.in_flight == 0


async def test_stopping_ends_everything_at_once(world: World, clock: VirtualClock) -> None:
    async def stuck(method: str, params: dict[str, Any]) -> None:
        if method == "getMe":
            await clock.sleep(1000)

    world.faults.append(stuck)
    async with httpx.AsyncClient(trust_env=False, verify=False) as client:
        async with serve(world) as server:
            root = f"{server.base_url}{world.token}"
            calls = [
                asyncio.ensure_future(client.post(f"{root}/getUpdates", json={"timeout": 50})),
                asyncio.ensure_future(client.get(f"{root}/getMe")),
            ]
            await settle()
            assert (world.in_flight, world.polling) == (1, True)
        ends = await asyncio.gather(*calls, return_exceptions=True)
        assert all(isinstance(end, httpx.RemoteProtocolError | httpx.ReadError) for end in ends)
    await settle()
    assert (world.in_flight, world.polling, clock.next_wake()) == (0, False, None)
    world.faults.clear()
    async with serve(world) as server, httpx.AsyncClient(trust_env=False, verify=False) as client:
        assert (await client.get(f"{server.base_url}{world.token}/getMe")).status_code == 200


async def test_what_an_observer_raises_comes_out_at_the_end(world: World) -> None:
    def observer(method: str, params: dict[str, Any]) -> None:
        raise AssertionError(f"no {method}, please")

    world.observers.append(observer)
    with pytest.raises(AssertionError, match="no getMe, please"):
        async with serve(world) as server, httpx.AsyncClient(trust_env=False, verify=False) as client:
            assert (await client.get(f"{server.base_url}{world.token}/getMe")).status_code == 200


async def test_an_error_of_the_sandbox_itself_is_not_hidden(world: World) -> None:
    async def bug(method: str, params: dict[str, Any]) -> None:
        raise RuntimeError("a bug")

    world.faults.append(bug)
    with pytest.raises(RuntimeError, match="a bug"):  # noqa: PT012
        async with serve(world) as server, httpx.AsyncClient(trust_env=False, verify=False) as client:
            response = await client.get(f"{server.base_url}{world.token}/getMe")
            assert response.json()["error_code"] == 500


def test_a_world_needs_a_token_like_telegrams(clock: VirtualClock) -> None:
    with pytest.raises(ValueError, match="token"):
        World(clock, token="x")


async def test_a_web_page_in_some_browser_of_this_machine_is_no_bot(bot: BareBot) -> None:
    response = await bot.client.get(f"{bot.root}/getMe", headers={"Origin": "http://127.0.0.1:8000"})
    assert response.json() == {"ok": False, "error_code": 403, "description": "Forbidden"}


async def test_an_address_that_is_no_text_is_refused_without_a_word_in_the_log(
    bot: BareBot, caplog: pytest.LogCaptureFixture
) -> None:
    response = await bot.client.get(f"{bot.root}/%ff")
    assert response.json() == {"ok": False, "error_code": 400, "description": "Bad Request"}
    assert bot.server.world.token not in caplog.text
    assert "Traceback" not in caplog.text
