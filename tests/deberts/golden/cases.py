"""What every parameter of rules.md 11 does, shown on deals where it matters.

The seeds were searched for; where a hand is too rare for that, the top of the deck is stacked. Under the
first value of a case the deals are played, under the others the same is tried.
"""

from __future__ import annotations

from .case import Case
from .playthrough import Script

_NEXT_DEALERS = ("taker", "rotate", "top_scorer", "non_winner")
_TIES = ("order", "suit", "suit_then_order", "last_trick", "suit_then_last_trick")
_BELA_TRICKS = ("none", "any", "own", "taker")
_HANGS = ("accumulate", "separate", "defender", "taker")

# Dealt by seat 0 of two: three cards to 1, 0, 1 and 0, the upcard, the buy-in of 1 and of 0.
_SEVENS_AT_ONCE = "7S 7C 7D 9S TC QD 7H 8S KS 8H JH AD 9D"
_SEVENS_BY_BUY_IN = "9S TC QD 7S 7C 8D AH KH 9H 7D KS QC TH 8S 9C JD 7H AC AD"
_SIX_SPADES_AT_ONCE = "AS KS QS 7C 8C 9C JS TS 9S 7D 8D 9D TH"
_SIX_SPADES = "KS QS JS 7C 8C 9C TS 9S 7H 7D 8D 9D TH 8S AC AD"
_SEVEN_SPADES = "AS KS QS 7C 8C 9C JS TS 7H 7D 8D 9D TH 9S 8S AC"
_SEVEN_TRUMPS = "AH KH QH 7C 8C 9C 7H JH 9H 7D 8D 9D TH 8H AC AD"
_EIGHT_SPADES = "AS KS QS 7C 8C 9C JS TS 9S 7D 8D 9D TH 8S 7S AC"


def _brief(*seeds: int) -> tuple[Script, ...]:
    """Return deals of which only the outcome is written down."""
    return tuple(Script(seed, states=False) for seed in seeds)


