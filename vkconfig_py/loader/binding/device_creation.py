"""The bottom of vkCreateDevice: the device in its driver (loader.c, terminator_CreateDevice)."""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from vkconfig_py.loader.binding.abi import VkBaseInStructure, VkDeviceCreateInfo
from vkconfig_py.loader.binding.callbacks import function_type
from vkconfig_py.loader.binding.device import LoaderDevice
from vkconfig_py.loader.binding.driver_instance import DriverInstance
from vkconfig_py.loader.binding.instance import LoaderInstance
from vkconfig_py.loader.binding.instance_chain import abort
from vkconfig_py.loader.binding.memory import (
    extension_buffer,
    name_array,
    read_extensions,
    read_u32,
    read_word,
    write_word,
)
from vkconfig_py.loader.binding.objects import driver_device, has_driver_magic, stamp
from vkconfig_py.loader.binding.request import find_in_chain, read_device_extensions, walk
from vkconfig_py.loader.binding.results import INITIALIZATION_FAILED, SUCCESS, VulkanError
from vkconfig_py.loader.binding.terminators.naming import DEBUG_MARKER
from vkconfig_py.loader.profiles.gates import Gate
from vkconfig_py.loader.profiles.native_gates import NativeGate

_COMMAND = "vkCreateDevice"
_EXTENSIONS = "vkEnumerateDeviceExtensionProperties"
_FEATURES2 = 1000059000  # VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2
_GROUP = 1000070001  # VK_STRUCTURE_TYPE_DEVICE_GROUP_DEVICE_CREATE_INFO
_MAINTENANCE5 = 1000470000  # VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_MAINTENANCE_5_FEATURES
_AFTER_HEAD = 16  # what a structure has to say begins behind sType and pNext
_PROPERTIES2 = "VK_KHR_get_physical_device_properties2"
_GROUP_FUNCTIONS = ("vkEnumeratePhysicalDeviceGroups", "vkEnumeratePhysicalDeviceGroupsKHR")
_FEATURES2_FUNCTIONS = ("vkGetPhysicalDeviceFeatures2", "vkGetPhysicalDeviceFeatures2KHR")


class _DeviceGroup(ctypes.Structure):
    """VkDeviceGroupDeviceCreateInfo."""

    _fields_ = (
        ("sType", ctypes.c_int32),
        ("pNext", ctypes.c_void_p),
        ("physicalDeviceCount", ctypes.c_uint32),
        ("pPhysicalDevices", ctypes.c_void_p),
    )


def create_in_driver(
    instance: LoaderInstance, physical_device: int, info: int, allocator: int, place: int
) -> int:
    """Create a device in the driver; `place` says which, and gets the driver's VkDevice."""
    device = instance.devices.get(read_word(place)) if place else None
    if device is None:
        instance.found(
            _COMMAND, "chain", "aborts", 0, "a layer changed the VkDevice before the call"
        )
        abort()
        return INITIALIZATION_FAILED
    driver = instance.driver_of(physical_device)
    handle = driver_device(physical_device)
    own = VkDeviceCreateInfo.from_buffer_copy(VkDeviceCreateInfo.from_address(info))
    own.enabledLayerCount, own.ppEnabledLayerNames = 0, None
    passed = _passed(driver, handle, read_device_extensions(own).names)
    names = name_array(passed)
    own.enabledExtensionCount, own.ppEnabledExtensionNames = len(passed), ctypes.addressof(names)
    device.keep += [own, names]
    _emulate_features(driver, own)
    with unwrapped_group(own, driver_device) as size:
        if size > 1 and not any(map(driver.proc, _GROUP_FUNCTIONS)):
            instance.found(driver.name, _COMMAND, "refused", INITIALIZATION_FAILED, "no groups")
            return INITIALIZATION_FAILED
        out = ctypes.c_size_t()
        create = function_type("ipppp")(driver.proc(_COMMAND))
        instance.observer.about(f"{_COMMAND} of {driver.name}")
        code: int = create(handle, ctypes.byref(own), allocator or None, ctypes.byref(out))
    if code != SUCCESS:
        instance.found(driver.name, _COMMAND, "failed", code)
        return code
    device.driver, device.handle = driver, out.value
    device.extensions = frozenset(passed)
    if not instance.profile.has(NativeGate.MARKER_BY_REQUEST):
        device.has_marker = DEBUG_MARKER in device.extensions
    device.hides_newer = _hides_newer(device, own)
    if not has_driver_magic(out.value):
        instance.found(driver.name, _COMMAND, "warning", 0, "VkDevice without ICD_LOADER_MAGIC")
    stamp(out.value, device.table.address)
    write_word(place, out.value)
    return SUCCESS


