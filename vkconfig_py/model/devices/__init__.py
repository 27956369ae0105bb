"""Physical devices that a configuration chooses: matching, editing, and the words for it."""
