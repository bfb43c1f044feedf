### The bot's texts in English. The same names and variables in every language.

## Common

language-name = English
player-nameless = Player { $seat }
table-title = ♠️♥️ Deberts
moved-on = ⤵️ The table is further down.
deal-number = deal { $number }
distance-points = to { $target }
distance-stakes = to { $target ->
    [one] { $target } stake
   *[other] { $target } stakes
}
distance-one-deal = one deal
pots = Hanging: { $points }
pot-between = { $points } ({ $names })
pots-rest = { $points } ({ $count } more)

# High cards by a letter, the ten as a number.
rank-ten = 10
rank-jack = J
rank-queen = Q
rank-king = K
rank-ace = A

## Line-ups and rule sets

lineup-2 = two players
lineup-3 = three players
lineup-4 = four players
lineup-2x2 = two pairs
preset-gambler = Gambler
preset-moscow = Moscow
preset-kharkov = Kharkov
preset-odessa = Odessa
preset-classic = Classic
preset-yellowclub = YellowClub
preset-igrafan = Igrafan
preset-short = Short deberts
preset-poltinnik = Poltinnik

## Lobby

seat-free = free seat
lobby-partners = Pairs: 1 and 3 against 2 and 4.
lobby-waiting = { $count ->
    [one] One more player wanted. Take a seat!
   *[other] { $count } more players wanted. Take a seat!
}
lobby-ready = Everybody is here — ready to start!
lobby-closed = The match is on: see the table below.
lobby-unreachable = ⚠️ The bot cannot deal to { $names } yet. Press “Open the bot” and then “Start” there.
button-sit = Sit down
button-stand = Stand up
button-preset = 🎴 Preset
button-players = 👥 Players
button-target = 🎯 Target
button-saved = 💾 Our rules
button-drop = ✖ Remove
button-clock = ⏰ Clock
button-rules = ⚙️ Rules
button-start = ▶️ Start
button-open-bot = Open the bot
button-back = ‹ Back
button-parameter = { $name }: { $value }
button-rules-in-words = 📖 Rules in words
rules-short = Rules: { $preset }, { $distance }
rules-changed = • { $name }: { $value }
rules-page-title = ⚙️ Rules of the table
rules-page-about = The owner of the table 👑 may change the rules until the match starts.

## Rules: names of parameters, what they mean, their values

value-yes = yes
value-no = no
value-points = { $points }
value-stakes = { $points ->
    [one] { $points } stake
   *[other] { $points } stakes
}

param-players = Line-up
param-players-about = How many play, and who with whom.
value-players-2 = two players
value-players-3 = three players
value-players-4 = four players
value-players-2x2 = two pairs

param-target = Target
param-target-about = How far the match goes. In a single deal whoever counts more wins.
value-target-0 = one deal

param-buy-in = Buy-in
param-buy-in-about = How many cards everybody gets after the bidding.

param-upcard-to = Upcard
param-upcard-to-about = Who receives the card turned up.
value-upcard-to-none = stays on the table
value-upcard-to-dealer = dealer
value-upcard-to-taker = taker

param-show-bottom = Bottom card
param-show-bottom-about = After the buy-in the last card of the pack is shown to everybody. It is not played, but it tells something.

param-forced-dealer = Dealer must order
param-forced-dealer-about = When everybody passes in the second round, the dealer must choose a trump.

param-seven-exchange = Seven exchange
param-seven-exchange-about = Before the first card the trump seven may be exchanged for the upcard, if its suit is trump.
value-seven-exchange-off = no
value-seven-exchange-any = any player
value-seven-exchange-taker = taker only

param-four-sevens = Four sevens
param-four-sevens-about = Four sevens in hand give the right to a new deal.
value-four-sevens-off = play on
value-four-sevens-redeal = redeal

param-weak-hand-below = Weak hand
param-weak-hand-below-about = Six cards worth less give the right to a new deal.
value-weak-hand-below-0 = no
value-weak-hand-below-2 = below 2
value-weak-hand-below-14 = below 14

param-next-dealer = Next dealer
param-next-dealer-about = Who deals after a deal that was played.
value-next-dealer-taker = the taker
value-next-dealer-rotate = in turn
value-next-dealer-top-scorer = most points
value-next-dealer-non-winner = a non-winner

param-first-lead = First lead
param-first-lead-about = Who leads to the first trick.
value-first-lead-eldest = left of the dealer
value-first-lead-taker = taker

param-hundred = Hundred
param-hundred-about = Five cards in a row are a hundred, 100 points.

param-deberts = Deberts
param-deberts-about = A long run that wins the match at once.
value-deberts-off = no
value-deberts-six = six in a row
value-deberts-seven = seven in a row
value-deberts-seven-trumps = seven trumps from the ace

param-klabor = Klabor
param-klabor-about = A K Q J 10 9 of one suit in the first six cards win the match at once.

