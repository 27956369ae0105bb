"""Lint: all problems of a machine, with stable codes (docs/problem_codes.md)."""
