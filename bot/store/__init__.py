"""SQLite through aiosqlite: schema, migrations and queries. Rows go in and out; it knows no game."""
