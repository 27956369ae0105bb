"""Edits of layer settings: gestures of the page, through the session, and back as rows."""

from __future__ import annotations

import pytest

from tests.framework.settings import LAYER, make_manifest, make_preset, make_setting, sdk_manifests
from tests.framework.settings_session import open_session
from tests.model.session.edited import FLAGS, NUMBER, kept, label, node, walk_nodes
from vkconfig_py.loader.base.host import Platform
from vkconfig_py.model.chain.snapshot_values import Row, RowKind
from vkconfig_py.model.configuration import workspace_edits
from vkconfig_py.model.configuration.configuration import (
    NEWEST_COPY,
    Configuration,
    LayerControl,
    LayerEntry,
    ListItem,
    SettingType,
    SettingValue,
    Variable,
)
from vkconfig_py.model.configuration.workspace import Workspace
from vkconfig_py.model.layer_settings.checks import check_value
from vkconfig_py.model.layer_settings.parse_layer import read_declared
from vkconfig_py.model.layer_settings.setting_rows import ChangeMark, ValueInput
from vkconfig_py.model.layer_settings.settings_page import SettingFilters
from vkconfig_py.model.session.declarations import DeclaringManifest
from vkconfig_py.model.session.layer_editing import LayerEditing

# one edit each


def test_a_check_mark_is_one_step_that_undo_takes_back(edit):
    editing = edit(make_setting("x"))
    editing.check(node(editing, "x"), is_on=True)
    assert kept(editing) == {"x": True}
    assert label(editing) == "Set X"
    editing._edits.undo()
    assert kept(editing) == {}
    assert node(editing, "x").checked is False


def test_a_flag_keeps_the_order_of_the_manifest(edit):
    editing = edit(make_setting("f", "FLAGS", flags=("A", "B", "C"), default=["B"]))
    editing.check(node(editing, "f=C"), is_on=True)
    editing.check(node(editing, "f=A"), is_on=True)
    assert kept(editing) == {"f": ("A", "B", "C")}
    editing.reset(node(editing, "f=C"))
    assert kept(editing) == {"f": ("A", "B")}


def test_what_is_set_to_the_default_is_kept_until_it_is_reset(edit):
    editing = edit(FLAGS)
    editing.check(node(editing, "f=B"), is_on=True)
    editing.check(node(editing, "f=B"), is_on=False)
    assert kept(editing) == {"f": ("A",)}
    assert node(editing, "f").default_text == "set to the default"
    editing.check(node(editing, "f=B"), is_on=True)
    editing.reset(node(editing, "f=B"))
    assert editing.entry is None
    assert not node(editing, "f").can_reset


def test_a_value_is_set_as_it_is_and_a_text_that_is_dropped_leaves_it_unset(edit):
    editing = edit(make_setting("n", "INT", default=3))
    editing.pin(node(editing, "n"))
    assert kept(editing) == {"n": 3}
    editing.reset(node(editing, "n"))
    editing.begin(node(editing, "n"))
    editing.type(node(editing, "n"), "4")
    editing.commit_typed()
    editing.discard_typed(node(editing, "n"))
    assert editing.entry is None


def test_entries_of_a_list_are_added_turned_off_and_taken_away(edit):
    editing = edit(make_setting("l", "LIST"))
    assert editing.write(node(editing, "l"), "VUID-a, VUID-b")
    assert editing.write(node(editing, "l"), " 7 ")
    assert kept(editing) == {"l": (ListItem("VUID-a"), ListItem("VUID-b"), ListItem(7))}
    editing.reset(node(editing, "l#VUID-b"))
    editing.check(node(editing, "l#7"), is_on=False)
    editing.reset(node(editing, "l#VUID-a"))
    assert kept(editing) == {"l": (ListItem(7, False),)}


@pytest.mark.parametrize(
    ("more", "text", "reason"),
    [
        ({}, "a", "is listed twice"),
        ({}, "b,c", "at the comma"),
        ({"list": ["a"], "list_only": True}, "b", "does not recognize"),
    ],
)
def test_an_entry_that_a_list_cannot_take_is_not_added(edit, more, text, reason):
    editing = edit(make_setting("l", "LIST", filter="*.fx", **more))
    editing.write(node(editing, "l"), "a")
    assert not editing.write(node(editing, "l"), text)
    assert kept(editing) == {"l": (ListItem("a"),)}
    (note,) = node(editing, "l").notes
    assert reason in note.text
    assert note.text.endswith("Not added.")


def test_an_unknown_value_of_an_enum_is_repaired(edit):
    editing = edit(make_setting("e", "ENUM", flags=("a", "b"), default="a"))
    editing._set_value("e", "gone")
    editing.repair(node(editing, "e"))
    assert kept(editing) == {}


