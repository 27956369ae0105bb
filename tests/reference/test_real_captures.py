"""Captures of a run are found where the layer wrote them.

The manifest is GFXReconstruct's as released; a layer of ours stands in for its library. It writes a
file with the header, blocks and name that theirs has, as its code alone tells.
"""

from __future__ import annotations

import json
import os
import shlex
from pathlib import Path

import pytest

from tests.cli.commands import run_without_qt
from tests.framework.native import build_native
from tests.framework.own_layers import build_own_layer
from tests.framework.reference import debian_loader
from tests.framework.settings import SDK


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The working folder of a session that has the layer."""
    home, runtime, work = tmp_path / "home", tmp_path / "run", tmp_path / "work"
    for path in (home, runtime, work):
        path.mkdir(mode=0o700)
    monkeypatch.setenv("HOME", str(home))
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(runtime))
    for name in ("XDG_DATA_HOME", "XDG_CONFIG_HOME", "XDG_STATE_HOME", "XDG_CACHE_HOME"):
        monkeypatch.delenv(name, raising=False)
    manifest = json.loads((SDK / "VkLayer_gfxreconstruct.json").read_bytes())
    manifest["layer"]["library_path"] = str(build_own_layer(home / "lib", "CAPTURES"))
    layers = home / ".local/share/vulkan/explicit_layer.d"
    layers.mkdir(parents=True)
    (layers / "VkLayer_gfxreconstruct.json").write_text(json.dumps(manifest))
    return work


def list_files(folder: Path) -> list[dict[str, object]]:
    """Run the program with the layer, and return the files that the run is said to have."""
    program, library = str(build_native().asking_program), debian_loader().profile.library
    asking = (program, library, str(folder / "answer"), "x", "4194304", "0", "0")
    done = run_without_qt("run", "-l", "gfxreconstruct", "--json", "--", *asking)
    assert done.returncode == 0, done.stderr
    runs = json.loads(run_without_qt("history", "runs", "--json").stdout)["runs"]
    told = run_without_qt("history", "runs", "--files", runs[0]["id"], "--json")
    files = json.loads(told.stdout)["files"]
    assert isinstance(files, list)
    return files


def test_a_capture_with_the_default_name_is_in_the_folder_of_the_program(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(folder)
    (file,) = list_files(folder)
    assert file["path"] == str(folder / "gfxrecon_capture_20261130T120000.gfxr")
    assert (file["layer"], file["frames"]) == ("VK_LAYER_LUNARG_gfxreconstruct", 2)
    assert file["size"] == Path(str(file["path"])).stat().st_size


def test_a_capture_is_where_the_variable_says(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GFXRECON_CAPTURE_FILE", str(folder / "mine.gfxr"))
    (file,) = list_files(folder)
    assert file["path"] == str(folder / "mine_20261130T120000.gfxr")
    Path(str(file["path"])).unlink()
    runs = json.loads(run_without_qt("history", "runs", "--json").stdout)["runs"]
    told = run_without_qt("history", "runs", "--files", runs[0]["id"])
    assert told.stdout.decode() == "No file of this run was found.\n"


def test_what_its_tools_can_do_with_a_capture_is_told_and_runs(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A script stands in for gfxrecon-info. The command that is printed launches it."""
    monkeypatch.chdir(folder)
    tool = folder / "bin/gfxrecon-info"
    tool.parent.mkdir()
    tool.write_text('#!/bin/sh\necho "contents of $1"\n')
    tool.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tool.parent}:{os.environ['PATH']}")
    (file,) = list_files(folder)
    told = run_without_qt("history", "runs", "--files", "last").stdout.decode()
    line = next(line for line in told.splitlines() if "gfxrecon-info" in line)
    label, _colon, command = line.strip().partition(": ")
    assert label == "Inspect with gfxrecon-info"
    _program, *arguments = shlex.split(command)
    done = run_without_qt(*arguments)
    assert done.stdout.decode() == f"contents of {file['path']}\n"
