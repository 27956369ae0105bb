"""apply --machine: files for a machine that a folder describes."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.commands import save
from tests.framework.pe_files import make_pe_file
from tests.framework.snapshot import take_snapshot
from tests.model.machine import drawn
from vkconfig_py.cli import main
from vkconfig_py.loader.platforms.reg_file import parse_reg
from vkconfig_py.model.configuration.configuration import ProgramEntry
from vkconfig_py.model.files import resources

OWN = "C:\\Users\\me\\AppData\\Local\\vkconfig-py"


@pytest.fixture
def pc(tmp_path: Path) -> Path:
    """A Windows machine with an explicit layer."""
    folder = tmp_path / "pc"
    layers = folder / "root" / "Layers"
    layers.mkdir(parents=True)
    (layers / "layer.dll").write_bytes(make_pe_file(exports=("vkGetInstanceProcAddr",)))
    layer = {
        "name": "VK_LAYER_A",
        "type": "GLOBAL",
        "library_path": ".\\layer.dll",
        "api_version": "1.3.0",
        "implementation_version": "1",
        "description": "A",
    }
    document = {"file_format_version": "1.2.0", "layer": layer}
    (layers / "a.json").write_text(json.dumps(document))
    machine = {
        "platform": "windows",
        "processor": "x86_64",
        "root": "root",
        "environment": {"USERPROFILE": "C:\\Users\\me", "VK_ADD_LAYER_PATH": "C:\\Layers"},
    }
    (folder / "machine.json").write_text(json.dumps(machine))
    return folder


def save_checks(*programs: ProgramEntry) -> None:
    configuration = drawn(on=("VK_LAYER_A",))
    save(configuration._replace(key="checks", name="Checks", programs=programs))


def test_the_files_for_another_machine_are_written_into_a_folder(machine, pc, capsys, tmp_path):
    save_checks()
    target = tmp_path / "files"
    before = take_snapshot(pc)
    command = ["apply", "-c", "Checks", "--machine", str(pc), "--output", str(target)]
    assert main(command) == 0
    captured = capsys.readouterr()
    assert f"Copy {target}/register.reg to {OWN}\n" in captured.out
    assert f"then open {OWN}\\register.reg" in captured.err
    names = ["VkLayer_override.json", "register.reg", "unregister.reg"]
    assert sorted(path.name for path in target.iterdir()) == names
    registry = parse_reg((target / "register.reg").read_bytes(), "register.reg").registry
    key = "HKEY_CURRENT_USER\\SOFTWARE\\Khronos\\Vulkan\\ImplicitLayers"
    assert [value.name for value in registry.get_values(key)] == [f"{OWN}\\VkLayer_override.json"]
    assert take_snapshot(pc) == before
    assert main([*command, "--json"]) == 0, "the same again is no other content"
    told = json.loads(capsys.readouterr().out)
    assert [file["belongs_to"] for file in told["files"]] == [f"{OWN}\\{name}" for name in names]
    assert "[HKEY_CURRENT_USER" in told["files"][1]["content"]


def test_a_dry_run_shows_them_and_writes_nothing(machine, pc, capsys, tmp_path):
    save_checks()
    before = take_snapshot(tmp_path)
    assert main(["apply", "-c", "Checks", "--machine", str(pc), "--dry-run"]) == 0
    shown = capsys.readouterr().out
    assert f"New {OWN}\\VkLayer_override.json\n" in shown
    assert "  [HKEY_CURRENT_USER\\SOFTWARE\\Khronos\\Vulkan\\ImplicitLayers]\n" in shown
    assert take_snapshot(tmp_path) == before


def test_programs_are_those_of_the_other_machine(machine, pc, capsys):
    save_checks(ProgramEntry("/usr/bin/game"))
    dry = ["apply", "-c", "Checks", "--machine", str(pc), "--by", "override", "--dry-run"]
    assert main(dry) == 1
    assert "“Checks” lists programs on this machine" in capsys.readouterr().err
    assert main([*dry, "--program", "C:\\Games\\game.exe"]) == 0
    assert '"C:\\\\Games\\\\game.exe"' in capsys.readouterr().out
    assert main([*dry, "--every-program"]) == 0
    assert "app_keys" not in capsys.readouterr().out


@pytest.mark.parametrize("by", ["override", "settings"])
def test_programs_there_would_load_it_because_the_registry_names_it(machine, capsys, by):
    layers = ("VK_LAYER_KHRONOS_validation",)
    save(drawn(on=layers)._replace(key="checks", name="Checks"))
    sample = str(resources.find_resource("demo/windows"))
    dry = ["apply", "-c", "Checks", "--machine", sample, "--by", by, "--dry-run", "--json"]
    assert main(dry) == 0
    assert layers[0] in json.loads(capsys.readouterr().out)["chain"]


@pytest.mark.parametrize("output", [[], ["--output", "-"]])
def test_without_a_folder_nothing_is_written(machine, pc, capsys, output):
    save_checks()
    assert main(["apply", "-c", "Checks", "--machine", str(pc), *output]) == 1
    assert "to another machine. Use --output FOLDER" in capsys.readouterr().err


def test_a_file_is_no_folder_for_several_files(machine, pc, capsys, tmp_path):
    save_checks()
    target = tmp_path / "file"
    target.touch()
    assert main(["apply", "-c", "Checks", "--machine", str(pc), "--output", str(target)]) == 1
    assert f"{target}: it is not a folder" in capsys.readouterr().err


def test_a_folder_that_describes_no_machine_is_refused(machine, capsys, tmp_path):
    save_checks()
    assert main(["apply", "-c", "Checks", "--machine", str(tmp_path), "--dry-run"]) == 1
    assert "machine.json" in capsys.readouterr().err


def test_what_would_change_nothing_is_refused(machine, pc, capsys):
    save(drawn()._replace(key="checks", name="Checks"))
    assert main(["apply", "-c", "Checks", "--machine", str(pc), "--dry-run"]) == 1
    assert "this configuration changes no" in capsys.readouterr().err
