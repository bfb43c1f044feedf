"""The bot as a process that is killed again and again while people play, and what must be true afterwards."""
