"""vk_layer_settings.txt: to the byte, and read back as its readers read it."""

from __future__ import annotations

from tests.framework.settings import (
    choose_other_value,
    declare_layer,
    find_effective_values,
    make_dependence,
    make_flag,
    make_setting,
    sdk_layer,
    sdk_manifests,
)
from tests.model.formats.layer_settings import LAYER, chosen
from vkconfig_py.model.configuration.configuration import LayerEntry, ListItem, SettingType
from vkconfig_py.model.formats.layer_settings_txt import (
    OWN_FILE_MARKER,
    LayerSettings,
    Scope,
    Unwritten,
    is_ours,
    parse_layer_settings,
    render_layer_settings,
)
from vkconfig_py.model.layer_settings.layer_values import make_default_values
from vkconfig_py.model.layer_settings.setting_conditions import find_unmet_conditions
from vkconfig_py.model.layer_settings.setting_names import make_file_key
from vkconfig_py.model.layer_settings.setting_paths import make_path_variables

HEADER = (
    f"{OWN_FILE_MARKER}\n"
    '# One setting is one line: name = value. A "#" starts a comment wherever it\n'
    "# stands.\n"
)


def lines(layer: LayerSettings, **options) -> list[str]:
    text = render_layer_settings([layer], **options).text
    return [line for line in text.splitlines() if line and not line.startswith("# ")]


