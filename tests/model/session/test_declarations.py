"""Declarations of a picture's layers: read a few at a time, what is asked for first."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest

from tests.framework.settings import make_manifest, make_setting
from tests.framework.system import SystemBuilder
from tests.model.machine import drawn, look
from vkconfig_py.loader.files.scan import DocumentCache
from vkconfig_py.model.chain.snapshot import compute_snapshot
from vkconfig_py.model.chain.snapshot_values import ChainSnapshot, RowKind
from vkconfig_py.model.session.background import Worker
from vkconfig_py.model.session.declarations import DeclaredLayers

NAMES = tuple(f"VK_LAYER_TEST_{number}" for number in range(6))


@pytest.fixture
def worker(qapp: object) -> Iterator[Worker]:
    worker = Worker("declarations")
    yield worker
    worker.close()


@pytest.fixture
def snapshot(system: SystemBuilder) -> ChainSnapshot:
    features = json.loads(make_manifest(make_setting("loud")))["layer"]["features"]
    for name in NAMES:
        system.add_explicit_layer(name, features=features)
    return look(system.host(), drawn())


def files(snapshot: ChainSnapshot) -> list[str]:
    return [found.file for found in snapshot.inventory.found_layers]


def known(declared: DeclaredLayers, snapshot: ChainSnapshot) -> list[str]:
    return [path for path in files(snapshot) if declared.is_known("", path)]


def test_every_layer_of_a_picture_is_read(worker, snapshot, qtbot):
    declared = DeclaredLayers(worker)
    declared.look(snapshot)
    qtbot.waitUntil(lambda: known(declared, snapshot) == files(snapshot))
    found = declared.find("", files(snapshot)[0], snapshot.inventory.found_layers[0].name)
    assert found is not None
    assert [one.key for one in found.settings] == ["loud"]


def test_of_many_layers_those_of_the_chain_are_read_ahead_and_others_on_request(
    worker, system, snapshot, qtbot
):
    system.add_driver("driver")
    crowded = look(system.host(), drawn(on=NAMES[4:5]))
    (chain,) = (row.manifest for row in crowded.rows if row.kind is RowKind.LAYER)
    declared = DeclaredLayers(worker, read_ahead=2)
    declared.look(crowded)
    qtbot.waitUntil(lambda: len(known(declared, crowded)) == 2)
    worker.drain()
    qtbot.wait(20)
    assert chain in known(declared, crowded)
    assert len(known(declared, crowded)) == 2
    last = next(one for one in crowded.inventory.found_layers if one.name == NAMES[5])
    assert last.file not in known(declared, crowded)
    assert declared.find("", last.file, last.name) is None
    qtbot.waitUntil(lambda: declared.find("", last.file, last.name) is not None)
    again = look(system.host(), drawn(NAMES[0]))  # another picture does not read more of them ahead
    declared.look(again)
    worker.drain()
    qtbot.wait(20)
    assert len(known(declared, again)) == 3


def test_what_is_asked_for_is_read_next(worker, snapshot, qtbot):
    declared = DeclaredLayers(worker, batch_size=1)
    order: list[str] = []
    declared.changed.connect(
        lambda: order.extend(path for path in known(declared, snapshot) if path not in order)
    )
    declared.look(snapshot)
    first, *_, last = sorted(files(snapshot))
    assert declared.find("", last, NAMES[-1]) is None
    qtbot.waitUntil(lambda: len(order) == len(NAMES))
    assert order[:2] == [first, last]


def test_other_errands_do_not_wait_for_all_of_them(worker, snapshot, qtbot):
    declared = DeclaredLayers(worker, batch_size=1)
    seen: list[int] = []
    declared.look(snapshot)
    worker.submit(lambda: None, lambda _none: seen.append(len(known(declared, snapshot))))
    qtbot.waitUntil(lambda: len(known(declared, snapshot)) == len(NAMES))
    assert seen == [1]


def test_the_end_does_not_wait_for_all_of_them(worker, snapshot):
    declared = DeclaredLayers(worker, batch_size=1)
    declared.look(snapshot)
    worker.close()
    assert known(declared, snapshot) == []


def test_another_picture_is_read_instead_of_the_rest(worker, snapshot, system, qtbot):
    declared = DeclaredLayers(worker, batch_size=1)
    declared.look(snapshot)
    system.manifest(NAMES[0]).unlink()
    after = look(system.host(), drawn())
    declared.look(after)
    qtbot.waitUntil(lambda: known(declared, after) == files(after))


def test_only_what_the_engine_read_anew_is_looked_at_again(worker, system, qtbot):
    features = json.loads(make_manifest(make_setting("loud")))["layer"]["features"]
    for name in NAMES:
        system.add_explicit_layer(name, features=features)
    cache = DocumentCache()
    before = compute_snapshot(look(system.host(), drawn()).request, cache)
    declared = DeclaredLayers(worker)
    declared.look(before)
    qtbot.waitUntil(lambda: known(declared, before) == files(before))
    changed = system.manifest(NAMES[0])
    changed.write_text(changed.read_text().replace("loud", "quiet"))
    untouched = system.manifest(NAMES[1])
    after = compute_snapshot(before.request, cache)
    untouched.unlink()  # the engine has not seen this, so nobody looks
    declared.look(after)
    told = []
    declared.changed.connect(lambda: told.append(1))

    def keys(name):
        found = declared.find("", str(system.manifest(name)), name)
        return [one.key for one in found.settings]

    qtbot.waitUntil(lambda: keys(NAMES[0]) == ["quiet"])
    assert told == [1]
    assert keys(NAMES[1]) == ["loud"]
    assert not declared.problem("", str(untouched))
