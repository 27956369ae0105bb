"""Loaders for tests: what they heard is looked through at the end."""

from __future__ import annotations

import pytest

from tests.framework.chromium import fetch_chromium_loader
from tests.framework.recorder import Recorder
from tests.loader.native.client import Client
from vkconfig_py.loader.native.callbacks import CallbackArena
from vkconfig_py.loader.native.loader import Loader
from vkconfig_py.loader.wire.jobs import DriverFile, LoadPlan

LAVAPIPE = "/usr/lib/x86_64-linux-gnu/libvulkan_lvp.so"


@pytest.fixture(scope="session")
def mock_driver():
    """Return the mock driver of the Vulkan tools, which comes with the second loader."""
    return DriverFile(
        "mock.json", str(fetch_chromium_loader().parent / "libVkICD_mock_icd.so"), (1, 3, 0)
    )


@pytest.fixture(scope="session")
def lavapipe():
    """Return Mesa's driver for CPUs."""
    return DriverFile("lvp.json", LAVAPIPE, (1, 3, 0))


@pytest.fixture
def load():
    """Return a function that makes a loader of an assembly, and a client of it."""
    recorders = []

    def make(
        *drivers: DriverFile,
        recorder: Recorder | None = None,
        arena: CallbackArena | None = None,
        **options: object,
    ) -> Client:
        heard = recorder or Recorder()
        recorders.append(heard)
        loader = Loader(LoadPlan(drivers=drivers, **options), heard, arena)
        client = Client(loader.get_instance_proc_addr)
        client.loader, client.recorder = loader, heard
        return client

    yield make
    for heard in recorders:
        mistakes = [
            str(finding.detail) for finding in heard.findings if finding.outcome == "exception"
        ]
        assert not mistakes, "\n".join(mistakes)
