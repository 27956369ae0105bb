"""Queries of physical devices that a driver may lack: *2 commands, sharing, tools.

terminator.c, terminator_GetPhysicalDevice*2: for a driver with neither the core command nor the KHR
alias, the Vulkan 1.0 function is called. Chained structures that the emulation does not know are
left unchanged.

terminator.c, terminator_GetPhysicalDeviceExternal*Properties: a driver without the query for
external memory, semaphores and fences supports no sharing. extension_manual.c has the older query
of VK_NV_external_memory_capabilities.

terminator.c, terminator_GetPhysicalDeviceToolProperties, and extension_manual.c for the name of
VK_EXT_tooling_info: a driver is queried only if its device reports support.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable

from vkconfig_py.loader.base.records import Any, NamedTuple
from vkconfig_py.loader.native.driver_calls import (
    FORMAT_NOT_SUPPORTED,
    SUCCESS,
    find_driver_function,
    find_required,
    report_emulated,
    report_ignored,
    report_missing,
)
from vkconfig_py.loader.native.driver_instance import DriverInstance
from vkconfig_py.loader.native.memory import (
    list_extensions,
    read_u32,
    read_word,
    walk_structure_chain,
    write_u32,
)
from vkconfig_py.loader.native.vulkan_registry import get_structure_class

_EXTERNAL_MEMORY = "VK_KHR_external_memory_capabilities"
# VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_MULTIVIEW_FEATURES and ..._ID_PROPERTIES: what the emulations of
# features and properties know.
_MULTIVIEW_FEATURES = 1000053001
_ID_PROPERTIES = 1000071004

EmulatedCommand = Callable[..., int | None]

_QUEUE_FAMILY_FIELD = ("VkQueueFamilyProperties2", "queueFamilyProperties")
_SPARSE_PROPERTIES_FIELD = ("VkSparseImageFormatProperties2", "properties")

# The question of VK_NV_external_memory_capabilities, before sharing was in the core.
_GET_EXTERNAL_IMAGE_PROPERTIES_NV = "vkGetPhysicalDeviceExternalImageFormatPropertiesNV"

# What semaphores and fences have in common.
_HANDLE_TYPE_FIELDS = ("exportFromImportedHandleTypes", "compatibleHandleTypes")

# Asked under two names that are no twins: each has a claim of its own.
_GET_TOOL_PROPERTIES = "vkGetPhysicalDeviceToolProperties"
_GET_TOOL_PROPERTIES_EXT = "vkGetPhysicalDeviceToolPropertiesEXT"
_TOOLING_INFO = "VK_EXT_tooling_info"
_MINOR_SHIFT = 12
_MINOR_MASK = 0x3FF
_MINOR = 3


def emulations(driver: DriverInstance) -> dict[str, EmulatedCommand]:
    """Return Python functions for queries that a driver lacks, by name."""
    answers: dict[str, EmulatedCommand] = {
        _GET_TOOL_PROPERTIES: _make_tool_query(driver, _GET_TOOL_PROPERTIES, _supports_1_3),
        _GET_TOOL_PROPERTIES_EXT: _make_tool_query(
            driver, _GET_TOOL_PROPERTIES_EXT, _has_tooling_info
        ),
    }
    for name, emulate in _EMULATIONS.items():
        if not driver.find_function(name):
            emulation = emulate(driver, name)
            answers |= {name: emulation, f"{name}KHR": emulation}
    if not driver.proc(_GET_EXTERNAL_IMAGE_PROPERTIES_NV):
        answers[_GET_EXTERNAL_IMAGE_PROPERTIES_NV] = _emulate_nv_image_format(driver)
    return answers


class _OutputStructure(NamedTuple):
    """A *2 structure that contains the Vulkan 1.0 structure, which the driver fills in.

    Attributes:
        structure: the *2 structure.
        member: its member with the Vulkan 1.0 structure.
        argument: name of the pointer to it in findings.
    """

    structure: str
    member: str
    argument: str


_OUTPUT_BY_COMMAND = {
    "vkGetPhysicalDeviceFeatures2": _OutputStructure(
        "VkPhysicalDeviceFeatures2", "features", "pFeatures"
    ),
    "vkGetPhysicalDeviceProperties2": _OutputStructure(
        "VkPhysicalDeviceProperties2", "properties", "pProperties"
    ),
    "vkGetPhysicalDeviceFormatProperties2": _OutputStructure(
        "VkFormatProperties2", "formatProperties", "pFormatProperties"
    ),
    "vkGetPhysicalDeviceMemoryProperties2": _OutputStructure(
        "VkPhysicalDeviceMemoryProperties2", "memoryProperties", "pMemoryProperties"
    ),
}


def _emulate_with_old_command(driver: DriverInstance, name: str) -> EmulatedCommand:
    """Return a function that answers a …2 query with the driver's older command."""
    new, old = _OUTPUT_BY_COMMAND[name], name.removesuffix("2")
    # The old structure lies inside the new one: the driver fills it in place.
    offset = _get_member_offset(new.structure, new.member)
    ask = find_required(driver, old)
    has_identities = _EXTERNAL_MEMORY in driver.instance.extensions

    def emulate(device: int, *arguments: int) -> None:
        """Query the older command, then fill in chained structures."""
        *between, answer = arguments
        # Once for each driver and command, as a finding; the C loader logs it with every call.
        report_emulated(driver, name, old)
        ask(device, *between, answer + offset)
        for kind, address in walk_structure_chain(read_word(answer, 1)):
            if not _fill_chained(new.structure, kind, address, has_identities):
                report_ignored(driver, name, f"{new.argument}->pNext")

    return emulate


