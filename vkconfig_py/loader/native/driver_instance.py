"""DriverInstance: a driver's VkInstance, and its function for each command.

The choice between a core function, its KHR alias and an emulation is made once, when the instance
is created, and written into a table; the terminators jump through it.
"""

from __future__ import annotations

from collections.abc import Callable

from vkconfig_py.language.sentences import Message
from vkconfig_py.loader.base.versions import INITIALIZATION_FAILED
from vkconfig_py.loader.native.callbacks import Callback, make_callback, make_function_type
from vkconfig_py.loader.native.driver_calls import DriverObjects
from vkconfig_py.loader.native.libraries import OpenedDriver
from vkconfig_py.loader.native.loader_instance import LoaderInstance, report_exception
from vkconfig_py.loader.native.memory import DispatchTable
from vkconfig_py.loader.native.vulkan_registry import INSTANCE_SLOTS, Command, list_commands
from vkconfig_py.loader.profiles.native_gates import NativeGate

# loader.c, loader_icd_init_entries: a driver that lacks one of these is not used.
REQUIRED = (
    "vkDestroyInstance",
    "vkEnumeratePhysicalDevices",
    "vkGetPhysicalDeviceFeatures",
    "vkGetPhysicalDeviceFormatProperties",
    "vkGetPhysicalDeviceImageFormatProperties",
    "vkGetPhysicalDeviceProperties",
    "vkGetPhysicalDeviceQueueFamilyProperties",
    "vkGetPhysicalDeviceMemoryProperties",
    "vkGetPhysicalDeviceSparseImageFormatProperties",
    "vkEnumerateDeviceExtensionProperties",
    "vkGetDeviceProcAddr",
    "vkCreateDevice",
)
# Vulkan 1.1 took VK_KHR_get_physical_device_properties2 and its like into the core.
_FIRST_VERSION_WITH_TWINS = (1, 1)
Functions = dict[str, Callable[..., int | None]]


