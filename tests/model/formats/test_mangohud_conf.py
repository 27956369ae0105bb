"""MangoHud.conf is read as MangoHud does, and an edit changes nothing but the values."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vkconfig_py.model.formats.mangohud_conf import (
    edit_conf,
    find_effective_lines,
    find_preset_lines,
    list_preset_numbers,
    parse_conf,
)


def values(content: bytes) -> dict[str, str]:
    return {key: one.value for key, one in find_effective_lines(content).items()}


@pytest.mark.parametrize(
    ("line", "key", "value"),
    [
        (b"fps_limit=60", "fps_limit", "60"),
        (b"  fps_limit = 60,30 \r", "fps_limit", "60,30"),
        (b"cpu_temp", "cpu_temp", "1"),
        (b"cpu_temp # why", "cpu_temp", "1"),
        (b"time_format=%H=%M", "time_format", "%H=%M"),
        (b"custom_text=a#b", "custom_text", "a"),
        (b"custom_text=", "custom_text", ""),
        (b"custom_text=\xff", "custom_text", "\udcff"),
    ],
)
def test_a_line_is_read_as_mangohud_reads_it(line: bytes, key: str, value: str) -> None:
    assert values(line) == {key: value}


@pytest.mark.parametrize("line", [b"", b"   ", b"# fps_limit=60", b"=5", b" #"])
def test_a_line_without_a_name_sets_nothing(line: bytes) -> None:
    assert parse_conf(line) == ()


def test_of_several_lines_with_one_name_the_last_counts() -> None:
    content = b"fps_limit=30\nfps_limit=60\n"
    assert find_effective_lines(content)["fps_limit"].line == 2
    assert edit_conf(content, {"fps_limit": "90"}) == b"fps_limit=30\nfps_limit=90\n"


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (b"", b"fps_limit=60\n"),
        (b"# mine\nfps_limit=30 # slow\nx", b"# mine\nfps_limit=60 # slow\nx"),
        (b"fps_limit = 30\r\nx\r\n", b"fps_limit = 60\r\nx\r\n"),
        (b"fps_limit=\n", b"fps_limit=60\n"),
        (b"fps_limit  # c\n", b"fps_limit=60  # c\n"),
        (b"### Limit FPS\n# fps_limit=0\nx\n", b"### Limit FPS\nfps_limit=60\nx\n"),
        (b"#fps_limit\r\nx\r\n", b"fps_limit=60\r\nx\r\n"),
        (b"# fps_limit is what I like\n", b"# fps_limit is what I like\nfps_limit=60\n"),
        (b"x", b"x\nfps_limit=60\n"),
        (b"x\r\ny", b"x\r\ny\r\nfps_limit=60\r\n"),
        (b"x\r\n", b"x\r\nfps_limit=60\r\n"),
        (b"fps_limit=60 # same\n", b"fps_limit=60 # same\n"),
    ],
)
def test_a_value_is_put_where_it_belongs(before: bytes, after: bytes) -> None:
    assert edit_conf(before, {"fps_limit": "60"}) == after


KEYS = st.sampled_from(["fps_limit", "cpu_temp", "position", "font_size", "x"])
TEXTS = st.text(st.characters(codec="utf-8", exclude_characters="#\n\0\r\v\f"), max_size=9).map(
    lambda text: text.strip(" \t")
)
LINES = st.one_of(
    st.builds(lambda key, value: f"{key}={value}".encode(), KEYS, TEXTS),
    st.builds(lambda key, value: f"# {key}={value}".encode(), KEYS, TEXTS),
    st.builds(lambda key, value: f" {key} = {value}\t# note".encode(), KEYS, TEXTS),
    KEYS.map(str.encode),
    st.binary(max_size=12).map(lambda some: some.replace(b"\n", b"")),
)
FILES = st.builds(lambda lines, end: end.join(lines), st.lists(LINES, max_size=8),
                  st.sampled_from([b"\n", b"\r\n"]))  # fmt: skip


@given(FILES, st.dictionaries(KEYS, TEXTS, max_size=3))
def test_what_is_set_is_read_and_everything_else_stays(
    content: bytes, chosen: dict[str, str]
) -> None:
    edited = edit_conf(content, chosen)
    assert values(edited) == {**values(content), **chosen}
    # Each old line is there, or was the place of a value.
    old, new = content.split(b"\n"), edited.split(b"\n")
    places = [index for index, line in enumerate(old) if new[index].rstrip() != line.rstrip()]
    assert len(places) <= len(chosen)
    for index in places:
        assert any(key.encode() in new[index] for key in chosen)


@given(FILES, st.dictionaries(KEYS, TEXTS, max_size=3))
def test_to_set_the_same_again_changes_nothing(content: bytes, chosen: dict[str, str]) -> None:
    edited = edit_conf(content, chosen)
    assert edit_conf(edited, chosen) == edited
    assert edit_conf(content, {}) == content


PRESETS = b"""fps
[preset 1]
no_display # nothing
[preset 2]
font_size=20
inherit

[preset 2]
fps_only
[preset 02]
[other]
"""


def test_a_preset_is_the_lines_below_its_head() -> None:
    one = find_preset_lines(PRESETS, "1")
    assert {key: (line.line, line.value) for key, line in one.items()} == {"no_display": (3, "1")}
    assert [*find_preset_lines(PRESETS, "2")] == ["font_size", "inherit", "fps_only"]
    assert find_preset_lines(PRESETS, "3") == {}
    assert list_preset_numbers(PRESETS) == ("1", "2")
    assert list_preset_numbers(b"[preset -1]\r\nfps\n") == ("-1",)
