"""Machines of other systems, below a folder of the test."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.framework.android_dump import Dump
from tests.machines.fuchsia.folders import FuchsiaFolder


@pytest.fixture
def fuchsia(tmp_path: Path) -> FuchsiaFolder:
    """Return a Fuchsia system without devices."""
    return FuchsiaFolder(tmp_path / "system")


@pytest.fixture
def dump(tmp_path: Path) -> Dump:
    """Return an Android device with a driver and a debuggable application."""
    (tmp_path / "root").mkdir()
    return Dump(tmp_path / "root").driver().app()
