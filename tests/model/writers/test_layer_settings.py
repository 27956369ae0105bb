"""vk_layer_settings.txt: to the byte, and read back as its readers read it."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.framework.settings import (
    another_value,
    declared,
    depends,
    entry_with_values,
    flag,
    sdk_layer,
    sdk_manifests,
    setting,
    values_in_force,
)
from vkconfig_py.model.documents.configuration import LayerEntry
from vkconfig_py.model.settings.declared import ListItem, SettingType, Value
from vkconfig_py.model.settings.dependence import find_unmet
from vkconfig_py.model.settings.encoding import Refused, decode, encode
from vkconfig_py.model.settings.names import file_key
from vkconfig_py.model.settings.values import default_values, effective_values
from vkconfig_py.model.settings.written import written_value
from vkconfig_py.model.writers.layer_settings import (
    MARKER,
    FileLine,
    LayerSettings,
    Scope,
    Unwritten,
    is_ours,
    parse_layer_settings,
    render_copy,
    render_layer_settings,
)

HEADER = (
    f"{MARKER}\n"
    '# One setting is one line: name = value. A "#" starts a comment wherever it\n'
    "# stands.\n"
)
LAYER = declared(
    setting("core", default=True, settings=[setting("deep", dependence=depends(core=True))]),
    setting("limit", "INT", default=10, range={"min": 1, "max": 16}, unit="messages"),
    setting("log", "SAVE_FILE", default="stdout"),
    setting("flags", "FLAGS", flags=("error", "warn"), default=["error"]),
    setting("ids", "LIST"),
)


def chosen(*, layer=LAYER, **values: Value) -> LayerSettings:
    return LayerSettings.of(layer, entry_with_values(layer, LayerEntry(layer.name), values))


def lines(layer: LayerSettings, **options) -> list[str]:
    text = render_layer_settings([layer], **options).text
    return [line for line in text.splitlines() if line and not line.startswith("# ")]


def test_what_differs_from_the_defaults_is_written_to_the_byte():
    layer = chosen(limit=3, ids=(ListItem("off", enabled=False), ListItem("VUID-a"), ListItem(7)))
    rendered = render_layer_settings([layer], title="Configuration “A”")
    assert rendered.refused == ()
    assert (
        rendered.content
        == (
            f"{MARKER}\n"
            "# Configuration “A”\n"
            '# One setting is one line: name = value. A "#" starts a comment wherever it\n'
            "# stands.\n"
            "\n"
            "# VK_LAYER_TEST_settings\n"
            "test_settings.limit = 3\n"
            "test_settings.ids = VUID-a,7\n"
        ).encode()
    )


def test_nothing_is_written_where_nothing_was_chosen():
    rendered = render_layer_settings([chosen()])
    assert rendered.text == HEADER
    assert rendered.is_empty
    assert not render_layer_settings([chosen(limit=3)]).is_empty


def test_a_setting_without_effect_is_a_comment_with_the_reason():
    rendered = render_layer_settings([chosen(core=False, deep=True)])
    assert rendered.text == HEADER + (
        "\n"
        "# VK_LAYER_TEST_settings\n"
        "test_settings.core = false\n"
        "# Has no effect without “Core” = true.\n"
        "# test_settings.deep = true\n"
    )


def test_a_setting_without_effect_makes_no_other_be_written():
    layer = sdk_layer("khronos_validation")
    own = default_values(layer)
    keys = [key for key in find_unmet(layer, own) if key in own]
    assert "sync_queue_submit" in keys
    assert any(key.startswith("gpuav_") for key in keys)
    for key in keys:
        changed = LayerSettings(layer, {**own, key: another_value(layer.setting(key))})
        for scope in Scope:
            rendered = render_layer_settings([changed], scope=scope)
            assert f"# khronos_validation.{key} = " in rendered.text
            assert rendered.is_empty


def test_of_several_settings_any_of_which_would_do_only_the_one_that_does_is_written():
    layer = declared(
        setting("one", default=True),
        setting("other"),
        setting("deep", dependence=depends("ANY", one=True, other=True)),
    )
    assert lines(chosen(layer=layer, deep=True)) == [
        "test_settings.one = true",
        "test_settings.deep = true",
    ]


def test_a_value_that_cannot_be_written_makes_no_other_be_written():
    layer = declared(
        setting("on", default=True), setting("name", "STRING", dependence=depends(on=True))
    )
    assert lines(chosen(layer=layer, name="a # b")) == []
    assert lines(chosen(layer=layer, name="a")) != []


def test_a_value_that_the_file_cannot_carry_is_told_and_left_out():
    rendered = render_layer_settings([chosen(log="/tmp/#1", limit=2)])
    assert lines(chosen(log="/tmp/#1", limit=2)) == ["test_settings.limit = 2"]
    reason = "Layers take what follows a “#” for a comment."
    assert rendered.refused == (Unwritten("VK_LAYER_TEST_settings", "log", reason),)
    assert f"# log is not written. {reason}\n" in rendered.text


def test_no_flag_at_all_is_not_the_default():
    assert lines(chosen(flags=())) == ["test_settings.flags = ,"]


def test_a_variable_that_wins_is_named():
    rendered = render_layer_settings(
        [chosen(limit=3)], environment={"VK_TEST_SETTINGS_LIMIT": "4", "VK_LIMIT": ""}
    )
    assert "# The variable VK_TEST_SETTINGS_LIMIT wins: 4\ntest_settings.limit = 3\n" in (
        rendered.text
    )


def test_what_the_layer_has_elsewhere_only_is_held_back():
    layer = declared(setting("here"), setting("there", platforms=["WINDOWS"]))
    both = chosen(layer=layer, here=True, there=True)
    assert lines(both) == ["test_settings.here = true"]
    text = render_layer_settings([both]).text
    assert "# The layer has it on Windows only.\n# test_settings.there = true\n" in text
    assert "test_settings.there = true" in lines(both, platform="WINDOWS_ARM")
    assert "there" not in render_layer_settings([both], scope=Scope.ALL).text


def test_the_documented_file_has_every_setting_and_is_the_users_own():
    rendered = render_layer_settings([chosen(limit=3)], scope=Scope.ALL)
    assert not is_ours(rendered.content)
    assert rendered.text.startswith(
        '# One setting is one line: name = value. A "#" starts a comment wherever it\n'
        "# stands.\n"
        "# Settings that are comments are as the layer has them by itself.\n"
        "\n"
        f"# {'=' * 78}\n"
        "# VK_LAYER_TEST_settings"
    )
    assert (
        "# Limit\n"
        "# -----\n"
        "# limit\n"
        "# about limit\n"
        "# Allowed: 1 to 16 messages.\n"
        "# Default: 10.\n"
        "test_settings.limit = 3\n"
    ) in rendered.text
    assert (
        "# Deep\n"
        "# ----\n"
        "# deep\n"
        "# about deep\n"
        "# Default: false.\n"
        "# It has an effect with all of:\n"
        "# - “Core” = true\n"
        "# test_settings.deep = false\n"
    ) in rendered.text
    assert rendered.text.endswith(
        "# Several values are separated by commas, without blanks.\n"
        "# Default: nothing.\n"
        "# test_settings.ids =\n"
    )
    keys = [line.key for line in parse_layer_settings(rendered.content)]
    assert keys == [file_key(LAYER.name, one.key) for one in LAYER.walk()]


def test_the_documented_file_tells_all_that_the_manifest_says():
    layer = declared(
        setting(
            "old",
            "ENUM",
            flags=[flag("A", setting("below"), description="the first")],
            default="A",
            status="DEPRECATED",
            deprecated_by_key="new",
            detailed="More\nabout it.",
            url="https://example.org/old",
            platforms=["LINUX"],
            dependence=depends("ANY", new=True),
        ),
        setting("new"),
        setting("hidden", view="HIDDEN"),
        name="VK_LAYER_TEST_words",
        description="Words",
        introduction="First.\nLast without an end",
        url="https://example.org",
    )
    text = render_layer_settings([chosen(layer=layer, new=True)], scope=Scope.ALL).text
    for part in (
        "# First.\n# Last without an end\n#\n# https://example.org\n# ===",
        "# old (DEPRECATED) (Linux)\n# about old\n# More\n# about it.\n",
        "#   A: A\n#     the first\n# Default: A.\n# More: https://example.org/old\n",
        "# Use new instead.\n# Settings that belong to it:\n# - Below: false\n",
        "# It has an effect with any of:\n# - “New” = true\n",
    ):
        assert part in text
    assert "hidden" not in text


def test_the_documented_file_does_the_same_as_the_one_for_programs():
    for path in sdk_manifests():
        layer = sdk_layer(path.stem.removeprefix("VkLayer_"))
        values = {**default_values(layer)}
        for one in list(layer.walk())[::3]:
            if one.type is not SettingType.GROUP:
                values[one.key] = another_value(one)
        read = [
            values_in_force(parse_layer_settings(rendered.content))
            for rendered in (
                render_layer_settings([LayerSettings(layer, values)], scope=scope)
                for scope in Scope
            )
        ]
        assert read[0] == read[1]


def test_settings_that_hide_the_newer_ones_are_written_only_if_chosen():
    layer = sdk_layer("khronos_validation")
    rendered = render_layer_settings([chosen(layer=layer)], scope=Scope.ALL)
    assert "\n# khronos_validation.disables = VK_VALIDATION_FEATURE_DISABLE_" in rendered.text
    assert rendered.is_empty
    assert "khronos_validation.disables = ," in lines(chosen(layer=layer, disables=()))


def test_a_name_that_would_break_the_line_is_refused():
    layer = declared(setting("a=b", default=False), setting("c # d"), setting("e\nf"))
    rendered = render_layer_settings([chosen(layer=layer, **{"a=b": True, "c # d": True})])
    assert [one.key for one in rendered.refused] == ["a=b", "c # d"]
    assert rendered.is_empty
    assert render_layer_settings([chosen(layer=layer)], scope=Scope.ALL).is_empty


def test_texts_of_a_manifest_stay_in_comments():
    nasty = "a\nkhronos_validation.x = 1\r\x00\x1b[31m\u2028b = 2"
    nested = setting("x", label=nasty, description=nasty, detailed=nasty, url=nasty)
    layer = LAYER._replace(
        description=nasty, introduction=nasty, url=nasty, settings=declared(nested).settings
    )
    rendered = render_layer_settings([chosen(layer=layer)], scope=Scope.ALL, title=nasty)
    active = [line for line in parse_layer_settings(rendered.content) if line.is_active]
    assert active == []
    assert all(ord(char) >= 32 or char == "\n" for char in rendered.text)


def test_a_key_that_stands_twice_is_written_once():
    twice = LAYER._replace(settings=(*LAYER.settings, LAYER.settings[1]))
    assert lines(LayerSettings(twice, {**default_values(LAYER), "limit": 2})) == [
        "test_settings.limit = 2"
    ]


def test_a_file_of_ours_is_known_by_its_first_line():
    assert is_ours(render_layer_settings([chosen()]).content)
    assert is_ours(MARKER)
    assert is_ours(f"{MARKER}\r\nx = 1")
    assert not is_ours(b"")
    assert not is_ours(f"\n{MARKER}\n")
    assert not is_ours(f"{MARKER} not")
    assert not is_ours(b"\xff\xfe")


def test_a_copy_says_where_it_is_from_and_keeps_every_byte():
    content = b"khronos_validation.report_flags = error\r\n# \xff\n"
    copy = render_copy(content, "/home/u/my\nsettings.txt")
    assert is_ours(copy)
    assert copy.endswith(content)
    assert values_in_force(parse_layer_settings(copy)) == {
        "khronos_validation.report_flags": "error"
    }


@pytest.mark.parametrize(
    ("line", "found"),
    [
        ("a.b = 1", FileLine(1, "a.b", "1")),
        ("a.b=1", FileLine(1, "a.b", "1")),
        ("\ta.b\f=\v1 \r", FileLine(1, "a.b", "1")),
        ("a.b = c = d", FileLine(1, "a.b", "c = d")),
        ("a.b = 1 # why # not", FileLine(1, "a.b", "1", True, "why # not")),
        ("a.b = #", FileLine(1, "a.b", "")),
        ("= 1", FileLine(1, "", "1")),
        ("A.B = 1", FileLine(1, "A.B", "1")),
        ("\ufeffa.b = 1", FileLine(1, "\ufeffa.b", "1")),
        ("# a.b = 1", FileLine(1, "a.b", "1", False)),
        ("##a.b=1 # why", FileLine(1, "a.b", "1", False, "why")),
        ("# only words", None),
        ("# two words = 1", None),
        ("a.b # = 1", None),
        ("a.b", None),
        ("", None),
    ],
)
def test_a_line_is_read_as_layers_read_it(line: str, found: FileLine | None):
    assert parse_layer_settings(line) == (() if found is None else (found,))


def test_the_last_of_several_values_is_in_force():
    read = parse_layer_settings(b"a.b = 1\n\na.b = 2\n# a.b = 3\n")
    assert [line.line for line in read] == [1, 3, 4]
    assert values_in_force(read) == {"a.b": "2"}


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
        one.key: another_value(one) for one in layer.walk() if one.type is not SettingType.GROUP
    }
    rendered = render_layer_settings([LayerSettings(layer, values)], scope=scope)
    assert rendered.refused == ()
    read = {line.key: line.value for line in parse_layer_settings(rendered.content)}
    assert rendered.text == render_layer_settings([LayerSettings(layer, values)], scope=scope).text
    for one in layer.walk():
        if one.type is not SettingType.GROUP and "LINUX" in one.platforms:
            text = read[file_key(layer.name, one.key)]
            assert text == encode(one, values[one.key])
            assert not isinstance(decode(one, text), Refused)


@settings(deadline=None, max_examples=50)
@given(
    st.fixed_dictionaries(
        {},
        optional={
            "core": st.booleans(),
            "deep": st.booleans(),
            "limit": st.integers(1, 16),
            "log": st.text(max_size=8),
            "flags": st.lists(st.sampled_from(["error", "warn", "gone"]), unique=True).map(tuple),
            "ids": st.lists(st.builds(ListItem, st.text(max_size=6), st.booleans())).map(tuple),
        },
    ),
    st.sampled_from(list(Scope)),
)
def test_whatever_is_chosen_nothing_else_is_read(values, scope):
    layer = chosen(**values)
    rendered = render_layer_settings([layer], scope=scope)
    read = values_in_force(parse_layer_settings(rendered.content))
    refused = {one.key for one in rendered.refused if not one.left_out}
    own = effective_values(LAYER, None)
    for one in LAYER.walk():
        text = read.pop(file_key(LAYER.name, one.key), None)
        if text is not None:
            assert one.key not in refused
            assert text == encode(one, written_value(one, layer.values[one.key]).value)
            assert "gone" not in text or one.key != "flags"
        elif scope is Scope.CHANGED and layer.values[one.key] != own[one.key]:
            assert one.key in refused or (one.key == "deep" and not layer.values["core"])
    assert read == {}


def test_a_value_that_the_layer_does_not_allow_is_told_and_never_written():
    layer = chosen(limit=99, flags=("warn", "gone"), log="a\nb", ids=(ListItem("a"), ListItem("a")))
    rendered = render_layer_settings([layer])
    assert values_in_force(parse_layer_settings(rendered.content)) == {
        "test_settings.flags": "warn"
    }
    assert [(one.key, one.reason) for one in rendered.refused] == [
        ("limit", "Must be from 1 to 16."),
        ("log", "Must be one line."),
        ("flags", "The layer has no flag “gone”."),
        ("ids", "“a” stands there twice."),
    ]
    assert "# limit is not written. Must be from 1 to 16.\n" in rendered.text
    assert "# The layer has no flag “gone”.\n" in rendered.text
