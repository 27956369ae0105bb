"""What rows of the settings page say: what has no effect, is overridden, or is not written."""

from __future__ import annotations

import pytest

from tests.framework.settings import (
    declare_layer,
    make_dependence,
    make_flag,
    make_setting,
    parse_declared,
)
from tests.model.layer_settings.rows import FLAGS, chosen, nodes_of, notes, shown
from vkconfig_py.model.configuration.configuration import (
    LayerEntry,
    ListItem,
    SettingType,
    SettingValue,
)
from vkconfig_py.model.layer_settings.described_layers import (
    find_description,
    list_file_descriptions,
)
from vkconfig_py.model.layer_settings.own_file import add_effect_settings
from vkconfig_py.model.layer_settings.setting_paths import make_path_variables
from vkconfig_py.model.layer_settings.setting_rows import EffectTime, NodeKind
from vkconfig_py.model.layer_settings.settings_page import (
    SettingFilters,
    SettingsRequest,
    compute_state,
    count_changed,
)

# notes


def test_a_draft_says_what_is_allowed_and_what_stays_in_force():
    layer = declare_layer(make_setting("x", "INT", default=10, range={"min": 0}))
    node = shown(layer, drafts={"x": "-5"})["x"]
    assert notes(node) == ["Must be 0 or more. Not written: 10 still applies."]
    assert (node.text, node.is_draft, node.can_reset) == ("-5", True, True)


def test_a_variable_that_wins_is_named_with_its_value_and_who_sets_it():
    layer = declare_layer(make_setting("x", "INT"))
    name = "VK_TEST_SETTINGS_X"
    (note,) = shown(layer, environment={name: "3"})["x"].notes
    assert note.text == f"Your session sets {name}=3, which takes precedence."
    (note,) = shown(layer, environment={name: "3"}, own_variables=frozenset({name}))["x"].notes
    assert note.text == f"This configuration sets {name}=3, which takes precedence."


@pytest.mark.parametrize("name", ["VK_TEST_SETTINGS_X", "VK_SETTINGS_X", "VK_X", "OLD_NAME"])
def test_every_name_of_a_variable_is_noticed(name):
    layer = declare_layer(make_setting("x", "INT", env="OLD_NAME"))
    assert notes(shown(layer, environment={name: "3"})["x"])


def test_a_variable_with_the_prefix_of_android_is_none_that_a_layer_reads():
    layer = declare_layer(make_setting("x", "INT"), prefix="PRE")
    assert not notes(shown(layer, environment={"VK_PRE_X": "3"})["x"])


def test_what_has_no_effect_says_what_it_needs_and_leads_there():
    layer = declare_layer(
        make_setting("on"), make_setting("x", dependence=make_dependence(on=True))
    )
    node = shown(layer)["x"]
    (note,) = node.notes
    assert (note.text, note.target) == ("Works only with “On” on.", "on")
    assert node.is_dimmed
    assert not shown(layer, chosen(layer, on=True))["x"].notes


def test_the_row_above_is_not_named_by_every_row_below():
    layer = declare_layer(
        make_setting("on", settings=[make_setting("x", dependence=make_dependence(on=True))])
    )
    node = shown(layer)["x"]
    assert (node.notes, node.is_dimmed, node.requirement) == ((), True, "Works only with “On” on.")
    assert notes(shown(layer, chosen(layer, x=True))["x"]) == ["Works only with “On” on."]


def test_a_deprecated_setting_leads_to_what_takes_its_place():
    layer = declare_layer(
        make_setting("new"), make_setting("old", status="DEPRECATED", deprecated_by_key="new")
    )
    node = shown(layer)["old"]
    (note,) = node.notes
    assert (node.hint, note.link, note.target) == ("deprecated", "New", "new")


@pytest.mark.parametrize(
    ("members", "shown"),
    [
        ({}, ("", "")),
        ({"unit": "ms"}, ("", "ms")),
        ({"status": "BETA"}, ("beta", "")),
        ({"unit": "ms", "status": "ALPHA"}, ("alpha", "ms")),
    ],
)
def test_a_number_says_its_unit_however_mature_it_is(members, shown):
    layer = declare_layer(make_setting("n", "INT", **members))
    (node,) = compute_state(SettingsRequest(layer)).rows
    assert (node.hint, node.unit) == shown


