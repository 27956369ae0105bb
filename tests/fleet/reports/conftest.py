"""Reports for the tests of a process; to make them takes a second."""

import pytest

from tests.framework.lab import SampleReports


@pytest.fixture(scope="session")
def lab():
    return SampleReports()
