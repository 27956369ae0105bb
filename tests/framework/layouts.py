"""The structures made from the registry beside those of the installed headers."""

from __future__ import annotations

import re
from functools import cache

from tests.framework import headers
from vkconfig_py.loader.native import vulkan_registry

Layouts = dict[str, tuple[int, ...]]

# Their members are others in the headers of Debian 12: the extension was revised since, most while
# it was provisional.
REVISED = {
    "VkVideoEncodeInfoKHR": "VK_KHR_video_encode_queue",
    "VkVideoEncodeCapabilitiesKHR": "VK_KHR_video_encode_queue",
    "VkVideoEncodeRateControlInfoKHR": "VK_KHR_video_encode_queue",
    "VkVideoEncodeRateControlLayerInfoKHR": "VK_KHR_video_encode_queue",
    "VkPhysicalDeviceClusterCullingShaderPropertiesHUAWEI": "VK_HUAWEI_cluster_culling_shader",
    "VkDeviceFaultVendorBinaryHeaderVersionOneEXT": "VK_EXT_device_fault",
}


@cache
def map_known_structures() -> dict[str, str]:
    """Return the name in the headers of each structure that they have, by the newest name."""
    declared = set(re.findall(r"\n} (Vk\w+);", headers.read_all_headers()))
    declared |= set(re.findall(r"\ntypedef Vk\w+ (Vk\w+);", headers.read_all_headers()))
    c_names: dict[str, str] = {}
    for name in vulkan_registry.list_structure_names():
        names = vulkan_registry.describe(name).line.split(" ")[0].removeprefix("|").split(",")
        for either in names:
            if either in declared:
                c_names.setdefault(name, either)
    return c_names


def has_bit_fields(name: str) -> bool:
    """Return whether a structure has bit-fields, which have no offset in C."""
    return any(member.bits for member in vulkan_registry.list_members(name))


def measure_both() -> tuple[Layouts, Layouts]:
    """Return size, offsets and sizes of members of each structure: of ctypes, and of C."""
    compared = {
        name: c_name
        for name, c_name in map_known_structures().items()
        if c_name not in REVISED and not has_bit_fields(name)
    }
    fields = {
        c_name: [field[0] for field in vulkan_registry.get_structure_class(name)._fields_]
        for name, c_name in compared.items()
    }
    own_layouts = {
        c_name: headers.get_layout(vulkan_registry.get_structure_class(name))
        for name, c_name in compared.items()
    }
    return own_layouts, headers.measure_layouts(fields.items())