def test_the_unit_of_what_is_no_number_is_beside_its_name():
    layer = declare_layer(make_setting("n", "STRING", unit="frames"))
    (node,) = compute_state(SettingsRequest(layer)).rows
    assert (node.hint, node.unit) == ("frames", "")


def test_a_replacement_that_is_not_there_harms_nothing():
    (layer,) = parse_declared(make_setting("old", deprecated_by_key="gone")).layers
    (note,) = shown(layer)["old"].notes
    assert (note.text, note.target) == ("Deprecated: use gone instead.", "")


# what is not written


@pytest.mark.parametrize(
    ("value", "said"),
    [
        ("#x", "Layers treat everything after “#” as a comment. Not written to the file, only "
            "set as a variable."),
        ("a:b", "Newer layers would split the value at “:”. Not written."),
        (" lead", "Layers strip leading and trailing spaces. Not written to the file, only set as"
            " a variable."),
        ("x,", "Newer layers strip leading and trailing commas. Not written."),
        ("", "Empty text counts as unset; the default applies. Not written."),
    ],
)  # fmt: skip
def test_a_text_that_is_not_written_says_so_with_a_link_to_the_default(value, said):
    layer = declare_layer(make_setting("x", "STRING", default="d", env="OLD"))
    (note,) = shown(layer, chosen(layer, x=value))["x"].notes
    assert (note.tone, note.text, note.link) == ("error", said, "Use the default")


def test_an_entry_of_a_list_that_is_not_written_says_so_itself():
    layer = declare_layer(make_setting("l", "LIST"))
    value = (ListItem("#h"), ListItem('"q'), ListItem("#off", False), ListItem("a"))
    rows = shown(layer, chosen(layer, l=value))
    assert notes(rows["l#a"]) == notes(rows["l##off"]) == notes(rows["l"]) == []
    assert notes(rows["l##h"]) == [
        "“#h”: Layers treat everything after “#” as a comment. Not written to the file, "
        "only set as a variable."
    ]
    assert notes(rows['l#"q']) == ['Older layers strip the quotation mark from “"q”. Not written.']


def test_a_path_with_a_variable_that_nobody_knows_says_so():
    layer = declare_layer(make_setting("x", "SAVE_FILE"))
    entry = chosen(layer, x="~/x")
    assert (
        notes(shown(layer, entry, path_variables=make_path_variables({"HOME": "/me"}))["x"]) == []
    )
    assert notes(shown(layer, entry)["x"]) == [
        "HOME is not set, so “~” cannot be expanded. Not written."
    ]


def test_flags_that_hold_a_value_of_another_type_say_so():
    layer = declare_layer(FLAGS)
    entry = LayerEntry(layer.name, settings=(SettingValue("f", SettingType.INT, 5),))
    assert notes(shown(layer, entry)["f"]) == [
        "Must contain only flags that the layer recognizes. The default is used. Not written."
    ]


def test_a_value_that_is_kept_and_not_in_force_is_shown_whoever_the_setting_is_for():
    layer = declare_layer(make_setting("x", "INT", view="DEBUG"), make_setting("y"))
    entry = LayerEntry(layer.name, settings=(SettingValue("x", SettingType.STRING, "abc"),))
    assert set(shown(layer, entry, filters=SettingFilters(only_changed=True))) == {"x"}
    assert count_changed(layer, entry, "LINUX") == 0


def test_a_value_that_the_manifest_hides_is_a_row_that_can_be_removed_and_does_not_count():
    layer = declare_layer(
        make_setting("g", "GROUP", view="HIDDEN", settings=[make_setting("x")]), make_setting("y")
    )
    entry = chosen(layer, x=True, y=True)
    row = shown(layer, entry)["?x"]
    assert (row.kind, row.can_remove) == (NodeKind.LOST, True)
    assert notes(row) == [
        "The layer's manifest hides this setting; the saved value is kept. Not written."
    ]
    assert count_changed(layer, entry, "LINUX") == 1


