"""Opening drivers and layers: libraries, interface versions, entry points (loader.c).

Drivers (loader_scanned_icd_add; LoaderDriverInterface, "Loader and Driver Interface Negotiation"):
the steps and their fall-backs keep the order of the C loader, since a driver can respond to each of
them differently.

Layers (loader_create_instance_chain; LoaderLayerInterface, "Layer Interface Versions"): before
1.4.361 a layer whose negotiation failed was not refused. If it had a vkGetInstanceProcAddr it was
used, as a layer of interface version 1.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from functools import cache

from vkconfig_py.language.sentences import Message, message
from vkconfig_py.loader.base.records import Any, NamedTuple
from vkconfig_py.loader.base.versions import INCOMPATIBLE_DRIVER, SUCCESS, VulkanError
from vkconfig_py.loader.native.abi import (
    LAYER_INTERFACE,
    NEGOTIATE_INTERFACE,
    VkNegotiateLayerInterface,
)
from vkconfig_py.loader.native.callbacks import make_function_type
from vkconfig_py.loader.native.loader_messages import NativeStep, Observer
from vkconfig_py.loader.native.memory import (
    Extensions,
    encode,
    list_extensions,
    pack_version,
    unpack_version,
)
from vkconfig_py.loader.profiles.gates import Gate
from vkconfig_py.loader.profiles.native_gates import NativeGate
from vkconfig_py.loader.profiles.profile import LoaderProfile
from vkconfig_py.loader.wire.jobs import DriverFile, PlannedLayer

_RTLD_LAZY = 1
_WRONG_CLASS_TEXT = "wrong ELF class"

# Functions of drivers (vk_icd.h).
NEGOTIATE = "vk_icdNegotiateLoaderICDInterfaceVersion"
GET_INSTANCE_PROC_ADDR = "vk_icdGetInstanceProcAddr"
GET_PHYSICAL_DEVICE_PROC_ADDR = "vk_icdGetPhysicalDeviceProcAddr"
CREATE_INSTANCE = "vkCreateInstance"
ENUMERATE_EXTENSIONS = "vkEnumerateInstanceExtensionProperties"
ENUMERATE_VERSION = "vkEnumerateInstanceVersion"

# Functions of layers; a manifest's "functions" may name other symbols for them.
_LAYER_NEGOTIATE = "vkNegotiateLoaderLayerInterfaceVersion"
_LAYER_INSTANCE_PROC_ADDR = "vkGetInstanceProcAddr"
_LAYER_DEVICE_PROC_ADDR = "vkGetDeviceProcAddr"


class LibraryError(Exception):
    """The dynamic linker refused a library.

    Attributes:
        path: as passed to dlopen.
        reason: message of dlerror.
        wrong_class: the library has the other pointer width.
    """

    def __init__(self, path: str, reason: str) -> None:
        super().__init__(reason)
        self.path = path
        self.reason = reason
        self.wrong_class = _WRONG_CLASS_TEXT in reason


class _SymbolAddress(ctypes.Structure):
    """Dl_info of dladdr."""

    _fields_ = (
        ("dli_fname", ctypes.c_char_p),
        ("dli_fbase", ctypes.c_void_p),
        ("dli_sname", ctypes.c_char_p),
        ("dli_saddr", ctypes.c_void_p),
    )


@cache
def _load_linker() -> Any:
    """Return libc with the prototypes of dlopen, dlsym, dlclose, dlerror and dladdr."""
    libc = ctypes.CDLL(None)
    # ctypes.CDLL(path) always adds RTLD_NOW, so that a driver with an unresolved symbol that it
    # never calls would fail here and work there. Therefore dlopen is libc's own.
    libc.dlopen.argtypes = (ctypes.c_char_p, ctypes.c_int)
    # Without restype ctypes cuts a handle or an address to 32 bits.
    libc.dlopen.restype = ctypes.c_void_p
    libc.dlsym.argtypes = (ctypes.c_void_p, ctypes.c_char_p)
    libc.dlsym.restype = ctypes.c_void_p
    libc.dlclose.argtypes = (ctypes.c_void_p,)
    libc.dlclose.restype = ctypes.c_int
    libc.dlerror.argtypes = ()
    libc.dlerror.restype = ctypes.c_char_p
    libc.dladdr.argtypes = (ctypes.c_void_p, ctypes.POINTER(_SymbolAddress))
    libc.dladdr.restype = ctypes.c_int
    return libc


class OpenedLibrary:
    """Open library. It stays open until `close`."""

    __slots__ = ("_handle", "path")

    def __init__(self, path: str) -> None:
        linker = _load_linker()
        self.path = path
        # RTLD_LAZY, as the loader does: an unused symbol may stay unresolved.
        handle = linker.dlopen(path.encode("utf-8", "surrogateescape"), _RTLD_LAZY)
        if not handle:
            reason: bytes = linker.dlerror() or b""  # on the same thread, at once
            raise LibraryError(path, reason.decode("utf-8", "replace"))
        self._handle: int | None = handle

    def find_symbol(self, name: str) -> int:
        """Return the address of an exported symbol, or 0."""
        return _load_linker().dlsym(self._handle, name.encode("utf-8", "surrogateescape")) or 0

    def close(self) -> None:
        """dlclose. Threads that still run code of the library crash then."""
        # A second dlclose would release the reference of other code that opened the same file.
        handle, self._handle = self._handle, None
        if handle is not None:
            _load_linker().dlclose(handle)


def find_library_path(address: int) -> str:
    """Return the path of the library that contains an address, as the linker resolved it."""
    symbol_address = _SymbolAddress()
    # dladdr reports the path that the linker's search found, for a library named without a slash.
    if (
        not _load_linker().dladdr(address, ctypes.byref(symbol_address))
        or not symbol_address.dli_fname
    ):
        return ""
    return bytes(symbol_address.dli_fname).decode("utf-8", "surrogateescape")


class OpenedDriver(NamedTuple):
    """A usable driver. The numbers are addresses of functions, 0 if missing.

    Attributes:
        name: displayed path of its library; for a direct driver, a substitute.
        library: None for a direct driver of the application.
        interface: negotiated interface version.
        api_version: of the manifest.
    """

    name: str
    library: OpenedLibrary | None
    interface: int
    api_version: tuple[int, int, int]
    get_instance_proc_addr: int
    get_physical_device_proc_addr: int
    create_instance: int
    enumerate_extensions: int
    is_portability: bool = False

    def proc(self, name: str, instance: int = 0) -> int:
        """Return the address of the driver's function for a command, or 0."""
        return query_function(self.get_instance_proc_addr, instance, name)

    def find_physical_device_function(self, name: str, instance: int) -> int:
        """Return the address of a function for physical devices, or 0.

        The loader need not know its name.
        """
        if not self.get_physical_device_proc_addr:
            return 0
        return query_function(self.get_physical_device_proc_addr, instance, name)

    def list_extensions(self, observer: Observer) -> Extensions:
        """Return the instance extensions of the driver."""
        observer.announce_step(f"{ENUMERATE_EXTENSIONS} of {self.name}")
        command = make_function_type("ippp")(self.enumerate_extensions)
        code, extensions = list_extensions(command, None)
        if code != SUCCESS:
            raise VulkanError(ENUMERATE_EXTENSIONS, code)
        return extensions


