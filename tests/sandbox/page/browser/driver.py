"""Real browser windows on the page, and people who do on their phones what fingers do."""

from __future__ import annotations

import asyncio
import random
import shutil
from collections.abc import AsyncIterator, Container, Iterable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

import httpx
from playwright.async_api import Browser, ConsoleMessage, Locator, Page, async_playwright, expect
from playwright.async_api import TimeoutError as WaitedInVain

from bot.clock import VirtualClock
from bot.deberts import actions as do
from bot.sandbox import Chat, Message, Person, World, serve
from bot.sandbox.keyboard import Button
from bot.sandbox.page.phones import Phone
from bot.sandbox.page.run import Options, showing
from bot.sandbox.page.stage import Stage
from bot.sandbox.page.web import Web
from bot.sandbox.player import console, moves
from bot.screens.presses import Move
from tests.sandbox.conftest import BareBot

PACE = 20.0
"""For what takes many moves: the 15 seconds in which a press is answered are three quarters of one."""
STEADY_PACE = 10.0
"""For what looks closely at one console: for six seconds it is not sent anew."""

NAMES = ("chromium", "chromium-browser", "google-chrome")
_FLAGS = (
    "--no-sandbox",  # which root needs
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-proxy-server",
)
_WIDE = (1440, 900)
PHONE_SIZE = (390, 844)
_PATIENCE = 40.0
_ASTRAY_AFTER = 4.0

HAND = 9
"""How many cards two play with: six, and a buy-in of three."""

CARDS = range(do.PASS)
"""The acts that play a card."""
# What gives a deal away or ends it before its last card.
_SHORT_WAYS = (do.DAVE, do.SURRENDER, do.CONCEDE, do.REDEAL)


def find_chromium() -> str | None:
    """Return the path of a Chromium, or None."""
    return next((path for path in map(shutil.which, NAMES) if path is not None), None)


@asynccontextmanager
async def launched(path: str) -> AsyncIterator[Browser]:
    """Run a browser without a screen."""
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=path, args=list(_FLAGS))
        try:
            yield browser
        finally:
            await browser.close()


@dataclass(slots=True)
class Window:
    """A window of a browser of its own, and every frame that its sockets have brought."""

    page: Page
    frames: list[str] = field(default_factory=list)

    async def ready(self) -> None:
        """Wait until what the page is about can be seen."""
        await expect(self.page.locator("html")).to_have_attribute("data-ready", "yes")

    def phone(self, person: Person) -> PhoneView:
        """Return a phone shown here."""
        return PhoneView(self.page, person)

    def card(self, person: Person) -> Locator:
        """Return a phone of the stage with its caption."""
        return self.page.locator(f'.card[data-phone="{person.id}"]')

    async def deal(self, people: Iterable[Person]) -> Table:
        """Press the one button, and wait until somebody has something to press."""
        table = Table([self.phone(person) for person in people])
        await self.page.get_by_test_id("deal").click()
        await table.turn()
        return table

    async def add_person(self, first_name: str) -> None:
        """Let somebody come, by the form."""
        await self.page.get_by_test_id("add-person").click()
        await self.page.get_by_test_id("first-name").fill(first_name)
        await self.page.get_by_test_id("person-add").click()
        await expect(self.page.get_by_role("dialog")).to_have_count(0)

    async def add_suggested(self, name: str) -> None:
        """Let one of the ready-made people come."""
        await self.page.get_by_test_id("add-person").click()
        await self.page.get_by_test_id("suggestion").filter(has_text=name).click()
        await expect(self.page.get_by_role("dialog")).to_have_count(0)


