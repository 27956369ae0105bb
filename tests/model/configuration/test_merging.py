"""What several processes make of the same configurations, brought together."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from vkconfig_py.model.configuration.configuration import Configuration, LayerControl
from vkconfig_py.model.configuration.merge import (
    MergedWorkspace,
    apply_their_changes,
    describe_current_change,
    merge_workspaces,
)
from vkconfig_py.model.configuration.workspace import CollectionSource, Workspace
from vkconfig_py.model.configuration.workspace_edits import add_configuration, rename_configuration
from vkconfig_py.model.configuration.workspace_files import (
    load_workspace,
    merge_foreign_changes,
    save_workspace,
)
from vkconfig_py.model.session.edits import UndoHistory

A, B, C = (Configuration(key, name) for key, name in (("a", "One"), ("b", "Two"), ("c", "Three")))
BUILT_IN = Configuration("x", "Built in", built_in=1)
BASE = Workspace(
    (A, B, BUILT_IN), "a", (CollectionSource("/both"), CollectionSource("/gone")), (("away", 1),)
)


def wished(workspace: Workspace, key: str, layer: str) -> Workspace:
    found = workspace.find_configuration(key)
    assert found is not None
    return workspace.with_configuration(found.with_control(layer, LayerControl.ON))


def renamed(workspace: Workspace, key: str, name: str) -> Workspace:
    changed = rename_configuration(workspace, key, name)
    assert changed is not None
    return changed.workspace


def names(workspace: Workspace) -> list[str]:
    return [one.name for one in workspace.configurations]


def test_where_one_side_changed_something_its_change_holds() -> None:
    ours = wished(BASE, "a", "L1")._replace(selected_key="b")
    theirs = renamed(BASE, "b", "Games").with_added(C)
    merged = merge_workspaces(BASE, ours, theirs)
    assert merged.notes == ()
    assert names(merged.workspace) == ["One", "Games", "Three", "Built in"]
    assert merged.workspace.find_configuration("a") == ours.find_configuration("a")
    assert merged.workspace.selected_key == "b"


def test_what_both_edited_is_kept_twice_and_the_own_one_is_looked_at() -> None:
    merged = merge_workspaces(BASE, wished(BASE, "a", "L1"), renamed(BASE, "a", "Games"))
    assert names(merged.workspace) == ["Games", "One (edited at the same time)", "Two", "Built in"]
    assert merged.workspace.selected_configuration.get_control("L1") is LayerControl.ON
    assert merged.workspace.selected_configuration.key not in ("a", "b", "x")
    (note,) = merged.notes
    assert "Another process changed “One”" in note
    assert "“One (edited at the same time)”" in note


def test_the_first_configuration_that_nobody_edited_here_is_theirs(tmp_path: Path) -> None:
    """A window in an empty home, and a command that edits the configuration that it shows."""
    here, there = load_workspace(tmp_path), load_workspace(tmp_path)
    edited = wished(there.workspace, there.workspace.selected_key, "L1")
    save_workspace(tmp_path, there.saved_workspace, edited)
    merged = merge_foreign_changes(tmp_path, here.saved_workspace, here.workspace)
    assert merged.notes == ()
    assert merged.workspace.configurations == edited.configurations
    mine = wished(here.workspace, here.workspace.selected_key, "L2")
    both = merge_foreign_changes(tmp_path, here.saved_workspace, mine)
    assert [len(both.workspace.configurations), len(both.notes)] == [2, 1]


def test_the_same_edit_on_both_sides_is_no_difference() -> None:
    both = wished(BASE, "a", "L1")
    assert merge_workspaces(BASE, both, both._replace(selected_key="b")) == MergedWorkspace(both)


def test_a_deletion_by_others_holds_where_nothing_was_edited() -> None:
    merged = merge_workspaces(BASE, wished(BASE, "b", "L1"), BASE.without_configuration("a"))
    assert names(merged.workspace) == ["Two", "Built in"]
    assert (merged.workspace.selected_key, merged.notes) == ("b", ())


def test_an_edit_weighs_more_than_a_deletion_on_either_side() -> None:
    edited, deleted = wished(BASE, "a", "L1"), BASE.without_configuration("a")
    here, there = merge_workspaces(BASE, edited, deleted), merge_workspaces(BASE, deleted, edited)
    assert (
        here.workspace.find_configuration("a")
        == there.workspace.find_configuration("a")
        == edited.find_configuration("a")
    )
    assert "while you were editing it" in here.notes[0]
    assert "while another process was changing it" in there.notes[0]


def test_two_of_the_same_name_get_different_names() -> None:
    ours = add_configuration(BASE, "New").workspace
    theirs = add_configuration(BASE, "New").workspace
    merged = merge_workspaces(BASE, ours, theirs).workspace
    assert sorted(names(merged)) == ["Built in", "New", "New 2", "One", "Two"]
    assert merged.find_configuration(theirs.selected_key) == theirs.selected_configuration
    assert merged.selected_configuration.name == "New 2"


def test_if_each_side_deletes_what_the_other_left_there_is_a_new_one() -> None:
    two = Workspace((A, B), "a")
    merged = merge_workspaces(
        two, two.without_configuration("a"), two.without_configuration("b")
    ).workspace
    assert names(merged) == ["My configuration"]
    assert merged.selected_configuration.name == "My configuration"


def test_folders_and_built_in_ones_put_away_are_taken_together() -> None:
    ours = BASE._replace(sources=(*BASE.sources, CollectionSource("/ours")))
    theirs = BASE._replace(
        sources=(CollectionSource("/both", enabled=False), CollectionSource("/theirs"))
    )
    theirs = theirs.without_configuration("x")._replace(deleted_built_ins=(("away", 1), ("x", 1)))
    merged = merge_workspaces(BASE, ours, theirs).workspace
    assert merged.sources == (
        CollectionSource("/both", enabled=False),
        CollectionSource("/theirs"),
        CollectionSource("/ours"),
    )
    assert merged.deleted_built_ins == (("away", 1), ("x", 1))


def test_what_others_did_to_the_one_that_is_looked_at_is_told() -> None:
    assert describe_current_change(BASE, renamed(BASE, "b", "Games")) == ""
    assert "renamed it to “Games”" in describe_current_change(BASE, renamed(BASE, "a", "Games"))
    assert "Now showing “Two”" in describe_current_change(BASE, BASE.without_configuration("a"))


KEYS = ("a", "b", "c", "d")
SPACES = st.lists(
    st.tuples(st.sampled_from(KEYS), st.integers(0, 2)), unique_by=lambda one: one[0], min_size=1
).map(lambda ones: Workspace(tuple(Configuration(k, f"{k}{n}") for k, n in ones), ones[0][0]))


@given(SPACES, SPACES, SPACES)
def test_no_edit_of_either_side_is_lost(
    base: Workspace, ours: Workspace, theirs: Workspace
) -> None:
    merged = merge_workspaces(base, ours, theirs).workspace
    there = names(merged)
    for side in (ours, theirs):
        for one in side.configurations:
            if one != base.find_configuration(one.key):
                assert any(name.startswith(one.name) for name in there)
    assert len({one.key for one in merged.configurations}) == len(merged.configurations)
    assert merged.find_configuration(merged.selected_key)


@given(SPACES, SPACES, SPACES)
@example(Workspace((A, C), "a"), Workspace((A, B), "a"), Workspace((B,), "b"))
def test_what_one_side_did_is_done_to_any_snapshot(
    snapshot: Workspace, before: Workspace, after: Workspace
) -> None:
    carried = apply_their_changes(snapshot, before, after)
    for key in KEYS:
        done = before.find_configuration(key) != after.find_configuration(key)
        assert carried.find_configuration(key) == (after if done else snapshot).find_configuration(
            key
        )
    if carried.configurations:
        assert carried.find_configuration(carried.selected_key)


@given(
    st.lists(st.sampled_from(KEYS), max_size=8), st.integers(0, 8), st.sets(st.sampled_from(KEYS))
)
def test_whatever_others_delete_each_undo_and_redo_shows_a_configuration_that_is_there(
    toggled: list[str], undone: int, deleted: set[str]
) -> None:
    history = UndoHistory(Workspace((A,), "a"))
    for key in toggled:
        before = history.present
        after = (
            before.without_configuration(key)
            if before.find_configuration(key)
            else before.with_added(Configuration(key, key))
        )
        if after.configurations:
            history = history.push(after, "Edit").push_fix("Write", key)
    for _undone in range(undone):
        history = history.undo()
    before = theirs = history.present
    for key in sorted(deleted):
        theirs = theirs.without_configuration(key)
    after = merge_workspaces(before, before, theirs).workspace
    carried = history.with_foreign_changes(
        after, partial(apply_their_changes, workspace_before=before, workspace_after=after)
    )
    assert [one.fix for one in carried.undo_steps if one.fix] == [
        one.fix for one in history.undo_steps if one.fix
    ]
    for step in [
        *[UndoHistory.undo] * len(carried.undo_steps),
        *[UndoHistory.redo] * 2 * len(toggled),
    ]:
        assert carried.present.find_configuration(carried.present.selected_key)
        carried = step(carried)


class Process:
    """A window or command: what it knows of the files, and what it wants."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        loaded = load_workspace(folder)
        self.files, self.wanted = loaded.saved_workspace, loaded.workspace

    def do(self, what: str, number: int) -> None:
        found = self.wanted.configurations[number % len(self.wanted.configurations)]
        if what == "edit":
            self.wanted = wished(self.wanted, found.key, f"L{number}")
        elif what == "new":
            new = add_configuration(self.wanted, "New").workspace
            self.wanted = wished(new, new.selected_key, f"L{number}")
        else:
            saved = {"save": save_workspace, "look": merge_foreign_changes}[what](
                self.folder, self.files, self.wanted
            )
            assert saved.errors == ()
            self.files, self.wanted = saved.file_state, saved.workspace


