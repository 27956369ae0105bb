"""The collection is kept up to date off the GUI thread."""

from __future__ import annotations

import json
import os
from threading import Event

import pytest

from tests.framework.manifests import explicit_layer, layer_document
from tests.framework.patience import PATIENCE
from vkconfig_py.loader.base.host import Host
from vkconfig_py.model.configuration import workspace_edits
from vkconfig_py.model.configuration.workspace import CollectionSource
from vkconfig_py.model.configuration.workspace_edits import WorkspaceChange
from vkconfig_py.model.files.paths import StatePaths
from vkconfig_py.model.session import catalog_scan as module
from vkconfig_py.model.session.catalog_scan import CollectionScan
from vkconfig_py.model.session.session import Session, SessionMachine


def write(path, name):
    """Replace a manifest as careful editors do: a new file is renamed over it."""
    path.parent.mkdir(parents=True, exist_ok=True)
    new = path.with_suffix(".new")
    new.write_text(json.dumps(layer_document(explicit_layer(name, "./lib.so"))))
    os.replace(new, path)


@pytest.fixture
def session(tmp_path, qtbot):
    environment = {"HOME": str(tmp_path / "home"), "XDG_DATA_DIRS": str(tmp_path / "share")}
    paths = StatePaths(tmp_path / "c", tmp_path / "s", tmp_path / "r")
    session = Session(SessionMachine(host=Host(environment=environment), loaders=(), paths=paths))
    with qtbot.waitSignals([session.snapshots.current_changed, session.system.journal_changed]):
        session.start()
    yield session
    session.close()


@pytest.fixture
def collecting(session, qtbot):
    collecting = CollectionScan(session.shared, session.edits, session.snapshots)
    with qtbot.waitSignal(collecting.changed):
        collecting.read_sources()
    yield collecting
    collecting.close()


def names(collecting):
    return sorted(copy.name for copy in collecting.collection.copies)


def added(session, collecting, qtbot, *paths, **more):
    sources = tuple(CollectionSource(str(path), **more) for path in paths)
    session.edits.commit(WorkspaceChange(session.edits.workspace._replace(sources=sources), "Add"))
    qtbot.waitUntil(lambda: len(collecting.collection.added_sources) == len(paths))


def test_places_that_are_added_are_read(session, collecting, qtbot, tmp_path):
    write(tmp_path / "own/a.json", "VK_LAYER_a")
    added(session, collecting, qtbot, tmp_path / "own")
    qtbot.waitUntil(lambda: names(collecting) == ["VK_LAYER_a"])


def test_what_comes_later_is_fresh(session, collecting, qtbot, tmp_path):
    assert collecting.new_keys == frozenset()
    write(tmp_path / "own/a.json", "VK_LAYER_a")
    added(session, collecting, qtbot, tmp_path / "own")
    qtbot.waitUntil(lambda: collecting.new_keys == {str(tmp_path / "own/a.json")})


def test_a_place_that_is_off_is_watched_and_survives_atomic_saves(
    session, collecting, qtbot, tmp_path
):
    write(tmp_path / "own/a.json", "VK_LAYER_a")
    added(session, collecting, qtbot, tmp_path / "own", enabled=False)
    for name in ("VK_LAYER_b", "VK_LAYER_c"):
        write(tmp_path / "own/a.json", name)
        qtbot.waitUntil(lambda wanted=name: names(collecting) == [wanted])
    write(tmp_path / "own/more.json", "VK_LAYER_more")
    qtbot.waitUntil(lambda: names(collecting) == ["VK_LAYER_c", "VK_LAYER_more"])


def test_the_store_sees_an_added_manifest_change(session, qtbot, tmp_path):
    file = tmp_path / "own/a.json"
    write(file, "VK_LAYER_a")
    with qtbot.waitSignal(session.snapshots.current_changed):
        session.edits.do(
            workspace_edits.make_change,
            session.edits.workspace.selected_configuration._replace(sources=(str(file.parent),)),
            "Add",
        )

    def found():
        return [one.name for one in session.snapshots.current.inventory.found_layers]

    assert found() == ["VK_LAYER_a"]
    for name in ("VK_LAYER_b", "VK_LAYER_c"):
        write(file, name)
        qtbot.waitUntil(lambda wanted=name: found() == [wanted])


