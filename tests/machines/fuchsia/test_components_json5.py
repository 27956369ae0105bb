"""JSON5, as far as component manifests use it."""

from __future__ import annotations

import contextlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vkconfig_py.machines.fuchsia.components import MAX_JSON5_BYTES, Json5Error, parse_json5

READ = {
    "bare keys": (b"{a: 1, $b_2: 2, 'c d': 3, \"e\": 4}", {"a": 1, "$b_2": 2, "c d": 3, "e": 4}),
    "spare commas": (b"[1, [], {a: [2,],},]", [1, [], {"a": [2]}]),
    "comments": (b"// one\n{ /* two\n */ a: 1 // three\n}", {"a": 1}),
    "either quote": (b"""["a'b", 'a"b']""", ["a'b", 'a"b']),
    "escapes": (rb"'\n\x41\u0042\'\0'", "\nAB'\0"),
    "a continued line": (b"'a\\\nb\\\r\nc'", "abc"),
    "numbers": (b"[1, +2, -3, .5, 4., 1e3]", [1, 2.0, -3.0, 0.5, 4.0, 1000.0]),
    "literals": (b"[true, false, null]", [True, False, None]),
    "a key twice": (b"{a: 1, a: 2}", {"a": 2}),
    "a byte order mark": (b"\xef\xbb\xbf{}", {}),
}


@pytest.mark.parametrize(("text", "value"), READ.values(), ids=READ)
def test_value_is_read(text, value):
    assert parse_json5(text) == value


REFUSED = {
    "nothing": (b"", "line 1: expected a value"),
    "two commas": (b"[1,,2]", "line 1: expected a value"),
    "a comma alone": (b"[,]", "line 1: expected a value"),
    "no comma": (b"{a: 1\n b: 2}", 'line 2: expected "," or "}"'),
    "no colon": (b"{a 1}", 'line 1: expected ":" after the key'),
    "a number as key": (b"{1: 2}", "line 1: expected a key"),
    "a word": (b"[\n\nyes]", "line 3: yes is no value"),
    "an open string": (b"'a\n'", "line 1: unterminated string"),
    "an open comment": (b"/* {}", "line 1: expected a value"),
    "text after the end": (b"{}\n{}", "line 2: text after the end"),
    "an open list": (b"[1", 'line 1: expected "," or "]"'),
    "depth": (b"[" * 100, "line 1: nested deeper than 64 levels, not read"),
    "size": (b" " * (MAX_JSON5_BYTES + 1), "line 1: larger than 256 KB, not read"),
}


@pytest.mark.parametrize(("text", "error"), REFUSED.values(), ids=REFUSED)
def test_error_has_its_line(text, error):
    with pytest.raises(Json5Error) as refused:
        parse_json5(text)
    assert str(refused.value).startswith(error)


@given(st.text(alphabet="{}[]:,'\"\\/*ab1 \n", max_size=30))
def test_any_text_is_read_or_refused(text):
    with contextlib.suppress(Json5Error):
        parse_json5(text.encode())
