"""What the settings page shows of a layer, as rows."""

from __future__ import annotations

import pytest

from tests.framework.settings import (
    another_value,
    declared,
    flag,
    sdk_layer,
    sdk_manifests,
    setting,
)
from tests.model.layer_settings.rows import FLAGS, chosen, shown
from vkconfig_py.model.configuration.configuration import (
    LayerEntry,
    ListItem,
    SettingType,
    SettingValue,
)
from vkconfig_py.model.layer_settings.declared import Visibility
from vkconfig_py.model.layer_settings.layer_values import entry_with
from vkconfig_py.model.layer_settings.parse_layer import read_declared
from vkconfig_py.model.layer_settings.setting_names import runs_on
from vkconfig_py.model.layer_settings.setting_rows import Input, NodeKind, ValueMark
from vkconfig_py.model.layer_settings.settings_page import (
    Filters,
    SettingsRequest,
    compute_state,
    count_changed,
)

# rows


def test_every_setting_and_flag_is_a_row_below_what_owns_it():
    inner = setting("in", "INT")
    layer = declared(
        setting("g", "GROUP", settings=[setting("f", "FLAGS", flags=[flag("A", inner)])])
    )
    state = compute_state(SettingsRequest(layer))
    (group,) = state.nodes
    (flags,) = group.children
    (one,) = flags.children
    assert [node.id for node in one.children] == ["in"]
    assert (group.kind, flags.kind, one.kind) == (NodeKind.GROUP, NodeKind.SETTING, NodeKind.FLAG)


@pytest.mark.parametrize(
    ("kind", "expected"),
    [
        ("INT", Input.NUMBER),
        ("FLOAT", Input.NUMBER),
        ("STRING", Input.TEXT),
        ("FRAMES", Input.TEXT),
        ("LIST", Input.LIST),
        ("LOAD_FILE", Input.LOAD_FILE),
        ("SAVE_FILE", Input.SAVE_FILE),
        ("LOAD_FOLDER", Input.FOLDER),
        ("SAVE_FOLDER", Input.FOLDER),
    ],
)
def test_each_type_has_its_way_to_be_edited(kind, expected):
    assert shown(declared(setting("x", kind)))["x"].input is expected


@pytest.mark.parametrize("kind", ["BOOL", "BOOL_NUMERIC"])
def test_what_is_on_or_off_has_a_check_mark(kind):
    layer = declared(setting("x", kind))
    assert shown(layer)["x"].checked is False
    assert shown(layer, chosen(layer, x=True))["x"].checked is True


def test_an_enum_shows_the_label_of_its_value_and_the_settings_of_that_value_only():
    kinds = [flag("a", setting("of_a")), flag("b", setting("of_b"))]
    layer = declared(setting("e", "ENUM", flags=kinds, default="a"))
    assert set(shown(layer)) == {"e", "of_a"}
    rows = shown(layer, chosen(layer, e="b"))
    assert set(rows) == {"e", "of_b"}
    assert rows["e"].text == "B"


def test_entries_of_a_list_are_rows_with_a_check_mark_that_can_be_removed():
    layer = declared(setting("l", "LIST"))
    rows = shown(layer, chosen(layer, l=(ListItem("x"), ListItem(7, False))))
    assert rows["l"].text == "1 of 2 on"
    assert [(rows[key].checked, rows[key].removable) for key in ("l#x", "l#7")] == [
        (True, True),
        (False, True),
    ]


@pytest.mark.parametrize("path", sdk_manifests(), ids=lambda path: path.stem)
def test_every_setting_of_the_sdk_is_shown_at_any_value(path):
    layer = read_declared(path.read_bytes()).layers[0]
    visible = {
        one.key
        for one in layer.walk()
        if one.visibility is not Visibility.HIDDEN and runs_on(one.platforms, "LINUX")
    }
    entry = LayerEntry(layer.name)
    for one in layer.walk():
        if one.type is not SettingType.GROUP:
            entry = entry_with(layer, entry, one.key, another_value(one))
    everything = Filters(everything=True)
    # settings of an ENUM's value are shown with it, or where they are looked for
    changed = shown(layer, entry, filters=Filters(everything=True, changed=True))
    assert visible <= set(shown(layer, None, filters=everything)) | set(changed)


# marks


def test_a_change_since_the_session_began_is_told_from_one_that_was_there():
    layer = declared(setting("x", "INT"))
    entry = chosen(layer, x=7)
    assert shown(layer)["x"].mark is ValueMark.NONE
    assert shown(layer, entry)["x"].mark is ValueMark.CHANGED
    assert shown(layer, entry, before=entry)["x"].mark is ValueMark.KEPT
    assert shown(layer, None, before=entry)["x"].mark is ValueMark.CHANGED


def test_a_changed_row_names_its_default_and_can_be_reset():
    layer = declared(setting("x", "INT", default=5), FLAGS)
    rows = shown(layer, chosen(layer, x=7, f=("B",)))
    assert (rows["x"].default, rows["f"].default) == ("default 5", "default A")
    assert (rows["f=A"].default, rows["f=B"].default) == ("default on", "default off")
    assert all(rows[key].can_reset for key in ("x", "f", "f=A", "f=B"))
    assert not any(node.can_reset for node in shown(layer).values())


def test_a_group_is_marked_for_what_is_changed_below_it():
    layer = declared(setting("g", "GROUP", settings=[setting("x")]))
    assert shown(layer, chosen(layer, x=True))["g"].mark is ValueMark.CHANGED


def test_changed_settings_are_counted_once_each():
    layer = declared(FLAGS, setting("x"), setting("y"))
    entry = chosen(layer, f=("A", "B"), x=True)
    assert (
        count_changed(layer, entry, "LINUX")
        == compute_state(SettingsRequest(layer, entry)).changed
        == 2
    )
    assert count_changed(layer, None, "LINUX") == 0


