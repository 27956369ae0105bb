"""Configurations from the command line; looking at them writes nothing."""

from __future__ import annotations

import json
import os
import re
from pathlib import Path

import pytest

from tests.cli.commands import VALIDATION, run_without_qt, save
from tests.framework.manifests import explicit_layer, layer_document
from tests.framework.settings import make_setting
from tests.framework.snapshot import take_snapshot
from tests.model.formats.samples import sample
from vkconfig_py.cli import main
from vkconfig_py.loader.base.host import Host
from vkconfig_py.model.configuration.configuration import Configuration, LayerControl, LayerEntry
from vkconfig_py.model.configuration.configuration_json import read_built_ins
from vkconfig_py.model.configuration.workspace import Workspace
from vkconfig_py.model.configuration.workspace_files import load_workspace, save_workspace
from vkconfig_py.model.files.paths import find_state_paths


def workspace() -> Workspace:
    folder = find_state_paths(Host.read_current().environment).configurations
    return load_workspace(folder, read_built_ins()).workspace


def own() -> list[str]:
    return [one.name for one in workspace().configurations if not one.built_in]


def edit_built_in(key: str) -> None:
    before = workspace()
    edited = next(one for one in before.configurations if one.key == key)
    after = before.with_configuration(edited.with_control("VK_LAYER_mine", LayerControl.ON))
    folder = find_state_paths(Host.read_current().environment).configurations
    assert save_workspace(folder, before, after, read_built_ins()).errors == ()


def run(capsys, *words: str) -> str:
    assert main(["config", *words]) == 0
    return capsys.readouterr().out


@pytest.mark.parametrize("words", [[], ["list"], ["list", "--json"], ["export", "Debugging"]])
def test_looking_writes_nothing_at_all(debugging, capsys, words):
    places = ("XDG_CONFIG_HOME", "XDG_STATE_HOME", "XDG_DATA_HOME", "HOME")
    known = [Path(os.environ[name]) for name in places if name in os.environ]
    homes = [debugging.root, *(home for home in known if home.exists())]
    before = [take_snapshot(home) for home in homes]
    assert main(["config", *words]) == 0
    assert [take_snapshot(home) for home in homes] == before


def test_one_for_other_platforms_is_marked_and_not_applied(debugging, capsys):
    save(Configuration("w", "Elsewhere", platforms=("WINDOWS",)))
    assert "Elsewhere   selected, for Windows only" in re.sub(" {2,}", "   ", run(capsys))
    assert main(["apply", "-c", "Elsewhere", "--dry-run"]) != 0
    assert (
        "Nothing would be applied: this configuration is only for Windows."
        in capsys.readouterr().err
    )


def test_they_are_listed_with_what_is_built_in_and_edited(debugging, capsys):
    edit_built_in("built-in-validation")
    lines = run(capsys).splitlines()
    assert [line.split() for line in lines[:2]] == [
        ["Debugging", "selected"],
        ["Other", "starts", "/bin/sh"],
    ]
    assert ["Validation", "built", "in,", "edited"] in [line.split() for line in lines]
    first, *_, last = json.loads(run(capsys, "--json"))["configurations"]
    assert (first["name"], first["key"], first["selected"]) == ("Debugging", "debug", True)
    assert first["layers"] == [{"name": VALIDATION, "wish": "on"}]
    assert (last["name"], last["built_in"], last["edited"]) == ("Loader default", 1, False)


def test_one_goes_out_and_comes_back(debugging, capsys, tmp_path):
    folder = tmp_path / "out"
    folder.mkdir()
    assert run(capsys, "export", "Debugging", "--output", str(folder)) == (
        f"Wrote “Debugging” to {folder}/Debugging.vkconfig-py.json.\n"
    )
    exported = folder / "Debugging.vkconfig-py.json"
    assert exported.read_text() == run(capsys, "export", "debug", "--output", "-")
    assert run(capsys, "import", str(exported)) == "Added and selected “Debugging 2”.\n"
    back = workspace().selected_configuration
    was = workspace().find_configuration("debug")
    assert was is not None
    assert back == was._replace(key=back.key, name="Debugging 2")


