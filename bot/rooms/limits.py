"""How long things may take: every number of seconds that decides over a room, in one place."""

from __future__ import annotations

# What a turn clock can be set to; 0 is none.
PERIODS = (0, 60, 180, 600, 86_400)
# What happens when a turn's time is over: the bot plays, or the others may end the match in their favour.
THENS = ("play", "claim")
# How long before the end of a turn its player is reminded, the first reminder first.
REMINDERS: dict[int, tuple[float, ...]] = {
    60: (30.0,),
    180: (90.0,),
    600: (300.0,),
    86_400: (43_200.0, 3_600.0),
}

# How long the bot waits at the most before it plays for a vacant seat: there is nobody who could be late.
VACANT_SECONDS = 60
# Whom the bot plays for is not reminded at every turn, unless the clock is slower than this.
SLOW_CLOCK = 3600

# How often a table can hurry somebody.
NUDGE_SECONDS = 60.0
# A lobby that nobody touches for so long is closed; a match is stopped, but not within so many periods of
# its clock.
LOBBY_SECONDS = 12 * 3600.0
MATCH_SECONDS = 14 * 86_400.0
MATCH_PERIODS = 3
# Where nobody has done anything for so long, any participant may end the room.
IDLE_SECONDS = 3 * 3600.0
