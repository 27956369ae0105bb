"""Changing one place of a JSON text."""

from __future__ import annotations

import copy
import json
from contextlib import suppress
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.framework.plain import convert_objects
from vkconfig_py.loader.base.verdicts import REMOVED, Json, KeyPath, Removed
from vkconfig_py.loader.json.decode import parse_json
from vkconfig_py.loader.json.text_edits import EditError, edit_document

MANIFEST = """{
    "file_format_version": "1.0.0",
    "layer" : {
        "name": "A",
        "app_keys": ["/x", "/y"],
        "list": [
            1,
            2
        ],
        "empty": {},
        "none": []
    }
}
"""


@pytest.mark.parametrize(
    ("path", "value", "old", "new"),
    [
        (("layer", "name"), "B", '"name": "A"', '"name": "B"'),
        (("LAYER", "Name"), 7, '"name": "A"', '"name": 7'),
        (("layer", "app_keys", 0), REMOVED, '["/x", "/y"]', '["/y"]'),
        (("layer", "app_keys", 1), REMOVED, '["/x", "/y"]', '["/x"]'),
        (("layer", "app_keys", 2), "/z", '["/x", "/y"]', '["/x", "/y", "/z"]'),
        (("layer", "app_keys", 0), "/é", '"/x"', '"/é"'),
        (("layer", "list", 9), 3, "2\n        ]", "2,\n            3\n        ]"),
        (("layer", "list", 1), REMOVED, "1,\n            2\n", "1\n"),
        (("layer", "name"), REMOVED, '"name": "A",\n        ', ""),
        (("layer", "none"), REMOVED, ',\n        "none": []', ""),
        (("layer", "none", 0), "a", '"none": []', '"none": [\n    "a"\n]'),
        (("layer", "type"), "G", '"none": []', '"none": [],\n        "type": "G"'),
        (
            ("extra",),
            True,
            "{\n",
            '{\n    "extra": true,\n',
        ),
        (("layer", "absent"), REMOVED, "", ""),
        (("layer", "name", "deeper"), REMOVED, "", ""),
    ],
)
def test_everything_else_stays(path: KeyPath, value: Json | Removed, old: str, new: str):
    changed = edit_document(MANIFEST.encode(), path, value).decode()
    assert changed == MANIFEST.replace(old, new, 1)


def test_objects_on_the_way_are_made():
    assert edit_document(b"{}", ("a", "b"), 1) == b'{"a": {"b": 1}}'
    assert edit_document(b'{"a": 5}', ("a", "b"), [1]) == b'{"a": {"b": [1]}}'
    assert edit_document(b"[]", (0, "b"), 1) == b'[{"b": 1}]'


def test_every_mention_of_a_key_changes():
    assert edit_document(b'{"a": 1, "A": 2, "b": 3}', ("a",), 0) == b'{"a": 0, "A": 0, "b": 3}'
    assert edit_document(b'{"a": 1, "b": 3, "A": 2}', ("a",), REMOVED) == b'{"b": 3}'


def test_what_loaders_accept_can_be_changed():
    text = b'\xef\xbb\xbf{"a\\u0041": "\xff\x01",\x02"x": 01} and more'
    assert edit_document(text, ("aA",), 1).endswith(b'"a\\u0041": 1,\x02"x": 01} and more')
    assert edit_document(text, ("x",), "\udcff") == text.replace(b"01}", b'"\xff"}')


def test_index_of_an_object_counts_its_members():
    assert edit_document(b'{"a": {"x": 1, "y": 2}}', ("a", 1), REMOVED) == b'{"a": {"x": 1}}'


@pytest.mark.parametrize("text", [b"", b"{", b'{"a": 1,}', b"// no"])
def test_text_that_is_no_json_is_refused(text: bytes):
    with pytest.raises(EditError, match="not JSON"):
        edit_document(text, ("a",), 1)


def test_whole_text_can_be_replaced_but_not_removed():
    assert edit_document(b" [1] ", (), {"a": 1}) == b' {"a": 1} '
    with pytest.raises(EditError, match="one value"):
        edit_document(b"[]", (), REMOVED)


KEYS = st.sampled_from(["a", "b", "layer", "é", 'q"\\'])
VALUES: Any = st.recursive(
    st.none() | st.booleans() | st.integers(-9, 9) | st.sampled_from(["", "x", ']"}', "\\"]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(KEYS, inner, max_size=3),
    max_leaves=8,
)


@given(st.dictionaries(KEYS, VALUES, max_size=4), st.data(), st.sampled_from([None, 1, 4]))
def test_result_is_the_document_with_that_change(
    document: dict[str, Any], data: st.DataObject, indent: int | None
):
    path = data.draw(_paths(document))
    value = data.draw(VALUES | st.just(REMOVED))
    text = json.dumps(document, indent=indent, ensure_ascii=False).encode()
    changed = parse_json(edit_document(text, path, value))
    assert not changed.error
    assert convert_objects(changed.value) == _changed(document, path, value)


@st.composite
def _paths(draw: st.DrawFn, document: dict[str, Any]) -> KeyPath:
    """Draw a path to something that is there, or that could be added."""
    path: list[str | int] = []
    here: Any = document
    while isinstance(here, dict | list):
        if isinstance(here, dict):
            part: str | int = draw(KEYS)
            there = part in here
        else:
            part = draw(st.integers(0, len(here)))
            there = part < len(here)
        path.append(part)
        if not there or draw(st.booleans()):
            break
        here = here[part]
    return tuple(path)


def _changed(document: Any, path: KeyPath, value: Json | Removed) -> Any:
    whole = copy.deepcopy(document)
    here = whole
    for part in path[:-1]:
        here = here[part]
    last = path[-1]
    if value is REMOVED:
        with suppress(KeyError, IndexError):
            del here[last]
    elif isinstance(here, list) and isinstance(last, int) and last >= len(here):
        here.append(value)
    else:
        here[last] = value
    return whole
