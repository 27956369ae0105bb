"""JSON as the loader reads it, with lines."""

from __future__ import annotations

import json
import math
import sys
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.framework.plain import convert_objects
from vkconfig_py.loader.json import decode
from vkconfig_py.loader.json.decode import (
    JsonError,
    JsonReader,
    OldJsonReader,
    find_positions,
    parse_json,
)

DEEP = 1000


def deep(levels: int) -> bytes:
    return b"[" * levels + b"]" * levels


# What both generations of loaders make of a text; seen by asking loaders 1.3.239 and 1.4.364.
READ_BY_BOTH = [
    ("object", b'{"a": 1}', {"a": 1}),
    ("trailing garbage", b'{"a": 1} and more', {"a": 1}),
    ("blanks are all bytes up to 0x20", b' \x01\x0b{"a"\x02:\x1f1}', {"a": 1}),
    ("first duplicate wins", b'{"a": 1, "a": 2}', {"a": 1}),
    ("control characters in a string", b'["\x01\n"]', ["\x01\n"]),
    ("escapes", b'["\\"\\\\\\/\\b\\f\\n\\r\\t\\u0041"]', ['"\\/\b\f\n\r\tA']),
    ("surrogate pair", b'["\\ud83d\\ude00"]', ["\U0001f600"]),
    ("bytes that are no UTF-8", b'["\xff\xfe"]', ["\udcff\udcfe"]),
    ("numbers", b"[1, -7, 1.5, 1e2, 01]", [1, -7, 1.5, 100.0, 1]),
    ("literals", b"[true, false, null]", [True, False, None]),
    ("scalar", b'"text"', "text"),
    ("empty containers", b'[{}, [], {"a": {}}]', [{}, [], {"a": {}}]),
    ("literal with a tail at the end", b"truex", True),
    ("number at the top", b"01", 1),
    ("many levels", deep(900), None),
]
REFUSED_BY_BOTH = [
    ("empty", b"", "the file is empty", 1),
    ("blank", b" \n ", "the file is empty", 2),
    ("not JSON", b"\x7fELF", "expected a value", 1),
    ("trailing comma in an array", b"[1,]", "expected a value", 1),
    ("trailing comma in an object", b'{"a": 1,\n}', "expected a key in double quotes", 2),
    ("comment", b"// no\n{}", "expected a value", 1),
    ("single quotes", b"{'a': 1}", "expected a key in double quotes", 1),
    ("no colon", b'{"a" 1}', 'expected ":" after the key', 1),
    ("no comma", b'{"a": 1\n "b": 2}', 'expected "," or "}"', 2),
    ("no comma in an array", b"[1 2]", 'expected "," or "]"', 1),
    ("truncated", b'{"a": {\n"b": 1', 'expected "," or "}"', 2),
    ("open string", b'{"a": "b', "unterminated string", 1),
    ("string open after an escape", b'{"a": "b\\"', "unterminated string", 1),
    ("wrong literal", b"[nul]", "expected a value", 1),
    ("NaN", b"[NaN]", "expected a value", 1),
    ("escape cut off", b'["\\u12"]', "bad \\u escape in a string", 1),
    ("nothing after a key", b'{"a":', "expected a value", 1),
]


@pytest.mark.parametrize("lenient", [True, False], ids=["new", "old"])
@pytest.mark.parametrize(("name", "text", "value"), READ_BY_BOTH, ids=[x[0] for x in READ_BY_BOTH])
def test_every_loader_reads(name: str, text: bytes, value: Any, lenient: bool):
    parsed = parse_json(text, lenient)
    assert str(parsed.error) == ""
    if value is not None:
        assert convert_objects(parsed.value) == value


@pytest.mark.parametrize("lenient", [True, False], ids=["new", "old"])
@pytest.mark.parametrize(
    ("name", "text", "error", "line"), REFUSED_BY_BOTH, ids=[x[0] for x in REFUSED_BY_BOTH]
)
def test_every_loader_refuses(name: str, text: bytes, error: str, line: int, lenient: bool):
    parsed = parse_json(text, lenient)
    assert (str(parsed.error), parsed.line) == (error, line)


@pytest.mark.parametrize(
    ("text", "new", "old"),
    [
        (b'\xef\xbb\xbf{"a": 1}', {"a": 1}, None),
        (b'["a\\u0000b"]', ["a"], ["ab"]),
        (b'["\\u00zz"]', [""], [""]),
        (b'["\\q"]', None, ["q"]),
        (b'["\\ud83d"]', None, [""]),
        (b'["\\ud83dx"]', None, ["x"]),
        (b'["\\ude00x"]', None, ["x"]),
        (b'["\\ud83d\\u0041x"]', None, ["x"]),
        (b"[1e]", None, [1]),
        (b"[1e+]", None, [1]),
        (b"[1e-1]", [0.1], [0.1]),
        (b"[1E2]", [100.0], [100]),
        (b"[-]", None, [0]),
        (b"[-e5]", None, [0]),
        (b"[1.]", [1.0], None),
        (b"[00]", [0], None),
        (b"[0.5]", [0.5], [0.5]),
        (b"[1" + b"0" * 80 + b"]", None, [1e80]),
        (b"[0." + b"1" * 80 + b"]", None, [float("0." + "1" * 80)]),
        (b'{"a": "x\0y"}', {"a": "x"}, None),
        (b'{"a": 1}\0{', {"a": 1}, {"a": 1}),
        (deep(DEEP + 1), None, "deep"),
        (b"[" + b"[]," * (DEEP + 1) + b"[]]", "wide", "wide"),
    ],
    ids=lambda value: str(value)[:16],
)
def test_generations_differ(text: bytes, new: Any, old: Any):
    for lenient, expected in ((True, new), (False, old)):
        parsed = parse_json(text, lenient)
        if expected is None:
            assert parsed.error
        elif isinstance(expected, str):
            assert str(parsed.error) == ""
        else:
            assert convert_objects(parsed.value) == expected