param-sequence-ties = Equal sequences
param-sequence-ties-about = Whose sequence is better when length and top card are equal.
value-sequence-ties-order = the earlier
value-sequence-ties-suit = trump
value-sequence-ties-suit-then-order = trump → the earlier
value-sequence-ties-last-trick = last trick
value-sequence-ties-suit-then-last-trick = trump → last trick

param-bela-points = Points of bela
param-bela-points-about = What the king and queen of trump are worth.

param-bela-trick = Bela and tricks
param-bela-trick-about = Whether bela needs a trick to score.
value-bela-trick-none = no trick needed
value-bela-trick-any = any trick
value-bela-trick-own = a trick by the K or Q
value-bela-trick-taker = goes with the trick

param-overtrump-ruff = Overruff
param-overtrump-ruff-about = On a plain lead already trumped, a trump must be a higher one if possible.

param-overtrump-partner = Beat the partner
param-overtrump-partner-about = Whether the partner's trump must be beaten.

param-made-against = To beat
param-made-against-about = Whom the taker must outscore.
value-made-against-each = each defender
value-made-against-sum = all together

param-byte = Contract
param-byte-about = Whether the taker must outscore the others. If not, everybody writes their own.

param-byte-to = Points of a byte
param-byte-to-about = Who gets the taker's points after a failed contract.
value-byte-to-best = the best
value-byte-to-split = shared

param-byte-tie = Byte in a tie
param-byte-tie-about = What happens to those points if the defenders are level.
value-byte-tie-hang = they hang
value-byte-tie-split = shared

param-winner-takes-all = Winner takes all
param-winner-takes-all-about = A taker who makes it writes everybody's points.

param-hang-repeat = Hanging again
param-hang-repeat-about = Where hanging points go if the next deal is level too.
value-hang-repeat-defender = defender
value-hang-repeat-taker = taker
value-hang-repeat-accumulate = they pile up
value-hang-repeat-separate = one by one

param-hang-deal = After a tie
param-hang-deal-about = How the deal after a level one is played.
value-hang-deal-normal = as usual
value-hang-deal-replay = without bidding

param-final-hang = Tie at the end
param-final-hang-about = What happens if the last deal is level.
value-final-hang-lost = points are lost
value-final-hang-extra-deal = one more deal

param-no-trick-fine = No trick
param-no-trick-fine-about = The fine for taking no trick at all.
value-no-trick-fine-0 = no

param-byte-fine = Byte fine
param-byte-fine-about = What one byte too many costs.
value-byte-fine-0 = no

param-byte-fine-first = First fined byte
param-byte-fine-first-about = From which byte on the fine is due.

param-byte-fine-period = Fines repeat
param-byte-fine-period-about = Whether every byte after that is fined, or every third.
value-byte-fine-period-1 = every byte
value-byte-fine-period-3 = every third

param-both-reach = Both at the target
param-both-reach-about = Who wins when several reach the target in one deal.
value-both-reach-whister = defender
value-both-reach-higher = higher total
value-both-reach-last-trick = last trick

param-lead-target = Lead
param-lead-target-about = A lead that ends the match.
value-lead-target-0 = no

param-concede-points = Concession
param-concede-points-about = What the taker writes when the deal is given up unplayed.
value-concede-points-0 = no

param-scoring = Scoring
param-scoring-about = Points, or stakes for deals won.
value-scoring-points = points
value-scoring-stakes = stakes

param-dave = Dave
param-dave-about = An offer: give up or raise the stake.
value-dave-off = no
value-dave-geometric = doubling
value-dave-arithmetic = plus one

## Table

score-of = { $name }: { $total }
tricks-of = { $count ->
    [one] { $count } trick
   *[other] { $count } tricks
}
dealer = Dealer { $name }
seats = Clockwise: { $names }
partner = Your partner is { $name }
contract = Trump { $suit } · taker { $taker } · dealer { $dealer }
upcard = Upcard { $card }
upcard-swapped = Upcard { $card } → { $name }, { $seven } on the table
upcard-bought = Upcard { $card } → { $name }
bottom = bottom { $card }
replayed = Replaying a tie: no bidding, no sequences
multiplier = Stake ×{ $times }
declared = { $name }: { $what }
declared-open-tie = Equal sequences — the last trick will decide
sequence-20 = tierce
sequence-50 = fifty
sequence-100 = hundred
sequence-shown = { $kind } { $cards }
sequence-top = { $kind }, { $rank } high
sequence-trump = { $what }, trump
sequence-plain = { $what }, not trump
bela-of = { $name }: bela
bidding-round = Bidding, round { $number }
bid-of = { $name }: { $bid }
bid-pass = pass
bid-order = plays { $suit }
trick-number = Trick { $number }
card-of = { $name }: { $card }
trick-before = Last trick: { $cards } → { $name }, +{ $points }
turn-bid = 👉 { $name } to bid
turn-forced = 👉 { $name } must choose a trump
turn-play = 👉 { $name } to play
turn-concession = 👉 { $name } decides: concede { $points } or defend
turn-dave = 👉 { $name } answers the dave: ×{ $times } or give up
table-unreachable = ⚠️ The bot cannot write to { $names }. Please open the bot; until then the cards are under “My cards”, and you may play from this table: “Play here”.
table-unreachable-here = ⚠️ The bot cannot write to { $names }. Please open the bot; until then the cards are under “My cards”.
waiting-60 = over a minute
waiting-300 = over 5 minutes
waiting-900 = over 15 minutes
waiting-3600 = over an hour
waiting-21600 = over 6 hours
waiting-86400 = over a day
button-hand = 🃏 My cards
button-last = Last trick
button-score = Score
button-private = Play in private
button-rematch = 🔁 Rematch

