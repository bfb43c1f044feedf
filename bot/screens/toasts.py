"""Short answers to a press that has done something."""

from __future__ import annotations

from bot.deberts import actions as do
from bot.locales import Texts

from .cards import SUITS, card

_ACTS = {
    do.PASS: "toast-pass",
    do.REDEAL: "toast-redeal",
    do.KLABOR: "toast-klabor",
    do.CONCEDE: "toast-concede",
    do.CONTINUE: "toast-continue",
    do.SWAP: "toast-swap",
    do.DEBERTS: "toast-deberts",
    do.DECLARE: "toast-declare",
    do.DAVE: "toast-dave",
    do.ACCEPT: "toast-accept",
    do.SURRENDER: "toast-surrender",
}


def move_toast(code: int, t: Texts) -> str:
    """Say what a player has just done."""
    if code < do.BELA:
        return t.plain("toast-card", card=card(code, t))
    if code < do.PASS:
        return t.plain("toast-bela", card=card(code & 31, t))
    if do.ORDER <= code < do.REDEAL:
        return t.plain("toast-order", suit=SUITS[code - do.ORDER])
    return t.plain(_ACTS[code])


def seated(t: Texts) -> str:
    """Say that the presser sits at the table."""
    return t.plain("toast-seated")


def moved(t: Texts) -> str:
    """Say that the presser sits on another seat now."""
    return t.plain("toast-moved")


def stood_up(t: Texts) -> str:
    """Say that the presser has left the seat."""
    return t.plain("toast-stood-up")


def started(t: Texts) -> str:
    """Say that the match has begun."""
    return t.plain("toast-started")


def rule_set(t: Texts) -> str:
    """Say that the rule is changed."""
    return t.plain("toast-rule-set")


def stopped(t: Texts) -> str:
    """Say that the table is stopped."""
    return t.plain("toast-stopped")


def language_set(t: Texts) -> str:
    """Say, in the new language, that it is spoken from now on."""
    return t.plain("toast-language-set")