def test_a_value_for_another_platform_is_a_row_that_can_be_removed_and_does_not_count():
    layer = declare_layer(make_setting("x", platforms=["WINDOWS"]))
    entry = chosen(layer, x=True)
    assert notes(shown(layer, entry)["?x"]) == [
        "The layer supports this only on Windows. Not written."
    ]
    assert (
        count_changed(layer, entry, "LINUX")
        == compute_state(SettingsRequest(layer, entry)).changed_count
        == 0
    )
    assert count_changed(layer, entry, "WINDOWS") == 1


def test_a_change_below_another_value_of_an_enum_is_shown_and_counts():
    kinds = [
        make_flag("a", make_setting("of_a")),
        make_flag("b", make_setting("of_b"), make_setting("beside")),
    ]
    layer = declare_layer(make_setting("e", "ENUM", flags=kinds, default="a"))
    entry = chosen(layer, of_b=True)
    rows = shown(layer, entry)
    assert set(rows) == {"e", "of_a", "of_b"}
    assert notes(rows["of_b"]) == ["Works only with “E” set to “B”."]
    changed = compute_state(
        SettingsRequest(layer, entry, filters=SettingFilters(only_changed=True))
    )
    assert changed.changed_count == count_changed(layer, entry, "LINUX") == 1


def test_a_setting_that_needs_one_without_effect_says_so():
    layer = declare_layer(
        make_setting("a", dependence=make_dependence(b=True)),
        make_setting("b", dependence=make_dependence(c=True)),
        make_setting("c"),
    )
    rows = shown(layer, chosen(layer, a=True, b=True))
    assert notes(rows["a"]) == [
        "Works only with “B” on, but a required setting currently has no effect."
    ]
    assert notes(rows["b"]) == ["Works only with “C” on."]


def test_a_variable_of_a_layer_with_code_of_its_own_counts_beside_a_list():
    session = {"OLD_IDS": "a:b", "OLD_TEXT": "c"}
    settings = (
        make_setting("ids", "LIST", env="OLD_IDS"),
        make_setting("text", "STRING", env="OLD_TEXT"),
    )
    name = "VK_LAYER_LUNARG_gfxreconstruct"
    older = shown(declare_layer(*settings, instance_extensions=[], name=name), environment=session)
    assert notes(older["ids"]) == ["Your session sets OLD_IDS=a:b, which also applies."]
    assert notes(older["text"]) == ["Your session sets OLD_TEXT=c, which takes precedence."]
    newer = shown(declare_layer(*settings), environment=session)
    assert notes(newer["ids"]) == ["Your session sets OLD_IDS=a:b, which takes precedence."]


def test_a_row_about_a_page_on_the_site_of_the_sdk_leads_there():
    layer = declare_layer(
        make_setting("x", url="${LUNARG_SDK}/x.html"), make_setting("y", url="${LUNARG_SDK}x")
    )
    rows = shown(layer)
    assert rows["x"].url == "https://vulkan.lunarg.com/doc/sdk/latest/linux/x.html"
    assert rows["y"].url == "${LUNARG_SDK}x"


@pytest.mark.parametrize(
    ("effect_time", "hints"),
    [
        (EffectTime.NO_PROGRAM, ["", "", ""]),
        (EffectTime.NEXT_LAUNCH, ["next launch", "", ""]),
        (EffectTime.NOW, ["live", "live", "next launch"]),
    ],
)
def test_while_a_program_runs_rows_say_when_an_edit_reaches_it(effect_time, hints):
    found = find_description("VK_LAYER_MANGOHUD_overlay")
    assert found is not None
    entry = chosen(found, position="top-right")
    request = SettingsRequest(found, entry, effect_time=effect_time, launched_entries=(None,))
    nodes = nodes_of(request)
    assert [nodes[key].hint for key in ("position", "no_display", "vsync")] == hints
    changed = chosen(found, vsync="1")
    request = request._replace(entry=changed, launched_entries=(changed,))
    kept = nodes_of(request)["vsync"].hint  # the program was launched with it
    assert kept == hints[2]
    assert not nodes_of(request)["vsync"].is_hint_kept
    late = "next launch" if effect_time is not EffectTime.NO_PROGRAM else ""
    for entries in (
        (entry,),
        (entry, changed),
        (changed, entry),
    ):  # one of two programs has another
        nodes = nodes_of(request._replace(launched_entries=entries))
        assert nodes["vsync"].hint == late
        assert nodes["vsync"].is_hint_kept == bool(late)


