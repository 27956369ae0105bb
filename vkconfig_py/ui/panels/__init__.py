"""Panels and pages of the window, one widget class per file."""