## End of a match

match-won = { $count ->
    [one] 🏆 Winner: { $names }
   *[other] 🏆 Winners: { $names }
}
stopped-by = ⏹ The table is closed ({ $name })
stopped-table = ⏹ This table is closed. For a new one: /deberts

## Private console

console-your-turn = 👉 <b>Your turn</b>
console-lobby = You have a seat. Your cards will appear here when the match starts.
console-won = 🎉 <b>You have won!</b>
console-lost = The match is over. Better luck next time!
console-hint-bid = Your call:
console-hint-concession = Concede or defend?
console-hint-play = Your card:
console-hint-dave = Your opponent says “dave”:
button-bela = { $card } + bela
button-order = Play { $suit }
button-pass = Pass
button-concede = Concede { $points }
button-continue = Defend
button-accept = Accept ×{ $times }
button-surrender = Give up
button-declare = Declare { $what }
declare-20 = tierce
declare-50 = fifty
declare-100 = hundred
button-swap = Swap { $seven } for { $card }
button-deberts = Deberts! I win
button-klabor = Klabor! I win
button-redeal = Redeal
button-dave = Dave ×{ $times }

## My cards (no markup, up to 200 characters)

hand-none = No cards yet.
hand-trump = { $cards } — trump
hand-your-turn = 👉 Your turn
hand-turn = To play: { $name }

## Account of a deal

account-title = Deal { $number }
account-trump = trump { $suit }
account-taker = taker { $name }
account-no-bela = Bela was announced but did not score
account-fines = Fine: { $fines }
fine-ski = { $name } { $fine } (no trick)
fine-byte = { $name } { $fine } (byte no. { $count })
account-pot-won = Hanging points: { $name } +{ $points }
verdict-made = ✅ Made: { $own } against { $against }
verdict-byte = ❌ Byte (the contract failed): { $own } against { $against }
verdict-hang = ⚖️ Level: { $own } to { $against }
verdict-plain = Everybody writes their own
verdict-stakes = Stakes: { $gains }
verdict-no-stakes = Level: no stake is won
verdict-takes-all = The taker gets everybody's points
verdict-went = The taker's points go: { $gains }
verdict-gain = { $name } +{ $points }
verdict-hangs = The taker's points hang: { $points }
verdict-hangs-between = The taker's points hang: { $points }, between { $names }
verdict-conceded = 🏳️ Conceded by { $given }: { $taken } +{ $points }
verdict-surrendered = 🏳️ Dave not taken: { $name } +{ $stakes }
verdict-klabor = 💥 Klabor! { $name } wins the match
verdict-deberts = 💥 Deberts! { $name } wins the match
verdict-klabor-pair = 💥 Klabor ({ $name })! { $pair } win the match
verdict-deberts-pair = 💥 Deberts ({ $name })! { $pair } win the match
row-tricks = Tricks
row-cards = Cards
row-last = Last 10
row-sequences = Seq.
row-bela = Bela
row-counted = Count
row-written = Written
row-stakes = Stakes
row-pots = Hung
row-fines = Fine
row-totals = Total

# The same deal in one line.
line-deal = Deal { $number }: { $what }
what-made = { $suit } { $name }, made
what-byte = { $suit } { $name }, byte
what-hang = { $suit } { $name }, level vs({ $points })
what-plain = { $suit } { $name }
what-conceded = { $suit } { $name }, conceded
what-void = all passed
what-cancelled = redeal, { $cards }
what-cancelled-unseen = redeal
what-surrendered = dave, won by { $name }
what-klabor = klabor, won by { $name }
what-deberts = deberts, won by { $name }

## Score

sheet-title = Score
sheet-empty = Nothing on the sheet yet.
# How players note a failed contract and a level one.
sheet-byte = BT
sheet-hang = vs({ $points })
sheet-hang-short = vs{ $points }
sheet-leader = Ahead by { $points }: { $name }
sheet-level = All level
sheet-legend = * taker, ° dealer
sheet-legend-fines = * taker, ° dealer, ! fine

## Last trick

last-title = Last trick
last-none = No trick yet.
last-taken = Taken by { $name }, { $points ->
    [one] { $points } point
   *[other] { $points } points
}

## Rules in words