def _fill_chained(base: str, kind: int, address: int, has_identities: bool) -> bool:
    """Fill in a structure chained to a query. Return False if it is unknown.

    Args:
        base: structure of the query.
        kind: sType of the chained one.
        address: of the chained one.
        has_identities: the driver can tell UUIDs.
    """
    if (base, kind) == ("VkPhysicalDeviceFeatures2", _MULTIVIEW_FEATURES):
        features = get_structure_class("VkPhysicalDeviceMultiviewFeatures").from_address(address)
        features.multiview = 0
        features.multiviewGeometryShader = 0
        features.multiviewTessellationShader = 0
    elif (base, kind) == ("VkPhysicalDeviceProperties2", _ID_PROPERTIES):
        # Without the extension that brings the structure it is left alone, and not warned about.
        if has_identities:
            # Zeros, since nothing in Vulkan 1.0 makes UUIDs that are unique among drivers.
            identities = get_structure_class("VkPhysicalDeviceIDProperties")
            for member in (identities.deviceUUID, identities.driverUUID):
                ctypes.memset(address + member.offset, 0, member.size)
            identities.from_address(address).deviceLUIDValid = 0
    else:
        return False
    return True


def _emulate_image_format(driver: DriverInstance, name: str) -> EmulatedCommand:
    """Return a vkGetPhysicalDeviceImageFormatProperties2 made of the older command."""
    offset = _get_member_offset("VkImageFormatProperties2", "imageFormatProperties")
    info_type = get_structure_class("VkPhysicalDeviceImageFormatInfo2")
    old = name.removesuffix("2")
    ask = find_required(driver, old)

    def emulate(device: int, info: int, properties: int) -> int:
        """Query the older command, VK_ERROR_FORMAT_NOT_SUPPORTED for chains."""
        report_emulated(driver, name, old)
        # What is chained asks for more than the first generation can say: the C loader answers that
        # the format is not supported, without asking the driver.
        if read_word(info, 1) or read_word(properties, 1):
            return FORMAT_NOT_SUPPORTED
        format_info = info_type.from_address(info)
        return ask(
            device,
            format_info.format,
            format_info.type,
            format_info.tiling,
            format_info.usage,
            format_info.flags,
            properties + offset,
        )

    return emulate


def _emulate_queue_families(driver: DriverInstance, name: str) -> EmulatedCommand:
    """Return a vkGetPhysicalDeviceQueueFamilyProperties2 made of the older command."""
    old = name.removesuffix("2")
    ask = find_required(driver, old)

    def emulate(device: int, count: int, families: int) -> None:
        """Query the older command and copy its array."""
        report_emulated(driver, name, old)

        # The older command returns void: 0 represents VK_SUCCESS.
        def fill(array: Any) -> int:
            """Query the older command with an array."""
            ask(device, count, array)
            return 0

        addresses = copy_array(
            count, families, "VkQueueFamilyProperties", _QUEUE_FAMILY_FIELD, fill
        )[1]
        warn_about_chains(driver, name, "pQueueFamilyProperties", addresses)

    return emulate


