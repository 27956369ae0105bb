"""Random drivers: most work, some have one or two oddities."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

from tests.framework.probe_parts import DRIVER_EXPORTS, PROBE_FUNCTIONS, ProbeDevice
from tests.fuzz.probing.machine import Part, Sort
from tests.fuzz.words import chance, some

Knobs = dict[str, str]

PROPERTIES2 = "VK_KHR_get_physical_device_properties2"
GROUPS = "VK_KHR_device_group_creation"
PCI = "VK_EXT_pci_bus_info"
INSTANCE_EXTENSIONS = (
    PROPERTIES2,
    PROPERTIES2,
    GROUPS,
    "VK_KHR_external_memory_capabilities",
    "VK_KHR_external_fence_capabilities",
    "VK_KHR_surface",
    "VK_KHR_xcb_surface",
    "VK_EXT_headless_surface",
    "VK_EXT_debug_utils",
    "VK_EXT_debug_report",
    "VK_KHR_portability_enumeration",
    "VK_NOBODY_knows",
)
DEVICE_EXTENSIONS = (
    PCI,
    PCI,
    "VK_KHR_swapchain",
    "VK_EXT_tooling_info",
    "VK_EXT_debug_marker",
    "VK_KHR_maintenance5",
    "VK_VENDOR_thing",
    "VK_VENDOR_other_thing",
)
_OF_EXTENSION = {
    PROPERTIES2: tuple(
        f"vkGetPhysicalDevice{name}2KHR"
        for name in (
            "Properties",
            "Features",
            "FormatProperties",
            "ImageFormatProperties",
            "QueueFamilyProperties",
            "MemoryProperties",
            "SparseImageFormatProperties",
        )
    ),
    GROUPS: ("vkEnumeratePhysicalDeviceGroupsKHR",),
    "VK_KHR_external_memory_capabilities": ("vkGetPhysicalDeviceExternalBufferPropertiesKHR",),
    "VK_KHR_external_fence_capabilities": ("vkGetPhysicalDeviceExternalFencePropertiesKHR",),
    "VK_EXT_debug_utils": (
        "vkCreateDebugUtilsMessengerEXT",
        "vkDestroyDebugUtilsMessengerEXT",
        "vkSetDebugUtilsObjectNameEXT",
        "vkCmdBeginDebugUtilsLabelEXT",
    ),
    "VK_EXT_debug_report": ("vkCreateDebugReportCallbackEXT", "vkDestroyDebugReportCallbackEXT"),
}
_OF_DEVICE_EXTENSION = {
    "VK_KHR_swapchain": "vkCreateSwapchainKHR,vkDestroySwapchainKHR",
    "VK_EXT_tooling_info": "vkGetPhysicalDeviceToolPropertiesEXT",
    "VK_EXT_debug_marker": "vkDebugMarkerSetObjectNameEXT",
}
_REQUIRED = (
    "vkDestroyInstance",
    "vkEnumeratePhysicalDevices",
    "vkGetPhysicalDeviceFeatures",
    "vkGetPhysicalDeviceFormatProperties",
    "vkGetPhysicalDeviceImageFormatProperties",
    "vkGetPhysicalDeviceProperties",
    "vkGetPhysicalDeviceQueueFamilyProperties",
    "vkGetPhysicalDeviceMemoryProperties",
    "vkGetPhysicalDeviceSparseImageFormatProperties",
    "vkEnumerateDeviceExtensionProperties",
    "vkGetDeviceProcAddr",
    "vkCreateDevice",
)
_OPTIONAL = (
    "vkEnumerateInstanceVersion",
    "vkEnumeratePhysicalDeviceGroups",
    "vkEnumeratePhysicalDeviceGroupsKHR",
    "vkGetPhysicalDeviceProperties2",
    "vkGetPhysicalDeviceProperties2KHR",
    "vkGetPhysicalDeviceFeatures2",
    "vkGetPhysicalDeviceMemoryProperties2",
    "vkGetPhysicalDeviceExternalBufferProperties",
    "vkGetPhysicalDeviceExternalSemaphoreProperties",
)
ERRORS = ("-1", "-2", "-3", "-4", "-7", "-9", "-13", "-1000069000")
_VERSIONS = ("1.0.0", "1.0.61", "1.1.0", "1.1.130", "1.2.0", "1.3.0", "1.3.250", "1.4.300")
_ODD_VERSIONS = ("0.0.0", "0.9.0", "2.0.0", "1.0")


def driver(random: Random, name: str, sort: Sort, odd: float) -> Part:
    """Return a driver; `odd` is how likely it has oddities."""
    manifest = random.choice(_VERSIONS)
    version = manifest if chance(random, 0.75) else random.choice(_VERSIONS)
    devices = [_device(random, f"{name}_{number}") for number in range(_number_of_devices(random))]
    knobs: Knobs = {
        "interface": str(random.choice((2, 3, 4, 5, 5, 5, 6, 7))),
        "version": version,
        **_extensions_and_functions(random, devices),
        **{f"device{number}": str(device) for number, device in enumerate(devices)},
    }
    if chance(random, 0.3):
        knobs["refuses_above"] = "1.0.999" if version.startswith("1.0") else version
    if len(devices) > 1 and chance(random, 0.5):
        knobs["groups"] = _groups(random, len(devices))
    members: dict[str, Any] = {"api_version": manifest}
    if chance(random, 0.15):
        members["api_version"] = random.choice(_ODD_VERSIONS)
    if chance(random, 0.06):
        members["is_portability_driver"] = True
    return _with_oddities(random, Part(sort, name, "all", knobs, members), odd)


def _extensions_and_functions(random: Random, devices: list[ProbeDevice]) -> Knobs:
    extensions = list(dict.fromkeys(some(random, INSTANCE_EXTENSIONS, 6)))
    functions = [each for x in extensions for each in _OF_EXTENSION.get(x, ())]
    for device in devices:
        for extension in device.extensions:
            functions += _OF_DEVICE_EXTENSION.get(extension.partition(":")[0], "").split(",")
    return {
        "extensions": ",".join(f"{x}:{random.randint(1, 30)}" for x in extensions),
        "functions": ",".join(dict.fromkeys(filter(None, functions))),
    }


def _with_oddities(random: Random, part: Part, odd: float) -> Part:
    knobs = dict(part.knobs)
    exports = part.exports
    if chance(random, odd):
        for _ in range(random.choice((1, 1, 2))):
            random.choice(_ODDITIES)(random, knobs)
    if chance(random, odd):
        exports = random.choice(tuple(DRIVER_EXPORTS))
        if "lookup" in exports and "negotiate" not in exports and chance(random, 0.7):
            knobs["negotiate_by_lookup"] = knobs["physical_by_lookup"] = "1"
            knobs["interface"] = "7"
    return part._replace(knobs=knobs, exports=exports)


def _number_of_devices(random: Random) -> int:
    return random.choice((0, 1, 1, 1, 1, 2, 2, 3))


def _device(random: Random, name: str) -> ProbeDevice:
    listed = list(dict.fromkeys(some(random, DEVICE_EXTENSIONS, 5)))
    return ProbeDevice(
        name,
        type=random.choice((0, 1, 2, 2, 3, 4, 4, 5)),
        api=random.choice(("1.0.3", "1.1.0", "1.2.0", "1.3.0", "1.3.0", "1.4.0")),
        vendor=random.choice((0x10005, 0x1002, 0x8086)),
        id=random.choice((1, 2, 3, 0x7340)),
        driver=random.choice((1, 2, 4294967295)),
        pci=":".join(str(random.randrange(2)) for _ in range(4)),
        uuid=random.randrange(1, 5),
        driver_uuid=random.randrange(1, 3),
        driver_id=random.choice((1, 3, 13)),
        extensions=tuple(f"{x}:{random.randint(1, 9)}" for x in listed),
    )


def _groups(random: Random, devices: int) -> str:
    order = random.sample(range(devices), devices)
    cut = random.randint(0, devices - 1)
    return ";".join("+".join(map(str, part)) for part in (order[:cut], order[cut:]) if part)


# -- oddities


def _interface(random: Random, knobs: Knobs) -> None:
    knobs["interface_written"] = random.choice(("0", "1", "2", "3", "4", "7", "8", "40"))


def _negotiation(random: Random, knobs: Knobs) -> None:
    knobs["negotiate"] = random.choice((*ERRORS, "5", "1"))


def _no_required(random: Random, knobs: Knobs) -> None:
    knobs["missing"] = random.choice(_REQUIRED)


def _no_optional(random: Random, knobs: Knobs) -> None:
    knobs["missing"] = ",".join(random.sample(_OPTIONAL, random.randint(1, 4)))


def _no_global(random: Random, knobs: Knobs) -> None:
    knobs["missing"] = random.choice(
        ("vkCreateInstance", "vkEnumerateInstanceExtensionProperties", "vkEnumerateInstanceVersion")
    )


def _extensions(random: Random, knobs: Knobs) -> None:
    which = random.choice(("extensions_result", "extensions_fill_result"))
    knobs[which] = random.choice((*ERRORS, "5"))


def _version(random: Random, knobs: Knobs) -> None:
    if chance(random, 0.5):
        knobs["version_result"] = random.choice((*ERRORS, "5"))
    else:
        knobs["version"] = random.choice(("0.0.0", "0.1.0", "2.0.0", "1.0.0"))


def _create(random: Random, knobs: Knobs) -> None:
    knobs["create"] = random.choice((*ERRORS, "5"))


def _magic(random: Random, knobs: Knobs) -> None:
    knobs[random.choice(("magic", "device_magic"))] = random.choice(("0x1CDC0DF", "0x123"))


def _no_devices(random: Random, knobs: Knobs) -> None:
    del random
    knobs["devices"] = ""


def _changing_devices(random: Random, knobs: Knobs) -> None:
    there = [name[-1] for name in knobs if name[:-1] == "device"]
    for knob in ("devices", "devices@1"):
        knobs[knob] = ",".join(some(random, there, 3))


def _enumeration(random: Random, knobs: Knobs) -> None:
    which = random.choice(("devices_result", "devices_fill_result"))
    knobs[which + random.choice(("", "", "@1"))] = random.choice((*ERRORS[1:], "5"))


def _group_errors(random: Random, knobs: Knobs) -> None:
    knobs["groups_fill_result"] = random.choice(ERRORS)


def _subset(random: Random, knobs: Knobs) -> None:
    del random
    knobs["groups_subset"] = "1"


def _device_errors(random: Random, knobs: Knobs) -> None:
    which = random.choice(
        ("create_device", "device_extensions_result", "device_extensions_fill_result")
    )
    knobs[which] = random.choice((*ERRORS, "5") if which != "create_device" else ERRORS)


def _unknown(random: Random, knobs: Knobs) -> None:
    knobs["physical_functions"] = ",".join(some(random, PROBE_FUNCTIONS[:3], 3))
    knobs["device_functions"] = ",".join(some(random, PROBE_FUNCTIONS[3:], 3))
    if chance(random, 0.2):
        knobs["instance_functions"] = random.choice(PROBE_FUNCTIONS)


def _tools(random: Random, knobs: Knobs) -> None:
    knobs["tools"] = str(random.randint(1, 3))


def _ends(random: Random, knobs: Knobs) -> None:
    point = random.choice(
        ("constructor", "negotiate", "create", "enumerate", "create_device", "destroy")
    )
    knobs[f"{point}_does"] = random.choice(("crash", "abort", "exit0"))


_ODDITIES: tuple[Callable[[Random, Knobs], None], ...] = (
    *(_interface, _negotiation, _no_required, _no_optional, _no_optional, _no_global),
    *(_extensions, _version, _version, _create, _create, _magic, _no_devices),
    *(_changing_devices, _changing_devices, _enumeration, _enumeration, _group_errors, _subset),
    *(_device_errors, _device_errors, _unknown, _unknown, _unknown, _tools, _ends),
)
