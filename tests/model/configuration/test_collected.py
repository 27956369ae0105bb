"""What a configuration and the collection say together."""

from __future__ import annotations

from vkconfig_py.model.configuration.configuration import Configuration
from vkconfig_py.model.configuration.workspace import (
    CollectionSource,
    Workspace,
    append_added_sources,
    exclude_manifests,
    get_effective_configuration,
    list_excluded_manifests,
)

MINE = Configuration("k", "Mine", sources=("/own", "/both"), implicit_sources=("/own-implicit",))


def test_the_enabled_collection_is_searched_after_a_configurations_own_places() -> None:
    collection = (
        CollectionSource("/both"),
        CollectionSource("/more"),
        CollectionSource("/off", enabled=False),
        CollectionSource("/implicit", implicit=True),
    )
    found = get_effective_configuration(Workspace((MINE,), "k", collection))
    assert found.sources == ("/own", "/both", "/more")
    assert found.implicit_sources == ("/own-implicit", "/implicit")


def test_without_a_collection_a_configuration_stays_as_it_is() -> None:
    assert append_added_sources(MINE, ()) == MINE


def test_manifests_that_are_left_out_have_the_folder_named_file_by_file() -> None:
    sources = (
        CollectionSource("/more", without=("/more/b.json", "c.json")),
        CollectionSource("/off", enabled=False, without=("/off/x.json",)),
    )
    gone = list_excluded_manifests(sources)
    assert gone == ("/more/b.json", "/more/c.json")
    files = {"/more": ("/more/a.json", "/more/b.json", "/more/c.json", "/more/d.json")}
    configuration = append_added_sources(MINE, sources)
    named = exclude_manifests(configuration, gone, lambda path: files[path])
    assert named.sources == ("/own", "/both", "/more/a.json", "/more/d.json")
    assert exclude_manifests(configuration, (), lambda path: files[path]) is configuration