class DriverInstance:
    """One driver's VkInstance in an instance of the loader (loader.h, loader_icd_term).

    Attributes:
        table: INSTANCE_SLOTS -> function of this driver.
        extensions: enabled extensions passed to the driver.
        api_version: the driver's own; 1.0 unless manifest and driver say more.
        objects: created by the loader itself in the driver.
        device_count: number of its devices at the latest enumeration.
        keep: references to memory that the driver may still read.
    """

    def __init__(
        self,
        driver: OpenedDriver,
        instance: LoaderInstance,
        handle: int,
        extensions: frozenset[str],
        api_version: tuple[int, int, int],
        emulations: Callable[[DriverInstance], Functions],
    ) -> None:
        """Keep a driver's VkInstance.

        Args:
            driver: the opened driver.
            instance: the loader's instance.
            handle: the driver's VkInstance.
            extensions: those that the driver got.
            api_version: version of the driver.
            emulations: returns functions for commands that the driver lacks.
        """
        self.driver = driver
        self.instance = instance
        self.handle = handle
        self.extensions = extensions
        self.api_version = api_version
        # A missing function answers VK_ERROR_INITIALIZATION_FAILED; the C loader jumps to address
        # 0.
        self.table = DispatchTable(instance.arena.constant(INITIALIZATION_FAILED))
        self.device_count = 0
        self.objects = DriverObjects(self)
        self.keep: list[object] = []
        self._emulations = emulations
        self._address_by_name: dict[str, int] = {}
        self._callbacks: list[Callback] = []
        self._reported_findings: set[tuple[str, str, Message | str]] = set()

    @property
    def name(self) -> str:
        return self.driver.name

    def proc(self, name: str) -> int:
        """Return the address of the driver's own function for a command, asked once, or 0."""
        # A driver may answer a name differently on every call; the C loader asks once, at creation.
        address = self._address_by_name.get(name)
        if address is None:
            address = self._address_by_name[name] = self.driver.proc(name, self.handle)
        return address

    def find_function(self, name: str) -> int:
        """Return the address in the dispatch table for a command, or 0 if the driver lacks it.

        It is the driver's own function or an emulation.
        """
        slot = INSTANCE_SLOTS[name]
        return self.table[slot] if self.table.has(slot) else 0

    def list_missing_functions(self) -> tuple[str, ...]:
        """Return the mandatory functions that this driver lacks."""
        return tuple(name for name in REQUIRED if not self.proc(name))

    def fill(self) -> None:
        """Fill the driver's dispatch table (loader.c, loader_icd_init_entries)."""
        known_commands = list_commands()
        for name, slot in INSTANCE_SLOTS.items():
            self.table[slot] = self._choose_function(known_commands[name])
        # Emulations come last: they look at what the table has chosen so far.
        for name, function in self._emulations(self).items():
            self._emulate(known_commands[name], function)

    def report_once(self, command: str, outcome: str, detail: Message | str = "") -> None:
        """Report a finding about a command, only the first time."""
        if (command, outcome, detail) not in self._reported_findings:
            self._reported_findings.add((command, outcome, detail))
            self.instance.report_finding(self.name, command, outcome, 0, detail)

    def destroy(self, allocator: int) -> None:
        """Destroy the driver's VkInstance after the objects that the loader created in it.

        Args:
            allocator: address of VkAllocationCallbacks, or 0.
        """
        self.objects.destroy_all()
        address = self.proc("vkDestroyInstance")
        if address:
            self.instance.observer.announce_step(f"vkDestroyInstance of {self.name}")
            make_function_type("vpp")(address)(self.handle, allocator or None)

    def _choose_function(self, command: Command) -> int:
        """Return the address of a command's function, of the core from Vulkan 1.1 on.

        Before, that of an enabled extension.
        """
        core_command = list_commands()[command.alias] if command.alias else command
        # Only physical-device functions have twins here; vkDestroyInstance and its like have one
        # name.
        if (
            command.first != "P"
            or core_command.version is None
            or core_command.version < _FIRST_VERSION_WITH_TWINS
        ):
            return self.proc(command.name)
        twins = self._list_enabled_aliases(core_command.name)
        if not self.instance.profile.has(NativeGate.CORE_NAMES_FIRST):
            return self.proc(twins[0] if twins else core_command.name)
        # Before 1.1 the core name is none of the driver's business, even if it has the function.
        names = (
            [core_command.name] if self.instance.api_version >= _FIRST_VERSION_WITH_TWINS else []
        )
        return next(filter(None, map(self.proc, names + twins)), 0)

    def _list_enabled_aliases(self, name: str) -> list[str]:
        """Return the names of a command in the enabled extensions."""
        # What the application asked for counts, also if a layer left it out on the way down.
        enabled_extensions = self.instance.extensions.union(self.instance.request.extensions.names)
        return [
            twin.name
            for twin in list_extension_aliases(name)
            if twin.extension in enabled_extensions
        ]

    def _emulate(self, command: Command, function: Callable[..., int | None]) -> None:
        """Put a Python function in place of a command that the driver lacks."""
        thunk = make_callback(
            command.signature,
            function,
            report=lambda error: report_exception(self.instance.observer, command.name, error),
        )
        # Kept as long as the instance: the table holds a mere address.
        self._callbacks.append(thunk)
        self.table[INSTANCE_SLOTS[command.name]] = thunk.address


def list_extension_aliases(name: str) -> tuple[Command, ...]:
    """Return the extension commands that are aliases of a core command."""
    return _TWINS_BY_COMMAND.get(name, ())


def _find_twins() -> dict[str, tuple[Command, ...]]:
    """Return by core command the extension commands that are its aliases."""
    twins: dict[str, tuple[Command, ...]] = {}
    for command in list_commands().values():
        if command.alias and command.first == "P":
            twins[command.alias] = (*twins.get(command.alias, ()), command)
    return twins


_TWINS_BY_COMMAND = _find_twins()
