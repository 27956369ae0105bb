"""The commands that edit configurations: set, move, programs, folders; and journal and status."""

from __future__ import annotations

import json
from datetime import datetime

import pytest

from tests.framework.snapshot import take_snapshot
from vkconfig_py.cli import main
from vkconfig_py.cli.commands.explain import ONLY_CONFIGURED
from vkconfig_py.cli.output import Exit
from vkconfig_py.loader.base.host import Host
from vkconfig_py.model.configuration.configuration import (
    NEWEST_COPY,
    UNLISTED,
    DriverControl,
    LayerControl,
    ProgramEntry,
)
from vkconfig_py.model.configuration.workspace import CollectionSource
from vkconfig_py.model.configuration.workspace_files import load_workspace
from vkconfig_py.model.files.paths import find_state_paths


def workspace():
    return load_workspace(
        find_state_paths(Host.read_current().environment).configurations
    ).workspace


def saved(name="Debugging"):
    (found,) = [one for one in workspace().configurations if one.name == name]
    return found


def chain(capsys) -> list[str]:
    return [line.strip() for line in capsys.readouterr().out.splitlines()[1:]]


def test_a_layer_is_set_by_a_part_of_its_name_and_the_selection_stays(debugging, capsys):
    before = workspace().selected_key
    assert main(["layer", "off", "overlay", "-c", "Other"]) == 0
    assert saved("Other").get_control("VK_LAYER_overlay") is LayerControl.OFF
    assert workspace().selected_key == before
    assert "VK_LAYER_overlay is set to Off." in capsys.readouterr().out


def test_a_driver_is_set_by_its_manifest(debugging):
    assert main(["driver", "only", "gpu.json", "-c", "Debugging"]) == 0
    assert saved().get_driver_control("gpu.json") is DriverControl.ONLY


def test_a_driver_that_was_not_added_cannot_be_turned_on(debugging, capsys):
    assert main(["driver", "on", "gpu.json", "-c", "Debugging"]) == Exit.NOT_FOUND
    assert "“Debugging” has no added driver named “gpu.json”." in capsys.readouterr().err


def test_a_driver_is_named_by_a_part_of_its_name(debugging):
    assert main(["driver", "off", "gpu", "-c", "Debugging"]) == 0
    assert saved().get_driver_control("gpu.json") is DriverControl.OFF
    assert main(["driver", "off", "nothing-like-it", "-c", "Debugging"]) == Exit.NOT_FOUND


def test_the_selected_configuration_is_meant_where_none_is_named(debugging):
    assert main(["config", "select", "Debugging"]) == 0
    assert main(["layer", "off", "overlay"]) == 0
    assert saved().get_control("VK_LAYER_overlay") is LayerControl.OFF


def test_a_layer_that_is_not_here_is_kept_by_its_full_name_alone(debugging, capsys):
    assert main(["layer", "on", "VK_LAYER_later", "-c", "Debugging"]) == 0
    assert "the choice takes effect once it is" in capsys.readouterr().err
    assert saved().get_control("VK_LAYER_later") is LayerControl.ON
    assert main(["layer", "on", "nothing-like-it", "-c", "Debugging"]) == Exit.NOT_FOUND


