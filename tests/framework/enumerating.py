"""A program that enumerates devices through a loader, step by step.

    enumerating LIBRARY              through a C loader
    enumerating --engine ASSEMBLY    through the engine, on an assembly as JSON

Steps come as a JSON list on stdin; each answer is a line of JSON on stdout.
"""

from __future__ import annotations

import ctypes
import json
import os
import sys
from typing import Any

_HANDLE = ctypes.c_void_p
_COUNT = ctypes.POINTER(ctypes.c_uint32)


class _Application(ctypes.Structure):
    _fields_ = [
        ("type", ctypes.c_int),
        ("next", ctypes.c_void_p),
        ("name", ctypes.c_char_p),
        ("version", ctypes.c_uint32),
        ("engine", ctypes.c_char_p),
        ("engine_version", ctypes.c_uint32),
        ("api_version", ctypes.c_uint32),
    ]


class _CreateInfo(ctypes.Structure):
    _fields_ = [
        ("type", ctypes.c_int),
        ("next", ctypes.c_void_p),
        ("flags", ctypes.c_uint32),
        ("application", ctypes.POINTER(_Application)),
        ("layer_count", ctypes.c_uint32),
        ("layers", ctypes.POINTER(ctypes.c_char_p)),
        ("extension_count", ctypes.c_uint32),
        ("extensions", ctypes.POINTER(ctypes.c_char_p)),
    ]


class _Group(ctypes.Structure):
    _fields_ = [
        ("type", ctypes.c_int),
        ("next", ctypes.c_void_p),
        ("count", ctypes.c_uint32),
        ("devices", ctypes.c_void_p * 32),
        ("subset", ctypes.c_uint32),
    ]


class _Extension(ctypes.Structure):
    _fields_ = [("name", ctypes.c_char * 256), ("version", ctypes.c_uint32)]


class _Layer(ctypes.Structure):
    _fields_ = [
        ("name", ctypes.c_char * 256),
        ("version", ctypes.c_uint32),
        ("implementation", ctypes.c_uint32),
        ("description", ctypes.c_char * 256),
    ]


