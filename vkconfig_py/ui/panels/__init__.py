"""Panels of the window: configurations on the left, bottom docks, and the page without a loader."""
