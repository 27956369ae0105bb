"""What the user does to the collection."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from vkconfig_py.language.sentences import counted_message, message
from vkconfig_py.model.configuration.configuration import Configuration
from vkconfig_py.model.configuration.workspace import CollectionSource, Workspace
from vkconfig_py.model.configuration.workspace_edits import (
    WorkspaceChange,
    add_sources,
    enable_source,
    exclude_manifest,
    include_manifest,
    remove_source,
    switch_source_kind,
)

ONE, TWO = CollectionSource("/one/layers"), CollectionSource("/two.json", implicit=True)
BOTH = (ONE, TWO)


def searching(*sources: CollectionSource) -> Workspace:
    """Return a workspace with this collection."""
    return Workspace((Configuration(key="1", name="One"),), "1", sources=sources)


START = searching(*BOTH)


def test_places_are_added_behind_those_that_are_there():
    assert add_sources(searching(ONE), [TWO]) == WorkspaceChange(
        START, message("Add {name}", name="two.json")
    )
    root = message("Add {name}", name="/")
    assert add_sources(searching(), [CollectionSource("/")]) == WorkspaceChange(
        searching(CollectionSource("/")), root
    )
    assert add_sources(searching(), [ONE, TWO]) == WorkspaceChange(
        START, counted_message("Add {n} folders", "Add {n} folder", 2)
    )


def test_a_place_that_is_added_again_is_turned_on_and_keeps_what_is_left_out():
    off = ONE._replace(enabled=False, without=("/one/layers/a.json",))
    edited = add_sources(searching(off, TWO), [ONE])
    assert edited is not None
    assert edited.workspace.sources == (off._replace(enabled=True), TWO)
    assert add_sources(START, [ONE]) is None


def test_every_edit_names_its_step():
    labels = [
        enable_source(START, ONE.path, is_on=False),
        switch_source_kind(START, ONE.path),
        switch_source_kind(START, TWO.path),
        exclude_manifest(START, ONE.path, "/one/layers/a.json"),
        remove_source(START, TWO.path),
    ]
    assert [str(edited.label) for edited in labels if edited] == [
        "Turn off layers",
        "Search layers for implicit layers",
        "Search two.json for explicit layers",
        "Leave out a.json",
        "Remove two.json",
    ]


def test_a_manifest_that_is_left_out_can_be_taken_in_again():
    out = exclude_manifest(START, ONE.path, "/one/layers/a.json")
    assert out is not None
    assert out.workspace.sources[0].without == ("/one/layers/a.json",)
    assert exclude_manifest(out.workspace, ONE.path, "/one/layers/a.json") is None
    assert include_manifest(out.workspace, ONE.path, "/one/layers/a.json") == WorkspaceChange(
        START, message("Include {name}", name="a.json")
    )


@given(st.sampled_from([ONE.path, TWO.path, "/nowhere"]), st.booleans())
def test_what_changes_nothing_is_no_step(path, on):
    known = {source.path: source for source in BOTH}
    changes = path in known and known[path].enabled != on
    assert (enable_source(START, path, is_on=on) is not None) == changes
    assert (remove_source(START, path) is not None) == (path in known)