def test_a_long_scan_tells_how_far_it_is_and_can_be_cancelled(
    session, collecting, qtbot, tmp_path, monkeypatch
):
    monkeypatch.setattr(module, "CANCEL_SECONDS", 0.0)
    for number in range(50):
        write(tmp_path / f"own/{number}.json", f"VK_LAYER_{number}")
    told = []

    def note(progress):
        told.append(progress)
        if progress is not None:
            collecting.cancel()
            gate.set()

    gate, parsed = Event(), []
    parse = module.FolderScan._parse_manifest

    def wait_half_way(scan, file, *, is_implicit):
        parsed.append(file)
        if len(parsed) > 25:
            gate.wait(PATIENCE)
        return parse(scan, file, is_implicit=is_implicit)

    monkeypatch.setattr(module.FolderScan, "_parse_manifest", wait_half_way)
    collecting.progress_changed.connect(note)
    sources = (CollectionSource(str(tmp_path / "own"), enabled=False),)
    session.edits.commit(WorkspaceChange(session.edits.workspace._replace(sources=sources), "Add"))
    qtbot.waitUntil(
        lambda: told != [] and told[-1] is None and not collecting.collection.is_complete
    )
    assert told[0].total == 50
    collecting.progress_changed.disconnect(note)
    with qtbot.waitSignal(collecting.changed):
        collecting.read_sources()
    assert collecting.collection.is_complete
    assert len(names(collecting)) == 50


def test_folders_below_are_found_while_the_picture_changes(session, collecting, qtbot, tmp_path):
    write(tmp_path / "sdk/deep/a.json", "VK_LAYER_a")
    found = []
    write(tmp_path / "more/b.json", "VK_LAYER_b")
    collecting.search_folders([str(tmp_path / "sdk"), str(tmp_path / "more")], found.append)
    session.snapshots.refresh()
    collecting.read_sources()
    qtbot.waitUntil(lambda: found != [])
    assert [one.folders for one in found[0]] == [
        (str(tmp_path / "sdk/deep"),),
        (str(tmp_path / "more"),),
    ]


@pytest.fixture
def slow_disk(monkeypatch):
    """Let searches wait until the event is set."""
    answers, look = Event(), module.FolderScan.find_layer_folders

    def wait(scan, folder):
        answers.wait(PATIENCE)
        return look(scan, folder)

    monkeypatch.setattr(module.FolderScan, "find_layer_folders", wait)
    yield answers
    answers.set()


def test_searches_come_one_after_the_other_and_none_is_lost(
    session, collecting, slow_disk, qtbot, tmp_path
):
    found = []
    for name in ("a", "b", "c"):
        write(tmp_path / name / "layer.json", f"VK_LAYER_{name}")
        collecting.search_folders([str(tmp_path / name)], found.extend)
    slow_disk.set()
    qtbot.waitUntil(lambda: len(found) == 3)
    assert [one.folders for one in found] == [(str(tmp_path / name),) for name in "abc"]
    assert all(one.is_complete for one in found)


def test_cancel_ends_the_searches_that_wait_too_and_each_tells_it(
    session, collecting, slow_disk, qtbot, tmp_path
):
    found = []
    for name in ("a", "b"):
        write(tmp_path / name / "layer.json", f"VK_LAYER_{name}")
        collecting.search_folders([str(tmp_path / name)], found.extend)
    collecting.cancel()
    slow_disk.set()
    qtbot.waitUntil(lambda: len(found) == 2)
    assert not any(one.is_complete for one in found)


def test_a_search_before_the_first_picture_waits_for_it(session, qtbot, tmp_path):
    write(tmp_path / "sdk/a.json", "VK_LAYER_a")
    chain = session.snapshots._chain
    snapshot, chain.snapshot = chain.snapshot, None
    collecting, found = CollectionScan(session.shared, session.edits, session.snapshots), []
    collecting.search_folders([str(tmp_path / "sdk")], found.extend)
    chain.snapshot = snapshot
    session.snapshots.current_changed.emit()
    qtbot.waitUntil(lambda: bool(found))
    assert found[0].folders == (str(tmp_path / "sdk"),)
    collecting.close()


def test_the_end_does_not_wait_for_a_folder_that_does_not_answer(
    session, collecting, qtbot, tmp_path, monkeypatch
):
    answers, reached, found, waited_for = Event(), Event(), [], []
    look = module.FolderScan.find_layer_folders

    def hang(scan, folder):
        reached.set()
        if not answers.wait(PATIENCE):
            waited_for.append(folder)
        return look(scan, folder)

    monkeypatch.setattr(module.FolderScan, "find_layer_folders", hang)
    monkeypatch.setattr(module, "ABANDON_SECONDS", 0.01)
    collecting.search_folders([str(tmp_path)], found.append)
    assert reached.wait(PATIENCE)
    collecting.close()
    answers.set()
    qtbot.wait(50)
    assert found == waited_for == []


def test_a_closed_collection_asks_for_nothing(session, collecting):
    collecting.close()
    collecting.read_sources()
    assert names(collecting) == []
