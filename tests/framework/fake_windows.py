"""A Windows whose functions are Python functions, called through ctypes like those of C."""

from __future__ import annotations

import ctypes
from collections.abc import Mapping, Sequence
from ctypes import c_int32, c_void_p
from typing import Any, NamedTuple

from vkconfig_py.loader.base.windows_facts import Registry
from vkconfig_py.loader.platforms.windows_native import (
    APP_FAMILY,
    COM_METHODS,
    DISPLAY,
    FACTORY_1,
    FACTORY_6,
    PROTOTYPES,
    WCHAR,
    AdapterDescription,
    Guid,
    Luid,
    RegistryQuery,
    WindowsCalls,
    decode_utf_16,
    encode_utf_16,
    parse_guid,
    prototype,
)

_ROOTS = {0x80000001: "HKEY_CURRENT_USER", 0x80000002: "HKEY_LOCAL_MACHINE"}
_FILE_NOT_FOUND, _MORE_DATA, _NO_MORE_ITEMS, _INSUFFICIENT_BUFFER = 2, 234, 259, 122
_NO_SUCH_VALUE, _BUFFER_SMALL = 0x25, 0x1A
_UNSUCCESSFUL = -0x3FFFFFFF  # STATUS_UNSUCCESSFUL
_NOT_FOUND = -0x7785FFFE  # DXGI_ERROR_NOT_FOUND
_NO_INTERFACE = -0x7FFFBFFE  # E_NOINTERFACE


class Device(NamedTuple):
    """A device of the configuration manager.

    Attributes:
        driver: its software key, by class and number.
        problem: why it does not run, 0 if it does.
    """

    name: str
    driver: str = ""
    class_guid: str = DISPLAY
    problem: int = 0
    children: tuple[Device, ...] = ()


