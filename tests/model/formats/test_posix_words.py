"""What a line of a POSIX shell sets, compared with what a shell does."""

from __future__ import annotations

import subprocess

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vkconfig_py.model.formats.shells import find_set_variables, find_unset_variables, read_word

LINES = [
    "export A=1",
    "declare -x A=1",
    "A=1; export A",
    "export A=1; export B=2",
    "export A=1 && true",
    "export A=1 B='2 3'  C=\"4 5\"",
    "export A=b#c   # said",
    "export A=#b",
    "export A='b'\"c\"d\\ e",
    "export A=",
    "export A= # nothing",
    'export A="b\\"c;d"',
    "export A='b\nc' B=2",
]


@pytest.mark.parametrize("line", LINES)
def test_a_line_sets_what_bash_sets(line: str):
    assert dict(find_set_variables(line)) == _bash(line)


@pytest.mark.parametrize(
    "line", ["export A=$(pwd)", "export A='b", 'export A="b', "export A=b c", "export A=(1 2)"]
)
def test_a_value_that_is_not_whole_is_not_taken(line: str):
    assert find_set_variables(line) == (("A", None),)


def test_what_stands_before_a_command_is_set_for_it():
    assert find_set_variables("A=1 B=2 vkcube --c 4") == (("A", "1"), ("B", "2"))


@pytest.mark.parametrize("line", ["", "true A=1", "exported", "cd /x && A=1", "1A=2", "# A=1"])
def test_other_lines_set_nothing(line: str):
    assert find_set_variables(line) == ()


def test_several_variables_are_unset_at_once():
    assert find_unset_variables("unset A B") == ("A", "B")
    assert find_unset_variables("unset -v A") == ("A",)
    assert find_unset_variables("unset") == find_unset_variables("unset A; true") == ()


@pytest.mark.parametrize(
    ("text", "word"), [("a", "a"), ("'a b' # c", "a b"), ("a;", "a"), ("a b", None), ("'a", None)]
)
def test_one_word_is_read_or_none(text: str, word: str | None):
    assert read_word(text) == word


@given(st.text("ab #'\"\\;&=\n", max_size=12))
def test_any_text_is_read_without_an_error(text: str):
    find_set_variables(f"export A={text}")
    read_word(text)


def _bash(line: str) -> dict[str, str]:
    told = subprocess.run(
        ["env", "-i", "bash", "--norc", "-c", f"{line}\nexec env -0"],
        capture_output=True,
        check=True,
    ).stdout.decode()
    pairs = (one.split("=", 1) for one in told.split("\0") if one)
    return {name: value for name, value in pairs if name in ("A", "B", "C")}
