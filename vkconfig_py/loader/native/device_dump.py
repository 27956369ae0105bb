"""Everything that an instance's devices report: complete as JSON values, or as a summary.

The dump is taken through the address of any vkGetInstanceProcAddr, so that the results of a C
loader and of this one can be compared byte by byte. vulkan_registry.EXCLUDED lists what is left
out, with reasons.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Mapping
from functools import partial

from vkconfig_py.loader.base.device_values import DeviceSummary, ExtensionName, Heap, QueueFamily
from vkconfig_py.loader.base.host import Application
from vkconfig_py.loader.base.records import Any
from vkconfig_py.loader.base.versions import VulkanError, get_vk_result_name
from vkconfig_py.loader.native.loader_messages import Observer
from vkconfig_py.loader.native.logical_devices import read_group_presentation, read_image_memory
from vkconfig_py.loader.native.memory import unpack_version
from vkconfig_py.loader.native.vulkan_client import (
    ClientDevice,
    ClientInstance,
    MissingCommandError,
    VulkanClient,
)
from vkconfig_py.loader.native.vulkan_registry import (
    convert_structure,
    create_structure,
    decode_text,
    get_enumeration_names,
    list_formats,
    make_zeroed,
)

_ID = "VkPhysicalDeviceIDProperties"
_DRIVER = "VkPhysicalDeviceDriverProperties"
_PCI = "VkPhysicalDevicePCIBusInfoPropertiesEXT"
_LAYER = "VkLayerProperties"
_DEVICE_LOCAL = 1  # VK_MEMORY_HEAP_DEVICE_LOCAL_BIT

# The same for every format: a plain texture that is copied and sampled.
_SAMPLED_AND_COPIED = 1 | 2 | 4  # VkImageUsageFlags: transfer source and destination, sampled
_IMAGE_TYPE_2D, _TILING_OPTIMAL, _SAMPLE_COUNT_1 = 1, 0, 1

# Lists of a device: what gives them, what an element is, who defines the command.
_LIST_QUERIES = {
    "tools": ("vkGetPhysicalDeviceToolProperties", "VkPhysicalDeviceToolProperties", "1.3"),
    "tools_ext": (
        "vkGetPhysicalDeviceToolPropertiesEXT",
        "VkPhysicalDeviceToolProperties",
        "VK_EXT_tooling_info",
    ),
    "time_domains": (
        "vkGetPhysicalDeviceCalibrateableTimeDomainsEXT",
        "i",
        "VK_EXT_calibrated_timestamps",
    ),
    "fragment_shading_rates": (
        "vkGetPhysicalDeviceFragmentShadingRatesKHR",
        "VkPhysicalDeviceFragmentShadingRateKHR",
        "VK_KHR_fragment_shading_rate",
    ),
    "cooperative_matrices": (
        "vkGetPhysicalDeviceCooperativeMatrixPropertiesKHR",
        "VkCooperativeMatrixPropertiesKHR",
        "VK_KHR_cooperative_matrix",
    ),
    "mixed_samples": (
        "vkGetPhysicalDeviceSupportedFramebufferMixedSamplesCombinationsNV",
        "VkFramebufferMixedSamplesCombinationNV",
        "VK_NV_coverage_reduction_mode",
    ),
}
# What can be shared with others: command, question, answer, types of handles (opaque descriptors,
# host memory, dma-buf, sync files), more members of the question.
_SHARING_QUERIES: tuple[tuple[str, str, str, tuple[int, ...], dict[str, int]], ...] = (
    (
        "vkGetPhysicalDeviceExternalBufferProperties",
        "VkPhysicalDeviceExternalBufferInfo",
        "VkExternalBufferProperties",
        (0x1, 0x80, 0x200),
        {"usage": _SAMPLED_AND_COPIED},
    ),
    (
        "vkGetPhysicalDeviceExternalFenceProperties",
        "VkPhysicalDeviceExternalFenceInfo",
        "VkExternalFenceProperties",
        (0x1, 0x8),
        {},
    ),
    (
        "vkGetPhysicalDeviceExternalSemaphoreProperties",
        "VkPhysicalDeviceExternalSemaphoreInfo",
        "VkExternalSemaphoreProperties",
        (0x1, 0x10),
        {},
    ),
)


def summarize_devices(instance: ClientInstance) -> tuple[DeviceSummary, ...]:
    """Return the properties that identify each physical device."""
    summaries = []
    for number, handle in enumerate(instance.list_physical_devices()):
        instance.client.observer.announce_step(f"the properties of device {number}")
        summaries.append(summarize_device(ClientDevice(instance, handle)))
    return tuple(summaries)


def summarize_device(device: ClientDevice) -> DeviceSummary:
    """Return the properties that identify a device. Its driver's files are not known here."""
    plain = device.properties
    memory = device.query_structure(
        "vkGetPhysicalDeviceMemoryProperties", "VkPhysicalDeviceMemoryProperties"
    )
    # Asked only if the application may: vkGetPhysicalDeviceProperties2 is of Vulkan 1.1.
    chained = device.query_structure_chain(
        "vkGetPhysicalDeviceProperties2",
        "VkPhysicalDeviceProperties2",
        only=(_ID, _DRIVER, _PCI),
    )
    identity, driver, pci = chained.get(_ID, {}), chained.get(_DRIVER, {}), chained.get(_PCI)
    return DeviceSummary(
        name=decode_text(plain.deviceName),
        type=_shorten_type(plain.deviceType),
        api_version=unpack_version(plain.apiVersion),
        driver_version=plain.driverVersion,
        driver_name=driver.get("driverName", ""),
        driver_info=driver.get("driverInfo", ""),
        driver_id=str(driver.get("driverID") or ""),
        vendor_id=plain.vendorID,
        device_id=plain.deviceID,
        device_uuid=identity.get("deviceUUID", ""),
        driver_uuid=identity.get("driverUUID", ""),
        # deviceLUID is undefined unless deviceLUIDValid is VK_TRUE.
        device_luid=identity["deviceLUID"] if identity.get("deviceLUIDValid") else "",
        pipeline_cache_uuid=bytes(plain.pipelineCacheUUID).hex(),
        pci=_format_pci_address(pci) if pci else "",
        heaps=tuple(
            Heap(heap["size"], bool(heap["flags"] & _DEVICE_LOCAL))
            for heap in memory["memoryHeaps"]
        ),
        queue_families=tuple(map(_make_queue_family, device.list_queue_families())),
        extensions=tuple(ExtensionName(*extension) for extension in device.extensions),
    )