def test_a_copy_of_a_layer_is_chosen_by_its_manifest(debugging, capsys):
    layer = "VK_LAYER_overlay"
    debugging.add_explicit_layer(layer, file="second.json")
    file = str(debugging.root / "data_dirs/vulkan/explicit_layer.d/second.json")
    assert main(["layer", "copy", "overlay", "second.json", "-c", "Debugging"]) == 0
    assert saved().find_entry(layer).copy == file
    assert saved().get_control(layer) is LayerControl.AUTO
    assert f"uses {layer} from {file}" in capsys.readouterr().out
    assert main(["layer", "copy", "overlay", "newest", "-c", "Debugging"]) == 0
    assert saved().find_entry(layer).copy == NEWEST_COPY
    assert main(["layer", "copy", "overlay", "nope.json", "-c", "Debugging"]) == Exit.NOT_FOUND
    assert "second.json" in capsys.readouterr().err
    assert main(["layer", "copy", "overlay", "loader", "-c", "Debugging", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["copy"] == ""
    assert saved().find_entry(layer) is None


def test_a_layer_is_removed_from_a_configuration_with_its_place_and_settings(debugging, capsys):
    main(["layer", "on", "VK_LAYER_later", "-c", "Debugging"])
    assert main(["layer", "forget", "VK_LAYER_later", "-c", "Debugging"]) == 0
    assert saved().find_entry("VK_LAYER_later") is None
    assert "removed VK_LAYER_later" in capsys.readouterr().out
    assert main(["undo"]) == 0
    assert saved().get_control("VK_LAYER_later") is LayerControl.ON


def test_the_layers_that_are_not_named_are_set_together(debugging, capsys):
    assert main(["layer", "off", "others", "-c", "Debugging"]) == 0
    assert saved().unlisted_control is LayerControl.OFF
    told = "“Debugging”: layers that are not listed stay off."
    assert told in capsys.readouterr().out
    assert main(["layer", "forget", "others", "-c", "Debugging", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["control"] == "auto"
    assert saved().find_entry(UNLISTED) is None
    with pytest.raises(SystemExit) as ended:
        main(["layer", "copy", "others", "newest", "-c", "Debugging"])
    assert ended.value.code == Exit.USAGE


def test_the_layers_that_are_not_named_have_a_place(debugging, capsys):
    main(["layer", "on", "overlay", "-c", "Debugging"])
    capsys.readouterr()
    assert main(["layer", "move", "others", "--below", "overlay", "-c", "Debugging"]) == 0
    moved = chain(capsys)
    assert moved.index("others") == moved.index("VK_LAYER_overlay") + 1
    assert saved().find_entry(UNLISTED).placed
    assert main(["layer", "move", "overlay", "--below", "others", "-c", "Debugging"]) == 0
    moved = chain(capsys)
    assert moved.index("others") < moved.index("VK_LAYER_overlay")


def test_the_order_of_layers_is_reset(debugging, capsys):
    for layer in ("VK_LAYER_KHRONOS_validation", "VK_LAYER_overlay"):
        main(["layer", "on", layer, "-c", "Debugging"])
    capsys.readouterr()
    main(["layer", "move", "overlay", "--last", "-c", "Debugging"])
    moved = chain(capsys)
    assert any(entry.placed for entry in saved().layers)
    assert main(["layer", "move", "--reset", "-c", "Debugging"]) == 0
    assert not any(entry.placed for entry in saved().layers)
    assert sorted(chain(capsys)) == sorted(moved)
    for words in (["--reset", "overlay"], ["--first"]):
        with pytest.raises(SystemExit) as ended:
            main(["layer", "move", *words, "-c", "Debugging"])
        assert ended.value.code == Exit.USAGE


def test_a_layer_is_moved_and_the_chain_that_results_is_printed(debugging, capsys):
    for layer in ("VK_LAYER_KHRONOS_validation", "VK_LAYER_overlay"):
        main(["layer", "on", layer, "-c", "Debugging"])
    capsys.readouterr()
    main(["layer", "move", "overlay", "--first", "-c", "Debugging"])
    assert chain(capsys)[0] == "VK_LAYER_overlay"
    main(["layer", "move", "overlay", "--below", "KHRONOS_validation", "-c", "Debugging"])
    order = chain(capsys)
    assert order.index("VK_LAYER_overlay") == order.index("VK_LAYER_KHRONOS_validation") + 1
    assert (
        main(["layer", "move", "overlay", "--above", "nope", "-c", "Debugging"]) == Exit.NOT_FOUND
    )


def test_a_layer_that_is_off_has_no_place_and_the_command_that_turns_it_on_is_said(
    debugging, capsys
):
    main(["layer", "on", "overlay", "-c", "Debugging"])
    main(["layer", "off", "VK_LAYER_KHRONOS_validation", "-c", "Debugging"])
    capsys.readouterr()
    move = ["layer", "move", "overlay", "--above", "KHRONOS_validation", "-c", "Debugging"]
    assert main(move) == Exit.FAILED
    sentence, _, command = capsys.readouterr().err.strip().partition(" To turn it on: vkconfig-py ")
    assert sentence.endswith(
        "VK_LAYER_KHRONOS_validation is off, so it has no position in the chain."
    )
    assert main(command.split()) == Exit.OK
    assert main(move) == Exit.OK


def test_programs_are_listed_turned_off_and_removed(debugging, capsys):
    assert main(["config", "programs", "add", "/bin/true", "-c", "Debugging"]) == 0
    assert main(["config", "programs", "-c", "Debugging", "off", "true"]) == 0
    assert saved().programs == (ProgramEntry("/bin/true", enabled=False),)
    assert "/bin/true  (off)" in capsys.readouterr().out
    assert main(["config", "programs", "remove", "true", "-c", "Debugging"]) == 0
    assert saved().programs == ()
    assert main(["config", "programs", "on", "true", "-c", "Debugging"]) == Exit.NOT_FOUND


def test_a_program_is_looked_for_in_path_and_what_is_no_program_is_refused(
    debugging, capsys, monkeypatch
):
    folder = debugging.root / "games"
    folder.mkdir()
    game = folder / "game"
    game.write_text("#!/bin/sh\n")
    monkeypatch.setenv("PATH", str(folder))
    words = ["config", "programs", "add", "game", "-c", "Debugging"]
    assert main(words) == Exit.NOT_FOUND  # not executable
    game.chmod(0o755)
    assert main(["config", "programs", "add", "game", "-c", "Debugging"]) == 0
    assert saved().programs == (ProgramEntry(str(game)),)
    capsys.readouterr()
    assert main(["config", "programs", "add", "nope", "-c", "Debugging"]) == Exit.NOT_FOUND
    assert "nope was not found in PATH." in capsys.readouterr().err
    words = ["config", "programs", "add", str(game), str(folder), "-c", "Debugging"]
    assert main(words) == Exit.NOT_FOUND
    assert saved().programs == (ProgramEntry(str(game)),)


def test_what_is_neither_a_folder_nor_a_manifest_is_not_searched(debugging, capsys):
    file = debugging.root / "notes.txt"
    file.write_text("x")
    folder = debugging.root / "mine"
    folder.mkdir()
    assert main(["layer", "folder", "add", str(folder), str(file)]) == Exit.USAGE
    assert "is neither a folder nor a layer manifest." in capsys.readouterr().err
    assert workspace().sources == ()
    debugging.add_explicit_layer("VK_LAYER_mine", file="mine.json")
    path = debugging.root / "data_dirs/vulkan/explicit_layer.d/mine.json"
    assert main(["layer", "folder", "add", str(path)]) == 0
    assert workspace().sources == (CollectionSource(str(path)),)


def test_folders_are_searched_turned_off_and_removed(debugging, capsys):
    folder = debugging.root / "mine"
    folder.mkdir()
    assert main(["layer", "folder", "add", str(folder), "--implicit"]) == 0
    assert workspace().sources == (CollectionSource(str(folder), implicit=True),)
    assert main(["layer", "folder", "off", str(folder)]) == 0
    capsys.readouterr()
    assert main(["layer", "folder", "--json"]) == 0
    (row,) = json.loads(capsys.readouterr().out)["folders"]
    assert (row["path"], row["kind"], row["enabled"]) == (str(folder), "implicit", False)
    assert main(["layer", "folder", "remove", str(folder)]) == 0
    assert workspace().sources == ()
    assert main(["layer", "folder", "add", str(folder / "nope")]) == Exit.NOT_FOUND


def test_a_manifest_of_a_folder_is_left_out_and_its_kind_is_switched(debugging, capsys):
    folder = debugging.root / "mine"
    folder.mkdir()
    file = folder / "old.json"
    file.write_text("{}")
    assert main(["layer", "folder", "add", str(folder)]) == 0
    assert main(["layer", "folder", "exclude", str(file)]) == 0
    assert workspace().sources == (CollectionSource(str(folder), without=(str(file),)),)
    assert f"excluding {file}" in capsys.readouterr().out
    mine = folder / "mine.json"
    debugging.add_explicit_layer("VK_LAYER_mine", file="mine.json")
    (debugging.root / "data_dirs/vulkan/explicit_layer.d/mine.json").rename(mine)
    assert main(["layer", "list"]) == 0
    assert str(mine) in capsys.readouterr().out
    assert main(["explain", "VK_LAYER_mine"]) == 0
    told = capsys.readouterr().out
    assert str(mine) in told
    assert told.endswith(f"\n{ONLY_CONFIGURED}\n")
    assert main(["explain", "VK_LAYER_nobodys"]) == Exit.NOT_FOUND
    assert main(["layer", "folder", "include", str(file)]) == 0
    assert main(["layer", "folder", "switch-kind", str(folder)]) == 0
    assert workspace().sources == (CollectionSource(str(folder), implicit=True),)
    for words in (["exclude", str(folder / "gone.json")], ["switch-kind", "/gone"]):
        assert main(["layer", "folder", *words]) == Exit.NOT_FOUND


def test_an_action_is_one_number_of_the_journal_and_goes_back_whole(debugging, capsys):
    main(["layer", "on", "VK_LAYER_KHRONOS_validation", "-c", "Debugging"])
    assert main(["apply", "-c", "Debugging", "--every-program"]) == 0
    assert main(["withdraw"]) == 0
    capsys.readouterr()
    assert main(["history", "--json"]) == 0
    actions = json.loads(capsys.readouterr().out)["actions"]
    assert [one["what"] for one in actions] == ["withdrew", "applied"]
    assert main(["history", "restore", "1"]) == 0
    capsys.readouterr()
    assert main(["status"]) == 0
    assert capsys.readouterr().out.startswith("Applied to this system: “Debugging”")
    assert main(["history", "restore", "99"]) == Exit.NOT_FOUND
    assert main(["withdraw"]) == 0


def test_any_moment_is_shown_foreseen_and_restored(debugging, capsys):
    main(["layer", "on", "VK_LAYER_KHRONOS_validation", "-c", "Debugging"])
    before = take_snapshot(debugging.root)
    assert main(["apply", "-c", "Debugging", "--every-program"]) == 0
    after = take_snapshot(debugging.root)
    assert main(["withdraw"]) == 0
    capsys.readouterr()
    assert main(["history", "restore", "2", "--with-later", "--dry-run", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["changes"] == []
    assert main(["history", "--at", "2"]) == 0
    assert "  no file; next change: Applied “Debugging”" in capsys.readouterr().out
    assert main(["history", "--at", "1", "--json"]) == 0
    shown = {one["file"]: one["text"] for one in json.loads(capsys.readouterr().out)["files"]}
    assert "VK_LAYER_KHRONOS_validation" in "".join(filter(None, shown.values()))
    assert main(["history", "--at", "2", "--file", "/gone"]) == 0
    assert capsys.readouterr().out.startswith("vkconfig-py has not written /gone since 2")
    assert main(["history", "restore", "1", "--with-later", "--dry-run"]) == 0
    assert "would be restored." in capsys.readouterr().out
    assert files(debugging.root) == {path: seen for path, seen in before.items() if seen[3]}
    assert main(["history", "restore", "1", "--with-later"]) == 0
    told = capsys.readouterr().out
    assert told.startswith("Restored: ")
    assert files(debugging.root) == {path: seen for path, seen in after.items() if seen[3]}
    assert main(["history", "restore", "2001-01-01T10:00"]) == 0
    assert files(debugging.root) == {path: seen for path, seen in before.items() if seen[3]}
    capsys.readouterr()
    assert main(["history", "restore", "2001-01-01T10:00"]) == 0
    assert capsys.readouterr().out.startswith("Nothing to restore: ")
    assert main(["history", "--at", "now"]) == 0
    assert capsys.readouterr().out.startswith("vkconfig-py has not written any files since 2")
    assert main(["history", "--file", "/gone"]) == 0
    assert capsys.readouterr().out == "No changes match.\n"
    for dry in ((), ("--dry-run",)):
        assert main(["history", "restore", "now", *dry]) == Exit.FAILED
        assert "vkconfig-py has not written any files since then." in capsys.readouterr().err
        assert main(["history", "restore", "now", "--file", "/gone", *dry]) == Exit.FAILED
        assert "vkconfig-py has not written this file since then." in capsys.readouterr().err
    assert main(["history", "restore", "once"]) == Exit.USAGE
    assert "use now, today, yesterday, 2h" in capsys.readouterr().err


def files(root):
    return {path: seen for path, seen in take_snapshot(root).items() if seen[3]}


def test_what_others_changed_stands_beside_what_was_written(debugging, capsys):
    assert main(["history", "--others"]) == 0
    assert "First scan of this machine" in capsys.readouterr().out
    debugging.add_implicit_layer("VK_LAYER_OBS_vkcapture")
    main(["apply", "-c", "Debugging", "--every-program"])
    capsys.readouterr()
    assert main(["history", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    installed, first = told["others"]
    assert installed["title"].startswith("Installed VK_LAYER_OBS_vkcapture 1.")
    assert installed["file"] == str(debugging.manifest("VK_LAYER_OBS_vkcapture"))
    assert installed["before"] is None
    assert first["title"] == "First scan of this machine"
    assert [one["title"] for one in told["actions"]] == ["Applied “Debugging”"]
    assert main(["history", "--since", "now", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["actions"] == []
    assert main(["history", "--since", "yesterday", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["actions"] == told["actions"]
    assert main(["diff", "yesterday", "now"]) == Exit.NOT_FOUND  # no look is that old
    assert main(["diff", datetime.fromtimestamp(first["time"] + 0.001).isoformat()]) in (0, 1)
    capsys.readouterr()
    assert main(["history", "--ours"]) == 0
    assert "Installed" not in capsys.readouterr().out
    debugging.manifest("VK_LAYER_OBS_vkcapture").unlink()
    assert main(["history", "restore", "1", "--dry-run"]) == 0
    assert main(["status"]) == 0
    capsys.readouterr()
    assert main(["history", "--others"]) == 0
    assert "Removed VK_LAYER_OBS_vkcapture 1." in capsys.readouterr().out
    moment = f"moment:{datetime.fromtimestamp(first['time'] + 0.001).isoformat()}"
    assert main(["diff", moment, "moment:now"]) == 0
    assert main(["diff", "moment:2001-01-01", "moment:now"]) == Exit.NOT_FOUND


def test_the_status_of_a_machine_without_anything_applied(debugging, capsys):
    assert main(["status"]) == 0
    assert capsys.readouterr().out.startswith("Nothing is applied to this machine.")
