"""What the settings page shows of a layer, as rows."""

from __future__ import annotations

import pytest

from tests.framework.settings import (
    another_value,
    declared,
    depends,
    flag,
    reading,
    sdk_layer,
    sdk_manifests,
    setting,
)
from vkconfig_py.model.documents.configuration import LayerEntry, SettingValue
from vkconfig_py.model.settings.asked import Asked, Filters
from vkconfig_py.model.settings.declared import ListItem, SettingType, Visibility
from vkconfig_py.model.settings.nodes import Input, Mark, NodeKind, walk_nodes
from vkconfig_py.model.settings.path_variables import path_variables
from vkconfig_py.model.settings.platforms import runs_on
from vkconfig_py.model.settings.reading import read_declared
from vkconfig_py.model.settings.state import compute_state, count_changed
from vkconfig_py.model.settings.values import entry_with

FLAGS = setting("f", "FLAGS", flags=("A", "B"), default=["A"])


def chosen(layer, **values):
    entry = LayerEntry(layer.name)
    for key, value in values.items():
        entry = entry_with(layer, entry, key, value)
    return entry


def shown(layer, entry=None, **more):
    state = compute_state(Asked(layer, entry, **more))
    return {node.id: node for node in walk_nodes(state.nodes)}


def notes(node):
    return [note.text for note in node.notes]


# rows


def test_every_setting_and_flag_is_a_row_below_what_owns_it():
    inner = setting("in", "INT")
    layer = declared(
        setting("g", "GROUP", settings=[setting("f", "FLAGS", flags=[flag("A", inner)])])
    )
    state = compute_state(Asked(layer))
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
    assert shown(layer)["x"].mark is Mark.NONE
    assert shown(layer, entry)["x"].mark is Mark.CHANGED
    assert shown(layer, entry, before=entry)["x"].mark is Mark.KEPT
    assert shown(layer, None, before=entry)["x"].mark is Mark.CHANGED


def test_a_changed_row_names_its_default_and_can_be_reset():
    layer = declared(setting("x", "INT", default=5), FLAGS)
    rows = shown(layer, chosen(layer, x=7, f=("B",)))
    assert (rows["x"].default, rows["f"].default) == ("default 5", "default A")
    assert (rows["f=A"].default, rows["f=B"].default) == ("default on", "default off")
    assert all(rows[key].can_reset for key in ("x", "f", "f=A", "f=B"))
    assert not any(node.can_reset for node in shown(layer).values())


def test_a_group_is_marked_for_what_is_changed_below_it():
    layer = declared(setting("g", "GROUP", settings=[setting("x")]))
    assert shown(layer, chosen(layer, x=True))["g"].mark is Mark.CHANGED


def test_changed_settings_are_counted_once_each():
    layer = declared(FLAGS, setting("x"), setting("y"))
    entry = chosen(layer, f=("A", "B"), x=True)
    assert count_changed(layer, entry, "LINUX") == compute_state(Asked(layer, entry)).changed == 2
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


# notes


def test_a_draft_says_what_is_allowed_and_what_stays_in_force():
    layer = declared(setting("x", "INT", default=10, range={"min": 0}))
    node = shown(layer, drafts={"x": "-5"})["x"]
    assert notes(node) == ["Must be 0 or more. Not written: 10 stays in force."]
    assert (node.text, node.draft, node.can_reset) == ("-5", True, True)


def test_a_variable_that_wins_is_named_with_its_value_and_who_sets_it():
    layer = declared(setting("x", "INT"))
    name = "VK_TEST_SETTINGS_X"
    (note,) = shown(layer, environment={name: "3"})["x"].notes
    assert note.text == f"Your session sets {name}=3, which wins."
    (note,) = shown(layer, environment={name: "3"}, own=frozenset({name}))["x"].notes
    assert note.text == f"This configuration sets {name}=3, which wins."


@pytest.mark.parametrize(
    "name", ["VK_TEST_SETTINGS_X", "VK_SETTINGS_X", "VK_X", "OLD_NAME", "VK_PRE_X"]
)
def test_every_name_of_a_variable_is_noticed(name):
    layer = declared(setting("x", "INT", env="OLD_NAME"), prefix="PRE")
    assert notes(shown(layer, environment={name: "3"})["x"])