rules-title = 📖 Rules: { $preset }
rules-cards = Cards
rule-cards-trump = Trumps from the highest: J 9 A 10 K Q 8 7. Points: 20 14 11 10 4 3 0 0.
rule-cards-plain = Other suits: A 10 K Q J 9 8 7. Points: 11 10 4 3 2 0 0 0.
rule-cards-last = The last trick is worth 10 more.
rules-bidding = Dealing and bidding
rule-partners = Partners sit opposite: 1 and 3 against 2 and 4, with one score.
rule-deal = Six cards each; the next one is turned up: the upcard.
rule-bids = In round 1 you play the upcard's suit or pass, in round 2 any other suit or pass. Left of the dealer begins.
rule-forced-dealer = The dealer may not pass in round 2.
rule-void = If everybody passes twice, the deal does not count and the next player deals.
rule-concede = After the bid the first defender may concede without play: the taker writes { $concede }.
rule-buy-in = After the bid everybody's hand is filled up with { $buy_in ->
    [one] { $buy_in } card
   *[other] { $buy_in } cards
}.
rule-upcard-none = The upcard stays on the table.
rule-upcard-dealer = The upcard goes to the dealer as one of these cards.
rule-upcard-taker = The upcard goes to the taker as one of these cards.
rule-bottom = The bottom card of the pack is shown to everybody; it is not played.
rule-bottom-hidden = The bottom card is not shown.
rule-swap-off = The trump seven is not exchanged for the upcard.
rule-swap-any = If the upcard's suit is trump, anybody may exchange the trump seven for the upcard before their first card.
rule-swap-taker = If the upcard's suit is trump, the taker may exchange the trump seven for the upcard before their first card.
rule-four-sevens = Four sevens give the right to a redeal before anything else is done.
rule-weak-hand = Six cards worth less than { $weak } (by plain values) give the right to a redeal at your first call.
rule-klabor = Klabor: A K Q J 10 9 of one suit in the first six cards win the match.
rule-dealer-taker = The taker deals next.
rule-dealer-rotate = The deal passes clockwise.
rule-dealer-top-scorer = Whoever counted most deals next.
rule-dealer-non-winner = The next dealer is the first one clockwise who did not write most.
rules-sequences = Declarations
rule-sequences-fifty = In one suit: three in a row are a tierce, 20; four a fifty, 50. Seven are a fifty and a tierce, eight two fifties; cards left over count nothing.
rule-sequences-hundred = In one suit: three in a row are a tierce, 20; four a fifty, 50; five or more a hundred, 100; eight a hundred and a tierce.
rule-declare = You declare before your first card. After trick 1 the best sequences are compared: length first, then the top card (A K Q J 10 9 8 7).
rule-ties-order = If equal, the earlier declaration wins.
rule-ties-suit = If equal, the trump one wins; if none is trump, nobody scores.
rule-ties-suit-then-order = If equal, the trump one wins, else the earlier.
rule-ties-last-trick = If equal, whoever of them takes the last trick wins.
rule-ties-suit-then-last-trick = If equal, the trump one wins, else whoever of them takes the last trick.
rule-sequences-score = The winner scores all sequences they declared if they take at least one trick; the others score none.
rule-sequences-pair = The winning pair scores all sequences both declared if it takes at least one trick; the other scores none.
rule-bela = Bela is the king and queen of trump in one hand, { $bela } points, announced as you play either of them.
rule-bela-none = Bela always scores, even without a trick.
rule-bela-any = Bela needs at least one trick.
rule-bela-own = Bela needs a trick won by the trump king or queen itself.
rule-bela-taker = Bela goes to whoever takes the trick it is announced in.
rule-deberts-six = Deberts: six in a row in one suit win the match.
rule-deberts-seven = Deberts: seven in a row in one suit win the match.
rule-deberts-seven-trumps = Deberts: seven trumps in a row from the ace win the match.
rules-play = Play
rule-lead-eldest = Left of the dealer leads first, then whoever took the trick.
rule-lead-taker = The taker leads first, then whoever took the trick.
rule-follow = Follow suit; if you cannot, play a trump; if you cannot do that either, play anything.
rule-beat = When a trump is led, beat the highest trump if you can, else play any trump.
rule-ruff-beat = When a plain lead has been trumped, your trump must be higher too, if possible.
rule-ruff-free = When a plain lead has been trumped, your trump may be any.
rule-partner-beat = Your partner's trump must be beaten like any other.
rule-partner-free = Your partner's trump need not be beaten.
rule-last-look = Only the last trick may be looked at.
rule-dave-geometric = Dave: before your card you may ask the opponent to give up. If they play on, the stake doubles and the next dave is theirs.
rule-dave-arithmetic = Dave: before your card you may ask the opponent to give up. If they play on, the stake grows by one and the next dave is theirs.
rules-score = Score
rule-byte-off = There is no contract: everybody writes what they count.
rule-contract-two = The taker must count more than the opponent.
rule-contract-pair = The taker's pair must count more than the other.
rule-contract-each = The taker must count more than each defender.
rule-contract-sum = The taker must count more than all defenders together.
rule-made = More: everybody writes their own.
rule-takes-all = More: the taker writes everybody's points, the others 0.
rule-takes-all-pair = More: the taker’s pair writes everybody’s points, the other 0.
rule-byte-two = Fewer is a byte: the taker writes 0, the points go to the opponent.
rule-byte-pair = Fewer is a byte: the taker's pair writes 0, its points go to the other.
rule-byte-best = Fewer is a byte: the taker writes 0, the points go to the best defender.
rule-byte-split = Fewer is a byte: the taker writes 0, the defenders share the points; odd ones go one each, from the taker’s left.
rule-byte-tie-hang = If the defenders are level, those points hang and only these defenders may win them.
rule-byte-tie-split = If the defenders are level, they share those points; odd ones go one each, from the taker’s left.
rule-hang = Level: the taker writes 0, the points hang and go to whoever writes most in the next deal. If that is level, they stay.
rule-hang-pair = Level: the taker’s pair writes 0, its points hang and go to the pair that writes more in the next deal. If that is level, they stay.
rule-repeat-defender = Level again: the points that hung go to the defender.
rule-repeat-defender-pair = Level again: the points that hung go to the defending pair.
rule-repeat-defender-more = Level again: the points that hung go to the defender among the claimants who alone writes most; if there is none, they stay.
rule-repeat-taker = Level again: the points that hung go to the taker.
rule-repeat-taker-pair = Level again: the points that hung go to the taker’s pair.
rule-repeat-taker-more = Level again: the points that hung go to the taker, if among their claimants; else they stay.
rule-repeat-accumulate = Level again: the hanging points pile up.
rule-repeat-separate = Level again: the hanging points wait and are played for one by one.
rule-replay = After a level deal there is no bidding: the same taker, the new upcard’s suit is trump. Bela and the seven exchange as usual; no sequences, deberts, klabor, redeals or conceding.
rule-ski = No trick at all costs { $ski }.
rule-byte-fine-every = From byte number { $first } on every byte costs { $fine }.
rule-byte-fine-third = Byte number { $first } and every third after it cost { $fine }.
rule-stakes-plain = Whoever counts most gets one stake; if level, nobody.
rule-stakes-two = Made: 1 stake to the taker. Byte: 2 to the opponent. Level: none.
rule-stakes-pair = Made: 1 stake to the taker’s pair. Byte: 2 to the other. Level: none.
rule-stakes-more = Made: { $others ->
    [one] { $others } stake
   *[other] { $others } stakes
} to the taker. Byte: one to each defender. Level: none.
rules-end = End of the match
rule-end-one-deal = One deal: whoever counts more wins. If level or hanging, another deal.
rule-end-points = The match goes to { $target }; every deal is played to its last card.
rule-end-stakes = The match goes to { $target ->
    [one] { $target } stake
   *[other] { $target } stakes
}. If several get there, the higher total wins; if level, all of them.
rule-end-lead = A lead of { $lead } points wins too.
rule-end-lead-stakes = A lead of { $lead } stakes wins too.
rule-both-whister = If several get there, the defender wins and { $target }:{ $below } is written.
rule-both-whister-more = If several get there, a defender wins: of several the higher total; if level, another deal. The winner gets { $target }, the others who got there { $below }.
rule-both-higher = If several get there, the higher total wins; if level, another deal.
rule-both-last-trick = If several get there, the one of them who took the last trick wins; if none did, the higher total; if level, another deal.
rule-final-hang = If the last deal is level, one more is played.
rule-final-hang-lost = A level last deal does not prolong the match.
rule-pots-left = Points still hanging at the end are nobody’s.