def query_function(get_proc_addr: int, handle: int, name: str) -> int:
    """Return the address that vkGetInstanceProcAddr or the like returns for a name, or 0.

    `get_proc_addr`: address of that function. `handle`: its first argument.
    """
    # vkGetInstanceProcAddr, vkGetDeviceProcAddr and both vk_...GetPhysicalDeviceProcAddr have this
    # shape: (dispatchable handle, const char *).
    address: int = make_function_type("ppp")(get_proc_addr)(handle or None, encode(name))
    return address


def query_interface_version(
    get_version: int,
    owner: str,
    observer: Observer,
    previous_version: tuple[int, int, int] = (0, 0, 0),
) -> tuple[int, tuple[int, int, int]]:
    """Return the VkResult and version of a driver's vkEnumerateInstanceVersion.

    Args:
        get_version: its address.
        owner: name of the driver in findings.
        observer: notified before the call.
        previous_version: default version if the driver writes none.
    """
    version = ctypes.c_uint32(pack_version(previous_version))
    observer.announce_step(f"{ENUMERATE_VERSION} of {owner}")
    code: int = make_function_type("ip")(get_version)(ctypes.byref(version))
    return code, unpack_version(version.value)


# Gates of the interface versions from 3 on; the negotiation began with 2.
_INTERFACE_GATES = (
    NativeGate.OFFERS_INTERFACE_3,
    NativeGate.OFFERS_INTERFACE_4,
    NativeGate.OFFERS_INTERFACE_5,
    NativeGate.OFFERS_INTERFACE_6,
    NativeGate.OFFERS_INTERFACE_7,
)


