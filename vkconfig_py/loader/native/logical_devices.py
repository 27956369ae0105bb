"""Logical devices, and what physical devices tell through them alone.

A logical device is created, used and destroyed again.
"""

from __future__ import annotations

import ctypes
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from vkconfig_py.loader.base.records import Any
from vkconfig_py.loader.base.versions import check_result
from vkconfig_py.loader.native.abi import (
    DEVICE_CREATE_INFO,
    DEVICE_QUEUE_CREATE_INFO,
    VkDeviceCreateInfo,
    VkDeviceQueueCreateInfo,
)
from vkconfig_py.loader.native.memory import name_array
from vkconfig_py.loader.native.vulkan_client import ClientDevice, ClientInstance
from vkconfig_py.loader.native.vulkan_registry import create_structure, make_zeroed

SWAPCHAIN, DEVICE_GROUP = "VK_KHR_swapchain", "VK_KHR_device_group"

# Images whose memory is asked for: one color format, and all that depth and stencil tests can use.
COLOR_FORMAT = "VK_FORMAT_R8G8B8A8_UNORM"
_FORMAT_NUMBERS = {
    COLOR_FORMAT: 37,
    "VK_FORMAT_D16_UNORM": 124,
    "VK_FORMAT_X8_D24_UNORM_PACK32": 125,
    "VK_FORMAT_D32_SFLOAT": 126,
    "VK_FORMAT_S8_UINT": 127,
    "VK_FORMAT_D16_UNORM_S8_UINT": 128,
    "VK_FORMAT_D24_UNORM_S8_UINT": 129,
    "VK_FORMAT_D32_SFLOAT_S8_UINT": 130,
}
_COLOR_ATTACHMENT, _DEPTH_STENCIL_ATTACHMENT, _TRANSIENT_ATTACHMENT = 0x10, 0x20, 0x40
_SPARSE_BINDING = 1  # VK_IMAGE_CREATE_SPARSE_BINDING_BIT
_USAGE_AND_FLAGS_BY_KIND = {
    "regular": (0, 0),
    "transient": (_TRANSIENT_ATTACHMENT, 0),
    "sparse": (0, _SPARSE_BINDING),
}
# VkImageTiling, with the member of VkFormatProperties that tells what a format can do with it.
_OPTIMAL_TILING = ("VK_IMAGE_TILING_OPTIMAL", 0, "optimalTilingFeatures")
_LINEAR_TILING = ("VK_IMAGE_TILING_LINEAR", 1, "linearTilingFeatures")
_TRANSFER_SOURCE = 0x1  # what regular images of linear tiling are for
_IMAGE_TYPE_2D, _SAMPLE_COUNT_1 = 1, 1
_IMAGE_SIDE = 8  # pixels
_FORMAT_NOT_SUPPORTED = -11  # VK_ERROR_FORMAT_NOT_SUPPORTED


@contextmanager
def open_logical_device(
    instance: ClientInstance,
    physical_device: int,
    *,
    has_queue: bool = True,
    extensions: Sequence[str] = (),
    features: Any = None,
    chain: int = 0,
) -> Iterator[int]:
    """Create a logical device, yield its handle, and destroy it, also after an error.

    Args:
        instance: of the physical device.
        physical_device: its handle.
        has_queue: whether a queue of the first family is asked for.
        extensions: that are enabled.
        features: VkPhysicalDeviceFeatures that are enabled, None for none.
        chain: address for pNext, 0 for none.
    """
    observer = instance.client.observer
    priority = ctypes.c_float(1.0)
    queues = VkDeviceQueueCreateInfo(
        sType=DEVICE_QUEUE_CREATE_INFO, queueCount=1, pQueuePriorities=ctypes.addressof(priority)
    )
    names = name_array(extensions)
    info = VkDeviceCreateInfo(
        sType=DEVICE_CREATE_INFO,
        pNext=chain or None,
        queueCreateInfoCount=int(has_queue),
        pQueueCreateInfos=ctypes.addressof(queues),
        enabledExtensionCount=len(names),
        ppEnabledExtensionNames=ctypes.addressof(names),
        pEnabledFeatures=None if features is None else ctypes.addressof(features),
    )
    handle = ctypes.c_void_p()
    observer.announce_step("vkCreateDevice")
    create = instance.get_required("vkCreateDevice")
    check_result(
        "vkCreateDevice", create(physical_device, ctypes.byref(info), None, ctypes.byref(handle))
    )
    device = handle.value or 0
    try:
        yield device
    finally:
        observer.announce_step("vkDestroyDevice")
        instance.get_required("vkDestroyDevice")(device, None)