def _shorten_type(number: int) -> str:
    """Return a short device type: "discrete-gpu" for VK_PHYSICAL_DEVICE_TYPE_DISCRETE_GPU."""
    # A type beyond the enumeration counts as "other", as the sorting of the C loader has it.
    name = get_enumeration_names("VkPhysicalDeviceType").get(
        number, "VK_PHYSICAL_DEVICE_TYPE_OTHER"
    )
    return _shorten_name(name, "VK_PHYSICAL_DEVICE_TYPE_")


def _make_queue_family(family: Mapping[str, Any]) -> QueueFamily:
    """Return size and abilities of a queue family."""
    bits = get_enumeration_names("VkQueueFlagBits").items()
    abilities = (
        _shorten_name(name, "VK_QUEUE_") for bit, name in bits if family["queueFlags"] & bit
    )
    return QueueFamily(family["queueCount"], tuple(abilities), family["timestampValidBits"])


def _shorten_name(name: str, prefix: str) -> str:
    """Return a short queue flag: "video-decode" for VK_QUEUE_VIDEO_DECODE_BIT_KHR."""
    return name.removeprefix(prefix).partition("_BIT")[0].lower().replace("_", "-")


def _format_pci_address(pci: Mapping[str, int]) -> str:
    """Return a PCI address as lspci writes it: 0000:01:00.0."""
    address_numbers = (pci["pciDomain"], pci["pciBus"], pci["pciDevice"], pci["pciFunction"])
    return "{:04x}:{:02x}:{:02x}.{:x}".format(*address_numbers)


def dump(
    get_instance_proc_addr: int, application: Application, observer: Observer
) -> dict[str, Any]:
    """Create an instance, query everything about its devices, destroy it.

    "create" is the VkResult of vkCreateInstance.
    """
    client = VulkanClient(get_instance_proc_addr, observer)
    # What can be asked without an instance comes first: it stands even if creation fails.
    answer = dump_global_lists(client)
    try:
        instance = client.create(application)
    except VulkanError as error:
        return answer | {"create": get_vk_result_name(error.code)}
    with instance:
        answer |= {"create": get_vk_result_name(0)} | dump_instance(instance)
        add_logical_device_values(instance, answer)
        return answer


def dump_global_lists(client: VulkanClient) -> dict[str, Any]:
    """Return what a loader tells without an instance: its version, extensions and layers."""
    client.observer.announce_step("vkEnumerateInstanceExtensionProperties")
    return {
        "version": list(unpack_version(client.query_version())),
        "extensions": _query_or_error(client.list_extensions),
        "layers": _query_or_error(partial(_read_layers, client)),
    }


def _read_layers(client: VulkanClient) -> list[dict[str, Any]]:
    """Return the layers that a loader lists, each with its instance extensions."""
    return [
        convert_structure(_LAYER, layer)
        | {"extensions": client.list_extensions(decode_text(layer.layerName))}
        for layer in client.list_layers()
    ]


