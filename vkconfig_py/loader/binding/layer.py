"""Opening a layer and finding its entry points (loader.c, loader_create_instance_chain).

LoaderLayerInterface, "Layer Interface Versions": for a long time a layer whose negotiation failed
was not refused. As long as it had a vkGetInstanceProcAddr it was used, as a layer of version 1.
"""

from __future__ import annotations

import ctypes

from vkconfig_py.loader.assembly import LayerFile
from vkconfig_py.loader.binding.abi import (
    LAYER_INTERFACE,
    NEGOTIATE_INTERFACE,
    VkNegotiateLayerInterface,
)
from vkconfig_py.loader.binding.callbacks import function_type
from vkconfig_py.loader.binding.library import Library, LibraryError, path_of
from vkconfig_py.loader.binding.observer import Finding, Observer
from vkconfig_py.loader.binding.results import SUCCESS
from vkconfig_py.loader.profiles.native_gates import NativeGate
from vkconfig_py.loader.profiles.profile import LoaderProfile
from vkconfig_py.loader.records import NamedTuple

_NEGOTIATE = "vkNegotiateLoaderLayerInterfaceVersion"
_GET_INSTANCE_PROC_ADDR = "vkGetInstanceProcAddr"
_GET_DEVICE_PROC_ADDR = "vkGetDeviceProcAddr"


class LoadedLayer(NamedTuple):
    """A layer that stands in a chain; the numbers are addresses of functions, 0 if missing.

    Attributes:
        library: None for a layer that is made of Python functions.
        path: of the library, as the dynamic linker has it.
        interface: version that was agreed on.
    """

    file: LayerFile
    library: Library | None
    path: str
    interface: int
    get_instance_proc_addr: int
    get_device_proc_addr: int
    get_physical_device_proc_addr: int

    @property
    def name(self) -> str:
        """Return the name of the layer."""
        return self.file.name

    @property
    def answers_physical_devices(self) -> int:
        """Return its vk_layerGetPhysicalDeviceProcAddr, which counts from interface 2 on, or 0."""
        return self.get_physical_device_proc_addr if self.interface > 1 else 0


def open_layer(file: LayerFile, profile: LoaderProfile, observer: Observer) -> LoadedLayer | None:
    """Open a layer's library and find its entry points; None if it cannot be used."""
    observer.about(f"open {file.library}")
    try:
        library = Library(file.library)
    except LibraryError as error:
        outcome = "foreign" if error.wrong_class else "refused"
        observer.found(Finding(file.name, "open", outcome, 0, error.reason))
        return None
    layer = _agree(file, library, profile, observer)
    if layer is None:
        library.close()
    return layer


def device_entry(layer: LoadedLayer, observer: Observer) -> int:
    """Return a layer's vkGetDeviceProcAddr, or 0 after saying that it has none."""
    if layer.get_device_proc_addr or layer.library is None:
        return layer.get_device_proc_addr
    symbol = layer.file.get_device_proc_addr or _GET_DEVICE_PROC_ADDR
    address = layer.library.symbol(symbol)
    if not address:
        observer.found(Finding(layer.name, "device", "skipped", 0, f"no {symbol}"))
    return address


def _agree(
    file: LayerFile, library: Library, profile: LoaderProfile, observer: Observer
) -> LoadedLayer | None:
    negotiated = _negotiate(file, library, observer)
    if negotiated is None:
        if profile.has(NativeGate.LAYERS_MUST_NEGOTIATE):
            return None
        negotiated = VkNegotiateLayerInterface(loaderLayerInterfaceVersion=1)
    address = negotiated.pfnGetInstanceProcAddr or 0
    if not address:
        symbol = file.get_instance_proc_addr or _GET_INSTANCE_PROC_ADDR
        address = library.symbol(symbol)
        if not address:
            observer.found(Finding(file.name, "symbols", "refused", 0, f"no {symbol}"))
            return None
    return LoadedLayer(
        file,
        library,
        path_of(address) or file.library,
        negotiated.loaderLayerInterfaceVersion,
        address,
        negotiated.pfnGetDeviceProcAddr or 0,
        negotiated.pfnGetPhysicalDeviceProcAddr or 0,
    )


def _negotiate(
    file: LayerFile, library: Library, observer: Observer
) -> VkNegotiateLayerInterface | None:
    """Return what the layer filled in, None if it refused.

    A layer that cannot negotiate, or wants version 1, has version 1 and nothing else.
    """
    alone = VkNegotiateLayerInterface(loaderLayerInterfaceVersion=1)
    symbol = file.negotiate or _NEGOTIATE
    function = library.symbol(symbol)
    if not function:
        return alone
    asked = VkNegotiateLayerInterface(
        sType=NEGOTIATE_INTERFACE, loaderLayerInterfaceVersion=LAYER_INTERFACE
    )
    observer.about(f"{symbol} of {file.library}")
    code = function_type("ip")(function)(ctypes.byref(asked))
    version = asked.loaderLayerInterfaceVersion
    agrees = code == SUCCESS and version
    outcome = "ok" if agrees else "warning"
    observer.found(Finding(file.name, "negotiate", outcome, code, f"interface {version}"))
    if not agrees:
        return None
    return asked if version > 1 else alone
