"""Configurations of VkConfig: what they become, and that they go back as they came."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.model.foreign.samples import MANIFEST, VALIDATION, VARIABLES, declared, sample
from vkconfig_py.model.documents.configuration import (
    NEWEST,
    UNLISTED,
    Configuration,
    LayerEntry,
    Wish,
)
from vkconfig_py.model.documents.configuration_file import parse_configuration, render_configuration
from vkconfig_py.model.foreign.json_text import ForeignError, JsonFile
from vkconfig_py.model.foreign.values import no_layers
from vkconfig_py.model.foreign.vkconfig_configuration import open_vkconfig
from vkconfig_py.model.foreign.vkconfig_writing import render_vkconfig
from vkconfig_py.model.settings.declared import ListItem, SettingType

SAMPLE = sample("vkconfig_configuration.json")


def opened(content, layers=no_layers):
    content = content if isinstance(content, bytes) else json.dumps(content).encode()
    return open_vkconfig(JsonFile(content), VARIABLES, layers)


def configuration(content=SAMPLE, layers=no_layers):
    return opened(content, layers).configurations[0]


def body(**members):
    return {"file_format_version": "3.2.0", "configuration": {"name": "One", **members}}


def rendered(value, layers=no_layers):
    return json.loads(render_vkconfig(value, VARIABLES, layers).content)


def layers_of(*layers, **members):
    return configuration(body(layers=list(layers), **members)).layers


def unordered(control):
    return {"name": "any", "builtin": "Unordered_Layer_Location", "control": control}


def test_layers_keep_order_wish_and_copy():
    found = configuration().layers
    assert [(e.name, e.wish, e.placed, e.copy) for e in found] == [
        ("VK_LAYER_LUNARG_api_dump", Wish.ON, True, NEWEST),
        (VALIDATION, Wish.ON, True, MANIFEST),
        (UNLISTED, Wish.AUTO, True, ""),
        ("VK_LAYER_VALVE_steam_overlay_64", Wish.OFF, True, NEWEST),
        ("VK_LAYER_LUNARG_screenshot", Wish.AUTO, False, NEWEST),
    ]
    assert found[0].manifest == "/opt/sdk/share/vulkan/explicit_layer.d/VkLayer_api_dump.json"
    assert not found[4].writes_settings


def test_values_have_their_types_and_paths_keep_their_variable():
    dump, validation = configuration().layers[:2]
    assert dump.value("output_range").value == "0-3,10-2-5"
    assert dump.value("log_filename").type is SettingType.SAVE_FILE
    assert dump.value("log_filename").value == "${VULKAN_HOME}/dump.html"
    assert dump.value("indent_size").value == 4
    assert validation.value("report_flags").value == ("error", "warn", "perf")
    assert validation.value("message_id_filter").value == (
        ListItem("VUID-vkCmdDraw-None-02699"),
        ListItem(2094043421, enabled=False),
    )


def test_values_equal_to_the_default_are_not_chosen():
    entry = configuration(layers=declared).entry(VALIDATION)
    assert entry.value("validate_core") is None
    assert entry.value("validate_sync").value is True


@pytest.mark.parametrize("layers", [no_layers, declared], ids=["unknown", "installed"])
def test_a_file_goes_back_as_it_came(layers):
    result = opened(SAMPLE, layers)
    assert result.notes == ()
    assert rendered(result.configurations[0], layers) == json.loads(SAMPLE)


def test_it_still_goes_back_after_it_was_saved_as_our_own_document():
    before = configuration()
    after = parse_configuration(before.key, render_configuration(before))
    assert rendered(after) == json.loads(SAMPLE)


def test_a_change_is_the_only_difference():
    before = configuration()
    after = rendered(before.with_wish("VK_LAYER_VALVE_steam_overlay_64", Wish.ON))
    expected = json.loads(SAMPLE)
    expected["configuration"]["layers"][3]["control"] = "on"
    assert after == expected


def test_a_changed_value_keeps_the_unknown_members_beside_it():
    before = configuration()
    entry = before.entry("VK_LAYER_LUNARG_api_dump")
    changed = before.with_entry(entry.with_value("indent_size", SettingType.INT, 8))
    settings = rendered(changed)["configuration"]["layers"][0]["settings"]
    assert settings[3] == {"key": "indent_size", "type": "INT", "value": 8, "expanded": True}


def test_a_setting_that_was_reset_is_left_out_and_the_default_stays():
    before = configuration(layers=declared)
    entry = before.entry(VALIDATION)
    after = rendered(before.with_entry(entry.without_value("validate_sync")), declared)
    keys = [one["key"] for one in after["configuration"]["layers"][1]["settings"]]
    assert "validate_sync" not in keys
    assert keys[0] == "validate_core"


def test_another_order_gives_other_ranks():
    before = configuration()
    moved = before.with_order([VALIDATION, "VK_LAYER_LUNARG_api_dump"])
    layers = rendered(moved)["configuration"]["layers"]
    assert [(one["name"], one["rank"]) for one in layers[:2]] == [
        (VALIDATION, 0),
        ("VK_LAYER_LUNARG_api_dump", 1),
    ]


def test_another_copy_is_asked_for_by_its_version_and_place():
    before = configuration(layers=declared)
    dump = before.layers[0]._replace(copy="/nowhere/dump.json")
    validation = before.layers[1]._replace(copy=NEWEST)
    result = render_vkconfig(before.with_entry(dump).with_entry(validation), VARIABLES, declared)
    layers = json.loads(result.content)["configuration"]["layers"]
    assert [layer["version"] for layer in layers[:2]] == ["latest", "latest"]
    sentence = "/nowhere/dump.json is not there, so the newest copy is asked for."
    assert [note.sentence for note in result.notes] == [f"VK_LAYER_LUNARG_api_dump: {sentence}"]
    own = Configuration("k", "Own", (LayerEntry(VALIDATION, Wish.ON, copy=MANIFEST),))
    layer = rendered(own, declared)["configuration"]["layers"][0]
    assert layer["version"] == "1.3.283"
    assert layer["manifest"].startswith("${VULKAN_SDK}/")


def test_a_version_that_is_not_here_is_told():
    layer = {"name": VALIDATION, "version": "1.2.3"}
    result = opened(body(layers=[layer]), declared)
    assert result.configurations[0].layers[0].copy == NEWEST
    assert "version 1.2.3 is not here" in result.notes[0].sentence
    assert rendered(result.configurations[0], declared) == body(layers=[layer])
    exact = {"name": VALIDATION, "version": "1.3.283"}
    assert configuration(body(layers=[exact]), declared).layers[0].copy == MANIFEST


@pytest.mark.parametrize(
    ("default", "pseudo", "wish"),
    [
        ("auto", None, Wish.AUTO),
        ("on", None, Wish.ON),
        ("Off", None, Wish.OFF),
        ("discard", None, Wish.OFF),
        ("auto", "auto", Wish.AUTO),
        ("auto", "discard", Wish.OFF),
        ("on", "auto", Wish.ON),
        ("off", "auto", Wish.OFF),
        ("discard", "auto", Wish.AUTO),
    ],
)
def test_unlisted_layers_follow_the_pseudo_layer_and_the_default(default, pseudo, wish):
    layers = [] if pseudo is None else [unordered(pseudo)]
    document = body(layers=layers, default_layer_control=default)
    found = configuration(document)
    assert found.unlisted is wish
    assert rendered(found) == document
    for other in Wish:
        changed = found.with_wish(UNLISTED, other)
        assert configuration(rendered(changed)).unlisted is other


def test_a_discarded_layer_is_off_where_nothing_else_is_searched():
    layer = {"name": "VK_LAYER_a", "control": "Discard"}
    assert layers_of(layer)[0][1:3] == (Wish.AUTO, False)
    assert layers_of(layer, unordered("discard"))[0][1:3] == (Wish.OFF, False)


def test_version_2_spoke_of_states():
    document = {
        "file_format_version": "2.2.1",
        "configuration": {
            "name": "Old",
            "layers": [
                {"name": "VK_LAYER_a", "state": "OVERRIDDEN", "rank": 0},
                {"name": "VK_LAYER_b", "state": "EXCLUDED", "rank": 1},
                {"name": "VK_LAYER_c", "state": "APPLICATION_CONTROLLED", "rank": 2},
            ],
        },
    }
    found = configuration(document)
    assert [entry.wish for entry in found.layers] == [Wish.ON, Wish.OFF, Wish.AUTO]
    after = rendered(found)
    assert after["file_format_version"] == "3.5.0"
    assert [one["control"] for one in after["configuration"]["layers"]] == ["on", "off", "auto"]


def test_windows_counts_as_both():
    assert configuration(body(platforms=["Windows", "linux"])).platforms == (
        "WINDOWS_X86",
        "WINDOWS_ARM",
        "LINUX",
    )


def test_an_external_settings_file_is_found_where_its_variable_leads():
    document = body(override_settings=True, override_settings_path="${VK_HOME}/s.txt")
    found = configuration(document)
    assert found.settings_file == "/home/me/VulkanSDK/s.txt"
    assert rendered(found) == document
    assert rendered(found._replace(settings_file="")) == body(
        override_settings=False, override_settings_path="${VK_HOME}/s.txt"
    )
    assert rendered(found._replace(settings_file="/home/me/VulkanSDK/t.txt")) == body(
        override_settings=True, override_settings_path="${VULKAN_HOME}/t.txt"
    )


def test_what_is_odd_is_told_with_its_line_and_stays_in_the_file():
    content = b"""{"file_format_version": "3.0.0", "configuration": {"name": "Odd", "layers": [
        {"name": "VK_LAYER_KHRONOS_validation", "control": "perhaps", "settings": [
            {"key": "validate_sync", "type": "INT", "value": 1},
            {"key": "scale", "type": "FLOAT", "value": "wide"},
            {"key": "mode", "type": "COLOUR", "value": "red"},
            {"key": "frames", "type": "frames", "value": "1"},
            {"key": "frames", "type": "frames", "value": "2"}
        ]}
    ]}}"""
    result = opened(content, declared)
    assert [(note.line, note.sentence) for note in result.notes] == [
        (2, f"{VALIDATION}: its control is not known, so it is Auto."),
        (3, f"{VALIDATION}: validate_sync is of type BOOL here; the default counts."),
        (4, f"{VALIDATION}: the value of scale is none of type FLOAT; the default counts."),
        (5, f"{VALIDATION}: a setting without key or type was left out."),
        (7, f"{VALIDATION}: frames stands twice; the first value counts."),
    ]
    assert rendered(result.configurations[0], declared) == json.loads(content)


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (b"[]", "an object is expected"),
        (b'{"configuration": {}}', "its format is older than 2.1"),
        (b'{"file_format_version": "3.0.0"}', '"configuration" is missing'),
        (b'{"a": 1e999}', "a number in it is too large"),
        (b"[" * 80 + b"]" * 80, "it is nested too deeply"),
    ],
)
def test_what_is_no_configuration_is_refused(content, sentence):
    with pytest.raises(ForeignError, match=sentence):
        opened(content)


def test_what_only_we_know_is_told_when_a_configuration_is_exported():
    own = Configuration("k", "Own", loader_log=("error",), sources=("/a",))
    notes = [note.sentence for note in render_vkconfig(own, VARIABLES, no_layers).notes]
    assert notes == [
        "A configuration of VkConfig cannot hold added folders and manifests; that is left out.",
        "A configuration of VkConfig cannot hold the loader's log; that is left out.",
    ]


NAMES = st.sampled_from(["VK_LAYER_a", "VK_LAYER_b", VALIDATION, "VK_LAYER_ü"])
JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**53), 2**53) | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=2) | st.dictionaries(st.text(max_size=4), inner),
    max_leaves=5,
)
UNKNOWN = st.dictionaries(st.text("xyz", min_size=4, max_size=6), JSON, max_size=2)
CONTROLS = st.sampled_from(["auto", "on", "off", "discard", "AUTO", "On", "Discard"])
VALUES = st.one_of(
    st.tuples(st.just("BOOL"), st.booleans()),
    st.tuples(st.just("INT"), st.integers(-(2**40), 2**40)),
    st.tuples(st.just("FLOAT"), st.floats(-1e6, 1e6)),
    st.tuples(st.sampled_from(["STRING", "ENUM", "frames", "SAVE_FILE"]), st.text(max_size=6)),
    st.tuples(st.just("FLAGS"), st.lists(st.text(max_size=3), max_size=3)),
    st.tuples(
        st.just("LIST"),
        st.lists(
            st.text(max_size=3)
            | st.builds(
                lambda key, on, more: {"key": key, "enabled": on, **more},
                st.text(max_size=3) | st.integers(0, 99),
                st.booleans(),
                UNKNOWN,
            ),
            max_size=3,
        ),
    ),
)
KEYS = st.sampled_from(["validate_sync", "scale", "frames", "other", "more"])
SETTINGS = st.lists(
    st.builds(
        lambda key, value, more: {"key": key, "type": value[0], "value": value[1], **more},
        KEYS,
        VALUES,
        UNKNOWN,
    ),
    max_size=4,
)


def optional(**strategies):
    return st.fixed_dictionaries({}, optional=strategies)


LAYERS = st.lists(
    st.builds(
        lambda name, known, more: {"name": name, **known, **more},
        NAMES,
        optional(
            control=CONTROLS,
            rank=st.integers(-1, 9),
            was_explicitly_rank=st.booleans(),
            version=st.sampled_from(["latest", "1.3.283", "9.9.9"]),
            manifest=st.sampled_from([MANIFEST, "${VULKAN_SDK}/a.json", ""]),
            platforms=st.lists(st.sampled_from(["LINUX", "windows"]), max_size=2),
            override_settings=st.booleans(),
            settings=SETTINGS,
        ),
        UNKNOWN,
    )
    | st.builds(unordered, CONTROLS),
    max_size=5,
    unique_by=lambda layer: layer.get("builtin") or layer["name"],
)
DOCUMENTS = st.builds(
    lambda known, layers, more, outer: {
        "file_format_version": "3.4.1",
        "configuration": {"name": "One", "layers": layers, **known, **more},
        **outer,
    },
    optional(
        version=st.integers(0, 9),
        platforms=st.lists(st.sampled_from(["LINUX", "Windows", "MACOS"]), max_size=3),
        default_layer_control=CONTROLS,
        override_settings=st.booleans(),
        override_settings_path=st.sampled_from(["", "/a.txt", "${VULKAN_HOME}/b.txt"]),
        selected_layer_name=NAMES,
    ),
    LAYERS,
    UNKNOWN,
    UNKNOWN,
)


@given(DOCUMENTS, st.sampled_from([no_layers, declared]))
def test_every_known_and_unknown_member_goes_back_as_it_came(document, layers):
    found = configuration(document, layers)
    assert rendered(found, layers) == document


ENTRIES = st.lists(
    st.builds(
        lambda name, wish, placed, writes: LayerEntry(
            name, wish, placed=placed, writes_settings=writes
        ),
        NAMES | st.just(UNLISTED),
        st.sampled_from(Wish),
        st.booleans(),
        st.booleans(),
    ),
    max_size=4,
    unique_by=lambda entry: entry.name,
).map(tuple)


@given(st.text(min_size=1, max_size=9), ENTRIES, st.sampled_from([(), ("LINUX", "MACOS")]))
def test_wishes_and_order_of_ours_come_back(name, entries, platforms):
    own = Configuration("k", name, entries, platforms=platforms)
    back = configuration(rendered(own))
    assert back.name == name
    assert [e.name for e in back.layers if e.name != UNLISTED] == [
        e.name for e in entries if e.name != UNLISTED
    ]
    assert [e.wish for e in back.layers if e.name != UNLISTED] == [
        e.wish for e in entries if e.name != UNLISTED
    ]
    assert back.unlisted is own.unlisted


@given(DOCUMENTS, st.sampled_from([no_layers, declared]), NAMES, st.sampled_from(Wish), ENTRIES)
def test_what_is_changed_here_is_what_the_file_says_after_it(document, layers, name, wish, entries):
    changed = configuration(document, layers).with_wish(name, wish)
    changed = changed.with_order([entry.name for entry in entries])
    back = configuration(rendered(changed, layers), layers)
    assert back.unlisted is changed.unlisted
    assert [(e.name, e.wish, e.settings) for e in back.layers if e.name != UNLISTED] == [
        (e.name, e.wish, e.settings) for e in changed.layers if e.name != UNLISTED
    ]


@given(JSON)
def test_any_document_is_read_or_refused(document):
    for members in (document, {"file_format_version": "3.0.0", "configuration": document}):
        try:
            found = opened(members)
        except ForeignError as error:
            assert error.sentence  # noqa: PT017 - it may be raised or not
        else:
            rendered(found.configurations[0])
