"""Physical devices: enumerated in every driver, wrapped once, with handles that stay the same."""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Iterator

from vkconfig_py.loader.binding.callbacks import function_type
from vkconfig_py.loader.binding.commands import INSTANCE_SLOTS
from vkconfig_py.loader.binding.memory import read_u32, read_word, write_u32, write_word
from vkconfig_py.loader.binding.objects import LoaderObject, bottom_device, top_device
from vkconfig_py.loader.binding.results import INCOMPLETE, INITIALIZATION_FAILED, SUCCESS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from vkconfig_py.loader.binding.driver_instance import DriverInstance
    from vkconfig_py.loader.binding.instance import LoaderInstance

_COMMAND = "vkEnumeratePhysicalDevices"
Functions = dict[str, Callable[..., int]]


def terminators(instance: LoaderInstance) -> Functions:
    """Return the functions at the bottom of the chain."""
    return {_COMMAND: _Bottom(instance).enumerate}


def trampolines(instance: LoaderInstance) -> Functions:
    """Return the functions of the application's side."""
    return {_COMMAND: _Top(instance).enumerate}


class _Bottom:
    """Devices as the bottom layer sees them."""

    def __init__(self, instance: LoaderInstance) -> None:
        self._instance = instance
        self._known: dict[tuple[int, int], LoaderObject] = {}

    def enumerate(self, _instance: int, count: int, devices: int) -> int:
        with self._instance.lock:
            found = list(self._find())
            if not found:
                self._instance.found(_COMMAND, "devices", "refused", INITIALIZATION_FAILED)
                return INITIALIZATION_FAILED
            return answer(found, count, devices)

    def _find(self) -> Iterator[int]:
        for driver in self._instance.drivers:
            for handle in _handles_of(driver):
                yield self._wrap(driver, handle)

    def _wrap(self, driver: DriverInstance, handle: int) -> int:
        key = driver.table.address, handle
        if key not in self._known:
            self._known[key] = bottom_device(self._instance.table.address, *key)
        return self._known[key].address


class _Top:
    """Devices as the application sees them."""

    def __init__(self, instance: LoaderInstance) -> None:
        self._instance = instance
        self._known: dict[int, LoaderObject] = {}

    def enumerate(self, instance: int, count: int, devices: int) -> int:
        if not count:
            return INITIALIZATION_FAILED
        with self._instance.lock:
            table = self._instance.table
            below = function_type("ippp")(table[INSTANCE_SLOTS[_COMMAND]])
            code: int = below(instance, count, devices or None)
            if devices and code in (SUCCESS, INCOMPLETE):
                for index in range(read_u32(count)):
                    write_word(devices, self._wrap(read_word(devices, index)), index)
            return code

    def _wrap(self, handle: int) -> int:
        if handle not in self._known:
            made = top_device(self._instance.table.address, self._instance.handle, handle)
            self._known[handle] = made
        return self._known[handle].address


def answer(found: list[int], count: int, place: int) -> int:
    """Answer an enumeration of handles as C functions do: the number alone, or as many as fit."""
    if not place:
        write_u32(count, len(found))
        return SUCCESS
    given = found[: read_u32(count)]
    for index, handle in enumerate(given):
        write_word(place, handle, index)
    write_u32(count, len(given))
    return SUCCESS if len(given) == len(found) else INCOMPLETE


def _handles_of(driver: DriverInstance) -> list[int]:
    enumerate_devices = function_type("ippp")(driver.proc(_COMMAND))
    driver.instance.observer.about(f"{_COMMAND} of {driver.name}")
    count = ctypes.c_uint32()
    code = enumerate_devices(driver.handle, ctypes.byref(count), None)
    handles = (ctypes.c_size_t * max(count.value, 1))()
    if code == SUCCESS and count.value:
        code = enumerate_devices(driver.handle, ctypes.byref(count), handles)
    if code != SUCCESS:
        driver.instance.found(driver.name, _COMMAND, "failed", code)
        return []
    return handles[: count.value]
