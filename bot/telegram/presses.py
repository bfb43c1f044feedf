"""Presses of buttons: decode, act, answer. Who pressed is all that is trusted (design.md)."""

from __future__ import annotations

import logging
from contextlib import suppress

from telegram import CallbackQuery, Update
from telegram.ext import ContextTypes

from bot.locales import LANGUAGES, pick, texts
from bot.rooms.errors import RefusalError
from bot.rooms.forgetting import forget
from bot.rooms.views import RoomView
from bot.screens import toasts
from bot.screens.absence_presses import Claim, Leave
from bot.screens.forget import forget_later, forgotten, not_forgotten
from bot.screens.hand import hand_alert
from bot.screens.lobby_rules import page_of
from bot.screens.parts import Screen
from bot.screens.presses import (
    BadPressError,
    Choose,
    DropSaved,
    Forget,
    Move,
    Page,
    Press,
    Query,
    Rematch,
    Seat,
    SeatAt,
    SetLanguage,
    SetPreset,
    SetRule,
    Start,
    Stop,
    UseSaved,
    decode,
    parameter_value,
)
from bot.screens.refusals import bad_press, refusal_text
from bot.screens.sheet import sheet_alert
from bot.screens.trick import last_trick_alert

from .absences import Absences
from .commands import Commands
from .kit import NOBODIES, Kit, is_private
from .pressed import Pressed, Reply, asked_by, require_group
from .speech import texts_of

log = logging.getLogger(__name__)

# Refusals that mean that the button is behind the state: what it hangs on is put right at once.
_STALE = (
    "stale-deal",
    "stale-move",
    "rules-changed",
    "started",
    "room-over",
    "already-done",
    "no-claim",
    "request-over",
)
# What a question that is still asked may be answered with once it is settled: its buttons go.
_QUESTION_OVER = ("room-over", "no-claim")