def test_depth_of_a_thousand_is_the_last_that_is_read():
    assert parse_json(deep(DEEP)).error == ""
    assert str(parse_json(deep(DEEP + 1)).error) == "nested deeper than 1000 levels"


def test_depth_is_judged_where_the_c_decoder_reads_deeper():
    value: Any = []
    for _ in range(DEEP):
        value = [value]
    assert decode._is_too_deep(value)
    limit = sys.getrecursionlimit()
    sys.setrecursionlimit(5 * DEEP)
    try:
        assert str(parse_json(deep(DEEP + 1)).error) == "nested deeper than 1000 levels"
    finally:
        sys.setrecursionlimit(limit)
    assert not decode._is_too_deep(value[0])
    assert not decode._is_too_deep([{"a": [1]}, 2])


def test_large_file_that_the_c_decoder_refuses_is_not_read_slowly():
    text = b'{"a": "' + b"x" * (5 << 20) + b'",\n\n!'
    parsed = parse_json(text)
    assert (str(parsed.error), parsed.line) == ("not valid JSON", 3)
    assert str(parse_json(b"\xef\xbb\xbf" + b"[" * (5 << 20)).error) == "not valid JSON"


def test_positions_name_the_line_of_each_key():
    text = b'{\n "File": 1,\n "layers": [\n  {"name": "a"},\n  {\n   "name": "b"}]}'
    positions = find_positions(text)
    assert positions.find_line() == 1
    assert positions.find_line("layers") == 3
    assert positions.find_line("layers", 0, "name") == 4
    assert positions.find_line("layers", 1) == 5
    assert positions.find_line("layers", 1, "name") == 6
    assert positions.find_line("file") == 2  # the loader ignores case
    assert positions.find_line("layers", 1, "missing") == 5  # the object that should hold it
    assert positions.find_line("nothing") == 1


def test_positions_of_a_hostile_depth_are_left_out():
    for lenient in (True, False):
        positions = find_positions(b'{"a": ' + b"[" * 100_000, lenient)
        assert positions.find_line("a") == 1
        assert max(map(len, positions)) < 1000
    text = b'{\n"a": ' + b"[\n" * 100 + b"]" * 100 + b',\n"b": 1}'
    assert find_positions(text).find_line("b") == 103


def test_positions_before_an_error_are_known():
    positions = find_positions(b'{\n"a": 1,\n"b": !}')
    assert positions.find_line("a") == 2
    assert positions.find_line("b") == 3
    assert find_positions(b"").find_line("a") == 0
    assert find_positions(b'{"a":\n"\\q", "b": 1}', lenient=False).find_line("b") == 2


def test_error_tells_line_and_sentence():
    error = JsonError("something is wrong", 3)
    assert str(error) == "line 3: something is wrong"


json_values = st.recursive(
    st.none() | st.booleans() | st.integers(-(10**12), 10**12) | st.text(max_size=8),
    lambda inner: (
        st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=5), inner, max_size=4)
    ),
    max_leaves=12,
)


def _readable(value: Any) -> bool:
    text = json.dumps(value, ensure_ascii=False)
    return "\0" not in text and "\\u0000" not in text


@given(json_values.filter(_readable), st.sampled_from([None, 1, "\t"]))
def test_any_json_value_is_read_alike_by_all_readers(value: Any, indent: Any):
    text = json.dumps(value, ensure_ascii=False, indent=indent).encode("utf-8", "surrogatepass")
    expected = json.loads(text.decode("utf-8", "surrogateescape"))
    assert convert_objects(parse_json(text).value) == expected
    assert convert_objects(JsonReader(text).read()) == expected
    assert convert_objects(OldJsonReader(text).read()) == expected


@given(st.binary(max_size=40) | st.text('{}[]",:01.e+-\\unaltrue \n', max_size=30).map(str.encode))
def test_any_bytes_are_read_or_refused_with_a_line(data: bytes):
    for lenient, reader in ((True, JsonReader), (False, OldJsonReader)):
        parsed = parse_json(data, lenient)
        assert bool(parsed.error) == (parsed.line > 0)
        slowly = _read(reader(data))
        assert (parsed.error, parsed.line) == slowly[1:]
        assert parsed.error or _same(parsed.value, slowly[0])
        find_positions(data, lenient)


def _read(reader: JsonReader) -> tuple[Any, str, int]:
    try:
        return reader.read(), "", 0
    except JsonError as error:
        return None, error.sentence, error.line


def _same(one: Any, other: Any) -> bool:
    if isinstance(one, float) and isinstance(other, float) and math.isnan(one):
        return math.isnan(other)
    return bool(one == other)
