"""Separate windows: applying, documentation, generated texts, keyboard shortcuts."""
