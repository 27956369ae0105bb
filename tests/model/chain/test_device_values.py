"""Values of devices in words; the bits are those of the installed header."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from vkconfig_py.model.chain.device_entries import (
    BIT_NAMES,
    format_bytes,
    format_mask,
    format_value,
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
