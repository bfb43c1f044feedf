"""A Telegram bot for deberts, the Jass-family card game."""
