"""Drivers that lack functions: what the loader answers for them, the same as the real loaders.

The drivers write down what they are asked for, so that a surface of the wrong kind or a call too
many shows as well.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from tests.framework.reference import RealLoader
from tests.framework.terminators import FakeDriver, ProgramOutcome, ProgramRequest, ask_program
from tests.framework.terminators.cases import make_random_case

OLDEST = (1, 3, 237)
_SURFACES = (
    "VK_KHR_surface",
    "VK_KHR_get_surface_capabilities2",
    "VK_EXT_headless_surface",
    "VK_KHR_display",
    "VK_KHR_get_display_properties2",
    "VK_EXT_display_surface_counter",
)
_QUERIES = (
    "VK_KHR_get_physical_device_properties2",
    "VK_KHR_external_memory_capabilities",
    "VK_KHR_external_semaphore_capabilities",
    "VK_NV_external_memory_capabilities",
)
_WINDOWS = ("VK_KHR_xcb_surface", "VK_KHR_xlib_surface", "VK_KHR_wayland_surface")
_EVERYTHING = (*_SURFACES, *_QUERIES, *_WINDOWS, "VK_EXT_acquire_drm_display")
_DEBUG = ("VK_EXT_debug_utils", "VK_EXT_debug_report")

_SECOND = tuple(
    f"vkGetPhysicalDevice{name}"
    for name in (
        "Features2",
        "Properties2",
        "FormatProperties2",
        "ImageFormatProperties2",
        "QueueFamilyProperties2",
        "MemoryProperties2",
        "SparseImageFormatProperties2",
        "ExternalBufferProperties",
        "ExternalSemaphoreProperties",
        "ExternalFenceProperties",
    )
)
_SECOND_KHR = tuple(f"{name}KHR" for name in _SECOND)
_NV = "vkGetPhysicalDeviceExternalImageFormatPropertiesNV"
_OF_DISPLAYS = (
    "vkGetPhysicalDeviceDisplayPropertiesKHR",
    "vkGetPhysicalDeviceDisplayPlanePropertiesKHR",
    "vkGetDisplayPlaneSupportedDisplaysKHR",
    "vkGetDisplayModePropertiesKHR",
    "vkCreateDisplayModeKHR",
    "vkGetDisplayPlaneCapabilitiesKHR",
)
_OF_DISPLAYS2 = (
    "vkGetPhysicalDeviceDisplayProperties2KHR",
    "vkGetPhysicalDeviceDisplayPlaneProperties2KHR",
    "vkGetDisplayModeProperties2KHR",
    "vkGetDisplayPlaneCapabilities2KHR",
)
_DRM = ("vkAcquireDrmDisplayEXT", "vkGetDrmDisplayEXT")
_LISTENING = (
    "vkCreateDebugUtilsMessengerEXT",
    "vkDestroyDebugUtilsMessengerEXT",
    "vkCreateDebugReportCallbackEXT",
    "vkDestroyDebugReportCallbackEXT",
    "vkDebugReportMessageEXT",
)


def driver(device: int, **differences: object) -> FakeDriver:
    """Return a driver that can do everything, with differences."""
    whole = FakeDriver(device, extensions=(*_EVERYTHING, "VK_EXT_acquire_xlib_display"))
    return whole._replace(**differences)


def assert_same(
    loader: RealLoader, drivers: Sequence[FakeDriver], question: ProgramRequest, folder: Path
) -> ProgramOutcome:
    """Ask a real loader and our own; return what both told."""
    if loader.version < OLDEST:
        pytest.skip("older loaders ask drivers for functions without looking whether they have any")
    own = "own " + loader.profile.version_text
    real = ask_program(loader.profile.library, drivers, question, folder / "real")
    mine = ask_program(own, drivers, question, folder / "own")
    assert mine == real
    assert real.ended == ""
    assert real.answers[0] == "instance 0"
    return real


QUERIES = {
    "a driver that has everything": ([driver(1)], ProgramRequest("queries", _EVERYTHING, (1, 1))),
    "one with the first generation alone": (
        [driver(1), driver(2, missing=(*_SECOND, *_SECOND_KHR, _NV))],
        ProgramRequest("queries", _EVERYTHING, (1, 1)),
    ),
    "drivers of 1.0 with one name or the other": (
        [driver(1, missing=_SECOND, version=(1, 0)), driver(2, missing=_SECOND_KHR)],
        ProgramRequest("queries", _QUERIES, (1, 0)),
    ),
    "neither version nor extension": ([driver(1)], ProgramRequest("queries", (), (1, 0))),
    "a version without the core functions": (
        [driver(1, missing=_SECOND)],
        ProgramRequest("queries", (), (1, 3)),
    ),
    "memory that is external, and semaphores that are not": (
        [driver(1, missing=_SECOND)],
        ProgramRequest("queries", _QUERIES[:2], (1, 2)),
    ),
    "an image format that is refused": (
        [driver(1, failing={"image format": -11}, missing=(*_SECOND, *_SECOND_KHR, _NV))],
        ProgramRequest("queries", _QUERIES, (1, 1)),
    ),
    "tools of each kind of driver": (
        [
            driver(1, version=(1, 2)),
            driver(2, missing=("vkGetPhysicalDeviceToolProperties",)),
            driver(3, device_extensions=("VK_EXT_tooling_info",)),
            driver(
                4,
                device_extensions=("VK_EXT_tooling_info",),
                missing=("vkGetPhysicalDeviceToolPropertiesEXT",),
            ),
        ],
        ProgramRequest("queries", ()),
    ),
}


@pytest.mark.parametrize("case", QUERIES)
def test_queries_of_drivers_old_and_new(case: str, loader: RealLoader, tmp_path: Path) -> None:
    drivers, question = QUERIES[case]
    wanted = question.extensions
    if wanted == _EVERYTHING:
        wanted = (*_SURFACES, *_QUERIES, *built_windows(loader))
    told = assert_same(loader, drivers, question._replace(extensions=wanted), tmp_path)
    assert any("vkGetPhysicalDeviceFeatures" in line for line in told.record)


DISPLAYS = {
    "without displays": [driver(1), driver(2, missing=_OF_DISPLAYS)],
    "without the second generation": [driver(1, missing=(*_OF_DISPLAYS2, *_DRM))],
    "with neither": [driver(1, missing=(*_OF_DISPLAYS, *_OF_DISPLAYS2))],
    "whose answers are errors": [
        driver(
            1,
            missing=_OF_DISPLAYS2,
            failing={_OF_DISPLAYS[0]: -2, _OF_DISPLAYS[1]: 5, _OF_DISPLAYS[5]: -1},
        )
    ],
}


@pytest.mark.parametrize("case", DISPLAYS)
def test_displays_of_drivers(case: str, loader: RealLoader, tmp_path: Path) -> None:
    wanted = (*_SURFACES, "VK_EXT_acquire_drm_display", *_acquiring(loader))
    assert_same(loader, DISPLAYS[case], ProgramRequest("displays", wanted), tmp_path)


def _acquiring(loader: RealLoader) -> tuple[str, ...]:
    """Return the extension that only a loader built with Xlib's xrandr knows."""
    return ("VK_EXT_acquire_xlib_display",) if loader.name == "debian" else ()


