"""The pages of a lobby where the owner sets the rules: presets, the group's own, and every parameter."""

from __future__ import annotations

from bot.deberts.choices import Value, applies, options
from bot.deberts.presets import PRESETS
from bot.deberts.rules import PARAMETERS, Rules
from bot.locales import Html, Texts
from bot.rooms.views import RoomView

from .names import shown
from .parts import Button, Rows, Screen
from .presses import (
    GROUPS,
    DropSaved,
    Page,
    Query,
    SetPreset,
    SetRule,
    UseSaved,
    encode,
    value_text,
)
from .words import bold, distance, italic, joined, paragraphs

_CHOSEN = "✓"
_CHANGED = "✎"
_NAME = 24


def rules_screen(room: RoomView, t: Texts) -> Screen:
    """Return the page that is open."""
    if room.page == "preset":
        return _presets(room, t)
    if room.page == "saved":
        return _saved(room, t)
    if room.page in PARAMETERS:
        return _parameter(room, room.page, t)
    group = room.page.removeprefix("rules-")
    return _group(room, group, t) if group in GROUPS else _overview(room, t)


def parameter_title(parameter: str, t: Texts) -> str:
    """Return the name of a parameter."""
    return t.plain(f"param-{_kebab(parameter)}")


def value_label(rules: Rules, parameter: str, value: Value, t: Texts) -> str:
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
    lines.extend(
        t.html("rules-changed", name=parameter_title(name, t), value=value_label(rules, name, value, t))
        for name, value in rules.changed().items()
        if name != "target" and applies(rules, name)
    )
    return joined(lines, "\n")


def page_button(room: RoomView, page: str, label: str) -> Button:
    """Return a button that opens a page."""
    return Button(label, data=encode(Page(room.id, page)))


def _kebab(name: str) -> str:
    return name.replace("_", "-")


def _presets(room: RoomView, t: Texts) -> Screen:
    """Every preset with a line of explanation."""
    about = [
        joined([bold(t.plain(f"preset-{preset}")), t.html(f"preset-{preset}-about")], " — ")
        for preset in PRESETS
    ]
    buttons = [
        _choice(
            t.plain(f"preset-{preset}"),
            encode(SetPreset(room.id, room.revision, preset)),
            chosen=preset == room.rules.preset,
        )
        for preset in PRESETS
    ]
    text = paragraphs([bold(t.plain("presets-title"))], about, [italic(t.plain("presets-about"))])
    return Screen(text, (*_in_rows(buttons, 3), (_back(room, "", t),)))


def _saved(room: RoomView, t: Texts) -> Screen:
    """The rules that the group keeps under names of its own, and how to keep more."""
    names = [joined([bold(shown(kept.name)), rules_in_short(kept.rules, t)], "\n") for kept in room.saved]
    rows: list[tuple[Button, ...]] = [
        (
            Button(shown(kept.name, _NAME), data=encode(UseSaved(room.id, room.revision, kept.id))),
            Button(t.plain("button-drop"), data=encode(DropSaved(room.id, room.revision, kept.id))),
        )
        for kept in room.saved
    ]
    text = paragraphs([bold(t.plain("saved-title"))], *([name] for name in names), [t.html("saved-about")])
    return Screen(text, (*rows, (_back(room, "", t),)))


def _overview(room: RoomView, t: Texts) -> Screen:
    """The groups of parameters; a group with changes is marked."""
    rules = room.rules
    changed = rules.changed()
    rows: list[tuple[Button, ...]] = []
    for group, parameters in GROUPS.items():
        marked = any(name in changed and applies(rules, name) for name in parameters)
        label = t.plain(f"rules-group-{group}")
        rows.append((page_button(room, f"rules-{group}", _marked(label, marked)),))
    rows.append((Button(t.plain("button-rules-in-words"), data=encode(Query(room.id, "rules"))),))
    rows.append((_back(room, "", t),))
    text = paragraphs(
        [bold(t.plain("rules-page-title"))], [rules_in_short(rules, t)], [italic(t.plain("rules-page-about"))]
    )
    return Screen(text, tuple(rows))


def _group(room: RoomView, group: str, t: Texts) -> Screen:
    """The parameters of a group that mean something at this table, with their values."""
    rules = room.rules
    changed = rules.changed()
    rows = [
        (
            page_button(
                room,
                name,
                _marked(
                    t.plain(
                        "button-parameter",
                        name=parameter_title(name, t),
                        value=value_label(rules, name, rules.value(name), t),
                    ),
                    name in changed,
                ),
            ),
        )
        for name in GROUPS[group]
        if applies(rules, name)
    ]
    title = joined([bold(t.plain("rules-page-title")), t.plain(f"rules-group-{group}")])
    return Screen(
        paragraphs([title], [italic(t.plain("rules-group-about", mark=_CHANGED))]),
        (*rows, (_back(room, "rules", t),)),
    )


def _parameter(room: RoomView, parameter: str, t: Texts) -> Screen:
    """A parameter's explanation and its values."""
    rules = room.rules
    present = rules.value(parameter)
    buttons = [
        _choice(
            value_label(rules, parameter, value, t),
            encode(SetRule(room.id, room.revision, parameter, value_text(value))),
            chosen=type(value) is type(present) and value == present,
        )
        for value in options(rules, parameter)
    ]
    title = joined([bold(parameter_title(parameter, t)), value_label(rules, parameter, present, t)], ": ")
    about = t.html(f"param-{_kebab(parameter)}-about")
    return Screen(
        paragraphs([title], [about]), (*_in_rows(buttons, 3), (_back(room, page_of(parameter), t),))
    )


def page_of(parameter: str) -> str:
    """Return the page a parameter's button stands on."""
    for group, parameters in GROUPS.items():
        if parameter in parameters:
            return f"rules-{group}"
    return ""


def _choice(label: str, data: str, chosen: bool) -> Button:
    return Button(f"{_CHOSEN} {label}" if chosen else label, data=data, style="primary" if chosen else None)


def _in_rows(buttons: list[Button], most: int) -> Rows:
    """Put short buttons side by side, long ones below each other."""
    short = all(len(button.text) <= 16 for button in buttons)
    size = (2 if len(buttons) in (2, 4) else most) if short else 1
    return tuple(tuple(buttons[place : place + size]) for place in range(0, len(buttons), size))


def _marked(label: str, changed: bool) -> str:
    return f"{_CHANGED} {label}" if changed else label


def _back(room: RoomView, page: str, t: Texts) -> Button:
    return page_button(room, page, t.plain("button-back"))
