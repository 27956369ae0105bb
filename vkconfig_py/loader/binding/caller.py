"""Caller: an application of Vulkan that has nothing but the address of a vkGetInstanceProcAddr.

Whether that is ours, a C loader's or a layer's makes no difference here: this is the application's
side of the interface.
"""

from __future__ import annotations

import ctypes

from vkconfig_py.loader.binding.abi import (
    APPLICATION_INFO,
    INSTANCE_CREATE_INFO,
    VkApplicationInfo,
    VkInstanceCreateInfo,
)
from vkconfig_py.loader.binding.callbacks import function_type
from vkconfig_py.loader.binding.commands import commands
from vkconfig_py.loader.binding.observer import Observer
from vkconfig_py.loader.binding.results import INCOMPLETE, check
from vkconfig_py.loader.binding.values import text, typed_array
from vkconfig_py.loader.host import Application
from vkconfig_py.loader.records import Any

_ROUNDS = 8  # of a list that grows between two calls; loaders before 1.3 can say so for ever


class MissingCommandError(Exception):
    """A command that has to be there is not; the text is its name."""


class Caller:
    """Calls commands of one vkGetInstanceProcAddr by their name."""

    __slots__ = ("_functions", "_get_instance_proc_addr", "observer")

    def __init__(self, get_instance_proc_addr: int, observer: Observer) -> None:
        signature = commands()["vkGetInstanceProcAddr"].signature
        self._get_instance_proc_addr = function_type(signature)(get_instance_proc_addr)
        self._functions: dict[tuple[int, str], Any] = {}
        self.observer = observer

    def function(self, name: str, instance: int = 0) -> Any:
        """Return a command as a callable; None where there is none."""
        key = instance, name
        if key not in self._functions:
            address = self._get_instance_proc_addr(instance, name.encode("ascii"))
            kind = function_type(commands()[name].signature)
            self._functions[key] = kind(address) if address else None
        return self._functions[key]

    def create(self, application: Application, chain: int = 0) -> CallerInstance:
        """Create an instance; `chain` is the address that pNext gets."""
        info = VkApplicationInfo(sType=APPLICATION_INFO, apiVersion=_packed(application))
        name = ctypes.create_string_buffer(application.name.encode("utf-8", "surrogateescape"))
        info.pApplicationName = ctypes.addressof(name)
        layers, extensions = _names(application.layers), _names(application.extensions)
        create_info = VkInstanceCreateInfo(
            sType=INSTANCE_CREATE_INFO,
            pNext=chain,
            flags=application.flags,
            pApplicationInfo=ctypes.addressof(info),
            enabledLayerCount=len(layers),
            ppEnabledLayerNames=ctypes.addressof(layers),
            enabledExtensionCount=len(extensions),
            ppEnabledExtensionNames=ctypes.addressof(extensions),
        )
        handle = ctypes.c_void_p()
        self.observer.about("vkCreateInstance")
        code = self.required("vkCreateInstance")(
            ctypes.byref(create_info), None, ctypes.byref(handle)
        )
        check("vkCreateInstance", code)
        return CallerInstance(self, handle.value or 0, application)

    def version(self) -> int:
        """Return what vkEnumerateInstanceVersion says, 1.0 if it is not there."""
        number = ctypes.c_uint32(1 << 22)
        enumerate_version = self.function("vkEnumerateInstanceVersion")
        if enumerate_version:
            check("vkEnumerateInstanceVersion", enumerate_version(ctypes.byref(number)))
        return number.value

    def extensions(self, layer: str = "") -> list[tuple[str, int]]:
        """Return the extensions of instances, or those of one layer."""
        of = layer.encode() or None
        return extension_list(
            self.enumerate("vkEnumerateInstanceExtensionProperties", "VkExtensionProperties", of)
        )

    def layers(self) -> list[str]:
        """Return the names of the layers that instances can have."""
        found = self.enumerate("vkEnumerateInstanceLayerProperties", "VkLayerProperties")
        return [text(layer.layerName) for layer in found]

    def required(self, name: str, instance: int = 0) -> Any:
        """Return a command that every loader has."""
        function = self.function(name, instance)
        if function is None:
            raise MissingCommandError(name)
        return function

    def enumerate(self, name: str, kind: str, *arguments: Any) -> list[Any]:
        """Return all that a global command lists."""
        return enumerate_all(name, self.required(name), kind, *arguments)


class CallerInstance:
    """An instance that a Caller has made; leaving the context destroys it."""

    __slots__ = ("application", "caller", "handle")

    def __init__(self, caller: Caller, handle: int, application: Application) -> None:
        self.caller = caller
        self.handle = handle
        self.application = application

    def __enter__(self) -> CallerInstance:
        return self

    def __exit__(self, *error: object) -> None:
        self.caller.observer.about("vkDestroyInstance")
        self.required("vkDestroyInstance")(self.handle, None)

    def function(self, name: str) -> Any:
        """Return a command of this instance as a callable; None where there is none."""
        return self.caller.function(name, self.handle)

    def required(self, name: str) -> Any:
        """Return a command that every instance has."""
        return self.caller.required(name, self.handle)

    def physical_devices(self) -> list[int]:
        """Return the handles of the physical devices."""
        self.caller.observer.about("vkEnumeratePhysicalDevices")
        return self.enumerate("vkEnumeratePhysicalDevices", "p", self.handle)

    def extensions(self, device: int, layer: str = "") -> list[tuple[str, int]]:
        """Return the extensions of a physical device, or what a layer adds to it."""
        name = "vkEnumerateDeviceExtensionProperties"
        return extension_list(
            self.enumerate(name, "VkExtensionProperties", device, layer.encode() or None)
        )

    def enumerate(self, name: str, kind: str, *arguments: Any) -> list[Any]:
        """Return all that a command of this instance lists."""
        return enumerate_all(name, self.required(name), kind, *arguments)


def enumerate_all(command: str, function: Any, kind: str, *arguments: Any) -> list[Any]:
    """Ask how many there are, then for all; ask again when there have become more.

    Args:
        command: its name, for the error.
        function: the command.
        kind: letter or structure of the registry that an element is.
        arguments: of the command, before the count.
    """
    count = ctypes.c_uint32()
    found: list[Any] = []
    for _ in range(_ROUNDS):
        check(command, function(*arguments, ctypes.byref(count), None) or 0)
        if not count.value:
            return []  # as programs do: some commands say "none" and fail once there is an array
        array = typed_array(kind, count.value)
        code = check(command, function(*arguments, ctypes.byref(count), array) or 0)
        found = list(array[: count.value])
        if code != INCOMPLETE:
            break
    return found


def extension_list(found: list[Any]) -> list[tuple[str, int]]:
    """Return VkExtensionProperties as pairs of name and version."""
    return [(text(extension.extensionName), extension.specVersion) for extension in found]


def _packed(application: Application) -> int:
    major, minor, patch = application.packed_parts or (0, 0, 0)
    return major << 22 | minor << 12 | patch


def _names(names: tuple[str, ...]) -> Any:
    encoded = (name.encode("utf-8", "surrogateescape") for name in names)
    return (ctypes.c_char_p * len(names))(*encoded)
