"""The window: views over the item models of the session."""
