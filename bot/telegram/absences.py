"""Presses about people who vanish: the clock, nudges, and the ends that others may make."""

from __future__ import annotations

from bot.rooms.views import RoomView, TurnClock
from bot.screens.absence_presses import AbsencePress, Claim, Nudge, SetClock
from bot.screens.parts import Screen
from bot.screens.turns import claim_question

from .kit import Kit
from .pressed import Pressed, Reply, asked_by, require_group


class Absences:
    """The handler of these presses; `Presses` answers with what it returns."""

    def __init__(self, kit: Kit) -> None:
        self._kit = kit

    async def act(self, press: AbsencePress, view: RoomView, pressed: Pressed) -> Reply:
        """Do what a press asks for. Raises `RefusalError`."""
        rooms, user, t = self._kit.rooms, pressed.user, pressed.t
        match press:
            case SetClock(room, revision, seconds, then):
                require_group(view, pressed)
                await rooms.set_clock(room, user.id, revision, TurnClock(seconds, then))
                return Reply(t.plain("toast-clock-set"))
            case Nudge(room):
                self._kit.outbox.ring(await rooms.nudge(room, user))
                return Reply(t.plain("toast-nudged"))
            case Claim():
                return await self._claim(press, pressed)
        return Reply()

    async def _claim(self, press: Claim, pressed: Pressed) -> Reply:
        """Ask once more, then end the match; or take the question back."""
        rooms = self._kit.rooms
        asked = await asked_by(self._kit, pressed, None)
        turn = (press.room, pressed.user.id, press.deal, press.count)
        if press.answer == "yes":
            await rooms.claim(*turn)
            self._say(pressed, Screen(asked.t.html("claim-done")))
            return Reply(pressed.t.plain("toast-claimed"))
        if press.answer == "no":
            await rooms.may_claim(*turn)
            self._say(pressed, Screen(asked.t.html("stop-kept")))
            return Reply()
        question = claim_question(await rooms.may_claim(*turn), asked.t)
        self._kit.outbox.answer(pressed.chat.id, pressed.thread_id, question)
        return Reply()

    def _say(self, pressed: Pressed, screen: Screen) -> None:
        """Let the bot's question show its answer."""
        self._kit.outbox.replace(pressed.chat.id, pressed.message_id, screen)