CASES: tuple[Case, ...] = (
    Case(
        "players",
        "One deck for all line-ups: four seats each for itself are at odds with partners only in the count.",
        {"preset": "yellowclub"},
        ("4", "2x2", "3", "2"),
        (Script(39),),
    ),
    Case("players", "The same deck for two.", {"preset": "yellowclub"}, ("2", "3"), (Script(39),)),
    Case("players", "The same deck for three.", {"preset": "yellowclub"}, ("3", "2x2"), (Script(39),)),
    Case(
        "target",
        "A long match: with a nearer target the same deals end it sooner.",
        {"preset": "gambler"},
        (1001, 501, 301, 151, 0),
        _brief(*range(24000, 24016)),
    ),
    Case(
        "buy_in",
        "Three or four cards after the bidding; two are for four seats.",
        {"preset": "gambler"},
        (3, 4, 2),
        (Script(4),),
    ),
    Case(
        "buy_in",
        "Four seats: two cards each.",
        {"preset": "kharkov", "players": "4"},
        (2, 3, 4),
        (Script(1),),
    ),
    Case(
        "upcard_to",
        "Seat 1 takes, seat 0 deals; the upcard is part of the buy-in of who receives it.",
        {"preset": "gambler"},
        ("none", "dealer", "taker"),
        (Script(2),),
    ),
    Case(
        "upcard_to",
        "With four seats somebody must receive it.",
        {"preset": "yellowclub", "players": "4"},
        ("dealer", "taker", "none"),
        (Script(1),),
    ),
    Case("show_bottom", "The last card of the deck.", {"preset": "moscow"}, (True, False), (Script(4),)),
    Case(
        "show_bottom",
        "Three seats with four bought cards leave but one card in the stock.",
        {"preset": "kharkov", "players": "3"},
        (False, True),
        (Script(4),),
    ),
    Case(
        "forced_dealer",
        "The dealer, last in the second round, has to order.",
        {"preset": "gambler"},
        (True, False),
        (Script(1, acts="1 pass, 0 pass, 1 pass"),),
    ),
    Case(
        "forced_dealer",
        "Everybody passes twice: void, and seat 1 deals next.",
        {"preset": "gambler"},
        (False, True),
        (Script(1, acts="1 pass, 0 pass, 1 pass, 0 pass"),),
    ),
    Case(
        "seven_exchange",
        "A defender exchanges the trump seven.",
        {"preset": "moscow"},
        ("any", "off", "taker"),
        (Script(9),),
    ),
    Case(
        "seven_exchange",
        "The taker exchanges the trump seven.",
        {"preset": "igrafan", "players": "3"},
        ("taker", "off", "any"),
        (Script(6),),
    ),
    Case(
        "four_sevens",
        "All four among the first six cards: they are shown and the same dealer deals again.",
        {"preset": "gambler"},
        ("redeal", "off"),
        (Script(1, _SEVENS_AT_ONCE, "1 redeal"), Script(2, states=False)),
    ),
    Case(
        "four_sevens",
        "The fourth comes with the buy-in.",
        {"preset": "gambler"},
        ("redeal", "off"),
        (Script(1, _SEVENS_BY_BUY_IN, "1 order H, 1 play 9S, 0 redeal"),),
    ),
    Case(
        "four_sevens",
        "An exchange gives one of the sevens away and the right with it.",
        {"preset": "gambler"},
        ("redeal", "off"),
        (Script(1, _SEVENS_BY_BUY_IN, "1 order H, 1 play 9S, 0 swap, 0 play 7S"),),
    ),
    Case(
        "weak_hand_below",
        "Six cards worth less than 14, but not less than 2.",
        {"preset": "classic", "players": "4"},
        (14, 0, 2),
        (Script(2),),
    ),
    Case(
        "weak_hand_below",
        "Six cards worth nothing.",
        {"preset": "odessa", "players": "2x2"},
        (2, 0, 14),
        (Script(1228),),
    ),
    Case(
        "next_dealer",
        "The winner is not eldest.",
        {"preset": "yellowclub", "players": "4"},
        _NEXT_DEALERS,
        _brief(2),
    ),
    Case(
        "next_dealer",
        "The winner is eldest.",
        {"preset": "yellowclub", "players": "4"},
        _NEXT_DEALERS,
        _brief(1),
    ),
    Case(
        "first_lead",
        "The taker is not eldest.",
        {"preset": "kharkov", "players": "3"},
        ("taker", "eldest"),
        (Script(5),),
    ),
    Case(
        "hundred",
        "Five or more in a row.",
        {"preset": "kharkov", "players": "4", "deberts": "off"},
        (True, False),
        (Script(38),),
    ),
    Case(
        "hundred",
        "Eight in a row are 100 and 20, or 50 and 50.",
        {"preset": "gambler"},
        (True, False),
        (Script(1, _EIGHT_SPADES, "1 order H, 1 declare"),),
    ),
    Case(
        "deberts",
        "Six in a row.",
        {"preset": "gambler"},
        ("six", "off", "seven", "seven_trumps"),
        (Script(1, _SIX_SPADES, "1 order H, 1 deberts"),),
    ),
    Case(
        "deberts",
        "Seven in a row in a plain suit.",
        {"preset": "gambler"},
        ("seven", "off", "six", "seven_trumps"),
        (Script(1, _SEVEN_SPADES, "1 order H, 1 deberts"),),
    ),
    Case(
        "deberts",
        "Seven trumps, by the exchange of the eighth.",
        {"preset": "gambler"},
        ("seven_trumps", "off", "six", "seven"),
        (Script(1, _SEVEN_TRUMPS, "1 order H, 1 swap, 1 deberts"),),
    ),
    Case(
        "klabor",
        "A K Q J T 9 of one suit win at once, whatever is being bid.",
        {"preset": "gambler"},
        (True, False),
        (Script(1, _SIX_SPADES_AT_ONCE, "1 klabor"),),
    ),
    Case(
        "sequence_ties",
        "Equal sequences, the later is trump; the earlier side takes the last trick.",
        {"preset": "moscow"},
        _TIES,
        (Script(518),),
    ),
    Case(
        "sequence_ties",
        "Equal sequences, none is trump; the later side takes the last trick.",
        {"preset": "moscow"},
        _TIES,
        (Script(1355),),
    ),
    Case(
        "sequence_ties",
        "Partners tie with each other for best: no tie, whatever the rule.",
        {"preset": "yellowclub", "players": "2x2"},
        ("suit", "order", "last_trick"),
        (Script(155),),
    ),
    Case(
        "bela_points",
        "The contract is made by the value of bela.",
        {"preset": "gambler"},
        (20, 10),
        (Script(687),),
    ),
    Case(
        "bela_trick",
        "The side of bela takes no trick.",
        {"preset": "classic", "players": "4"},
        _BELA_TRICKS,
        (Script(250),),
    ),
    Case(
        "bela_trick",
        "The side of bela takes a trick, but none with its king or queen.",
        {"preset": "classic", "players": "3"},
        _BELA_TRICKS,
        (Script(14),),
    ),
    Case(
        "overtrump_ruff",
        "A ruffed plain lead.",
        {"preset": "odessa", "players": "3"},
        (False, True),
        (Script(56),),
    ),
    Case(
        "overtrump_partner",
        "The best trump is the partner's.",
        {"preset": "yellowclub", "players": "2x2"},
        (False, True),
        (Script(9),),
    ),
    Case(
        "made_against",
        "More than each of the others, but not than both.",
        {"preset": "moscow", "players": "3"},
        ("each", "sum"),
        _brief(4),
    ),
    Case("byte", "A contract that fails.", {"preset": "gambler"}, (True, False), _brief(4)),
    Case(
        "byte_to",
        "An odd number of points goes to the best defender or to both.",
        {"preset": "kharkov", "players": "3"},
        ("best", "split"),
        _brief(7),
    ),
    Case(
        "byte_tie",
        "Two defenders tie; then the taker writes most, but only they may claim the pot.",
        {"preset": "moscow", "players": "3"},
        ("hang", "split"),
        _brief(858, 1002),
    ),
    Case(
        "winner_takes_all",
        "A contract made.",
        {"preset": "moscow", "players": "3"},
        (False, True),
        _brief(2),
    ),
    Case(
        "hang_repeat",
        "Two hangs and a contract made, with two sides.",
        {"preset": "gambler"},
        _HANGS,
        _brief(23, 1147, 2001),
    ),
    Case(
        "hang_repeat",
        "Two hangs and a contract made, with three sides.",
        {"preset": "moscow", "players": "3"},
        _HANGS,
        _brief(123, 1025, 2004),
    ),
    Case(
        "hang_deal",
        "A hang, a replayed deal that hangs too, and another.",
        {"preset": "odessa", "players": "2"},
        ("replay", "normal"),
        (Script(23, states=False), Script(1118), Script(2003)),
    ),
    Case(
        "hang_deal",
        "A hang and an ordinary deal.",
        {"preset": "odessa", "players": "2"},
        ("normal", "replay"),
        (Script(23, states=False), Script(1009)),
    ),
    Case(
        "final_hang",
        "A side reaches the target in a deal that hangs; so does the extra deal.",
        {"preset": "classic", "players": "2", "target": 60},
        ("extra_deal", "lost"),
        _brief(23, 1264, 2003),
    ),
    Case(
        "no_trick_fine",
        "A side without a trick.",
        {"preset": "classic", "players": "3"},
        (50, 100, 0),
        _brief(18),
    ),
    Case(
        "byte_fine",
        "The third byte of a side.",
        {"preset": "yellowclub", "players": "2"},
        (100, 0),
        _brief(3, 1001, 2003),
    ),
    Case(
        "byte_fine_first",
        "From which byte on.",
        {"preset": "yellowclub", "players": "2"},
        (2, 3),
        _brief(3, 1001, 2003),
    ),
    Case(
        "byte_fine_period",
        "Every byte from the second on, or every third.",
        {"preset": "yellowclub", "players": "2", "target": 1001, "byte_fine_first": 2},
        (1, 3),
        _brief(3, 1001, 2003, 3016, 4003),
    ),
    Case(
        "both_reach",
        "The taker has more, the defender took the last trick.",
        {"preset": "gambler", "target": 70},
        ("whister", "higher", "last_trick"),
        _brief(813),
    ),
    Case(
        "both_reach",
        "All three sides reach the target.",
        {"preset": "moscow", "players": "3", "target": 40},
        ("whister", "higher", "last_trick"),
        _brief(32),
    ),
    Case(
        "both_reach",
        "Equal totals.",
        {"preset": "gambler", "target": 40, "byte": False},
        ("higher", "whister", "last_trick"),
        _brief(23),
    ),
    Case(
        "lead_target",
        "A lead of 250 before anybody has 501.",
        {"preset": "poltinnik"},
        (250, 0),
        _brief(11, 1001, 2008),
    ),
    Case("concede_points", "The defender concedes.", {"preset": "poltinnik"}, (50, 0), (Script(8),)),
    Case(
        "concede_points",
        "No offer is made where it is not played.",
        {"preset": "poltinnik"},
        (0, 50),
        (Script(2),),
    ),
    Case(
        "scoring",
        "A contract made among three.",
        {"preset": "moscow", "players": "3"},
        ("stakes", "points"),
        _brief(2),
    ),
    Case(
        "scoring",
        "A contract failed between two.",
        {"preset": "moscow", "players": "2"},
        ("points", "stakes"),
        _brief(4),
    ),
    Case(
        "dave",
        "Accepted twice: four times or three times the stake, and the taker fails.",
        {"preset": "short", "players": "2", "byte": True, "target": 10},
        ("geometric", "arithmetic", "off"),
        (Script(94, acts="1 order H, 1 dave, 0 accept, 1 declare"),),
    ),
    Case(
        "dave",
        "Accepted twice, then surrendered.",
        {"preset": "short", "players": "2", "target": 10},
        ("arithmetic", "geometric", "off"),
        (Script(125),),
    ),
    Case(
        "dave",
        "Where it is not played.",
        {"preset": "short", "players": "2", "target": 10},
        ("off", "geometric"),
        _brief(1),
    ),
)