def test_an_unknown_flag_is_taken_away_and_the_others_stay(edit):
    editing = edit(FLAGS)
    editing._set_value("f", ("A", "gone", "B"))
    editing.reset(node(editing, "f=gone"))
    assert kept(editing) == {"f": ("A", "B")}


def test_a_value_of_a_setting_that_is_not_there_is_kept_until_it_is_removed(edit, machine):
    one = SettingValue("gone", SettingType.INT, 5)
    entry = LayerEntry(LAYER, settings=(one,))
    machine.loaded = machine.loaded._replace(
        workspace=Workspace((Configuration("1", "One", (entry,)),), "1")
    )
    editing = edit(make_setting("x"))
    editing.check(node(editing, "x"), is_on=True)
    assert kept(editing) == {"gone": 5, "x": True}
    editing.reset(node(editing, "?gone"))
    assert kept(editing) == {"x": True}
    assert node(editing, "x").change_mark is ChangeMark.CHANGED


def test_the_only_entry_of_a_list_is_replaced_by_what_is_typed_and_gone_with_its_text(edit):
    editing = edit(make_setting("l", "LIST", list=["a", "c"], list_only=True))
    editing.write(node(editing, "l"), "a")
    assert not editing.write(node(editing, "l"), "b")
    (note,) = node(editing, "l").notes
    assert note.text == "The layer does not recognize “b”. Not written: a still applies."
    editing.write(node(editing, "l"), "c")
    assert kept(editing) == {"l": (ListItem("c"),)}
    editing.write(node(editing, "l"), "")
    assert kept(editing) == {}


def test_a_list_says_how_many_entries_it_has_and_how_many_are_on(edit):
    editing = edit(make_setting("l", "LIST"))
    said = [node(editing, "l").text]
    for text in ("VUID-a", "VUID-a, VUID-b"):
        editing.write(node(editing, "l"), text)
        said.append(node(editing, "l").text)
    editing.check(node(editing, "l#VUID-a"), is_on=False)
    assert [*said, node(editing, "l").text] == ["", "VUID-a", "2 entries", "1 of 2 on"]


def test_resetting_all_is_one_step(edit):
    editing = edit(FLAGS, NUMBER)
    editing.check(node(editing, "f=B"), is_on=True)
    editing.write(node(editing, "n"), "7")
    editing.reset_all()
    assert kept(editing) == {}
    editing._edits.undo()
    assert kept(editing) == {"f": ("A", "B"), "n": 7}


# presets


PRESETS = [make_preset("Fast", n=1, f=[]), make_preset("Careful", n=99)]


def test_the_preset_that_values_come_from_is_named(edit):
    editing = edit(NUMBER, FLAGS, presets=PRESETS)
    assert editing.detect_preset().title == "Layer defaults"
    editing.choose_preset(1)
    assert (editing.detect_preset().title, kept(editing)) == ("Fast", {"n": 1, "f": ()})
    editing.check(node(editing, "f=B"), is_on=True)
    assert editing.detect_preset().title == "Fast (modified)"
    editing.reset_all()
    assert editing.detect_preset().title == "Layer defaults"


def test_values_of_a_built_in_configuration_are_a_preset_that_brings_them_back(edit):
    editing = edit(NUMBER, FLAGS, presets=PRESETS)
    built_in = LayerEntry(editing.layer).with_value("later", SettingType.BOOL, True)
    built_in = built_in.with_value("n", SettingType.INT, 7)
    shipped = editing.configuration._replace(layers=(built_in,))
    editing._edits.shipped = (shipped,)
    editing._edits.do(workspace_edits.make_change, shipped, "as shipped")
    titles = [preset.label for preset in editing.detect_preset().presets]
    assert titles == ["Built-in values", "Layer defaults", "Fast", "Careful"]
    assert editing.detect_preset().title == "Built-in values"
    # Another edit of the configuration, such as of its chain, is none of its settings.
    editing._edits.do(workspace_edits.make_change, shipped.with_order(("A", "B")), "order")
    assert editing.detect_preset().title == "Built-in values"
    editing.check(node(editing, "f=B"), is_on=True)
    assert editing.detect_preset().title == "Built-in values (modified)"
    editing.reset_all()
    assert editing.detect_preset().title == "Layer defaults"
    editing.choose_preset(2)
    assert editing.detect_preset().title == "Fast"
    editing.choose_preset(0)
    assert editing.entry.settings == built_in.settings
    assert label(editing) == "Choose Built-in values"


def test_values_of_a_built_in_configuration_that_a_preset_has_are_named_by_it(edit):
    editing = edit(NUMBER, FLAGS, presets=PRESETS)
    built_in = LayerEntry(editing.layer).with_value("n", SettingType.INT, 99)
    editing._edits.shipped = (editing.configuration._replace(layers=(built_in,)),)
    editing.choose_preset(2)
    assert editing.detect_preset().title == "Careful"
    titles = [preset.label for preset in editing.detect_preset().presets]
    assert titles == ["Layer defaults", "Fast", "Careful"]