def get_offered_interface(profile: LoaderProfile) -> int:
    """Return the newest driver interface version that a loader offers in the negotiation."""
    return 2 + sum(map(profile.has, _INTERFACE_GATES))


def open_library(
    path: str, subject: str, observer: Observer, foreign: str = "foreign"
) -> OpenedLibrary | None:
    """Open a library with dlopen, or return None after a finding about `subject`.

    `foreign`: outcome of the finding if the library is for another machine.
    """
    observer.announce_step(f"open {path}")
    try:
        return OpenedLibrary(path)
    except LibraryError as error:
        # loader_handle_load_library_error: for the other word size is no error, only a hint.
        outcome = foreign if error.wrong_class else "refused"
        observer.report_finding(NativeStep(subject, "open", outcome, 0, error.reason))
        return None


def open_driver(
    file: DriverFile, profile: LoaderProfile, observer: Observer
) -> OpenedDriver | None:
    """Open a driver's library and negotiate the interface version, or return None."""
    library = open_library(file.library, file.library, observer)
    if library is None:
        return None
    driver = _LibraryOpening(file, library, profile, observer).find_driver()
    if driver is None:
        # Nothing of a library that is not used stays mapped, as in the C loader.
        library.close()
    return driver


class _LibraryOpening:
    """The steps from dlopen to a usable driver."""

    def __init__(
        self, file: DriverFile, library: OpenedLibrary, profile: LoaderProfile, observer: Observer
    ) -> None:
        self._file = file
        self._library = library
        self._profile = profile
        self._observer = observer

    def find_driver(self) -> OpenedDriver | None:
        """Find the driver's entry points and return it, or None after a finding."""
        get_instance_proc_addr = 0
        # From interface 7 on vk_icdGetInstanceProcAddr may give what is not exported.
        may_negotiate = self._profile.has(NativeGate.DRIVERS_NEGOTIATE)
        negotiate = self._library.find_symbol(NEGOTIATE) if may_negotiate else 0
        if not negotiate and self._profile.has(Gate.INTERFACE_7):
            get_instance_proc_addr = self._library.find_symbol(GET_INSTANCE_PROC_ADDR)
            if get_instance_proc_addr:
                self._observer.announce_step(f"{GET_INSTANCE_PROC_ADDR} of {self._file.library}")
                negotiate = query_function(get_instance_proc_addr, 0, NEGOTIATE)
        # No function to negotiate with: interface 0 or 1, told apart by what the library exports.
        version = self._negotiate(negotiate) if negotiate else 0
        if version is None:
            return None
        get_instance_proc_addr = get_instance_proc_addr or self._library.find_symbol(
            GET_INSTANCE_PROC_ADDR
        )
        if get_instance_proc_addr:
            return self._find_driver_by_negotiation(get_instance_proc_addr, version or 1)
        return self._find_driver_by_symbols(version)

    def _negotiate(self, negotiate: int) -> int | None:
        """Return the interface version that the driver chooses, or None if it refuses the loader.

        Args:
            negotiate: address of the function.
        """
        version = ctypes.c_uint32(get_offered_interface(self._profile))
        self._observer.announce_step(f"{NEGOTIATE} of {self._file.library}")
        # In: the newest version of the loader; out: what the driver agrees to.
        code = make_function_type("ip")(negotiate)(ctypes.byref(version))
        # Of all results only VK_ERROR_INCOMPATIBLE_DRIVER refuses; after any other the loader takes
        # what the driver left in the argument, even a version that was never offered.
        if code == INCOMPATIBLE_DRIVER:
            self._report_finding(
                "negotiate", "refused", message("no common interface version"), code
            )
            return None
        outcome = "ok" if code == SUCCESS else "warning"
        self._report_finding(
            "negotiate",
            outcome,
            message("interface version {version}", version=version.value),
            code,
        )
        return version.value

    def _find_driver_by_symbols(self, version: int) -> OpenedDriver | None:
        """Return a driver of the oldest interface, which exports Vulkan itself, or None."""
        if version and not self._profile.has(NativeGate.EXPORTS_AFTER_NEGOTIATION):
            # A driver that negotiated may not fall back on exported Vulkan functions.
            reason = f"interface {version} without {GET_INSTANCE_PROC_ADDR}"
            self._report_finding("negotiate", "refused", reason)
            return None
        # Interface 0: the driver exports Vulkan itself.
        address = self._library.find_symbol("vkGetInstanceProcAddr")
        if not address:
            reason = f"neither {GET_INSTANCE_PROC_ADDR} nor vkGetInstanceProcAddr"
            self._report_finding("symbols", "refused", reason)
            return None
        self._report_finding(
            "symbols", "warning", "vkGetInstanceProcAddr is a deprecated interface"
        )
        return self._finish_opening(address, version, self._library.find_symbol)

    def _find_driver_by_negotiation(self, address: int, version: int) -> OpenedDriver | None:
        """Return the driver with the functions found through vk_icdGetInstanceProcAddr, or None.

        `address`: of that function.
        """
        self._observer.announce_step(f"{GET_INSTANCE_PROC_ADDR} of {self._file.library}")
        return self._finish_opening(address, version, lambda name: query_function(address, 0, name))

    def _finish_opening(
        self, address: int, version: int, find: Callable[[str], int]
    ) -> OpenedDriver | None:
        """Return the driver, or None if it lacks a function that every driver needs.

        `find`: returns the address of a function, or 0.
        """
        create, enumerate_extensions = find(CREATE_INSTANCE), find(ENUMERATE_EXTENSIONS)
        # loader_scanned_icd_add drops a driver that cannot make an instance or list extensions.
        if not create or not enumerate_extensions:
            self._report_finding(
                "symbols",
                "refused",
                message(
                    "{name} not found", name=ENUMERATE_EXTENSIONS if create else CREATE_INSTANCE
                ),
            )
            return None
        physical_device_lookup = 0
        if version >= 7 and self._profile.has(Gate.INTERFACE_7):
            # From interface 7 on everything may come through vk_icdGetInstanceProcAddr; below it,
            # exports count.
            physical_device_lookup = find(GET_PHYSICAL_DEVICE_PROC_ADDR)
        if (
            not physical_device_lookup
            and version >= 3
            and self._profile.has(NativeGate.PHYSICAL_DEVICE_LOOKUPS)
        ):
            physical_device_lookup = self._library.find_symbol(GET_PHYSICAL_DEVICE_PROC_ADDR)
        # LoaderDriverInterface: below version 5 a driver may refuse a newer apiVersion.
        if version < 5 and self._file.api_version >= (1, 1, 0):
            text = ".".join(map(str, self._file.api_version[:2]))
            # LDP_DRIVER_7: only warned about, the driver is used.
            self._report_finding("negotiate", "warning", f"interface {version} with Vulkan {text}")
        return OpenedDriver(
            # loader.c, fixup_library_binary_path: reports name the file that was really opened.
            find_library_path(address) or self._file.library,
            self._library,
            version,
            self._file.api_version,
            address,
            physical_device_lookup,
            create,
            enumerate_extensions,
            self._file.is_portability,
        )

    def _report_finding(
        self, step: str, outcome: str, detail: Message | str, code: int = 0
    ) -> None:
        """Report a finding about the driver's library."""
        self._observer.report_finding(NativeStep(self._file.library, step, outcome, code, detail))


