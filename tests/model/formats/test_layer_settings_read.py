"""vk_layer_settings.txt, read back as its readers read it."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.framework.settings import (
    choose_other_value,
    find_effective_values,
    sdk_layer,
    sdk_manifests,
)
from tests.model.formats.layer_settings import LAYER, chosen
from vkconfig_py.model.configuration.configuration import ListItem, SettingType
from vkconfig_py.model.formats.layer_settings_txt import (
    OWN_FILE_MARKER,
    LayerSettings,
    Scope,
    SettingsTextLine,
    is_ours,
    parse_layer_settings,
    render_copy,
    render_layer_settings,
)
from vkconfig_py.model.layer_settings.encoding import (
    RefusedValue,
    TextTarget,
    decode_value,
    encode_for_layer,
    encode_value,
)
from vkconfig_py.model.layer_settings.setting_names import make_file_key

ITEMS = st.tuples(st.text(max_size=6), st.booleans()).map(lambda pair: ListItem(*pair))


def test_a_file_of_ours_is_known_by_its_first_line():
    assert is_ours(render_layer_settings([chosen()]).content)
    assert is_ours(OWN_FILE_MARKER)
    assert is_ours(f"{OWN_FILE_MARKER}\r\nx = 1")
    assert not is_ours(b"")
    assert not is_ours(f"\n{OWN_FILE_MARKER}\n")
    assert not is_ours(f"{OWN_FILE_MARKER} not")
    assert not is_ours(b"\xff\xfe")


def test_a_copy_says_where_it_is_from_and_keeps_every_byte():
    content = b"khronos_validation.report_flags = error\r\n# \xff\n"
    copy = render_copy(content, "/home/u/my\nsettings.txt")
    assert is_ours(copy)
    assert copy.endswith(content)
    assert find_effective_values(parse_layer_settings(copy)) == {
        "khronos_validation.report_flags": "error"
    }


@pytest.mark.parametrize(
    ("line", "found"),
    [
        ("a.b = 1", SettingsTextLine(1, "a.b", "1")),
        ("a.b=1", SettingsTextLine(1, "a.b", "1")),
        ("\ta.b\f=\v1 \r", SettingsTextLine(1, "a.b", "1")),
        ("a.b = c = d", SettingsTextLine(1, "a.b", "c = d")),
        ("a.b = 1 # why # not", SettingsTextLine(1, "a.b", "1", True, "why # not")),
        ("a.b = #", SettingsTextLine(1, "a.b", "")),
        ("= 1", SettingsTextLine(1, "", "1")),
        ("A.B = 1", SettingsTextLine(1, "A.B", "1")),
        ("\ufeffa.b = 1", SettingsTextLine(1, "\ufeffa.b", "1")),
        ("# a.b = 1", SettingsTextLine(1, "a.b", "1", False)),
        ("##a.b=1 # why", SettingsTextLine(1, "a.b", "1", False, "why")),
        ("# only words", None),
        ("# two words = 1", None),
        ("a.b # = 1", None),
        ("a.b", None),
        ("", None),
    ],
)
def test_a_line_is_read_as_layers_read_it(line: str, found: SettingsTextLine | None):
    assert parse_layer_settings(line) == (() if found is None else (found,))


def test_the_last_of_several_values_is_in_force():
    read = parse_layer_settings(b"a.b = 1\n\na.b = 2\n# a.b = 3\n")
    assert [line.line for line in read] == [1, 3, 4]
    assert find_effective_values(read) == {"a.b": "2"}


@given(st.binary(max_size=80) | st.text(max_size=80))
def test_any_content_can_be_read(content):
    for line in parse_layer_settings(content):
        assert line.line >= 1
    is_ours(content)


@pytest.mark.parametrize("path", sdk_manifests(), ids=lambda path: path.stem)
@pytest.mark.parametrize("scope", list(Scope))
def test_every_manifest_of_the_sdk_is_written_and_read_back(path, scope):
    layer = sdk_layer(path.stem.removeprefix("VkLayer_"))
    values = {
        one.key: choose_other_value(one)
        for one in layer.walk_settings()
        if one.type is not SettingType.GROUP
    }
    rendered = render_layer_settings([LayerSettings(layer, values)], scope=scope)
    assert rendered.unwritten == ()
    read = {line.key: line.value for line in parse_layer_settings(rendered.content)}
    assert rendered.text == render_layer_settings([LayerSettings(layer, values)], scope=scope).text
    for one in layer.walk_settings():
        if one.type is not SettingType.GROUP and "LINUX" in one.platforms:
            text = read[make_file_key(layer.name, one.key)]
            assert text == encode_value(one, values[one.key])
            assert not isinstance(decode_value(one, text), RefusedValue)


@given(
    st.fixed_dictionaries(
        {},
        optional={
            "core": st.booleans(),
            "deep": st.booleans(),
            "limit": st.integers(1, 16),
            "log": st.text(max_size=8),
            "flags": st.lists(st.sampled_from(["error", "warn", "gone"]), unique=True).map(tuple),
            "ids": st.lists(ITEMS).map(tuple),
        },
    ),
    st.sampled_from(list(Scope)),
)
def test_whatever_is_chosen_nothing_else_is_read(values, scope):
    layer = chosen(**values)
    rendered = render_layer_settings([layer], scope=scope)
    read = find_effective_values(parse_layer_settings(rendered.content))
    refused = {one.key for one in rendered.unwritten if not one.partial_reason}
    for one in LAYER.walk_settings():
        text = read.pop(make_file_key(LAYER.name, one.key), None)
        if text is not None:
            assert one.key not in refused
            whole = encode_for_layer(LAYER, one, layer.get_value(one), TextTarget.FILE, "LINUX")
            assert text == whole.text
            assert "gone" not in text or one.key != "flags"
        elif scope is Scope.CHANGED and one.key in layer.values:
            assert one.key in refused or (one.key == "deep" and not layer.effective_values["core"])
    assert read == {}