class FakeWindows:
    """Answers of a Windows; counts of what was opened and closed."""

    def __init__(
        self,
        registry: Registry | None = None,
        *,
        kernel: Sequence[Mapping[tuple[str, int], bytes]] = (),
        devices: Sequence[Device] = (),
        adapters: Sequence[tuple[int, int, int]] = (),
        interfaces: Sequence[str] = (FACTORY_6, FACTORY_1),
        packages: Mapping[str, str] | None = None,
        integrity: int = 0x2000,
        wow64: bool = False,
        code_page: int = 1252,
        missing: Sequence[str] = (),
    ) -> None:
        self.registry = registry or Registry({})
        self.kernel = kernel
        self.adapters = adapters
        self.interfaces = [bytes(parse_guid(text)) for text in interfaces]
        self.packages = packages or {}
        self.wow64 = wow64
        self.code_page = code_page
        self.missing = missing
        self.open_handles: set[int] = set()
        self.open_objects = 0
        self.is_list_growing = False
        self._keys: dict[int, str] = {}
        self._top = devices
        self._nodes: list[Device] = []
        for device in devices:
            self._nodes += [device, *device.children]
        # Revision, count, authority and two sub-authorities.
        self._sid = (ctypes.c_uint32 * 4)(0x201, 0, 0, integrity)
        self._kept: list[Any] = []

    def calls(self) -> WindowsCalls:
        return WindowsCalls(self._open)

    def _open(self, library: str, name: str, form: Any) -> Any:
        assert PROTOTYPES[name][0] == library
        if name in self.missing or library in self.missing:
            return None
        return form(getattr(self, name))

    # -- registry

    def RegOpenKeyExW(self, root, path, options, access, key_out):  # noqa: N802
        assert access == 0x20119, "read, and see what 64-bit programs see"
        full_path = f"{_ROOTS[root & 0xFFFFFFFF]}\\{_text(path)}"
        if self.registry.get_values(full_path) is None:
            return _FILE_NOT_FOUND
        handle = 0x1000 + len(self._keys)
        self._keys[handle] = full_path
        self.open_handles.add(handle)
        key_out[0] = handle
        return 0

    def RegCloseKey(self, key):  # noqa: N802
        self.open_handles.remove(key)
        return 0

    def RegEnumKeyExW(self, key, index, name, length, *_rest):  # noqa: N802
        names = self.registry.list_subkeys(self._keys[key])
        if index >= len(names):
            return _NO_MORE_ITEMS
        return _put_name(names[index], name, length)

    def RegEnumValueW(self, key, index, name, length, _, kind, data, size):  # noqa: N802
        values = self.registry.get_values(self._keys[key])
        if index >= len(values):
            return _NO_MORE_ITEMS
        value = values[index]
        room, size[0] = size[0], len(value.data)
        if len(value.data) > room:
            return _MORE_DATA
        kind[0] = value.kind
        ctypes.memmove(data, value.data, len(value.data))
        return _put_name(value.name, name, length)

    # -- this process

    def GetCurrentProcess(self):  # noqa: N802
        return -1

    def OpenProcessToken(self, process, access, token):  # noqa: N802
        assert access == 0x18
        token[0] = 0x77
        self.open_handles.add(0x77)
        return 1

    def CloseHandle(self, handle):  # noqa: N802
        self.open_handles.remove(handle)
        return 1

    def GetTokenInformation(self, token, kind, buffer, room, size):  # noqa: N802
        assert (token, kind) == (0x77, 25)
        c_void_p.from_address(buffer).value = ctypes.addressof(self._sid)
        size[0] = 28
        return 1

    def GetSidSubAuthorityCount(self, sid):  # noqa: N802
        return sid + 1

    def GetSidSubAuthority(self, sid, number):  # noqa: N802
        return sid + 8 + 4 * number

    def GetACP(self):  # noqa: N802
        return self.code_page

    def IsWow64Process(self, process, is_wow64):  # noqa: N802
        is_wow64[0] = self.wow64
        return 1

    # -- app packages

    def GetPackagesByPackageFamily(self, family, count, names, length, buffer):  # noqa: N802
        assert _text(family) == APP_FAMILY
        texts = "".join(f"{name}\0" for name in self.packages)
        room, length[0] = length[0], len(texts)
        count[0] = len(self.packages)
        if room < len(texts):
            return _INSUFFICIENT_BUFFER
        _copy(texts, buffer)
        return 0

    def GetPackagePathByFullName(self, name, length, path):  # noqa: N802
        return _put_name(self.packages[_text(name)], path, length)

    # -- kernel

    def D3DKMTEnumAdapters2(self, request):  # noqa: N802
        adapters = request.contents
        if adapters.adapters:
            for number in range(len(self.kernel)):
                adapters.adapters[number].handle = 0x40 + number
                self.open_handles.add(0x40 + number)
        adapters.count = len(self.kernel)
        return 0

    def D3DKMTQueryAdapterInfo(self, request):  # noqa: N802
        query = request.contents
        assert query.type == 48
        info = RegistryQuery.from_address(query.data)
        assert (info.type, info.flags, info.physical_adapter) == (1, 1, 0)
        value = self.kernel[query.handle - 0x40].get((decode_utf_16(info.name), info.value_type))
        if value is None:
            return _UNSUCCESSFUL
        room = query.size - ctypes.sizeof(RegistryQuery)
        info.size = len(value)
        info.status = 0 if len(value) <= room else 1
        if not info.status:
            ctypes.memmove(query.data + RegistryQuery.output.offset, value, len(value))
        return 0

    def D3DKMTCloseAdapter(self, handle):  # noqa: N802
        self.open_handles.remove(handle[0])
        return 0

    # -- configuration manager

    def CM_Get_Device_ID_List_SizeW(self, size, class_guid, flags):  # noqa: N802
        assert (_text(class_guid), flags) == (DISPLAY, 0x300)
        size[0] = sum(len(device.name) + 1 for device in self._top) + 1
        return 0

    def CM_Get_Device_ID_ListW(self, class_guid, buffer, room, flags):  # noqa: N802
        if self.is_list_growing:
            self.is_list_growing = False
            return _BUFFER_SMALL
        _copy("".join(f"{device.name}\0" for device in self._top) + "\0", buffer)
        return 0

    def CM_Locate_DevNodeW(self, node, name, flags):  # noqa: N802
        names = [device.name for device in self._nodes]
        node[0] = names.index(_text(name)) + 1
        return 0

    def CM_Get_DevNode_Status(self, status, problem, node, flags):  # noqa: N802
        problem[0] = self._nodes[node - 1].problem
        status[0] = 0x400 if problem[0] else 0
        return 0

    def CM_Get_DevNode_Registry_PropertyW(self, node, number, _, buffer, size, flags):  # noqa: N802
        device = self._nodes[node - 1]
        text = {0x09: device.class_guid, 0x0A: device.driver}[number]
        if not text:
            return _NO_SUCH_VALUE
        units = encode_utf_16(text)
        assert ctypes.sizeof(units) <= size[0]
        ctypes.memmove(buffer, units, ctypes.sizeof(units))
        return 0

    def CM_Get_Child(self, child, node, flags):  # noqa: N802
        if not self._nodes[node - 1].children:
            return 0xD  # CR_NO_SUCH_DEVNODE
        child[0] = node + 1
        return 0

    def CM_Get_Sibling(self, sibling, node, flags):  # noqa: N802
        device = self._nodes[node - 1]
        parent = next(node for node in self._nodes if device in node.children)
        if device is parent.children[-1]:
            return 0xD
        sibling[0] = node + 1
        return 0

    # -- DXGI

    def CreateDXGIFactory1(self, interface, factory_out):  # noqa: N802
        interface_id = bytes(interface.contents)
        if interface_id not in self.interfaces:
            return _NO_INTERFACE
        methods = {"IDXGIFactory1::EnumAdapters1": self._enumerate}
        if interface_id == bytes(parse_guid(FACTORY_6)):
            methods = {"IDXGIFactory6::EnumAdapterByGpuPreference": self._enumerate_preferred}
        factory_out[0] = self._object(methods)
        return 0

    def _enumerate(self, _, number, adapter_out):
        if number >= len(self.adapters):
            return _NOT_FOUND

        def describe(_, description):
            luid, vendor, device = self.adapters[number]
            description[0] = AdapterDescription(vendor_id=vendor, device_id=device)
            description[0].luid = Luid.from_buffer_copy(luid.to_bytes(8, "little"))
            return 0

        adapter_out[0] = self._object({"IDXGIAdapter1::GetDesc1": describe})
        return 0

    def _enumerate_preferred(self, this, number, preference, interface, adapter_out):
        assert preference == 0
        assert isinstance(interface.contents, Guid)
        # The preferred one comes first, here the last that is plugged in.
        if number >= len(self.adapters):
            return _NOT_FOUND
        return self._enumerate(this, len(self.adapters) - 1 - number, adapter_out)

    def _object(self, methods) -> int:
        """Make a COM object: a pointer to a table of functions."""
        table = (c_void_p * 32)()
        for name, function in {"IUnknown::Release": self._release, **methods}.items():
            slot, types = COM_METHODS[name]
            native = prototype(c_int32, c_void_p, *types)(function)
            table[slot] = ctypes.cast(native, c_void_p)
            self._kept.append(native)
        com_object = c_void_p(ctypes.addressof(table))
        self._kept += [table, com_object]
        self.open_objects += 1
        return ctypes.addressof(com_object)

    def _release(self, _):
        self.open_objects -= 1
        return 0


def _text(units: Any) -> str:
    characters = []
    while units[len(characters)]:
        characters.append(units[len(characters)])
    return decode_utf_16((WCHAR * len(characters))(*characters), len(characters))


def _copy(text: str, buffer: Any) -> None:
    data = text.encode("utf-16-le")
    ctypes.memmove(buffer, data, len(data))


def _put_name(text: str, buffer: Any, length: Any) -> int:
    units = encode_utf_16(text)
    if len(units) > length[0]:
        return _MORE_DATA
    ctypes.memmove(buffer, units, ctypes.sizeof(units))
    length[0] = len(units) - 1
    return 0