class LoadedLayer(NamedTuple):
    """A layer in a chain. The numbers are addresses of functions, 0 if missing.

    Attributes:
        library: None for a layer implemented by Python functions.
        path: of the library, as the dynamic linker resolved it.
        interface: negotiated interface version.
    """

    file: PlannedLayer
    library: OpenedLibrary | None
    path: str
    interface: int
    get_instance_proc_addr: int
    get_device_proc_addr: int
    get_physical_device_proc_addr: int

    @property
    def name(self) -> str:
        return self.file.name

    @property
    def answers_physical_devices(self) -> int:
        """Return the address of vk_layerGetPhysicalDeviceProcAddr, or 0.

        It counts from interface version 2 on.
        """
        return self.get_physical_device_proc_addr if self.interface > 1 else 0


def open_layer(
    file: PlannedLayer, profile: LoaderProfile, observer: Observer
) -> LoadedLayer | None:
    """Open a layer's library and find its entry points, or return None if it is unusable."""
    library = open_library(file.library, file.name, observer)
    if library is None:
        return None
    layer = _find_entry_points(file, library, profile, observer)
    if layer is None:
        library.close()
    return layer


def find_device_entry_points(
    layer: LoadedLayer, profile: LoaderProfile, observer: Observer
) -> tuple[int, int]:
    """Return a layer's vkGetInstanceProcAddr and vkGetDeviceProcAddr for the chain of a device.

    They are addresses, 0 after reporting that the layer has none.
    """
    file, library = layer.file, layer.library
    if library is None:
        return layer.get_instance_proc_addr, layer.get_device_proc_addr
    lookup, entry = layer.get_instance_proc_addr, layer.get_device_proc_addr
    symbol = file.get_device_proc_addr or _LAYER_DEVICE_PROC_ADDR
    if not profile.has(NativeGate.NEGOTIATED_LOOKUPS_KEPT):
        lookup = library.find_symbol(file.get_instance_proc_addr or _LAYER_INSTANCE_PROC_ADDR)
        entry = 0
    # Version 1 and older: looked up when the first device is made, not with the instance.
    entry = entry or library.find_symbol(symbol)
    if not (lookup and entry):
        not_found_message = message("{name} not found", name=symbol)
        observer.report_finding(NativeStep(layer.name, "device", "skipped", 0, not_found_message))
        return 0, 0
    return lookup, entry


