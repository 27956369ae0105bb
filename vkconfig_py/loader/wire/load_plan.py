"""LoadPlan: all that files and variables decide before the first library is opened.

The engine decides from files which drivers and layers take part; `loader/native` opens them. This
value is what passes between the two: nothing in it is a handle, a pointer or a ctypes object, so
that it can go to another process as JSON.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from vkconfig_py.loader.base.device_values import DeviceConfiguration
from vkconfig_py.loader.base.host import Application
from vkconfig_py.loader.base.records import NamedTuple
from vkconfig_py.loader.profiles.profile import NEWEST, LoaderProfile

# Looked up where a library is closed again.
KEEP_LIBRARIES = "VK_LOADER_DISABLE_DYNAMIC_LIBRARY_UNLOADING"

NO_VARIABLES: Mapping[str, str] = MappingProxyType({})


class DriverFile(NamedTuple):
    """A driver that is to be opened.

    Attributes:
        library: as it goes to dlopen: tokens like $LIB are expanded there.
        api_version: of the manifest.
    """

    manifest: str
    library: str
    # terminator_CreateInstance asks for vkEnumerateInstanceVersion only from 1.1 on.
    api_version: tuple[int, int, int] = (1, 0, 0)
    is_portability: bool = False


class LayerExtension(NamedTuple):
    """An extension that a layer's manifest names.

    Attributes:
        entrypoints: device functions that come with it.
    """

    name: str
    spec_version: int = 1
    # The loader looks device functions that it does not know up in layers that name them.
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
    # Where its library does not open, only such a layer makes vkCreateInstance fail.
    asked_for: bool = False
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
    # loader_scan_for_implicit_layers: the global calls begin with it.
    implicit_only: tuple[LayerFile, ...] = ()
    listed: tuple[LayerFile, ...] = ()
    application: Application = Application()
    profile: LoaderProfile = NEWEST
    # loader_secure_getenv hides some of them from an elevated process.
    environment: Mapping[str, str] = NO_VARIABLES
    device_configurations: tuple[DeviceConfiguration, ...] | None = None
    refusal: str = ""
    layers_refusal: str = ""
    extensions_refusal: str = ""

    @property
    def keeps_libraries(self) -> bool:
        """True if no library is closed once it was of use."""
        from vkconfig_py.loader.profiles.native_gates import (
            NativeGate,  # nobody asks before libraries open
        )

        knows = self.profile.has(NativeGate.LIBRARIES_KEPT)
        # Exactly "1", read by loader_getenv: elevated processes have it, too.
        return knows and self.environment.get(KEEP_LIBRARIES) == "1"
