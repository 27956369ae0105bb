"""Lint: all problems of a machine, with stable codes (docs/problems.md)."""
