"""The Bot API over HTTP."""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from typing import Any

from tornado.httpserver import HTTPServer
from tornado.netutil import bind_sockets
from tornado.web import Application, HTTPError, RequestHandler, stream_request_body

from .calls import Request, answer, check_token
from .errors import ApiError
from .webhook import deliver_forever
from .world import World

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

    async def _answer(self, token: str, method: str) -> None:
        request = Request(
            token,
            method,
            self.request.query,
            self.request.headers.get("Content-Type", ""),
            bytes(self.body),
            self.gone,
            from_page="Origin" in self.request.headers,
        )
        await self.reply(*await answer(self.world, request))


class _File(_Json):
    """The contents of a file."""

    async def get(self, token: str, path: str) -> None:
        try:
            check_token(self.world, token, "Origin" in self.request.headers)
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
