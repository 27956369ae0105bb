"""Assembly: all that files and variables decide before the first library is opened.

The engine decides from files which drivers and layers take part; `loader/binding` opens them. This
value is what passes between the two: nothing in it is a handle, a pointer or a ctypes object, so
that it can go to another process as JSON.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from vkconfig_py.loader.host import Application
from vkconfig_py.loader.profiles.profile import NEWEST, LoaderProfile
from vkconfig_py.loader.records import TYPE_CHECKING, Any, NamedTuple
from vkconfig_py.loader.wire import WireError, decode, encode

if TYPE_CHECKING:
    from vkconfig_py.loader.manifests.layer import LayerManifest
    from vkconfig_py.loader.report import FoundDriver, LoaderReport

FORMAT = 1

# What the loader looks up after it has read its files; the second ones hide from elevated programs.
_KEEP_LIBRARIES = "VK_LOADER_DISABLE_DYNAMIC_LIBRARY_UNLOADING"
_PLAIN_VARIABLES = (
    "VK_LOADER_DEVICE_SELECT",
    _KEEP_LIBRARIES,
    "VK_LOADER_DISABLE_INST_EXT_FILTER",
    "VK_LOADER_DISABLE_SELECT",
)
_SECURE_VARIABLES = (
    "VK_LOADER_DEVICE_ID_FILTER",
    "VK_LOADER_DRIVER_ID_FILTER",
    "VK_LOADER_VENDOR_ID_FILTER",
)

NO_VARIABLES: Mapping[str, str] = MappingProxyType({})


class DriverFile(NamedTuple):
    """A driver that is to be opened.

    Attributes:
        library: as it goes to dlopen: tokens like $LIB are expanded there.
        api_version: of the manifest.
    """

    manifest: str
    library: str
    api_version: tuple[int, int, int] = (1, 0, 0)
    is_portability: bool = False


class LayerExtension(NamedTuple):
    """An extension that a layer's manifest names.

    Attributes:
        entrypoints: device functions that come with it.
    """

    name: str
    spec_version: int = 1
    entrypoints: tuple[str, ...] = ()


class LayerFile(NamedTuple):
    """A layer as its manifest describes it.

    Attributes:
        library: as it goes to dlopen; "" for a meta-layer.
        asked_for: the application named it.
        negotiate: name of its negotiation function; "" is the default name, as for the next two.
        pre_instance: (function of the loader, symbol of the library) for calls before an instance.
        components: names of the layers that a meta-layer stands for.
    """

    name: str
    library: str
    manifest: str = ""
    implicit: bool = False
    asked_for: bool = False
    negotiate: str = ""
    get_instance_proc_addr: str = ""
    get_device_proc_addr: str = ""
    instance_extensions: tuple[LayerExtension, ...] = ()
    device_extensions: tuple[LayerExtension, ...] = ()
    pre_instance: tuple[tuple[str, str], ...] = ()
    api_version: tuple[int, int, int] = (1, 0, 0)
    implementation_version: int = 1
    description: str = ""
    components: tuple[str, ...] = ()


class DeviceConfiguration(NamedTuple):
    """A device that the settings file chooses.

    Attributes:
        device_uuid: 32 hexadecimal digits in lower case, as is driver_uuid.
    """

    device_uuid: str
    driver_uuid: str
    driver_version: int
    device_name: str = ""
    driver_name: str = ""


class Assembly(NamedTuple):
    """Drivers and layers of one application on one machine, for one loader version.

    Attributes:
        drivers: in the order in which they are opened.
        layers: those that are opened, application side first, without meta-layers. A name may
            stand twice, and a library may turn out not to open.
        active: what vkEnumerateDeviceLayerProperties answers: layers with their meta-layers.
        implicit_only: what calls before an instance see.
        listed: what vkEnumerateInstanceLayerProperties answers.
        environment: variables that the loader reads; hidden ones are left out.
        device_configurations: of the settings file; None if it leaves devices alone.
        refusal: name of the result of vkCreateInstance that files decide, else "".
        layers_refusal: the same for vkEnumerateInstanceLayerProperties.
        extensions_refusal: the same for vkEnumerateInstanceExtensionProperties.
    """

    drivers: tuple[DriverFile, ...] = ()
    layers: tuple[LayerFile, ...] = ()
    active: tuple[LayerFile, ...] = ()
    implicit_only: tuple[LayerFile, ...] = ()
    listed: tuple[LayerFile, ...] = ()
    application: Application = Application()
    profile: LoaderProfile = NEWEST
    environment: Mapping[str, str] = NO_VARIABLES
    device_configurations: tuple[DeviceConfiguration, ...] | None = None
    refusal: str = ""
    layers_refusal: str = ""
    extensions_refusal: str = ""

    @property
    def keeps_libraries(self) -> bool:
        """Return whether no library is closed once it was of use."""
        from vkconfig_py.loader.profiles.native_gates import (
            NativeGate,  # nobody asks before libraries open
        )

        knows = self.profile.has(NativeGate.LIBRARIES_KEPT)
        return knows and self.environment.get(_KEEP_LIBRARIES) == "1"

    def to_json(self) -> dict[str, Any]:
        """Return the assembly as JSON values."""
        return {"format": FORMAT, **encode(self)}

    @classmethod
    def from_json(cls, raw: Any) -> Assembly:
        """Read an assembly.

        Raises:
            WireError: it is none, or of another release of this program.
        """
        if not isinstance(raw, dict) or raw.get("format") != FORMAT:
            raise WireError("no assembly of this release")
        read: Assembly = decode(cls, raw)
        return read


def assemble(report: LoaderReport) -> Assembly:
    """Return what the loader of a report goes on to open."""
    foundation = report.foundation
    make = _Maker(report)
    listed = report.layers
    implicit = report.implicit_extensions
    return Assembly(
        drivers=tuple(map(_driver, _opened(report))),
        layers=tuple(make.layer(active.manifest) for active in foundation.written),
        active=tuple(map(make.layer, foundation.active)),
        implicit_only=tuple(
            make.layer(offer.layer, offer.extensions) for offer in foundation.before
        ),
        listed=() if isinstance(listed, str) else tuple(map(make.listed, listed)),
        application=report.application,
        profile=report.profile,
        environment=_environment(report),
        device_configurations=foundation.device_configurations,
        refusal=foundation.refusal,
        layers_refusal=listed if isinstance(listed, str) else "",
        extensions_refusal=implicit if isinstance(implicit, str) else "",
    )


def layer_file(report: LoaderReport, manifest: LayerManifest) -> LayerFile:
    """Return one layer of a report as it goes to a child."""
    return _Maker(report).layer(manifest)


class _Maker:
    """Makes layers of a report's manifests."""

    def __init__(self, report: LoaderReport) -> None:
        self._asked_for = frozenset(report.application.layers)
        self._offered = report.layer_extensions
        shown = () if isinstance(report.layers, str) else report.layers
        self._by_name = {layer.name: layer for layer in reversed(shown)}

    def layer(
        self, manifest: LayerManifest, offered: tuple[tuple[str, int], ...] | None = None
    ) -> LayerFile:
        """Return a layer; a meta-layer may offer more than its own extensions."""
        entrypoints = dict(manifest.entrypoints)
        functions = manifest.functions
        return LayerFile(
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

    def listed(self, manifest: LayerManifest) -> LayerFile:
        """Return a layer of the list with what its name answers."""
        offered = self._offered.get(manifest.name)
        if isinstance(offered, str) or self._by_name.get(manifest.name) is not manifest:
            offered = None
        return self.layer(manifest, offered)

    def _device_extensions(
        self, manifest: LayerManifest, above: frozenset[str]
    ) -> tuple[tuple[str, int], ...]:
        """Return those of a layer, and of a meta-layer's components behind its own."""
        found: dict[str, int] = dict(manifest.device_extensions)
        for name in manifest.component_layers:
            component = self._by_name.get(name)
            if component is not None and name not in above:
                offered = self._device_extensions(component, above | {manifest.name, name})
                for extension, version in offered:
                    found.setdefault(extension, version)
        return tuple(found.items())


def _driver(driver: FoundDriver) -> DriverFile:
    manifest = driver.manifest
    assert manifest is not None
    return DriverFile(driver.file, manifest.library, manifest.api_version[1:], manifest.portability)


def _opened(report: LoaderReport) -> tuple[FoundDriver, ...]:
    """Return the drivers whose libraries the loader opens, be it in vain.

    Those that are not conformant are opened by calls before an instance, unless a filter hides
    them.
    """
    from vkconfig_py.loader.filters import driver_filters, refuses_driver
    from vkconfig_py.loader.verdicts import Outcome, Reason

    opened = (Outcome.LOADS, Outcome.UNKNOWN, Outcome.SKIPPED)
    filters = driver_filters(report.host, report.profile)
    with_filters = report.foundation.device_configurations is None

    def is_opened(driver: FoundDriver) -> bool:
        if driver.manifest is None:
            return False
        if driver.verdict.reason is not Reason.PORTABILITY:
            return driver.verdict.outcome in opened
        return not (with_filters and refuses_driver(driver.file, *filters))

    return tuple(filter(is_opened, report.drivers))


def _environment(report: LoaderReport) -> Mapping[str, str]:
    host = report.host
    found = {name: host.plain_env(name) for name in _PLAIN_VARIABLES}
    found |= {name: host.secure_env(name) for name in _SECURE_VARIABLES}
    return {name: value for name, value in found.items() if value is not None}
