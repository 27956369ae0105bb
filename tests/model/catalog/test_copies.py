"""The collection: every copy of every layer with its fate, as the engine decides it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.framework.manifests import (
    driver_document,
    explicit_layer,
    implicit_layer,
    layer_document,
)
from vkconfig_py.loader.base.host import Host
from vkconfig_py.loader.files.scan import DocumentCache
from vkconfig_py.loader.profiles.profile import NEWEST_PROFILE
from vkconfig_py.model.catalog.folder_scan import FolderScan, FolderScanResult
from vkconfig_py.model.catalog.layer_copies import (
    ADDED_BY_YOU,
    CopyOrder,
    CopyState,
    contains_text,
    make_collection,
    sort_copies,
)
from vkconfig_py.model.chain.snapshot import compute_snapshot
from vkconfig_py.model.chain.snapshot_values import Tone
from vkconfig_py.model.configuration.configuration import Configuration, LayerControl, LayerEntry
from vkconfig_py.model.configuration.workspace import CollectionSource
from vkconfig_py.model.plan.inventory import find_missing
from vkconfig_py.model.plan.plan import PlanView, PredictionRequest


class Shelf:
    """Folders with manifests: "own" was added, those of XDG_DATA_DIRS are searched anyway."""

    def __init__(self, folder, library):
        self.folder = folder
        self.library = library
        self.environment = {
            "XDG_DATA_DIRS": f"{folder}/first:{folder}/second",
            "HOME": str(folder / "home"),
        }
        self.configuration = Configuration("k", "One")

    def put(self, place, name, *, file="", **layer):
        """Write a manifest; `place` is "own", "first" or "second"."""
        folder = self.folder / place
        implicit = layer.pop("implicit", False)
        if place != "own":
            folder = folder / "vulkan" / ("implicit_layer.d" if implicit else "explicit_layer.d")
        folder.mkdir(parents=True, exist_ok=True)
        make = implicit_layer if implicit else explicit_layer
        document = layer_document(make(name, layer.pop("library", str(self.library)), **layer))
        path = folder / f"{file or name}.json"
        path.write_text(json.dumps(document))
        return str(path)

    @property
    def own(self):
        return str(self.folder / "own")

    def collect(self, *sources, searched=True):
        """Return the collection; `searched` says that enabled places are in the search."""
        host = Host(environment=self.environment)
        on = tuple(s.path for s in sources if s.enabled and not s.implicit) if searched else ()
        configuration = self.configuration._replace(sources=on)
        snapshot = compute_snapshot(
            PredictionRequest(host, NEWEST_PROFILE, configuration, PlanView())
        )
        scan = FolderScan(
            host, NEWEST_PROFILE, DocumentCache(), lambda progress: None, lambda: False
        )
        return make_collection(sources, snapshot, scan.read_sources(sources))


@pytest.fixture
def shelf(tmp_path, native):
    shelf = Shelf(tmp_path, native.layer)
    drivers = tmp_path / "first" / "vulkan" / "icd.d"
    drivers.mkdir(parents=True)
    (drivers / "driver.json").write_text(json.dumps(driver_document(str(native.driver))))
    return shelf


def by_file(collection):
    return {copy.file: copy for copy in collection.copies}


def test_an_installed_layer_says_where_it_comes_from(shelf):
    file = shelf.put("first", "VK_LAYER_a")
    copy = by_file(shelf.collect())[file]
    assert (copy.name, copy.version, copy.kind) == ("VK_LAYER_a", "1.3.0", "explicit")
    assert copy.state is CopyState.TAKEN
    assert (copy.status, copy.reason, copy.found_through) == (
        "Off",
        "not requested",
        "XDG_DATA_DIRS",
    )
    assert copy.row_key == "layer:VK_LAYER_a"


def test_of_two_copies_the_winner_and_the_reason_are_named(shelf):
    first = shelf.put("first", "VK_LAYER_a")
    second = shelf.put("second", "VK_LAYER_a", api_version="1.3.290")
    copies = by_file(shelf.collect())
    assert copies[first].state is CopyState.TAKEN
    assert copies[first].reason.endswith("first of 2 copies found")
    assert copies[second].state is CopyState.HIDDEN
    folder = first.rpartition("/")[0]
    told = f"the copy in {folder} is found first, although this copy is newer"
    assert copies[second].reason == told


def test_a_copy_that_the_configuration_chooses_is_the_one_in_use(shelf):
    first = shelf.put("first", "VK_LAYER_a")
    second = shelf.put("second", "VK_LAYER_a")
    entry = LayerEntry("VK_LAYER_a", LayerControl.ON, copy=second)
    shelf.configuration = shelf.configuration.with_entry(entry)
    copies = by_file(shelf.collect())
    assert copies[second].is_chosen
    assert copies[second].reason == "turned on by this configuration · chosen from 2 copies"
    assert copies[first].state is CopyState.HIDDEN
    assert copies[first].reason == f"{second} is chosen in this configuration"


def test_a_chosen_copy_that_is_gone_is_told_beside_the_one_in_use(shelf):
    first = shelf.put("first", "VK_LAYER_a")
    shelf.put("second", "VK_LAYER_a", api_version="1.3.290")
    entry = LayerEntry("VK_LAYER_a", LayerControl.ON, copy="/gone.json")
    shelf.configuration = Configuration("k", "One", layers=(entry,))
    copy = by_file(shelf.collect())[first]
    assert copy.state is CopyState.TAKEN
    assert copy.reason.endswith(
        "first of 2 copies found · /gone.json was chosen, but cannot be used"
    )
    assert copy.is_chosen  # so that the choice can be taken back


def test_an_added_folder_is_searched_before_the_system(shelf):
    shelf.put("first", "VK_LAYER_a")
    mine = shelf.put("own", "VK_LAYER_a")
    shelf.configuration = shelf.configuration.with_control("VK_LAYER_a", LayerControl.ON)
    copy = by_file(shelf.collect(CollectionSource(shelf.own)))[mine]
    assert copy.state is CopyState.TAKEN
    assert (copy.status, copy.tone, copy.found_through, copy.added_source) == (
        "Loads",
        Tone.OK,
        ADDED_BY_YOU,
        shelf.own,
    )


def test_what_is_turned_off_or_left_out_stays_in_sight(shelf):
    off = shelf.put("own", "VK_LAYER_a")
    shelf.environment["HOME"] = str(shelf.folder)
    copy = by_file(shelf.collect(CollectionSource(shelf.own, enabled=False)))[off]
    assert (copy.state, copy.status) == (CopyState.TURNED_OFF, "Turned off")
    assert copy.reason == "you turned ~/own off"
    out = CollectionSource(shelf.own, without=(off,))
    copy = by_file(shelf.collect(out, searched=False))[off]
    assert (copy.state, copy.status) == (CopyState.LEFT_OUT, "Left out")
    copy = by_file(shelf.collect(CollectionSource(shelf.own), searched=False))[off]
    assert copy.status == "Not searched"


def test_a_copy_that_is_not_in_use_says_what_is_wrong_with_its_library(shelf):
    shelf.put("first", "VK_LAYER_a")
    second = shelf.put("second", "VK_LAYER_a", library="./gone.so")
    assert by_file(shelf.collect())[second].health == "its library is missing"


def test_a_broken_manifest_is_a_copy_that_cannot_be_used(shelf):
    shelf.put("first", "VK_LAYER_a", library_path=None)
    (copy,) = shelf.collect().copies
    assert (copy.state, copy.tone) == (CopyState.BROKEN, Tone.WARN)
    assert "“library_path” is missing" in copy.reason


def test_a_broken_manifest_of_a_place_that_is_off_says_both(shelf):
    file = shelf.put("own", "VK_LAYER_a", library_path=None)
    copy = by_file(shelf.collect(CollectionSource(shelf.own, enabled=False)))[file]
    assert copy.reason.startswith(f"you turned {shelf.own} off; ")


def test_places_are_told_with_what_they_hold(shelf):
    file = shelf.put("own", "VK_LAYER_a")
    (shelf.folder / "empty").mkdir()
    sources = (
        CollectionSource(shelf.own, without=(file,)),
        CollectionSource(file, implicit=True, enabled=False),
        CollectionSource(str(shelf.folder / "empty")),
        CollectionSource(str(shelf.folder / "gone")),
    )
    texts = [(place.title, place.summary) for place in shelf.collect(*sources).added_sources]
    assert texts == [
        ("own", "explicit · 1 layer · 1 left out"),
        ("VK_LAYER_a.json", "turned off · implicit · no layers"),
        ("empty", "explicit · no layers"),
        ("gone", "does not exist"),
    ]


def test_several_layers_of_one_file_have_keys_of_their_own(shelf):
    file = shelf.put("first", "VK_LAYER_a")
    layers = [explicit_layer(name, str(shelf.library)) for name in ("VK_LAYER_a", "VK_LAYER_b")]
    Path(file).write_text(json.dumps(layer_document(*layers)))
    assert [copy.key for copy in shelf.collect().copies] == [file, f"{file}#2"]


def test_copies_are_sorted_by_name_or_as_the_loader_comes_across_them(shelf):
    shelf.put("first", "VK_LAYER_b")
    shelf.put("second", "VK_LAYER_a")
    shelf.put("second", "VK_LAYER_b")
    copies = shelf.collect().copies
    by_name = [(c.name, c.state.value) for c in sort_copies(copies, CopyOrder.NAME)]
    assert by_name == [("VK_LAYER_a", "taken"), ("VK_LAYER_b", "taken"), ("VK_LAYER_b", "hidden")]
    by_place = [c.name for c in sort_copies(copies, CopyOrder.PLACE)]
    assert by_place == ["VK_LAYER_b", "VK_LAYER_a", "VK_LAYER_b"]


def test_every_word_of_a_search_is_looked_for(shelf):
    shelf.put("first", "VK_LAYER_a", description="Counts frames")
    (copy,) = shelf.collect().copies
    assert contains_text(copy, "FRAMES explicit")
    assert contains_text(copy, "xdg_data_dirs")
    assert not contains_text(copy, "frames implicit")


def test_missing_layers_are_those_that_are_turned_on_and_that_no_manifest_offers(shelf):
    shelf.put("first", "VK_LAYER_a", library_path=None)
    host = Host(environment=shelf.environment)
    snapshot = compute_snapshot(
        PredictionRequest(host, NEWEST_PROFILE, shelf.configuration, PlanView())
    )
    one = (
        Configuration("1", "One")
        .with_control("VK_LAYER_a", LayerControl.ON)
        .with_control("*", LayerControl.ON)
    )
    two = one._replace(key="2").with_control("VK_LAYER_gone", LayerControl.ON)
    two = two.with_control("VK_LAYER_unwanted", LayerControl.OFF)
    assert find_missing((one, two), snapshot.inventory) == {"2": ("VK_LAYER_gone",)}


def test_a_scan_that_was_cancelled_is_no_whole_collection(shelf):
    host = Host(environment=shelf.environment)
    snapshot = compute_snapshot(
        PredictionRequest(host, NEWEST_PROFILE, shelf.configuration, PlanView())
    )
    assert not make_collection((), snapshot, FolderScanResult((), is_complete=False)).is_complete
