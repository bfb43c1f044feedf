"""Telegram: updates in (handlers), messages out (outbox), the Bot API behind one gateway."""
