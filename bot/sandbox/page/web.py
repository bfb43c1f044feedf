"""The pages and their sockets over HTTP."""

from __future__ import annotations

import asyncio
import logging
import re
import socket
from collections.abc import Awaitable, Coroutine
from pathlib import Path
from typing import Any
from urllib.parse import quote

from tornado.httpserver import HTTPServer
from tornado.iostream import IOStream, StreamBufferFullError
from tornado.web import Application, HTTPError, RequestHandler, StaticFileHandler
from tornado.websocket import WebSocketClosedError, WebSocketHandler

from bot.sandbox.errors import ApiError, SandboxError
from bot.sandbox.model import Chat
from bot.sandbox.server import log_without_address

from .cast import language_of
from .deeds import Hands, deeds
from .feed import Feed
from .orders import Director, orders
from .phones import Hand, Phone
from .requests import Frame, read
from .stage import Stage

logger = logging.getLogger(__name__)

STATIC = Path(__file__).parent / "static"
_LONGEST_REQUEST = 64 * 1024
_TRAFFIC_SECONDS = 0.5
# Changes that follow each other closely are shown together.
_TOGETHER_SECONDS = 0.03
# A browser that does not read what it asked for is sent away at so many bytes, or requests, that wait.
_MOST_UNSENT = 8 * 1024 * 1024
_MOST_REQUESTS = 64
_HEADERS = {
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "Cache-Control": "no-cache",
}


class Web:
    """Serves a stage at an address."""

    def __init__(self, stage: Stage) -> None:
        self.stage = stage
        self.sockets: set[_Socket] = set()
        self._server: HTTPServer | None = None
        stage.shown.append(self._show)
        stage.taken.append(self._take)

    def listen(self, host: str, port: int) -> int:
        """Listen and return the port; port 0 becomes a free one. Raises `OSError`."""
        arguments = {"web": self}
        application = Application(
            [
                (r"/stage/([\w-]+)", _StagePage, arguments),
                (r"/stage/([\w-]+)/socket", _StageSocket, arguments),
                (r"/phone/([\w-]+)", _PhonePage, arguments),
                (r"/phone/([\w-]+)/socket", _PhoneSocket, arguments),
                (r"/phone/([\w-]+)/file/([\w-]+)", _File, arguments),
                (r"/static/(.+)", _Static, {"path": STATIC}),
                (r"/", _Entrance, arguments),
            ],
            default_handler_class=_Nothing,
            websocket_max_message_size=_LONGEST_REQUEST,
            websocket_ping_interval=20,
            websocket_ping_timeout=20,
            # The usual log lines would hold the keys.
            log_function=lambda _: None,
        )
        self._server = HTTPServer(application, max_body_size=_LONGEST_REQUEST)
        family = socket.AF_INET6 if ":" in host else socket.AF_INET
        both = family == socket.AF_INET6 and socket.has_dualstack_ipv6()
        listening = socket.create_server((host, port), family=family, dualstack_ipv6=both)
        listening.setblocking(False)
        self._server.add_socket(listening)
        found: int = listening.getsockname()[1]
        return found

    async def close(self) -> None:
        """Say goodbye to every browser and listen no more."""
        if self._server is None:
            return
        self._server.stop()
        for browser in list(self.sockets):
            browser.end("closed")
        await asyncio.sleep(0)
        await self._server.close_all_connections()

    def _show(self, phone: Phone, chat: Chat) -> None:
        for browser in self.of(phone):
            browser.send({"type": "show", "chat": chat.id})

    def _take(self, phone: Phone, hand: Hand) -> None:
        for browser in self.of(phone):
            if browser.hand is hand:
                browser.end("taken")

    def of(self, phone: Phone) -> list[_PhoneSocket]:
        """Return the browsers that show a phone."""
        return [s for s in self.sockets if isinstance(s, _PhoneSocket) and s.phone is phone]


