"""Every comparison runs against both real loaders, and against the ladder where one is given."""

from __future__ import annotations

import pytest

from tests.framework.ladder import find_loader, list_loader_names
from tests.framework.reference import RealLoader


@pytest.fixture(params=list_loader_names())
def loader(request: pytest.FixtureRequest) -> RealLoader:
    """Return a real loader with the profile of the version that it reports."""
    return find_loader(request.param)