def _emulate_sparse_formats(driver: DriverInstance, name: str) -> EmulatedCommand:
    """Return a query of sparse image formats made of the older command."""
    old = name.removesuffix("2")
    info_type = get_structure_class("VkPhysicalDeviceSparseImageFormatInfo2")
    ask = find_required(driver, old)

    def emulate(device: int, info: int, count: int, properties: int) -> None:
        """Query the older command and copy its array."""
        report_emulated(driver, name, old)
        # The structure is read, not filled in: what is chained is a question that nobody answers.
        if read_word(info, 1):
            report_ignored(driver, name, "pFormatInfo->pNext")
        format_info = info_type.from_address(info)

        def fill(array: Any) -> int:
            """Query the older command with an array."""
            ask(
                device,
                format_info.format,
                format_info.type,
                format_info.samples,
                format_info.usage,
                format_info.tiling,
                count,
                array,
            )
            return 0

        addresses = copy_array(
            count, properties, "VkSparseImageFormatProperties", _SPARSE_PROPERTIES_FIELD, fill
        )[1]
        warn_about_chains(driver, name, "pProperties", addresses)

    return emulate


def copy_array(
    count: int,
    array: int,
    old: str,
    new: tuple[str, str],
    fill: Callable[[Any], int],
    *,
    returns_errors: bool = False,
) -> tuple[int, range]:
    """Fill an array of *2 structures from the function without 2.

    Args:
        count: address of the number of elements.
        array: address of the first element, or 0 if only their number is asked for.
        old: structure that the older function fills.
        new: structure of the array, and its member that is an `old` structure.
        fill: calls the older function with an array, or None.
        returns_errors: copy also the elements returned with an error.

    Returns:
        VkResult, and the addresses of the elements that were written.
    """
    room = read_u32(count)
    if not array or not room:
        # Without an array, or with room for nothing, the driver only counts.
        return fill(None), range(0)
    first, size = get_structure_class(old), ctypes.sizeof(get_structure_class(new[0]))
    # The elements of both arrays differ in size, so the driver gets an array of its own.
    between = (first * room)()
    code = fill(between)
    if code < 0 and not returns_errors:
        return code, range(0)
    offset = _get_member_offset(*new)
    addresses = range(array, array + read_u32(count) * size, size)
    # memmove leaves sType and pNext of the application's structures alone.
    for address, element in zip(addresses, between, strict=False):
        ctypes.memmove(address + offset, ctypes.byref(element), ctypes.sizeof(first))
    return code, addresses


def warn_about_chains(driver: DriverInstance, name: str, array: str, addresses: range) -> None:
    """Report array elements with chained structures, which an emulation leaves as they are."""
    for index, address in enumerate(addresses):
        if read_word(address, 1):
            report_ignored(driver, name, f"{array}[{index}].pNext")


def _get_member_offset(name: str, member: str) -> int:
    """Return the offset of a structure's member in bytes."""
    offset: int = getattr(get_structure_class(name), member).offset
    return offset


class _QueryStructures(NamedTuple):
    """A query whose result may be all zero.

    Attributes:
        fields: of the result, after sType and pNext.
    """

    info: str
    answer: str
    fields: tuple[str, ...]


def _emulate_with_zeros(driver: DriverInstance, name: str) -> EmulatedCommand:
    """Return a query about sharing that says that nothing can be shared."""
    question = _STRUCTURES_BY_COMMAND[name]
    # Only what follows sType and pNext is zeroed: these are the application's.
    output_fields = [
        getattr(get_structure_class(question.answer), field) for field in question.fields
    ]
    # Findings call the pointers as the C loader's messages do.
    type_name = question.answer.removeprefix("Vk")

    def emulate(_device: int, info: int, answer: int) -> None:
        """Fill the result with zeros."""
        report_emulated(driver, name)
        if read_word(info, 1):
            report_ignored(
                driver, name, f"p{question.info.removeprefix('VkPhysicalDevice')}->pNext"
            )
        for output_field in output_fields:
            ctypes.memset(answer + output_field.offset, 0, output_field.size)
        if read_word(answer, 1):
            report_ignored(driver, name, f"p{type_name}->pNext")

    return emulate