# filters


def test_a_search_shows_hits_with_what_owns_them():
    layer = declared(setting("g", "GROUP", settings=[setting("apple"), setting("pear")]))
    assert set(shown(layer, filters=Filters("APP"))) == {"g", "apple"}


def test_a_search_finds_what_is_for_advanced_users_too():
    layer = declared(setting("deep", view="ADVANCED"), setting("plain"))
    assert set(shown(layer)) == {"plain"}
    assert set(shown(layer, filters=Filters("deep"))) == {"deep"}
    assert set(shown(layer, filters=Filters(everything=True))) == {"deep", "plain"}


def test_a_change_is_shown_whoever_it_is_for():
    layer = declared(setting("deep", view="DEBUG"))
    assert set(shown(layer, chosen(layer, deep=True))) == {"deep"}


BELOW_A_VALUE = (
    setting("e", "ENUM", default="A", flags=[
        flag("A", setting("x")),
        flag("B", setting("y"), setting("z", settings=[setting("deep", view="ADVANCED")])),
    ]),
    setting("late", view="ADVANCED"),
)  # fmt: skip


def test_a_setting_that_is_sought_is_shown_although_it_is_for_advanced_users():
    layer = declared(*BELOW_A_VALUE)
    assert set(shown(layer)) == {"e", "x"}
    assert set(shown(layer, filters=Filters(sought="late"))) == {"e", "x", "late"}


def test_a_setting_of_a_value_that_is_not_chosen_is_shown_dimmed_with_what_it_needs_if_sought():
    layer = declared(*BELOW_A_VALUE)
    rows = shown(layer, filters=Filters(sought="deep"))
    assert set(rows) == {"e", "x", "z", "deep"}
    (note,) = rows["deep"].notes
    assert (note.text, note.target) == ("Works only with E set to B.", "e")
    assert rows["deep"].dim
    assert (rows["z"].dim, rows["z"].notes, rows["x"].dim) == (True, (), False)
    rows = shown(layer, chosen(layer, e="B"), filters=Filters(sought="deep"))
    assert (set(rows), rows["deep"].notes) == ({"e", "y", "z", "deep"}, ())


def test_a_search_dims_what_belongs_to_values_that_are_not_chosen():
    rows = shown(declared(*BELOW_A_VALUE), filters=Filters("about"))
    assert {key for key, row in rows.items() if row.dim} == {"y", "z", "deep"}
    assert rows["y"].needs == "Works only with E set to B."


def test_what_is_sought_and_not_there_changes_nothing():
    layer = declared(*BELOW_A_VALUE)
    assert shown(layer, filters=Filters(sought="gone")) == shown(layer)


def test_what_the_manifest_hides_is_never_shown():
    layer = declared(setting("x", view="HIDDEN"), setting("f", "FLAGS", flags=[
        flag("A"), flag("B", view="HIDDEN")]))  # fmt: skip
    assert set(shown(layer, filters=Filters("", False, True))) == {"f", "f=A"}


def test_what_is_for_another_platform_is_not_shown():
    layer = declared(setting("x", platforms=["ANDROID"]), setting("y"))
    assert set(shown(layer)) == {"y"}


def test_changed_only_shows_changed_settings_and_flags():
    layer = declared(FLAGS, setting("x"), setting("y"))
    rows = shown(layer, chosen(layer, f=("A", "B"), y=True), filters=Filters(changed=True))
    assert set(rows) == {"f", "f=B", "y"}


# values that the layer does not understand


def test_a_value_that_an_enum_does_not_know_is_shown_as_it_is_and_can_be_repaired():
    layer = declared(setting("e", "ENUM", flags=("a", "b"), default="a"))
    node = shown(layer, chosen(layer, e="gone"))["e"]
    assert node.text == "gone"
    (note,) = node.notes
    assert note.tone == "error"
    assert (note.link, note.target) == ("Use A", "")


def test_a_flag_that_the_layer_does_not_know_is_a_row_that_can_be_removed():
    layer = declared(FLAGS)
    node = shown(layer, chosen(layer, f=("A", "gone")))["f=gone"]
    assert node.kind is NodeKind.LOST_FLAG
    assert node.removable


def test_a_setting_that_this_copy_does_not_have_is_kept_and_shown():
    layer = declared(setting("x"))
    entry = LayerEntry(layer.name, settings=(SettingValue("gone", SettingType.INT, 5),))
    node = shown(layer, entry)["?gone"]
    assert (node.kind, node.hint, node.removable) == (NodeKind.LOST, "5", True)


def test_a_value_of_another_type_gives_the_default_and_says_so():
    layer = declared(setting("x", "INT", default=5))
    entry = LayerEntry(layer.name, settings=(SettingValue("x", SettingType.STRING, "abc"),))
    node = shown(layer, entry)["x"]
    assert node.text == "5"
    assert node.notes[0].tone == "error"


def test_a_row_is_one_sentence_for_screen_readers():
    layer = declared(setting("x", "INT", default=10, range={"min": 0}))
    node = shown(layer, chosen(layer, x=7))["x"]
    assert node.accessible == "X, number: 7, x, changed in this session, default 10"
    draft = shown(layer, drafts={"x": "-5"})["x"]
    assert draft.accessible.startswith(
        "X, number: -5, x, changed in this session, default 10. Must be 0 or more."
    )


def test_the_validation_layer_shows_what_the_page_counts():
    layer = sdk_layer("khronos_validation")
    state = compute_state(SettingsRequest(layer, filters=Filters(everything=True)))
    assert state.total == sum(
        one.type is not SettingType.GROUP and one.visibility is not Visibility.HIDDEN
        for one in layer.walk()
    )
