"""undo and redo: the latest edit is taken back or made again; what changed since stays."""

from __future__ import annotations

import json

from tests.cli.commands import VALIDATION, save
from tests.framework.german import speak_german
from tests.framework.snapshot import take_snapshot
from vkconfig_py.cli import main
from vkconfig_py.loader.base.host import Host
from vkconfig_py.model.configuration.command_history import HISTORY_FILE
from vkconfig_py.model.configuration.configuration import LayerControl
from vkconfig_py.model.configuration.workspace_files import load_workspace
from vkconfig_py.model.files.paths import find_state_paths


def workspace():
    return load_workspace(
        find_state_paths(Host.read_current().environment).configurations
    ).workspace


def do(*arguments, code=0):
    assert main([*arguments]) == code


def test_each_step_is_undone_the_latest_first(debugging, capsys):
    before = workspace()
    do("layer", "off", VALIDATION, "-c", "Debugging")
    between = workspace()
    do("config", "copy", "Other")
    folder = debugging.root / "layers"
    folder.mkdir()
    do("layer", "folder", "add", str(folder))
    do("undo")
    do("undo")
    assert workspace() == between
    do("undo")
    assert workspace() == before
    do("undo", code=3)
    assert "Nothing to undo" in capsys.readouterr().err


def test_a_deleted_configuration_comes_back_at_its_place(debugging, capsys):
    before = workspace()
    do("config", "delete", "Debugging")
    assert workspace() != before
    do("undo")
    assert workspace().configurations == before.configurations


def test_a_deleted_built_in_comes_back_and_goes_again(debugging, capsys):
    do("config", "delete", "Best practices")
    do("undo")
    capsys.readouterr()
    do("config", "list")
    assert "Best practices" in capsys.readouterr().out
    do("redo")
    capsys.readouterr()
    do("config", "list")
    assert "Best practices" not in capsys.readouterr().out


def test_what_was_changed_since_is_kept(debugging, capsys):
    do("layer", "off", VALIDATION, "-c", "Debugging")
    changed = (
        workspace().find_configuration("debug").with_control("VK_LAYER_overlay", LayerControl.OFF)
    )
    save(changed)
    do("undo", code=1)
    assert "“Debugging” has been changed since" in capsys.readouterr().err
    assert workspace().find_configuration("debug") == changed


def test_an_edit_of_another_configuration_does_not_stand_in_the_way(debugging, capsys):
    do("layer", "off", VALIDATION, "-c", "Debugging")
    other = workspace().find_configuration("other").with_control(VALIDATION, LayerControl.ON)
    save(other)
    do("undo")
    assert workspace().find_configuration("debug").get_control(VALIDATION) is LayerControl.ON
    assert workspace().find_configuration("other") == other


def test_the_steps_are_listed_and_stay(debugging, capsys):
    do("layer", "off", VALIDATION, "-c", "Debugging")
    capsys.readouterr()
    do("undo", "--list", "--json")
    (step,) = json.loads(capsys.readouterr().out)["steps"]
    assert step["label"] == "Turn off KHRONOS_validation"
    assert step["configurations"] == ["Debugging"]
    do("undo")


def test_a_damaged_file_of_steps_is_put_aside_and_loses_no_edit(debugging, capsys):
    state = find_state_paths(Host.read_current().environment).state
    state.mkdir(parents=True, exist_ok=True)
    (state / "commands.json").write_text("{")
    do("layer", "off", VALIDATION, "-c", "Debugging")
    assert workspace().find_configuration("debug").get_control(VALIDATION) is LayerControl.OFF
    do("undo")
    assert workspace().find_configuration("debug").get_control(VALIDATION) is LayerControl.ON
    assert len(list(state.glob("commands.json*"))) == 2


def test_only_the_latest_steps_are_kept(debugging, capsys):
    for number in range(25):
        do("layer", "off" if number % 2 else "auto", VALIDATION, "-c", "Debugging")
    capsys.readouterr()
    do("undo", "--list", "--json")
    assert len(json.loads(capsys.readouterr().out)["steps"]) == 20


def test_what_was_undone_is_redone_step_by_step(debugging, capsys):
    states = [workspace()]
    folder = debugging.root / "layers"
    folder.mkdir()
    for words in (
        ("layer", "off", VALIDATION, "-c", "Debugging"),
        ("config", "delete", "Other"),
        ("layer", "folder", "add", str(folder)),
        ("config", "options", "create", "Long", "-p", "/usr/bin/vkcube", "--arguments", "--c 9"),
    ):
        do(*words)
        states.append(workspace())
    for state in reversed(states[:-1]):
        do("undo")
        assert workspace().configurations == state.configurations
        assert (workspace().sources, workspace().program_options) == (
            state.sources,
            state.program_options,
        )
    capsys.readouterr()
    do("redo", "--list", "--json")
    assert len(json.loads(capsys.readouterr().out)["steps"]) == 4
    for state in states[1:]:
        do("redo")
        assert workspace().configurations == state.configurations
        assert (workspace().sources, workspace().program_options) == (
            state.sources,
            state.program_options,
        )
    do("redo", code=3)
    assert "Nothing to redo" in capsys.readouterr().err
    do("undo")


def test_nothing_is_redone_after_another_change(debugging, capsys):
    do("layer", "off", VALIDATION, "-c", "Debugging")
    do("undo")
    do("layer", "off", "overlay", "-c", "Debugging")
    changed = workspace()
    do("redo", code=3)
    assert workspace() == changed


def test_what_was_changed_since_it_was_undone_is_kept(debugging, capsys):
    do("layer", "off", VALIDATION, "-c", "Debugging")
    do("undo")
    changed = (
        workspace().find_configuration("debug").with_control("VK_LAYER_overlay", LayerControl.OFF)
    )
    save(changed)
    do("redo", code=1)
    said = "Cannot redo “Turn off KHRONOS_validation”: “Debugging” was changed after the undo."
    assert said in capsys.readouterr().err
    assert workspace().find_configuration("debug") == changed


def test_listing_changes_no_file(debugging, capsys):
    do("layer", "off", VALIDATION, "-c", "Debugging")
    do("undo")
    before = take_snapshot(debugging.root)
    for words in (
        ("undo", "--list"),
        ("redo", "--list"),
        ("config", "settings-file", "-c", "Debugging"),
    ):
        do(*words)
    assert take_snapshot(debugging.root) == before


def test_a_step_made_in_one_language_is_told_in_that_of_the_reader(debugging, capsys):
    with speak_german():
        do("layer", "off", VALIDATION, "-c", "Debugging")
        do("layer", "folder", "add", str(debugging.root))
    do("undo", "--list")
    assert "Turn off KHRONOS_validation" in capsys.readouterr().out
    with speak_german():
        do("undo", "--list")
        assert "KHRONOS_validation ausschalten" in capsys.readouterr().out
        do("undo", "--json")
    assert json.loads(capsys.readouterr().out)["undone"] == f"Add {debugging.root.name}"


def test_what_an_older_version_called_a_step_is_shown_as_it_stands(debugging, capsys):
    do("layer", "off", VALIDATION, "-c", "Debugging")
    file = find_state_paths(Host.read_current().environment).state / HISTORY_FILE
    older = json.loads(file.read_text())
    (step,) = older["steps"]
    step["label"] = "Etwas ausschalten"
    file.write_text(json.dumps(older))
    do("undo", "--list")
    del step["label_note"]
    file.write_text(json.dumps(older))
    do("undo", "--list")
    assert capsys.readouterr().out.count("Etwas ausschalten") == 2
