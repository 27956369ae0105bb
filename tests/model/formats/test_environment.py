"""Variables as text: every shell takes them literally, or they are refused with a reason."""

from __future__ import annotations

import shutil
import subprocess

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vkconfig_py.loader.base.host import Host
from vkconfig_py.model.configuration.configuration import Variable
from vkconfig_py.model.formats.shells import ShellKind, render_environment

NASTY = 'it\'s "50%" of $HOME `id` \\ \n two  spaces\t! * ? ~ # & | ; < > ( ) é'
VALUES = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"), max_size=40)


def run_shell(shell: str, script: str, environment: dict[str, str]) -> dict[str, str]:
    """Run a script and return the environment of a program that it starts."""
    env = shutil.which("env")
    done = subprocess.run(
        [shell, "-c", f"{script}\n{env} -0"],
        env={"PATH": "/usr/bin:/bin", **environment},
        capture_output=True,
        check=True,
    )
    pairs = (line.split(b"=", 1) for line in done.stdout.split(b"\0") if line)
    return {name.decode(): value.decode() for name, value in pairs}


@given(VALUES)
def test_bash_takes_any_value_literally(value: str) -> None:
    rendered = render_environment([Variable("A_VALUE", value)], ShellKind.BASH)
    assert run_shell("bash", rendered.text, {})["A_VALUE"] == value


@given(VALUES)
def test_sh_takes_a_steam_launch_option_literally(value: str) -> None:
    rendered = render_environment(
        [Variable("A_VALUE", value), Variable("GONE", None)], ShellKind.STEAM
    )
    refused = {refusal.name for refusal in rendered.refused_variables}
    if refused:
        assert "\n" in value or "\r" in value or "%command%" in value
        return
    line = rendered.text.replace("%command%", "/usr/bin/env -0")
    done = subprocess.run(
        ["sh", "-c", line],
        env={"PATH": "/usr/bin:/bin", "GONE": "1"},
        capture_output=True,
        check=True,
    )
    assert f"A_VALUE={value}".encode() in done.stdout.split(b"\0")
    assert b"GONE=1" not in done.stdout.split(b"\0")


def test_bash_unsets_a_variable_really() -> None:
    rendered = render_environment([Variable("GONE", None)], ShellKind.BASH)
    assert "GONE" not in run_shell("bash", rendered.text, {"GONE": "1"})


def test_bash_text_is_one_statement_per_line() -> None:
    variables = [Variable("MANGOHUD", "1"), Variable("A", "b c"), Variable("X", None)]
    assert render_environment(variables, ShellKind.BASH).text == (
        "export MANGOHUD=1\nexport A='b c'\nunset X\n"
    )


def test_fish_escapes_backslash_and_quote() -> None:
    variables = [Variable("A", "it's \\ $x"), Variable("X", None)]
    text = render_environment(variables, ShellKind.FISH).text
    assert text == "set -gx A 'it\\'s \\\\ $x'\nset -e X\n"


def test_powershell_doubles_every_kind_of_single_quote() -> None:
    variables = [Variable("A", "it's ’ $x"), Variable("X", None)]
    text = render_environment(variables, ShellKind.POWERSHELL).text
    assert text == ("$env:A = 'it''s ’’ $x'\nRemove-Item Env:X -ErrorAction SilentlyContinue\n")


def test_cmd_quotes_the_whole_assignment() -> None:
    text = render_environment([Variable("A", "b & c"), Variable("X", None)], ShellKind.CMD).text
    assert text == 'set "A=b & c"\nset "X="\n'


def test_a_batch_file_has_the_lists_of_windows() -> None:
    variables = [Variable("VK_INSTANCE_LAYERS", "VK_LAYER_a:VK_LAYER_b"), Variable("A", "x:y")]
    text = render_environment(variables, ShellKind.CMD, Host({})).text
    assert text == 'set "VK_INSTANCE_LAYERS=VK_LAYER_a;VK_LAYER_b"\nset "A=x:y"\n'


def test_steam_unsets_before_it_sets() -> None:
    variables = [Variable("A", "b"), Variable("X", None)]
    assert render_environment(variables, ShellKind.STEAM).text == "env -u X A=b %command%"
    assert render_environment([], ShellKind.STEAM).text == "%command%"


@pytest.mark.parametrize(
    ("shell", "value", "reason"),
    [
        (ShellKind.CMD, "50%", "cmd would expand the % in the value."),
        (ShellKind.CMD, 'say "x"', 'cmd cannot quote the " in the value.'),
        (ShellKind.CMD, "a\nb", "cmd cannot pass a line break."),
        (ShellKind.CMD, "", "cmd removes a variable that is set to an empty string."),
        (ShellKind.CMD, "a" * 8001, "cmd reads only 8191 characters per line."),
        (ShellKind.POWERSHELL, "", "PowerShell removes a variable that is set to an empty string."),
        (ShellKind.STEAM, "a\nb", "A launch option must be a single line."),
        (ShellKind.STEAM, "x%command%", "Steam would replace the %command% in the value."),
        (ShellKind.BASH, "a\0b", "A variable cannot contain a NUL byte."),
        (ShellKind.FISH, "\udcff", "The value contains bytes that are not valid text."),
    ],
)
def test_what_a_shell_cannot_carry_is_refused(shell: ShellKind, value: str, reason: str) -> None:
    rendered = render_environment([Variable("A", value), Variable("B", "1")], shell)
    assert [(refused.name, refused.reason) for refused in rendered.refused_variables] == [
        ("A", reason)
    ]
    assert "B" in rendered.text


@pytest.mark.parametrize("name", ["A-B", "", "1A", "A=B", "A\n", "é"])
@pytest.mark.parametrize("shell", ShellKind)
def test_a_name_that_shells_cannot_set_is_refused(shell: ShellKind, name: str) -> None:
    rendered = render_environment([Variable(name, "1")], shell)
    assert [refused.name for refused in rendered.refused_variables] == [name]
    assert rendered.text.strip() in ("", "%command%")


def test_a_value_full_of_signs_survives_bash() -> None:
    text = render_environment([Variable("A", NASTY)], ShellKind.BASH).text
    assert run_shell("bash", text, {})["A"] == NASTY
