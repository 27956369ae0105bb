"""config variables, target and adopt: what programs of a configuration get beside layers."""

from __future__ import annotations

import json

import pytest

from tests.framework.snapshot import take_snapshot
from vkconfig_py.cli import main
from vkconfig_py.cli.output import Exit
from vkconfig_py.loader.base.host import Host
from vkconfig_py.model.configuration.configuration import Variable
from vkconfig_py.model.configuration.workspace_files import load_workspace
from vkconfig_py.model.files.paths import find_state_paths


def workspace():
    return load_workspace(
        find_state_paths(Host.read_current().environment).configurations
    ).workspace


def saved(key="debug"):
    return workspace().find_configuration(key)


def told(capsys, *arguments, code=0):
    capsys.readouterr()
    assert main([*arguments, "--json"]) == code
    return json.loads(capsys.readouterr().out)


def test_variables_are_set_unset_and_cleared(debugging, capsys):
    before = saved().environment
    variables = ("config", "variables", "-c", "Debugging")
    found = told(capsys, *variables, "set", "A=1", "C=2")
    assert {"name": "A", "value": "1"} in found["variables"]
    told(capsys, *variables, "unset", "B")
    told(capsys, *variables, "clear", "SET_BY_US", "C")
    assert saved().environment == (
        Variable("NOT_FOR_IT", None),
        Variable("A", "1"),
        Variable("B", None),
    )
    for _ in range(3):
        assert main(["undo"]) == 0
    assert saved().environment == before


@pytest.mark.parametrize("words", [["set", "A"], ["set", "=1"], ["unset", "A=1"]])
def test_what_is_no_variable_is_refused(debugging, capsys, words):
    assert main(["config", "variables", "-c", "Debugging", *words]) == Exit.USAGE
    assert words[1] in capsys.readouterr().err


def test_a_program_is_chosen_for_all_kept_for_one_and_undone(debugging, capsys):
    assert main(["config", "target", "-c", "Debugging", "--", "sh", "-c", "exit 7"]) == 0
    assert "“Debugging” starts " in (said := capsys.readouterr().out)
    assert said.endswith("sh -c 'exit 7', the last chosen program.\n")
    assert main(["run", "-c", "Debugging"]) == 7
    assert main(["run", "-c", "Other"]) == 9  # its own stays
    assert told(capsys, "config", "target", "--own", "-c", "Debugging")["is_own"]
    assert main(["config", "target", "--clear", "-c", "Debugging"]) == 0
    assert told(capsys, "config", "target", "-c", "Debugging")["program"] == ""
    for _ in range(3):
        assert main(["undo"]) == 0
    assert told(capsys, "config", "target", "-c", "Debugging")["program"] == ""
    assert main(["redo"]) == 0
    assert told(capsys, "config", "target", "-c", "Debugging")["arguments"] == ["-c", "exit 7"]
    found = told(capsys, "config", "target", "--last", "-c", "Other")
    assert (found["arguments"], found["is_own"]) == (["-c", "exit 7"], False)


def test_an_option_set_of_the_program_is_chosen(debugging, capsys):
    assert (
        main(["config", "options", "create", "Seven", "-p", "sh", "--arguments", "-c 'exit 7'"])
        == 0
    )
    assert main(["config", "target", "-c", "Debugging", "--", "sh"]) == 0
    assert (
        told(capsys, "config", "target", "--options", "seven", "-c", "Debugging")["options"]
        == "Seven"
    )
    assert main(["run", "-c", "Debugging"]) == 7
    assert told(capsys, "config", "target", "--options", "", "-c", "Debugging")["options"] == ""
    assert main(["config", "target", "--options", "Nope", "-c", "Debugging"]) == Exit.NOT_FOUND


def test_a_wrong_program_is_refused_with_its_reason(debugging, capsys):
    assert main(["config", "target", "-c", "Debugging", "--", "no-such-program"]) == Exit.NOT_FOUND
    assert "no-such-program was not found in PATH." in capsys.readouterr().err
    with pytest.raises(SystemExit) as ended:
        main(["config", "target", "--own", "-c", "Debugging", "--", "sh"])
    assert ended.value.code == Exit.USAGE


def test_a_what_if_is_copied_as_far_as_a_configuration_holds_it(debugging, capsys):
    assumptions = ("--set", "A=1", "--unset", "NOT_SET", "--loader-version", "1.3.239")
    found = told(capsys, "config", "adopt", *assumptions, "--program", "sh", "-c", "Debugging")
    assert found["sentence"].endswith("Not copied: the loader version.")
    environment = {one.name: one.value for one in saved().environment}
    assert environment["A"] == "1"
    assert "NOT_SET" not in environment  # as it is in the session
    assert saved().target.program.endswith("/sh")
    assert main(["undo"]) == 0
    assert saved().target.program == ""


@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        (["--elevated"], Exit.FAILED, "only variables and the program"),
        (["--program", "no-such-program"], Exit.NOT_FOUND, "not found in PATH"),
    ],
)
def test_a_what_if_that_cannot_be_copied_is_refused(debugging, capsys, words, code, said):
    before = take_snapshot(debugging.root)
    assert main(["config", "adopt", *words, "-c", "Debugging"]) == code
    assert said in capsys.readouterr().err
    assert take_snapshot(debugging.root) == before
    with pytest.raises(SystemExit) as ended:
        main(["config", "adopt", "-c", "Debugging"])
    assert ended.value.code == Exit.USAGE


def test_a_configuration_is_selected_without_a_step_of_undo(debugging, capsys):
    assert main(["config", "select", "Other"]) == 0
    assert workspace().selected_configuration.key == "other"
    assert main(["undo"]) == Exit.NOT_FOUND


def test_asking_changes_no_file(debugging, capsys):
    main(["config", "target", "-c", "Debugging", "--", "sh"])
    before = take_snapshot(debugging.root)
    for words in (
        ["config", "variables", "-c", "Debugging"],
        ["config", "target", "-c", "Debugging"],
        ["layer", "folder"],
    ):
        assert main(words) == 0
    assert take_snapshot(debugging.root) == before
