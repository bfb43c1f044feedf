"""Whole matches by presses only, looked at after every press: records, screens, secrets, logs."""

from __future__ import annotations

import logging
import random
import re
from collections.abc import Iterator, Mapping
from typing import Any

import pytest

from bot.deberts import actions as do
from bot.deberts.cards import CODES, cards
from bot.deberts.match import Match
from bot.deberts.view import public_view
from bot.locales import texts
from bot.screens.cards import card as card_text
from bot.screens.presses import BadPressError, Move, Rematch, decode

from .harness import Play
from .tables import Table, button_of, every_move, meet, offered, open_table

RU = texts("ru")
FACES = tuple(card_text(number, RU) for number in range(32))


class Eavesdropper:
    """Hears every call of the bot and keeps, until asked, which cards were named to whom."""

    def __init__(self, game: Play) -> None:
        self._game = game
        self._heard: list[tuple[int, set[int]]] = []
        self._deal = -1
        game.world.observers.append(self.hear)

    def hear(self, method: str, params: Mapping[str, Any]) -> None:
        listener = params.get("chat_id")
        if method == "answerCallbackQuery":
            listener = self._game.world.presses[params["callback_query_id"]].user.id
        if isinstance(listener, int):
            text = f"{params.get('text', '')} {params.get('caption', '')}"
            named = {number for number, face in enumerate(FACES) if re.search(rf"(?<!\d){face}", text)}
            self._heard.append((listener, named | set(_on_buttons(params))))

    def check(self, match: Match, table: Table) -> None:
        """Fail if a card that is in somebody's hand, and nowhere on the table, was named to anybody else."""
        heard, self._heard = self._heard, []
        before, self._deal = self._deal, len(match.deals)
        view = public_view(match).deal
        if match.deal is None or view is None or before != self._deal:
            # What was heard may be about the deal before, whose cards all lie open.
            return
        open_cards = {view.upcard} | {
            card for one in view.declared for run in one.shown for card in run.cards
        }
        for seat, person in enumerate(table.people):
            secret = set(cards(match.deal.hands[seat])) - open_cards
            for listener, named in heard:
                assert listener == person.id or not named & secret, f"{person} is given away"


def _on_buttons(params: Mapping[str, Any]) -> Iterator[int]:
    for row in (params.get("reply_markup") or {}).get("inline_keyboard", ()):
        for button in row:
            try:
                press = decode(button.get("callback_data"))
            except BadPressError:
                continue
            if isinstance(press, Move) and press.code < do.PASS:
                yield press.code & 31


def check_consoles(match: Match, table: Table) -> None:
    """Both consoles offer the hands and the moves that the stored match has."""
    for seat, person in enumerate(table.people):
        console = table.console(person)
        assert len(table.consoles(person)) == 1, "only one message of a table has buttons"
        if match.deal is None:
            assert not every_move(console)
            continue
        moves = every_move(console)
        assert {(move.deal, move.count) for move in moves} <= {(len(match.deals), len(match.deal.log))}
        assert {move.code for move in moves if move.code < 32} == set(cards(match.deal.hands[seat]))
        legal = {action.code for action in match.legal()} if match.deal.turn == seat else set()
        assert offered(console) == legal


def check_stored(match: Match, row: tuple[Any, ...]) -> None:
    phase, winners, result = row
    assert phase == ("finished" if match.over else "playing")
    if match.over:
        assert winners == str(list(match.outcome.winners))
        assert result == str(list(match.outcome.result))


@pytest.mark.parametrize(("target", "seed"), [(301, 10), pytest.param(501, 3, marks=pytest.mark.long)])
async def test_a_match_is_played_to_its_end_by_presses_alone(
    game: Play, caplog: pytest.LogCaptureFixture, target: int, seed: int
) -> None:
    caplog.set_level(logging.DEBUG, logger="bot")
    spy = Eavesdropper(game)
    chance = random.Random(seed)
    people = await meet(game, "Анна", "Борис")
    group = game.world.group("Друзья", people)
    table = await open_table(game, group, *people, target=target)
    while True:
        match = await table.match()
        check_stored(match, await table.stored("phase, winners, result"))
        spy.check(match, table)
        check_consoles(match, table)
        if match.deal is None or not match.deal.trick:
            await table.check_board()
        if match.over:
            break
        await table.move(chance)

    await game.settle()
    board = table.board()
    assert button_of(board, Rematch)
    for total in match.outcome.result:
        assert str(total) in board.text
    assert not game.world.limits.refused
    assert not game.world.refused
    assert await table.stored("settled_version = version") == (1,)
    check_logs(caplog, game)


def check_logs(caplog: pytest.LogCaptureFixture, game: Play) -> None:
    """Nothing that was dealt or said, nor the token, is in the logs."""
    said = "\n".join(record.getMessage() for record in caplog.records)
    assert game.world.token not in said
    assert not re.search("|".join(CODES), said)
    assert not re.search("[♠♥♦♣]", said)
    for chat in game.world.chats.values():
        for message in chat.messages.values():
            assert not message.text or message.text not in said
