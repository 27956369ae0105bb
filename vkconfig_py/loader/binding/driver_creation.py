"""The bottom of vkCreateInstance: an instance in every driver.

Follows loader.c, terminator_CreateInstance. What a driver gets is what the layers passed down, with
three changes that depend on the driver: its own share of the extensions, the version that it
understands, and whether it is told of portability.
"""

from __future__ import annotations

import ctypes

from vkconfig_py.loader.binding.abi import VkApplicationInfo, VkInstanceCreateInfo
from vkconfig_py.loader.binding.callbacks import function_type
from vkconfig_py.loader.binding.driver import Driver
from vkconfig_py.loader.binding.driver_instance import DriverInstance
from vkconfig_py.loader.binding.instance import LoaderInstance
from vkconfig_py.loader.binding.instance_extensions import offered_by
from vkconfig_py.loader.binding.memory import name_array
from vkconfig_py.loader.binding.request import (
    NO_VERSION,
    InstanceRequest,
    pack,
    read_instance_request,
    unpack,
)
from vkconfig_py.loader.binding.results import (
    INCOMPATIBLE_DRIVER,
    OUT_OF_HOST_MEMORY,
    SUCCESS,
    VulkanError,
)
from vkconfig_py.loader.devices.order import PROPERTIES2, can_sort
from vkconfig_py.loader.extensions import PORTABILITY_EXTENSION, PORTABILITY_FLAG
from vkconfig_py.loader.profiles.gates import Gate
from vkconfig_py.loader.profiles.native_gates import NativeGate
from vkconfig_py.loader.records import NamedTuple

_COMMAND = "vkCreateInstance"
_VERSION = "vkEnumerateInstanceVersion"
_CORE_PROPERTIES2 = (1, 1, 0)


class _Share(NamedTuple):
    """What one driver is asked for."""

    extensions: tuple[str, ...]
    api_version: tuple[int, int, int]


def create_in_drivers(instance: LoaderInstance, info: int, allocator: int) -> int:
    """Create an instance in every driver; those that fail are passed over."""
    request = read_instance_request(info)
    instance.api_version = request.api_version
    instance.extensions |= frozenset(request.extensions.names)
    asks = PROPERTIES2 in instance.extensions
    for driver in instance.scanned:
        creation = _Creation(instance, driver, request)
        code = creation.create(info, allocator)
        if code == OUT_OF_HOST_MEMORY:
            for made in instance.drivers:
                made.destroy(allocator)
            instance.drivers.clear()
            return code
        asks = asks or creation.adds_properties2  # also if the driver fails
    made_in = [(x.driver.api_version[:2], PROPERTIES2 in x.extensions) for x in instance.drivers]
    instance.can_sort = can_sort(instance.profile, request.api_version[:2], asks, made_in)
    if not instance.drivers:
        instance.found(_COMMAND, "drivers", "refused", INCOMPATIBLE_DRIVER, "found no drivers")
        return INCOMPATIBLE_DRIVER
    for made in instance.drivers:
        made.fill()
    return SUCCESS


