"""Safe mode: one launch with less than the configuration says, to find what is in the way.

Nothing of it is kept: the configuration that is launched is made of the user's and of what this
machine has installed. What a loader cannot leave out stays a limit of the plan.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from vkconfig_py.model.configuration.configuration import (
    EVERY_DEVICE,
    UNLISTED,
    Configuration,
    DriverControl,
    DriverEntry,
    LayerControl,
    LayerEntry,
)
from vkconfig_py.model.plan.plan import SafeMode, Without

if TYPE_CHECKING:
    from vkconfig_py.model.plan.inventory import InventoryIndex


def safe_configuration(
    configuration: Configuration, installed: InventoryIndex, safe: SafeMode
) -> Configuration:
    """The configuration that a launch in safe mode uses."""
    if safe.without is Without.LAYERS:
        # One that a program asks for itself is turned off too: the loader tells the program that
        # there is none of that name.
        off = LayerEntry(UNLISTED, LayerControl.OFF)
        configuration = configuration._replace(layers=(off,))
    elif safe.without is Without.IMPLICIT:
        for name in installed.implicit:
            configuration = configuration.with_control(name, LayerControl.OFF)
    if safe.driver:
        only = DriverEntry(safe.driver, DriverControl.ONLY)
        # Chosen devices may be those of other drivers: programs would find none.
        configuration = configuration._replace(drivers=(only,), devices=EVERY_DEVICE)
    return configuration
