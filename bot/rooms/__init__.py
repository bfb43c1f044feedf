"""Rooms: lobby, seats, rules, deals. The only code that changes a room; `views` is what leaves it."""
