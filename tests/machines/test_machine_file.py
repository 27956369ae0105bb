"""machine.json: what it may say, and what is said of what it may not."""

from __future__ import annotations

import json

import pytest

from vkconfig_py.loader.api.discover import discover
from vkconfig_py.loader.base.host import Platform
from vkconfig_py.loader.base.windows_facts import Adapter
from vkconfig_py.machines.machine_file import DescriptionError, describes_machine, open_described

EXPORT = r"""Windows Registry Editor Version 5.00

[HKEY_LOCAL_MACHINE\SOFTWARE\Khronos\Vulkan\ExplicitLayers]
"C:\\V\\a.json"=dword:00000000
nonsense
"""


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "root").mkdir()
    (tmp_path / "machine.reg").write_text(EXPORT)
    return tmp_path


def described(folder, **members):
    (folder / "machine.json").write_text(json.dumps(members, indent=1))
    return open_described(str(folder))


def test_a_mac_is_described(folder):
    machine = described(
        folder,
        platform="macos",
        name="Studio 3",
        processor="aarch64",
        loader="1.3.239",
        environment={"HOME": "/Users/me"},
        program="/Applications/Cube.app/Contents/MacOS/Cube",
        bundle="/Applications/Cube.app/Contents/Resources",
        elevated=True,
    )
    host = machine.host
    assert (machine.name, host.platform, host.machine) == ("Studio 3", Platform.MACOS, "aarch64")
    assert host.environment == {"HOME": "/Users/me"}
    assert host.bundle_resources.endswith("Resources")
    assert host.elevated
    assert host.root == str(folder / "root")
    assert host.windows is None
    assert machine.profile.version == (1, 3, 239)


def test_a_windows_machine_is_described_with_its_registry(folder):
    (folder / "d").mkdir()
    machine = described(
        folder,
        platform="windows",
        registry=["machine.reg"],
        adapters=[{"luid": 7, "vendor": "0x10de", "device": 9860}, {"vendor": 32902}],
        drives={"c:": "root", "D:": "d"},
        environment={"Path": "C:\\Windows"},
    )
    facts = machine.host.windows
    (value,) = facts.registry.get_values(
        r"hkey_local_machine\software\khronos\vulkan\EXPLICITLAYERS"
    )
    assert value.name == r"C:\V\a.json"
    assert facts.adapters == (Adapter(7, 0x10DE, 9860), Adapter(2, 0x8086, 0))
    assert facts.drives == {"C:": str(folder / "root"), "D:": str(folder / "d")}
    assert machine.host.environment["PATH"] == "C:\\Windows"
    assert machine.host.working_directory == "C:\\"
    ((file, problem),) = machine.problems
    assert (file, problem.line) == (str(folder / "machine.reg"), 5)


def test_little_is_enough(folder):
    assert not describes_machine(str(folder))
    machine = described(folder, platform="linux")
    assert describes_machine(str(folder))
    assert machine.name == folder.name
    assert discover(machine.host, profile=machine.profile).layers == ()


@pytest.mark.parametrize(
    ("members", "sentence"),
    [
        ({"platform": "beos"}, "line 2: “platform” must be one of linux, windows, macos"),
        ({"platform": "linux", "environment": {"A": 1}}, "line 4: “A” must be a string"),
        ({"platform": "linux", "loader": "9.9"}, "line 3: loader 9.9 is not supported"),
        (
            {"platform": "linux", "root": "/"},
            "line 3: '/' does not exist in the folder of this file",
        ),
        ({"platform": "windows", "registry": ["../a.reg"]}, "line 4: '../a.reg' does not exist in"),
        (
            {"platform": "linux", "root": "gone"},
            "line 3: 'gone' does not exist in the folder of this file",
        ),
        ({"platform": "windows", "registry": [3]}, "line 4: expected the name of a .reg file"),
        (
            {"platform": "windows", "registry": ["no.reg"]},
            "line 4: 'no.reg' does not exist in the folder of this file",
        ),
        ({"platform": "windows", "registry": {}}, "line 3: “registry” is not a list"),
        (
            {"platform": "windows", "adapters": [{"vendor": "x"}]},
            "line 5: “vendor” is not a number",
        ),
        (
            {"platform": "linux", "application": {"api_version": f"1.{'9' * 5000}"}},
            "line 4: '1.999",
        ),
        (
            {"platform": "linux", "application": {"api_version": "1.1024"}},
            "line 4: '1.1024' is out of range for a Vulkan version",
        ),
        (
            {"platform": "windows", "drives": {"D": "root"}},
            "line 4: 'D' is not a drive letter such as D:",
        ),
        ({"platform": "linux", "elevated": 1}, "line 3: “elevated” must be true or false"),
    ],
)
def test_a_wrong_member_is_told_with_its_line(folder, members, sentence):
    with pytest.raises(DescriptionError) as refused:
        described(folder, **members)
    assert str(refused.value).startswith(f"{folder}/machine.json, {sentence}")


@pytest.mark.parametrize("content", [b"", b"{", b"[]", b"\xff", b'{"platform": "linux"'])
def test_a_file_that_is_no_object_is_refused_with_its_name(folder, content):
    (folder / "machine.json").write_bytes(content)
    with pytest.raises(DescriptionError, match=r"machine\.json, line \d+: "):
        open_described(str(folder))


def test_an_export_that_is_none_is_named(folder):
    (folder / "machine.reg").write_text("hello")
    with pytest.raises(DescriptionError, match=r"machine\.reg, line 1"):
        described(folder, platform="windows", registry=["machine.reg"])


def test_a_folder_without_the_file_is_refused(tmp_path):
    with pytest.raises(DescriptionError, match="No such file"):
        open_described(str(tmp_path))
