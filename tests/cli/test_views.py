"""Views of installed containers on the command line: listed, taken, and why a layer is off."""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path

import pytest

from tests.framework.patience import wait_for
from tests.framework.sandboxes import BLENDER, RUNTIME, Sandboxes
from vkconfig_py.cli import main

VIEW = f"flatpak:{BLENDER}"


@pytest.fixture
def blender(machine, tmp_path, monkeypatch):
    """A machine with validation, and a Flatpak app that does not run."""
    sandboxes = Sandboxes(tmp_path / "installed")
    sandboxes.add_flatpak()
    sandboxes.add_driver("default")
    monkeypatch.setenv("FLATPAK_SYSTEM_DIR", str(sandboxes.system))
    return sandboxes


def run(capsys, *arguments: str) -> tuple[int, str, str]:
    code = main(list(arguments))
    told = capsys.readouterr()
    return code, told.out, " ".join(told.err.split())


def test_views_are_listed_with_the_names_that_as_takes(blender, capsys):
    code, out, _ = run(capsys, "show", "--list-views")
    assert code == 0
    assert f"{VIEW}  on {RUNTIME}/x86_64/23.08" in out
    _code, out, _ = run(capsys, "show", "--list-views", "--json")
    views = {one["name"]: one for one in json.loads(out)["views"]}
    assert views[VIEW] == {
        "name": VIEW, "kind": "flatpak", "running": False, "note": f"on {RUNTIME}/x86_64/23.08",
    }  # fmt: skip
    assert "root" in views


def test_why_a_flatpak_app_has_no_validation_is_answered_with_what_brings_it(blender, capsys):
    code, _out, error = run(capsys, "explain", "KHRONOS_validation", "--as", VIEW)
    assert code == 3
    assert (
        f"No “KHRONOS_validation” found in this view. Not visible inside Flatpak {BLENDER}: its "
        f"/usr comes from the runtime {RUNTIME}/x86_64/23.08, not from this system; only a "
        f"{RUNTIME}.VulkanLayer.NAME extension from branch 23.08 can add the layer."
    ) in error
    assert "flatpak install" not in error
    code, _out, error = run(capsys, "explain", "VK_LAYER_MANGOHUD_overlay", "--as", VIEW)
    assert code == 3
    assert (
        "not from this system. If your Flatpak remote offers it, install it with: "
        f"flatpak install {RUNTIME}.VulkanLayer.MangoHud//23.08"
    ) in error


def test_a_report_as_the_app_sees_the_machine_says_what_it_rests_on(blender, capsys):
    code, out, error = run(capsys, "show", "--as", VIEW)
    assert code == 0
    assert "VK_LAYER_overlay" not in out
    assert "default.json  Loads" in out
    assert f"Seen from inside the Flatpak app “{BLENDER}”" in out + error


def test_once_its_extension_is_there_the_layer_is_found_in_it(blender, capsys):
    blender.add_layer_extension("ValidationLayer", "VK_LAYER_KHRONOS_validation")
    code, out, _ = run(capsys, "explain", "KHRONOS_validation", "--as", VIEW)
    assert code == 0
    assert "/usr/lib/extensions/vulkan/share/vulkan/explicit_layer.d/ValidationLayer.json" in out


@pytest.fixture
def elsewhere(machine, tmp_path):
    """A process whose loader searches an empty folder instead of those of this session."""
    environment = {**os.environ, "XDG_DATA_DIRS": str(tmp_path / "empty")}
    environment.pop("XDG_DATA_HOME", None)
    with subprocess.Popen(["/bin/sleep", "1000"], env=environment) as process:
        # The kernel shows the new program before its environment.
        wanted = f"XDG_DATA_DIRS={tmp_path}/empty".encode()
        wait_for(lambda: wanted in Path(f"/proc/{process.pid}/environ").read_bytes())
        yield process.pid
        process.kill()


def test_why_a_process_does_not_find_a_layer_is_answered_with_its_variable(
    elsewhere, tmp_path, capsys
):
    view = f"process:{elsewhere}"
    code, _out, error = run(capsys, "explain", "KHRONOS_validation", "--as", view)
    assert code == 3
    assert (
        f"Process {elsewhere} cannot find VK_LAYER_KHRONOS_validation: "
        f"XDG_DATA_DIRS is set to {tmp_path}/empty"
    ) in error
    _code, out, _ = run(capsys, "diff", f"as={view}")
    absence = f"not found, because XDG_DATA_DIRS is set to {tmp_path}/empty"
    assert f"; now: {absence}" in " ".join(out.split())
    _code, out, _ = run(capsys, "diff", f"as={view}", "now")
    assert f" before: {absence}; now: " in " ".join(out.split())
