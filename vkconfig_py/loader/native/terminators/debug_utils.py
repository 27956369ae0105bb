"""Messengers, report callbacks, names and labels, forwarded to every driver (debug_utils.c).

Names and tags (generated/vk_loader_extensions.c): application and layers know VkInstance,
VkPhysicalDevice and VkSurfaceKHR as objects of the loader. Their handles are replaced twice, on the
application's side for the topmost layer, and at the bottom for the driver.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from functools import partial

from vkconfig_py.loader.base.records import TYPE_CHECKING, Any, NamedTuple
from vkconfig_py.loader.native.driver_calls import (
    DESTROY_MESSENGER,
    DESTROY_REPORT,
    SUCCESS,
    find_device_function,
    find_driver_function,
    make_function,
)
from vkconfig_py.loader.native.memory import (
    copy_structure,
    is_trampoline_device,
    read_driver_device,
    read_top_layer_device,
)
from vkconfig_py.loader.native.vulkan_registry import DEVICE_SLOTS, get_structure_class
from vkconfig_py.loader.profiles.native_gates import NativeGate

if TYPE_CHECKING:
    from vkconfig_py.loader.native.instance_roles import DriverProtocol
    from vkconfig_py.loader.native.loader_instance import LoaderInstance

_REPORT = "vkDebugReportMessageEXT"

DEBUG_UTILS = "VK_EXT_debug_utils"
DEBUG_MARKER = "VK_EXT_debug_marker"
_SWAPCHAIN = "vkCreateSwapchainKHR"
# VK_OBJECT_TYPE_*; VkDebugReportObjectTypeEXT has the same numbers for these two.
_INSTANCE = 1
_PHYSICAL_DEVICE = 2

# VK_OBJECT_TYPE_SURFACE_KHR and VK_DEBUG_REPORT_OBJECT_TYPE_SURFACE_KHR_EXT.
_DEBUG_UTILS_TYPE_BASE, _MARKER = 1000000000, 26

LABELS = (
    "vkQueueBeginDebugUtilsLabelEXT",
    "vkQueueEndDebugUtilsLabelEXT",
    "vkQueueInsertDebugUtilsLabelEXT",
    "vkCmdBeginDebugUtilsLabelEXT",
    "vkCmdEndDebugUtilsLabelEXT",
    "vkCmdInsertDebugUtilsLabelEXT",
)


class _ListenerKind(NamedTuple):
    """One of the two kinds of listeners: messenger or report callback."""

    create: str
    destroy: str
    is_messenger: bool


_LISTENER_KINDS = (
    _ListenerKind("vkCreateDebugUtilsMessengerEXT", DESTROY_MESSENGER, True),
    _ListenerKind("vkCreateDebugReportCallbackEXT", DESTROY_REPORT, False),
)


class _NamingCommand(NamedTuple):
    """A command that names or tags an object.

    Attributes:
        info: its structure.
        handle: member with the object handle.
        surface: the object type value of a surface.
    """

    info: str
    handle: str
    surface: int


NAMING_COMMANDS = {
    "vkSetDebugUtilsObjectNameEXT": _NamingCommand(
        "VkDebugUtilsObjectNameInfoEXT", "objectHandle", _DEBUG_UTILS_TYPE_BASE
    ),
    "vkSetDebugUtilsObjectTagEXT": _NamingCommand(
        "VkDebugUtilsObjectTagInfoEXT", "objectHandle", _DEBUG_UTILS_TYPE_BASE
    ),
    "vkDebugMarkerSetObjectNameEXT": _NamingCommand(
        "VkDebugMarkerObjectNameInfoEXT", "object", _MARKER
    ),
    "vkDebugMarkerSetObjectTagEXT": _NamingCommand(
        "VkDebugMarkerObjectTagInfoEXT", "object", _MARKER
    ),
}
# Functions of devices that loaders treat as those of an instance extension.
DEBUG_UTILS_COMMANDS = frozenset((*LABELS, *tuple(NAMING_COMMANDS)[:2]))


class _ListenedObject:
    """Object of a loader's handle: the listeners created in the drivers.

    Attributes:
        handle: address of a word that belongs to it.
    """

    def __init__(self) -> None:
        self._handle_word = ctypes.c_uint64()
        self.handle = ctypes.addressof(self._handle_word)
        self.copies: dict[DriverProtocol, int] = {}


ListenedObjects = dict[int, _ListenedObject]


def terminators(instance: LoaderInstance) -> dict[str, Callable[..., int | None]]:
    """Return the loader's functions for messages and names below the last layer."""
    objects: ListenedObjects = {}
    # A label for a driver without the extension is lost.
    answers: dict[str, Callable[..., int | None]] = dict.fromkeys(LABELS, _ignore_label)
    answers |= {name: partial(_pass_name_to_driver, instance, name) for name in NAMING_COMMANDS}
    for kind in _LISTENER_KINDS:
        answers[kind.create] = partial(_create_listener, instance, objects, kind)
        answers[kind.destroy] = partial(_destroy_listener, instance, objects, kind)

    def submit(_instance: int, severity: int, types: int, data: int) -> None:
        """Pass a message on to the messengers (vkSubmitDebugUtilsMessageEXT)."""
        # Drivers do not get it: each that passed it on would make it heard once more.
        instance.messages.submit(severity, types, data)

    def report(_instance: int, *message: int) -> None:
        """Pass a debug report on to drivers and callbacks (vkDebugReportMessageEXT)."""
        for driver in instance.drivers:
            # Unlike messages of VK_EXT_debug_utils: terminator_DebugReportMessageEXT calls drivers.
            report_command = find_driver_function(driver, _REPORT)
            if report_command is not None:
                report_command(driver.handle, *message)
        instance.messages.report(*message)

    return answers | {"vkSubmitDebugUtilsMessageEXT": submit, _REPORT: report}


