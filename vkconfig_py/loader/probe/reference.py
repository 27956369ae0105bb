"""The child that asks an installed Khronos loader: version, layers, vkCreateInstance, devices.

It runs in its own process only (runner.py), because the loader opens layers and drivers here. The
library is opened by absolute path, as LD_LIBRARY_PATH and the name "libvulkan.so" would otherwise
choose another one. The process leaves through os._exit: destructors of drivers have crashed after
everything had gone well.
"""

from __future__ import annotations

import ctypes
import json
import os
import sys
from collections.abc import Sequence

from vkconfig_py.loader.probe.imitate import hide_variables, show_executable
from vkconfig_py.loader.probe.lines import write_message
from vkconfig_py.loader.probe.protocol import (
    LayerProperties,
    Question,
    Reply,
    pack_version,
    unpack_version,
)
from vkconfig_py.loader.profiles.profile import WINDOW_SYSTEMS, XRANDR
from vkconfig_py.loader.records import Any
from vkconfig_py.loader.results import result_name

_U32 = ctypes.c_uint32
_STRUCTURE_INSTANCE_CREATE_INFO = 1
_DEVICE_PROPERTIES_SIZE = 824  # sizeof(VkPhysicalDeviceProperties)
_DEVICE_NAME_OFFSET = 20


class _ApplicationInfo(ctypes.Structure):
    """VkApplicationInfo."""

    _fields_ = (
        ("sType", ctypes.c_int),
        ("pNext", ctypes.c_void_p),
        ("pApplicationName", ctypes.c_char_p),
        ("applicationVersion", _U32),
        ("pEngineName", ctypes.c_char_p),
        ("engineVersion", _U32),
        ("apiVersion", _U32),
    )


class _InstanceCreateInfo(ctypes.Structure):
    """VkInstanceCreateInfo."""

    _fields_ = (
        ("sType", ctypes.c_int),
        ("pNext", ctypes.c_void_p),
        ("flags", _U32),
        ("pApplicationInfo", ctypes.POINTER(_ApplicationInfo)),
        ("enabledLayerCount", _U32),
        ("ppEnabledLayerNames", ctypes.POINTER(ctypes.c_char_p)),
        ("enabledExtensionCount", _U32),
        ("ppEnabledExtensionNames", ctypes.POINTER(ctypes.c_char_p)),
    )


class _LayerProperties(ctypes.Structure):
    """VkLayerProperties."""

    _fields_ = (
        ("layerName", ctypes.c_char * 256),
        ("specVersion", _U32),
        ("implementationVersion", _U32),
        ("description", ctypes.c_char * 256),
    )


class Announcer:
    """The private descriptor: progress before each risky step, and the answer."""

    def __init__(self, descriptor: int) -> None:
        self._descriptor = descriptor

    def about(self, step: str) -> None:
        """Say which step comes next, so that a crash has a name."""
        write_message(self._descriptor, {"about": step})

    def answer(self, value: Any) -> None:
        """Give the answer; nothing after it is read."""
        write_message(self._descriptor, {"answer": value})


def main(descriptor: int) -> None:
    """Answer the question on stdin, then leave without destructors."""
    os.set_inheritable(descriptor, False)
    question = Question.from_json(json.load(sys.stdin))
    null = os.open(os.devnull, os.O_RDONLY)
    os.dup2(null, 0)
    announcer = Announcer(descriptor)
    announcer.about(f"open {question.library}")
    try:
        library = ctypes.CDLL(question.library, mode=os.RTLD_NOW)
    except OSError as error:
        announcer.answer({"refused": str(error)})
    else:
        announcer.answer(ask(library, question, announcer).to_json())
    os._exit(0)


def ask(library: ctypes.CDLL, question: Question, announcer: Announcer) -> Reply:
    """Make the calls of one question."""
    imitated = bool(question.executable) and show_executable(library, question.executable)
    hidden = question.elevated and hide_variables(library)
    announcer.about("vkEnumerateInstanceVersion")
    version = _version(library)
    announcer.about("vkEnumerateInstanceLayerProperties")
    layers = _layers(library)
    if not question.create:
        return Reply(
            version, layers, imitated=imitated, surfaces=_surfaces(library, question.library)
        )
    announcer.about("vkCreateInstance")
    code, instance = _create(library, question)
    devices: tuple[str, ...] | str = ()
    if question.devices and code == 0:
        announcer.about("vkEnumeratePhysicalDevices")
        devices = _devices(library, instance)
    return Reply(version, layers, result_name(code), devices, imitated, hidden=hidden)


