"""The three functions that answer without an instance.

Follows terminator.c, terminator_EnumerateInstance*. What they say comes from files and drivers;
implicit layers may stand before them (pre_instance.py).
"""

from __future__ import annotations

from collections.abc import Sequence
from threading import Lock

from vkconfig_py.loader.assembly import Assembly, LayerFile
from vkconfig_py.loader.binding.answers import answer_extensions, answer_layers
from vkconfig_py.loader.binding.driver import Driver, open_driver
from vkconfig_py.loader.binding.instance_extensions import Extensions, join, offered_by_drivers
from vkconfig_py.loader.binding.memory import read_text, write_u32
from vkconfig_py.loader.binding.observer import Finding, Observer
from vkconfig_py.loader.binding.request import pack
from vkconfig_py.loader.binding.results import (
    EXTENSION_NOT_PRESENT,
    LAYER_NOT_PRESENT,
    OUT_OF_HOST_MEMORY,
    SUCCESS,
    VulkanError,
    result_code,
)
from vkconfig_py.loader.binding.terminators import Functions
from vkconfig_py.loader.names import is_valid_name

EXTENSIONS = "vkEnumerateInstanceExtensionProperties"
LAYERS = "vkEnumerateInstanceLayerProperties"
VERSION = "vkEnumerateInstanceVersion"


class _Quiet(Observer):
    """Passes on what comes next, not what it came to: the same is found once more afterwards."""

    __slots__ = ("_observer",)

    def __init__(self, observer: Observer) -> None:
        self._observer = observer

    def about(self, step: str) -> None:
        self._observer.about(step)


class GlobalFunctions:
    """Answers for one assembly.

    Whoever asks for extensions makes an instance next, and drivers are slow to open. So they stay
    open in between (loader.c, loader_preload_icds), until an instance is destroyed.
    """

    def __init__(self, assembly: Assembly, observer: Observer) -> None:
        self._assembly = assembly
        self._observer = observer
        self._preloaded: list[Driver] | None = None
        self._lock = Lock()

    def functions(self) -> Functions:
        """Return the functions by their names."""
        return {
            EXTENSIONS: self.enumerate_extensions,
            LAYERS: self.enumerate_layers,
            VERSION: self.enumerate_version,
        }

    def enumerate_version(self, place: int) -> int:
        """Answer vkEnumerateInstanceVersion."""
        if not place:
            self._observer.found(Finding(VERSION, "argument", "refused", OUT_OF_HOST_MEMORY))
            return OUT_OF_HOST_MEMORY
        write_u32(place, pack(self._assembly.profile.version))
        return SUCCESS

    def enumerate_layers(self, count: int, place: int) -> int:
        """Answer vkEnumerateInstanceLayerProperties."""
        if self._assembly.layers_refusal:
            return result_code(self._assembly.layers_refusal)
        return answer_layers(self._assembly.listed, count, place)

    def enumerate_extensions(self, layer: int, count: int, place: int) -> int:
        """Answer vkEnumerateInstanceExtensionProperties."""
        try:
            found = self._extensions(read_text(layer))
        except VulkanError as error:
            return error.code
        return answer_extensions(found, count, place)

    def _extensions(self, layer: str) -> Extensions:
        if layer:
            return self._of_layer(layer)
        if self._assembly.extensions_refusal:
            raise VulkanError(EXTENSIONS, result_code(self._assembly.extensions_refusal))
        with self._lock:
            if self._preloaded is None:
                self._preloaded = open_drivers(self._assembly, _Quiet(self._observer))
        drivers = open_drivers(self._assembly, self._observer)
        try:
            found = offered_by_drivers(drivers, self._assembly, self._observer)
        finally:
            close_drivers(drivers, self._assembly)
        return join(found, *map(_named, self._assembly.implicit_only))

    def release(self) -> None:
        """Let go of the drivers that were kept open, so that the next call sees what is new."""
        with self._lock:
            close_drivers(self._preloaded or [], self._assembly)
            self._preloaded = None

    def _of_layer(self, name: str) -> Extensions:
        if not is_valid_name(name):
            raise VulkanError(EXTENSIONS, EXTENSION_NOT_PRESENT)
        for layer in self._assembly.listed:
            if layer.name == name:
                return _named(layer)
        raise VulkanError(EXTENSIONS, LAYER_NOT_PRESENT)


def open_drivers(assembly: Assembly, observer: Observer) -> list[Driver]:
    """Open all drivers, in their order; those that cannot be used are left out."""
    opened = (open_driver(file, assembly.profile, observer) for file in assembly.drivers)
    return [driver for driver in opened if driver is not None]


def close_drivers(drivers: Sequence[Driver], assembly: Assembly) -> None:
    """Close the libraries of drivers, if libraries are closed at all."""
    for driver in () if assembly.keeps_libraries else drivers:
        if driver.library is not None:
            driver.library.close()


def _named(layer: LayerFile) -> Extensions:
    return tuple(
        (extension.name, extension.spec_version) for extension in layer.instance_extensions
    )
