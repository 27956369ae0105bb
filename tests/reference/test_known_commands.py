"""Which names a loader has a function for, with a driver that knows none: ours and real ones."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.framework.known_commands import (
    build_driver,
    list_commands_through,
    list_known_commands,
    render_driver_extensions,
)
from tests.framework.recorder import Recorder
from tests.framework.reference import RealLoader
from vkconfig_py.loader.native.loader import Loader
from vkconfig_py.loader.native.vulkan_registry import find_known_command, list_commands
from vkconfig_py.loader.wire.jobs import DriverFile, LoadPlan


@pytest.fixture(scope="module")
def driver(tmp_path_factory) -> DriverFile:
    return DriverFile("ignorant.json", str(build_driver(tmp_path_factory.mktemp("driver"))))


def test_every_name_that_a_real_loader_knows_is_known(
    loader: RealLoader, driver: DriverFile, monkeypatch
) -> None:
    monkeypatch.setenv(*render_driver_extensions())
    theirs = list_known_commands(Path(loader.profile.library))
    ours = Loader(LoadPlan(drivers=(driver,), profile=loader.profile), Recorder())
    known = list_commands_through(ours.get_instance_proc_addr)
    assert known == theirs
    assert 300 < len(theirs) < len(list_commands())


def test_a_command_is_known_since_a_release() -> None:
    assert find_known_command("vkCreateShadersEXT", (1, 3, 239)) is None
    assert find_known_command("vkCreateShadersEXT", (1, 3, 248)) is not None
    assert find_known_command("vkGetPhysicalDeviceToolProperties", (1, 2, 170)) is None
    assert find_known_command("vkGetPhysicalDeviceToolProperties", (1, 3, 204)) is not None
    assert find_known_command("vkQueueSubmit", (1, 0, 0)) is not None
    # Whatever layers name these functions in their manifests.
    assert find_known_command("vkDebugMarkerSetObjectNameEXT", (1, 0, 32)) is None
    assert find_known_command("vkDebugMarkerSetObjectNameEXT", (1, 0, 33)) is not None
    assert find_known_command("vkCmdBeginRenderPass2", (1, 2, 132)) is None  # 1.2.131 forgot some
    assert find_known_command("vkCmdBeginRenderPass2", (1, 2, 133)) is not None
    assert find_known_command("vkCmdDrawMultiEXT", (1, 2, 181)) is None
    assert find_known_command("vkCmdDrawMultiEXT", (1, 2, 182)) is not None
    assert find_known_command("vkGetMemoryWin32HandleKHR", (9, 9, 9)) is None
    assert find_known_command("vkNobodyKnows", (9, 9, 9)) is None
