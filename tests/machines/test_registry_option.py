"""--registry: a report on the Windows machine of a registry export."""

from __future__ import annotations

import json

import pytest

from tests.loader.windows import LIBRARY
from vkconfig_py.loader import __main__ as command
from vkconfig_py.loader.api.report_json import make_stamped_json
from vkconfig_py.loader.commands import make_report
from vkconfig_py.machines.machine_file import open_windows

EXPORT = r"""Windows Registry Editor Version 5.00

[HKEY_LOCAL_MACHINE\SOFTWARE\Khronos\Vulkan\Drivers]
"C:\\vk\\MINE.json"=dword:00000000
"C:\\vk\\off.json"=dword:00000001
"C:\\vk\\nv-vk64.json"=dword:00000000

[HKEY_LOCAL_MACHINE\SYSTEM\CurrentControlSet\Control\Class\{4d36e968-e325-11ce-bfc1-08002be10318}\0000]
"MatchingDeviceId"="PCI\\VEN_1002&DEV_73bf"
"VulkanDriverName"="C:\\vk\\amd.json"
"""


@pytest.fixture
def exported(tmp_path):
    drive = tmp_path / "C"
    (drive / "VK").mkdir(parents=True)
    icd = {"library_path": ".\\mine.dll", "api_version": "1.3.0"}
    document = json.dumps({"file_format_version": "1.0.0", "ICD": icd})
    (drive / "VK" / "Mine.json").write_text(document)
    (drive / "VK" / "mine.dll").write_bytes(LIBRARY)
    (tmp_path / "machine.reg").write_text(EXPORT)
    return tmp_path


def look(folder, *options):
    arguments = ["--registry", str(folder / "machine.reg"), "--root", str(folder), *options]
    return make_report(command.parse(arguments))


def test_drivers_of_the_export_are_judged_by_the_files_of_its_drives(exported):
    report = look(exported, "--platform", "windows")
    assert [(x.file, x.verdict.reason.value) for x in report.drivers] == [
        ("C:\\vk\\amd.json", "unreadable"),
        ("C:\\vk\\MINE.json", "kept"),
    ]
    assert report.create_result == "VK_SUCCESS"
    assert "C:\\vk\\off.json" in [x.subject for x in report.verdicts]


def test_the_text_names_the_key_of_each_manifest(exported):
    text = command.render_text(look(exported))
    place = r"HKEY_LOCAL_MACHINE\SOFTWARE\Khronos\Vulkan\Drivers"
    assert rf"  C:\vk\MINE.json  {place}" in text
    assert r"  C:\vk\amd.json  D3DKMT, VulkanDriverName" in text
    assert rf"  C:\vk\off.json  Skipped: its value in {place} is not the DWORD 0" in text


def test_a_root_without_folders_named_after_drives_is_drive_c(exported):
    (exported / "C").rename(exported / "disk")
    registry = str(exported / "machine.reg")
    root = str(exported / "disk")
    report = make_report(command.parse(["--registry", registry, "--root", root]))
    assert report.create_result == "VK_SUCCESS"


def test_adapters_are_those_of_the_devices(exported):
    windows = open_windows([str(exported / "machine.reg")], str(exported), 32).host.windows
    assert [adapter.vendor_id for adapter in windows.adapters] == [0x1002]
    assert windows.kernel_values["VulkanDriverName"] == ("C:\\vk\\amd.json",)
    assert windows.is_wow64


def test_an_unreadable_export_is_refused_with_its_line(exported, capsys):
    (exported / "machine.reg").write_text("no registry\n")
    with pytest.raises(SystemExit):
        look(exported)
    assert "line 1" in capsys.readouterr().err
    with pytest.raises(SystemExit):
        make_report(
            command.parse(["--registry", str(exported / "none.reg"), "--root", str(exported)])
        )
    assert "none.reg: No such file" in capsys.readouterr().err


def test_without_the_drives_files_are_unknown(exported, capsys):
    report = make_report(command.parse(["--registry", str(exported / "machine.reg")]))
    assert {x.verdict.reason.value for x in report.drivers} == {"file-not-here"}
    assert "Only the registry export is available" in capsys.readouterr().err


def test_an_export_is_of_no_other_system(exported, capsys):
    with pytest.raises(SystemExit):
        look(exported, "--platform", "linux")
    assert "--registry is only for Windows machines" in capsys.readouterr().err


def test_a_line_that_cannot_be_read_is_told(exported, capsys):
    text = EXPORT.replace("dword:00000001", "dword:xyz")
    (exported / "machine.reg").write_text(text)
    look(exported)
    assert "machine.reg, line 5:" in capsys.readouterr().err


def test_copies_of_some_files_do_not_say_that_there_is_no_loader(exported):
    assert look(exported).profile.library == "vulkan-1.dll"
    system = exported / "C" / "Windows" / "System32"
    system.mkdir(parents=True)
    (system / "kernel32.dll").write_bytes(LIBRARY)  # a whole disk has it
    assert look(exported).profile.library == ""


def test_a_report_on_an_export_does_not_bear_the_name_of_this_machine(exported):
    report = make_report(command.parse(["--registry", str(exported / "machine.reg")]))
    assert make_stamped_json(report)["machine"] == ""


@pytest.mark.parametrize(
    ("platform", "needs"),
    [("windows", "--registry FILE.reg"), ("macos", "--root DIR"), ("fuchsia", "--root DIR")],
)
def test_another_system_is_not_looked_for_on_this_machine(platform, needs, capsys):
    with pytest.raises(SystemExit):
        make_report(command.parse(["--platform", platform]))
    assert f"--platform {platform} needs {needs}" in capsys.readouterr().err


def test_variables_and_program_of_this_machine_are_not_those_of_another_system(tmp_path):
    report = make_report(
        command.parse(["--platform", "macos", "--root", str(tmp_path), "--set", "A=1"])
    )
    assert report.host.environment == {"A": "1"}
    assert report.host.executable == ""
