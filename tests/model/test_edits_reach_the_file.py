"""Whatever is typed, chosen and reset: the file that layers read says exactly that, or nothing."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.framework.settings import (
    choose_other_value,
    declare_layer,
    find_effective_values,
    make_dependence,
    make_flag,
    make_preset,
    make_setting,
    sdk_layer,
    sdk_manifests,
)
from vkconfig_py.model.configuration.configuration import (
    Configuration,
    LayerEntry,
    ListItem,
    SettingType,
    Value,
)
from vkconfig_py.model.configuration.configuration_json import (
    parse_configuration,
    render_configuration,
)
from vkconfig_py.model.configuration.workspace import Workspace
from vkconfig_py.model.formats.layer_settings_txt import parse_layer_settings, render_layer_settings
from vkconfig_py.model.formats.setting_lines import LayerSettings
from vkconfig_py.model.layer_settings import setting_edits as commands
from vkconfig_py.model.layer_settings.checks import (
    InvalidValue,
    check_value,
    parse_text,
    render_value,
)
from vkconfig_py.model.layer_settings.declared import DeclaredLayer, Setting
from vkconfig_py.model.layer_settings.encoding import decode_value
from vkconfig_py.model.layer_settings.layer_values import (
    compute_effective_values,
    is_default,
    list_presets,
)
from vkconfig_py.model.layer_settings.setting_conditions import find_unmet_conditions
from vkconfig_py.model.layer_settings.setting_names import lists_platform, make_file_key

EVERY_TYPE = declare_layer(
    make_setting("group", "GROUP", settings=[make_setting("bool", default=True)]),
    make_setting(
        "numeric",
        "BOOL_NUMERIC",
        settings=[make_setting("deep", dependence=make_dependence(numeric=True))],
    ),
    make_setting("int", "INT", default=3, range={"min": -5, "max": 40}),
    make_setting("wide", "INT"),
    make_setting("float", "FLOAT", default=0.5, range={"min": 0}, precision=2),
    make_setting("string", "STRING", default="own"),
    make_setting("frames", "FRAMES", default="1-2"),
    make_setting(
        "enum",
        "ENUM",
        default="a",
        flags=[
            "a",
            make_flag("b", make_setting("under_b", "INT", dependence=make_dependence(enum="b"))),
        ],
    ),
    make_setting("flags", "FLAGS", default=["x"], flags=["x", "y", "z"]),
    make_setting("list", "LIST", list=["VUID-one", 7]),
    make_setting("only", "LIST", list=["p", "q"], list_only=True),
    make_setting("load_file", "LOAD_FILE"),
    make_setting("save_file", "SAVE_FILE", default="stdout"),
    make_setting("load_folder", "LOAD_FOLDER"),
    make_setting("save_folder", "SAVE_FOLDER"),
    presets=[
        make_preset("Mine", int=9, flags=["y"], string="of a preset"),
        make_preset("Some", bool=False),
    ],
)
SDK = {path.stem: sdk_layer(path.stem.removeprefix("VkLayer_")) for path in sdk_manifests()}
LAYERS = {"every-type": EVERY_TYPE} | {n: layer for n, layer in SDK.items() if layer.settings}
TYPED = (
    st.text(st.sampled_from('aAxyz,:;# \t"=\\é/-.0123\r\n\0'), max_size=7)
    | st.integers().map(str)
    | st.floats().map(repr)
    | st.sampled_from(["true", "off", "0x1F", "b", "x,z", "p, q", "VUID-one,7", "3,8-2", "stdout"])
)
EDITS = st.lists(
    st.tuples(
        st.sampled_from(["type"] * 4 + ["other", "off", "reset", "reset all", "preset"]),
        st.integers(0, 400),
        TYPED,
    ),
    max_size=12,
)


def keys(layer: DeclaredLayer) -> list[Setting]:
    return [one for one in layer.walk_settings() if one.type is not SettingType.GROUP]


def edited(layer: DeclaredLayer, edits: list[tuple[str, int, str]]) -> LayerEntry:
    """Return what a configuration keeps after edits, a save and a load."""
    space = Workspace((Configuration("k", "Mine"),), "k")
    for what, number, text in edits:
        space = edit(space, layer, what, number, text) or space
    content = render_configuration(space.selected_configuration)
    assert parse_configuration("k", content) == space.selected_configuration
    return space.selected_configuration.find_entry(layer.name) or LayerEntry(layer.name)


def edit(
    space: Workspace, layer: DeclaredLayer, what: str, number: int, text: str
) -> Workspace | None:
    one = keys(layer)[number % len(keys(layer))]
    values = compute_effective_values(layer, space.selected_configuration.find_entry(layer.name))
    if what == "type":
        value = parse_text(one, text)
        if isinstance(value, InvalidValue):
            return None
        changed = commands.set_setting(space, layer, one.key, value)
    elif what in ("other", "off"):
        value = choose_other_value(one) if what == "other" else turned_off(values[one.key])
        if check_value(one, value) is not None:  # the editor does not take it
            return None
        changed = commands.set_setting(space, layer, one.key, value)
    elif what == "reset":
        changed = commands.reset_setting(space, layer, one.key)
    elif what == "reset all":
        changed = commands.reset_settings(space, layer)
    else:
        offered = list_presets(layer, "LINUX")
        changed = commands.choose_preset(space, layer, offered[number % len(offered)])
    return changed.workspace if changed else None


def turned_off(value: Value) -> Value:
    if not isinstance(value, tuple):
        return value
    return tuple(x._replace(enabled=False) if isinstance(x, ListItem) else x for x in value)


def is_here(one: Setting) -> bool:
    return not one.platforms or lists_platform(one.platforms, "LINUX")


def written(value: Value) -> Value:
    """Return what of a value is written: blanks around parts and what is off are no part of it."""
    if not isinstance(value, tuple):
        return value
    return tuple(x for x in value if not isinstance(x, ListItem) or x.enabled)


@pytest.mark.parametrize("name", LAYERS)
@given(EDITS)
def test_no_edits_write_an_invalid_file(name: str, edits: list[tuple[str, int, str]]) -> None:
    layer = LAYERS[name]
    entry = edited(layer, edits)
    values = compute_effective_values(layer, entry)
    rendered = render_layer_settings([LayerSettings(layer, values)])
    read = find_effective_values(parse_layer_settings(rendered.content))
    refused = {one.key: one.reason for one in rendered.unwritten}
    unmet = find_unmet_conditions(layer, values)
    for one in keys(layer):
        value = values[one.key]
        assert is_default(one, value) or check_value(one, value) is None, render_value(one, value)
        text = read.pop(make_file_key(layer.name, one.key), None)
        if text is not None:
            assert decode_value(one, text) == written(value)
            assert one.key not in refused
            assert one.key not in unmet
        elif not is_default(one, value) and one.key not in unmet and is_here(one):
            assert refused[one.key], one.key
    assert read == {}


@pytest.mark.parametrize("key", ["int", "float", "enum"])
def test_a_value_of_a_document_that_is_not_allowed_is_told_and_not_written(key: str) -> None:
    value: Value = {"int": 41, "float": -1.0, "enum": "gone"}[key]
    found = EVERY_TYPE.find_setting(key)
    assert found is not None
    entry = LayerEntry(EVERY_TYPE.name).with_value(key, found.type, value)
    rendered = render_layer_settings([LayerSettings.from_entry(EVERY_TYPE, entry)])
    assert find_effective_values(parse_layer_settings(rendered.content)) == {}
    (refused,) = rendered.unwritten
    assert refused.key == key
    assert refused.reason.startswith(("Must be", "The layer does not recognize the value"))
