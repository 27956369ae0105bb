"""What a path stands for, and what is assumed of a machine that does not run."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from tests.framework.android_dump import make_layer_library
from tests.framework.elf_files import LIBRARY, make_elf_file
from vkconfig_py.loader.api.report_json import make_stamped_json
from vkconfig_py.loader.base.host import Platform
from vkconfig_py.machines.open_machine import OpenMachineError, find_root, open_machine

LAYER = {
    "file_format_version": "1.2.0",
    "layer": {
        "name": "VK_LAYER_there", "type": "GLOBAL", "library_path": "libthere.so",
        "api_version": "1.3.0", "implementation_version": "1", "description": "There",
        "disable_environment": {"NO_THERE": "1"},
    },
}  # fmt: skip


@pytest.fixture
def root(tmp_path):
    """A root folder with one home, one of whose layers is installed."""
    folder = tmp_path / "disk"
    for name in ("etc", "usr/lib", "usr/bin", "home/ann"):
        (folder / name).mkdir(parents=True)
    write(folder / "home/ann/.local/share/vulkan/implicit_layer.d/there.json", json.dumps(LAYER))
    return folder


def write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)


def test_a_root_folder_is_a_machine_with_the_layers_of_its_only_user(root):
    machine = open_machine(str(root))
    assert (machine.name, machine.description) == (str(root), "a Linux root folder")
    assert [layer.name for layer in machine.report.found_layers] == ["VK_LAYER_there"]
    assert machine.notes == (
        "Assumes a user with the home folder /home/ann and no additional environment variables.",
    )


def test_with_several_homes_the_program_is_that_of_root(root):
    (root / "home/bob").mkdir()
    assert find_root(str(root)).host.environment["HOME"] == "/root"


def test_variables_of_this_session_do_not_count_there(root, monkeypatch):
    monkeypatch.setenv("VK_LOADER_LAYERS_DISABLE", "~all~")
    assert not find_root(str(root)).host.environment.keys() - {"HOME", "PATH"}
    assert [one.manifest.name for one in open_machine(str(root)).report.callstack] == []


@pytest.mark.parametrize(
    ("machine", "bits", "number"), [("aarch64", 64, 183), ("i686", 32, 3), ("riscv64", 64, 243)]
)
def test_the_processor_is_that_of_its_own_programs(root, machine, bits, number):
    (root / "usr/bin/env").write_bytes(make_elf_file(bits, number))
    host = find_root(str(root)).host
    assert (host.machine, host.pointer_bits) == (machine, bits)


def test_a_program_that_is_a_pipe_or_of_an_unknown_processor_tells_nothing(root):
    os.mkfifo(root / "usr/bin/env")
    (root / "usr/bin/true").write_bytes(make_elf_file(64, 9999))
    host = find_root(str(root)).host
    assert (host.machine, host.pointer_bits) == ("x86_64", 64)


def test_a_loader_there_is_known_by_the_version_of_its_file(root):
    folder = root / "usr/lib/x86_64-linux-gnu"
    folder.mkdir()
    (folder / "libvulkan.so.1.3.239").write_bytes(make_elf_file(kind=LIBRARY))
    (folder / "libvulkan.so.1").symlink_to("libvulkan.so.1.3.239")
    assert open_machine(str(root)).report.profile.version == (1, 3, 239)


def test_a_folder_of_macos_is_told_from_linux(root):
    (root / "System/Library").mkdir(parents=True)
    assert find_root(str(root)).host.platform is Platform.MACOS


def test_a_saved_report_is_the_machine_that_it_was_made_on(root, tmp_path):
    document = make_stamped_json(open_machine(str(root)).report)
    path = tmp_path / "saved.json"
    path.write_text(json.dumps({**document, "machine": "box", "time": "2026-01-02T03:04:05Z"}))
    machine = open_machine(str(path))
    assert machine.name == "box"
    assert machine.description.startswith(
        "a report from 2026-01-02 03:04:05 UTC, created by vkconfig-py "
    )
    assert [layer.name for layer in machine.report.found_layers] == ["VK_LAYER_there"]
    assert machine.document is not None


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        ("", "cannot be opened as a machine"),
        ("plain text", "cannot be opened as a machine"),
        ("{", "is not a report: line 1"),
        ("{}", "cannot be shown: it is not a report"),
        ('{"basis": 1, "loader": 2, "verdicts": 3}', "cannot be shown: it is not a report"),
    ],
)
def test_a_file_that_is_no_report_is_named(tmp_path, content, sentence):
    path = tmp_path / "file"
    path.write_text(content)
    with pytest.raises(OpenMachineError, match=sentence) as refused:
        open_machine(str(path))
    assert str(path) in str(refused.value)


def test_a_folder_that_is_no_root_says_what_would_be_one(tmp_path):
    with pytest.raises(OpenMachineError, match="Choose the root folder of a system"):
        open_machine(str(tmp_path))


def test_a_file_as_large_as_no_report_is_not_read(tmp_path):
    path = tmp_path / "large"
    with path.open("wb") as file:
        file.truncate(1 << 40)
    with pytest.raises(OpenMachineError, match="larger than 32 MB"):
        open_machine(str(path))


def test_a_loader_that_is_a_plain_file_is_installed_and_its_version_unknown(tmp_path):
    (tmp_path / "etc").mkdir()
    (tmp_path / "usr/lib").mkdir(parents=True)
    library = tmp_path / "usr/lib/libvulkan.so.1"
    library.write_bytes(make_elf_file(kind=LIBRARY))
    profile = open_machine(str(tmp_path)).report.profile
    assert (profile.library, profile.title) == (
        "/usr/lib/libvulkan.so.1",
        "Loader of unknown version",
    )
    library.rename(tmp_path / "usr/lib/libvulkan.so.1.3.239")
    library.symlink_to("libvulkan.so.1.3.239")
    assert open_machine(str(tmp_path)).report.profile.title == "Loader 1.3.239"


def test_what_is_gone_is_named(tmp_path):
    with pytest.raises(OpenMachineError, match="No such file"):
        open_machine(str(tmp_path / "gone"))


def test_folders_of_a_device_are_a_machine_with_its_chain(dump):
    dump.set_properties(ro__product__model="Phone")
    (dump.root / "getprop.txt").write_text(
        "[ro.hardware.vulkan]: [gpu]\n[ro.product.model]: [Phone]\n"
        "[debug.vulkan.layers]: [VK_LAYER_a_x]\n"
    )
    (dump.root / "package.txt").write_text(
        "  Package [com.example.game] (1):\n    flags=[ DEBUGGABLE ]\n"
    )
    dump.add_file(
        "/data/local/debug/vulkan/libVkLayer_x.so", make_layer_library(texts=["VK_LAYER_a_x"])
    )
    machine = open_machine(str(dump.root))
    assert (machine.name, machine.description) == ("Phone", "an Android device")
    assert [one.manifest.name for one in machine.report.callstack] == ["VK_LAYER_a_x"]
    assert machine.report.profile.title == "Loader of unknown version"
    (note,) = machine.notes
    assert note.startswith(
        "This result is wrong if /data/local/debug/vulkan/libVkLayer_x.so does not"
    )
    assert machine.document["application"]["name"] == "com.example.game"


def test_a_text_of_a_device_that_cannot_be_read_is_told(dump):
    (dump.root / "getprop.txt").mkdir()
    with pytest.raises(OpenMachineError, match=r"getprop\.txt cannot be read"):
        open_machine(str(dump.root))
