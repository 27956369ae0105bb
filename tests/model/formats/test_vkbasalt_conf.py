"""vkBasalt.conf: read as vkBasalt reads it, and edited in the lines that are meant alone."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vkconfig_py.model.formats.vkbasalt_conf import (
    ConfError,
    edit_conf,
    find_effective_lines,
    parse_conf,
)

CONTENT = st.text('ab #="\t\r\n:é1.', max_size=60).map(str.encode) | st.binary(max_size=60)
CARRIED = st.text(min_size=1).filter(lambda text: '"' not in text and "\n" not in text)
VALUES = st.dictionaries(CARRIED, CARRIED, max_size=4)


@pytest.mark.parametrize(
    ("line", "key", "value"),
    [
        ("effects = cas:fxaa", "effects", "cas:fxaa"),
        ("  casSharpness=0.4 # less is softer", "casSharpness", "0.4"),
        ("two words = 1 2", "twowords", "12"),
        ('lutFile = "/a b/c #1.png"', "lutFile", "/a b/c #1.png"),
        ('"two words" = 1', "two words", "1"),
        ("a = b = c", "a", "bc"),
        ('a = x"y z"w', "a", "xy zw"),
        ('a = "open', "a", "open"),
        ("a = 1\r", "a", "1\r"),
        ("==a", "", ""),
        ("a =", "", ""),
        ('a = ""', "", ""),
        ("a = # 1", "", ""),
        ("#a = 1", "", ""),
        ("a", "", ""),
    ],
)
def test_line_is_read_as_by_the_layer(line: str, key: str, value: str) -> None:
    read = [(one.key, one.value) for one in parse_conf(line.encode())]
    assert read == ([(key, value)] if key else [])


def test_last_line_that_says_something_is_used() -> None:
    used = find_effective_lines(b"a = 1\na = 2\na =\n")
    assert (used["a"].value, used["a"].line) == ("2", 2)


def test_edit_changes_one_value_and_keeps_the_rest() -> None:
    before = b"# mine\r\n\n effects=cas   # list\nunknown = \xff\neffects = fxaa\t#last\nend"
    after = edit_conf(before, {"effects": "smaa:cas"})
    assert after == before.replace(b"fxaa\t#", b"smaa:cas\t#")


def test_value_that_stands_there_already_changes_nothing() -> None:
    before = b'lutFile = "/x/y.cube"'
    assert edit_conf(before, {"lutFile": "/x/y.cube"}) == before


def test_quotes_stay_where_they_were_and_come_where_they_are_needed() -> None:
    before = b'a = "1"\nb = 1\n'
    after = edit_conf(before, {"a": "2", "b": "x y", "c": "#"})
    assert after == b'a = "2"\nb = "x y"\nc = "#"\n'


def test_new_values_stand_at_the_end() -> None:
    assert edit_conf(b"", {"a": "1", "b": "2"}) == b"a = 1\nb = 2\n"
    assert edit_conf(b"x = 1", {"a": "1"}) == b"x = 1\na = 1\n"


@pytest.mark.parametrize(("key", "value"), [("a", ""), ("", "1"), ("a", 'x"'), ("a", "1\n2")])
def test_what_no_line_can_carry_is_refused(key: str, value: str) -> None:
    with pytest.raises(ConfError):
        edit_conf(b"", {key: value})


@given(CONTENT, VALUES)
def test_every_value_is_read_back_and_no_other_line_changes(
    content: bytes, values: dict[str, str]
) -> None:
    before = {key: one.value for key, one in find_effective_lines(content).items()}
    edited = edit_conf(content, values)
    assert {key: one.value for key, one in find_effective_lines(edited).items()} == {
        **before,
        **values,
    }
    changed = {find_effective_lines(content)[key].line for key in values if key in before}
    kept, now = content.split(b"\n"), edited.split(b"\n")
    assert all(now[i] == line for i, line in enumerate(kept) if line and i + 1 not in changed)
    assert edit_conf(edited, values) == edited


@given(CONTENT)
def test_reading_alone_changes_nothing(content: bytes) -> None:
    assert edit_conf(content, {}) == content
    for one in parse_conf(content):
        line = content.decode("utf-8", "surrogateescape").split("\n")[one.line - 1]
        assert 0 < one.start < one.end <= len(line)
