"""What is done to whole configurations, built-in ones among them."""

from __future__ import annotations

import pytest

from vkconfig_py.model.configuration import workspace_edits as commands
from vkconfig_py.model.configuration.configuration import (
    UNLISTED,
    Configuration,
    LayerControl,
    LayerEntry,
    ProgramEntry,
    Target,
)
from vkconfig_py.model.configuration.workspace import (
    CollectionSource,
    Workspace,
    is_edited,
    is_outdated,
)
from vkconfig_py.model.configuration.workspace_edits import (
    add_configuration,
    duplicate_configuration,
    make_unused_name,
    set_control,
)

ONE, TWO = Configuration(key="1", name="One"), Configuration(key="2", name="Two")
ON = (LayerEntry("VK_LAYER_a", LayerControl.ON),)
CHECKS = Configuration(key="b-checks", name="Checks", layers=ON, built_in=2)
DUMP = Configuration(key="b-dump", name="Dump", built_in=1)
SHIPPED = (CHECKS, DUMP)
SPACE = Workspace((ONE, TWO, CHECKS, DUMP), "1")


def names(workspace: Workspace) -> list[str]:
    return [one.name for one in workspace.configurations]


def test_the_last_configuration_leaves_an_empty_one() -> None:
    changed = commands.delete_configuration(Workspace((ONE,), "1"), "1")
    assert changed is not None
    assert names(changed.workspace) == ["My configuration"]
    assert changed.workspace.selected_configuration.key == changed.workspace.selected_key


def test_with_built_in_ones_left_no_empty_one_is_needed() -> None:
    changed = commands.delete_configuration(Workspace((ONE, DUMP), "1"), "1", SHIPPED)
    assert changed is not None
    assert names(changed.workspace) == ["Dump"]
    assert changed.workspace.deleted_built_ins == ()


def test_a_neighbour_of_the_same_kind_is_selected() -> None:
    changed = commands.delete_configuration(SPACE._replace(selected_key="2"), "2", SHIPPED)
    assert changed is not None
    assert changed.workspace.selected_key == "1"
    changed = commands.delete_configuration(
        SPACE._replace(selected_key="b-checks"), "b-checks", SHIPPED
    )
    assert changed is not None
    assert changed.workspace.selected_key == "b-dump"


def test_a_deleted_built_in_is_remembered_with_the_version_that_is_shipped() -> None:
    older = SPACE.with_configuration(CHECKS._replace(built_in=1, layers=()))
    changed = commands.delete_configuration(older, "b-checks", SHIPPED)
    assert changed is not None
    assert changed.workspace.deleted_built_ins == (("b-checks", 2),)
    assert names(changed.workspace) == ["One", "Two", "Dump"]


def test_a_new_configuration_stands_before_the_built_in_ones() -> None:
    assert names(add_configuration(SPACE, "New").workspace) == [
        "One", "Two", "New", "Checks", "Dump",
    ]  # fmt: skip


def test_a_copy_of_a_built_in_one_is_the_users_own() -> None:
    changed = duplicate_configuration(SPACE, "b-checks")
    assert changed is not None
    copy = changed.workspace.selected_configuration
    assert (copy.name, copy.built_in, copy.layers) == ("Checks copy", 0, ON)


def test_a_reset_built_in_is_what_is_shipped() -> None:
    edited = SPACE.with_configuration(CHECKS._replace(name="Mine", layers=(), built_in=1))
    assert is_edited(edited.configurations[2], SHIPPED)
    assert is_outdated(edited.configurations[2], SHIPPED)
    changed = commands.reset_configuration(edited, "b-checks", SHIPPED)
    assert changed is not None
    assert (changed.workspace, str(changed.label)) == (SPACE, "Reset “Mine”")
    assert not is_edited(CHECKS, SHIPPED)
    assert not is_outdated(CHECKS, SHIPPED)
    assert not is_edited(ONE, SHIPPED)
    assert commands.reset_configuration(SPACE, "b-checks", SHIPPED) is None


def test_a_reset_own_one_leaves_all_to_the_loader_but_keeps_what_it_is_for() -> None:
    mine = ONE._replace(
        layers=ON,
        settings_file="/s",
        target=Target("/p"),
        programs=(ProgramEntry("/p"),),
        extra=(("later", 1),),
    )
    changed = commands.reset_configuration(SPACE.with_configuration(mine), "1", SHIPPED)
    assert changed is not None
    assert changed.workspace.configurations[0] == mine._replace(layers=(), settings_file="")


def test_resetting_all_brings_deleted_ones_back_and_leaves_own_ones_alone() -> None:
    edited = SPACE.with_configuration(ONE._replace(layers=ON))
    deleted = commands.delete_configuration(edited, "b-checks", SHIPPED)
    assert deleted is not None
    lost = deleted.workspace.with_configuration(DUMP._replace(layers=ON))
    lost = lost._replace(deleted_built_ins=(*lost.deleted_built_ins, ("b-of-later", 4)))
    changed = commands.reset_built_in(lost, SHIPPED)
    assert changed is not None
    assert names(changed.workspace) == ["One", "Two", "Dump", "Checks"]
    assert changed.workspace.configurations[0].layers == ON
    assert changed.workspace.configurations[2] == DUMP
    assert changed.workspace.deleted_built_ins == (("b-of-later", 4),)
    assert commands.reset_built_in(SPACE, SHIPPED) is None