class _Page(RequestHandler):
    """A page, or the words that the link is worth nothing."""

    def initialize(self, web: Web) -> None:
        self.web = web
        self.stage = web.stage

    def set_default_headers(self) -> None:
        _set_headers(self)

    def write_error(self, status_code: int, **_: Any) -> None:
        _write_error(self, status_code)

    def log_exception(self, *error: Any) -> None:
        log_without_address(self, *error)

    def show(self, name: str) -> None:
        """Send a page; `invalid.html` comes with 404."""
        if name == "invalid.html":
            self.set_status(404)
        self.set_header("Content-Type", "text/html; charset=utf-8")
        self.finish((STATIC / name).read_bytes())


class _StagePage(_Page):
    def get(self, key: str) -> None:
        if key != self.stage.key:
            self.show("invalid.html")
            return
        self.stage.open(language_of(self.request.headers.get("Accept-Language", "")))
        self.show("stage.html")


class _PhonePage(_Page):
    def get(self, key: str) -> None:
        self.show("phone.html" if self.stage.phone(key) is not None else "invalid.html")


class _Entrance(_Page):
    """Whoever comes without a key."""

    def get(self) -> None:
        self.show("invalid.html")


class _File(_Page):
    """A document from one of the phone's chats."""

    def get(self, key: str, file_id: str) -> None:
        phone = self.stage.phone(key)
        document = self.stage.world.documents.get(file_id)
        if phone is None or document is None or not self._is_seen(phone, file_id):
            raise HTTPError(404)
        self.set_header("Content-Type", "application/octet-stream")
        name = quote(document.file_name, safe="")
        self.set_header("Content-Disposition", f"attachment; filename*=UTF-8''{name}")
        self.finish(document.content)

    def _is_seen(self, phone: Phone, file_id: str) -> bool:
        return any(
            message.document is not None and message.document.file_id == file_id
            for chat in self.stage.world.chats.values()
            for message in chat.messages.values()
            if phone.sees(message) and not message.is_deleted
        )


class _Static(StaticFileHandler):
    def set_extra_headers(self, path: str) -> None:
        _set_headers(self)

    def log_exception(self, *error: Any) -> None:
        log_without_address(self, *error)

    def write_error(self, status_code: int, **_: Any) -> None:
        _write_error(self, status_code)


class _Nothing(RequestHandler):
    def prepare(self) -> None:
        self.set_status(404)
        _write_error(self, 404)

    def write_error(self, status_code: int, **_: Any) -> None:
        _write_error(self, status_code)


