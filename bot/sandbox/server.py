"""The Bot API over HTTP."""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
import re
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from typing import Any

from tornado.httpserver import HTTPServer
from tornado.netutil import bind_sockets
from tornado.web import Application, HTTPError, RequestHandler, stream_request_body

from .decoding import decode, read_request
from .errors import ApiError
from .methods import Call, find
from .webhook import deliver_forever
from .world import Refused, Report, World, asker_gone

logger = logging.getLogger(__name__)

MAX_BODY = 50 * 1024 * 1024


class Sandbox:
    """A world served on loopback."""

    def __init__(self, world: World, port: int = 0, host: str = "127.0.0.1") -> None:
        self.world = world
        self._host = host
        self._port = port
        self._server: HTTPServer | None = None
        self._webhook: asyncio.Task[None] | None = None
        self._work: set[asyncio.Task[None]] = set()

    @property
    def url(self) -> str:
        """The root, what BOT_API_URL holds."""
        return f"http://{self._host}:{self._port}"

    @property
    def base_url(self) -> str:
        """What python-telegram-bot takes as `base_url`."""
        return f"{self.url}/bot"

    @property
    def base_file_url(self) -> str:
        """What python-telegram-bot takes as `base_file_url`."""
        return f"{self.url}/file/bot"

    async def start(self) -> None:
        """Listen; port 0 becomes a free one."""
        arguments = {"sandbox": self}
        application = Application(
            [
                (r"/bot([^/]+)/([^/]+)/?", _Method, arguments),
                (r"/file/bot([^/]+)/(.+)", _File, arguments),
            ],
            default_handler_class=_NotFound,
            default_handler_args=arguments,
            # The usual log lines would hold the token.
            log_function=lambda _: None,
        )
        self._server = HTTPServer(application, max_body_size=MAX_BODY, max_buffer_size=MAX_BODY)
        sockets = bind_sockets(self._port, self._host)
        self._port = sockets[0].getsockname()[1]
        self._server.add_sockets(sockets)
        self._webhook = asyncio.create_task(deliver_forever(self.world))

    async def stop(self) -> None:
        """Close everything at once, whatever is going on."""
        if self._server is None or self._webhook is None:
            return
        self._server.stop()
        tasks = [self._webhook, *self._work]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await self._server.close_all_connections()
        self._server = None

    async def run(self, work: asyncio.Task[None]) -> bool:
        """Wait for a request's work, or for the end of the server; False if it was cut off."""
        self._work.add(work)
        try:
            await asyncio.wait({work})
        finally:
            self._work.discard(work)
        return not work.cancelled()


@asynccontextmanager
async def serve(world: World, port: int = 0, host: str = "127.0.0.1") -> AsyncIterator[Sandbox]:
    """Serve a world; on leaving, raise what went wrong in an observer or in the sandbox itself."""
    sandbox = Sandbox(world, port, host)
    await sandbox.start()
    try:
        yield sandbox
    finally:
        await sandbox.stop()
    if world.failures:
        raise world.failures[0]


def log_without_address(
    handler: RequestHandler, kind: type[BaseException] | None, error: BaseException | None, _: Any
) -> None:
    """Log a handler's failure; an HTTP error is the asker's, and answered."""
    if kind is not None and not isinstance(error, HTTPError):
        logger.error("the sandbox failed in %s: %s", type(handler).__name__, kind.__name__)


