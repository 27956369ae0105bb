from __future__ import annotations

import pytest

from tests.framework.settings import declare_layer, make_setting, sdk_layer
from vkconfig_py.model.layer_settings.declared import VariableReader
from vkconfig_py.model.layer_settings.setting_names import (
    OverridingVariable,
    find_overriding_variable,
    list_android_properties,
    list_settable_variables,
    list_variable_names,
    make_file_key,
    render_variable_doubt,
)

LAYER = declare_layer(
    make_setting("Fast_mode", env="OWN_NAME"), name="VK_LAYER_VENDOR_some_thing", prefix="pre"
)
SETTING = LAYER.settings[0]


def test_the_file_has_the_layer_in_small_letters_and_the_key_as_it_is():
    assert (
        make_file_key("VK_LAYER_KHRONOS_Validation", "Fast_mode") == "khronos_validation.Fast_mode"
    )
    assert make_file_key("VK_LAYER_É", "x") == "É.x"


def test_variables_stand_in_the_order_in_which_a_layer_asks_for_them():
    assert list_variable_names(LAYER, SETTING) == (
        "VK_VENDOR_SOME_THING_FAST_MODE",
        "VK_SOME_THING_FAST_MODE",
        "VK_FAST_MODE",
        "OWN_NAME",
    )


def test_a_layer_with_code_of_its_own_has_the_variables_that_its_manifest_names():
    capture = "VK_LAYER_LUNARG_gfxreconstruct"
    layer = declare_layer(
        make_setting("x", env="OWN"), make_setting("y"), instance_extensions=None, name=capture
    )
    x, y = layer.settings
    assert list_variable_names(layer, x) == list_settable_variables(layer, x) == ("OWN",)
    assert list_variable_names(layer, y) == list_settable_variables(layer, y) == ()
    assert list_android_properties(layer, x) == ()
    assert (
        find_overriding_variable(layer, y, {"VK_LUNARG_GFXRECONSTRUCT_Y": "1", "VK_Y": "1"}) is None
    )
    assert render_variable_doubt(layer, y) == ""


@pytest.mark.parametrize("layer", ["api_dump", "screenshot"])
@pytest.mark.parametrize(
    ("version", "reader"),
    [
        ("1.3.261", VariableReader.OWN),
        ("1.3.268", VariableReader.LIBRARY),
        ("1.3.275", VariableReader.LIBRARY),
        ("1.4.350", VariableReader.LIBRARY),
    ],
)
def test_layers_of_sdks_read_variables_since_a_version(layer, version, reader):
    name = f"VK_LAYER_LUNARG_{layer}"
    known = declare_layer(
        make_setting("x"), name=name, api_version=version, instance_extensions=None
    )
    assert known.variable_reader is reader
    names = list_settable_variables(known, known.settings[0])
    strongest = {"api_dump": "VK_APIDUMP_X", "screenshot": "VK_LUNARG_SCREENSHOT_X"}
    assert names == ((strongest[layer],) if reader is VariableReader.LIBRARY else ())


def test_of_an_unknown_layer_it_is_not_known_whether_it_reads_variables():
    layer = declare_layer(make_setting("x"), make_setting("y", env="OWN"), instance_extensions=None)
    x, y = layer.settings
    assert layer.variable_reader is VariableReader.UNKNOWN
    assert list_settable_variables(layer, x) == ("VK_TEST_SETTINGS_X", "VK_SETTINGS_X")
    assert list_settable_variables(layer, y) == ("VK_TEST_SETTINGS_Y", "VK_SETTINGS_Y", "OWN")
    assert render_variable_doubt(layer, x) == "It is unknown whether this layer reads variables."
    assert render_variable_doubt(layer, y) == ""
    found = find_overriding_variable(layer, x, {"VK_X": "1"})
    assert found is not None
    assert found.comment == "The variable VK_X may win: 1"
    certain = find_overriding_variable(layer, y, {"OWN": "1"})
    assert certain is not None
    assert certain.comment == "The variable OWN wins: 1"


