"""A program that uses Vulkan, given nothing but the address of a vkGetInstanceProcAddr.

It is the same for a C loader and for the engine's own. Every call has two lines in its notes, `do`
before and `got` after it, so what ends the process is known by its call. The parts of a machine
write their notes into the same file, in between.
"""

from __future__ import annotations

import ctypes
import json
import os
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Any, NamedTuple

from tests.framework.probe_abi import (
    I32,
    U32,
    AllocateInfo,
    ApplicationInfo,
    DeviceInfo,
    Extension,
    Group,
    InstanceInfo,
    Layer,
    P,
    QueueInfo,
)
from tests.framework.probe_parts import PHASE, PROBE_FUNCTIONS
from tests.framework.probe_questions import CHAINED_QUERIES, DEVICE_NAMES, INSTANCE_NAMES, QUERIES
from vkconfig_py.loader.base.host import Application
from vkconfig_py.loader.probe.protocol import pack_version

_COUNT = ctypes.POINTER(U32)
_TEXT = ctypes.c_char_p
_MOST_DEVICES = 64
_ADDED = "added by"
SAME_HANDLE = " (same handle)"  # of a device that was seen before


class ClientRequest(NamedTuple):
    """What the program asks for.

    Attributes:
        device_extensions: for vkCreateDevice.
        device_layers: names for which vkEnumerateDeviceExtensionProperties is asked.
        devices: of how many devices it makes a logical one.
        unasked: functions that it looks up without an instance only.
    """

    application: Application
    device_extensions: tuple[str, ...] = ()
    device_layers: tuple[str, ...] = ()
    devices: int = 2
    unasked: frozenset[str] = frozenset()


