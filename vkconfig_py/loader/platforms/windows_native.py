"""What the running Windows answers to the loader's questions, and the structures of its functions.

The registry is read as a 64-bit Windows has it, with WOW6432Node for 32-bit programs. Functions are
opened one by one, so that tests can replace them. Strings are arrays of 16-bit units: wchar_t has
32 bits elsewhere. Source: loader_windows.c, dxgi_loader.c; winreg.h, cfgmgr32.h, dxgi.h,
appmodel.h, winnt.h, d3dkmthk.h, d3dukmdt.h.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Iterable, Iterator, Mapping
from ctypes import (
    POINTER,
    Structure,
    addressof,
    c_int32,
    c_size_t,
    c_ubyte,
    c_uint16,
    c_uint32,
    c_void_p,
    pointer,
    sizeof,
)
from types import MappingProxyType
from uuid import UUID

from vkconfig_py.loader.base.records import Any, NamedTuple
from vkconfig_py.loader.base.windows_facts import (
    Adapter,
    Registry,
    RegistryValue,
    ValueKind,
    WindowsFacts,
    find_codec,
)

MACHINE, USER = "HKEY_LOCAL_MACHINE", "HKEY_CURRENT_USER"
# Handles of winreg.h; an int of 32 bits is widened with its sign.
_HIVE_HANDLES = {MACHINE: 0x80000002 - 2**32, USER: 0x80000001 - 2**32}
_KHRONOS = "SOFTWARE\\Khronos\\Vulkan"
_KHRONOS_NARROW = "SOFTWARE\\WOW6432Node\\Khronos\\Vulkan"
DISPLAY = "{4d36e968-e325-11ce-bfc1-08002be10318}"
SOFTWARE_COMPONENT = "{5c4c3332-344d-483c-8739-259e934c9cc8}"
_CLASSES = "SYSTEM\\CurrentControlSet\\Control\\Class"
# Values of devices: what the loader reads, and what names the device.
_DEVICE_VALUES = ("Vulkan", "DriverDesc", "DriverVersion", "ProviderName")
_VULKAN_VALUE_NAMES = ("VulkanDriverName", "VulkanExplicitLayers", "VulkanImplicitLayers")
VALUE_NAMES = (*_VULKAN_VALUE_NAMES, *(f"{kind}Wow" for kind in _VULKAN_VALUE_NAMES))
APP_FAMILY = "Microsoft.D3DMappingLayers_8wekyb3d8bbwe"

_KEY_READ, _KEY_WOW64_64KEY = 0x20019, 0x100
_ERROR_SUCCESS, _MORE_DATA, _NO_MORE_ITEMS, _INSUFFICIENT_BUFFER = 0, 234, 259, 122
_MAX_NAME_LENGTH = 16_384
_MAX_VALUE_SIZE = 1 << 20
_MAX_ENTRIES = 65_536
_QUERY_REGISTRY = 48  # KMTQAITYPE_QUERYREGISTRY
_ADAPTER_KEY = 1  # D3DDDI_QUERYREGISTRY_ADAPTERKEY
_TRANSLATE_PATH = 1  # D3DDDI_QUERYREGISTRY_FLAGS
_SUCCESS, _BUFFER_OVERFLOW = 0, 1  # D3DDDI_QUERYREGISTRY_STATUS
_PRESENT_OF_CLASS_FILTER = 0x300  # CM_GETIDLIST_FILTER_CLASS | CM_GETIDLIST_FILTER_PRESENT
_CR_BUFFER_SMALL = 0x1A
_HAS_PROBLEM = 0x400  # DN_HAS_PROBLEM
# CM_PROB_NEED_RESTART; the loader compares with DN_NEED_RESTART, too.
_PENDING = (0x0E, 0x100)
_CLASS_GUID, _DRIVER = 0x09, 0x0A  # CM_DRP_CLASSGUID, CM_DRP_DRIVER
_MAX_CHILDREN = 1000
_GPU_PREFERENCE_UNSPECIFIED = 0
_MAX_ADAPTERS = 64
FACTORY_1 = "770aae78-f26f-4dba-a829-253c83d1b387"
FACTORY_6 = "c1b6694f-ff09-44a9-b03c-77900a0a1d17"
ADAPTER_1 = "29038f61-3839-4626-91fd-086879011a05"
_TOKEN_QUERY, _TOKEN_QUERY_SOURCE, _TOKEN_INTEGRITY_LEVEL = 0x8, 0x10, 25
_MEDIUM_INTEGRITY, _HIGH_INTEGRITY = 0x2000, 0x3000  # SECURITY_MANDATORY_..._RID
# Called like other functions in 64-bit processes; 32-bit ones have the stdcall convention.
prototype = getattr(ctypes, "WINFUNCTYPE", ctypes.CFUNCTYPE)
WCHAR, DWORD, HANDLE = c_uint16, c_uint32, c_void_p
TEXT, PDWORD, PHANDLE = POINTER(WCHAR), POINTER(DWORD), POINTER(HANDLE)
OpenFunction = Callable[[str, str, Any], "Callable[..., Any] | None"]


class RunningWindows(NamedTuple):
    """This machine and process.

    Attributes:
        elevated: the integrity of the process is high, as the loader asks for it.
    """

    facts: WindowsFacts
    elevated: bool


def read_windows(calls: WindowsCalls | None = None) -> RunningWindows:
    """Return what the loader asks the running Windows, such as the registry and the adapters."""
    calls = calls or WindowsCalls()
    integrity = read_integrity(calls)
    facts = WindowsFacts(
        registry=read_registry(calls),
        adapters=read_adapters(calls),
        kernel_values=read_kernel_values(calls),
        present_device_keys=read_present(calls),
        app_packages=read_app_packages(calls),
        is_wow64=is_wow64(calls),
        code_page=read_code_page(calls),
        is_above_medium=_MEDIUM_INTEGRITY < integrity < _HIGH_INTEGRITY,
    )
    return RunningWindows(facts, integrity >= _HIGH_INTEGRITY)


# -- registry


def read_registry(calls: WindowsCalls) -> Registry:
    """Read the registry keys in which drivers, layers and settings are registered."""
    keys: dict[str, Iterable[RegistryValue]] = {}
    for root in (MACHINE, USER):
        khronos_keys = (_KHRONOS, _KHRONOS_NARROW) if root == MACHINE else (_KHRONOS,)
        for key in khronos_keys:
            for name in ("", *_list_subkeys(calls, root, key)):
                path = f"{key}\\{name}".rstrip("\\")
                _add_key(calls, keys, root, path)
    for guid in (DISPLAY, SOFTWARE_COMPONENT):
        for name in _list_subkeys(calls, MACHINE, f"{_CLASSES}\\{guid}"):
            if len(name) == 4 and name.isdecimal():
                _add_key(calls, keys, MACHINE, f"{_CLASSES}\\{guid}\\{name}", _DEVICE_VALUES)
    return Registry(keys)


def _add_key(
    calls: WindowsCalls,
    keys: dict[str, Iterable[RegistryValue]],
    root: str,
    path: str,
    prefixes: tuple[str, ...] = ("",),
) -> None:
    """Add the values of a registry key to `keys`, if it exists.

    Args:
        calls: the functions of Windows.
        keys: values by path of the key.
        root: hive, such as HKEY_LOCAL_MACHINE.
        path: of the key below it.
        prefixes: only values whose name begins with one of them are added.
    """
    key = _open_key(calls, root, path)
    if key is None:
        return
    try:
        values = [value for value in _read_values(calls, key) if value.name.startswith(prefixes)]
        keys[f"{root}\\{path}"] = values
    finally:
        calls["RegCloseKey"](key)


def _open_key(calls: WindowsCalls, root: str, path: str) -> Any:
    """Return the handle of a registry key, or None if it cannot be opened."""
    key = HANDLE()
    access = _KEY_READ | _KEY_WOW64_64KEY
    try:
        code = calls["RegOpenKeyExW"](
            _HIVE_HANDLES[root], encode_utf_16(path), 0, access, pointer(key)
        )
    except MissingFunctionError:
        return None
    return key if code == _ERROR_SUCCESS else None


def _list_subkeys(calls: WindowsCalls, root: str, path: str) -> tuple[str, ...]:
    """Return the names of the keys directly below a registry key, () if it does not exist."""
    key = _open_key(calls, root, path)
    if key is None:
        return ()
    names = []
    try:
        for index in range(_MAX_ENTRIES):
            name, length = (WCHAR * 256)(), DWORD(256)  # names of keys have up to 255 characters
            answer = calls["RegEnumKeyExW"](
                key, index, name, pointer(length), None, None, None, None
            )
            if answer != _ERROR_SUCCESS:
                break
            names.append(decode_utf_16(name, length.value))
    finally:
        calls["RegCloseKey"](key)
    return tuple(names)


def _read_values(calls: WindowsCalls, key: Any) -> Iterator[RegistryValue]:
    """Yield the values of an open registry key."""
    room = 4096
    index = 0
    while index < _MAX_ENTRIES:
        name, length = (WCHAR * _MAX_NAME_LENGTH)(), DWORD(_MAX_NAME_LENGTH)
        kind, data, size = DWORD(), (c_ubyte * room)(), DWORD(room)
        answer = calls["RegEnumValueW"](
            key, index, name, pointer(length), None, pointer(kind), data, pointer(size)
        )
        if answer == _MORE_DATA and room < size.value <= _MAX_VALUE_SIZE:
            room = size.value
            continue
        if answer == _ERROR_SUCCESS:
            content = bytes(data[: size.value])
            yield RegistryValue(decode_utf_16(name, length.value), kind.value, content)
        elif answer != _MORE_DATA:
            return
        index += 1


# -- values of drivers, asked of the kernel


def read_kernel_values(calls: WindowsCalls) -> Mapping[str, tuple[str, ...]] | None:
    """Return what D3DKMT returns for each value, or None if this Windows lacks its calls."""
    try:
        adapters = _open_kernel_adapters(calls)
    except MissingFunctionError:
        return None
    values: dict[str, list[str]] = {}
    try:
        for adapter in adapters:
            for name in VALUE_NAMES:
                values.setdefault(name, []).extend(_read_adapter_value(calls, adapter.handle, name))
    except MissingFunctionError:
        return None
    finally:
        _close_adapters(calls, adapters)
    # A path of two adapters is one path.
    return MappingProxyType(
        {name: tuple(dict.fromkeys(values[name])) for name in values if values[name]}
    )


def _open_kernel_adapters(calls: WindowsCalls) -> list[KernelAdapter]:
    """Return the display adapters that D3DKMT opens, [] if it fails."""
    kernel_adapters = KernelAdapters()
    if calls["D3DKMTEnumAdapters2"](pointer(kernel_adapters)) != 0:
        return []
    # The count is that of the room needed, until the array is given.
    array = (KernelAdapter * max(kernel_adapters.count, 1))()
    kernel_adapters.adapters = ctypes.cast(array, type(kernel_adapters.adapters))
    if calls["D3DKMTEnumAdapters2"](pointer(kernel_adapters)) != 0:
        return []
    return list(array[: min(kernel_adapters.count, len(array))])


def _close_adapters(calls: WindowsCalls, adapters: Iterable[KernelAdapter]) -> None:
    """Close adapters of D3DKMT."""
    for adapter in adapters:
        try:
            calls["D3DKMTCloseAdapter"](pointer(DWORD(adapter.handle)))
        except MissingFunctionError:
            return


def _read_adapter_value(calls: WindowsCalls, adapter: int, name: str) -> tuple[str, ...]:
    """Return the strings of an adapter's registry value, () if it has none."""
    # windows_get_device_registry_entry's twin for D3DKMT tries a list, then one string.
    for kind in (ValueKind.MULTI_SZ, ValueKind.SZ):
        query = _query_registry(calls, adapter, name, kind)
        if query is None:
            continue
        texts = bytes(query)[RegistryQuery.output.offset :]
        size = RegistryQuery.from_buffer_copy(query).size
        return decode_strings(texts[:size], is_list=kind is ValueKind.MULTI_SZ)
    return ()


