"""What a Windows answers, asked through functions that stand in for its own."""

from __future__ import annotations

import ctypes
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.framework.fake_windows import Device, FakeWindows
from vkconfig_py.loader.base.host import Host
from vkconfig_py.loader.base.windows_facts import Adapter, Registry, RegistryValue, WindowsFacts
from vkconfig_py.loader.platforms import windows_native
from vkconfig_py.loader.platforms.windows_native import (
    ADAPTER_1,
    APP_FAMILY,
    DISPLAY,
    FACTORY_1,
    FACTORY_6,
    SOFTWARE_COMPONENT,
    RunningWindows,
    decode_strings,
    is_wow64,
    parse_guid,
    read_adapters,
    read_app_packages,
    read_kernel_values,
    read_present,
    read_registry,
    read_windows,
)

VULKAN = r"HKEY_LOCAL_MACHINE\SOFTWARE\Khronos\Vulkan"
CLASSES = r"HKEY_LOCAL_MACHINE\SYSTEM\CurrentControlSet\Control\Class"
ZERO = bytes(4)


def utf16(text: str) -> bytes:
    return text.encode("utf-16-le")


def test_the_keys_of_the_loader_are_read_as_they_are():
    keys = {
        rf"{VULKAN}\Drivers": [
            RegistryValue(r"C:\é.json", 4, ZERO),
            RegistryValue("", 1, b""),
            RegistryValue("odd", 3, b"\1\2\3"),
            RegistryValue("long", 7, b"x" * 9000),
            RegistryValue("C:\\" + "a" * 5000, 4, ZERO),
        ],
        VULKAN.replace("LOCAL_MACHINE", "CURRENT_USER") + r"\ImplicitLayers": [
            RegistryValue("a.json", 4, b"\1\0\0\0")
        ],
        VULKAN.replace("SOFTWARE", r"SOFTWARE\WOW6432Node") + r"\ExplicitLayers": [],
        rf"{CLASSES}\{DISPLAY}\0000": [RegistryValue("VulkanDriverName", 7, utf16("a\0\0"))],
        rf"{CLASSES}\{SOFTWARE_COMPONENT}\0012": [],
    }
    windows = FakeWindows(Registry(keys))
    registry = read_registry(windows.calls())
    assert {path: registry.get_values(path) for path in keys} == {
        path: tuple(values) for path, values in keys.items()
    }
    assert windows.open_handles == set()


def test_other_keys_and_values_are_left_out():
    device = rf"{CLASSES}\{DISPLAY}\0000"
    windows = FakeWindows(
        Registry(
            {
                r"HKEY_LOCAL_MACHINE\SOFTWARE\Other": [RegistryValue("a", 4, ZERO)],
                rf"{CLASSES}\{DISPLAY}\Configuration": [],
                device: [RegistryValue("Icon", 1, b""), RegistryValue("DriverDesc", 1, b"")],
            }
        )
    )
    registry = read_registry(windows.calls())
    assert registry.get_values(r"HKEY_LOCAL_MACHINE\SOFTWARE\Other") is None
    assert registry.list_subkeys(rf"{CLASSES}\{DISPLAY}") == ("0000",)
    assert [value.name for value in registry.get_values(device)] == ["DriverDesc"]


def test_a_value_that_is_too_large_is_passed_over():
    drivers = rf"{VULKAN}\Drivers"
    values = [RegistryValue("huge", 3, bytes((1 << 20) + 1)), RegistryValue("next", 4, ZERO)]
    registry = read_registry(FakeWindows(Registry({drivers: values})).calls())
    assert registry.get_values(drivers) == (values[1],)


# -- kernel

NAME, LAYERS = "VulkanDriverName", "VulkanImplicitLayers"


def test_values_of_kernel_adapters_are_lists_or_strings():
    windows = FakeWindows(
        kernel=[
            {(NAME, 7): utf16("C:\\a.json\0C:\\b.json\0\0"), (LAYERS, 1): utf16("C:\\l.json\0")},
            {},
            {(NAME, 1): utf16("C:\\c.json\0more\0"), (f"{NAME}Wow", 7): utf16("C:\\a.json")},
            {(NAME, 7): utf16("C:\\a.json\0\0")},
        ]
    )
    assert read_kernel_values(windows.calls()) == {
        NAME: ("C:\\a.json", "C:\\b.json", "C:\\c.json"),
        LAYERS: ("C:\\l.json",),
        f"{NAME}Wow": ("C:\\a.json",),
    }
    assert windows.open_handles == set(), "adapters are closed"


def test_a_kernel_without_values_differs_from_one_without_calls():
    assert read_kernel_values(FakeWindows(kernel=[{}]).calls()) == {}
    assert read_kernel_values(FakeWindows().calls()) == {}
    for name in ("gdi32", "D3DKMTEnumAdapters2", "D3DKMTQueryAdapterInfo"):
        windows = FakeWindows(kernel=[{(NAME, 7): utf16("a\0\0")}], missing=[name])
        assert read_kernel_values(windows.calls()) is None
        assert windows.open_handles == set()


