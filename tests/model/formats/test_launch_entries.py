"""Programs with their variables in the files of launchers, read back as these read them."""

from __future__ import annotations

import json
import re
import shlex
import subprocess

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vkconfig_py.model.configuration.configuration import Target, Variable
from vkconfig_py.model.formats.shells import (
    LaunchEntry,
    LauncherFormat,
    needs_program,
    render_launch_entry,
)

ODD = "a b\"c'd\\e$f%g`h~i;j\tk\nl%%m$HOME"
TARGET = Target("/opt/my game/game", ("--level", ODD, ""), "/opt/my game")
VARIABLES = (
    Variable("VK_INSTANCE_LAYERS", "VK_LAYER_a:VK_LAYER_b"),
    Variable("ODD", ODD),
    Variable("DISABLE_OVERLAY", None),
    Variable("EMPTY", ""),
)
ENTRY = LaunchEntry("game with Debugging", TARGET, VARIABLES)
TEXTS = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"), max_size=20)


def members(text: str) -> dict[str, str]:
    """The members of the only group of a file, as they stand."""
    lines = [line for line in text.splitlines() if "=" in line]
    return dict(line.split("=", 1) for line in lines)


def unescaped(text: str) -> str:
    """A value of a desktop entry (Desktop Entry Specification, "Possible value types")."""
    known = {"s": " ", "n": "\n", "t": "\t", "r": "\r", "\\": "\\"}
    return re.sub(r"\\(.)", lambda found: known[found[1]], text)


def words(line: str) -> list[str]:
    """The words of an Exec, as launchers split it."""
    found = re.findall(r'"((?:[^"\\]|\\.)*)"|([^\s"]+)', line, re.DOTALL)
    plain = [bare or re.sub(r"\\(.)", r"\1", quoted) for quoted, bare in found]
    return [word.replace("%%", "%") for word in plain]


def unit_words(line: str) -> list[str]:
    """The words of a line of a unit (systemd.syntax(7), "Quoting")."""
    known = {"n": "\n", "t": "\t", "r": "\r", "\\": "\\", '"': '"'}
    found = re.findall(r'"((?:[^"\\]|\\.)*)"|([^\s"]+)', line)
    plain = [bare or re.sub(r"\\(.)", lambda one: known[one[1]], text) for text, bare in found]
    return [word.replace("%%", "%") for word in plain]


def environment_of(command: list[str]) -> dict[str, str]:
    """The environment that a command of env(1) gives to its program."""
    place = command.index(TARGET.program)
    done = subprocess.run(
        [*command[:place], "env", "-0"],
        env={"DISABLE_OVERLAY": "1", "PATH": "/usr/bin:/bin"},
        capture_output=True,
        check=True,
    )
    return dict(one.split("=", 1) for one in done.stdout.decode().split("\0") if one)


def test_a_desktop_entry_starts_the_program_with_its_variables():
    text = render_launch_entry(ENTRY, LauncherFormat.DESKTOP).text
    found = members(text)
    assert text.startswith("[Desktop Entry]\nType=Application\nName=game with Debugging\n")
    command = words(unescaped(found["Exec"]))
    assert command[-4:] == [TARGET.program, *TARGET.arguments]
    environment = environment_of(command)
    assert "DISABLE_OVERLAY" not in environment
    assert (environment["ODD"], environment["EMPTY"]) == (ODD, "")
    assert unescaped(found["Path"]) == "/opt/my game"


@given(TEXTS, TEXTS)
def test_any_text_comes_through_a_desktop_entry(argument: str, value: str):
    entry = LaunchEntry("t", Target("/x", (argument,)), (Variable("A", value),))
    lines = render_launch_entry(entry, LauncherFormat.DESKTOP).text.split("\n")
    (line,) = [line for line in lines if line.startswith("Exec=")]
    assert words(unescaped(line.removeprefix("Exec="))) == ["env", f"A={value}", "/x", argument]


def test_a_unit_of_systemd_sets_and_unsets_variables():
    lines = render_launch_entry(ENTRY, LauncherFormat.SYSTEMD).text.split("\n")
    values = [line.partition("=") for line in lines if "=" in line]
    found = [(key, unit_words(text)) for key, _sign, text in values]
    start = [word.replace("$$", "$") for word in dict(found)["ExecStart"]]
    assert start == [TARGET.program, *TARGET.arguments]
    assert "WorkingDirectory=/opt/my game" in lines
    assert dict(found)["UnsetEnvironment"] == ["DISABLE_OVERLAY"]
    assert [one for key, (one, *_) in found if key == "Environment"] == [
        "VK_INSTANCE_LAYERS=VK_LAYER_a:VK_LAYER_b",
        f"ODD={ODD}",
        "EMPTY=",
    ]


def test_vs_code_gets_a_configuration_for_its_debugger():
    found = json.loads(render_launch_entry(ENTRY, LauncherFormat.VSCODE).text)
    assert (found["program"], tuple(found["args"])) == (TARGET.program, TARGET.arguments)
    assert {one["name"]: one["value"] for one in found["environment"]}["ODD"] == ODD
    assert found["setupCommands"] == [{"text": "unset environment DISABLE_OVERLAY"}]


def test_lutris_gets_its_members_and_unsets_by_a_command_before_the_game():
    found = json.loads(render_launch_entry(ENTRY, LauncherFormat.LUTRIS).text)
    assert shlex.split(found["game"]["args"]) == list(TARGET.arguments)
    assert found["system"]["env"]["ODD"] == ODD
    assert found["system"]["prefix_command"] == "env -u DISABLE_OVERLAY"


def test_heroic_gets_variables_and_a_wrapper_and_knows_the_program_itself():
    found = json.loads(render_launch_entry(ENTRY, LauncherFormat.HEROIC).text)
    assert {"key": "ODD", "value": ODD} in found["enviromentOptions"]
    assert found["wrapperOptions"] == [{"exe": "env", "args": "-u DISABLE_OVERLAY"}]
    assert TARGET.program not in json.dumps(found)
    assert [one for one in LauncherFormat if not needs_program(one)] == [LauncherFormat.HEROIC]


@pytest.mark.parametrize("launcher", LauncherFormat)
def test_what_no_variable_can_hold_is_refused_with_the_reason(launcher):
    wrong = (Variable("A", "\udcff"), Variable("B", "x\0y"), Variable("no name", "1"))
    rendered = render_launch_entry(ENTRY._replace(variables=(*VARIABLES, *wrong)), launcher)
    assert rendered.text == render_launch_entry(ENTRY, launcher).text
    assert [one.name for one in rendered.refused_variables] == ["A", "B", "no name"]


@pytest.mark.parametrize("launcher", LauncherFormat)
def test_without_variables_the_program_is_started_plainly(launcher):
    text = render_launch_entry(LaunchEntry("t", Target("/x"), ()), launcher).text
    assert "env -u" not in text
    assert "unset" not in text.lower()