class ProbeClient:
    """One program; `run` makes all calls."""

    def __init__(self, lookup: int, wishes: ClientRequest, notes: int) -> None:
        self._lookup = ctypes.CFUNCTYPE(P, P, ctypes.c_char_p)(lookup)
        self._wishes = wishes
        self._notes = notes
        self._instance = P()
        self._known: dict[int, str] = {}

    def run(self) -> None:
        """Make the calls of a whole life."""
        self._query_globals()
        if not self._create_instance():
            return
        self._note_step("names of the instance", lambda: self._list_missing(INSTANCE_NAMES))
        # Of a device that a layer adds, only the name is that layer's to tell.
        devices = [
            device for device in self._enumerate("") if not self._known[device].startswith(_ADDED)
        ]
        self._enumerate_groups("")
        for place, device in enumerate(devices):
            self._describe(place, device)
        for place, device in enumerate(devices[: self._wishes.devices]):
            self._use_device(place, device)
        os.environ[PHASE] = "1"
        later = self._enumerate("later, ")
        self._enumerate_groups("later, ")
        for place, device in enumerate(devices):
            if device in later:  # those that went away are not to be used
                self._call_unknown_functions(place, device)
        self._note_step("vkDestroyInstance", lambda: self._call("vkDestroyInstance", None, P)(None))

    # -- before there is an instance

    def _query_globals(self) -> None:
        self._note_step("names without instance", lambda: self._list_missing(INSTANCE_NAMES, None))

        def version() -> Any:
            number = U32(0)
            function = self._call("vkEnumerateInstanceVersion", I32, _COUNT, handle=None)
            return [function(number), number.value]

        def extensions() -> Any:
            function = self._call(
                "vkEnumerateInstanceExtensionProperties",
                I32,
                ctypes.c_char_p,
                _COUNT,
                P,
                handle=None,
            )
            return _enumerate_twice(Extension, lambda *arguments: function(None, *arguments))

        def layers() -> Any:
            function = self._call("vkEnumerateInstanceLayerProperties", I32, _COUNT, P, handle=None)
            return _enumerate_twice(Layer, function)

        if self._lookup(None, b"vkEnumerateInstanceVersion"):  # of Vulkan 1.1
            self._note_step("vkEnumerateInstanceVersion", version)
        self._note_step("vkEnumerateInstanceExtensionProperties", extensions)
        self._note_step("vkEnumerateInstanceLayerProperties", layers)

    def _create_instance(self) -> bool:
        application = self._wishes.application
        version = application.api_version
        application_info = ApplicationInfo(0, None, application.name.encode(), 0, None, 0, 0)
        application_info.api = pack_version(version) if version else 0
        info = InstanceInfo(
            sType=1, flags=application.flags, application=ctypes.pointer(application_info)
        )
        info.layer_count, info.layers = _make_string_array(application.layers)
        info.extension_count, info.extensions = _make_string_array(application.extensions)
        create = self._call("vkCreateInstance", I32, P, P, P, handle=None)

        def call() -> Any:
            return create(ctypes.byref(info), None, ctypes.byref(self._instance))

        return bool(self._note_step("vkCreateInstance", call) == 0)

    # -- devices

    def _enumerate(self, moment: str) -> list[int]:
        enumerate_devices = self._function("vkEnumeratePhysicalDevices", I32, P, _COUNT, P)
        devices: list[int] = []

        def call(capacity: int | None) -> Any:
            count = U32(capacity or 0)
            handles = (P * _MOST_DEVICES)() if capacity is not None else None
            result = enumerate_devices(self._instance, count, handles)
            if handles is None or result < 0:
                return [result, count.value] if result >= 0 else [result]
            non_null = [handle for handle in handles[: count.value] if handle]
            if capacity == _MOST_DEVICES:
                devices[:] = non_null
            return [result, count.value, [self._get_device_name(handle) for handle in non_null]]

        for label, capacity in (("count", None), ("all", _MOST_DEVICES), ("again", _MOST_DEVICES)):
            self._note_step(f"{moment}vkEnumeratePhysicalDevices, {label}", partial(call, capacity))
        self._note_step(f"{moment}vkEnumeratePhysicalDevices, one", lambda: call(1))
        return devices

    def _get_device_name(self, handle: int) -> str:
        """Return the name of a device, and whether the handle is one that was seen before."""
        properties = ctypes.create_string_buffer(1024)
        self._call("vkGetPhysicalDeviceProperties", None, P)(properties, handle=handle)
        name = properties.raw[20:276].partition(b"\0")[0].decode("utf-8", "replace")
        # Loaders forget the handle of a device that a layer adds and that is in no group.
        if self._known.get(handle) == name and not name.startswith(_ADDED):
            return f"{name}{SAME_HANDLE}"
        self._known[handle] = name
        return name

    def _enumerate_groups(self, moment: str) -> None:
        if not self._lookup(None, b"vkEnumerateInstanceVersion"):  # a loader of Vulkan 1.0
            return
        for name in ("vkEnumeratePhysicalDeviceGroups", "vkEnumeratePhysicalDeviceGroupsKHR"):
            if not self._has(name):
                continue
            function = self._function(name, I32, P, _COUNT, P)

            def call(capacity: int | None, function: Any = function) -> Any:
                count = U32(capacity or 0)
                groups = (Group * 32)() if capacity is not None else None
                for group in groups or ():
                    group.sType = 1000070000
                result = function(self._instance, count, groups)
                if groups is None or result < 0:
                    return [result, count.value] if result >= 0 else [result]
                return [result, [self._list_members(group) for group in groups[: count.value]]]

            for label, capacity in (("count", None), ("all", 32), ("one", 1)):
                self._note_step(f"{moment}{name}, {label}", partial(call, capacity))

    def _list_members(self, group: Group) -> Any:
        handles = [handle for handle in group.devices[: group.count] if handle]
        return [group.subset, *(self._get_device_name(handle) for handle in handles)]

    def _describe(self, place: int, device: int) -> None:
        def extensions(layer: bytes | None) -> Any:
            function = self._call("vkEnumerateDeviceExtensionProperties", I32, _TEXT, _COUNT, P)
            return _enumerate_twice(
                Extension, lambda *arguments: function(layer, *arguments, handle=device)
            )

        def short_list() -> Any:
            function = self._call("vkEnumerateDeviceExtensionProperties", I32, _TEXT, _COUNT, P)
            count = U32(1)
            result = function(None, count, (Extension * 4)(), handle=device)
            return [result, count.value]

        self._note_step(f"device {place}, extensions", lambda: extensions(None))
        self._note_step(f"device {place}, one extension", short_list)
        if place == 0:
            for layer in self._wishes.device_layers:
                self._note_step(
                    f"device extensions of {layer}", partial(extensions, layer.encode())
                )
            self._note_step("device layers", lambda: self._list_device_layers(device))
        self._query(place, device)

    def _list_device_layers(self, device: int) -> Any:
        function = self._call("vkEnumerateDeviceLayerProperties", I32, _COUNT, P)
        return _enumerate_twice(Layer, lambda *arguments: function(*arguments, handle=device))

    def _query(self, place: int, device: int) -> None:
        for name, size in QUERIES:
            if self._has(name):
                self._note_step(f"device {place}, {name}", partial(self._bytes, name, size, device))
        for name, chained in CHAINED_QUERIES:
            if self._has(name):
                self._note_step(
                    f"device {place}, {name}",
                    partial(self._query_chained, name, chained, device),
                )

    def _bytes(self, name: str, size: int, device: int) -> str:
        buffer = ctypes.create_string_buffer(size)
        self._call(name, None, P)(buffer, handle=device)
        return buffer.raw.rstrip(b"\0").hex()

    def _query_chained(self, name: str, chained: Sequence[tuple[int, int]], device: int) -> Any:
        """Ask a function of the second generation, with structures behind the first."""
        bodies = [ctypes.create_string_buffer(size) for _, size in chained]
        following = 0
        for (kind, _), body in reversed(list(zip(chained, bodies, strict=True))):
            ctypes.memmove(body, kind.to_bytes(4, "little"), 4)
            ctypes.memmove(ctypes.addressof(body) + 8, following.to_bytes(8, "little"), 8)
            following = ctypes.addressof(body)
        arguments: list[Any] = []
        if "External" in name:  # information, then properties
            arguments.append(ctypes.create_string_buffer(64))
        self._call(name, None, *[P] * (len(arguments) + 1))(*arguments, bodies[0], handle=device)
        return [body.raw[16:].rstrip(b"\0").hex() for body in bodies]

    # -- a logical device

    def _use_device(self, place: int, physical: int) -> None:
        priority = (ctypes.c_float * 1)(1.0)
        queue = QueueInfo(sType=2, family=0, count=1, priorities=priority)
        info = DeviceInfo(sType=3, queue_count=1, queues=ctypes.pointer(queue))
        info.extension_count, info.extensions = _make_string_array(self._wishes.device_extensions)
        device = P()
        create = self._call("vkCreateDevice", I32, P, P, P)

        def call() -> Any:
            return create(ctypes.byref(info), None, ctypes.byref(device), handle=physical)

        if self._note_step(f"device {place}, vkCreateDevice", call) != 0:
            return
        lookup = self._function("vkGetDeviceProcAddr", P, P, ctypes.c_char_p)
        self._note_step(
            f"device {place}, names",
            lambda: [name for name in DEVICE_NAMES if lookup(device, name.encode())],
        )

        def proc(name: str, result: Any, *arguments: Any) -> Callable[..., Any]:
            address = lookup(device, name.encode())
            return ctypes.CFUNCTYPE(result, *arguments)(address)

        for name in PROBE_FUNCTIONS:
            if lookup(device, name.encode()):
                function = proc(name, I32, P, I32)
                self._note_step(f"device {place}, {name}", partial(function, device, 5))
        self._note_step(f"device {place}, work", lambda: _record_and_submit(device, proc))
        self._note_step(
            f"device {place}, vkDestroyDevice",
            lambda: proc("vkDestroyDevice", None, P, P)(device, None),
        )

    def _call_unknown_functions(self, place: int, device: int) -> None:
        for name in PROBE_FUNCTIONS[:3]:  # the half that stands for physical devices
            if self._has(name):
                function = self._call(name, I32, I32)
                self._note_step(f"device {place}, {name}", partial(function, 7, handle=device))

    # -- tools

    def _note_step(self, step: str, call: Callable[[], Any]) -> Any:
        self._write({"do": step})
        answer = call()
        self._write({"got": answer})
        return answer

    def _write(self, line: dict[str, Any]) -> None:
        os.write(self._notes, json.dumps(line).encode() + b"\n")

    def _list_missing(self, names: Sequence[str], instance: Any = ...) -> list[str]:
        if instance is ...:
            return [name for name in names if self._has(name)]
        return [name for name in names if self._lookup(instance, name.encode())]

    def _has(self, name: str) -> bool:
        return name not in self._wishes.unasked and bool(
            self._lookup(self._instance, name.encode())
        )

    def _function(self, name: str, result: Any, *arguments: Any) -> Callable[..., Any]:
        address = self._lookup(self._instance, name.encode())
        return ctypes.CFUNCTYPE(result, *arguments)(address)

    def _call(
        self, name: str, result: Any, *arguments: Any, handle: Any = ...
    ) -> Callable[..., Any]:
        """Return a function; one that takes a handle first has the instance for it."""
        if handle is None:
            address = self._lookup(None, name.encode())
            return ctypes.CFUNCTYPE(result, *arguments)(address)
        function = self._function(name, result, P, *arguments)

        def call(*values: Any, handle: Any = None) -> Any:
            return function(handle or self._instance, *values)

        return call


