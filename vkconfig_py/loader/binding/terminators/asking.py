"""What terminators share: functions of a driver, chains of structures, what is worth telling."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from vkconfig_py.loader.binding.callbacks import function_type
from vkconfig_py.loader.binding.commands import commands
from vkconfig_py.loader.binding.memory import read_u32, read_word
from vkconfig_py.loader.records import TYPE_CHECKING

if TYPE_CHECKING:
    from vkconfig_py.loader.binding.driver_instance import DriverInstance
    from vkconfig_py.loader.binding.instance import LoaderInstance

SUCCESS = 0
FORMAT_NOT_SUPPORTED = -11


def function(driver: DriverInstance, name: str) -> Callable[..., int] | None:
    """Return a driver's own function, ready to be called, or None."""
    address = driver.proc(name)
    return typed(name, address) if address else None


def required(driver: DriverInstance, name: str) -> Callable[..., int]:
    """Return a function without which a driver is not used."""
    return typed(name, driver.proc(name))


def typed(name: str, address: int) -> Callable[..., int]:
    """Return the function at an address, with the signature of a command."""
    made: Callable[..., int] = function_type(commands()[name].signature)(address)
    return made


def chain(address: int) -> Iterator[tuple[int, int]]:
    """Yield (sType, address) of a structure and of all behind it in its pNext chain."""
    while address:
        yield read_u32(address), address
        address = read_word(address, 1)


def emulating(driver: DriverInstance, name: str, old: str = "") -> None:
    """Tell that a driver lacks a command, and by which other one it is answered."""
    driver.tell_once(name, "emulated", old)


def ignoring(driver: DriverInstance, name: str, where: str) -> None:
    """Tell that an emulation leaves a structure as it is."""
    driver.tell_once(name, "warning", f"unknown structure in {where}")


def not_enabled(driver: DriverInstance, name: str, extension: str) -> bool:
    """Return whether an extension is not enabled, so that a command of it does nothing."""
    if extension in driver.instance.extensions:
        return False
    driver.tell_once(name, "refused", f"{extension} is not enabled")
    return True


def missing(driver: DriverInstance, name: str) -> int:
    """Tell that a driver lacks a command; what is answered instead is a success."""
    driver.tell_once(name, "missing")
    return SUCCESS


def of_device(
    instance: LoaderInstance, handle: int, name: str
) -> tuple[DriverInstance, Callable[..., int] | None]:
    """Return the driver of a device, and its function for it or None.

    Raises:
        KeyError: the handle is no VkDevice of this instance.
    """
    device = instance.device_of(handle)
    if device.driver is None:
        raise KeyError(f"VkDevice {handle:#x} has no driver")
    address = device.driver_proc(name)
    if not address:
        missing(device.driver, name)
    return device.driver, typed(name, address) if address else None