class PhoneView:
    """A phone as a person holds it."""

    def __init__(self, page: Page, person: Person) -> None:
        self.page = page
        self.person = person
        self.node = page.locator(f'[data-testid="phone"][data-user="{person.id}"]')

    @property
    def chat(self) -> Locator:
        """The open chat."""
        return self.node.get_by_test_id("chat-view")

    @property
    def messages(self) -> Locator:
        """The messages of the open chat."""
        return self.chat.get_by_test_id("message")

    @property
    def composer(self) -> Locator:
        """Where one writes."""
        return self.chat.get_by_test_id("composer")

    @property
    def cards(self) -> Locator:
        """The cards of the hand: of the newest console, for an older one may not have lost its own yet."""
        card = '[data-testid="inline-button"].card-key'
        return self.messages.filter(has=self.page.locator(card)).last.locator(card)

    @property
    def legal(self) -> Locator:
        """The cards that may be played, which are the green ones."""
        return self.cards.and_(self.page.locator('[data-style="success"]'))

    @property
    def toast(self) -> Locator:
        """What has come up for a moment."""
        return self.node.get_by_test_id("toast")

    async def hand(self) -> list[str]:
        """Return the cards in their order."""
        return await self.cards.all_inner_texts()

    def message(self, text: str) -> Locator:
        """Return the newest message with this text."""
        return self.messages.filter(has_text=text).last

    def button(self, label: str) -> Locator:
        """Return the newest inline button with this label."""
        return self.chat.get_by_test_id("inline-button").filter(has_text=label).last

    def row(self, chat: Chat) -> Locator:
        """Return a chat in the list."""
        return self.node.locator(f'[data-testid="chat-row"][data-chat="{chat.id}"]')

    async def press(self, label: str) -> None:
        """Click an inline button."""
        await self.button(label).click()

    async def press_for(self, label: str, sign: Locator) -> None:
        """Click an inline button until this comes of it: an edit may take it away from under a click."""
        for _ in range(3):
            await self.press(label)
            try:
                await sign.wait_for(timeout=3000)
            except WaitedInVain:
                continue
            return
        await expect(sign).to_be_visible()

    async def to_list(self) -> None:
        """Go back to the list of chats."""
        while await self.node.get_attribute("data-view") != "list":
            await self.node.locator('.screens > :not([inert]) [data-testid="back"]').click()

    async def open(self, chat: Chat) -> None:
        """Open a chat from the list."""
        for _ in range(3):
            await self.to_list()
            try:
                await self.row(chat).click(timeout=3000)
            except WaitedInVain:  # the stage has brought another chat up meanwhile
                continue
            break
        view = "topics" if chat.is_forum else "chat"
        await expect(self.node).to_have_attribute("data-view", view)

    async def write(self, text: str) -> None:
        """Write into the open chat."""
        await self.composer.fill(text)
        await self.composer.press("Enter")

    async def choose(self, entry: str, answer: str | None = None) -> None:
        """Choose from the menu of the open chat, and answer what is asked then."""
        await self.node.locator('.screens > :not([inert]) [data-testid="chat-menu"]').click()
        await self.node.get_by_role("menuitem", name=entry, exact=True).click()
        if answer is not None:
            await self.node.get_by_role("dialog").get_by_role("button", name=answer, exact=True).click()

    async def press_data(self, data: str) -> None:
        """Click the button that says this to the bot."""
        await self.chat.locator(f'[data-testid="inline-button"][data-data="{data}"]').last.click()


@dataclass(frozen=True, slots=True)
class Turn:
    """Somebody's decision: what may be pressed, and on which phone."""

    view: PhoneView
    message: Message
    offers: list[tuple[Button, Move]]

    @property
    def decision(self) -> tuple[int, int, int]:
        """Which decision it is: the table, the deal, how much has been done there."""
        move = self.offers[0][1]
        return (move.room, move.deal, move.count)

    def pick(self, wanted: Container[int]) -> tuple[Button, Move]:
        """Return one of the wanted acts; if none is offered, any that leads to a deal played to its end."""
        fitting = [offer for offer in self.offers if offer[1].code in wanted]
        patient = fitting or [offer for offer in self.offers if offer[1].code not in _SHORT_WAYS]
        return random.Random(str(self.decision)).choice(patient or self.offers)


class Table:
    """People at a table; every move is a click on the phone of whoever is to move."""

    def __init__(self, phones: Sequence[PhoneView]) -> None:
        self.phones = phones
        self.played: dict[int, int] = {view.person.id: 0 for view in phones}
        """How many cards everybody has played by clicks."""
        self.first_deal: dict[int, int] = {}
        """How many in the first deal with a card; the next may be under way before its account is there."""
        self._first: int | None = None
        # A console whose edit has not come yet still offers what has been done.
        self._done: set[tuple[int, int, int]] = set()
        self._last: tuple[PhoneView, str] | None = None
        self._world: World = phones[0].person.world

    async def turn(self) -> Turn:
        """Wait for a decision that has not been made."""
        async with asyncio.timeout(_PATIENCE):
            while (turn := self._turn()) is None:
                await self._change()
        return turn

    def _turn(self) -> Turn | None:
        for view in self.phones:
            message = console(view.person)
            if message is not None:
                turn = Turn(view, message, moves(message))
                if turn.decision not in self._done:
                    return turn
        return None

    async def _change(self) -> None:
        """Wait until something has happened; a click that went beside a button that moved is made again."""
        try:
            async with asyncio.timeout(_ASTRAY_AFTER):
                await self._world.changed()
        except TimeoutError:
            if self._last is not None:
                view, data = self._last
                sent = any(
                    p.data == data and p.user is view.person.user for p in self._world.presses.values()
                )
                if not sent:
                    await view.press_data(data)

    async def click(self, turn: Turn, wanted: Container[int] = ()) -> Move:
        """Click one of the wanted acts, or any; returns which it was."""
        button, move = turn.pick(wanted)
        self._last = (turn.view, button.callback_data or "")
        await turn.view.press_data(self._last[1])
        self._done.add(turn.decision)
        if move.code in CARDS:
            person = turn.view.person.id
            self.played[person] += 1
            self._first = move.deal if self._first is None else self._first
            if move.deal == self._first:
                self.first_deal[person] = self.first_deal.get(person, 0) + 1
        return move

    async def play_until(self, chat: Chat, text: str) -> Message:
        """Click whatever is to be clicked until the group has a message with this text."""
        owner = self.phones[0].person

        def found() -> Message | None:
            return next((m for m in reversed(owner.messages(chat)) if text in m.text), None)

        async with asyncio.timeout(150):
            while (message := found()) is None:
                turn = self._turn()
                if turn is not None:
                    await self.click(turn)
                else:
                    await self._change()
        return message

    async def play_first_card(self) -> Turn:
        """Click until one card lies on the table; returns the decision of whoever is to follow."""
        while (await self.click(await self.turn())).code not in CARDS:
            pass
        return await self.turn()


