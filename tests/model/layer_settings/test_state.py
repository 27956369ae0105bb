"""What the settings page shows of a layer, as rows."""

from __future__ import annotations

import pytest

from tests.framework.settings import (
    choose_other_value,
    declare_layer,
    make_flag,
    make_setting,
    sdk_layer,
    sdk_manifests,
)
from tests.model.layer_settings.rows import FLAGS, chosen, shown
from vkconfig_py.model.configuration.configuration import (
    LayerEntry,
    ListItem,
    SettingType,
    SettingValue,
)
from vkconfig_py.model.layer_settings.declared import Visibility
from vkconfig_py.model.layer_settings.layer_values import set_entry_value
from vkconfig_py.model.layer_settings.parse_layer import read_declared
from vkconfig_py.model.layer_settings.setting_names import lists_platform
from vkconfig_py.model.layer_settings.setting_rows import ChangeMark, NodeKind, ValueInput
from vkconfig_py.model.layer_settings.settings_page import (
    SettingFilters,
    SettingsRequest,
    compute_state,
    count_changed,
)

# rows


def test_every_setting_and_flag_is_a_row_below_what_owns_it():
    inner = make_setting("in", "INT")
    layer = declare_layer(
        make_setting(
            "g", "GROUP", settings=[make_setting("f", "FLAGS", flags=[make_flag("A", inner)])]
        )
    )
    state = compute_state(SettingsRequest(layer))
    (group,) = state.rows
    (flags,) = group.children
    (one,) = flags.children
    assert [node.id for node in one.children] == ["in"]
    assert (group.kind, flags.kind, one.kind) == (NodeKind.GROUP, NodeKind.SETTING, NodeKind.FLAG)


@pytest.mark.parametrize(
    ("kind", "expected"),
    [
        ("INT", ValueInput.NUMBER),
        ("FLOAT", ValueInput.NUMBER),
        ("STRING", ValueInput.TEXT),
        ("FRAMES", ValueInput.TEXT),
        ("LIST", ValueInput.ENTRY),
        ("LOAD_FILE", ValueInput.LOAD_FILE),
        ("SAVE_FILE", ValueInput.SAVE_FILE),
        ("LOAD_FOLDER", ValueInput.FOLDER),
        ("SAVE_FOLDER", ValueInput.FOLDER),
    ],
)
def test_each_type_has_its_way_to_be_edited(kind, expected):
    assert shown(declare_layer(make_setting("x", kind)))["x"].input_kind is expected


@pytest.mark.parametrize("kind", ["BOOL", "BOOL_NUMERIC"])
def test_what_is_on_or_off_has_a_check_mark(kind):
    layer = declare_layer(make_setting("x", kind))
    assert shown(layer)["x"].checked is False
    assert shown(layer, chosen(layer, x=True))["x"].checked is True


def test_an_enum_shows_the_label_of_its_value_and_the_settings_of_that_value_only():
    kinds = [make_flag("a", make_setting("of_a")), make_flag("b", make_setting("of_b"))]
    layer = declare_layer(make_setting("e", "ENUM", flags=kinds, default="a"))
    assert set(shown(layer)) == {"e", "of_a"}
    rows = shown(layer, chosen(layer, e="b"))
    assert set(rows) == {"e", "of_b"}
    assert rows["e"].text == "B"


def test_entries_of_a_list_are_rows_with_a_check_mark_that_can_be_removed():
    layer = declare_layer(make_setting("l", "LIST"))
    rows = shown(layer, chosen(layer, l=(ListItem("x"), ListItem(7, False))))
    assert rows["l"].text == "1 of 2 on"
    assert [(rows[key].checked, rows[key].can_remove) for key in ("l#x", "l#7")] == [
        (True, True),
        (False, True),
    ]


@pytest.mark.parametrize(
    ("value", "more", "text"),
    [
        ((), {}, ""),
        ((ListItem(60),), {}, "60"),
        ((ListItem(60, False),), {}, None),
        ((ListItem(60), ListItem(30)), {}, None),
        ((ListItem("a,b"),), {}, None),
        ((ListItem("/x.fx"),), {"filter": "*.fx"}, None),
    ],
    ids=["none", "one", "one that is off", "two", "with a comma", "a file"],
)
def test_a_list_of_one_entry_has_it_in_its_field_and_no_row_for_it(value, more, text):
    layer = declare_layer(make_setting("l", "LIST", **more))
    rows = shown(layer, chosen(layer, l=value))
    assert (len(rows) == 1, rows["l"].text) == (
        (True, text) if text is not None else (False, rows["l"].text)
    )


