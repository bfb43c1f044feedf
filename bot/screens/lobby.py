"""The lobby: who sits, under which rules, and the pages where the owner sets them."""

from __future__ import annotations

from bot.deberts.rules import PARAMETERS, Rules
from bot.locales import Html, Texts
from bot.rooms.views import Phase, RoomView

from .names import seat_name
from .parts import Button, Rows, Screen
from .presses import Page, Query, Seat, SetRule, Start, encode, value_text
from .words import bold, distance, escape, italic, joined, paragraphs

# The parameters that an owner may set at the table, in the order they are shown.
FREE_PARAMETERS = (
    "target",
    "four_sevens",
    "seven_exchange",
    "show_bottom",
    "forced_dealer",
    "first_lead",
    "next_dealer",
)
_TARGETS = (0, 301, 501, 1001)
_STAKE_TARGETS = (1, 3, 5, 10)
_WEAK_HANDS = (0, 2, 14)
_OWNER = "👑"


def lobby(room: RoomView, t: Texts, bot_username: str) -> Screen:
    """Return the lobby, or the page of its rules that is open; once the match is on, who plays what."""
    if room.phase != Phase.LOBBY:
        return _closed(room, t)
    if room.page == "rules":
        return _rules_page(room, t)
    if room.page in PARAMETERS:
        return _parameter_page(room, room.page, t)
    return _seats_page(room, t, bot_username)


def _closed(room: RoomView, t: Texts) -> Screen:
    """Return what stays of a lobby: nothing in it can go out of date."""
    seats = [
        joined([f"{seat + 1}. ", bold(seat_name(room, seat, t))], "")
        for seat, player in enumerate(room.seats)
        if player is not None
    ]
    rules = [rules_in_short(room.rules, t)]
    return Screen(paragraphs([_title(room, t)], seats, rules, [t.html("lobby-closed")]))


def _title(room: RoomView, t: Texts) -> Html:
    return joined([bold(t.plain("table-title")), t.plain(f"lineup-{room.rules.players}")])


def parameter_title(parameter: str, t: Texts) -> str:
    """Return the name of a parameter."""
    return t.plain(f"param-{_kebab(parameter)}")


def value_label(rules: Rules, parameter: str, value: str | int | bool, t: Texts) -> str:
    """Return a parameter's value in a word or two."""
    if parameter == "target":
        if value == 0:
            return t.plain("value-target-0")
        return t.plain("value-stakes" if rules.stakes else "value-points", points=int(value))
    if isinstance(value, bool):
        return t.plain("value-yes" if value else "value-no")
    key = f"value-{_kebab(parameter)}-{_kebab(str(value))}"
    return t.plain(key) if t.has(key) else str(value)


def rules_in_short(rules: Rules, t: Texts) -> Html:
    """Return the preset, the distance and what differs from the preset, in a few words."""
    lines: list[str] = [
        t.html(
            "rules-short",
            preset=bold(t.plain(f"preset-{rules.preset}")),
            distance=distance(rules.target, rules.stakes, t),
        )
    ]
    changed = rules.changed()
    changed.pop("target", None)
    lines.extend(
        t.html("rules-changed", name=parameter_title(name, t), value=value_label(rules, name, value, t))
        for name, value in changed.items()
    )
    return joined(lines, "\n")


def _kebab(name: str) -> str:
    return name.replace("_", "-")


