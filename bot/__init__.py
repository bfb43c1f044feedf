"""A Telegram bot for deberts, the Jass-family card game."""

__version__ = "0.1.0"
