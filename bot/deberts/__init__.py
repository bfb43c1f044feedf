"""The game of deberts: pure and deterministic. Decks and actions come in, views and results come out.

`Match` is the door: `deal_cards`, `legal`, `apply`; `push` and `copy` for search. `make_rules` makes its
rules, `replay` and `record_of` read and write records, and `view` alone decides who may see what.
"""
