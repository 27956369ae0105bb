from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft7Validator

from tests.framework.manifests import (
    driver_document,
    explicit_layer,
    implicit_layer,
    layer_document,
)
from tests.framework.settings import make_manifest, make_setting, sdk_manifests
from tests.model.formats.samples import sample
from tests.model.problems.test_json_schemas import FULL, INSTALLED
from vkconfig_py.loader.base.host import Host
from vkconfig_py.loader.base.verdicts import Severity
from vkconfig_py.model.configuration.configuration_json import render_configuration
from vkconfig_py.model.layer_settings.parse_layer import read_declared
from vkconfig_py.model.problems.lint_file import DocumentKind, lint_file, render_sarif

FILE = "/nowhere/test.json"
HALF = explicit_layer("VK_LAYER_T_a", "a.so", api_version=None)
LONG = explicit_layer(f"VK_LAYER_T_{'a' * 298}", "a.so", description="long")
ENABLED = explicit_layer("VK_LAYER_T_a", "a.so", enable_environment={"A": "1"})
TOO_LONG = [("error", "text-too-long")]
HOST = Host({"LD_LIBRARY_PATH": "/nowhere"})


def settings(**members):
    section = {"stderr_log": ["error"], **members}
    return {"file_format_version": "1.0.0", "settings": section}


def codes(document, strict=False, file=FILE, **named):
    content = document if isinstance(document, bytes) else json.dumps(document).encode()
    found = lint_file(file, content, is_strict=strict, host=HOST, **named)
    assert all(one.file == file and one.sentence.endswith(".") for one in found)
    return [(one.severity.value, one.code) for one in found if one.code != "library-missing"]


@pytest.mark.parametrize("path", [*sdk_manifests(), *INSTALLED], ids=lambda path: path.stem)
def test_manifests_that_everybody_uses_have_no_findings_that_count(path):
    found = lint_file(str(path), path.read_bytes(), is_strict=True, host=HOST)
    assert {(one.severity, one.code) for one in found} <= {(Severity.NOTE, "library-missing")}


def test_a_library_that_is_not_there_yet_is_a_note(tmp_path):
    (found,) = lint_file(FILE, make_manifest(make_setting("x")), host=HOST)
    assert (found.severity, found.code) == (Severity.NOTE, "library-missing")


@pytest.mark.parametrize(
    ("document", "expected"),
    [
        (layer_document(explicit_layer("VK_LAYER_T_a", "a.so")), []),
        (layer_document(implicit_layer("VK_LAYER_T_a", "a.so")), []),
        (driver_document("x.so"), []),
        (b"{", [("error", "not-understood")]),
        ({"nothing": 1}, [("error", "not-understood")]),
        (layer_document(HALF), [("error", "missing-key")]),
        (driver_document("x.so", library_path=None), [("error", "missing-key")]),
        (driver_document("x.so", libary_arch="64"), [("warning", "misspelt-key")]),
        (layer_document(LONG), TOO_LONG),
        (layer_document({**LONG, "name": "VK_LAYER_T_a", "description": "a" * 255}), TOO_LONG),
        (layer_document(ENABLED), [("error", "no-disable-environment")]),
        (layer_document({**HALF, "api_versoin": "1.3.0"}), [("error", "misspelt-key")]),
        (make_manifest(make_setting("x", "INT", default="7")), [("warning", "declared-settings")]),
        (render_configuration(FULL), []),
        ({"format": 2, "layers": 3}, [("error", "configuration")]),
        (settings(layers=[{"control": "on"}]), [("error", "settings-layers-discarded")]),
        (settings(app_keys=["/bin/x"]), [("note", "settings-file-unused")]),
    ],
)
def test_a_file_is_looked_at_as_what_it_is(document, expected):
    assert codes(document) == expected


@pytest.mark.parametrize(
    ("path", "sentence"),
    [
        (
            "vkconfig_configuration.json",
            "A VkConfig configuration cannot be checked; “vkconfig-py config import "
            "-n” shows how it would be imported.",
        ),
        (
            "vkconfig.json",
            "A VkConfig state file cannot be checked; “vkconfig-py config import -n” "
            "shows how it would be imported.",
        ),
    ],
)
def test_files_that_are_opened_and_not_linted_are_called_what_they_are(path, sentence):
    (found,) = lint_file(f"/x/{path}", sample(path), host=HOST)
    assert (found.code, found.sentence) == ("not-understood", sentence)


def test_what_is_no_json_is_told_so():
    (found,) = lint_file("/x/a.json", b"\x7fELF", host=HOST)
    assert found.sentence == "This is not valid JSON: expected a value."
    assert found.line == 1


