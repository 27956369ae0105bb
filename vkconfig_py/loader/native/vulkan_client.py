"""Vulkan client that needs only the address of a vkGetInstanceProcAddr.

It may belong to this loader, a C loader or a layer: this is the application's side of the
interface.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Sequence

from vkconfig_py.loader.base.host import Application
from vkconfig_py.loader.base.records import Any
from vkconfig_py.loader.base.versions import INCOMPLETE, check_result
from vkconfig_py.loader.native.callbacks import make_function_type
from vkconfig_py.loader.native.loader_messages import Observer
from vkconfig_py.loader.native.memory import make_instance_info, pack_version, unpack_version
from vkconfig_py.loader.native.vulkan_registry import (
    convert_elements,
    convert_structure,
    decode_text,
    describe,
    list_commands,
    list_extending_structures,
    make_typed_array,
    make_zeroed,
    point_to_arrays,
)
from vkconfig_py.loader.profiles.profile import PROPERTIES2

# Of a list that grows between two calls; loaders before 1.3 can say so forever.
_MAX_LIST_QUERIES = 8


class MissingCommandError(Exception):
    """A required command is missing. The message is its name."""


class VulkanClient:
    """Calls commands of one vkGetInstanceProcAddr by their name."""

    __slots__ = ("_functions", "_get_instance_proc_addr", "observer")

    def __init__(self, get_instance_proc_addr: int, observer: Observer) -> None:
        signature = list_commands()["vkGetInstanceProcAddr"].signature
        self._get_instance_proc_addr = make_function_type(signature)(get_instance_proc_addr)
        self._functions: dict[tuple[int, str], Any] = {}
        self.observer = observer

    def find_function(self, name: str, instance: int = 0) -> Any:
        """Return a command as a callable, or None if it does not exist."""
        key = instance, name
        if key not in self._functions:
            # Asked for each instance: functions of one instance may not be called with another.
            address = self._get_instance_proc_addr(instance, name.encode("ascii"))
            kind = make_function_type(list_commands()[name].signature)
            self._functions[key] = kind(address) if address else None
        return self._functions[key]

    def create(self, application: Application, chain: int = 0) -> ClientInstance:
        """Create an instance.

        `chain`: address for pNext, 0 for none.
        """
        info, _keep = make_instance_info(
            application.name,
            pack_version(application.packed_parts or (0, 0, 0)),
            application.layers,
            application.extensions,
            application.flags,
            chain,
        )
        handle = ctypes.c_void_p()
        self.observer.announce_step("vkCreateInstance")
        create = self.get_required("vkCreateInstance")
        # `_keep` has to live until the call is over: info holds mere addresses.
        code = create(ctypes.byref(info), None, ctypes.byref(handle))
        check_result("vkCreateInstance", code)
        return ClientInstance(self, handle.value or 0, application)

    def query_version(self) -> int:
        """Return what vkEnumerateInstanceVersion writes, packed, or 1.0 without the function."""
        number = ctypes.c_uint32(1 << 22)
        enumerate_version = self.find_function("vkEnumerateInstanceVersion")
        if enumerate_version:
            check_result("vkEnumerateInstanceVersion", enumerate_version(ctypes.byref(number)))
        return number.value

    def list_extensions(self, layer: str = "") -> list[tuple[str, int]]:
        """Return the instance extensions, or those of one layer."""
        layer_name = layer.encode() or None
        return list_extensions(
            self.enumerate(
                "vkEnumerateInstanceExtensionProperties", "VkExtensionProperties", layer_name
            )
        )

    def list_layers(self) -> list[Any]:
        """Return VkLayerProperties of the layers that the loader lists."""
        return self.enumerate("vkEnumerateInstanceLayerProperties", "VkLayerProperties")

    def get_required(self, name: str, instance: int = 0) -> Any:
        """Return a command that every loader has. Raises MissingCommandError without it."""
        function = self.find_function(name, instance)
        if function is None:
            raise MissingCommandError(name)
        return function

    def enumerate(self, name: str, kind: str, *arguments: Any) -> list[Any]:
        """Return all elements of an enumeration by a command of the loader."""
        return enumerate_all(name, self.get_required(name), kind, *arguments)


class ClientInstance:
    """Instance created by a VulkanClient. Leaving the context destroys it."""

    __slots__ = ("application", "client", "handle")

    def __init__(self, client: VulkanClient, handle: int, application: Application) -> None:
        self.client = client
        self.handle = handle
        self.application = application

    def __enter__(self) -> ClientInstance:
        return self

    def __exit__(self, *error: object) -> None:
        self.client.observer.announce_step("vkDestroyInstance")
        self.get_required("vkDestroyInstance")(self.handle, None)

    def find_function(self, name: str) -> Any:
        """Return a command of this instance as a callable, or None if it does not exist."""
        return self.client.find_function(name, self.handle)

    def get_required(self, name: str) -> Any:
        """Return a command that every instance has. Raises MissingCommandError without it."""
        return self.client.get_required(name, self.handle)

    def list_physical_devices(self) -> list[int]:
        """Return the handles of the physical devices."""
        self.client.observer.announce_step("vkEnumeratePhysicalDevices")
        return self.enumerate("vkEnumeratePhysicalDevices", "p", self.handle)

    def list_extensions(self, device: int, layer: str = "") -> list[tuple[str, int]]:
        """Return the extensions of a physical device, or those of a layer for it."""
        name = "vkEnumerateDeviceExtensionProperties"
        return list_extensions(
            self.enumerate(name, "VkExtensionProperties", device, layer.encode() or None)
        )

    def enumerate(self, name: str, kind: str, *arguments: Any) -> list[Any]:
        """Return all elements of an enumeration by a command of the instance."""
        return enumerate_all(name, self.get_required(name), kind, *arguments)


def enumerate_all(command: str, function: Any, kind: str, *arguments: Any) -> list[Any]:
    """Query the count, then the array. Repeat if the count has grown.

    Args:
        command: its name, for the error.
        function: the command.
        kind: letter or registry structure of an element.
        arguments: of the command, before the count.
    """
    count = ctypes.c_uint32()
    elements: list[Any] = []
    for _ in range(_MAX_LIST_QUERIES):
        # "or 0": some commands that list return nothing.
        check_result(command, function(*arguments, ctypes.byref(count), None) or 0)
        if not count.value:
            return []  # as programs do: some commands say "none" and fail once there is an array
        array = make_typed_array(kind, count.value)
        code = check_result(command, function(*arguments, ctypes.byref(count), array) or 0)
        # Between the calls the list may have become shorter, too: the second count is the one of
        # the array.
        elements = list(array[: count.value])
        # VK_INCOMPLETE: there are more than were counted a moment ago.
        if code != INCOMPLETE:
            break
    return elements


def list_extensions(properties: list[Any]) -> list[tuple[str, int]]:
    """Return (name, version) of VkExtensionProperties."""
    return [
        (decode_text(extension.extensionName), extension.specVersion) for extension in properties
    ]


Version = tuple[int, int, int]


class ClientDevice:
    """A physical device.

    Attributes:
        properties: VkPhysicalDeviceProperties.
        extensions: in the order in which they are listed.
        definers: core versions ("1.1") and extensions whose structures may be queried.
        suffix: of the commands that take pNext chains: "", "KHR", or None if there are none.
    """

    __slots__ = ("definers", "extensions", "handle", "instance", "properties", "suffix")

    def __init__(self, instance: ClientInstance, handle: int) -> None:
        self.instance = instance
        self.handle = handle
        self.properties = self._query_structure(
            "vkGetPhysicalDeviceProperties", "VkPhysicalDeviceProperties"
        )
        self.extensions = instance.list_extensions(handle)
        enabled = instance.application.extensions
        # A structure may be asked for only if both, device and application, are of its version
        # (Vulkan specification, "Extending Physical Device Core Functionality").
        version = min(self.version[:2], (instance.application.api_version or (1, 0, 0))[:2])
        self.definers = {f"1.{minor}" for minor in range(version[1] + 1)}
        self.definers |= {*enabled, *(name for name, _ in self.extensions)}
        self.suffix = "" if version >= (1, 1) else "KHR" if PROPERTIES2 in enabled else None

    @property
    def version(self) -> Version:
        """Return the API version of the device."""
        return unpack_version(self.properties.apiVersion)

    def is_defined(self, definers: Sequence[str]) -> bool:
        """Return whether the device has any of these core versions and extensions."""
        return not self.definers.isdisjoint(definers)

    def query_structure(self, command: str, name: str, *arguments: int) -> dict[str, Any]:
        """Return the structure that a Vulkan 1.0 command fills in as JSON values.

        `name`: the structure.
        """
        return convert_structure(name, self._query_structure(command, name, *arguments))

    def _query_structure(self, command: str, name: str, *arguments: int) -> Any:
        """Return the structure that a command fills in.

        `name`: the structure.
        """
        structure = make_zeroed(name)
        self.instance.get_required(command)(self.handle, *arguments, ctypes.byref(structure))
        return structure

    def query_structure_chain(
        self, command: str, base: str, *arguments: Any, only: Sequence[str] = ()
    ) -> dict[str, dict[str, Any]]:
        """Return the result structure and the structures chained to it, by their names.

        Args:
            command: without a suffix.
            base: first structure of the chain.
            arguments: between the device and the structure.
            only: requested structures; if empty, all that the device supports.
        """
        function = self.find_extended_function(command)
        if not function:
            return {}
        chain = StructureChain(base, self.list_structures(base, only))
        chain.ask(lambda: function(self.handle, *arguments, ctypes.byref(chain.base)))
        return chain.convert_to_values()

    def find_extended_function(self, command: str) -> Any:
        """Return a command that takes pNext chains, core or KHR, or None."""
        return None if self.suffix is None else self.instance.find_function(command + self.suffix)

    def list_queue_families(self) -> list[dict[str, Any]]:
        """Return the properties of each queue family as JSON values."""
        command = "vkGetPhysicalDeviceQueueFamilyProperties"
        return self.read_array(command, "VkQueueFamilyProperties")

    def read_array(self, command: str, kind: str, *arguments: Any) -> list[Any]:
        """Return the array that a command fills in as JSON values.

        `kind`: letter or structure of its elements.
        """
        return convert_elements(
            kind, self.instance.enumerate(command, kind, self.handle, *arguments)
        )

    def list_extensible_queue_families(self) -> list[dict[str, dict[str, Any]]]:
        """Return the properties of each queue family, with the chained structures."""
        command, base = "vkGetPhysicalDeviceQueueFamilyProperties2", "VkQueueFamilyProperties2"
        names = self.list_structures(base)
        function = self.find_extended_function(command)
        if not function:
            return []
        count = ctypes.c_uint32()
        # This command returns nothing, so enumerate_all has no VkResult to look at.
        function(self.handle, ctypes.byref(count), None)
        chains = [StructureChain(base, names) for _ in range(count.value)]
        array = make_typed_array(base, count.value)
        # Elements of an array stand side by side, so each chain's first structure is copied in and
        # out.
        for element, chain in zip(array, chains, strict=True):
            ctypes.memmove(ctypes.byref(element), ctypes.byref(chain.base), ctypes.sizeof(element))
        function(self.handle, ctypes.byref(count), array)
        for element, chain in zip(array, chains, strict=True):
            ctypes.memmove(ctypes.byref(chain.base), ctypes.byref(element), ctypes.sizeof(element))
        return [chain.convert_to_values() for chain in chains]

    def list_structures(self, base: str, only: Sequence[str] = ()) -> list[str]:
        """Return the structures that can be chained to a base and that the device knows.

        `only`: those to choose from, all if empty.
        """
        return [
            name
            for name in only or list_extending_structures(base)
            if self.is_defined(describe(name).definers)
        ]


class StructureChain:
    """Structure and the structures chained to it by pNext."""

    __slots__ = ("_arrays", "_structure_by_name", "base")

    def __init__(self, base: str, names: Sequence[str]) -> None:
        self._structure_by_name = {name: make_zeroed(name) for name in (base, *names)}
        self._arrays: list[Any] = []
        self.base = previous = self._structure_by_name[base]
        for name in names:
            # self._made keeps every structure whose address is in the chain.
            previous.pNext = ctypes.addressof(self._structure_by_name[name])
            previous = self._structure_by_name[name]

    def ask(self, call: Callable[[], object]) -> None:
        """Call a function, and again if a structure has reported the sizes of its arrays."""
        call()
        for name, structure in self._structure_by_name.items():
            # Two calls, as in every enumeration, but the counts are members of the structures.
            self._arrays += point_to_arrays(name, structure)
        if self._arrays:
            call()

    def convert_to_values(self) -> dict[str, dict[str, Any]]:
        """Return all structures of the chain as JSON values by name."""
        return {
            name: convert_structure(name, structure)
            for name, structure in self._structure_by_name.items()
        }
