"""Creates the LoadPlan of a LoaderReport: what the loader opens."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from vkconfig_py.loader.base.verdicts import Outcome, Reason
from vkconfig_py.loader.manifests.layer import LayerManifest
from vkconfig_py.loader.rules.activation import driver_filters, refuses_driver
from vkconfig_py.loader.rules.loader_report import FoundDriver, LoaderReport
from vkconfig_py.loader.wire.load_plan import (
    KEEP_LIBRARIES,
    DriverFile,
    LayerExtension,
    LoadPlan,
    PlannedLayer,
)

# Variables that the loader reads later; the second group is hidden from elevated programs.
_PLAIN_VARIABLES = (
    "VK_LOADER_DEVICE_SELECT",
    KEEP_LIBRARIES,
    "VK_LOADER_DISABLE_INST_EXT_FILTER",
    "VK_LOADER_DISABLE_SELECT",
)
_SECURE_VARIABLES = (
    "VK_LOADER_DEVICE_ID_FILTER",
    "VK_LOADER_DRIVER_ID_FILTER",
    "VK_LOADER_VENDOR_ID_FILTER",
)


def make_load_plan(report: LoaderReport) -> LoadPlan:
    """Return the LoadPlan of a report."""
    foundation = report.foundation
    make = _Maker(report)
    on_their_own = set(map(id, foundation.on_their_own))
    implicit = report.implicit_extensions
    return LoadPlan(
        drivers=tuple(map(_driver, _opened(report))),
        layers=tuple(
            make.layer(active.manifest)._replace(on_its_own=id(active.manifest) in on_their_own)
            for active in foundation.written
        ),
        active=tuple(map(make.layer, foundation.active)),
        implicit_only=tuple(
            make.layer(offer.layer, offer.extensions) for offer in foundation.before
        ),
        listed=tuple(map(make.listed, foundation.listed)),
        application=report.application,
        profile=report.profile,
        # Only variables that the loader reads itself: the child has the program's whole
        # environment.
        environment=_environment(report),
        device_configurations=foundation.device_configurations,
        refusal=foundation.refusal,
        layers_refusal=report.layers if isinstance(report.layers, str) else "",
        extensions_refusal=implicit if isinstance(implicit, str) else "",
        device_layers=tuple(make.layer(active.manifest) for active in foundation.for_devices),
        listed_for_devices=tuple(map(make.layer, foundation.listed_for_devices)),
    )


def layer_files(report: LoaderReport) -> Callable[[LayerManifest], PlannedLayer]:
    """Return a function that converts layers of a report to LayerFiles."""
    return _Maker(report).layer


class _Maker:
    """Converts a report's layers to LayerFiles."""

    def __init__(self, report: LoaderReport) -> None:
        self._asked_for = frozenset(report.application.layers)
        self._offered = report.layer_extensions
        # Reversed: the first layer of a name wins.
        self._by_name = {layer.name: layer for layer in reversed(report.foundation.listed)}

    def layer(
        self, manifest: LayerManifest, offered: tuple[tuple[str, int], ...] | None = None
    ) -> PlannedLayer:
        """PlannedLayer of a manifest; a meta-layer may offer more than its own extensions."""
        entrypoints = dict(manifest.entrypoints)
        functions = manifest.functions
        return PlannedLayer(
            name=manifest.name,
            library=manifest.library,
            manifest=manifest.file,
            implicit=manifest.implicit,
            asked_for=manifest.name in self._asked_for,
            negotiate=functions.negotiate,
            get_instance_proc_addr=functions.get_instance_proc_addr,
            get_device_proc_addr=functions.get_device_proc_addr,
            instance_extensions=tuple(
                LayerExtension(name, version)
                for name, version in (manifest.instance_extensions if offered is None else offered)
            ),
            device_extensions=tuple(
                LayerExtension(name, version, entrypoints.get(name, ()))
                for name, version in self._device_extensions(manifest, frozenset())
            ),
            pre_instance=functions.pre_instance,
            api_version=manifest.api_version,
            implementation_version=manifest.implementation_version,
            description=manifest.description,
            components=manifest.component_layers,
        )

    def listed(self, manifest: LayerManifest) -> PlannedLayer:
        """PlannedLayer of the list, with the extensions returned for its name."""
        offered = self._offered.get(manifest.name)
        if isinstance(offered, str) or self._by_name.get(manifest.name) is not manifest:
            offered = None
        return self.layer(manifest, offered)

    def _device_extensions(
        self, manifest: LayerManifest, above: frozenset[str]
    ) -> tuple[tuple[str, int], ...]:
        """Device extensions of a layer; for a meta-layer followed by those of its components."""
        found: list[tuple[str, int]] = list(manifest.device_extensions)
        names = {name for name, _ in found}
        for name in manifest.component_layers:
            component = self._by_name.get(name)
            # A meta-layer may contain itself indirectly.
            if component is not None and name not in above:
                offered = self._device_extensions(component, above | {manifest.name, name})
                found += (pair for pair in offered if pair[0] not in names)
                names.update(name for name, _ in offered)
        return tuple(found)


def _driver(driver: FoundDriver) -> DriverFile:
    manifest = driver.manifest
    assert manifest is not None
    # Without the variant, which comes first in a manifest's version.
    return DriverFile(driver.file, manifest.library, manifest.api_version[1:], manifest.portability)


def _opened(report: LoaderReport) -> tuple[FoundDriver, ...]:
    """Drivers whose libraries the loader tries to open."""
    opened = (Outcome.LOADS, Outcome.UNKNOWN, Outcome.SKIPPED)
    filters = driver_filters(report.host, report.profile)
    # VK_LOADER_DRIVERS_* are ignored while a settings file chooses devices.
    with_filters = report.foundation.device_configurations is None

    def is_opened(driver: FoundDriver) -> bool:
        if driver.manifest is None:
            return False
        # Calls before an instance open drivers that are not conformant, too, unless a filter hides
        # them.
        if driver.verdict.reason is not Reason.PORTABILITY:
            return driver.verdict.outcome in opened
        return not (with_filters and refuses_driver(driver.file, *filters))

    return tuple(filter(is_opened, report.drivers))


def _environment(report: LoaderReport) -> Mapping[str, str]:
    host = report.host
    found = {name: host.plain_env(name) for name in _PLAIN_VARIABLES}
    # loader_secure_getenv: an elevated program gets none of these.
    found |= {name: host.secure_env(name) for name in _SECURE_VARIABLES}
    return {name: value for name, value in found.items() if value is not None}
