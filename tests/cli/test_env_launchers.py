"""env --launcher: a program with its variables for launchers."""

from __future__ import annotations

import json

import pytest

from vkconfig_py.cli import main
from vkconfig_py.cli.output import Exit
from vkconfig_py.model.formats.shells import LauncherFormat


@pytest.mark.parametrize("launcher", [launcher.value for launcher in LauncherFormat])
def test_a_program_on_the_command_line_is_the_one_that_is_started(debugging, capsys, launcher):
    assert main(["env", launcher, "-c", "Debugging", "--", "true", "--json"]) == 0
    out = capsys.readouterr().out
    assert ("/bin/true" in out and "--json" in out) is (launcher != "heroic")


def test_without_a_program_it_is_asked_for(debugging, capsys):
    assert main(["env", "systemd", "-c", "Debugging"]) == Exit.USAGE
    assert "vkconfig-py env -c Debugging systemd PROGRAM" in capsys.readouterr().err


def test_json_holds_the_text(debugging, capsys):
    assert main(["env", "desktop", "-c", "Debugging", "--json", "--", "true"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["shell"] == "desktop"
    assert told["content"].startswith("[Desktop Entry]\n")
