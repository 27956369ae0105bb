"""Extensions of instances and devices: which exist, and which an application may enable.

Instances: loader.c, loader_get_icd_loader_instance_extensions and
loader_validate_instance_extensions. Devices: terminator_EnumerateDeviceExtensionProperties at the
bottom of the chain, where the extensions in manifests of implicit layers are added to the driver's
list; explicit layers are queried by name. vkEnumerateDeviceLayerProperties is implemented at the
top (trampoline.c).
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Iterable, Iterator, Sequence

from vkconfig_py.loader.base.versions import EXTENSION_NOT_PRESENT, INCOMPLETE, SUCCESS, VulkanError
from vkconfig_py.loader.native.driver_calls import find_required
from vkconfig_py.loader.native.libraries import OpenedDriver
from vkconfig_py.loader.native.loader_instance import LoaderInstance
from vkconfig_py.loader.native.loader_messages import NativeStep, Observer
from vkconfig_py.loader.native.memory import (
    EXTENSION_SIZE,
    Extensions,
    NameArray,
    answer_extensions,
    answer_layers,
    list_extensions,
    read_driver_device,
    read_extensions,
    read_text,
    read_u32,
    refuse_unless,
    write_extensions,
    write_u32,
)
from vkconfig_py.loader.profiles.gates import Gate
from vkconfig_py.loader.profiles.native_gates import NativeGate
from vkconfig_py.loader.profiles.profile import (
    FILTER_VARIABLE,
    is_number_set,
    is_valid_name,
    list_known_extensions,
    loader_extensions,
)
from vkconfig_py.loader.wire.jobs import LoadPlan, PlannedLayer

_COMMAND = "vkCreateInstance"

_ENUMERATE_DEVICE_EXTENSIONS = "vkEnumerateDeviceExtensionProperties"
_LAYERS = "vkEnumerateDeviceLayerProperties"


def is_filter_off(plan: LoadPlan) -> bool:
    """Return whether the loader passes unknown instance extensions on to drivers."""
    if plan.profile.has(Gate.EXTENSIONS_AS_OFFERED):
        return True
    is_read = plan.profile.has(Gate.EXTENSION_FILTER_VARIABLE)
    return is_read and is_number_set(plan.environment.get(FILTER_VARIABLE, ""), plan.profile)


def list_driver_extensions(driver: OpenedDriver, plan: LoadPlan, observer: Observer) -> Extensions:
    """Return a driver's instance extensions, without window systems missing in the loader."""
    # A loader built without a window system hides its surface extension, whatever drivers say.
    missing_names = plan.profile.missing_surfaces
    try:
        offered_extensions = driver.list_extensions(observer)
    except VulkanError:
        if not plan.profile.has(NativeGate.DRIVER_ERRORS_IGNORED):
            raise
        return ()
    return tuple(pair for pair in offered_extensions if pair[0] not in missing_names)


def list_offered_extensions(
    drivers: Sequence[OpenedDriver], plan: LoadPlan, observer: Observer
) -> Extensions:
    """Return the instance extensions of drivers and loader.

    The first entry of each name is used.
    """
    version_by_name: dict[str, int] = {}
    for driver in drivers:
        for name, version in list_driver_extensions(driver, plan, observer):
            version_by_name.setdefault(name, version)
    # VK_LOADER_DISABLE_INST_EXT_FILTER lets unknown extensions through.
    if not is_filter_off(plan):
        known_names = list_known_extensions(plan.profile)
        version_by_name = {
            name: version for name, version in version_by_name.items() if name in known_names
        }
    return join(version_by_name.items(), loader_extensions(plan.profile))


def join(*lists: Iterable[tuple[str, int]]) -> Extensions:
    """Merge lists of extensions. The first entry of each name is used."""
    version_by_name: dict[str, int] = {}
    for pairs in lists:
        for name, version in pairs:
            version_by_name.setdefault(name, version)
    return tuple(version_by_name.items())


def validate(
    requested: NameArray, offered_extensions: Extensions, plan: LoadPlan, observer: Observer
) -> None:
    """Raise VulkanError if the application enables an unavailable extension."""
    refuse_unless(requested.are_valid, _COMMAND, EXTENSION_NOT_PRESENT)
    names = {name for name, _ in offered_extensions}
    for layer in plan.layers:
        # Layers may implement an extension that no driver has.
        names.update(extension.name for extension in layer.instance_extensions)
    if not is_filter_off(plan):
        # A name that the loader does not know is refused even if a layer provides it: terminators
        # could not serve it.
        names &= list_known_extensions(plan.profile)
    # The first name that is not there ends the check; the finding names it.
    for name in requested.names:
        if name not in names:
            observer.report_finding(NativeStep(name, "extension", "refused", EXTENSION_NOT_PRESENT))
        refuse_unless(name in names, _COMMAND, EXTENSION_NOT_PRESENT)


Functions = dict[str, Callable[..., int]]


def terminators(instance: LoaderInstance) -> Functions:
    """Return the loader's function for device extensions below the last layer."""
    return {_ENUMERATE_DEVICE_EXTENSIONS: _ExtensionTerminator(instance).enumerate}


def trampolines(instance: LoaderInstance) -> Functions:
    """Return the loader's function for layers of a device above the first layer."""

    def layers(_device: int, count: int, address: int) -> int:
        """List the active layers (vkEnumerateDeviceLayerProperties)."""
        return answer_layers(_list_active_layers(instance), count, address)

    return {_LAYERS: layers}