@pytest.mark.parametrize("effect_time", [EffectTime.NO_PROGRAM, EffectTime.NEXT_LAUNCH])
def test_every_setting_says_when_an_edit_has_effect(effect_time):
    for layer in list_file_descriptions():
        everything = SettingFilters(shows_all=True, shows_unsupported=True)
        request = SettingsRequest(layer, effect_time=effect_time, filters=everything)
        nodes = [node for node in nodes_of(request).values() if node.kind is not NodeKind.GROUP]
        assert {node.effect_word for node in nodes} <= {"next launch"}, "it has no file yet"
        first = next(node.setting for node in nodes if node.kind is NodeKind.SETTING)
        setting = layer.find_setting(first)
        entry = LayerEntry(layer.name).with_value(first, setting.type, setting.default)
        for key, node in nodes_of(request._replace(entry=entry)).items():
            if node.kind is NodeKind.GROUP:
                continue
            setting = layer.find_setting(node.setting)
            is_live = layer.own_settings.is_live and not setting.at_start
            word = "live" if is_live and effect_time is EffectTime.NO_PROGRAM else "next launch"
            assert node.effect_word == word, (layer.name, key)
            assert node.effect.endswith(("at once.", "at the next launch.")), (layer.name, key)


def test_parts_of_a_setting_say_when_an_edit_has_effect_too():
    layer = declare_layer(FLAGS, make_setting("ids", "LIST"))
    entry = LayerEntry(layer.name).with_value(
        "ids", SettingType.LIST, (ListItem("a"), ListItem("b"))
    )
    nodes = nodes_of(SettingsRequest(layer, entry))
    assert {node.effect_word for node in nodes.values()} == {"next launch"}
    assert {node.kind for node in nodes.values()} == {
        NodeKind.SETTING,
        NodeKind.FLAG,
        NodeKind.ITEM,
    }


def test_settings_of_an_effect_that_is_not_listed_say_so_once_above_them_and_offer_it():
    vkbasalt = find_description("VK_LAYER_VKBASALT_post_processing")
    rows = shown(vkbasalt)
    (note,) = rows["fxaa"].notes
    assert note.text == "Works only with “fxaa” in “Effects”."
    assert (note.link, note.target, note.missing_entry) == (
        "Add fxaa to Effects",
        "effects",
        "fxaa",
    )
    assert rows["fxaaQualitySubpix"].is_dimmed
    assert not rows["fxaaQualitySubpix"].notes
    assert not rows["casSharpness"].is_dimmed
    rows = shown(vkbasalt, chosen(vkbasalt, fxaaQualitySubpix=0.5))
    assert notes(rows["fxaaQualitySubpix"]) == [note.text]
    assert not rows["fxaa"].notes
    rows = shown(vkbasalt, chosen(vkbasalt, effects=(ListItem("cas"), ListItem("fxaa"))))
    assert not rows["fxaa"].notes
    assert not rows["fxaaQualitySubpix"].is_dimmed


def test_settings_of_the_users_effects_need_one_of_the_effects_that_read_them():
    uniform = declare_layer(make_setting("Strength", "FLOAT", default=1.0)).settings[0]
    effects = tuple(
        uniform._replace(key=f"fx:{name}", label=name, type=SettingType.GROUP, settings=(uniform,))
        for name in ("Glow", "Haze")
    )
    layer = add_effect_settings(find_description("VK_LAYER_VKBASALT_post_processing"), effects)
    assert notes(shown(layer)["fx:Glow"]) == [
        "Works only with “Glow” in “Effects” or “Haze” in “Effects”."
    ]
    listed = chosen(layer, effects=(ListItem("Haze"),))
    assert not shown(layer, listed)["Strength"].is_dimmed
