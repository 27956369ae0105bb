"""The command overrides: what is in force is listed, removed and restored."""

from __future__ import annotations

import json
import os
from pathlib import Path

from tests.cli.commands import VALIDATION, run_without_qt
from tests.framework.snapshot import take_snapshot
from vkconfig_py.cli import context, main
from vkconfig_py.loader.base.host import Host
from vkconfig_py.loader.profiles.profile import NEWEST_PROFILE
from vkconfig_py.model.apply.apply_plan import apply_plan
from vkconfig_py.model.apply.record import get_record_file
from vkconfig_py.model.configuration.configuration import Configuration
from vkconfig_py.model.files.paths import find_state_paths
from vkconfig_py.model.formats.layer_settings_txt import OWN_FILE_MARKER
from vkconfig_py.model.formats.loader_settings_json import SettingsSection, merge_loader_settings
from vkconfig_py.model.plan.plan import AppliedConfiguration, Mechanism, Plan, PlannedFile


def test_overrides_are_listed_removed_and_restored(debugging, capsys):
    debugging.add_override((VALIDATION,), description="LunarG Override Layer")
    file = str(debugging.manifest("VK_LAYER_LUNARG_override"))
    before = take_snapshot(debugging.root)
    assert main(["status", "--overrides"]) == 0
    out = capsys.readouterr().out
    assert file in out
    assert "VkConfig 2" in out
    assert "It turns on validation." in out
    assert main(["status", "--overrides", "--json"]) == 0
    assert (
        json.loads(capsys.readouterr().out)["overrides"][0]["effect"] == "It turns on validation."
    )
    content = Path(file).read_bytes()
    assert main(["withdraw", "--override", file]) == 0
    said = capsys.readouterr().out
    aside = find_state_paths(Host.read_current().environment).state / "aside"
    assert f"{Path(file).name} was moved aside to {aside};" in said
    assert [path.read_bytes() for path in aside.rglob(Path(file).name)] == [content]
    assert main(["status", "--overrides"]) == 0
    assert capsys.readouterr().out == "No overrides on this machine.\n"
    assert main(["history", "restore", file]) == 0
    assert take_snapshot(debugging.root) == before
    assert list(aside.rglob("*")) == []


def test_a_settings_file_that_every_program_finds_is_listed_and_removed(debugging, capsys):
    folder = Path(debugging.environment["XDG_DATA_HOME"]) / "vulkan/settings.d"
    file = str(folder / "vk_layer_settings.txt")
    debugging.add_file(file, "khronos_validation.report_flags = error\n")
    assert main(["status", "--overrides"]) == 0
    out = capsys.readouterr().out
    assert file in out
    assert "Somebody else, since" in out
    assert "Layers in every program read it" in " ".join(out.split())
    assert main(["status", "--overrides", "--json"]) == 0
    (told,) = json.loads(capsys.readouterr().out)["overrides"]
    assert (told["file"], told["layer_settings"]) == (file, True)
    assert main(["withdraw", "--override", file]) == 0
    capsys.readouterr()
    assert main(["status", "--overrides"]) == 0
    assert capsys.readouterr().out == "No overrides on this machine.\n"


def test_our_sections_in_a_file_of_somebody_else_are_listed_and_taken_out(
    debugging, capsys, monkeypatch
):
    monkeypatch.setattr(context, "read_versions", lambda found, file: (NEWEST_PROFILE,))
    folder = Path(debugging.environment["XDG_DATA_HOME"]) / "vulkan/loader_settings.d"
    file = str(folder / "vk_loader_settings.json")
    theirs = {"file_format_version": "1.0.0", "settings_array": [{"stderr_log": ["error"]}]}
    merged = merge_loader_settings(
        [SettingsSection("mine", log_flags=("warn",))], json.dumps(theirs).encode()
    )
    debugging.add_file(file, merged.content.decode())
    assert main(["status", "--overrides", "--json"]) == 0
    (told,) = json.loads(capsys.readouterr().out)["overrides"]
    assert (told["owner"], told["sections"]) == ("vkconfig-py", [["settings_array", 0]])
    assert main(["status", "--overrides"]) == 0
    assert "vkconfig-py, in another program's file, since" in capsys.readouterr().out
    assert main(["withdraw", "--override", file]) == 0
    assert f"Removed the vkconfig-py section from {file}\n" in capsys.readouterr().out
    assert json.loads(Path(file).read_text()) == theirs
    assert main(["history", "restore", file]) == 0
    assert Path(file).read_bytes() == merged.content


def test_removing_what_replaced_a_file_brings_that_back_and_says_so(debugging, capsys):
    file = Path(debugging.environment["XDG_DATA_HOME"]) / "vulkan/settings.d/vk_layer_settings.txt"
    debugging.add_file(file, "theirs.x = 1\n")
    paths = find_state_paths(Host.read_current().environment)
    planned = PlannedFile(str(file), f"{OWN_FILE_MARKER}\na.b = 1\n".encode(), has_fixed_name=True)
    applied = (AppliedConfiguration(Configuration("1", "One"), (), 0.0),)
    assert apply_plan(Plan(Mechanism.OVERRIDE, (planned,)), applied, paths).error == ""
    get_record_file(paths).unlink()
    assert main(["withdraw", "--override", str(file)]) == 0
    assert "The previous file was restored.\n" in capsys.readouterr().out
    assert file.read_text() == "theirs.x = 1\n"


def test_what_vkconfig_py_applied_is_withdrawn_and_not_moved_aside(debugging, capsys):
    file = Path(debugging.environment["XDG_DATA_HOME"]) / "vulkan/settings.d/vk_layer_settings.txt"
    paths = find_state_paths(Host.read_current().environment)
    planned = PlannedFile(str(file), f"{OWN_FILE_MARKER}\na.b = 1\n".encode(), has_fixed_name=True)
    applied = (AppliedConfiguration(Configuration("1", "One"), (), 0.0),)
    assert apply_plan(Plan(Mechanism.OVERRIDE, (planned,)), applied, paths).error == ""
    assert main(["withdraw", "--override", str(file)]) == 0
    assert f"Withdrawn: {file}\n" in capsys.readouterr().out
    assert not file.exists()
    assert not (paths.state / "aside").exists()


def test_only_overrides_can_be_removed(debugging, capsys):
    file = debugging.manifest(VALIDATION)
    assert main(["withdraw", "--override", str(file)]) == 3
    assert file.exists()
    assert main(["history", "restore", str(file)]) == 1
    assert "as removed" in capsys.readouterr().err


def test_what_is_no_regular_file_is_passed_over(machine):
    folder = Path(os.environ["XDG_DATA_DIRS"]) / "vulkan" / "implicit_layer.d"
    folder.mkdir(parents=True, exist_ok=True)
    os.mkfifo(folder / "VkLayer_override.json")
    (folder / "folder.json").mkdir()
    # The last one but one is a file of the kernel that calls itself regular, and is waited for.
    for name, target in (("zero", "/dev/zero"), ("messages", "/proc/kmsg"), ("gone", "gone")):
        (folder / f"{name}.json").symlink_to(target)
    for command in (["status", "--overrides"], ["status", "--overrides", "--json"], ["problems"]):
        told = run_without_qt(*command)  # within its time
        assert b"Traceback" not in told.stderr
    assert run_without_qt("status", "--overrides").stdout == b"No overrides on this machine.\n"