## History

history-title = 🗂 Matches played
history-empty = Nothing played here yet. Begin with /deberts!
history-empty-private = Your matches will be here. There are none yet.
history-deals = { $count ->
    [one] { $count } deal
   *[other] { $count } deals
}
history-stopped = ⏹ stopped
history-export = The record of a match, by its number:
button-export = 📄 { $number }

## Questions

choose-room = Which table?
choose-lobby = gathering
choose-closed = closed
stop-lobby-question = Close the table?
stop-lobby-about = No cards have been dealt; a new table is /deberts.
stop-match-question = Stop the match?
stop-match-about = It cannot be continued later. The history keeps it as unfinished.
button-stop-yes = Stop it
button-stop-no = Play on
language-question = Which language shall I speak?

## Help and commands

help-title = ♠️♥️ Deberts with friends
help-group = Type /deberts and a table appears. Take seats, choose the rules, press “Start”. Your cards come in a private chat with { $bot }: every player has to start it once. You play there, and everybody follows the table in the group.
help-rules = Rules of your own: the owner of the table 👑 chooses a preset (“Gambler”, “Moscow”, “Odessa” and others), who plays and how far, and every detail under “Rules”. To keep them for next time write <code>/save our rules</code>: they stay under “Our rules” of the group. What it all means, in words: /rules
help-clock = So that nobody waits for ever, the owner may set “⏰ Clock” before the start: the time for a turn.
help-private = Your cards come here: when it is your turn, press a card to play it. Green cards may be played now. Tables are opened in a group with /deberts; add { $bot } there.
command-deberts = open a table
command-table = show the table again
command-score = the score
command-last = the last trick
command-history = matches played
command-export = the record of a match as a file
command-stop = stop the match
command-rules = the rules of this table
command-save = keep the rules under a name
command-language = language
command-help = help
command-start = start
command-hand = my cards
start-hello = Hello! I deal the cards for deberts. ♠️♥️♣️♦️
start-about = Add me to a group of friends and type /deberts there. Your cards will come here.
start-room = All set: you can be dealt in now. Back to the table!
start-room-in = All set: you can be dealt in now. Back to the table in the group “{ $title }”!
start-substitute = Done: I can deal to you now. Go back to the group and press “Sit in for” once more.
button-add-to-group = ➕ Add to a group

