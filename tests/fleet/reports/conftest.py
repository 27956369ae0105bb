"""Reports for the tests of a process; to make them takes a second."""

import pytest

from tests.framework.lab import Lab


@pytest.fixture(scope="session")
def lab():
    return Lab()