def test_a_layer_with_an_unknown_namespace_gets_the_names_that_all_layers_read():
    names = ("VK_VENDOR_SOME_THING_FAST_MODE", "VK_SOME_THING_FAST_MODE", "OWN_NAME")
    assert list_settable_variables(LAYER, SETTING) == names


@pytest.mark.parametrize(
    ("version", "names"),
    [
        ("1.3.262", ()),
        ("1.3.264", ("VK_KHRONOS_VALIDATION_X", "VK_VALIDATION_X", "VK_X")),
        ("1.3.265", ("VK_LAYER_X", "VK_KHRONOS_VALIDATION_X", "VK_VALIDATION_X")),
        ("1.4.319", ("VK_LAYER_X", "VK_KHRONOS_VALIDATION_X", "VK_VALIDATION_X")),
        ("1.4.360", ("VK_LAYER_X", "VK_KHRONOS_VALIDATION_X", "VK_VALIDATION_X", "VK_X")),
    ],
)
def test_validation_reads_the_names_of_its_release_and_none_with_its_prefix(version, names):
    layer = declare_layer(
        make_setting("x"),
        name="VK_LAYER_KHRONOS_validation",
        prefix="vvl",
        api_version=version,
        instance_extensions=None,
    )
    assert list_variable_names(layer, layer.settings[0]) == names
    assert list_settable_variables(layer, layer.settings[0]) == names[:1]


@pytest.mark.parametrize(("version", "is_read"), [("1.3.295", False), ("1.3.296", True)])
def test_older_validation_reads_where_messages_go_from_the_file_only(version, is_read):
    layer = declare_layer(
        make_setting("log_filename"), name="VK_LAYER_KHRONOS_validation", api_version=version
    )
    names = list_settable_variables(layer, layer.settings[0])
    assert names == (("VK_LAYER_LOG_FILENAME",) if is_read else ())


def test_the_strongest_variable_and_the_own_one_make_sure_of_a_value():
    layer = declare_layer(
        make_setting("x", env="OWN"), name="VK_LAYER_KHRONOS_validation", api_version="1.4.360"
    )
    assert list_settable_variables(layer, layer.settings[0]) == ("VK_LAYER_X", "OWN")


def test_the_synchronization_layer_answers_to_its_short_name_too():
    layer = sdk_layer("khronos_synchronization2")
    assert list_variable_names(layer, layer.settings[0]) == (
        "VK_KHRONOS_SYNCHRONIZATION2_FORCE_ENABLE",
        "VK_SYNCHRONIZATION2_FORCE_ENABLE",
        "VK_FORCE_ENABLE",
        "VK_KHRONOS_SYNC2_FORCE_ENABLE",
        "VK_SYNC2_FORCE_ENABLE",
    )


def test_a_layer_without_vendor_has_no_name_twice():
    layer = declare_layer(make_setting("x"), name="VK_LAYER_single")
    assert list_variable_names(layer, layer.settings[0]) == ("VK_SINGLE_X", "VK_X")


def test_android_has_properties():
    assert list_android_properties(LAYER, SETTING) == (
        "debug.pre.Fast_mode",
        "debug.vulkan.vendor_some_thing.Fast_mode",
        "debug.vulkan.some_thing.Fast_mode",
        "debug.vulkan.Fast_mode",
    )


@pytest.mark.parametrize("name", list_variable_names(LAYER, SETTING))
def test_a_variable_of_any_name_overrides(name):
    assert find_overriding_variable(
        LAYER, SETTING, {name: "1", "OTHER": "x"}
    ) == OverridingVariable(name, "1")


def test_the_strongest_variable_wins_and_an_empty_one_counts_as_unset():
    environment = {"OWN_NAME": "3", "VK_FAST_MODE": "2", "VK_SOME_THING_FAST_MODE": ""}
    assert find_overriding_variable(LAYER, SETTING, environment) == OverridingVariable(
        "VK_FAST_MODE", "2"
    )
    assert find_overriding_variable(LAYER, SETTING, {"OWN_NAME": ""}) is None
