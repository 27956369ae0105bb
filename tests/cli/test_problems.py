"""The command problems: lists, previews, fixes, takes back."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from tests.framework.known_loaders import know_loaders
from tests.framework.snapshot import take_snapshot
from tests.framework.system import Place
from vkconfig_py.cli import main
from vkconfig_py.loader.base.host import Host
from vkconfig_py.model.apply.found_overrides import remove_override
from vkconfig_py.model.configuration.configuration import Configuration, Variable
from vkconfig_py.model.configuration.workspace import Workspace
from vkconfig_py.model.configuration.workspace_files import load_workspace, save_workspace
from vkconfig_py.model.files.paths import find_state_paths
from vkconfig_py.model.problems import fixes

NAME = "VK_LAYER_overlay"


@pytest.fixture
def machine(system, monkeypatch):
    """A machine with one driver whose variables are those of this process."""
    system.add_driver("gpu")
    for name, value in system.environment.items():
        monkeypatch.setenv(name, value)
    know_loaders(os.environ)
    return system


@pytest.fixture
def misspelt(machine) -> Path:
    """Add a layer whose library_path is misspelt, and return its manifest."""
    machine.add_implicit_layer(NAME, place=Place.DATA_HOME)
    (file,) = [path for path in machine.root.rglob("*.json") if NAME in path.read_text()]
    file.write_text(file.read_text().replace("library_path", "libary_path"))
    return file


def told(capsys) -> list[dict[str, object]]:
    main(["problems", "--json"])
    found: list[dict[str, object]] = json.loads(capsys.readouterr().out)["problems"]
    return found


def test_a_sound_machine_has_no_problems(machine, capsys):
    assert main(["problems"]) == 0
    assert capsys.readouterr().out == "No problems found.\n"


def test_problems_are_listed_with_their_fixes(misspelt, capsys):
    assert main(["problems"]) == 0
    out = capsys.readouterr().out
    assert "“libary_path” instead of “library_path”" in out
    text = " ".join(out.split())
    assert f"problems fix 1: Edit {misspelt.name}. After this: loads in every program" in text
    assert f"problems fix 1 --way 2: Move {misspelt.name} aside. After this: no longer read" in text
    (one,) = told(capsys)
    assert (one["code"], one["file"]) == ("misspelt-key", str(misspelt))
    assert [action["action"] for action in one["actions"]] == ["fix", "fix"]


def test_of_an_override_left_behind_moving_aside_is_the_first_fix(machine, capsys):
    steps = []
    for description in ("of somebody", "LunarG Override Layer"):  # by VkConfig 2, which is not open
        machine.add_override(("VK_LAYER_gone",), description=description)
        (broken,) = [one for one in told(capsys) if one["code"] == "meta-component-missing"]
        steps.append([action["does"].partition(" ")[0] for action in broken["actions"]])
    assert steps == [["Edit", "Move"], ["Move", "Edit"]]


def test_an_error_is_an_exit_code(machine, capsys, monkeypatch):
    monkeypatch.setenv("VK_DRIVER_FILES", "")
    assert main(["problems"]) == 1
    assert "variable-empty" in capsys.readouterr().out


def test_a_dry_run_shows_the_change_and_makes_none(misspelt, capsys):
    before = take_snapshot(misspelt.parent)
    assert main(["problems", "fix", "1", "--dry-run"]) == 0
    out = capsys.readouterr().out
    assert out.startswith(f"Change {misspelt}\n")
    assert '"library_path"' in out
    assert take_snapshot(misspelt.parent) == before


def test_a_dry_run_says_that_what_is_moved_aside_is_kept(misspelt, capsys):
    dry = ["problems", "fix", "1", "--way", "2", "--dry-run"]
    assert main(dry) == 0
    out = capsys.readouterr().out
    assert out.startswith(f"Move aside {misspelt}\n  ")
    assert out.endswith("\nThe file is not deleted; vkconfig-py problems undo restores it.\n")
    assert main([*dry, "--json"]) == 0
    planned = json.loads(capsys.readouterr().out)
    (file,) = planned["files"]
    assert file["change"] == "remove"
    assert planned["summary"] == "Nothing changed."


@pytest.mark.parametrize("way", ["1", "2"])
def test_a_fix_is_made_and_taken_back(misspelt, capsys, way):
    before = take_snapshot(misspelt.parent)
    assert main(["problems", "fix", "misspelt-key", "--way", way]) == 0
    assert "problems undo" in capsys.readouterr().out
    assert told(capsys) == []
    assert main(["problems", "undo"]) == 0
    assert take_snapshot(misspelt.parent) == before
    assert main(["problems", "undo"]) == 3


def test_what_is_fixed_on_the_sample_machine_cannot_be_undone_later(machine, capsys):
    assert main(["problems", "fix", "invalid-json", "--demo"]) == 0
    out = capsys.readouterr().out
    assert out.startswith("game_capture.json was moved aside to /")
    assert out.endswith("aside; History can restore it.\n")


def test_fixes_are_taken_back_the_latest_first(misspelt, capsys):
    other = misspelt.with_name("other.json")
    other.write_text("[]")
    before = take_snapshot(misspelt.parent)
    assert main(["problems", "fix", "not-a-manifest"]) == 0
    assert main(["problems", "fix", "misspelt-key"]) == 0
    assert main(["problems", "undo"]) == 0
    assert "libary_path" in misspelt.read_text()
    assert not other.exists()
    assert main(["problems", "undo"]) == 0
    assert {p: s[3] for p, s in take_snapshot(misspelt.parent).items()} == {
        p: s[3] for p, s in before.items()
    }


def test_the_latest_fix_is_undone_by_name_not_a_removal_after_it(misspelt, capsys):
    assert main(["problems", "fix", "misspelt-key"]) == 0
    (misspelt.parent / "theirs.json").write_text("{}")
    removed = misspelt.parent / "theirs.json"
    assert remove_override(str(removed), own_paths(), fix="7") == ""
    capsys.readouterr()
    assert main(["problems", "undo"]) == 0
    assert capsys.readouterr().out == (
        f"Undid: Edited {misspelt.name}. {misspelt.name} was restored.\n"
    )
    assert not removed.exists()
    assert main(["problems", "undo"]) == 3


def test_a_fix_that_was_redone_is_undone_again(misspelt, capsys):
    assert main(["problems", "fix", "misspelt-key"]) == 0
    fixed = misspelt.read_bytes()
    undone = fixes.revert_fix(fixes.find_latest_fix(own_paths()), own_paths())
    fixes.revert_fix(undone.key, own_paths())  # as Redo of the window does
    assert misspelt.read_bytes() == fixed
    assert main(["problems", "undo"]) == 0
    assert "libary_path" in misspelt.read_text()


def test_work_of_others_is_not_undone(misspelt, capsys):
    main(["problems", "fix", "1"])
    misspelt.write_text("{}")
    assert main(["problems", "undo"]) == 1
    assert "another program has modified" in capsys.readouterr().err
    assert misspelt.read_text() == "{}"


def test_which_one_must_be_clear(misspelt, capsys):
    (misspelt.parent / "a.json").write_text("[]")
    (misspelt.parent / "b.json").write_text("[]")
    assert main(["problems", "fix", "not-a-manifest"]) == 1
    assert "2 problems have code not-a-manifest; use a number" in capsys.readouterr().err
    assert main(["problems", "fix", "9"]) == 3
    assert main(["problems", "fix", "no-driver"]) == 3
    assert main(["problems", "fix", "1", "--way", "9"]) == 3


def test_all_leaves_files_of_packages_and_names_the_command(misspelt, machine, capsys, monkeypatch):
    machine.add_implicit_layer("VK_LAYER_packaged", disable_environment=None)
    packaged = machine.manifest("VK_LAYER_packaged")
    monkeypatch.setattr(fixes, "_PACKAGE_FOLDER", str(packaged.parent))
    before = packaged.read_bytes()
    capsys.readouterr()
    assert main(["problems", "fix", "all"]) == 1
    said = capsys.readouterr()
    assert f"{misspelt.name} was edited." in said.out
    assert "belongs to a package. To change it: vkconfig-py problems fix 1\n" in said.err
    assert packaged.read_bytes() == before
    assert main(["problems", "fix", "1"]) == 0
    capsys.readouterr()
    assert told(capsys) == []


def test_what_has_no_fix_says_why(machine, capsys, monkeypatch):
    machine.add_implicit_layer("VK_LAYER_a", disable_environment={"HOME": "1"})
    assert main(["problems", "fix", "layer-variable-common"]) == 1
    assert "cannot repair this" in capsys.readouterr().err


def test_variables_are_changed_in_a_configuration_alone(machine, capsys, monkeypatch):
    monkeypatch.setenv("VK_DRIVER_FILES", "")
    paths = find_state_paths(Host.read_current().environment)
    one = Configuration(key="k", name="Debugging")
    assert save_workspace(paths.configurations, Workspace(), Workspace((one,), "k")).errors == ()
    assert main(["problems", "fix", "variable-empty"]) == 1
    assert "unset VK_DRIVER_FILES" in capsys.readouterr().err
    assert main(["problems", "fix", "variable-empty", "--dry-run"]) == 0
    assert capsys.readouterr().out == "Unset VK_DRIVER_FILES\n"
    assert main(["problems", "fix", "variable-empty", "-c", "Debugging"]) == 0
    (saved,) = load_workspace(paths.configurations).workspace.configurations
    assert saved.environment == (Variable("VK_DRIVER_FILES", None),)
    assert os.environ["VK_DRIVER_FILES"] == ""


def test_more_rights_are_asked_for_with_a_command(misspelt, capsys, monkeypatch):
    monkeypatch.setattr(fixes.os, "access", lambda path, mode: False)
    assert main(["problems", "fix", "1", "--dry-run"]) == 0
    out = capsys.readouterr().out
    command = out.splitlines()[0]
    assert command.startswith("sudo cp ")
    assert main(["problems", "fix", "1"]) == 1
    assert command in capsys.readouterr().err.replace("\\n", "\n")
    monkeypatch.undo()
    assert os.system(command.removeprefix("sudo ")) == 0
    assert '"library_path"' in misspelt.read_text()


def test_the_sample_machine_has_problems(capsys):
    assert main(["problems", "--demo"]) == 0
    out = capsys.readouterr().out
    assert "no-disable-environment" in out
    assert main(["problems", "--demo", "--json"]) == 0


def own_paths():
    return find_state_paths(os.environ)


def seen(path: Path) -> tuple[int, int, int]:
    found = path.lstat()
    return found.st_ino, found.st_size, found.st_mtime_ns


def hostile(kind: str, path: Path) -> None:
    """Put something into the place of a file of this program."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.unlink(missing_ok=True)
    match kind:
        case "deep":
            path.write_bytes(b'{"format": 1, "a": ' + b"[" * 100_000)
        case "huge":
            with path.open("wb") as file:
                file.truncate(1 << 36)
        case "newer":
            path.write_bytes(b'{"format": 99}')
        case "pipe":
            os.mkfifo(path)
        case "dangling link":
            path.symlink_to("nowhere")
        case "link to the kernel's log":
            path.symlink_to("/proc/kmsg")
        case "odd values":
            path.write_bytes(b'{"format": 1, "slots": [{"path": 5}], "writer": [], "time": []}')