@pytest.mark.parametrize(
    ("data", "is_list", "strings"),
    [
        (utf16("a\0b\0\0c\0"), True, ("a", "b")),
        (utf16("a\0b\0"), False, ("a",)),
        (utf16("a"), True, ("a",)),
        (utf16("a\0") + b"b", True, ("a",)),
        (utf16("\0a\0"), True, ()),
        (b"", True, ()),
        (b"", False, ()),
    ],
)
def test_strings_end_at_an_empty_one(data, is_list, strings):
    assert decode_strings(data, is_list=is_list) == strings


# -- devices


def display(number: int) -> str:
    return rf"{DISPLAY}\{number:04}"


def component(number: int, class_guid: str = SOFTWARE_COMPONENT) -> Device:
    return Device(f"SWD\\{number}", rf"{SOFTWARE_COMPONENT}\{number:04}", class_guid)


def test_present_devices_come_with_their_components():
    children = (component(3), component(4, "{other}"), component(5, SOFTWARE_COMPONENT.upper()))
    windows = FakeWindows(
        devices=[
            Device("PCI\\1", display(1), children=(*children, component(6))),
            Device("PCI\\2"),
            Device("PCI\\0", display(0)),
        ]
    )
    windows.is_list_growing = True
    assert read_present(windows.calls()) == tuple(
        rf"{CLASSES}\{key}"
        for key in (
            display(1),
            rf"{SOFTWARE_COMPONENT}\0003",
            rf"{SOFTWARE_COMPONENT}\0006",
            display(0),
        )
    )


@pytest.mark.parametrize(("problem", "keys"), [(0x0E, 0), (0x100, 0), (0x16, 1)])
def test_a_device_that_waits_for_a_restart_is_left_out(problem, keys):
    windows = FakeWindows(devices=[Device("PCI\\1", display(1), problem=problem)])
    assert len(read_present(windows.calls())) == keys


def test_presence_is_unknown_without_the_configuration_manager():
    assert read_present(FakeWindows().calls()) == ()
    assert read_present(FakeWindows(missing=["cfgmgr32"]).calls()) is None


# -- adapters

ADAPTERS = [(0x1_0000_0002, 0x10DE, 0x2204), (3, 0x8086, 0x56A0)]


def test_adapters_come_in_the_order_of_preference():
    windows = FakeWindows(adapters=ADAPTERS)
    assert read_adapters(windows.calls()) == (
        Adapter(3, 0x8086, 0x56A0),
        Adapter(0x1_0000_0002, 0x10DE, 0x2204),
    )
    assert windows.open_objects == 0, "COM objects are released"


def test_an_older_factory_has_its_own_order():
    windows = FakeWindows(adapters=ADAPTERS, interfaces=[FACTORY_1])
    assert [adapter.vendor_id for adapter in read_adapters(windows.calls())] == [0x10DE, 0x8086]
    assert windows.open_objects == 0


def test_without_a_factory_adapters_are_unknown():
    assert read_adapters(FakeWindows(interfaces=[]).calls()) is None
    assert read_adapters(FakeWindows(missing=["dxgi"]).calls()) is None
    assert read_adapters(FakeWindows().calls()) == ()


# -- the rest


def test_the_first_app_package_counts():
    packages = {"Pack_2.0": r"C:\Apps\Pack_2.0", "Pack_1.0": r"C:\Apps\Pack_1.0"}
    assert read_app_packages(FakeWindows(packages=packages).calls()) == {
        APP_FAMILY: r"C:\Apps\Pack_2.0"
    }
    assert read_app_packages(FakeWindows().calls()) == {}
    old = FakeWindows(packages=packages, missing=["GetPackagesByPackageFamily"])
    assert read_app_packages(old.calls()) == {}
    long = FakeWindows(packages={"Pack": "C:\\" + "a" * 300})
    assert read_app_packages(long.calls()) == {}


@pytest.mark.parametrize(
    ("level", "elevated", "above_medium"),
    [
        (0x1000, False, False),
        (0x2000, False, False),
        (0x2100, False, True),
        (0x3000, True, False),
        (0x4000, True, False),
    ],
)
def test_a_high_integrity_level_is_elevated(level, elevated, above_medium):
    windows = FakeWindows(integrity=level)
    running = read_windows(windows.calls())
    assert (running.elevated, running.facts.is_above_medium) == (elevated, above_medium)
    assert windows.open_handles == set()


def test_what_cannot_be_asked_counts_as_an_ordinary_process():
    unknown = FakeWindows(integrity=0x4000, missing=["OpenProcessToken"])
    assert not read_windows(unknown.calls()).elevated
    assert not is_wow64(FakeWindows(wow64=True, missing=["IsWow64Process"]).calls())


@pytest.mark.parametrize(
    ("number", "codec"), [(1252, "cp1252"), (932, "cp932"), (65001, "utf-8"), (1, "cp1252")]
)
def test_the_code_page_is_asked_for(number, codec):
    assert read_windows(FakeWindows(code_page=number).calls()).facts.code_page == codec


