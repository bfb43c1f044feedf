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

MIGRATIONS: tuple[tuple[str, ...], ...] = (_FIRST, _RULE_SETS)
VERSION = len(MIGRATIONS)
