from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft7Validator

from tests.framework.manifests import driver_document, explicit_layer, layer_document
from tests.framework.settings import (
    make_flag,
    make_manifest,
    make_preset,
    make_setting,
    sdk_manifests,
)
from vkconfig_py.loader.json.decode import parse_json
from vkconfig_py.model.configuration.configuration import (
    UNLISTED,
    Configuration,
    DeviceChoice,
    DeviceEntry,
    DeviceMode,
    DriverControl,
    DriverEntry,
    LayerControl,
    LayerEntry,
    ListItem,
    ProgramEntry,
    SettingType,
    Target,
    Variable,
)
from vkconfig_py.model.configuration.configuration_json import render_configuration
from vkconfig_py.model.formats.meta_layer_manifests import OverrideLayer, render_override
from vkconfig_py.model.problems.lint_file import (
    DocumentKind,
    find_document_kind,
    find_violations,
    read_schema,
)

INSTALLED = sorted(Path("/usr/share/vulkan").glob("*_layer.d/*.json")) + sorted(
    Path("/usr/share/vulkan/icd.d").glob("*.json")
)
DEVICE = DeviceEntry("d", "0" * 32, "f" * 32, 7, "driver")
FULL = Configuration(
    "key",
    "All",
    layers=(
        LayerEntry("VK_LAYER_a", LayerControl.ON, True, "/a.json", "newest", writes_settings=False)
        .with_value("b", SettingType.BOOL, True)
        .with_value("i", SettingType.INT, -3)
        .with_value("r", SettingType.FLOAT, 0.5)
        .with_value("f", SettingType.FLAGS, ("A",))
        .with_value("l", SettingType.LIST, (ListItem("x"), ListItem(3, False)))
        .with_value("p", SettingType.SAVE_FILE, "/x"),
        LayerEntry(UNLISTED, LayerControl.OFF),
    ),
    drivers=(DriverEntry("x.json", DriverControl.ONLY),),
    sources=("/s",),
    environment=(Variable("A", "b"), Variable("C", None)),
    target=Target("/bin/x", ("-a",), "/"),
    loader_log=("error",),
    implicit_sources=("/i",),
    programs=(ProgramEntry("/bin/x", False),),
    devices=DeviceChoice(DeviceMode.LISTED, (DEVICE,)),
    settings_file="/s.txt",
    platforms=("LINUX",),
    built_in=3,
)


def violations(document, kind=DocumentKind.LAYER):
    content = document if isinstance(document, bytes) else json.dumps(document).encode()
    found = find_violations(kind, parse_json(content).value)
    return [(".".join(map(str, one.path)), one.sentence) for one in found]


@pytest.mark.parametrize("kind", list(DocumentKind))
def test_every_schema_is_a_schema(kind):
    schema = json.loads(read_schema(kind))
    Draft7Validator.check_schema(schema)
    assert schema["title"]
    assert schema["description"].endswith(".")


@pytest.mark.parametrize("path", [*sdk_manifests(), *INSTALLED], ids=lambda path: path.stem)
def test_manifests_of_the_sdk_and_the_installed_ones_follow_the_schema(path):
    content = path.read_bytes()
    kind = find_document_kind(parse_json(content).value)
    assert kind in (DocumentKind.LAYER, DocumentKind.DRIVER)
    assert violations(content, kind) == []


def test_every_type_of_setting_is_in_the_schema():
    kinds = [make_setting(f"s{n}", kind.value) for n, kind in enumerate(SettingType)]
    for one in kinds:
        if one["type"] in ("ENUM", "FLAGS"):
            one["flags"] = [make_flag("A", make_setting(f"in_{one['key']}"))]
    assert violations(make_manifest(*kinds, presets=[make_preset("P", s1=True)])) == []


def test_what_we_write_follows_the_schemas():
    assert violations(render_configuration(FULL), DocumentKind.CONFIGURATION) == []
    assert (
        violations(render_configuration(Configuration.create("x")), DocumentKind.CONFIGURATION)
        == []
    )
    assert (
        violations(
            render_override([OverrideLayer("t", api_version="1.3.0", components=("VK_LAYER_a",))])
        )
        == []
    )
    assert violations(driver_document("x.so"), DocumentKind.DRIVER) == []


ODD = [
    ({"label": 3}, "label", "Must be text, but is a number."),
    ({"status": "GREAT"}, "status", "Must be one of STABLE, BETA, ALPHA, DEPRECATED."),
    ({"default": 3}, "default", "Must be true or false, but is a number."),
    ({"key": "a b"}, "key", "“a b” does not match ^[A-Za-z0-9_]+$."),
    ({"nonsense": 1}, "nonsense", "Unknown member."),
    ({"platforms": ["LINUX", "LINUX"]}, "platforms", "Contains duplicates."),
    (
        {"type": "INT", "default": 1, "range": {"width": -1}},
        "range.width",
        "Must not be less than 0.",
    ),
    (
        {"type": "LIST", "default": [None]},
        "default.0",
        "Must not be null.",
    ),
]


