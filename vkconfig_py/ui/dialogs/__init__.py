"""Windows of their own: applying, documentation, generated texts, keys."""
