"""Functions that the loader itself answers, besides those that it only passes on.

Each module offers one or more of

    def terminators(instance: LoaderInstance) -> Functions: ...   # the bottom of the chain
    def trampolines(instance: LoaderInstance) -> Functions: ...   # the application's side
    def emulations(driver: DriverInstance) -> Functions: ...      # instead of a driver's functions

with Python functions of numbers by the name of their command. The first module that has a command
answers it. Functions of an emulation get the driver's own handle; they take the place of what the
driver's table had chosen, if anything.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from vkconfig_py.loader.base.records import TYPE_CHECKING, Any
from vkconfig_py.loader.native import device_groups, extension_queries
from vkconfig_py.loader.native.terminators import debug_utils, device_queries, window_systems

if TYPE_CHECKING:
    from vkconfig_py.loader.native.driver_instance import DriverInstance
    from vkconfig_py.loader.native.loader_instance import LoaderInstance

Functions = dict[str, Callable[..., Any]]
_ENUMERATE = "vkEnumeratePhysicalDevices"


def _bottom_devices(instance: LoaderInstance) -> Functions:
    return {_ENUMERATE: instance.physical_devices.enumerate}


def _top_devices(instance: LoaderInstance) -> Functions:
    return {_ENUMERATE: instance.application_devices.enumerate}


TERMINATORS: Sequence[Callable[[LoaderInstance], Functions]] = (
    _bottom_devices,
    device_groups.terminators,
    extension_queries.terminators,
    window_systems.terminators,
    debug_utils.callback_terminators,
    window_systems.swapchain_terminators,
    debug_utils.naming_terminators,
)
TRAMPOLINES: Sequence[Callable[[LoaderInstance], Functions]] = (
    _top_devices,
    device_groups.trampolines,
    extension_queries.trampolines,
    debug_utils.trampolines,
)
EMULATIONS: Sequence[Callable[[DriverInstance], Functions]] = (
    device_queries.property_emulations,
    device_queries.sharing_emulations,
    device_queries.tool_emulations,
    window_systems.emulations,
    window_systems.query_emulations,
    window_systems.display_emulations,
)


def terminators(instance: LoaderInstance) -> Functions:
    return _joined([offer(instance) for offer in TERMINATORS])


def trampolines(instance: LoaderInstance) -> Functions:
    return _joined([offer(instance) for offer in TRAMPOLINES])


def emulations(driver: DriverInstance) -> Functions:
    return _joined([offer(driver) for offer in EMULATIONS])


def _joined(offers: Sequence[Functions]) -> Functions:
    joined: Functions = {}
    # The first module that has a command answers it: later ones are overwritten.
    for functions in reversed(offers):
        joined.update(functions)
    return joined
