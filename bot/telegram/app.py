"""The bot put together: the library's `Application` with our handlers, and the parts around it."""

from __future__ import annotations

import logging
import os
from typing import Any
from urllib.parse import urlsplit

from telegram import Update
from telegram.error import TelegramError
from telegram.ext import (
    Application,
    ApplicationBuilder,
    CallbackQueryHandler,
    ChatMemberHandler,
    CommandHandler,
    ContextTypes,
    MessageHandler,
    TypeHandler,
    filters,
)
from telegram.request import HTTPXRequest

from bot.locales import MENU_LANGUAGES, texts
from bot.screens.help import COMMANDS_GROUP, COMMANDS_PRIVATE

from .commands import Commands
from .gate import Gate
from .gateway import ApiError, Gateway
from .kit import Kit
from .membership import Membership
from .presses import Presses
from .receiving import ReceivingBot

log = logging.getLogger(__name__)

# How many updates are worked on at a time; those of one room wait for each other.
CONCURRENT_UPDATES = 64
# As many calls as the pace allows before the first of them times out, and an answer for each update.
CONNECTIONS = 384
CALL_SECONDS = 10.0
App = Application[Any, Any, Any, Any, Any, Any]


def make_application(token: str, api_url: str) -> App:
    """Return the library's application for a token and the root address of a Bot API server."""
    # The library then gives durations as such, and does not warn at every 429.
    os.environ["PTB_TIMEDELTA"] = "true"
    loopback = (urlsplit(api_url).hostname or "") in ("localhost", "127.0.0.1", "::1")
    # Of an answer that it cannot read the library would log the text.
    logging.getLogger("telegram.request.BaseRequest").setLevel(logging.CRITICAL)
    # A proxy of the environment is for the internet, not for this machine.
    options: dict[str, Any] = {"trust_env": False} if loopback else {}
    bot = ReceivingBot(
        token,
        f"{api_url}/bot",
        f"{api_url}/file/bot",
        request=HTTPXRequest(
            connection_pool_size=CONNECTIONS,
            pool_timeout=CALL_SECONDS,
            read_timeout=CALL_SECONDS,
            httpx_kwargs=options,
        ),
        get_updates_request=HTTPXRequest(connection_pool_size=2, httpx_kwargs=options),
    )
    return ApplicationBuilder().bot(bot).concurrent_updates(CONCURRENT_UPDATES).build()


def add_handlers(app: App, kit: Kit) -> None:
    """Register every handler. The first that fits an update takes it: narrow ones stand first."""
    commands = Commands(kit)
    presses = Presses(kit, commands)
    membership = Membership(kit)
    new = filters.UpdateType.MESSAGE
    in_group = new & filters.ChatType.GROUPS
    in_private = new & filters.ChatType.PRIVATE
    app.add_handler(CallbackQueryHandler(presses.run))
    app.add_handler(ChatMemberHandler(membership.changed, ChatMemberHandler.MY_CHAT_MEMBER))
    app.add_handler(MessageHandler(new & filters.StatusUpdate.MIGRATE, membership.migrated))
    app.add_handler(MessageHandler(new & filters.StatusUpdate.NEW_CHAT_TITLE, membership.renamed))
    app.add_handler(CommandHandler([*COMMANDS_GROUP, "start"], commands.run, in_group))
    app.add_handler(
        CommandHandler([*COMMANDS_PRIVATE, "deberts", "rules", "status"], commands.run, in_private)
    )
    # Whatever else somebody writes to the bot in private gets the help.
    app.add_handler(MessageHandler(in_private & (filters.TEXT | filters.COMMAND), commands.other))
    app.add_error_handler(on_error)


async def on_error(update: object, context: ContextTypes.DEFAULT_TYPE) -> None:
    """Log an error that no handler has caught, without the update: it may hold what people wrote."""
    error = context.error
    if isinstance(error, TelegramError):
        log.warning("Telegram: %s", type(error).__name__)
    else:
        log.error("a handler failed", exc_info=error)


async def set_menus(gateway: Gateway) -> None:
    """Register menus and descriptions for every language; without them the bot plays all the same."""
    for client_language, language in MENU_LANGUAGES.items():
        t = texts(language)
        for private, names in ((False, COMMANDS_GROUP), (True, COMMANDS_PRIVATE)):
            menu = [(name, t.plain(f"command-{name}")) for name in names]
            try:
                await gateway.set_menu(private, client_language, menu)
            except ApiError as error:
                log.warning("a command menu could not be registered: %s", error)
        try:
            about, short = t.plain("bot-description"), t.plain("bot-short-description")
            await gateway.introduce(client_language, about, short)
        except ApiError as error:
            log.warning("the bot's description could not be set: %s", error)


def connect(app: App, kit: Kit, allowed_chats: set[int]) -> None:
    """Let updates reach the rooms, and only those of the groups where the bot is to play; empty for all."""
    if allowed_chats:
        app.add_handler(TypeHandler(Update, Gate(kit, allowed_chats).check), group=-1)
    add_handlers(app, kit)