KINDS = ("deep", "huge", "newer", "pipe", "dangling link", "link to the kernel's log", "odd values")
MADE_AGAIN = ("window", "loaders", "probes")  # of these only what must not be replaced is told
FILES = {
    "applied.json": lambda: own_paths().state / "applied.json",
    "journal": lambda: own_paths().state / "journal" / "1.json",
    "configuration": lambda: own_paths().configurations / "a.json",
    "window": lambda: own_paths().state / "window.json",
    "loaders": lambda: own_paths().cache / "loaders.json",
    "probes": lambda: own_paths().cache / "probes.json",
    "order": lambda: own_paths().configurations / "order.json",
    "collection": lambda: own_paths().configurations / "collection.json",
}


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        *(
            (name, kind)
            for name in FILES
            for kind in (KINDS[3:-1] if name in MADE_AGAIN else KINDS[:-1])
        ),
        *((name, KINDS[-1]) for name in ("applied.json", "journal")),
    ],
)
def test_a_file_of_ours_that_cannot_be_read_is_told(machine, capsys, name, kind):
    path = FILES[name]()
    hostile(kind, path)
    before = seen(path)
    found = [one for one in told(capsys) if one["code"] == "document-unreadable"]
    assert [one["file"] for one in found] == [str(path)]
    assert seen(path) == before