## Refusals (no markup, up to 200 characters)

refusal-no-room = That table is not here any more.
refusal-room-over = This match is over.
refusal-table-closed = This table is closed.
refusal-started = The match has already started.
refusal-not-started = The match has not started yet.
refusal-not-seated = You do not play at this table.
refusal-already-seated = You already have a seat.
refusal-seats-full = All seats are taken.
refusal-owner-only = The rules are set by the owner of the table: { $name }
refusal-owner-nobody = Take a seat first: the rules are set by the owner of the table.
refusal-not-full = There are free seats — let's wait for the others.
refusal-unreachable = The bot must first be opened in private by: { $names }
refusal-rules-changed = The rules have just changed — please look again.
refusal-too-many-seated = More people sit at the table than such a line-up has seats.
refusal-seat-taken = This seat is taken.
refusal-no-saved = These rules are gone.
refusal-too-many-saved = The group keeps twenty rule sets already. Remove some in “Our rules”.
refusal-bad-name = Write a name of up to { $most } letters after the command: /save our rules
refusal-rule-refused = This does not go with the other rules: { $parameter }
refusal-stale-deal = This button is of an earlier deal. The new table is below.
refusal-old-message = This message is out of date: the table is further down.
refusal-stale-move = The game has moved on — please look at the table again.
refusal-already-done = That move is already made.
refusal-illegal-move = That is against the rules.
refusal-may-not-stop = The owner of the table or a group admin can stop it, and after three hours without play any of the players.
refusal-not-finished = The match is not finished yet.
refusal-too-many-rooms = There are too many tables here already — please finish one first.
refusal-no-hand = No cards have been dealt yet.
refusal-nudge-self = It is your own turn: there is nobody to hurry.
refusal-nudge-vacant = That seat is vacant: there is nobody to hurry.
refusal-nudged-already = Done already. Once more in a minute.
refusal-no-claim = The game goes on: a move was made, or there is time left.
refusal-claim-own = That is for your opponents: it was your side's time.
refusal-seat-asked = { $name } has asked for this seat already. Let us wait for the answer.
refusal-already-asked = You have asked already: the others are to agree.
refusal-own-seat = You played in another seat of this table: you can come back to that one.
refusal-request-over = Nobody asks for that any more.
refusal-not-yours = That question is not for you.
refusal-busy = One moment, I am busy. Nothing is lost — please press again.
bad-press = I do not know that button. Type /table to see the table anew.

# What a move would break.
illegal-match-over = The match is over.
illegal-not-dealt = The cards have not been dealt yet.
illegal-deal-open = This deal is not finished yet.
illegal-not-your-turn = It is not your turn. To play: { $seat }
illegal-not-in-hand = { $card } is not in your hand.
illegal-follow-suit = You must follow suit: { $suit }
illegal-must-trump = You cannot follow suit, so play a trump: { $suit }
illegal-must-beat = You must beat it with a higher trump.
illegal-bela-not-held = Bela needs the king and the queen of trump in one hand.
illegal-bela-announced = Bela has been announced already.
illegal-bela-card = Bela is announced with the king or the queen of trump.
illegal-bidding-first = Bidding first: there is no trump yet.
illegal-bidding-over = The bidding is over.
illegal-order-upcard-suit = In round 1 only { $suit } can be played.
illegal-order-other-suit = In round 2 { $suit } cannot be played any more — choose another suit.
illegal-forced-dealer = The dealer must choose a trump now.
illegal-redeal-not-allowed = This hand gives no right to a redeal.
illegal-redeal-too-late = A redeal comes before everything else — too late now.
illegal-klabor-not-held = Klabor needs A K Q J 10 9 of one suit.
illegal-answer-order = Waiting for an answer, concede or defend: { $seat }
illegal-no-concession = There is nothing to concede now.
illegal-too-late = That was possible only before your first card.
illegal-swap-not-allowed = The seven cannot be exchanged in this deal.
illegal-swap-not-held = The exchange needs the trump seven: { $suit }
illegal-swap-too-late = The exchange comes before declaring — too late now.
illegal-deberts-not-held = Your hand holds no deberts.
illegal-deberts-too-late = Deberts is shown before declaring — too late now.
illegal-nothing-to-declare = There is no sequence in your hand.
illegal-already-declared = You have declared already.
illegal-no-sequences = No sequences are declared in a replayed deal.
illegal-dave-off = Dave is not played at this table.
illegal-dave-yours = The last dave was yours — now it is your opponent's right.
illegal-answer-dave = The dave must be answered first.
illegal-no-dave = There is no dave to answer.

