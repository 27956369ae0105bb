"""Every comparison runs against both real loaders."""

from __future__ import annotations

import pytest

from tests.framework.reference import RealLoader, chromium_loader, debian_loader


@pytest.fixture(params=["debian", "chromium"])
def loader(request: pytest.FixtureRequest) -> RealLoader:
    """Return a real loader with the profile of the version that it reports."""
    return debian_loader() if request.param == "debian" else chromium_loader()