def test_every_document_of_ours_names_the_line_where_it_breaks():
    for kind in (DocumentKind.CONFIGURATION, DocumentKind.COLLECTION, DocumentKind.ORDER):
        (found,) = lint_file(FILE, b'{"format": 1,\n\n"a" 1}', kind=kind, host=HOST)
        assert (found.code, found.line) == (kind.value, 3)


# What the published schema of SARIF 2.1.0 asks for of the objects that are written.
SARIF = {
    "type": "object",
    "required": ["version", "runs"],
    "properties": {
        "version": {"enum": ["2.1.0"]},
        "$schema": {"type": "string", "format": "uri"},
        "runs": {
            "type": "array",
            "items": {
                "type": "object",
                "required": ["tool"],
                "properties": {
                    "columnKind": {"enum": ["utf16CodeUnits", "unicodeCodePoints"]},
                    "tool": {
                        "type": "object",
                        "required": ["driver"],
                        "additionalProperties": False,
                        "properties": {
                            "driver": {
                                "type": "object",
                                "required": ["name"],
                                "properties": {
                                    "name": {"type": "string"},
                                    "version": {"type": "string"},
                                    "rules": {
                                        "type": "array",
                                        "uniqueItems": True,
                                        "items": {
                                            "type": "object",
                                            "required": ["id"],
                                            "additionalProperties": False,
                                            "properties": {
                                                "id": {"type": "string"},
                                                "shortDescription": {"$ref": "#/definitions/text"},
                                            },
                                        },
                                    },
                                },
                                "additionalProperties": False,
                            }
                        },
                    },
                    "results": {"type": "array", "items": {"$ref": "#/definitions/result"}},
                },
                "additionalProperties": False,
            },
        },
    },
    "additionalProperties": False,
    "definitions": {
        "text": {
            "type": "object",
            "required": ["text"],
            "additionalProperties": False,
            "properties": {"text": {"type": "string"}},
        },
        "result": {
            "type": "object",
            "required": ["message"],
            "additionalProperties": False,
            "properties": {
                "message": {"$ref": "#/definitions/text"},
                "ruleId": {"type": "string"},
                "ruleIndex": {"type": "integer", "minimum": -1},
                "level": {"enum": ["none", "note", "warning", "error"]},
                "locations": {
                    "type": "array",
                    "items": {
                        "type": "object",
                        "additionalProperties": False,
                        "properties": {
                            "physicalLocation": {
                                "type": "object",
                                "required": ["artifactLocation"],
                                "additionalProperties": False,
                                "properties": {
                                    "artifactLocation": {
                                        "type": "object",
                                        "additionalProperties": False,
                                        "properties": {
                                            "uri": {"type": "string", "pattern": "^file:///[!-~]*$"}
                                        },
                                    },
                                    "region": {
                                        "type": "object",
                                        "additionalProperties": False,
                                        "properties": {
                                            "startLine": {"type": "integer", "minimum": 1}
                                        },
                                    },
                                },
                            }
                        },
                    },
                },
            },
        },
    },
}


@pytest.mark.parametrize("file", ["/x/a.json", "/a b/ä#?%.json", "/\udc80/x.json"])
@pytest.mark.parametrize(
    "content", [b"", b"{", make_manifest(make_setting("x", "INT", default="7"), odd=1)]
)
def test_the_sarif_is_what_its_schema_asks_for(file, content):
    document = json.loads(render_sarif(lint_file(file, content, is_strict=True, host=HOST)))
    assert list(Draft7Validator(SARIF).iter_errors(document)) == []
    (run,) = document["runs"]
    rules = [rule["id"] for rule in run["tool"]["driver"]["rules"]]
    assert run["results"] != []
    assert all(rules[one["ruleIndex"]] == one["ruleId"] for one in run["results"])


def test_a_missing_key_is_told_once():
    layer = explicit_layer("VK_LAYER_T_a", "a.so")
    del layer["description"]
    assert codes(layer_document(layer), strict=True) == [("error", "missing-key")]
    both = {"file_format_version": "1.2.0", "layers": [layer, {**layer, "name": "VK_LAYER_T_b"}]}
    told = codes(json.dumps(both, indent=2).encode(), strict=True)
    assert told == [("error", "missing-key")] * 2


def test_strict_compares_with_the_schema_too():
    document = make_manifest(make_setting("x", unknown=1))
    assert codes(document) == []
    assert codes(document, strict=True) == [("warning", "schema")]
    (found,) = (
        x for x in lint_file(FILE, document, is_strict=True, host=HOST) if x.code == "schema"
    )
    assert found.sentence == "“layer.features.settings[0].unknown”: Unknown member."
    assert '"unknown"' in document.decode().splitlines()[found.line - 1]


def test_what_the_schema_says_in_the_same_words_is_told_once():
    document = make_manifest(make_setting("x", "INT", default="seven"))
    assert codes(document, strict=True) == [("warning", "declared-settings")]