def test_a_configuration_of_vkconfig_is_imported(debugging, capsys, tmp_path):
    theirs = tmp_path / "theirs.json"
    layers = [{"name": VALIDATION, "type": "Explicit", "control": "on", "rank": 0, "settings": []}]
    document = {
        "file_format_version": "3.0.0",
        "configuration": {"name": "Theirs", "version": 1, "layers": layers},
    }
    theirs.write_text(json.dumps(document))
    assert "Added and selected “Theirs”." in run(capsys, "import", str(theirs))
    assert workspace().selected_configuration.get_control(VALIDATION) is LayerControl.ON


def test_an_import_says_how_missing_layers_are_installed(debugging, capsys, tmp_path):
    file, name = tmp_path / "theirs.json", "VK_LAYER_VKBASALT_post_processing"
    layers = [{"name": name, "control": "on", "rank": 0, "settings": []}]
    document = {"file_format_version": "3.0.0", "configuration": {"name": "T", "layers": layers}}
    file.write_text(json.dumps(document))
    for dry_run in (["-n"], []):
        assert main(["config", "import", str(file), *dry_run]) == 0
        told = capsys.readouterr().err
        assert f"{name}: Sharpens and filters the image. By vkBasalt: https://" in told
        assert f"{name}: Debian, Ubuntu: sudo apt install vkbasalt\n" in told


def test_an_import_names_the_layers_that_are_not_installed(debugging, capsys, tmp_path):
    file = tmp_path / "theirs.json"
    layers = [
        {"name": name, "control": control, "rank": 0, "settings": []}
        for name, control in ((VALIDATION, "on"), ("VK_LAYER_gone", "on"), ("VK_LAYER_no", "off"))
    ]
    document = {"file_format_version": "3.0.0", "configuration": {"name": "T", "layers": layers}}
    file.write_text(json.dumps(document))
    assert main(["config", "import", str(file)]) == 0
    assert "Not installed: VK_LAYER_gone.\n" in capsys.readouterr().err
    (folder := tmp_path / "layers").mkdir()
    (folder / "gone.json").write_text(
        json.dumps(layer_document(explicit_layer("VK_LAYER_gone", "./lib.so")))
    )
    assert main(["layer", "folder", "add", str(folder)]) == 0
    capsys.readouterr()
    assert main(["config", "import", str(file)]) == 0
    assert capsys.readouterr().err == ""


def test_an_import_names_the_folders_that_are_searched_from_now_on(debugging, capsys, tmp_path):
    file = tmp_path / "theirs.json"
    folder = tmp_path / "layers"
    folder.mkdir()
    body = {"name": "T", "layers": [], "layers_paths": [str(folder), "/opt/gone"]}
    file.write_text(json.dumps({"file_format_version": "2.2.2", "configuration": body}))
    assert main(["config", "import", str(file)]) == 0
    printed = capsys.readouterr()
    assert printed.out.splitlines() == [
        "Added and selected “T”.",
        f"Added a layer search folder: {folder}",
    ]
    assert "/opt/gone does not exist, so it is not searched for layers." in printed.err
    assert [one.path for one in workspace().sources] == [str(folder)]


def test_whatever_can_be_opened_is_imported_as_open_does(debugging, capsys, tmp_path):
    folder = tmp_path / "lunarg-vkconfig"
    (folder / "configurations").mkdir(parents=True)
    (folder / "vkconfig.json").write_bytes(sample("vkconfig.json"))
    content = sample("vkconfig_configuration.json")
    (folder / "configurations" / "Frame analysis.json").write_bytes(content)
    assert "Added and selected “Frame analysis”." in run(capsys, "import", str(folder))
    assert workspace().selected_configuration.target.program == "/usr/bin/vkcube"
    assert workspace().deleted_built_ins == (("built-in-api-dump", 1),)
    features = {"settings": [make_setting("log")]}
    debugging.add_explicit_layer("VK_LAYER_own_x", features=features)
    text = tmp_path / "vk_layer_settings.txt"
    text.write_text("own_x.log = true\n")
    run(capsys, "import", str(text))
    assert workspace().selected_configuration.find_entry("VK_LAYER_own_x").settings[0].value is True


def test_an_import_adds_every_file_or_none(debugging, capsys, tmp_path):
    good, bad = tmp_path / "good.json", tmp_path / "bad.json"
    good.write_text('{"name": "Good", "layers": []}')
    bad.write_text("{")
    before = workspace()
    assert main(["config", "import", str(good), str(bad)]) == 1
    assert str(bad) in capsys.readouterr().err
    assert workspace() == before
    assert json.loads(run(capsys, "import", str(good), str(good), "--json"))["removed"] == []
    assert own() == ["Debugging", "Other", "Good", "Good 2"]