def test_missing_output_of_x_is_no_display(tmp_path: Path) -> None:
    missing = ("vkAcquireXlibDisplayEXT", "vkGetRandROutputDisplayEXT")
    question = ProgramRequest("displays", (*_SURFACES, "VK_EXT_acquire_xlib_display"))
    told = ask_program("own 1.3.239", [driver(1, missing=missing)], question, tmp_path)
    assert "acquire -3" in told.answers
    assert "randr 0 0" in told.answers


MESSAGES = {
    "both ways to listen": ([driver(1, extensions=_DEBUG), driver(2)], _DEBUG),
    "a driver that tells nothing": ([driver(1, missing=_LISTENING), driver(2)], _DEBUG),
    "messengers alone": ([driver(1, extensions=_DEBUG)], _DEBUG[:1]),
    "report callbacks alone": ([driver(1, extensions=_DEBUG)], _DEBUG[1:]),
    "the second driver refuses": (
        [
            driver(1, extensions=_DEBUG),
            driver(2, failing={_LISTENING[0]: -2, _LISTENING[2]: -1}),
            driver(3, extensions=_DEBUG),
        ],
        _DEBUG,
    ),
}


def test_what_the_application_leaves_behind(loader: RealLoader, tmp_path: Path) -> None:
    drivers = [driver(1, extensions=(*_SURFACES, *_DEBUG)), driver(2, missing=_LISTENING)]
    assert_same(loader, drivers, ProgramRequest("leftovers", (*_SURFACES, *_DEBUG)), tmp_path)


