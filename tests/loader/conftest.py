"""A machine in memory for the tests of the engine."""

from __future__ import annotations

import pytest

from tests.loader.machine import NEW, OLD, Machine
from vkconfig_py.loader.profiles.profile import LoaderProfile


@pytest.fixture
def machine() -> Machine:
    """Return a machine with one driver."""
    return Machine().driver()


@pytest.fixture(params=[OLD, NEW], ids=["last place wins", "first place wins"])
def profile(request: pytest.FixtureRequest) -> LoaderProfile:
    """Return one loader of each family."""
    found: LoaderProfile = request.param
    return found
