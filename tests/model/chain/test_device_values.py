"""Values of devices in words; the bits are those of the installed header."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from vkconfig_py.language.sentences import render
from vkconfig_py.loader.base.device_values import DeviceSummary, Heap
from vkconfig_py.loader.wire.jobs import SurfaceState
from vkconfig_py.model.chain.device_entries import (
    BIT_NAMES,
    format_bytes,
    format_mask,
    format_value,
    list_device_values,
    list_surface_values,
)

_HEADER = Path("/usr/include/vulkan/vulkan_core.h")


@pytest.mark.parametrize(
    ("name", "value", "text"),
    [
        ("maxUniformBufferRange", 65536, "65,536 bytes"),
        ("maxMemoryAllocationSize", 4 << 30, "4 GiB (4,294,967,296 bytes)"),
        ("minMemoryMapAlignment", 1, "1 byte"),
        ("maxTessellationPatchSize", 32, "32"),
        ("maxImageDimension2D", 16384, "16,384"),
        ("apiVersion", 4206822, "1.3.230"),
        ("vendorID", 0x10DE, "0x10de"),
        ("conformanceVersion", {"major": 1, "minor": 3, "subminor": 1, "patch": 1}, "1.3.1.1"),
        ("framebufferColorSampleCounts", 5, "1×, 4×"),
        ("supportedStages", 48, "FRAGMENT, COMPUTE"),
        ("supportedStages", 1 << 20 | 32, "COMPUTE, 0x100000"),
        ("propertyFlags", 0, "none"),
        ("driverID", "VK_DRIVER_ID_MESA_RADV", "VK_DRIVER_ID_MESA_RADV"),
        ("robustBufferAccess", True, "yes"),
        ("maxComputeWorkGroupCount", [65535, 65535, 64], "65,535 × 65,535 × 64"),
        ("lineWidthRange", [1.0, 255.0], "1 to 255"),
        ("pointSizeGranularity", 0.125, "0.125"),
        ("timestampPeriod", 1.0, "1 ns"),
        ("minImageTransferGranularity", {"width": 8, "height": 8, "depth": 1}, "8 × 8 × 1"),
        ("deviceUUID", "0123456789abcdef0123456789abcdef", "01234567-89ab-cdef-0123-456789abcdef"),
        ("tools", [], "none"),
        ("anything", None, "none"),
    ],
)
def test_a_value_is_told_with_its_unit_or_names(name, value, text):
    assert format_value(name, value) == text


def test_large_sizes_are_told_in_units_and_exactly():
    assert format_bytes((1 << 32) - 1) == "4 GiB (4,294,967,295 bytes)"
    assert format_bytes(1024) == "1,024 bytes"


@pytest.mark.parametrize("prefix", BIT_NAMES)
def test_bits_are_those_of_the_header(prefix):
    form = rf"^    {prefix}(\w+?)_BIT(_[A-Z]+)? = 0x([0-9a-fA-F]+),"
    known: dict[int, set[str]] = {}
    # Some bits have a second name of an extension that was first.
    for name, vendor, bit in re.findall(form, _HEADER.read_text(), re.MULTILINE):
        known.setdefault(int(bit, 16), set()).add(f"{name}{vendor}")
    told = {bit: format_mask(bit, prefix) for bit in BIT_NAMES[prefix] if bit in known}
    assert told
    assert not [bit for bit, name in told.items() if name not in known[bit]]


def surface(extension, state=SurfaceState.PRESENTS, **more):
    return {"extension": extension, "state": state.value, **more}


def told(*surfaces):
    return [(render(fact.group), fact.name, fact.value) for fact in list_surface_values(surfaces)]


XCB, XLIB, WAYLAND = "VK_KHR_xcb_surface", "VK_KHR_xlib_surface", "VK_KHR_wayland_surface"


@pytest.mark.parametrize(
    ("answer", "text"),
    [
        ({"queue_families": [True, True]}, "yes, with every queue family"),
        ({"queue_families": [True, False, False]}, "yes, with queue family 0"),
        ({"queue_families": [True, False, True]}, "yes, with queue families 0 and 2"),
        (
            {"state": SurfaceState.NO_QUEUE, "queue_families": [False]},
            "no: none of its queue families can",
        ),
        (
            {"state": SurfaceState.DRIVER_LACKS},
            "no: the driver does not support VK_KHR_wayland_surface",
        ),
        (
            {"state": SurfaceState.LOADER_LACKS},
            "no: the loader does not support VK_KHR_wayland_surface",
        ),
        (
            {"state": SurfaceState.NO_DISPLAY, "detail": "WAYLAND_DISPLAY"},
            "unknown: WAYLAND_DISPLAY is not set",
        ),
        ({"state": SurfaceState.NO_DISPLAY, "detail": "DISPLAY="}, "unknown: DISPLAY is empty"),
        (
            {"state": SurfaceState.NO_DISPLAY, "detail": "WAYLAND_DISPLAY=a=b"},
            "unknown: no display was found at WAYLAND_DISPLAY=a=b",
        ),
        (
            {"state": SurfaceState.NO_LIBRARY, "detail": "libxcb.so.1: cannot open"},
            "unknown: libxcb.so.1: cannot open",
        ),
        ({"state": SurfaceState.NO_ANSWER}, "unknown: the probe ended without an answer"),
        (
            {"state": SurfaceState.FAILED, "detail": "vkCreateWaylandSurfaceKHR returned -1"},
            "no: vkCreateWaylandSurfaceKHR returned -1",
        ),
    ],
)
def test_whether_a_device_presents_is_told_with_the_reason(answer, text):
    state = answer.pop("state", SurfaceState.PRESENTS)
    assert told(surface(WAYLAND, state, **answer)) == [
        ("Wayland surface", "Extension", WAYLAND),
        ("Wayland surface", "Can present", text),
    ]


def test_the_two_ways_to_x11_are_one_where_they_answer_alike():
    answer = {"queue_families": [True]}
    alike = told(surface(XCB, **answer), surface(XLIB, **answer))
    assert alike[0] == ("X11 surface", "Extension", f"{XCB}\n{XLIB}")
    assert len(alike) == 2
    different = told(surface(XCB, **answer), surface(XLIB, SurfaceState.DRIVER_LACKS))
    assert [group for group, *_ in different[::2]] == ["X11 surface (XCB)", "X11 surface (Xlib)"]


def test_formats_modes_and_capabilities_of_a_surface_are_told():
    srgb, hdr = "VK_COLOR_SPACE_SRGB_NONLINEAR_KHR", "VK_COLOR_SPACE_HDR10_ST2084_EXT"
    extent = {"width": 0xFFFFFFFF, "height": 0xFFFFFFFF}
    ten_bits = "VK_FORMAT_A2R10G10B10_UNORM_PACK32"
    answer = {
        "queue_families": [True],
        "formats": [
            {"format": ten_bits, "colorSpace": srgb},
            {"format": ten_bits, "colorSpace": hdr},
            {"format": 4711, "colorSpace": 4712},
        ],
        "present_modes": ["VK_PRESENT_MODE_FIFO_KHR", 4713],
        "capabilities": {
            "VkSurfaceCapabilitiesKHR": {
                "minImageCount": 3,
                "maxImageCount": 0,
                "currentExtent": extent,
                "maxImageExtent": {"width": 640, "height": 480},
                "supportedCompositeAlpha": 9,
            },
        },
    }
    assert [line[1:] for line in told(surface(WAYLAND, **answer))[2:]] == [
        ("Format A2R10G10B10_UNORM_PACK32", "SRGB_NONLINEAR_KHR\nHDR10_ST2084_EXT"),
        ("Format 4711", "4712"),
        ("Present mode FIFO_KHR", "vertical sync, every image"),
        ("Present mode 4713", "supported"),
        ("minImageCount", "3"),
        ("maxImageCount", "no limit"),
        ("currentExtent", "chosen by the program"),
        ("maxImageExtent", "640 × 480"),
        ("supportedCompositeAlpha", "OPAQUE_KHR, INHERIT_KHR"),
    ]
    bounded = {"maxImageCount": 8, "currentExtent": {"width": 640, "height": 480}}
    answer = {"queue_families": [True], "capabilities": {"VkSurfaceCapabilitiesKHR": bounded}}
    assert [line[1:] for line in told(surface(WAYLAND, **answer))[2:]] == [
        ("maxImageCount", "8"),
        ("currentExtent", "640 × 480"),
    ]


def test_surfaces_are_part_of_all_that_is_known_of_a_device():
    summary = DeviceSummary("GPU", heaps=(Heap(1 << 30, True),))
    surfaces = [surface(WAYLAND, SurfaceState.DRIVER_LACKS)]
    alone = list_device_values(summary, {"surfaces": surfaces})
    assert {"Memory", "Wayland surface"} <= {render(fact.group) for fact in alone}
    whole = list_device_values(summary, {"properties": {}, "surfaces": surfaces})
    assert [fact.value for fact in whole if fact.path == "surfaces[0].extension"] == [WAYLAND]
