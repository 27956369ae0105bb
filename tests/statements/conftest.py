"""A machine in memory, the same that the proof gives each test."""

from __future__ import annotations

import pytest

from tests.loader.machine import Machine
from tests.statements.registry import MAKERS


@pytest.fixture
def machine() -> Machine:
    """Return a machine with one driver."""
    made = MAKERS["machine"]()
    assert isinstance(made, Machine)
    return made
