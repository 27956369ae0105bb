"""preferences: shown and changed on the command line; nothing in the file is lost."""

from __future__ import annotations

import json
import tarfile
from pathlib import Path

import pytest

from tests.framework.snapshot import take_snapshot
from vkconfig_py.cli import main
from vkconfig_py.loader.base.host import Host
from vkconfig_py.model.configuration.own_documents import (
    WINDOW_FILE,
    read_values,
    write_values,
)
from vkconfig_py.model.configuration.preferences import CLOSING, THEME, read_preferences
from vkconfig_py.model.files.paths import find_state_paths


@pytest.fixture
def file(machine):
    path = find_state_paths(Host.read_current().environment).preferences_file
    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    return path


def told(capsys, *arguments):
    assert main(["preferences", *arguments, "--json"]) == 0
    return {one["key"]: one["value"] for one in json.loads(capsys.readouterr().out)["preferences"]}


def test_a_value_is_kept_and_can_be_reset(file, capsys):
    assert told(capsys)["theme"] == "system"
    assert not file.exists()  # a command that asks writes nothing
    assert told(capsys, "theme", "dark") == {"theme": "dark"}
    assert read_preferences(file).get_value(THEME) == "dark"
    assert told(capsys, "--reset")["theme"] == "system"
    assert json.loads(file.read_text()) == {"format": 1}


def test_answers_that_are_kept_can_be_given_back(file, capsys):
    state = find_state_paths(Host.read_current().environment).state
    state.mkdir(parents=True, mode=0o700)
    write_values(state / WINDOW_FILE, {"probe/explained": 1, "window/panel": "journal"})
    assert main(["preferences", "closing", "leave"]) == 0
    capsys.readouterr()
    assert main(["preferences", "--ask-again", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["forgotten"] == ["probing-explained"]
    assert read_values(state / WINDOW_FILE) == {"probe/explained": 0, "window/panel": "journal"}
    assert read_preferences(file).get_value(CLOSING) == "ask"
    assert read_preferences(file).answers_reset_at > 0
    assert main(["preferences", "--ask-again"]) == 0
    assert "No answers are remembered" in capsys.readouterr().out


def test_bad_names_and_values_are_refused(file, capsys):
    assert main(["preferences", "theme", "blue"]) == 2
    assert "“theme” cannot be “blue”. Allowed: system, light, dark." in capsys.readouterr().err
    assert main(["preferences", "tehme"]) == 3
    assert not file.exists()


def test_what_this_version_does_not_know_is_told_and_stays(file, capsys):
    odd = {"format": 1, "theme": "blue", "later": [1]}
    file.write_text(json.dumps(odd))
    assert main(["preferences", "closing", "leave"]) == 0
    heard = capsys.readouterr().err
    assert "this version does not support the preference “later”" in heard
    assert "“theme” cannot be “blue”" in heard
    assert json.loads(file.read_text()) == {**odd, "closing": "leave"}


def test_a_damaged_file_is_kept_beside_the_new_one(file, capsys):
    file.write_text("{damaged")
    assert main(["preferences", "theme", "light"]) == 0
    assert [one.read_text() for one in file.parent.glob("*.bad")] == ["{damaged"]
    assert read_preferences(file).get_value(THEME) == "light"


def test_a_file_of_a_newer_version_is_left_alone(file, capsys):
    file.write_text('{"format": 99}')
    assert main(["preferences", "theme", "light"]) == 1
    assert file.read_text() == '{"format": 99}'


EVERY = ("apply", "-c", "Debugging", "--every-program", "--by", "override")


def test_erasing_lists_everything_first_and_changes_nothing(debugging, capsys):
    assert main([*EVERY]) == 0
    before = take_snapshot(debugging.root)
    capsys.readouterr()
    assert main(["preferences", "--erase", "-n", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["dry_run"]
    assert any("vulkan/implicit_layer.d" in file["file"] for file in told["files"])
    assert len(told["folders"]) >= 2
    assert main(["preferences", "--erase"]) == 1  # no terminal: the answer is no
    assert "Nothing changed. --yes erases without asking." in capsys.readouterr().err
    assert take_snapshot(debugging.root) == before


def test_erasing_withdraws_saves_in_one_file_and_removes_all(debugging, capsys, tmp_path):
    before = {path for path in Path(debugging.root).rglob("*") if "vulkan" in str(path)}
    assert main([*EVERY]) == 0
    backup = tmp_path / "saved.tar.gz"
    paths = find_state_paths(Host.read_current().environment)
    kept = {path.name for path in paths.configurations.iterdir() if path.suffix == ".json"}
    capsys.readouterr()
    assert main(["preferences", "--erase", "--yes", "--backup", str(backup), "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["backup"] == str(backup)
    assert not any(Path(folder).exists() for folder in told["folders"])
    after = {path for path in Path(debugging.root).rglob("*") if "vulkan" in str(path)}
    assert after == before
    assert backup.stat().st_mode & 0o077 == 0
    with tarfile.open(backup) as archive:
        names = archive.getnames()
        archive.extractall(tmp_path / "again", filter="data")
    assert kept <= {Path(name).name for name in names}
    again = tmp_path / "again" / str(paths.configurations).lstrip("/")
    assert {path.name for path in again.iterdir() if path.suffix == ".json"} == kept
    assert main(["preferences", "--erase", "--yes"]) == 0
    assert "No vkconfig-py data found." in capsys.readouterr().out


def test_erasing_refuses_a_file_that_exists_and_other_actions(debugging, capsys, tmp_path):
    backup = tmp_path / "saved"
    backup.touch()
    assert main(["preferences", "--erase", "--yes", "--backup", str(backup)]) == 1
    assert "exists. Specify another file with --backup." in capsys.readouterr().err
    for wrong in (["--erase", "--reset"], ["--yes"], ["-n"]):
        with pytest.raises(SystemExit) as ended:
            main(["preferences", *wrong])
        assert ended.value.code == 2


def test_what_was_withdrawn_before_a_failed_backup_is_not_denied(debugging, capsys, tmp_path):
    backup = tmp_path / "missing" / "saved"
    assert main(["preferences", "--erase", "--yes", "--backup", str(backup)]) == 1
    assert capsys.readouterr().err.startswith("vkconfig-py: No data was removed: ")