def test_everything_is_asked_at_once():
    drivers = {rf"{VULKAN}\Drivers": [RegistryValue("a.json", 4, ZERO)]}
    windows = FakeWindows(
        Registry(drivers), adapters=ADAPTERS[:1], integrity=0x3000, wow64=True, kernel=[{}]
    )
    assert read_windows(windows.calls()) == RunningWindows(
        WindowsFacts(
            Registry(drivers),
            (Adapter(0x1_0000_0002, 0x10DE, 0x2204),),
            present_device_keys=(),
            is_wow64=True,
        ),
        elevated=True,
    )


def test_a_system_that_is_no_windows_answers_nothing():
    running = read_windows()
    assert running == RunningWindows(WindowsFacts(Registry({}), None, None), elevated=False)
    host = Host({}).add_windows_facts()
    assert (host.windows, host.elevated) == (running.facts, False)


# -- against the headers of Windows

INCLUDE = Path("/usr/share/mingw-w64/include")
COMPILER = "x86_64-w64-mingw32-gcc"
STRUCTURES = {
    "GUID": (windows_native.Guid, {"Data4": "data4"}),
    "LUID": (windows_native.Luid, {"HighPart": "high"}),
    "DXGI_ADAPTER_DESC1": (
        windows_native.AdapterDescription,
        {"VendorId": "vendor_id", "DeviceId": "device_id", "AdapterLuid": "luid"},
    ),
}
CONSTANTS = {
    "KEY_READ | KEY_WOW64_64KEY": 0x20119,
    "ERROR_MORE_DATA": 234,
    "ERROR_INSUFFICIENT_BUFFER": 122,
    "(LONG)(ULONG_PTR)HKEY_LOCAL_MACHINE": windows_native._HIVE_HANDLES["HKEY_LOCAL_MACHINE"],
    "(LONG)(ULONG_PTR)HKEY_CURRENT_USER": windows_native._HIVE_HANDLES["HKEY_CURRENT_USER"],
    "TokenIntegrityLevel": 25,
    "TOKEN_QUERY | TOKEN_QUERY_SOURCE": 0x18,
    "SECURITY_MANDATORY_HIGH_RID": 0x3000,
    "CM_GETIDLIST_FILTER_CLASS | CM_GETIDLIST_FILTER_PRESENT": 0x300,
    "CR_BUFFER_SMALL": 0x1A,
    "DN_HAS_PROBLEM": 0x400,
    "CM_PROB_NEED_RESTART": 0x0E,
    "DN_NEED_RESTART": 0x100,
    "CM_DRP_CLASSGUID": 0x09,
    "CM_DRP_DRIVER": 0x0A,
    "DXGI_GPU_PREFERENCE_UNSPECIFIED": 0,
}


def test_structures_constants_and_methods_are_those_of_the_headers(tmp_path):
    equal = dict(CONSTANTS)
    for name, (structure, members) in STRUCTURES.items():
        equal[f"sizeof({name})"] = ctypes.sizeof(structure)
        for theirs, ours in members.items():
            equal[f"offsetof({name}, {theirs})"] = getattr(structure, ours).offset
    for name, (slot, _) in windows_native.COM_METHODS.items():
        interface, method = name.split("::")
        equal[f"offsetof({interface}Vtbl, {method})"] = 8 * slot
    lines = [f'_Static_assert(({left}) == {right}, "{left}");' for left, right in equal.items()]
    headers = ("windows.h", "stddef.h", "cfgmgr32.h", "dxgi1_6.h")
    includes = [f"#include <{header}>" for header in headers]
    source = tmp_path / "headers.c"
    source.write_text("#define COBJMACROS\n" + "\n".join([*includes, *lines]))
    done = subprocess.run(
        [shutil.which(COMPILER), "-fsyntax-only", source], capture_output=True, text=True
    )
    assert done.stderr == ""


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("IID_IDXGIFactory1", FACTORY_1),
        ("IID_IDXGIFactory6", FACTORY_6),
        ("IID_IDXGIAdapter1", ADAPTER_1),
    ],
)
def test_interfaces_are_those_of_the_headers(name, text):
    header = (INCLUDE / ("dxgi1_6.h" if name.endswith("6") else "dxgi.h")).read_text()
    found = re.search(rf"DEFINE_GUID\({name}, ([^)]*)\)", header)
    one, two, three, *rest = (int(part, 16) for part in found[1].split(","))
    assert bytes(parse_guid(text)) == (
        one.to_bytes(4, "little") + two.to_bytes(2, "little") + three.to_bytes(2, "little")
    ) + bytes(rest)


def test_structures_of_the_kernel_have_the_sizes_of_64_bit_windows():
    sizes = {
        windows_native.KernelAdapter: 20,
        windows_native.KernelAdapters: 16,
        windows_native.AdapterQuery: 24,
        windows_native.RegistryQuery: 552,
    }
    assert {structure: ctypes.sizeof(structure) for structure in sizes} == sizes
    assert windows_native.RegistryQuery.output.offset == 544
