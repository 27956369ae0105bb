"""Messengers and report callbacks: one in every driver, and one of the loader (debug_utils.c)."""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from functools import partial

from vkconfig_py.loader.binding.driver_objects import DESTROY_MESSENGER, DESTROY_REPORT
from vkconfig_py.loader.binding.terminators.asking import SUCCESS, function
from vkconfig_py.loader.profiles.native_gates import NativeGate
from vkconfig_py.loader.records import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from vkconfig_py.loader.binding.driver_instance import DriverInstance
    from vkconfig_py.loader.binding.instance import LoaderInstance


class _Kind(NamedTuple):
    """One of the two ways to listen."""

    create: str
    destroy: str
    is_messenger: bool


_KINDS = (
    _Kind("vkCreateDebugUtilsMessengerEXT", DESTROY_MESSENGER, True),
    _Kind("vkCreateDebugReportCallbackEXT", DESTROY_REPORT, False),
)
_REPORT = "vkDebugReportMessageEXT"


class _Made:
    """What stands behind a handle: those of the drivers.

    Attributes:
        handle: address of a word of its own.
    """

    def __init__(self) -> None:
        self._word = ctypes.c_uint64()
        self.handle = ctypes.addressof(self._word)
        self.copies: dict[DriverInstance, int] = {}


Made = dict[int, _Made]


def terminators(instance: LoaderInstance) -> dict[str, Callable[..., int | None]]:
    """Return what makes, destroys and serves listeners."""
    made: Made = {}
    answers: dict[str, Callable[..., int | None]] = {}
    for kind in _KINDS:
        answers[kind.create] = partial(_create, instance, made, kind)
        answers[kind.destroy] = partial(_destroy, instance, made, kind)

    def submit(_instance: int, severity: int, types: int, data: int) -> None:
        # Drivers do not get it: each that passed it on would make it heard once more.
        instance.messages.submit(severity, types, data)

    def report(_instance: int, *message: int) -> None:
        for driver in instance.drivers:
            tell = function(driver, _REPORT)
            if tell is not None:
                tell(driver.handle, *message)
        instance.messages.report(*message)

    return answers | {"vkSubmitDebugUtilsMessageEXT": submit, _REPORT: report}


def _create(
    instance: LoaderInstance,
    made: Made,
    kind: _Kind,
    _instance: int,
    info: int,
    allocator: int,
    place: int,
) -> int:
    mine = _Made()
    for driver in instance.drivers:
        if not driver.proc(kind.create):
            continue
        code, copy = driver.objects.make(kind.create, kind.destroy, info, allocator)
        if copy:
            mine.copies[driver] = copy
        if code != SUCCESS:
            is_twice = instance.profile.has(NativeGate.LISTENERS_DESTROYED_TWICE)
            _destroy_copies(instance, kind, mine, allocator, forget=not is_twice)
            return code
    with instance.lock:
        made[mine.handle] = mine
    instance.messages.add(mine.handle, kind.is_messenger, info)
    ctypes.c_uint64.from_address(place).value = mine.handle
    return SUCCESS


def _destroy(
    instance: LoaderInstance, made: Made, kind: _Kind, _instance: int, handle: int, allocator: int
) -> None:
    with instance.lock:
        mine = made.pop(handle, None)
    if mine is not None:
        _destroy_copies(instance, kind, mine, allocator)
        instance.messages.remove(handle, kind.is_messenger)


def _destroy_copies(
    instance: LoaderInstance, kind: _Kind, mine: _Made, allocator: int, *, forget: bool = True
) -> None:
    for driver in instance.drivers:
        copy = mine.copies.pop(driver, 0)
        driver.objects.destroy(kind.destroy, copy, allocator, forget=forget)
