"""One call of the Bot API, from its raw parameters to its answer; however it comes in."""

from __future__ import annotations

import asyncio
import logging
import re
from dataclasses import dataclass
from typing import Any

from .decoding import decode, read_request
from .errors import ApiError
from .methods import Call, find
from .world import Refused, Report, World, asker_gone

logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Request:
    """A call as it comes in; `gone` is done when nobody waits for the answer any more.

    `from_page`: some web page in a browser makes it.
    """

    token: str
    method: str
    query: str
    content_type: str
    body: bytes
    gone: asyncio.Future[None]
    from_page: bool = False


async def answer(world: World, request: Request) -> tuple[int, dict[str, Any]]:
    """Do a call; returns the status and the answer in Telegram's form, errors included."""
    params: dict[str, Any] = {}
    # This runs in a task of its own, so it is set for this call only.
    asker_gone.set(request.gone)
    started = world.clock.now()
    result: object
    try:
        check_token(world, request.token, request.from_page)
        result = await _call(world, request, params)
    except ApiError as error:
        world.refused.append(Refused(request.method, params, error))
        result = error
    except Exception as error:
        logger.exception("the sandbox failed in %s", request.method)
        world.failures.append(error)
        result = ApiError(500, "Internal Server Error")
    report = Report(request.method, params, result, started, world.clock.now())
    for reporter in list(world.reporters):
        reporter(report)
    if isinstance(result, ApiError):
        return result.code, result.to_json()
    return 200, {"ok": True, "result": result}


def check_token(world: World, token: str, from_page: bool) -> None:
    """Raise as Telegram does for what is no token, and for another's.

    A web page that asks from some browser on this machine is no bot.
    """
    if from_page:
        raise ApiError(403, "Forbidden")
    if re.fullmatch(r"\d+:[A-Za-z0-9_-]+", token) is None:
        raise ApiError(404, "Not Found")
    if token != world.token:
        raise ApiError(401, "Unauthorized")


async def _call(world: World, request: Request, params: dict[str, Any]) -> object:
    method = find(request.method)
    if method is None:
        raise ApiError(404, "Not Found: method not found")
    raw, uploads = read_request(request.query, request.content_type, request.body)
    params.update(decode(method.spec, raw, uploads))
    _observe(world, method.name, params)
    for fault in list(world.faults):
        await fault(method.name, params)
    result = await method.work(Call(world, method.name, params, request.gone))
    for fault in list(world.faults_after):
        await fault(method.name, params)
    return result


def _observe(world: World, name: str, params: dict[str, Any]) -> None:
    for observer in world.observers:
        try:
            observer(name, params)
        except Exception as error:  # kept, and raised when the server stops
            world.failures.append(error)
