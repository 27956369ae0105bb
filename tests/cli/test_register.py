"""layer register and unregister: a manifest in the user's folder, taken back byte for byte."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.framework.snapshot import take_snapshot
from tests.framework.system import LibraryNaming
from vkconfig_py.cli import main

MINE, OVERLAY = "VK_LAYER_LOCAL_mine", "VK_LAYER_overlay"


@pytest.fixture
def built(debugging):
    """The machine with the manifest of a layer in a folder that no loader searches."""
    folder = debugging.root / "out"
    debugging.add_explicit_layer(MINE, folder=folder)
    return folder / f"{MINE}.json"


def told(capsys, *arguments, code=0):
    assert main(["layer", *map(str, arguments), "--json"]) == code
    return json.loads(capsys.readouterr().out)


def seen(machine):
    return {path: state for path, state in take_snapshot(machine.root).items() if "vulkan" in path}


def target(machine, kind="explicit"):
    return machine.root / "data_home/vulkan" / f"{kind}_layer.d" / f"{MINE}.json"


def test_a_link_is_made_and_undone(debugging, built, capsys):
    before = seen(debugging)
    found = told(capsys, "register", built)
    assert target(debugging).readlink() == built
    assert found["layers"] == [MINE]
    assert found["effects"] == [f"{MINE}: off, not requested."]
    assert told(capsys, "register")["registered"] == [
        {"file": str(target(debugging)), "source": str(built)}
    ]
    assert main(["problems", "undo"]) == 0
    capsys.readouterr()
    assert not target(debugging).is_symlink()
    assert told(capsys, "register")["registered"] == []
    assert {path for path in seen(debugging) if path.endswith(".json")} == {
        path for path in before if path.endswith(".json")
    }


def test_a_copy_names_its_library_absolutely(debugging, capsys):
    folder = debugging.root / "out"
    debugging.add_explicit_layer(MINE, folder=folder, named=LibraryNaming.RELATIVE)
    original = (folder / f"{MINE}.json").read_bytes()
    told(capsys, "register", folder / f"{MINE}.json")
    copied = target(debugging).read_bytes()
    library = json.loads(copied)["layer"]["library_path"]
    assert Path(library).is_absolute()
    assert Path(library).is_file()
    relative = json.loads(original)["layer"]["library_path"]
    assert copied == original.replace(relative.encode(), library.encode())


def test_a_preview_writes_nothing(debugging, built, capsys):
    told(capsys, "register", built, "--copy", "--dry-run")
    assert not target(debugging).exists()


def test_what_would_not_load_is_refused(debugging, built, capsys):
    assert main(["layer", "register", str(built), "--implicit"]) == 1
    assert "would not load" in capsys.readouterr().err
    assert not target(debugging, "implicit").exists()


def test_what_is_found_already_or_not_searched_is_refused(debugging, built, capsys, monkeypatch):
    told(capsys, "register", built)
    assert main(["layer", "register", str(built)]) == 1
    assert "already finds this manifest" in capsys.readouterr().err
    assert main(["layer", "register", str(built.with_name("gone.json"))]) == 3
    capsys.readouterr()
    told(capsys, "unregister", MINE)
    monkeypatch.setenv("VK_LAYER_PATH", "/nowhere")
    assert main(["layer", "register", str(built)]) == 1
    assert "because VK_LAYER_PATH is set" in capsys.readouterr().err


def test_a_copy_that_it_replaces_is_named(debugging, built, capsys):
    other = debugging.root / "other"
    debugging.add_explicit_layer(MINE)  # in XDG_DATA_DIRS, which is searched later
    installed = debugging.manifest(MINE)
    other.mkdir()
    (other / f"{MINE}.json").write_bytes(installed.read_bytes())
    effects = told(capsys, "register", other / f"{MINE}.json")["effects"]
    assert effects[-1] == f"It replaces another copy: {installed}"


def test_only_what_was_registered_is_taken_back(debugging, built, capsys):
    told(capsys, "register", built)
    told(capsys, "unregister", "mine")
    assert not target(debugging).is_symlink()
    overlay = debugging.manifest(OVERLAY)
    assert main(["layer", "unregister", OVERLAY]) == 1
    assert "was not registered with vkconfig-py" in capsys.readouterr().err
    assert overlay.exists()
    content = overlay.read_bytes()
    told(capsys, "unregister", OVERLAY, "--move-aside")
    assert not overlay.exists()
    assert main(["problems", "undo"]) == 0
    assert overlay.read_bytes() == content
    assert main(["layer", "unregister", "nothing-of-this-name"]) == 3
    assert main(["layer", "unregister", "/nowhere/mine.json"]) == 3
    assert "/nowhere/mine.json does not exist." in capsys.readouterr().err