def test_resetting_all_is_choosing_default_and_keeps_what_another_copy_may_have(edit):
    editing = edit(NUMBER)
    entry = LayerEntry(editing.layer).with_value("gone", SettingType.STRING, "precious")
    entry = entry.with_value("n", SettingType.STRING, "of another type")
    before = editing.configuration.with_entry(entry)
    for reset in (editing.reset_all, lambda: editing.choose_preset(0)):
        editing._edits.do(workspace_edits.make_change, before, "Keep")
        reset()
        assert kept(editing) == {"gone": "precious"}


def test_a_value_that_is_not_written_goes_back_to_the_default_by_its_link(edit):
    editing = edit(make_setting("x", "STRING", default="d"))
    editing.write(node(editing, "x"), "#x")
    assert kept(editing) == {"x": "#x"}
    editing.repair(node(editing, "x"))
    assert kept(editing) == {}


def test_a_preset_changes_what_it_lists_and_nothing_else_in_one_step(edit):
    editing = edit(NUMBER, FLAGS, presets=PRESETS)
    editing.check(node(editing, "f=B"), is_on=True)
    editing.choose_preset(2)
    assert kept(editing) == {"f": ("A", "B"), "n": 99}
    assert label(editing) == "Choose Careful"
    editing._edits.undo()
    assert kept(editing) == {"f": ("A", "B")}


def test_a_preset_keeps_values_that_do_not_fit_unless_it_lists_their_settings(edit):
    editing = edit(NUMBER, FLAGS, presets=PRESETS)
    configuration = editing._edits.workspace.selected_configuration
    odd = LayerEntry(LAYER).with_value("f", SettingType.BOOL, True)
    editing._edits.do(
        workspace_edits.make_change, configuration.with_entry(odd), "Keep what does not fit"
    )
    editing.choose_preset(2)
    assert kept(editing) == {"f": True, "n": 99}
    editing.choose_preset(1)
    assert kept(editing) == {"f": (), "n": 1}


# the layer


def test_the_settings_of_a_layer_are_kept_while_they_are_not_written(edit):
    editing = edit(NUMBER)
    editing.write(node(editing, "n"), "7")
    editing.write_settings(is_written=False)
    assert not editing.entry.writes_settings
    assert kept(editing) == {"n": 7}


def test_a_chosen_copy_shows_its_own_settings(edit, tmp_path, qtbot):
    editing = edit(NUMBER)
    other = tmp_path / "other.json"
    other.write_bytes(make_manifest(make_setting("newer")))
    editing.copies = (DeclaringManifest(str(other), (1, 4, 0, 1), "1.4.0"),)
    editing.choose_copy(str(other))
    assert editing.manifest == str(other)
    editing.choose_copy(NEWEST_COPY)
    assert editing.entry.copy == NEWEST_COPY
    editing.choose_copy("")
    assert editing.entry is None


def test_when_the_chosen_copy_is_gone_the_settings_are_those_of_the_loaders_own(edit, machine):
    editing = edit(NUMBER)
    editing.choose_copy("/gone.json")
    assert editing.manifest == str(machine.files[LAYER])
    editing.write(node(editing, "n"), "11")
    assert kept(editing) == {"n": 11}
    assert editing.entry.copy == "/gone.json"


@pytest.mark.parametrize("was_seen", [False, True])
def test_values_of_a_layer_that_is_not_installed_are_shown_and_reset(
    edit, machine, tmp_path, was_seen
):
    gone = "VK_LAYER_gone"
    path = tmp_path / "gone.json"
    machine.files[gone] = path
    editing = edit(NUMBER)
    values = tuple(SettingValue(key, SettingType.STRING, "x") for key in ("file", "frames"))
    seen = str(path) if was_seen else ""
    entry = LayerEntry(gone, manifest=seen, settings=values)
    editing._edits.do(workspace_edits.make_change, editing.configuration.with_entry(entry), "")
    editing.show_row(Row(f"layer:{gone}", RowKind.MISSING, gone, manifest=seen))
    assert editing.has_page
    assert not editing.declared.is_installed
    assert [(one.id, one.hint) for one in editing.state.rows] == [("?file", "x"), ("?frames", "x")]
    (note,) = editing.state.rows[0].notes
    assert note.text == "The layer is not installed; the saved value is kept. Not written."
    editing.reset(editing.state.rows[0])
    assert kept(editing) == {"frames": "x"}
    editing.reset_all()
    assert kept(editing) == {}


