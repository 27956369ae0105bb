"""One virtual desktop for all; a session of its own for each test and real loader."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.e2e.desktop import Desktop, virtual_desktop
from tests.e2e.session import LOADERS, Session
from tests.framework.amount import take_share
from tests.framework.reference import RealLoader, chromium_loader, debian_loader


@pytest.fixture(scope="session")
def desktop() -> Iterator[Desktop]:
    """Return a screen with a window manager."""
    with virtual_desktop() as screen:
        yield screen


@pytest.fixture(params=take_share(LOADERS, 2))
def loader(request: pytest.FixtureRequest) -> RealLoader:
    """Return a real loader; a long run has both."""
    return debian_loader() if request.param == "debian" else chromium_loader()


@pytest.fixture
def session(tmp_path: Path, desktop: Desktop, loader: RealLoader) -> Session:
    """Return a fresh home with one of the loaders."""
    return Session(tmp_path, desktop, loader)


@pytest.fixture
def plain(tmp_path: Path, desktop: Desktop) -> Session:
    """Return a fresh home with the loader of the machine."""
    return Session(tmp_path, desktop, debian_loader())
