"""JSON as rapidjson reads and prints it."""

from __future__ import annotations

import contextlib
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vkconfig_py.loader.json.decode import Members
from vkconfig_py.machines.fuchsia.strict_json import (
    MAX_BYTES,
    MAX_NESTING,
    StrictJsonError,
    parse_strict,
    render_pretty,
)

REFUSED = {
    "nothing": (b"", "m.json: The document is empty."),
    "blanks": (b"  ", "m.json:1:3: The document is empty."),
    "a comma before the brace": (b'{"a":1,}', "m.json:1:8: Missing a name for object member."),
    "a comma before the bracket": (b"[1,]", "m.json:1:4: Invalid value."),
    "a bare key": (b"{a: 1}", "m.json:1:2: Missing a name for object member."),
    "a comment": (b'{\n  "a": 1 // one\n}', "m.json:2:10: Missing a comma or } after an object "
                  "member."),
    "no colon": (b'{"a" 1}', "m.json:1:6: Missing a colon after a name of object member."),
    "no comma in a list": (b"[1 2]", "m.json:1:4: Missing a comma or ] after an array element."),
    "a literal that is cut": (b"[tru]", "m.json:1:5: Invalid value."),
    "a zero before the number": (b"[01]", "m.json:1:3: Missing a comma or ] after an array "
                                 "element."),
    "no fraction": (b"[1.]", "m.json:1:4: Miss fraction part in number."),
    "no exponent": (b"[1e+]", "m.json:1:5: Miss exponent in number."),
    "a sign alone": (b"[-]", "m.json:1:3: Invalid value."),
    "a number too large": (b"[1, 1e309]", "m.json:1:5: Number too big to be stored in double."),
    "nought too large": (b"[0e309]", "m.json:1:2: Number too big to be stored in double."),
    "many nines": (b"[" + b"9" * 400 + b"]", "m.json:1:2: Number too big to be stored in double."),
    "NaN": (b"[NaN]", "m.json:1:2: Invalid value."),
    "half a pair": (rb'["\ud800"]', "m.json:1:3: The surrogate pair in string is invalid."),
    "a second half": (rb'["\udc00"]', "m.json:1:3: The surrogate pair in string is invalid."),
    "no second half": (rb'["\ud800\u0041"]', "m.json:1:3: The surrogate pair in string is "
                       "invalid."),
    "a wrong escape": (rb'["a\q"]', "m.json:1:4: Invalid escape character in string."),
    "a wrong digit": (rb'["\u12g4"]', "m.json:1:3: Incorrect hex digit after \\u escape in "
                      "string."),
    "a tab in a string": (b'["a\t"]', "m.json:1:4: Invalid encoding in string."),
    "a string that is cut": (b'["a', "m.json:1:4: Missing a closing quotation mark in string."),
    "text after the value": (b"{}\n{}", "m.json:2:1: The document root must not be followed by "
                             "other values."),
    "a byte order mark": (b"\xef\xbb\xbf{}", "m.json: Invalid value."),
}  # fmt: skip


@pytest.mark.parametrize(("text", "error"), REFUSED.values(), ids=REFUSED)
def test_what_rapidjson_refuses_is_told_with_line_and_column(text, error):
    with pytest.raises(StrictJsonError) as refused:
        parse_strict(text)
    assert refused.value.render_for_file("m.json") == error


def test_columns_count_bytes():
    with pytest.raises(StrictJsonError) as refused:
        parse_strict('["é", x]'.encode())
    assert (refused.value.line, refused.value.column) == (1, 8)


def test_a_nul_ends_the_text():
    assert parse_strict(b"[1]\0 garbage") == [1]


def test_a_key_that_occurs_twice_stays_twice():
    value = parse_strict(b'{"a": 1, "a": 2}')
    assert value == Members([("a", 1), ("a", 2)])
    assert value.first() == {"a": 1}
    assert render_pretty(value) == b'{\n    "a": 1,\n    "a": 2\n}'


PRINTED = {
    "an empty object": (b"{ }", b"{}"),
    "an empty list": (b"[ ]", b"[]"),
    "a list in a list": (b"[[1,true],null]",
                         b"[\n    [\n        1,\n        true\n    ],\n    null\n]"),
    "letters of all languages": ('"é漢\\u00e9"'.encode(), '"é漢é"'.encode()),
    "bytes that are no text": (b'"\xff"', b'"\xff"'),
    "a pair": (rb'"\ud83d\ude00"', '"😀"'.encode()),
    "escapes": (rb'"\" \\ \/ \b \f \n \r \t \u001f"', rb'"\" \\ / \b \f \n \r \t \u001F"'),
    "a whole double": (b"1.0", b"1.0"),
    "a small double": (b"1.5e-7", b"1.5e-7"),
    "a double": (b"0.1", b"0.1"),
    "nought point": (b"0.00012", b"0.00012"),
    "a large double": (b"1e30", b"1e30"),
    "a larger one": (b"12.5e29", b"1.25e30"),
    "many noughts": (b"1e20", b"100000000000000000000.0"),
    "half a million": (b"500000.5", b"500000.5"),
    "no double": (b"0.0", b"0.0"),
    "minus nought": (b"[-0, -0.0]", b"[\n    0,\n    -0.0\n]"),
    "the largest integers": (b"[18446744073709551615, -9223372036854775808]",
                             b"[\n    18446744073709551615,\n    -9223372036854775808\n]"),
    "a larger integer": (b"18446744073709551616", b"18446744073709552000.0"),
    "a smaller integer": (b"-9223372036854775809", b"-9223372036854776000.0"),
}  # fmt: skip


@pytest.mark.parametrize(("text", "printed"), PRINTED.values(), ids=PRINTED)
def test_values_are_printed_as_the_pretty_writer_does(text, printed):
    assert render_pretty(parse_strict(text)) == printed


@given(
    st.recursive(
        st.none() | st.booleans() | st.integers(-(1 << 63), (1 << 64) - 1) | st.text(),
        lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
        max_leaves=8,
    )
)
def test_what_is_printed_is_read_as_the_same_value(value):
    text = json.dumps(value, ensure_ascii=False).encode("utf-8", "surrogatepass")
    once = render_pretty(parse_strict(text))
    assert render_pretty(parse_strict(once)) == once
    assert json.loads(once) == value


@given(st.binary(max_size=40))
def test_any_bytes_are_read_or_refused(data):
    with contextlib.suppress(StrictJsonError):
        parse_strict(data)


@pytest.mark.parametrize("opening", [b"[", b'{"a":'])
def test_depth_is_limited(opening):
    with pytest.raises(StrictJsonError, match="nested deeper than 16 levels"):
        parse_strict(opening * (MAX_NESTING + 1))


def test_size_is_limited():
    with pytest.raises(StrictJsonError, match="larger than 16 KB"):
        parse_strict(b" " * (MAX_BYTES + 1))


def test_numbers_of_any_length_are_refused_at_once():
    for text in (b"9" * 16_000, b"1e" + b"9" * 16_000, b"0." + b"1" * 16_000 + b"e99999"):
        with pytest.raises(StrictJsonError, match="Number too big"):
            parse_strict(text)