class _Json(RequestHandler):
    """Answers in Telegram's form, errors included."""

    def initialize(self, sandbox: Sandbox) -> None:
        self.sandbox = sandbox
        self.world = sandbox.world

    def check_token(self, token: str) -> None:
        """Raise as Telegram does for what is no token, and for another's.

        A web page that asks from some browser on this machine is no bot.
        """
        if "Origin" in self.request.headers:
            raise ApiError(403, "Forbidden")
        if re.fullmatch(r"\d+:[A-Za-z0-9_-]+", token) is None:
            raise ApiError(404, "Not Found")
        if token != self.world.token:
            raise ApiError(401, "Unauthorized")

    async def reply(self, status: int, body: Mapping[str, Any]) -> None:
        """Send the answer, if anybody is still there to read it."""
        self.set_status(status)
        self.set_header("Content-Type", "application/json")
        # A client that went away does not read the answer; the work is done all the same.
        with contextlib.suppress(Exception):
            await self.finish(json.dumps(body))

    async def refuse(self, error: ApiError) -> None:
        """Send an error."""
        await self.reply(error.code, error.to_json())

    def write_error(self, status_code: int, **_: Any) -> None:
        self.set_header("Content-Type", "application/json")
        self.finish(json.dumps(ApiError(status_code, self._reason).to_json()))

    def log_exception(self, *error: Any) -> None:
        """Log what went wrong without the address, which holds the token."""
        log_without_address(self, *error)


@stream_request_body
class _Method(_Json):
    """One Bot API call. The body is read raw: tornado's own reading answers junk in its own form."""

    def initialize(self, sandbox: Sandbox) -> None:
        super().initialize(sandbox)
        self.body = bytearray()
        self.gone: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    def data_received(self, chunk: bytes) -> None:
        self.body += chunk

    def on_connection_close(self) -> None:
        if not self.gone.done():
            self.gone.set_result(None)

    async def get(self, token: str, method: str) -> None:
        await self.post(token, method)

    async def post(self, token: str, method: str) -> None:
        with self.world.at_work():
            work = asyncio.create_task(self._answer(token, method))
            if not await self.sandbox.run(work):
                self._auto_finish = False
                self.request.connection.close()  # type: ignore[union-attr]
                return

    async def _answer(self, token: str, name: str) -> None:
        params: dict[str, Any] = {}
        # This runs in a task of its own, so it is set for this call only.
        asker_gone.set(self.gone)
        started = self.world.clock.now()
        answer: object
        try:
            self.check_token(token)
            answer = await self._call(name, params)
        except ApiError as error:
            self.world.refused.append(Refused(name, params, error))
            answer = error
        except Exception as error:
            logger.exception("the sandbox failed in %s", name)
            self.world.failures.append(error)
            answer = ApiError(500, "Internal Server Error")
        report = Report(name, params, answer, started, self.world.clock.now())
        for reporter in list(self.world.reporters):
            reporter(report)
        if isinstance(answer, ApiError):
            await self.refuse(answer)
        else:
            await self.reply(200, {"ok": True, "result": answer})

    async def _call(self, name: str, params: dict[str, Any]) -> object:
        method = find(name)
        if method is None:
            raise ApiError(404, "Not Found: method not found")
        content_type = self.request.headers.get("Content-Type", "")
        raw, uploads = read_request(self.request.query, content_type, bytes(self.body))
        params.update(decode(method.spec, raw, uploads))
        self._observe(method.name, params)
        for fault in list(self.world.faults):
            await fault(method.name, params)
        result = await method.work(Call(self.world, method.name, params, self.gone))
        for fault in list(self.world.faults_after):
            await fault(method.name, params)
        return result

    def _observe(self, name: str, params: dict[str, Any]) -> None:
        for observer in self.world.observers:
            try:
                observer(name, params)
            except Exception as error:  # kept, and raised when the server stops
                self.world.failures.append(error)


class _File(_Json):
    """The contents of a file."""

    async def get(self, token: str, path: str) -> None:
        try:
            self.check_token(token)
        except ApiError as error:
            await self.refuse(error)
            return
        for document in self.world.documents.values():
            if document.path == path:
                self.set_header("Content-Type", "application/octet-stream")
                await self.finish(document.content)
                return
        await self.refuse(ApiError(404, "Not Found"))


class _NotFound(_Json):
    """Everything else."""

    async def prepare(self) -> None:
        await self.refuse(ApiError(404, "Not Found"))
