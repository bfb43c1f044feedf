"""What everybody may see of a match, in lines: the table and the private consoles are made of these."""

from __future__ import annotations

from bot.deberts.deal import Phase as DealPhase
from bot.deberts.deal import Trick
from bot.deberts.view import DealView, DeclaredView, PublicView
from bot.locales import Html, Texts
from bot.rooms.views import Ending, Phase, RoomView

from . import account, cards, fair, sheet
from .names import seat_name, shown, side_name
from .turns import clock_short
from .words import (
    bold,
    distance,
    hanging,
    italic,
    joined,
    minus,
    names_of,
    paragraphs,
    quote,
    seat_bold,
    sequence_word,
    sides_points,
)

# How long a table waits before it says so, and says so again, in seconds.
WAITING_STEPS = (60, 300, 900, 3600, 6 * 3600, 24 * 3600)
_ORDER_NAME = 14


def body(room: RoomView, match: PublicView, t: Texts) -> Html:
    """Return the present state of a match that is being played, without its title and whose turn it is."""
    deal = match.deal
    score = _score(room, match, t)
    if match.results:
        score.append(italic(account.deal_line(room, len(match.results) - 1, t)))
    if deal is None:
        return paragraphs(score)
    # While nobody has played a card the deck can still be told to be as it was shuffled.
    sealed = fair.seal(room, deal.number, t) if deal.phase == DealPhase.BID else []
    return paragraphs(score, _setting(room, deal, t), _middle(room, deal, t), sealed)


def ended(room: RoomView, t: Texts) -> Html:
    """Return how a finished or stopped match ended, and its sheet."""
    match = room.match
    if room.phase == Phase.STOPPED or match is None:
        lines = [_stopped(room, t)]
        if match is None or not match.results:
            return joined(lines, "\n")
        return paragraphs(lines, [sheet.grid(room, match, t), sheet.legend(match, t)])
    winners = match.outcome.winners
    lines = [
        t.html("match-won", count=len(winners), names=bold(names_of(room, winners, t))),
        sides_points(room, match.outcome.result, t),
    ]
    if why := why_over(room, t):
        lines.insert(0, why)
    if not match.results:
        return joined(lines, "\n")
    lines.append(italic(account.deal_line(room, len(match.results) - 1, t)))
    return paragraphs(lines, [sheet.grid(room, match, t), sheet.legend(match, t)])


def why_over(room: RoomView, t: Texts) -> Html:
    """Say why a match ended before its time, "" for one that was won by its rules."""
    if room.ending != Ending.CLAIMED or room.match is None:
        return Html("")
    winners = room.match.outcome.winners
    losers = [side for side in range(room.rules.sides) if side not in winners]
    return t.html("ended-claimed", names=bold(names_of(room, losers, t)))


def _stopped(room: RoomView, t: Texts) -> Html:
    """Say why a room was stopped, or by whom."""
    if room.ending == Ending.EXPIRED:
        return t.html("expired-lobby" if room.match is None else "expired-match")
    who = shown(room.stopped_by or "")
    if room.ending == Ending.DESERTED:
        return t.html("ended-deserted")
    return t.html("stopped-by", name=bold(who)) if who else t.html("stopped-table")


def heading(room: RoomView, t: Texts) -> str:
    """Return the target and, while a match is played, the number of the deal."""
    rules = room.rules
    parts = [distance(rules.target, rules.stakes, t)]
    if room.phase == Phase.PLAYING and room.match is not None and room.match.deal is not None:
        parts.append(t.plain("deal-number", number=room.match.deal.number + 1))
    return joined(parts)


def waiting(since: float, now: float, t: Texts) -> str:
    """Return how long the table has been waiting, in coarse steps, "" for a short while."""
    reached = [step for step in WAITING_STEPS if now - since >= step]
    return t.plain(f"waiting-{reached[-1]}") if reached else ""