def dump_instance(instance: ClientInstance) -> dict[str, Any]:
    """Return everything about all devices and device groups as JSON values."""
    try:
        handles = instance.list_physical_devices()
    except VulkanError as error:
        return {"devices": get_vk_result_name(error.code), "groups": []}
    devices = []
    for number, handle in enumerate(handles):
        device = ClientDevice(instance, handle)
        values = {}
        for name, question in QUERY_BY_KEY.items():
            # One step for each question: if the driver dies there, the report names it.
            instance.client.observer.announce_step(f"{name} of device {number}")
            values[name] = _query_or_error(partial(question, device))
        devices.append(values)
    return {"devices": devices, "groups": _query_or_error(partial(_read_groups, instance, handles))}


def add_logical_device_values(instance: ClientInstance, values: dict[str, Any]) -> None:
    """Add to a dump what only logical devices tell. Drivers may crash where these are created."""
    if isinstance(values["devices"], str):
        return
    handles = instance.list_physical_devices()
    devices = [ClientDevice(instance, handle) for handle in handles]
    for device, answers in zip(devices, values["devices"], strict=True):
        answers["image_memory"] = _query_or_error(partial(read_image_memory, device))
    for group in values["groups"] if isinstance(values["groups"], list) else ():
        if None not in group["devices"]:
            members = [devices[index] for index in group["devices"]]
            group["presentation"] = _query_or_error(partial(read_group_presentation, members))


def _query_or_error(question: Callable[[], Any]) -> Any:
    """Return a function's result, or the name of the VkResult or missing command."""
    try:
        return question()
    except VulkanError as error:
        return get_vk_result_name(error.code)
    except MissingCommandError as error:
        return f"{error} is missing"


def _read_groups(instance: ClientInstance, handles: list[int]) -> list[Any]:
    """Return the device indexes of each group, None for a device that is not in the list."""
    application, name = instance.application, "vkEnumeratePhysicalDeviceGroups"
    # The core name may be called only by an application of 1.1; VK_KHR_device_group_creation needs
    # no more than 1.0.
    if (application.api_version or (1, 0, 0)) < (1, 1, 0):
        if "VK_KHR_device_group_creation" not in application.extensions:
            return []
        name += "KHR"
    instance.client.observer.announce_step(name)
    kind = "VkPhysicalDeviceGroupProperties"
    groups = []
    for group in instance.enumerate(name, kind, instance.handle):
        members = group.physicalDevices[: group.physicalDeviceCount]
        # A layer may name devices in groups that it does not list.
        indexes = [handles.index(handle) if handle in handles else None for handle in members]
        groups.append(convert_structure(kind, group) | {"devices": indexes})
    return groups


def _make_chain_query(
    command: str, base: str, *arguments: int
) -> Callable[[ClientDevice], dict[str, Any]]:
    """Return a function that fills a structure and all that can be chained to it."""
    return lambda device: device.query_structure_chain(command, base, *arguments)


def _read_layer_extensions(device: ClientDevice) -> dict[str, Any]:
    """Return by name the device extensions of each layer that the loader lists."""
    instance = device.instance
    names = [decode_text(layer.layerName) for layer in instance.client.list_layers()]
    return {name: instance.list_extensions(device.handle, name) for name in names}


def _make_format_query(
    ask: Callable[[ClientDevice, int], Any],
) -> Callable[[ClientDevice], dict[str, Any]]:
    """Return a function that asks about each format that a device knows, by its name."""

    def answers(device: ClientDevice) -> dict[str, Any]:
        """Return the answers about the device's formats by name."""
        return {name: ask(device, number) for number, name in _list_known_formats(device).items()}

    return answers


def _read_format(device: ClientDevice, number: int) -> list[int]:
    """Return the feature flags of a format: linear, optimal, buffer."""
    features = device.query_structure(
        "vkGetPhysicalDeviceFormatProperties", "VkFormatProperties", number
    )
    return list(features.values())


def _read_format2(device: ClientDevice, number: int) -> dict[str, Any]:
    """Return the properties of a format with the structures chained to them."""
    command, base = "vkGetPhysicalDeviceFormatProperties2", "VkFormatProperties2"
    return device.query_structure_chain(command, base, number)


def _read_image_format(device: ClientDevice, number: int) -> Any:
    """Return the limits of a plain image of a format, or the error."""
    properties = make_zeroed("VkImageFormatProperties")
    function = device.instance.find_function("vkGetPhysicalDeviceImageFormatProperties")
    arguments = (number, _IMAGE_TYPE_2D, _TILING_OPTIMAL, _SAMPLED_AND_COPIED, 0)
    # VK_ERROR_FORMAT_NOT_SUPPORTED is an answer here, not a failure of the dump.
    code = function(device.handle, *arguments, ctypes.byref(properties))
    return (
        get_vk_result_name(code)
        if code
        else convert_structure("VkImageFormatProperties", properties)
    )


