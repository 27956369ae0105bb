"""Which file of this machine a path of an inspected Windows machine is."""

from __future__ import annotations

import os

import pytest

from vkconfig_py.loader.base.host import Host, OverlayFile, Platform
from vkconfig_py.loader.base.windows_facts import Registry, WindowsFacts
from vkconfig_py.loader.files.scan import DocumentCache, Fingerprints, Scanner
from vkconfig_py.loader.platforms.local_paths import find_drives, find_windows_paths


@pytest.fixture
def disk(tmp_path):
    for name in ("Windows/System32/a.json", "Windows/SysWOW64/b.json", "Program Files/V/Vk.json"):
        file = tmp_path / "C" / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text("{}")
    return tmp_path


def host(root, **more):
    return Host({}, platform=Platform.WINDOWS, root=str(root), **more)


def local(machine, path):
    return find_windows_paths(machine, os.listdir).find_local(path)


@pytest.mark.parametrize(
    "path",
    [
        r"C:\Program Files\V\Vk.json",
        r"c:\PROGRAM FILES\v\vk.JSON",
        "C:/Program Files/V/Vk.json",
        r"\Program Files\V\Vk.json",
        r"\\?\C:\Program Files\V\Vk.json",
        r"C:\nowhere\..\Program Files\.\V\Vk.json",
        r"Program Files\V\Vk.json",
    ],
)
def test_windows_finds_a_file_in_many_spellings(disk, path):
    assert local(host(disk), path) == f"{disk}/C/Program Files/V/Vk.json"


def test_a_folder_without_drives_is_drive_c(disk):
    assert local(host(disk / "C"), r"C:\windows\system32\A.json").endswith("System32/a.json")
    assert find_drives(host(disk / "C")) == {"C:": f"{disk}/C"}


def test_a_drive_that_is_not_there_has_no_files(disk):
    with pytest.raises(FileNotFoundError):
        local(host(disk), r"Q:\x.json")
    assert not Scanner(host(disk), DocumentCache()).exists(r"Q:\x.json")


def test_the_kernel_names_the_windows_folder_by_itself(disk):
    path = local(host(disk), r"\SystemRoot\System32\a.json")
    assert path == f"{disk}/C/Windows/System32/a.json"


def test_a_32_bit_program_is_led_to_its_own_system_folder(disk):
    facts = WindowsFacts(Registry({}), is_wow64=True)
    path = local(host(disk, windows=facts), r"C:\Windows\System32\b.json")
    assert path == f"{disk}/C/Windows/SysWOW64/b.json"


def test_drives_may_stand_for_any_folder(disk):
    facts = WindowsFacts(Registry({}), drives={"Z:": str(disk / "C")})
    machine = Host({}, platform=Platform.WINDOWS, windows=facts, working_directory="Z:\\windows")
    assert local(machine, "system32\\A.JSON") == f"{disk}/C/Windows/System32/a.json"
    assert local(machine, "Z:") == f"{disk}/C/Windows"


def test_paths_of_the_running_machine_are_taken_as_they_are():
    assert find_windows_paths(Host({}, platform=Platform.WINDOWS), os.listdir) is None
    assert find_windows_paths(Host({}), os.listdir) is None


def test_a_folder_is_listed_with_the_separator_of_windows(disk):
    folder = Scanner(host(disk), DocumentCache()).list_folder(r"C:\program files\v")
    assert folder.files == ("C:\\program files\\v\\Vk.json",)


def test_a_planned_file_is_found_in_any_case_of_its_folder(disk):
    overlay = {r"C:\PROGRAM FILES\V\new.json": OverlayFile(b"{}")}
    scanner = Scanner(host(disk, overlay=overlay), DocumentCache())
    assert scanner.list_folder(r"C:\Program Files\V").files[0].endswith("new.json")
    assert scanner.exists(r"C:\program files\v\new.json")


def test_a_name_that_appears_in_another_case_makes_the_run_stale(disk):
    seen = Fingerprints()
    os.utime(disk / "C/Program Files/V", (1, 1))
    assert not Scanner(host(disk), DocumentCache(), seen).exists(r"C:\PROGRAM FILES\V\other.json")
    assert seen.are_unchanged()
    (disk / "C/Program Files/V/Other.json").write_text("{}")
    assert not seen.are_unchanged()
