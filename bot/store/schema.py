"""The schema, version by version: a database of any earlier version is brought up step by step.

A step that has been released is never changed; a new one is added behind it.
"""

from __future__ import annotations

_FIRST = (
    # `title` is "" until Telegram tells; `writable` is 0 while the bot may not write there.
    """CREATE TABLE chats (
        id INTEGER PRIMARY KEY,
        title TEXT NOT NULL,
        language TEXT NOT NULL,
        writable INTEGER NOT NULL DEFAULT 1
    )""",
    # `language` is the one chosen, or NULL to go by the client's.
    """CREATE TABLE users (
        id INTEGER PRIMARY KEY,
        name TEXT NOT NULL,
        client_language TEXT,
        language TEXT,
        reachable INTEGER NOT NULL DEFAULT 0
    )""",
    # `settled_version` is the version that all chats of the room show.
    """CREATE TABLE rooms (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        chat_id INTEGER NOT NULL REFERENCES chats (id) ON UPDATE CASCADE,
        thread_id INTEGER,
        phase TEXT NOT NULL CHECK (phase IN ('lobby', 'playing', 'finished', 'stopped')),
        rules TEXT NOT NULL,
        owner_id INTEGER REFERENCES users (id),
        first_dealer INTEGER,
        version INTEGER NOT NULL,
        settled_version INTEGER NOT NULL DEFAULT 0,
        revision INTEGER NOT NULL,
        page TEXT NOT NULL DEFAULT '',
        created_at REAL NOT NULL,
        changed_at REAL NOT NULL,
        turn_since REAL NOT NULL,
        ended_at REAL,
        stopped_by TEXT,
        winners TEXT,
        result TEXT,
        rematch_of INTEGER REFERENCES rooms (id)
    )""",
    "CREATE INDEX rematches ON rooms (rematch_of) WHERE rematch_of IS NOT NULL",
    "CREATE INDEX rooms_of_chat ON rooms (chat_id, phase)",
    "CREATE INDEX rooms_behind ON rooms (id) WHERE settled_version < version",
    """CREATE TABLE seats (
        room_id INTEGER NOT NULL REFERENCES rooms (id),
        seat INTEGER NOT NULL,
        user_id INTEGER NOT NULL REFERENCES users (id),
        PRIMARY KEY (room_id, seat),
        UNIQUE (room_id, user_id)
    ) WITHOUT ROWID""",
    "CREATE INDEX seats_of_user ON seats (user_id)",
    # The journal: decks as in record-format.md, codes joined by spaces; then every action by its text.
    """CREATE TABLE deals (
        room_id INTEGER NOT NULL REFERENCES rooms (id),
        number INTEGER NOT NULL,
        deck TEXT NOT NULL,
        nonce TEXT NOT NULL,
        dealt_at REAL NOT NULL,
        PRIMARY KEY (room_id, number)
    ) WITHOUT ROWID""",
    """CREATE TABLE actions (
        room_id INTEGER NOT NULL,
        deal INTEGER NOT NULL,
        place INTEGER NOT NULL,
        action TEXT NOT NULL,
        user_id INTEGER NOT NULL,
        done_at REAL NOT NULL,
        PRIMARY KEY (room_id, deal, place),
        FOREIGN KEY (room_id, deal) REFERENCES deals (room_id, number)
    ) WITHOUT ROWID""",
    # What each finished deal came to, as JSON, for the history.
    """CREATE TABLE results (
        room_id INTEGER NOT NULL,
        deal INTEGER NOT NULL,
        result TEXT NOT NULL,
        PRIMARY KEY (room_id, deal),
        FOREIGN KEY (room_id, deal) REFERENCES deals (room_id, number)
    ) WITHOUT ROWID""",
    # One row per place of a room that has a message; `digest` is of what the message shows, `waits` says
    # whether it told its reader that the table waits for them.
    """CREATE TABLE messages (
        room_id INTEGER NOT NULL REFERENCES rooms (id),
        slot TEXT NOT NULL,
        chat_id INTEGER NOT NULL,
        message_id INTEGER NOT NULL,
        digest TEXT NOT NULL,
        version INTEGER NOT NULL,
        waits INTEGER NOT NULL DEFAULT 0,
        PRIMARY KEY (room_id, slot)
    ) WITHOUT ROWID""",
    "CREATE INDEX messages_of_chat ON messages (chat_id)",
)