def _query_registry(calls: WindowsCalls, adapter: int, name: str, kind: ValueKind) -> Any:
    """Query a registry value of an adapter with more room until it fits, None without one."""
    room = 0
    for _ in range(4):  # it may grow between two calls
        buffer = (c_ubyte * (sizeof(RegistryQuery) + room))()
        info = RegistryQuery.from_buffer(buffer)
        info.type, info.flags, info.value_type = _ADAPTER_KEY, _TRANSLATE_PATH, kind
        units = encode_utf_16(name)
        ctypes.memmove(addressof(info) + RegistryQuery.name.offset, units, sizeof(units))
        query = AdapterQuery(adapter, _QUERY_REGISTRY, addressof(buffer), len(buffer))
        if calls["D3DKMTQueryAdapterInfo"](pointer(query)) != 0:
            return None
        if info.status == _SUCCESS and room:
            return buffer
        if info.status != _BUFFER_OVERFLOW or not 0 < info.size <= _MAX_VALUE_SIZE:
            return None
        room = info.size
    return None


def decode_strings(data: bytes, *, is_list: bool) -> tuple[str, ...]:
    """Return the string of a REG_SZ value, or those of a REG_MULTI_SZ up to an empty one."""
    text = data[: len(data) // 2 * 2].decode("utf-16-le", "surrogatepass")
    strings: list[str] = []
    for part in text.split("\0"):
        if not part or (strings and not is_list):
            break
        strings.append(part)
    return tuple(strings)


# -- devices that are present


def read_present(calls: WindowsCalls) -> tuple[str, ...] | None:
    """Return the software keys of display adapters and their components, in their order.

    None if the configuration manager cannot be asked.
    """
    try:
        keys = [
            key
            for device in _list_device_ids(calls)
            for node in _list_device_nodes(calls, device)
            if (key := _read_node_property(calls, node, _DRIVER))
        ]
    except MissingFunctionError:
        return None
    return tuple(f"{MACHINE}\\{_CLASSES}\\{key}" for key in keys)


def _list_device_ids(calls: WindowsCalls) -> tuple[str, ...]:
    """Return the IDs of present display devices, () if Windows does not list them."""
    for _ in range(8):  # until no device comes in between
        size = DWORD()
        class_guid = encode_utf_16(DISPLAY)
        if calls["CM_Get_Device_ID_List_SizeW"](
            pointer(size), class_guid, _PRESENT_OF_CLASS_FILTER
        ):
            return ()
        room = min(max(size.value, 1), _MAX_VALUE_SIZE)
        buffer = (WCHAR * room)()
        answer = calls["CM_Get_Device_ID_ListW"](class_guid, buffer, room, _PRESENT_OF_CLASS_FILTER)
        if answer == _ERROR_SUCCESS:
            return decode_strings(bytes(buffer), is_list=True)
        if answer != _CR_BUFFER_SMALL:
            return ()
    return ()


def _list_device_nodes(calls: WindowsCalls, device: str) -> Iterator[int]:
    """Yield the node of a device, then its children of class SoftwareComponent."""
    node, status, problem = DWORD(), DWORD(), DWORD()
    if calls["CM_Locate_DevNodeW"](pointer(node), encode_utf_16(device), 0):
        return
    code = calls["CM_Get_DevNode_Status"](pointer(status), pointer(problem), node.value, 0)
    # is_driver_active: a device that waits for a restart is left out.
    if code or (status.value & _HAS_PROBLEM and problem.value in _PENDING):
        return
    yield node.value
    child = DWORD()
    answer = calls["CM_Get_Child"](pointer(child), node.value, 0)
    for _ in range(_MAX_CHILDREN):
        if answer:
            return
        if _read_node_property(calls, child.value, _CLASS_GUID) == SOFTWARE_COMPONENT:
            yield child.value
        next_node = DWORD()
        answer = calls["CM_Get_Sibling"](pointer(next_node), child.value, 0)
        child = next_node


def _read_node_property(calls: WindowsCalls, node: int, number: int) -> str:
    """Return a text property of a device node, "" if it has none."""
    buffer, size = (WCHAR * 512)(), DWORD(1024)
    answer = calls["CM_Get_DevNode_Registry_PropertyW"](
        node, number, None, buffer, pointer(size), 0
    )
    return decode_utf_16(buffer) if answer == _ERROR_SUCCESS else ""


# -- graphics adapters


def parse_guid(text: str) -> Guid:
    r"""Return a GUID from its usual spelling, without braces."""
    return Guid.from_buffer_copy(UUID(text).bytes_le)


def read_adapters(calls: WindowsCalls) -> tuple[Adapter, ...] | None:
    """Return the adapters of DXGI, by preference if it has one, or None without a factory."""
    for interface in (FACTORY_6, FACTORY_1):
        factory = HANDLE()
        try:
            result = calls["CreateDXGIFactory1"](pointer(parse_guid(interface)), pointer(factory))
        except MissingFunctionError:
            return None
        if result >= 0 and factory:
            try:
                return tuple(_list_adapters(factory, sorts_by_preference=interface == FACTORY_6))
            finally:
                call_method(factory, "IUnknown::Release")
    return None


def _list_adapters(factory: c_void_p, *, sorts_by_preference: bool) -> Iterator[Adapter]:
    """Yield the adapters of a DXGI factory with their numbers."""
    for number in range(_MAX_ADAPTERS):
        adapter = HANDLE()
        if sorts_by_preference:
            answer = call_method(
                factory,
                "IDXGIFactory6::EnumAdapterByGpuPreference",
                *(
                    number,
                    _GPU_PREFERENCE_UNSPECIFIED,
                    pointer(parse_guid(ADAPTER_1)),
                    pointer(adapter),
                ),
            )
        else:
            answer = call_method(factory, "IDXGIFactory1::EnumAdapters1", number, pointer(adapter))
        if answer < 0 or not adapter:  # DXGI_ERROR_NOT_FOUND after the last one
            return
        description = AdapterDescription()
        try:
            description_result = call_method(
                adapter, "IDXGIAdapter1::GetDesc1", pointer(description)
            )
        finally:
            call_method(adapter, "IUnknown::Release")
        if description_result >= 0:
            luid = int.from_bytes(bytes(description.luid), "little")
            yield Adapter(luid, description.vendor_id, description.device_id)


# -- app packages


def read_app_packages(calls: WindowsCalls) -> Mapping[str, str]:
    """Return the folder of Microsoft's compatibility pack, which brings drivers, {} without it."""
    try:
        folder = _find_package_folder(calls)
    except MissingFunctionError:  # Windows 7
        folder = ""
    return MappingProxyType({APP_FAMILY: folder} if folder else {})


def _find_package_folder(calls: WindowsCalls) -> str:
    """Return the folder of Microsoft's compatibility pack, "" if it is not installed."""
    count, length = DWORD(), DWORD()
    family = encode_utf_16(APP_FAMILY)
    ask = calls["GetPackagesByPackageFamily"]
    answer = ask(family, pointer(count), None, pointer(length), None)
    if answer not in (_ERROR_SUCCESS, _INSUFFICIENT_BUFFER) or not count.value:
        return ""
    if count.value > _MAX_ENTRIES or length.value > _MAX_VALUE_SIZE:
        return ""
    names = (TEXT * count.value)()
    buffer = (WCHAR * max(length.value, 1))()
    if ask(family, pointer(count), names, pointer(length), buffer) or not count.value:
        return ""
    # The first package alone; its name is the first string of the buffer.
    path, size = (WCHAR * 260)(), DWORD(260)  # MAX_PATH
    if calls["GetPackagePathByFullName"](encode_utf_16(decode_utf_16(buffer)), pointer(size), path):
        return ""
    return decode_utf_16(path)


# -- this process


def read_code_page(calls: WindowsCalls) -> str:
    """Return the codec of the ANSI code page of this process."""
    try:
        return find_codec(int(calls["GetACP"]()))
    except MissingFunctionError:
        return find_codec(0)


def is_wow64(calls: WindowsCalls) -> bool:
    """Return whether this is a 32-bit process on a 64-bit Windows."""
    wow64 = c_int32()
    try:
        succeeded = calls["IsWow64Process"](calls["GetCurrentProcess"](), pointer(wow64))
    except MissingFunctionError:
        return False
    return bool(succeeded and wow64.value)


def read_integrity(calls: WindowsCalls) -> int:
    """Return the integrity level of this process as a number, 0 if unknown."""
    token = HANDLE()
    try:
        access = _TOKEN_QUERY | _TOKEN_QUERY_SOURCE
        process = calls["GetCurrentProcess"]()
        if not calls["OpenProcessToken"](process, access, pointer(token)):
            return 0
        try:
            return _read_token_integrity(calls, token)
        finally:
            calls["CloseHandle"](token)
    except MissingFunctionError:
        return 0


def _read_token_integrity(calls: WindowsCalls, token: Any) -> int:
    """Return the integrity level of a process token, 0 if unknown."""
    # TOKEN_MANDATORY_LABEL: a pointer to the SID, its attributes, and the SID behind them.
    buffer, size = (ctypes.c_uint64 * 64)(), DWORD()
    ask = calls["GetTokenInformation"]
    if not ask(token, _TOKEN_INTEGRITY_LEVEL, buffer, sizeof(buffer), pointer(size)):
        return 0
    sid = c_void_p.from_buffer(buffer)
    count = c_ubyte.from_address(calls["GetSidSubAuthorityCount"](sid)).value
    if not count:
        return 0
    return DWORD.from_address(calls["GetSidSubAuthority"](sid, count - 1)).value


class Guid(Structure):
    _fields_ = (
        ("data1", c_uint32),
        ("data2", c_uint16),
        ("data3", c_uint16),
        ("data4", c_ubyte * 8),
    )


class Luid(Structure):
    _fields_ = (("low", c_uint32), ("high", c_int32))


class KernelAdapter(Structure):
    """D3DKMT_ADAPTERINFO."""

    _fields_ = (
        ("handle", c_uint32),
        ("luid", Luid),
        ("source_count", c_uint32),
        ("prefers_precise_regions", c_int32),
    )


class KernelAdapters(Structure):
    """D3DKMT_ENUMADAPTERS2."""

    _fields_ = (("count", c_uint32), ("adapters", POINTER(KernelAdapter)))


class AdapterQuery(Structure):
    """D3DKMT_QUERYADAPTERINFO."""

    _fields_ = (
        ("handle", c_uint32),
        ("type", c_int32),
        ("data", c_void_p),
        ("size", c_uint32),
    )


class RegistryQuery(Structure):
    """D3DDDI_QUERYREGISTRY_INFO. The value follows, from the offset of `output` on."""

    _fields_ = (
        ("type", c_int32),
        ("flags", c_uint32),
        ("name", WCHAR * 260),
        ("value_type", c_uint32),
        ("physical_adapter", c_uint32),
        ("size", c_uint32),
        ("status", c_int32),
        ("output", ctypes.c_uint64),
    )


class AdapterDescription(Structure):
    """DXGI_ADAPTER_DESC1."""

    _fields_ = (
        ("description", WCHAR * 128),
        ("vendor_id", c_uint32),
        ("device_id", c_uint32),
        ("subsystem_id", c_uint32),
        ("revision", c_uint32),
        ("video_memory", c_size_t),
        ("system_memory", c_size_t),
        ("shared_memory", c_size_t),
        ("luid", Luid),
        ("flags", c_uint32),
    )


# Function -> library, result, arguments.
PROTOTYPES: dict[str, tuple[str, Any, tuple[Any, ...]]] = {
    "RegOpenKeyExW": ("advapi32", c_int32, (HANDLE, TEXT, DWORD, DWORD, PHANDLE)),
    "RegCloseKey": ("advapi32", c_int32, (HANDLE,)),
    "RegEnumKeyExW": (
        "advapi32",
        c_int32,
        (HANDLE, DWORD, TEXT, PDWORD, c_void_p, c_void_p, c_void_p, c_void_p),
    ),
    "RegEnumValueW": (
        "advapi32",
        c_int32,
        (HANDLE, DWORD, TEXT, PDWORD, c_void_p, PDWORD, POINTER(c_ubyte), PDWORD),
    ),
    "OpenProcessToken": ("advapi32", c_int32, (HANDLE, DWORD, PHANDLE)),
    "GetTokenInformation": ("advapi32", c_int32, (HANDLE, c_int32, c_void_p, DWORD, PDWORD)),
    # These two return the address of a number.
    "GetSidSubAuthorityCount": ("advapi32", c_void_p, (c_void_p,)),
    "GetSidSubAuthority": ("advapi32", c_void_p, (c_void_p, DWORD)),
    "GetACP": ("kernel32", DWORD, ()),
    "GetCurrentProcess": ("kernel32", HANDLE, ()),
    "CloseHandle": ("kernel32", c_int32, (HANDLE,)),
    "IsWow64Process": ("kernel32", c_int32, (HANDLE, POINTER(c_int32))),
    "GetPackagesByPackageFamily": (
        "kernel32",
        c_int32,
        (TEXT, PDWORD, POINTER(TEXT), PDWORD, TEXT),
    ),
    "GetPackagePathByFullName": ("kernel32", c_int32, (TEXT, PDWORD, TEXT)),
    "D3DKMTEnumAdapters2": ("gdi32", c_int32, (POINTER(KernelAdapters),)),
    "D3DKMTQueryAdapterInfo": ("gdi32", c_int32, (POINTER(AdapterQuery),)),
    # D3DKMT_CLOSEADAPTER holds the handle alone.
    "D3DKMTCloseAdapter": ("gdi32", c_int32, (PDWORD,)),
    "CM_Get_Device_ID_List_SizeW": ("cfgmgr32", DWORD, (PDWORD, TEXT, DWORD)),
    "CM_Get_Device_ID_ListW": ("cfgmgr32", DWORD, (TEXT, TEXT, DWORD, DWORD)),
    "CM_Locate_DevNodeW": ("cfgmgr32", DWORD, (PDWORD, TEXT, DWORD)),
    "CM_Get_DevNode_Status": ("cfgmgr32", DWORD, (PDWORD, PDWORD, DWORD, DWORD)),
    "CM_Get_DevNode_Registry_PropertyW": (
        "cfgmgr32",
        DWORD,
        (DWORD, DWORD, PDWORD, c_void_p, PDWORD, DWORD),
    ),
    "CM_Get_Child": ("cfgmgr32", DWORD, (PDWORD, DWORD, DWORD)),
    "CM_Get_Sibling": ("cfgmgr32", DWORD, (PDWORD, DWORD, DWORD)),
    "CreateDXGIFactory1": ("dxgi", c_int32, (POINTER(Guid), PHANDLE)),
}
# Methods of COM interfaces -> place in the table of functions, arguments after the object itself.
COM_METHODS: dict[str, tuple[int, tuple[Any, ...]]] = {
    "IUnknown::Release": (2, ()),
    "IDXGIFactory1::EnumAdapters1": (12, (DWORD, PHANDLE)),
    "IDXGIFactory6::EnumAdapterByGpuPreference": (29, (DWORD, c_int32, POINTER(Guid), PHANDLE)),
    "IDXGIAdapter1::GetDesc1": (10, (POINTER(AdapterDescription),)),
}


def open_function(library: str, name: str, form: Any) -> Callable[..., Any] | None:
    """Return a function of a Windows library, or None if this Windows does not have it."""
    try:
        function: Callable[..., Any] = form((name, ctypes.WinDLL(f"{library}.dll")))  # type: ignore[attr-defined,unused-ignore]
    except (OSError, AttributeError):
        return None
    return function


class MissingFunctionError(Exception):
    """This Windows lacks a function."""


class WindowsCalls:
    """Functions of Windows by their names."""

    def __init__(self, opening: OpenFunction = open_function) -> None:
        self._open_function = opening
        self._functions: dict[str, Callable[..., Any] | None] = {}

    def __getitem__(self, name: str) -> Callable[..., Any]:
        """Return the function of Windows with a name in PROTOTYPES.

        Raises:
            MissingFunctionError: it does not exist.
        """
        if name not in self._functions:
            library, result, arguments = PROTOTYPES[name]
            self._functions[name] = self._open_function(
                library, name, prototype(result, *arguments)
            )
        function = self._functions[name]
        if function is None:
            raise MissingFunctionError(name)
        return function


def call_method(instance: c_void_p, name: str, *arguments: object) -> int:
    """Call a method of a COM object, and return its HRESULT."""
    slot, types = COM_METHODS[name]
    table = ctypes.cast(instance, POINTER(POINTER(c_void_p)))[0]
    function = prototype(c_int32, c_void_p, *types)(table[slot])
    result: int = function(instance, *arguments)
    return result


def encode_utf_16(text: str) -> Any:
    """Return a string as an array of UTF-16 units with a NUL at its end."""
    data = f"{text}\0".encode("utf-16-le", "surrogatepass")
    return (WCHAR * (len(data) // 2)).from_buffer_copy(data)


def decode_utf_16(array: Any, length: int | None = None) -> str:
    """Return the string of an array of UTF-16 units.

    `length`: how many units, None for those up to the NUL.
    """
    data = bytes(array)
    if length is not None:
        return data[: 2 * length].decode("utf-16-le", "surrogatepass")
    return data.decode("utf-16-le", "surrogatepass").split("\0", 1)[0]