@pytest.mark.parametrize("case", MESSAGES)
def test_messages(case: str, loader: RealLoader, tmp_path: Path) -> None:
    drivers, wanted = MESSAGES[case]
    told = assert_same(loader, drivers, ProgramRequest("messages", wanted), tmp_path)
    assert any(line.startswith(("messenger", "report")) for line in told.answers)


_ON_DEVICES = ("VK_KHR_swapchain", "VK_KHR_display_swapchain", "VK_EXT_debug_marker")
_MAKING = (
    "vkCreateHeadlessSurfaceEXT",
    "vkCreateXcbSurfaceKHR",
    "vkCreateXlibSurfaceKHR",
    "vkCreateWaylandSurfaceKHR",
    "vkCreateDisplayPlaneSurfaceKHR",
)
_ASKING = (
    "vkGetPhysicalDeviceSurfaceSupportKHR",
    "vkGetPhysicalDeviceSurfaceCapabilitiesKHR",
    "vkGetPhysicalDeviceSurfaceFormatsKHR",
    "vkGetPhysicalDeviceSurfacePresentModesKHR",
    "vkGetPhysicalDevicePresentRectanglesKHR",
)
_ASKING2 = (
    "vkGetPhysicalDeviceSurfaceCapabilities2KHR",
    "vkGetPhysicalDeviceSurfaceFormats2KHR",
    "vkGetPhysicalDeviceSurfaceCapabilities2EXT",
)
_PRESENTATION = (
    "vkGetPhysicalDeviceXcbPresentationSupportKHR",
    "vkGetPhysicalDeviceXlibPresentationSupportKHR",
    "vkGetPhysicalDeviceWaylandPresentationSupportKHR",
)
_MAINTENANCE = ("VK_EXT_surface_maintenance1", "VK_KHR_surface_maintenance1")


def presenter(device: int, **differences: object) -> FakeDriver:
    """Return a driver whose device has swapchains, with differences."""
    return driver(device, device_extensions=_ON_DEVICES)._replace(**differences)


def built_windows(loader: RealLoader) -> tuple[str, ...]:
    """Return the window systems that a loader was built for."""
    return tuple(name for name in _WINDOWS if name in loader.profile.surfaces)


KINDS = ("headless", "xcb", "xlib", "wayland", "display", "chained")


@pytest.mark.parametrize("kind", KINDS)
def test_surfaces_in_drivers_of_every_kind(kind: str, loader: RealLoader, tmp_path: Path) -> None:
    windows = built_windows(loader)
    if kind in {"xcb", "xlib", "wayland"} and f"VK_KHR_{kind}_surface" not in windows:
        kind = "headless"
    drivers = [
        presenter(1),
        presenter(2, interface=2),  # reads the loader's object
        presenter(3, extensions=("VK_KHR_surface", "VK_KHR_get_surface_capabilities2")),
        presenter(4, extensions=("VK_KHR_get_surface_capabilities2", *_SURFACES[2:], *_WINDOWS)),
        presenter(5, missing=_MAKING),
    ]
    question = ProgramRequest(kind, (*_SURFACES, *windows, *_DEBUG))
    told = assert_same(loader, drivers, question, tmp_path)
    assert any(line.startswith(f"surface {kind}") for line in told.answers)