class Presses:
    """The handler of every press."""

    def __init__(self, kit: Kit, commands: Commands) -> None:
        self._kit = kit
        self._commands = commands
        self._absences = Absences(kit)

    async def run(self, update: Update, context: ContextTypes.DEFAULT_TYPE) -> None:
        """Handle a press and answer it, whatever happens."""
        query = update.callback_query
        if query is None:
            return
        try:
            reply = await self._handle(query)
        except RefusalError as error:
            # Only the database refuses here: of the language only what the client says is known.
            self._kit.hearing.failed()
            reply = Reply(refusal_text(error, None, texts(pick(query.from_user.language_code))))
        except Exception:
            log.exception("a press failed")
            reply = Reply()
        await self._kit.gateway.answer(query.id, reply.text, reply.alert, reply.url)

    async def _handle(self, query: CallbackQuery) -> Reply:
        message = query.message
        user = query.from_user
        if message is None or user.is_bot or user.id in NOBODIES:
            return Reply()
        row = await self._kit.meet(user)
        self._kit.outbox.noted_press(row.id)
        if is_private(message.chat) and not row.reachable:
            # Where somebody presses the bot may write, whatever has been heard of that.
            await self._kit.rooms.set_reachable(row.id, True)
        thread_id = getattr(message, "message_thread_id", None)
        in_topic = getattr(message, "is_topic_message", False)
        pressed = Pressed(
            row, message.chat, message.message_id, thread_id if in_topic else None, texts_of(row)
        )
        try:
            press = decode(query.data)
        except BadPressError:
            return Reply(bad_press(pressed.t))
        view: RoomView | None = None
        is_over = False
        try:
            if isinstance(press, SetLanguage):
                return await self._language(press, pressed)
            if isinstance(press, Forget):
                return await self._forget(press, pressed)
            view = await self._kit.here(press.room, message.chat.id, row.id)
            view = await self._kit.noticed(view, row.id)
            await self._require_own_message(press, view, pressed)
            reply = await self._act(press, view, pressed)
        except RefusalError as error:
            reply = await self._refuse(error, press, view, pressed)
            # That somebody does not sit there settles only what they have asked themselves.
            gone = error.kind == "not-seated" and isinstance(press, Leave)
            is_over = gone or error.kind in _QUESTION_OVER
        if view is not None and (is_over or not _of_question(press)):
            await self._disarm_orphan(view, pressed)
        return reply

    async def _require_own_message(self, press: Press, view: RoomView, pressed: Pressed) -> None:
        """Raise if a button that does something hangs on a message that was replaced, or is not known.

        Moves are looked at more closely: they say what they are behind.
        """
        if isinstance(press, (Query, Move)) or _of_question(press):
            return
        if pressed.chat.id not in (view.chat_id, pressed.user.id):
            raise RefusalError("no-room")
        if not await self._kit.outbox.is_current(view, pressed.chat.id, pressed.message_id):
            raise RefusalError("old-message")

    async def _disarm_orphan(self, view: RoomView, pressed: Pressed) -> None:
        """Take the buttons of a message away that was replaced, or whose sending was cut off by a crash."""
        with suppress(RefusalError):  # the press has been dealt with, whatever the database says now
            if not await self._kit.outbox.is_current(view, pressed.chat.id, pressed.message_id):
                self._kit.outbox.disarm(pressed.chat.id, pressed.message_id)

    async def _refuse(
        self, error: RefusalError, press: Press, view: RoomView | None, pressed: Pressed
    ) -> Reply:
        """Say why not; where the button is behind the state, put the chat right."""
        if error.kind == "busy":
            self._kit.hearing.failed()
        if view is not None:
            view = await self._kit.rooms.view(view.id)
            if error.kind in _STALE:
                self._kit.outbox.mark(view)
        elif error.kind == "no-room" and not isinstance(press, Query):
            self._kit.outbox.disarm(pressed.chat.id, pressed.message_id)
        return Reply(refusal_text(error, view, pressed.t), alert=error.kind == "unreachable")

    async def _act(self, press: Press, view: RoomView, pressed: Pressed) -> Reply:
        rooms, user, t = self._kit.rooms, pressed.user, pressed.t
        match press:
            case Query(_, what):
                return await self._query(what, view, pressed)
            case Move(room, deal, count, code):
                await self._require_current(press, view, pressed)
                await rooms.move(room, user.id, deal, count, code)
                return Reply(toasts.move_toast(code, t))
            case Seat(room, sit):
                require_group(view, pressed)
                return await (self._sit(room, None, pressed) if sit else self._stand(room, pressed))
            case Start(room, revision):
                require_group(view, pressed)
                await rooms.start(room, user.id, revision)
                return Reply(toasts.started(t))
            case Page(room, page):
                require_group(view, pressed)
                await rooms.open_page(room, user.id, page)
                return Reply()
            case SetRule(room, revision, parameter, value):
                require_group(view, pressed)
                chosen, page = parameter_value(parameter, value), page_of(parameter)
                await rooms.set_rule(room, user.id, revision, parameter, chosen, page)
                return Reply(toasts.rule_set(t))
            case SeatAt(room, seat):
                require_group(view, pressed)
                moved = view.seat_of(user.id) is not None
                reply = await self._sit(room, seat, pressed)
                return Reply(toasts.moved(t)) if moved and reply.url is None else reply
            case SetPreset(room, revision, preset):
                require_group(view, pressed)
                await rooms.set_preset(room, user.id, revision, preset)
                return Reply(toasts.rule_set(t))
            case UseSaved(room, revision, saved):
                require_group(view, pressed)
                await rooms.use_saved(room, user.id, revision, saved)
                return Reply(toasts.rule_set(t))
            case DropSaved(room, revision, saved):
                require_group(view, pressed)
                await rooms.drop_saved(room, user.id, revision, saved)
                return Reply(t.plain("toast-dropped"))
            case Rematch(room):
                await rooms.rematch(room, user)
                return Reply(t.plain("toast-rematch"))
            case Choose(_, command):
                return await self._choose(command, view, pressed)
            case Stop(room, confirmed):
                return await self._stop(room, confirmed, view, pressed)
            case SetLanguage() | Forget():
                return Reply()
            case _:
                return await self._absences.act(press, view, pressed)

    async def _query(self, what: str, view: RoomView, pressed: Pressed) -> Reply:
        """Show something of a room in a box, or its rules in a message."""
        t = pressed.t
        if what == "hand":
            console = await self._kit.rooms.console(view.id, pressed.user.id)
            if console.seat_view is None:
                raise RefusalError("no-hand" if view.live else "room-over")
            return Reply(hand_alert(console, t), alert=True)
        if what == "last":
            return Reply(last_trick_alert(view, t), alert=True)
        if what == "score":
            return Reply(sheet_alert(view, t), alert=True)
        await self._commands.for_room("rules", view, await asked_by(self._kit, pressed, None))
        return Reply()

    async def _stand(self, room_id: int, pressed: Pressed) -> Reply:
        await self._kit.rooms.stand(room_id, pressed.user.id)
        return Reply(toasts.stood_up(pressed.t))

    async def _sit(self, room_id: int, seat: int | None, pressed: Pressed) -> Reply:
        """Sit down, on a certain seat if one is named; who has not opened the bot yet is sent there."""
        rooms = self._kit.rooms
        known = await rooms.people.user(pressed.user.id) or pressed.user
        link = f"https://t.me/{self._kit.gateway.username}?start=r{room_id}"
        try:
            if seat is None:
                await rooms.sit(room_id, known)
            else:
                await rooms.take_seat(room_id, known, seat)
        except RefusalError as error:
            if error.kind == "already-seated" and not known.reachable:
                return Reply(url=link)
            raise
        return Reply(toasts.seated(pressed.t)) if known.reachable else Reply(url=link)

    async def _choose(self, command: str, view: RoomView, pressed: Pressed) -> Reply:
        """Go on with a command whose table has been chosen."""
        asked = await asked_by(self._kit, pressed, pressed.message_id)
        if command == "stop":
            is_admin = await self._is_admin(view, pressed)
            await self._kit.rooms.may_stop(view.id, pressed.user.id, is_admin)
        await self._commands.for_room(command, view, asked)
        return Reply()

    async def _stop(self, room_id: int, confirmed: bool, view: RoomView, pressed: Pressed) -> Reply:
        """Stop a table, or take the question back."""
        is_admin = await self._is_admin(view, pressed)
        if confirmed:
            await self._kit.rooms.stop(room_id, pressed.user, is_admin)
        else:
            await self._kit.rooms.may_stop(room_id, pressed.user.id, is_admin)
        t = (await asked_by(self._kit, pressed, None)).t
        key = "stop-done" if confirmed else "stop-kept"
        screen = Screen(t.html(key, name=pressed.user.name))
        self._kit.outbox.replace(pressed.chat.id, pressed.message_id, screen)
        return Reply(toasts.stopped(pressed.t) if confirmed else None)

    async def _is_admin(self, view: RoomView, pressed: Pressed) -> bool:
        if view.owner_id == pressed.user.id:
            return False
        return await self._kit.gateway.is_admin(view.chat_id, pressed.user.id)

    async def _language(self, press: SetLanguage, pressed: Pressed) -> Reply:
        """Speak another language: a person's own in private, the group's by an admin."""
        if press.language not in LANGUAGES:
            return Reply(bad_press(pressed.t))
        t = texts(press.language)
        if is_private(pressed.chat):
            await self._kit.rooms.set_language(pressed.user.id, press.language)
        elif await self._kit.gateway.is_admin(pressed.chat.id, pressed.user.id):
            await self._kit.rooms.set_chat_language(pressed.chat.id, press.language)
        else:
            return Reply(pressed.t.plain("language-admins-only"))
        done = Screen(t.html("plain", text=toasts.language_set(t)))
        self._kit.outbox.replace(pressed.chat.id, pressed.message_id, done)
        return Reply(toasts.language_set(t))

    async def _forget(self, press: Forget, pressed: Pressed) -> Reply:
        """Remove what is known of who presses, in private; from here on nothing is noted of them."""
        t, chat = pressed.t, pressed.chat
        if not is_private(chat):
            return Reply(bad_press(t))
        if press.confirmed:
            playing = await forget(self._kit.rooms, pressed.user.id, t.plain("name-of-nobody"))
            if not playing:
                await self._kit.outbox.forget_chat(pressed.user.id)
            screen = forget_later(playing, t) if playing else forgotten(t)
        else:
            screen = not_forgotten(t)
        self._kit.outbox.replace(chat.id, pressed.message_id, screen)
        return Reply()

    async def _require_current(self, move: Move, view: RoomView, pressed: Pressed) -> None:
        """Raise unless the button hangs on the presser's console as it stands now; say what it is behind."""
        user, chat = pressed.user, pressed.chat
        if view.seat_of(user.id) is None:
            raise RefusalError("not-seated")
        if chat.id == user.id and await self._kit.outbox.is_current(view, chat.id, pressed.message_id):
            return
        if await self._kit.rooms.was_done(view.id, user.id, move.deal, move.count, move.code):
            raise RefusalError("already-done")
        if not view.live:
            raise RefusalError("room-over")
        later = move.deal == view.deal_number and move.count < view.action_count
        raise RefusalError("stale-move" if later else "stale-deal")


def _of_question(press: Press) -> bool:
    """Tell whether a press answers a question of the bot's: those are no room's messages."""
    if isinstance(press, Leave | Claim):
        return press.answer != "ask"
    return isinstance(press, Choose | Stop | SetLanguage)
