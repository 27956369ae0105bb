"""env --launcher: a program with its variables for launchers."""

from __future__ import annotations

import json

import pytest

from vkconfig_py.cli import main
from vkconfig_py.cli.commands import env
from vkconfig_py.cli.output import Exit
from vkconfig_py.cli.planning import predict_environment
from vkconfig_py.model.formats.shells import LauncherFormat
from vkconfig_py.model.plan.plan import Limitation


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


@pytest.mark.parametrize(
    ("launcher", "remedy"),
    [
        ("steam", "set the launch options to vkconfig-py run -c Post %command%"),
        ("heroic", "add the wrapper command vkconfig-py run -c Post"),
    ],
)
def test_what_variables_cannot_do_names_the_line_that_a_launcher_has(
    debugging, capsys, monkeypatch, launcher, remedy
):
    monkeypatch.setattr(env, "predict_environment", _ask_losing_order)
    assert main(["config", "rename", "Debugging", "Post"]) == 0
    capsys.readouterr()
    assert main(["env", launcher, "-c", "Post", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert [limit["alternative"] for limit in told["limits"]] == [remedy]
    assert main(["env", "bash", "-c", "Post"]) == 0
    assert "launch from here" in capsys.readouterr().err


def _ask_losing_order(machine, configuration):
    """Plan variables as for a loader that takes no order from them."""
    asked = predict_environment(machine, configuration)
    lost = Limitation("", "variables cannot set this order", "launch from here", is_launched=True)
    plan = asked.answer.plan._replace(limits=(lost,))
    return asked._replace(answer=asked.answer._replace(plan=plan))
