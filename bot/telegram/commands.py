"""Commands, in groups and in private: which table is meant, and what is shown of it."""

from __future__ import annotations

import json
from dataclasses import dataclass

from telegram import Message, Update
from telegram.ext import ContextTypes

from bot.locales import Html, Texts, pick, texts
from bot.rooms.errors import RefusalError
from bot.rooms.views import Phase, RoomView
from bot.screens.choices import choose_room, language_menu, stop_question
from bot.screens.fair import fair
from bot.screens.forget import forget_question
from bot.screens.help import group_help, private_help
from bot.screens.help import start as start_screen
from bot.screens.history import history
from bot.screens.leaving import leave_question
from bot.screens.names import shown
from bot.screens.parts import Screen
from bot.screens.refusals import refusal_text
from bot.screens.rules import rules_text
from bot.screens.sheet import sheet
from bot.screens.status import status
from bot.screens.trick import last_trick
from bot.store.people import UserRow

from .kit import Kit, is_anonymous_admin, is_private, may_ask, thread_of
from .speech import language_for, texts_of

Context = ContextTypes.DEFAULT_TYPE

# Commands that may mean a match that has ended, if none is live.
_OF_FINISHED = ("score", "last", "rules")


@dataclass(frozen=True, slots=True)
class Asked:
    """Where a command came from, from whom (None: an anonymous admin), and the texts of the answer.

    `replaces` is the message of the bot's question that the command was chosen in.
    """

    chat_id: int
    thread_id: int | None
    private: bool
    user: UserRow | None
    t: Texts
    replaces: int | None = None