## Short answers to presses

toast-card = You played { $card }
toast-bela = Bela! You played { $card }
toast-order = You play { $suit }
toast-pass = Pass
toast-redeal = Redeal
toast-klabor = Klabor!
toast-concede = Conceded
toast-continue = You defend
toast-swap = The upcard is yours
toast-deberts = Deberts!
toast-declare = Declared
toast-dave = Dave! Your opponent answers
toast-accept = Accepted
toast-surrender = You gave up
toast-seated = You have a seat!
toast-moved = You have another seat.
toast-stood-up = You left the table.
toast-started = Here we go! Your cards are in private.
toast-dropped = Removed.
toast-rule-set = Rule changed.
toast-stopped = The table is closed.
toast-language-set = I speak English now.
toast-rematch = Rematch! The table is open in the group.

## Answers to commands

plain = { $text }
no-table = Nobody is playing here now. Open a table: /deberts
no-table-private = You are not playing anywhere now. Tables are opened in a group with /deberts.
nothing-to-export = No match has been finished yet: there is nothing to save.
export-caption = The record of the match “{ $title }”: every deal and every move.
rules-saved = The rules “{ $name }” are kept: find them in the table’s “Our rules”.
stop-done = ⏹ The table is closed ({ $name })
stop-kept = The game goes on.
language-admins-only = The group’s language is set by its admins.
group-silent = I cannot write in the group “{ $title }”. Nothing is lost: play on here, and let me write in the group so that everybody sees the table again.

## Pages of the rules

presets-title = 🎴 Whose rules do we play?
presets-about = Every rule can be changed by itself afterwards.
preset-gambler-about = for two, to 501; if both get there, the defender wins (501:500)
preset-moscow-about = for two or three, the dealer may pass; whoever counts most deals next
preset-kharkov-about = the dealer must order, no bottom card, a buy-in of 4 for two and three; six in a row win the match, fines
preset-odessa-about = for pairs, two or three: ruffs must be beaten, klabor, a level deal is replayed, 100 for no tricks
preset-classic-about = the dealer must order, the taker leads; seven trumps from the ace win the match, fines
preset-yellowclub-about = the dealer must order, left of the dealer leads; 50 for no tricks, 100 from the third byte on
preset-igrafan-about = the dealer must order, only the taker exchanges the seven, no fines
preset-short-about = one deal, one stake, no contract
preset-poltinnik-about = for two; an order can be conceded for 50, a lead of 250 ends the match
saved-title = 💾 Our rules
saved-about = To keep this table’s rules under a name, write in the group: <code>/save our rules</code>
rules-group-deal = Dealing and bidding
rules-group-sequences = Declarations
rules-group-play = Play
rules-group-score = Score
rules-group-end = End of the match
rules-group-about = { $mark } — not as in the preset.

## Fair cards

command-verify = check that the decks are fair
seal = 🔒 Seal of the deck (/verify):
fair-title = 🔒 Fair cards
fair-about = Each deck is shuffled before the bidding, and its seal is on the table at once. The seal does not give the cards away, and they cannot be changed later: it would not match. The file of the match below opens the decks.
fair-step-1 = 1. Take <code>deck</code> and <code>nonce</code> of a deal from the file.
fair-step-2 = 2. Write the 32 cards and the nonce in one line, with single spaces, and take its SHA-256.
fair-step-3 = 3. Compare with the seal under the result of that deal.
fair-program = All at once: <code>python -m bot verify FILE</code>
fair-later = These are the seals of the decks so far. The decks are opened when the match is over: /verify again
fair-before = Those before deal { $number } are under the results of their deals; those of deals that did not count come with /verify after the match.
fair-others = The seals of the deals that have no result:
fair-others-newest = The seals of the newest { $count } deals that have no result (the earlier ones are in the file):
stopped-to-verify = The last match was stopped: it has no record, and its decks will not be opened.
stopped-to-verify-before = The last match was stopped: it has no record, and its decks will not be opened. Below is the one finished before it.
nothing-to-verify = There is nothing to check yet: no match has been finished here.

## For whoever runs the bot

status-title = 🛠 The bot
status-running = Version { $version } · schema { $schema } · up { $uptime }
status-uptime = { $days } d { $hours } h { $minutes } min
status-rooms = Tables: { $playing } playing, { $lobbies } gathering, { $ended } ended
status-memory = { $loaded } in memory, { $sleeping } asleep
status-backlog = Waiting: { $chats } chats, { $rooms } tables, { $updates } updates
status-database = Database { $size } · log { $log }
status-problems = Last problems (UTC):
status-no-problems = No problems so far.
chat-not-allowed = This bot plays in its own groups only, so I am leaving. Goodbye!

