"""LoadPlan: everything that files and variables decide before the first library is opened.

The engine selects drivers and layers from files; `loader/native` opens them. This value connects
the two; it contains no handle, pointer or ctypes object, so it can be sent to another process as
JSON.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType

from vkconfig_py.loader.base.device_values import DeviceConfiguration
from vkconfig_py.loader.base.host import Application
from vkconfig_py.loader.base.records import NamedTuple
from vkconfig_py.loader.profiles.native_gates import NativeGate
from vkconfig_py.loader.profiles.profile import (
    IDENTITY_EXTENSIONS,
    NEWEST,
    Gate,
    LoaderProfile,
    known_extensions,
)

# Checked before a library is closed.
KEEP_LIBRARIES = "VK_LOADER_DISABLE_DYNAMIC_LIBRARY_UNLOADING"

NO_VARIABLES: Mapping[str, str] = MappingProxyType({})


def probing_application(profile: LoaderProfile, offered: Iterable[str] = ()) -> Application:
    """Return the application of a probe, of the newest Vulkan version that a loader accepts.

    `offered`: extensions of drivers; those are enabled without which a device of Vulkan 1.0 does
    not tell which one it is.
    """
    if not profile.has(Gate.REFUSES_1_1):
        return Application("vkconfig-py", (1, 3, 0))
    usable = known_extensions(profile).intersection(offered)
    names = tuple(name for name in IDENTITY_EXTENSIONS if name in usable)
    return Application("vkconfig-py", (1, 0, 0), extensions=names)


class DriverFile(NamedTuple):
    """A driver to be opened.

    Attributes:
        library: argument of dlopen, which expands tokens like $LIB.
        api_version: of the manifest.
    """

    manifest: str
    library: str
    # terminator_CreateInstance asks for vkEnumerateInstanceVersion only from 1.1 on.
    api_version: tuple[int, int, int] = (1, 0, 0)
    is_portability: bool = False


class LayerExtension(NamedTuple):
    """An extension from a layer manifest.

    Attributes:
        entrypoints: its device functions.
    """

    name: str
    spec_version: int = 1
    # The loader looks device functions that it does not know up in layers that name them.
    entrypoints: tuple[str, ...] = ()


class PlannedLayer(NamedTuple):
    """A layer as described by its manifest.

    Attributes:
        library: argument of dlopen; "" for a meta-layer.
        asked_for: the application named it.
        on_its_own: an implicit layer that is on, whether or not the application names it.
        negotiate: name of its negotiation function; "" for the default, as for the next two.
        pre_instance: (function of the loader, symbol of the library) for calls before an instance.
        components: names of a meta-layer's components.
    """

    name: str
    library: str
    manifest: str = ""
    implicit: bool = False
    # Where its library does not open, only such a layer makes vkCreateInstance fail.
    asked_for: bool = False
    on_its_own: bool = False
    # From "functions" of the manifest: renames of what the library exports.
    negotiate: str = ""
    get_instance_proc_addr: str = ""
    get_device_proc_addr: str = ""
    instance_extensions: tuple[LayerExtension, ...] = ()
    device_extensions: tuple[LayerExtension, ...] = ()
    # LoaderLayerInterface, "Pre-Instance Functions".
    pre_instance: tuple[tuple[str, str], ...] = ()
    api_version: tuple[int, int, int] = (1, 0, 0)
    implementation_version: int = 1
    description: str = ""
    components: tuple[str, ...] = ()


class LoadPlan(NamedTuple):
    """Drivers and layers of one application on one machine, for one loader version.

    Attributes:
        drivers: drivers in the order of opening.
        layers: layers to be opened, application side first, without meta-layers. Names may be
            duplicate, and libraries may fail to open.
        active: result of vkEnumerateDeviceLayerProperties: layers with their meta-layers.
        implicit_only: layers visible to the calls before an instance.
        listed: layers that vkCreateInstance finds; also the result of
            vkEnumerateInstanceLayerProperties, unless that has a refusal of its own.
        environment: variables that the loader reads, without hidden ones.
        device_configurations: of the settings file; None if it leaves devices alone.
        refusal: name of vkCreateInstance's result if files determine it, else "".
        layers_refusal: same for vkEnumerateInstanceLayerProperties.
        extensions_refusal: the same for vkEnumerateInstanceExtensionProperties.
        device_layers: layers of the chain of every device, as `layers`; for a loader with
            Gate.DEVICE_LAYERS alone, the same as the next one.
        listed_for_devices: layers that vkCreateDevice finds, and the result of
            vkEnumerateDeviceLayerProperties.
    """

    drivers: tuple[DriverFile, ...] = ()
    layers: tuple[PlannedLayer, ...] = ()
    active: tuple[PlannedLayer, ...] = ()
    # loader_scan_for_implicit_layers: the global calls begin with it.
    implicit_only: tuple[PlannedLayer, ...] = ()
    listed: tuple[PlannedLayer, ...] = ()
    application: Application = Application()
    profile: LoaderProfile = NEWEST
    # loader_secure_getenv hides some of them from an elevated process.
    environment: Mapping[str, str] = NO_VARIABLES
    device_configurations: tuple[DeviceConfiguration, ...] | None = None
    refusal: str = ""
    layers_refusal: str = ""
    extensions_refusal: str = ""
    device_layers: tuple[PlannedLayer, ...] = ()
    listed_for_devices: tuple[PlannedLayer, ...] = ()

    @property
    def keeps_libraries(self) -> bool:
        """Return whether libraries are never closed after they were used."""
        knows = self.profile.has(NativeGate.LIBRARIES_KEPT)
        # Exactly "1", read by loader_getenv: elevated processes have it, too.
        return knows and self.environment.get(KEEP_LIBRARIES) == "1"