class Commands:
    """The handlers of all commands."""

    def __init__(self, kit: Kit) -> None:
        self._kit = kit

    async def run(self, update: Update, context: Context) -> None:
        """Handle any command by its name."""
        message = update.effective_message
        if message is None or not message.text or not may_ask(message):
            return
        name = message.text[1 : message.entities[0].length].split("@")[0].lower()
        try:
            asked = await self._asked(message)
        except RefusalError as error:
            self._refuse(message, error)
            return
        try:
            await self._dispatch(name, asked, message, context)
        except RefusalError as error:
            self.say(asked, refusal_text(error, None, asked.t))

    async def other(self, update: Update, context: Context) -> None:
        """Help whoever writes something else to the bot in private."""
        message = update.effective_message
        if message is None:
            return
        try:
            self._help(await self._asked(message))
        except RefusalError as error:
            self._refuse(message, error)

    def _refuse(self, message: Message, error: RefusalError) -> None:
        """Say that the database does not answer: of the language only what the client says is known."""
        if error.kind != "busy":
            return
        t = texts(pick(message.from_user.language_code if message.from_user is not None else None))
        asked = Asked(message.chat.id, thread_of(message), is_private(message.chat), None, t)
        self.say(asked, refusal_text(error, None, t))

    async def _asked(self, message: Message) -> Asked:
        kit = self._kit
        user = await kit.asker(message)
        chat = message.chat
        if is_private(chat):
            if user is None:
                raise RefusalError("not-seated")
            await kit.rooms.set_reachable(user.id, True)
            user = await kit.rooms.people.user(user.id) or user
            return Asked(chat.id, None, True, user, texts_of(user))
        t = await kit.meet_chat(chat, user)
        return Asked(chat.id, thread_of(message), False, user, t)

    async def _dispatch(self, name: str, asked: Asked, message: Message, context: Context) -> None:
        args = context.args or []
        match name:
            case "deberts":
                await self._deberts(asked)
            case "start":
                await self._start(asked, args[0] if args else "")
            case "help":
                self._help(asked)
            case "language":
                self._show(asked, language_menu(asked.t))
            case "history":
                await self._history(asked)
            case "export":
                await self._export(asked)
            case "stop":
                await self._stop(asked, message)
            case "save":
                await self._save(asked, " ".join(args))
            case "verify":
                await self._verify(asked)
            case "forget":
                self._show(asked, forget_question(asked.t))
            case "status":
                await self._status(asked, context)
            case _:
                await self._of_room(name, asked)

    # Commands without a table

    async def _deberts(self, asked: Asked) -> None:
        """Open a table; in private say where tables are opened."""
        if asked.private:
            self._show(asked, start_screen(asked.t, self._kit.gateway.username, None))
            return
        chat = await self._kit.rooms.people.chat(asked.chat_id)
        if chat is not None and not chat.language:
            # The group speaks the language of who opens its first table.
            await self._kit.rooms.set_chat_language(asked.chat_id, language_for(asked.user))
        await self._kit.rooms.open(asked.chat_id, asked.thread_id, asked.user)

    async def _start(self, asked: Asked, payload: str) -> None:
        """Greet; `payload` is the table whose link was followed, `r` and its number."""
        if not asked.private:
            self._help(asked)
            return
        room, substitute = None, False
        number = payload.removeprefix("r")
        if asked.user is not None and payload.startswith("r") and number.isascii() and number.isdigit():
            try:
                view = await self._kit.rooms.view(int(number[:18]))
                seated = view.seat_of(asked.user.id) is not None
                room = view if view.live and seated else None
                substitute = view.live and not seated and bool(view.vacant)
            except RefusalError as error:
                if error.kind != "no-room":
                    raise
        self._show(asked, start_screen(asked.t, self._kit.gateway.username, room, substitute))

    def _help(self, asked: Asked) -> None:
        text = private_help if asked.private else group_help
        self.say_html(asked, text(asked.t, self._kit.gateway.username))

    async def _history(self, asked: Asked) -> None:
        user_id = None if asked.user is None else asked.user.id
        chat_id = None if asked.private else asked.chat_id
        self._show(asked, history(await self._kit.rooms.history(user_id, chat_id), asked.t, asked.private))

    async def _export(self, asked: Asked) -> None:
        """Send the match that finished last; one that is being played is nobody's to see."""
        user_id = None if asked.user is None else asked.user.id
        chat_id = None if asked.private else asked.chat_id
        view = await self._kit.rooms.newest_finished(user_id, chat_id, asked.thread_id)
        if view is None:
            self.say(asked, asked.t.plain("nothing-to-export"))
        else:
            await self.for_room("export", view, asked)

    async def _stop(self, asked: Asked, message: Message) -> None:
        """Ask whether a table is really to be stopped, if it is the asker's to stop."""
        rooms = await self._candidates("stop", asked)
        anonymous = is_anonymous_admin(message)
        allowed = [view for view in rooms if anonymous or await self._may_stop(view, asked)]
        if rooms and not allowed:
            raise RefusalError("may-not-stop")
        await self._choose("stop", allowed, asked)

    async def _may_stop(self, view: RoomView, asked: Asked) -> bool:
        if asked.user is None:
            return False
        is_admin = view.owner_id != asked.user.id and await self._kit.gateway.is_admin(
            view.chat_id, asked.user.id
        )
        try:
            await self._kit.rooms.may_stop(view.id, asked.user.id, is_admin)
        except RefusalError as error:
            if error.kind != "may-not-stop":
                raise
            return False
        return True

    async def _save(self, asked: Asked, name: str) -> None:
        """Keep the rules of the asker's table in the group under a name."""
        if asked.user is None:
            raise RefusalError("not-seated")
        rooms = await self._candidates("rules", asked)
        if not rooms:
            self.say(asked, asked.t.plain("no-table"))
            return
        # The newest of the asker's tables: a name cannot be carried through a question with buttons.
        await self._kit.rooms.save_rules(rooms[-1].id, asked.user.id, name)
        self.say(asked, asked.t.plain("rules-saved", name=shown(" ".join(name.split()))))

    async def _status(self, asked: Asked, context: Context) -> None:
        """Tell the operator how the bot is; to everybody else there is no such command."""
        operator = self._kit.operator
        if not asked.private or operator is None or not operator.is_operator(asked.user):
            self._help(asked)
            return
        app = context.application
        # This command itself is being handled.
        updates = app.update_queue.qsize() + app.update_processor.current_concurrent_updates - 1
        self.say_html(asked, status(await operator.status(updates), asked.t))

    async def _verify(self, asked: Asked) -> None:
        """Show what the decks of a match are committed to; of the newest finished one, if none is played."""
        rooms = [view for view in await self._candidates("verify", asked) if view.match is not None]
        stopped = False
        if not rooms:
            user_id = None if asked.user is None else asked.user.id
            chat_id = None if asked.private else asked.chat_id
            view = await self._kit.rooms.newest_finished(user_id, chat_id, asked.thread_id)
            rooms = [] if view is None else [view]
            stopped = await self._was_stopped(user_id, chat_id, asked.thread_id)
        if stopped:
            self.say(asked, asked.t.plain("stopped-to-verify-before" if rooms else "stopped-to-verify"))
        if rooms:
            await self._choose("verify", rooms, asked)
        elif not stopped:
            self.say(asked, asked.t.plain("nothing-to-verify"))

    async def _was_stopped(self, user_id: int | None, chat_id: int | None, thread_id: int | None) -> bool:
        """Tell whether the match that ended last was stopped: its record is nobody's to see."""
        for entry in await self._kit.rooms.history(user_id, chat_id):
            if chat_id is None or (await self._kit.rooms.view(entry.room_id)).thread_id == thread_id:
                return entry.phase is Phase.STOPPED
        return False

    # Commands about a table

    async def _of_room(self, name: str, asked: Asked) -> None:
        await self._choose(name, await self._candidates(name, asked), asked)

    async def _candidates(self, name: str, asked: Asked) -> list[RoomView]:
        user_id = None if asked.user is None else asked.user.id
        chat_id = None if asked.private else asked.chat_id
        return await self._kit.rooms.candidates(user_id, chat_id, asked.thread_id, name in _OF_FINISHED)

    async def _choose(self, name: str, rooms: list[RoomView], asked: Asked) -> None:
        """Go on with the only table that can be meant, or ask which one."""
        if not rooms:
            self.say(asked, asked.t.plain("no-table-private" if asked.private else "no-table"))
        elif len(rooms) == 1:
            await self.for_room(name, rooms[0], asked)
        else:
            self._show(asked, choose_room(rooms, name, asked.t))

    async def for_room(self, name: str, view: RoomView, asked: Asked) -> None:
        """Do what a command asks for of this table."""
        t = asked.t
        if asked.user is not None:
            view = await self._kit.noticed(view, asked.user.id)
        match name:
            case "table":
                self._kit.outbox.repost(view)
                self._done(asked)
            case "hand":
                await self._hand(view, asked)
            case "score":
                self.say_html(asked, sheet(view, t))
            case "last":
                self.say_html(asked, last_trick(view, t))
            case "rules":
                self.say_html(asked, rules_text(view.rules, t, view.clock))
            case "stop":
                self._show(asked, stop_question(view, t))
            case "verify":
                if view.match is None or view.phase is Phase.STOPPED:
                    raise RefusalError("not-finished")
                self.say_html(asked, fair(view, t))
                if view.phase is Phase.FINISHED:
                    await self._send_record(view, asked)
            case "leave":
                await self._leave(view, asked)
            case "export":
                await self._send_record(view, asked)

    async def _send_record(self, view: RoomView, asked: Asked) -> None:
        """Send a finished match as a file."""
        record = await self._kit.rooms.record(view.id)
        content = json.dumps(record, ensure_ascii=False, indent=1).encode()
        caption = asked.t.html("export-caption", title=shown(view.title))
        name = f"deberts-{view.id}.json"
        self._kit.outbox.answer_file(asked.chat_id, asked.thread_id, name, content, caption)

    async def _hand(self, view: RoomView, asked: Asked) -> None:
        """Show the console of a match anew; a lobby has none yet."""
        if asked.user is None or view.seat_of(asked.user.id) is None:
            raise RefusalError("not-seated")
        if view.match is None:
            raise RefusalError("not-started")
        self._kit.outbox.repost(view, asked.user.id)
        self._done(asked)

    async def _leave(self, view: RoomView, asked: Asked) -> None:
        """Stand up from a lobby, or ask whether to leave a match."""
        if asked.user is None or view.seat_of(asked.user.id) is None:
            raise RefusalError("not-seated")
        if view.match is None:
            await self._kit.rooms.stand(view.id, asked.user.id)
            key = "leave-done" if asked.private else "left-table"
            self.say_html(asked, asked.t.html(key, name=shown(asked.user.name)))
        else:
            self._show(asked, leave_question(view, asked.user.id, asked.t))

    # Answers

    def _done(self, asked: Asked) -> None:
        """Take the buttons of the bot's question away: what was asked for is shown elsewhere."""
        if asked.replaces is not None:
            self._kit.outbox.disarm(asked.chat_id, asked.replaces)

    def say(self, asked: Asked, text: str) -> None:
        """Answer with plain text."""
        self.say_html(asked, asked.t.html("plain", text=text))

    def say_html(self, asked: Asked, text: Html) -> None:
        """Answer with HTML."""
        self._show(asked, Screen(text))

    def _show(self, asked: Asked, screen: Screen) -> None:
        if asked.replaces is None:
            self._kit.outbox.answer(asked.chat_id, asked.thread_id, screen)
        else:
            self._kit.outbox.replace(asked.chat_id, asked.replaces, screen)