class _Creation:
    """Creating one driver's instance.

    Attributes:
        adds_properties2: the driver is given the extension that devices are sorted with.
    """

    def __init__(self, instance: LoaderInstance, driver: Driver, request: InstanceRequest) -> None:
        self._instance = instance
        self._driver = driver
        self._request = request
        self.adds_properties2 = False

    def create(self, info: int, allocator: int) -> int:
        """Add the driver's instance to those of the loader's; return what the driver answered."""
        try:
            share = self._share()
        except VulkanError as error:
            self._say("skipped", error.code, str(error))
            return error.code
        keep: list[object] = []
        own = self._own_info(info, share, keep)
        handle = ctypes.c_size_t()
        create = function_type("ippp")(self._driver.create_instance)
        self._instance.observer.about(f"{_COMMAND} of {self._driver.name}")
        code: int = create(ctypes.byref(own), allocator or None, ctypes.byref(handle))
        if code != SUCCESS:
            self._say("skipped", code)
            return code
        made = DriverInstance(
            self._driver,
            self._instance,
            handle.value,
            frozenset(share.extensions),
            share.api_version,
        )
        made.keep = keep
        missing = made.missing()
        if missing:
            self._say("skipped", 0, f"no {', '.join(missing)}")
            return SUCCESS  # as in the C loader, what was created stays
        self._say("ok", code)
        self._instance.drivers.insert(0, made)
        return SUCCESS

    def _share(self) -> _Share:
        offered = offered_by(self._driver, self._instance.assembly, self._instance.observer)
        names = {name for name, _ in offered}
        passed = [name for name in self._request.extensions.names if name in names]
        if PROPERTIES2 in names and self._wants_properties2():
            passed.append(PROPERTIES2)
            self.adds_properties2 = True
        return _Share(tuple(passed), self._version())

    def _wants_properties2(self) -> bool:
        """Return whether devices can be sorted only if the driver has this extension, too."""
        versions = self._request.api_version[:2], self._driver.api_version[:2]
        return self._instance.profile.has(Gate.SORTED_DEVICES) and (1, 0) in versions

    def _version(self) -> tuple[int, int, int]:
        """Return the version that the driver has: 1.0 unless manifest and driver say more."""
        if self._driver.api_version < _CORE_PROPERTIES2:
            return NO_VERSION
        address = self._driver.proc(_VERSION)
        if not address:
            self._say("warning", 0, f"Vulkan 1.1 or newer without {_VERSION}", _VERSION)
            return NO_VERSION
        version = ctypes.c_uint32()
        self._instance.observer.about(f"{_VERSION} of {self._driver.name}")
        code = function_type("ip")(address)(ctypes.byref(version))
        if code != SUCCESS:
            self._say("warning", code, "", _VERSION)
            return NO_VERSION
        found = unpack(version.value)
        if found < _CORE_PROPERTIES2:
            self._say("warning", 0, "returned 1.0", _VERSION)
        return found

    def _own_info(self, info: int, share: _Share, keep: list[object]) -> VkInstanceCreateInfo:
        own = VkInstanceCreateInfo.from_buffer_copy(VkInstanceCreateInfo.from_address(info))
        names = name_array(share.extensions)
        own.enabledLayerCount, own.ppEnabledLayerNames = 0, None
        own.enabledExtensionCount = len(share.extensions)
        own.ppEnabledExtensionNames = ctypes.addressof(names)
        withholds = self._instance.profile.has(NativeGate.FLAG_WITHHELD)
        if withholds and PORTABILITY_EXTENSION not in share.extensions:
            own.flags &= ~PORTABILITY_FLAG
        application = self._own_application(own.pApplicationInfo or 0, share.api_version)
        if application is not None:
            own.pApplicationInfo = ctypes.addressof(application)
        keep += [names, own, application]
        return own

    def _own_application(
        self, address: int, driver: tuple[int, int, int]
    ) -> VkApplicationInfo | None:
        """Return what has to stand for the application's VkApplicationInfo, if anything has."""
        version = self._request.packed_version
        if self._is_raised(driver):
            lowered = _CORE_PROPERTIES2
        elif driver[:2] == (1, 0) and version != 0:
            lowered = driver
        else:
            return None
        own = VkApplicationInfo()
        if address:
            own = VkApplicationInfo.from_buffer_copy(VkApplicationInfo.from_address(address))
        own.apiVersion = pack(lowered)
        return own

    def _is_raised(self, driver: tuple[int, int, int]) -> bool:
        """Return whether the settings file needs Vulkan 1.1 to tell the driver's devices."""
        return (
            bool(self._instance.assembly.device_configurations)
            and driver >= _CORE_PROPERTIES2
            and self._request.api_version < _CORE_PROPERTIES2
        )

    def _say(self, outcome: str, code: int, detail: str = "", step: str = _COMMAND) -> None:
        self._instance.found(self._driver.name, step, outcome, code, detail)
