"""Machines of other systems, below a folder of the test."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.framework.android_dump import AndroidDump
from tests.machines.fuchsia.folders import FuchsiaFolder


@pytest.fixture
def fuchsia(tmp_path: Path) -> FuchsiaFolder:
    """Return a Fuchsia system without devices."""
    return FuchsiaFolder(tmp_path / "system")


@pytest.fixture
def dump(tmp_path: Path) -> AndroidDump:
    """Return an Android device with a driver and a debuggable application."""
    (tmp_path / "root").mkdir()
    return AndroidDump(tmp_path / "root").add_driver().add_app()