def device_extensions(enumerate_extensions: int, physical_device: int) -> dict[str, int]:
    """Return what a vkEnumerateDeviceExtensionProperties says of a device.

    Raises:
        VulkanError: it answers with an error.
    """
    function = function_type("ipppp")(enumerate_extensions)
    count = ctypes.c_uint32()
    code = function(physical_device, None, ctypes.byref(count), None)
    buffer = extension_buffer(count.value)
    if code == SUCCESS and count.value:
        code = function(physical_device, None, ctypes.byref(count), buffer)
    if code != SUCCESS:
        raise VulkanError(_EXTENSIONS, code)
    return dict(read_extensions(count.value, ctypes.addressof(buffer)))


@contextmanager
def unwrapped_group(info: VkDeviceCreateInfo, unwrap: Callable[[int], int]) -> Iterator[int]:
    """Replace the physical devices of a device group by what is below them, for one call.

    Yields the number of devices; 1 without a group. The structure before it is the caller's: its
    pointer is put back.
    """
    before = ctypes.addressof(info)
    for found, address in walk(info.pNext or 0):
        if found == _GROUP:
            break
        before = address
    else:
        yield 1
        return
    own = _DeviceGroup.from_buffer_copy(_DeviceGroup.from_address(address))
    devices = [read_word(own.pPhysicalDevices, x) for x in range(own.physicalDeviceCount)]
    array = (ctypes.c_size_t * len(devices))(*map(unwrap, devices))
    own.pPhysicalDevices = ctypes.addressof(array)
    link = VkBaseInStructure.from_address(before)
    link.pNext = ctypes.addressof(own)
    try:
        yield len(devices)
    finally:
        link.pNext = address


def _passed(driver: DriverInstance, handle: int, names: tuple[str, ...]) -> tuple[str, ...]:
    driver.instance.observer.about(f"{_EXTENSIONS} of {driver.name}")
    offered = device_extensions(driver.proc(_EXTENSIONS), handle)
    for name in names:
        if name not in offered:
            driver.instance.found(driver.name, "device extension", "skipped", 0, name)
    return tuple(name for name in names if name in offered)


def _emulate_features(driver: DriverInstance, info: VkDeviceCreateInfo) -> None:
    """Point pEnabledFeatures at the features in the chain for a driver that knows no chain."""
    features = find_in_chain(info.pNext or 0, _FEATURES2)
    if not features or any(map(driver.proc, _FEATURES2_FUNCTIONS)):
        return
    driver.instance.found(driver.name, _COMMAND, "emulated", 0, "VkPhysicalDeviceFeatures2")
    if _PROPERTIES2 in driver.instance.extensions:
        info.pEnabledFeatures = features + _AFTER_HEAD


def _hides_newer(device: LoaderDevice, info: VkDeviceCreateInfo) -> bool:
    """Return whether VK_KHR_maintenance5 is on, with which newer core functions are hidden."""
    if not device.instance.profile.has(Gate.MAINTENANCE5):
        return False
    if "VK_KHR_maintenance5" not in device.extensions:
        return False
    features = find_in_chain(info.pNext or 0, _MAINTENANCE5)
    return bool(features) and bool(read_u32(features + _AFTER_HEAD))