def test_the_only_entry_of_a_list_is_named_as_a_default():
    layer = declare_layer(make_setting("l", "LIST", default=[{"key": "60", "value": True}]))
    assert shown(layer, chosen(layer, l=(ListItem(30),)))["l"].default_text == "default 60"


@pytest.mark.parametrize("path", sdk_manifests(), ids=lambda path: path.stem)
def test_every_setting_of_the_sdk_is_shown_at_any_value(path):
    layer = read_declared(path.read_bytes()).layers[0]
    visible = {
        one.key
        for one in layer.walk_settings()
        if one.visibility is not Visibility.HIDDEN and lists_platform(one.platforms, "LINUX")
    }
    entry = LayerEntry(layer.name)
    for one in layer.walk_settings():
        if one.type is not SettingType.GROUP:
            entry = set_entry_value(layer, entry, one.key, choose_other_value(one))
    everything = SettingFilters(shows_all=True)
    # settings of an ENUM's value are shown with it, or where they are looked for
    changed = shown(layer, entry, filters=SettingFilters(shows_all=True, only_changed=True))
    assert visible <= set(shown(layer, None, filters=everything)) | set(changed)


# marks


def test_a_change_since_the_session_began_is_told_from_one_that_was_there():
    layer = declare_layer(make_setting("x", "INT"))
    entry = chosen(layer, x=7)
    assert shown(layer)["x"].change_mark is ChangeMark.NONE
    assert shown(layer, entry)["x"].change_mark is ChangeMark.CHANGED
    assert shown(layer, entry, initial_entry=entry)["x"].change_mark is ChangeMark.KEPT
    assert shown(layer, None, initial_entry=entry)["x"].change_mark is ChangeMark.CHANGED


def test_a_changed_row_names_its_default_and_can_be_reset():
    layer = declare_layer(make_setting("x", "INT", default=5), FLAGS)
    rows = shown(layer, chosen(layer, x=7, f=("B",)))
    assert (rows["x"].default_text, rows["f"].default_text) == ("default 5", "default A")
    assert (rows["f=A"].default_text, rows["f=B"].default_text) == ("default on", "default off")
    assert all(rows[key].can_reset for key in ("x", "f", "f=A", "f=B"))
    assert not any(node.can_reset for node in shown(layer).values())


def test_a_group_is_marked_for_what_is_changed_below_it():
    layer = declare_layer(make_setting("g", "GROUP", settings=[make_setting("x")]))
    assert shown(layer, chosen(layer, x=True))["g"].change_mark is ChangeMark.CHANGED


def test_changed_settings_are_counted_once_each():
    layer = declare_layer(FLAGS, make_setting("x"), make_setting("y"))
    entry = chosen(layer, f=("A", "B"), x=True)
    assert (
        count_changed(layer, entry, "LINUX")
        == compute_state(SettingsRequest(layer, entry)).changed_count
        == 2
    )
    assert count_changed(layer, None, "LINUX") == 0


# filters


def test_a_search_shows_hits_with_what_owns_them():
    layer = declare_layer(
        make_setting("g", "GROUP", settings=[make_setting("apple"), make_setting("pear")])
    )
    assert set(shown(layer, filters=SettingFilters("APP"))) == {"g", "apple"}


def test_a_search_finds_what_is_for_advanced_users_too():
    layer = declare_layer(make_setting("deep", view="ADVANCED"), make_setting("plain"))
    assert set(shown(layer)) == {"plain"}
    assert set(shown(layer, filters=SettingFilters("deep"))) == {"deep"}
    assert set(shown(layer, filters=SettingFilters(shows_all=True))) == {"deep", "plain"}


def test_a_change_is_shown_whoever_it_is_for():
    layer = declare_layer(make_setting("deep", view="DEBUG"))
    assert set(shown(layer, chosen(layer, deep=True))) == {"deep"}


BELOW_A_VALUE = (
    make_setting("e", "ENUM", default="A", flags=[
        make_flag("A", make_setting("x")),
        make_flag("B", make_setting("y"),
                  make_setting("z", settings=[make_setting("deep", view="ADVANCED")])),
    ]),
    make_setting("late", view="ADVANCED"),
)  # fmt: skip


def test_a_setting_that_is_sought_is_shown_although_it_is_for_advanced_users():
    layer = declare_layer(*BELOW_A_VALUE)
    assert set(shown(layer)) == {"e", "x"}
    assert set(shown(layer, filters=SettingFilters(searched_key="late"))) == {"e", "x", "late"}


