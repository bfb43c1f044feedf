"""Screens: pure functions from what a seat or the public may see to text and buttons."""