def _find_entry_points(
    file: PlannedLayer, library: OpenedLibrary, profile: LoaderProfile, observer: Observer
) -> LoadedLayer | None:
    """Negotiate with a layer and return it with its entry points, or None if it is unusable."""
    # Older loaders go on with a layer that refused, and look for its symbols.
    must_negotiate = profile.has(NativeGate.LAYERS_MUST_NEGOTIATE)
    negotiated = _negotiate(file, library, profile, observer)
    if negotiated is None:
        if must_negotiate:
            return None
        negotiated = VkNegotiateLayerInterface(loaderLayerInterfaceVersion=1)
    # NULL here is allowed: then the exported function counts.
    address = negotiated.pfnGetInstanceProcAddr or 0
    if not address:
        # The manifest's "functions" may name another symbol.
        symbol = file.get_instance_proc_addr or _LAYER_INSTANCE_PROC_ADDR
        address = library.find_symbol(symbol)
        if not address:
            not_found_message = message("{name} not found", name=symbol)
            observer.report_finding(
                NativeStep(file.name, "symbols", "refused", 0, not_found_message)
            )
            return None
    return LoadedLayer(
        file,
        library,
        find_library_path(address) or file.library,
        negotiated.loaderLayerInterfaceVersion,
        address,
        negotiated.pfnGetDeviceProcAddr or 0,
        negotiated.pfnGetPhysicalDeviceProcAddr or 0,
    )


def _negotiate(
    file: PlannedLayer, library: OpenedLibrary, profile: LoaderProfile, observer: Observer
) -> VkNegotiateLayerInterface | None:
    """Return the structure that the layer filled in, or None if it refused."""
    oldest_interface = VkNegotiateLayerInterface(loaderLayerInterfaceVersion=1)
    symbol = file.negotiate or _LAYER_NEGOTIATE
    function = library.find_symbol(symbol) if profile.has(NativeGate.LAYERS_NEGOTIATE) else 0
    if not function:
        return oldest_interface
    negotiated = VkNegotiateLayerInterface(
        sType=NEGOTIATE_INTERFACE, loaderLayerInterfaceVersion=LAYER_INTERFACE
    )
    observer.announce_step(f"{symbol} of {file.library}")
    code = make_function_type("ip")(function)(ctypes.byref(negotiated))
    version = negotiated.loaderLayerInterfaceVersion
    # A layer that leaves 0 as the version has refused, whatever it returned.
    is_agreed = code == SUCCESS and version
    refusal = "refused" if profile.has(NativeGate.LAYERS_MUST_NEGOTIATE) else "warning"
    outcome = "ok" if is_agreed else refusal
    agreement = message("interface version {version}", version=version)
    observer.report_finding(NativeStep(file.name, "negotiate", outcome, code, agreement))
    if not is_agreed:
        return None
    # Pointers that a layer of version 1 wrote do not count: they came with version 2.
    return negotiated if version > 1 else oldest_interface
