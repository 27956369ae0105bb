"""The chain of an instance: layers opened, linked, called from the top, and taken down again.

Follows loader.c, loader_create_instance_chain and vkDestroyInstance. Layers are opened from last to
first. Each finds the functions of what is below itself in a link; it moves the pointer to its own
link on while it passes the call down, so that links are made anew for every call.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Sequence

from vkconfig_py.loader.binding.abi import (
    LAYER_LINK_INFO,
    LOADER_DATA_CALLBACK,
    LOADER_FEATURES,
    LOADER_INSTANCE_CREATE_INFO,
    LOADER_LAYER_CREATE_DEVICE_CALLBACK,
    VkInstanceCreateInfo,
    VkLayerInstanceCreateInfo,
    VkLayerInstanceLink,
)
from vkconfig_py.loader.binding.callbacks import function_type
from vkconfig_py.loader.binding.commands import INSTANCE_SLOTS
from vkconfig_py.loader.binding.driver import ask_for
from vkconfig_py.loader.binding.instance import LoaderInstance
from vkconfig_py.loader.binding.known import known_slots
from vkconfig_py.loader.binding.layer import LoadedLayer, open_layer
from vkconfig_py.loader.binding.results import (
    INITIALIZATION_FAILED,
    LAYER_NOT_PRESENT,
    SUCCESS,
    VulkanError,
)

_CREATE = "vkCreateInstance"
_DESTROY = "vkDestroyInstance"

Between = Callable[[Sequence[LoadedLayer], int], Sequence[LoadedLayer]]


def nothing_between(layers: Sequence[LoadedLayer], _bottom: int) -> Sequence[LoadedLayer]:
    """Return the layers as they are."""
    return layers


def open_layers(instance: LoaderInstance) -> list[LoadedLayer]:
    """Open the layers, the last first; return them from the application's side.

    Raises:
        VulkanError: one that the application asked for cannot be used.
    """
    opened: dict[str, LoadedLayer] = {}
    for file in reversed(instance.assembly.layers):
        if file.name in opened:
            continue
        layer = open_layer(file, instance.profile, instance.observer)
        if layer is not None:
            opened[file.name] = layer
    instance.layers[:] = reversed(opened.values())
    for file in instance.assembly.layers:
        if file.name in opened:
            continue
        if file.asked_for:
            instance.found(file.name, "load", "refused", LAYER_NOT_PRESENT)
            raise VulkanError(_CREATE, LAYER_NOT_PRESENT)
        instance.found(file.name, "load", "skipped")
    return instance.layers


def create_through_chain(
    instance: LoaderInstance, info: int, allocator: int, set_data: int, make_device: tuple[int, int]
) -> int:
    """Call vkCreateInstance from the top of the chain.

    Args:
        instance: with its layers and its bottom.
        info: address of the application's VkInstanceCreateInfo.
        allocator: address of the application's callbacks, or 0.
        set_data: function that writes the instance's table into an object of a layer.
        make_device: functions with which a layer makes and destroys a device below itself.
    """
    keep: list[object] = []
    instance.keep.append(keep)
    below, links = _link(instance, keep)
    instance.top = below
    own = VkInstanceCreateInfo.from_buffer_copy(VkInstanceCreateInfo.from_address(info))
    nodes = [_node(LOADER_FEATURES), _node(LOADER_LAYER_CREATE_DEVICE_CALLBACK)]
    nodes[1].u.layerDevice.pfnLayerCreateDevice = make_device[0]
    nodes[1].u.layerDevice.pfnLayerDestroyDevice = make_device[1]
    nodes.append(_node(LOADER_DATA_CALLBACK))
    nodes[2].u.pfnSetInstanceLoaderData = set_data
    if instance.assembly.layers or instance.layers:
        nodes.append(_node(LAYER_LINK_INFO))
        nodes[3].u.pLayerInfo = links or None
    own.pNext = _chained(nodes, own.pNext or 0)
    keep += [own, *nodes]
    create = ask_for(below, instance.handle, _CREATE)
    if not create:
        instance.found(_CREATE, "chain", "missing", INITIALIZATION_FAILED)
        return INITIALIZATION_FAILED
    handle = ctypes.c_size_t(instance.handle)
    instance.observer.about(f"{_CREATE} of {instance.top_name}")
    code: int = function_type("ippp")(create)(
        ctypes.byref(own), allocator or None, ctypes.byref(handle)
    )
    if code == SUCCESS:
        instance.below = handle.value
    return code


def fill_table(instance: LoaderInstance) -> None:
    """Ask the top of the chain for every function of an instance."""
    for name, slot in known_slots(INSTANCE_SLOTS, instance.profile):
        instance.table[slot] = ask_for(instance.top, instance.below, name)


def destroy_through_chain(instance: LoaderInstance, allocator: int) -> None:
    """Call vkDestroyInstance from the top of the chain."""
    address = instance.table[INSTANCE_SLOTS[_DESTROY]]
    instance.observer.about(f"{_DESTROY} of {instance.top_name}")
    function_type("vpp")(address)(instance.below, allocator or None)


def destroy_in_drivers(instance: LoaderInstance, allocator: int) -> None:
    """Destroy the drivers' instances: the bottom of vkDestroyInstance."""
    for driver in instance.drivers:
        driver.destroy(allocator)


def abort() -> None:
    """End the process as the C loader does where a rule is broken that nothing can go on from."""
    ctypes.CDLL(None).abort()


def _link(instance: LoaderInstance, keep: list[object]) -> tuple[int, int]:
    """Return the topmost vkGetInstanceProcAddr and the address of the topmost link."""
    next_instance = instance.bottom.get_instance_proc_addr
    next_physical = instance.bottom.get_physical_device_proc_addr
    address = 0
    for layer in reversed(instance.layers):
        link = VkLayerInstanceLink(address or None, next_instance, next_physical)
        keep.append(link)
        address = ctypes.addressof(link)
        next_instance = layer.get_instance_proc_addr
        next_physical = layer.answers_physical_devices or next_physical
        if layer.library is not None:
            instance.found(layer.name, "insert", "ok", 0, layer.path)
    return next_instance, address


def _node(function: int) -> VkLayerInstanceCreateInfo:
    return VkLayerInstanceCreateInfo(sType=LOADER_INSTANCE_CREATE_INFO, function=function)


def _chained(nodes: Sequence[VkLayerInstanceCreateInfo], rest: int) -> int:
    """Link the nodes in their order, before what the application passed."""
    for node in reversed(nodes):
        node.pNext = rest or None
        rest = ctypes.addressof(node)
    return rest