class Enumerator:
    """Carries out the steps behind one vkGetInstanceProcAddr."""

    def __init__(self, get_instance_proc_addr: int, keep: object = None) -> None:
        self._keep = keep
        proc = ctypes.CFUNCTYPE(ctypes.c_void_p, _HANDLE, ctypes.c_char_p)
        self._proc = proc(get_instance_proc_addr)
        self._instance = _HANDLE()
        self._handles: list[int] = []
        self._known: dict[str, int] = {}

    def do_step(self, step: dict[str, Any]) -> Any:
        """Carry out one step."""
        answer: Any = getattr(self, f"_{step.pop('do')}")(**step)
        return answer

    def _call(self, name: str, *arguments: Any) -> int:
        instance = None if name == "vkCreateInstance" else self._instance
        address = self._proc(instance, name.encode())
        if not address:
            return -1000
        kinds = [type(argument) for argument in arguments]
        return int(ctypes.CFUNCTYPE(ctypes.c_int, *kinds)(address)(*arguments))

    def _create(self, version: int, extensions: list[str], layers: list[str]) -> dict[str, int]:
        application = _Application(0, None, b"test", 0, None, 0, version)
        named = (ctypes.c_char_p * max(len(extensions), 1))(
            *(extension.encode() for extension in extensions)
        )
        layer_names = (ctypes.c_char_p * max(len(layers), 1))(*(name.encode() for name in layers))
        info = _CreateInfo(1, None, 0, ctypes.pointer(application), len(layers), layer_names)
        info.extension_count, info.extensions = len(extensions), named
        self._known = {}
        function = ctypes.CFUNCTYPE(ctypes.c_int, _HANDLE, _HANDLE, _HANDLE)
        create = function(self._proc(None, b"vkCreateInstance"))
        return {"result": create(ctypes.addressof(info), None, ctypes.addressof(self._instance))}

    def _destroy(self) -> dict[str, int]:
        function = ctypes.CFUNCTYPE(None, _HANDLE, _HANDLE)
        function(self._proc(self._instance, b"vkDestroyInstance"))(self._instance, None)
        self._instance = _HANDLE()
        return {"result": 0}

    def _write(self, path: str, text: str) -> dict[str, str]:
        with open(path, "w") as file:
            file.write(text)
        return {}

    def _enumerate(self, room: int | None) -> tuple[int, int, list[int]]:
        count = ctypes.c_uint32(room or 0)
        array = None if room is None else (ctypes.c_void_p * max(room, 1))()
        address = None if array is None else ctypes.addressof(array)
        code = self._call(
            "vkEnumeratePhysicalDevices",
            self._instance,
            _HANDLE(ctypes.addressof(count)),
            _HANDLE(address),
        )
        filled = (
            [] if array is None or code < 0 else [array[index] or 0 for index in range(count.value)]
        )
        return code, count.value, filled

    def _devices(self, room: int | None) -> dict[str, Any]:
        """Enumerate devices; "kept" says which handles are those of the call before."""
        code, count, handles = self._enumerate(room)
        answer: dict[str, Any] = {"result": code, "count": count}
        if room is not None and code >= 0:
            self._handles = handles
            names = [self._name(handle) for handle in handles]
            known_handles = self._known
            self._known = dict(zip(reversed(names), reversed(handles), strict=True))
            answer["devices"] = names
            answer["kept"] = [
                known_handles.get(name, handle) == handle
                for name, handle in zip(names, handles, strict=True)
            ]
        return answer

    def _name(self, handle: int) -> str:
        buffer = ctypes.create_string_buffer(1024)
        self._call("vkGetPhysicalDeviceProperties", _HANDLE(handle), get_buffer_address(buffer))
        return buffer.raw[20:276].split(b"\0")[0].decode()

    def _groups(self, room: int | None, khr: bool) -> dict[str, Any]:
        name = "vkEnumeratePhysicalDeviceGroups" + ("KHR" if khr else "")
        count = ctypes.c_uint32(room or 0)
        array = None if room is None else (_Group * max(room, 1))()
        for group in array or ():
            group.type = 1000070000
        address = None if array is None else ctypes.addressof(array)
        code = self._call(name, self._instance, _HANDLE(ctypes.addressof(count)), _HANDLE(address))
        answer: dict[str, Any] = {"result": code, "count": count.value}
        if array is not None and code >= 0:
            answer["groups"] = [
                [group.subset, *(self._name(handle) for handle in group.devices[: group.count])]
                for group in array[: count.value]
            ]
        return answer

    def _extensions(self, device: int, room: int | None, layer: str | None) -> dict[str, Any]:
        return self._list_properties(
            "vkEnumerateDeviceExtensionProperties",
            _Extension,
            room,
            _HANDLE(self._handles[device]),
            ctypes.c_char_p(None if layer is None else layer.encode()),
        )

    def _layers(self, device: int, room: int | None) -> dict[str, Any]:
        handle = _HANDLE(self._handles[device])
        return self._list_properties("vkEnumerateDeviceLayerProperties", _Layer, room, handle)

    def _list_properties(
        self, name: str, kind: Any, room: int | None, *first: Any
    ) -> dict[str, Any]:
        count = ctypes.c_uint32(room or 0)
        array = None if room is None else (kind * max(room, 1))()
        address = None if array is None else ctypes.addressof(array)
        code = self._call(name, *first, _HANDLE(ctypes.addressof(count)), _HANDLE(address))
        answer: dict[str, Any] = {"result": code, "count": count.value}
        if array is not None and code >= 0:
            answer["names"] = [item.name.decode() for item in array[: count.value]]
        return answer


def get_buffer_address(buffer: Any) -> ctypes.c_void_p:
    """Return the address of a buffer as an argument."""
    return _HANDLE(ctypes.addressof(buffer))


def open_c_loader(library: str) -> int:
    """Return the address of the vkGetInstanceProcAddr of a loader library."""
    function = ctypes.CDLL(library).vkGetInstanceProcAddr
    return ctypes.cast(function, ctypes.c_void_p).value or 0


def open_engine(assembly: str) -> tuple[int, Any]:
    """Return the address of the engine's, and what has to live as long."""
    from vkconfig_py.loader.base.records import decode
    from vkconfig_py.loader.native.loader import Loader
    from vkconfig_py.loader.native.loader_messages import NativeStep, Observer
    from vkconfig_py.loader.wire.jobs import LoadPlan

    class Complaining(Observer):
        def report_finding(self, finding: NativeStep) -> None:
            if finding.outcome == "exception":
                sys.stderr.write(str(finding.detail))
                os._exit(9)

    loader = Loader(decode(LoadPlan, json.loads(assembly)), Complaining())
    return loader.get_instance_proc_addr, loader


def main(arguments: list[str]) -> None:
    """Read the steps, carry them out, write the answers."""
    if len(arguments) == 1:
        enumerator = Enumerator(open_c_loader(*arguments))
    else:
        address, keep = open_engine(arguments[1])
        enumerator = Enumerator(address, keep)
    for step in json.load(sys.stdin):
        sys.stdout.write(f"{json.dumps(enumerator.do_step(step))}\n")
        sys.stdout.flush()
    os._exit(0)


if __name__ == "__main__":
    main(sys.argv[1:])
