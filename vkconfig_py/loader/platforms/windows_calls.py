"""Structures and prototypes of the Windows functions that tell what the loader asks Windows for.

Functions are opened one by one, by library and name, so that tests on any system can put functions
of their own in their place. Strings are arrays of 16-bit units: wchar_t has 32 bits elsewhere.

Source: winreg.h, cfgmgr32.h, dxgi.h, appmodel.h and winnt.h; d3dkmthk.h and d3dukmdt.h for D3DKMT.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from ctypes import POINTER, Structure, c_int32, c_size_t, c_ubyte, c_uint16, c_uint32, c_void_p

from vkconfig_py.loader.base.records import Any

# Called like other functions in 64-bit processes; 32-bit ones have the stdcall convention.
prototype = getattr(ctypes, "WINFUNCTYPE", ctypes.CFUNCTYPE)

WCHAR, DWORD, HANDLE = c_uint16, c_uint32, c_void_p
TEXT, PDWORD, PHANDLE = POINTER(WCHAR), POINTER(DWORD), POINTER(HANDLE)


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
    """D3DDDI_QUERYREGISTRY_INFO; the value follows, from the offset of `output` on."""

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
METHODS: dict[str, tuple[int, tuple[Any, ...]]] = {
    "IUnknown::Release": (2, ()),
    "IDXGIFactory1::EnumAdapters1": (12, (DWORD, PHANDLE)),
    "IDXGIFactory6::EnumAdapterByGpuPreference": (29, (DWORD, c_int32, POINTER(Guid), PHANDLE)),
    "IDXGIAdapter1::GetDesc1": (10, (POINTER(AdapterDescription),)),
}

OpenFunction = Callable[[str, str, Any], "Callable[..., Any] | None"]


def open_function(library: str, name: str, form: Any) -> Callable[..., Any] | None:
    """Return a function of Windows, or None if this Windows does not have it."""
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
        self._opening = opening
        self._functions: dict[str, Callable[..., Any] | None] = {}

    def __getitem__(self, name: str) -> Callable[..., Any]:
        """Return a function of PROTOTYPES.

        Raises:
            MissingFunctionError: it does not exist.
        """
        if name not in self._functions:
            library, result, arguments = PROTOTYPES[name]
            self._functions[name] = self._opening(library, name, prototype(result, *arguments))
        function = self._functions[name]
        if function is None:
            raise MissingFunctionError(name)
        return function


def call_method(instance: c_void_p, name: str, *arguments: object) -> int:
    """Call a method of a COM object, and return its HRESULT."""
    slot, types = METHODS[name]
    table = ctypes.cast(instance, POINTER(POINTER(c_void_p)))[0]
    function = prototype(c_int32, c_void_p, *types)(table[slot])
    result: int = function(instance, *arguments)
    return result


def wide(text: str) -> Any:
    """Return a string as an array with a NUL at its end."""
    data = f"{text}\0".encode("utf-16-le", "surrogatepass")
    return (WCHAR * (len(data) // 2)).from_buffer_copy(data)


def narrow(array: Any, length: int | None = None) -> str:
    """Return the string of an array: up to its NUL, or of this many units."""
    data = bytes(array)
    if length is not None:
        return data[: 2 * length].decode("utf-16-le", "surrogatepass")
    return data.decode("utf-16-le", "surrogatepass").split("\0", 1)[0]