@pytest.mark.parametrize("kind", KINDS[:1] + KINDS[4:5])
def test_surface_that_a_driver_does_not_make(kind: str, loader: RealLoader, tmp_path: Path) -> None:
    refusing = presenter(2, failing=dict.fromkeys(_MAKING, -5))
    drivers = [presenter(1), refusing, presenter(3)]
    assert_same(loader, drivers, ProgramRequest(kind, _SURFACES), tmp_path)


SURFACES = {
    "no questions": [presenter(1), presenter(2, missing=(*_ASKING, *_PRESENTATION))],
    "the first generation alone": [
        presenter(1),
        presenter(2, missing=_ASKING2),
        presenter(3, interface=1, missing=_ASKING2),
    ],
    "answers that are errors": [
        presenter(1, failing=dict.fromkeys((*_ASKING, *_ASKING2), -4)),
        presenter(2, failing=dict.fromkeys(_ASKING, -4), missing=_ASKING2),
    ],
    "surfaces that cannot be destroyed": [presenter(1, missing=("vkDestroySurfaceKHR",))],
    "devices without swapchains": [
        presenter(1, device_extensions=()),
        presenter(2, device_extensions=("VK_KHR_device_group",)),
        presenter(3, missing=("vkCreateSwapchainKHR",)),
    ],
}


@pytest.mark.parametrize("case", SURFACES)
def test_surfaces_of_drivers_with(case: str, loader: RealLoader, tmp_path: Path) -> None:
    question = ProgramRequest("headless", (*_SURFACES, *built_windows(loader), *_DEBUG))
    assert_same(loader, SURFACES[case], question, tmp_path)


def test_neither_generation_of_capabilities(loader: RealLoader, tmp_path: Path) -> None:
    # With VK_EXT_display_surface_counter, too, a C loader would jump to address 0.
    wanted = tuple(name for name in _SURFACES if "counter" not in name)
    drivers = [presenter(1, missing=(*_ASKING, *_ASKING2[:2]))]
    assert_same(loader, drivers, ProgramRequest("headless", wanted), tmp_path)


@pytest.mark.parametrize("is_enabled", [True, False])
def test_what_surface_maintenance_adds(
    is_enabled: bool, loader: RealLoader, tmp_path: Path
) -> None:
    drivers = [
        presenter(1),
        presenter(2, extensions=(*_SURFACES, _MAINTENANCE[0])),
        presenter(3, extensions=(*_SURFACES, _MAINTENANCE[1])),
        presenter(4, extensions=(*_SURFACES, _MAINTENANCE[0]), missing=_ASKING2),
    ]
    known = loader.profile.version >= (1, 3, 237)
    wanted = (*_SURFACES, *_MAINTENANCE[: is_enabled and known])
    assert_same(loader, drivers, ProgramRequest("headless", wanted), tmp_path)


@pytest.mark.parametrize("enabled", [_DEBUG, ()])
def test_names_and_labels(enabled: tuple[str, ...], loader: RealLoader, tmp_path: Path) -> None:
    drivers = [
        presenter(1),
        presenter(2, device_extensions=()),
        presenter(
            3,
            missing=(
                "vkSetDebugUtilsObjectNameEXT",
                "vkSetDebugUtilsObjectTagEXT",
                "vkQueueBeginDebugUtilsLabelEXT",
                "vkQueueEndDebugUtilsLabelEXT",
            ),
        ),
    ]
    told = assert_same(loader, drivers, ProgramRequest("naming", enabled), tmp_path)
    assert "device 0" in told.answers


@pytest.mark.parametrize("seed", range(16))
def test_random_drivers(seed: int, loader: RealLoader, tmp_path: Path) -> None:
    assert_same(loader, *make_random_case(seed, built_windows(loader)), tmp_path)