def unreachable(room: RoomView) -> list[int]:
    """Return the seats of players the bot cannot write to."""
    return [seat for seat, player in enumerate(room.seats) if player is not None and not player.reachable]


def _score(room: RoomView, match: PublicView, t: Texts) -> list[str]:
    deal = match.deal
    lines: list[str] = []
    for side, total in enumerate(match.sheet.totals):
        parts: list[str] = [t.html("score-of", name=side_name(room, side, t), total=bold(minus(total)))]
        if deal is not None and deal.taker is not None and deal.phase >= DealPhase.PLAY:
            parts.append(t.plain("tricks-of", count=deal.tricks_won[side]))
        lines.append(joined(parts))
    if match.sheet.pots:
        lines.append(hanging(room, match.sheet.pots, t))
    return lines


def _setting(room: RoomView, deal: DealView, t: Texts) -> list[str]:
    """Return trump, taker, dealer and the open cards."""
    lines: list[str] = []
    dealer = seat_name(room, deal.dealer, t)
    if deal.trump is not None and deal.taker is not None:
        trump = bold(cards.SUITS[deal.trump])
        lines.append(t.html("contract", suit=trump, taker=seat_bold(room, deal.taker, t), dealer=dealer))
    else:
        lines.append(t.html("dealer", name=dealer))
    if room.rules.seats > 2:
        lines.append(_order(room, deal, t))
    lines.append(joined([_upcard(room, deal, t), _bottom(deal, t)]))
    if deal.replayed:
        lines.append(t.html("replayed"))
    if deal.multiplier > 1:
        lines.append(t.html("multiplier", times=deal.multiplier))
    lines.extend(_declarations(room, deal, t))
    if deal.bela_seat is not None:
        lines.append(t.html("bela-of", name=seat_name(room, deal.bela_seat, t)))
    return lines


def _upcard(room: RoomView, deal: DealView, t: Texts) -> Html:
    upcard = cards.card(deal.upcard, t)
    if deal.swap_seat is not None:
        seven = cards.card(deal.upcard & 24, t)
        name = seat_name(room, deal.swap_seat, t)
        return t.html("upcard-swapped", card=upcard, name=name, seven=seven)
    if deal.upcard_seat is not None:
        return t.html("upcard-bought", card=upcard, name=seat_name(room, deal.upcard_seat, t))
    return t.html("upcard", card=upcard)


def _bottom(deal: DealView, t: Texts) -> str:
    return "" if deal.bottom is None else t.plain("bottom", card=cards.card(deal.bottom, t))


def _order(room: RoomView, deal: DealView, t: Texts) -> Html:
    """Return the players as they sit, clockwise, with the dealer's mark."""
    names = (
        seat_name(room, seat, t, _ORDER_NAME) + (sheet.DEALER if seat == deal.dealer else "")
        for seat in range(room.rules.seats)
    )
    return t.html("seats", names=" → ".join(names))


def _declarations(room: RoomView, deal: DealView, t: Texts) -> list[Html]:
    """Return one line per declaration; those that have lost are struck through."""
    compared = deal.trick_number > 1
    open_tie = compared and deal.sequence_side is None and any(one.shown for one in deal.declared)
    lines = []
    for one in deal.declared:
        name = seat_name(room, one.seat, t)
        line = t.html("declared", name=name, what=_declaration(one, t))
        side = room.rules.side_of[one.seat]
        lost = compared and side != deal.sequence_side and not (open_tie and one.shown)
        if lost:
            line = Html(f"<s>{line}</s>")
        lines.append(line)
    if open_tie:
        lines.append(t.html("declared-open-tie"))
    return lines