@pytest.mark.parametrize(
    ("name", "content", "code", "words"),
    [
        ("gone.json", None, 3, "no such file"),
        ("list.json", "[]", 1, "expected an object"),
        ("driver.json", '{"file_format_version": "1.0.0", "ICD": {}}', 1, "driver manifest"),
    ],
)
def test_what_cannot_be_imported_is_told(debugging, capsys, tmp_path, name, content, code, words):
    path = tmp_path / name
    if content is not None:
        path.write_text(content)
    assert main(["config", "import", str(path)]) == code
    error = capsys.readouterr().err
    assert words in error
    assert str(path) in error


def test_a_pipe_is_not_waited_for(debugging, capsys, tmp_path):
    os.mkfifo(tmp_path / "pipe.json")
    assert main(["config", "import", str(tmp_path / "pipe.json")]) == 1


def test_one_is_made_copied_renamed_and_deleted(debugging, capsys):
    assert run(capsys, "create", "Foo ()") == "Added and selected “Foo ()”.\n"
    assert run(capsys, "create", "Foo ()") == "Added and selected “Foo () 2”.\n"
    assert run(capsys, "copy", "Debugging") == "Added and selected “Debugging copy”.\n"
    assert run(capsys, "rename", "debugging copy", "v1.2 test") == (
        "Renamed “Debugging copy” to “v1.2 test”.\n"
    )
    run(capsys, "rename", "Foo ()", "v1")
    assert run(capsys, "delete", "v1") == "Deleted “v1”.\n"
    assert own() == ["Debugging", "Other", "Foo () 2", "v1.2 test"]
    assert workspace().find_configuration("debug") is not None


def test_that_a_new_one_is_selected_is_told(debugging, capsys, tmp_path):
    capsys.readouterr()
    file = str(tmp_path / "x.json")
    for command in (["create", "X"], ["copy", "X", "Y"], ["import", file]):
        if command[0] == "import":
            assert main(["config", "export", "Y", "-o", file]) == 0
            assert main(["config", "delete", "Y"]) == 0
            capsys.readouterr()
        assert main(["config", *command, "--json"]) == 0
        (note,) = json.loads(capsys.readouterr().out)["notes"]
        assert note["sentence"].startswith("Added and selected “")
    assert main(["config", "create", "Z"]) == 0
    told = capsys.readouterr()
    assert (told.out, told.err) == ("Added and selected “Z”.\n", "")


def test_a_built_in_one_is_deleted_and_reset(debugging, capsys):
    run(capsys, "delete", "Portability")
    assert "Portability" not in run(capsys)
    edit_built_in("built-in-validation")
    told = json.loads(run(capsys, "reset", "--all", "--json"))
    assert {one["name"] for one in told["changed"]} == {"Validation", "Portability"}
    assert own() == ["Debugging", "Other"]
    assert set(workspace().configurations[2:]) == set(read_built_ins())
    assert run(capsys, "reset", "Debugging") == "Reset “Debugging” to loader defaults.\n"
    assert workspace().configurations[0].layers == ()


def test_a_deleted_built_in_one_is_reset_by_its_name(debugging, capsys):
    run(capsys, "delete", "Portability")
    run(capsys, "delete", "Validation")
    assert run(capsys, "reset", "Portability") == "Added “Portability”.\n"
    assert "Portability" in run(capsys)
    assert "built-in-validation" not in {one.key for one in workspace().configurations}


def test_a_built_in_one_keeps_its_name(debugging, capsys):
    assert main(["config", "rename", "Validation", "Mine"]) == 1
    assert "cannot be renamed" in capsys.readouterr().err
    assert workspace().find_configuration("built-in-validation") in read_built_ins()


def test_what_changes_nothing_is_told(debugging, capsys):
    assert main(["config", "reset", "Validation"]) == 0
    assert "Nothing to change" in capsys.readouterr().err


def test_wrong_names_have_their_exit_codes(debugging, capsys):
    assert main(["config", "delete", "gone"]) == 3
    assert "“Debugging”" in capsys.readouterr().err
    assert main(["config", "create", "  "]) == 2
    assert "needs a name" in capsys.readouterr().err


