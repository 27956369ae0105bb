"""Drivers that the application brings along (VK_LUNARG_direct_driver_loading).

Follows loader.c, loader_scan_for_direct_drivers and loader_add_direct_driver. They come before
those of files, or instead of them. Filters and manifests have no say: everything is asked through
the function that the application names.
"""

from __future__ import annotations

import ctypes

from vkconfig_py.loader.binding.abi import (
    DIRECT_DRIVER_LOADING_LIST,
    DIRECT_EXCLUSIVE,
    DRIVER_INTERFACE,
    VkDirectDriverLoadingInfoLUNARG,
    VkDirectDriverLoadingListLUNARG,
)
from vkconfig_py.loader.binding.callbacks import function_type
from vkconfig_py.loader.binding.driver import (
    CREATE_INSTANCE,
    ENUMERATE_EXTENSIONS,
    GET_PHYSICAL_DEVICE_PROC_ADDR,
    NEGOTIATE,
    Driver,
    ask_for,
)
from vkconfig_py.loader.binding.observer import Finding, Observer
from vkconfig_py.loader.binding.request import InstanceRequest, find_in_chain, pack, unpack
from vkconfig_py.loader.binding.results import INCOMPATIBLE_DRIVER, SUCCESS
from vkconfig_py.loader.profiles.gates import Gate
from vkconfig_py.loader.profiles.profile import LoaderProfile
from vkconfig_py.loader.records import NamedTuple

EXTENSION = "VK_LUNARG_direct_driver_loading"
_VERSION = "vkEnumerateInstanceVersion"
_STEP = "direct drivers"
_DEFAULT = (1, 1, 0)


class DirectDrivers(NamedTuple):
    """Drivers of the application that can be used.

    Attributes:
        are_exclusive: no driver of a file is opened.
    """

    drivers: tuple[Driver, ...] = ()
    are_exclusive: bool = False


def find_direct_drivers(
    request: InstanceRequest, profile: LoaderProfile, observer: Observer
) -> DirectDrivers:
    """Return the drivers that a vkCreateInstance brings along."""
    if not profile.has(Gate.DIRECT_DRIVERS):
        return DirectDrivers()
    address = find_in_chain(request.chain, DIRECT_DRIVER_LOADING_LIST)
    is_enabled = EXTENSION in request.extensions.names
    if not address or not is_enabled:
        if address or is_enabled:
            detail = "extension without list" if is_enabled else "list without extension"
            observer.found(Finding(EXTENSION, _STEP, "warning", 0, detail))
        return DirectDrivers()
    given = VkDirectDriverLoadingListLUNARG.from_address(address)
    if not given.pDrivers or not given.driverCount:
        observer.found(Finding(EXTENSION, _STEP, "warning", 0, "the list is empty"))
        return DirectDrivers((), given.mode == DIRECT_EXCLUSIVE)
    array = (VkDirectDriverLoadingInfoLUNARG * given.driverCount).from_address(given.pDrivers)
    opened = (
        _open(index, info.pfnGetInstanceProcAddr or 0, observer) for index, info in enumerate(array)
    )
    drivers = tuple(driver for driver in opened if driver is not None)
    return DirectDrivers(drivers, given.mode == DIRECT_EXCLUSIVE)


def _open(index: int, address: int, observer: Observer) -> Driver | None:
    name = f"direct driver {index}"

    def refuse(reason: str, code: int = 0) -> None:
        observer.found(Finding(name, _STEP, "refused", code, reason))

    if not address:
        refuse("no vkGetInstanceProcAddr")
        return None
    observer.about(f"vkGetInstanceProcAddr of {name}")
    negotiate = ask_for(address, 0, NEGOTIATE)
    if not negotiate:
        refuse(f"no {NEGOTIATE}")
        return None
    version = ctypes.c_uint32(DRIVER_INTERFACE)
    observer.about(f"{NEGOTIATE} of {name}")
    code = function_type("ip")(negotiate)(ctypes.byref(version))
    if code == INCOMPATIBLE_DRIVER or version.value < DRIVER_INTERFACE:
        refuse(f"interface {version.value}", code)
        return None
    create, enumerate_extensions = (
        ask_for(address, 0, function) for function in (CREATE_INSTANCE, ENUMERATE_EXTENSIONS)
    )
    if not create or not enumerate_extensions:
        refuse(f"no {ENUMERATE_EXTENSIONS if create else CREATE_INSTANCE}")
        return None
    api_version = _api_version(name, address, observer)
    if api_version is None:
        return None
    physical = ask_for(address, 0, GET_PHYSICAL_DEVICE_PROC_ADDR)
    observer.found(Finding(name, _STEP, "ok", 0, f"interface {version.value}"))
    return Driver(
        name, None, version.value, api_version, address, physical, create, enumerate_extensions
    )


def _api_version(name: str, address: int, observer: Observer) -> tuple[int, int, int] | None:
    """Return the version that the driver has; None if it does not say."""
    function = ask_for(address, 0, _VERSION)
    if not function:
        return _DEFAULT
    version = ctypes.c_uint32(pack(_DEFAULT))
    observer.about(f"{_VERSION} of {name}")
    code = function_type("ip")(function)(ctypes.byref(version))
    if code != SUCCESS:
        observer.found(Finding(name, _STEP, "refused", code, _VERSION))
        return None
    return unpack(version.value)