def _list_active_layers(instance: LoaderInstance) -> tuple[PlannedLayer, ...]:
    """Return the layers that vkEnumerateDeviceLayerProperties lists.

    Meta-layers, which have no library, are among them.
    """
    if instance.profile.has(Gate.DEVICE_LAYERS):
        return instance.plan.listed_for_devices
    active_layers = instance.plan.active
    if not instance.profile.has(Gate.FAILED_LAYERS_UNLISTED):
        return active_layers
    loaded_names = {layer.name for layer in instance.layers}
    return tuple(
        layer for layer in active_layers if layer.name in loaded_names or not layer.library
    )


class _ExtensionTerminator:
    """Device extensions at the bottom of the chain, including those of layers."""

    def __init__(self, instance: LoaderInstance) -> None:
        self._instance = instance

    def enumerate(self, device: int, layer: int, count: int, address: int) -> int:
        """List extensions of a device or layer (terminator_EnumerateDeviceExtensionProperties)."""
        # pPropertyCount NULL: VK_INCOMPLETE, as the terminator answers.
        if not count:
            return INCOMPLETE
        # "" and NULL mean the same: vkEnumerateDeviceExtensionProperties of no layer.
        name = read_text(layer)
        device = self._instance.find_answering_device(device)
        try:
            if name:
                return answer_extensions(self._list_layer_extensions(name), count, address)
            return (
                self._write_extensions(device, count, address)
                if address
                else self._write_count(device, count)
            )
        except VulkanError as error:
            return error.code

    def _list_layer_extensions(self, name: str) -> Extensions:
        """Return the device extensions of a layer. Raise VulkanError for an invalid name."""
        # vk_string_validate comes before the search for the layer.
        if not is_valid_name(name):
            raise VulkanError(_ENUMERATE_DEVICE_EXTENSIONS, EXTENSION_NOT_PRESENT)
        extensions: Extensions = ()
        plan = self._instance.plan
        has_device_layers = plan.profile.has(Gate.DEVICE_LAYERS)
        for layer in plan.listed_for_devices if has_device_layers else plan.listed:
            if layer.name == name:  # the last one of the name answers
                extensions = tuple(extension[:2] for extension in layer.device_extensions)
        return extensions

    def _write_count(self, device: int, count: int) -> int:
        """Write how many extensions driver and implicit layers have. Return the VkResult.

        `count`: address of the number.
        """
        # The driver's list is read for the count, too: what layers add must not be in it.
        reads_empty = self._instance.profile.has(NativeGate.EMPTY_LISTS_READ)
        command, handle = self._list_driver_extensions(device), read_driver_device(device)
        has = self._instance.profile.has
        if has(NativeGate.LAYERS_EXTENSIONS_COUNTED) and not has(NativeGate.LAYERS_EXTENSIONS_ONCE):
            number = ctypes.c_uint32()
            code = command(handle, None, ctypes.byref(number), None)
            if code == SUCCESS:
                write_u32(
                    count, number.value + sum(1 for _ in self._list_implicit_layer_extensions())
                )
            return code
        code, extensions = list_extensions(command, handle, None, reads_empty=reads_empty)
        if code == SUCCESS:
            known_names = {name for name, _ in extensions}
            if has(NativeGate.LAYERS_EXTENSIONS_COUNTED):
                added_count = len({name for name, _ in self._list_implicit_layer_extensions()})
            else:
                added_count = len(list(self._list_added(known_names)))
            write_u32(count, len(extensions) + added_count)
        return code

    def _write_extensions(self, device: int, count: int, address: int) -> int:
        """Write the extensions of driver and implicit layers. Return the VkResult.

        Where these do not fit, the count stays as the application passed it.
        """
        capacity = read_u32(count)
        # The driver writes into the application's array itself.
        written_count = ctypes.c_uint32(capacity)
        code = self._list_driver_extensions(device)(
            read_driver_device(device), None, ctypes.byref(written_count), address
        )
        if code != SUCCESS:
            return code
        extensions = read_extensions(written_count.value, address)
        added_extensions = tuple(self._list_added({name for name, _ in extensions}))
        fitting_extensions = added_extensions[: capacity - written_count.value]
        write_extensions(fitting_extensions, address + written_count.value * EXTENSION_SIZE)
        # The C loader returns VK_INCOMPLETE before it writes the count back.
        if len(fitting_extensions) < len(added_extensions):
            return INCOMPLETE
        write_u32(count, written_count.value + len(fitting_extensions))
        return SUCCESS

    def _list_added(self, known_names: set[str]) -> Iterator[tuple[str, int]]:
        """Yield the device extensions of implicit layers that the driver does not list."""
        for name, version in self._list_implicit_layer_extensions():
            if name not in known_names:
                known_names.add(name)
                yield name, version

    def _list_implicit_layer_extensions(self) -> Iterator[tuple[str, int]]:
        """Yield the device extensions of the active implicit layers."""
        # loader.c adds device extensions of implicit layers only; the application finds those of
        # explicit ones by asking the layer.
        for layer in self._instance.plan.layers:
            for extension in layer.device_extensions if self._adds_extensions(layer) else ():
                yield extension.name, extension.spec_version

    def _adds_extensions(self, layer: PlannedLayer) -> bool:
        """Return whether a layer's device extensions are added to those of a driver."""
        # An application may name an implicit layer that is switched off, or too old for it.
        adds_on_its_own = self._instance.profile.has(NativeGate.IMPLICIT_ON_THEIR_OWN)
        return layer.implicit and (layer.is_on_without_request or not adds_on_its_own)

    def _list_driver_extensions(self, device: int) -> Callable[..., int]:
        """Return the driver's vkEnumerateDeviceExtensionProperties for a device."""
        driver = self._instance.find_driver(device)
        self._instance.observer.announce_step(f"{_ENUMERATE_DEVICE_EXTENSIONS} of {driver.name}")
        return find_required(driver, _ENUMERATE_DEVICE_EXTENSIONS)
