"""Presses about people who vanish: the clock, nudges, and the ends that others may make."""

from __future__ import annotations

from bot.rooms.errors import RefusalError
from bot.rooms.views import Phase, RoomView, TurnClock
from bot.screens.absence_presses import (
    AbsencePress,
    Claim,
    GroupMove,
    Leave,
    Nudge,
    PlayHere,
    SetClock,
    TakeOver,
    Vote,
)
from bot.screens.leaving import leave_question
from bot.screens.names import shown
from bot.screens.parts import Screen
from bot.screens.toasts import move_toast
from bot.screens.turns import claim_question

from .kit import Kit
from .pressed import Pressed, Reply, asked_by, require_group
from .speech import texts_of


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
            case Nudge(room, deal, seat):
                self._kit.outbox.ring(await rooms.nudge(room, user, deal, seat))
                return Reply(t.plain("toast-nudged"))
            case Claim():
                return await self._claim(press, pressed)
            case Leave():
                return await self._leave(press, view, pressed)
            case TakeOver(_, seat):
                require_group(view, pressed)
                return await self._take_over(view, seat, pressed)
            case Vote(room, seat, candidate, yes):
                await rooms.vote(room, user.id, seat, candidate, yes)
                if not yes and candidate != user.id:
                    await self._tell_refused(view, candidate)
                if candidate == user.id:
                    return Reply(t.plain("toast-changed-mind"))
                return Reply(t.plain("toast-agreed" if yes else "toast-refused"))
            case PlayHere(room, on):
                require_group(view, pressed)
                await rooms.play_here(room, user.id, on)
                return Reply(t.plain("toast-plays-here") if on else None)
            case GroupMove(room, deal, part, code):
                require_group(view, pressed)
                await rooms.move_here(room, user.id, deal, part, code)
                return Reply(move_toast(code, t))

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

    async def _leave(self, press: Leave, view: RoomView, pressed: Pressed) -> Reply:
        """Ask once more, then free the seat; or take the question back."""
        if press.user != pressed.user.id:
            raise RefusalError("not-yours")
        if view.seat_of(press.user) is None:
            raise RefusalError("not-seated")
        if view.phase is not Phase.PLAYING:
            raise RefusalError("not-started" if view.live else "room-over")
        asked = await asked_by(self._kit, pressed, None)
        if press.answer == "ask":
            question = leave_question(view, press.user, asked.t)
            self._kit.outbox.answer(pressed.chat.id, pressed.thread_id, question)
            return Reply()
        if press.answer == "no":
            self._say(pressed, Screen(asked.t.html("stop-kept")))
            return Reply()
        await self._kit.rooms.leave(press.room, press.user)
        name = shown(pressed.user.name)
        self._say(pressed, Screen(asked.t.html("leave-done" if asked.private else "left-table", name=name)))
        return Reply(pressed.t.plain("toast-left"))

    async def _take_over(self, view: RoomView, seat: int, pressed: Pressed) -> Reply:
        """Ask for a vacant seat; who has not opened the bot yet is sent there first."""
        rooms = self._kit.rooms
        user = await rooms.people.user(pressed.user.id) or pressed.user
        try:
            await rooms.ask_for_seat(view.id, user, seat)
        except RefusalError as error:
            if error.kind != "unreachable":
                raise
            return Reply(url=f"https://t.me/{self._kit.gateway.username}?start=r{view.id}")
        return Reply(pressed.t.plain("toast-asked"))

    async def _tell_refused(self, view: RoomView, candidate: int) -> None:
        """Tell somebody in private that the others have not agreed; at the table only the request goes."""
        user = await self._kit.rooms.people.user(candidate)
        if user is not None and user.reachable:
            text = texts_of(user).html("seat-refused", title=shown(view.title))
            self._kit.outbox.answer(user.id, None, Screen(text))

    def _say(self, pressed: Pressed, screen: Screen) -> None:
        """Let the bot's question show its answer."""
        self._kit.outbox.replace(pressed.chat.id, pressed.message_id, screen)
