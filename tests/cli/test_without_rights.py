"""Places that may not be read or written: what is said, what stays, what the loader does there."""

from __future__ import annotations

import json
import os
import shlex
import subprocess
from pathlib import Path

import pytest

from tests.cli.commands import VALIDATION, run_bound
from tests.framework.manifests import explicit_layer, layer_document, list_layers
from tests.framework.reference import Answer, RealLoader, ask, chromium_loader, debian_loader
from tests.framework.rights import change_mode, limit_rights
from tests.framework.system import ManifestKind, Place, SystemBuilder
from vkconfig_py.cli import main
from vkconfig_py.loader.base.host import Application, Host
from vkconfig_py.model.files.paths import StatePaths, find_state_paths

LOADERS = pytest.mark.parametrize("find", [debian_loader, chromium_loader])
OVERRIDE = "vulkan/implicit_layer.d/VkLayer_override.json"


@pytest.fixture
def paths(debugging: SystemBuilder) -> StatePaths:
    """Return the folders of the program, of which those for configurations exist."""
    return find_state_paths(Host.read_current().environment)


def contents(folder: Path) -> dict[str, bytes]:
    """Return every file below a folder."""
    return {str(path): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def refusal(result: subprocess.CompletedProcess[str], path: Path | str) -> str:
    """Return the last line that a command that failed says; it names a file."""
    assert result.returncode not in (0, 120)
    assert all(line.startswith("vkconfig-py: ") for line in result.stderr.splitlines())
    *_others, line = result.stderr.splitlines()
    assert str(path) in line
    return line.removeprefix("vkconfig-py: ")


def ask_bound(system: SystemBuilder, loader: RealLoader) -> Answer:
    """Return what a real loader does for a program of an ordinary user."""
    command = limit_rights([system.program])
    return ask(loader, Application(), command, system.environment, system.root, system.root)


def look_bound(loader: RealLoader) -> tuple[str, tuple[str, ...], str]:
    """Return the result, the chain and the problems of the report for the same user."""
    version = ".".join(map(str, loader.version))
    result = run_bound("show", "--json", "--loader-version", version)
    assert result.returncode == 0, result.stderr
    report = json.loads(result.stdout)
    chain = tuple(layer["name"] for layer in report["callstack"])
    said = " ".join(problem["title"] for problem in report["problems"])
    return report["create"], chain, said


# reading


@LOADERS
@pytest.mark.parametrize("bits", [0, 0o300, 0o400])
def test_a_folder_that_may_not_be_read_is_told_and_skipped_as_by_the_loader(machine, find, bits):
    machine.add_implicit_layer("VK_LAYER_home", place=Place.DATA_HOME)
    folder = machine.folder(ManifestKind.IMPLICIT, Place.DATA_HOME)
    with change_mode(folder, bits):
        answer = ask_bound(machine, find())
        create, chain, said = look_bound(find())
    assert (create, chain) == (answer.create, answer.chain())
    assert chain == ("VK_LAYER_overlay",)
    assert str(folder) in said


@LOADERS
@pytest.mark.parametrize("name", ["VK_LAYER_home", "gpu"])
def test_a_manifest_that_may_not_be_read_is_told_and_skipped_as_by_the_loader(machine, find, name):
    machine.add_implicit_layer("VK_LAYER_home", place=Place.DATA_HOME)
    with change_mode(machine.manifest(name), 0):
        answer = ask_bound(machine, find())
        create, chain, said = look_bound(find())
    assert (create == "VK_SUCCESS") == (name != "gpu")
    assert (create, chain) == (answer.create, answer.chain())
    assert f"{machine.manifest(name)}: Permission denied" in said


@pytest.mark.parametrize(
    "command",
    [
        ("lint", "FILE"),
        ("config", "import", "FILE", "-n"),
        ("config", "import", "FILE"),
        ("generate", "markdown", "--layer", "FILE"),
        ("diff", "FILE"),
    ],
    ids=" ".join,
)
@pytest.mark.parametrize("of", ["file", "folder"])
def test_a_file_that_may_not_be_read_is_refused_by_its_name(machine, command, of):
    file = machine.manifest(VALIDATION)
    with change_mode(file if of == "file" else file.parent, 0):
        result = run_bound(*(str(file) if word == "FILE" else word for word in command))
    assert refusal(result, file).rstrip(".").casefold().endswith("permission denied")
    assert result.stdout == ""


def test_a_folder_that_may_not_be_looked_into_is_not_called_empty(tmp_path):
    closed = tmp_path / "sdk" / "closed"
    closed.mkdir(parents=True)
    reason = f"{closed} could not be read: permission denied."
    with change_mode(closed, 0):
        itself = run_bound("config", "import", str(closed), "-n")
        above = run_bound("config", "import", str(closed.parent), "-n")
    assert refusal(itself, closed) == reason
    none = (
        f"{closed.parent}: no layer manifest found in this folder or its subfolders "
        "(1 folder searched)."
    )
    assert refusal(above, closed) == f"{none} {reason}"


def test_a_folder_that_may_not_be_looked_into_is_told_beside_those_with_layers(tmp_path):
    closed = tmp_path / "sdk" / "closed"
    closed.mkdir(parents=True)
    (tmp_path / "sdk" / "layers").mkdir()
    document = layer_document(explicit_layer("VK_LAYER_a", "./lib.so"))
    (tmp_path / "sdk" / "layers" / "a.json").write_text(json.dumps(document))
    with change_mode(closed, 0):
        result = run_bound("config", "import", str(closed.parent), "-n")
    assert f"{closed.parent}/layers (explicit)" in result.stdout
    assert f"{closed} could not be read: permission denied." in result.stdout


def test_a_program_that_may_not_be_looked_at_is_not_called_gone(machine):
    game = machine.root / "private" / "game"
    machine.add_program(game).add_override((VALIDATION,), app_keys=[str(game)])
    with change_mode(game.parent, 0):
        listed = run_bound("status", "--overrides")
        problems = run_bound("problems")
        started = run_bound("run", "-c", "Validation", "--", str(game))
    assert listed.stderr == ""
    assert "left behind" not in listed.stdout
    assert "gone" not in problems.stdout
    assert "you do not have permission to access the folder that contains " in refusal(
        started, game
    )
    assert started.returncode == 127


# the program's own folders


@pytest.mark.parametrize("bits", [0, 0o300, 0o400, 0o500])
@pytest.mark.parametrize(
    "command",
    [
        ("config", "create", "Second"),
        ("config", "rename", "debug", "Third"),
        ("config", "delete", "debug"),
    ],
    ids=" ".join,
)
def test_in_a_folder_of_configurations_that_is_closed_nothing_is_lost(paths, command, bits):
    before = contents(paths.configurations)
    with change_mode(paths.configurations, bits):
        result = run_bound(*command)
    assert refusal(result, paths.configurations if command[-1] == "Second" else "")
    assert contents(paths.configurations) == before


def test_without_a_folder_for_configurations_everything_else_works(paths):
    with change_mode(paths.configurations.parent, 0):
        listed = run_bound("config", "list")
        made = run_bound("config", "create", "Second")
        report = run_bound("show")
    assert "Validation" in listed.stdout
    assert f"{paths.configurations} could not be read: permission denied" in listed.stderr
    assert (
        f"Cannot create {paths.configurations}, so nothing is saved there: permission denied"
        in made.stderr
    )
    assert made.returncode == 1
    assert (report.returncode, report.stderr) == (0, "")


@pytest.mark.parametrize("bits", [0, 0o500])
def test_what_is_applied_stays_as_it_is_where_the_folder_of_overrides_is_closed(paths, bits):
    override = Path(os.environ["XDG_CONFIG_HOME"]) / OVERRIDE
    override.parent.mkdir(parents=True)
    before = contents(override.parent.parent)
    with change_mode(override.parent, bits):
        refusal(run_bound("apply", "-c", "debug"), override.parent)
    assert contents(override.parent.parent) == before
    assert main(["apply", "-c", "debug"]) == 0
    after = contents(override.parent.parent)
    with change_mode(override.parent, bits):
        result = run_bound("withdraw")
    assert str(override) in result.stderr
    assert "ermission denied" in result.stderr
    assert contents(override.parent.parent) == after
    assert main(["withdraw"]) == 0
    assert contents(override.parent.parent) == before


def test_without_the_record_nothing_is_applied_or_withdrawn(paths):
    override = Path(os.environ["XDG_CONFIG_HOME"]) / OVERRIDE
    assert main(["apply", "-c", "debug"]) == 0
    before = contents(override.parent)
    with change_mode(paths.state, 0):
        refusal(run_bound("withdraw"), paths.state)
        applied = refusal(run_bound("apply", "-c", "debug"), paths.state)
    assert applied.startswith("Nothing was applied: ")
    assert contents(override.parent) == before


# writing


@pytest.mark.parametrize("closed", ["file", "folder", "folder without a way in"])
def test_a_settings_file_that_may_not_be_written_stays_as_it_is(debugging, closed):
    file = debugging.root / "out" / "vk_layer_settings.txt"
    debugging.add_file(file, "# mine\n")
    place = file if closed == "file" else file.parent
    command = ("generate", "settings", "-c", "debug", "--force", "--output")
    with change_mode(place, 0o400 if closed == "file" else 0o500 if closed == "folder" else 0):
        result = run_bound(*command, str(file))
    assert refusal(result, file) == f"Nothing was written: {file}: permission denied."
    assert file.read_text() == "# mine\n"
    assert os.listdir(file.parent) == [file.name]


@pytest.mark.parametrize("room", [0, 100, 300])
def test_on_a_full_disk_nothing_is_lost_and_the_file_is_named(debugging, paths, room):
    own, override = paths.configurations, Path(os.environ["XDG_CONFIG_HOME"]) / OVERRIDE
    before = contents(own)
    made = run_bound("config", "create", "Second", largest_file=min(room, 100))
    assert refusal(made, own).endswith("could not be saved: file too large")
    assert contents(own) == before
    applied = run_bound("apply", "-c", "debug", largest_file=room)
    assert refusal(applied, paths.state).startswith("Nothing was applied: ")
    assert not override.parent.exists()
    file = debugging.root / "layers.md"
    written = run_bound(
        "generate", "markdown", "--layer", VALIDATION, "--output", str(file), largest_file=room
    )
    assert refusal(written, file) == f"Nothing was written: {file}: file too large."
    assert not file.exists()


@pytest.mark.parametrize("command", ["show", "config", "status --overrides"])
def test_an_output_that_is_full_is_told_in_one_line(debugging, tmp_path, monkeypatch, command):
    monkeypatch.delenv("PYTHONUNBUFFERED", raising=False)  # it loses what a short write leaves
    with (tmp_path / "out.txt").open("w") as out:
        result = run_bound(*command.split(), largest_file=10, stdout=out)
    assert result.returncode == 1
    assert result.stderr == "vkconfig-py: cannot write the output: File too large\n"


# programs with more rights than their user


@pytest.fixture
def elevated(debugging: SystemBuilder) -> Path:
    """A program of another group: elevated for root too, for whom these tests may run."""
    path = debugging.root / "bin" / "elevated"
    debugging.add_program(path)
    os.chown(path, 0, 1)
    path.chmod(0o2755)
    return path


@pytest.mark.skipif(os.geteuid() != 0, reason="only root makes programs of other groups")
def test_an_elevated_program_is_told_before_it_is_run_or_applied_to(elevated, capfd, tmp_path):
    told = (
        "vkconfig-py: elevated runs with elevated privileges (setgid daemon): the loader "
        "ignores your folders and most variables (remedy: an override in a system folder)"
    )
    main(["run", "-c", "debug", "--", str(elevated), "/dev/null", str(tmp_path / "answer")])
    lines = capfd.readouterr().err.splitlines()
    assert told in lines
    assert any(line.startswith("vkconfig-py: elevated loads ") for line in lines)
    assert main(["apply", "-c", "debug", "--program", str(elevated)]) == 1
    lines = capfd.readouterr().err.splitlines()
    assert lines[0] == told
    assert lines[-1].startswith(
        "vkconfig-py: Nothing was applied: elevated runs with elevated privileges (setgid daemon)"
    )
    way = "vkconfig-py: To reach this program, install an override in a system folder: "
    (note,) = [line for line in lines if line.startswith(way)]
    command, _, install = note.removeprefix(way).partition(" | ")
    assert install.endswith(" /etc/xdg/vulkan/implicit_layer.d/VkLayer_override.json")
    assert not Path(os.environ["XDG_CONFIG_HOME"], "vulkan").exists()
    capfd.readouterr()
    assert main(shlex.split(command)[1:]) == 0
    (layer,) = list_layers(capfd.readouterr().out)
    assert layer["app_keys"] == [str(elevated)]
    assert layer["component_layers"] == [VALIDATION]
    file = tmp_path / "override.json"
    assert main([*shlex.split(command)[1:-1], str(file)]) == 0
    assert list_layers(file.read_bytes()) == [layer]
    assert main(["apply", "-c", "other", "--program", str(elevated), "--output", "-"]) == 1
    assert "this configuration changes no layers" in capfd.readouterr().err


@pytest.mark.skipif(os.geteuid() != 0, reason="only root makes programs of other groups")
def test_the_report_of_an_elevated_program_is_that_of_its_rights(elevated, capsys):
    assert main(["show", "--json", "--program", str(elevated)]) == 0
    report = json.loads(capsys.readouterr().out)
    assert report["process"]["elevated"] is True
    home = os.environ["HOME"]
    assert not any(path.startswith(home) for path in report["search"]["implicit"]["paths"])
    main(["show", "--program", str(elevated)])
    told = " runs with elevated privileges (setgid daemon): the loader ignores the user's folders"
    assert told in capsys.readouterr().out
    elevated.chmod(0o755)
    main(["show", "--json", "--program", str(elevated)])
    assert json.loads(capsys.readouterr().out)["process"]["elevated"] is False
