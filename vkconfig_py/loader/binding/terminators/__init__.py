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

from vkconfig_py.loader.binding import device_extensions, groups, physical_devices
from vkconfig_py.loader.binding.terminators import (
    debug_callbacks,
    displays,
    external,
    naming,
    properties2,
    surfaces,
    surfaces2,
    swapchains,
    tools,
)
from vkconfig_py.loader.records import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from vkconfig_py.loader.binding.driver_instance import DriverInstance
    from vkconfig_py.loader.binding.instance import LoaderInstance

Functions = dict[str, Callable[..., Any]]

TERMINATORS: Sequence[Callable[[LoaderInstance], Functions]] = (
    physical_devices.terminators,
    groups.terminators,
    device_extensions.terminators,
    surfaces.terminators,
    debug_callbacks.terminators,
    swapchains.terminators,
    naming.terminators,
)
TRAMPOLINES: Sequence[Callable[[LoaderInstance], Functions]] = (
    physical_devices.trampolines,
    groups.trampolines,
    device_extensions.trampolines,
    naming.trampolines,
)
EMULATIONS: Sequence[Callable[[DriverInstance], Functions]] = (
    properties2.emulations,
    external.emulations,
    tools.emulations,
    surfaces.emulations,
    surfaces2.emulations,
    displays.emulations,
)


def terminators(instance: LoaderInstance) -> Functions:
    """Return the Python functions at the bottom of an instance's chain."""
    return _joined([offer(instance) for offer in TERMINATORS])


def trampolines(instance: LoaderInstance) -> Functions:
    """Return the Python functions of an instance's application side."""
    return _joined([offer(instance) for offer in TRAMPOLINES])


def emulations(driver: DriverInstance) -> Functions:
    """Return the Python functions that stand in for those that a driver may lack."""
    return _joined([offer(driver) for offer in EMULATIONS])


def _joined(offers: Sequence[Functions]) -> Functions:
    joined: Functions = {}
    for functions in reversed(offers):
        joined.update(functions)
    return joined
