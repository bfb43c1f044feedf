"""Running the bot: start, serve, and stop within seconds whatever hangs."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import random
import signal
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from telegram import Update
from telegram.error import InvalidToken, NetworkError, TelegramError

from bot.clock import Clock, PacedClock
from bot.config import Settings
from bot.rooms.errors import RefusalError
from bot.rooms.service import Rooms
from bot.store.database import Database

from . import webhook
from .app import App, connect, make_application, set_menus
from .deadlines import Deadlines, Hearing
from .gate import leave_others
from .gateway import Gateway
from .kit import Kit
from .operator import House, Operator
from .outbox import Outbox
from .shown import Messages

log = logging.getLogger(__name__)

# A stop takes no longer than this, with some time left for the rest of the process.
STOP_SECONDS = 3.5
START_SECONDS = 30.0
POLL_SECONDS = 10
# The library's name for the task that fetches updates.
POLLING_TASK = "Updater:start_polling:polling_task"
UPDATES = [Update.MESSAGE, Update.CALLBACK_QUERY, Update.MY_CHAT_MEMBER]


REFUSED = "Telegram refuses BOT_TOKEN: check it with @BotFather"


class StartError(Exception):
    """The bot cannot start; the message is one line for the operator."""


@asynccontextmanager
async def running(
    app: App,
    database: Database,
    clock: Clock,
    chance: random.Random,
    house: House | None = None,
    hearing: Hearing | None = None,
) -> AsyncIterator[Outbox]:
    """Have a bot at work on an initialized application: everything but where its updates come from."""
    for faults in (database.reads, database.writes):
        faults.now = clock.now
    rooms = Rooms(database, clock, chance)
    gateway = Gateway(app.bot)
    outbox = Outbox(rooms, Messages(database), gateway, clock)
    house = house or House()
    operator = Operator(house, database, rooms, outbox, clock)
    logging.getLogger().addHandler(operator.problems)
    hearing = hearing or Hearing(clock)
    kit = Kit(rooms, outbox, gateway, hearing, operator)
    connect(app, kit, house.allowed_chats)
    deadlines = Deadlines(rooms, outbox, clock, hearing)
    if house.allowed_chats:
        with contextlib.suppress(RefusalError):
            await leave_others(kit, house.allowed_chats)
    await outbox.start()
    deadlines.start()
    await app.start()
    menus = asyncio.create_task(set_menus(gateway))
    try:
        yield outbox
    finally:
        menus.cancel()
        await asyncio.gather(menus, deadlines.stop(), outbox.stop(), return_exceptions=True)
        await app.stop()
        logging.getLogger().removeHandler(operator.problems)


async def serve(settings: Settings) -> None:
    """Run the bot until SIGTERM or SIGINT.

    Raises `StartError` or `store.database.UnusableDatabaseError` if it cannot start.
    """
    assert settings.bot_token is not None
    stop = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(number, stop.set)
    database = await Database.open(settings.database_path)
    try:
        app = make_application(settings.bot_token.get_secret_value(), settings.bot_api_url)
        if await _unless(stop, _initialize(app, settings)):
            await _work(app, settings, database, stop)
        async with asyncio.timeout(1):
            # What was cut off leaves the application running: then only its connections are closed.
            await (app.bot.shutdown() if app.running else app.shutdown())
    except TimeoutError:
        log.warning("some requests were cut off")
    finally:
        await database.close()
    log.info("stopped")


async def _unless(stop: asyncio.Event, work: asyncio.Task[None]) -> bool:
    """Wait for work unless the stop comes first; tells whether the work was done."""
    stopping = asyncio.create_task(stop.wait())
    await asyncio.wait({work, stopping}, return_when=asyncio.FIRST_COMPLETED)
    stopping.cancel()
    if work.done():
        await work
        return True
    work.cancel()
    with contextlib.suppress(asyncio.CancelledError):
        await work
    return False


def _initialize(app: App, settings: Settings) -> asyncio.Task[None]:
    """Start to get to know Telegram, which tells whether the token is good."""

    async def initialize() -> None:
        try:
            async with asyncio.timeout(START_SECONDS):
                await app.initialize()
        except InvalidToken:
            raise StartError(REFUSED) from None
        except (NetworkError, TimeoutError):
            raise StartError(f"the Bot API at {settings.bot_api_url} cannot be reached") from None
        except TelegramError as error:
            raise StartError(f"the Bot API at {settings.bot_api_url} answers: {error.message}") from None

    return asyncio.create_task(initialize())


async def _work(app: App, settings: Settings, database: Database, stop: asyncio.Event) -> None:
    """Serve until the stop; then end everything, in bounded time."""
    async with contextlib.AsyncExitStack() as stack:
        clock = PacedClock(settings.pace)
        house = House(settings.operator_id, set(settings.allowed_chats))
        hearing = Hearing(clock)
        work = running(app, database, clock, random.SystemRandom(), house, hearing)
        await stack.enter_async_context(work)
        if await _unless(stop, asyncio.create_task(_receive(app, settings, stack, hearing))):
            log.info("@%s is at the table", app.bot.username)
            refused = asyncio.create_task(_refusal())
            if await _unless(stop, refused):
                raise StartError(REFUSED)
        log.info("stopping")
        try:
            async with asyncio.timeout(STOP_SECONDS):
                if app.updater is not None and app.updater.running:
                    await app.updater.stop()
                await stack.aclose()
        except TimeoutError:
            log.warning("some updates were cut off")
            stack.pop_all()


async def _refusal() -> None:
    """Wait until the library gives up polling, which it does when the token is good no more."""
    polling = next((task for task in asyncio.all_tasks() if task.get_name() == POLLING_TASK), None)
    if polling is None:  # a webhook
        await asyncio.Event().wait()
    else:
        await asyncio.wait({polling})
        polling.exception()  # known, and logged by the library


async def _receive(
    app: App, settings: Settings, stack: contextlib.AsyncExitStack, hearing: Hearing | None = None
) -> None:
    """Begin to take updates, by polling or, if set, by webhook, which ends with the stack."""
    assert app.updater is not None

    def failed(error: TelegramError) -> None:
        """Note that updates could not be fetched; the library tries again."""
        log.warning("updates could not be fetched: %s", type(error).__name__)
        if hearing is not None:
            hearing.failed()

    try:
        if settings.webhook_url is None:
            await app.updater.start_polling(
                timeout=POLL_SECONDS, allowed_updates=UPDATES, error_callback=failed
            )
            return
        secret = None if settings.webhook_secret is None else settings.webhook_secret.get_secret_value()
        await webhook.listen(app, settings.webhook_port, settings.webhook_listen, secret, stack)
        await app.bot.set_webhook(
            f"{settings.webhook_url}/{webhook.PATH}", secret_token=secret, allowed_updates=UPDATES
        )
    except NetworkError:
        raise StartError(f"the Bot API at {settings.bot_api_url} cannot be reached") from None
    except TelegramError as error:
        raise StartError(f"the Bot API at {settings.bot_api_url} answers: {error.message}") from None
    except OSError as error:
        raise StartError(
            f"cannot listen on {settings.webhook_listen}:{settings.webhook_port}: {error.strerror}"
        ) from None
