"""The sandbox as a web page: phones side by side, and a stage around them.

`run` puts it together: a world, its Bot API on loopback, the bot as a child process, and `web`, which serves
two pages. The *stage* belongs to who started it; a *phone* is one person's Telegram, shown on the stage or,
by an unguessable link of its own, in a friend's browser. Each page talks over one WebSocket in JSON objects:
what is to be done comes as `{"do": name, "n": number, ...}` (`deeds` of a phone, `orders` of the stage) and
is answered with the same `n`; what is to be seen goes out as `{"type": name, ...}` (`feed`, `wire`, `stage`).
The browser's side is in `static`.
"""