def test_what_differs_from_the_defaults_is_written_to_the_byte():
    layer = chosen(limit=3, ids=(ListItem("off", enabled=False), ListItem("VUID-a"), ListItem(7)))
    rendered = render_layer_settings([layer], title="Configuration “A”")
    assert rendered.unwritten == ()
    assert (
        rendered.content
        == (
            f"{OWN_FILE_MARKER}\n"
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
    own = make_default_values(layer)
    keys = [key for key in find_unmet_conditions(layer, own) if key in own]
    assert "sync_queue_submit" in keys
    assert any(key.startswith("gpuav_") for key in keys)
    for key in keys:
        changed = LayerSettings(layer, {key: choose_other_value(layer.find_setting(key))})
        for scope in Scope:
            rendered = render_layer_settings([changed], scope=scope)
            assert f"# khronos_validation.{key} = " in rendered.text
            assert rendered.is_empty


def test_of_several_settings_any_of_which_would_do_only_the_one_that_does_is_written():
    layer = declare_layer(
        make_setting("one", default=True),
        make_setting("other"),
        make_setting("deep", dependence=make_dependence("ANY", one=True, other=True)),
    )
    assert lines(chosen(layer=layer, deep=True)) == [
        "test_settings.one = true",
        "test_settings.deep = true",
    ]


def test_a_value_that_cannot_be_written_makes_no_other_be_written():
    layer = declare_layer(
        make_setting("on", default=True),
        make_setting("name", "STRING", dependence=make_dependence(on=True)),
    )
    assert lines(chosen(layer=layer, name="a # b")) == []
    assert lines(chosen(layer=layer, name="a")) != []


def test_a_value_that_the_file_cannot_carry_is_told_and_left_out():
    rendered = render_layer_settings([chosen(log="/tmp/#1", limit=2)])
    assert lines(chosen(log="/tmp/#1", limit=2)) == ["test_settings.limit = 2"]
    reason = "Layers treat everything after “#” as a comment."
    assert rendered.unwritten == (Unwritten("VK_LAYER_TEST_settings", "log", reason),)
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
    layer = declare_layer(make_setting("here"), make_setting("there", platforms=["WINDOWS"]))
    both = chosen(layer=layer, here=True, there=True)
    assert lines(both) == ["test_settings.here = true"]
    text = render_layer_settings([both]).text
    assert ("# The layer has it on Windows only.\n# test_settings.there = true\n") in text
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
    assert keys == [make_file_key(LAYER.name, one.key) for one in LAYER.walk_settings()]


def test_the_documented_file_tells_all_that_the_manifest_says():
    layer = declare_layer(
        make_setting(
            "old",
            "ENUM",
            flags=[make_flag("A", make_setting("below"), description="the first")],
            default="A",
            status="DEPRECATED",
            deprecated_by_key="new",
            detailed="More\nabout it.",
            url="https://example.org/old",
            platforms=["LINUX"],
            dependence=make_dependence("ANY", new=True),
        ),
        make_setting("new"),
        make_setting("hidden", view="HIDDEN"),
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
        values = {**make_default_values(layer)}
        for one in list(layer.walk_settings())[::3]:
            if one.type is not SettingType.GROUP:
                values[one.key] = choose_other_value(one)
        read = [
            find_effective_values(parse_layer_settings(rendered.content))
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
    layer = declare_layer(
        make_setting("a=b", default=False), make_setting("c # d"), make_setting("e\nf")
    )
    rendered = render_layer_settings([chosen(layer=layer, **{"a=b": True, "c # d": True})])
    assert [one.key for one in rendered.unwritten] == ["a=b", "c # d"]
    assert rendered.is_empty
    assert render_layer_settings([chosen(layer=layer)], scope=Scope.ALL).is_empty


def test_texts_of_a_manifest_stay_in_comments():
    nasty = "a\nkhronos_validation.x = 1\r\x00\x1b[31m\u2028b = 2"
    nested = make_setting("x", label=nasty, description=nasty, detailed=nasty, url=nasty)
    layer = LAYER._replace(
        description=nasty, introduction=nasty, url=nasty, settings=declare_layer(nested).settings
    )
    rendered = render_layer_settings([chosen(layer=layer)], scope=Scope.ALL, title=nasty)
    active = [line for line in parse_layer_settings(rendered.content) if line.is_active]
    assert active == []
    assert all(ord(char) >= 32 or char == "\n" for char in rendered.text)


def test_a_key_that_stands_twice_is_written_once():
    twice = LAYER._replace(settings=(*LAYER.settings, LAYER.settings[1]))
    assert lines(LayerSettings(twice, {"limit": 2})) == ["test_settings.limit = 2"]


def test_a_value_that_the_layer_does_not_allow_is_told_and_never_written():
    layer = chosen(limit=99, flags=("warn", "gone"), log="a\nb", ids=(ListItem("a"), ListItem("a")))
    rendered = render_layer_settings([layer])
    assert find_effective_values(parse_layer_settings(rendered.content)) == {
        "test_settings.flags": "warn",
        "test_settings.ids": "a",
    }
    assert [(one.key, one.reason) for one in rendered.unwritten] == [
        ("limit", "Must be from 1 to 16."),
        ("log", "Must be a single line."),
        ("flags", "The layer does not recognize the flag “gone”."),
        ("ids", "“a” is listed twice."),
    ]
    assert "# limit is not written. Must be from 1 to 16.\n" in rendered.text
    assert (
        "# flags is not written whole. The layer does not recognize the flag “gone”.\n"
        in rendered.text
    )


def kept(layer, **values):
    """Return a layer for which a configuration keeps values as they are, fitting or not."""
    entry = LayerEntry(layer.name)
    for key, value in values.items():
        entry = entry.with_value(key, SettingType.STRING, value)
    return LayerSettings.from_entry(layer, entry)


def test_values_that_this_copy_of_the_layer_has_no_use_for_are_named_in_the_file():
    layer = declare_layer(make_setting("n", "INT"), make_setting("h", view="HIDDEN"))
    rendered = render_layer_settings([kept(layer, gone="precious", n="x", h=True)])
    assert rendered.is_empty
    assert [(one.key, one.reason) for one in rendered.unwritten] == [
        ("gone", "This layer has no such setting; the saved value is kept."),
        ("n", "Must be a whole number. The default is used."),
        ("h", "The layer's manifest hides this setting; the saved value is kept."),
    ]
    assert (
        "# gone is not written. This layer has no such setting; the saved value is kept."
        in rendered.text
    )


def test_an_empty_text_is_no_line_of_the_file_unless_it_is_the_default():
    layer = declare_layer(make_setting("x", "STRING", default="d"), make_setting("y", "STRING"))
    rendered = render_layer_settings([chosen(layer=layer, x="")])
    assert rendered.is_empty
    assert [one.key for one in rendered.unwritten] == ["x"]


def test_what_depends_on_a_line_that_is_a_comment_is_one_too():
    layer = declare_layer(
        make_setting("a", dependence=make_dependence(b=True)),
        make_setting("b", dependence=make_dependence(c=True)),
        make_setting("c"),
    )
    rendered = render_layer_settings([chosen(layer=layer, a=True, b=True)])
    assert rendered.is_empty
    rendered = render_layer_settings([chosen(layer=layer, a=True, b=True, c=True)])
    assert len(find_effective_values(parse_layer_settings(rendered.content))) == 3


def test_a_setting_below_another_value_of_an_enum_is_a_comment():
    kinds = [make_flag("a"), make_flag("b", make_setting("of_b"))]
    layer = declare_layer(make_setting("e", "ENUM", flags=kinds, default="a"))
    rendered = render_layer_settings([chosen(layer=layer, of_b=True)])
    assert rendered.is_empty
    assert "# Has no effect without “E” = b." in rendered.text
    assert lines(chosen(layer=layer, of_b=True, e="b")) == [
        "test_settings.e = b",
        "test_settings.of_b = true",
    ]


def test_a_default_that_is_a_path_with_a_variable_is_written_for_layers_to_know():
    layer = declare_layer(make_setting("dirs", "LOAD_FOLDER", default="${VULKAN_PROFILES}"))
    paths = make_path_variables({"VULKAN_SDK": "/sdk"})
    rendered = render_layer_settings([LayerSettings(layer, make_default_values(layer), paths)])
    assert find_effective_values(parse_layer_settings(rendered.content)) == {
        "test_settings.dirs": "/sdk/share/vulkan/config/VK_LAYER_KHRONOS_profiles"
    }
