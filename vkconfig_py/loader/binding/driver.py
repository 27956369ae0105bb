"""Opening a driver and agreeing on an interface version (loader.c, loader_scanned_icd_add).

LoaderDriverInterface, "Loader and Driver Interface Negotiation": the steps and their fall-backs are
in the order of the C loader, since a driver can answer each of them differently.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable

from vkconfig_py.loader.assembly import DriverFile
from vkconfig_py.loader.binding.abi import DRIVER_INTERFACE
from vkconfig_py.loader.binding.callbacks import function_type
from vkconfig_py.loader.binding.library import Library, LibraryError, path_of
from vkconfig_py.loader.binding.memory import encode, extension_buffer, read_extensions
from vkconfig_py.loader.binding.observer import Finding, Observer
from vkconfig_py.loader.binding.results import INCOMPATIBLE_DRIVER, SUCCESS, VulkanError
from vkconfig_py.loader.profiles.gates import Gate
from vkconfig_py.loader.profiles.native_gates import NativeGate
from vkconfig_py.loader.profiles.profile import LoaderProfile
from vkconfig_py.loader.records import NamedTuple

NEGOTIATE = "vk_icdNegotiateLoaderICDInterfaceVersion"
GET_INSTANCE_PROC_ADDR = "vk_icdGetInstanceProcAddr"
GET_PHYSICAL_DEVICE_PROC_ADDR = "vk_icdGetPhysicalDeviceProcAddr"
CREATE_INSTANCE = "vkCreateInstance"
ENUMERATE_EXTENSIONS = "vkEnumerateInstanceExtensionProperties"

Extensions = tuple[tuple[str, int], ...]


class Driver(NamedTuple):
    """A driver that the loader can use; the numbers are addresses of functions, 0 if missing.

    Attributes:
        name: path of its library for people; of a direct driver, what stands for it.
        library: None if the application brought the driver along.
        interface: version that was agreed on.
        api_version: of the manifest.
    """

    name: str
    library: Library | None
    interface: int
    api_version: tuple[int, int, int]
    get_instance_proc_addr: int
    get_physical_device_proc_addr: int
    create_instance: int
    enumerate_extensions: int
    is_portability: bool = False

    def proc(self, name: str, instance: int = 0) -> int:
        """Return the address of a function of the driver, or 0."""
        return ask_for(self.get_instance_proc_addr, instance, name)

    def physical_device_proc(self, name: str, instance: int) -> int:
        """Return the address of a physical-device function that the loader need not know, or 0."""
        if not self.get_physical_device_proc_addr:
            return 0
        return ask_for(self.get_physical_device_proc_addr, instance, name)

    def extensions(self, observer: Observer) -> Extensions:
        """Return the instance extensions that the driver offers.

        Raises:
            VulkanError: the driver answers anything but success.
        """
        enumerate_extensions = function_type("ippp")(self.enumerate_extensions)
        observer.about(f"{ENUMERATE_EXTENSIONS} of {self.name}")
        count = ctypes.c_uint32()
        self._check(enumerate_extensions(None, ctypes.byref(count), None))
        if not count.value:
            return ()
        buffer = extension_buffer(count.value)
        self._check(enumerate_extensions(None, ctypes.byref(count), buffer))
        return read_extensions(count.value, ctypes.addressof(buffer))

    def _check(self, code: int) -> None:
        if code != SUCCESS:
            raise VulkanError(ENUMERATE_EXTENSIONS, code)


def ask_for(get_proc_addr: int, handle: int, name: str) -> int:
    """Return what a function such as vkGetInstanceProcAddr answers."""
    found: int = function_type("ppp")(get_proc_addr)(handle or None, encode(name))
    return found


def offered_interface(profile: LoaderProfile) -> int:
    """Return the interface version with which a loader begins to negotiate."""
    if profile.has(NativeGate.OFFERS_INTERFACE_7):
        return DRIVER_INTERFACE
    return 6 if profile.has(NativeGate.OFFERS_INTERFACE_6) else 5


def open_driver(file: DriverFile, profile: LoaderProfile, observer: Observer) -> Driver | None:
    """Open a driver's library and agree on an interface; None if it cannot be used."""
    observer.about(f"open {file.library}")
    try:
        library = Library(file.library)
    except LibraryError as error:
        outcome = "foreign" if error.wrong_class else "refused"
        observer.found(Finding(file.library, "open", outcome, 0, error.reason))
        return None
    driver = _Opening(file, library, profile, observer).driver()
    if driver is None:
        library.close()
    return driver


