"""Protocols between the parts of an instance, for type checkers only.

A LoaderInstance holds its drivers, devices and lookups, and each of these calls the instance back.
Parts name a protocol of this module instead of the class that holds them, so that no two modules
import each other. Import this module under TYPE_CHECKING only: loading `typing` would make a
probe's child process start five milliseconds later.
"""

from __future__ import annotations

from threading import RLock
from typing import Protocol

from vkconfig_py.language.sentences import Message
from vkconfig_py.loader.native.libraries import OpenedDriver
from vkconfig_py.loader.native.loader_messages import Observer
from vkconfig_py.loader.native.memory import DispatchTable
from vkconfig_py.loader.profiles.profile import LoaderProfile
from vkconfig_py.loader.wire.jobs import LoadPlan


class InstanceProtocol(Protocol):
    """An instance, as its surfaces, physical devices and driver objects see it."""

    plan: LoadPlan
    observer: Observer
    scanned: list[OpenedDriver]
    table: DispatchTable
    handle: int
    api_version: tuple[int, int, int]
    extensions: frozenset[str]
    drivers: list[DriverProtocol]
    can_sort: bool
    keep: list[object]

    @property
    def lock(self) -> RLock: ...

    @property
    def profile(self) -> LoaderProfile: ...

    def find_device(self, handle: int) -> DeviceProtocol:
        """Return the device of a VkDevice, VkQueue or VkCommandBuffer, or raise KeyError."""

    def report_finding(
        self, subject: str, step: str, outcome: str, code: int = 0, detail: Message | str = ""
    ) -> None:
        """Report what was found about a library or command.

        Args:
            subject: the library, layer or command.
            step: what was done with it.
            outcome: how that ended, such as "refused".
            code: VkResult, 0 for none.
            detail: further words.
        """


class ObjectsProtocol(Protocol):
    """Objects that the loader created in a driver."""

    def make(self, create: str, destroy: str, info: int, allocator: int) -> tuple[int, int]:
        """Create an object in the driver. Return the VkResult and the handle."""

    def destroy(self, destroy: str, handle: int, allocator: int, *, forget: bool = True) -> None:
        """Destroy an object if the driver has the command for it."""


class DriverProtocol(Protocol):
    """A driver's VkInstance."""

    driver: OpenedDriver
    handle: int
    extensions: frozenset[str]
    api_version: tuple[int, int, int]
    table: DispatchTable
    device_count: int

    @property
    def instance(self) -> InstanceProtocol: ...

    @property
    def objects(self) -> ObjectsProtocol: ...

    @property
    def name(self) -> str: ...

    def proc(self, name: str) -> int:
        """Return the address of the driver's own function for a command, or 0."""

    def fill(self) -> None:
        """Fill the driver's dispatch table."""

    def report_once(self, command: str, outcome: str, detail: Message | str = "") -> None:
        """Report a finding about a command, only the first time."""

    def destroy(self, allocator: int) -> None:
        """Destroy the driver's VkInstance after the objects that the loader created in it."""


class DeviceProtocol(Protocol):
    """A VkDevice with its chain."""

    table: DispatchTable
    driver: DriverProtocol | None
    handle: int
    first_layer_handle: int
    extensions: frozenset[str]
    top: int
    has_marker: bool
    hides_newer_functions: bool
    keep: list[object]

    @property
    def instance(self) -> InstanceProtocol: ...

    def find_driver_function(self, name: str) -> int:
        """Return the address of the driver's function for this device, or 0."""

    def find_bottom_function(self, name: str) -> int:
        """Return the address of a function below the last layer, or 0."""


class ChainsProtocol(Protocol):
    """The devices of an instance."""

    make_device: tuple[int, int]

    def create(self, physical_device: int, info: int, allocator: int, address: int) -> int:
        """Create a device for the program. Return the VkResult."""

    def destroy(self, handle: int, allocator: int) -> None:
        """Destroy a device of the program."""

    def find(self, handle: int, command: str) -> DeviceProtocol | None:
        """Return the device of a handle. An unknown handle aborts the process."""


class LookupProtocol(Protocol):
    """Entry points that the last layer gets as its next element."""

    get_instance_proc_addr: int
    get_physical_device_proc_addr: int
    get_device_proc_addr: int


class UnknownProtocol(Protocol):
    """Functions that the emulated loader version does not know."""

    def find_top_function(self, name: str) -> int:
        """Return the address for the program of a function unknown to the loader, or 0."""

    def find_bottom_function(self, name: str) -> int:
        """Return the address below the last layer of a function unknown to the loader, or 0."""

    def find_physical_device_terminator(self, name: str) -> int:
        """Return the address of an unknown function for physical devices, or 0."""

    def was_asked_for(self, name: str) -> bool:
        """Return whether the program has looked up this function for physical devices."""

    def fill(self, device: DeviceProtocol) -> None:
        """Fill a new device's table with the unknown functions looked up so far."""
