from __future__ import annotations

import pytest

from tests.framework.settings import declared, sdk_layer, setting
from vkconfig_py.model.layer_settings.declared import VariableReader
from vkconfig_py.model.layer_settings.setting_names import (
    Overriding,
    android_properties,
    file_key,
    overriding,
    settable_variables,
    variable_doubt,
    variable_names,
)

LAYER = declared(
    setting("Fast_mode", env="OWN_NAME"), name="VK_LAYER_VENDOR_some_thing", prefix="pre"
)
SETTING = LAYER.settings[0]


def test_the_file_has_the_layer_in_small_letters_and_the_key_as_it_is():
    assert file_key("VK_LAYER_KHRONOS_Validation", "Fast_mode") == "khronos_validation.Fast_mode"
    assert file_key("VK_LAYER_É", "x") == "É.x"


def test_variables_stand_in_the_order_in_which_a_layer_asks_for_them():
    assert variable_names(LAYER, SETTING) == (
        "VK_VENDOR_SOME_THING_FAST_MODE",
        "VK_SOME_THING_FAST_MODE",
        "VK_FAST_MODE",
        "OWN_NAME",
    )


def test_a_layer_with_code_of_its_own_has_the_variables_that_its_manifest_names():
    capture = "VK_LAYER_LUNARG_gfxreconstruct"
    layer = declared(setting("x", env="OWN"), setting("y"), instance_extensions=None, name=capture)
    x, y = layer.settings
    assert variable_names(layer, x) == settable_variables(layer, x) == ("OWN",)
    assert variable_names(layer, y) == settable_variables(layer, y) == ()
    assert android_properties(layer, x) == ()
    assert overriding(layer, y, {"VK_LUNARG_GFXRECONSTRUCT_Y": "1", "VK_Y": "1"}) is None
    assert variable_doubt(layer, y) == ""


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
    known = declared(setting("x"), name=name, api_version=version, instance_extensions=None)
    assert known.reader is reader
    names = settable_variables(known, known.settings[0])
    strongest = {"api_dump": "VK_APIDUMP_X", "screenshot": "VK_LUNARG_SCREENSHOT_X"}
    assert names == ((strongest[layer],) if reader is VariableReader.LIBRARY else ())


def test_of_an_unknown_layer_it_is_not_known_whether_it_reads_variables():
    layer = declared(setting("x"), setting("y", env="OWN"), instance_extensions=None)
    x, y = layer.settings
    assert layer.reader is VariableReader.UNKNOWN
    assert settable_variables(layer, x) == ("VK_TEST_SETTINGS_X", "VK_SETTINGS_X")
    assert settable_variables(layer, y) == ("VK_TEST_SETTINGS_Y", "VK_SETTINGS_Y", "OWN")
    assert variable_doubt(layer, x) == "It is not known whether this layer reads variables."
    assert variable_doubt(layer, y) == ""
    found = overriding(layer, x, {"VK_X": "1"})
    assert found is not None
    assert found.comment == "The variable VK_X may win: 1"
    certain = overriding(layer, y, {"OWN": "1"})
    assert certain is not None
    assert certain.comment == "The variable OWN wins: 1"


def test_a_layer_with_an_unknown_namespace_gets_the_names_that_all_layers_read():
    names = ("VK_VENDOR_SOME_THING_FAST_MODE", "VK_SOME_THING_FAST_MODE", "OWN_NAME")
    assert settable_variables(LAYER, SETTING) == names


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
    layer = declared(
        setting("x"),
        name="VK_LAYER_KHRONOS_validation",
        prefix="vvl",
        api_version=version,
        instance_extensions=None,
    )
    assert variable_names(layer, layer.settings[0]) == names
    assert settable_variables(layer, layer.settings[0]) == names[:1]


@pytest.mark.parametrize(("version", "is_read"), [("1.3.295", False), ("1.3.296", True)])
def test_older_validation_reads_where_messages_go_from_the_file_only(version, is_read):
    layer = declared(
        setting("log_filename"), name="VK_LAYER_KHRONOS_validation", api_version=version
    )
    names = settable_variables(layer, layer.settings[0])
    assert names == (("VK_LAYER_LOG_FILENAME",) if is_read else ())


def test_the_strongest_variable_and_the_own_one_make_sure_of_a_value():
    layer = declared(
        setting("x", env="OWN"), name="VK_LAYER_KHRONOS_validation", api_version="1.4.360"
    )
    assert settable_variables(layer, layer.settings[0]) == ("VK_LAYER_X", "OWN")


def test_the_synchronization_layer_answers_to_its_short_name_too():
    layer = sdk_layer("khronos_synchronization2")
    assert variable_names(layer, layer.settings[0]) == (
        "VK_KHRONOS_SYNCHRONIZATION2_FORCE_ENABLE",
        "VK_SYNCHRONIZATION2_FORCE_ENABLE",
        "VK_FORCE_ENABLE",
        "VK_KHRONOS_SYNC2_FORCE_ENABLE",
        "VK_SYNC2_FORCE_ENABLE",
    )


def test_a_layer_without_vendor_has_no_name_twice():
    layer = declared(setting("x"), name="VK_LAYER_single")
    assert variable_names(layer, layer.settings[0]) == ("VK_SINGLE_X", "VK_X")


def test_android_has_properties():
    assert android_properties(LAYER, SETTING) == (
        "debug.pre.Fast_mode",
        "debug.vulkan.vendor_some_thing.Fast_mode",
        "debug.vulkan.some_thing.Fast_mode",
        "debug.vulkan.Fast_mode",
    )


@pytest.mark.parametrize("name", variable_names(LAYER, SETTING))
def test_a_variable_of_any_name_overrides(name):
    assert overriding(LAYER, SETTING, {name: "1", "OTHER": "x"}) == Overriding(name, "1")


def test_the_strongest_variable_wins_and_an_empty_one_counts_as_unset():
    environment = {"OWN_NAME": "3", "VK_FAST_MODE": "2", "VK_SOME_THING_FAST_MODE": ""}
    assert overriding(LAYER, SETTING, environment) == Overriding("VK_FAST_MODE", "2")
    assert overriding(LAYER, SETTING, {"OWN_NAME": ""}) is None
