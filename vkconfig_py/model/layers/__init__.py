"""The layer that is edited: its declarations, settings, messages and documentation."""
