"""Texts for others, chosen for window and command line: settings, scripts, pages, code."""
