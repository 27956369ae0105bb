"""Windows of their own: questions, documentation, generated texts."""
