"""The main window, its bars, and what its actions do."""
