"""Functions that the loader implements itself, besides those that it only forwards.

Each module offers one or more of

    def terminators(instance: LoaderInstance) -> Functions: ...   # the bottom of the chain
    def trampolines(instance: LoaderInstance) -> Functions: ...   # the application's side
    def emulations(driver: DriverInstance) -> Functions: ...      # instead of a driver's functions

that return Python functions of integer arguments, by the name of their command. Functions of an
emulation get the driver's own handle; they replace the entry in the driver's table, if any.
"""

from __future__ import annotations

from collections.abc import Callable

from vkconfig_py.loader.base.records import Any
from vkconfig_py.loader.native import device_groups, extension_queries
from vkconfig_py.loader.native.driver_instance import DriverInstance
from vkconfig_py.loader.native.loader_instance import LoaderInstance
from vkconfig_py.loader.native.terminators import debug_utils, device_queries, window_systems

Functions = dict[str, Callable[..., Any]]
_ENUMERATE = "vkEnumeratePhysicalDevices"


def terminators(instance: LoaderInstance) -> Functions:
    """Return the loader's own functions below the last layer, by name."""
    return {
        _ENUMERATE: instance.physical_devices.enumerate,
        **device_groups.terminators(instance),
        **extension_queries.terminators(instance),
        **window_systems.terminators(instance),
        **debug_utils.terminators(instance),
    }


def trampolines(instance: LoaderInstance) -> Functions:
    """Return the loader's own functions above the first layer, by name."""
    return {
        _ENUMERATE: instance.application_devices.enumerate,
        **device_groups.trampolines(instance),
        **extension_queries.trampolines(instance),
        **debug_utils.trampolines(instance),
    }


def emulations(driver: DriverInstance) -> Functions:
    """Return Python functions for commands that a driver may lack, by name."""
    return {**device_queries.emulations(driver), **window_systems.emulations(driver)}
