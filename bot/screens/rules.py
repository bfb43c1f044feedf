"""The rules of a table in words: enough to play by, from the parameters themselves (rules.md)."""

from __future__ import annotations

from bot.deberts.rules import Rules
from bot.locales import Html, Texts
from bot.rooms.views import TurnClock

from .turns import clock_rules
from .words import bold, distance, joined, paragraphs


def rules_text(rules: Rules, t: Texts, clock: TurnClock | None = None) -> Html:
    """Return the rules of a table in words; what does not apply to its line-up is left out.

    `clock` is the table's turn clock, which is no rule of the game.
    """
    title = joined(
        [
            bold(t.plain("rules-title", preset=t.plain(f"preset-{rules.preset}"))),
            t.plain(f"lineup-{rules.players}"),
            distance(rules.target, rules.stakes, t),
        ]
    )
    sections = (
        ("rules-cards", ["rule-cards-trump", "rule-cards-plain", "rule-cards-last"]),
        ("rules-bidding", _bidding(rules)),
        ("rules-sequences", _sequences(rules)),
        ("rules-play", _play(rules)),
        ("rules-score", _stakes(rules) if rules.stakes else _score(rules)),
        ("rules-end", _end(rules)),
    )
    values: dict[str, str | int] = {
        "buy_in": rules.buy_in,
        "weak": rules.weak_hand_below,
        "concede": rules.concede_points,
        "bela": rules.bela_points,
        "ski": rules.no_trick_fine,
        "fine": rules.byte_fine,
        "first": rules.byte_fine_first,
        "target": rules.target,
        "below": rules.target - 1,
        "lead": rules.lead_target,
        "others": rules.sides - 1,
    }
    blocks = [
        [bold(t.plain(heading)), *(Html("• " + t.html(key, **values)) for key in keys)]
        for heading, keys in sections
    ]
    return paragraphs([title], *blocks, clock_rules(clock or TurnClock(), t))


def _bidding(rules: Rules) -> list[str]:
    keys = ["rule-partners"] if rules.players == "2x2" else []
    keys += ["rule-deal", "rule-bids"]
    keys.append("rule-forced-dealer" if rules.forced_dealer else "rule-void")
    if rules.concede_points:
        keys.append("rule-concede")
    keys += ["rule-buy-in", f"rule-upcard-{rules.upcard_to}"]
    if rules.seats < 4:
        keys.append("rule-bottom" if rules.show_bottom else "rule-bottom-hidden")
    if rules.upcard_to == "none":
        keys.append(f"rule-swap-{rules.seven_exchange}")
    if rules.four_sevens == "redeal":
        keys.append("rule-four-sevens")
    if rules.weak_hand_below:
        keys.append("rule-weak-hand")
    if rules.klabor:
        keys.append("rule-klabor")
    keys.append(f"rule-dealer-{_kebab(rules.next_dealer)}")
    return keys


def _sequences(rules: Rules) -> list[str]:
    keys = ["rule-sequences-hundred" if rules.hundred else "rule-sequences-fifty"]
    keys += ["rule-declare", f"rule-ties-{_kebab(rules.sequence_ties)}"]
    keys.append("rule-sequences-pair" if rules.seats > rules.sides else "rule-sequences-score")
    keys += ["rule-bela", f"rule-bela-{rules.bela_trick}"]
    if rules.deberts != "off":
        keys.append(f"rule-deberts-{_kebab(rules.deberts)}")
    return keys


def _play(rules: Rules) -> list[str]:
    keys = [f"rule-lead-{rules.first_lead}", "rule-follow", "rule-beat"]
    keys.append("rule-ruff-beat" if rules.overtrump_ruff else "rule-ruff-free")
    if rules.seats > rules.sides:
        keys.append("rule-partner-beat" if rules.overtrump_partner else "rule-partner-free")
    keys.append("rule-last-look")
    if rules.dave != "off":
        keys.append(f"rule-dave-{rules.dave}")
    return keys


def _contract(rules: Rules) -> str:
    if rules.sides > 2:
        return f"rule-contract-{rules.made_against}"
    return "rule-contract-two" if rules.seats == 2 else "rule-contract-pair"


def _score(rules: Rules) -> list[str]:
    if not rules.byte:
        keys = ["rule-byte-off"]
    else:
        pair = rules.seats > rules.sides
        keys = [_contract(rules)]
        if not rules.winner_takes_all:
            keys.append("rule-made")
        else:
            keys.append("rule-takes-all-pair" if pair else "rule-takes-all")
        if rules.sides == 2:
            keys.append("rule-byte-pair" if pair else "rule-byte-two")
        elif rules.byte_to == "split":
            keys.append("rule-byte-split")
        else:
            keys += ["rule-byte-best", f"rule-byte-tie-{rules.byte_tie}"]
        keys.append("rule-hang-pair" if pair else "rule-hang")
        keys.append(_repeat(rules))
        if rules.hang_deal == "replay":
            keys.append("rule-replay")
    if rules.no_trick_fine:
        keys.append("rule-ski")
    if rules.byte and rules.byte_fine:
        keys.append("rule-byte-fine-every" if rules.byte_fine_period == 1 else "rule-byte-fine-third")
    return keys


def _repeat(rules: Rules) -> str:
    """Say where pots go when a deal hangs again; with more sides not everybody may claim each."""
    if rules.hang_repeat in ("accumulate", "separate"):
        return f"rule-repeat-{rules.hang_repeat}"
    if rules.sides > 2:
        return f"rule-repeat-{rules.hang_repeat}-more"
    pair = rules.seats > rules.sides
    return f"rule-repeat-{rules.hang_repeat}-pair" if pair else f"rule-repeat-{rules.hang_repeat}"


def _stakes(rules: Rules) -> list[str]:
    if not rules.byte:
        return ["rule-stakes-plain"]
    keys = [_contract(rules)]
    if rules.sides > 2:
        keys.append("rule-stakes-more")
    else:
        keys.append("rule-stakes-two" if rules.seats == 2 else "rule-stakes-pair")
    if rules.hang_deal == "replay":
        keys.append("rule-replay")
    return keys


def _end(rules: Rules) -> list[str]:
    if rules.target == 0:
        keys = ["rule-end-one-deal"]
    else:
        keys = ["rule-end-stakes" if rules.stakes else "rule-end-points"]
        if rules.lead_target:
            keys.append("rule-end-lead-stakes" if rules.stakes else "rule-end-lead")
        if not rules.stakes:
            more = rules.both_reach == "whister" and rules.sides > 2
            keys.append("rule-both-whister-more" if more else f"rule-both-{_kebab(rules.both_reach)}")
    if rules.byte and rules.target:
        if rules.final_hang == "extra_deal":
            keys.append("rule-final-hang")
        elif not rules.stakes:
            keys.append("rule-final-hang-lost")
    if rules.byte and not rules.stakes:
        keys.append("rule-pots-left")
    return keys


def _kebab(value: str) -> str:
    return value.replace("_", "-")