def _set_headers(handler: RequestHandler) -> None:
    """Let a page take things from here alone, and tell nobody its address."""
    for name, value in _HEADERS.items():
        handler.set_header(name, value)
    # Not every browser counts a socket of the same address as 'self'.
    host = re.sub(r"[^\w.:\[\]-]", "", handler.request.host)
    handler.set_header(
        "Content-Security-Policy",
        f"default-src 'self'; connect-src 'self' ws://{host} wss://{host}; img-src 'self' data:;"
        " base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    )


def _write_error(handler: RequestHandler, status: int) -> None:
    """Answer in Telegram's form, which is what programs that ask here expect."""
    handler.set_header("Content-Type", "application/json")
    handler.finish(ApiError(status, handler._reason).to_json())


class _Socket(WebSocketHandler):
    """One browser: requests come in, each is answered when it is done, and frames go out."""

    hand = Hand.STAGE
    language = "ru"

    def initialize(self, web: Web) -> None:
        self.web = web
        self.stage = web.stage
        self._tasks: set[asyncio.Task[None]] = set()

    def prepare(self) -> Awaitable[None] | None:
        if self.request.headers.get("Upgrade", "").lower() != "websocket":
            raise HTTPError(400)
        return super().prepare()

    def write_error(self, status_code: int, **_: Any) -> None:
        _write_error(self, status_code)

    def log_exception(self, *error: Any) -> None:
        log_without_address(self, *error)

    def enter(self) -> None:
        """Count as one of the browsers."""
        if (stream := self._stream()) is not None:
            stream.max_write_buffer_size = _MOST_UNSENT
        self.web.sockets.add(self)

    def _stream(self) -> IOStream | None:
        return None if self.ws_connection is None else self.ws_connection.stream

    def send(self, frame: Frame) -> None:
        """Send a frame, if the browser is still there and reads what it is sent."""
        try:
            asyncio.ensure_future(self.write_message(frame)).add_done_callback(_forget)
        except WebSocketClosedError:
            return
        except StreamBufferFullError:
            self._drop()

    def _drop(self) -> None:
        """Hang up on a browser that does not keep up; it may come again."""
        if (stream := self._stream()) is not None:
            stream.close()

    def end(self, reason: str) -> None:
        """Send the browser away for good."""
        self.send({"type": "gone", "reason": reason})
        self.close(4000, reason)

    def start(self, work: Coroutine[Any, Any, None]) -> None:
        """Have something go on as long as the browser is there."""
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._done)

    def _done(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            logger.error("the page failed", exc_info=error)

    def on_close(self) -> None:
        self.web.sockets.discard(self)
        for task in self._tasks:
            task.cancel()

    def on_message(self, message: str | bytes) -> None:
        if len(self._tasks) >= _MOST_REQUESTS:
            self._drop()
            return
        self.start(self._answer(message))

    async def _answer(self, message: str | bytes) -> None:
        number: object = None
        answer: Frame | None
        try:
            request = read(message)
            number = request.get("n")
            answer = await self.work(request)
        except SandboxError as error:
            answer = {"type": "error", "text": error.text(self.language)}
        except Exception:
            logger.exception("the page failed")
            answer = {"type": "error", "text": SandboxError("page_failed").text(self.language)}
        self.send({**(answer or {"type": "done"}), "n": number})

    async def work(self, request: Frame) -> Frame | None:
        """Do what the browser asks for."""
        raise SandboxError("bad_request")


class _StageSocket(_Socket):
    _director: Director | None = None

    def open(self, *args: str, **_: str) -> None:
        if args[0] != self.stage.key:
            self.end("taken")
            return
        self.enter()
        self._director = Director(self.stage, language_of(self.request.headers.get("Accept-Language", "")))
        self.start(self._show_state())
        self.start(self._show_traffic())

    async def work(self, request: Frame) -> Frame | None:
        if self._director is None:
            return await super().work(request)
        try:
            return await orders.run(self._director, request)
        finally:
            self.language = self._director.language

    async def _show_state(self) -> None:
        sent: object = None
        while True:
            change = self.stage.world.changed()
            state = self.stage.state()
            if state != sent:
                self.send(state)
                sent = state
            await change
            await asyncio.sleep(_TOGETHER_SECONDS)

    async def _show_traffic(self) -> None:
        number, sent = 0, None
        while True:
            calls = self.stage.traffic.since(number)
            load = self.stage.traffic.load()
            if calls or load != sent:
                self.send({"type": "traffic", **load, "calls": calls})
                sent = load
                number = calls[-1]["number"] if calls else number
            await asyncio.sleep(_TRAFFIC_SECONDS)


class _PhoneSocket(_Socket):
    phone: Phone | None = None
    _hands: Hands | None = None

    def open(self, *args: str, **_: str) -> None:
        phone = self.stage.phone(args[0])
        is_stage = self.request.query_arguments.get("stage") == [self.stage.key.encode()]
        if phone is None or (is_stage and phone.hand is not Hand.STAGE):
            self.end("taken")
            return
        self.phone = phone
        self.hand = Hand.STAGE if is_stage else Hand.FRIEND
        self.language = language_of(phone.person.user.language_code or "")
        self.enter()
        if not is_stage:
            self.stage.hand_over(phone)
            # From now on the phone is here, and the address that was given away leads nowhere.
            self.send({"type": "moved", "path": phone.path})
        feed = Feed(self.stage.world, phone, self.send)
        self._hands = Hands(self.stage, phone, feed)
        self.start(feed.run())

    def on_close(self) -> None:
        super().on_close()
        phone = self.phone
        if phone is not None and not any(s.hand is Hand.FRIEND for s in self.web.of(phone)):
            self.stage.put_down(phone)

    async def work(self, request: Frame) -> Frame | None:
        # Whoever has been sent away may still be saying something.
        if self._hands is None or self not in self.web.sockets:
            return await super().work(request)
        return await deeds.run(self._hands, request)


def _forget(sending: asyncio.Future[None]) -> None:
    """A browser that is gone does not read what was sent."""
    if not sending.cancelled():
        sending.exception()
