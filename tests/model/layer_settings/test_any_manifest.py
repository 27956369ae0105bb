"""Whatever a manifest holds, everything that is asked about its settings has an answer."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.framework.settings import entry_with_values, flag, setting
from tests.model.layer_settings.test_reading_odd import MEMBERS, json_values
from vkconfig_py.model.configuration.configuration import LayerEntry, SettingType
from vkconfig_py.model.layer_settings.checks import (
    Invalid,
    allowed_values,
    check_value,
    display_text,
    parse_text,
)
from vkconfig_py.model.layer_settings.conversion import fits_type
from vkconfig_py.model.layer_settings.declared import repaired, unknown_parts
from vkconfig_py.model.layer_settings.layer_values import (
    chosen_values,
    detect_preset,
    effective_values,
    lost_values,
    matches,
    presets_of,
    with_defaults,
    with_preset,
)
from vkconfig_py.model.layer_settings.machine_lists import MachineLists, profile_places, suggestions
from vkconfig_py.model.layer_settings.parse_layer import read_declared
from vkconfig_py.model.layer_settings.setting_conditions import (
    apply_answer,
    comment_on,
    find_unmet,
    settled,
    triggered,
)
from vkconfig_py.model.layer_settings.setting_names import (
    android_properties,
    overriding,
    variable_names,
)
from vkconfig_py.model.layer_settings.settings_page import matches as found_by

KEYS = st.sampled_from("abcde")
NAMED = st.fixed_dictionaries({"key": KEYS, "value": json_values})
CONDITIONS = st.fixed_dictionaries(
    {"mode": st.sampled_from(["ALL", "ANY", "NONE"]), "settings": st.lists(NAMED, max_size=3)}
)
CHANGES = st.fixed_dictionaries(
    {"setting": NAMED, "operator": st.sampled_from(["SET", "APPEND", "REMOVE"])}
)
BUTTONS = st.fixed_dictionaries({"type": st.just("OK"), "changes": st.lists(CHANGES, max_size=2)})
MESSAGES = st.fixed_dictionaries(
    {
        "key": KEYS,
        "conditions": st.lists(
            st.fixed_dictionaries({"setting": NAMED, "operator": st.sampled_from(["NOT", "NONE"])}),
            max_size=2,
        ),
        "actions": st.fixed_dictionaries({"default": st.just("BUTTON0"), "BUTTON0": BUTTONS}),
    }
)


def inner_settings(inner):
    flags = st.lists(st.builds(flag, st.sampled_from("XYZ"), inner), max_size=2)
    optional = {
        "default": json_values,
        "flags": flags,
        "list": st.lists(st.text(max_size=2) | st.integers(), max_size=2),
        "range": st.dictionaries(
            st.sampled_from(["min", "max", "precision"]), st.floats(allow_nan=False)
        ),
        "dependence": CONDITIONS,
        "messages": st.lists(MESSAGES, max_size=2),
        "settings": st.lists(inner, max_size=2),
        "format": st.just("PROFILE"),
        "view": st.just("HIDDEN"),
    }
    required = {"key": KEYS, "type": st.sampled_from([kind.value for kind in SettingType])}
    return st.fixed_dictionaries(required, optional=optional)


SETTINGS = st.recursive(
    st.builds(setting, KEYS, st.sampled_from([kind.value for kind in SettingType]))
    | st.dictionaries(st.sampled_from(MEMBERS), json_values, max_size=4),
    inner_settings,
    max_leaves=8,
)
FEATURES = st.fixed_dictionaries(
    {
        "settings": st.lists(SETTINGS, max_size=5),
        "presets": st.lists(
            st.fixed_dictionaries(
                {"label": st.text(max_size=2), "settings": st.lists(NAMED, max_size=3)}
            ),
            max_size=2,
        ),
    }
)


def layer_of(features):
    text = json.dumps({"layer": {"name": "VK_LAYER_T_x", "features": features}})
    text = text.replace("Infinity", "1e999")  # which JSON can say
    return read_declared(text.encode("utf-8", "surrogatepass")).layers[0]


@pytest.mark.long
@given(FEATURES)
def test_values_dependences_and_names_have_an_answer(features):
    layer = layer_of(features)
    values = effective_values(layer, None)
    assert chosen_values(layer, None) == {}
    assert all(comment_on(layer, one) for one in find_unmet(layer, values).values())
    assert found_by(layer, "") == {found.key for found in layer.walk()}
    profile_places(layer, values)
    for found in layer.walk():
        variable_names(layer, found)
        android_properties(layer, found)
        assert overriding(layer, found, {}) is None
        allowed_values(found)
        suggestions(found, MachineLists())
        assert fits_type(found.type, found.default)
        assert unknown_parts(found, repaired(found, found.default)) == ()
        if found.type is not SettingType.GROUP and check_value(found, found.default) is None:
            assert not isinstance(parse_text(found, display_text(found, found.default)), Invalid)


@given(FEATURES)
def test_presets_and_messages_leave_values_of_their_type(features):
    layer = layer_of(features)
    values = effective_values(layer, None)
    kinds = {found.key: found.type for found in layer.walk()}
    for preset in presets_of(layer, "LINUX"):
        chosen = with_preset(layer, {}, preset)
        after = with_defaults(layer, chosen)
        assert matches(layer, after, preset) or not preset.values
        assert not detect_preset(layer, chosen, "LINUX").changed or not preset.values
        triggered(layer, after, "LINUX", {}, values)
        after = settled(layer, after, "LINUX", dict.fromkeys("abcde", 9), values)
        assert all(fits_type(kinds[key], value) for key, value in after.items())
    for found in layer.walk():
        for message in found.messages:
            for answer in message.answers:
                changed = apply_answer(layer, values, answer)
                assert all(fits_type(kinds[key], value) for key, value in changed.items())


@given(FEATURES, FEATURES)
def test_values_of_one_layer_can_be_put_into_any_other(features, others):
    layer, other = layer_of(features), layer_of(others)
    entry = entry_with_values(layer, LayerEntry(layer.name), effective_values(other, None))
    kinds = {found.key: found.type for found in layer.walk()}
    for key, value in effective_values(layer, entry).items():
        assert fits_type(kinds[key], value)
    assert all(note.sentence.endswith(".") for note in lost_values(layer, entry))