def _read_image_formats2(device: ClientDevice) -> dict[str, Any]:
    """Return by format the limits of a plain image, with vkGet…Properties2."""
    function = device.find_extended_function("vkGetPhysicalDeviceImageFormatProperties2")

    def ask(device: ClientDevice, number: int) -> Any:
        """Return the limits of a plain image of a format, or the VkResult name."""
        question = create_structure(
            "VkPhysicalDeviceImageFormatInfo2",
            format=number,
            type=_IMAGE_TYPE_2D,
            tiling=_TILING_OPTIMAL,
            usage=_SAMPLED_AND_COPIED,
        )
        properties = make_zeroed("VkImageFormatProperties2")
        code = function(device.handle, ctypes.byref(question), ctypes.byref(properties))
        return (
            get_vk_result_name(code)
            if code
            else convert_structure("VkImageFormatProperties2", properties)
        )

    return _make_format_query(ask)(device) if function else {}


def _read_sparse_format(device: ClientDevice, number: int) -> list[Any]:
    """Return the properties of sparse images of a format."""
    command = "vkGetPhysicalDeviceSparseImageFormatProperties"
    arguments = (_IMAGE_TYPE_2D, _SAMPLE_COUNT_1, _SAMPLED_AND_COPIED, _TILING_OPTIMAL)
    return device.read_array(command, "VkSparseImageFormatProperties", number, *arguments)


def _list_known_formats(device: ClientDevice) -> Mapping[int, str]:
    """Return the numbers and names of formats that a device may be asked about."""
    names = get_enumeration_names("VkFormat")
    # A format may be asked about if its core version or extension is there.
    groups = (numbers for definers, numbers in list_formats() if device.is_defined(definers))
    # VK_FORMAT_UNDEFINED (0) may not be asked about.
    return {number: names[number] for group in groups for number in group if number}


def _read_external_properties(device: ClientDevice) -> dict[str, Any]:
    """Return what memory, fences and semaphores can be shared, by structure and handle type."""
    answers = {}
    for command, question, answer, kinds, arguments in _SHARING_QUERIES:
        function = device.find_extended_function(command)
        if not function or device.suffix:  # of other extensions where they are not of the core
            continue
        for kind in kinds:
            info, properties = (
                create_structure(question, handleType=kind, **arguments),
                make_zeroed(answer),
            )
            # These commands return nothing: what cannot be shared comes back as zeros.
            function(device.handle, ctypes.byref(info), ctypes.byref(properties))
            answers[f"{answer} {kind:#x}"] = convert_structure(answer, properties)
    return answers


def _read_lists(device: ClientDevice) -> dict[str, Any]:
    """Return the lists of a device that extensions define, by name."""
    return {
        name: device.read_array(command, kind)
        for name, (command, kind, definer) in _LIST_QUERIES.items()
        if device.is_defined((definer,)) and device.instance.find_function(command)
    }


QUERY_BY_KEY: dict[str, Callable[[ClientDevice], Any]] = {
    "properties": lambda device: convert_structure("VkPhysicalDeviceProperties", device.properties),
    "features": lambda device: device.query_structure(
        "vkGetPhysicalDeviceFeatures", "VkPhysicalDeviceFeatures"
    ),
    "memory": lambda device: device.query_structure(
        "vkGetPhysicalDeviceMemoryProperties", "VkPhysicalDeviceMemoryProperties"
    ),
    "queue_families": ClientDevice.list_queue_families,
    "extensions": lambda device: device.extensions,
    "layers": lambda device: device.read_array("vkEnumerateDeviceLayerProperties", _LAYER),
    "layer_extensions": _read_layer_extensions,
    "formats": _make_format_query(_read_format),
    "image_formats": _make_format_query(_read_image_format),
    "sparse_formats": _make_format_query(_read_sparse_format),
    "properties2": _make_chain_query(
        "vkGetPhysicalDeviceProperties2", "VkPhysicalDeviceProperties2"
    ),
    "features2": _make_chain_query("vkGetPhysicalDeviceFeatures2", "VkPhysicalDeviceFeatures2"),
    "memory2": _make_chain_query(
        "vkGetPhysicalDeviceMemoryProperties2", "VkPhysicalDeviceMemoryProperties2"
    ),
    "queue_families2": ClientDevice.list_extensible_queue_families,
    "formats2": _make_format_query(_read_format2),
    "image_formats2": _read_image_formats2,
    "shared": _read_external_properties,
    "lists": _read_lists,
}
