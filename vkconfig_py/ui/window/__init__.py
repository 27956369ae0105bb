"""The main window, its bars, and the commands of its actions."""
