"""Writing what is planned, with a journal of what was there, and withdrawing it."""