@pytest.mark.parametrize("kind", [*KINDS, "file"])
def test_what_is_applied_is_never_called_nothing_while_that_cannot_be_told(machine, capsys, kind):
    path = FILES["applied.json"]()
    hostile(kind, path)
    if kind == "file":
        path.write_bytes(b"damaged")
    assert main(["withdraw"]) == 1
    heard = capsys.readouterr()
    assert str(path) in heard.err
    assert "Nothing was applied" not in heard.out
    assert main(["withdraw", "-c", "Debugging"]) == 1
    assert str(path) in capsys.readouterr().err


def test_without_a_home_it_is_told(machine, capsys, monkeypatch, tmp_path):
    for name in ("HOME", "XDG_CONFIG_HOME", "XDG_STATE_HOME"):
        monkeypatch.delenv(name)
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    assert "no-home" in [one["code"] for one in told(capsys)]


def test_a_folder_that_cannot_be_used_is_told(machine, capsys):
    folder = own_paths().state
    folder.parent.mkdir(parents=True, exist_ok=True)
    folder.write_bytes(b"")
    assert "not-writable" in [one["code"] for one in told(capsys)]


def test_what_earlier_probes_showed_is_a_problem_as_in_the_window(capsys):
    main(["problems", "--demo", "--json"])
    codes = [one["code"] for one in json.loads(capsys.readouterr().out)["problems"]]
    assert "probe-crashed" in codes
    main(["problems", "--demo"])
    text = " ".join(capsys.readouterr().out.split())
    assert "vkconfig-py layer off VK_LAYER_VALVE_steam_overlay_64: After this: " in text


def test_very_many_of_one_kind_are_one_entry(machine, capsys):
    for number in range(22):
        machine.add_explicit_layer(f"NAME_WITHOUT_PREFIX_{number:02}")
    assert main(["problems"]) == 0
    folded = capsys.readouterr().out
    assert folded.count("name-without-prefix") == 1
    assert "and 21 more like this" in " ".join(folded.split())
    assert "to list them all: vkconfig-py problems --all" in " ".join(folded.split())
    assert main(["problems", "--all"]) == 0
    assert capsys.readouterr().out.count("name-without-prefix") == 22
    assert main(["problems", "--json"]) == 0
    assert len(json.loads(capsys.readouterr().out)["problems"]) == 22
