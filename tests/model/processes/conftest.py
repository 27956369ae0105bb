"""The machine that processes are compared on."""

import pytest

from tests.model.processes.machine import ProcessMachine


@pytest.fixture
def world(tmp_path):
    """Return a machine with one loader and one driver."""
    return ProcessMachine(tmp_path)
