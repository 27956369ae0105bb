"""What the tests of the statements ask for, the same that the proof gives each test."""

from __future__ import annotations

import pytest

from tests.loader.machine import Machine
from tests.machines.fuchsia.folders import FuchsiaFolder
from tests.statements.living import Parts
from tests.statements.pulled import Pulled
from tests.statements.registry import MAKERS


@pytest.fixture
def machine() -> Machine:
    """Return a machine with one driver."""
    made = MAKERS["machine"]()
    assert isinstance(made, Machine)
    return made


@pytest.fixture
def parts() -> Parts:
    """Return a machine of probe parts, without any."""
    return Parts()


@pytest.fixture
def device() -> Pulled:
    """Return a device without manifests, with one driver."""
    return Pulled()


@pytest.fixture
def fuchsia() -> FuchsiaFolder:
    """Return a Fuchsia system without devices."""
    return FuchsiaFolder.temporary()
