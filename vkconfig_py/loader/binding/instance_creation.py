"""vkCreateInstance and vkDestroyInstance as the application calls them, step by step.

Follows trampoline.c, vkCreateInstance. The first step that fails decides the result: layers that
are not there, then drivers, then extensions, then layers that cannot be opened, then what the chain
answers.
"""

from __future__ import annotations

from vkconfig_py.loader.assembly import Assembly
from vkconfig_py.loader.binding.bottom import Bottom
from vkconfig_py.loader.binding.device_chain import DeviceChains
from vkconfig_py.loader.binding.device_creation import create_in_driver
from vkconfig_py.loader.binding.direct import find_direct_drivers
from vkconfig_py.loader.binding.driver_creation import create_in_drivers
from vkconfig_py.loader.binding.global_functions import close_drivers, open_drivers
from vkconfig_py.loader.binding.herald import Herald
from vkconfig_py.loader.binding.instance import LoaderInstance
from vkconfig_py.loader.binding.instance_chain import (
    abort,
    create_through_chain,
    destroy_in_drivers,
    destroy_through_chain,
    fill_table,
    open_layers,
)
from vkconfig_py.loader.binding.instance_extensions import offered_by_drivers, validate
from vkconfig_py.loader.binding.memory import read_word
from vkconfig_py.loader.binding.messages import ERROR, Messages
from vkconfig_py.loader.binding.request import (
    InstanceRequest,
    read_instance_request,
    refuse_unless,
)
from vkconfig_py.loader.binding.results import (
    INCOMPATIBLE_DRIVER,
    INITIALIZATION_FAILED,
    LAYER_NOT_PRESENT,
    SUCCESS,
    VulkanError,
    result_code,
)
from vkconfig_py.loader.binding.terminators import Functions, terminators
from vkconfig_py.loader.binding.unknown import UnknownFunctions
from vkconfig_py.loader.extensions import hides_portability
from vkconfig_py.loader.profiles.native_gates import NativeGate
from vkconfig_py.loader.records import TYPE_CHECKING

if TYPE_CHECKING:
    from vkconfig_py.loader.binding.loader import Loader

_COMMAND = "vkCreateInstance"


def create_instance(loader: Loader, info: int, allocator: int) -> LoaderInstance:
    """Create an instance.

    Raises:
        VulkanError: a step failed; nothing is left of the ones before.
    """
    messages = Messages()
    messages.add_of_instance(read_word(info, 1))
    try:
        instance = _create_telling(loader, info, allocator, messages)
    except VulkanError as error:
        messages.say(ERROR, str(error), 0)
        raise
    messages.end_making()
    return instance


def _create_telling(
    loader: Loader, info: int, allocator: int, messages: Messages
) -> LoaderInstance:
    observer = Herald(loader.observer, messages)
    request = read_instance_request(info)
    _check_layers(loader, request)
    direct = find_direct_drivers(request, loader.assembly.profile, observer)
    drivers = list(direct.drivers)
    if not direct.are_exclusive:
        drivers += open_drivers(_share_of(request, loader.assembly), observer)
    try:
        refuse_unless(bool(drivers), _COMMAND, INCOMPATIBLE_DRIVER)
        offered = offered_by_drivers(drivers, loader.assembly, observer)
        validate(request.extensions, offered, loader.assembly, observer)
    except VulkanError:
        close_drivers(drivers, loader.assembly)
        raise
    instance = LoaderInstance(loader.assembly, observer, loader.arena, request, drivers, messages)
    observer.instance = instance.handle
    return _create(loader, instance, info, allocator)


def destroy_instance(instance: LoaderInstance, allocator: int) -> None:
    """Destroy an instance, then close its libraries: those of drivers first."""
    instance.messages.begin_destroying()
    destroy_through_chain(instance, allocator)
    close(instance)


def close(instance: LoaderInstance) -> None:
    """Close the libraries of an instance."""
    close_drivers(instance.scanned, instance.assembly)
    for layer in () if instance.assembly.keeps_libraries else instance.layers:
        if layer.library is not None:
            instance.observer.about(f"close {layer.path}")
            layer.library.close()


def _share_of(request: InstanceRequest, assembly: Assembly) -> Assembly:
    """Return an assembly without the drivers that are hidden from an application."""
    if not hides_portability(request.flags, request.extensions.names, assembly.profile):
        return assembly
    kept = tuple(driver for driver in assembly.drivers if not driver.is_portability)
    return assembly._replace(drivers=kept)


def _check_layers(loader: Loader, request: InstanceRequest) -> None:
    listed = {layer.name for layer in loader.assembly.listed}
    wanted = request.layers
    are_there = wanted.are_valid and listed.issuperset(wanted.names)
    refuse_unless(are_there, _COMMAND, LAYER_NOT_PRESENT)
    refusal = loader.assembly.refusal
    # That there is no driver is seen when they are opened: the application may bring one along.
    if refusal and result_code(refusal) != INCOMPATIBLE_DRIVER:
        raise VulkanError(_COMMAND, result_code(refusal))


def _create(loader: Loader, instance: LoaderInstance, info: int, allocator: int) -> LoaderInstance:
    functions = _bottom_functions(loader, instance)
    instance.bottom = Bottom(instance, functions)
    instance.chains = DeviceChains(instance, functions)
    instance.unknown = UnknownFunctions(instance)
    try:
        bottom = instance.bottom.get_instance_proc_addr
        instance.layers[:] = loader.between(open_layers(instance), bottom)
        code = create_through_chain(
            instance, info, allocator, loader.set_instance_data, instance.chains.make_device
        )
        refuse_unless(code == SUCCESS, _COMMAND, code)
    except VulkanError:
        if instance.profile.has(NativeGate.DRIVERS_DESTROYED):
            destroy_in_drivers(instance, allocator)
        close(instance)
        raise
    instance.extensions |= frozenset(instance.request.extensions.names)
    fill_table(instance)
    return instance


def _bottom_functions(loader: Loader, instance: LoaderInstance) -> Functions:
    def create(info: int, allocator: int, place: int) -> int:
        if not place or read_word(place) != instance.handle:
            detail = "a layer changed the VkInstance before the call"
            instance.found(_COMMAND, "chain", "aborts", 0, detail)
            abort()
            return INITIALIZATION_FAILED
        return create_in_drivers(instance, info, allocator)

    def destroy(_instance: int, allocator: int) -> None:
        destroy_in_drivers(instance, allocator)

    def create_device(physical_device: int, device_info: int, allocator: int, place: int) -> int:
        try:
            return create_in_driver(instance, physical_device, device_info, allocator, place)
        except VulkanError as error:
            return error.code

    return {
        **terminators(instance),
        **loader.global_functions.functions(),
        _COMMAND: create,
        "vkDestroyInstance": destroy,
        "vkCreateDevice": create_device,
    }
