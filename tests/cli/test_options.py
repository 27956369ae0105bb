"""config options, and what run and env make of option sets."""

from __future__ import annotations

import json

from tests.cli.commands import run_without_qt
from vkconfig_py.cli import main


def made(*words):
    assert main(["config", "options", "-p", "/bin/sh", *words]) == 0


def test_a_set_is_made_changed_renamed_copied_and_deleted(debugging, capsys):
    words = ("--arguments", "-c 'echo $A ${B-unset}'", "--env", "A=1", "--unset", "B")
    made("create", "Long", *words)
    made("change", "Long", "--folder", str(debugging.root))
    made("rename", "Long", "Longer")
    made("copy", "longer", "Copy", "--clear", "B")
    made("create", "Gone")
    capsys.readouterr()
    made("delete", "Gone", "--json")
    sets = json.loads(capsys.readouterr().out)["sets"]
    assert [one["name"] for one in sets] == ["Longer", "Copy"]
    assert sets[0] == {
        "name": "Longer",
        "arguments": ["-c", "echo $A ${B-unset}"],
        "working_directory": str(debugging.root),
        "environment": {"A": "1", "B": None},
        "log_file": "",
        "appends": False,
    }
    assert sets[1]["environment"] == {"A": "1"}
    made()
    assert "Copy: A=1 -c 'echo $A ${B-unset}'" in capsys.readouterr().out


def test_a_program_that_is_not_found_has_no_sets_and_gets_none(debugging, capsys):
    for words in ((), ("create", "One")):
        assert main(["config", "options", "-p", "no-such-program", *words]) == 3
        assert "no-such-program was not found in PATH" in capsys.readouterr().err


def test_an_edit_of_a_set_is_undone(debugging, capsys):
    made("create", "One")
    made("create", "Two")
    assert main(["undo"]) == 0
    capsys.readouterr()
    made()
    assert capsys.readouterr().out == "One: no arguments\n"


def test_a_run_with_a_set_has_its_arguments_and_variables(debugging):
    words = ("--arguments", "-c 'echo $SET_BY_US $0'", "--env", "SET_BY_US=by the set")
    made("create", "Say", *words)
    done = run_without_qt("run", "-c", "Debugging", "--options", "say", "--", "/bin/sh", "typed")
    assert done.stdout == b"by the set typed\n"
    done = run_without_qt("env", "-c", "Debugging", "--options", "Say", "--", "/bin/sh")
    assert b"export SET_BY_US='by the set'" in done.stdout


def test_a_set_that_does_not_exist_is_told_with_those_that_do(debugging, capsys):
    made("create", "One")
    assert main(["run", "-c", "Debugging", "--options", "Two", "--", "/bin/sh"]) == 125
    assert "/bin/sh has no option set named “Two”. Available: “One”" in capsys.readouterr().err


def test_the_output_goes_to_a_log_file_too(debugging):
    pattern = f"{debugging.root}/logs/{{program}}-{{n}}.log"
    script = "printf one; printf two >&2; exit 3"
    asked = ("run", "-c", "Debugging", "--log", pattern, "--json", "--", "/bin/sh", "-c", script)
    for number in (1, 2):
        done = run_without_qt(*asked)
        assert done.returncode == 3
        file = debugging.root / f"logs/sh-{number}.log"
        assert json.loads(done.stdout)["log_file"] == str(file)
        text = file.read_text()
        assert "one" in text
        assert "two" in text
        assert text.endswith("exit 3\n")


def test_a_log_file_that_cannot_be_written_costs_no_run(debugging):
    asked = ("run", "-c", "Debugging", "--log", "/dev/null/x", "--", "/bin/sh", "-c", "exit 4")
    done = run_without_qt(*asked)
    assert done.returncode == 4
    assert b"The log file could not be written: " in done.stderr


def test_the_program_of_the_selected_configuration_is_meant_where_none_is_named(debugging, capsys):
    made("create", "One")
    capsys.readouterr()
    assert main(["config", "target", "--clear"]) == 0
    assert main(["config", "options"]) == 2
    assert "No program is selected. Specify a program with -p PROGRAM." in capsys.readouterr().err
    assert main(["config", "target", "--", "/bin/sh"]) == 0
    capsys.readouterr()
    assert main(["config", "options"]) == 0
    assert capsys.readouterr().out == "One: no arguments\n"
