"""What the user does to the collection."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from vkconfig_py.model.configuration.workspace import Source
from vkconfig_py.model.configuration.workspace_edits import (
    Edited,
    add_sources,
    leave_out,
    remove_source,
    switch_kind,
    take_in,
    turn_source,
)

ONE, TWO = Source("/one/layers"), Source("/two.json", implicit=True)
BOTH = (ONE, TWO)


def test_places_are_added_behind_those_that_are_there():
    assert add_sources((ONE,), [TWO]) == Edited(BOTH, "Add two.json")
    assert add_sources((), [Source("/")]) == Edited((Source("/"),), "Add /")
    assert add_sources((), [ONE, TWO]) == Edited(BOTH, "Add 2 folders")


def test_a_place_that_is_added_again_is_turned_on_and_keeps_what_is_left_out():
    off = ONE._replace(enabled=False, without=("/one/layers/a.json",))
    edited = add_sources((off, TWO), [ONE])
    assert edited is not None
    assert edited.sources == (off._replace(enabled=True), TWO)
    assert add_sources(BOTH, [ONE]) is None


def test_every_edit_names_its_step():
    labels = [
        turn_source(BOTH, ONE.path, on=False),
        switch_kind(BOTH, ONE.path),
        switch_kind(BOTH, TWO.path),
        leave_out(BOTH, ONE.path, "/one/layers/a.json"),
        remove_source(BOTH, TWO.path),
    ]
    assert [edited.label for edited in labels if edited] == [
        "Turn off layers",
        "Search layers for implicit layers",
        "Search two.json for explicit layers",
        "Leave out a.json",
        "Remove two.json",
    ]


def test_a_manifest_that_is_left_out_can_be_taken_in_again():
    out = leave_out(BOTH, ONE.path, "/one/layers/a.json")
    assert out is not None
    assert out.sources[0].without == ("/one/layers/a.json",)
    assert leave_out(out.sources, ONE.path, "/one/layers/a.json") is None
    assert take_in(out.sources, ONE.path, "/one/layers/a.json") == Edited(BOTH, "Include a.json")


@given(st.sampled_from([ONE.path, TWO.path, "/nowhere"]), st.booleans())
def test_what_changes_nothing_is_no_step(path, on):
    known = {source.path: source for source in BOTH}
    changes = path in known and known[path].enabled != on
    assert (turn_source(BOTH, path, on=on) is not None) == changes
    assert (remove_source(BOTH, path) is not None) == (path in known)