def _create_listener(
    instance: LoaderInstance,
    objects: ListenedObjects,
    kind: _ListenerKind,
    _instance: int,
    info: int,
    allocator: int,
    address: int,
) -> int:
    """Create a messenger or debug report callback in all drivers. Return the VkResult.

    Args:
        instance: the instance.
        objects: those that exist, by handle.
        kind: messenger or debug report callback.
        _instance: VkInstance, unused.
        info: address of the create info.
        allocator: address of VkAllocationCallbacks, or 0.
        address: where the handle is written.
    """
    # The application's handle is an address of ours; 64 bits, as VkDebugUtilsMessengerEXT is not
    # dispatchable.
    listener = _ListenedObject()
    for driver in instance.drivers:
        # A driver without the extension hears nothing; the loader's own messages reach the listener
        # all the same.
        if not driver.proc(kind.create):
            continue
        code, copy = driver.objects.make(kind.create, kind.destroy, info, allocator)
        if copy:
            listener.copies[driver] = copy
        # All or none: a listener that one driver refuses is made in no driver.
        if code != SUCCESS:
            # Older loaders destroy these again when the instance goes.
            destroys_twice = instance.profile.has(NativeGate.LISTENERS_DESTROYED_TWICE)
            _destroy_driver_listeners(
                instance, kind, listener, allocator, forget=not destroys_twice
            )
            return code
    with instance.lock:
        objects[listener.handle] = listener
    instance.messages.add(listener.handle, kind.is_messenger, info)
    ctypes.c_uint64.from_address(address).value = listener.handle
    return SUCCESS


def _destroy_listener(
    instance: LoaderInstance,
    objects: ListenedObjects,
    kind: _ListenerKind,
    _instance: int,
    handle: int,
    allocator: int,
) -> None:
    """Destroy a messenger or debug report callback in all drivers.

    Args:
        instance: the instance.
        objects: those that exist, by handle.
        kind: messenger or debug report callback.
        _instance: VkInstance, unused.
        handle: of the listener.
        allocator: address of VkAllocationCallbacks, or 0.
    """
    with instance.lock:
        listener = objects.pop(handle, None)
    if listener is not None:
        _destroy_driver_listeners(instance, kind, listener, allocator)
        instance.messages.remove(handle, kind.is_messenger)