_RULE_SETS = (
    # Rules that a group keeps under a name, as the `rules` object of record-format.md.
    """CREATE TABLE rule_sets (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        chat_id INTEGER NOT NULL REFERENCES chats (id) ON UPDATE CASCADE,
        name TEXT NOT NULL,
        rules TEXT NOT NULL,
        UNIQUE (chat_id, name)
    )""",
    # What an owner chose last in a group: the default of the next table.
    """CREATE TABLE last_rules (
        chat_id INTEGER NOT NULL REFERENCES chats (id) ON UPDATE CASCADE,
        user_id INTEGER NOT NULL REFERENCES users (id),
        rules TEXT NOT NULL,
        PRIMARY KEY (chat_id, user_id)
    ) WITHOUT ROWID""",
)

_VANISHING = (
    # The turn clock: the seconds for a turn (0: none), and what happens then, `play` or `claim`.
    "ALTER TABLE rooms ADD COLUMN clock_seconds INTEGER NOT NULL DEFAULT 0",
    "ALTER TABLE rooms ADD COLUMN clock_then TEXT NOT NULL DEFAULT 'play'",
    # Of the present turn: until when, when the clock is to be looked at next, whether the turn's message has
    # been delivered, the reminders given, and whether the others may end the match.
    "ALTER TABLE rooms ADD COLUMN deadline REAL",
    "ALTER TABLE rooms ADD COLUMN wake_at REAL",
    "ALTER TABLE rooms ADD COLUMN told INTEGER NOT NULL DEFAULT 0",
    "ALTER TABLE rooms ADD COLUMN reminded INTEGER NOT NULL DEFAULT 0",
    "ALTER TABLE rooms ADD COLUMN overdue INTEGER NOT NULL DEFAULT 0",
    # The seats, as bits, that the clock has played for since their players did anything.
    "ALTER TABLE rooms ADD COLUMN stand_ins INTEGER NOT NULL DEFAULT 0",
    "ALTER TABLE rooms ADD COLUMN nudged_at REAL",
    "ALTER TABLE rooms ADD COLUMN nudged_by INTEGER REFERENCES users (id)",
    # Whether the group's table offers the cards.
    "ALTER TABLE rooms ADD COLUMN plays_here INTEGER NOT NULL DEFAULT 0",
    # How a room ended, if not by the rules of the game or by somebody: see `rooms.views.Ending`.
    "ALTER TABLE rooms ADD COLUMN ending TEXT NOT NULL DEFAULT ''",
    "ALTER TABLE actions ADD COLUMN by_clock INTEGER NOT NULL DEFAULT 0",
    "CREATE INDEX rooms_to_wake ON rooms (wake_at) WHERE wake_at IS NOT NULL",
    "CREATE INDEX rooms_live ON rooms (turn_since) WHERE phase IN ('lobby', 'playing')",
    # A seat that `vacant` says is free keeps the user who left it, until somebody takes it.
    "ALTER TABLE seats ADD COLUMN vacant INTEGER NOT NULL DEFAULT 0",
    # Who asks for a vacant seat, and who of the players has agreed, as a JSON list of user ids.
    """CREATE TABLE substitutes (
        room_id INTEGER NOT NULL REFERENCES rooms (id),
        seat INTEGER NOT NULL,
        user_id INTEGER NOT NULL REFERENCES users (id),
        agreed TEXT NOT NULL,
        PRIMARY KEY (room_id, seat)
    ) WITHOUT ROWID""",
    "ALTER TABLE last_rules ADD COLUMN clock_seconds INTEGER NOT NULL DEFAULT 0",
    "ALTER TABLE last_rules ADD COLUMN clock_then TEXT NOT NULL DEFAULT 'play'",
)

MIGRATIONS: tuple[tuple[str, ...], ...] = (_FIRST, _RULE_SETS, _VANISHING)
VERSION = len(MIGRATIONS)
