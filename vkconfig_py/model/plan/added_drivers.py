"""Drivers that a configuration adds to those that the loader finds."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from vkconfig_py.language.sentences import tr
from vkconfig_py.loader.platforms.rules import base_name
from vkconfig_py.loader.profiles.profile import Gate, LoaderProfile
from vkconfig_py.model.configuration.configuration import Configuration
from vkconfig_py.model.plan.inventory import InventoryIndex
from vkconfig_py.model.plan.plan import Limitation

ADD = "VK_ADD_DRIVER_FILES"
REPLACE = "VK_DRIVER_FILES"
REPLACE_OLD = "VK_ICD_FILENAMES"


def with_added_drivers(installed: InventoryIndex, configuration: Configuration) -> InventoryIndex:
    """The inventory with the added drivers first, as the loader will find them."""
    files = configuration.driver_files()
    if not files:
        return installed
    drivers: dict[str, tuple[str, ...]] = {}
    for file in files:
        name = base_name(file)
        drivers[name] = (*drivers.get(name, ()), file)
    for name, found in installed.drivers.items():
        drivers[name] = tuple(dict.fromkeys((*drivers.get(name, ()), *found)))
    kept = dict.fromkeys((*map(base_name, files), *installed.kept_drivers))
    return installed._replace(drivers=drivers, kept_drivers=tuple(kept))


def drivers_variable(
    now: Mapping[str, str | None], profile: LoaderProfile | None, found: Sequence[str]
) -> tuple[str, Sequence[str]]:
    """The variable that adds drivers, and the files that must follow the added ones in it.

    `now`: values of the three variables. `found`: what the loader finds without any of them.
    """
    # A variable that replaces the search makes the loader ignore the one that adds to it
    # (LoaderDriverInterface, "Overriding the Default Driver Discovery").
    if profile is not None and not profile.has(Gate.ADD_VARIABLES):
        return REPLACE_OLD, () if now.get(REPLACE_OLD) is not None else found
    for name in (REPLACE, REPLACE_OLD):
        if now.get(name) is not None:
            return name, ()
    return ADD, ()


def colon_limits(configuration: Configuration, separator: str) -> Iterator[Limitation]:
    for file in configuration.driver_files():
        if separator in file:
            text = tr(
                "{file} contains “{separator}”, which separates paths in a variable",
                file=file,
                separator=separator,
            )
            yield Limitation(base_name(file), text, tr("rename the folder"))


def override_limitations(
    configuration: Configuration, profile: LoaderProfile
) -> Iterator[Limitation]:
    """An override layer says nothing about drivers (LoaderLayerInterface, Meta-Layers)."""
    by_file = profile.has(Gate.ADDITIONAL_DRIVERS)
    way = tr("a loader settings file, or launch from here") if by_file else tr("launch from here")
    for file in configuration.driver_files():
        yield Limitation(base_name(file), tr("an override cannot add drivers"), way)