def _version(library: ctypes.CDLL) -> tuple[int, int, int]:
    version = _U32(pack_version((1, 0, 0)))
    enumerate_version = getattr(library, "vkEnumerateInstanceVersion", None)  # none before 1.1
    if enumerate_version is not None:
        enumerate_version(ctypes.byref(version))
    return unpack_version(version.value)


def _surfaces(library: ctypes.CDLL, path: str) -> tuple[str, ...]:
    """Return the window systems it was built for: each one exports a function.

    Xrandr does not; a loader that was built without it does not contain its name.
    """
    with open(path, "rb") as file:
        has_xrandr = XRANDR.encode() in file.read()
    return tuple(
        name
        for name in WINDOW_SYSTEMS
        if (has_xrandr if name == XRANDR else hasattr(library, _create_name(name)))
    )


def _create_name(surface: str) -> str:
    """Return "vkCreateXcbSurfaceKHR" for "VK_KHR_xcb_surface"."""
    system = surface.split("_")[2]
    return f"vkCreate{system.capitalize()}SurfaceKHR"


def _layers(library: ctypes.CDLL) -> tuple[LayerProperties, ...] | str:
    count = _U32()
    code = library.vkEnumerateInstanceLayerProperties(ctypes.byref(count), None)
    if code < 0:
        return result_name(code)
    array = (_LayerProperties * count.value)()
    code = library.vkEnumerateInstanceLayerProperties(ctypes.byref(count), array)
    if code < 0:
        return result_name(code)
    return tuple(
        LayerProperties(
            entry.layerName.decode("utf-8", "replace"),
            unpack_version(entry.specVersion),
            entry.implementationVersion,
            entry.description.decode("utf-8", "replace"),
        )
        for entry in array[: count.value]
    )


def _create(library: ctypes.CDLL, question: Question) -> tuple[int, ctypes.c_void_p]:
    application = _ApplicationInfo(
        pApplicationName=question.application.encode(),
        apiVersion=pack_version(question.api_version) if question.api_version else 0,
    )
    create_info = _InstanceCreateInfo(
        sType=_STRUCTURE_INSTANCE_CREATE_INFO,
        flags=question.flags,
        pApplicationInfo=ctypes.pointer(application),
        enabledLayerCount=len(question.layers),
        ppEnabledLayerNames=_names(question.layers),
        enabledExtensionCount=len(question.extensions),
        ppEnabledExtensionNames=_names(question.extensions),
    )
    instance = ctypes.c_void_p()
    code = library.vkCreateInstance(ctypes.byref(create_info), None, ctypes.byref(instance))
    return code, instance


def _names(names: Sequence[str]) -> Any:
    return (ctypes.c_char_p * len(names))(*(os.fsencode(name) for name in names))


def _devices(library: ctypes.CDLL, instance: ctypes.c_void_p) -> tuple[str, ...] | str:
    count = _U32()
    code = library.vkEnumeratePhysicalDevices(instance, ctypes.byref(count), None)
    if code < 0:
        return result_name(code)
    if not count.value:
        return ()  # with an array the call may fail, but no program asks for none of them
    handles = (ctypes.c_void_p * count.value)()
    code = library.vkEnumeratePhysicalDevices(instance, ctypes.byref(count), handles)
    if code < 0:
        return result_name(code)
    return tuple(_device_name(library, handle) for handle in handles[: count.value])


def _device_name(library: ctypes.CDLL, device: int | None) -> str:
    properties = ctypes.create_string_buffer(_DEVICE_PROPERTIES_SIZE)
    library.vkGetPhysicalDeviceProperties(ctypes.c_void_p(device), properties)
    name = properties.raw[_DEVICE_NAME_OFFSET : _DEVICE_NAME_OFFSET + 256]
    return name.split(b"\0", 1)[0].decode("utf-8", "replace")