def _destroy_driver_listeners(
    instance: LoaderInstance,
    kind: _ListenerKind,
    listener: _ListenedObject,
    allocator: int,
    *,
    forget: bool = True,
) -> None:
    """Destroy the objects that stand for a listener in the drivers.

    Args:
        instance: the instance.
        kind: messenger or debug report callback.
        listener: the listener.
        allocator: address of VkAllocationCallbacks, or 0.
        forget: do not destroy them again with the instance.
    """
    for driver in instance.drivers:
        copy = listener.copies.pop(driver, 0)
        driver.objects.destroy(kind.destroy, copy, allocator, forget=forget)


def trampolines(instance: LoaderInstance) -> dict[str, Callable[..., int]]:
    """Return the functions that name objects for the program, by name."""
    return {name: partial(_pass_name_to_layers, instance, name) for name in NAMING_COMMANDS}


def _ignore_label(*_arguments: int) -> None:
    """Ignore a label for a driver that has no labels."""


def _pass_name_to_layers(instance: LoaderInstance, name: str, device: int, info: int) -> int:
    """Name or tag an object of the program, with the layers' handle for it.

    `name`: the command. `info`: address of its structure.
    """
    info_copy, naming = _copy_name_info(name, info), NAMING_COMMANDS[name]
    handle = getattr(info_copy, naming.handle)
    # Application and layers know it by a handle of the loader's own.
    if info_copy.objectType == _PHYSICAL_DEVICE:
        setattr(info_copy, naming.handle, read_top_layer_device(handle))
    elif info_copy.objectType == _INSTANCE and instance.profile.has(
        NativeGate.INSTANCE_NAMES_UNWRAPPED
    ):
        setattr(info_copy, naming.handle, instance.below)
    table, slot = instance.find_device(device).table, DEVICE_SLOTS[name]
    return (
        make_function(name, table[slot])(device, ctypes.byref(info_copy))
        if table.has(slot)
        else SUCCESS
    )


def _pass_name_to_driver(instance: LoaderInstance, name: str, device: int, info: int) -> int:
    """Name or tag an object in the driver, with the driver's handle for it.

    `name`: the command. `info`: address of its structure.
    """
    driver, ask = find_device_function(instance, device, name)
    naming = NAMING_COMMANDS[name]
    is_disabled = name in DEBUG_UTILS_COMMANDS and DEBUG_UTILS not in instance.extensions
    if is_disabled:
        return SUCCESS
    info_copy = _copy_name_info(name, info)
    handle = getattr(info_copy, naming.handle)
    if info_copy.objectType == _PHYSICAL_DEVICE:
        # PHYS_TRAMP_MAGIC_NUMBER tells which side of the layers the handle is of.
        is_above = is_trampoline_device(handle)
        handle = read_top_layer_device(handle) if is_above else read_driver_device(handle)
    elif info_copy.objectType == _INSTANCE and instance.profile.has(NativeGate.NAMES_UNWRAPPED):
        handle = driver.handle
    # Without swapchains the driver knows no surface that could have a name.
    elif info_copy.objectType == naming.surface and _has_swapchains(instance, device):
        handle = instance.surfaces.name_of(driver, handle)
    setattr(info_copy, naming.handle, handle)
    return ask(device, ctypes.byref(info_copy)) if ask is not None else SUCCESS


def _has_swapchains(instance: LoaderInstance, device: int) -> bool:
    """Return whether a device has the functions of VK_KHR_swapchain."""
    return instance.find_device(device).table.has(DEVICE_SLOTS[_SWAPCHAIN])


def _copy_name_info(name: str, info: int) -> Any:
    """Return a copy of the structure with which a command names an object."""
    # The application's structure is const: the handle is replaced in a copy.
    kind = get_structure_class(NAMING_COMMANDS[name].info)
    return copy_structure(kind, info)
