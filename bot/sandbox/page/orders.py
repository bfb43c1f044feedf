"""What can be done on the stage."""

from __future__ import annotations

import io
from dataclasses import dataclass
from typing import Annotated, Literal

import segno
from pydantic import StringConstraints

from bot.sandbox.errors import SandboxError
from bot.sandbox.weather import Settings

from .cast import Name
from .phones import Hand, Phone
from .requests import Frame, Requests
from .stage import Stage

ShortText = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=64)]
Username = Annotated[str, StringConstraints(pattern=r"^[A-Za-z][A-Za-z0-9_]{3,31}$")]


@dataclass(slots=True)
class Director:
    """Whoever has the stage open in a browser, and the language in which they are told of errors."""

    stage: Stage
    language: str

    def phone(self, user_id: int) -> Phone:
        """Find a phone."""
        phone = self.stage.phones.get(user_id)
        if phone is None:
            raise SandboxError("no_such_person")
        return phone


orders: Requests[Director] = Requests()


@orders.add
async def deal(director: Director) -> None:
    """Put two phones in front of dealt cards."""
    await director.stage.deal()


@orders.add
def person(
    director: Director,
    *,
    first_name: ShortText,
    last_name: ShortText | None = None,
    username: Username | None = None,
    language_code: Annotated[str, StringConstraints(pattern=r"^[a-z]{2}$")] = "ru",
) -> None:
    """Let one more person come."""
    director.stage.add(Name(first_name, last_name, username, language_code))


@orders.add
def group(director: Director, *, title: ShortText, forum: bool = False) -> None:
    """Open one more group with everybody in it."""
    director.stage.add_group(title, forum)


@orders.add
def link(director: Director, *, phone: int) -> Frame:
    """Show a phone's link as a picture that a phone's camera reads."""
    found = director.phone(phone)
    if found.hand is not Hand.STAGE:
        raise SandboxError("in_other_hands")
    code = segno.make(f"{director.stage.address}{found.path}", micro=False)
    svg = io.BytesIO()
    code.save(svg, "svg", scale=4, border=2, dark="#000", light="#fff", xmldecl=False, nl=False)
    return {"type": "qr", "phone": phone, "svg": svg.getvalue().decode()}


@orders.add
def take_back(director: Director, *, phone: int) -> None:
    """Take a phone back from a friend."""
    director.stage.take_back(director.phone(phone))


@orders.add
def autoplay(director: Director, *, phone: int, on: bool) -> None:
    """Let a phone press by itself."""
    found = director.phone(phone)
    if found.hand is not Hand.STAGE:
        raise SandboxError("in_other_hands")
    director.stage.play_for(found, on)


@orders.add
async def bot(director: Director, *, action: Literal["kill", "start"]) -> None:
    """Kill the bot's process, or start it."""
    process = director.stage.bot
    if process is not None:
        await (process.kill() if action == "kill" else process.start())


@orders.add
def weather(
    director: Director,
    *,
    slow: Literal[0, 1, 3, 10],
    throttled: int | None,
    lost: Literal["never", "next", "third"],
    failing: Literal["never", "third"],
    repeat: bool,
    held: bool,
) -> None:
    """Choose what goes wrong between the bot and Telegram."""
    director.stage.weather.set(
        Settings(slow=slow, throttled=throttled, lost=lost, failing=failing, repeat=repeat, held=held)
    )
    director.stage.changed()


@orders.add
def language(director: Director, *, code: Literal["ru", "en"]) -> None:
    """Choose the language of errors."""
    director.language = code
