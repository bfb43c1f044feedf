"""A kit that overhears a bot: no card that is in a hand or in the deck is named to anybody but its owner.

Hang it on a world and it looks at every payload of every chat, at every answer to a press, at every record
that is logged, and at whatever else is shown to it. What may be named is worked out from the bot's file by
the engine and the rules of the game, not by the views that are to be tested.
"""

from __future__ import annotations

import html
import json
import logging
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Set
from typing import Any

from bot.__main__ import LineFormatter
from bot.deberts.actions import BELA, PASS, SWAP
from bot.deberts.cards import BY_CODE
from bot.sandbox import World
from bot.sandbox.decoding import Upload
from bot.screens.absence_presses import GroupMove
from bot.screens.presses import BadPressError, Move, decode

from .group_buttons import Buttons, problems
from .truth import Cards, Followed, Truth

_RANKS = {"7": 0, "8": 1, "9": 2, "10": 3, "В": 4, "J": 4, "Д": 5, "Q": 5, "К": 6, "K": 6, "Т": 7, "A": 7}
_SUITS = "♠♣♦♥"
_RANK = "10|[789ВДКТJQKA]"
# `К♥️`; then `♥️ К Д 9`, as hands are told; then the codes of records and buttons, `KH`.
_FACE = re.compile(rf"(?<![\w])({_RANK})([{_SUITS}])")
_ROW = re.compile(rf"(?<![\dВДКТJQKA])([{_SUITS}])\ufe0f? ((?:(?:{_RANK})(?:[ ,]+|\b))+)(?!\w)")
_CODE = re.compile(r"(?<![A-Za-z0-9])([789TJQKA][SCDH])(?![A-Za-z0-9])")
_PLAIN = re.compile(rf"(?:{_RANK})[{_SUITS}]\ufe0f?")
_NONCE = re.compile(r"\b[0-9a-f]{32}\b")
_MOVE = re.compile(r"\bm:\d+:(\d+):")
_DEAL = re.compile(r"(?:сдача|deal) (\d+)")
# Sheets write trumps behind the numbers of deals: `10♠  492`.
_SHEET = re.compile(r"<pre>.*?</pre>", re.DOTALL)
_SHEET_ROW = re.compile(rf"(?:^|<pre>)\s*\d+[{_SUITS}]", re.MULTILINE)
_AT_ONCE = 0.5
# All that the bot ever asks of Telegram. Nothing inline, no stickers, no media but the records of matches.
METHODS = frozenset(
    {
        "getMe",
        "getUpdates",
        "deleteWebhook",
        "setMyCommands",
        "getMyDescription",
        "getMyShortDescription",
        "setMyDescription",
        "setMyShortDescription",
        "getChatMember",
        "sendMessage",
        "editMessageText",
        "editMessageReplyMarkup",
        "answerCallbackQuery",
        "sendDocument",
        "leaveChat",
    }
)
UPDATES = {"message", "callback_query", "my_chat_member"}


def named(text: str) -> set[int]:
    """Return the cards that a text names in any of the ways that people or programs write them."""
    text = _SHEET.sub(lambda block: _SHEET_ROW.sub(" ", block.group(0)), text)
    text = html.unescape(re.sub(r"</?[a-z-]+(?: [^>]*)?>", "", text))
    found = {_SUITS.index(suit) * 8 + _RANKS[rank] for rank, suit in _FACE.findall(text)}
    for suit, ranks in _ROW.findall(text):
        found.update(_SUITS.index(suit) * 8 + _RANKS[rank] for rank in re.findall(_RANK, ranks))
    found.update(BY_CODE[code] for code in _CODE.findall(text))
    return found