def test_what_has_no_effect_says_what_it_needs_and_leads_there():
    layer = declared(setting("on"), setting("x", dependence=depends(on=True)))
    node = shown(layer)["x"]
    (note,) = node.notes
    assert (note.text, note.target) == ("Works only with On on.", "on")
    assert node.dim
    assert not shown(layer, chosen(layer, on=True))["x"].notes


def test_the_row_above_is_not_named_by_every_row_below():
    layer = declared(setting("on", settings=[setting("x", dependence=depends(on=True))]))
    node = shown(layer)["x"]
    assert (node.notes, node.dim, node.needs) == ((), True, "Works only with On on.")
    assert notes(shown(layer, chosen(layer, x=True))["x"]) == ["Works only with On on."]


def test_a_deprecated_setting_leads_to_what_takes_its_place():
    layer = declared(setting("new"), setting("old", status="DEPRECATED", deprecated_by_key="new"))
    node = shown(layer)["old"]
    (note,) = node.notes
    assert (node.hint, note.link, note.target) == ("deprecated", "New", "new")


@pytest.mark.parametrize(
    ("members", "hint"),
    [
        ({}, "n"),
        ({"unit": "ms"}, "ms"),
        ({"status": "BETA"}, "beta"),
        ({"unit": "ms", "status": "ALPHA"}, "ms, alpha"),
    ],
)
def test_a_number_says_its_unit_however_mature_it_is(members, hint):
    layer = declared(setting("n", "INT", **members))
    (node,) = compute_state(Asked(layer)).nodes
    assert node.hint == hint


def test_a_replacement_that_is_not_there_harms_nothing():
    (layer,) = reading(setting("old", deprecated_by_key="gone")).layers
    (note,) = shown(layer)["old"].notes
    assert (note.text, note.target) == ("Deprecated: gone takes its place.", "")


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
    state = compute_state(Asked(layer, filters=Filters(everything=True)))
    assert state.total == sum(
        one.type is not SettingType.GROUP and one.visibility is not Visibility.HIDDEN
        for one in layer.walk()
    )


# what is not written


@pytest.mark.parametrize(
    ("value", "said"),
    [
        ("#x", "Layers take what follows a “#” for a comment. Not written, only set as a"
               " variable."),
        ("a:b", "Newer layers would read “:” as a comma. Not written."),
        (" lead", "Layers drop blanks at the beginning and the end. Not written, only set as a"
                  " variable."),
        ("x,", "Newer layers drop a comma at the beginning or the end. Not written."),
        ("", "An empty text counts as not set: the default stays. Not written."),
    ],
)  # fmt: skip
def test_a_text_that_is_not_written_says_so_with_a_link_to_the_default(value, said):
    layer = declared(setting("x", "STRING", default="d", env="OLD"))
    (note,) = shown(layer, chosen(layer, x=value))["x"].notes
    assert (note.tone, note.text, note.link) == ("error", said, "Use the default")


def test_an_entry_of_a_list_that_is_not_written_says_so_itself():
    layer = declared(setting("l", "LIST"))
    value = (ListItem("#h"), ListItem('"q'), ListItem("#off", False), ListItem("a"))
    rows = shown(layer, chosen(layer, l=value))
    assert notes(rows["l#a"]) == notes(rows["l##off"]) == notes(rows["l"]) == []
    assert notes(rows["l##h"]) == [
        "“#h”: layers take what follows a “#” for a comment. Not written, only set as a variable."
    ]
    assert notes(rows['l#"q']) == ['Older layers take the quotation mark off “"q”. Not written.']


def test_a_path_with_a_variable_that_nobody_knows_says_so():
    layer = declared(setting("x", "SAVE_FILE"))
    entry = chosen(layer, x="~/x")
    assert notes(shown(layer, entry, paths=path_variables({"HOME": "/me"}))["x"]) == []
    assert notes(shown(layer, entry)["x"]) == ["HOME is not set, so “~” is no folder. Not written."]


