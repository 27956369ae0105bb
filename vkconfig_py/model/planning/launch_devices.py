"""The devices of one launch: a loader settings file in its private folder.

Since 1.4.324 a loader looks for the file below the first folder of XDG_CONFIG_DIRS too, after the
user's own places. So where no such file stands yet, one launch can bring its own.
"""

from __future__ import annotations

import posixpath

from vkconfig_py.loader.profiles.profile import Gate, LoaderProfile
from vkconfig_py.loader.report import LoaderReport
from vkconfig_py.loader.verdicts import Kind
from vkconfig_py.model.documents.configuration import Configuration
from vkconfig_py.model.plan import Applied, PlannedFile
from vkconfig_py.model.planning.devices import can_launch_with, devices_to_write
from vkconfig_py.model.planning.settings_sections import make_section
from vkconfig_py.model.planning.stock import Stock
from vkconfig_py.model.writers.loader_settings import (
    FILE_NAME,
    Unordered,
    render_loader_settings,
)


def can_bring_file(inventory: LoaderReport, profile: LoaderProfile) -> bool:
    """Return whether a loader would find the file of a launch: no other one stands before it."""
    if not can_launch_with(profile):
        return False
    return not any(verdict.kind is Kind.SETTINGS for verdict in inventory.verdicts)


def plan_device_file(
    configuration: Configuration, stock: Stock, profile: LoaderProfile, base: str
) -> tuple[PlannedFile, ...]:
    """Return the settings file that chooses devices and drivers, below a folder of its own.

    There is none if no listed device can be told. Layers are left to the other ways of a launch.
    """
    if devices_to_write(configuration, profile) is None:
        return ()
    said = make_section(Applied(configuration, (), 0.0), stock, profile)
    layers = (Unordered(),) if profile.has(Gate.SECTION_HIDES_LAYERS) else None
    content = render_loader_settings([said._replace(layers=layers, log=())])
    path = posixpath.join(base, "vulkan/loader_settings.d", FILE_NAME)
    return (PlannedFile(path, content, named=True),)
