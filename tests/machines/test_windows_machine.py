"""A Windows machine from what was exported of it."""

from __future__ import annotations

import os

import pytest

from tests.framework.pe_files import make_pe_file
from vkconfig_py.loader.base.verdicts import Outcome
from vkconfig_py.loader.base.windows_facts import Registry, RegistryValue, ValueKind
from vkconfig_py.machines.machine_file import (
    MAX_EXPORTS,
    DescriptionError,
    find_disk,
    read_environment,
    read_exports,
)
from vkconfig_py.machines.open_machine import OpenMachineError, open_machine

KEY = r"HKEY_LOCAL_MACHINE\SOFTWARE\Khronos\Vulkan"
EXPORT = "Windows Registry Editor Version 5.00\n\n"
ICD = '{"library_path": ".\\\\a.dll", "api_version": "1.3.0"}'
DRIVER = f'{{"file_format_version": "1.0.0", "ICD": {ICD}}}'


def values(**texts):
    return tuple(
        RegistryValue(
            name,
            ValueKind.EXPAND_SZ if "%" in text else ValueKind.SZ,
            (text + "\0").encode("utf-16-le"),
        )
        for name, text in texts.items()
    )


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "a.reg").write_text(
        f'{EXPORT}[{KEY}\\Drivers]\n"C:\\\\V\\\\driver.json"=dword:0\nnonsense\n'
    )
    (tmp_path / "b.reg").write_text(
        f'{EXPORT}[{KEY}\\ExplicitLayers]\n"C:\\\\V\\\\layer.json"=dword:0\n'
    )
    return tmp_path


def with_files(folder):
    (folder / "C/Windows/System32").mkdir(parents=True)
    (folder / "C/v").mkdir()
    (folder / "C/v/driver.json").write_text(DRIVER)
    (folder / "C/v/A.DLL").write_bytes(make_pe_file(exports=("vk_icdGetInstanceProcAddr",)))


def test_exports_of_several_keys_are_one_registry(folder):
    exports = read_exports([str(folder / "a.reg"), str(folder / "b.reg")])
    assert exports.registry.get_values(rf"{KEY}\drivers")[0].name == r"C:\V\driver.json"
    assert exports.registry.get_values(rf"{KEY}\ExplicitLayers")[0].name == r"C:\V\layer.json"
    ((file, problem),) = exports.problems
    assert (file, problem.line) == (str(folder / "a.reg"), 5)


def test_a_key_that_two_exports_have_is_imported_twice_and_there_once(folder):
    again = f"{KEY}\\Drivers".replace("SOFTWARE", "Software")
    (folder / "c.reg").write_text(f'{EXPORT}[{again}]\n"C:\\\\v\\\\DRIVER.json"=dword:1\n')
    exports = read_exports([str(folder / "a.reg"), str(folder / "c.reg")])
    (value,) = exports.registry.get_values(rf"{KEY}\Drivers")
    assert (value.name, value.data) == (r"C:\V\driver.json", b"\1\0\0\0")


def test_a_pipe_is_no_export(tmp_path):
    os.mkfifo(tmp_path / "pipe.reg")
    with pytest.raises(DescriptionError, match="not a regular file"):
        read_exports([str(tmp_path / "pipe.reg")])


def test_a_folder_with_exports_and_a_disk_is_a_machine(folder):
    with_files(folder)
    machine = open_machine(str(folder))
    (driver,) = machine.report.drivers
    assert driver.verdict.outcome is Outcome.LOADS
    assert machine.description == "Windows, registry and files"
    assert any("a.reg, line 5" in note for note in machine.notes)
    (layer,) = [one for one in machine.report.found_layers if "layer.json" in one.file]
    assert layer.verdict.outcome is Outcome.SKIPPED


def test_an_export_alone_never_reads_this_machine(folder):
    machine = open_machine(str(folder / "a.reg"))
    (driver,) = machine.report.drivers
    assert (driver.verdict.outcome, driver.verdict.reason) == ("unknown", "file-not-here")
    assert machine.notes[0].startswith(
        "Only the registry export is available: the contents of the files"
    )
    assert machine.report.create_result == "VK_SUCCESS"
    assert not machine.report.problems
    (layer,) = open_machine(str(folder / "b.reg")).report.found_layers
    assert layer.verdict.outcome is Outcome.UNKNOWN


def test_files_beside_an_export_are_read(folder):
    with_files(folder)
    (driver,) = open_machine(str(folder / "a.reg")).report.drivers
    assert driver.verdict.outcome is Outcome.LOADS


def test_a_disk_without_exports_says_how_to_make_them(tmp_path):
    (tmp_path / "WINDOWS/system32").mkdir(parents=True)
    assert find_disk(str(tmp_path)) == str(tmp_path)
    machine = open_machine(str(tmp_path))
    assert machine.report.drivers == ()
    assert "reg export HKLM" in machine.notes[0]


def test_an_export_that_is_none_is_refused_with_its_line(tmp_path):
    (tmp_path / "x.reg").write_text("hello")
    with pytest.raises(OpenMachineError, match=r"x\.reg, line 1"):
        open_machine(str(tmp_path / "x.reg"))
    with pytest.raises(DescriptionError, match=r"gone\.reg: No such file"):
        read_exports([str(tmp_path / "gone.reg")])


def test_variables_of_machine_and_user_are_joined_as_at_a_logon():
    system = r"HKEY_LOCAL_MACHINE\SYSTEM\CurrentControlSet\Control\Session Manager\Environment"
    registry = Registry(
        {
            system: values(Path=r"%SystemRoot%\system32", VK_LAYER_PATH=r"C:\a", X="%nothing%"),
            r"HKEY_CURRENT_USER\Environment": values(PATH=r"C:\me", vk_layer_path=r"C:\b"),
        }
    )
    found = read_environment(registry)
    assert found["Path"] == r"C:\Windows\system32;C:\me"
    assert found["VK_LAYER_PATH"] == r"C:\b"
    assert found["X"] == "%nothing%"


def test_values_that_are_no_text_are_no_variables():
    key = r"HKEY_CURRENT_USER\Environment"
    registry = Registry({key: (RegistryValue("N", ValueKind.DWORD, b"\1\0\0\0"),)})
    assert "N" not in read_environment(registry)


def test_exports_that_are_too_many_are_named(folder):
    for number in range(MAX_EXPORTS):
        (folder / f"c{number:02}.reg").write_text(EXPORT)
    notes = open_machine(str(folder)).notes
    assert "Only 16 exports are read. Not read: c14.reg, c15.reg." in notes