def test_flags_that_hold_a_value_of_another_type_say_so():
    layer = declared(FLAGS)
    entry = LayerEntry(layer.name, settings=(SettingValue("f", SettingType.INT, 5),))
    assert notes(shown(layer, entry)["f"]) == [
        "Must be flags of the layer now; the default is used. Not written."
    ]


def test_a_value_that_is_kept_and_not_in_force_is_shown_whoever_the_setting_is_for():
    layer = declared(setting("x", "INT", view="DEBUG"), setting("y"))
    entry = LayerEntry(layer.name, settings=(SettingValue("x", SettingType.STRING, "abc"),))
    assert set(shown(layer, entry, filters=Filters(changed=True))) == {"x"}
    assert count_changed(layer, entry, "LINUX") == 0


def test_a_value_that_the_manifest_hides_is_a_row_that_can_be_removed_and_does_not_count():
    layer = declared(setting("g", "GROUP", view="HIDDEN", settings=[setting("x")]), setting("y"))
    entry = chosen(layer, x=True, y=True)
    row = shown(layer, entry)["?x"]
    assert (row.kind, row.removable) == (NodeKind.LOST, True)
    assert notes(row) == [
        "The layer's manifest hides this setting; the value is kept. Not written."
    ]
    assert count_changed(layer, entry, "LINUX") == 1


def test_a_value_for_another_platform_is_a_row_that_can_be_removed_and_does_not_count():
    layer = declared(setting("x", platforms=["WINDOWS"]))
    entry = chosen(layer, x=True)
    assert notes(shown(layer, entry)["?x"]) == ["The layer has it on Windows only. Not written."]
    assert count_changed(layer, entry, "LINUX") == compute_state(Asked(layer, entry)).changed == 0
    assert count_changed(layer, entry, "WINDOWS") == 1


def test_a_change_below_another_value_of_an_enum_is_shown_and_counts():
    kinds = [flag("a", setting("of_a")), flag("b", setting("of_b"), setting("beside"))]
    layer = declared(setting("e", "ENUM", flags=kinds, default="a"))
    entry = chosen(layer, of_b=True)
    rows = shown(layer, entry)
    assert set(rows) == {"e", "of_a", "of_b"}
    assert notes(rows["of_b"]) == ["Works only with E set to B."]
    changed = compute_state(Asked(layer, entry, filters=Filters(changed=True)))
    assert changed.changed == count_changed(layer, entry, "LINUX") == 1


def test_a_setting_that_needs_one_without_effect_says_so():
    layer = declared(
        setting("a", dependence=depends(b=True)),
        setting("b", dependence=depends(c=True)),
        setting("c"),
    )
    rows = shown(layer, chosen(layer, a=True, b=True))
    assert notes(rows["a"]) == ["Works only with B on, which has no effect itself."]
    assert notes(rows["b"]) == ["Works only with C on."]


def test_a_variable_of_a_layer_with_code_of_its_own_counts_beside_a_list():
    session = {"OLD_IDS": "a:b", "OLD_TEXT": "c"}
    settings = (setting("ids", "LIST", env="OLD_IDS"), setting("text", "STRING", env="OLD_TEXT"))
    older = shown(declared(*settings, instance_extensions=[]), environment=session)
    assert notes(older["ids"]) == ["Your session sets OLD_IDS=a:b, which counts too."]
    assert notes(older["text"]) == ["Your session sets OLD_TEXT=c, which wins."]
    newer = shown(declared(*settings), environment=session)
    assert notes(newer["ids"]) == ["Your session sets OLD_IDS=a:b, which wins."]


def test_a_row_about_a_page_on_the_site_of_the_sdk_leads_there():
    layer = declared(setting("x", url="${LUNARG_SDK}/x.html"), setting("y", url="${LUNARG_SDK}x"))
    rows = shown(layer)
    assert rows["x"].url == "https://vulkan.lunarg.com/doc/sdk/latest/linux/x.html"
    assert rows["y"].url == "${LUNARG_SDK}x"
