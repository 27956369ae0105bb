"""The commands log and drivers: what a configuration asks of the loader itself."""

from __future__ import annotations

import json

import pytest

from vkconfig_py.cli import main
from vkconfig_py.loader.base.host import Host
from vkconfig_py.model.configuration.configuration import DriverControl
from vkconfig_py.model.configuration.workspace_files import load_workspace
from vkconfig_py.model.files.paths import find_state_paths

DRIVER = {"file_format_version": "1.0.0", "ICD": {"library_path": "x.so", "api_version": "1.1.0"}}


@pytest.fixture
def folder(debugging):
    """A folder with two drivers and a file that is none."""
    found = debugging.root / "build"
    found.mkdir()
    for name in ("a.json", "b.json"):
        (found / name).write_text(json.dumps(DRIVER))
    (found / "layer.json").write_text("{}")
    return found


def saved():
    space = load_workspace(
        find_state_paths(Host.read_current().environment).configurations
    ).workspace
    (found,) = [one for one in space.configurations if one.name == "Debugging"]
    return found


def test_the_log_is_set_and_left_to_the_loader_again(debugging, capsys):
    assert main(["config", "log", "layer,error", "warn", "-c", "Debugging"]) == 0
    assert saved().loader_log == ("error", "warn", "layer")
    assert ": Errors, Warnings, Layers." in capsys.readouterr().out
    assert main(["env", "-c", "Debugging"]) == 0
    assert "VK_LOADER_DEBUG=error,warn,layer" in capsys.readouterr().out
    assert main(["config", "log", "--off", "-c", "Debugging"]) == 0
    assert saved().loader_log == ()


@pytest.mark.parametrize("words", [["loud"], ["error", "--off"]])
def test_words_that_no_loader_knows_change_nothing(debugging, capsys, words):
    before = saved()
    with pytest.raises(SystemExit):
        main(["config", "log", *words, "-c", "Debugging"])
    assert saved() == before
    assert capsys.readouterr().err


def test_the_drivers_of_a_folder_are_added_turned_off_and_removed(folder, capsys):
    assert main(["driver", "add", str(folder), "-c", "Debugging"]) == 0
    assert saved().list_driver_files() == (str(folder / "a.json"), str(folder / "b.json"))
    assert main(["driver", "off", "a.json", "-c", "Debugging"]) == 0
    assert main(["driver", "remove", "b.json", "-c", "Debugging"]) == 0
    assert saved().list_driver_files() == ()
    capsys.readouterr()
    assert main(["driver", "list", "-c", "Debugging", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    added = [driver for driver in told["drivers"] if driver["added"]]
    assert [(one["path"], one["enabled"]) for one in added] == [(str(folder / "a.json"), False)]


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("layer.json", "is not a driver manifest: “ICD” is missing."),
        ("none.json", "could not be read: No such file or directory."),
        ("empty", "contains no driver manifests."),
    ],
)
def test_what_is_no_driver_is_refused_and_nothing_is_added(folder, capsys, name, sentence):
    (folder / "empty").mkdir()
    added = [str(folder / "a.json"), str(folder / name)]
    assert main(["driver", "add", *added, "-c", "Debugging"]) != 0
    assert sentence in capsys.readouterr().err
    assert saved().added_drivers == ()


def test_a_driver_is_named_by_its_path_too(folder):
    assert main(["driver", "add", str(folder / "a.json"), "-c", "Debugging"]) == 0
    assert main(["driver", "only", str(folder / "a.json"), "-c", "Debugging"]) == 0
    assert saved().get_driver_control("a.json") is DriverControl.ONLY
    assert main(["driver", "off", str(folder / "a.json"), "-c", "Debugging"]) == 0
    assert [one.enabled for one in saved().added_drivers] == [False]


def test_the_name_of_several_added_drivers_is_refused(folder, capsys):
    (folder / "other").mkdir()
    (folder / "other/a.json").write_bytes((folder / "a.json").read_bytes())
    files = [str(folder / "a.json"), str(folder / "other/a.json")]
    assert main(["driver", "add", *files, "-c", "Debugging"]) == 0
    assert main(["driver", "off", "a.json", "-c", "Debugging"]) == 3
    assert "“Debugging” has several drivers named" in capsys.readouterr().err
    assert all(one.enabled for one in saved().added_drivers)


def test_one_that_was_not_added_cannot_be_removed(folder, capsys):
    assert main(["driver", "remove", "a.json", "-c", "Debugging"]) != 0
    assert "“Debugging” has no added driver named “a.json”." in capsys.readouterr().err