def test_an_imported_configuration_is_the_users_own_and_its_folders_are_collected() -> None:
    imported = CHECKS._replace(
        key="1", name=" One ", sources=("/x", "/y"), implicit_sources=("/z",)
    )
    before = SPACE._replace(sources=(CollectionSource("/x", enabled=False),))
    changed = commands.import_configuration(before, imported)
    new = changed.workspace.selected_configuration
    assert (new.name, new.built_in, new.sources, new.implicit_sources) == ("One 2", 0, (), ())
    assert new.key not in {one.key for one in SPACE.configurations}
    assert str(changed.label) == "Import “One 2”"
    assert changed.workspace.sources == (
        CollectionSource("/x", enabled=False),
        CollectionSource("/y"),
        CollectionSource("/z", implicit=True),
    )


def test_an_imported_configuration_without_a_name_gets_one() -> None:
    changed = commands.import_configuration(SPACE, ONE._replace(name="  "))
    assert changed.workspace.selected_configuration.name == "Imported"


@pytest.mark.parametrize(
    "name", ["Foo ()", "Foo (99999999999)", "v1", "v1.2 test", "a/b", "..", "", "é\n", "x" * 3000]
)
def test_any_name_can_be_numbered(name: str) -> None:
    workspace = Workspace((ONE._replace(name=name), TWO._replace(name=f"{name} 2")), "1")
    assert make_unused_name(workspace, name) == f"{name} 3"


def test_programs_are_added_enabled_and_removed() -> None:
    added = commands.add_program(SPACE, "2", "/usr/bin/vkcube")
    assert added is not None
    assert str(added.label) == "Add vkcube"
    assert commands.add_program(added.workspace, "2", "/usr/bin/vkcube") is None
    off = commands.enable_program(added.workspace, "2", "/usr/bin/vkcube", is_on=False)
    assert off is not None
    assert str(off.label) == "Disable vkcube"
    entry = off.workspace.configurations[1].programs
    assert entry == (ProgramEntry("/usr/bin/vkcube", enabled=False),)
    again = commands.add_program(off.workspace, "2", "/usr/bin/vkcube")
    assert again is not None
    assert again.workspace == added.workspace
    removed = commands.remove_program(off.workspace, "2", "/usr/bin/vkcube")
    assert removed is not None
    assert removed.workspace == SPACE


def test_layers_without_an_entry_have_a_wish_and_a_row() -> None:
    off = set_control(SPACE, UNLISTED, LayerControl.OFF)
    assert off is not None
    assert (str(off.label), off.workspace.selected_configuration.unlisted_control) == (
        "Turn off other layers",
        LayerControl.OFF,
    )
    auto = set_control(off.workspace, UNLISTED, LayerControl.AUTO)
    assert auto is not None
    assert (auto.workspace, str(auto.label)) == (SPACE, "Set other layers to Auto")
    shown = commands.show_unlisted(SPACE, is_shown=True)
    assert shown is not None
    assert shown.workspace.selected_configuration.layers == (
        LayerEntry(UNLISTED, placed=True, moved_past=()),
    )
    placed = set_control(shown.workspace, UNLISTED, LayerControl.AUTO)
    assert placed is None
    hidden = commands.show_unlisted(shown.workspace, is_shown=False)
    assert hidden is not None
    assert hidden.workspace == SPACE


def test_a_settings_file_is_an_edit_like_any_other() -> None:
    used = commands.set_settings_file(SPACE, "2", "/home/u/vk_layer_settings.txt")
    assert used is not None
    assert str(used.label) == "Use vk_layer_settings.txt"
    back = commands.set_settings_file(used.workspace, "2", "")
    assert back is not None
    assert (back.workspace, str(back.label)) == (SPACE, "Use the settings in this window")


@pytest.mark.parametrize(
    "changed",
    [
        commands.delete_configuration(SPACE, "?", SHIPPED),
        commands.reset_configuration(SPACE, "?", SHIPPED),
        commands.add_program(SPACE, "?", "/p"),
        commands.add_program(SPACE, "1", ""),
        commands.remove_program(SPACE, "?", "/p"),
        commands.enable_program(SPACE, "?", "/p", is_on=True),
        commands.set_settings_file(SPACE, "?", "/p"),
        commands.show_unlisted(SPACE, is_shown=False),
    ],
)
def test_what_changes_nothing_is_no_edit(changed: object) -> None:
    assert changed is None


OWN_TWO = Workspace(
    (
        Configuration("1", "One"),
        Configuration("2", "Two"),
        Configuration("x", "First", built_in=1),
        Configuration("y", "Second", built_in=1),
    ),
    "1",
)


@pytest.mark.parametrize(
    ("key", "place", "after"),
    [
        ("2", 0, ["2", "1", "x", "y"]),
        ("1", 9, ["2", "1", "x", "y"]),
        ("y", 0, ["1", "2", "y", "x"]),
        ("x", 1, ["1", "2", "y", "x"]),
    ],
)
def test_a_configuration_moves_among_those_of_its_kind(key, place, after) -> None:
    moved = commands.move_configuration(OWN_TWO, key, place)
    assert moved is not None
    assert [one.key for one in moved.workspace.configurations] == after
    assert moved.workspace.selected_key == "1"
    assert str(moved.label).startswith("Move “")


def test_steps_end_at_the_edge_of_the_kind() -> None:
    down = commands.step_configuration(OWN_TWO, "1", 1)
    assert down is not None
    assert commands.step_configuration(down.workspace, "1", 1) is None
    assert commands.step_configuration(OWN_TWO, "x", -1) is None
    assert commands.step_configuration(OWN_TWO, "?", 1) is None
    assert commands.move_configuration(OWN_TWO, "?", 1) is None
