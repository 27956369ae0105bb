"""Whatever a manifest holds, everything that is asked about its settings has an answer."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.framework.settings import entry_with_values, make_flag, make_setting
from tests.model.layer_settings.test_reading_odd import MEMBERS, json_values
from vkconfig_py.model.configuration.configuration import LayerEntry, SettingType
from vkconfig_py.model.layer_settings.checks import (
    InvalidValue,
    check_value,
    describe_allowed_values,
    parse_text,
    render_value,
)
from vkconfig_py.model.layer_settings.conversion import fits_type
from vkconfig_py.model.layer_settings.declared import list_undeclared_parts, remove_undeclared_parts
from vkconfig_py.model.layer_settings.layer_values import (
    add_defaults,
    apply_preset,
    compute_effective_values,
    detect_preset,
    list_chosen_values,
    list_lost_values,
    list_presets,
)
from vkconfig_py.model.layer_settings.machine_values import (
    MachineLists,
    list_profile_paths,
    list_suggestions,
)
from vkconfig_py.model.layer_settings.parse_layer import read_declared
from vkconfig_py.model.layer_settings.setting_conditions import (
    apply_answer,
    apply_dismissed_answers,
    find_triggered_message,
    find_unmet_conditions,
    render_unmet_comment,
)
from vkconfig_py.model.layer_settings.setting_names import (
    find_overriding_variable,
    list_android_properties,
    list_variable_names,
)
from vkconfig_py.model.layer_settings.settings_page import find_matching_keys as found_by

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
    flags = st.lists(st.builds(make_flag, st.sampled_from("XYZ"), inner), max_size=2)
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
    st.builds(make_setting, KEYS, st.sampled_from([kind.value for kind in SettingType]))
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
    values = compute_effective_values(layer, None)
    assert list_chosen_values(layer, None) == {}
    assert all(
        render_unmet_comment(layer, one) for one in find_unmet_conditions(layer, values).values()
    )
    assert found_by(layer, "") == {found.key for found in layer.walk_settings()}
    list_profile_paths(layer, values)
    for found in layer.walk_settings():
        list_variable_names(layer, found)
        list_android_properties(layer, found)
        assert find_overriding_variable(layer, found, {}) is None
        describe_allowed_values(found)
        list_suggestions(found, MachineLists())
        assert fits_type(found.type, found.default)
        assert list_undeclared_parts(found, remove_undeclared_parts(found, found.default)) == ()
        if found.type is not SettingType.GROUP and check_value(found, found.default) is None:
            assert not isinstance(
                parse_text(found, render_value(found, found.default)), InvalidValue
            )


@given(FEATURES)
def test_presets_and_messages_leave_values_of_their_type(features):
    layer = layer_of(features)
    values = compute_effective_values(layer, None)
    kinds = {found.key: found.type for found in layer.walk_settings()}
    for preset in list_presets(layer, "LINUX"):
        chosen = apply_preset(layer, {}, preset)
        after = add_defaults(layer, chosen)
        assert not detect_preset(layer, chosen, "LINUX").is_changed or not preset.values
        find_triggered_message(layer, after, "LINUX", {}, values)
        after = apply_dismissed_answers(layer, after, "LINUX", dict.fromkeys("abcde", 9), values)
        assert all(fits_type(kinds[key], value) for key, value in after.items())
    for found in layer.walk_settings():
        for message in found.messages:
            for answer in message.answers:
                changed = apply_answer(layer, values, answer)
                assert all(fits_type(kinds[key], value) for key, value in changed.items())


@given(FEATURES, FEATURES)
def test_values_of_one_layer_can_be_put_into_any_other(features, others):
    layer, other = layer_of(features), layer_of(others)
    entry = entry_with_values(layer, LayerEntry(layer.name), compute_effective_values(other, None))
    kinds = {found.key: found.type for found in layer.walk_settings()}
    for key, value in compute_effective_values(layer, entry).items():
        assert fits_type(kinds[key], value)
    assert all(note.sentence.endswith(".") for note in list_lost_values(layer, entry))
