"""Layers whose manifests declare no settings have those that resources/layer_settings describe."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from jsonschema import Draft7Validator

from tests.framework.settings import declare_layer, make_setting
from vkconfig_py.language.choice import LANGUAGE_VARIABLE
from vkconfig_py.loader.json.decode import parse_json
from vkconfig_py.model.files import resources
from vkconfig_py.model.layer_settings.checks import check_value
from vkconfig_py.model.layer_settings.conversion import make_list_item
from vkconfig_py.model.layer_settings.declared import DeclaredLayer, OwnFormat
from vkconfig_py.model.layer_settings.described_layers import (
    DESCRIPTIONS_FOLDER,
    add_description,
    find_description,
    list_description_names,
)
from vkconfig_py.model.layer_settings.parse_layer import read_declared
from vkconfig_py.model.layer_settings.setting_names import (
    get_name_in_file,
    list_settable_variables,
)
from vkconfig_py.model.problems.lint_file import DocumentKind, find_violations

OURS = ("since", "until", "token", "form", "names", "at_start")


def document(name: str) -> dict[str, object]:
    found = json.loads(resources.find_resource(f"{DESCRIPTIONS_FOLDER}/{name}.json").read_bytes())
    assert isinstance(found, dict)
    return found


def without_ours(value: object) -> object:
    if isinstance(value, dict):
        return {key: without_ours(inner) for key, inner in value.items() if key not in OURS}
    return [without_ours(one) for one in value] if isinstance(value, list) else value


@pytest.mark.parametrize("name", list_description_names())
def test_a_description_follows_its_schema(name: str) -> None:
    schema = json.loads(resources.read_resource_text("schemas/layer_settings.json"))
    Draft7Validator.check_schema(schema)
    assert [error.message for error in Draft7Validator(schema).iter_errors(document(name))] == []


@pytest.mark.parametrize("name", list_description_names())
def test_but_for_our_members_a_description_is_a_layer_manifest(name: str) -> None:
    plain = without_ours(document(name))
    assert isinstance(plain, dict)
    del plain["configurator"]
    layer = plain["layer"]
    assert isinstance(layer, dict)
    # What a description says nothing about, the manifest of the layer does.
    layer |= {"type": "GLOBAL", "library_path": "x.so", "api_version": "1.3.0"}
    layer["implementation_version"] = "1"
    violations = find_violations(DocumentKind.LAYER, parse_json(json.dumps(plain).encode()).value)
    assert violations == ()


@pytest.mark.parametrize("name", list_description_names())
def test_nothing_is_wrong_with_a_description(name: str) -> None:
    reading = read_declared(
        resources.find_resource(f"{DESCRIPTIONS_FOLDER}/{name}.json").read_bytes()
    )
    assert reading.problems == ()
    (layer,) = reading.layers
    keys = [one.key for one in layer.walk_settings()]
    assert len(keys) == len(set(keys))


def test_mangohud_reads_a_file_of_its_own() -> None:
    described = add_description(DeclaredLayer("VK_LAYER_MANGOHUD_overlay_x86_64", "/m.json"))
    assert described.manifest == "/m.json"
    assert described.own_settings is not None
    assert described.own_settings.format is OwnFormat.MANGOHUD
    assert described.own_settings.variable == "MANGOHUD_CONFIGFILE"
    assert described.find_setting("fps_limit") is not None


def test_what_a_manifest_declares_itself_stays() -> None:
    layer = declare_layer(make_setting("loud"), name="VK_LAYER_MANGOHUD_overlay")
    assert add_description(layer) is layer


def test_a_layer_that_nobody_describes_has_no_settings() -> None:
    layer = DeclaredLayer("VK_LAYER_TEST_unknown")
    assert add_description(layer) is layer
    assert find_description("VK_LAYER_TEST_unknown") is None


def test_a_manifest_cannot_say_where_we_write() -> None:
    content = json.dumps(
        {
            "file_format_version": "1.2.0",
            "configurator": {"layers": ["VK_LAYER_TEST_x"], "reads": {"format": "mangohud"}},
            "layer": {"name": "VK_LAYER_TEST_x", "features": {"settings": [make_setting("loud")]}},
        }
    )
    assert read_declared(content.encode()).layers[0].own_settings is None


@pytest.mark.parametrize(
    ("key", "fine", "wrong"),
    [
        ("gpu_color", "39f900", "39F90"),
        ("gpu_load_color", "39F900,FDFD09,B22222", "39F900,FDFD09"),
        ("cpu_load_value", "60,90", "60"),
        ("gpu_list", "", "0,first"),
        ("gpu_list", "0,1", "0,"),
    ],
)
def test_a_text_that_mangohud_would_stumble_over_is_refused(
    key: str, fine: str, wrong: str
) -> None:
    layer = find_description("VK_LAYER_MANGOHUD_overlay")
    assert layer is not None
    setting = layer.find_setting(key)
    assert setting is not None
    assert check_value(setting, fine) is None
    refused = check_value(setting, wrong)
    assert refused is not None
    assert refused.reason.startswith("Must be ")


@pytest.mark.parametrize(
    ("key", "fine", "wrong"),
    [
        ("fps_limit", "0,60,59.94", ("abc", "-1", "1e3", "60,")),
        ("fps_metrics", "avg,AVG,0.01,.001", ("mean", "2", "1")),
    ],
)
def test_entries_of_lists_are_what_mangohud_reads(
    key: str, fine: str, wrong: tuple[str, ...]
) -> None:
    layer = find_description("VK_LAYER_MANGOHUD_overlay")
    assert layer is not None
    setting = layer.find_setting(key)
    assert setting is not None
    assert check_value(setting, tuple(map(make_list_item, fine.split(",")))) is None
    for entry in wrong:
        assert check_value(setting, (make_list_item(entry),)) is not None


def test_descriptions_are_told_in_the_language_of_the_user() -> None:
    catalogue = resources.find_resource("translations/vkconfig-py_de.qm")
    script = (
        "import os\nfrom pathlib import Path\n"
        "from vkconfig_py.language.choice import choose_language\n"
        "choose_language(Path(), os.environ)\n"
        "from vkconfig_py.model.layer_settings.described_layers import find_description\n"
        "from vkconfig_py.model.layer_settings.layer_values import list_presets\n"
        "layer = find_description('VK_LAYER_MANGOHUD_overlay')\n"
        "setting = layer.find_setting('position')\n"
        "print(setting.label, setting.choices[0].label, layer.find_setting('width').unit)\n"
        "print(*((one.label, one.key) for one in list_presets(layer, 'LINUX')[:2]))\n"
    )
    environment = {**os.environ, LANGUAGE_VARIABLE: str(catalogue), "PYTHONIOENCODING": "utf-8"}
    whole = [sys.executable, "-c", script]
    done = subprocess.run(whole, env=environment, capture_output=True, text=True, check=True)
    assert done.stdout.split("\n")[:2] == [
        "Position Oben links Pixel",
        "('Layer-Vorgaben', 'Default') ('Nur FPS', 'FPS only')",
    ]


def read_capture_layer(api_version: str) -> DeclaredLayer:
    manifest = Path(__file__).parents[2] / "data" / "sdk" / "VkLayer_gfxreconstruct.json"
    document = json.loads(manifest.read_bytes())
    document["layer"]["api_version"] = api_version
    return add_description(read_declared(json.dumps(document).encode()).layers[0])


def test_what_documents_name_and_a_manifest_lacks_is_added() -> None:
    layer = read_capture_layer("1.4.357")
    added = layer.find_setting("quit_after_capture_frames")
    assert added is not None
    assert added.variable == "GFXRECON_QUIT_AFTER_CAPTURE_FRAMES"
    assert added.since == "", "the installed version knows it"
    assert layer.own_settings is None
    assert get_name_in_file(layer, added) == ("lunarg_gfxreconstruct.quit_after_capture_frames")
    assert list_settable_variables(layer, added)[-1] == added.variable


def test_an_addition_stands_where_the_manifest_has_its_parent() -> None:
    layer = read_capture_layer("1.4.357")
    mode = layer.find_setting("memory_tracking_mode")
    assert mode is not None
    assert [choice.key for choice in mode.choices] == [
        "page_guard",
        "assisted",
        "unassisted",
        "userfaultfd",
    ]
    assert mode.settings[-1].key == "page_guard_signal_handler_watcher_max_restores"
    keys = [setting.key for setting in layer.walk_settings()]
    assert len(keys) == len(set(keys))


def test_an_addition_of_a_newer_version_is_left_out() -> None:
    layer = read_capture_layer("1.3.243")
    assert layer.find_setting("capture_use_asset_file") is None
    assert layer.find_setting("replay") is None, "a group without settings"
    mode = layer.find_setting("memory_tracking_mode")
    assert mode is not None
    assert "userfaultfd" not in [choice.key for choice in mode.choices]
    assert layer.find_setting("page_guard_signal_handler_watcher") is not None


def test_an_addition_alone_is_no_description() -> None:
    assert find_description("VK_LAYER_LUNARG_gfxreconstruct") is None
    layer = DeclaredLayer("VK_LAYER_LUNARG_gfxreconstruct")
    assert add_description(layer) is layer


SDK_LAYERS = {
    "VK_LAYER_LUNARG_api_dump": "VkLayer_api_dump.json",
    "VK_LAYER_LUNARG_screenshot": "VkLayer_screenshot.json",
}


def read_bare_layer(name: str, api_version: str) -> DeclaredLayer:
    layer = {"name": name, "type": "GLOBAL", "library_path": "x.so", "api_version": api_version}
    document = {"file_format_version": "1.2.0", "layer": layer}
    return add_description(read_declared(json.dumps(document).encode()).layers[0])


def read_sdk_layer(name: str) -> DeclaredLayer:
    manifest = Path(__file__).parents[2] / "data" / "sdk" / SDK_LAYERS[name]
    return read_declared(manifest.read_bytes()).layers[0]


@pytest.mark.parametrize("name", SDK_LAYERS)
def test_a_layer_whose_manifest_declares_none_has_the_settings_of_its_sdk(name: str) -> None:
    bare, of_sdk = read_bare_layer(name, "1.3.283"), read_sdk_layer(name)
    described = {setting.key: setting for setting in bare.walk_settings()}
    declared = {setting.key: setting for setting in of_sdk.walk_settings()}
    assert [*described] == [*declared]
    for key, setting in declared.items():
        assert described[key].type is setting.type
        assert (described[key].minimum, described[key].maximum) == (
            setting.minimum,
            setting.maximum,
        )
        assert {choice.key for choice in described[key].choices} == {
            choice.key for choice in setting.choices
        }
        if key != "log_filename":  # where calls go by default is told by another setting
            assert described[key].default == setting.default
        assert get_name_in_file(bare, described[key]) == get_name_in_file(of_sdk, setting)
        assert list_settable_variables(bare, described[key]) == list_settable_variables(
            of_sdk, setting
        )


@pytest.mark.parametrize("name", SDK_LAYERS)
def test_what_an_sdk_declares_itself_stays(name: str) -> None:
    layer = read_sdk_layer(name)
    assert add_description(layer) is layer


@pytest.mark.parametrize(
    ("api_version", "time", "has_calls_before"),
    [
        ("1.2.154", "show_timestamp", False),
        ("1.3.261", "show_timestamp", False),
        ("1.3.262", "timestamp", False),
        ("1.4.328", "timestamp", True),
    ],
)
def test_an_api_dump_has_the_settings_that_its_release_reads(
    api_version: str, time: str, has_calls_before: bool
) -> None:
    layer = read_bare_layer("VK_LAYER_LUNARG_api_dump", api_version)
    keys = [setting.key for setting in layer.walk_settings()]
    assert [key for key in keys if key.endswith("timestamp")] == [time]
    assert ("pre_dump" in keys) is has_calls_before
    assert len(layer.presets) == 3


def test_a_release_that_does_not_read_what_we_write_has_no_settings() -> None:
    layer = read_bare_layer("VK_LAYER_LUNARG_api_dump", "1.2.148")  # it knows TRUE, not true
    assert (layer.settings, layer.presets) == ((), ())


def test_a_variable_that_older_releases_take_for_its_opposite_is_not_set() -> None:
    layer = read_bare_layer("VK_LAYER_LUNARG_api_dump", "1.3.261")
    flush = layer.find_setting("flush")
    assert flush is not None
    assert list_settable_variables(layer, flush) == ()