@given(
    st.lists(
        st.tuples(st.integers(0, 2), st.sampled_from(["edit", "edit", "new", "save", "look"])),
        max_size=14,
    )
)
def test_whatever_three_processes_do_in_whatever_order_no_edit_is_lost(
    tmp_path_factory: pytest.TempPathFactory, steps: list[tuple[int, str]]
) -> None:
    folder = tmp_path_factory.mktemp("shared")
    assert save_workspace(folder, Workspace(), Workspace((A, B), "a")).errors == ()
    processes = [Process(folder) for _ in range(3)]
    last = [(who, what) for what in ("save", "look") for who in range(3)]
    for number, (who, what) in enumerate([*steps, *last]):
        processes[who].do(what, number)
    spaces = [one.wanted._replace(selected_key="") for one in processes]
    assert (
        spaces[0]
        == spaces[1]
        == spaces[2]
        == load_workspace(folder).workspace._replace(selected_key="")
    )
    there = {entry.name for one in spaces[0].configurations for entry in one.layers}
    assert there == {f"L{n}" for n, (_who, what) in enumerate(steps) if what in ("edit", "new")}
    taken = names(spaces[0])
    assert len(set(taken)) == len(taken)


def keys(workspace: Workspace) -> str:
    return "".join(one.key for one in workspace.configurations)


