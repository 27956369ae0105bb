"""What libraries of Windows, of macOS and of 32-bit programs export."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

import pytest

from tests.framework import android_dump
from tests.framework.mach_o_files import ARM64, GLOBAL, X86_64, make_mach_o_file
from tests.framework.pe_files import AMD64, I386, make_pe_file
from tests.loader.lint.lint_machines import NARROW, exporting, manifest, on_disk
from vkconfig_py.loader.base.verdicts import Problem, RemoveFile
from vkconfig_py.machines.open_machine import open_machine
from vkconfig_py.model.files import resources

ICD, INSTANCE, DEVICE = "vk_icdGetInstanceProcAddr", "vkGetInstanceProcAddr", "vkGetDeviceProcAddr"
OLD_DRIVER = (INSTANCE, "vkCreateInstance", "vkEnumerateInstanceExtensionProperties")
KEY = r"HKEY_LOCAL_MACHINE\SOFTWARE\Khronos\Vulkan"
NAME = "VK_LAYER_a"
EXPORTS_CODES = {
    "driver-without-entry-point",
    "layer-without-entry-point",
    "function-not-exported",
    "vulkan-names-exported",
}


def told(folder: Path) -> list[Problem]:
    problems = open_machine(str(folder)).report.problems
    return [problem for problem in problems if problem.code in EXPORTS_CODES]


def codes(folder: Path) -> list[str]:
    return [problem.code for problem in told(folder)]


def a_windows(root: Path, driver: bytes, layer: bytes | None = None, **members: object) -> Path:
    """Put a registered driver, and a layer, on drive C of a machine."""
    text = "Windows Registry Editor Version 5.00\n\n"
    text += f'[{KEY}\\Drivers]\n"C:\\\\V\\\\driver.json"=dword:0\n\n'
    text += f'[{KEY}\\ExplicitLayers]\n"C:\\\\V\\\\layer.json"=dword:0\n'
    root.mkdir(exist_ok=True)
    (root / "a.reg").write_text(text if layer else text.partition(f"[{KEY}\\Explicit")[0])
    folder = root / "C/V"
    folder.mkdir(parents=True)
    (root / "C/Windows/System32").mkdir(parents=True)
    _write(folder, driver, layer, ".dll", ".\\", members)
    return root


def a_mac(root: Path, driver: bytes, layer: bytes | None = None, **members: object) -> Path:
    """Put a driver, and a layer, into the folders of a Mac."""
    folder = root / "root/usr/local/share/vulkan"
    folder.mkdir(parents=True)
    about: dict[str, object] = {
        "platform": "macos",
        "processor": "aarch64",
        "environment": {"HOME": "/Users/me"},
    }
    (root / "machine.json").write_text(json.dumps(about))
    _write(folder, driver, layer, ".dylib", f"/{folder.relative_to(root / 'root')}/", members)
    for name, kind in (("driver.json", "icd.d"), ("layer.json", "explicit_layer.d")):
        (folder / kind).mkdir()
        if (folder / name).exists():
            (folder / name).rename(folder / kind / name)
    return root


def _write(
    folder: Path, driver: bytes, layer: bytes | None, end: str, before: str, members: object
) -> None:
    assert isinstance(members, dict)
    icd = {"library_path": f"{before}driver{end}", "api_version": "1.3.0"}
    content = {"file_format_version": "1.0.0", "ICD": icd}
    (folder / "driver.json").write_text(json.dumps(content))
    (folder / f"driver{end}").write_bytes(driver)
    if layer is not None:
        about = manifest(NAME, library_path=f"{before}layer{end}", **members)
        (folder / "layer.json").write_text(json.dumps(about))
        (folder / f"layer{end}").write_bytes(layer)


def dylib(names: Sequence[str], cpu: int = ARM64) -> bytes:
    return make_mach_o_file(cpu, symbols={f"_{name}": GLOBAL for name in names})


BUILDERS = [(a_windows, lambda names: make_pe_file(AMD64, names)), (a_mac, dylib)]
both = pytest.mark.parametrize(("build", "library"), BUILDERS, ids=["windows", "macos"])


@both
@pytest.mark.parametrize(
    ("names", "expected"),
    [
        ((ICD,), []),
        (OLD_DRIVER, []),
        ((ICD, "vkCreateDevice", "vkQueueSubmit"), []),  # no other library gets these there
        ((DEVICE,), ["driver-without-entry-point"]),
        (OLD_DRIVER[:2], ["driver-without-entry-point"]),
    ],
)
def test_a_driver_without_a_way_in_is_told(tmp_path, build, library, names, expected):
    assert codes(build(tmp_path, library(names))) == expected


@both
@pytest.mark.parametrize(
    ("names", "functions", "expected"),
    [
        ((INSTANCE,), {}, []),
        ((INSTANCE, "vkCreateInstance"), {}, []),
        ((DEVICE,), {}, ["layer-without-entry-point"]),
        (("a_Get",), {INSTANCE: "a_Get"}, []),
        ((INSTANCE,), {INSTANCE: "a_Get"}, ["function-not-exported"]),
    ],
)
def test_a_layer_without_a_way_in_is_told(tmp_path, build, library, names, functions, expected):
    folder = build(tmp_path, library((ICD,)), library(names), functions=functions)
    assert codes(folder) == expected


def test_a_dll_that_exports_nothing_has_no_way_in(tmp_path):
    (problem,) = told(a_windows(tmp_path, make_pe_file()))
    assert problem.title == f"driver.json: its library does not export {ICD}"
    assert problem.remedy == RemoveFile(r"C:\V\driver.json")


@pytest.mark.parametrize(
    "library", [make_pe_file(I386), dylib((DEVICE,), X86_64), make_mach_o_file(ARM64)[:40], b"MZ"]
)
def test_what_is_not_opened_there_or_does_not_tell_is_no_problem_of_its_exports(tmp_path, library):
    assert codes(a_windows(tmp_path / "w", library)) == []
    assert codes(a_mac(tmp_path / "m", library)) == []


@pytest.mark.parametrize(
    ("names", "expected"),
    [
        ((ICD,), []),
        ((DEVICE,), ["driver-without-entry-point"]),
        ((ICD, "vkQueueSubmit"), ["vulkan-names-exported"]),
    ],
)
def test_a_32_bit_driver_is_read_for_32_bit_programs(tmp_path, names, expected):
    exporting(tmp_path, ICD, driver=True)
    (tmp_path / "lib/x.so").write_bytes(android_dump.make_library(names, android_dump.X86))
    assert [problem.code for problem in on_disk(tmp_path, NARROW)] == expected


@pytest.mark.parametrize("name", ["windows", "macos"])
def test_the_sample_machines_have_no_such_problem(name):
    assert codes(resources.find_resource("demo") / name) == []


@pytest.mark.parametrize(
    ("needed", "expected"),
    [
        ("/usr/lib/libSystem.B.dylib", ["driver-without-entry-point"]),
        ("@rpath/libother.dylib", []),  # which may export what the loader asks for
    ],
)
def test_what_a_dylib_needs_may_have_the_way_in(tmp_path, needed, expected):
    library = make_mach_o_file(symbols={f"_{DEVICE}": GLOBAL}, needed=(needed,))
    assert codes(a_mac(tmp_path, library)) == expected
