"""Panels of the window: configurations at the left, what folds out at the bottom, no loader."""
