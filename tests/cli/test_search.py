"""search: what has a name is found by a part of it, with the command that tells more."""

from __future__ import annotations

import json
import shlex

import pytest

from tests.cli.generated import TWO
from vkconfig_py.cli import main
from vkconfig_py.cli.output import Exit


def found(capsys, *words):
    capsys.readouterr()
    assert main(["search", *words, "--json"]) == 0
    return [(one["kind"], one["name"], one["next"]) for one in
            json.loads(capsys.readouterr().out)["found"]]  # fmt: skip


def test_layers_settings_variables_and_commands_are_found(four_layers, capsys):
    assert ("layer", TWO, f"vkconfig-py explain {TWO}") in found(capsys, TWO)
    assert ("command", "undo", "vkconfig-py undo --help") in found(capsys, "undo")
    assert ("configuration", "Plain", "vkconfig-py show -c Plain") in found(capsys, "plain")
    settings = [one for one in found(capsys, "flags", "-c", "Plain", "--most", "50")
                if one[0] == "setting"]  # fmt: skip
    assert len(settings) == 4
    assert settings[0][2].startswith("vkconfig-py layer show ")
    assert ("variable", "VK_LOADER_DEBUG", "vkconfig-py explain VK_LOADER_DEBUG") in found(
        capsys, "VK_LOADER_DEBUG"
    )


def test_what_is_said_next_can_be_done(four_layers, capsys):
    for *_, command in found(capsys, "flags", "-c", "Plain"):
        assert main(shlex.split(command)[1:]) == 0


def test_nothing_found_is_said(four_layers, capsys):
    assert main(["search", "no", "such", "thing"]) == Exit.NOT_FOUND
    assert "No matches for “no such thing”." in capsys.readouterr().err
    with pytest.raises(SystemExit) as ended:
        main(["search"])
    assert ended.value.code == Exit.USAGE


@pytest.mark.parametrize("word", ["uninstall", "tray", "german", "sprache"])
def test_commands_are_found_by_the_words_that_people_use(four_layers, capsys, word):
    command = ("command", "preferences", "vkconfig-py preferences --help")
    assert command in found(capsys, word)


def test_an_option_set_is_called_one(four_layers, capsys):
    assert main(["config", "options", "-p", "/bin/sh", "create", "Windowed"]) == 0
    capsys.readouterr()
    assert main(["search", "windowed"]) == 0
    assert capsys.readouterr().out.startswith("option set ")
