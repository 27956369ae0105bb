"""What the parts of an instance know of each other: protocols, for type checkers alone.

Theory of operation. A LoaderInstance holds its drivers, devices and lookups, and each of these asks
the instance back. Parts that stand below name a role here instead of the class that holds them, so
that no two modules import each other. Import this module under TYPE_CHECKING only: a probe's child
that loads `typing` starts five milliseconds later.
"""

from __future__ import annotations

from threading import RLock
from typing import Protocol

from vkconfig_py.loader.native.libraries import Driver
from vkconfig_py.loader.native.loader_messages import Observer
from vkconfig_py.loader.native.memory import DispatchTable
from vkconfig_py.loader.profiles.profile import LoaderProfile
from vkconfig_py.loader.wire.load_plan import LoadPlan


class InstanceRole(Protocol):
    """An instance, as its surfaces, physical devices and driver objects see it."""

    assembly: LoadPlan
    observer: Observer
    scanned: list[Driver]
    table: DispatchTable
    handle: int
    api_version: tuple[int, int, int]
    extensions: frozenset[str]
    drivers: list[DriverRole]
    can_sort: bool
    keep: list[object]

    @property
    def lock(self) -> RLock:
        """Held while lists of the instance change."""

    @property
    def profile(self) -> LoaderProfile:
        """The loader version to behave as."""

    def device_of(self, handle: int) -> DeviceRole:
        """Device of a VkDevice, VkQueue or VkCommandBuffer."""

    def found(self, subject: str, step: str, outcome: str, code: int = 0, detail: str = "") -> None:
        """Report a finding."""


class ObjectsRole(Protocol):
    """Objects that the loader made in a driver."""

    def make(self, create: str, destroy: str, info: int, allocator: int) -> tuple[int, int]:
        """VkResult and handle of a new object."""

    def destroy(self, destroy: str, handle: int, allocator: int, *, forget: bool = True) -> None:
        """Destroy an object."""


class DriverRole(Protocol):
    """A driver's VkInstance."""

    driver: Driver
    handle: int
    extensions: frozenset[str]
    api_version: tuple[int, int, int]
    table: DispatchTable
    device_count: int

    @property
    def instance(self) -> InstanceRole:
        """The loader's instance that it is part of."""

    @property
    def objects(self) -> ObjectsRole:
        """Objects that the loader made in the driver."""

    @property
    def name(self) -> str:
        """What findings call the driver."""

    def proc(self, name: str) -> int:
        """The driver's own function, or 0."""

    def fill(self) -> None:
        """Choose a function for every command."""

    def tell_once(self, command: str, outcome: str, detail: str = "") -> None:
        """Report a finding that would be the same with every call."""

    def destroy(self, allocator: int) -> None:
        """VkDestroyInstance of the driver."""


class DeviceRole(Protocol):
    """A VkDevice with its chain."""

    table: DispatchTable
    driver: DriverRole | None
    handle: int
    above: int
    extensions: frozenset[str]
    top: int
    has_marker: bool
    hides_newer: bool
    keep: list[object]

    @property
    def instance(self) -> InstanceRole:
        """The instance that it belongs to."""

    def driver_proc(self, name: str) -> int:
        """The driver's function for its device, or 0."""

    def bottom_function(self, name: str) -> int:
        """The function at the bottom of the chain, or 0."""


class ChainsRole(Protocol):
    """The devices of an instance."""

    make_device: tuple[int, int]

    def create(self, physical_device: int, info: int, allocator: int, place: int) -> int:
        """VkCreateDevice of the application."""

    def destroy(self, handle: int, allocator: int) -> None:
        """VkDestroyDevice of the application."""

    def find(self, handle: int, command: str) -> DeviceRole | None:
        """Device of a handle."""


class LookupRole(Protocol):
    """Addresses that the last layer gets as what is next."""

    get_instance_proc_addr: int
    get_physical_device_proc_addr: int
    get_device_proc_addr: int


class UnknownRole(Protocol):
    """Functions that the loader's version does not know."""

    def top(self, name: str) -> int:
        """The function for the application, or 0."""

    def bottom(self, name: str) -> int:
        """The function for the last layer, or 0."""

    def bottom_physical(self, name: str) -> int:
        """The function of a physical device for the last layer, or 0."""

    def fill(self, device: DeviceRole) -> None:
        """Ask a new device for the functions that were asked for so far."""