def _make_string_array(names: Sequence[str]) -> tuple[int, Any]:
    array = (ctypes.c_char_p * max(1, len(names)))(*(name.encode() for name in names))
    return len(names), array


def _enumerate_twice(structure_type: type[ctypes.Structure], function: Callable[..., Any]) -> Any:
    """Ask for the number, then for all; return results and names with versions."""
    count = U32(0)
    first = function(count, None)
    number = count.value
    array = (structure_type * 600)()
    count = U32(600)
    second = function(count, array)
    if second < 0:
        return [first, number, second]
    return [first, number, second, list(_iterate_named(array[: count.value]))]


def _iterate_named(extensions: Sequence[Any]) -> Iterator[list[Any]]:
    for entry in extensions:
        yield [entry.name.decode("utf-8", "replace"), entry.version]


def _record_and_submit(device: Any, proc: Callable[..., Callable[..., Any]]) -> Any:
    """Do what needs the words that a loader puts into queues and command buffers."""
    queue, pool = P(), ctypes.c_uint64()
    proc("vkGetDeviceQueue", None, P, U32, U32, P)(device, 0, 0, ctypes.byref(queue))
    submitted = proc("vkQueueSubmit", I32, P, U32, P, ctypes.c_uint64)(queue, 0, None, 0)
    zero = ctypes.create_string_buffer(32)
    code = proc("vkCreateCommandPool", I32, P, P, P, P)(device, zero, None, ctypes.byref(pool))
    info, buffers = AllocateInfo(40, None, pool.value, 0, 2), (P * 2)()
    allocated = proc("vkAllocateCommandBuffers", I32, P, P, P)(device, ctypes.byref(info), buffers)
    words = [ctypes.c_uint64.from_address(handle or 0).value for handle in (queue.value, *buffers)]
    table = ctypes.c_uint64.from_address(device.value).value
    return [submitted, code, allocated, [word == table for word in words]]