class Show:
    """A stage, and windows on it. What a browser complains of is kept in `complaints`."""

    def __init__(self, stage: Stage, browser: Browser) -> None:
        self.stage = stage
        self.world = stage.world
        self.complaints: list[str] = []
        self._browser = browser
        self._windows: list[Window] = []

    @property
    def people(self) -> list[Person]:
        """Who has a phone, in order."""
        return [phone.person for phone in self.stage.phones.values()]

    @property
    def phones(self) -> list[Phone]:
        """The phones in order."""
        return list(self.stage.phones.values())

    @property
    def group(self) -> Chat:
        """The newest group."""
        return [chat for chat in self.world.chats.values() if not chat.is_private][-1]

    async def window(
        self, path: str, *, size: tuple[int, int] = _WIDE, dark: bool = False, touch: bool = False
    ) -> Window:
        """Open a page in a browser that knows nothing of the others, and wait until it is drawn."""
        context = await self._browser.new_context(
            locale="ru-RU",
            timezone_id="UTC",
            viewport={"width": size[0], "height": size[1]},
            color_scheme="dark" if dark else "light",
            reduced_motion="reduce",
            is_mobile=touch,
            has_touch=touch,
        )
        context.set_default_timeout(15_000)
        page = await context.new_page()
        window = Window(page)
        self._windows.append(window)
        page.on("console", self._said)
        page.on("pageerror", lambda error: self.complaints.append(f"{error}"))
        page.on("websocket", lambda socket: socket.on("framereceived", lambda data: _keep(window, data)))
        page.on("request", lambda request: self._requested(request.url))
        await page.goto(f"{self.stage.address}{path}")
        try:
            await window.ready()
        except AssertionError as error:
            raise AssertionError(f"the page is not drawn: {self.complaints}") from error
        return window

    async def stage_window(self, **how: Any) -> Window:
        """Open the stage."""
        return await self.window(f"/stage/{self.stage.key}", **how)

    async def friend_window(self, phone: Phone, **how: Any) -> Window:
        """Open a phone by its link."""
        return await self.window(phone.path, **how)

    def _said(self, message: ConsoleMessage) -> None:
        if message.type == "error":
            self.complaints.append(f"{message.text} {message.location.get('url', '')}")

    def _requested(self, url: str) -> None:
        if not url.startswith((self.stage.address, "data:", "blob:")):
            self.complaints.append(f"asked for {url}")

    async def close(self) -> None:
        """Close the windows. Fails if a browser complained of anything, or the sandbox did."""
        for window in self._windows:
            await window.page.context.close()
        assert not self.complaints
        assert not self.world.failures


def _keep(window: Window, data: str | bytes) -> None:
    window.frames.append(data if isinstance(data, str) else data.decode())


@asynccontextmanager
async def playing(browser: Browser, pace: float = STEADY_PACE) -> AsyncIterator[Show]:
    """Show a stage with a real bot as a child process."""
    async with showing(Options(port=0, pace=pace)) as stage:
        show = Show(stage, browser)
        yield show
        await show.close()


class Quiet(Show):
    """A stage where the bot says only what the test says through the Bot API."""

    def __init__(self, stage: Stage, browser: Browser, bot: BareBot) -> None:
        super().__init__(stage, browser)
        self.bot = bot


@asynccontextmanager
async def quiet(browser: Browser) -> AsyncIterator[Quiet]:
    """Show a stage without a bot; its clock stands still and nothing is too fast for Telegram."""
    world = World(VirtualClock())
    world.limits.enabled = False
    stage = Stage(world, random.Random(1))
    stage.open("ru")
    web = Web(stage)
    stage.address = f"http://127.0.0.1:{web.listen('127.0.0.1', 0)}"
    async with (
        serve(world) as server,
        httpx.AsyncClient(trust_env=False, verify=False) as client,
    ):
        show = Quiet(stage, browser, BareBot(client, server))
        try:
            yield show
            await show.close()
        finally:
            await web.close()
            await stage.close()