def test_a_users_own_of_the_same_name_counts_first(debugging, capsys):
    entry = LayerEntry(VALIDATION, LayerControl.OFF)
    save(Configuration(key="debug", name="Validation", layers=(entry,)))
    assert json.loads(run(capsys, "export", "Validation"))["layers"][0]["wish"] == "off"


def test_where_nothing_can_be_written_nothing_changes(debugging, capsys, tmp_path):
    target = tmp_path / "gone" / "x.json"
    assert main(["config", "export", "Debugging", "--output", str(target)]) == 1
    assert str(target) in capsys.readouterr().err


def test_a_file_with_something_else_is_replaced_only_when_told(debugging, capsys, tmp_path):
    target = tmp_path / "mine.json"
    target.write_text("notes")
    words = ("export", "Debugging", "--output", str(target))
    assert main(["config", *words]) == 1
    assert f"{target} already exists with other content" in capsys.readouterr().err
    assert target.read_text() == "notes"
    run(capsys, *words, "--force")
    assert run(capsys, *words) == f"Wrote “Debugging” to {target}.\n"


def test_the_command_needs_no_qt(debugging):
    done = run_without_qt("config", "export", "Validation")
    assert done.returncode == 0
    assert json.loads(done.stdout)["name"] == "Validation"


def test_one_is_put_above_or_below_another(debugging, capsys):
    assert own() == ["Debugging", "Other"]
    said = run(capsys, "move", "Other", "--above", "Debugging")
    assert said == "Moved “Other” to position 1 of 2.\n"
    assert own() == ["Other", "Debugging"]
    outcome = json.loads(run(capsys, "move", "Other", "--below", "debug", "--json"))
    assert [one["name"] for one in outcome["changed"]] == ["Other"]
    assert own() == ["Debugging", "Other"]
    assert main(["config", "move", "Other", "--below", "Debugging"]) == 0
    assert "Nothing to change." in capsys.readouterr().err


def test_built_in_ones_stay_below_but_have_an_order_of_their_own(debugging, capsys):
    assert main(["config", "move", "Debugging", "--below", "Validation"]) != 0
    assert "Your configurations stay above the built-in configurations." in capsys.readouterr().err
    run(capsys, "move", "Loader default", "--above", "Validation")
    built_in = [one.name for one in workspace().configurations if one.built_in]
    assert built_in.index("Loader default") == built_in.index("Validation") - 1


def test_a_configuration_is_named_by_a_part_that_only_its_name_has(debugging, capsys):
    assert run(capsys, "select", "synchron") == "“Synchronization validation” is now selected.\n"
    assert main(["config", "select", "valid"]) == 3
    assert "Several names contain “valid”: “Validation”, " in capsys.readouterr().err


def test_what_was_deleted_is_in_the_history_and_comes_back(debugging, capsys):
    before = workspace()
    debugging_key = before.selected_configuration.key
    run(capsys, "create", "Taken back")
    assert main(["undo"]) == 0
    for name in ("Debugging", "Validation"):
        assert main(["config", "delete", name]) == 0
    capsys.readouterr()
    assert main(["history", "--ours", "--json"]) == 0
    deleted = json.loads(capsys.readouterr().out)["actions"]
    assert [action["title"] for action in deleted] == [
        "Deleted “Validation”",
        "Deleted “Debugging”",
    ]
    assert [action["what"] for action in deleted] == ["deleted", "deleted"]
    for number, name in (("2", "Debugging"), ("1", "Validation")):
        assert main(["history", "restore", number]) == 0
        assert capsys.readouterr().out == f"Restored “{name}”.\n"
    now = workspace()
    assert now.find_configuration(debugging_key) == before.find_configuration(debugging_key)
    assert {one.key for one in now.configurations} == {one.key for one in before.configurations}
    assert now.deleted_built_ins == ()
    assert main(["history", "restore", "1"]) == 1
    assert capsys.readouterr().err.endswith(": Nothing to restore: “Validation” exists again.\n")
    run(capsys, "rename", "Debugging", "Other")  # what is saved then
    assert {one.key for one in workspace().configurations} == {
        one.key for one in before.configurations
    }


def test_going_back_to_a_moment_leaves_configurations_as_they_are(debugging, capsys):
    assert main(["config", "delete", "Debugging"]) == 0
    assert main(["undo"]) == 0
    run(capsys, "rename", "Debugging", "Other")
    capsys.readouterr()
    assert main(["history", "restore", "1h"]) == 1
    assert "has not written any files since then" in capsys.readouterr().err
    assert "Other" in own()