def _declaration(one: DeclaredView, t: Texts) -> str:
    if one.shown:
        return ", ".join(
            t.plain("sequence-shown", kind=sequence_word(s.worth, t), cards=cards.cards(s.cards, t))
            for s in one.shown
        )
    kind = sequence_word(one.worth, t)
    if one.top is not None:
        kind = t.plain("sequence-top", kind=kind, rank=cards.rank(one.top, t))
    if one.is_trump is not None:
        key = "sequence-trump" if one.is_trump else "sequence-plain"
        kind = t.plain(key, what=kind)
    return kind


def _middle(room: RoomView, deal: DealView, t: Texts) -> list[str]:
    """Return the bids while bidding, later the last trick and the cards on the table."""
    if deal.phase == DealPhase.BID:
        return [_bidding(room, deal, t)]
    if deal.phase == DealPhase.CONCESSION:
        return []
    last = deal.last_trick
    if not deal.trick:
        return [] if last is None else [_completed(room, deal.trick_number - 1, last, t)]
    lines: list[str] = []
    if last is not None:
        winner = seat_name(room, last.winner, t)
        before = cards.cards(last.cards, t)
        lines.append(t.html("trick-before", cards=before, name=winner, points=last.points))
    assert deal.leader is not None
    rows = [bold(t.plain("trick-number", number=deal.trick_number))]
    rows.extend(played(room, deal.leader, deal.trick, t))
    lines.append(quote(rows))
    return lines


def played(room: RoomView, leader: int, trick: tuple[int, ...], t: Texts) -> list[Html]:
    """Return who has played what in a trick, in order, and who is still to play."""
    seats = room.rules.seats
    names = (seat_name(room, (leader + place) % seats, t) for place in range(seats))
    put = (*(bold(cards.card(one, t)) for one in trick), *(Html("…") for _ in range(seats - len(trick))))
    return [t.html("card-of", name=name, card=one) for name, one in zip(names, put, strict=True)]


def _completed(room: RoomView, number: int, trick: Trick, t: Texts) -> Html:
    """Return the trick just completed, while nobody has led to the next."""
    taken = t.html("last-taken", name=seat_bold(room, trick.winner, t), points=trick.points)
    title = bold(t.plain("trick-number", number=number))
    return quote([title, *played(room, trick.leader, trick.cards, t), taken])


def _bidding(room: RoomView, deal: DealView, t: Texts) -> Html:
    seats = room.rules.seats
    rows = [bold(t.plain("bidding-round", number=deal.round))]
    bids = deal.bids if deal.round == 1 else deal.bids[seats:]
    said = {bid.seat: bid.suit for bid in bids}
    for place in range(1, seats + 1):
        seat = (deal.dealer + place) % seats
        word: str = "…"
        if seat in said:
            suit = said[seat]
            word = t.plain("bid-pass") if suit is None else t.plain("bid-order", suit=cards.SUITS[suit])
        rows.append(t.html("bid-of", name=seat_name(room, seat, t), bid=word))
    return quote(rows)


def turn(room: RoomView, match: PublicView, t: Texts, now: float) -> Html:
    """Return whom the table waits for and how long, "" between deals."""
    deal = match.deal
    if deal is None or deal.turn is None:
        return Html("")
    name = seat_bold(room, deal.turn, t)
    if deal.phase == DealPhase.BID:
        forced = room.rules.forced_dealer and deal.round == 2 and deal.turn == deal.dealer
        line = t.html("turn-forced" if forced else "turn-bid", name=name)
    elif deal.phase == DealPhase.CONCESSION:
        line = t.html("turn-concession", name=name, points=room.rules.concede_points)
    elif deal.phase == DealPhase.DAVE:
        line = t.html("turn-dave", name=name, times=next_multiplier(room, deal))
    else:
        line = t.html("turn-play", name=name)
    return joined([line, clock_short(room, t), waiting(room.turn_since, now, t)])


def next_multiplier(room: RoomView, deal: DealView) -> int:
    """Return the multiplier an accepted dave would make (rules.md 6.1)."""
    return deal.multiplier * 2 if room.rules.dave == "geometric" else deal.multiplier + 1
