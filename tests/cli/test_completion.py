"""completion: what a shell offers behind the words that were typed, and its script."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

from tests.framework.patience import PATIENCE
from vkconfig_py.cli import main
from vkconfig_py.cli.output import Exit


def offered(capsys, *words):
    capsys.readouterr()
    assert main(["completion", "--json", "--", *words]) == 0
    return json.loads(capsys.readouterr().out)["words"]


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (["und"], ["undo"]),
        (["config", "ex"], ["export"]),
        (["config", "programs", "o"], ["on", "off"]),
        (["config", "programs", "add", "--c"], ["--config"]),
        (["layer", "folder", "ex"], ["exclude"]),
        (["config", "export", "--form"], ["--format"]),
        (["config", "export", "--format", ""], ["own", "vkconfig"]),
        (["config", "export", "--format", "=", "v"], ["vkconfig"]),
        (["config", "export", "--format", "="], ["own", "vkconfig"]),
        (["layer", "off", "-c", "Deb"], ["Debugging"]),
        (["layer", "off", "-c", '"De'], ["Debugging"]),
        (["layer", "on", "KHR"], ["KHRONOS_validation"]),
        (["layer", "on", "VK_LAYER_o"], ["VK_LAYER_overlay"]),
        (["layer", "on", "oth"], ["others"]),
        (["layer", "off", "--config", "debug"], ["Debugging"]),
        (["explain", "Ove"], ["overlay"]),
        (["probe", "khr"], ["KHRONOS_validation"]),
        (["preferences", "th"], ["theme"]),
        (["layer", "o"], ["on", "off"]),
        (["driver", "o"], ["off", "only", "on"]),
        (["driver", "only", "gp"], ["gpu.json"]),
        (["show", "--set", "A=1", "-c", "Oth"], ["Other"]),
        (["show", "--loader-version", ""], []),
        (["show", "--mach"], ["--machine"]),
        (["run", "-c", "Debugging", "--", "un"], []),
        (["no-such-command", ""], []),
    ],
    ids=lambda value: " ".join(value) or "nothing",
)
def test_what_fits_is_offered(debugging, capsys, words, expected):
    assert offered(capsys, *words) == expected


def test_bash_completes_a_name_with_spaces(debugging, capsys, tmp_path):
    assert main(["config", "create", "My checks"]) == 0
    capsys.readouterr()
    assert main(["completion", "bash"]) == 0
    script = capsys.readouterr().out
    program = tmp_path / "vkconfig-py"
    program.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m vkconfig_py "$@"\n')
    program.chmod(0o755)
    asked = 'COMP_WORDS=(vkconfig-py show -c My) COMP_CWORD=3; _vkconfig_py; echo "${COMPREPLY[@]}"'
    done = subprocess.run(
        ["bash", "-c", f"PATH={tmp_path}:$PATH\n{script}\n{asked}"],
        stdout=subprocess.PIPE,
        text=True,
        timeout=PATIENCE,
        check=True,
    )
    assert done.stdout == "My\\ checks\n"


def test_a_shell_is_one_of_three(capsys):
    for words in ([], ["tcsh"], ["bash", "--", "x"]):
        with pytest.raises(SystemExit) as ended:
            main(["completion", *words])
        assert ended.value.code == Exit.USAGE
    for shell in ("zsh", "fish"):
        assert main(["completion", shell]) == 0
        assert "vkconfig-py completion -- " in capsys.readouterr().out