def test_a_setting_of_a_value_that_is_not_chosen_is_shown_dimmed_with_what_it_needs_if_sought():
    layer = declare_layer(*BELOW_A_VALUE)
    rows = shown(layer, filters=SettingFilters(searched_key="deep"))
    assert set(rows) == {"e", "x", "z", "deep"}
    (note,) = rows["deep"].notes
    assert (note.text, note.target) == ("Works only with “E” set to “B”.", "e")
    assert rows["deep"].is_dimmed
    assert (rows["z"].is_dimmed, rows["z"].notes, rows["x"].is_dimmed) == (True, (), False)
    rows = shown(layer, chosen(layer, e="B"), filters=SettingFilters(searched_key="deep"))
    assert (set(rows), rows["deep"].notes) == ({"e", "y", "z", "deep"}, ())


def test_a_search_dims_what_belongs_to_values_that_are_not_chosen():
    rows = shown(declare_layer(*BELOW_A_VALUE), filters=SettingFilters("about"))
    assert {key for key, row in rows.items() if row.is_dimmed} == {"y", "z", "deep"}
    assert rows["y"].requirement == "Works only with “E” set to “B”."


def test_what_is_sought_and_not_there_changes_nothing():
    layer = declare_layer(*BELOW_A_VALUE)
    assert shown(layer, filters=SettingFilters(searched_key="gone")) == shown(layer)


def test_what_the_manifest_hides_is_never_shown():
    layer = declare_layer(make_setting("x", view="HIDDEN"), make_setting("f", "FLAGS", flags=[
        make_flag("A"), make_flag("B", view="HIDDEN")]))  # fmt: skip
    assert set(shown(layer, filters=SettingFilters("", False, True))) == {"f", "f=A"}


def test_what_is_for_another_platform_is_not_shown():
    layer = declare_layer(make_setting("x", platforms=["ANDROID"]), make_setting("y"))
    assert set(shown(layer)) == {"y"}


def test_changed_only_shows_changed_settings_and_flags():
    layer = declare_layer(FLAGS, make_setting("x"), make_setting("y"))
    rows = shown(
        layer, chosen(layer, f=("A", "B"), y=True), filters=SettingFilters(only_changed=True)
    )
    assert set(rows) == {"f", "f=B", "y"}


# values that the layer does not understand


def test_a_value_that_an_enum_does_not_know_is_shown_as_it_is_and_can_be_repaired():
    layer = declare_layer(make_setting("e", "ENUM", flags=("a", "b"), default="a"))
    node = shown(layer, chosen(layer, e="gone"))["e"]
    assert node.text == "gone"
    (note,) = node.notes
    assert note.tone == "error"
    assert (note.link, note.target) == ("Use A", "")


def test_a_flag_that_the_layer_does_not_know_is_a_row_that_can_be_removed():
    layer = declare_layer(FLAGS)
    node = shown(layer, chosen(layer, f=("A", "gone")))["f=gone"]
    assert node.kind is NodeKind.LOST_FLAG
    assert node.can_remove


def test_a_setting_that_this_copy_does_not_have_is_kept_and_shown():
    layer = declare_layer(make_setting("x"))
    entry = LayerEntry(layer.name, settings=(SettingValue("gone", SettingType.INT, 5),))
    node = shown(layer, entry)["?gone"]
    assert (node.kind, node.hint, node.can_remove) == (NodeKind.LOST, "5", True)


def test_a_value_of_another_type_gives_the_default_and_says_so():
    layer = declare_layer(make_setting("x", "INT", default=5))
    entry = LayerEntry(layer.name, settings=(SettingValue("x", SettingType.STRING, "abc"),))
    node = shown(layer, entry)["x"]
    assert node.text == "5"
    assert node.notes[0].tone == "error"


def test_a_row_is_one_sentence_for_screen_readers():
    layer = declare_layer(make_setting("x", "INT", label="Width", default=10, range={"min": 0}))
    node = shown(layer, chosen(layer, x=7))["x"]
    assert node.accessible_text == "Width, number: 7, changed in this session, default 10"
    draft = shown(layer, drafts={"x": "-5"})["x"]
    assert draft.accessible_text.startswith(
        "Width, number: -5, changed in this session, default 10. Must be 0 or more."
    )


def test_the_validation_layer_shows_what_the_page_counts():
    layer = sdk_layer("khronos_validation")
    state = compute_state(SettingsRequest(layer, filters=SettingFilters(shows_all=True)))
    assert state.total == sum(
        one.type is not SettingType.GROUP and one.visibility is not Visibility.HIDDEN
        for one in layer.walk_settings()
    )