def _emulate_nv_image_format(driver: DriverInstance) -> Callable[..., int]:
    """Return a query of VK_NV_external_memory_capabilities made of Vulkan 1.0."""
    answer_type = get_structure_class("VkExternalImageFormatPropertiesNV")
    ask = find_required(driver, "vkGetPhysicalDeviceImageFormatProperties")

    def emulate(
        device: int,
        number: int,
        kind: int,
        tiling: int,
        usage: int,
        flags: int,
        handle_type: int,
        answer: int,
    ) -> int:
        """Query limits of an image that is not shared. Return the VkResult.

        Args:
            device: the physical device.
            number: VkFormat.
            kind: VkImageType.
            tiling: VkImageTiling.
            usage: VkImageUsageFlags.
            flags: VkImageCreateFlags.
            handle_type: how the image is to be shared, 0 for not at all.
            answer: address of VkExternalImageFormatPropertiesNV.
        """
        # A handle type is a question about sharing, which Vulkan 1.0 does not have.
        if handle_type:
            return FORMAT_NOT_SUPPORTED
        properties = answer_type.from_address(answer)
        properties.externalMemoryFeatures = 0
        properties.exportFromImportedHandleTypes = 0
        properties.compatibleHandleTypes = 0
        # VkExternalImageFormatPropertiesNV begins with the structure of Vulkan 1.0.
        properties_place = answer + answer_type.imageFormatProperties.offset
        return ask(device, number, kind, tiling, usage, flags, properties_place)

    return emulate


_STRUCTURES_BY_COMMAND = {
    "vkGetPhysicalDeviceExternalBufferProperties": _QueryStructures(
        "VkPhysicalDeviceExternalBufferInfo",
        "VkExternalBufferProperties",
        ("externalMemoryProperties",),
    ),
    "vkGetPhysicalDeviceExternalSemaphoreProperties": _QueryStructures(
        "VkPhysicalDeviceExternalSemaphoreInfo",
        "VkExternalSemaphoreProperties",
        (*_HANDLE_TYPE_FIELDS, "externalSemaphoreFeatures"),
    ),
    "vkGetPhysicalDeviceExternalFenceProperties": _QueryStructures(
        "VkPhysicalDeviceExternalFenceInfo",
        "VkExternalFenceProperties",
        (*_HANDLE_TYPE_FIELDS, "externalFenceFeatures"),
    ),
}


_EMULATIONS: dict[str, Callable[[Any, str], EmulatedCommand]] = {
    **dict.fromkeys(_OUTPUT_BY_COMMAND, _emulate_with_old_command),
    **dict.fromkeys(_STRUCTURES_BY_COMMAND, _emulate_with_zeros),
    "vkGetPhysicalDeviceImageFormatProperties2": _emulate_image_format,
    "vkGetPhysicalDeviceQueueFamilyProperties2": _emulate_queue_families,
    "vkGetPhysicalDeviceSparseImageFormatProperties2": _emulate_sparse_formats,
}


def _make_tool_query(
    driver: DriverInstance, name: str, claims: Callable[[DriverInstance, int], bool]
) -> Callable[[int, int, int], int]:
    """Return a function that asks the driver for its tools only if a device has the query.

    `claims`: returns whether a device has it.
    """
    ask = find_driver_function(driver, name)

    def tools(device: int, count: int, properties: int) -> int:
        """Ask the driver for its tools, or list none."""
        if ask is None:
            # extension_manual.c is silent about a driver without the function of
            # VK_EXT_tooling_info.
            if name == _GET_TOOL_PROPERTIES:
                report_missing(driver, name)
        elif claims(driver, device):
            return ask(device, count, properties)
        # No tools, and a success: layers add theirs on the way back.
        write_u32(count, 0)
        return SUCCESS

    return tools


def _supports_1_3(driver: DriverInstance, device: int) -> bool:
    """Return whether a device supports Vulkan 1.3, judged by the minor version as in the C loader.

    Compares only the minor version, as the C loader.
    """
    properties = get_structure_class("VkPhysicalDeviceProperties")()
    find_required(driver, "vkGetPhysicalDeviceProperties")(device, ctypes.byref(properties))
    minor: int = properties.apiVersion >> _MINOR_SHIFT & _MINOR_MASK
    return minor >= _MINOR


def _has_tooling_info(driver: DriverInstance, device: int) -> bool:
    """Return whether a device has VK_EXT_tooling_info."""
    command = find_required(driver, "vkEnumerateDeviceExtensionProperties")
    code, extensions = list_extensions(command, device, None, reads_empty=True)
    return code == SUCCESS and any(name == _TOOLING_INFO for name, _ in extensions)