## Forgetting a player

command-forget = remove my data
name-of-nobody = Player
forget-question = Remove your data?
forget-about = I will forget your name, language, favourite rules and past matches. At tables that have not begun your seat becomes free.
forget-stays = The others keep the matches they played, with just “Player” in your place. Messages that are in the chats already do not change.
button-forget-yes = Remove
button-forget-no = Keep
forget-done = Done: I do not remember you any more. Whenever you want to play, take a seat and we will meet anew.
forget-kept = All right, everything stays as it is.
forget-later = Nothing can be removed while you play. Finish the match, stop it or leave it (/leave), then type /forget again:
refusal-in-match = First finish the match, stop it or leave it: /leave

## The clock: how long one may think

clock-title = ⏰ Clock
clock-about = How long a turn may take. The bot reminds the player before the end.
clock-0 = no clock
clock-60 = 1 minute
clock-180 = 3 minutes
clock-600 = 10 minutes
clock-86400 = a day
clock-then-play = then the bot plays
clock-then-claim = then the match may be ended
clock-play-about = Whoever is late is played for by the bot: when bidding it passes if it may, it declares what is to be declared, and plays the lowest card allowed.
clock-claim-about = When somebody is late, the others may end the match in their favour.
clock-line-play = ⏰ A turn: { $time }, then the bot plays
clock-line-claim = ⏰ A turn: { $time }, then the match may be ended
clock-rule = A turn: { $time }, from the moment the player could know of it; the bot reminds them before the end.
clock-short-60 = ⏰ 1 min
clock-short-180 = ⏰ 3 min
clock-short-600 = ⏰ 10 min
clock-short-86400 = ⏰ a day
clock-left = ⏰ { $name }: { $time } left
clock-left-30 = half a minute
clock-left-90 = a minute and a half
clock-left-300 = 5 minutes
clock-left-43200 = 12 hours
clock-left-3600 = less than an hour
clock-overdue = ⏰ Time is up: { $name }. The others may end the match in their favour, or wait on.
clock-stand-in = 🤖 The bot plays for those who are away: { $names }
clock-resting = 🤖 Nobody is at the table: the bot has played for everybody and waits. Press any button and the game goes on.
nudged = 👋 { $by } is waiting: your turn, { $name }!
console-left = ⏰ Time left: { $time }
console-overdue = ⏰ Time is up: the others may end the match. As long as they have not, do play!
console-nudged = 👋 { $by } is waiting for you
console-stand-in = 🤖 While you were away the bot played for you.
button-nudge = 👋 Hurry up
button-claim = 🏁 End it in our favour
button-claim-yes = End it
claim-question = End the match in your favour?
claim-about = { $name } is out of time. The others win, and the match cannot be played on.
ended-claimed = ⏰ Ended by the clock, out of time: { $names }
history-claimed = ⏰ by the clock
toast-clock-set = The clock is set.
toast-nudged = Done: they have been told.
toast-claimed = The match is ended in your favour.
claim-done = 🏁 The match is ended.

## Leaving and substitutes

button-leave = 🚪 Leave
button-leave-yes = Leave
leave-question = { $name }, leave the table?
leave-about = The cards stay where they are: somebody else may sit down in your place. You can come back if the others agree.
leave-last-about = You are the last one at the table: the match will be stopped.
ended-deserted = ⏹ The match is stopped: everybody has left.
expired-lobby = ⏹ The table is closed: nobody has been here for half a day. For a new one: /deberts
expired-match = ⏹ The match is stopped: nobody has been here for two weeks.
leave-done = You have left the table.
left-table = { $name } leaves the table.
seat-vacant = 🪑 { $name } has left, the seat is free
seat-vacant-played = 🪑 { $name } has left: the bot plays while the seat is vacant
seat-request = 🙋 { $name } would like to replace { $left }. Waiting for: { $waiting }
seat-return = 🙋 { $name } would like to come back. Waiting for: { $waiting }
button-take-over = 🪑 Sit in for { $name }
button-agree = ✅ Let in: { $name }
button-refuse = ✖ Refuse
toast-left = You have left the table.
toast-asked = The others are being asked.
toast-agreed = You agree.
toast-refused = Refused.
toast-changed-mind = All right, the seat is not asked for any more.
seat-refused = You were not given the seat at the table in “{ $title }”.
command-leave = leave the table

## Playing at the group's table

button-play-here = 🎴 Play here
button-hide-cards = ✖ Hide the cards
button-declare-any = Declare sequences
toast-plays-here = Press your own cards: no others can be played, and nobody sees what you hold.

## About the bot

bot-description = Deberts with friends, right in your group: everybody sees their own cards here, in private, and the bot deals, knows the rules and keeps the score. Gambler, Moscow, Kharkov, Odessa and rules of your own, for two, three, four and pairs.
bot-short-description = Deberts with friends in a group: the bot deals, knows the rules, keeps the score.