FIVE = Workspace(tuple(Configuration(key, key.upper()) for key in "abcde"), "a")


@pytest.mark.parametrize(
    ("ours", "theirs", "together"),
    [
        (FIVE.with_configuration_moved("e", 0), FIVE, "eabcd"),
        (FIVE, FIVE.with_configuration_moved("e", 0), "eabcd"),
        (FIVE.with_configuration_moved("e", 0), FIVE.with_configuration_moved("b", 4), "eacdb"),
        (FIVE.with_configuration_moved("a", 4), FIVE.with_configuration_moved("a", 2), "bcdea"),
        (FIVE.with_configuration_moved("e", 0), FIVE.without_configuration("c"), "eabd"),
        (FIVE.with_configuration_moved("e", 0), FIVE.with_added(Configuration("f", "F")), "eabcdf"),
        (FIVE.without_configuration("e"), FIVE.with_configuration_moved("d", 0), "dabc"),
    ],
)
def test_what_each_window_moved_stands_where_it_was_put(ours, theirs, together) -> None:
    assert keys(merge_workspaces(FIVE, ours, theirs).workspace) == together


@given(st.permutations("abcde"), st.permutations("abcde"))
def test_two_orders_together_lose_and_repeat_nothing(ours, theirs) -> None:
    one, other = (
        FIVE._replace(configurations=tuple(Configuration(key, key.upper()) for key in order))
        for order in (ours, theirs)
    )
    assert sorted(keys(merge_workspaces(FIVE, one, other).workspace)) == list("abcde")


def test_an_order_is_saved_and_read_again(tmp_path: Path) -> None:
    saved = save_workspace(tmp_path, Workspace(), FIVE).file_state
    moved = saved.with_configuration_moved("d", 0)
    assert save_workspace(tmp_path, saved, moved).errors == ()
    assert keys(load_workspace(tmp_path).workspace) == "dabce"
    # another window, which moved something else meanwhile and is told of it
    assert (
        keys(
            merge_foreign_changes(tmp_path, saved, saved.with_configuration_moved("a", 4)).workspace
        )
        == "dbcea"
    )
