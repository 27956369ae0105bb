"""config settings-file: a configuration uses a file of the user's own, and its lines are told."""

from __future__ import annotations

import json

import pytest

from vkconfig_py.cli import main
from vkconfig_py.cli.output import Exit
from vkconfig_py.loader.base.host import Host
from vkconfig_py.model.configuration.workspace_files import load_workspace
from vkconfig_py.model.files.paths import find_state_paths


def used() -> str:
    paths = find_state_paths(Host.read_current().environment)
    return load_workspace(paths.configurations).workspace.find_configuration("debug").settings_file


def test_a_file_is_used_as_it_is_and_given_up_again(debugging, capsys):
    file = debugging.root / "vk_layer_settings.txt"
    file.write_text("khronos_validation.report_flags = error\nwhat is this\n")
    assert main(["config", "settings-file", str(file), "-c", "Debugging"]) == 0
    done = capsys.readouterr()
    assert used() == str(file)
    assert f"“Debugging” uses the file {file}." in done.out
    assert f"{file}:2: " in done.err
    assert main(["config", "settings-file", "--json", "-c", "Debugging"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["settings_file"] == str(file)
    assert (told["notes"][0]["file"], told["notes"][0]["line"]) == (str(file), 2)
    assert main(["run", "-c", "Debugging", "--", "sh", "-c", "echo $VK_LAYER_SETTINGS_PATH"]) == 0
    assert main(["config", "settings-file", "--off", "-c", "Debugging"]) == 0
    assert used() == ""
    assert main(["undo"]) == 0
    assert used() == str(file)


def test_a_file_that_is_gone_later_is_told(debugging, capsys):
    file = debugging.root / "vk_layer_settings.txt"
    file.write_text("khronos_validation.report_flags = error\n")
    assert main(["config", "settings-file", str(file), "-c", "Debugging"]) == 0
    file.unlink()
    assert main(["config", "settings-file", "-c", "Debugging"]) == 0
    assert f"{file} cannot be read" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("content", "code", "said"),
    [
        (None, Exit.NOT_FOUND, "cannot be used: no such file or directory."),
        ('{"layer": {"name": "VK_LAYER_x"}}', Exit.FAILED, "layers cannot read settings from it."),
        ("hello\nworld\n", Exit.FAILED, "layers cannot read settings from it."),
    ],
    ids=["gone", "a manifest", "a text"],
)
def test_what_is_no_settings_file_is_refused(debugging, capsys, content, code, said):
    file = debugging.root / "other.txt"
    if content is not None:
        file.write_text(content)
    assert main(["config", "settings-file", str(file), "-c", "Debugging"]) == code
    assert f"{file} " in (told := capsys.readouterr().err)
    assert said in told
    assert used() == ""
    with pytest.raises(SystemExit) as ended:
        main(["config", "settings-file", str(file), "--off", "-c", "Debugging"])
    assert ended.value.code == Exit.USAGE
