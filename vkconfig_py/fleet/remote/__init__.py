"""Other machines, asked through programs of the user; nothing is installed there."""
