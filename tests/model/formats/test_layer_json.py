from __future__ import annotations

import json

from hypothesis import given
from hypothesis import strategies as st

from tests.framework.settings import declare_layer, make_dependence, make_preset, make_setting
from tests.model.formats.documents import all_changed, chosen, sdk_layers
from vkconfig_py.model.configuration.configuration import ListItem
from vkconfig_py.model.formats.layer_documents import render_json
from vkconfig_py.model.formats.setting_lines import LayerSettings


def read(*layers: LayerSettings):
    document = json.loads(render_json(layers))
    assert document["format"] == 1
    return document["layers"]


def keys(settings):
    for one in settings:
        yield one["key"]
        yield from keys(one.get("settings", ()))
        for choice in one.get("choices", ()):
            yield from keys(choice.get("settings", ()))


def test_every_setting_of_the_sdk_stands_in_it():
    for layer in map(all_changed, sdk_layers()):
        settings = read(layer)[0].get("settings", [])
        assert sorted(keys(settings)) == sorted(
            one.key for _depth, one in layer.walk_visible_settings()
        )


def test_a_setting_says_its_value_and_every_name():
    layer = declare_layer(
        make_setting("on"),
        make_setting("much", "INT", range={"min": 0, "max": 9}, unit="s", env="MUCH",
                dependence=make_dependence(on=True)),
    )  # fmt: skip
    assert read(chosen(layer, much=7))[0]["settings"][1] == {
        "key": "much",
        "type": "INT",
        "label": "Much",
        "description": "about much",
        "status": "STABLE",
        "view": "STANDARD",
        "platforms": list(layer.platforms),
        "unit": "s",
        "minimum": 0,
        "maximum": 9,
        "dependence": {"mode": "ALL", "conditions": [{"setting": "on", "value": True}]},
        "default": 0,
        "value": 7,
        "is_chosen": True,
        "without_effect": "Has no effect without “On” = true.",
        "file_key": "test_settings.much",
        "variables": ["VK_TEST_SETTINGS_MUCH", "VK_SETTINGS_MUCH", "VK_MUCH", "MUCH"],
        "android_properties": [
            "debug.vulkan.test_settings.much",
            "debug.vulkan.settings.much",
            "debug.vulkan.much",
        ],
        "api_type": "VK_LAYER_SETTING_TYPE_UINT32_EXT",
    }


def test_entries_of_a_list_keep_their_state_and_their_type():
    layer = declare_layer(
        make_setting("x", "LIST", default=[76]), presets=[make_preset("P", x=[82])]
    )
    shown = read(chosen(layer, x=(ListItem(76, enabled=False), ListItem("a"))))[0]
    assert shown["settings"][0]["value"] == [
        {"value": 76, "enabled": False},
        {"value": "a", "enabled": True},
    ]
    assert shown["presets"][0]["values"] == {"x": [{"value": 82, "enabled": True}]}


def test_a_value_that_the_layer_does_not_allow_says_why_it_is_not_written():
    layer = declare_layer(make_setting("much", "INT", default=3, range={"min": 0}))
    shown = read(chosen(layer, much=-17))[0]["settings"][0]
    assert shown["value"] == -17
    assert shown["not_written"] == "Must be 0 or more."


def test_an_empty_value_is_a_value():
    text = read(LayerSettings.from_entry(declare_layer(make_setting("text", "STRING"))))[0][
        "settings"
    ][0]
    assert text["default"] == text["value"] == ""


@given(st.text())
def test_any_text_is_kept(text):
    layer = declare_layer(make_setting("x", "STRING"))._replace(description=text)
    assert read(LayerSettings.from_entry(layer))[0].get("description", "") == text


def test_a_number_that_json_lacks_is_a_text():
    layer = chosen(declare_layer(make_setting("much", "FLOAT")), much=float("inf"))
    assert read(layer)[0]["settings"][0]["value"] == "inf"
