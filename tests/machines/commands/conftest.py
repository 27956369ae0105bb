"""Machines of their own, as for the tests of the command line."""

from __future__ import annotations

from tests.cli.conftest import debugging, machine

__all__ = ["debugging", "machine"]
