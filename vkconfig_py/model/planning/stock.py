"""Stock: the layers and drivers that an inventory offers, looked up by name."""

from __future__ import annotations

import posixpath
from collections.abc import Iterable, Mapping
from types import MappingProxyType

from vkconfig_py.loader.explaining.sentences import sentence
from vkconfig_py.loader.files.search_paths import VARIABLES, ManifestType, names_files
from vkconfig_py.loader.manifests.layer import LayerManifest
from vkconfig_py.loader.records import NamedTuple
from vkconfig_py.loader.report import FoundLayer, LoaderReport
from vkconfig_py.loader.verdicts import FOR_OTHER_PROGRAMS, Outcome, Reason

_UNUSABLE = (Outcome.SKIPPED, Outcome.FAILS)


class NamedDrivers(NamedTuple):
    """The drivers that a variable names.

    Attributes:
        variable: such as VK_ADD_DRIVER_FILES.
        files: absolute paths of their manifests, in scan order.
        exclusive: it replaces the search, so there are no others.
    """

    variable: str
    files: tuple[str, ...]
    exclusive: bool


class Stock(NamedTuple):
    """What can be listed, in scan order.

    Attributes:
        usable: the layer that the loader takes for each name.
        loads: names in the chain without any plan, application side first.
        implicit: names of implicit layers in scan order.
        copies: every usable or hidden manifest of a name, in scan order.
        overrides: override meta-layers, in scan order.
        drivers: base name -> absolute paths of manifests, in scan order.
        kept_drivers: base names of the drivers in use without any plan.
        named_drivers: those that a variable names; None if none names any.
        other_size: for programs of which word size a layer is, by the name of one that is only
            here for those.
    """

    usable: Mapping[str, FoundLayer]
    loads: tuple[str, ...]
    implicit: tuple[str, ...]
    copies: Mapping[str, tuple[FoundLayer, ...]]
    overrides: tuple[LayerManifest, ...]
    drivers: Mapping[str, tuple[str, ...]]
    kept_drivers: tuple[str, ...]
    named_drivers: NamedDrivers | None = None
    other_size: Mapping[str, str] = MappingProxyType({})

    def manifest(self, name: str) -> LayerManifest | None:
        """Return the manifest in force for a name."""
        found = self.usable.get(name)
        return found.manifest if found else None

    def manifests(self, names: Iterable[str]) -> tuple[LayerManifest, ...]:
        """Return the manifests in force for names, in their order."""
        found = (self.manifest(name) for name in names)
        return tuple(manifest for manifest in found if manifest is not None)

    def with_reason(self, reason: Reason) -> tuple[str, ...]:
        """Return the names that the inventory decided for one reason, in scan order."""
        return tuple(name for name, found in self.usable.items() if found.verdict.reason is reason)


def take_stock(inventory: LoaderReport) -> Stock:
    """Index an inventory once, so that planning is linear in its size."""
    usable: dict[str, FoundLayer] = {}
    copies: dict[str, dict[str, FoundLayer]] = {}
    overrides: list[LayerManifest] = []
    for found in inventory.found:
        if found.manifest is None:
            continue
        if found.manifest.is_override:
            if found.verdict.outcome not in _UNUSABLE:
                overrides.append(found.manifest)
            continue
        verdict = found.verdict
        if verdict.reason is Reason.DUPLICATE or _is_usable(found):
            copies.setdefault(found.name, {}).setdefault(found.file, found)
        if _is_usable(found):
            usable.setdefault(found.name, found)
    return Stock(
        usable=usable,
        loads=_loads(inventory, usable),
        implicit=tuple(name for name, found in usable.items() if found.implicit),
        copies={name: tuple(files.values()) for name, files in copies.items()},
        overrides=tuple(overrides),
        drivers=_drivers(inventory),
        kept_drivers=tuple(
            dict.fromkeys(
                posixpath.basename(driver.file)
                for driver in inventory.drivers
                if driver.verdict.outcome is Outcome.LOADS
            )
        ),
        named_drivers=_named_drivers(inventory),
        other_size={
            found.name: sentence(found.verdict, inventory)
            for found in inventory.found
            if found.verdict.reason in FOR_OTHER_PROGRAMS and found.name not in usable
        },
    )


def _loads(inventory: LoaderReport, usable: Mapping[str, FoundLayer]) -> tuple[str, ...]:
    """Return the chain, or what it would hold if creation did not fail for another reason."""
    if inventory.callstack:
        return tuple(layer.manifest.name for layer in inventory.callstack)
    on = (Outcome.LOADS, Outcome.UNKNOWN)
    return tuple(name for name, found in usable.items() if found.verdict.outcome in on)


def _is_usable(found: FoundLayer) -> bool:
    verdict = found.verdict
    return verdict.outcome not in _UNUSABLE and verdict.reason not in FOR_OTHER_PROGRAMS


def _drivers(inventory: LoaderReport) -> dict[str, tuple[str, ...]]:
    drivers: dict[str, tuple[str, ...]] = {}
    for found in inventory.drivers:
        base = posixpath.basename(found.file)
        drivers[base] = (*drivers.get(base, ()), _absolute(found.file, inventory))
    return drivers


def _named_drivers(inventory: LoaderReport) -> NamedDrivers | None:
    """Find the drivers of the one variable that acts on their search."""
    search = inventory.driver_search
    adding, _ = VARIABLES[ManifestType.DRIVER].adding
    places = {
        path.rstrip("/"): source
        for path, source in zip(search.paths, search.sources, strict=True)
        if source == adding or names_files(source)
    }
    found = [one.file for one in inventory.drivers]
    files = [file for file in found if file in places or posixpath.dirname(file) in places]
    if not files:
        return None
    variable = next(iter(places.values()))
    absolute = dict.fromkeys(_absolute(file, inventory) for file in files)
    return NamedDrivers(variable, tuple(absolute), exclusive=names_files(variable))


def _absolute(file: str, inventory: LoaderReport) -> str:
    return posixpath.join(inventory.host.working_directory, file)
