"""Lint: everything wrong on a machine, with stable codes. docs/problems.md lists them."""