class _Opening:
    """The steps between dlopen and a driver that can be used."""

    def __init__(
        self, file: DriverFile, library: Library, profile: LoaderProfile, observer: Observer
    ) -> None:
        self._file = file
        self._library = library
        self._profile = profile
        self._observer = observer

    def driver(self) -> Driver | None:
        """Return the driver, or None after saying what is wrong with it."""
        get_instance_proc_addr = 0
        negotiate = self._library.symbol(NEGOTIATE)
        if not negotiate and self._profile.has(Gate.INTERFACE_7):
            get_instance_proc_addr = self._library.symbol(GET_INSTANCE_PROC_ADDR)
            if get_instance_proc_addr:
                self._observer.about(f"{GET_INSTANCE_PROC_ADDR} of {self._file.library}")
                negotiate = ask_for(get_instance_proc_addr, 0, NEGOTIATE)
        version = self._negotiate(negotiate) if negotiate else 0
        if version is None:
            return None
        get_instance_proc_addr = get_instance_proc_addr or self._library.symbol(
            GET_INSTANCE_PROC_ADDR
        )
        if get_instance_proc_addr:
            return self._through(get_instance_proc_addr, version or 1)
        return self._by_symbols(version)

    def _negotiate(self, negotiate: int) -> int | None:
        """Return the version that the driver chooses, or None if it refuses the loader.

        Every other result, also an error, leaves what the driver wrote.
        """
        version = ctypes.c_uint32(offered_interface(self._profile))
        self._observer.about(f"{NEGOTIATE} of {self._file.library}")
        code = function_type("ip")(negotiate)(ctypes.byref(version))
        if code == INCOMPATIBLE_DRIVER:
            self._say("negotiate", "refused", "no interface version in common", code)
            return None
        outcome = "ok" if code == SUCCESS else "warning"
        self._say("negotiate", outcome, f"interface {version.value}", code)
        return version.value

    def _by_symbols(self, version: int) -> Driver | None:
        if version:
            reason = f"interface {version} without {GET_INSTANCE_PROC_ADDR}"
            self._say("negotiate", "refused", reason)
            return None
        address = self._library.symbol("vkGetInstanceProcAddr")
        if not address:
            reason = f"neither {GET_INSTANCE_PROC_ADDR} nor vkGetInstanceProcAddr"
            self._say("symbols", "refused", reason)
            return None
        self._say("symbols", "warning", "vkGetInstanceProcAddr is a deprecated interface")
        return self._finish(address, 0, self._library.symbol)

    def _through(self, address: int, version: int) -> Driver | None:
        self._observer.about(f"{GET_INSTANCE_PROC_ADDR} of {self._file.library}")
        return self._finish(address, version, lambda name: ask_for(address, 0, name))

    def _finish(self, address: int, version: int, find: Callable[[str], int]) -> Driver | None:
        create, enumerate_extensions = find(CREATE_INSTANCE), find(ENUMERATE_EXTENSIONS)
        if not create or not enumerate_extensions:
            self._say(
                "symbols", "refused", f"no {ENUMERATE_EXTENSIONS if create else CREATE_INSTANCE}"
            )
            return None
        physical = 0
        if version >= 7 and self._profile.has(Gate.INTERFACE_7):
            physical = find(GET_PHYSICAL_DEVICE_PROC_ADDR)
        if not physical and version >= 3:
            physical = self._library.symbol(GET_PHYSICAL_DEVICE_PROC_ADDR)
        if version < 5 and self._file.api_version >= (1, 1, 0):
            text = ".".join(map(str, self._file.api_version[:2]))
            self._say("negotiate", "warning", f"interface {version} with Vulkan {text}")
        return Driver(
            path_of(address) or self._file.library,
            self._library,
            version,
            self._file.api_version,
            address,
            physical,
            create,
            enumerate_extensions,
            self._file.is_portability,
        )

    def _say(self, step: str, outcome: str, detail: str, code: int = 0) -> None:
        self._observer.found(Finding(self._file.library, step, outcome, code, detail))
