"""What adding brought is told in a sentence."""

from __future__ import annotations

import pytest

from vkconfig_py.model.catalog.layer_copies import (
    AddedSource,
    Collection,
    CopyState,
    LayerCopy,
    describe_added,
)
from vkconfig_py.model.configuration.workspace import CollectionSource

PLACES = (AddedSource(CollectionSource("/own"), "own", "explicit"),)


def copy(name, state=CopyState.TAKEN, source="/own"):
    file = f"{source or '/usr'}/{name}.json"
    return LayerCopy(file, name, file, state, "word", "reason", added_source=source)


@pytest.mark.parametrize(
    ("copies", "sentence"),
    [
        ([], "no layers in “own”"),
        ([copy("a")], "1 layer in “own”"),
        ([copy("a"), copy("b"), copy("z", source="")], "2 layers in “own”"),
        (
            [copy("a"), copy("b"), copy("a", CopyState.HIDDEN, source="")],
            "2 layers in “own”, 1 other copy now hidden",
        ),
        (
            [copy("a", CopyState.HIDDEN), copy("a", source="")],
            "1 layer in “own”, 1 hidden by another copy",
        ),
        (
            [copy("a", CopyState.BROKEN), copy("b", CopyState.AWAY)],
            "2 layers in “own”, 1 cannot be used, 1 not in use",
        ),
        (
            [copy("a", CopyState.BROKEN)]
            + [copy("a", CopyState.HIDDEN, source=other) for other in ("", "/else")],
            "1 layer in “own”, 2 other copies now hidden, 1 cannot be used",
        ),
    ],
)
def test_what_places_brought_and_hide_is_one_sentence(copies, sentence):
    assert describe_added(Collection(tuple(copies), PLACES), {"/own"}) == sentence


def test_several_places_are_told_together():
    places = (*PLACES, AddedSource(CollectionSource("/more"), "more", "explicit"))
    copies = (copy("a"), copy("b", source="/more"))
    told = describe_added(Collection(copies, places), {"/own", "/more"})
    assert told == "2 layers in the added folders"
    assert describe_added(Collection((), places), {"/own", "/more"}).startswith("no layers in the")


def test_nothing_is_told_of_places_that_are_gone_or_were_there_before():
    collection = Collection((copy("a"),), PLACES)
    assert describe_added(collection, {"/gone"}) == ""
    assert describe_added(collection, ()) == ""


def test_nothing_is_told_of_places_that_are_no_longer_used():
    unused = (AddedSource(CollectionSource("/own", enabled=False), "own", "turned off"),)
    collection = Collection((copy("a", CopyState.TURNED_OFF),), unused)
    assert describe_added(collection, {"/own"}) == ""
