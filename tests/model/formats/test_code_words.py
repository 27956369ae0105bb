"""Types, names, comments and literals of the code that passes settings."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.framework.settings import declare_layer, make_setting
from vkconfig_py.model.formats.settings_code import (
    ApiType,
    IdentifierScope,
    find_api_type,
    make_comment_lines,
    make_identifier,
    parse_frame_ranges,
    render_float_literal,
    render_integer_literal,
    render_string_literal,
)


@pytest.mark.parametrize(
    ("declared_range", "value", "kind"),
    [
        ({}, 1, ApiType.INT32),
        ({"min": 0}, 1, ApiType.UINT32),
        ({"min": -1}, 1, ApiType.INT32),
        ({"max": 5000000000}, 1, ApiType.INT64),
        ({"min": 0, "max": 5000000000}, 1, ApiType.UINT64),
        ({}, 2**63, ApiType.UINT64),
    ],
)
def test_the_integer_type_follows_from_the_range(declared_range, value, kind):
    one = declare_layer(make_setting("x", "INT", range=declared_range)).settings[0]
    assert find_api_type(one, value) is kind


def test_frames_become_start_count_and_step():
    assert parse_frame_ranges("3,8-2, 5-8-2") == (3, 1, 1, 8, 2, 1, 5, 8, 2)
    assert parse_frame_ranges("") == parse_frame_ranges("none") == ()


@given(st.text())
def test_comments_stay_comments(text):
    for line in make_comment_lines(text):
        assert line.isprintable()
        assert not line.endswith("\\")
        assert "*/" not in line
        assert "??" not in line


@given(st.text())
def test_identifiers_are_identifiers(text):
    assert make_identifier(text).isascii()
    assert make_identifier(text).isidentifier()


@given(st.lists(st.sampled_from(["a", "A", "a b", "a_b", "a_2", "class", "", "1"])))
def test_names_are_all_different(controls):
    names = IdentifierScope()
    taken = [names.make_unique(control) for control in controls]
    assert len(set(taken)) == len(taken)


def test_literals():
    assert render_string_literal('a"\\?\n\t\x01é') == '"a\\"\\\\\\077\\n\\t\\001\\303\\251"'
    assert render_integer_literal(-(2**63)) == "(-9223372036854775807LL - 1)"
    assert render_integer_literal(2**64 - 1) == "18446744073709551615ULL"
    assert render_float_literal(0.1) == "0.1f"
    assert render_float_literal(1e300) == "3.4028234e+38f"
