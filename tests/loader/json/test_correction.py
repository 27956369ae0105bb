"""The one character that a text lacks, or has too many: found, and only where it is certain."""

from __future__ import annotations

import json

import pytest

from vkconfig_py.loader.base.verdicts import ReplaceLine
from vkconfig_py.loader.json.decode import parse_json
from vkconfig_py.loader.json.text_edits import EditError, find_correction, replace_line

MANIFEST = {
    "file_format_version": "1.0.0",
    "layer": {
        "name": "VK_LAYER_a",
        "component_layers": ["a", "b"],
        "functions": {"x": "y"},
        "api_version": "1.2.3",
    },
}
TEXT = json.dumps(MANIFEST, indent=4)


def corrected(text: str) -> bytes | None:
    data = text.encode()
    found = find_correction("f", data, lambda changed: json.loads(changed) == MANIFEST)
    return replace_line(data, *found[1:]) if found else None


@pytest.mark.parametrize("at", [at for at, one in enumerate(TEXT) if one in ',"{}[]:'])
def test_a_character_that_is_missing_is_found(at: int) -> None:
    changed = corrected(TEXT[:at] + TEXT[at + 1 :])
    assert changed is not None
    for lenient in (True, False):  # old loaders and new ones
        assert not parse_json(changed, lenient).error


@pytest.mark.parametrize("at", [at for at, one in enumerate(TEXT) if one == ","])
def test_a_comma_too_many_is_found(at: int) -> None:
    assert corrected(f"{TEXT[:at]},{TEXT[at:]}") == TEXT.encode()


@pytest.mark.parametrize(
    "text",
    [
        TEXT.replace('"y"', '"y",,'),
        TEXT.replace('"b"', '"b",,,'),
        TEXT.replace('"VK_LAYER_a",', '"VK_LAYER_a";'),
        TEXT.replace("{", "", 1),
        TEXT.replace("[", "", 1),
    ],
    ids=["two-commas", "three-commas", "semicolon", "first-brace", "bracket"],
)
def test_more_than_one_character_more_or_less_is_found(text: str) -> None:
    assert corrected(text) is not None


@pytest.mark.parametrize(
    "key", ["instance_extensions", "device_extensions", "component_layers", "layers"]
)
@pytest.mark.parametrize("value", ['{"name": "a"}', '"a"'])
def test_a_list_that_lost_its_bracket_stays_a_list(key: str, value: str) -> None:
    data = f'{{"layer": {{"{key}": {value}], "type": "GLOBAL"}}}}'.encode()
    found = find_correction("f", data, lambda _data: True)
    assert found is not None
    assert found.after == data.decode().replace(f" {value}]", f" [{value}]")


@pytest.mark.parametrize("ending", ["\n", "\r\n"])
def test_the_line_is_told_as_it_is_and_as_it_will_be(ending: str) -> None:
    text = ending.join(("{", '  "a": 1', '  "b": [1, 2,]', "}", "")).replace("2,", "2")
    found = find_correction("f", text.encode(), lambda _data: True)
    assert found == ReplaceLine("f", 2, '  "a": 1', '  "a": 1,')
    changed = replace_line(text.encode(), 2, found.before, found.after)
    assert changed.decode() == text.replace('"a": 1', '"a": 1,')
    with pytest.raises(EditError):
        replace_line(changed, 2, found.before, found.after)


@pytest.mark.parametrize(
    "data",
    [
        b'{"a": 1}',  # nothing is wrong
        b'{"a": 1 "b": 2 "c": 3}',  # two things are
        b'{"a": "\xff" "b": 2}',
        b'{"a": "' + b"x" * 20_000,
        b"",
    ],
)
def test_what_is_not_certain_is_left_alone(data: bytes) -> None:
    assert find_correction("f", data, lambda _data: True) is None


def test_what_the_caller_does_not_accept_is_no_correction() -> None:
    assert find_correction("f", b'{"a": 1 "b": 2}', lambda _data: False) is None
