"""A command line that is typed."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vkconfig_py.loader.base.host import Host
from vkconfig_py.model.configuration.configuration import Target, Variable
from vkconfig_py.model.programs.candidates import (
    NO_PROGRAM_NAME,
    UNCLOSED_QUOTE,
    CommandLine,
    check_command,
    parse_command,
    render_command,
)


@pytest.mark.parametrize(
    ("text", "target", "variables"),
    [
        ("vkcube", Target("vkcube"), ()),
        ("A=b C= vkcube --c 5", Target("vkcube", ("--c", "5")), (("A", "b"), ("C", ""))),
        ("'/opt/a b' 'x y' D=e", Target("/opt/a b", ("x y", "D=e")), ()),
        ("~/game $HOME", Target("/home/u/game", ("$HOME",)), ()),
        ("A-B=c", Target("A-B=c"), ()),
        ("", Target(), ()),
    ],
)
def test_a_line_is_variables_a_program_and_arguments(text, target, variables):
    found = parse_command(text, "/home/u")
    assert found == CommandLine(target, tuple(Variable(*one) for one in variables))


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("vkcube 'open", UNCLOSED_QUOTE),
        ("vkcube \\", "A trailing backslash has nothing to escape."),
        ("A=b", NO_PROGRAM_NAME),
        ("vkcube | tee log", "| is shell syntax. Use sh -c '…' for such a command."),
    ],
)
def test_a_line_that_starts_nothing_says_why(text, error):
    assert parse_command(text).error == error


@given(
    st.lists(st.tuples(st.from_regex("[A-Z]{1,4}", fullmatch=True), st.text(max_size=5))),
    st.from_regex("/[a-z ']{1,9}", fullmatch=True),
    st.lists(st.text(max_size=5).filter(lambda word: not set(word) & set("|&;<>"))),
)
def test_what_is_shown_is_what_would_be_typed(variables, program, arguments):
    given_ = tuple(Variable(name, value) for name, value in variables)
    target = Target(program, tuple(arguments))
    assert parse_command(render_command(target, given_)) == CommandLine(target, given_)


def test_a_program_is_looked_for_where_a_shell_would(tmp_path):
    game = tmp_path / "game"
    game.write_bytes(b"\x7fELF")
    host = Host(environment={"PATH": str(tmp_path)})
    assert check_command("game", host).error == f"{game} is not executable."
    game.chmod(0o755)
    assert check_command("game -w", host).target == Target(str(game), ("-w",))
    assert check_command("gone", host).error == "gone was not found in PATH."
    assert check_command(f"{tmp_path}/gone", host).error == f"{tmp_path}/gone does not exist."
    assert check_command("", host) == CommandLine()
