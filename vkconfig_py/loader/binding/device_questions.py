"""PhysicalDevice: a device on the application's side, and the questions that can be put to it."""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Sequence

from vkconfig_py.loader.binding.caller import CallerInstance
from vkconfig_py.loader.binding.structures import describe, extending
from vkconfig_py.loader.binding.values import (
    elements,
    point_to_arrays,
    to_value,
    typed_array,
    zeroed,
)
from vkconfig_py.loader.records import Any

Version = tuple[int, int, int]
_PROPERTIES2 = "VK_KHR_get_physical_device_properties2"


class PhysicalDevice:
    """A physical device.

    Attributes:
        properties: VkPhysicalDeviceProperties.
        extensions: in the order in which they are listed.
        definers: core versions ("1.1") and extensions whose structures may be asked for.
        suffix: of the commands that take chains: "", "KHR", or None where there are none.
    """

    __slots__ = ("definers", "extensions", "handle", "instance", "properties", "suffix")

    def __init__(self, instance: CallerInstance, handle: int) -> None:
        self.instance = instance
        self.handle = handle
        self.properties = self._fill("vkGetPhysicalDeviceProperties", "VkPhysicalDeviceProperties")
        self.extensions = instance.extensions(handle)
        enabled = instance.application.extensions
        version = min(self.version[:2], (instance.application.api_version or (1, 0, 0))[:2])
        self.definers = {f"1.{minor}" for minor in range(version[1] + 1)}
        self.definers |= {*enabled, *(name for name, _ in self.extensions)}
        self.suffix = "" if version >= (1, 1) else "KHR" if _PROPERTIES2 in enabled else None

    @property
    def version(self) -> Version:
        """Return (major, minor, patch) of what the device offers."""
        return unpack(self.properties.apiVersion)

    def is_defined(self, definers: Sequence[str]) -> bool:
        """Return whether any of a list of core versions and extensions is here."""
        return not self.definers.isdisjoint(definers)

    def plain(self, command: str, name: str, *arguments: int) -> dict[str, Any]:
        """Return what a command of Vulkan 1.0 fills in."""
        return to_value(name, self._fill(command, name, *arguments))

    def _fill(self, command: str, name: str, *arguments: int) -> Any:
        made = zeroed(name)
        self.instance.required(command)(self.handle, *arguments, ctypes.byref(made))
        return made

    def extensible(
        self, command: str, base: str, *arguments: Any, only: Sequence[str] = ()
    ) -> dict[str, dict[str, Any]]:
        """Return an answer and what extends it, by the names of the structures.

        Args:
            command: without a suffix.
            base: the structure that begins the chain.
            arguments: between the device and the structure.
            only: the structures that are wanted; all that are defined here if empty.
        """
        function = self.extended_function(command)
        if not function:
            return {}
        chain = Chain(base, self._wanted(base, only))
        chain.ask(lambda: function(self.handle, *arguments, ctypes.byref(chain.base)))
        return chain.values()

    def extended_function(self, command: str) -> Any:
        """Return a command that takes chains, under the name that may be used; None for none."""
        return None if self.suffix is None else self.instance.function(command + self.suffix)

    def queue_families(self) -> list[dict[str, Any]]:
        """Return VkQueueFamilyProperties of each queue family."""
        command = "vkGetPhysicalDeviceQueueFamilyProperties"
        return self.listed(command, "VkQueueFamilyProperties")

    def listed(self, command: str, kind: str, *arguments: Any) -> list[Any]:
        """Return what a command lists, in values of one type."""
        return elements(kind, self.instance.enumerate(command, kind, self.handle, *arguments))

    def extensible_queue_families(self) -> list[dict[str, dict[str, Any]]]:
        """Return the answer about each queue family, and what extends it."""
        command, base = "vkGetPhysicalDeviceQueueFamilyProperties2", "VkQueueFamilyProperties2"
        names = self._wanted(base, ())
        function = self.extended_function(command)
        if not function:
            return []
        count = ctypes.c_uint32()
        function(self.handle, ctypes.byref(count), None)
        chains = [Chain(base, names) for _ in range(count.value)]
        array = typed_array(base, count.value)
        for element, chain in zip(array, chains, strict=True):
            ctypes.memmove(ctypes.byref(element), ctypes.byref(chain.base), ctypes.sizeof(element))
        function(self.handle, ctypes.byref(count), array)
        for element, chain in zip(array, chains, strict=True):
            ctypes.memmove(ctypes.byref(chain.base), ctypes.byref(element), ctypes.sizeof(element))
        return [chain.values() for chain in chains]

    def _wanted(self, base: str, only: Sequence[str]) -> list[str]:
        return [
            name for name in only or extending(base) if self.is_defined(describe(name).definers)
        ]


class Chain:
    """A structure and those that follow it in its chain."""

    __slots__ = ("_arrays", "_made", "base")

    def __init__(self, base: str, names: Sequence[str]) -> None:
        self._made = {name: zeroed(name) for name in (base, *names)}
        self._arrays: list[Any] = []
        self.base = previous = self._made[base]
        for name in names:
            previous.pNext = ctypes.addressof(self._made[name])
            previous = self._made[name]

    def ask(self, call: Callable[[], object]) -> None:
        """Call, and once more where a structure now says how large its arrays have to be."""
        call()
        for name, made in self._made.items():
            self._arrays += point_to_arrays(name, made)
        if self._arrays:
            call()

    def values(self) -> dict[str, dict[str, Any]]:
        """Return each structure by its name."""
        return {name: to_value(name, made) for name, made in self._made.items()}


def unpack(version: int) -> Version:
    """Return (major, minor, patch) of a packed version."""
    return version >> 22 & 0x7F, version >> 12 & 0x3FF, version & 0xFFF