def test_a_file_that_changed_is_read_again_and_an_equal_one_is_not(edit, machine, qtbot):
    editing = edit(NUMBER)
    before = editing.declared
    with qtbot.waitSignal(editing._snapshots.current_changed):
        editing._snapshots.refresh()
    assert editing.declared is before
    machine.add(make_manifest(make_setting("other")))
    editing._snapshots.refresh()
    qtbot.waitUntil(lambda: editing.declared not in (None, before))
    editing.refresh()
    assert [one.id for one in editing.state.rows] == ["other"]


def test_a_manifest_that_cannot_be_read_says_why(edit, machine, qtbot):
    editing = edit(NUMBER)
    machine.files[LAYER].write_bytes(b"{")
    with qtbot.waitSignal(editing.layer_changed):
        editing._snapshots.refresh()
    assert editing.find_problem().startswith("line 1")
    assert editing.has_page


def test_a_variable_of_this_configuration_wins_over_a_setting(edit):
    editing = edit(NUMBER)
    editing._edits.do(
        workspace_edits.set_environment,
        editing._edits.workspace.selected_configuration.key,
        (Variable("VK_TEST_SETTINGS_N", "3"),),
    )
    (note,) = node(editing, "n").notes
    assert note.text == "This configuration sets VK_TEST_SETTINGS_N=3, which takes precedence."


def test_a_variable_of_this_configuration_is_known_in_paths_as_programs_know_it(edit):
    editing = edit(make_setting("x", "SAVE_FILE"))
    editing.write(node(editing, "x"), "${VULKAN_HOME}/x")
    editing._edits.do(
        workspace_edits.set_environment,
        editing._edits.workspace.selected_configuration.key,
        (Variable("VULKAN_HOME", None), Variable("HOME", None)),
    )
    (note,) = node(editing, "x").notes
    assert note.text == "Unknown path variable “${VULKAN_HOME}”. Not written."
    editing._edits.do(
        workspace_edits.set_environment,
        editing._edits.workspace.selected_configuration.key,
        (Variable("VULKAN_HOME", "/kit"),),
    )
    assert node(editing, "x").notes == ()


def test_the_home_in_paths_is_that_of_the_platform_that_programs_run_on(edit, machine):
    machine.platform = Platform.WINDOWS
    machine.environment = {"USERPROFILE": "C:/Users/me"}
    editing = edit(make_setting("x", "SAVE_FILE"))
    editing.write(node(editing, "x"), "~/x")
    assert node(editing, "x").notes == ()


# every layer of the SDK


@pytest.mark.parametrize("path", sdk_manifests(), ids=lambda path: path.stem)
def test_every_row_of_the_sdk_is_edited_and_no_value_is_invalid(qtbot, machine, path):
    (layer,) = read_declared(path.read_bytes()).layers
    machine.add(path.read_bytes(), layer.name)
    session = open_session(qtbot, machine)
    editing = LayerEditing(
        session.shared, session.edits, session.snapshots, session.declared, session
    )
    editing.show_row(machine.row(layer.name))
    layer = editing.declared  # with what our description adds to the manifest
    editing.set_filters(SettingFilters(shows_all=True))
    for one in walk_nodes(editing.state.rows):
        if one.checked is not None:
            editing.check(one, is_on=not one.checked)
        elif one.input_kind is ValueInput.CHOICE:
            editing.choose(one, editing.list_choices(one)[-1].key)
        elif one.input_kind is not ValueInput.NONE:
            setting = layer.find_setting(one.setting)
            for text in ("-1", "nonsense", "5"):
                editing.write(one, text)
            value = editing.state.values[one.setting]
            assert check_value(setting, value) is None
    entry = editing.entry
    for value in entry.settings if entry else ():
        assert check_value(layer.find_setting(value.key), value.value) is None
    while session.edits.can_undo():
        session.edits.undo()
    assert session.edits.workspace.selected_configuration.find_entry(layer.name) is None
    session.close()


def test_an_entry_that_another_setting_needs_is_added_or_turned_on_where_it_is_listed(edit):
    editing = edit(make_setting("l", "LIST", default=["A"]))
    editing.include("l", "B")
    assert kept(editing) == {"l": (ListItem("A"), ListItem("B"))}
    editing.check(node(editing, "l#B"), is_on=False)
    editing.include("l", "B")
    assert kept(editing) == {"l": (ListItem("A"), ListItem("B"))}


def test_a_check_of_the_chain_holds_while_only_settings_of_layers_change(edit, qtbot):
    editing = edit(make_setting("x"))
    session = editing.parent()
    session.checks.verification = verification = object()
    for change in (
        lambda: editing.check(node(editing, "x"), is_on=True),
        lambda: editing._edits.undo(),
    ):
        with qtbot.waitSignal(session.snapshots.current_changed):
            change()
        assert session.checks.verification is verification
    with qtbot.waitSignal(session.snapshots.current_changed):
        session.edits.do(workspace_edits.set_control, LAYER, LayerControl.ON)
    assert session.checks.verification is None
