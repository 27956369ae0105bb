"""Surfaces for real: windows under Xvfb and no window at all, on drivers that draw in software.

A surface is made in every driver, asked about on every device, and frames are shown through real
layers; what the screen holds in the end is read back. Ours answers as the C loader does.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.e2e.desktop import virtual_desktop
from tests.framework.chromium import get_swiftshader_driver, write_newer_validation_layer
from tests.framework.presenting import PresentResult, present
from tests.framework.reference import RealLoader
from tests.framework.system import SystemBuilder
from vkconfig_py.loader.profiles.native_gates import NativeGate

VALIDATION = "VK_LAYER_KHRONOS_validation"
LAVAPIPE = Path("/usr/share/vulkan/icd.d/lvp_icd.x86_64.json")
GREEN = "00ff00"
MISTAKE = "VUID-VkBufferCreateInfo-size-00912"


@pytest.fixture(scope="module")
def display() -> Iterator[str]:
    """Return the name of a screen of its own."""
    with virtual_desktop("640x480") as desktop:
        yield desktop.display


@pytest.fixture
def machine(system: SystemBuilder, loader: RealLoader) -> SystemBuilder:
    """Return a machine with two drivers and the layers of this one."""
    if loader.version < (1, 3, 237):
        pytest.skip("layers of today crash some loaders of 2022")
    drivers = f"{LAVAPIPE}:{get_swiftshader_driver()}"
    return system.with_env(
        VK_DRIVER_FILES=drivers,
        VK_ICD_FILENAMES=drivers,
        XDG_DATA_DIRS=f"{system.root / 'data_dirs'}:/usr/share",
        DISABLE_VKBASALT="1",
        NODEVICE_SELECT="1",
    )


def both(
    machine: SystemBuilder, loader: RealLoader, kind: str, *layers: str, **ways: object
) -> PresentResult:
    """Present through both loaders; return what both saw."""
    real = present(machine, loader, kind, layers, embedded=False, **ways)
    mine = present(machine, loader, kind, layers, embedded=True, **ways)
    assert (mine.lines, mine.ended) == (real.lines, real.ended), mine.output
    assert mine.lines[-1] == "end", mine.output
    return mine


def skip_unless_built(loader: RealLoader, kind: str) -> None:
    if f"VK_KHR_{kind}_surface" not in loader.profile.surfaces:
        pytest.skip("this loader was built without the window system")


def test_window_of_xcb_in_two_drivers_through_two_layers(
    machine: SystemBuilder, loader: RealLoader, display: str
) -> None:
    skip_unless_built(loader, "xcb")
    machine.with_env(MANGOHUD="1")
    seen = both(machine, loader, "xcb", VALIDATION, display=display)
    assert seen.list_device_lines("support") == ["0, 1", "0, 1"]
    assert seen.list_device_lines("presentation") == ["1", "1"]
    assert seen.list_device_lines("presented") == ["5, the last with 0"] * 2
    assert seen.list_device_lines("shown") == [GREEN] * 2


def test_window_of_xlib(machine: SystemBuilder, loader: RealLoader, display: str) -> None:
    skip_unless_built(loader, "xlib")
    machine.with_env(VK_DRIVER_FILES=str(LAVAPIPE), VK_ICD_FILENAMES=str(LAVAPIPE), MANGOHUD="1")
    seen = both(machine, loader, "xlib", VALIDATION, display=display)
    assert seen.list_device_lines("presented") == ["5, the last with 0"]
    assert seen.list_device_lines("shown") == [GREEN]


def test_driver_without_the_window_system(
    machine: SystemBuilder, loader: RealLoader, display: str
) -> None:
    """SwiftShader has no surfaces of Xlib: it takes the loader's for one of its own.

    It then jumps where bytes of it say that no loader writes: the same ones for each.
    """
    skip_unless_built(loader, "xlib")
    machine.with_env(MALLOC_PERTURB_="165")
    real = present(machine, loader, "xlib", embedded=False, display=display)
    mine = present(machine, loader, "xlib", embedded=True, display=display)
    assert (mine.lines, mine.ended) == (real.lines, real.ended), mine.output
    if loader.profile.has(NativeGate.NO_SURFACE_IS_NO_SUPPORT):
        assert sorted(mine.list_device_lines("support")) == ["0, 0", "0, 1"]


def test_no_window_at_all(machine: SystemBuilder, loader: RealLoader) -> None:
    swiftshader = str(get_swiftshader_driver())
    machine.with_env(VK_DRIVER_FILES=swiftshader, VK_ICD_FILENAMES=swiftshader)
    seen = both(machine, loader, "headless", VALIDATION)
    assert seen.list_device_lines("presented") == ["5, the last with 0"]


@pytest.mark.parametrize("is_newer", [False, True], ids=["debian", "newer"])
def test_validation_reports_a_mistake_to_a_messenger(
    is_newer: bool, machine: SystemBuilder, loader: RealLoader
) -> None:
    if is_newer:
        machine.with_env(VK_LAYER_PATH=str(write_newer_validation_layer()))
    swiftshader = str(get_swiftshader_driver())
    machine.with_env(VK_DRIVER_FILES=swiftshader, VK_ICD_FILENAMES=swiftshader)
    seen = both(machine, loader, "headless", VALIDATION, mistake=True)
    assert MISTAKE in seen.list_device_lines("messenger")


def test_window_through_every_layer_that_draws(
    machine: SystemBuilder, loader: RealLoader, display: str
) -> None:
    skip_unless_built(loader, "xcb")
    machine.with_env(
        VK_DRIVER_FILES=str(LAVAPIPE),
        VK_ICD_FILENAMES=str(LAVAPIPE),
        MANGOHUD="1",
        ENABLE_VKBASALT="1",
        DISABLE_VKBASALT=None,
        NODEVICE_SELECT=None,
    )
    layers = (VALIDATION, "VK_LAYER_MESA_overlay")
    seen = both(machine, loader, "xcb", *layers, display=display)
    assert seen.list_device_lines("presented") == ["5, the last with 0"]