def strings(value: object) -> Iterator[str]:
    """Yield every text in a decoded payload, names of fields included."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, Upload):
        yield value.content.decode(errors="replace")
    elif isinstance(value, Mapping):
        for name, item in value.items():
            yield str(name)
            yield from strings(item)
    elif isinstance(value, list | tuple):
        for item in value:
            yield from strings(item)


class Secrets(logging.Handler):
    """Overhears the bot of a world, whose file `truth` follows; `check` fails if anything was given away.

    `slack` is how long, on the world's clock, a payload may have been on its way when a new deal was dealt.
    """

    def __init__(self, world: World, truth: Truth, *, slack: float = _AT_ONCE) -> None:
        super().__init__(logging.DEBUG)
        self.world = world
        self.truth = truth
        self.slack = slack
        self.leaks: list[str] = []
        self.strange: list[str] = []
        self.heard: Counter[str] = Counter()
        self.named: Counter[str] = Counter()
        self.tables: Counter[int] = Counter()
        """Tables with the cards on them, by the part of the deal."""
        self.lines: list[str] = []
        self._own = LineFormatter([])
        self._others = LineFormatter([world.token])
        self._levels: dict[logging.Logger, int] = {}
        world.observers.append(self.hear)

    # Logs: everything of ours, and of others what the bot's own set-up lets through

    def __enter__(self) -> Secrets:
        """Listen to the logs, too."""
        for logger, level in (
            (logging.getLogger(), logging.WARNING),
            (logging.getLogger("bot"), logging.DEBUG),
        ):
            self._levels[logger] = logger.level
            logger.setLevel(level)
        logging.getLogger().addHandler(self)
        return self

    def __exit__(self, *_: object) -> None:
        """Leave the logs alone."""
        logging.getLogger().removeHandler(self)
        for logger, level in self._levels.items():
            logger.setLevel(level)

    def emit(self, record: logging.LogRecord) -> None:
        """Look at what is logged."""
        ours = record.name.partition(".")[0] == "bot"
        # An application that is not ours has no business here: tests and the sandbox log, too.
        if record.name.startswith("bot.sandbox") or (not ours and record.levelno < logging.WARNING):
            return
        self.look_at_log((self._own if ours else self._others).format(record))

    def look_at_log(self, text: str) -> None:
        """Look at what the bot has written to its log."""
        self.heard["log"] += 1
        self.lines.append(text)
        if named(text) or re.search(f"[{_SUITS}]", text):
            self.leaks.append(f"the log names a card: {text}")
        self._look_for_keys("the log", text)

    # Payloads

    def hear(self, method: str, params: Mapping[str, Any]) -> None:
        """Look at a call of the bot."""
        self.heard[method] += 1
        if method == "getUpdates" and not set(params.get("allowed_updates") or UPDATES) <= UPDATES:
            self.strange.append(f"updates {params['allowed_updates']}")
        readers: frozenset[int] = frozenset()
        rooms: set[int] = set()
        deal: int | None = None
        said: set[int] = set()
        if method == "answerCallbackQuery":
            press = self.world.presses.get(str(params.get("callback_query_id")))
            if press is None:
                self.leaks.append("an answer to nobody's press")
                return
            readers = frozenset({press.user.id})
            rooms, deal = _about(press.data)
            # A refusal may name the card of the press: who made it up knows it as well before as after.
            said = named(press.data)
        elif isinstance(chat_id := params.get("chat_id"), int) and chat_id > 0:
            readers = frozenset({chat_id})
        buttons = list(self._buttons(params))
        for button in buttons:
            about, of_deal = _about(button.get("callback_data"))
            rooms |= about
            deal = of_deal if deal is None else deal
        here = [(button, move) for button in buttons if (move := _group_move(button)) is not None]
        if here:
            self._look_at_table(params.get("chat_id"), here)
            # The 32 cards name nobody's. What else the message says is looked at as ever.
            cards = [button for button, move in here if move.code < PASS or move.code == SWAP]
            rest = [button for button in buttons if button not in cards]
            params = {**params, "reply_markup": {"inline_keyboard": [rest]}}
        if method == "sendDocument":
            self._look_at_file(params)
            params = {name: value for name, value in params.items() if not isinstance(value, Upload)}
        self.look(method, params, readers, rooms, deal, said)

    def _buttons(self, params: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
        """Yield the buttons of a message; there are no others than those that are pressed and links."""
        markup = params.get("reply_markup") or {}
        if set(markup) - {"inline_keyboard"}:
            self.strange.append(f"markup with {sorted(markup)}")
        for row in markup.get("inline_keyboard", ()):
            for button in row:
                kind = set(button) - {"text", "style"}
                if kind not in ({"callback_data"}, {"url"}):
                    self.strange.append(f"a button with {sorted(kind)}")
                yield button

    def _look_at_table(self, chat_id: object, buttons: Buttons) -> None:
        """Fail unless the cards on a table are all cards, for the table's own group."""
        press = buttons[0][1]
        room = self.truth.look(self.world.clock.now()).get(press.room)
        self.tables[press.part] += 1
        if room is None:
            self.leaks.append("cards of a room that has not been dealt")
            return
        chat = self.world.chats.get(chat_id) if isinstance(chat_id, int) else None
        if chat is None or chat.is_private or (chat_id != room.chat_id and chat.migrated_to is None):
            self.leaks.append(f"cards of room {room.id} are offered in chat {chat_id}")
        self.leaks += (f"the table of room {room.id}: {one}" for one in problems(room.match, buttons))
        upcard = BY_CODE[room.decks[press.deal][6 * len(room.people)]]
        for button, one in buttons:
            label = button["text"]
            marked = one.code < BELA and not _PLAIN.fullmatch(label)
            # Who may exchange the seven is not told: it is offered by the name that the upcard gives it.
            says = {upcard, upcard & 24} if one.code == SWAP else {one.code & 31}
            if (one.code < PASS or one.code == SWAP) and (marked or named(label) != says):
                self.leaks.append(f"the table of room {room.id} calls {one.code} {label}")

    def look(
        self,
        what: str,
        value: object,
        readers: frozenset[int],
        rooms: set[int] | None = None,
        deal: int | None = None,
        said: Set[int] = frozenset(),
    ) -> None:
        """Look at something that these people read and nobody else; with none of them, that anybody reads.

        `rooms` and `deal` say what it is about, as far as that is known; `said` are cards that they have
        named themselves.
        """
        text = "\n".join(strings(value))
        self._look_for_keys(what, text)
        found = named(text)
        if not found:
            return
        self.named[what] += 1
        if deal is None:
            numbers = [int(number) for number in _MOVE.findall(text)]
            numbers = numbers or [int(number) - 1 for number in _DEAL.findall(text)]
            deal = max(numbers, default=None)
        now = self.world.clock.now()
        known = self.truth.look(now)
        about = [room for room_id, room in known.items() if not rooms or room_id in rooms]
        allowed = set(said)
        for room in about:
            for cards in self._pictures(room, deal, now):
                allowed |= cards.known_to(readers)
        if not found <= allowed:
            self.leaks.append(
                f"{what} for {sorted(readers) or 'all'} names {sorted(found - allowed)}: {text}"
            )

    def _pictures(self, room: Followed, deal: int | None, now: float) -> Iterator[Cards]:
        """Yield the deals that a payload may be about."""
        if deal is not None and deal < len(room.ended):
            yield room.ended[deal]
        elif deal is None and room.ended and now - room.dealt_at <= self.slack:
            yield room.ended[-1]
        for moment, user, hand in room.left:
            if now - moment <= self.slack:
                yield Cards(len(room.ended), frozenset(), {user: hand})
        yield room.now()

    def _look_at_file(self, params: Mapping[str, Any]) -> None:
        """Fail unless a file is the record of a finished match with all its decks."""
        upload = next(value for value in params.values() if isinstance(value, Upload))
        record = json.loads(upload.content)
        decks = [deal["deck"] for deal in record["deals"]]
        rooms = self.truth.look(self.world.clock.now()).values()
        of = [room for room in rooms if room.decks == decks]
        if not of or any(room.phase != "finished" for room in of):
            self.leaks.append(f"a record of a match that is not over: {upload.name}")

    def _look_for_keys(self, what: str, text: str) -> None:
        if self.world.token in text or self.world.token.split(":")[1] in text:
            self.leaks.append(f"{what} holds the token")
        if any(nonce in self.truth.nonces for nonce in _NONCE.findall(text)):
            self.leaks.append(f"{what} holds the nonce of a deck")

    # The end

    def check(self) -> None:
        """Fail if anything was given away, or anything was used but text messages and buttons."""
        said = "\n".join(self.lines)
        for chat in self.world.chats.values():
            for message in chat.messages.values():
                if len(message.text) > 12 and message.text in said:
                    self.leaks.append(f"the log holds a message: {message.text}")
        self.strange += sorted(set(self.heard) - METHODS - {"log"})
        assert not self.strange, self.strange
        assert not self.leaks, f"{len(self.leaks)} leaks, the first: {self.leaks[0]}"


def _about(data: object) -> tuple[set[int], int | None]:
    """Return the room and, for a move, the deal that a button is about."""
    try:
        press = decode(data)
    except BadPressError:
        return set(), None
    if isinstance(press, Move | GroupMove):
        return {press.room}, press.deal
    return ({press.room} if hasattr(press, "room") else set()), None


def _group_move(button: Mapping[str, Any]) -> GroupMove | None:
    try:
        press = decode(button.get("callback_data"))
    except BadPressError:
        return None
    return press if isinstance(press, GroupMove) else None