def read_image_memory(device: ClientDevice) -> list[dict[str, Any]]:
    """Return in which memory types images can lie: an object for each kind that there can be."""
    instance = device.instance
    structure = "VkPhysicalDeviceFeatures"
    features = make_zeroed(structure)
    # Without it no image may be sparse.
    offered_features = device.query_structure("vkGetPhysicalDeviceFeatures", structure)
    features.sparseBinding = offered_features["sparseBinding"]
    kinds = [
        kind for kind in _USAGE_AND_FLAGS_BY_KIND if kind != "sparse" or features.sparseBinding
    ]
    with open_logical_device(
        instance, device.handle, has_queue=bool(device.list_queue_families()), features=features
    ) as logical_device:
        instance.client.observer.announce_step("vkGetImageMemoryRequirements")
        return [
            {
                "format": name,
                "tiling": tiling,
                "kind": kind,
                "memoryTypeBits": _ask_memory_types(instance, logical_device, image),
            }
            for name, tiling, kind, image in _list_possible_images(device, kinds)
        ]


def _list_possible_images(
    device: ClientDevice, kinds: Sequence[str]
) -> Iterator[tuple[str, str, str, Any]]:
    """Yield format, tiling, kind and VkImageCreateInfo of the images that a device can have."""
    for name, number in _FORMAT_NUMBERS.items():
        features = device.query_structure(
            "vkGetPhysicalDeviceFormatProperties", "VkFormatProperties", number
        )
        is_color = name == COLOR_FORMAT
        attachment = _COLOR_ATTACHMENT if is_color else _DEPTH_STENCIL_ATTACHMENT
        for tiling, tiling_number, member in (
            _OPTIMAL_TILING,
            *((_LINEAR_TILING,) if is_color else ()),
        ):
            for kind in kinds if features[member] else ():
                usage, flags = _USAGE_AND_FLAGS_BY_KIND[kind]
                is_copied = tiling_number == _LINEAR_TILING[1] and kind == "regular"
                usage |= _TRANSFER_SOURCE if is_copied else attachment
                image = create_structure(
                    "VkImageCreateInfo",
                    flags=flags,
                    imageType=_IMAGE_TYPE_2D,
                    format=number,
                    mipLevels=1,
                    arrayLayers=1,
                    samples=_SAMPLE_COUNT_1,
                    tiling=tiling_number,
                    usage=usage,
                )
                image.extent.width = image.extent.height = _IMAGE_SIDE
                image.extent.depth = 1
                if _is_possible(device, image):
                    yield name, tiling, kind, image


def _is_possible(device: ClientDevice, image: Any) -> bool:
    """Return whether a device can have such an image."""
    command = "vkGetPhysicalDeviceImageFormatProperties"
    limits = make_zeroed("VkImageFormatProperties")
    arguments = (image.format, image.imageType, image.tiling, image.usage, image.flags)
    function = device.instance.get_required(command)
    code = function(device.handle, *arguments, ctypes.byref(limits))
    if code != _FORMAT_NOT_SUPPORTED:
        check_result(command, code)
    return bool(code == 0)


def _ask_memory_types(instance: ClientInstance, logical_device: int, info: Any) -> int:
    """Return the mask of the memory types in which an image can lie."""
    image = ctypes.c_uint64()
    create = instance.get_required("vkCreateImage")
    code = create(logical_device, ctypes.byref(info), None, ctypes.byref(image))
    check_result("vkCreateImage", code)
    requirements = make_zeroed("VkMemoryRequirements")
    ask = instance.get_required("vkGetImageMemoryRequirements")
    ask(logical_device, image.value, ctypes.byref(requirements))
    instance.get_required("vkDestroyImage")(logical_device, image.value, None)
    mask: int = requirements.memoryTypeBits
    return mask


def read_group_presentation(devices: Sequence[ClientDevice]) -> dict[str, Any]:
    """Return how a group of devices presents: images of which devices each can show, and modes.

    "presentMask" has for each device the indexes of others in the group. There is nothing to tell
    without swapchains.
    """
    first = devices[0]
    instance, command = first.instance, "vkGetDeviceGroupPresentCapabilitiesKHR"
    enabled = [name for name, _ in first.extensions if name in (SWAPCHAIN, DEVICE_GROUP)]
    function = instance.find_function(command)
    if SWAPCHAIN not in enabled or not function:
        return {}
    handles = (ctypes.c_void_p * len(devices))(*(device.handle for device in devices))
    group = create_structure(
        "VkDeviceGroupDeviceCreateInfo",
        physicalDeviceCount=len(devices),
        pPhysicalDevices=ctypes.addressof(handles),
    )
    capabilities = make_zeroed("VkDeviceGroupPresentCapabilitiesKHR")
    with open_logical_device(
        instance,
        first.handle,
        has_queue=bool(first.list_queue_families()),
        extensions=enabled,
        chain=ctypes.addressof(group),
    ) as logical_device:
        instance.client.observer.announce_step(command)
        check_result(command, function(logical_device, ctypes.byref(capabilities)))
    return {
        "presentMask": [
            [index for index in range(len(devices)) if mask >> index & 1]
            for mask in capabilities.presentMask[: len(devices)]
        ],
        "modes": capabilities.modes,
    }