def test_the_kind_can_be_said():
    assert codes({"layers": []}, kind=DocumentKind.LAYER) == [("error", "missing-key")]
    assert codes(b"[]", kind=DocumentKind.CONFIGURATION) == [("error", "configuration")]


def test_loader_settings_are_told_under_their_own_path():
    content = json.dumps(settings(layrs=[])).encode()
    (found,) = lint_file("/my/other name.json", content, host=HOST)
    assert (found.file, found.code, found.line) == ("/my/other name.json", "misspelt-key", 1)


def test_a_path_that_cannot_be_named_to_the_loader_is_told():
    assert codes(make_manifest(make_setting("x")), file="/a:b/x.json") == [
        ("note", "not-looked-at")
    ]
    assert codes(settings(), file="/a:b/x.json") == []


@pytest.mark.parametrize("name", ["no_type", "x.jsn", "x.JSON", "drv.txt", "x.json.in"])
@pytest.mark.parametrize(
    ("document", "code"),
    [
        (layer_document(HALF), "missing-key"),
        (layer_document(ENABLED), "no-disable-environment"),
        (driver_document("x.so", library_path=None), "missing-key"),
    ],
)
def test_a_file_is_looked_at_as_what_it_holds_whatever_its_name(name, document, code):
    passed_over = [] if name.endswith(".in") else [("note", "file-name-ignored")]
    assert codes(document, file=f"/x/{name}") == [("error", code), *passed_over]
    found = lint_file(f"/x/{name}", json.dumps(document).encode(), host=HOST)
    assert not any(f"{name}.json" in one.sentence for one in found)


def test_a_sound_manifest_that_loaders_pass_over_because_of_its_name_is_told_so():
    found = lint_file("/x/a.JSON", json.dumps(driver_document("x.so")).encode(), host=HOST)
    assert "a.JSON does not end in .json: loaders ignore it." in {one.sentence for one in found}


@pytest.mark.parametrize(
    ("document", "line"),
    [
        (b'{"file_format_version": "1.2.0", "layer": {\n"name": "a",\n"name": "b"}}', 2),
        (b'{"file_format_version": "1.0.0", "settings": {\n"layers": [],\n"layers": []}}', 2),
        (b'{"format": 2, "name": "a", "layers": [\n{"name": "x",\n"name": "y"}]}', 2),
        (b'{"format": 1, "sources": [\n{"path": "/a", "path": "/b"}]}', 2),
    ],
)
def test_a_member_that_stands_twice_is_told_in_every_kind_of_file(document, line):
    found = lint_file(FILE, document, host=HOST)
    assert [one.line for one in found if one.code == "repeated-key"] == [line]


def test_the_worst_is_told_first():
    odd = explicit_layer("VK_LAYER_T_a", "a.so", api_version=None, features={"settings": [{}]})
    told = [severity for severity, _ in codes(layer_document(odd), strict=True)]
    assert told == sorted(told, key=["error", "warning", "note"].index)
    assert told[0] == "error"


def test_findings_are_sarif_that_names_file_line_and_rule():
    found = lint_file(
        "/a b/x.json", make_manifest(make_setting("x", "INT", default="7")), host=HOST
    )
    document = json.loads(render_sarif(found))
    (run,) = document["runs"]
    assert document["version"] == "2.1.0"
    assert [rule["id"] for rule in run["tool"]["driver"]["rules"]] == [
        "declared-settings",
        "library-missing",
    ]
    first, second = run["results"]
    assert (first["ruleId"], first["level"], first["ruleIndex"]) == (
        "declared-settings",
        "warning",
        0,
    )
    place = first["locations"][0]["physicalLocation"]
    assert place["artifactLocation"]["uri"] == "file:///a%20b/x.json"
    assert place["region"]["startLine"] == found[0].line
    assert (second["level"], second["ruleIndex"]) == ("note", 1)
    assert render_sarif(()).endswith("\n")


@given(st.binary(max_size=60), st.booleans())
def test_any_bytes_are_linted(content, strict):
    lint_file(FILE, content, is_strict=strict, host=HOST)
    lint_file(FILE, b'{"layer": {"name": "VK_LAYER_x"}, ' + content, is_strict=strict, host=HOST)


def test_a_layer_against_the_schema_is_shown_all_the_same():
    odd = make_manifest(make_setting("x", unknown=1), name="VK_LAYER_odd", nonsense=True)
    assert len(codes(odd, strict=True)) == 3
    (layer,) = read_declared(odd).layers
    assert [one.key for one in layer.settings] == ["x"]


def test_a_finding_without_a_line_names_the_file_alone():
    found = lint_file("/a:b/x.json", make_manifest(make_setting("x")), host=HOST)
    result = json.loads(render_sarif(found))["runs"][0]["results"][0]
    assert "region" not in result["locations"][0]["physicalLocation"]