def _seats_page(room: RoomView, t: Texts, bot_username: str) -> Screen:
    seats: list[str] = []
    missing = []
    for seat, player in enumerate(room.seats):
        if player is None:
            seats.append(joined([f"{seat + 1}. ", italic(t.plain("seat-free"))], ""))
            continue
        name = seat_name(room, seat, t)
        owner = f" {_OWNER}" if player.user_id == room.owner_id else ""
        waits = "" if player.reachable else " ⚠️"
        seats.append(joined([f"{seat + 1}. ", bold(name), owner, waits], ""))
        if not player.reachable:
            missing.append(name)
    if room.rules.players == "2x2":
        seats.append(t.html("lobby-partners"))
    rules = [rules_in_short(room.rules, t)]
    if missing:
        ask = [t.html("lobby-unreachable", names=bold(", ".join(missing)))]
    elif room.full:
        ask = [t.html("lobby-ready")]
    else:
        ask = [t.html("lobby-waiting", count=sum(seat is None for seat in room.seats))]
    text = paragraphs([_title(room, t)], seats, rules, ask)
    return Screen(text, _seats_rows(room, t, bot_username, bool(missing)))


def _seats_rows(room: RoomView, t: Texts, bot_username: str, missing: bool) -> Rows:
    sit = Button(t.plain("button-sit"), data=encode(Seat(room.id, True)), style="primary")
    stand = Button(t.plain("button-stand"), data=encode(Seat(room.id, False)))
    rules = Button(t.plain("button-rules"), data=encode(Page(room.id, room.revision, "rules")))
    rows: list[tuple[Button, ...]] = [(stand,) if room.full else (sit, stand), (rules,)]
    if missing:
        rows.append(
            (Button(t.plain("button-open-bot"), url=f"https://t.me/{bot_username}?start=r{room.id}"),)
        )
    if room.full:
        start = Start(room.id, room.revision)
        rows.insert(0, (Button(t.plain("button-start"), data=encode(start), style="success"),))
    return tuple(rows)


def _rules_page(room: RoomView, t: Texts) -> Screen:
    rules = room.rules
    title = bold(t.plain("rules-page-title"))
    text = paragraphs([title], [rules_in_short(rules, t)], [italic(t.plain("rules-page-about"))])
    rows = [
        (
            Button(
                t.plain(
                    "button-parameter",
                    name=parameter_title(name, t),
                    value=value_label(rules, name, rules.value(name), t),
                ),
                data=encode(Page(room.id, room.revision, name)),
            ),
        )
        for name in FREE_PARAMETERS
    ]
    in_words = Button(t.plain("button-rules-in-words"), data=encode(Query(room.id, "rules")))
    rows.append((in_words,))
    rows.append((_back(room, "", t),))
    return Screen(text, tuple(rows))


def _parameter_page(room: RoomView, parameter: str, t: Texts) -> Screen:
    rules = room.rules
    present = rules.value(parameter)
    values = _values(rules, parameter)
    buttons = []
    for value in values:
        label = value_label(rules, parameter, value, t)
        chosen = type(value) is type(present) and value == present
        data = encode(SetRule(room.id, room.revision, parameter, value_text(value)))
        buttons.append(
            Button(f"✓ {label}" if chosen else label, data=data, style="primary" if chosen else None)
        )
    short = all(len(button.text) <= 14 for button in buttons)
    size = (2 if len(buttons) in (2, 4) else 3) if short else 1
    rows = [tuple(buttons[place : place + size]) for place in range(0, len(buttons), size)]
    rows.append((_back(room, "rules", t),))
    title = joined([bold(parameter_title(parameter, t)), value_label(rules, parameter, present, t)], ": ")
    about = t.html(f"param-{_kebab(parameter)}-about")
    return Screen(paragraphs([title], [escape(about)]), tuple(rows))


def _values(rules: Rules, parameter: str) -> list[str | int | bool]:
    """Return the values to choose from, the present one among them."""
    present = rules.value(parameter)
    if parameter == "target":
        targets = (0, *_STAKE_TARGETS) if rules.stakes else _TARGETS
        return list(targets) if present in targets else [*targets, present]
    if parameter == "weak_hand_below":
        return list(_WEAK_HANDS) if present in _WEAK_HANDS else [*_WEAK_HANDS, present]
    return list(PARAMETERS[parameter].values)


def _back(room: RoomView, page: str, t: Texts) -> Button:
    return Button(t.plain("button-back"), data=encode(Page(room.id, room.revision, page)))