@pytest.mark.parametrize(("members", "place", "says"), ODD, ids=[place for _, place, _ in ODD])
def test_what_is_odd_about_a_setting_is_told_with_its_place(members, place, says):
    found = violations(make_manifest(make_setting("x", **members)))
    assert found == [(f"layer.features.settings.0.{place}", says)]


def test_dependences_and_lists_of_settings_are_really_checked():
    odd = make_setting("x", dependence={"mode": "SOME", "settings": [{"key": "y"}]})
    assert violations(make_manifest(odd)) == [
        ("layer.features.settings.0.dependence.mode", "Must be one of NONE, ALL, ANY."),
        ("layer.features.settings.0.dependence.settings.0", "“value” is missing."),
    ]


def test_a_layer_has_a_library_or_components():
    document = layer_document(explicit_layer("VK_LAYER_T_a", "", library_path=None))
    assert violations(document) == [
        (
            "layer",
            "Must have at least one of these members: library_path, component_layers.",
        )
    ]


def test_a_file_has_one_layer_or_a_list_of_them():
    layer = explicit_layer("VK_LAYER_T_a", "a.so")
    assert violations(layer_document(layer, {**layer, "name": "VK_LAYER_T_b"})) == []
    both = {**layer_document(layer), "layers": [layer]}
    assert violations(both) == [("", "Must have exactly one of these members: layer, layers.")]


def test_a_list_entry_that_may_be_text_or_an_object_says_what_it_is_instead():
    document = json.loads(render_configuration(FULL))
    listed = next(x for x in document["layers"][0]["settings"] if x["type"] == "LIST")
    listed["value"] = [[1], {"enabled": True}]
    found = [sentence for _, sentence in violations(document, DocumentKind.CONFIGURATION)]
    assert found == ["Must not be a list.", "Must have at least one of these members: value."]


DEVICE_WITH_ODD_MEMBERS = {
    "deviceUUID": [0] * 16,
    "driverUUID": [0] * 15,
    "driverVersion": 3_000_000_000,
}


@pytest.mark.parametrize(
    ("section", "found"),
    [
        ({"layers": [{"control": "unordered_layer_location"}]}, []),
        ({"layers": [{"control": "on", "name": "x"}]}, [("layers.0", "“path” is missing.")]),
        ({"app_keys": ["x"]}, [("app_keys.0", "“x” does not match ^(/|[A-Za-z]:).")]),
        (
            {"device_configurations": [DEVICE_WITH_ODD_MEMBERS]},
            [
                ("device_configurations.0.driverUUID", "Must have at least 16 entries."),
                ("device_configurations.0.driverVersion", "Must not be more than 2147483647."),
            ],
        ),
    ],
)
def test_loader_settings_have_a_schema(section, found):
    kind = DocumentKind.LOADER_SETTINGS
    single = {"file_format_version": "1.0.0", "settings": section}
    assert violations(single, kind) == [(f"settings.{path}", says) for path, says in found]
    several = {"file_format_version": "1.0.0", "settings_array": [section]}
    assert violations(several, kind) == [(f"settings_array.0.{path}", s) for path, s in found]


@pytest.mark.parametrize(
    ("document", "kind"),
    [
        ({"layer": {}}, DocumentKind.LAYER),
        ({"file_format_version": "1", "layers": []}, DocumentKind.LAYER),
        ({"icd": {}}, DocumentKind.DRIVER),
        ({"settings": {}}, DocumentKind.LOADER_SETTINGS),
        ({"settings_array": []}, DocumentKind.LOADER_SETTINGS),
        ({"format": 2, "layers": []}, DocumentKind.CONFIGURATION),
        ({"format": 1, "name": "x", "sources": []}, DocumentKind.CONFIGURATION),
        ({"format": 1, "sources": []}, DocumentKind.COLLECTION),
        ({"format": 1, "order": []}, DocumentKind.ORDER),
        ({}, None),
        ([], None),
    ],
)
def test_a_document_is_known_by_its_members(document, kind):
    assert find_document_kind(parse_json(json.dumps(document).encode()).value) is kind


def test_a_document_that_is_nothing_but_wrong_has_an_end():
    assert len(violations({"format": 2, "drivers": [{}] * 1000}, DocumentKind.CONFIGURATION)) == 200


def test_nothing_on_the_way_to_a_report_imports_jsonschema():
    modules = "vkconfig_py.cli.commands.show, vkconfig_py.model.problems.lint_file"
    code = f"import sys, {modules}; print('jsonschema' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True, text=True)
    assert done.stdout.strip() == "False"


deep = st.recursive(
    st.none() | st.integers() | st.text(max_size=3),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(["settings", "layer", "key", "features"]), inner, max_size=3
        )
    ),
    max_leaves=15,
)


@given(st.sampled_from(list(DocumentKind)), deep)
def test_any_json_can_be_compared_with_any_schema(kind, value):
    found = find_violations(kind, parse_json(json.dumps(value).encode()).value)
    assert all(one.sentence for one in found)


def test_a_document_that_is_very_deep_is_compared_as_far_as_it_makes_sense():
    inner = make_setting("s")
    for number in range(400):
        inner = make_setting(f"s{number}", "GROUP", settings=[inner])
    assert find_violations(DocumentKind.LAYER, parse_json(make_manifest(inner)).value)
